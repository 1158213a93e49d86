"""How a hand ends: shares to the chip, pots by what was paid in, winners against a second opinion, who acted last."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import floorcall
from facts.award import (
    award_slots,
    best_of,
    board_of,
    game_given_away,
    holders,
    is_even,
    likely_chips,
    may_end,
    mucked,
    odd_chips,
    payouts,
    pots,
    share,
    turns,
    with_contributions,
)
from facts.cards import DECK
from facts.hands import hands_by_seat
from facts.incident import Act, Event, Incident
from facts.opening import opening
from tests.facts.tables import BFSP

NAMES = ("A", "B", "C", "D", "E", "F")
DEALS = 400


def paid(chips: dict[str, int], folded: str = "", **keys: Any) -> tuple[Incident, Any]:
    """A showdown with what each player has put in, and its table; the players in ``folded`` have none of their cards
    left.
    """
    events = tuple(Event("contributed", {"seat": seat, "chips": amount}) for seat, amount in chips.items())
    incident = Incident(tuple(chips), game="holdem", street="showdown", timeline=events, **keys)
    table = with_contributions(incident, opening(incident, BFSP))
    for name in folded:
        table = table.without(table.index(name))
    return incident, table


def taken(slots: dict[str, Any], chip: int) -> dict[str, int]:
    """What the players of one pot take when all odd chips go to the first."""
    each = share(slots["amount"], slots["count"], chip)
    found = dict.fromkeys(slots["best"], each)
    found[slots["first"][0]] += slots["amount"] - each * slots["count"]
    return found


# ---- shares

amounts, counts, chips = st.integers(0, 10**6), st.integers(1, 9), st.sampled_from([1, 5, 25, 100, 500, 1000])


@given(amounts, counts, chips)
def test_shares_and_what_is_left_make_up_the_pot(amount: int, count: int, chip: int) -> None:
    each = share(amount, count, chip)
    left = amount - count * each
    assert each % chip == 0
    assert 0 <= left < count * chip
    assert odd_chips(amount, count, chip) == min(count, -(-left // chip))
    assert is_even(amount, count, chip) == (left == 0)


@given(amounts, counts, chips, st.integers(1, 50))
def test_shares_scale_with_the_chips(amount: int, count: int, chip: int, times: int) -> None:
    assert share(times * amount, count, times * chip) == times * share(amount, count, chip)
    assert odd_chips(times * amount, count, times * chip) == odd_chips(amount, count, chip)


@given(amounts, counts, chips)
def test_there_are_always_fewer_odd_chips_than_players(amount: int, count: int, chip: int) -> None:
    assert odd_chips(amount * chip, count, chip) < count


def test_an_even_pot_needs_no_smallest_chip() -> None:
    assert is_even(900, 3, None)
    assert not is_even(1025, 2, None)
    assert not is_even(1000, 2, 1000)


def test_only_chips_that_make_up_the_pot_are_asked_for() -> None:
    assert likely_chips(1025) == (1, 5, 25)
    assert likely_chips(None) == likely_chips(0)


# ---- pots

payments = st.lists(st.integers(1, 40), min_size=2, max_size=6)
strengths = st.lists(st.integers(0, 3), min_size=6, max_size=6)


@given(payments, strengths, st.integers(0, 3))
def test_pots_are_given_as_layer_by_layer(put: list[int], strength: list[int], out: int) -> None:
    """Each chip of a height goes to the best of those who paid that high: counted chip by chip, in sixtieths."""
    table_of = dict(zip(NAMES, put, strict=False))
    folded = "".join(list(table_of)[: min(out, len(put) - 2)])
    top = max(put)
    table_of = {name: top if name in list(table_of)[-2:] else chips for name, chips in table_of.items()}
    incident, table = paid(table_of, folded)
    hands = dict(zip(table_of, strength, strict=False))
    got = dict.fromkeys(table_of, 0)
    for slots in award_slots(incident, table, hands):
        for name in slots["best"]:
            got[name] += 60 * slots["amount"] // slots["count"]
    wanted = dict.fromkeys(table_of, 0)
    for height in range(1, top + 1):
        layer = [name for name, chips in table_of.items() if chips >= height]
        able = [name for name in layer if name not in folded]
        best = best_of(able, hands)
        for name in best:
            wanted[name] += 60 * len(layer) // len(best)
    assert got == wanted
    assert sum(got.values()) == 60 * sum(table_of.values())


def test_what_is_told_of_the_pot_goes_to_the_main_pot() -> None:
    incident, table = paid({"A": 100, "B": 300, "C": 300}, pot=760)
    found = {pot.name: (pot.amount, pot.able, pot.how) for pot in pots(incident, table)}
    assert found == {"main": (360, ("A", "B", "C"), "contested"), "side-1": (400, ("B", "C"), "contested")}


def test_a_pot_whose_hands_are_not_told_is_left_open() -> None:
    incident, table = paid({"A": 100, "B": 300, "C": 300})
    (only,) = award_slots(incident, table, {"B": 2, "C": 1})
    assert (only["id"], only["best"]) == ("side-1", ("B",))


def test_nobody_is_paid_for_a_pot_that_was_not_counted() -> None:
    incident = Incident(("A", "B"), street="showdown")
    assert list(award_slots(incident, opening(incident, BFSP), {"A": 1, "B": 0})) == []


@given(st.permutations(NAMES[:4]), st.sets(st.sampled_from(NAMES[:4]), min_size=1))
def test_the_first_of_the_winners_sits_next_after_the_button(seats: list[str], best: set[str]) -> None:
    for button in seats:
        incident = Incident(tuple(seats), game="holdem", street="showdown", pot=1000, button=button, min_chip=100)
        table = opening(incident, BFSP)
        (slots,) = award_slots(incident, table, {name: name in best for name in seats})
        at = seats.index(button) + 1
        wanted = tuple(name for name in (*seats[at:], *seats[:at]) if name in best)
        assert (slots["best"], slots["first"]) == (wanted, wanted[:1])
        assert slots["in_turn"] == wanted[: 10 % len(wanted)]


@given(st.integers(0, 5))
def test_moving_everybody_round_the_table_changes_nothing(by: int) -> None:
    seats = (*NAMES[by:], *NAMES[:by])
    incident = Incident(seats, game="holdem", street="showdown", pot=1000, button="F", min_chip=100)
    (slots,) = award_slots(incident, opening(incident, BFSP), dict.fromkeys(NAMES, 1))
    assert slots["best"] == NAMES


def test_payouts_add_up_over_the_pots() -> None:
    awards: list[dict[str, Any]] = [
        {"to": ("A", "B"), "each": 400, "odd": 100, "odd_to": ("A",), "odd_each": 100},
        {"to": ("B",), "each": 600},
        {"to": ("C",)},
    ]
    assert payouts(awards) == {"A": 500, "B": 1000}


# ---- winners: phevaluator (lower is better there) must see the same ones

GAMES = {"holdem": (2, 5), "omaha": (4, 5), "stud7": (7, 0), "five": (5, 0)}


@pytest.mark.parametrize("game", GAMES)
def test_winners_agree_with_phevaluator(game: str) -> None:
    phe = pytest.importorskip("phevaluator")
    source, (own, common) = random.Random(59), GAMES[game]
    for _ in range(DEALS):
        deck = [str(card) for card in source.sample(DECK, common + own * 4)]
        board, rest = deck[:common], deck[common:]
        cards = {name: rest[n * own : (n + 1) * own] for n, name in enumerate(NAMES[:4])}
        if game == "omaha":
            worth = {name: phe.evaluate_omaha_cards(*board, *mine) for name, mine in cards.items()}
        else:
            worth = {name: phe.evaluate_cards(*board, *mine) for name, mine in cards.items()}
        incident, table = paid(dict.fromkeys(cards, 100), board=tuple(board))
        (slots,) = award_slots(incident, table, hands_by_seat(cards, board, game))
        assert slots["best"] == tuple(name for name in cards if worth[name] == min(worth.values()))
        assert sum(taken(slots, 1).values()) == 400


# ---- the story


def shown(*types: str) -> Incident:
    """A showdown of A, B and C with events such as ``mucks-hand A``."""
    told = (entry.split() for entry in types)
    events = tuple(Event(kind, {"seat": seat}) for kind, seat in told)
    return Incident(("A", "B", "C"), game="holdem", street="showdown", timeline=events)


def test_who_threw_his_hand_away_before_and_after_somebody_showed() -> None:
    incident = shown("mucks-hand A", "shows-hand B", "mucks-hand C")
    assert mucked(incident) == {"A": False, "C": True}
    (left,) = holders(incident, opening(incident, BFSP))
    assert left == {"id": "B", "alone": True, "opened": True, "rival_opened": False, "after_muck": True}


def test_the_order_goes_on_clockwise_from_every_player() -> None:
    incident = Incident(("A", "B", "C"), game="holdem", street="showdown", button="A")
    table = opening(incident, BFSP)
    table = table.without(table.index("C"))
    found = {slots["id"]: (slots["order"], slots["after_button"]) for slots in turns(incident, table)}
    assert found == {"B": (("B", "A"), True), "A": (("A", "B"), False)}


def test_dealt_cards_lie_on_the_board_once() -> None:
    dealt = Event("dealt", {"street": "river", "cards": ("2c", "Kd")})
    assert board_of(Incident(("A",), board=("As", "Kd"), timeline=(dealt,))) == ("As", "Kd", "2c")
    assert board_of(Incident(("A",), game="stud7", timeline=(dealt,))) == ()


def test_most_stories_cannot_end_and_are_not_asked_about_it() -> None:
    folds = (Act("A", "fold"), Act("B", "fold"))
    assert not may_end(Incident(("A", "B", "C"), street="flop", timeline=folds[:1]))
    assert may_end(Incident(("A", "B", "C"), street="flop", timeline=folds))
    assert may_end(Incident(("A", "B"), street="river"))
    assert may_end(Incident(("A", "B"), street="turn", timeline=(Event("dealt", {"street": "river"}),)))


def test_the_cards_give_the_game_away() -> None:
    board = ("Ks", "Qs", "8s", "4s", "2d")
    four, two = ("As", "Ad", "Ah", "Kd"), ("As", "Ad")
    assert game_given_away(Incident(("A",), board=board, cards={"A": four})) == "omaha"
    assert game_given_away(Incident(("A",), board=board, cards={"A": two})) is None
    assert game_given_away(Incident(("A",), cards={"A": ("As", "Ad", "2h")}, up_cards={"A": board[:4]})) == "stud7"
    assert game_given_away(Incident(("A",), cards={"A": board})) is None
    assert game_given_away(Incident(("A",), street="third")) == "stud7"
    assert game_given_away(Incident(("A",), street="turn")) is None


# ---- whole rulings

BOARD = "Kc 9d 5h 3s 2c"
HANDS = ("Ah Kd", "As Kh", "Ac Ks", "Qh Qd")  # three equal ones and a worse one


def rule(put: list[int], chip: int, button: int, reading: str) -> dict[str, Any]:
    """The settled awards of a showdown: who gets what, by pot."""
    seats = list(NAMES[: len(put)])
    told = {
        "game": "holdem",
        "street": "showdown",
        "seats": seats,
        "button": seats[button % len(seats)],
        "min_chip": chip,
        "board": BOARD,
        "hands": dict(zip(seats, HANDS, strict=False)),
        "actions": [{"event": "contributed", "seat": s, "chips": c} for s, c in zip(seats, put, strict=True)],
    }
    ruling = floorcall.rule(floorcall.read_incident(json.dumps(told)), "bfsp", {"5.9.3.p3": reading})
    return {v.subject: v.values for v in ruling.trace.verdicts if v.topic == "award" and v.status == "settled"}


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 30), min_size=2, max_size=4), st.integers(0, 3), st.sampled_from([1, 2, 7]))
def test_rulings_give_away_every_chip(put: list[int], button: int, times: int) -> None:
    for reading in ("all-to-the-first", "one-each"):
        plain = payouts(rule([25 * part for part in put], 25, button, reading).values())
        assert sum(plain.values()) == 25 * sum(put)
        scaled = payouts(rule([25 * times * part for part in put], 25 * times, button, reading).values())
        assert scaled == {name: times * chips for name, chips in plain.items()}


def test_readings_of_the_odd_chip_part_at_two() -> None:
    first = rule([500, 500, 500, 500], 100, 3, "all-to-the-first")
    turn = rule([500, 500, 500, 500], 100, 3, "one-each")
    assert payouts(first.values()) == {"A": 800, "B": 600, "C": 600}
    assert payouts(turn.values()) == {"A": 700, "B": 700, "C": 600}


def test_the_highest_card_of_five_by_suit_parts_equal_hands_in_stud() -> None:
    told = {"A": "Kd Qs Jh Th 9s 2s 3h", "B": "Kh Qc Jd Td 9d 4c 4h"}
    hands = hands_by_seat({name: cards.split() for name, cards in told.items()}, [], "stud7")
    incident, table = paid({"A": 100, "B": 100})
    (stud,) = award_slots(incident._replace(game="stud7"), table, hands)
    (flop,) = award_slots(incident._replace(game="holdem"), table, hands)
    assert (stud["best"], stud["top_suit"], flop["top_suit"]) == (("A", "B"), ("B",), ())
