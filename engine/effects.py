"""What a settled act does to the table: the seat's chips, what comes back at once, the decision that it leaves open.

Nothing is judged here: how an act counts and whether it binds has been settled before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.arbitration import SETTLED, Verdict
from facts.deriving import Choice, chips_left, chips_put, stack_of, told_all_in
from facts.incident import Act
from facts.records import NamedTuple
from facts.table import Table

_ON_THE_TABLE = ("check", "fold", "call", "bet", "raise", "short", "bring-in")


class Settled(NamedTuple):
    """An act of seat ``i`` with what was settled about it. ``accepted``: the chips of it that count, None when none
    were described.
    """

    i: int
    act: Act
    settles: Verdict | None
    binding: Verdict | None
    accepted: int | None

    @property
    def values(self) -> Mapping[str, Any] | None:
        """What it settles at, None while that is open."""
        return self.settles.values if self.settles is not None and self.settles.status == SETTLED else None

    @property
    def how(self) -> str | None:
        """Whether an act out of turn binds: stands, free, change, released; None while that is open."""
        if self.binding is None or self.binding.status != SETTLED:
            return None
        return str(self.binding.values.get("how"))


class Effect(NamedTuple):
    """The table after an act. ``returned``: chips that come back at once; ``done``: what counts as done on the table,
    empty when nothing does; ``choice``: the decision left open; ``open``: nobody can tell yet what the act comes to.
    """

    table: Table
    returned: int = 0
    done: str = ""
    choice: Choice | None = None
    open: bool = False


def effect_of(table: Table, told: Settled, in_turn: bool) -> Effect:
    """The effect of an act whose turn it is. ``in_turn``: whether it was made in turn, so that it binds anyhow."""
    how, values = "stands" if in_turn else told.how, told.values
    if how is None or values is None:
        return Effect(table, open=True)
    if how == "released":
        return Effect(table, chips_of(table, told))  # nothing of it stands: the seat simply has its turn
    if how in ("free", "change"):
        chips = chips_of(table, told)
        choice = Choice(how, str(values.get("as")), None, chips)
        return Effect(_spent(table.with_chips(told.i, chips), told), choice=choice)
    if values.get("choice"):
        return _left_open(table, told, values)
    return _taken(table, told, str(values.get("as")), values.get("to"))


def change_of(table: Table, told: Settled) -> Choice | None:
    """The choice of a player who may change an act out of turn while his turn has not come; None when he may not."""
    values = told.values
    if told.how != "change" or values is None:
        return None
    return Choice("change", str(values.get("as")), None, chips_of(table, told))


def chips_of(table: Table, told: Settled) -> int:
    """Chips that an act out of turn has put in front of the player."""
    values = told.values or {}
    to = values.get("to")
    if values.get("as") in ("check", "fold", "none") or to is None:
        return 0
    return told.accepted if told.accepted is not None else max(0, int(to) - table.seats[told.i].put)


def _left_open(table: Table, told: Settled, values: Mapping[str, Any]) -> Effect:
    """An insufficient wager, or an act that must be made again: the seat keeps its decision."""
    chips, how = 0, str(values["choice"])
    if how == "complete-or-fold":
        accepted = told.accepted
        chips = accepted if accepted is not None else int(values["to"]) - table.seats[told.i].put
    choice = Choice(how, str(values.get("as")), values.get("complete_to"), chips)
    return Effect(table._replace(turn=told.i), max(0, chips_put(told.act) - chips), choice=choice)


def _taken(before: Table, told: Settled, kind: str, to: Any) -> Effect:
    """A settled act on the table; the rest of the chips pushed comes back.

    What comes back is what was put (or told as put) minus what it settles at, never a rule of its own.
    """
    i, act = told.i, told.act
    if kind == "none":
        return Effect(before, chips_put(act))
    kind = kind_on(before, kind, to)
    total = None if to is None or kind in ("check", "fold") else int(to)
    stack = stack_of(before.seats[i])
    if total is not None and stack is not None:
        total = min(total, stack)
    if kind not in _ON_THE_TABLE:
        return Effect(before, open=True)
    table = _with_chips_left(before.after(i, kind, total), told) if kind == "short" else before.after(i, kind, total)
    if to is not None and table.seats[i].put == to:
        table = _spent(table, told)
    put, prior = table.seats[i].put, before.seats[i].put
    if act.extra.get("in_front") is not None:  # the chips of an earlier act may be worth more than it came to
        return Effect(table, max(0, sum(chips_left(act)) + chips_put(act) - put), kind)
    pushed = chips_put(act) if act.motions is not None else max(0, (act.to or 0) - prior)
    return Effect(table, max(0, pushed - (put - prior)), kind)


def kind_on(table: Table, kind: str, total: int | None) -> str:
    """What a settled act is to the table: above the price but no full bet or raise it is ``short``; an all-in is what
    its size makes it.
    """
    above = total is not None and total > table.level
    if kind == "all-in" and total is not None:
        kind = "call" if not above else "raise" if table.opened else "bet"
        return "short" if above and table.is_full(total) is False else kind
    if (kind == "call" and above) or (kind == "bet" and not table.opened and not table.is_full(total or 0)):
        return "short"
    return kind


def _with_chips_left(table: Table, told: Settled) -> Table:
    """The table after less than a full wager was let stand: whoever did not tell it as all-in and has chips behind, or
    whose stack nobody told, is not out of chips.
    """
    seat = table.seats[told.i]
    if seat.behind == 0 or told_all_in(told.act):
        return table
    seats = (*table.seats[: told.i], seat._replace(all_in=False), *table.seats[told.i + 1 :])
    return table._replace(seats=seats).turn_from((told.i + 1) % len(seats))


def _spent(table: Table, told: Settled) -> Table:
    """The table with a seat out of chips whose stack nobody told, but whose act was told as all-in."""
    return table.all_in(told.i) if told_all_in(told.act) and table.seats[told.i].behind is None else table
