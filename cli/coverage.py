"""``floorcall rulebook coverage``: what carries out each clause, and which cases show it at work and at its limits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cli.codes import FAILED, OK
from cli.output import Screen

EXAMPLES = """examples:
  floorcall rulebook coverage bfsp
  floorcall rulebook coverage house/ --strict
  floorcall rulebook coverage bfsp --format json

All cases of the rulebook are run; one that fails shows nothing. With --strict the exit code is 1 when a case fails or
an encoded clause lacks something that carries it out (a rule, a parameter, a derivation of the table replay or of
the hand reader), a case where it decides, or, where it has rules, a case where one of them yields or just fails.
Definitions lack nothing. Of house rules and the regulations of an event only their own clauses are shown."""

_BOUNDARY = ("below", "on", "above")
_CARRIERS = ("rules", "also_cited_by", "parameters", "derivations")


def coverage_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook coverage``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks

    parser.description = "Lists every clause with what carries it out and the cases that show it."
    parser.epilog = EXAMPLES
    parser.add_argument("book", metavar="BOOK", help="a rulebook, by id or by its folder")
    parser.add_argument("--strict", action="store_true", help="end with exit code 1 when something is lacking")
    add_engine(parser)
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def coverage(arguments: Any, screen: Screen) -> int:
    """Prints the coverage of a rulebook. Raises Faults."""
    from cli.casefolders import Batch, results
    from knowledge.casefiles import cases_of
    from knowledge.coverage import coverage as cover
    from knowledge.coverage import shown_by_rule
    from knowledge.loading import load
    from knowledge.uses import by_section

    book, vocabulary = load(arguments.book)
    cases = cases_of(book, vocabulary)
    outcomes = [result for _, result in results([Batch(book, vocabulary, cases)], arguments.engine)]
    passed = [result.case for result in outcomes if result.passed]
    failed = [result.case.id for result in outcomes if not result.passed]
    covered = {one.clause.id: one for one in cover(book, passed)}
    shown = (one.clause for one in covered.values())
    ordered = [covered[clause.id] for clauses in by_section(shown).values() for clause in clauses]
    clauses = [_as_data(one, screen.language) for one in ordered]
    data = {
        "schema": "floorcall.coverage/1",
        "rulebook": book.id,
        "summary": _summary(clauses, len(outcomes), failed) | {"left_as_below": len(book.clauses) - len(clauses)},
        "clauses": clauses,
        "rules": {
            rule: {what.replace("-", "_"): list(ids) for what, ids in shown.items()}
            for rule, shown in shown_by_rule(book, passed).items()
        },
        "failing_cases": failed,
    }
    if arguments.format == "json":
        screen.json(data)
    else:
        _print(data, screen)
    lacking = bool(failed) or any(clause["lacks"] for clause in clauses)
    return FAILED if arguments.strict and lacking else OK


def _as_data(one: Any, language: str) -> dict[str, Any]:
    from cli.words import text

    clause = one.clause
    return {
        "id": clause.id,
        "section": clause.section,
        "title": text(clause.title, language),
        "kind": clause.kind,
        "status": clause.status,
        "why": text(clause.why, language),
        "rules": [rule.id for rule in one.uses.rules],
        "also_cited_by": [rule.id for rule in one.uses.also],
        "parameters": list(one.uses.parameters),
        "derivations": list(one.uses.derivations),
        "decides": list(one.decides),
        **{what.replace("-", "_"): list(one.shown[what]) for what in ("defeated", "fails-by-one", *_BOUNDARY)},
        "lacks": list(one.lacks),
    }


def _summary(clauses: Sequence[dict[str, Any]], cases: int, failed: Sequence[str]) -> dict[str, Any]:
    def count(status: str) -> int:
        return sum(clause["status"] == status for clause in clauses)

    return {
        "clauses": len(clauses),
        "encoded": count("encoded"),
        "not_computable": count("not computable"),
        "out_of_scope": count("out of scope"),
        "lacking": sum(bool(clause["lacks"]) for clause in clauses),
        "cases": cases,
        "failing_cases": len(failed),
    }


def _print(data: dict[str, Any], screen: Screen) -> None:
    from cli.words import counted, word

    language = screen.language
    section = None
    for clause in data["clauses"]:
        if clause["section"] != section:
            section = clause["section"]
            screen.line(("\n" if section else "") + screen.styled(section, "bold"))
        _print_clause(clause, screen)
    told = data["summary"]
    screen.line()
    names = ("encoded", "not computable", "out of scope")
    statuses = ", ".join(f"{word(name, language)}: {told[name.replace(' ', '_')]}" for name in names)
    cases = counted(told["cases"], "case", language)
    screen.line(f"{counted(told['clauses'], 'clause', language)} ({statuses}), {cases}")
    if told["left_as_below"]:
        screen.line(f"{word('left-as-below', language)}: {counted(told['left_as_below'], 'clause', language)}")
    if data["failing_cases"]:
        screen.line(f"{word('failing-cases', language)}: {', '.join(data['failing_cases'])}")
    lacking = [clause for clause in data["clauses"] if clause["lacks"]]
    if not lacking:
        screen.line(screen.styled(word("complete", language), "green"))
        return
    screen.line(f"{word('lacking', language)}: {len(lacking)}")
    for name in dict.fromkeys(lack for clause in lacking for lack in clause["lacks"]):
        without = [clause["id"] for clause in lacking if name in clause["lacks"]]
        _names(f"lacks-{name}", without, screen, "  ")


def _print_clause(clause: dict[str, Any], screen: Screen) -> None:
    from cli.tables import paragraph
    from cli.words import word

    status = f"[{word(clause['status'], screen.language)}]"
    lacks = ", ".join(word(f"lacks-{lack}", screen.language) for lack in clause["lacks"])
    tail = "  " + screen.styled(lacks, "red") if lacks else ""
    screen.line(f"  {screen.styled(clause['id'], 'bold')}  {clause['title']}  {status}{tail}")
    if clause["why"]:
        paragraph(clause["why"], screen, "      ")
    carriers = [name for key in _CARRIERS for name in clause[key]]
    _names("carried-by", carriers, screen)
    _names("decides", clause["decides"], screen)
    _names("defeated", dict.fromkeys((*clause["defeated"], *clause["fails_by_one"])), screen)
    _names("boundary", dict.fromkeys(case for side in _BOUNDARY for case in clause[side]), screen)


def _names(name: str, items: Iterable[str], screen: Screen, indent: str = "      ") -> None:
    from cli.tables import paragraph
    from cli.words import word

    told = list(items)
    if told:
        paragraph(f"{word(name, screen.language)}: {', '.join(told)}", screen, indent)
