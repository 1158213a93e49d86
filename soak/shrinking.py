"""Makes a story smaller while what is wrong with it stays wrong: fewer entries and facts, then smaller numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from facts.faults import Faults
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.writer import write_incident
from soak.changes import Entry, forgotten, less, put, with_entry

Wrong = Callable[[Incident], bool]
MOST = 400
"""How many smaller stories are tried; each costs as much as finding the fault did."""

_HEAD = ("note", "rulebook", "button", "began_with", "begins", "min_chip", "pot", "street", "structure", "game")
_MAPPINGS = ("up_cards", "cards", "stacks", "stakes")


def shrunk(incident: Incident, wrong: Wrong, most: int = MOST) -> Incident:
    """The smallest story found, with at most ``most`` tries, that a file can tell and with which it is still wrong.

    ``wrong``: whether the fault shows with a story; it is known to show with ``incident``.
    """
    tries = 0
    going = True
    while going:
        going = False
        for smaller in _smaller(incident):
            told = _told(smaller)
            if told is None:
                continue
            tries += 1
            if wrong(told):
                incident, going = told, True
                break
            if tries >= most:
                return incident
    return incident


def _told(incident: Incident) -> Incident | None:
    """The story as its file reads back; None for one that no file can tell."""
    try:
        return read_incident(write_incident(incident))
    except Faults:
        return None


def _smaller(incident: Incident) -> Iterator[Incident]:
    """Stories with a little less, the greatest steps first; each can be reached in finitely many steps only."""
    entries = incident.timeline
    size = len(entries) // 2
    while size:
        for at in range(0, len(entries) - size + 1, size):
            yield incident._replace(timeline=(*entries[:at], *entries[at + size :]))
        size //= 2
    for seat in reversed(incident.seats):
        if not _takes_part(incident, seat):
            yield _without_seat(incident, seat)
    for name in _HEAD:
        if getattr(incident, name):
            yield put(incident, **{name: "" if name == "note" else None})
    if incident.dead_small_blind:
        yield incident._replace(dead_small_blind=False)
    if incident.board:
        yield incident._replace(board=())
    for name in _MAPPINGS:
        told: Mapping[str, Any] = getattr(incident, name)
        yield from (put(incident, **{name: less(told, key)}) for key in told)
    for at, entry in enumerate(entries):
        yield from (with_entry(incident, at, one) for one in _simpler(entry))
    yield from _lower(incident)


def _takes_part(incident: Incident, seat: str) -> bool:
    """Whether a seat cannot go: it acts, an event names it, it has the button or begins."""
    if seat in (incident.button, incident.begins):
        return True
    for entry in incident.timeline:
        if isinstance(entry, Act):
            if entry.seat == seat:
                return True
        elif any(value == seat or (isinstance(value, tuple) and seat in value) for value in entry.slots.values()):
            return True
    return False


def _without_seat(incident: Incident, seat: str) -> Incident:
    parts = {name: less(getattr(incident, name), seat) for name in ("stacks", "cards", "up_cards")}
    return put(incident, seats=tuple(name for name in incident.seats if name != seat), **parts)


def _simpler(entry: Entry) -> Iterator[Entry]:
    """The entry with one thing less told of it."""
    if isinstance(entry, Event):
        specs = vocabulary().facts[entry.type].slots
        for name in entry.slots:
            if not specs[name].required:
                yield entry._replace(slots=less(entry.slots, name))
        return
    for name in entry.extra:
        yield entry._replace(extra=less(entry.extra, name))
    for name in ("gesture", "prompted", "picked_up", "words", "motions"):
        if getattr(entry, name) is not None:
            yield forgotten(entry, name)
    if entry.handful:
        yield entry._replace(handful=False)
    if entry.motions and len(entry.motions) > 1:
        yield entry._replace(motions=(sum(entry.motions, ()),))
    words = entry.words
    if words is not None and words.word != "nothing":
        if words.amount is not None and words.word != "amount":
            yield entry._replace(words=words._replace(amount=None, means=None))
        if words.when != "before":
            yield entry._replace(words=words._replace(when="before"))
        yield entry._replace(words=Words("nothing"))


def _lower(incident: Incident) -> Iterator[Incident]:
    """The story with one number smaller."""
    for name in ("stakes", "stacks"):
        told: Mapping[str, int] = getattr(incident, name)
        for key, chips in told.items():
            yield from (put(incident, **{name: {**told, key: one}}) for one in _below(chips))
    if incident.pot:
        yield from (incident._replace(pot=one) for one in _below(incident.pot))
    for at, entry in enumerate(incident.timeline):
        if isinstance(entry, Event):
            for key, value in entry.slots.items():
                if type(value) is int:
                    slots = entry.slots
                    yield from (
                        with_entry(incident, at, entry._replace(slots={**slots, key: one})) for one in _below(value)
                    )
            continue
        if entry.to:
            yield from (with_entry(incident, at, entry._replace(to=one)) for one in _below(entry.to))
        for m, motion in enumerate(entry.motions or ()):
            for lot in _fewer(motion):
                motions = (*(entry.motions or ())[:m], lot, *(entry.motions or ())[m + 1 :])
                yield with_entry(incident, at, entry._replace(motions=motions))


def _fewer(chips: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if len(chips) > 1:
        yield chips[:1]
        yield chips[1:]
        yield (sum(chips),)
    for at, chip in enumerate(chips):
        yield from ((*chips[:at], one, *chips[at + 1 :]) for one in _below(chip))


def _below(number: int) -> Iterator[int]:
    """Some smaller numbers, the roundest first."""
    for one in dict.fromkeys((0, 1, 2, 10, 100, number // 2)):
        if one < number:
            yield one


__all__ = ["MOST", "shrunk"]
