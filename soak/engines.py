"""The engines by name, and what each makes of a story, byte for byte."""

from __future__ import annotations

import json
from functools import cache

from engine import pool as pools
from engine.plain_matcher import plain_search
from engine.pool import NoEngine
from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from explain.data import as_data
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge.loading import load
from knowledge.model import Rulebook

REFERENCE = "reference"
"""Plain search over all facts, without an engine: the third opinion when two engines differ."""

NO_HAND = "no hand"
"""Stands for the status where a ruling cannot be made, because cards that were told make no hand."""


@cache
def known() -> tuple[str, ...]:
    """The engines that can be asked for here, the fastest first, the reference last."""
    return tuple(name for name in (*pools.ENGINES, REFERENCE) if _is_there(name))


def _is_there(name: str) -> bool:
    try:
        pool_of(name)
    except NoEngine:
        return False
    return True


def pool_of(name: str) -> MakeMatcher:
    """A pool of engines by name. Raises NoEngine where there is none, or it cannot be loaded."""
    return plain_search if name == REFERENCE else pools.pool_of(name)


class Engine(NamedTuple):
    """An engine that rules on stories. ``pool``: where its matchers come from; warm ones are used again."""

    name: str
    pool: MakeMatcher

    def ruling(self, incident: Incident, book: str) -> Ruling:
        """The ruling on a story under a rulebook. Raises ValueError for cards that make no hand."""
        loaded, vocabulary = load_once(book)
        return decide(incident, loaded, vocabulary, self.pool)

    def answer(self, incident: Incident, book: str) -> tuple[bytes, str]:
        """The ruling as the published JSON, and its status; for cards that make no hand what is wrong with them, and
        ``no hand``.
        """
        try:
            ruling = self.ruling(incident, book)
        except ValueError as error:
            return f"{type(error).__name__}: {error}".encode(), NO_HAND
        return json.dumps(as_data(ruling), ensure_ascii=False).encode(), ruling.status


@cache
def load_once(book: str) -> tuple[Rulebook, Vocabulary]:
    """The rulebook and the vocabulary, loaded once a process."""
    return load(book)


def engine_of(name: str) -> Engine:
    """An engine by name. Raises NoEngine."""
    return Engine(name, pool_of(name))


__all__ = ["NO_HAND", "REFERENCE", "Engine", "engine_of", "known", "load_once", "pool_of"]
