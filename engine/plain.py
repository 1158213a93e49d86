"""Acts that need no reading: told as agreed by everybody, in turn, and allowed by the table as it stands."""

from __future__ import annotations

from facts.incident import Act
from facts.table import Table

# What completing an insufficient wager makes of it.
COMPLETES = {"undercall": "call", "underbet": "bet", "under-raise": "raise"}
KINDS = {"reraise": "raise", "cap": "raise", "complete": "raise"}


def plain(table: Table, act: Act, i: int, does: str, owed: str) -> bool:
    """Whether an act is told as agreed and is one that the table allows, so that it needs no reading."""
    if act.words or act.motions is not None or act.gesture or table.turn < 0:
        return False
    to = act.to
    if table.due == i and does != "bring-in":
        return False
    if act.does == "complete" and owed in COMPLETES and to is None:
        return owed == "undercall"
    if owed in ("undercall", "underbet") and does in ("bet", "raise") and act.does != "complete":
        return False
    if does == "fold":
        return True
    if does == "check":
        return table.owed(i) == 0
    if does == "call":
        return table.owed(i) > 0 and (to is None or to == table.level)
    if does == "bring-in":
        return table.due in (i, -1) and not table.opened and to is not None and to == (table.bring_in or to)
    least, most = (table.min_raise_to() if table.opened else table.unit), table.max_raise_to(i)
    if to is None or not table.structure or (least is not None and to < least) or (most is not None and to > most):
        return False
    if table.upper is not None and to not in (least, most):
        return False
    if does == "bet":
        return not table.opened
    seat = table.seats[i]
    answered = seat.acted and table.fulls <= seat.seen_full  # what he faces since then is at most a short all-in
    barred = answered or table.raises_left() == 0
    return does == "raise" and table.opened and not barred


def kind_of(act: Act, owed: str) -> str:
    """What an agreed act does to the table; ``owed``: what an earlier act of the seat left to put right."""
    does = str(act.does)
    return COMPLETES.get(owed, "raise") if does == "complete" else KINDS.get(does, does)
