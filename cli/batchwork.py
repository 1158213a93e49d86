"""What a worker of ``floorcall batch`` does with a piece of the file: rulings as lines of JSON, or counted."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.faults import Fault, Faults
from facts.records import NamedTuple

SCHEMA = "floorcall.batch/1"
BOOK = "bfsp"
RULED, STATUS, CLAUSE, OTHERWISE = "ruled", "status", "clause", "otherwise"
"""What is counted: lines that were ruled, by status, by the clause that decides, by the statuses under two books."""

Key = tuple[str, ...]


class Task(NamedTuple):
    """What is asked about every line. ``file`` names the source in faults, and rulebook folders are looked for beside
    it. ``rulebook``, ``against``: a book by id or folder, empty where none is given. ``fixed``: chosen readings.
    ``counted``: no rulings come out, only how many there are of each kind. ``engine``: as ``--engine`` has it.
    """

    file: str
    rulebook: str
    against: str
    fixed: tuple[Any, ...]
    language: str
    counted: bool
    engine: str | None = None


class Piece(NamedTuple):
    """Some lines of the file. ``first``: the number of the first one, from 1; ``size``: bytes they took in the file."""

    first: int
    lines: tuple[bytes, ...]
    size: int


class Done(NamedTuple):
    """What came of a piece: whole lines of JSON, the faults of lines that were left out, and the counts."""

    out: bytes
    faults: tuple[tuple[Fault, ...], ...]
    counts: Mapping[Key, int]
    size: int


class _Loaded(NamedTuple):
    book: Any
    vocabulary: Any
    readings: Mapping[str, str]


class Desk:
    """Rules on pieces: it keeps the rulebooks and warm engines of one worker. Raises Faults when the engine is not
    there.
    """

    def __init__(self, task: Task) -> None:
        from cli.engines import pool

        self._task = task
        self._books: dict[str, _Loaded] = {}
        self._engines = pool(task.engine)

    def prepare(self) -> None:
        """Loads the rulebooks that are known beforehand. Raises Faults when one is not there or has faults."""
        self._load(self._task.rulebook or BOOK)
        if self._task.against:
            self._load(self._task.against)

    def __call__(self, piece: Piece) -> Done:
        """What comes of a piece."""
        out: list[bytes] = []
        faults: list[tuple[Fault, ...]] = []
        counts: Counter[Key] = Counter()
        for number, data in enumerate(piece.lines, piece.first):
            if not data.strip():
                continue
            try:
                out.extend(self._line(data, number, counts))
            except Faults as found:
                faults.append(found.faults)
            except Exception as error:  # one line must not end the work on a million others
                if os.environ.get("FLOORCALL_DEBUG") == "1":
                    raise
                message = f"internal error: {type(error).__name__}: {error}"
                hint = "FLOORCALL_DEBUG=1 stops here and shows where"
                faults.append((Fault(self._task.file, number, 1, message, hint),))
        return Done(b"".join(out), tuple(faults), counts, piece.size)

    def _line(self, data: bytes, number: int, counts: Counter[Key]) -> Iterator[bytes]:
        from facts.jsonlines import read_line

        told = read_line(data, self._task.file, number, self._load(self._task.rulebook or BOOK).vocabulary.events)
        rulings = [
            self._rule(told.incident, loaded, data, number) for loaded in self._asked(told.incident, data, number)
        ]
        counts[RULED,] += 1
        if len(rulings) > 1:
            from engine.flips import alike

            if alike(rulings[0], rulings[1], rulings[0].vocabulary):
                return
            counts[OTHERWISE, *(ruling.status for ruling in rulings)] += 1
        found = [self._data(ruling) for ruling in rulings]
        if self._task.counted:
            counts[STATUS, found[0]["status"]] += 1
            counts[CLAUSE, _deciding(found[0])] += 1
            return
        entry = {"schema": SCHEMA, "line": number, "id": told.id, "ruling": found[0]}
        if len(found) > 1:
            entry["against"] = found[1]
        yield json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass") + b"\n"

    def _asked(self, incident: Any, data: bytes, number: int) -> Sequence[_Loaded]:
        """The book of the line, and the one that it is compared with."""
        own, against = self._task.rulebook, self._task.against
        if not own and incident.rulebook:
            from cli.rule import blame_book, from_here

            try:
                first = self._load(from_here(incident.rulebook, self._task.file))
            except Faults as found:
                with _on_line(number):
                    blame_book(found, incident.rulebook, data, self._task.file)
        else:
            first = self._load(own or BOOK)
        return (first, self._load(against)) if against else (first,)

    def _rule(self, incident: Any, loaded: _Loaded, data: bytes, number: int) -> Any:
        from engine.ruling import decide

        try:
            ruling = decide(incident, loaded.book, loaded.vocabulary, self._engines, loaded.readings)
            if not loaded.book.layered:
                return ruling
            from engine.layers import with_below  # late: only regulations over a rulebook pay for it

            return with_below(ruling, self._engines, loaded.readings)
        except ValueError:
            from cli.hands import blame_hands

            with _on_line(number):
                blame_hands(incident, data, self._task.file)
            raise

    def _data(self, ruling: Any) -> dict[str, Any]:
        from explain.data import as_data

        return as_data(ruling, self._task.language)

    def _load(self, name: str) -> _Loaded:
        known = self._books.get(name)
        if known is None:
            from knowledge.loading import load

            book, vocabulary = load(name)
            readings: Mapping[str, str] = {}
            if self._task.fixed:
                from cli.regulations import in_force

                # a book that is only compared with may lack a clause that the other can be read by
                own = name != self._task.against
                fixed = [chosen for chosen in self._task.fixed if own or book.has_reading(chosen.clause, chosen.name)]
                readings = in_force(book, fixed)
            known = self._books[name] = _Loaded(book, vocabulary, readings)
        return known


class _on_line:  # noqa: N801  (reads as what it does)
    """Puts faults about a text of one line where that line stands in its file."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, Faults):
            faults = [fault._replace(line=self.number, column=max(1, fault.column)) for fault in error.faults]
            raise Faults(faults) from None


def _deciding(data: Mapping[str, Any]) -> str:
    """The clause behind the first sentence of a ruling that rests on one, as it is cited; empty where none does."""
    first = next((line["clauses"][0] for line in data["ruling"] if line["clauses"]), "")
    return next((str(told["cite"]) for told in data["citations"] if told["clause"] == first), "")
