"""Agreed acts and blinds whose size nobody told: the story goes on, and what hangs on the size is unknown.

People tell "he bet, she raised" without amounts, and most questions about the table can be answered all the same. Such
a wager stands on the table at a size of its own, one chip above the price, so that turns and rounds come out right;
``Table.unsized`` marks it, and no slot that rests on the size is given to the rules: they wait for it like for
anything that nobody told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.amounts import COUNTS_AS
from facts.derivations import min_to
from facts.incident import Act, Incident
from facts.opening import first_of
from facts.table import LIMIT, Table

BLINDS = -1
"""``Table.unsized`` where the blinds are the wager whose size is not known."""

# Slots of the table, an act and a seat that rest on the price or on the size of the last increase.
_PRICE = (
    "level",
    "full",
    "owed",
    "call_to",
    "min_to",
    "max_to",
    "needed",
    "faces",
    "complete_to",
    "in_pot",
    "beyond",
)
_IF_ALL_IN = ("short", "faces_full")


def sized(table: Table, act: Act, answer: int | None) -> Act:
    """The act with the size that an answer gives it, or the only one that limit leaves to a bet or raise."""
    if answer is not None:
        return act._replace(to=answer)
    told = act.to is not None or act.motions is not None or act.words is not None
    if told or table.structure != LIMIT or COUNTS_AS.get(act.does or "", act.does) not in ("bet", "raise"):
        return act
    if table.upper is not None and table.base == 0:
        return act  # an open pair: it may be either of two sizes
    return act._replace(to=min_to(table))


def size_is_missing(table: Table, act: Act) -> bool:
    """Whether an act told as agreed is a wager whose size nobody told; of an all-in the stack would tell it."""
    if act.words is not None or act.motions is not None or act.gesture or act.to is not None or act.prompted:
        return False
    seat = table.seats[table.index(act.seat)]
    if act.does == "all-in":
        return seat.behind is None
    does = COUNTS_AS.get(act.does or "", act.does)
    may = does == "raise" and table.faces_full(table.index(act.seat)) and table.raises_left() != 0
    return table.due < 0 and (may if table.opened else does in ("bet", "raise"))


def wager(table: Table, act: Act, number: int) -> Table:
    """The table after act ``number``, a wager whose size nobody told."""
    i = table.index(act.seat)
    stood = table.after(i, "raise" if table.opened else "bet", table.level + 1)
    stood = stood.all_in(i) if act.does == "all-in" else stood
    return stood._replace(unsized=table.unsized or number)


def with_blinds(table: Table, incident: Incident, answer: int | None) -> Table:
    """The table with blinds posted where betting before the flop, or one of their sizes, is told and not both sizes.

    ``answer``: the big blind by which an answer is tried out. A small blind that nobody told is taken for half of a big
    one that is known: what a player may call or raise to is a total, which does not hang on it.
    """
    acts = [entry for entry in incident.timeline if isinstance(entry, Act)]
    sizes = {"sb", "bb"} & set(incident.stakes)
    posted_already = table.posts or any(act.does == "post" for act in acts) or incident.dead_small_blind
    if len(sizes) == 2 or posted_already or not (acts or sizes):
        return table
    if incident.street != "preflop" or len(table.seats) < 2:
        return table
    told = incident.stakes
    known = answer or told.get("bb")
    size = known or max(2, told.get("sb", 0) + 1)
    small = first_of(len(table.seats), True, table.rules)
    for i, chips in ((small, told.get("sb", size // 2)), ((small + 1) % len(table.seats), size)):
        behind = table.seats[i].behind
        table = table.after(i, "post", chips if behind is None else min(chips, behind))
    return table if known else table._replace(unsized=BLINDS)


def posted(table: Table, act: Act, number: int, incident: Incident, answer: int | None) -> tuple[int, int]:
    """The street total of a forced bet, and what marks the table where that was not told (0 where it is known).

    The first two are the blinds, whose sizes the stakes tell; of a further one only ``answer`` or the act itself does.
    """
    told, stakes = act.to if act.to is not None else answer, incident.stakes
    if told is None and table.posts == 0:
        told = stakes["sb"] if "sb" in stakes else stakes["bb"] // 2 if "bb" in stakes else None
    elif told is None and table.posts == 1:
        told = stakes.get("bb")
    return (table.level + 1, BLINDS if table.posts < 2 else number) if told is None else (told, 0)


def least_wager(table: Table) -> int:
    """The least street total at which the wager without a size is one for certain: of an all-in one chip above the
    price, of an agreed raise twice the price.
    """
    price = table.level - 1
    all_in = any(seat.all_in and seat.put == table.level for seat in table.seats)
    return price + 1 if all_in or price == 0 else 2 * price


def without_sizes(table: Table, slots: Mapping[str, Any]) -> dict[str, Any]:
    """The slots of a fact without what rests on a size that nobody told."""
    if not table.unsized:
        return dict(slots)
    hidden = {*_PRICE, *(_IF_ALL_IN if any(seat.all_in and seat.put == table.level for seat in table.seats) else ())}
    if slots.get("acted") or slots.get("wagered"):
        hidden.add("prior")
    if slots.get("stack") is not None:
        hidden.add("all_in")
    if slots.get("owed") == 0 and not slots.get("closed"):
        hidden.discard("owed")  # who has matched the price owes nothing, whatever it is
    if not slots.get("prior"):
        hidden.discard("beyond")  # who has nothing in front is not above any price
    return {name: None if name in hidden else value for name, value in slots.items()}


def root(table: Table, slot: str) -> tuple[str, str, str] | None:
    """The slot to ask for when ``slot`` is unknown because a size is; None where it is unknown for another reason."""
    if not table.unsized or slot not in (*_PRICE, *_IF_ALL_IN, "prior", "all_in"):
        return None
    if table.unsized == BLINDS:
        return ("table", "table", "big_blind")
    return ("act", f"act {table.unsized}", "to")
