"""Acts that need no reading: told as agreed by everybody, in turn, and allowed by the table as it stands."""

from __future__ import annotations

from facts.amounts import COUNTS_AS
from facts.derivations import min_to
from facts.incident import Act
from facts.table import Table

# What completing an insufficient wager makes of it.
COMPLETES = {"undercall": "call", "underbet": "bet", "under-raise": "raise"}


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
    least, most = min_to(table), table.max_raise_to(i)
    if to is None or not table.structure or (least is not None and to < least) or (most is not None and to > most):
        return False
    if table.upper is not None and to not in (least, most):
        return False
    if does == "bet":
        return not table.opened
    # whoever faces no full wager faces at most a short all-in since he acted
    return does == "raise" and table.opened and table.faces_full(i) and table.raises_left() != 0


def kind_of(act: Act, owed: str) -> str:
    """What an agreed act does to the table; ``owed``: what an earlier act of the seat left to put right."""
    does = str(act.does)
    if does in ("post", "bring-in"):
        return does  # forced: they leave the seat its decision
    return COMPLETES.get(owed, "raise") if does == "complete" else COUNTS_AS.get(does, does)
