"""The desk at which items are made: one rulebook with its cases, and an engine that stays warm."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from engine.pool import pool_of
from engine.ruling import Ruling, decide
from facts.incident import Incident
from facts.lexicon import Vocabulary
from knowledge.loading import load
from knowledge.model import Rulebook
from training.stock import Stock, stock


class Desk:
    """A rulebook, its vocabulary, its cases and a pool of engines. Not for several threads at once.

    ``book`` is the id or the folder of a rulebook. Raises Faults when it cannot be read.
    """

    def __init__(self, book: str, pool: Any = None) -> None:
        self.rulebook: Rulebook
        self.vocabulary: Vocabulary
        self.rulebook, self.vocabulary = load(book)
        self._pool = pool

    @cached_property
    def pool(self) -> Any:
        """The engines, made when the first ruling is asked for."""
        return self._pool if self._pool is not None else pool_of()

    @cached_property
    def cases(self) -> Stock:
        """The cases that hold under the rulebook, by id, in the order of their files."""
        return stock(self.rulebook, self.vocabulary)

    def rule(self, incident: Incident, readings: Mapping[str, str]) -> Ruling:
        """The ruling on a story; readings that the book does not know are left out. ValueError: the cards make no
        hand.
        """
        chosen = {clause: name for clause, name in readings.items() if self.rulebook.has_reading(clause, name)}
        return decide(incident, self.rulebook, self.vocabulary, self.pool, chosen)


__all__ = ["Desk"]
