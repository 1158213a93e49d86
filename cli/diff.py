"""``floorcall rulebook diff``: the clauses that two rulebooks have differently, and the cases that flip."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.codes import OK
from cli.output import Screen

EXAMPLES = """examples:
  floorcall rulebook diff bfsp bpt
  floorcall rulebook diff bfsp bpt 6.6
  floorcall rulebook diff bfsp bpt --cases --only 'turn-*'
  floorcall rulebook diff bfsp house/ --cases --format json

With --cases every case of either book is ruled under both, and each whose ruling or reasons differ is shown, old and
new side by side. Differences are no failure: the exit code is 0."""


def diff_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook diff``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks

    parser.description, parser.epilog = "Compares two rulebooks clause by clause, and case by case.", EXAMPLES
    parser.add_argument("old", metavar="OLD", help="a rulebook, by id or by its folder")
    parser.add_argument("new", metavar="NEW", help="another one")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", default="", help="only this clause or section")
    parser.add_argument("--cases", action="store_true", help="also the cases whose ruling or reasons differ")
    about = "with --cases: only cases whose id fits, such as 'allin-*' (may be given again)"
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help=about)
    add_engine(parser)
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def diff(arguments: Any, screen: Screen) -> int:
    """Prints what differs. Raises Faults for an unknown book, clause or case."""
    from cli.bookdata import clauses_named
    from knowledge.differences import differences
    from knowledge.loading import load

    (old, vocabulary), (new, _) = load(arguments.old), load(arguments.new)
    if arguments.clause:
        clauses_named(arguments.clause, old, new)
    clauses = [_clause(one, screen.language) for one in differences(old, new, arguments.clause)]
    data: dict[str, Any] = {"schema": "floorcall.diff/1", "old": old.id, "new": new.id, "clauses": clauses}
    if arguments.cases:
        data["cases"] = list(_flips(old, new, vocabulary, arguments, screen.language))
    if arguments.format == "json":
        screen.json(data)
    else:
        _print(data, screen)
    return OK


def _clause(one: Any, language: str) -> dict[str, Any]:
    return {
        "clause": one.clause,
        "kind": one.kind,
        "parts": list(one.parts),
        "rules": list(one.rules),
        "old": _side(one.left, language),
        "new": _side(one.right, language),
        "moved_to": one.moved_to or None,
        "moved_from": one.moved_from or None,
    }


def _side(clause: Any, language: str) -> dict[str, str] | None:
    from cli.words import text

    if clause is None:
        return None
    return {"title": text(clause.title, language), "gist": text(clause.gist, language), "status": clause.status}


def _flips(old: Any, new: Any, vocabulary: Any, arguments: Any, language: str) -> Iterator[dict[str, Any]]:
    """The cases of either book that come out differently."""
    from cli.casefolders import Batch, only
    from cli.engines import pool
    from cli.progress import Bar
    from cli.words import text
    from engine.flips import flip
    from knowledge.casefiles import cases_of

    home = {case.id: (book.id, case) for book in (new, old) for case in cases_of(book, vocabulary)}
    told = {name: case for name, (_, case) in home.items()}
    cases = only([Batch(old, vocabulary, tuple(told.values()))], arguments.only)[0].cases
    engines, bar = pool(arguments.engine), Bar(len(cases))
    try:
        for case in cases:
            try:
                readings = {clause: named.name for clause, named in (case.readings or {}).items()}
                found = flip(case.incident, old, new, vocabulary, engines, readings)
            finally:
                bar.step()
            if found is not None:
                sides = {side: _ruled(ruling, language) for side, ruling in (("old", found.left), ("new", found.right))}
                about = {"case": case.id, "rulebook": home[case.id][0], "title": text(case.title or {}, language)}
                yield {**about, "differs": found.what, **sides}
    finally:
        bar.clear()


def _ruled(ruling: Any, language: str) -> dict[str, Any]:
    """What a ruling says in short: its first sentences, what each player may do, the clauses behind it."""
    from explain.data import as_data

    data = as_data(ruling, language)
    options = [option["text"] for option in data["options"] if option.get("text")]
    said = [line["text"] for line in data["ruling"]]
    steps = [step["text"] for step in data["procedure"]]
    sanctions = [found["text"] for found in data["sanctions"]]
    return {
        "status": data["status"],
        "says": [*said, *steps, *options, *sanctions],
        "clauses": [cite["clause"] for cite in data["citations"]],
    }


def _print(data: dict[str, Any], screen: Screen) -> None:
    from cli.words import counted, word

    language = screen.language
    for clause in data["clauses"]:
        _print_clause(clause, data, screen)
    told = counted(len(data["clauses"]), "clause", language)
    screen.line(f"{data['old']} → {data['new']}: {word('differ', language)}: {told}")
    if "cases" not in data:
        return
    for case in data["cases"]:
        _print_case(case, data, screen)
    screen.line()
    cases = counted(len(data["cases"]), "case", language)
    homes = [case["rulebook"] for case in data["cases"]]
    tail = ", ".join(f"{homes.count(home)} {word('of-book', language)} {home}" for home in dict.fromkeys(homes))
    screen.line(f"{data['old']} → {data['new']}: {word('flip', language)}: {cases}" + (f" ({tail})" if tail else ""))


def _print_clause(clause: dict[str, Any], data: dict[str, Any], screen: Screen) -> None:
    from cli.tables import paragraph
    from cli.words import word

    language = screen.language
    old, new = clause["old"], clause["new"]
    what = word(clause["kind"], language)
    if clause["parts"]:
        what += ": " + ", ".join(word(f"part-{part}", language) for part in clause["parts"])
    moves = [f"{word(key, language)} {clause[key]}" for key in ("moved_to", "moved_from") if clause[key]]
    what = "; ".join((what, *moves))
    style = {"gone": "red", "new": "green"}.get(clause["kind"], "yellow")
    screen.line(f"{screen.styled(clause['clause'], 'bold')}  {(new or old)['title']}  {screen.styled(what, style)}")
    if "status" in clause["parts"]:
        paragraph(
            f"{word('status', language)}: {word(old['status'], language)} → {word(new['status'], language)}",
            screen,
            "    ",
        )
    for side, told in (("old", old), ("new", new)):
        if told is not None and (clause["kind"] != "changed" or "gist" in clause["parts"]):
            paragraph(f"{data[side]}: {told['gist']}", screen, "    ")
    if clause["rules"]:
        paragraph(f"{word('rules', language)}: {', '.join(clause['rules'])}", screen, "    ")


def _print_case(case: dict[str, Any], data: dict[str, Any], screen: Screen) -> None:
    from cli.tables import table
    from cli.words import word

    language = screen.language
    screen.line()
    what = word(f"differs-{case['differs']}", language)
    screen.line(f"{screen.styled(case['case'], 'bold')}  {case['title']}  {screen.styled(what, 'yellow')}")
    rows = []
    for side in ("old", "new"):
        ruled = case[side]
        rows.append((f"  {data[side]}", " ".join(ruled["says"]) or word("nothing-said", language)))
        rows.append(("", ", ".join(ruled["clauses"])))
    table(rows, screen)
