"""A story turned over: other names, another first seat, other chips, another order. The ruling must turn with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.incident import Event, Incident
from facts.lexicon import vocabulary
from facts.turned import Entry, other, renamed, rotated, scaled
from soak.changes import forgotten, less, put, with_entry


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


__all__ = ["other", "renamed", "reordered", "rotated", "scaled", "without"]
