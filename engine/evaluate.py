"""Three-valued conditions: what an adapter asks about one pattern, one join, one rule; and a plain matcher without an
engine.

The adapters let through everything that is not refuted; ``classify`` then tells what holds from what is pending.
``find`` does the same by plain search. It is the reference that both adapters are tested against, and it answers
why-not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.facts import Fact, Match
from knowledge.expressions import evaluate, names
from knowledge.model import Condition, Pattern, Rule, Slot


def admits(pattern: Pattern, fact: Fact) -> bool:
    """Whether ``pattern`` alone does not refute ``fact``: every constant fits, and slots that share a variable are
    equal, or what is looked at is unknown. What a finding does not say is no value that anybody could ask for.
    """
    for slot in pattern.slots:
        value = fact.slots.get(slot.name)
        if value is None:
            if fact.settled and slot.kind != "not":
                return False
            continue
        if slot.kind == "is":
            if value not in slot.values:
                return False
        elif slot.kind == "not":
            if value in slot.values:
                return False
        elif slot.kind == "same" and not joins(pattern._replace(slots=(slot,)), fact, _own(pattern, fact)):
            return False
    return True


def _own(pattern: Pattern, fact: Fact) -> dict[str, Any]:
    """The variables that a pattern takes from a fact by itself."""
    return {slot.variable: fact.slots.get(slot.name) for slot in pattern.slots if slot.kind == "bind"}


def repeated(pattern: Pattern) -> frozenset[str]:
    """The variables that stand more than once in one pattern."""
    own = {slot.variable for slot in pattern.slots if slot.kind == "bind"}
    return frozenset(slot.variable for slot in pattern.slots if slot.kind == "same" and slot.variable in own)


def certain(pattern: Pattern, fact: Fact) -> bool:
    """Whether nothing that ``pattern`` looks at in ``fact`` is unknown, and all of it fits by itself."""
    return admits(pattern, fact) and not any(_unknown(slot, fact) for slot in pattern.slots)


def _unknown(slot: Slot, fact: Fact) -> bool:
    """Whether a condition on a slot looks at what nobody told."""
    return slot.kind != "bind" and fact.slots.get(slot.name) is None and not fact.settled


def joins(pattern: Pattern, fact: Fact, bound: Mapping[str, Any]) -> bool:
    """Whether the slots that repeat a variable fit what earlier patterns bound; unknown on either side does not
    refute.
    """
    for slot in pattern.slots:
        if slot.kind == "same":
            here, there = fact.slots.get(slot.name), bound.get(slot.variable)
            if here is not None and there is not None and here != there:
                return False
    return True


def surely_joins(pattern: Pattern, fact: Fact, bound: Mapping[str, Any]) -> bool:
    """Whether the slots that repeat a variable are known to fit what earlier patterns bound."""
    same = [slot for slot in pattern.slots if slot.kind == "same"]
    known = all(fact.slots.get(slot.name) is not None and bound.get(slot.variable) is not None for slot in same)
    return known and joins(pattern, fact, bound)


def bind(pattern: Pattern, fact: Fact, bound: dict[str, Any]) -> None:
    """Adds the variables that ``pattern`` takes from ``fact``."""
    for slot in pattern.slots:
        if slot.kind == "bind":
            bound[slot.variable] = fact.slots.get(slot.name)


def classify(
    rule: Rule,
    condition: Condition,
    facts: Sequence[Fact],
    memory: Mapping[str, Sequence[Fact]],
    parameters: Mapping[str, Any],
) -> Match | None:
    """The match of ``rule`` on ``facts`` (one for each pattern that wants one), or None when a condition is refuted
    after all.
    """
    bound: dict[str, Any] = {}
    source: dict[str, tuple[str, str, str]] = {}
    unknown: list[tuple[str, str, str]] = []
    for pattern, fact in zip((p for p in condition.patterns if not p.absent), facts, strict=True):
        if fact.settled and not admits(pattern, fact):
            return None
        for slot in pattern.slots:
            place = (fact.type, fact.key, slot.name)
            value = fact.slots.get(slot.name)
            if slot.kind == "bind":
                bound[slot.variable] = value
                source[slot.variable] = place
            elif _unknown(slot, fact):
                unknown.append(place)
            elif slot.kind == "same" and bound[slot.variable] is None:
                unknown.append(source[slot.variable])
    for pattern in condition.patterns:
        if pattern.absent and not _absent(pattern, memory, bound, source, unknown):
            return None
    for test in condition.tests:
        held = evaluate(test, bound, parameters)
        if held is False:
            return None
        if held is None:
            unknown.extend(source[name] for name in names(test, "var") if bound.get(name) is None and name in source)
    for name, tree in rule.let:
        bound[name] = evaluate(tree, bound, parameters)
    outcome = {slot: evaluate(tree, bound, parameters) for slot, tree in rule.propose}
    if None in outcome.values():
        unknown.extend(_missing(rule, outcome, bound, source))
    subject = str(bound.get(rule.subject, rule.subject))
    return Match(rule, subject, bound, tuple(facts), tuple(dict.fromkeys(unknown)), outcome)


def _missing(
    rule: Rule, outcome: Mapping[str, Any], bound: Mapping[str, Any], source: Mapping[str, tuple[str, str, str]]
) -> Iterator[tuple[str, str, str]]:
    """Where the values are that a proposal needs and nobody gave."""
    lets = dict(rule.let)
    for slot, tree in rule.propose:
        if outcome[slot] is not None:
            continue
        wanted = [
            part for name in names(tree, "var") for part in (names(lets[name], "var") if name in lets else (name,))
        ]
        for name in wanted:
            if bound.get(name) is None and name in source:
                yield source[name]


def _absent(
    pattern: Pattern,
    memory: Mapping[str, Sequence[Fact]],
    bound: Mapping[str, Any],
    source: Mapping[str, tuple[str, str, str]],
    unknown: list[tuple[str, str, str]],
) -> bool:
    """Whether no fact fits an absent pattern for certain; what might fit is added to ``unknown``."""
    for fact in memory.get(pattern.type, ()):
        if admits(pattern, fact) and joins(pattern, fact, bound):
            places = list(_unknown_in(pattern, fact, bound, source))
            if not places:
                return False
            unknown.extend(places)
    return True


def _unknown_in(
    pattern: Pattern, fact: Fact, bound: Mapping[str, Any], source: Mapping[str, tuple[str, str, str]]
) -> Iterator[tuple[str, str, str]]:
    """Where something is unknown that an absent pattern looks at."""
    for slot in pattern.slots:
        if _unknown(slot, fact):
            yield fact.type, fact.key, slot.name
        elif slot.kind == "same" and bound.get(slot.variable) is None and slot.variable in source:
            yield source[slot.variable]


def find(rule: Rule, memory: Mapping[str, Sequence[Fact]], parameters: Mapping[str, Any]) -> Iterator[Match]:
    """All matches of ``rule`` by plain search, in the order of the facts."""
    for condition in rule.conditions:
        yield from find_by(rule, condition, memory, parameters)


def find_by(
    rule: Rule, condition: Condition, memory: Mapping[str, Sequence[Fact]], parameters: Mapping[str, Any]
) -> Iterator[Match]:
    """The matches of one alternative of ``rule``."""
    wanted = [pattern for pattern in condition.patterns if not pattern.absent]
    for facts in _rows(wanted, memory, (), {}):
        match = classify(rule, condition, facts, memory, parameters)
        if match is not None:
            yield match


def _rows(
    patterns: Sequence[Pattern], memory: Mapping[str, Sequence[Fact]], row: tuple[Fact, ...], bound: dict[str, Any]
) -> Iterator[tuple[Fact, ...]]:
    if len(row) == len(patterns):
        yield row
        return
    pattern = patterns[len(row)]
    for fact in memory.get(pattern.type, ()):
        if admits(pattern, fact) and joins(pattern, fact, bound):
            more = dict(bound)
            bind(pattern, fact, more)
            yield from _rows(patterns, memory, (*row, fact), more)


def group(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Facts by type, each list in the order given."""
    memory: dict[str, list[Fact]] = {}
    for fact in facts:
        memory.setdefault(fact.type, []).append(fact)
    return memory
