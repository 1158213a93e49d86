"""Small rules and matches for tests of the engine, without a rulebook."""

from __future__ import annotations

from typing import Any

from engine.facts import Fact, Match
from knowledge.model import Condition, Pattern, Relation, Rule, Slot


def rule(
    id: str,
    *,
    topic: str = "settles",
    layer: int = 0,
    relations: tuple[Relation, ...] = (),
    conditions: tuple[Condition, ...] = (),
    propose: tuple[tuple[str, Any], ...] = (),
    subject: str = "act",
) -> Rule:
    """A rule with the parts that a test names."""
    return Rule(
        id=id,
        book="test",
        layer=layer,
        clause="1",
        also=(),
        topic=topic,
        stage=0,
        subject=subject,
        reading=(),
        conditions=conditions,
        let=(),
        propose=propose,
        relations=relations,
        parameters=(),
        discretion=None,
        says={},
        file="test.yaml",
        line=1,
    )


def fired(of: Rule, **outcome: Any) -> Match:
    """A match whose conditions all hold."""
    return Match(of, "act 1", {}, (), (), outcome)


def pending(of: Rule, slot: str = "said", **outcome: Any) -> Match:
    """A match that waits for one slot."""
    return Match(of, "act 1", {}, (), (("act", "act 1", slot),), outcome)


def overrides(other: str, clause: str = "1") -> Relation:
    """The relation of an exception."""
    return Relation("overrides", other, "", clause)


def pattern(type: str, absent: bool = False, **slots: Any) -> Pattern:
    """A pattern: a ``$name`` binds or joins by hand (``same:name``), a list is one-of, anything else is a constant."""
    made = []
    for name, value in slots.items():
        if isinstance(value, str) and value.startswith("$"):
            made.append(Slot(name, "bind", (), value[1:]))
        elif isinstance(value, str) and value.startswith("same:"):
            made.append(Slot(name, "same", (), value[5:]))
        elif isinstance(value, list):
            made.append(Slot(name, "is", tuple(value), ""))
        else:
            made.append(Slot(name, "is", (value,), ""))
    return Pattern(type, tuple(made), absent)


def fact(type: str, key: str, **slots: Any) -> Fact:
    """A fact in working memory."""
    return Fact(type, key, slots)
