"""``floorcall rulebook check``: what is wrong in a rulebook, what its rules contradict, and what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cli.codes import BAD_INPUT, FAILED, OK
from cli.output import Screen
from facts.faults import Fault, Faults

PARTS = ("form", "overlaps", "gaps")

_CHECK = """examples:
  floorcall rulebook check bfsp
  floorcall rulebook check house/ --only form
  floorcall rulebook check house/ --only gaps --strict
  floorcall rulebook check house/ --format json

All faults of form are listed at once, each with its place; then the exit code is 2 and nothing else is looked at.

Overlaps are pairs of rules that can apply together, answer the same question differently and have no relation. Gaps are
facts of an event about which no rule says anything. Each comes with an incident to copy. Both are proved or found by a
solver, which is installed with: pip install 'floorcall[check]'"""


def check_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook check``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks, one_of

    parser.description = "Reads a rulebook and its cases, lists all their faults, then looks for overlaps and gaps."
    parser.epilog = _CHECK
    parser.add_argument("book", metavar="BOOK", help="a rulebook, by id or by its folder")
    parser.add_argument(
        "--only",
        action="append",
        type=one_of(PARTS),
        choices=PARTS,
        metavar="{form,overlaps,gaps}",
        help="check only this; may be given again",
    )
    parser.add_argument("--strict", action="store_true", help="end with exit code 1 when something is not explained")
    add_engine(parser)
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def check(arguments: Any, screen: Screen) -> int:
    """Reads the YAML, whatever is kept of it, and the cases; then looks for overlaps and gaps. Raises Faults."""
    from check.schema import SCHEMA
    from cli.engines import pool
    from knowledge.loading import folder_of

    parts = [part for part in PARTS[1:] if not arguments.only or part in arguments.only]
    book, vocabulary, explained, sizes = _form(folder_of(arguments.book))
    engines = pool(arguments.engine)
    data = {"schema": SCHEMA, "rulebook": book.id, "lineage": list(book.lineage), **sizes, "static": None}
    missing = bool(parts) and not _has_solver()
    if parts and not missing:
        data["static"] = _static((book, vocabulary, engines), explained, parts, screen.language)
    data["solver_missing"] = missing
    if arguments.format == "json":
        screen.json(data)
    else:
        from cli.checkviews import print_check

        print_check(data, screen)
    if missing and (arguments.strict or arguments.only):
        return BAD_INPUT
    static = data["static"]
    return FAILED if arguments.strict and static and (static["unexplained"] or static["stale"]) else OK


def _form(folder: Any) -> tuple[Any, Any, Any, dict[str, int]]:
    """The rulebook, the vocabulary, what the book explains, and how much was read. Raises Faults with all of them."""
    from facts.lexicon import vocabulary

    faults: list[Fault] = []
    known = vocabulary()
    book = _checked(faults, lambda: _read(folder))
    cases = _checked(faults, lambda: _cases(folder, known))
    explained = _checked(faults, lambda: _explained(folder, book, known)) if book is not None else None
    if book is None or cases is None or explained is None:
        raise Faults(dict.fromkeys(faults))
    sizes = {"clauses": book.clauses, "rules": book.rules, "parameters": book.parameters, "cases": cases}
    return book, known, explained, {name: len(told) for name, told in sizes.items()}


def _checked(faults: list[Fault], read: Callable[[], Any]) -> Any:
    """What ``read`` gives, or None with its faults added."""
    try:
        return read()
    except Faults as found:
        faults.extend(found.faults)
        return None


def _read(folder: Any) -> Any:
    from knowledge.loading import load_fresh

    return load_fresh(folder)[0]


def _cases(folder: Any, vocabulary: Any) -> Any:
    from cli.bookdata import cases_in

    return cases_in(folder, vocabulary)


def _explained(folder: Any, book: Any, vocabulary: Any) -> Any:
    from knowledge.explained import explained_in
    from knowledge.loading import lineage_of

    return explained_in(lineage_of(folder), book, vocabulary)


def _has_solver() -> bool:
    from importlib.util import find_spec

    return find_spec("z3") is not None


def _static(ruling: tuple[Any, Any, Any], explained: Any, parts: Sequence[str], language: str) -> dict[str, Any]:
    """What the solver and the engine find; ``ruling``: the rulebook, the vocabulary and the engines to rule with."""
    from check.confirm import Bench
    from check.report import as_data, steps, world_of
    from check.report import check as look
    from cli.progress import Bar

    bench = Bench(*ruling)
    world = world_of(bench)
    bar = Bar(steps(world, parts))
    try:
        return as_data(look(world, bench, explained, parts, bar.step), bench.book, language)
    finally:
        bar.clear()
