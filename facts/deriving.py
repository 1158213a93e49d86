"""From the incident and the table to the slots that rules match: everything derived is derived here, nothing is judged.

Each function returns plain slot mappings; None is unknown. The texts about every slot stand in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from facts.incident import Act, Incident
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, BettingRules, Seat, Table

# More raises than any round can hold: where their number is free, "raises left" is this.
FREE = 999
_ROUND = {"preflop": 1, "flop": 2, "turn": 3, "river": 4, "third": 1, "fourth": 2, "fifth": 3, "sixth": 4, "seventh": 5}


def betting_rules(parameters: Mapping[str, Any]) -> BettingRules:
    """The parameters of a rulebook as the table wants them."""
    plain = BettingRules()
    return BettingRules(
        parameters.get("limit.raises", plain.raises),
        parameters.get("limit.lower_rounds", plain.lower_rounds),
        parameters.get("limit.heads_up", plain.heads_up),
        parameters.get("limit.all_in_share", plain.share_limit),
        parameters.get("open.all_in_share", plain.share_open),
        parameters.get("raise.after_short", plain.after_short),
        parameters.get("raise.after_short_limit", plain.after_short_limit),
        parameters.get("bet.short_opening", plain.short_opening),
        parameters.get("raise.completing", plain.completing),
        parameters.get("blind.short", plain.short_blind),
    )


def opening(incident: Incident, rules: BettingRules) -> Table:
    """The table before the first act of the story: seats from the left of the button, stacks as told, nothing
    posted.
    """
    order = _from_the_button(incident)
    stacks = incident.stacks
    # No chips at the start of the street: all-in since an earlier one, so in the hand without a decision.
    seats = tuple([Seat(name, 0, stacks.get(name), False, stacks.get(name) == 0) for name in order])
    structure = incident.structure or ""
    began = incident.began_with or len(seats)
    unit, blind = unit_of(incident, rules), blind_of(incident)
    return Table(seats, 0, rules, structure, _collected(incident), unit, blind, began)


def _collected(incident: Incident) -> int | None:
    """Chips in the pot before the first act: as told; on the first street nothing but the antes (BFSP 5.4.1.p3).

    In stud an ante is always played (5.4.2), so there one that was not told is unknown, not zero.
    """
    if incident.pot is not None or _ROUND.get(incident.street or "") != 1:
        return incident.pot
    ante = incident.stakes.get("ante", 0 if incident.street == "preflop" else None)
    return None if ante is None else ante * len(incident.seats)


def _from_the_button(incident: Incident) -> tuple[str, ...]:
    if incident.button is None or incident.button not in incident.seats:
        return incident.seats
    at = incident.seats.index(incident.button) + 1
    return incident.seats[at:] + incident.seats[:at]


def unit_of(incident: Incident, rules: BettingRules) -> int | None:
    """The smallest bet of the round that the story begins in; None when not told (``unit_for``)."""
    return unit_for(incident, incident.street, rules)


def unit_for(incident: Incident, street: str | None, rules: BettingRules) -> int | None:
    """The smallest bet on ``street``: the fixed size in limit (BFSP 4.7.3), else the big blind (4.9.3); None when not
    told.

    ``stakes.bet`` is the one size in force when the story begins; in limit it says nothing about rounds of the other
    size. The big blind is the lower size, so it does not tell the upper one.
    """
    stakes = incident.stakes
    if incident.structure != LIMIT:
        return stakes.get("bet", blind_of(incident))
    upper = _is_upper(street, rules)
    if "bet" in stakes and upper == _is_upper(incident.street, rules):
        return stakes["bet"]
    return stakes.get("high") if upper else stakes.get("low", blind_of(incident))


def _is_upper(street: str | None, rules: BettingRules) -> bool:
    """Whether limit plays this street at the upper size; a street that was not told is taken for the flop."""
    return _ROUND.get(street or "flop", 1) > rules.lower_rounds


def blind_of(incident: Incident) -> int | None:
    """The big blind: as told, else the second forced bet, unless that player went all-in with it and may lack a part."""
    if "bb" in incident.stakes:
        return incident.stakes["bb"]
    posts = [entry for entry in incident.timeline if isinstance(entry, Act) and entry.does == "post"]
    if len(posts) < 2 or posts[1].to is None or incident.stacks.get(posts[1].seat) == posts[1].to:
        return None
    return posts[1].to


def blind_missing(incident: Incident) -> bool:
    """Whether the price itself hangs on a big blind that nobody told: its player is all-in with what he posted."""
    posts = [entry for entry in incident.timeline if isinstance(entry, Act) and entry.does == "post"]
    return len(posts) > 1 and blind_of(incident) is None


def posts_due(incident: Incident) -> tuple[tuple[int, int], ...]:
    """Blinds that the story leaves out: (seat index, chips) in the order in which they are posted.

    On the first round of a blind game nobody tells the blinds act by act; when none is told and their sizes are
    known, the first two seats post them (BFSP 5.4.1), heads-up the button the small one.
    """
    if incident.street != "preflop" or any(isinstance(e, Act) and e.does == "post" for e in incident.timeline):
        return ()
    small, big = incident.stakes.get("sb"), blind_of(incident)
    if small is None or big is None or len(incident.seats) < 2:
        return ()
    first, second = (1, 0) if len(incident.seats) == 2 else (0, 1)
    names = _from_the_button(incident)
    stacks = incident.stacks
    return (
        (first, min(small, stacks.get(names[first], small))),
        (second, min(big, stacks.get(names[second], big))),
    )


def first_turn(incident: Incident) -> int:
    """Who posts or acts first in the story.

    Left of the button, heads-up before the flop the button (a convention); in stud the highest open hand, on third street
    the lowest card (BFSP 5.8.2, 5.8.6), when all open cards are told.
    """
    if incident.game == "stud7" and len(incident.up_cards) == len(incident.seats) > 1:
        from facts.hands import best_up_cards, lowest_up_card  # late: only stud pays for the hand reader

        boards = {seat: list(cards) for seat, cards in incident.up_cards.items()}
        first = lowest_up_card(boards) if incident.street == "third" else best_up_cards(boards)
        if first is not None:
            return _from_the_button(incident).index(first)
    return 1 if incident.street == "preflop" and len(incident.seats) == 2 else 0


def min_to(table: Table) -> int | None:
    """Least total of the next bet or raise; None while structure or unit are unknown."""
    if not table.structure:
        return None
    return table.min_raise_to() if table.opened else table.unit


def table_slots(incident: Incident, table: Table, wagers: int, shorts: int) -> dict[str, Any]:
    """Slots of the ``table`` fact."""
    left = table.raises_left()
    known = bool(table.structure)
    return {
        "id": "table",
        "game": incident.game,
        "structure": table.structure or None,
        "street": incident.street,
        "big_blind": table.big_blind,
        "unit": table.unit,
        "pot": table.pot,
        "in_pot": table.chips_in(),
        "level": table.level,
        "full": table.full or None,
        "opened": table.opened,
        "short": table.level != table.base,
        "closed": table.closed(),
        "raises_used_up": left == 0 if known else None,
        "raises_left": (FREE if left is None else left) if known else None,
        "raised": table.raised,
        "began": table.began,
        "live": table.live(),
        "missing": table.missing,
        "folded_out": table.live() == 1,
        "wagers": wagers,
        "shorts": shorts,
    }


class Turn(NamedTuple):
    """What the timeline says about an act beside the act itself. ``owes``: what an earlier act of his left to put
    right.
    """

    number: int
    in_turn: bool
    skipped_did: str | None
    next_acted: bool | None
    owes: str = "none"


def act_slots(act: Act, table: Table, i: int, turn: Turn) -> dict[str, Any]:
    """Slots of the ``act`` fact: the act as told, and how the table stood when it has to be read."""
    seat = table.seats[i]
    stack = stack_of(seat)
    left = table.raises_left()
    return {
        "id": f"act {turn.number}",
        "seat": act.seat,
        **_told(act, stack, seat.put),
        **_chips(act),
        "gesture": act.gesture or "none",
        "prompted": act.prompted,
        "deliberate": act.extra.get("deliberate"),
        "offence": act.extra.get("offence"),
        "overlooked_raise": act.extra.get("overlooked_raise"),
        "in_turn": turn.in_turn,
        "skipped_did": turn.skipped_did,
        "next_acted": turn.next_acted,
        "owes": turn.owes,
        "prior": seat.put,
        "stack": stack,
        "owed": table.owed(i),
        "level": table.level,
        "opened": table.opened,
        "blind_only": table.posts > 0 and table.fulls == 0,
        "raises_before": table.raised,
        "min_to": min_to(table),
        "max_to": table.max_raise_to(i) if table.structure else None,
        "needed": (table.full if table.opened else None) or table.unit,
        "all_in": all_in(act, table, i),
        "lacks": lacks(act, table, i),
        "raises_used_up": left == 0 if table.structure else None,
        "acted": seat.acted,
        "wagered": seat.wagered,
        "faces_full": not seat.acted or table.fulls > seat.seen_full,
        "faces": table.level - seat.seen_level,
        "closed": table.turn < 0,
    }


def _told(act: Act, stack: int | None, prior: int) -> dict[str, Any]:
    words = act.words
    declared, amount, means = (None, None, None) if words is None else (words.word, words.amount or 0, words.means)
    if act.does is not None and words is None and act.motions is None:
        declared, amount = "", 0  # an act told as agreed was not read from words; no rule about words touches it
    elif act.gesture == "raise" and words is None:
        declared, amount = "raise", 0  # a declaration by gesture is a declaration (BFSP 4.12, 4.14.2), without a number
    elif act.gesture in ("tap", "throws-cards") and words is None:
        declared, amount = "nothing", 0
    if amount == 0:
        means = ""  # no number was named, so there is nothing to ask about it
    to = stack if act.to is None and act.does == "all-in" else act.to
    return {
        "declared": declared,
        "amount": amount,
        "means": means,
        "when": words.when if words is not None else ("" if declared == "" else "before"),
        "does": act.does or "nothing",
        "to": to,
    }


def _chips(act: Act) -> dict[str, Any]:
    motions = act.motions
    if motions is None:
        return {
            "chips": 0,
            "put": 0,
            "smallest": 0,
            "motions": 0,
            "first_chips": 0,
            "first_put": 0,
            "handful": False,
            "kept_back": False,
        }
    chips = [chip for motion in motions for chip in motion]
    first = motions[0] if motions else ()
    return {
        "chips": len(chips),
        "put": sum(chips),
        "smallest": min(chips, default=0),
        "motions": len(motions),
        "first_chips": len(first),
        "first_put": sum(first),
        "first_smallest": min(first, default=0),
        "handful": act.handful,
        "kept_back": act.picked_up is not None and act.picked_up > sum(chips),
    }


def chips_put(act: Act) -> int:
    """Whole chips described in the act, all motions together."""
    return sum(chip for motion in act.motions or () for chip in motion)


def stack_of(seat: Seat) -> int | None:
    """Street total that a seat can reach; None when his stack was not told."""
    return None if seat.behind is None else seat.put + seat.behind


def all_in(act: Act, table: Table, i: int) -> bool | None:
    """Whether the act takes his last chips: told so, or the known stack is used up; None when the stack is not told."""
    words = act.words
    if act.does == "all-in" or (words is not None and words.word == "all-in"):
        return True
    seat = table.seats[i]
    stack = stack_of(seat)
    if stack is None:
        return None
    named = named_total(act, table)
    if named is not None:
        return named >= stack
    total = seat.put + chips_put(act) if act.motions is not None else (act.to or 0)
    return total >= stack


def named_total(act: Act, table: Table) -> int | None:
    """Street total that a player named in words; None when he named no number."""
    if act.words is None or not act.words.amount:
        return None
    return table.level + act.words.amount if act.words.means == "by" else act.words.amount


def lacks(act: Act, table: Table, i: int) -> bool | None:
    """Whether a player named more than he has; None when his stack was not told and he did not put that much in."""
    named, seat = named_total(act, table), table.seats[i]
    if named is None or seat.put + chips_put(act) >= named:
        return False
    stack = stack_of(seat)
    return None if stack is None else named > stack


class Choice(NamedTuple):
    """A decision that an irregular act left open. ``how``: complete-or-fold, free, change, again; ``chips``: already
    put in.
    """

    how: str
    counts_as: str
    complete_to: int | None
    chips: int


def seat_slots(table: Table, i: int, choice: Choice | None) -> dict[str, Any]:
    """Slots of the ``seat`` fact of a player with a decision."""
    seat = table.seats[i]
    stack = stack_of(seat)
    call_to = table.level if stack is None else min(table.level, stack)
    covers = stack is None or stack > table.level
    return {
        "id": seat.name,
        "to_act": table.must_act(i),
        "first": table.turn == i,
        "owed": table.owed(i),
        "prior": seat.put,
        "level": table.level,
        "call_to": max(call_to, seat.put)
        if choice and choice.how in ("free", "change") and call_to < table.level
        else call_to,
        "opened": table.opened,
        "acted": seat.acted,
        "wagered": seat.wagered,
        "faces_full": not seat.acted or table.fulls > seat.seen_full,
        "faces": table.level - seat.seen_level if seat.acted else table.level,
        "covers": covers,
        "min_to": min_to(table),
        "max_to": table.max_raise_to(i) if table.structure else None,
        "choice": choice.how if choice else "none",
        "counts_as": choice.counts_as if choice else "none",
        "complete_to": choice.complete_to if choice else None,
        "in_front": choice.chips if choice else 0,
        "beyond": bool(choice and choice.how == "free" and seat.put > table.level),
        "blind_option": table.posts >= 2 and table.fulls == 0 and table.level == table.base and seat.put == table.level,
    }


class Derived(NamedTuple):
    """One value that the replay derived, for the reasoning: a code of the vocabulary and the numbers in its wording."""

    code: str
    values: Mapping[str, Any]


def derive_hands(incident: Incident) -> tuple[Derived, ...]:
    """What the readers of cards and hands go by."""
    if not incident.cards:
        return ()
    made = {"omaha": "exactly-two", "holdem": "any-five"}.get(incident.game or "")
    return (Derived("deck", {}), Derived("rank-order", {}), *((Derived(made, {}),) if made and incident.board else ()))


def derive_step(before: Table, after: Table, i: int) -> Derived | None:
    """What an agreed act did to the price; None when it changed nothing that later reasoning needs."""
    seat = after.seats[i].name
    if after.posts > before.posts:
        if after.posts != 2:
            return None
        if after.missing:
            return Derived("short-blind", {"seat": seat, "put": after.seats[i].put, "to": after.level})
        return Derived("blind", {"to": after.level})
    if after.fulls == before.fulls:
        return None
    if not before.opened:
        return Derived("bet", {"seat": seat, "to": after.level, "by": after.full})
    return Derived("raise", {"seat": seat, "from": before.level, "to": after.level, "by": after.level - before.level})


def derive_sizes(table: Table, i: int, incident: Incident) -> tuple[Derived, ...]:
    """How the least and the greatest raise or bet of seat ``i`` come about."""
    found: list[Derived] = []
    least = min_to(table)
    if table.turn == i and not table.opened and incident.street in ("flop", "turn", "river"):
        found.append(Derived("first-after-button", {"seat": table.seats[i].name}))
    if incident.game == "omaha":
        found.append(Derived("like-holdem", {}))
    if table.structure in (NO_LIMIT, POT_LIMIT) and table.opened:
        found.append(Derived("raises-free", {}))
    if table.structure == LIMIT and not table.opened and "bet" not in incident.stakes and least is not None:
        found.append(Derived("fixed-stud" if incident.game == "stud7" else "fixed", {"by": least}))
    if least is not None:
        found.append(_least(table, least))
    most = table.max_raise_to(i)
    if table.structure == POT_LIMIT:
        found.extend(_pot_size(table, i))
    elif table.structure == NO_LIMIT and most is not None:
        code = "max-stack-bet" if not table.opened else "max-stack-reraise" if table.raised else "max-stack"
        found.append(Derived(code, {"seat": table.seats[i].name, "to": most}))
    return tuple(found)


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
    if table.structure == LIMIT:
        return Derived("min-complete", values)
    return Derived("min-after-opening" if table.base == 0 else "min-after-short", values)


__all__ = ["FREE", "NO_LIMIT", "Choice", "Derived", "Turn"]
