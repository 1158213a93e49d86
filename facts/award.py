"""How a hand ends, as far as cards, chips and the order of acts say it: who still holds cards, who wagered last, whose
hand is best for which pot, who sits first after the button. No law: which of this counts is for the rules.

Seats are named clockwise from the left of the button, as the table has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from facts.incident import Act, Event, Incident
from facts.incident_keys import STREETS
from facts.pots import side_pots
from facts.records import NamedTuple
from facts.table import Table

LAST = {"holdem": "river", "omaha": "river", "stud7": "seventh"}
"""The street after whose betting the hands are shown."""

BEGINS, SHOWS, MUCKS, ASKS, PAID = "showdown-begins", "shows-hand", "mucks-hand", "asks-to-see", "contributed"
_AT_SHOWDOWN = (BEGINS, SHOWS, MUCKS)
_FORCED = ("post", "bring-in")
_FIRST = ("preflop", "third")


CHIPS = (1, 5, 25, 100, 500, 1000, 5000)
"""The usual denominations, for questions only."""


class Move(NamedTuple):
    """What one act did: the seat, what it was told as, the table before and after."""

    seat: str
    does: str
    before: Table
    after: Table


def events_of(incident: Incident, *types: str) -> Iterator[Event]:
    """The events of some types, in their order."""
    return (entry for entry in incident.timeline if isinstance(entry, Event) and entry.type in types)


# -- where the story may end ------------------------------------------------------------------------------------------


def may_end(incident: Incident) -> bool:
    """Whether the story can reach the award of a pot at all: a showdown, its last street, or everybody but one out,
    who folded or whose hand an event may have killed.
    """
    if incident.street == "showdown" or _last_street(incident) or any(events_of(incident, *_AT_SHOWDOWN)):
        return True
    out = {entry.seat for entry in incident.timeline if isinstance(entry, Act) and _gives_up(entry)}
    # what happened to a player may have killed his hand
    out.update(str(entry.slots["seat"]) for entry in incident.timeline if isinstance(entry, Event) and _seated(entry))
    return len(incident.seats) > 1 and len(out) >= len(incident.seats) - 1


def _seated(event: Event) -> bool:
    return isinstance(event.slots.get("seat"), str)


def _gives_up(act: Act) -> bool:
    return act.does == "fold" or act.gesture == "throws-cards" or (act.words is not None and act.words.word == "fold")


def _last_street(incident: Incident) -> bool:
    last = LAST.get(incident.game or "holdem")
    return last in (incident.street, *(event.slots.get("street") for event in events_of(incident, "dealt")))


def at_showdown(incident: Incident, table: Table) -> bool:
    """Whether hands are compared now: told so, or the last betting round is over and several hold cards."""
    if table.live() < 2:
        return False
    last = LAST.get(incident.game or "holdem")
    told = incident.street == "showdown" or any(events_of(incident, *_AT_SHOWDOWN))
    return told or (incident.street == last and table.closed())


def board_of(incident: Incident) -> tuple[str, ...]:
    """The common cards at the end of the story: those told at its beginning, then those dealt since."""
    if incident.game == "stud7":
        return incident.board
    dealt = (event.slots.get("cards") for event in events_of(incident, "dealt"))
    cards = [*incident.board, *(str(card) for told in dealt if isinstance(told, tuple) for card in told)]
    return tuple(dict.fromkeys(cards))


def game_given_away(incident: Incident) -> str | None:
    """The game that its street or the own cards give away where nobody named it: only stud has a third street; four
    cards beside a board, or the seven of stud.
    """
    if incident.street in STREETS["stud7"]:
        return "stud7"
    own = {len(cards) for cards in incident.cards.values()}
    if own == {4} and incident.board:
        return "omaha"
    return "stud7" if not incident.board and own and own <= {3, 7} else None


# -- chips of earlier streets -----------------------------------------------------------------------------------------


def with_contributions(incident: Incident, table: Table) -> Table:
    """The table with what the players had put in before the story (``contributed`` events, whole chips a seat).

    Where nobody told the pot it is their sum. At a showdown everybody with cards has matched the highest total or is
    all-in with less.
    """
    paid: dict[str, int] = {}
    for event in events_of(incident, PAID):
        seat, chips = event.slots.get("seat"), event.slots.get("chips")
        if isinstance(seat, str) and isinstance(chips, int):
            paid[seat] = paid.get(seat, 0) + chips
    if not paid:
        return table
    top = max(paid.values())
    seats = tuple(
        seat._replace(
            before=seat.before + paid.get(seat.name, 0),
            all_in=seat.all_in or (incident.street == "showdown" and 0 < paid.get(seat.name, 0) < top),
        )
        for seat in table.seats
    )
    return table._replace(seats=seats, pot=sum(paid.values()) if incident.pot is None else table.pot)


# -- the order of opening ---------------------------------------------------------------------------------------------


def opening_slots(incident: Incident, table: Table, moves: Sequence[Move]) -> dict[str, Any]:
    """Slots of ``showdown-begins``: how the last round went, and who of those with cards put chips in last.

    ``last_wager``: the last bet or raise; ``last_increase``: short all-ins over the price count too; ``last_call``:
    calls count too. ``wagered``: whether anybody made one at all. None where the story does not go back far enough.
    """
    live = table.holding()
    last: dict[str, str | None] = {"last_wager": None, "last_increase": None, "last_call": None}
    for move in moves:
        if move.seat not in live or move.does in _FORCED:
            continue
        for name in _did(move):
            last[name] = move.seat
    whole = incident.street in _FIRST and bool(moves)
    told = {name: seat if seat or not whole else "" for name, seat in last.items()}
    wagered = True if told["last_wager"] else False if whole else None
    return {"last_round": _last_round(incident, table, moves), "wagered": wagered, **told}


def _did(move: Move) -> Iterator[str]:
    """Which of the slots an act answers to."""
    i = move.before.index(move.seat)
    if move.after.seats[i].put <= move.before.seats[i].put:
        return
    opened = move.after.opened and not move.before.opened
    if move.after.fulls > move.before.fulls or opened:
        yield "last_wager"
    if move.after.level > move.before.level:
        yield "last_increase"
    yield "last_call"


def _last_round(incident: Incident, table: Table, moves: Sequence[Move]) -> str | None:
    if not moves or not (table.closed() and _last_street(incident)):
        return None
    if table.opened:
        return "bet"
    return "checked" if any(seat.acted and not seat.folded for seat in table.seats) else "none"


def turns(incident: Incident, table: Table) -> Iterator[dict[str, Any]]:
    """Slots of the ``show-turn`` facts, one for each player with cards: the order of opening if he begins.

    ``highest``: he shows the highest open cards (stud), None where not all of them are told.
    """
    live = table.holding()
    highest = _highest_board(incident, live)
    for n, name in enumerate(live):
        yield {
            "id": name,
            "order": (*live[n:], *live[:n]),
            "after_button": n == 0,
            "highest": None if highest is None else name == highest,
        }


def _highest_board(incident: Incident, live: Iterable[str]) -> str | None:
    if incident.game != "stud7":
        return ""
    boards = {seat: list(incident.up_cards[seat]) for seat in live if seat in incident.up_cards}
    if not boards or any(seat not in boards for seat in live):
        return None
    from facts.hands import best_up_cards  # late: only stud pays for the hand reader

    return best_up_cards(boards)


# -- who shows, who has thrown his hand away --------------------------------------------------------------------------


def mucked(incident: Incident) -> dict[str, bool]:
    """Players who threw their hands away at the showdown, with whether somebody had opened before."""
    found: dict[str, bool] = {}
    shown = False
    for event in events_of(incident, SHOWS, MUCKS):
        seat = event.slots.get("seat")
        shown = shown or event.type == SHOWS
        if event.type == MUCKS and isinstance(seat, str):
            found.setdefault(seat, shown)
    return found


def holders(incident: Incident, table: Table) -> Iterator[dict[str, Any]]:
    """Slots of the ``holder`` facts: players who still hold cards while others show or throw away theirs."""
    gone = mucked(incident)
    opened = [str(event.slots.get("seat")) for event in events_of(incident, SHOWS)]
    live = table.holding()
    rest = [name for name in live if name not in gone]
    before_showing = [name for name, shown in gone.items() if not shown]
    for name in rest:
        yield {
            "id": name,
            "alone": len(rest) == 1,
            "opened": name in opened,
            "rival_opened": any(other != name for other in opened),
            "after_muck": bool(before_showing) and _next_in(live, before_showing[-1], rest) == name,
        }


def _next_in(live: Sequence[str], seat: str, rest: Sequence[str]) -> str | None:
    """The first of ``rest`` clockwise after ``seat``."""
    at = live.index(seat) + 1 if seat in live else 0
    return next((name for name in (*live[at:], *live[:at]) if name in rest), None)


def event_slots(incident: Incident, event: Event) -> Mapping[str, Any]:
    """What the story itself says about an event at the showdown, beside what was told of it."""
    slots = event.slots
    if event.type == MUCKS:
        return {"after_show": mucked(incident).get(str(slots.get("seat"))), **_told(slots)}
    if event.type == ASKS:
        asker, owner = slots.get("seat"), slots.get("of")
        conceded = mucked(incident).get(str(owner))
        return {"own": None if asker is None else asker == owner, "conceded": conceded, **_told(slots)}
    return slots


def _told(slots: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in slots.items() if value is not None}


# -- pots -------------------------------------------------------------------------------------------------------------


class Pot(NamedTuple):
    """One pot and the players who may still win it. ``how``: folded, unmatched, mucked, contested."""

    name: str
    amount: int | None
    able: tuple[str, ...]
    how: str


def pots(incident: Incident, table: Table) -> Iterator[Pot]:
    """The pots that can be given away, from the main pot up; none that nobody with cards has a claim to."""
    live = table.holding()
    if len(live) == 1:
        yield Pot("main", table.chips_in(), live, "folded")
        return
    gone = mucked(incident)
    found = side_pots(table) if table.chips_in() is not None else ((None, live),)
    for n, (amount, able) in enumerate(found):
        rest = tuple(name for name in able if name not in gone)
        how = "unmatched" if len(able) == 1 else "mucked" if len(rest) == 1 else "contested"
        if rest:
            yield Pot("main" if n == 0 else f"side-{n}", amount, rest, how)


def award_slots(incident: Incident, table: Table, hands: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Slots of the ``pot-award`` facts. ``hands``: what each player shows, comparable; ``best`` clockwise from the
    button.

    A contested pot needs the hands of all its players and its size; ``even`` is None where only the smallest chip could
    tell whether equal parts can be paid out; ``top_suit`` only in stud, where suits may part equal hands.
    """
    for pot in pots(incident, table):
        if pot.how == "contested" and (pot.amount is None or any(name not in hands for name in pot.able)):
            continue
        best = best_of(pot.able, hands) if pot.how == "contested" else pot.able
        chip = incident.min_chip
        yield {
            "id": pot.name,
            "amount": pot.amount or 0,
            "counted": pot.amount is not None,
            "how": pot.how,
            "best": best,
            "count": len(best),
            "even": is_even(pot.amount or 0, len(best), chip),
            "first": best[:1],
            "in_turn": None if chip is None else best[: odd_chips(pot.amount or 0, len(best), chip)],
            "top_suit": _top_suit(best, hands) if pot.how == "contested" and incident.game == "stud7" else (),
        }


def _top_suit(best: Sequence[str], hands: Mapping[str, Any]) -> tuple[str, ...]:
    """Of equal hands the one whose five cards hold the highest card by rank, then by suit."""
    from facts.cards import by_rank_and_suit  # the reader of the hands has brought it along

    return (max(best, key=lambda name: max(by_rank_and_suit(card) for card in hands[name].five)),)


def best_of(able: Sequence[str], hands: Mapping[str, Any]) -> tuple[str, ...]:
    """Those whose hands no other beats, in the given order."""
    top = max(hands[name] for name in able)
    return tuple(name for name in able if hands[name] == top)


def is_even(amount: int, count: int, chip: int | None) -> bool:
    """Whether ``amount`` comes out in equal parts that chips of ``chip`` pay; any whole part where none is named."""
    return amount % (count * (chip or 1)) == 0


def share(amount: int, count: int, chip: int) -> int:
    """The equal part that whole chips of ``chip`` pay to each of ``count`` players."""
    return amount // (count * chip) * chip


def odd_chips(amount: int, count: int, chip: int) -> int:
    """How many chips of ``chip`` are left over; always fewer than ``count``. What is less than a chip counts as one."""
    left = amount - count * share(amount, count, chip)
    return min(count, -(-left // chip))


def likely_chips(pot: int | None) -> tuple[int, ...]:
    """Smallest chips to reckon with where nobody named it: a pot is made of whole chips."""
    return tuple(chip for chip in CHIPS if not (pot or 0) % chip)


def payouts(awards: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Whole chips that each player takes, from settled ``award`` findings; those without an amount are left out."""
    taken: dict[str, int] = {}
    for award in awards:
        if award.get("each") is None:
            continue
        for name in award["to"]:
            taken[name] = taken.get(name, 0) + award["each"]
        for name in award.get("odd_to") or ():
            taken[name] = taken.get(name, 0) + award["odd_each"]
    return taken
