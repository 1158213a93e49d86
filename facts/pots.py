"""Side pots: who can win which part of the chips, from the totals that every player has put in."""

from __future__ import annotations

from typing import Any

from facts.table import Seat, Table


def side_pots(table: Table) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Pots from the main pot up, each as (whole chips, names of the players who can win it), by the all-in levels.

    Levels are totals of the hand as far as the story tells it, so pots of earlier streets stay as they were. What was
    in the pot before the story belongs to the main pot (BFSP 4.1.side-pot.p1). A player still able to act is counted
    in for every pot that his stack reaches. An excess that nobody called is the last pot, with its owner alone.
    """
    totals = [seat.before + seat.put for seat in table.seats]
    levels = _levels(table, totals)
    told = (table.pot or 0) - sum(seat.before for seat in table.seats)
    pots: list[tuple[int, tuple[str, ...]]] = []
    below = 0
    for n, level in enumerate(levels):
        amount = sum(min(total, level) - min(total, below) for total in totals)
        if n == 0:
            amount += max(0, told)
        seats = zip(table.seats, totals, strict=True)
        able = tuple(seat.name for seat, total in seats if not seat.folded and (n == 0 or _reaches(seat, total, below)))
        if not able and pots:  # chips of a folded player above every all-in: the players below contest them
            amount, able = amount + pots[-1][0], pots.pop()[1]
        if amount > 0:
            pots.append((amount, able))
        below = level
    return tuple(pots)


def _levels(table: Table, totals: list[int]) -> list[int]:
    """The totals at which a pot ends: those of all-in players, then the highest of all."""
    seats = zip(table.seats, totals, strict=True)
    levels = sorted({total for seat, total in seats if seat.all_in and not seat.folded})
    top = max(totals, default=0)
    return levels if levels and levels[-1] >= top else [*levels, top]


def _reaches(seat: Seat, total: int, below: int) -> bool:
    """Whether a player has, or may still put in, more than ``below``; an unknown stack is taken to go on."""
    if seat.all_in or seat.behind == 0:
        return total > below
    return seat.behind is None or total + seat.behind > below


def pot_slots(table: Table) -> list[dict[str, Any]]:
    """Slots of the ``pot`` facts; none when there is only one pot."""
    if table.pot is None or table.unsized:
        return []  # what was collected before belongs to the main pot, and nobody told how much that is
    pots = side_pots(table)
    if len(pots) < 2:
        return []
    names = ["main", *(f"side-{n}" for n in range(1, len(pots)))]
    return [{"id": name, "amount": amount, "eligible": able} for name, (amount, able) in zip(names, pots, strict=True)]
