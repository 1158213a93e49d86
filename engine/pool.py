"""Warm engines: built once, cleared and used again; and which engine there is at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.workspace import MakeMatcher, Matcher
from knowledge.model import Rule, Rulebook

_MOST = 64
_MOST_BOOKS = 16

# By how fast they are. Which one rules is seen in no ruling.
ENGINES = ("clips", "experta")


class NoEngine(Exception):
    """The engine that was asked for is not there; the text says why, and what to do."""


class Pool:
    """Keeps engines by what they were built from: the rules that a story can touch, and the parameters these look at.

    Not for use by several threads at once; one pool a thread.
    """

    def __init__(self, build: Callable[[Sequence[Rule], Sequence[str], Mapping[str, Any]], Matcher]) -> None:
        self._build = build
        self._warm: dict[Any, Matcher] = {}

    def __call__(
        self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], rulebook: Rulebook
    ) -> Matcher:
        """An engine for ``rules`` with empty working memory."""
        name = (rulebook.hash, _values_used(rules, parameters), tuple(rule.id for rule in rules))
        engine = self._warm.get(name)
        if engine is None:
            if len(self._warm) >= _MOST:
                self._warm.pop(next(iter(self._warm)))
            engine = self._warm[name] = self._build(rules, stages, parameters)
        else:
            engine.clear()
        return engine


def _values_used(rules: Sequence[Rule], parameters: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The parameter values that these rules look at: engines that agree in them can stand in for each other."""
    names = sorted({name for rule in rules for name in rule.parameters})
    return tuple((name, parameters[name]) for name in names)


class ClipsPool:
    """Keeps one engine for each rulebook: it holds all rules, whatever readings and parameters are in force.

    Not for use by several threads at once; one pool a thread.
    """

    def __init__(self) -> None:
        self._warm: dict[str, Any] = {}

    def __call__(
        self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], rulebook: Rulebook
    ) -> Matcher:
        """An engine for ``rules`` with empty working memory."""
        engine = self._warm.get(rulebook.hash)
        if engine is None:
            from engine.clips_adapter import ClipsEngine
            from engine.clips_image import network_of

            if len(self._warm) >= _MOST_BOOKS:
                self._warm.pop(next(iter(self._warm)))
            network, ids = network_of(rulebook.hash, lambda: rulebook.rules)
            engine = self._warm[rulebook.hash] = ClipsEngine(network, ids, stages)
        engine.begin(rules, parameters)
        made: Matcher = engine
        return made


def pool_of(name: str | None = None) -> MakeMatcher:
    """A pool of engines of one kind, ``clips`` or ``experta``; of the fastest that is there when None.

    Raises NoEngine when there is no engine of that name, or when it cannot be loaded.
    """
    if name is None:
        try:
            return clips_pool()
        except NoEngine:
            return experta_pool()
    if name not in ENGINES:
        from facts.faults import nearest

        hint = nearest(name, ENGINES)
        raise NoEngine(f"there is no engine '{name}'" + (f" ({hint})" if hint else f": {' or '.join(ENGINES)}"))
    return clips_pool() if name == "clips" else experta_pool()


def clips_pool() -> ClipsPool:
    """A pool of engines on CLIPS. Raises NoEngine when it cannot be loaded."""
    from engine.clips_compat import NoClips, clips  # late: reading a rulebook needs no engine

    try:
        clips()
    except NoClips as missing:
        raise NoEngine(f"the engine 'clips' cannot be used: {missing}") from missing
    return ClipsPool()


def experta_pool() -> Pool:
    """A pool of engines on experta."""
    from engine.experta_adapter import ExpertaEngine  # late: reading a rulebook needs no engine

    return Pool(ExpertaEngine)
