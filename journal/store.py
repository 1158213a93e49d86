"""The journal as a store of records: what can be written to it and read from it, whatever database it lies in.

Every fault (a database that is locked, full, damaged, too new or not there, an event that does not exist) is raised as
:class:`facts.faults.Faults` with a sentence and a way out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from journal import schema
from journal.address import Address, address_of
from journal.faults import missing, refuse
from journal.reading import Reader
from journal.records import Draft, Entry, EventRecord, Verified
from journal.writing import Pen

if TYPE_CHECKING:
    from journal.wire import Wire

_FORBIDDEN = set("/\\\"'`$<>|*?")
_LONGEST = 60


class Journal(Reader):
    """A journal that is open. Use it as a context manager, or close it. Not for use by several threads at once."""

    def __init__(self, wire: Wire, came_from: str = "") -> None:
        super().__init__(wire)
        self.shown = wire.shown
        """The database as it is named to people."""
        self.came_from = came_from
        """The older version that its tables had before it was opened; empty where they were current, or new."""

    @classmethod
    def open(cls, database: str = "", create: bool = False) -> Journal:
        """Opens the journal at a URL or path, by default that of FLOORCALL_DATABASE, else the one in the user's data
        folder. One of an older version is brought to the current one first; one that is not there is made with
        ``create``, else a fault.
        """
        address = address_of(database)
        wire = _connected(address, create)
        try:
            version = wire.version()
            if not version and version is not None and not create:
                _none_yet(address)
            came_from = ""
            if schema.check(version, address.shown):
                wire.close()
                schema.upgrade(address)
                came_from = version or ""
                wire = _connected(address, create)
        except BaseException:
            wire.close()
            raise
        return cls(wire, came_from)

    def close(self) -> None:
        """Lets go of the database."""
        self._wire.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_event(self, event: EventRecord, by: str = "") -> Entry:
        """Opens an event: its first entry. Raises Faults when the id is taken or is none."""
        self._check_id(event.id)
        data = event._asdict()
        del data["id"], data["opened"]
        with self._transaction():
            if self._wire.rows("head", event=event.id):
                refuse(self.shown, f"there is an event {event.id} already", "give another id")
            self._wire.run("add_event", id=event.id, entries=0, head="")
            return Pen(self._wire, event.id, 0, "").append(Draft("opened", data, by=by, at=event.opened))

    @contextmanager
    def writing(self, event: str) -> Iterator[Pen]:
        """A transaction on one event. It is acknowledged when the block ends; an exception in it leaves no trace."""
        with self._transaction():
            found = self._wire.rows("lock", event=event)
            if not found:
                self._no_event(event)
            yield Pen(self._wire, event, *found[0])

    def append(self, event: str, *drafts: Draft) -> tuple[Entry, ...]:
        """Adds entries in one transaction."""
        with self.writing(event) as pen:
            return tuple([pen.append(draft) for draft in drafts])

    def erase_player(self, event: str, key: str, reason: str, by: str = "") -> Entry:
        """Erases what is personal about a player, down to the bytes in the file as far as the database allows."""
        with self.writing(event) as pen:
            entry = pen.player_erased(key, reason, by)
        self._wire.wipe()
        return entry

    def verify(
        self, event: str, noted: Iterable[tuple[int, str]] = (), step: Callable[[], None] | None = None
    ) -> Verified:
        """Looks through the chain of an event for anything changed, deleted, inserted or in another order. ``noted``:
        numbers and digests, or how these begin, that somebody noted down earlier. ``step`` is called for each entry.
        """
        from journal.verifying import verify

        self.size(event)
        return verify(self._wire, event, noted, step)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._wire.begin()
        try:
            yield
            self._wire.commit()
        except BaseException:
            self._wire.rollback()
            raise

    def _check_id(self, event: str) -> None:
        fine = event and len(event) <= _LONGEST and event.isprintable() and not set(event) & _FORBIDDEN
        if not fine or " " in event or event.startswith(("-", ".")):
            told = (
                "an id has no spaces and none of / \\ \" ' ` $ < > | * ?, begins with neither - nor ., and is at most"
            )
            refuse(self.shown, f"{event!r} is no id of an event", f"{told} {_LONGEST} letters long")


def _connected(address: Address, create: bool) -> Wire:
    if not address.path:
        try:
            from journal.postgres import PostgresWire
        except ImportError:
            raise missing(address.shown, "SQLAlchemy") from None
        return PostgresWire(address)
    from journal.sqlite import SqliteWire

    if not os.path.exists(address.path):
        if not create:
            _none_yet(address)
        folder = os.path.dirname(os.path.abspath(address.path))
        try:
            if address.usual:
                os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError as error:
            refuse(address.shown, f"the folder of the journal cannot be made: {error.strerror}", "name a --database")
        if not os.path.isdir(folder):
            refuse(address.shown, "there is no such folder to put a journal in")
    elif os.path.isdir(address.path):
        refuse(address.shown, "this is a folder, a journal is a file", "name a file in it")
    return SqliteWire(address)


def _none_yet(address: Address) -> None:
    refuse(address.shown, "there is no journal here yet", "floorcall log new-event ID --name NAME begins one")


__all__ = ["Journal", "Pen", "Reader"]
