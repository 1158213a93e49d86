"""Events of a story: any type of the vocabulary, its slots told at random and some of them left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facts.incident import Event, Incident
from facts.incident_keys import told_slots
from facts.lexicon import FactType, SlotSpec, vocabulary
from soak.dice import Dice
from soak.heads import deck

_CHIPS = (0, 1, 5, 25, 50, 100, 200, 500, 1000, 5000, 10000)
TYPES = tuple(sorted(vocabulary().events))


def event(dice: Dice, incident: Incident, types: Sequence[str] = TYPES) -> Event:
    """An event about the seats and stakes of a story."""
    spec = vocabulary().facts[dice.one(types)]
    share = dice.one((50, 80, 100))
    slots: dict[str, Any] = {}
    for name, slot in told_slots(spec).items():
        if slot.required or dice.likely(share):
            value = value_of(dice, incident, slot)
            if value is not None:
                slots[name] = value
    return Event(spec.name, slots)


def value_of(dice: Dice, incident: Incident, slot: SlotSpec) -> Any:
    """A value for a slot; None where the story has none to give (a seat where nobody sits)."""
    if slot.type == "flag":
        return dice.likely(50)
    if slot.domain and slot.type == "word":
        return dice.one(slot.domain)
    if slot.type == "count":
        return dice.weighed({1: 30, 2: 25, 3: 15, 4: 5, 0: 8, dice.number(5, 30): 17})
    if slot.type == "chips":
        amounts = [*_CHIPS, *incident.stakes.values(), *incident.stacks.values()]
        return max(0, dice.one(amounts) + dice.weighed({0: 70, 1: 15, -1: 15}))
    if slot.type == "seat":
        return dice.one(incident.seats) if incident.seats else None
    if slot.type == "seats":
        return tuple(dice.some(incident.seats, 4) or incident.seats[:1])
    if slot.type == "cards":
        return tuple(deck(dice)[: dice.one((1, 3, 3, 5, 5))])
    return dice.one(slot.domain) if slot.domain else None


def needs_seats(spec: FactType) -> bool:
    """Whether an event cannot be told where nobody sits."""
    return any(slot.required and slot.type in ("seat", "seats") for slot in spec.slots.values())


__all__ = ["TYPES", "event", "needs_seats", "value_of"]
