"""Facts about hands at showdown, from the hand reader: class, the five cards, who is best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.hands import Hand, HandName, best_up_cards, describe, hands_by_seat, lowest_up_card, tied_up_cards, word
from facts.incident import Incident


def read_hands(incident: Incident) -> dict[str, Hand]:
    """The best hand of every player whose cards are told. ValueError when the cards cannot make one."""
    five = all(len(cards) == 5 for cards in incident.cards.values()) and not incident.board
    game = "five" if five else incident.game or "holdem"
    return hands_by_seat({seat: list(cards) for seat, cards in incident.cards.items()}, list(incident.board), game)


def hand_slots(incident: Incident) -> list[dict[str, Any]]:
    """Slots of the ``hand`` facts."""
    if len(incident.cards) < 2 or incident.street != "showdown":
        return []
    hands = read_hands(incident)
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
            "on_board": all(str(card) in incident.board for card in hand.five),
        }
        for seat, hand in hands.items()
    ]


def up_card_slots(incident: Incident) -> list[dict[str, Any]]:
    """Slots of the ``up-cards`` facts."""
    if len(incident.up_cards) < 2:
        return []
    boards: Mapping[str, list[str]] = {seat: list(cards) for seat, cards in incident.up_cards.items()}
    highest = best_up_cards(boards, use_suits=True)
    by_suit = len(tied_up_cards(boards)) > 1
    lowest = lowest_up_card(boards) if all(len(cards) < 2 for cards in boards.values()) else None
    rank = None if lowest is None else boards[lowest][0][:-1]
    same = sum(1 for cards in boards.values() if cards and cards[0][:-1] == rank) > 1
    return [
        {
            "id": seat,
            "highest": seat == highest,
            "by_suit": by_suit,
            "lowest": None if lowest is None else seat == lowest,
            "lowest_by_suit": None if lowest is None else same,
        }
        for seat in boards
    ]


def name_of(hand: Hand, texts: Mapping[str, Any], language: str) -> str:
    """A hand in words, for instance "two pair, kings and queens, with a jack"."""
    name: HandName = describe(hand)
    return word(name, texts, language)
