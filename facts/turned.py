"""A story turned over: other names, another first seat, other chips, other suits. It is the same story.

Which slots of an event hold players, chips or cards its vocabulary tells; where none is given it is read from its
files, which costs more than everything else here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from facts.incident import Act, Event, Incident
from facts.lexicon import Vocabulary, vocabulary

Entry: TypeAlias = Act | Event
Names: TypeAlias = Mapping[str, str]
_CHIP_LISTS = ("in_front", "pulled_back")
_CARD_PARTS = ("cards", "up_cards")


def renamed(incident: Incident, names: Names, known: Vocabulary | None = None) -> Incident:
    """The story with other names for the players."""

    def entry(one: Entry) -> Entry:
        if isinstance(one, Act):
            return one._replace(seat=names.get(one.seat, one.seat))
        specs = (known or vocabulary()).facts[one.type].slots
        slots = {k: other(v, names) if specs[k].type in ("seat", "seats") else v for k, v in one.slots.items()}
        return one._replace(slots=slots)

    parts: dict[str, Any] = {
        name: {names.get(seat, seat): told for seat, told in getattr(incident, name).items()}
        for name in ("stacks", *_CARD_PARTS)
    }
    return incident._replace(
        seats=tuple(names.get(seat, seat) for seat in incident.seats),
        button=other(incident.button, names),
        begins=other(incident.begins, names),
        timeline=tuple(entry(one) for one in incident.timeline),
        **parts,
    )


def other(value: Any, names: Names) -> Any:
    """A value with the names in it changed."""
    if isinstance(value, Mapping):
        return {key: other(one, names) for key, one in value.items()}
    if isinstance(value, tuple):
        return tuple(other(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else value


def rotated(incident: Incident, by: int) -> Incident:
    """The story with its list of seats begun elsewhere; the button must be told."""
    by %= max(1, len(incident.seats))
    return incident._replace(seats=incident.seats[by:] + incident.seats[:by])


def rechipped(incident: Incident, chips: Callable[[int], int], known: Vocabulary | None = None) -> Incident:
    """The story with every amount of chips, and every chip, replaced by what ``chips`` makes of it."""

    def maybe(amount: int | None) -> int | None:
        return None if amount is None else chips(amount)

    def entry(one: Entry) -> Entry:
        if isinstance(one, Event):
            specs = (known or vocabulary()).facts[one.type].slots
            slots = {k: chips(v) if specs[k].type == "chips" and type(v) is int else v for k, v in one.slots.items()}
            return one._replace(slots=slots)
        motions = one.motions and tuple(tuple(chips(chip) for chip in motion) for motion in one.motions)
        extra: dict[str, Any] = dict(one.extra)
        for name in _CHIP_LISTS:
            if name in extra:
                extra[name] = tuple(chips(chip) for chip in extra[name])
        words = one.words and one.words._replace(amount=maybe(one.words.amount))
        return one._replace(to=maybe(one.to), words=words, motions=motions, picked_up=maybe(one.picked_up), extra=extra)

    return incident._replace(
        stakes={name: chips(amount) for name, amount in incident.stakes.items()},
        stacks={seat: chips(amount) for seat, amount in incident.stacks.items()},
        pot=maybe(incident.pot),
        min_chip=maybe(incident.min_chip),
        timeline=tuple(entry(one) for one in incident.timeline),
    )


def scaled(incident: Incident, by: int) -> Incident:
    """The story with every chip worth ``by`` times as much."""
    return rechipped(incident, lambda amount: amount * by)


def recarded(incident: Incident, card: Callable[[str], str], known: Vocabulary | None = None) -> Incident:
    """The story with every card replaced by what ``card`` makes of it."""

    def entry(one: Entry) -> Entry:
        if isinstance(one, Act):
            return one
        specs = (known or vocabulary()).facts[one.type].slots
        slots: dict[str, Any] = dict(one.slots)
        for name, value in slots.items():
            if specs[name].type == "cards" and isinstance(value, tuple):
                slots[name] = tuple(card(str(one)) for one in value)
        return one._replace(slots=slots)

    parts: dict[str, Any] = {
        name: {seat: tuple(map(card, told)) for seat, told in getattr(incident, name).items()} for name in _CARD_PARTS
    }
    board = tuple(map(card, incident.board))
    return incident._replace(board=board, timeline=tuple(map(entry, incident.timeline)), **parts)


__all__ = ["Entry", "Names", "other", "recarded", "rechipped", "renamed", "rotated", "scaled"]
