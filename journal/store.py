"""The journal as a store of records: what can be written to it and read from it, whatever database it lies in.

Every fault (a database that is locked, full, damaged, too new or not there, an event that does not exist) is raised as
:class:`facts.faults.Faults` with a sentence and a way out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from journal.records import Body, Draft, Entry, EventRecord, PlayerRecord, Query, Verified


class Reader:
    """What can be asked. A :class:`Journal` answers from what was last acknowledged, a :class:`Pen` from what its own
    transaction sees.
    """

    def events(self) -> tuple[EventRecord, ...]:
        """All events, the oldest first."""
        raise NotImplementedError

    def event(self, event: str) -> EventRecord:
        """The event with this id. Raises Faults that name the nearest one."""
        raise NotImplementedError

    def entry(self, event: str, number: int) -> Entry:
        """One entry. Raises Faults when the event or the entry is not there."""
        raise NotImplementedError

    def entries(
        self, event: str, *kinds: str, player: str = "", about: int | None = None, clause: str = ""
    ) -> Iterator[Entry]:
        """The entries of an event in their order, of all kinds or of those that are named.

        ``player``: only those that concern this player; ``about``: only those about this entry; ``clause``: only those
        with exactly this clause.
        """
        raise NotImplementedError

    def body(self, event: str, number: int) -> Body:
        """The incident of an entry as it was entered, with its ruling in every language. Raises Faults when the entry
        has none.
        """
        raise NotImplementedError

    def bodies(self, event: str) -> Iterator[tuple[int, Body]]:
        """All of an event, in the order of their entries, read one by one."""
        raise NotImplementedError

    def players(self, event: str) -> tuple[PlayerRecord, ...]:
        """The players of an event that were named to the journal or took part in an incident, sorted by their key
        (numbers by their value).
        """
        raise NotImplementedError

    def player(self, event: str, key: str) -> PlayerRecord:
        """One of them; a key that is not known gives a record with an empty name."""
        raise NotImplementedError

    def search(self, query: Query) -> list[Entry]:
        """The entries that a query finds, in the order of events and numbers."""
        raise NotImplementedError


class Pen(Reader):
    """A transaction in which one event is written to. Nobody else writes meanwhile; all of it is kept or nothing."""

    def append(self, draft: Draft) -> Entry:
        """Adds an entry to the chain and gives it as it will be kept."""
        raise NotImplementedError

    def player_told(self, key: str, name: str, details: Mapping[str, str], by: str = "") -> Entry:
        """Keeps name and details of a player beside the chain, with an entry that proves them."""
        raise NotImplementedError

    def player_erased(self, key: str, reason: str, by: str = "") -> Entry:
        """Takes name, details and the salt that proves them away for good, with an entry that says so."""
        raise NotImplementedError


class Journal(Reader):
    """A journal that is open. Use it as a context manager, or close it."""

    @classmethod
    def open(cls, database: str = "") -> Journal:
        """Opens the journal at a URL or path, by default that of FLOORCALL_DATABASE, else the one in the user's data
        folder. A database that is new or older is brought to the current version first.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Lets go of the database."""
        raise NotImplementedError

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def new_event(self, event: EventRecord, by: str = "") -> Entry:
        """Opens an event: its first entry. Raises Faults when the id is taken or is none."""
        raise NotImplementedError

    @contextmanager
    def writing(self, event: str) -> Iterator[Pen]:
        """A transaction on one event. It is acknowledged when the block ends; an exception in it leaves no trace."""
        raise NotImplementedError
        yield Pen()

    def append(self, event: str, *drafts: Draft) -> tuple[Entry, ...]:
        """Adds entries in one transaction."""
        raise NotImplementedError

    def verify(self, event: str, noted: Iterable[tuple[int, str]] = ()) -> Verified:
        """Looks through the chain of an event for anything changed, deleted, inserted or in another order. ``noted``:
        numbers and digests that somebody noted down earlier.
        """
        raise NotImplementedError


__all__ = ["Journal", "Pen", "Reader"]
