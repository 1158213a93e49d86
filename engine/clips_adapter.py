"""Rules of our language on CLIPS.

CLIPS holds all rules of a rulebook in one network, whatever readings and parameters are in force: it lets through what
nothing refutes, and a match of a rule that is not asked for is left aside here. ``classify`` tells what holds from what
is pending, as it does for experta.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.clips_network import Network
from engine.evaluate import classify
from engine.facts import Fact, Match
from facts.memo import ByIdentity
from facts.records import NamedTuple
from knowledge.model import Condition, Rule

# Stories that can touch the same rules share what is known about these; as many as ``relevance`` remembers.
_MOST_ASKED = 2048
Settle = Callable[[int], Iterable[Fact]]


class ClipsEngine:
    """Working memory and rules of one rulebook. ``stages``: for each stage its phase, ``act``, ``hands`` or ``end``."""

    def __init__(self, network: Network, stages: Sequence[str]) -> None:
        self._network = network
        self._stages = stages
        self._known: ByIdentity[Sequence[Rule], _Asked] = ByIdentity(_asked, _MOST_ASKED)
        self._asked = _asked(())
        self._parameters: Mapping[str, Any] = {}
        self._memory: dict[str, list[Fact]] = {}
        self._handles: dict[int, tuple[str, Any]] = {}
        self._named: dict[str, Fact] = {}
        self._matches: dict[int, list[Match]] = {}

    def begin(self, rules: Sequence[Rule], parameters: Mapping[str, Any]) -> None:
        """Empties working memory; from now on ``rules`` are asked, under ``parameters``."""
        self.clear()
        self._parameters = parameters
        self._asked = self._known(rules)

    def clear(self) -> None:
        """Empties working memory; the network stays."""
        self._network.empty()
        for told in (self._memory, self._handles, self._named, self._matches):
            told.clear()

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""
        self._memory.setdefault(fact.type, []).append(fact)
        put = self._network.put(fact) if fact.type in self._asked.types else None
        if put is not None:
            self._handles[id(fact)] = put
            self._named[put[0]] = fact

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""
        self._memory[fact.type].remove(fact)
        if id(fact) in self._handles:
            name, handle = self._handles.pop(id(fact))
            del self._named[name]
            self._network.take(handle)

    def run(self, phase: str, settle: Settle) -> None:
        """Reads the stages of a phase in their order. After each, ``settle`` gives the findings that feed the next."""
        network = self._network
        for stage, name in enumerate(self._stages):
            if name == phase:
                if network.next_stage <= stage:
                    self._read(stage, phase)
                for fact in settle(stage):
                    self.add(fact)

    def matches(self, stage: int) -> list[Match]:
        """What came up in a stage since it was last asked."""
        return self._matches.pop(stage, [])

    def _read(self, until: int, phase: str) -> None:
        known = self._asked.by_name
        for stage, name, facts in self._network.activations(until):
            if self._stages[stage] != phase:
                continue  # its time is over: the table has moved on since
            asked = known[name] if name in known else self._find(name)
            if asked is not None:
                row = [self._named[fact] for fact in facts if fact != "*"]
                match = classify(*asked, row, self._memory, self._parameters)
                if match is not None:
                    self._matches.setdefault(stage, []).append(match)

    def _find(self, name: str) -> tuple[Rule, Condition] | None:
        """The rule and the alternative behind the name of a defrule; None where it is not asked."""
        number, _, alternative = name.partition(".")
        rule = self._asked.rules.get(self._network.rules[int(number)])
        found = None if rule is None else (rule, rule.conditions[int(alternative)])
        self._asked.by_name[name] = found
        return found


class _Asked(NamedTuple):
    """Rules that are asked, by id. ``by_name``: by the name of a defrule the rule and the alternative behind it, as far
    as they came up; ``types``: of the facts that one of the rules looks at.
    """

    rules: Mapping[str, Rule]
    by_name: dict[str, tuple[Rule, Condition] | None]
    types: frozenset[str]


def _asked(rules: Sequence[Rule]) -> _Asked:
    types: frozenset[str] = frozenset().union(*map(_types, rules))
    return _Asked({rule.id: rule for rule in rules}, {}, types)


_types: ByIdentity[Rule, frozenset[str]] = ByIdentity(
    lambda rule: frozenset([p.type for condition in rule.conditions for p in condition.patterns])
)
"""The types of fact that a rule looks at."""
