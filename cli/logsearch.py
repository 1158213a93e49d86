"""``floorcall log list``, ``show`` and ``verify``: what the journal holds, and whether it is whole."""

from __future__ import annotations

from typing import Any

from cli.codes import FAILED, OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults

_MOST = 50

_LIST = """examples:
  floorcall log list spring-open
  floorcall log list spring-open --kind penalty --player 17
  floorcall log list --clause 4.9 --since 2026-11-30 --limit 0
  floorcall log list spring-open --happened all-in --table 5 --text "short all-in"

Without an event all events are searched. --clause also finds what lies below a clause, --text finds words by their
beginnings, --player takes a number or a name. Without --limit the latest 50 are shown."""

_SHOW = """examples:
  floorcall log show spring-open 12
  floorcall log show spring-open 12 --format json"""

_VERIFY = """examples:
  floorcall log verify
  floorcall log verify spring-open
  floorcall log verify spring-open --noted 57=9d1f3ac0

Goes through every entry: its digest, its place in the chain, its incident, its ruling, its index, and the details of
players. The exit code is 1 where something is not whole. The last digest proves everything before it: note it down, and
--noted compares it later (the first letters of it are enough, eight or more)."""


def listing_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log list``."""
    from cli.arguments import one_of
    from journal.records import KINDS

    parser.description, parser.epilog = "Searches the journal.", _LIST
    parser.add_argument("event", nargs="?", metavar="EVENT", help="the event, by its id (all of them)")
    parser.add_argument(
        "--kind",
        action="append",
        default=[],
        type=one_of(KINDS),
        choices=KINDS,
        metavar="KIND",
        help="a kind of entry: " + ", ".join(KINDS) + "; may be given again",
    )
    parser.add_argument("--player", metavar="PLAYER", help="entries about a player")
    parser.add_argument("--table", metavar="TABLE", help="entries of a table")
    parser.add_argument("--clause", metavar="CLAUSE", help="rulings and penalties that rest on a clause")
    parser.add_argument(
        "--happened", metavar="WHAT", help="incidents with such an act or event: all-in, early-turn ..."
    )
    parser.add_argument("--text", metavar="WORDS", help="entries that hold all these words")
    parser.add_argument("--since", metavar="TIME", help="not before: 2026-11-30 or 2026-11-30T21:15")
    parser.add_argument("--until", metavar="TIME", help="before")
    parser.add_argument("--limit", type=_limit, default=_MOST, metavar="N", help=f"at most so many; 0: all ({_MOST})")
    _common(parser)


def _limit(text: str) -> int:
    from cli.arguments import whole

    return min(whole(0)(text), 1 << 30)


def _common(parser: Any) -> None:
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database

    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def listing(arguments: Any, screen: Screen) -> int:
    """Prints what a search finds, the latest entries last."""
    from cli.log import upgraded
    from cli.logviews import contract, entry_data
    from cli.logviews import listing as show_entries
    from cli.logwriting import zone_of
    from cli.words import log_word as word
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        events = [journal.event(arguments.event)] if arguments.event else list(journal.events())
        zones = {event.id: zone_of(event.time_zone) for event in events}
        found = journal.search(_query(arguments, events[0] if events else None))
        more = bool(arguments.limit) and len(found) > arguments.limit
        found = found[1:] if more else found
        if arguments.format == "json":
            screen.json(contract(journal, entries=[entry_data(entry) for entry in found], more=more))
            return OK
    if more:
        screen.line(screen.styled(word("older-left-out", screen.language), "dim"))
    if not found:
        screen.line(word("nothing-found", screen.language))
    show_entries(found, zones, screen, several=not arguments.event)
    return OK


def _query(arguments: Any, event: Any) -> Any:
    from journal.records import Query

    return Query(
        event=arguments.event or "",
        kinds=tuple(arguments.kind),
        player=arguments.player or "",
        table=arguments.table or "",
        clause=arguments.clause or "",
        happened=arguments.happened or "",
        text=arguments.text or "",
        since=_time("--since", arguments.since, event),
        until=_time("--until", arguments.until, event),
        limit=arguments.limit + 1 if arguments.limit else None,
    )


def _time(option: str, told: str | None, event: Any) -> Any:
    """A time in the zone of an event; where several are searched, in that of the first."""
    from cli.logwriting import time_of

    if not told or event is not None:
        return time_of(told, event, option)
    return None


def show_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log show``."""
    from cli.arguments import whole

    parser.description = "Shows one entry with all that it holds, and the entries about it."
    parser.epilog = _SHOW
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("entry", type=whole(1), metavar="N", help="the entry, by its number")
    _common(parser)


def show(arguments: Any, screen: Screen) -> int:
    """Prints one entry."""
    from cli.log import upgraded
    from cli.logviews import contract, entry_data, shown
    from cli.logwriting import zone_of
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        entry = journal.entry(event.id, arguments.entry)
        body = journal.body(event.id, entry.number) if entry.body else None
        about = list(journal.entries(event.id, about=entry.number))
        if arguments.format == "json":
            told = {"text": body.text.decode("utf-8", "replace"), "rulings": body.rulings} if body else None
            beside = [entry_data(other) for other in about]
            screen.json(contract(journal, entry=entry_data(entry), body=told, about=beside))
        else:
            shown(entry, body, about, zone_of(event.time_zone), screen)
    return OK


def verify_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log verify``."""
    parser.description, parser.epilog = "Looks for anything changed, deleted, put in or moved.", _VERIFY
    parser.add_argument("event", nargs="?", metavar="EVENT", help="the event, by its id (all of them)")
    about = "the number of an entry and its digest as they were noted down; may be given again"
    parser.add_argument("--noted", action="append", default=[], metavar="N=DIGEST", help=about)
    _common(parser)


def verify(arguments: Any, screen: Screen) -> int:
    """Verifies the chains and says of each whether it is whole, else what is wrong where."""
    from cli.log import upgraded
    from cli.logviews import contract, verified
    from cli.progress import Bar
    from journal.store import Journal

    noted = _noted(arguments)
    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        events = [arguments.event] if arguments.event else [event.id for event in journal.events()]
        bar = Bar(sum(journal.size(event) for event in events))
        try:
            found = [journal.verify(event, noted, bar.step) for event in events]
        finally:
            bar.clear()
        if arguments.format == "json":
            screen.json(contract(journal, verified=[_verified(one) for one in found]))
        else:
            verified(found, screen)
    return FAILED if any(one.broken for one in found) else OK


def _verified(one: Any) -> dict[str, Any]:
    told: dict[str, Any] = one._asdict()
    return told | {"broken": [{"number": broken.number, "what": broken.what} for broken in one.broken]}


def _noted(arguments: Any) -> list[tuple[int, str]]:
    found = []
    for told in arguments.noted:
        number, sign, digest = told.partition("=")
        fine = sign and number.strip().isdecimal() and len(digest.strip()) >= 8
        if not fine:
            hint = "such as 57=9d1f3ac0; log verify and log show print digests"
            raise Faults([Fault(f"--noted {told}", 0, 0, "it is not an entry with eight letters of its digest", hint)])
        if not arguments.event:
            raise Faults([Fault(f"--noted {told}", 0, 0, "of which event is it?", "log verify EVENT --noted")])
        found.append((int(number), digest.strip().lower()))
    return found
