"""``floorcall log protest`` and ``close``: protests are filed, listed and decided; the end of an event is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults

_PROTEST = """examples:
  floorcall log protest spring-open
  floorcall log protest spring-open --now 2026-12-15
  floorcall log protest spring-open --against 13 --player 17 --text "I acted in turn, the dealer pointed at me" \\
      --decided-by head-judge --written yes --gives-reason yes --through head-judge
  floorcall log protest spring-open --entry 20 --received 2026-12-02 --received-by "the federation"
  floorcall log protest spring-open --entry 20 --decide upheld --text "the camera shows it" --by "the federation"

Without --text, --decide or a new fact it says which protests are open and which are late. Whether a protest is
admissible, who decides it and by when is asked of the rulebook; what the journal knows (was he punished, is the event
over) is taken from it, the rest is asked for. A protest that the rules do not admit is recorded as it was told."""

_CLOSE = """examples:
  floorcall log close spring-open
  floorcall log close spring-open --at 2026-11-30T23:40 --by Petrova

From then on protests come after the end of the event."""

OUTCOMES = ("upheld", "rejected")
YES_NO = ("yes", "no")
_FACTS = (
    ("--decided-by", "decided_by", "OFFICIAL", "who made the decision that is disputed: judge, head-judge ..."),
    ("--written", "written", "{yes,no}", "whether it is in writing"),
    ("--gives-reason", "gives_reason", "{yes,no}", "whether it states its reason"),
    ("--through", "through", "OFFICIAL", "through whom it was handed in: head-judge or nobody"),
    ("--goes-to", "goes_to", "BODY", "to whom it is addressed: floor, director, outside-body"),
)


def protest_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log protest``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks, one_of, whole
    from cli.logoptions import add_database, add_when

    parser.description, parser.epilog = "Files a protest, decides one, or says what is open and what is late.", _PROTEST
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("--against", type=whole(1), metavar="N", help="the penalty or the incident, by its entry")
    parser.add_argument("--player", metavar="PLAYER", help="who protests, by his key")
    parser.add_argument("--text", metavar="TEXT", help="what it says; with --decide: what was decided")
    for option, name, shown, about in _FACTS:
        parser.add_argument(option, dest=name, metavar=shown, help=about)
    about = "the protest that is decided or added to, by its entry"
    parser.add_argument("--entry", type=whole(1), metavar="N", help=about)
    parser.add_argument("--received", metavar="TIME", help="when whoever decides received it")
    parser.add_argument("--received-by", metavar="NAME", help="who received it")
    shown = "{" + ",".join(OUTCOMES) + "}"
    parser.add_argument("--decide", type=one_of(OUTCOMES), choices=OUTCOMES, metavar=shown, help="what was decided")
    parser.add_argument("--now", metavar="TIME", help="the time for which it is told what is late (now)")
    parser.add_argument("--rulebook", metavar="BOOK", help="by which protests are ruled (that of the event)")
    add_when(parser)
    add_database(parser)
    add_engine(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def close_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log close``."""
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database, add_when

    parser.description, parser.epilog = "Says that the event is over.", _CLOSE
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    add_when(parser)
    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def close(arguments: Any, screen: Screen) -> int:
    """Adds that the event is over. Raises Faults when it was closed before."""
    from cli.logpenalties import add
    from journal.records import Draft

    def drafts(standing: Any) -> list[Any]:
        before = next(standing.reader.entries(standing.event, "closed"), None)
        if before is not None:
            told = f"{standing.event} was closed before, in entry {before.number}"
            raise Faults([Fault(standing.event, 0, 0, told)])
        return [Draft("closed", {})]

    return add(arguments, screen, drafts)


def protest(arguments: Any, screen: Screen) -> int:
    """Files, adds, decides or lists. Raises Faults with everything that does not fit together."""
    told = _facts(arguments)
    _check(arguments, told)
    if arguments.decide:
        return _decide(arguments, screen)
    if arguments.against is not None or arguments.entry is not None:
        return _file(arguments, told, screen)
    return _list(arguments, screen)


def _facts(arguments: Any) -> dict[str, Any]:
    """The facts that were told, as values of the vocabulary. Raises Faults for words that it does not have."""
    given = {name: (option, getattr(arguments, name)) for option, name, _, _ in _FACTS}
    if not any(value for _, value in given.values()):
        return {}
    from cli.arguments import unknown
    from facts.lexicon import vocabulary

    slots = vocabulary().facts["protest"].slots
    faults, found = [], {}
    for name, (option, value) in given.items():
        if value is None:
            continue
        known = slots[name].domain or YES_NO
        if value not in known:
            faults.append(Fault(f"{option} {value}", 0, 0, unknown(value, known), "one of " + ", ".join(known)))
        found[name] = value if slots[name].domain else value == "yes"
    if faults:
        raise Faults(faults)
    return found


def _check(arguments: Any, told: Mapping[str, Any]) -> None:
    """What has to be told together."""
    faults = []

    def fault(what: str, message: str, hint: str = "") -> None:
        faults.append(Fault(what, 0, 0, message, hint))

    files = arguments.against is not None
    if files and arguments.entry is not None:
        fault("--entry", "a protest is either filed (--against) or added to (--entry)")
    if files and not arguments.player:
        fault("--against", "who protests is not told", "--player PLAYER")
    if files and not arguments.text:
        fault("--against", "what the protest says is not told", "--text TEXT")
    if arguments.decide and (files or arguments.entry is None):
        fault("--decide", "which protest is decided is not told", "--entry N")
    more = [arguments.text, arguments.received, arguments.received_by, *told.values()]
    if not files and arguments.entry is None and any(value is not None for value in more):
        fault("log protest", "which protest this is about is not told", "--against N files one, --entry N adds to one")
    adds = arguments.received or arguments.received_by or told
    if arguments.entry is not None and not arguments.decide and not adds:
        fault("--entry", "nothing is added to the protest", "--received, --decide, or a fact such as --written yes")
    if faults:
        raise Faults(faults)


def _law(journal: Any, event: Any, arguments: Any, about: int | None) -> Any:
    """The rules that protests of an event are ruled by: those of the command, of the event, of the incident."""
    from cli.engines import pool
    from cli.rule import BOOK
    from journal.protests import Law, incident_of
    from journal.standing import Standing
    from knowledge.loading import load

    name = arguments.rulebook or event.rulebook
    readings: dict[str, str] = {}
    if about is not None:
        number = incident_of(Standing(journal, event.id), journal.entry(event.id, about))
        if number is not None:
            data = journal.entry(event.id, number).data
            readings = data.get("readings") or {}
            name = name or data["rulebook"]["id"]
    book, vocabulary = load(name or BOOK)
    readings = {clause: told for clause, told in readings.items() if book.has_reading(clause, told)}
    return Law(book, vocabulary, readings, pool(arguments.engine))


def _file(arguments: Any, told: Mapping[str, Any], screen: Screen) -> int:
    from datetime import UTC, datetime

    from cli.log import upgraded
    from cli.logviews import written
    from cli.logwriting import time_of
    from journal.protests import amended, filed
    from journal.standing import Standing
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        at = time_of(arguments.at, event) or datetime.now(UTC)
        received = _time(arguments.received, event, "--received")
        number = arguments.entry or arguments.against
        law = _law(journal, event, arguments, number)
        by = arguments.received_by or ""
        with journal.writing(event.id) as pen:
            standing = Standing(pen, event.id)
            if arguments.against is not None:
                draft = filed(
                    standing, law, arguments.player, arguments.against, arguments.text, at, told, received, by
                )
            else:
                values = {"received": received.isoformat()} if received is not None else {}
                values |= {"received_by": by} if by else {}
                draft = amended(standing, law, arguments.entry, values, told)
            entry = pen.append(draft._replace(by=arguments.by or "", at=at))
        if arguments.format == "json":
            written([entry], journal, arguments, screen)
        else:
            _acknowledge(entry, screen)
            _show_one(journal, event, law, arguments.entry or entry.number, arguments, screen)
    return OK


def _acknowledge(entry: Any, screen: Screen) -> None:
    """The number of an entry; what it says follows in words."""
    from cli.faults import printable
    from cli.words import log_word as word

    say = screen.language
    about = f"{word('about', say)} {entry.about}"
    screen.line(
        f"{word('logged', say)} {printable(entry.event)} {word('entry', say)} {entry.number}, "
        f"{word(entry.kind, say)}: {about}"
    )


def _decide(arguments: Any, screen: Screen) -> int:
    from cli.logpenalties import add
    from journal.protests import decided

    by = arguments.by or ""
    return add(
        arguments,
        screen,
        lambda standing: decided(standing, arguments.entry, arguments.decide, arguments.text or "", by),
    )


def _list(arguments: Any, screen: Screen) -> int:
    from cli.log import upgraded
    from cli.logviews import contract
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        about = next((entry.about for entry in journal.entries(event.id, "protest")), None)
        law = _law(journal, event, arguments, about)
        data = _data(journal, event, law, arguments)
        if arguments.format == "json":
            screen.json(contract(journal, **data))
            return OK
        names = {player.key: player.name for player in journal.players(event.id)}
    _print(data, names, arguments.player or "", screen)
    return OK


def _data(journal: Any, event: Any, law: Any, arguments: Any) -> dict[str, Any]:
    from datetime import UTC, datetime

    from cli.logwriting import zone_of
    from journal.protests import protests_data
    from journal.standing import Standing

    now = _time(arguments.now, event, "--now") or datetime.now(UTC)
    return protests_data(Standing(journal, event.id), law, now, zone_of(event.time_zone))


def _time(told: str | None, event: Any, option: str) -> Any:
    """A time as ``--at`` takes it, of another option."""
    from cli.logwriting import time_of

    try:
        return time_of(told, event)
    except Faults as found:
        (fault,) = found.faults
        raise Faults([fault._replace(file=f"{option} {told}")]) from None


def _show_one(journal: Any, event: Any, law: Any, number: int, arguments: Any, screen: Screen) -> None:
    """What the rules say of a protest that was just filed or added to."""
    data = _data(journal, event, law, arguments)
    for one in data["protests"]:
        if one["entry"] == number:
            _detail(one, event.id, screen)


def _print(data: Mapping[str, Any], names: Mapping[str, str], player: str, screen: Screen) -> None:
    from cli.faults import printable
    from cli.words import law_word as word

    language, event = screen.language, printable(data["event"])
    found = [one for one in data["protests"] if player in ("", one["player"])]
    if not found:
        screen.line(word("no-protests", language, event=event))
    for one in found:
        who = " ".join(part for part in (one["player"], names.get(one["player"], "")) if part)
        against = word("against", language, entry=one["about"])
        state = "; ".join(_state(one, data["deadline"], language))
        style = {"late": "red", "open": "yellow", "unsent": "yellow"}.get(one["state"], "dim")
        screen.line(f"{one['entry']}  {printable(who)}  {against}  {screen.styled(state, style)}")
        _detail(one, data["event"], screen)
    if found:
        screen.line(word("protests-sum", language, open=data["open"], late=data["late"]))
    screen.line(word("event-over" if data["event_over"] else "event-on", language))


def _state(one: Mapping[str, Any], deadline: Mapping[str, Any] | None, language: str) -> Iterator[str]:
    from cli.faults import printable
    from cli.words import law_word as word

    yield word("pending" if one["state"] == "open" else one["state"], language)
    if one["decision"] is not None:
        decision = one["decision"]
        told = (word(decision["outcome"], language), printable(decision["decided_by"]), printable(decision["text"]))
        yield ", ".join(part for part in told if part)
        if one["late"]:
            yield word("decided-late", language)
    elif one["due"] is not None and deadline is not None and one["state"] != "inadmissible":
        received = one["received"][:10]
        until = word("due", language, received=received, due=one["due"], days=one["days"], all=deadline["days"])
        yield f"{until} ({deadline['clause']})"
    elif one["received"]:
        yield word("received", language, received=one["received"][:10])


def _detail(one: Mapping[str, Any], event: str, screen: Screen) -> None:
    from cli.faults import printable
    from cli.tables import paragraph
    from cli.words import law_word as word

    language = screen.language
    says: list[str] = one["says"].get(language) or next(iter(one["says"].values()), [])
    clauses = f"  {' '.join(one['clauses'][:1])}" if one["clauses"] else ""
    paragraph(printable(" ".join(says)) + clauses, screen, "    ")
    asked = one["questions"].get(language) or [] if one["allowed"] is None else []
    for question in asked:
        paragraph(word("to-tell", language, question=printable(question)), screen, "    ")
    if asked:
        screen.line("    " + word("add-facts", language, event=printable(event), entry=one["entry"]))
