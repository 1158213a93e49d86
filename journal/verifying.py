"""Verifying the chain of an event: every entry, its incident, its marks, and what is kept beside it about players."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from journal import chain, marks
from journal.records import Broken, Entry, Verified
from journal.rows import details_of, entry_of

if TYPE_CHECKING:
    from journal.wire import Row, Wire


def verify(
    wire: Wire, event: str, noted: Iterable[tuple[int, str]] = (), step: Callable[[], None] | None = None
) -> Verified:
    """What is wrong in the chain of an event, in the order of its entries. It only reads."""
    return _Check(wire, event, dict(noted)).run(step)


class _Check:
    def __init__(self, wire: Wire, event: str, noted: dict[int, str]) -> None:
        self.wire, self.event, self.noted = wire, event, noted
        self.broken: list[Broken] = []
        self.number, self.head = 0, ""
        self.bodies: dict[int, str] = {}
        self.proofs: dict[str, tuple[int, str]] = {}  # of players: the entry, and what proves their details
        self.gone: set[str] = set()

    def say(self, number: int, what: str) -> None:
        self.broken.append(Broken(self.event, number, what))

    def run(self, step: Callable[[], None] | None) -> Verified:
        found = self._marks()
        for row in self._rows("entries", 1):
            self._entry(row, found)
            if step is not None:
                step()
        self._bodies()
        self._persons()
        for number in sorted(found):
            self.say(number, "the index finds it, and it is not there")
        ((count, head),) = self.wire.rows("head", event=self.event)
        if count > self.number:
            self.say(self.number + 1, f"missing: the journal counted {count} entries, the last is {self.number}")
        elif (count, head) != (self.number, self.head):
            self.say(self.number, f"the journal counted {count} entries, and another one as the last")
        for number in sorted(self.noted):
            self.say(number, "it was noted down with its digest, and is not there")
        self.broken.sort(key=lambda told: told.number)
        return Verified(self.event, self.number, self.head, tuple(self.broken))

    def _rows(self, name: str, key: int) -> Iterator[Row]:
        after = 0
        while rows := self.wire.rows(name, event=self.event, after=after):
            yield from rows
            after = rows[-1][key]

    def _marks(self) -> dict[int, int]:
        """For each number one value that stands for all its marks, whatever their order."""
        found: dict[int, int] = defaultdict(int)
        for number, what, value in self.wire.stream("marks", event=self.event):
            found[number] ^= hash((what, value))
        return found

    def _entry(self, row: Row, found: dict[int, int]) -> None:
        number = row[1]
        if number != self.number + 1:
            between = f"entry {self.number + 1} is" if number == self.number + 2 else "entries before it are"
            self.say(number, f"{between} missing")
        try:
            entry = entry_of(row)
            kept = chain.canonical(entry.data) == row[8]
        except (ValueError, TypeError):
            entry, kept = None, False
        self.number = number
        if entry is None or not kept or chain.digest_of_entry(entry, row[3]) != row[11]:
            self.say(number, "it was changed: its content does not fit its digest")
        if row[10] != self.head:
            self.say(number, "it does not follow the entry before it: one of them was changed, put in or moved")
        self.head = row[11]
        if not str(row[11]).startswith(self.noted.pop(number, row[11])):
            self.say(number, "its digest is not the one that was noted down")
        if entry is not None:
            self._keep(entry, found)

    def _keep(self, entry: Entry, found: dict[int, int]) -> None:
        expected = 0
        for mark in marks.marks_of(entry.data):
            expected ^= hash(mark)
        if found.pop(entry.number, 0) != expected:
            self.say(entry.number, "the index does not find it by what it tells")
        if entry.body:
            self.bodies[entry.number] = entry.body
        key = str(entry.data.get("key", ""))
        if entry.kind == "player":
            self.proofs[key] = (entry.number, str(entry.data.get("commitment")))
        elif entry.kind == "erased":
            self.proofs.pop(key, None)

    def _bodies(self) -> None:
        for number, content in self._rows("bodies", 0):
            expected = self.bodies.pop(number, None)
            if expected is None:
                self.say(number, "an incident was put in where none belongs")
            elif _digest_of(content) != expected:
                self.say(number, "its incident or its ruling was changed")
        for number in self.bodies:
            self.say(number, "its incident and its ruling are missing")

    def _persons(self) -> None:
        for key, number, salt, name, details in self.wire.rows("persons", event=self.event):
            proof = self.proofs.pop(key, None)
            if proof is None:
                self.say(number, f"details of player {key} are kept that no entry proves")
            elif proof != (number, _proof(salt, key, name, details)):
                self.say(proof[0], f"the details of player {key} were changed")
        for key, (number, _) in self.proofs.items():
            self.say(number, f"the details of player {key} are missing, and nobody erased them")


def _digest_of(content: Any) -> str:
    try:
        return chain.unpacked(bytes(content))[1]
    except ValueError:
        return ""


def _proof(salt: str, key: str, name: str, details: str) -> str:
    try:
        return chain.commitment(salt, key, name, details_of(details))
    except (json.JSONDecodeError, AttributeError):
        return ""
