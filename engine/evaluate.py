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
from facts.records import NamedTuple
from knowledge.expressions import Compiled, Tree, compiled, names
from knowledge.model import Condition, Pattern, Rule, Slot

Place = tuple[str, str, str]
"""A slot of a fact: its type, its key and the name of the slot."""


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
        elif slot.kind == "same":
            for other in pattern.slots:  # where the pattern takes the variable from this very fact
                if other.kind == "bind" and other.variable == slot.variable:
                    own = fact.slots.get(other.name)
                    if own is not None and own != value:
                        return False
    return True


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


class _Prepared(NamedTuple):
    """An alternative of a rule, ready to be asked about many rows of facts. ``wanted``: the patterns that want a fact,
    each with the slots that it binds, as (slot, variable), and the other slots, as (slot, variable that it repeats or
    ""). ``joining``: for each of these whether it repeats a variable; ``types``: theirs.
    """

    rule: Rule
    wanted: tuple[tuple[Pattern, tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]], ...]
    joining: tuple[bool, ...]
    types: frozenset[str]
    absent: tuple[Pattern, ...]
    tests: tuple[tuple[Tree, Compiled], ...]
    lets: tuple[tuple[str, Compiled], ...]
    outcome: tuple[tuple[str, Compiled], ...]


def _prepare(rule: Rule, condition: Condition) -> _Prepared:
    wanted = [
        (
            pattern,
            tuple([(slot.name, slot.variable) for slot in pattern.slots if slot.kind == "bind"]),
            tuple([(s.name, s.variable if s.kind == "same" else "") for s in pattern.slots if s.kind != "bind"]),
        )
        for pattern in condition.patterns
        if not pattern.absent
    ]
    return _Prepared(
        rule,
        tuple(wanted),
        tuple([any(repeats for _, repeats in others) for _, _, others in wanted]),
        frozenset([pattern.type for pattern, _, _ in wanted]),
        tuple([pattern for pattern in condition.patterns if pattern.absent]),
        tuple([(test, compiled(test)) for test in condition.tests]),
        tuple([(name, compiled(tree)) for name, tree in rule.let]),
        tuple([(slot, compiled(tree)) for slot, tree in rule.propose]),
    )


# By the identity of a condition; what is kept alive cannot give its address to another.
_prepared: dict[int, tuple[Condition, _Prepared]] = {}
_MOST_PREPARED = 20_000


def _ready(rule: Rule, condition: Condition) -> _Prepared:
    known = _prepared.get(id(condition))
    if known is not None and known[1].rule is rule:
        return known[1]
    if len(_prepared) >= _MOST_PREPARED:
        _prepared.clear()
    made = _prepare(rule, condition)
    _prepared[id(condition)] = (condition, made)
    return made


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
    ready = _ready(rule, condition)
    bound: dict[str, Any] = {}
    unknown: list[Place] = []
    for (pattern, binds, others), fact in zip(ready.wanted, facts, strict=True):
        slots = fact.slots
        if fact.settled and not admits(pattern, fact):
            return None
        for name, variable in binds:
            bound[variable] = slots.get(name)
        for name, repeats in others:
            if slots.get(name) is None and not fact.settled:
                unknown.append((fact.type, fact.key, name))
            elif repeats and bound[repeats] is None:
                unknown.append(_source(ready, facts)[repeats])
    for pattern in ready.absent:
        if memory.get(pattern.type) and not _absent(pattern, memory, bound, _source(ready, facts), unknown):
            return None
    for tree, test in ready.tests:
        held = test(bound, parameters)
        if held is False:
            return None
        if held is None:
            source = _source(ready, facts)
            unknown.extend(source[name] for name in names(tree, "var") if bound.get(name) is None and name in source)
    for name, let in ready.lets:
        bound[name] = let(bound, parameters)
    outcome = {slot: value(bound, parameters) for slot, value in ready.outcome}
    if None in outcome.values():
        unknown.extend(_missing(rule, outcome, bound, _source(ready, facts)))
    subject = str(bound.get(rule.subject, rule.subject))
    return Match(rule, subject, bound, tuple(facts), tuple(dict.fromkeys(unknown)) if unknown else (), outcome)


def _source(ready: _Prepared, facts: Sequence[Fact]) -> Mapping[str, Place]:
    """Where each variable has its value from."""
    return {
        variable: (fact.type, fact.key, name)
        for (_, binds, _), fact in zip(ready.wanted, facts, strict=True)
        for name, variable in binds
    }


def _missing(
    rule: Rule, outcome: Mapping[str, Any], bound: Mapping[str, Any], source: Mapping[str, Place]
) -> Iterator[Place]:
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
    source: Mapping[str, Place],
    unknown: list[Place],
) -> bool:
    """Whether no fact fits an absent pattern for certain; what might fit is added to ``unknown``."""
    for fact in memory.get(pattern.type, ()):
        if admits(pattern, fact) and joins(pattern, fact, bound):
            places = list(_unknown_in(pattern, fact, bound, source))
            if not places:
                return False
            unknown.extend(places)
    return True


def _unknown_in(pattern: Pattern, fact: Fact, bound: Mapping[str, Any], source: Mapping[str, Place]) -> Iterator[Place]:
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
    for facts in _rows(_ready(rule, condition), memory):
        match = classify(rule, condition, facts, memory, parameters)
        if match is not None:
            yield match


def _rows(ready: _Prepared, memory: Mapping[str, Sequence[Fact]]) -> Sequence[tuple[Fact, ...]]:
    """The rows of facts that the patterns of an alternative do not refute, in the order of the facts."""
    if not ready.types <= memory.keys():
        return ()
    rows: list[tuple[tuple[Fact, ...], dict[str, Any]]] = [((), {})]
    for (pattern, binds, _), joining in zip(ready.wanted, ready.joining, strict=True):
        fitting = [fact for fact in memory.get(pattern.type, ()) if admits(pattern, fact)]
        longer = []
        for row, bound in rows:
            for fact in fitting:
                if joining and not joins(pattern, fact, bound):
                    continue
                more = {**bound, **{variable: fact.slots.get(name) for name, variable in binds}} if binds else bound
                longer.append(((*row, fact), more))
        if not longer:
            return ()
        rows = longer
    return [row for row, _ in rows]


def group(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Facts by type, each list in the order given."""
    memory: dict[str, list[Fact]] = {}
    for fact in facts:
        memory.setdefault(fact.type, []).append(fact)
    return memory
