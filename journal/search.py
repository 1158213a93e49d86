"""Searching the journal, through its index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from facts.records import NamedTuple
from journal import marks
from journal.chain import text
from journal.faults import missing
from journal.records import Entry, Query
from journal.rows import entry_of, stamp

if TYPE_CHECKING:
    from journal.wire import Wire

_LAST = "\U0010ffff"  # after every letter: the end of what begins with a word


def found(wire: Wire, query: Query, events: Sequence[str]) -> list[Entry]:
    """The entries of these events that a query finds, each event's in their order. With a limit: the latest ones."""
    query = Query._make(text(told) if isinstance(told, str) else told for told in query)
    left = query.limit
    pieces: list[list[Entry]] = []
    for event in reversed(events) if left is not None else events:
        if left is not None and left < 1:
            break
        piece = _of_event(wire, query, event, left)
        pieces.append(piece)
        left = None if left is None else left - len(piece)
    ordered = reversed(pieces) if query.limit is not None else pieces
    return [entry for piece in ordered for entry in piece]


def _of_event(wire: Wire, query: Query, event: str, limit: int | None) -> list[Entry]:
    wanted = sorted(_wanted(wire, query, event), key=lambda mark: mark.rows)
    if any(mark.rows == 0 for mark in wanted):
        return []
    try:
        statement = _statement(query, event, wanted, limit)  # late: it imports SQLAlchemy
    except ImportError:
        raise missing(wire.shown, "SQLAlchemy") from None
    rows = wire.chosen(statement)
    return sorted(map(entry_of, rows), key=lambda entry: entry.number)


def _statement(query: Query, event: str, wanted: Sequence[_Mark], limit: int | None) -> Any:
    """One statement for everything that is asked. The rarest mark leads; the others are looked up entry by entry."""
    from sqlalchemy import and_, exists, or_, select

    from journal.tables import ENTRIES, MARKS

    own, mark = ENTRIES.c, MARKS.c
    statement = select(ENTRIES).where(own.event == event)
    if query.kinds:
        statement = statement.where(or_(*(own.kind == kind for kind in query.kinds)))
    if query.table:
        statement = statement.where(own.at_table == query.table)
    if query.about is not None:
        statement = statement.where(own.about == query.about)
    if query.since is not None:
        statement = statement.where(own.at >= stamp(query.since))
    if query.until is not None:
        statement = statement.where(own.at < stamp(query.until))
    if query.after:
        statement = statement.where(own.number > query.after)
    order = own.number
    for rank, told in enumerate(wanted):
        fits = and_(mark.event == event, mark.what == told.what, told.condition(mark.value))
        if rank == 0 and len(told.values) == 1:
            statement = statement.join(MARKS, and_(mark.event == own.event, mark.number == own.number)).where(fits)
            order = mark.number
        elif rank == 0 or told.values is _MANY:
            alias = MARKS.alias(f"m{rank}")
            inner = and_(alias.c.event == event, alias.c.what == told.what, told.condition(alias.c.value))
            statement = statement.where(own.number.in_(select(alias.c.number).where(inner)))
        else:
            alias = MARKS.alias(f"m{rank}")
            inner = and_(alias.c.event == event, alias.c.what == told.what, told.condition(alias.c.value))
            statement = statement.where(exists().where(inner, alias.c.number == own.number))
    if limit is None:
        return statement
    if not wanted and (query.since or query.until):  # the latest by time, which has an index
        return statement.order_by(own.at.desc(), own.number.desc()).limit(limit)
    return statement.order_by(order.desc()).limit(limit)


_MANY: tuple[str, ...] = ("", "")
"""Stands for more values than are worth being told one by one."""
_MOST_VALUES = 50
_ENOUGH = 5_000


class _Mark(NamedTuple):
    """A mark that an entry has to carry.

    ``values``: any of them, or ``_MANY`` that begin with ``start``; ``rows``: how many there are of it, about.
    """

    what: str
    values: tuple[str, ...]
    start: str
    rows: int

    def condition(self, value: Any) -> Any:
        """That a column holds one of the values."""
        from sqlalchemy import and_, or_

        if self.values is _MANY:
            return and_(value >= self.start, value < self.start + _LAST)
        return or_(*(value == told for told in self.values))


def _wanted(wire: Wire, query: Query, event: str) -> Iterator[_Mark]:
    """The marks that a query asks for."""
    if query.player:
        keys = (query.player, *_called(wire, event, query.player))
        yield _counted(wire, event, marks.PLAYER, keys)
    if query.clause:
        yield _counted(wire, event, marks.UNDER, (query.clause,))
    if query.happened:
        yield _counted(wire, event, marks.KIND, (query.happened,))
    for word in dict.fromkeys(marks.words_of(query.text)):
        values = tuple(_beginning(wire, event, word))
        if len(values) > _MOST_VALUES:
            yield _Mark(marks.WORD, _MANY, word, _ENOUGH * _MOST_VALUES)
        else:
            yield _counted(wire, event, marks.WORD, values)


def _counted(wire: Wire, event: str, what: str, values: tuple[str, ...]) -> _Mark:
    rows = (wire.rows("count_marked", event=event, what=what, value=value) for value in values)
    return _Mark(what, values, "", sum(int(row[0][0]) for row in rows))


def _beginning(wire: Wire, event: str, word: str) -> Iterator[str]:
    """The words of an event that begin with one, and one more than are worth being told."""
    value, known = word, 0
    found = wire.rows("value_from", event=event, what=marks.WORD, value=value)
    while found[0][0] is not None and str(found[0][0]).startswith(word) and known <= _MOST_VALUES:
        value, known = str(found[0][0]), known + 1
        yield value
        found = wire.rows("value_after", event=event, what=marks.WORD, value=value)


def _called(wire: Wire, event: str, name: str) -> Iterator[str]:
    """The keys of the players whose name holds all words of a name."""
    wanted = set(marks.words_of(name))
    if not wanted:
        return
    for key, _, _, told, _ in wire.rows("persons", event=event):
        if key != name and wanted <= set(marks.words_of(told)):
            yield key


__all__ = ["found"]
