"""``floorcall compare``: one incident under several rulebooks, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults, nearest

ABOUT = """Rules on one incident under several rulebooks and shows the answers side by side: what the act counts as,
what comes back, who may do what, which steps and sanctions follow, and the clauses behind it. What differs from the
first rulebook is marked. '-' reads the incident from standard input."""

EXAMPLES = """examples:
  floorcall compare incident.yaml
  floorcall compare incident.yaml --rulebooks tda,bfsp,house/
  floorcall compare incident.yaml --reading bfsp:4.9.8.p4.e1=to-full --lang ru
  floorcall compare incident.yaml --format markdown

Without --rulebooks all installed rulebooks are asked, first the incident's own, else bfsp. A rulebook that is silent,
asks for facts or does not speak of the game says so. Differences are no failure: the exit code is 0."""

FORMATS = ("text", "json", "markdown")
BOOK = "bfsp"


def compare_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall compare``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("file", metavar="FILE", help="an incident file, or - for standard input")
    about = "rulebooks by id or by folder, the first is compared with (all that are installed)"
    parser.add_argument("--rulebooks", action="append", default=[], metavar="BOOK,...", help=about)
    about = "read a clause of a rulebook so (again for other clauses)"
    parser.add_argument("--reading", action="append", default=[], metavar="BOOK:CLAUSE=NAME", help=about)
    add_format(parser, FORMATS)
    add_engine(parser)
    add_language(parser, RULED)
    add_looks(parser)


def compare(arguments: Any, screen: Screen) -> int:
    """Prints the answers of the rulebooks. Raises Faults for a faulty incident, an unknown book, clause or reading."""
    from cli.engines import pool
    from cli.rule import STDIN, read_bytes, read_stdin
    from engine.comparison import compare as compared
    from facts.reader import read_story

    shelf = _Shelf(arguments.rulebooks)
    file = STDIN if arguments.file == "-" else arguments.file
    text = read_stdin() if arguments.file == "-" else read_bytes(file)
    incident = read_story(text, file, shelf.vocabulary)
    _agreed(incident, file)
    books = shelf.books(incident.rulebook or "", text, file)
    readings = _readings(arguments.reading, books)
    engines = pool(arguments.engine)
    try:
        found = compared(incident, books, shelf.vocabulary, engines, readings)
    except ValueError:
        from cli.hands import blame_hands

        blame_hands(incident, text, file)
        raise
    _print(found, shelf.broken, arguments.format, screen)
    return OK


def _agreed(incident: Any, file: str) -> None:
    """Raises Faults where facts are disputed: rulebooks are compared on one story."""
    hint = "floorcall rule shows the ruling on each version; tell one of them here"
    faults = [
        Fault(file, one.place.line, one.place.column, f"{one.fact} is disputed: books are compared on one story", hint)
        for one in incident.disputes
    ]
    if faults:
        raise Faults(faults)


def _print(found: Any, broken: Mapping[str, int], format: str, screen: Screen) -> None:
    if format == "json":
        from explain.compare import comparison_data

        screen.json(comparison_data(found, screen.language, broken))
        return
    from explain.comparetext import to_markdown, to_text

    left_out = tuple(broken)
    if format == "markdown":
        screen.line(to_markdown(found, screen.language, left_out).rstrip("\n"))
    else:
        screen.line(to_text(found, screen.language, screen.width, screen.colour, left_out).rstrip("\n"))


# -- which rulebooks ------------------------------------------------------------------------------------------------


class _Shelf:
    """The rulebooks that are compared. ``broken``: installed ones left out, with the number of their faults."""

    def __init__(self, options: list[str]) -> None:
        from knowledge.loading import load

        self.named = _named(options)
        self.broken: dict[str, int] = {}
        self._loaded: dict[str, Any] = {}
        faults: list[Fault] = []
        for name in self.named or (BOOK,):
            try:
                self._loaded[name], self.vocabulary = load(name)
            except Faults as wrong:
                faults.extend(wrong.faults)
        if faults:
            raise Faults(faults)

    def books(self, own: str, text: bytes, file: str) -> list[Any]:
        """Those that were asked for; else all that are installed, first the one that the incident names (``own``).

        Raises Faults when the incident's own has faults or is not there, and when two books have the same id.
        """
        if self.named:
            return _apart(self._loaded.values())
        from cli.rule import from_here
        from knowledge.loading import installed

        first = from_here(own, file) if own else BOOK
        self._add_own(first, own, text, file)
        for name in installed():
            self._add(name)
        return _apart((self._loaded[first], *self._loaded.values()))

    def _add_own(self, name: str, told: str, text: bytes, file: str) -> None:
        from cli.rule import blame_book
        from knowledge.loading import load

        if name not in self._loaded:
            try:
                self._loaded[name] = load(name)[0]
            except Faults as found:
                blame_book(found, told, text, file)

    def _add(self, name: str) -> None:
        from knowledge.loading import load

        if name not in self._loaded:
            try:
                self._loaded[name] = load(name)[0]
            except Faults as found:
                self.broken[name] = len(found.faults)


def _named(options: list[str]) -> list[str]:
    """The rulebooks of ``--rulebooks``, each once. Raises Faults when a name is missing."""
    names = [name.strip() for option in options for name in option.split(",")]
    if not all(names):
        raise Faults([Fault("--rulebooks", 0, 0, "the name of a rulebook is missing", "such as bfsp,tda")])
    return list(dict.fromkeys(names))


def _apart(found: Iterable[Any]) -> list[Any]:
    """Each rulebook once, whatever it was called. Raises Faults when two have the same id."""
    books = list({book.folder: book for book in found}.values())
    ids = [book.id for book in books]
    for book in books:
        if ids.count(book.id) > 1:
            message = f"two of the rulebooks have the id {book.id}"
            raise Faults([Fault(book.folder, 0, 0, message, "name those to compare with --rulebooks")])
    return books


# -- readings -------------------------------------------------------------------------------------------------------


def _readings(options: list[str], books: list[Any]) -> dict[str, dict[str, str]]:
    """The chosen readings by the id of the book. Raises Faults for what is not understood, all at once."""
    from cli.regulations import from_options, in_force

    by_book: dict[str, list[str]] = {}
    faults: list[Fault] = []
    ids = [book.id for book in books]
    for option in options:
        book, colon, reading = option.partition(":")
        if not colon:
            hint = "BOOK:CLAUSE=NAME, such as bfsp:4.14.3=single-step"
            faults.append(Fault(f"--reading {option}", 0, 0, "':' is missing", hint))
        elif book not in ids:
            message = f"{book or 'nothing'} is none of the rulebooks that are compared"
            faults.append(Fault(f"--reading {option}", 0, 0, message, nearest(book, ids)))
        else:
            by_book.setdefault(book, []).append(reading)
    chosen: dict[str, dict[str, str]] = {}
    for one in books:
        try:
            chosen[one.id] = in_force(one, from_options(by_book.get(one.id, ())))
        except Faults as wrong:
            faults.extend(wrong.faults)
    if faults:
        raise Faults(faults)
    return chosen
