"""Writing to the chain of one event."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from journal import chain, marks
from journal.faults import refuse
from journal.reading import Reader
from journal.records import KINDS, Draft, Entry
from journal.rows import row_of, stamp

if TYPE_CHECKING:
    from journal.wire import Wire

MOST_LETTERS = 200
"""Of a table, and of a number or name by which a player is called."""
_SALT = 16


class Pen(Reader):
    """A transaction in which one event is written to. Nobody else writes meanwhile; all of it is kept or nothing."""

    def __init__(self, wire: Wire, event: str, number: int, head: str) -> None:
        super().__init__(wire)
        self._event = event
        self._number = number
        self._head = head

    @property
    def next_number(self) -> int:
        """The number that the next entry gets."""
        return self._number + 1

    def append(self, draft: Draft) -> Entry:
        """Adds an entry to the chain and gives it as it will be kept. Raises Faults when it is about an entry that is
        not there; ValueError for a kind that is none, TypeError for data that JSON does not have.
        """
        if draft.kind not in KINDS:
            raise ValueError(f"{draft.kind!r} is no kind of entry")
        entry, at = self._entry(draft)
        content = b""
        if draft.body is not None:
            content, digest = chain.packed(draft.body)
            entry = entry._replace(body=digest)
        entry = entry._replace(digest=chain.digest_of_entry(entry, at))
        self._keep(entry, at, content)
        self._number, self._head = entry.number, entry.digest
        return entry

    def _entry(self, draft: Draft) -> tuple[Entry, str]:
        number, about = self._number + 1, draft.about
        if about is not None:
            about = number + about if about < 0 else about
            if not 0 < about < number:
                self.entry(self._event, about)  # says which there are
        at = stamp(draft.at or datetime.now(UTC))
        told = [chain.text(text) for text in (draft.by, draft.table, draft.hand)]
        for name, text in (("table", told[1]), ("player", str(draft.data.get("player", "")))):
            self._check_length(name, text)
        data, when = chain.plain(draft.data), datetime.fromisoformat(at)
        by, table, hand = told
        return Entry(self._event, number, draft.kind, when, by, about, table, hand, data, "", self._head, ""), at

    def _check_length(self, name: str, text: str) -> None:
        """What is searched for has to fit into the index of any database."""
        if len(text) > MOST_LETTERS:
            told = f"what is told as {name} is {len(text)} letters long"
            refuse(self._wire.shown, told, f"at most {MOST_LETTERS}; a note may be longer")

    def _keep(self, entry: Entry, at: str, content: bytes) -> None:
        run, event, number = self._wire.run, entry.event, entry.number
        run("add_entry", **row_of(entry, at))
        if content:
            run("add_body", event=event, number=number, content=content)
        run("move_head", event=event, number=number, digest=entry.digest)
        rows = [{"event": event, "what": w, "value": v, "number": number} for w, v in marks.marks_of(entry.data)]
        self._wire.run_many("add_mark", rows)

    def player_told(self, key: str, name: str, details: Mapping[str, str], by: str = "") -> Entry:
        """Keeps name and details of a player beside the chain, with an entry that proves them. They replace those that
        were told before.
        """
        key, name = chain.text(key), chain.text(name)
        self._check_length("player", key)
        told: dict[str, str] = chain.plain(details)
        salt = os.urandom(_SALT).hex()
        proof = chain.commitment(salt, key, name, told)
        entry = self.append(Draft("player", {"key": key, "commitment": proof}, by=by))
        self._wire.run("drop_person", event=self._event, key=key)
        kept = {"salt": salt, "name": name, "details": chain.canonical(told)}
        self._wire.run("add_person", event=self._event, key=key, number=entry.number, **kept)
        return entry

    def player_erased(self, key: str, reason: str, by: str = "") -> Entry:
        """Takes name, details and the salt that proves them away for good, with an entry that says so. Raises Faults
        when nothing is kept about this player.
        """
        if not self._wire.rows("person", event=self._event, key=key):
            refuse(self._wire.shown, f"nothing personal is kept about player {key} of {self._event}")
        self._wire.run("drop_person", event=self._event, key=key)
        return self.append(Draft("erased", {"key": key, "reason": reason}, by=by))
