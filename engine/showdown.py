"""Facts about the end of a hand: what is shown and who is best, who opens first, who gets which pot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.trace import Step
from engine.workspace import Answers
from facts.award import (
    BEGINS,
    MUCKS,
    SHOWS,
    Move,
    at_showdown,
    award_slots,
    board_of,
    events_of,
    holders,
    mucked,
    opening_slots,
    turns,
)
from facts.hands import Hand, HandName, best_up_cards, describe, hands_by_seat, tied_up_cards, word
from facts.incident import Event, Incident
from facts.table import Table


def read_hands(incident: Incident, out: Sequence[str] = ()) -> dict[str, Hand]:
    """The best hand of every player whose cards are told, but for those in ``out``.

    In stud the open cards belong to it. ValueError when the cards cannot make one.
    """
    told = {seat: _own(incident, seat) for seat in incident.cards if seat not in out}
    board = board_of(incident)
    five = all(len(cards) == 5 for cards in told.values()) and not board
    return hands_by_seat(told, list(board), "five" if five else incident.game or "holdem")


def _own(incident: Incident, seat: str) -> list[str]:
    """The cards of a player, each once: in stud some may be told as closed and some as open."""
    closed = incident.cards[seat]
    opened = incident.up_cards.get(seat, ()) if incident.game == "stud7" else ()
    return list(dict.fromkeys((*closed, *opened)))


def hand_slots(incident: Incident, out: Sequence[str] = ()) -> list[dict[str, Any]]:
    """Slots of the ``shown-hand`` facts; ``out``: players who hold no cards any more."""
    if len([seat for seat in incident.cards if seat not in out]) < 2 or incident.street != "showdown":
        return []
    hands = read_hands(incident, out)
    return _slots(hands, board_of(incident))


def _slots(hands: Mapping[str, Hand], board: Sequence[str]) -> list[dict[str, Any]]:
    best = max(hands.values())
    classes = [hand.cls for hand in hands.values() if hand != best]
    return [
        {
            "id": seat,
            "class": hand.cls.key,
            "five": tuple(str(card) for card in hand.five),
            "best": hand == best,
            "tied": sum(1 for other in hands.values() if other == hand) > 1,
            "same_class": best.cls in classes if hand == best else hand.cls == best.cls,
            "on_board": all(str(card) in board for card in hand.five),
        }
        for seat, hand in hands.items()
    ]


def ending(
    told: Incident, incident: Incident, table: Table, steps: Sequence[Step], answers: Answers
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The facts about a showdown and about pots to be given away. ``told``: the story as it began; ``incident``: as it
    stands on the last street. Who threw his hand away at the showdown was still to be reckoned with until then.
    """
    gone = mucked(incident)
    seats = tuple(seat._replace(folded=False) if seat.name in gone else seat for seat in table.seats)
    table = table._replace(seats=seats)
    showdown = at_showdown(incident, table)
    moves = [Move(step.act.seat, step.act.does or "", step.before, step.after) for step in steps]
    begins = _begins(told, table, moves, answers, showdown)
    if begins:
        yield BEGINS, begins
        yield from (("show-turn", slots) for slots in turns(incident, table))
    if any(events_of(incident, SHOWS, MUCKS)):
        yield from (("holder", slots) for slots in holders(incident, table))
    hands = _compared(incident, table) if showdown else {}
    if len(hands) > 1:
        yield from (("shown-hand", slots) for slots in _slots(hands, board_of(incident)))
    if showdown or table.live() == 1:
        yield from (("pot-award", slots) for slots in award_slots(incident, table, hands))


def _begins(told: Incident, table: Table, moves: Sequence[Move], answers: Answers, showdown: bool) -> dict[str, Any]:
    """Slots of the beginning showdown: as told, else from the acts; nothing where neither says that it begins.

    Who made a wager answers whether there was one, and where there was none there is nobody to ask for.
    """
    events = [entry for entry in told.timeline if isinstance(entry, Event)]
    event = next(((n, e.slots) for n, e in enumerate(events, 1) if e.type == BEGINS), None)
    if event is None and not (showdown and moves):
        return {}
    key, said = ("showdown", {}) if event is None else (f"event {event[0]}", event[1])
    found = {"id": key, **opening_slots(told, table, moves)}
    for name in found:
        known = said.get(name)
        found[name] = known if known is not None else found[name]
        if found[name] is None:
            found[name] = answers.get((BEGINS, key, name))
    if found["wagered"] is False:
        found["last_wager"] = ""
    elif found["last_wager"]:
        found["wagered"] = True
        found["last_increase"] = found["last_increase"] or found["last_wager"]
    return found


def _compared(incident: Incident, table: Table) -> dict[str, Hand]:
    """The hands that are compared: those of players who neither folded nor threw them away."""
    out = (*(seat.name for seat in table.seats if seat.folded), *mucked(incident))
    try:
        return read_hands(incident, out)
    except ValueError:
        if incident.street == "showdown":
            raise  # it is the question, so whoever told it has to know
        return {}


def up_card_slots(incident: Incident) -> list[dict[str, Any]]:
    """Slots of the ``up-cards`` facts. Which are the highest is not known while those of some seat are not told."""
    if len(incident.up_cards) < 2:
        return []
    boards: Mapping[str, list[str]] = {seat: list(cards) for seat, cards in incident.up_cards.items()}
    if len(boards) < len(incident.seats):
        return [{"id": seat, "highest": None, "by_suit": None} for seat in incident.seats]
    highest = best_up_cards(boards, use_suits=True)
    by_suit = len(tied_up_cards(boards)) > 1
    return [{"id": seat, "highest": seat == highest, "by_suit": by_suit} for seat in boards]


def name_of(hand: Hand, texts: Mapping[str, Any], language: str) -> str:
    """A hand in words, for instance "two pair, kings and queens, with a jack"."""
    name: HandName = describe(hand)
    return word(name, texts, language)
