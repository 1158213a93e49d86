"""What keeps a rule from firing: for each way of putting facts to its conditions, all the conditions that do not hold.

``engine.nearly`` only counts them. Whoever looks for the fact that would make a rule fire, or tells why one does not,
wants to know which they are, what they met and what they wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.evaluate import admits, bind, certain, joins
from engine.facts import Fact
from engine.nearly import conjuncts
from facts.records import NamedTuple
from knowledge.expressions import Tree, evaluate, names
from knowledge.model import Condition, Pattern, Rule, Slot

Memory = Mapping[str, Sequence[Fact]]
Place = tuple[str, str, str]


class Miss(NamedTuple):
    """A condition that fails. ``pattern`` with ``fact`` and ``slot``: the slot that does not fit (its value may be
    unknown); ``fact`` None: there is no such fact; ``slot`` None: there is a fact that must not be there.

    ``test``: a comparison that does not hold. ``values``: the variables bound so far. ``depth``: how far it got.
    """

    depth: int
    pattern: Pattern | None
    fact: Fact | None
    slot: Slot | None
    test: Tree | None
    values: Mapping[str, Any]

    @property
    def unknown(self) -> bool:
        """Whether it fails only because nobody told the value."""
        if self.test is not None:
            return any(self.values.get(name) is None for name in names(self.test, "var"))
        if self.fact is None or self.slot is None:
            return False
        return self.fact.slots.get(self.slot.name) is None and not self.fact.settled


class Attempt(NamedTuple):
    """One way of putting facts to the conditions of a rule. ``misses``: what does not hold, none when it fires.

    ``facts``: those that were taken; ``bound``: the variables; ``source``: the place that each was taken from.
    """

    condition: Condition
    facts: tuple[Fact, ...]
    misses: tuple[Miss, ...]
    bound: Mapping[str, Any]
    source: Mapping[str, Place]


def attempts(rule: Rule, memory: Memory, parameters: Mapping[str, Any], most: int) -> Iterator[Attempt]:
    """The ways of putting facts to ``rule`` in which at most ``most`` of its conditions fail."""
    for condition in rule.conditions:
        wanted = [pattern for pattern in condition.patterns if not pattern.absent]
        for row in _rows(wanted, memory, Attempt(condition, (), (), {}, {}), most):
            found = (*row.misses, *_later(condition, memory, parameters, row))
            if len(found) <= most:
                yield row._replace(misses=found)


def nearest_attempt(rule: Rule, memory: Memory, parameters: Mapping[str, Any], most: int = 6) -> Attempt | None:
    """The way in which the fewest conditions fail, of equal ones that with the most facts, then that which gets
    furthest; None when more than ``most`` fail in all of them.
    """
    for limit in range(most + 1):
        found = list(attempts(rule, memory, parameters, limit))
        if found:
            return max(found, key=lambda a: (len(a.facts), a.misses[0].depth if a.misses else 0))
    return None


def _rows(patterns: Sequence[Pattern], memory: Memory, row: Attempt, most: int) -> Iterator[Attempt]:
    """Every choice of a fact for each pattern; of none where no fact is about what the earlier ones are about."""
    if len(row.misses) > most:
        return
    if not patterns:
        yield row
        return
    pattern, rest, depth = patterns[0], patterns[1:], 10 * len(row.facts)
    about = [fact for fact in memory.get(pattern.type, ()) if joins(pattern, fact, row.bound)]
    for fact in about:
        bound, source = dict(row.bound), dict(row.source)
        bind(pattern, fact, bound)
        source.update({s.variable: (fact.type, fact.key, s.name) for s in pattern.slots if s.kind == "bind"})
        wrong = tuple(_misfits(pattern, fact, bound, depth))
        more = Attempt(row.condition, (*row.facts, fact), (*row.misses, *wrong), bound, source)
        yield from _rows(rest, memory, more, most)
    if not about:
        none = Miss(depth, pattern, None, None, None, row.bound)
        yield from _rows(rest, memory, row._replace(misses=(*row.misses, none)), most)


def _misfits(pattern: Pattern, fact: Fact, bound: Mapping[str, Any], depth: int) -> Iterator[Miss]:
    for held, slot in enumerate(pattern.slots):
        one = pattern._replace(slots=(slot,))
        if not (certain(one, fact) and joins(one, fact, bound)):
            yield Miss(depth + min(held, 9), pattern, fact, slot, None, bound)


def _later(condition: Condition, memory: Memory, parameters: Mapping[str, Any], row: Attempt) -> Iterator[Miss]:
    """What fails once every pattern has its fact: facts that must not be there, comparisons."""
    depth = 10 * len(row.facts)
    for pattern in condition.patterns:
        for fact in memory.get(pattern.type, ()) if pattern.absent else ():
            if admits(pattern, fact) and joins(pattern, fact, row.bound):
                yield Miss(depth, pattern, fact, None, None, row.bound)
    if any(miss.fact is None for miss in row.misses):
        return  # what a missing fact would have bound is not known, so nothing can be compared
    for test in condition.tests:
        for part in conjuncts(test):
            if evaluate(part, row.bound, parameters) is not True:
                yield Miss(depth + 9, None, None, None, part, row.bound)


__all__ = ["Attempt", "Memory", "Miss", "Place", "attempts", "nearest_attempt"]
