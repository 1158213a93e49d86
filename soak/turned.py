"""A story turned over: other names, another first seat, other chips, another order. The ruling must turn with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.incident import Act, Event, Incident
from facts.lexicon import vocabulary
from soak.changes import Entry, forgotten, less, put, with_entry

Names = Mapping[str, str]
_CHIP_LISTS = ("in_front", "pulled_back")


def renamed(incident: Incident, names: Names) -> Incident:
    """The story with other names for the players."""

    def entry(one: Entry) -> Entry:
        if isinstance(one, Act):
            return one._replace(seat=names.get(one.seat, one.seat))
        specs = vocabulary().facts[one.type].slots
        slots = {k: other(v, names) if specs[k].type in ("seat", "seats") else v for k, v in one.slots.items()}
        return one._replace(slots=slots)

    parts = {
        name: {names.get(seat, seat): told for seat, told in getattr(incident, name).items()}
        for name in ("stacks", "cards", "up_cards")
    }
    return put(
        incident,
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


def reordered(incident: Incident) -> Incident:
    """The story with its mappings told from the end."""
    parts = {name: backwards(getattr(incident, name)) for name in ("stakes", "stacks", "cards", "up_cards")}
    timeline = tuple(
        one._replace(slots=backwards(one.slots)) if isinstance(one, Event) else one._replace(extra=backwards(one.extra))
        for one in incident.timeline
    )
    return put(incident, timeline=timeline, **parts)


def backwards(told: Mapping[str, Any]) -> dict[str, Any]:
    """A mapping with its last pair first."""
    return dict(reversed(list(told.items())))


def scaled(incident: Incident, by: int) -> Incident:
    """The story with every chip worth ``by`` times as much."""

    def times(chips: int | None) -> int | None:
        return None if chips is None else chips * by

    def entry(one: Entry) -> Entry:
        if isinstance(one, Event):
            specs = vocabulary().facts[one.type].slots
            slots = {k: v * by if specs[k].type == "chips" and type(v) is int else v for k, v in one.slots.items()}
            return one._replace(slots=slots)
        motions = one.motions and tuple(tuple(chip * by for chip in motion) for motion in one.motions)
        extra: dict[str, Any] = dict(one.extra)
        for name in _CHIP_LISTS:
            if name in extra:
                extra[name] = tuple(chip * by for chip in extra[name])
        words = one.words and one.words._replace(amount=times(one.words.amount))
        return one._replace(to=times(one.to), words=words, motions=motions, picked_up=times(one.picked_up), extra=extra)

    return incident._replace(
        stakes={name: chips * by for name, chips in incident.stakes.items()},
        stacks={seat: chips * by for seat, chips in incident.stacks.items()},
        pot=times(incident.pot),
        min_chip=times(incident.min_chip),
        timeline=tuple(entry(one) for one in incident.timeline),
    )


def without(incident: Incident) -> Iterator[tuple[str, str, Incident]]:
    """The story with one known fact after the other left out: (what the fact is, where it stands, the story)."""
    for name in ("game", "structure", "street", "pot", "button", "began_with", "begins", "min_chip"):
        if getattr(incident, name) is not None:
            yield name, name, put(incident, **{name: None})
    for part in ("stakes", "stacks", "cards", "up_cards"):
        told = getattr(incident, part)
        for key in told:
            yield part, f"{part} {key}", put(incident, **{part: less(told, key)})
    if incident.board:
        yield "board", "board", incident._replace(board=())
    for at, entry in enumerate(incident.timeline):
        for what, where, changed in _entry_without(entry):
            yield what, f"entry {at + 1}, {where}", with_entry(incident, at, changed)


def _entry_without(entry: Entry) -> Iterator[tuple[str, str, Entry]]:
    if isinstance(entry, Event):
        specs = vocabulary().facts[entry.type].slots
        for slot in entry.slots:
            if not specs[slot].required:
                yield f"{entry.type}.{slot}", slot, entry._replace(slots=less(entry.slots, slot))
        return
    words = entry.words
    if words is not None:
        yield "words", "words", entry._replace(words=None)
        if words.means is not None:
            yield "means", "means", entry._replace(words=words._replace(means=None))
    if entry.to is not None:
        yield "to", "to", entry._replace(to=None)
    for name in ("prompted", "gesture", "picked_up", "motions"):
        if getattr(entry, name) is not None:
            yield name, name, forgotten(entry, name)
    for slot in entry.extra:
        yield slot, slot, entry._replace(extra=less(entry.extra, slot))
