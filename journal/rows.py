"""Rows of the database as records, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from journal.chain import canonical
from journal.records import Entry, EventRecord

if TYPE_CHECKING:
    from journal.wire import Row

_FORM = "%Y-%m-%dT%H:%M:%S.%fZ"


def stamp(at: datetime) -> str:
    """A time as it is kept: UTC, always as long, so that times sort as texts do. ValueError for one without a zone."""
    if at.tzinfo is None:
        raise ValueError("a time without a zone says nothing")
    return at.astimezone(UTC).strftime(_FORM).rjust(27, "0")


def time_of(stamped: str) -> datetime:
    """The time that was kept."""
    return datetime.fromisoformat(stamped)


def entry_of(row: Row) -> Entry:
    """The entry in a row of the table of entries."""
    event, number, kind, at, by, about, table, hand, data, body, previous, digest = row
    told = json.loads(data)
    return Entry(event, number, kind, time_of(at), by, about, table, hand, told, body, previous, digest)


def row_of(entry: Entry, at: str) -> dict[str, Any]:
    """An entry as a row of that table. ``at``: its time as it is kept."""
    row: dict[str, Any] = entry._asdict()
    row["at_table"] = row.pop("table")
    return row | {"at": at, "data": canonical(entry.data)}


def event_of(entry: Entry) -> EventRecord:
    """The event that a first entry opens."""
    data = entry.data
    name, rulebook, place, organiser, zone = (str(data.get(field, "")) for field in EventRecord._fields[1:6])
    return EventRecord(entry.event, name, rulebook, place, organiser, zone, entry.at)


def details_of(text: str) -> Mapping[str, str]:
    """Personal details as they were kept."""
    told: dict[str, Any] = json.loads(text)
    return {str(name): str(value) for name, value in told.items()}
