"""Cards that make no hand: looked at when a ruling failed, to tell a fault of the incident from one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from facts.faults import Fault, Faults


def wrong_hands(incident: Any) -> Iterator[tuple[str, str]]:
    """What the hand reader cannot read: the key of the incident (hands, up_cards) and what is wrong."""
    if len(incident.cards) < 2 and len(incident.up_cards) < 2:
        return
    from engine.showdown import hand_slots, up_card_slots

    for key, look in (("hands", hand_slots), ("up_cards", up_card_slots)):
        try:
            look(incident)
        except ValueError as error:
            yield key, str(error)


def blame_hands(incident: Any, text: bytes, file: str) -> None:
    """Raises Faults when the cards make no hand: a fault of the incident. Anything else is one of ours."""
    from cli.places import place_of_key

    wrong = [Fault(file, *place_of_key(text, key), f"{key}: {message}") for key, message in wrong_hands(incident)]
    if wrong:
        raise Faults(wrong)
