"""The hand reader: worked examples of the rulebook, open stud boards, wording, properties, and a second opinion."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from facts.cards import DECK, Card, Cards, parse_cards
from facts.hands import (
    Hand,
    HandClass,
    HandName,
    best_hand,
    best_up_cards,
    compare,
    describe,
    hands_by_seat,
    lowest_up_card,
    open_hand,
    tied_up_cards,
    word,
)

TEXTS: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "facts" / "vocabulary" / "hands.yaml").read_text(encoding="utf-8")
)


def winners(cards: Mapping[str, Cards], board: Cards, game: str) -> tuple[str, ...]:
    """The seats that hold the best hand, in the order of the mapping."""
    hands = hands_by_seat(cards, board, game)
    return tuple(seat for seat, hand in hands.items() if hand == max(hands.values()))


def five(cards: str) -> Hand:
    return best_hand(cards)


def texts_of(hand: Hand) -> str:
    return " ".join(map(str, hand.five))


# ---- the worked examples of BFSP 4.6.1, under the ids of the case collection

FIRST_WINS = {
    "rank-straight-flush": ("Kh Qh Jh Th 9h", "Qs Js Ts 9s 8s"),
    "rank-quads": ("5s 5h 5d 5c 2s", "2s 2h 2d 2c As"),
    "rank-full-house": ("3s 3h 3d 4c 4d", "2s 2h 2d Ac Ad"),
    "rank-flush": ("Ah 7h 5h 4h 2h", "Js Ts 9s 8s 6s"),
    "rank-straight": ("Kh Qs Jh Th 9h", "Qs Js Ts 9s 8d"),
    "rank-trips": ("8s 8h 8d 3c 2s", "6s 6h 6d Ac Ks"),
    "rank-trips-kicker": ("8s 8h 8d Kc Qs", "8s 8h 8d Kc Ts"),
    "rank-two-pair-top": ("As Ah 2d 2c 3s", "Ks Kh Qd Qc Js"),
    "rank-two-pair-low": ("9s 9h 8d 8c 2s", "9s 9h 5d 5c As"),
    "rank-two-pair-kicker": ("9s 9h 5d 5c As", "9d 9c 5s 5h Ks"),
    "rank-pair": ("Ks Kh 4d 3c 2s", "Ts Th Ad Kc Qs"),
    "rank-pair-kicker": ("Ks Kh Ad 3c 2s", "Kd Kc Qd Js Ts"),
    "rank-pair-last-kicker": ("Ks Kh Ad Qc 3s", "Kd Kc As Qh 2s"),
    "rank-high-card": ("Ac Jd 4c 3d 2c", "As Ts 9h 8s 7s"),
}


@pytest.mark.parametrize("case", FIRST_WINS)
def test_worked_examples(case: str) -> None:
    one, other = map(five, FIRST_WINS[case])
    assert compare(one, other) == 1
    assert compare(other, one) == -1
    if case != "rank-pair":
        assert one.cls == other.cls


def test_rank_pair_tie() -> None:
    one, other = five("9s 9h 7d 5c 2s"), five("9d 9c 7s 5h 2d")
    assert compare(one, other) == 0
    assert one == other
    assert hash(one) == hash(other)
    assert one.five != other.five


def test_board_plays() -> None:
    hands: dict[str, Cards] = {"P1": "Ah Ad", "P2": "2c 3c", "P3": "Kh Kd"}
    assert winners(hands, "As Ks Qs Js Ts", "holdem") == ("P1", "P2", "P3")


def test_five_cards_only() -> None:
    hands: dict[str, Cards] = {"P1": "Jh 2c", "P2": "Td 3s"}
    assert winners(hands, "Ks Kd Qh Qc Jd", "holdem") == ("P1", "P2")
    for hand in hands_by_seat(hands, "Ks Kd Qh Qc Jd", "holdem").values():
        assert describe(hand) == HandName("two-pair", ("K", "Q"), ("J",))


def test_suits_never_win() -> None:
    hands: dict[str, Cards] = {"P1": "2s 3s", "P2": "2c 3d"}
    assert winners(hands, "Ah Kh Qh Jh 9h", "holdem") == ("P1", "P2")


CLASSES = [
    ("Qc 9d 7s 4h 2c", "high-card", (12, 9, 7, 4, 2)),
    ("3c 3d As 9h 2c", "pair", (3, 14, 9, 2)),
    ("3c 3d As Ah 2c", "two-pair", (14, 3, 2)),
    ("3c 3d 3s Ah 2c", "three-of-a-kind", (3, 14, 2)),
    ("6c 5d 4s 3h 2c", "straight", (6,)),
    ("Ac 5d 4s 3h 2c", "straight", (5,)),
    ("Ac Kd Qs Jh Tc", "straight", (14,)),
    ("Ac Kc Qc Jc 9c", "flush", (14, 13, 12, 11, 9)),
    ("3c 3d 3s Ah Ac", "full-house", (3, 14)),
    ("3c 3d 3s 3h Ac", "four-of-a-kind", (3, 14)),
    ("Ac 5c 4c 3c 2c", "straight-flush", (5,)),
    ("Kc Qc Jc Tc 9c", "straight-flush", (13,)),
    ("Ac Kc Qc Jc Tc", "royal-flush", (14,)),
]


@pytest.mark.parametrize(("cards", "key", "ranks"), CLASSES)
def test_every_class_is_named(cards: str, key: str, ranks: tuple[int, ...]) -> None:
    hand = five(cards)
    assert (hand.cls.key, hand.ranks) == (key, ranks)
    assert sorted(hand.five, key=str) == sorted(parse_cards(cards), key=str)


def test_the_classes_stand_in_their_order() -> None:
    best_of_class = {five(cards).cls: five(cards) for cards, _, _ in CLASSES}
    assert list(best_of_class) == list(HandClass)
    assert all(low < high for low, high in pairwise(best_of_class.values()))


@pytest.mark.parametrize("cards", ["Ks As 2s 3s 4h", "Qd Kd Ad 2d 3c", "Jc Qc Kc Ad 2c"])
def test_a_straight_does_not_turn_the_corner(cards: str) -> None:
    assert five(cards).cls is HandClass.HIGH_CARD


@pytest.mark.parametrize(
    ("own", "board", "plays"),
    [
        ("Ah 2c", "3d 4s 5h Kd Kc", "5h 4s 3d 2c Ah"),
        ("8h 8c", "8d 9s 9h 9d 2c", "9s 9h 9d 8h 8d"),
        ("Ah Ac", "Ks Kd Qh Qd 2c", "Ah Ac Ks Kd Qh"),
        ("As 2s", "Ks 9s 7s 3s 4d", "As Ks 9s 7s 3s"),
        ("5s 4s", "As 2s 3s 6d Kd", "5s 4s 3s 2s As"),
        ("7c 7d", "7h 7s Ah Kd Kc", "7s 7h 7d 7c Ah"),
        ("9c 8d", "7h 6s 5h 9d 9h", "9h 8d 7h 6s 5h"),
        ("Qh 3d", "Kc 9s 7h 5d 2c", "Kc Qh 9s 7h 5d"),
    ],
)
def test_the_five_cards_of_a_holdem_hand(own: str, board: str, plays: str) -> None:
    assert texts_of(best_hand(own, board, "holdem")) == plays


# ---- Omaha and stud


def test_omaha_plays_two_own_and_three_of_the_board() -> None:  # bfsp 5.7.2
    assert best_hand("As Kd Qc Jc", "Ks Qs Js Ts 2s", "omaha").cls is HandClass.STRAIGHT  # one spade makes no flush
    assert texts_of(best_hand("Ah Ad Ac As", "Kh Kd 7c 7s 2d", "omaha")) == "As Ah Kh Kd 7s"
    assert best_hand("2s 3s 4d 5d", "As Ks Qs Js Ts", "omaha").cls is HandClass.FLUSH  # the royal board does not play


def test_omaha_needs_only_a_flop() -> None:
    assert texts_of(best_hand("Ah Kh 2c 2d", "Qh 7h 3h", "omaha")) == "Ah Kh Qh 7h 3h"


def test_stud_plays_the_best_five_of_seven() -> None:
    hands: dict[str, Cards] = {"A": "2c 2d 2h 9s 9c Ks 4d", "B": "As Ad Kd Kh Qs Js 3c", "C": "2s 3s 5s 7s Ts Qd 9d"}
    assert winners(hands, (), "stud7") == ("A",)
    assert texts_of(best_hand("As Ad Kd Kh Qs Qc", "3c", "stud7")) == "As Ad Kh Kd Qs"


@pytest.mark.parametrize(
    ("own", "board", "game"),
    [
        ("As", "Ks Qs Js Ts 2c", "holdem"), ("As Ad Ac", "Ks Qs Js", "holdem"), ("As Ad", "Ks Qs", "holdem"),
        ("As Ad", "Ks Qs Js 2c 3c 4c", "holdem"), ("As Ad Ac", "Ks Qs Js", "omaha"), ("As Ad Ac Ah", "Ks Qs", "omaha"),
        ("As Ad Ac Ah", "", "stud7"), ("2s 3s 4s 5s 6s 7s 8s 9s", "", "stud7"), ("2s 3s 4s 5s 6s", "7s 8s", "stud7"),
        ("As Ad Ac Ah", "", "five"), ("As Ad Ac Ah Ks Kd", "", "five"),
    ],
)  # fmt: skip
def test_a_number_of_cards_that_the_game_cannot_have(own: str, board: str, game: str) -> None:
    with pytest.raises(ValueError, match="cards"):
        best_hand(own, board, game)


def test_faults_of_the_input() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'holdm' \(did you mean holdem\?\)"):
        best_hand("As Ad", "Ks Qs Js", "holdm")
    with pytest.raises(ValueError, match="a card stands twice: As"):
        best_hand("As Ad", "Ks Qs As", "holdem")
    with pytest.raises(ValueError, match="a card stands twice: 2c"):
        winners({"A": "As 2c", "B": "Kd 2c"}, "Ks Qs Js", "holdem")
    with pytest.raises(ValueError, match="B: holdem reads 2 own cards"):
        winners({"A": "As 2c", "B": "Kd"}, "Ks Qs Js", "holdem")
    with pytest.raises(ValueError, match="no card"):
        winners({"A": "As 2x"}, "Ks Qs Js", "holdem")


def test_nobody_shows() -> None:
    assert winners({}, "Ks Qs Js", "holdem") == ()


def test_ties_keep_the_clockwise_order() -> None:
    board = "Ks Qs Jd Td 2c"
    assert winners({"C": "As 3c", "A": "Qh Qd", "B": "Ad 4c"}, board, "holdem") == ("C", "B")
    assert winners({"B": "Ad 4c", "A": "Qh Qd", "C": "As 3c"}, board, "holdem") == ("B", "C")


# ---- open stud boards


def test_stud_suit_only_for_order() -> None:
    boards: dict[str, Cards] = {"P1": "Ah 9d", "P2": "As 9c"}
    assert best_up_cards(boards) == "P2"
    assert best_up_cards(boards, use_suits=False) is None
    assert tied_up_cards(boards) == ("P1", "P2")


def test_stud_low_tie() -> None:
    assert lowest_up_card({"P1": "2s", "P2": "2c", "P3": "2d"}) == "P2"


def test_stud_first_round_low() -> None:
    assert lowest_up_card({"P1": "Jh", "P2": "4d", "P3": "Kc"}) == "P2"
    assert lowest_up_card({"P1": "Ac", "P2": "2s"}) == "P2"  # the ace is high


def test_stud_second_round_high() -> None:
    assert best_up_cards({"P1": "9h 4d", "P2": "Ac 3s", "P3": "8c 8d"}) == "P3"
    assert best_up_cards({"P1": "8c 8d", "P2": "Kh 4s"}) == "P1"


def test_first_button_tie_ru() -> None:  # the draw is one open card each
    draw: dict[str, Cards] = {"S1": "Ah", "S2": "Kd", "S3": "As", "S4": "2s", "S5": "Td", "S6": "9c"}
    assert best_up_cards(draw) == "S3"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2s 2h 2d 2c", "As Ah Ad Kc"), ("2s 2h 2d 3c", "As Ah Kd Kc"), ("2s 2h 3d 3c", "As Ah Kd Qc"),
        ("2s 2h 4d 3c", "As Kh Qd Tc"), ("As 4h 3d 2c", "Kd Qd Jd Td"), ("As Th 3d 2c", "Ah 9h 8h 7h"),
        ("8s 8h Kd", "8d 8c Qs"), ("As Kh 5d", "Ad Kc 4s"), ("6s 4h", "6h 3d"),
    ],
)  # fmt: skip
def test_open_boards_know_equal_cards_and_high_cards_only(better: str, worse: str) -> None:
    assert open_hand(better) > open_hand(worse)
    assert best_up_cards({"A": worse, "B": better}) == best_up_cards({"B": better, "A": worse}, use_suits=False) == "B"


def test_four_in_a_row_of_one_suit_are_four_high_cards() -> None:
    assert open_hand("Ks Qs Js Ts").cls is HandClass.HIGH_CARD
    assert describe(open_hand("2c 2s 2d 2h")) == HandName("four-of-a-kind", ("2",), ())


def test_equal_boards_are_parted_by_the_suit_of_their_highest_card() -> None:
    assert best_up_cards({"A": "9s 9c Kd 2d", "B": "9h 9d Kh 2c"}) == "B"  # the king of hearts, not the nine of spades


def test_seats_without_open_cards_do_not_count() -> None:
    assert best_up_cards({"A": "", "B": "2c"}) == lowest_up_card({"A": "", "B": "2c"}) == "B"
    assert best_up_cards({}) is lowest_up_card({"A": []}) is None
    assert tied_up_cards({"A": ""}) == ()


def test_faults_of_open_boards() -> None:
    with pytest.raises(ValueError, match="A: the bring-in looks at one open card, not 2"):
        lowest_up_card({"A": "2c 3c", "B": "4d"})
    with pytest.raises(ValueError, match="one to four cards, not 5"):
        best_up_cards({"A": "2c 3c 4c 5c 6c"})
    with pytest.raises(ValueError, match="one to four cards, not 0"):
        open_hand("")
    for reader in (best_up_cards, lowest_up_card, tied_up_cards):
        with pytest.raises(ValueError, match="a card stands twice: 2c"):
            reader({"A": "2c", "B": "2c"})


# ---- wording

WORDED = [
    ("Ks Kh Qd Qc Js", "two pair, kings and queens, with a jack", "две пары: короли и дамы, кикер валет"),
    ("As Ks Qs Js Ts", "a royal flush", "роял-флеш"),
    ("5s 4s 3s 2s As", "a straight flush, five high", "стрит-флеш, старшая карта пятёрка"),
    ("6s 6h 6d 6c 8s", "four of a kind, sixes, with an eight", "каре: шестёрки, кикер восьмёрка"),
    ("3s 3h 3d 4c 4d", "a full house, threes full of fours", "фулл-хаус: три карты — тройки, две карты — четвёрки"),
    (
        "Ah 7h 5h 4h 2h",
        "a flush, ace high, with a seven, a five, a four and a two",
        "флеш, старшая карта туз, затем семёрка, пятёрка, четвёрка и двойка",
    ),
    ("Kh Qs Jh Th 9h", "a straight, king high", "стрит, старшая карта король"),
    (
        "8s 8h 8d Kc Qs",
        "three of a kind, eights, with a king and a queen",
        "три одинаковые карты: восьмёрки, кикеры: король и дама",
    ),
    ("Ts Th Ad 9c 2s", "a pair of tens, with an ace, a nine and a two", "пара: десятки, кикеры: туз, девятка и двойка"),
    (
        "Ac Jd 4c 3d 2c",
        "ace high, with a jack, a four, a three and a two",
        "старшая карта туз, затем валет, четвёрка, тройка и двойка",
    ),
]


@pytest.mark.parametrize(("cards", "en", "ru"), WORDED)
def test_hands_in_words(cards: str, en: str, ru: str) -> None:
    name = describe(five(cards))
    assert word(name, TEXTS, "en") == en
    assert word(name, TEXTS, "ru") == ru


def test_open_boards_in_words() -> None:
    assert word(describe(open_hand("8c 8d")), TEXTS, "en") == "a pair of eights"
    assert word(describe(open_hand("8c 8d 3d")), TEXTS, "ru") == "пара: восьмёрки, кикер тройка"
    assert word(describe(open_hand("Kc")), TEXTS, "ru") == "старшая карта король"


def test_the_vocabulary_names_every_class_rank_and_suit() -> None:
    assert set(TEXTS["classes"]) == {cls.key for cls in HandClass}
    assert "".join(TEXTS["ranks"]) == "23456789TJQKA"
    assert set(TEXTS["suits"]) == set("shdc")
    for lang in ("en", "ru"):
        assert all(entry["title"][lang] and entry["hand"][lang] for entry in TEXTS["classes"].values())
        assert all(set(entry[lang]) == {"one", "many", "kicker"} for entry in TEXTS["ranks"].values())
        assert all(entry[lang] for entry in TEXTS["suits"].values())


# ---- properties

SEVEN = st.permutations(DECK).map(lambda deck: tuple(deck[:7]))
EIGHT = st.permutations(DECK).map(lambda deck: tuple(deck[:8]))
NINE = st.permutations(DECK).map(lambda deck: tuple(deck[:9]))


@given(SEVEN)
def test_the_best_hand_is_the_best_of_all_fives(cards: tuple[Card, ...]) -> None:
    hand = best_hand(cards[:2], cards[2:], "holdem")
    assert hand == max(best_hand(choice) for choice in combinations(cards, 5))
    assert len(set(hand.five)) == 5
    assert set(hand.five) <= set(cards)
    assert best_hand(hand.five) == hand
    assert best_hand(cards, (), "stud7") == hand


@given(SEVEN, st.randoms(use_true_random=False))
def test_the_order_of_the_cards_does_not_matter(cards: tuple[Card, ...], chance: random.Random) -> None:
    shuffled = chance.sample(cards, k=7)
    one, other = best_hand(cards, (), "stud7"), best_hand(shuffled, (), "stud7")
    assert (one, one.five) == (other, other.five)


@given(NINE, st.randoms(use_true_random=False))
def test_omaha_uses_exactly_two_own_cards(cards: tuple[Card, ...], chance: random.Random) -> None:
    own, board = cards[:4], cards[4:]
    hand = best_hand(own, board, "omaha")
    assert len(set(hand.five) & set(own)) == 2
    assert len(set(hand.five) & set(board)) == 3
    again = best_hand(chance.sample(own, k=4), chance.sample(board, k=5), "omaha")
    assert (hand, hand.five) == (again, again.five)


@given(SEVEN, st.permutations("shdc"))
def test_renaming_the_suits_changes_no_hand(cards: tuple[Card, ...], suits: list[str]) -> None:
    renamed = dict(zip("shdc", suits, strict=True))
    other = [Card(card.rank, renamed[card.suit]) for card in cards]
    assert best_hand(cards, (), "stud7") == best_hand(other, (), "stud7")


@given(EIGHT)
def test_the_opener_does_not_hang_on_the_order_of_seats(cards: tuple[Card, ...]) -> None:
    boards: dict[str, Cards] = {seat: cards[at : at + 2] for at, seat in zip(range(0, 8, 2), "ABCD", strict=True)}
    turned = dict(reversed(boards.items()))
    assert best_up_cards(boards) == best_up_cards(turned)
    assert best_up_cards(boards) in tied_up_cards(boards)
    assert set(tied_up_cards(boards)) == set(tied_up_cards(turned))


# ---- a second opinion: phevaluator (lower is better there) must order every pair of hands as we do


def _same_order(ours: list[Hand], theirs: list[int]) -> None:
    ranked = sorted(zip(ours, theirs, strict=True), key=lambda pair: -pair[1])
    for (low, low_value), (high, high_value) in pairwise(ranked):
        assert compare(high, low) == (low_value > high_value), f"{texts_of(high)} against {texts_of(low)}"


def test_seven_cards_agree_with_phevaluator() -> None:
    phe = pytest.importorskip("phevaluator")
    chance = random.Random(461)
    deals = [chance.sample(DECK, 7) for _ in range(4000)]
    ours = [best_hand(deal[:2], deal[2:], "holdem") for deal in deals]
    _same_order(ours, [phe.evaluate_cards(*map(str, deal)) for deal in deals])


def test_omaha_agrees_with_phevaluator() -> None:
    phe = pytest.importorskip("phevaluator")
    chance = random.Random(572)
    deals = [chance.sample(DECK, 9) for _ in range(2000)]
    ours = [best_hand(deal[:4], deal[4:], "omaha") for deal in deals]
    theirs = [phe.evaluate_omaha_cards(*map(str, deal[4:] + deal[:4])) for deal in deals]
    _same_order(ours, theirs)
