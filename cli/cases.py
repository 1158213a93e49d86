"""``floorcall cases run``: the test runner for authors of rulebooks."""

from __future__ import annotations

from typing import Any

from cli.codes import FAILED, OK
from cli.output import Screen

EXAMPLES = """examples:
  floorcall cases run
  floorcall cases run --rulebook house/
  floorcall cases run house/cases --only 'short-*'
  floorcall cases run my-cases --rulebook bfsp --format json

A rulebook folder stands for its own cases. Another folder holds cases: they are run against --rulebook, else against
the rulebook that the folder lies in, else against bfsp. The exit code is 1 when a case fails, 2 when there is nothing
to run or a file has faults."""


def run_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall cases run``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks

    parser.description, parser.epilog = "Runs cases and shows each that does not come out as it expects.", EXAMPLES
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="cases, or a rulebook with cases")
    parser.add_argument("--rulebook", metavar="BOOK", help="the rulebook, by id or by its folder")
    about = "only cases whose id fits, such as 'allin-*' (may be given again)"
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help=about)
    add_engine(parser)
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def run(arguments: Any, screen: Screen) -> int:
    """Runs the cases. Raises Faults when a file has some or there is nothing to run."""
    from cli.casefolders import batches, only, results

    found = only(batches(arguments.folders, arguments.rulebook), arguments.only)
    told: list[dict[str, Any]] = []
    for batch, result in results(found, arguments.engine):
        told.append(_as_data(batch, result))
        if arguments.format == "text" and not result.passed:
            _print_failure(told[-1], screen)
    failed = sum(not case["passed"] for case in told)
    if arguments.format == "json":
        summary = {"run": len(told), "passed": len(told) - failed, "failed": failed}
        screen.json({"schema": "floorcall.cases/1", **summary, "cases": told})
    else:
        _print_summary(len(told), failed, screen)
    return FAILED if failed else OK


def _as_data(batch: Any, result: Any) -> dict[str, Any]:
    case = result.case
    return {
        "case": case.id,
        "rulebook": batch.book.id,
        "file": case.file,
        "line": case.place.line,
        "passed": result.passed,
        "mismatches": [
            {"what": m.what, "expected": m.expected, "got": m.came, "line": m.line, "column": m.column}
            for m in result.mismatches
        ],
    }


def _print_failure(case: dict[str, Any], screen: Screen) -> None:
    from cli.faults import shown_path
    from cli.tables import paragraph
    from cli.words import word

    language, file = screen.language, shown_path(case["file"])
    screen.line(f"{screen.styled(case['case'], 'red', 'bold')}  {file}:{case['line']}")
    for miss in case["mismatches"]:
        screen.line(f"  {file}:{miss['line']}:{miss['column']}: {miss['what']}")
        paragraph(f"{word('expected', language)}: {miss['expected']}", screen, "    ")
        paragraph(f"{word('got', language)}: {miss['got']}", screen, "    ")
    screen.line()


def _print_summary(total: int, failed: int, screen: Screen) -> None:
    from cli.words import counted, word

    language = screen.language
    passed = f"{total - failed} {word('passed', language)}"
    tail = f", {failed} {word('failed', language)}" if failed else ""
    style = ("red", "bold") if failed else ("green",)
    screen.line(f"{counted(total, 'case', language)}: {screen.styled(passed + tail, *style)}")
