"""Tables for tests: set up in one line, played by short texts, and the replay's answers in the words of the clauses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from facts.bettingrules import BettingRules
from facts.lexicon import vocabulary
from facts.opening import betting_rules
from facts.table import LIMIT, Seat, Table

Act: TypeAlias = tuple[int, str, "int | None"]
"""Seat index, kind and street total, as ``Table.after`` takes them."""

BFSP = betting_rules({}, vocabulary().customs)
"""The customs, which are also what the federation's rulebook sets by default."""


def table(
    structure: str,
    seats: str = "A B C",
    unit: int | None = None,
    *,
    stacks: Mapping[str, int] | None = None,
    pot: int | None = 0,
    big_blind: int | None = None,
    rules: BettingRules = BFSP,
) -> Table:
    """A street on which nobody has acted. ``unit`` is also the big blind, unless that is given or the game is limit."""
    names = seats.split()
    players = tuple(Seat(name, behind=(stacks or {}).get(name)) for name in names)
    blind = big_blind if big_blind is not None or structure == LIMIT else unit
    return Table(players, 0, rules, structure, pot, unit, blind, len(names))


def blinds(
    structure: str,
    seats: str = "A B C D",
    *,
    small: int = 50,
    big: int = 100,
    stacks: Mapping[str, int] | None = None,
    pot: int | None = 0,
    rules: BettingRules = BFSP,
) -> Table:
    """A first street with the blinds posted by the first two seats (heads-up the button, the second seat, has the
    small one), as far as their stacks reach.
    """
    begun = table(structure, seats, big, stacks=stacks, pot=pot, big_blind=big, rules=rules)
    order = (1, 0) if len(begun.seats) == 2 else (0, 1)
    for i, blind in zip(order, (small, big), strict=True):
        behind = begun.seats[i].behind
        begun = begun.after(i, "post", blind if behind is None else min(blind, behind))
    return begun


def after(begun: Table, *acts: str) -> Table:
    """The table after acts such as ``A bet 20``, ``B call``, ``C all-in 90``; an all-in is settled by ``kind_of``."""
    for act in acts:
        name, kind, *total = act.split()
        to = int(total[0]) if total else None
        if kind == "all-in":
            assert to is not None
            kind = kind_of(begun, to)
        begun = begun.after(begun.index(name), kind, to)
    return begun


def kind_of(begun: Table, total: int) -> str:
    """What an all-in to ``total`` is (4.9.8): a call, a full bet or raise, or above the price and no raise."""
    if begun.opened and total <= begun.level:
        return "call"
    if not begun.is_full(total):
        return "short"
    return "raise" if begun.opened else "bet"


def some_act(begun: Table, i: int, choice: int) -> Act:
    """One of the things that seat ``i`` may do (were the number of raises free), chosen by a number."""
    seat = begun.seats[i]
    stack = seat.put + (seat.behind or 0)
    least = begun.min_raise_to() if begun.opened else begun.unit
    most = min(stack, begun.max_raise_to(i) or 0)
    choices: list[Act] = [(i, "fold", None), (i, "call", None) if begun.owed(i) else (i, "check", None)]
    if least is not None and least <= most:
        between = least + choice // 7 % (most - least + 1)
        choices += [(i, "raise" if begun.opened else "bet", total) for total in (least, between, most)]
    if stack > begun.level and (least is None or stack < least):
        choices.append((i, kind_of(begun, stack), stack))
    return choices[choice % len(choices)]


def may_raise(begun: Table, name: str) -> bool:
    """Whether the bars of 4.7.all leave a raise to a player whose turn it is: the round, the number of raises, and
    what has happened since his own wager (each short all-in measured alone).
    """
    i = begun.index(name)
    seat = begun.seats[i]
    answered = seat.wagered and begun.fulls <= seat.seen_full
    return begun.must_act(i) and begun.raises_left() != 0 and not answered


def names(begun: Table, indexes: Iterable[int]) -> str:
    """Seat names in this order, as one text."""
    return " ".join(begun.seats[i].name for i in indexes)


def to_act(begun: Table) -> str:
    """Everyone who still has a decision, in order."""
    return names(begun, begun.order())
