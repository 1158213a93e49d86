"""The engines by name, and what each makes of a story, byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from engine.pool import Pool
from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from explain.data import as_data
from facts.incident import Incident
from facts.lexicon import Vocabulary
from knowledge.loading import load
from knowledge.model import Rulebook

REFERENCE = "reference"
_INSTALLED = ("clips", "experta")  # the fastest first


class Unknown(ValueError):
    """An engine that is not there."""


def _reference_pool() -> Pool:
    from soak.reference import Reference

    return Pool(Reference)


def known() -> tuple[str, ...]:
    """The engines that can be asked for, the fastest first."""
    return tuple(name for name in (*_INSTALLED, REFERENCE) if _is_there(name))


def _is_there(name: str) -> bool:
    try:
        pool_of(name)
    except Unknown:
        return False
    return True


def pool_of(name: str) -> MakeMatcher:
    """A pool of engines by name: ``NAME_pool`` of ``engine.pool``, or the plain search. Raises Unknown."""
    if name == REFERENCE:
        return _reference_pool()
    pools = import_module("engine.pool")
    make: Callable[[], MakeMatcher] | None = getattr(pools, f"{name}_pool", None)
    if make is None:
        raise Unknown(f"there is no engine '{name}'")
    try:
        return make()
    except getattr(pools, "NoEngine", Unknown) as missing:  # it is known and cannot be loaded here
        raise Unknown(str(missing)) from missing


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


NO_HAND = "no hand"
"""Stands for the status where a ruling cannot be made, because cards that were told make no hand."""


@cache
def load_once(book: str) -> tuple[Rulebook, Vocabulary]:
    """The rulebook and the vocabulary, loaded once a process."""
    return load(book)


def engine_of(name: str) -> Engine:
    """An engine by name. Raises Unknown."""
    return Engine(name, pool_of(name))
