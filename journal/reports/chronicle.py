"""An event as the reports see it: each incident with everything that was said about it later.

What a correction says stands in the place of what it corrects; the correction itself is kept and told as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from facts.faults import Fault, Faults
from facts.records import NamedTuple
from journal.records import Body, Entry, EventRecord, PlayerRecord
from journal.reports.plain import line, name

DISQUALIFIED = ("disqualified-event", "disqualified-season")
_LONGEST_NAME = 120


class Source(Protocol):
    """What a report asks of a journal; :class:`journal.reading.Reader` has it."""

    def event(self, event: str) -> EventRecord:
        """The event with this id."""

    def players(self, event: str) -> tuple[PlayerRecord, ...]:
        """Its players."""

    def entries(self, event: str) -> Iterator[Entry]:
        """Its entries in their order."""

    def body(self, event: str, number: int) -> Body:
        """An incident as it was entered, with its rulings."""

    def bodies(self, event: str) -> Iterator[tuple[int, Body]]:
        """All of them with their numbers."""


class Penalty(NamedTuple):
    """A penalty with how far it is served. ``state``: given, open, partly, served, forgiven or overturned.

    ``hands``: how many it costs, None where it is not counted in hands; ``served``: how many of them were missed.
    """

    entry: Entry
    data: Mapping[str, Any]
    state: str
    hands: int | None
    served: int


class Protest(NamedTuple):
    """A protest with its decision, None while it is open."""

    entry: Entry
    data: Mapping[str, Any]
    decision: Entry | None


class Case(NamedTuple):
    """An incident and what is about it. ``decision``: the last one of an official, None where there is none."""

    entry: Entry
    data: Mapping[str, Any]
    decision: Entry | None
    penalties: tuple[Penalty, ...]
    protests: tuple[Protest, ...]

    @property
    def table(self) -> str:
        """The table, as it was corrected; empty where none was told."""
        return line(self.data.get("table") or self.entry.table)

    @property
    def hand(self) -> str:
        """The number of the hand, as it was corrected; empty where none was told."""
        return line(self.data.get("hand") or self.entry.hand)

    @property
    def overridden(self) -> bool:
        """Whether the official departed from the ruling."""
        return self.decision is not None and not self.decision.data.get("accepted", True)


class Chronicle:
    """A whole event, read once."""

    def __init__(self, event: EventRecord, players: Sequence[PlayerRecord], entries: Sequence[Entry]) -> None:
        self.event = event
        self.entries = tuple(entries)
        self._players = {player.key: player for player in players}
        self._about: dict[int, list[Entry]] = {}
        for entry in self.entries:
            if entry.about is not None:
                self._about.setdefault(entry.about, []).append(entry)

    @classmethod
    def read(cls, journal: Source, event: str) -> Chronicle:
        """The event with this id. Raises Faults when it is not there."""
        return cls(journal.event(event), journal.players(event), tuple(journal.entries(event)))

    @property
    def last(self) -> Entry:
        """The last entry: how far this reaches, and what proves all of it."""
        return self.entries[-1]

    # -- entries ----------------------------------------------------------------------------------------------------

    def entry(self, number: int) -> Entry:
        """One entry. Raises Faults when there is none with this number."""
        if not 1 <= number <= len(self.entries):
            hint = f"they go from 1 to {len(self.entries)}"
            raise Faults([Fault(self.event.id, 0, 0, f"entry {number} is not in the journal of this event", hint)])
        return self.entries[number - 1]

    def about(self, entry: Entry, *kinds: str) -> Iterator[Entry]:
        """Later entries about one, of some kinds."""
        return (other for other in self._about.get(entry.number, ()) if other.kind in kinds)

    def data(self, entry: Entry) -> Mapping[str, Any]:
        """What an entry says, as it was corrected."""
        found = dict(entry.data)
        for correction in self.about(entry, "correction"):
            found.update(correction.data.get("values") or {})
        return found

    def of_kind(self, *kinds: str) -> list[Entry]:
        """All entries of some kinds."""
        return [entry for entry in self.entries if entry.kind in kinds]

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All incidents in their order."""
        return tuple(self._case(entry) for entry in self.of_kind("incident"))

    def case(self, entry: Entry) -> Case | None:
        """The incident that an entry is, or is about in the end."""
        seen: set[int] = set()
        while entry.kind != "incident":
            if entry.about is None or entry.number in seen or not 1 <= entry.about <= len(self.entries):
                return None
            seen.add(entry.number)
            entry = self.entries[entry.about - 1]
        return self._case(entry)

    def _case(self, entry: Entry) -> Case:
        decision: Entry | None = None
        for decision in self.about(entry, "decision"):  # noqa: B007  (the last one counts)
            pass
        penalties = tuple(self._penalty(other) for other in self.about(entry, "penalty"))
        protested = [entry, *(penalty.entry for penalty in penalties)]
        if decision is not None:
            decision = decision._replace(data=self.data(decision))
            protested.append(decision)
        protests = tuple(self._protest(other) for against in protested for other in self.about(against, "protest"))
        return Case(entry, self.data(entry), decision, penalties, protests)

    def _protest(self, entry: Entry) -> Protest:
        decided = list(self.about(entry, "protest-decision"))
        last = decided[-1]._replace(data=self.data(decided[-1])) if decided else None
        return Protest(entry, self.data(entry), last)

    def _penalty(self, entry: Entry) -> Penalty:
        data = self.data(entry)
        hands = data.get("hands")
        served = sum(int(other.data.get("hands") or 0) for other in self.about(entry, "served"))
        lifted = [*self.about(entry, "lifted"), *self._lifted_with(entry)]
        if lifted:
            state = str(lifted[0].data.get("how") or "overturned")
        elif hands is None:
            state = "given"
        else:
            state = "served" if served >= hands else "partly" if served else "open"
        return Penalty(entry, data, state, hands, served)

    def _lifted_with(self, entry: Entry) -> Iterator[Entry]:
        """What lifts the whole incident that a penalty was given for."""
        if entry.about is not None and 1 <= entry.about <= len(self.entries):
            yield from self.about(self.entries[entry.about - 1], "lifted")

    @cached_property
    def penalties(self) -> tuple[Penalty, ...]:
        """All penalties in their order."""
        return tuple(self._penalty(entry) for entry in self.of_kind("penalty"))

    @cached_property
    def protests(self) -> tuple[Protest, ...]:
        """All protests in their order."""
        return tuple(self._protest(entry) for entry in self.of_kind("protest"))

    @property
    def disqualifications(self) -> tuple[Penalty, ...]:
        """The penalties that end somebody's event, those that were lifted included."""
        return tuple(penalty for penalty in self.penalties if penalty.data.get("type") in DISQUALIFIED)

    # -- players ----------------------------------------------------------------------------------------------------

    def player(self, key: object) -> PlayerRecord:
        """A player; one who was never named to the journal has a key alone."""
        told = str(key)
        return self._players.get(told) or PlayerRecord(told, "", {}, False)

    def called(self, key: object) -> str:
        """How a player is called in a report: key and name, either where there is only one."""
        player = self.player(key)
        shown, named = name(player.key, _LONGEST_NAME), name(player.name, _LONGEST_NAME)
        return shown if not named or named == shown else f"{shown} · {named}"


def seats_of(case: Case) -> dict[str, str]:
    """The players of an incident by their seats."""
    return {line(seat): str(key) for seat, key in (case.data.get("players") or {}).items()}


def body_of(journal: Source, case: Case) -> Body:
    """The incident as it was entered, with its ruling by language."""
    return journal.body(case.entry.event, case.entry.number)


__all__ = ["DISQUALIFIED", "Case", "Chronicle", "Penalty", "Protest", "Source", "body_of", "seats_of"]
