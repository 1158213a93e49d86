"""Which rules a story can touch at all: the others are neither built nor asked.

A rule is left out only when every alternative of it asks for a fact that the story cannot hold, so nothing that could
fire or be pending is lost. An incident without events, for instance, needs no rule about thrown cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from facts.lexicon import Topic, Vocabulary
from knowledge.model import Pattern, Rule, Rulebook

Present = Mapping[str, Iterable[Mapping[str, Any]]]
_MOST = 256
_known: dict[Any, tuple[Rule, ...]] = {}
_by_types: dict[Any, tuple[int, ...]] = {}


def relevant_rules(
    rulebook: Rulebook, vocabulary: Vocabulary, present: Present, readings: Mapping[str, str]
) -> tuple[Rule, ...]:
    """The rules alive under ``readings`` that facts of the types ``present`` could touch, by stage and id.

    ``present``: the fact types of the story, with what is fixed about each of their facts. Remembered from call to
    call.
    """
    key = (rulebook.hash, tuple(sorted(readings.items())), _frozen(present))
    if key not in _known:
        if len(_known) >= _MOST:
            _known.pop(next(iter(_known)))
        _known[key] = _relevant(rulebook, vocabulary, present, readings)
    return _known[key]


def _frozen(present: Present) -> Any:
    return frozenset(
        (kind, frozenset(tuple(sorted(fixed.items(), key=str)) for fixed in facts)) for kind, facts in present.items()
    )


def _relevant(
    rulebook: Rulebook, vocabulary: Vocabulary, present: Present, readings: Mapping[str, str]
) -> tuple[Rule, ...]:
    topics, heirs = vocabulary.topics, _heirs(vocabulary)
    able: set[str] = set()
    there = set(present)  # types of facts and topics; a rule whose outline asks for another need not even be built
    chosen: list[Rule] = []
    for n in _touching(rulebook, heirs, frozenset(present), readings):
        if not any(there.issuperset(wants) for wants in rulebook.outlines[n].wants):
            continue
        rule = rulebook.rules[n]
        if any(all(_possible(p, able, topics, present) for p in c.patterns) for c in rule.conditions):
            chosen.append(rule)
            for name in (rule.topic, *heirs.get(rule.topic, ())):
                able.add(name)
                there.add(name)
    return tuple(chosen)


def _touching(
    rulebook: Rulebook, heirs: Mapping[str, list[str]], types: frozenset[str], readings: Mapping[str, str]
) -> tuple[int, ...]:
    """The numbers of the rules that a story with facts of some types could touch, whatever these say; remembered, for
    a story is ruled on again and again with other facts of the same types.
    """
    key = (rulebook.hash, tuple(sorted(readings.items())), types)
    if key not in _by_types:
        if len(_by_types) >= _MOST:
            _by_types.pop(next(iter(_by_types)))
        there, found = set(types), list[int]()
        for n, outline in enumerate(rulebook.outlines):  # by stage: what a rule builds on is decided before it
            if any(there.issuperset(wants) for wants in outline.wants) and _alive(outline.reading, readings):
                found.append(n)
                there.update((outline.topic, *heirs.get(outline.topic, ())))
        _by_types[key] = tuple(found)
    return _by_types[key]


def _heirs(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """By topic the topics that carry its finding on."""
    found: dict[str, list[str]] = {}
    for names in vocabulary.inheriting:
        for name in names:
            found.setdefault(vocabulary.topics[name].inherits, []).append(name)
    return found


def _alive(reading: Iterable[tuple[str, str]], readings: Mapping[str, str]) -> bool:
    """Whether the readings in force are among those a rule belongs to; it may belong to several of one clause."""
    return all(any(pair == (clause, readings.get(clause)) for pair in reading) for clause, _ in reading)


def _possible(pattern: Pattern, able: set[str], topics: Mapping[str, Topic], present: Present) -> bool:
    if pattern.absent or pattern.type in topics:
        return pattern.absent or pattern.type in able
    return any(_fits(pattern, fixed) for fixed in present.get(pattern.type, ()))


def _fits(pattern: Pattern, fixed: Mapping[str, Any]) -> bool:
    for slot in pattern.slots:
        value = fixed.get(slot.name)
        if value is None:
            continue
        if (slot.kind == "is" and value not in slot.values) or (slot.kind == "not" and value in slot.values):
            return False
    return True
