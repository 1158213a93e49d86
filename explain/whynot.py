"""Why a rule that was considered says nothing: the first of its conditions that does not hold, and on which fact.

The alternative and the combination of facts that get furthest are told; of equal ones the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.evaluate import admits, bind, certain, joins
from engine.facts import Fact
from engine.misses import Memory, Miss
from engine.nearly import conjuncts
from knowledge.expressions import Tree, evaluate
from knowledge.model import Condition, Pattern, Rule


def first_miss(rule: Rule, memory: Memory, parameters: Mapping[str, Any]) -> Miss | None:
    """The condition at which ``rule`` fails, in the attempt that gets furthest; None when nothing refutes it."""
    misses: list[Miss] = []
    for condition in rule.conditions:
        found = list(_attempts(condition, memory, parameters))
        if None in found:
            return None
        misses.extend(miss for miss in found if miss is not None)
    return max(misses, key=lambda miss: miss.depth, default=None)


def _attempts(condition: Condition, memory: Memory, parameters: Mapping[str, Any]) -> Iterator[Miss | None]:
    """One result for each combination of facts: where it fails, or None when it holds or is pending."""
    wanted = [p for p in condition.patterns if not p.absent]
    for row, bound, miss in _rows(wanted, memory, (), {}):
        if miss is not None:
            yield miss
            continue
        yield _present(condition, memory, bound, len(row)) or _untrue(condition, bound, parameters, len(row))


def _rows(
    patterns: Sequence[Pattern], memory: Memory, row: tuple[Fact, ...], bound: dict[str, Any]
) -> Iterator[tuple[tuple[Fact, ...], dict[str, Any], Miss | None]]:
    if len(row) == len(patterns):
        yield row, bound, None
        return
    pattern = patterns[len(row)]
    facts = memory.get(pattern.type, ())
    if not facts:
        yield row, bound, Miss(10 * len(row), pattern, None, None, None, bound)
    for fact in facts:
        if admits(pattern, fact) and joins(pattern, fact, bound):
            more = dict(bound)
            bind(pattern, fact, more)
            yield from _rows(patterns, memory, (*row, fact), more)
        else:
            yield row, bound, _refuted(pattern, fact, bound, 10 * len(row))


def _refuted(pattern: Pattern, fact: Fact, bound: dict[str, Any], depth: int) -> Miss:
    """The first slot of a pattern that refutes a fact; each slot that fits counts a little towards getting far."""
    seen = dict(bound)
    for held, slot in enumerate(pattern.slots):
        one = pattern._replace(slots=(slot,))
        bind(one, fact, seen)
        if not admits(one, fact) or not joins(one, fact, seen):
            return Miss(depth + min(held, 9), pattern, fact, slot, None, bound)
    raise AssertionError("a pattern that fails has a slot that fails")


def _present(condition: Condition, memory: Memory, bound: dict[str, Any], depth: int) -> Miss | None:
    for pattern in condition.patterns:
        if pattern.absent:
            for fact in memory.get(pattern.type, ()):
                if certain(pattern, fact) and joins(pattern, fact, bound):
                    return Miss(10 * depth, pattern, fact, None, None, bound)
    return None


def _untrue(condition: Condition, bound: dict[str, Any], parameters: Mapping[str, Any], depth: int) -> Miss | None:
    for test in condition.tests:
        for part in conjuncts(test):
            if evaluate(part, bound, parameters) is False:
                return Miss(10 * depth + 9, None, None, None, part, bound)
    return None


def unparse(tree: Tree) -> str:
    """An expression as an author would write it."""
    op = tree[0]
    if op == "num":
        return str(tree[1])
    if op in ("var", "param"):
        return ("$" if op == "var" else "@") + str(tree[1])
    if op == "word":
        return f"'{tree[1]}'"
    if op == "flag":
        return "true" if tree[1] else "false"
    if op == "unknown":
        return "unknown"
    if op in ("min", "max"):
        return f"{op}({unparse(tree[1])}, {unparse(tree[2])})"
    if op == "not":
        return f"not {_inner(tree[1])}"
    return f"{_inner(tree[1])} {op} {_inner(tree[2])}"


def _inner(tree: Tree) -> str:
    simple = tree[0] in ("num", "var", "param", "word", "flag", "unknown", "min", "max")
    return unparse(tree) if simple else f"({unparse(tree)})"
