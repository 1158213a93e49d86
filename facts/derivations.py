"""How the amounts of a ruling come about: what an agreed act did to the price, and the sizes that are open to a seat.

Codes are worded in ``facts/vocabulary/derivations.yaml``; the rulebook names the clause behind each.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.incident import Incident
from facts.records import NamedTuple
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, Table


def min_to(table: Table) -> int | None:
    """Least total of the next bet or raise; None while structure or unit are unknown."""
    if not table.structure:
        return None
    return table.min_raise_to() if table.opened else table.unit


class Derived(NamedTuple):
    """One value that the replay derived, for the reasoning: a code of the vocabulary and the numbers in its wording."""

    code: str
    values: Mapping[str, Any]


def derive_hands(incident: Incident) -> tuple[Derived, ...]:
    """What the readers of cards and hands go by."""
    if not incident.cards or incident.street != "showdown":
        return ()
    made = {"omaha": "exactly-two", "holdem": "any-five"}.get(incident.game or "")
    return (Derived("deck", {}), Derived("rank-order", {}), *((Derived(made, {}),) if made and incident.board else ()))


def derive_step(before: Table, after: Table, i: int) -> Derived | None:
    """What an agreed act did to the price; None when it changed nothing that later reasoning needs."""
    seat = after.seats[i].name
    if after.brought > before.brought:
        return Derived("bring-in", {"seat": seat, "to": after.level})
    if after.posts > before.posts:
        if after.posts != 2:
            return None
        if after.missing > before.missing:
            return Derived("short-blind", {"seat": seat, "put": after.seats[i].put, "to": after.level})
        return Derived("blind", {"to": after.level})
    if after.fulls == before.fulls:
        return None
    if after.upper != before.upper:
        return Derived("upper-size", {"seat": seat, "to": after.level, "by": after.full})
    if before.over_bring_in():
        return Derived("completed", {"seat": seat, "from": before.level, "to": after.level, "by": after.full})
    if not before.opened:
        return Derived("bet", {"seat": seat, "to": after.level, "by": after.full})
    return Derived("raise", {"seat": seat, "from": before.level, "to": after.level, "by": after.level - before.level})


def derive_measure(table: Table, incident: Incident) -> Mapping[str, tuple[Derived, ...]]:
    """By slot how the size comes about by which an opening bet is measured; nothing where a wager stands already."""
    least = min_to(table)
    if table.opened or least is None:
        return {}
    fixed = _fixed(table, incident, least)
    return {"max_to": fixed, "min_to": (*fixed, _least(table, least))}


def _fixed(table: Table, incident: Incident, least: int) -> tuple[Derived, ...]:
    """The size of a limit bet where it follows from the round and nobody stated it."""
    if table.structure != LIMIT or "bet" in incident.stakes:
        return ()
    return (Derived("fixed-stud" if incident.game == "stud7" else "fixed", {"by": least}),)


def derive_sizes(table: Table, i: int, incident: Incident) -> tuple[Derived, ...]:
    """How the least and the greatest raise or bet of seat ``i`` come about."""
    found: list[Derived] = []
    least = min_to(table)
    if table.turn == i and not table.opened and incident.street in ("flop", "turn", "river"):
        found.append(Derived("first-after-button", {"seat": table.seats[i].name}))
    if table.turn == i and incident.game == "stud7" and not table.opened:
        found.extend(_first_in_stud(table.seats[i].name, incident))
    if table.upper is not None:
        found.append(Derived("open-pair", {"unit": table.unit, "upper": table.upper}))
    if incident.game == "omaha":
        found.append(Derived("like-holdem", {}))
    if table.structure in (NO_LIMIT, POT_LIMIT) and table.opened:
        found.append(Derived("raises-free", {}))
    if not table.opened and least is not None:
        found.extend(_fixed(table, incident, least))
    if least is not None:
        found.append(_least(table, least))
    most = table.max_raise_to(i)
    if table.structure == POT_LIMIT:
        found.extend(_pot_size(table, i))
    elif table.structure == NO_LIMIT and most is not None:
        code = "max-stack-bet" if not table.opened else "max-stack-reraise" if table.raised else "max-stack"
        found.append(Derived(code, {"seat": table.seats[i].name, "to": most}))
    return tuple(found)


def _first_in_stud(seat: str, incident: Incident) -> tuple[Derived, ...]:
    if len(incident.up_cards) != len(incident.seats):
        return ()
    return (Derived("lowest-begins" if incident.street == "third" else "highest-begins", {"seat": seat}),)


def _pot_size(table: Table, i: int) -> tuple[Derived, ...]:
    most = table.pot_maximum(i)
    if most is None:
        return ()
    if not table.opened:
        return (Derived("max-pot-bet", {"to": most}),)
    pot = (table.chips_in() or 0) + table.missing
    return (Derived("max-pot", {"level": table.level, "pot": pot, "call": table.owed(i), "to": most}),)


def _least(table: Table, least: int) -> Derived:
    values = {"level": table.level, "full": table.full, "base": table.base, "to": least}
    if not table.opened:
        return Derived("min-bet", values)
    if table.level == table.base:
        return Derived("min-reraise" if table.raised else "min-raise", values)
    if table.over_bring_in():
        return Derived("min-over-bring-in", values)
    if table.structure == LIMIT:
        return Derived("min-complete", values)
    return Derived("min-after-opening" if table.base == 0 else "min-after-short", values)
