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
        _known[key] = _relevant(rulebook.rules, vocabulary.topics, present, readings)
    return _known[key]


def _frozen(present: Present) -> Any:
    return frozenset(
        (kind, frozenset(tuple(sorted(fixed.items(), key=str)) for fixed in facts)) for kind, facts in present.items()
    )


def _relevant(
    rules: Iterable[Rule], topics: Mapping[str, Topic], present: Present, readings: Mapping[str, str]
) -> tuple[Rule, ...]:
    able: set[str] = set()
    heirs: dict[str, list[str]] = {}
    for name, topic in topics.items():
        heirs.setdefault(topic.inherits, []).append(name)
    chosen: list[Rule] = []
    for rule in rules:  # they come by stage, so the findings that a rule builds on are decided before it
        if _alive(rule, readings) and any(
            all(_possible(p, able, topics, present) for p in c.patterns) for c in rule.conditions
        ):
            chosen.append(rule)
            able.add(rule.topic)
            able.update(heirs.get(rule.topic, ()))
    return tuple(chosen)


def _alive(rule: Rule, readings: Mapping[str, str]) -> bool:
    """Whether the readings in force are among those the rule belongs to; it may belong to several of one clause."""
    return all(any(pair == (clause, readings.get(clause)) for pair in rule.reading) for clause, _ in rule.reading)


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
