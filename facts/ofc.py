"""Open-face Chinese poker as cards and places say it: what a box holds, which of two boxes is better, who places next,
how many rows were won, how many points a player has when his turn to pay comes.

No law: what a hand is worth, when a hand is dead and who settles with whom first is for the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from facts.award import events_of
from facts.hands import FIVE, Hand, HandClass, best_hand, compare, describe, open_hand
from facts.incident import Event, Incident
from facts.opening import from_the_button

BOXES, SCORE, DEBT = "ofc-boxes", "ofc-score", "ofc-debt"
ROWS = ("bottom", "middle", "top")
"""The boxes from the strongest down."""

_SHORT = 3  # a box of three cards makes pairs and threes, never a straight or a flush
_BETTER = {1: "beats", 0: "equals", -1: "is-beaten"}
_BY_KEY = {cls.key: cls for cls in HandClass}

Slots = Mapping[str, Any]


def event_slots(incident: Incident, event: Event) -> dict[str, Any]:
    """The slots of an event of this game: what was told of it, and beside it what follows from cards and seats."""
    told = {name: value for name, value in event.slots.items() if value is not None}
    derive = _DERIVED.get(event.type)
    return {**(derive(incident, event.slots) if derive else {}), **told}


def read_box(cards: Any) -> Hand | None:
    """The hand of a box of five or three cards; None for any other number and for a card that stands twice."""
    if not isinstance(cards, tuple) or len(cards) not in (FIVE, _SHORT):
        return None
    try:
        return best_hand(cards) if len(cards) == FIVE else open_hand(cards)
    except ValueError:
        return None


# -- boxes ------------------------------------------------------------------------------------------------------------


def _boxes(_: Incident, slots: Slots) -> dict[str, Any]:
    told = {row: slots.get(row) or () for row in ROWS}
    cards = [card for row in ROWS for card in told[row]]
    sound = len(set(cards)) == len(cards)
    hands = {row: read_box(told[row]) if sound else None for row in ROWS}
    found: dict[str, Any] = {f"{row}_cards": len(told[row]) for row in ROWS}
    found |= {f"{row}_hand": hand.cls.key for row, hand in hands.items() if hand is not None}
    if hands["top"] is not None:
        found["top_rank"] = next(iter(describe(hands["top"]).main), None)
    known = {row: slots.get(row) is not None or slots.get(f"{row}_hand") is not None for row in ROWS}
    found |= {f"{row}_told": told for row, told in known.items()}
    found["whole"] = all(known.values())
    for strong, weak in pairwise(ROWS):
        found[f"{strong}_over_{weak}"] = _order(slots, hands, strong, weak)
    return found


def _order(slots: Slots, hands: Mapping[str, Hand | None], strong: str, weak: str) -> str | None:
    """How the box that should be stronger stands against the next one: by cards, else by classes that differ."""
    one, other = hands[strong], hands[weak]
    if one is not None and other is not None:
        return _BETTER[compare(one, other)]
    first, second = (_class(slots.get(f"{row}_hand"), hands[row]) for row in (strong, weak))
    if first is None or second is None or first == second:
        return None
    return _BETTER[1 if first > second else -1]


def _class(told: Any, hand: Hand | None) -> HandClass | None:
    """The class of a box, from its cards or as it was told."""
    return hand.cls if hand is not None else _BY_KEY.get(str(told))


# -- placing, the button ----------------------------------------------------------------------------------------------


def _placing(incident: Incident, slots: Slots) -> dict[str, Any]:
    order = from_the_button(incident)
    placed = slots.get("placed") or ()
    return {"order": order or None, "due": next((seat for seat in order if seat not in placed), None)}


def _passing(incident: Incident, slots: Slots) -> dict[str, Any]:
    seats, button = incident.seats, slots.get("button") or incident.button
    if button not in seats:
        return {}
    return {"button": button, "next": seats[(seats.index(button) + 1) % len(seats)]}


def _balancing(incident: Incident, _: Slots) -> dict[str, Any]:
    return {"first": next(iter(from_the_button(incident)), None)}


# -- rows -------------------------------------------------------------------------------------------------------------


def _score(incident: Incident, slots: Slots) -> dict[str, Any]:
    mine, theirs = (_laid(incident, slots.get(name)) for name in ("seat", "against"))
    by_boxes = mine is not None and theirs is not None
    if mine is None or theirs is None:
        return {"by_boxes": by_boxes}
    results = [_row(mine.get(row), theirs.get(row)) for row in ROWS]
    if None in results:
        return {"by_boxes": by_boxes}
    return {"by_boxes": by_boxes, "won": results.count(1), "lost": results.count(-1)}


def _row(mine: Any, theirs: Any) -> int | None:
    one, other = read_box(mine), read_box(theirs)
    return None if one is None or other is None else compare(one, other)


def _laid(incident: Incident, seat: Any) -> Slots | None:
    """The boxes of a player, where somebody told them."""
    found = (event for event in events_of(incident, BOXES) if event.slots.get("seat") == seat)
    return next((event.slots for event in found), None)


# -- settling ---------------------------------------------------------------------------------------------------------


def _debt(incident: Incident, slots: Slots) -> dict[str, Any]:
    order = from_the_button(incident)
    found: dict[str, Any] = {}
    for name in ("payer", "payee"):
        seat = slots.get(name)
        found[f"{name}_place"] = order.index(seat) + 1 if seat in order else None
    found["has"] = incident.stacks.get(str(slots.get("payer")))
    return found


def purses(debts: Mapping[str, Slots], turns: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Points that each payer has when his debt is settled, by debt; ``turns``: the turn of each debt.

    Every debt is taken as paid as far as the payer's points go. Nothing is said from where a number is missing.
    """
    moved: dict[str, int] = {}
    for key in sorted((key for key in debts if key in turns), key=lambda key: turns[key]):
        slots = debts[key]
        has, points = slots.get("has"), slots.get("points")
        if has is None or points is None:
            return
        payer, payee = str(slots["payer"]), str(slots["payee"])
        purse = has + moved.get(payer, 0)
        yield key, purse
        paid = min(points, purse)
        moved[payer] = moved.get(payer, 0) - paid
        moved[payee] = moved.get(payee, 0) + paid


_DERIVED: Mapping[str, Callable[[Incident, Slots], dict[str, Any]]] = {
    BOXES: _boxes,
    "ofc-placing": _placing,
    "ofc-next-round": _passing,
    "ofc-balance": _balancing,
    SCORE: _score,
    DEBT: _debt,
}
