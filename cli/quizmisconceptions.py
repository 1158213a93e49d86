"""``floorcall quiz misconceptions``: what is wrongly held to be the rule, and which clauses refute it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cli.codes import OK
from cli.output import Screen
from cli.tables import paragraph, table
from training.said import say

if TYPE_CHECKING:
    from knowledge.model import Rulebook
    from training.listed import Listed, Refutation

_GROUP = "quiz-misconceptions"

EXAMPLES = """examples:
  floorcall quiz misconceptions
  floorcall quiz misconceptions --rulebook bg --lang ru
  floorcall quiz misconceptions half-raise-in-no-limit
  floorcall quiz misconceptions --check
  floorcall quiz misconceptions --format json

How to write one is told in docs/misconceptions.md. The JSON follows floorcall schema quiz."""


def misconceptions_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz misconceptions``."""
    from cli.arguments import add_format, add_language, add_looks

    parser.description = "Lists the misconceptions that wrong options come from, or all about one of them."
    parser.epilog = EXAMPLES
    parser.add_argument("name", metavar="NAME", nargs="?", help="one of them, by id")
    parser.add_argument("--rulebook", metavar="BOOK,...", help="only those that one of these rulebooks refutes")
    parser.add_argument("--check", action="store_true", help="lay each over every rulebook that it names")
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def misconceptions(arguments: Any, screen: Screen) -> int:
    """Prints the list, one of them, or that the check found nothing. Raises Faults."""
    if arguments.check:
        from training.believing import check

        found = check()
        if arguments.format == "json":
            return _as_json(_chosen(arguments, screen), screen)
        laid = sum(len(one.books) for one in found)
        screen.line(say(screen.language, "sound", _GROUP, number=len(found), laid=laid))
        return OK
    shown = _chosen(arguments, screen)
    if arguments.format == "json":
        return _as_json(shown, screen)
    if not shown:
        screen.line(say(screen.language, "none", _GROUP))
    elif arguments.name:
        _one(shown[0], screen)
    else:
        table([(one.id, one.title) for one in shown], screen)
    return OK


def _as_json(found: list[Listed], screen: Screen) -> int:
    from training.listed import as_data

    screen.json(as_data(found, screen.language))
    return OK


def _chosen(arguments: Any, screen: Screen) -> list[Listed]:
    """Those that were asked for. Raises Faults for a name or a rulebook that is not there."""
    from facts.faults import Fault, Faults, nearest
    from knowledge.loading import load
    from training.listed import listed

    named = [name.strip() for name in (arguments.rulebook or "").split(",") if name.strip()]
    books = [_rulebook(load(name)[0]) for name in named]
    every = list(listed(screen.language))
    known = [one.id for one in every]
    if arguments.name and arguments.name not in known:
        message = "there is no such misconception"
        raise Faults([Fault(arguments.name, 0, 0, message, nearest(arguments.name, known))])
    found = listed(screen.language, books) if books else every
    return [one for one in found if arguments.name in (None, one.id)]


def _rulebook(book: Rulebook) -> str:
    """The id of a rulebook; of regulations that of the rulebook below them."""
    return next((layer.book for layer in book.layers if not layer.kind), book.id)


def _one(told: Listed, screen: Screen) -> None:
    """Why it is tempting, and what refutes it in each book."""
    from knowledge.loading import load

    screen.line(screen.styled(told.title, "bold"))
    paragraph(told.tempting, screen, "  ")
    for refuted in told.refuted:
        screen.line()
        _refuted(refuted, load(refuted.book)[0], screen)


def _refuted(refuted: Refutation, book: Rulebook, screen: Screen) -> None:
    language = screen.language
    screen.line(screen.styled(f"{book.cites}  {book.name[language]}, {book.edition[language]}", "bold"))
    for clause in refuted.clauses:
        paragraph(f"{clause}  {book.clauses[clause].gist[language]}", screen, "  ")
    if refuted.cases:
        told = say(language, "shown", _GROUP, cases=", ".join(refuted.cases))
        screen.line(screen.styled(f"  {told}", "dim"))
