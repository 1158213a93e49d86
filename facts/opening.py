"""How a story begins: the table before the first act, blinds that nobody tells act by act, who acts first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.bettingrules import BettingRules
from facts.incident import Act, Incident
from facts.table import LIMIT, Seat, Table

_ROUND = {"preflop": 1, "flop": 2, "turn": 3, "river": 4, "third": 1, "fourth": 2, "fifth": 3, "sixth": 4, "seventh": 5}


# The parameter of a rulebook behind each field of the betting rules.
PARAMETERS = {
    "raises": "limit.raises",
    "lower_rounds": "limit.lower_rounds",
    "heads_up": "limit.heads_up",
    "share_limit": "limit.all_in_share",
    "share_open": "open.all_in_share",
    "after_short": "raise.after_short",
    "after_short_limit": "raise.after_short_limit",
    "short_opening": "bet.short_opening",
    "completing": "raise.completing",
    "short_blind": "blind.short",
    "blinds_of_two": "blind.heads_up",
    "open_pair": "limit.open_pair",
    "after_upper": "limit.after_upper",
    "bring_in": "bring_in.completing",
}


def betting_rules(parameters: Mapping[str, Any], customs: Mapping[str, Any]) -> BettingRules:
    """The parameters of a rulebook as the table wants them; ``customs`` stand in for those that it does not set."""
    return BettingRules(**{field: parameters.get(name, customs[name]) for field, name in PARAMETERS.items()})


def opening(incident: Incident, rules: BettingRules) -> Table:
    """The table before the first act of the story: seats from the left of the button, stacks as told, nothing
    posted.
    """
    order = from_the_button(incident)
    stacks = incident.stacks
    # No chips at the start of the street: all-in since an earlier one, so in the hand without a decision.
    seats = tuple([Seat(name, 0, stacks.get(name), False, stacks.get(name) == 0) for name in order])
    structure = incident.structure or ""
    began = incident.began_with or len(seats)
    unit, blind = unit_of(incident, rules), blind_of(incident)
    table = Table(seats, 0, rules, structure, _collected(incident), unit, blind, began)
    if incident.game == "stud7":
        return _stud(table, incident)
    if incident.dead_small_blind and incident.street == "preflop":
        # the dead blind counts as posted: the big blind is the second forced bet, and the pot is reckoned with both
        return table._replace(posts=1, missing=incident.stakes.get("sb", 0))
    return table


def _stud(table: Table, incident: Incident) -> Table:
    """The table with what only stud has: a bring-in on third street, and a choice of sizes when an open pair shows."""
    if incident.street == "third" and table.seats:
        return table._replace(due=first_turn(incident, table.rules), bring_in=incident.stakes.get("bring_in"))
    if table.structure == LIMIT and table.rules.open_pair == "either-size" and open_pair(incident):
        upper = incident.stakes.get("high")
        return table._replace(upper=upper) if upper != table.unit else table
    return table


def open_pair(incident: Incident) -> bool:
    """Whether a pair shows on fourth street of stud, its holder still playing or not (BFSP 5.8.5.p2)."""
    if incident.game != "stud7" or incident.street != "fourth":
        return False
    return any(len(cards) == 2 and cards[0][0] == cards[1][0] for cards in incident.up_cards.values())


def low_card(incident: Incident) -> tuple[str, bool]:
    """Who shows the lowest card on third street of stud, and whether only the suit says so (BFSP 5.8.2).

    The name is empty on other streets, in other games, and as long as neither the open cards nor who begins is told.
    """
    boards = _boards(incident) if incident.street == "third" else {}
    if not boards or any(len(cards) != 1 for cards in boards.values()):
        return (incident.begins or "") if incident.street == "third" and incident.game == "stud7" else "", False
    from facts.hands import lowest_up_card  # late: only stud pays for the hand reader

    lowest = lowest_up_card(boards) or ""
    ranks = [cards[0][0] for cards in boards.values()]
    return lowest, ranks.count(boards[lowest][0][0]) > 1


def _boards(incident: Incident) -> dict[str, list[str]]:
    """The open cards of stud by seat, when those of every seat are told."""
    if incident.game != "stud7" or not len(incident.up_cards) == len(incident.seats) > 1:
        return {}
    return {seat: list(cards) for seat, cards in incident.up_cards.items()}


def _collected(incident: Incident) -> int | None:
    """Chips in the pot before the first act: as told; on the first street nothing but the antes (BFSP 5.4.1.p3).

    In stud an ante is always played (5.4.2), so there one that was not told is unknown, not zero.
    """
    if incident.pot is not None or _ROUND.get(incident.street or "") != 1:
        return incident.pot
    ante = incident.stakes.get("ante", 0 if incident.street == "preflop" else None)
    return None if ante is None else ante * len(incident.seats)


def from_the_button(incident: Incident) -> tuple[str, ...]:
    """The seats from the first after the button round to the button itself."""
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
    """The big blind: as told, else the second forced bet, unless that player went all-in with it and may lack a
    part.
    """
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


def missing(incident: Incident) -> str:
    """What the table cannot be replayed without and nobody told: ``big_blind``, ``begins`` or nothing."""
    if blind_missing(incident):
        return "big_blind"
    return "begins" if opener_missing(incident) else ""


def posts_due(incident: Incident, rules: BettingRules) -> tuple[tuple[int, int], ...]:
    """Blinds that the story leaves out: (seat index, chips) in the order in which they are posted.

    On the first round of a blind game nobody tells the blinds act by act; when none is told and their sizes are
    known, the first two seats post them (BFSP 5.4.1), of two players as ``rules`` say. In stud the lowest card has
    brought in when the story begins with somebody else (5.8.2).
    """
    if incident.game == "stud7":
        return _bring_in_due(incident)
    if incident.street != "preflop" or any(isinstance(e, Act) and e.does == "post" for e in incident.timeline):
        return ()
    if incident.dead_small_blind and (big := blind_of(incident)) is not None:
        name = from_the_button(incident)[0]
        return ((0, min(big, incident.stacks.get(name, big))),)
    small, big = incident.stakes.get("sb"), blind_of(incident)
    if small is None or big is None or len(incident.seats) < 2:
        return ()
    first = first_of(len(incident.seats), True, rules)
    second = (first + 1) % len(incident.seats)
    names = from_the_button(incident)
    stacks = incident.stacks
    return (
        (first, min(small, stacks.get(names[first], small))),
        (second, min(big, stacks.get(names[second], big))),
    )


def _bring_in_due(incident: Incident) -> tuple[tuple[int, int], ...]:
    acts = [entry for entry in incident.timeline if isinstance(entry, Act)]
    seat, chips = low_card(incident)[0], incident.stakes.get("bring_in")
    brought = any(act.does in ("bring-in", "post") for act in acts) or (acts and acts[0].seat == seat)
    if not acts or not seat or chips is None or brought or incident.stacks.get(seat) == 0:
        return ()
    return ((from_the_button(incident).index(seat), min(chips, incident.stacks.get(seat, chips))),)


def first_turn(incident: Incident, rules: BettingRules) -> int:
    """Who posts or acts first in the story.

    Left of the button, of two players as ``rules`` say; in stud the highest open hand, on third street the lowest card
    (BFSP 5.8.2, 5.8.6), when all open cards are told, else who is told to have brought in.
    """
    if incident.game == "stud7":
        first = _first_in_stud(incident)
        return from_the_button(incident).index(first) if first else 0
    return first_of(len(incident.seats), incident.street == "preflop", rules)


def first_of(players: int, before_the_flop: bool, rules: BettingRules) -> int:
    """Index of the seat that posts or acts first in a game with a button, seats counted from the first after it."""
    if players != 2 or rules.blinds_of_two == "never":
        return 0
    return 1 if before_the_flop or rules.blinds_of_two == "every-round" else 0


def opener_missing(incident: Incident) -> bool:
    """Whether it hangs on open cards of stud that nobody told who begins; a story of events alone needs nobody."""
    told = incident.timeline
    betting = not told or any(isinstance(entry, Act) for entry in told)
    return incident.game == "stud7" and betting and len(incident.seats) > 1 and not _first_in_stud(incident)


def _first_in_stud(incident: Incident) -> str:
    """The seat that begins, empty when the story does not tell."""
    if incident.street == "third":
        brought = (entry.seat for entry in incident.timeline if isinstance(entry, Act) and entry.does == "bring-in")
        return low_card(incident)[0] or next(brought, "")
    boards = _boards(incident)
    if not boards:
        return incident.begins or ""
    from facts.hands import best_up_cards  # late: only stud pays for the hand reader

    return best_up_cards(boards) or ""


def stud_street(incident: Incident) -> str | None:
    """The street of stud that the open cards show; None where they leave it open (four lie on two streets)."""
    most = max((len(cards) for cards in incident.up_cards.values()), default=0)
    return {1: "third", 2: "fourth", 3: "fifth"}.get(most)
