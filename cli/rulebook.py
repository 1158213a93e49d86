"""``floorcall rulebook list | show``: what rulebooks there are and what they say."""

from __future__ import annotations

from typing import Any

from cli.codes import OK
from cli.output import Screen
from facts.faults import Faults

_LIST = """examples:
  floorcall rulebook list
  FLOORCALL_RULEBOOKS=house:events floorcall rulebook list --format json"""

_SHOW = """examples:
  floorcall rulebook show bfsp
  floorcall rulebook show bfsp 4.9.8
  floorcall rulebook show bfsp 4.9.8.p4.e1 --lang ru
  floorcall rulebook show house/ --format json"""


def listing_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook list``."""
    from cli.arguments import add_format, add_language, add_looks

    parser.description, parser.epilog = "Lists the rulebooks of this release and of FLOORCALL_RULEBOOKS.", _LIST
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def show_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rulebook show``."""
    from cli.arguments import add_format, add_language, add_looks

    parser.description, parser.epilog = "Shows the clauses of a rulebook, or all about one clause or section.", _SHOW
    parser.add_argument("book", metavar="BOOK", help="a rulebook, by id or by its folder")
    parser.add_argument("clause", metavar="CLAUSE", nargs="?", help="a clause or a section")
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def listing(arguments: Any, screen: Screen) -> int:
    """Lists the rulebooks; one that has faults is named with their number."""
    from cli.bookdata import head_data
    from knowledge.loading import folder_of, installed, load

    found: list[dict[str, Any]] = []
    for name in installed():
        try:
            found.append(head_data(load(name)[0], screen.language) | {"faults": 0})
        except Faults as faults:
            found.append({"rulebook": name, "folder": str(folder_of(name)), "faults": len(faults.faults)})
    if arguments.format == "json":
        screen.json({"schema": "floorcall.rulebooks/1", "rulebooks": found})
    else:
        _print_list(found, screen)
    return OK


def _print_list(found: list[dict[str, Any]], screen: Screen) -> None:
    from cli.tables import table
    from cli.words import counted, word

    language = screen.language
    rows = []
    for book in found:
        if book["faults"]:
            tail = f"{word('does-not-load', language)} (floorcall rulebook check {book['rulebook']})"
            rows.append((book["rulebook"], "", tail))
            continue
        size = f"{counted(book['clauses'], 'clause', language)}, {counted(book['rules'], 'rule', language)}"
        parent = f" ({word('extends', language)} {book['extends'][0]})" if book["extends"] else ""
        rows.append((book["rulebook"], size, f"{book['name']}, {book['edition']}{parent}"))
    table(rows, screen)


def show(arguments: Any, screen: Screen) -> int:
    """Shows a table of all clauses, or everything about those that were asked for. Raises Faults."""
    from cli.bookdata import cases_on, clause_data, clauses_named, head_data
    from knowledge.casefiles import cases_of
    from knowledge.loading import load
    from knowledge.uses import by_section, uses_of

    book, vocabulary = load(arguments.book)
    wanted = clauses_named(arguments.clause, book) if arguments.clause else tuple(book.clauses.values())
    uses = uses_of(book)
    detailed = bool(arguments.clause) or arguments.format == "json"
    cases = cases_of(book, vocabulary) if detailed else ()
    shown = [
        clause_data(clause, uses[clause.id], cases_on(clause.id, cases), book, screen.language)
        for clauses in by_section(wanted).values()
        for clause in clauses
    ]
    head = head_data(book, screen.language)
    if arguments.format == "json":
        screen.json({"schema": "floorcall.clauses/1", **head, "clauses": shown})
        return OK
    from cli.clauseviews import print_clause, print_table

    if not arguments.clause:
        print_table(head, shown, screen)
    for number, clause in enumerate(shown if arguments.clause else ()):
        if number:
            screen.line()
        print_clause(clause, screen)
    return OK
