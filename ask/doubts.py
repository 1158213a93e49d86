"""Numbers that cannot be meant: asked back before they are taken. No law, only what no table has ever seen."""

from __future__ import annotations

from typing import NamedTuple

from ask.known import Root
from facts.incident import Act, Incident
from facts.incident_keys import MOST_SEATS

FAR = 1_000
"""An amount that many times the largest one told, or below the smallest one, is a slip of the finger."""


class Doubt(NamedTuple):
    """Why an amount is asked back. ``kind``: stack, all-chips, far, small, blinds, players. ``limit``: what it was
    held against; ``times``: how many times it goes beyond.
    """

    kind: str
    amount: int
    limit: int
    seat: str = ""
    times: int = 0


def doubt(incident: Incident, root: Root, value: object) -> Doubt | None:
    """The reason to ask an answer back, None when it can be meant."""
    kind, key, slot = root
    if isinstance(value, tuple) and value and all(type(part) is int for part in value):
        if slot == "big_blind":
            return _of_blinds(incident, value)
        value = sum(value)
    if type(value) is not int:
        return None
    if slot in ("players", "cards", "seats_each", "began_with") and kind == "table":
        most = max(MOST_SEATS.values())
        return Doubt("players", value, most) if value > most else None
    if slot not in ("to", "put", "chips", "stack", "pot", "big_blind", "unit", "bring_in", "amount", "min_chip"):
        return None
    seat = _seat(incident, key) if kind == "act" else ""
    return _beyond_chips(incident, slot, seat, value) or _far(incident, value, slot)


def _of_blinds(incident: Incident, blinds: tuple[int, ...]) -> Doubt | None:
    small, big = blinds[0], blinds[-1]
    if small > big:
        return Doubt("blinds", small, big)
    return _far(incident, big, "big_blind")


def _beyond_chips(incident: Incident, slot: str, seat: str, value: int) -> Doubt | None:
    """More than the player has, or than lies on the whole table."""
    if slot == "stack":
        return None
    stacks = incident.stacks
    if slot in ("to", "put", "chips") and seat in stacks and value > stacks[seat]:
        return Doubt("stack", value, stacks[seat], seat)
    everything = sum(stacks.values()) + (incident.pot or 0)
    if stacks and len(stacks) == len(incident.seats) and value > everything and slot != "pot":
        return Doubt("all-chips", value, everything)
    return None


def _far(incident: Incident, value: int, slot: str) -> Doubt | None:
    told = [amount for amount in _amounts(incident) if amount > 0]
    if not told or value <= 0:
        return None
    if value >= FAR * max(told):
        return Doubt("far", value, max(told), times=value // max(told))
    if value * FAR <= min(told) and slot not in ("min_chip", "bring_in"):
        return Doubt("small", value, min(told), times=min(told) // value)
    return None


def _amounts(incident: Incident) -> list[int]:
    found = [*incident.stakes.values(), *incident.stacks.values(), incident.pot or 0]
    for told in incident.timeline:
        if isinstance(told, Act):
            found += [told.to or 0, *(sum(motion) for motion in told.motions or ())]
            found.append(told.words.amount or 0 if told.words is not None else 0)
    return found


def _seat(incident: Incident, key: str) -> str:
    acts = [told for told in incident.timeline if isinstance(told, Act)]
    number = key.partition(" ")[2]
    return acts[int(number) - 1].seat if number.isdecimal() and 0 < int(number) <= len(acts) else ""


__all__ = ["Doubt", "doubt"]
