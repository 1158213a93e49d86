"""Whether a story can have happened at a table: chips that add up, no card twice, nobody who acts after folding.

A case may tell of a fouled deck or of a player who acts with a dead hand; a trainee who reads that in a quiz would take
it for a mistake of the quiz, so no item is made of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from engine.trace import Trace
from facts.incident import Act, Event, Incident
from facts.incident_keys import MOST_SEATS
from training.redrawn import single_chips

_OWN = {"holdem": 2, "omaha": 4, "stud7": 7}
_FIVE = 5
_MOST_BOARD = 5
_CARD = re.compile(r"[2-9TJQKA][shdc]\Z")


def faults(incident: Incident, trace: Trace | None = None) -> Iterator[str]:
    """What is impossible in a story, in words for a developer; nothing when it can have happened. ``trace``: of its
    ruling, which knows what everybody has put in.
    """
    yield from _cards(incident)
    yield from _acts(incident)
    yield from _chips(incident)
    if trace is not None:
        yield from _put_in(incident, trace)


def possible(incident: Incident, trace: Trace | None = None) -> bool:
    """Whether nothing in a story is impossible."""
    return next(faults(incident, trace), None) is None


def _cards(incident: Incident) -> Iterator[str]:
    closed = {seat: tuple(cards) for seat, cards in incident.cards.items()}
    up = incident.up_cards.items()
    opened = {seat: tuple(card for card in cards if card not in closed.get(seat, ())) for seat, cards in up}
    told = [*incident.board, *(c for cards in (*closed.values(), *opened.values()) for c in cards)]
    yield from (f"{card} twice" for card, number in Counter(told).items() if number > 1)
    most = _OWN.get(incident.game or "holdem", 7)
    most = most if incident.board else max(most, _FIVE)  # without a board the five cards of a hand may be told
    for seat in {*closed, *opened}:
        if len(closed.get(seat, ())) + len(opened.get(seat, ())) > most:
            yield f"too many cards with {seat}"
    if len(incident.board) > _MOST_BOARD:
        yield "too many cards on the board"
    for event in incident.timeline:
        if isinstance(event, Event):
            cards = [
                c for value in event.slots.values() if isinstance(value, tuple) for c in value if _CARD.match(str(c))
            ]
            if len(set(cards)) < len(cards):
                yield f"a card twice in {event.type}"


def _acts(incident: Incident) -> Iterator[str]:
    gone: dict[str, str] = {}
    for act in incident.timeline:
        if not isinstance(act, Act):
            continue
        if act.seat in gone:
            yield f"{act.seat} acts after {gone[act.seat]}"
        if act.seat not in incident.seats:
            yield f"{act.seat} acts without a seat"
        if act.does in ("fold", "all-in"):
            gone[act.seat] = act.does
        elif act.words is not None and act.words.word == "fold":
            gone[act.seat] = "fold"
    if len(incident.seats) > MOST_SEATS.get(incident.game or "holdem", 22):
        yield "too many players"


def _chips(incident: Incident) -> Iterator[str]:
    least = incident.min_chip or 1
    for act in incident.timeline:
        if not isinstance(act, Act):
            continue
        stack = incident.stacks.get(act.seat)
        pushed = sum(chip for motion in act.motions or () for chip in motion)
        if stack is not None and max(act.to or 0, pushed, act.picked_up or 0) > stack:
            yield f"{act.seat} puts in more than he has"
        if act.to is not None and act.to % least:
            yield f"{act.seat} puts in {act.to}, which no chips make"
    yield from (f"a chip of {chip} where {least} is the smallest" for chip in single_chips(incident) if chip < least)
    small, big = incident.stakes.get("sb"), incident.stakes.get("bb")
    if small is not None and big is not None and small > big:
        yield "the small blind is greater than the big one"


def _put_in(incident: Incident, trace: Trace) -> Iterator[str]:
    for seat in trace.table.seats:
        stack = incident.stacks.get(seat.name)
        if stack is not None and seat.put > stack:
            yield f"{seat.name} has put in {seat.put} of {stack}"


__all__ = ["faults", "possible"]
