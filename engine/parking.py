"""Acts out of turn that wait for their turn: what they were told on, and what the skipped players did meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.plain import kind_of
from facts.incident import Act
from facts.records import NamedTuple
from facts.table import Table


class Parked(NamedTuple):
    """An act out of turn that waits for its turn. ``table``: as the player saw it; ``at``: acts on the table by
    then.
    """

    number: int
    act: Act
    skipped: tuple[int, ...]
    at: int
    table: Table


def as_seen(table: Table, waiting: Iterable[Parked]) -> Table:
    """The table as it lies before a player who acts out of turn: wagers out of turn before his lie there too."""
    for act in (parked.act for parked in waiting):
        kind = "all-in" if act.does == "all-in" else kind_of(act, "none")
        if kind in ("bet", "raise", "all-in") and act.to and act.to > table.level:
            wager = "raise" if table.opened else "bet"
            short = kind == "all-in" and table.is_full(act.to) is False
            table = table.after(table.index(act.seat), "short" if short else wager, act.to)
    return table


def as_carried_out(parked: Parked, table: Table, waiting: bool, answer: object) -> Table:
    """The table by which an act out of turn is read: the one its player saw, but a word whose size is the pot is
    reckoned when the turn comes.

    ``waiting``: a skipped player has not acted yet; ``answer``: what such players are supposed to do.
    """
    words = parked.act.words
    if words is None or words.word != "pot" or words.amount is not None:
        return parked.table
    if waiting and answer == "call":
        for i in parked.skipped:
            table = table.after(i, "call") if table.must_act(i) else table
    return table


def summary(acts: Sequence[str], waiting: bool) -> str | None:
    """What the skipped players did, the strongest act first; None while one who could still wager has not acted."""
    if any(what in ("bet", "raise", "short") for what in acts):
        return "wager"
    if waiting:
        return None
    return "call" if "call" in acts else "check-or-fold"
