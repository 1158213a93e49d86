"""Answers put into a story: each question of the engine has one place in an incident where its answer is told.

Nothing is judged here. An answer that an incident cannot hold (a finding, the opposite of a default) is not put
anywhere; ``tellable`` says which questions have a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from facts.incident import Act, Event, Incident, Words

Root = tuple[str, str, str]
"""Fact type, key of the fact, slot: what a question is about, as ``engine.questions`` names it."""

_FIELDS = ("game", "structure", "street", "pot", "min_chip", "begins", "players", "button")
_STAKES = {"big_blind": "bb", "bring_in": "bring_in", "unit": "bet"}
_PLAIN = ("to", "gesture", "prompted")
_EXTRA = ("deliberate", "offence", "overlooked_raise", "unclear")
_OF_WORDS = ("declared", "amount", "means", "when")
_OF_CHIPS = ("put", "chips")
_OF_SEATS = ("stack", "all_in")
BUTTON: Root = ("table", "table", "button")


def place_of(root: Root) -> Root:
    """The place in a story that answers a question: who has the button is told once, whichever seat it is asked of."""
    return BUTTON if root[0] == "place" and root[2] in ("button", "from_button", "next") else root


def tellable(incident: Incident, root: Root, events: Mapping[str, Any]) -> bool:
    """Whether a story can hold the answer to a question. ``events``: the event types of the vocabulary."""
    kind, key, slot = place_of(root)
    if kind == "table":
        return slot in _FIELDS or slot in _STAKES
    if kind == "act":
        known = (*_PLAIN, *_EXTRA, *_OF_WORDS, *_OF_CHIPS, *_OF_SEATS, "skipped_did")
        return slot in known and _at(incident, key) is not None
    return kind in events and _at(incident, key) is not None


def with_answer(incident: Incident, root: Root, value: Any) -> Incident:
    """The story with an answer told in it. ``value``: as the slot has it; of chips that were put in, the chips by
    denomination; of the skipped players, (seat, what he does). Raises KeyError where the story has no such place.
    """
    kind, key, slot = place_of(root)
    if kind == "table":
        return _with_table(incident, slot, value)
    at = _at(incident, key)
    if at is None:
        raise KeyError(f"{key}.{slot}")
    told = incident.timeline[at]
    if isinstance(told, Event):
        return _put(incident, at, told._replace(slots={**told.slots, slot: value}))
    if slot == "skipped_did":
        seat, does = value
        return incident._replace(timeline=(*incident.timeline, Act(seat, does)))
    if slot in _OF_SEATS:
        return incident._replace(stacks={**incident.stacks, told.seat: value})
    return _put(incident, at, _with_act(told, slot, value))


def _with_table(incident: Incident, slot: str, value: Any) -> Incident:
    if slot in _STAKES:
        return incident._replace(stakes={**incident.stakes, _STAKES[slot]: value})
    if slot not in _FIELDS:
        raise KeyError(slot)
    return incident._replace(**{slot: value})


def _with_act(act: Act, slot: str, value: Any) -> Act:
    if slot in _PLAIN:
        return act._replace(**{slot: value})
    if slot in _OF_CHIPS:
        return act._replace(motions=(tuple(value),))
    if slot in _OF_WORDS:
        return act._replace(words=_spoken(act.words, slot, value))
    if slot in _EXTRA:
        return act._replace(extra={**act.extra, slot: value})
    raise KeyError(slot)


def _spoken(words: Words | None, slot: str, value: Any) -> Words:
    if slot == "declared":
        return value if isinstance(value, Words) else Words(value) if words is None else words._replace(word=value)
    return (words or Words("amount"))._replace(**{slot: value})


def _put(incident: Incident, at: int, told: Act | Event) -> Incident:
    return incident._replace(timeline=(*incident.timeline[:at], told, *incident.timeline[at + 1 :]))


def _at(incident: Incident, key: str) -> int | None:
    """Where an act or event stands in the timeline, by its name (``act 2``, ``event 1``); posts count as acts."""
    kind, _, number = key.partition(" ")
    wanted: Callable[[object], bool] = lambda told: isinstance(told, Act if kind == "act" else Event)  # noqa: E731
    places = [i for i, told in enumerate(incident.timeline) if wanted(told)]
    if kind not in ("act", "event") or not number.isdecimal() or not 0 < int(number) <= len(places):
        return None
    return places[int(number) - 1]
