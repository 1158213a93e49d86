"""From the incident and the table to the slots that rules match: everything derived is derived here, nothing is judged.

Each function returns plain slot mappings; None is unknown. The texts about every slot stand in the vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.derivations import min_to
from facts.incident import Act, Incident
from facts.opening import from_the_button, low_card, open_pair
from facts.records import NamedTuple
from facts.table import Seat, Table
from facts.unsized import without_sizes

# More raises than any round can hold: where their number is free, "raises left" is this.
FREE = 999


def table_slots(
    incident: Incident, table: Table, wagers: int, shorts: int, undecided: bool = False, acts: int = 0
) -> dict[str, Any]:
    """Slots of the ``table`` fact. ``undecided``: a seat has a choice that an irregular act left open. ``acts``: made
    in turn and by choice in this round.
    """
    left = table.raises_left()
    known = bool(table.structure)
    lowest, by_suit = low_card(incident)
    slots = {
        "id": "table",
        "game": incident.game,
        "structure": table.structure or None,
        "street": incident.street,
        "big_blind": table.big_blind,
        "unit": table.unit,
        "pot": table.pot,
        "min_chip": incident.min_chip,
        "in_pot": table.chips_in(),
        "level": table.level,
        "full": table.full or None,
        "opened": table.opened,
        "short": table.level != table.base,
        "closed": bool(table.seats) and not undecided and table.closed(),
        "raises_used_up": left == 0 if known else None,
        "raises_left": (FREE if left is None else left) if known else None,
        "raised": table.raised,
        "began": table.began,
        "players": incident.players or len(incident.seats) or None,
        "live": table.live(),
        "all_ins": table.all_ins(),
        "able": table.live() - table.all_ins(),
        "missing": table.missing,
        "folded_out": table.live() == 1,
        "acts": acts,
        "wagers": wagers,
        "shorts": shorts,
        "bring_in": table.bring_in or table.brought or None,
        "awaits_bring_in": table.due >= 0,
        "low_card": lowest,
        "low_by_suit": by_suit,
        "open_pair": open_pair(incident),
        "upper": table.upper or 0,
    }
    return without_sizes(table, slots)


def place_slots(incident: Incident, table: Table) -> list[dict[str, Any]]:
    """Slots of the ``place`` facts: where each seat is, by the order of ``seats`` and the button, the chips of this
    street, and all that it has put into the hand where the story tells that.

    Seats are told in the order in which they act after the button, unless the button is told.
    """
    seats = incident.seats
    n = len(seats)
    button = seats.index(incident.button) if incident.button in seats else None
    whole = _tells_all_chips(incident, table)
    return [
        {
            "id": seat,
            "next": seats[(i + 1) % n],
            "from_button": None if button is None else (i - button) % n or n,
            "button": None if button is None else i == button,
            "last": i == n - 1,
            "heads_up": n == 2,
            "in_front": table.seats[at].put if table.seats else None,
            "counted": whole,
            "paid_in": table.seats[at].before + table.seats[at].put if whole else None,
        }
        for at, seat in enumerate(from_the_button(incident))  # as the table has them
        for i in (seats.index(seat),)
    ]


def _tells_all_chips(incident: Incident, table: Table) -> bool:
    """Whether it is told what each player put into the hand: from its first round on, or player by player before."""
    if not table.seats or incident.stakes.get("ante"):
        return False
    earlier = sum(seat.before for seat in table.seats)
    return earlier == table.pot if earlier else incident.street in ("preflop", "third") and not incident.pot


class Turn(NamedTuple):
    """What the timeline says about an act beside the act itself. ``owes``: what an earlier act of his left to put
    right.
    """

    number: int
    in_turn: bool
    skipped_did: str | None
    next_acted: bool | None
    owes: str = "none"
    acts_after: int = 0
    chips_after: int = 0
    street_over: bool = False


def act_slots(act: Act, table: Table, i: int, turn: Turn) -> dict[str, Any]:
    """Slots of the ``act`` fact: the act as told, and how the table stood when it has to be read."""
    seat = table.seats[i]
    stack = stack_of(seat)
    left = table.raises_left()
    slots = {
        "id": f"act {turn.number}",
        "seat": act.seat,
        **told_slots(act, stack),
        "prompted": act.prompted,
        "deliberate": act.extra.get("deliberate"),
        "offence": act.extra.get("offence"),
        "overlooked_raise": act.extra.get("overlooked_raise"),
        "in_turn": turn.in_turn,
        "skipped_did": turn.skipped_did,
        "next_acted": turn.next_acted,
        "owes": turn.owes,
        "acts_after": turn.acts_after,
        "chips_after": turn.chips_after,
        "street_over": turn.street_over,
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
        "faces_full": table.faces_full(i),
        "faces": table.level - seat.seen_level,
        "closed": table.turn < 0,
        "bring_in_due": table.due == i,
    }
    return without_sizes(table, slots)


def told_slots(act: Act, stack: int | None = None) -> dict[str, Any]:
    """The slots that follow from the act alone; ``stack``: what an all-in without a size comes to."""
    return {**_words(act, stack), **_chips(act), **_prior_chips(act), "gesture": act.gesture or "none"}


def _words(act: Act, stack: int | None) -> dict[str, Any]:
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
        "bare": bool(amount) and means is None,
        "unclear": act.extra.get("unclear") is True,
        "when": words.when if words is not None else ("" if declared == "" else "before"),
        "does": act.does or "nothing",
        "to": to,
    }


def _chips(act: Act) -> Mapping[str, Any]:
    if not act.motions:
        return _NO_CHIPS
    motions = act.motions
    chips = [chip for motion in motions for chip in motion]
    first = motions[0]
    two = [chip for motion in motions[:2] for chip in motion]
    return {
        "chips": len(chips),
        "put": sum(chips),
        "smallest": min(chips, default=0),
        "motions": len(motions),
        "first_chips": len(first),
        "first_put": sum(first),
        "first_smallest": min(first, default=0),
        "two_chips": len(two),
        "two_put": sum(two),
        "two_smallest": min(two, default=0),
        "handful": act.handful,
        "kept_back": act.picked_up is not None and act.picked_up > sum(chips),
    }


def _prior_chips(act: Act) -> Mapping[str, Any]:
    """What became of the chips that lay in front of the player from an earlier act."""
    if not act.extra:
        return _NO_PRIOR_CHIPS
    front, left = _chip_list(act, "in_front"), chips_left(act)
    pulled = "none" if len(left) == len(front) else "part" if left else "all"
    return {
        "pulled": pulled if "in_front" in act.extra else "untold",
        "left": sum(left),
        "left_smallest": min(left, default=0),
        "gathered": act.extra.get("gathered") is True,
    }


# Most acts are told without chips, and with nothing in front from an earlier one.
_NO_CHIPS: Mapping[str, Any] = {
    **dict.fromkeys(("chips", "put", "smallest", "motions", "first_chips", "first_put", "first_smallest"), 0),
    **dict.fromkeys(("two_chips", "two_put", "two_smallest"), 0),
    **dict.fromkeys(("handful", "kept_back"), False),
}
_NO_PRIOR_CHIPS: Mapping[str, Any] = {"pulled": "untold", "left": 0, "left_smallest": 0, "gathered": False}


def chips_left(act: Act) -> tuple[int, ...]:
    """Of the chips that were told as lying in front from an earlier act, those that he did not draw back."""
    left = list(_chip_list(act, "in_front"))
    for chip in _chip_list(act, "pulled_back"):
        if chip in left:
            left.remove(chip)
    return tuple(left)


def _chip_list(act: Act, key: str) -> tuple[int, ...]:
    told = act.extra.get(key)
    return tuple(chip for chip in told if isinstance(chip, int)) if isinstance(told, tuple) else ()


def chips_put(act: Act) -> int:
    """Whole chips described in the act, all motions together."""
    return sum(chip for motion in act.motions or () for chip in motion)


def stack_of(seat: Seat) -> int | None:
    """Street total that a seat can reach; None when his stack was not told."""
    return None if seat.behind is None else seat.put + seat.behind


def told_all_in(act: Act) -> bool:
    """Whether an act was told, or announced, as all-in."""
    return act.does == "all-in" or (act.words is not None and act.words.word == "all-in")


def all_in(act: Act, table: Table, i: int, accepted: int | None = None) -> bool | None:
    """Whether the act takes his last chips: told so, or the known stack is used up; None when the stack is not told.

    ``accepted``: the chips of the act that count (an increment), all that were put when None. Who has chips of the act
    left in his hand, or gets some back, has not put in his last ones.
    """
    words = act.words
    if told_all_in(act):
        return True
    seat, chips = table.seats[i], chips_put(act)
    put = chips if accepted is None else accepted
    if max(chips, act.picked_up or 0) > put:
        return False
    stack, named = stack_of(seat), named_total(act, table)
    if stack is None:
        calls = words is not None and words.word == "call"
        # of a spoken call he is taken to have the chips, unless fewer lie there
        return False if calls and not 0 < put < table.owed(i) else None
    if named is not None:
        return named >= stack
    prior = seat.put if act.extra.get("in_front") is None else sum(chips_left(act))
    total = prior + put if act.motions is not None else (act.to or 0)
    return total >= stack


def named_total(act: Act, table: Table) -> int | None:
    """Street total that a player named in words, by a number or as the call; None when he named neither."""
    if act.words is not None and act.words.word == "call":
        return table.level
    if act.words is None or not act.words.amount:
        return None
    return table.level + act.words.amount if act.words.means == "by" else act.words.amount


def lacks(act: Act, table: Table, i: int) -> bool | None:
    """Whether a player named more than he has; None when his stack was not told and he did not put that much in."""
    named, seat = named_total(act, table), table.seats[i]
    if named is None or seat.put + chips_put(act) >= named:
        return False
    stack = stack_of(seat)
    if stack is None:
        return False if act.words is not None and act.words.word == "call" else None  # ``all_in`` asks it
    return named > stack


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
    slots = {
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
        "faces_full": table.faces_full(i),
        "faces": table.level - seat.seen_level if seat.acted else table.level,
        "covers": covers,
        "min_to": min_to(table),
        "max_to": table.max_raise_to(i) if table.structure else None,
        "choice": choice.how if choice else "none",
        "counts_as": choice.counts_as if choice else "none",
        "complete_to": choice.complete_to if choice else None,
        "in_front": choice.chips if choice else 0,
        "beyond": bool(choice and choice.how == "free" and seat.put > table.level),
        "bring_in_due": table.due == i,
        "over_bring_in": table.over_bring_in(),
        "blind_option": table.posts >= 2 and table.fulls == 0 and table.level == table.base and seat.put == table.level,
    }
    return without_sizes(table, slots)
