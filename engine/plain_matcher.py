"""Rules on plain search, without an engine: for stories that are ruled on once and never again.

A network pays for itself when the same rules meet many facts. Whoever tries a change of a story meets other rules each
time, and there plain search over the few facts of one story is the faster way. It gives the same matches: it is the
reference that the engines are tested against.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.evaluate import find_by
from engine.facts import Fact, Match
from knowledge.model import Rule


class PlainMatcher:
    """Working memory and rules of one pass; the protocol is ``engine.workspace.Matcher``."""

    def __init__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any]) -> None:
        self._stages = stages
        self._parameters = parameters
        self._rules: dict[int, list[Rule]] = {}
        for rule in rules:
            self._rules.setdefault(rule.stage, []).append(rule)
        self._memory: dict[str, list[Fact]] = {}
        self._fired: set[tuple[str, int, tuple[int, ...]]] = set()
        self._kept: list[Fact] = []
        self._matches: list[Match] = []

    def clear(self) -> None:
        """Empties working memory."""
        self._memory.clear()
        self._fired.clear()
        self._kept.clear()
        self._matches.clear()

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""
        self._memory.setdefault(fact.type, []).append(fact)
        self._kept.append(fact)

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""
        self._memory[fact.type].remove(fact)

    def run(self, phase: str, settle: Callable[[int], Iterable[Fact]]) -> None:
        """Fires the stages of a phase in their order. After each, ``settle`` gives the findings that feed the next."""
        for stage, name in enumerate(self._stages):
            if name != phase:
                continue
            for rule in self._rules.get(stage, ()):
                self._fire(rule)
            for fact in settle(stage):
                self.add(fact)

    def _fire(self, rule: Rule) -> None:
        """Adds what a rule matches and has not matched before: facts that stay fire an alternative once."""
        for n, condition in enumerate(rule.conditions):
            for match in find_by(rule, condition, self._memory, self._parameters):
                known = (rule.id, n, tuple(id(fact) for fact in match.facts))
                if known not in self._fired:
                    self._fired.add(known)
                    self._matches.append(match)

    def matches(self, stage: int) -> list[Match]:
        """What fired in a stage since it was last asked, taken out."""
        taken = [match for match in self._matches if match.rule.stage == stage]
        self._matches = [match for match in self._matches if match.rule.stage != stage]
        return taken


def plain_search(
    rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], rulebook: Any = None
) -> PlainMatcher:
    """A matcher with empty working memory; ``engine.workspace.MakeMatcher``."""
    return PlainMatcher(rules, stages, parameters)


__all__ = ["PlainMatcher", "plain_search"]
