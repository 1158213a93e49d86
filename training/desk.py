"""The desk at which items are made: one rulebook with its cases, and an engine that stays warm."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, cached_property
from typing import Any

from engine.conductor import conduct
from engine.outcomes import holds_up
from engine.pool import pool_of
from engine.ruling import Ruling, decide
from explain.wording import Wording
from facts.incident import Incident
from facts.lexicon import Vocabulary
from knowledge.loading import load
from knowledge.model import Rulebook
from training.shelf import Told, cases_on
from training.texts import Texts

BLOCK = 32
"""Of so many cases the items are made side by side."""
_MOST_KEPT = 2 * BLOCK


class Desk:
    """A rulebook, its vocabulary, its cases and a pool of engines. Not for several threads at once.

    ``book`` is the id or the folder of a rulebook. Raises Faults when it cannot be read.
    """

    def __init__(self, book: str, pool: Any = None) -> None:
        self.rulebook: Rulebook
        self.vocabulary: Vocabulary
        self.rulebook, self.vocabulary = load(book)
        self._pool = pool
        self._known: dict[str, Ruling] = {}
        self._kept: dict[Any, Any] = {}
        self.texts = cache(self._texts)

    def _texts(self, language: str) -> Texts:
        """The texts of a language. ValueError when it is not spoken."""
        return Texts(Wording(language, self.vocabulary, grouped=True))

    @cached_property
    def pool(self) -> Any:
        """The engines, made when the first ruling is asked for."""
        return self._pool if self._pool is not None else pool_of()

    @cached_property
    def cases(self) -> Mapping[str, Told]:
        """The cases that hold under the rulebook, by id, in the order of their files. Raises Faults."""
        return cases_on(self.rulebook, self.vocabulary)

    def rule(self, incident: Incident, readings: Mapping[str, str]) -> Ruling:
        """The ruling on a story; readings that the book does not know are left out. ValueError: the cards make no
        hand.
        """
        chosen = {clause: name for clause, name in readings.items() if self.rulebook.has_reading(clause, name)}
        return decide(incident, self.rulebook, self.vocabulary, self.pool, chosen)

    def try_to_rule(self, incident: Incident, readings: Mapping[str, str]) -> Ruling | None:
        """The ruling on a story; None where its cards make no hand."""
        try:
            return self.rule(incident, readings)
        except ValueError:
            return None

    def waits(self, incident: Incident, readings: Mapping[str, str]) -> bool:
        """Whether something in a story is open for want of a fact, without asking which fact: a quick look."""
        chosen = {clause: name for clause, name in readings.items() if self.rulebook.has_reading(clause, name)}
        try:
            trace = conduct(incident, self.rulebook, self.vocabulary, self.rulebook.readings(chosen), {}, self.pool)
        except ValueError:
            return False
        return holds_up(trace, self.vocabulary)

    def refuting(self, misconception: str) -> frozenset[str]:
        """The clauses of the rulebook that refute a misconception, by ids; none where it is none about this book."""
        from training.misled import misled  # late: most items are made without asking for one

        belief = misled(self.rulebook, self.vocabulary).beliefs.get(misconception) if misconception else None
        return frozenset(belief.clauses if belief is not None else ())

    def kept(self, name: Hashable, make: Callable[[], Any]) -> Any:
        """What ``make`` makes, kept for a while under a name: several items are made of one story."""
        if name not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[name] = make()
        return self._kept[name]

    def known(self, case: Told) -> Ruling:
        """The ruling on a case as it is told, made once."""
        found = self._known.get(case.id)
        if found is None:
            found = self._known[case.id] = self.rule(case.incident, case.readings)
        return found


__all__ = ["BLOCK", "Desk"]
