"""What can be asked of a journal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from journal import chain, marks
from journal.faults import refuse
from journal.records import Body, Entry, EventRecord, PlayerRecord, Query
from journal.rows import details_of, entry_of, event_of

if TYPE_CHECKING:
    from journal.wire import Wire


class Reader:
    """What can be asked. A :class:`journal.store.Journal` answers from what was last acknowledged, a
    :class:`journal.store.Pen` from what its own transaction sees.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def events(self) -> tuple[EventRecord, ...]:
        """All events, the oldest first."""
        return tuple(event_of(entry_of(row)) for row in self._wire.rows("events"))

    def event(self, event: str) -> EventRecord:
        """The event with this id. Raises Faults that name the nearest one."""
        found = self._wire.rows("entry", event=event, number=1)
        if not found:
            self._no_event(event)
        return event_of(entry_of(found[0]))

    def entry(self, event: str, number: int) -> Entry:
        """One entry. Raises Faults when the event or the entry is not there."""
        found = self._wire.rows("entry", event=event, number=number) if number < 1 << 31 else ()
        if not found:
            last = self.size(event)
            refuse(self._wire.shown, f"event {event} has no entry {number}", f"its entries are 1 to {last}")
        return entry_of(found[0])

    def size(self, event: str) -> int:
        """How many entries an event has. Raises Faults when it is not there."""
        found = self._wire.rows("head", event=event)
        if not found:
            self._no_event(event)
        return int(found[0][0])

    def entries(
        self, event: str, *kinds: str, player: str = "", about: int | None = None, clause: str = "", after: int = 0
    ) -> Iterator[Entry]:
        """The entries of an event in their order, of all kinds or of those that are named.

        ``player``: only those that concern this player; ``about``: only those about this entry; ``clause``: only those
        with exactly this clause; ``after``: only those with a higher number. Nothing where there is no such event.
        """
        name = "entries"
        values: dict[str, Any] = {}
        if about is not None:
            name, values = "entries_about", {"about": about}
        elif player or clause:
            what, value = (marks.PLAYER, player) if player else (marks.CLAUSE, clause)
            name, values = "entries_marked", {"what": what, "value": value}
        elif len(kinds) == 1:
            name, values = "entries_of_kind", {"kind": kinds[0]}
        wanted = [(what, told) for what, told in ((marks.PLAYER, player), (marks.CLAUSE, clause)) if told]
        while rows := self._wire.rows(name, event=event, after=after, **values):
            for row in rows:
                entry = entry_of(row)
                if (not kinds or entry.kind in kinds) and _carries(entry, wanted):
                    yield entry
            after = rows[-1][1]

    def body(self, event: str, number: int) -> Body:
        """The incident of an entry as it was entered, with its ruling in every language. Raises Faults when the entry
        has none, or when it is damaged.
        """
        found = self._wire.rows("body", event=event, number=number)
        if not found:
            entry = self.entry(event, number)
            refuse(self._wire.shown, f"entry {number} of {event} is no incident: its kind is {entry.kind}")
        return self._unpacked(event, *found[0])

    def bodies(self, event: str) -> Iterator[tuple[int, Body]]:
        """All of an event, in the order of their entries, read one by one."""
        after = 0
        while rows := self._wire.rows("bodies", event=event, after=after):
            for number, content in rows:
                yield number, self._unpacked(event, number, content)
            after = rows[-1][0]

    def players(self, event: str) -> tuple[PlayerRecord, ...]:
        """The players of an event that were named to the journal or took part in an incident, sorted by their key
        (numbers by their value).
        """
        told = {row[0]: row for row in self._wire.rows("persons", event=event)}
        keys = {row[0] for row in self._wire.rows("values_marked", event=event, what=marks.PLAYER)}
        gone = {entry.data["key"] for entry in self.entries(event, "erased")}
        found = (_player(key, told.get(key), key in gone) for key in keys | set(told))
        return tuple(sorted(found, key=lambda player: _order(player.key)))

    def player(self, event: str, key: str) -> PlayerRecord:
        """One of them; a key that is not known gives a record with an empty name."""
        found = self._wire.rows("person", event=event, key=key)
        gone = not found and next(self.entries(event, "erased", player=key), None) is not None
        return _player(key, found[0] if found else None, gone)

    def search(self, query: Query) -> list[Entry]:
        """The entries that a query finds, in the order of events (the oldest first) and numbers."""
        from journal.search import found  # late: it imports SQLAlchemy

        events = (query.event,) if query.event else tuple(event.id for event in self.events())
        return found(self._wire, query, events)

    def _unpacked(self, event: str, number: int, content: Any) -> Body:
        try:
            return chain.unpacked(bytes(content))[0]
        except ValueError:
            told = f"the incident of entry {number} of {event} is damaged"
            refuse(self._wire.shown, told, f"floorcall log verify {event}")

    def _no_event(self, event: str) -> NoReturn:
        from facts.faults import nearest

        ids = [row[0] for row in self._wire.rows("event_ids")]
        hint = nearest(event, ids) if ids else "floorcall log new-event begins one"
        refuse(self._wire.shown, f"there is no event {event} in the journal", hint)


def _carries(entry: Entry, wanted: list[tuple[str, str]]) -> bool:
    """Whether the data of an entry carry all these marks."""
    if not wanted:
        return True
    carried = marks.marks_of(entry.data)
    return all(mark in carried for mark in wanted)


def _player(key: str, row: Any, gone: bool) -> PlayerRecord:
    if row is None:
        return PlayerRecord(key, "", {}, gone)
    return PlayerRecord(key, row[3], details_of(row[4]), False)


def _order(key: str) -> tuple[int, str]:
    return (int(key), key) if key.isascii() and key.isdigit() and len(key) < 19 else (1 << 63, key.casefold())
