"""How near a rule came to applying: by how many conditions it failed.

Answers what a case claims to show about a rule: ``fails-by-one`` and the sides of a threshold, which lie near it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from engine.evaluate import admits, bind, certain, joins
from engine.facts import Fact
from knowledge.expressions import Tree, evaluate
from knowledge.model import Condition, Pattern, Rule

Memory = Mapping[str, Sequence[Fact]]


def failing(
    rule: Rule, memory: Memory, parameters: Mapping[str, Any], events: Container[str] = (), most: int = 1
) -> int:
    """The least number of conditions of ``rule`` that do not hold for certain, over its branches and all combinations
    of facts; ``most + 1`` when there are more than ``most``.

    A slot that does not fit, a fact that is not there, a comparison that is not true and a fact that should be absent
    count one each; so does a proposal that waits for a value. An event (``events``) that did not happen counts two: a
    story of something else is not near, unless the event is all that the rule wants.
    """
    return min((_least(rule, one, memory, parameters, events, most) for one in rule.conditions), default=most + 1)


def _least(
    rule: Rule,
    condition: Condition,
    memory: Memory,
    parameters: Mapping[str, Any],
    events: Container[str],
    most: int,
) -> int:
    best = most + 1
    strange = 1 if _is_bare(condition) else 2
    wanted = [
        (p, strange if p.type in events and p.type not in memory else 1) for p in condition.patterns if not p.absent
    ]
    for bound, failed in _rows(wanted, memory, {}, 0, most):
        failed += sum(_there(pattern, memory, bound) for pattern in condition.patterns if pattern.absent)
        for test in condition.tests:
            failed += sum(evaluate(part, bound, parameters) is not True for part in conjuncts(test))
        if not failed:  # it holds, but what it would propose hangs on a value that nobody told
            failed = int(None in _proposed(rule, bound, parameters))
        best = min(best, failed)
    return best


def _is_bare(condition: Condition) -> bool:
    """Whether a rule wants nothing but that something happened."""
    slots = [slot for pattern in condition.patterns for slot in pattern.slots if slot.kind != "bind"]
    return len(condition.patterns) == 1 and not slots and not condition.tests


def _proposed(rule: Rule, bound: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[Any]:
    values = dict(bound)
    for name, tree in rule.let:
        values[name] = evaluate(tree, values, parameters)
    return [evaluate(tree, values, parameters) for _, tree in rule.propose]


def _rows(
    patterns: Sequence[tuple[Pattern, int]], memory: Memory, bound: dict[str, Any], failed: int, most: int
) -> Iterator[tuple[dict[str, Any], int]]:
    """Every choice of a fact, or of none, for each pattern (with what none counts): what is bound and what failed."""
    if failed > most:
        return
    if not patterns:
        yield bound, failed
        return
    (first, none), rest = patterns[0], patterns[1:]
    for fact in memory.get(first.type, ()):
        more = dict(bound)
        bind(first, fact, more)
        yield from _rows(rest, memory, more, failed + _misfits(first, fact, more), most)
    yield from _rows(rest, memory, bound, failed + none, most)


def _misfits(pattern: Pattern, fact: Fact, bound: Mapping[str, Any]) -> int:
    alone = (pattern._replace(slots=(slot,)) for slot in pattern.slots)
    return sum(not (certain(one, fact) and joins(one, fact, bound)) for one in alone)


def _there(pattern: Pattern, memory: Memory, bound: Mapping[str, Any]) -> bool:
    return any(admits(pattern, fact) and joins(pattern, fact, bound) for fact in memory.get(pattern.type, ()))


def conjuncts(test: Tree) -> Iterator[Tree]:
    """The parts of a test that must all be true."""
    if test[0] == "and":
        yield from conjuncts(test[1])
        yield from conjuncts(test[2])
    else:
        yield test
