"""``floorcall rule``: incidents in, rulings out."""

from __future__ import annotations

import os
import sys
from typing import Any, NoReturn

from cli.codes import BAD_INPUT, OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults
from facts.records import NamedTuple

FORMATS = ("text", "json", "markdown")
AUDIENCES = ("player", "judge", "trainer", "auditor")
BOOK = "bfsp"
STDIN = "<stdin>"
_MOST_BYTES = 1_000_000

DEFAULTS: dict[str, Any] = {
    "rulebook": None,
    "format": "text",
    "lang": None,
    "languages": RULED,
    "audience": "judge",
    "reading": (),
    "event": None,
    "engine": None,
    "colour": "auto",
    "width": None,
    "log": None,
}

ABOUT = """Rules on one incident or on several. An incident is a YAML or JSON file, or a hand in PHH
notation (.phh); '-' reads YAML or JSON from standard input.

A missing fact is no fault: the ruling then says which question decides and what each answer leads to."""

EXAMPLES = """examples:
  floorcall rule incident.yaml
  floorcall rule incident.yaml --audience player --lang ru
  floorcall rule incident.yaml --reading 4.9.8.p4.e1=to-full
  floorcall rule incident.yaml --event spring-open.yaml --format json
  floorcall rule incidents/*.yaml --rulebook house/
  floorcall rule hand.phh --rulebook tda
  cat incident.yaml | floorcall rule -
  floorcall rule incident.yaml --log spring-open --players A=17,C=21 --table 5

an event file fixes readings and the rulebook for a whole event:
  rulebook: bfsp
  readings: {4.9.8.p4.e1: to-full}

The rulebook is that of --rulebook, else of the event file, else the incident's own, else bfsp."""


def rule_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall rule``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks, add_readings, choice
    from cli.logoptions import log_arguments

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.set_defaults(**DEFAULTS)
    parser.add_argument("files", nargs="+", metavar="FILE", help="an incident file, or - for standard input")
    parser.add_argument("--rulebook", metavar="BOOK", help="a rulebook, by id or by its folder")
    add_format(parser, FORMATS)
    add_language(parser, RULED)
    choice(parser, "--audience", AUDIENCES, "whom the text is for (judge); JSON is the same for all", "judge")
    add_readings(parser)
    log_arguments(parser)
    add_engine(parser)
    add_looks(parser)


def rule(arguments: Any, screen: Screen) -> int:
    """Rules on each file in turn. Faults in one do not keep the others from being ruled on."""
    desk = Desk(arguments)
    try:
        return _rule_on_all(desk, arguments, screen)
    finally:
        desk.close()


def _rule_on_all(desk: Desk, arguments: Any, screen: Screen) -> int:
    results: list[Any] = []
    status, printed = OK, 0
    for name in arguments.files:
        try:
            ruling = desk.rule(name)
        except Faults as found:
            status = BAD_INPUT
            results.append(_refused(found, name, desk, arguments, screen))
            continue
        if arguments.format == "json":
            results.append(as_data(ruling, screen.language, desk.teller))
        else:
            _heading(name, printed, arguments, screen)
            printed += 1
            screen.line(as_text(ruling, arguments, screen, desk.teller).rstrip("\n"))
        desk.acknowledge(arguments, screen)
    if arguments.format == "json":
        screen.json(results if len(arguments.files) > 1 else results[0])
    return status


def _refused(found: Faults, name: str, desk: Desk, arguments: Any, screen: Screen) -> dict[str, Any]:
    from cli.faults import as_data, report

    screen.flush()
    report(found.faults, desk.texts, arguments.colour)
    return as_data(found.faults, STDIN if name == "-" else name)


def _heading(name: str, printed: int, arguments: Any, screen: Screen) -> None:
    """Of several files each is announced by its name."""
    if len(arguments.files) < 2:
        return
    from cli.faults import printable

    shown = printable(STDIN if name == "-" else name)
    if printed:
        screen.line()
    screen.line(f"# {shown}\n" if arguments.format == "markdown" else screen.styled(f"== {shown} ==", "bold"))


def as_data(ruling: Any, language: str, teller: Any = None) -> Any:
    """A ruling as the JSON contract has it. ``teller``: one that has told it before."""
    from explain.data import Teller

    found = (teller or Teller(ruling)).data(language)
    if _is_history(ruling.incident.file):
        from explain.irregular import irregular_data

        return {**found, "irregular": irregular_data(ruling, language)}
    return found


def as_text(ruling: Any, arguments: Any, screen: Screen, teller: Any = None) -> str:
    """A ruling as text or Markdown, for the audience that the arguments ask for. ``teller``: one that has told it."""
    if arguments.format == "markdown":
        from explain.markdown import to_markdown

        return to_markdown(ruling, screen.language, arguments.audience, teller)
    from explain.text import to_text

    text = to_text(ruling, screen.language, arguments.audience, screen.width, screen.colour, teller)
    if not _is_history(ruling.incident.file) or arguments.audience == "player":
        return text
    from explain.irregular import irregular_text

    return irregular_text(ruling, screen.language, screen.width, screen.colour) + text


def _is_history(file: str) -> bool:
    """Whether a file is a hand in PHH notation."""
    return file.lower().endswith(".phh")


class Loaded(NamedTuple):
    """A rulebook with its vocabulary and the readings in force."""

    book: Any
    vocabulary: Any
    readings: dict[str, str]


class Told(NamedTuple):
    """An incident as it was read: the text, the name of its source, the incident, and the rulebook to rule by."""

    text: bytes
    file: str
    incident: Any
    loaded: Loaded


class Desk:
    """Everything that is needed once for all incidents: rulebooks, readings, engines."""

    def __init__(self, arguments: Any) -> None:
        self.own = arguments.rulebook or ""
        self.fixed: tuple[Any, ...] = ()
        self.texts: dict[str, str] = {}
        self._books: dict[str, Loaded] = {}
        self._engine: str | None = getattr(arguments, "engine", None)  # the verbs search without an engine
        self._pool: Any = None
        self.recorder: Any = None
        if arguments.event or arguments.reading:
            self._fix(arguments)
        if getattr(arguments, "log", None):
            from cli.logwriting import Recorder

            self.recorder = Recorder(arguments)
            self.own = self.own or self.recorder.event.rulebook

    def _fix(self, arguments: Any) -> None:
        from cli.regulations import from_options, read_event

        if arguments.event:
            event = read_event(arguments.event)
            self.own = self.own or event.rulebook
            self.fixed = event.readings
        self.fixed += from_options(arguments.reading)

    def rule(self, name: str) -> Any:
        """The ruling on the incident in a file. Raises Faults."""
        return self.ruling(self.told(name))

    def ruling(self, told: Told, form: str = "") -> Any:
        """The ruling on an incident that was read; it is logged where that was asked for. ``form``: that of the text,
        where its name does not tell. Raises Faults when its cards make no hand, or when it cannot be logged.
        """
        return self.decided(told) if self.recorder is None else self.recorder.rule(told, form, self)

    @property
    def teller(self) -> Any:
        """Who has told the last ruling already, None where nobody has."""
        return None if self.recorder is None else self.recorder.teller

    def acknowledge(self, arguments: Any, screen: Screen) -> None:
        """Says which entries the last ruling became, where it was logged."""
        if self.recorder is not None:
            self.recorder.acknowledge(arguments, screen)

    def close(self) -> None:
        """Lets go of the journal, where there is one."""
        if self.recorder is not None:
            self.recorder.journal.close()

    def decided(self, told: Told) -> Any:
        """The ruling on an incident, whether it is logged or not. Raises Faults when its cards make no hand."""
        from engine.ruling import decide

        text, file, incident, loaded = told
        try:
            ruling = decide(incident, loaded.book, loaded.vocabulary, self.engines(), loaded.readings)
            if incident.disputes:
                from engine.disputes import with_versions  # late: in most stories nothing is disputed

                return with_versions(ruling, self.engines(), loaded.readings)
            if not loaded.book.layered:
                return ruling
            from engine.layers import with_below  # late: only regulations over a rulebook pay for it

            return with_below(ruling, self.engines(), loaded.readings)
        except ValueError:
            from cli.hands import blame_hands

            blame_hands(incident, text, file)
            raise

    def told(self, name: str) -> Told:
        """The incident in a file with the rulebook to rule it by. Raises Faults."""
        from facts.reader import read_story

        file = STDIN if name == "-" else name
        text = self._read(name, file)
        loaded = self.load(self.own or self._guess(text, file))
        incident = read_story(text, file, loaded.vocabulary)
        if not self.own and incident.rulebook:
            loaded = self._load_own(incident.rulebook, text, file)
        return Told(text, file, incident, loaded)

    def _read(self, name: str, file: str) -> bytes:
        if name != "-":
            return read_bytes(name)
        if file in self.texts:
            raise Faults([Fault(file, 0, 0, "standard input was read already", "give - only once")])
        data = read_stdin()
        self.texts[file] = data.decode("utf-8-sig", "replace")
        return data

    def _guess(self, text: bytes, file: str) -> str:
        """The rulebook that the incident seems to name; only a guess, so that it is not loaded beside the usual one."""
        for line in text.splitlines():
            if line.startswith(b"rulebook:"):
                told = line[9:].split(b" #")[0].strip().strip(b"'\"").decode("utf-8", "replace")
                try:
                    self.load(from_here(told, file))
                except Faults:
                    return BOOK
                return from_here(told, file)
        return BOOK

    def load(self, name: str) -> Loaded:
        """A rulebook by id or folder, by no name the usual one. Raises Faults."""
        name = name or BOOK
        if name not in self._books:
            from knowledge.loading import load

            book, vocabulary = load(name)
            readings: dict[str, str] = {}
            if self.fixed:
                from cli.regulations import in_force

                readings = in_force(book, self.fixed)
            self._books[name] = Loaded(book, vocabulary, readings)
        return self._books[name]

    def _load_own(self, name: str, text: bytes, file: str) -> Loaded:
        """The rulebook that an incident names; that it is not there is a fault of the incident."""
        try:
            return self.load(from_here(name, file))
        except Faults as found:
            blame_book(found, name, text, file)

    def engines(self) -> Any:
        """The engines, made when they are first needed."""
        if self._pool is None:
            from cli.engines import pool

            self._pool = pool(self._engine)
        return self._pool


def blame_book(found: Faults, name: str, text: bytes, file: str) -> NoReturn:
    """Raises that a rulebook is not there as a fault of the incident that names it, any other fault as it is."""
    if len(found.faults) > 1 or found.faults[0].line:
        raise found
    from cli.places import place_of_key

    (fault,) = found.faults
    place = place_of_key(text, "rulebook")
    raise Faults([Fault(file, *place, f"rulebook: {fault.message}: {name}", fault.hint)]) from None


def read_stdin() -> bytes:
    """Standard input, up to what the reader takes."""
    return sys.stdin.buffer.read(_MOST_BYTES + 1) if sys.stdin is not None else b""


def read_bytes(name: str) -> bytes:
    """The content of a file, up to what the reader takes. Raises Faults when it cannot be read."""
    try:
        with open(name, "rb") as stream:
            return stream.read(_MOST_BYTES + 1)
    except (OSError, ValueError):
        from facts.yamlnodes import Collector, read_text

        collector = Collector(name)
        read_text(name, collector)
        if not collector.faults:
            collector.fault(None, "the file cannot be read")
        raise Faults(collector.faults) from None


def from_here(book: str, file: str) -> str:
    """A rulebook folder that an incident names is looked for beside the incident."""
    near = os.path.join(os.path.dirname(file), book)
    return near if file != STDIN and os.path.isfile(os.path.join(near, "rulebook.yaml")) else book
