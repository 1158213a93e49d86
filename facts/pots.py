"""Side pots: who can win which part of the chips, from the totals that every player has put in."""

from __future__ import annotations

from typing import Any

from facts.table import Table


def side_pots(table: Table) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Pots from the main pot up, each as (whole chips, names of the players who can win it), by the all-in levels of
    the street.

    Chips collected before the street belong to the main pot (BFSP 4.1, side pot). A player still able to act is
    counted in for every pot he can reach.
    """
    levels = sorted({seat.put for seat in table.seats if seat.all_in and not seat.folded and seat.put > 0})
    top = max((seat.put for seat in table.seats), default=0)
    if not levels or levels[-1] < top:
        levels.append(top)
    pots: list[tuple[int, tuple[str, ...]]] = []
    below = 0
    for level in levels:
        amount = sum(min(seat.put, level) - min(seat.put, below) for seat in table.seats)
        if below == 0:
            amount += table.pot or 0
        able = tuple(s.name for s in table.seats if not s.folded and not (s.all_in and s.put <= below))
        if amount > 0:
            pots.append((amount, able))
        below = level
    return tuple(pots)


def pot_slots(table: Table) -> list[dict[str, Any]]:
    """Slots of the ``pot`` facts; none when there is only one pot."""
    pots = side_pots(table)
    if len(pots) < 2:
        return []
    names = ["main", *(f"side-{n}" for n in range(1, len(pots)))]
    return [{"id": name, "amount": amount, "eligible": able} for name, (amount, able) in zip(names, pots, strict=True)]
