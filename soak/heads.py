"""The table that a story begins at: game, structure, street, stakes, seats, stacks, cards; some of it left untold."""

from __future__ import annotations

from typing import Any

from facts.cards import RANKS, SUITS
from facts.incident import Incident
from facts.incident_keys import GAMES, MOST_SEATS, STREETS, STRUCTURES
from soak.dice import Dice

# Names of all sorts: what a file must quote, what a list sorts otherwise than the table, two scripts.
_NAMES = (
    tuple("ABCDEFGHIJ"),
    tuple("ZYXWVUTSRQ"),
    ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    ("Anna", "Борис", "Seat 3", "d'Arc", "yes", "null", "O: x", "Ян", "main", "x2"),
)
_BLINDS = ((1, 2), (50, 100), (100, 200), (5, 5), (2, 5), (75, 150), (25, 50), (500, 1000), (1, 1), (10, 25))
_DENOMINATIONS = (1, 5, 25, 100, 500, 1000)
_PLAYERS = {2: 16, 3: 26, 4: 20, 5: 12, 6: 10, 7: 4, 8: 4, 9: 4, 10: 4}


def deck(dice: Dice) -> list[str]:
    """A shuffled deck."""
    return dice.shuffled([rank + suit for rank in RANKS for suit in SUITS])


def head(dice: Dice) -> Incident:
    """An incident in which nothing has happened yet."""
    game = dice.weighed({"holdem": 55, "omaha": 20, "stud7": 25})
    seats = _seats(dice, game)
    structure = dice.weighed({"no-limit": 48, "pot-limit": 22, "limit": 30})
    streets = STREETS[game]
    street = dice.one((streets[0], streets[0], *streets, "showdown")) if dice.likely(95) else None
    stakes = _stakes(dice, game, structure)
    base = stakes.get("bb") or stakes.get("low") or stakes.get("bet") or 100
    told: dict[str, Any] = {
        "game": game if dice.likely(92) else None,
        "structure": structure if dice.likely(95) else None,
        "street": street,
        "button": dice.one(seats) if dice.likely(45) else None,
        "stakes": stakes,
        "stacks": _stacks(dice, seats, base),
        "pot": _pot(dice, base, street == streets[0]),
    }
    if dice.likely(8):
        told["began_with"] = dice.number(2, len(seats) + 1)
    if game == "stud7" and dice.likely(40):
        told["begins"] = dice.one(seats)
    if dice.likely(25):
        told["min_chip"] = dice.one([chip for chip in _DENOMINATIONS if chip <= base] or [1])
    if street == "preflop" and dice.likely(6):
        told["dead_small_blind"] = True
    if told["game"] is None:
        told["game"] = None if street is None or street in STREETS["holdem"] else game
    incident = Incident(seats, **told)
    return with_cards(dice, incident) if street == "showdown" or dice.likely(12) else incident


def _seats(dice: Dice, game: str) -> tuple[str, ...]:
    names = dice.weighed({_NAMES[0]: 70, _NAMES[1]: 10, _NAMES[2]: 10, _NAMES[3]: 10})
    return names[: min(dice.weighed(_PLAYERS), MOST_SEATS[game])]


def _stakes(dice: Dice, game: str, structure: str) -> dict[str, int]:
    small, big = dice.one(_BLINDS)
    stakes: dict[str, int] = {}
    if dice.likely(4):
        return stakes
    if game != "stud7":
        stakes = {"sb": small, "bb": big} if dice.likely(92) else {"bb": big}
    if structure == "limit" and dice.likely(85):
        stakes |= {"bet": 2 * big} if dice.likely(15) else {"low": big, "high": 2 * big}
    if game == "stud7":
        stakes |= {"bring_in": dice.one((small, max(1, big // 3)))} if dice.likely(80) else {}
        stakes |= {"bb": big} if structure != "limit" and dice.likely(70) else {}
        stakes |= {"ante": max(1, big // 5)} if dice.likely(70) else {}
    elif dice.likely(25):
        stakes["ante"] = dice.one((big, max(1, big // 8), 0))
    return stakes


def _stacks(dice: Dice, seats: tuple[str, ...], base: int) -> dict[str, int]:
    """Half of the stacks untold, some a few chips around the bets, some empty, some deep."""
    stacks: dict[str, int] = {}
    for seat in seats:
        if dice.likely(50):
            continue
        kind = dice.weighed({"short": 45, "near": 20, "deep": 30, "empty": 5})
        stacks[seat] = {
            "short": dice.number(1, 6 * base),
            "near": max(1, base * dice.number(1, 8) + dice.number(-1, 1)),
            "deep": base * dice.number(20, 200) + dice.number(0, 1) * dice.number(0, base),
            "empty": 0,
        }[kind]
    return stacks


def _pot(dice: Dice, base: int, first: bool) -> int | None:
    if first or dice.likely(30):
        return None
    return dice.one((0, base, 3 * base, base * dice.number(1, 40), dice.number(0, 9 * base)))


def with_cards(dice: Dice, incident: Incident) -> Incident:
    """The incident with cards of its game, some of them untold, a hand now and then with a card too many."""
    cards = deck(dice)
    board: tuple[str, ...] = ()
    up: dict[str, tuple[str, ...]] = {}
    hands: dict[str, tuple[str, ...]] = {}
    stud = incident.game == "stud7"
    number = {"omaha": 4, "stud7": 7}.get(incident.game or "holdem", 2)
    street = incident.street or "flop"
    if stud:
        seen = {"third": 1, "fourth": 2, "fifth": 3, "sixth": 4, "seventh": 4}.get(street, 0)
        if seen and dice.likely(70):
            up = {seat: tuple(cards.pop() for _ in range(seen)) for seat in incident.seats if len(cards) > seen}
    elif street != "preflop" and dice.likely(85):
        board = tuple(cards.pop() for _ in range({"flop": 3, "turn": 4}.get(street, 5)))
    if street == "showdown" or dice.likely(20):
        for seat in incident.seats:
            held = number + (1 if dice.likely(2) else 0)
            if dice.likely(80) and len(cards) >= held:
                hands[seat] = tuple(cards.pop() for _ in range(held))
    return incident._replace(board=board, cards=hands, up_cards=up)


__all__ = ["GAMES", "STRUCTURES", "deck", "head", "with_cards"]
