"""``floorcall log``: events of the journal, and incidents that are ruled on and entered."""

from __future__ import annotations

from typing import Any

from cli.codes import BAD_INPUT, OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults

_NEW_EVENT = """examples:
  floorcall log new-event spring-open --name "Spring Open" --time-zone Europe/Sofia --rulebook bfsp
  floorcall log new-event friday --name "Friday night" --database friday.sqlite

The journal is a file in your data folder unless --database or FLOORCALL_DATABASE names another one: a file, or
postgresql://USER@HOST/DATABASE. One that is not there is made."""

_EVENTS = """examples:
  floorcall log events
  floorcall log events --database postgresql://floor@localhost/journal --format json"""

_ADD = """examples:
  floorcall log add spring-open incident.yaml --players A=17,C=21 --table 5 --hand 212 --by Petrova
  floorcall log add spring-open day1/*.yaml
  floorcall log add spring-open hand.phh --at 2026-11-30T21:15
  cat incident.yaml | floorcall log add spring-open -

Each incident is ruled on and written with its ruling and its penalties, all or nothing. 'floorcall rule FILE --log
EVENT' does the same and prints the whole ruling; 'floorcall say STORY --log EVENT' takes a story in shorthand."""


def new_event_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log new-event``."""
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database, add_when

    parser.description, parser.epilog = "Opens the journal of an event.", _NEW_EVENT
    parser.add_argument("id", metavar="ID", help="a short name of the event: letters, digits, - and _")
    parser.add_argument("--name", required=True, metavar="NAME", help="the name of the event, as reports print it")
    parser.add_argument("--rulebook", metavar="BOOK", help="by which its incidents are ruled, an id or a folder")
    parser.add_argument("--place", metavar="PLACE", help="where it is played")
    parser.add_argument("--organiser", metavar="NAME", help="who holds it")
    parser.add_argument("--time-zone", metavar="ZONE", help="of its times: Europe/Sofia (that of this machine)")
    add_when(parser)
    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def new_event(arguments: Any, screen: Screen) -> int:
    """Opens an event; the first one makes the journal."""
    import os
    from datetime import UTC, datetime

    from cli.logwriting import time_of, zone_of
    from cli.words import log_word as word
    from journal.records import EventRecord
    from journal.store import Journal

    zone_of(arguments.time_zone or "")
    book = _book(arguments.rulebook or "")
    told = (arguments.name, book, arguments.place or "", arguments.organiser or "", arguments.time_zone or "")
    event = EventRecord(arguments.id, *told, opened=datetime.now(UTC))
    event = event._replace(opened=time_of(arguments.at, event) or event.opened)
    with Journal.open(arguments.database or "", create=True) as journal:
        upgraded(journal, screen)
        entry = journal.new_event(event, arguments.by or "")
        if arguments.format == "json":
            from cli.logviews import written

            written([entry], journal, arguments, screen)
        else:
            from cli.faults import shown_path

            place = shown_path(journal.shown) if os.path.exists(journal.shown) else journal.shown
            begun, opened = word("begun", screen.language), word("is-begun", screen.language)
            screen.line(f"{begun} {event.id} {opened} {word('in-database', screen.language)} {place}")
    return OK


def _book(name: str) -> str:
    """The rulebook of an event: an id as it is, a folder by its whole path. Raises Faults when it does not load."""
    if not name:
        return ""
    import os

    from knowledge.loading import load

    load(name)
    return os.path.abspath(name) if os.path.isfile(os.path.join(name, "rulebook.yaml")) else name


def upgraded(journal: Any, screen: Screen) -> None:
    """Says on stderr that an older journal was brought up to date."""
    if journal.came_from:
        import sys

        from cli.words import log_word as word
        from journal.schema import CURRENT

        told = f"{word('upgraded', screen.language)} {journal.came_from} → {CURRENT}"
        print(told, file=sys.stderr)


def events_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log events``."""
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database

    parser.description, parser.epilog = "Lists the events of the journal, the oldest first.", _EVENTS
    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def events(arguments: Any, screen: Screen) -> int:
    """Prints the events with how many entries they have."""
    from cli.faults import printable
    from cli.logviews import contract
    from cli.logwriting import zone_of
    from cli.tables import table
    from cli.words import log_word as word
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        found = [(event, journal.size(event.id)) for event in journal.events()]
        if arguments.format == "json":
            told = [
                event._asdict() | {"opened": event.opened.isoformat().replace("+00:00", "Z"), "entries": size}
                for event, size in found
            ]
            screen.json(contract(journal, events=told))
            return OK
    if not found:
        screen.line(word("no-events", screen.language))
    entries = word("entries", screen.language)
    rows = [
        [
            printable(event.id),
            event.opened.astimezone(zone_of(event.time_zone)).strftime("%Y-%m-%d"),
            f"{size} {entries}",
            printable(event.name),
        ]
        for event, size in found
    ]
    table(rows, screen)
    return OK


def add_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log add``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks, add_readings
    from cli.logoptions import log_arguments

    parser.description, parser.epilog = "Rules on incidents and enters them in the journal of an event.", _ADD
    parser.add_argument("log", metavar="EVENT", help="the event, by its id")
    parser.add_argument("files", nargs="+", metavar="FILE", help="an incident file, or - for standard input")
    parser.add_argument("--rulebook", metavar="BOOK", help="a rulebook, by id or by its folder (that of the event)")
    log_arguments(parser, rulings=False)
    add_readings(parser)
    add_engine(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def add(arguments: Any, screen: Screen) -> int:
    """Enters each file in turn, each in a transaction of its own; faults in one do not keep the others out."""
    from cli.rule import Desk

    desk = Desk(arguments)
    try:
        return _add(desk, arguments, screen)
    finally:
        desk.close()


def _add(desk: Any, arguments: Any, screen: Screen) -> int:
    from cli.logviews import contract, written

    plain = arguments.format != "json"
    entries: list[Any] = []
    faults: list[Fault] = []
    for name in arguments.files:
        try:
            desk.rule(name)
        except Faults as found:
            from cli.faults import report

            screen.flush()
            report(found.faults, desk.texts, arguments.colour)
            faults.extend(found.faults)
            continue
        entries.extend(desk.recorder.entries)
        if plain:
            written(desk.recorder.entries[:1], desk.recorder.journal, arguments, screen)
            desk.recorder.say(screen, penalties_only=True)
    if not plain:
        from cli.faults import as_data
        from cli.logviews import entry_data

        told = contract(desk.recorder.journal, entries=[entry_data(entry) for entry in entries])
        screen.json(told | ({"faults": as_data(faults)["faults"]} if faults else {}))
    return BAD_INPUT if faults else OK
