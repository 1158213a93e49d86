"""The ruling of a precedent in a sentence: ruled on now, by the rulebook as it stands, not remembered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facts.records import NamedTuple
from precedents.index import Precedent


class Ruled(NamedTuple):
    """Status, sentences and clauses of a ruling, and the rulebook that it is by."""

    rulebook: str
    status: str
    text: str
    clauses: tuple[str, ...]


class Desk:
    """Rules on precedents; rulebooks and engines are loaded once. ``engines`` makes the pool of engines."""

    def __init__(self, language: str, rulebook: str | None, engines: Callable[[], Any]) -> None:
        self.language = language
        self.rulebook = rulebook
        self._engines = engines
        self._books: dict[str, tuple[Any, Any]] = {}
        self._pool: Any = None

    def rule(self, precedent: Precedent) -> Ruled:
        """The ruling on the incident of a precedent, by the rulebook of this desk or its own. Raises Faults."""
        from engine.ruling import decide
        from explain.headline import headlines
        from explain.view import View
        from explain.wording import Wording
        from facts.reader import read_incident

        name = self.rulebook or precedent.rulebook
        if name not in self._books:
            from knowledge.loading import load

            self._books[name] = load(name)
        if self._pool is None:
            self._pool = self._engines()
        book, vocabulary = self._books[name]
        incident = read_incident(precedent.incident, precedent.id, vocabulary.events)
        readings = {clause: name for clause, name in precedent.readings.items() if _can_be_read(book, clause, name)}
        ruling = decide(incident, book, vocabulary, self._pool, readings)
        lines = headlines(View.of(ruling, Wording(self.language, vocabulary, False)))
        clauses = dict.fromkeys(clause for line in lines for clause in line.clauses)
        return Ruled(book.id, ruling.status, " ".join(line.text for line in lines), tuple(clauses))


def _can_be_read(book: Any, clause: str, name: str) -> bool:
    """Whether a rulebook still has a reading that a case of a book below fixes."""
    known = book.clauses.get(clause)
    return known is not None and known.readings is not None and name in known.readings.options


__all__ = ["Desk", "Ruled"]
