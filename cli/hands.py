"""Cards that make no hand: looked at when a ruling failed, to tell a fault of the incident from one of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


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
