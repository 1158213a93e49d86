"""Changes to a story that is told already: another amount, one fact less, an act more, neighbours turned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from facts.incident import Act, Event, Incident, Words
from facts.incident_keys import GAMES, SAID_WHEN, STRUCTURES, told_slots
from facts.lexicon import vocabulary
from soak.acts import Play
from soak.dice import Dice
from soak.events import event, value_of

Entry: TypeAlias = Act | Event
_Told = TypeVar("_Told", Incident, Act, Event)
_HEAD = ("game", "structure", "street", "pot", "button", "began_with", "begins", "min_chip")


def changed(dice: Dice, incident: Incident) -> Incident:
    """The story with one to three changes, some of which may change nothing."""
    for _ in range(dice.number(1, 3)):
        change = dice.weighed(_CHANGES)
        incident = change(dice, incident)
    return incident


def _near(dice: Dice, chips: int) -> int:
    """An amount one chip, or a factor, from another."""
    return max(1, dice.one((chips - 1, chips + 1, chips - 1, chips + 1, 2 * chips, chips // 2, chips * 10)))


def _on_entry(dice: Dice, incident: Incident, change: Callable[[Entry], Entry]) -> Incident:
    if not incident.timeline:
        return incident
    at = dice.number(0, len(incident.timeline) - 1)
    return with_entry(incident, at, change(incident.timeline[at]))


def with_entry(incident: Incident, at: int, *entries: Entry) -> Incident:
    """The story with one entry of its timeline put otherwise, or left out where none is given."""
    return incident._replace(timeline=(*incident.timeline[:at], *entries, *incident.timeline[at + 1 :]))


def put(one: _Told, **told: Any) -> _Told:
    """A story, an act or an event with some of its fields put otherwise."""
    return one._replace(**told)


def less(told: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A mapping without one of its names."""
    return {key: value for key, value in told.items() if key != name}


def _amount(dice: Dice, incident: Incident) -> Incident:
    """One amount of the story moved."""

    def change(entry: Entry) -> Entry:
        if isinstance(entry, Event):
            specs = vocabulary().facts[entry.type].slots
            numbers = [name for name, value in entry.slots.items() if type(value) is int and name in specs]
            if not numbers:
                return entry
            name = dice.one(numbers)
            return entry._replace(slots={**entry.slots, name: _near(dice, int(entry.slots[name]))})  # type: ignore[arg-type]
        if entry.words is not None and entry.words.amount is not None and dice.likely(50):
            return entry._replace(words=entry.words._replace(amount=_near(dice, entry.words.amount)))
        if entry.motions and dice.likely(60):
            chips = list(entry.motions[-1])
            chips[-1] = _near(dice, chips[-1])
            return entry._replace(motions=(*entry.motions[:-1], tuple(chips)))
        return entry if entry.to is None else entry._replace(to=_near(dice, entry.to))

    if incident.timeline and dice.likely(65):
        return _on_entry(dice, incident, change)
    for name in dice.shuffled(("stacks", "stakes")):
        told = getattr(incident, name)
        if told:
            key = dice.one(sorted(told))
            return put(incident, **{name: {**told, key: _near(dice, told[key])}})
    return incident._replace(pot=_near(dice, incident.pot)) if incident.pot is not None else incident


def forgotten(act: Act, name: str) -> Act:
    """The act without one thing that was told of it; chips that nobody told lie in no columns."""
    return put(act, **{name: None, **({"handful": False} if name == "motions" else {})})


def _forget(dice: Dice, incident: Incident) -> Incident:
    """One fact less."""

    def change(entry: Entry) -> Entry:
        if isinstance(entry, Event):
            specs = vocabulary().facts[entry.type].slots
            free = [name for name in entry.slots if not specs[name].required]
            return entry._replace(slots=less(entry.slots, dice.one(free))) if free else entry
        told = [name for name in ("words", "motions", "gesture", "prompted", "picked_up", "to") if getattr(entry, name)]
        if entry.extra and dice.likely(50):
            return entry._replace(extra=less(entry.extra, dice.one(sorted(entry.extra))))
        return forgotten(entry, dice.one(told)) if told else entry

    if incident.timeline and dice.likely(60):
        return _on_entry(dice, incident, change)
    told = [name for name in _HEAD if getattr(incident, name) is not None]
    parts = [name for name in ("stakes", "stacks", "cards", "up_cards") if getattr(incident, name)]
    if parts and dice.likely(50):
        name = dice.one(parts)
        return put(incident, **{name: less(getattr(incident, name), dice.one(sorted(getattr(incident, name))))})
    return put(incident, **{dice.one(told): None}) if told else incident


def _otherwise(dice: Dice, incident: Incident) -> Incident:
    """A word, flag or name put otherwise, or told where it was not."""

    def change(entry: Entry) -> Entry:
        if isinstance(entry, Event):
            specs = told_slots(vocabulary().facts[entry.type])
            name = dice.one(sorted(specs)) if specs else ""
            value = value_of(dice, incident, specs[name]) if specs else None
            return entry if value is None else entry._replace(slots={**entry.slots, name: value})
        words = entry.words
        if words is not None and dice.likely(60):
            if words.amount is not None and dice.likely(40):
                return entry._replace(words=words._replace(means=dice.one((None, "to", "by"))))
            if dice.likely(50):
                return entry._replace(words=words._replace(when=dice.one(SAID_WHEN)))
            return entry._replace(words=Words(dice.one(("call", "raise", "bet", "all-in", "nothing")), when=words.when))
        if dice.likely(40):
            return entry._replace(extra={**entry.extra, dice.one(("deliberate", "unclear")): dice.likely(50)})
        return entry._replace(prompted=dice.one((None, "dealer", "nobody")))

    if incident.timeline and dice.likely(70):
        return _on_entry(dice, incident, change)
    name, words = dice.one((("structure", STRUCTURES), ("game", GAMES), ("street", ("preflop", "flop", "third"))))
    if name == "street" and incident.game == "stud7":
        words = ("third", "fourth", "seventh")
    return put(incident, **{name: dice.one(words)})


def _entry(dice: Dice, incident: Incident) -> Incident:
    """An entry of the timeline dropped, told twice, or changed with its neighbour."""
    if not incident.timeline:
        return incident
    at = dice.number(0, len(incident.timeline) - 1)
    entry = incident.timeline[at]
    what = dice.weighed({"drop": 45, "twice": 15, "swap": 40})
    if what == "swap" and at + 1 < len(incident.timeline):
        return with_entry(with_entry(incident, at + 1, entry), at, incident.timeline[at + 1])
    return with_entry(incident, at, *((entry, entry) if what == "twice" else ()))


def _more(dice: Dice, incident: Incident) -> Incident:
    """An event or an act more."""
    if not incident.seats:
        return incident
    if dice.likely(50) or len(incident.seats) < 2:
        at = dice.number(0, len(incident.timeline))
        told = (*incident.timeline[:at], event(dice, incident), *incident.timeline[at:])
        return incident._replace(timeline=told)
    play = Play(dice, incident)
    play.acts(dice.number(1, 2))
    return incident._replace(timeline=(*incident.timeline, *play.timeline))


_CHANGES = {_amount: 35, _forget: 20, _otherwise: 20, _entry: 15, _more: 10}
