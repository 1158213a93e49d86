"""Chips that leave the table again: the part of a wager that nobody had called, all chips of a hand that is void."""

from __future__ import annotations

from facts.award import PAID, events_of
from facts.incident import Incident
from facts.table import Table

_FIRST = ("preflop", "third")


def withdrawn(table: Table, i: int, chips: int, prior: Table) -> Table:
    """The table without ``chips`` of seat ``i``. ``prior``: the table before its last wager, whose price is in force
    again, unless others have put in more since.
    """
    table = table.with_chips(i, -chips)
    level = max(prior.level, *(seat.put for seat in table.seats))
    table = table._replace(
        level=level, base=prior.base, full=prior.full, fulls=prior.fulls, raised=prior.raised, opened=prior.opened
    )
    return table.turn_from(table.turn) if table.turn >= 0 else table.turn_from(i + 1)


def put_in(told: Incident, table: Table) -> tuple[int, ...] | None:
    """All chips of the hand by seat, as they lie on the table and in the pot; None where nobody told whose chips of
    the pot are. ``told``: the story as it began.
    """
    # Antes are all that lies in the pot when a story begins on the first street, unless it was told.
    ante = told.stakes.get("ante", 0) if told.street in _FIRST and told.pot is None else 0
    paid = any(events_of(told, PAID))
    whose = sum(seat.before for seat in table.seats) + (0 if paid else ante * len(table.seats))
    if table.pot is None or table.pot != whose:
        return None
    return tuple(seat.put + seat.before + (0 if paid else ante) for seat in table.seats)


__all__ = ["put_in", "withdrawn"]
