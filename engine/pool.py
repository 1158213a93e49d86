"""Warm engines: built once for a set of rules, cleared and used again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.workspace import Matcher
from knowledge.model import Rule

_MOST = 64


class Pool:
    """Keeps engines by what they were built from. Not for use by several threads at once; one pool a thread."""

    def __init__(self, build: Callable[[Sequence[Rule], Sequence[str], Mapping[str, Any]], Matcher]) -> None:
        self._build = build
        self._warm: dict[Any, Matcher] = {}

    def __call__(
        self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], key: Any
    ) -> Matcher:
        """An engine for ``rules`` with empty working memory."""
        name = (key, tuple(rule.id for rule in rules))
        engine = self._warm.get(name)
        if engine is None:
            if len(self._warm) >= _MOST:
                self._warm.pop(next(iter(self._warm)))
            engine = self._warm[name] = self._build(rules, stages, parameters)
        else:
            engine.clear()
        return engine


def experta_pool() -> Pool:
    """A pool of engines on experta."""
    from engine.experta_adapter import ExpertaEngine  # late: reading a rulebook needs no engine

    return Pool(ExpertaEngine)
