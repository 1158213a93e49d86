"""Acts that need no reading: told as agreed by everybody, in turn, and allowed by the table as it stands."""

from __future__ import annotations

from facts.amounts import COUNTS_AS
from facts.derivations import min_to
from facts.incident import Act, Incident
from facts.records import NamedTuple
from facts.table import Table


class After(NamedTuple):
    """What the story tells after an act: acts on the same street, those with chips, whether the street was over."""

    acts_after: int
    chips_after: int
    street_over: bool


_WITH_CHIPS = ("call", "bet", "raise", "reraise", "cap", "all-in", "complete", "bring-in")


def with_chips(act: Act) -> bool:
    """Whether an act puts chips in, as far as it can be seen from the outside."""
    word = act.words.word if act.words is not None else None
    return bool(act.motions) or act.does in _WITH_CHIPS or word in (*_WITH_CHIPS, "amount", "pot")


def acts_after(incident: Incident) -> dict[int, After]:
    """By number of an act what was told after it; posts count in the numbers only."""
    found: dict[int, After] = {}
    acts = chips = 0
    over = False
    number = sum(isinstance(entry, Act) for entry in incident.timeline)
    for entry in reversed(incident.timeline):
        if isinstance(entry, Act):
            found[number] = After(acts, chips, over)
            number -= 1
            acts += entry.does != "post"
            chips += entry.does != "post" and with_chips(entry)
        elif entry.type in ("dealt", "showdown-begins"):
            over, acts, chips = True, 0, 0
    return found


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
    if owed in ("undercall", "underbet", "check") and does in ("bet", "raise") and act.does != "complete":
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
