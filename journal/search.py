"""Searching the journal, through its index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from journal import marks
from journal.chain import text
from journal.faults import missing
from journal.records import Entry, Query
from journal.rows import entry_of, stamp
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
    try:
        statement = _statement(wire, query, event, limit)
    except ImportError:
        raise missing(wire.shown, "SQLAlchemy") from None
    rows = wire.chosen(statement)
    return [entry_of(row) for row in (reversed(rows) if limit is not None else rows)]


def _statement(wire: Wire, query: Query, event: str, limit: int | None) -> Any:
    from sqlalchemy import or_, select

    from journal.tables import ENTRIES

    own = ENTRIES.c
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
    for numbers in _numbers(wire, query, event):
        statement = statement.where(own.number.in_(numbers))
    if limit is None:
        return statement.order_by(own.number)
    return statement.order_by(own.number.desc()).limit(limit)


def _numbers(wire: Wire, query: Query, event: str) -> Iterator[Any]:
    """For each mark that is asked for, the numbers of the entries that carry it."""
    from sqlalchemy import and_, or_, select

    from journal.tables import MARKS

    own = MARKS.c

    def marked(what: str, value: Any) -> Any:
        return select(own.number).where(own.event == event, own.what == what, value)

    if query.player:
        keys = (query.player, *_called(wire, event, query.player))
        yield marked(marks.PLAYER, or_(*(own.value == key for key in keys)))
    if query.clause:
        below = and_(
            own.value >= f"{query.clause}.", own.value < f"{query.clause}/"
        )  # the character after the full stop
        yield marked(marks.CLAUSE, or_(own.value == query.clause, below))
    if query.happened:
        yield marked(marks.KIND, own.value == query.happened)
    for word in marks.words_of(query.text):
        yield marked(marks.WORD, and_(own.value >= word, own.value < word + _LAST))


def _called(wire: Wire, event: str, name: str) -> Iterator[str]:
    """The keys of the players whose name holds all words of a name."""
    wanted = set(marks.words_of(name))
    if not wanted:
        return
    for key, _, _, told, _ in wire.rows("persons", event=event):
        if key != name and wanted <= set(marks.words_of(told)):
            yield key


__all__ = ["found"]
