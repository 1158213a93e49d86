"""Rulings that are logged: the incident, its ruling and its penalties are written in one transaction."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from cli.output import Screen, prepared
from facts.faults import Fault, Faults


class Recorder:
    """The journal of an event, open for one call. Raises Faults when it is not there or cannot be written."""

    def __init__(self, arguments: Any) -> None:
        from journal.store import Journal

        self.players = players_of(arguments.players)
        self.journal = Journal.open(arguments.database or "")
        try:
            self.event = self.journal.event(arguments.log)
            self.at = time_of(arguments.at, self.event)
        except Faults:
            self.journal.close()
            raise
        self._told = {"table": arguments.table or "", "hand": arguments.hand or "", "by": arguments.by or ""}
        self._rounds = arguments.rounds
        self.teller: Any = None
        """Who told the last ruling, for the journal."""
        self.entries: tuple[Any, ...] = ()
        """What was written for the last ruling: the incident, then its penalties."""

    def rule(self, told: Any, form: str, desk: Any) -> Any:
        """The ruling of a desk on an incident, written down. What it raises leaves no trace. ``form``: see
        ``journal.incidents.Ruled``.
        """
        from cli.version import VERSION
        from explain.data import Teller
        from journal import incidents

        self.entries = ()
        text, file, incident, loaded = told
        incidents.check_players(incident, self.players, file)
        book, vocabulary, readings = loaded
        ruling = desk.decided(told)
        occasions: Mapping[str, Any] = {}
        with self.journal.writing(self.event.id) as pen:
            if incidents.asks_the_record(ruling):
                from journal.offences import with_occasions  # late: few stories tell of an offence

                found = with_occasions(incident, book, vocabulary, pen, self.event.id, self.players, readings)
                counted, occasions = found
                ruling = desk.decided(told._replace(incident=counted))
            ruled = incidents.Ruled(
                text, file, form, ruling, self.players, readings, occasions, _engine(desk.engines()), VERSION
            )
            self.teller = Teller(ruling)
            drafts = incidents.drafts(ruled, at=self.at, rounds=self._rounds, teller=self.teller, **self._told)
            entries = tuple([pen.append(draft) for draft in drafts])
        self.entries = entries
        return ruling

    def acknowledge(self, arguments: Any, screen: Screen) -> None:
        """Says the numbers of the entries that the last ruling became, and what its penalties ask for; on stderr where
        stdout holds another contract.
        """
        screen.flush()
        if arguments.format == "json":
            out = prepared(sys.stderr)
            screen = Screen(out, screen.language, screen.width, False)
        self.say(screen)
        screen.flush()

    def say(self, screen: Screen, penalties_only: bool = False) -> None:
        """The same on a screen."""
        from cli.logviews import acknowledged

        for line in acknowledged(self.event.id, self.entries[penalties_only:], screen.language):
            screen.line(line)
        occasions = self.entries[0].data["occasions"] if self.entries else {}
        if occasions.get("unmatched") or occasions.get("typed"):
            from cli.lawviews import uncounted  # late: most seats are matched

            uncounted(occasions, screen)


def _engine(pool: Any) -> str:
    from engine.pool import ClipsPool

    return "clips" if isinstance(pool, ClipsPool) else "experta"


def players_of(options: Any) -> dict[str, str]:
    """The players by seat, of ``--players A=17,B=Ivan``. Raises Faults for another form, or a seat told twice."""
    found: dict[str, str] = {}
    for option in options or ():
        for pair in option.split(","):
            seat, sign, key = (part.strip() for part in pair.partition("="))
            if not (seat and sign and key):
                told = "it says nobody" if not pair.strip() else "a seat and a player with = between them are needed"
                raise Faults([Fault(f"--players {option}", 0, 0, told, "SEAT=PLAYER,..., such as A=17,C=Ivanov")])
            if found.setdefault(seat, key) != key:
                raise Faults([Fault(f"--players {option}", 0, 0, f"seat {seat} has two players: {found[seat]}, {key}")])
    return found


def time_of(told: str | None, event: Any, option: str = "--at") -> Any:
    """The time of an option, aware, None where none is told; without a zone in that of the event. Raises Faults."""
    if not told:
        return None
    from datetime import UTC, datetime

    try:
        at = datetime.fromisoformat(told)
        at = at if at.tzinfo is not None else at.replace(tzinfo=zone_of(event.time_zone))
        return at.astimezone(UTC)
    except (ValueError, OverflowError):
        hint = "such as 2026-11-30T21:15 or 2026-11-30T21:15:00+02:00"
        raise Faults([Fault(f"{option} {told}", 0, 0, "this is no time", hint)]) from None


def zone_of(name: str) -> Any:
    """A time zone by its name; without a name that of this machine. Raises Faults for one that is not known."""
    from datetime import UTC, datetime

    if not name:
        return datetime.now().astimezone().tzinfo or UTC
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Faults([Fault(f"time zone {name}", 0, 0, "it is not known", "such as Europe/Sofia")]) from None


__all__ = ["Recorder", "players_of", "time_of", "zone_of"]
