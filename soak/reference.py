"""An engine without an engine: plain search over all facts, stage by stage. Slow, and too simple to be wrong.

It is the third opinion when two engines differ, and the second one where only one is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.evaluate import find
from engine.facts import Fact, Match
from knowledge.model import Rule


class Reference:
    """Working memory and rules, as ``engine.workspace.Matcher`` wants them.

    ``rules``: those that can be touched. ``stages``: for each stage its phase, ``act``, ``hands`` or ``end``.
    """

    def __init__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any]) -> None:
        self._stages = stages
        self._parameters = parameters
        self._rules: dict[int, list[Rule]] = {}
        for rule in rules:
            self._rules.setdefault(rule.stage, []).append(rule)
        self._memory: dict[str, list[Fact]] = {}
        self._found: list[Match] = []

    def clear(self) -> None:
        """Empties working memory."""
        self._memory.clear()
        self._found = []

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""
        self._memory.setdefault(fact.type, []).append(fact)

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""
        self._memory[fact.type].remove(fact)

    def run(self, phase: str, settle: Callable[[int], Iterable[Fact]]) -> None:
        """Fires the stages of a phase in their order. After each, ``settle`` gives the findings that feed the next."""
        for stage, when in enumerate(self._stages):
            if when == phase:
                rules = self._rules.get(stage, ())
                self._found = [match for rule in rules for match in find(rule, self._memory, self._parameters)]
                for fact in list(settle(stage)):
                    self.add(fact)

    def matches(self, stage: int) -> list[Match]:
        """What fired in the stage that is being settled, taken out."""
        taken, self._found = self._found, []
        return taken
