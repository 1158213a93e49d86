"""Warm engines: built once, cleared and used again. Which kind rules is a matter of speed; no ruling shows it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.workspace import MakeMatcher, Matcher
    from knowledge.model import Rule, Rulebook

# The fastest first.
ENGINES = ("clips", "experta")
VARIABLE = "FLOORCALL_ENGINE"
_MOST = 64
_MOST_BOOKS = 16


class NoEngine(Exception):
    """An engine that was asked for is not there. ``asked``: how it was asked for; ``hint``: what to do, or empty."""

    def __init__(self, asked: str, why: str, hint: str = "") -> None:
        super().__init__(f"{asked}: {why}" + (f" ({hint})" if hint else ""))
        self.asked, self.why, self.hint = asked, why, hint


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
        """An engine for ``rules`` with empty working memory; one for other rules of the rulebook is the same one."""
        engine = self._warm.get(rulebook.hash)
        if engine is None:
            from engine.clips_adapter import ClipsEngine
            from engine.clips_image import network_of

            if len(self._warm) >= _MOST_BOOKS:
                self._warm.pop(next(iter(self._warm)))
            network = network_of(rulebook.hash, lambda: rulebook.rules)
            engine = self._warm[rulebook.hash] = ClipsEngine(network, stages)
        engine.begin(rules, parameters)
        made: Matcher = engine
        return made


def pool_of(name: str | None = None) -> MakeMatcher:
    """A pool of engines of one kind, ``clips`` or ``experta``.

    When None, of the kind that the variable FLOORCALL_ENGINE names, else of the fastest that is there. Raises NoEngine
    when there is no such kind, or when it cannot be loaded.
    """
    if name is not None:
        return _named(name, f"engine {name}")
    named = os.environ.get(VARIABLE)
    if named:
        return _named(named, f"{VARIABLE}={named}")
    try:
        return clips_pool()
    except NoEngine:
        return experta_pool()


def _named(name: str, asked: str) -> MakeMatcher:
    if name not in ENGINES:
        from facts.faults import nearest

        raise NoEngine(asked, "there is no such engine", nearest(name, ENGINES) or " or ".join(ENGINES))
    return clips_pool(asked) if name == "clips" else experta_pool(asked)


def clips_pool(asked: str = "engine clips") -> ClipsPool:
    """A pool of engines on CLIPS. Raises NoEngine when it cannot be loaded."""
    from engine.clips_compat import NoClips, clips  # late: reading a rulebook needs no engine

    try:
        clips()
    except NoClips as missing:
        raise NoEngine(asked, str(missing), "pip install clipspy, or rule on experta") from missing
    return ClipsPool()


def experta_pool(asked: str = "engine experta") -> Pool:
    """A pool of engines on experta. Raises NoEngine when it cannot be loaded."""
    try:
        from engine.experta_adapter import ExpertaEngine
    except ImportError as missing:
        raise NoEngine(asked, f"experta cannot be loaded: {missing}", "pip install experta") from missing
    return Pool(ExpertaEngine)
