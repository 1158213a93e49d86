"""Cards: every way of writing them, the canonical text, the deck, and faults with the nearest hint."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.cards import DECK, Card, UnknownCard, by_rank_and_suit, parse_card, parse_cards, repeated


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("As", "As"), ("ah", "Ah"), ("AH", "Ah"), ("Td", "Td"), ("10d", "Td"), ("td", "Td"), (" 9c ", "9c"),
        ("K♠", "Ks"), ("10♥", "Th"), ("q♦", "Qd"), ("2♣", "2c"), ("A♥\ufe0f", "Ah"), ("J♤", "Js"), ("7♢", "7d"),
        ("Кп", "Ks"), ("Дч", "Qh"), ("вб", "Jd"), ("9т", "9c"), ("10ч", "Th"), ("Аs", "As"), ("К♦", "Kd"), ("Kп", "Ks"),
    ],
)  # fmt: skip
def test_ways_of_writing_a_card(text: str, canonical: str) -> None:
    assert str(parse_card(text)) == canonical
    assert [str(card) for card in parse_cards(text)] == [canonical]


@pytest.mark.parametrize(
    "source",
    [
        "As Kd 10c",
        "As,Kd;Tc",
        "AsKd10c",
        "asKDtc",
        "A♠К♦ 10♣",
        ["As", "Kd", "Tc"],
        ("As Kd", parse_card("Tc")),
        ["As", "KdTc"],
    ],
)
def test_many_cards_keep_their_order(source: object) -> None:
    assert [str(card) for card in parse_cards(source)] == ["As", "Kd", "Tc"]  # type: ignore[arg-type]


def test_no_cards_at_all() -> None:
    assert parse_cards("") == parse_cards([]) == ()


def test_one_card_is_a_list_of_one() -> None:
    assert parse_cards(Card(14, "s")) == (parse_card("As"),)
    assert parse_card(Card(14, "s")) == Card(14, "s")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("sA", "did you mean As?"),
        ("♥10", "did you mean"),
        ("1d", "did you mean Ad?"),
        ("0d", "did you mean Td?"),
        ("11d", "ranks are"),
        ("Xs", "ranks are"),
        ("Ax", "one of As, Ah, Ad, Ac"),
        ("A", "the suit is missing: one of As, Ah, Ad, Ac"),
        ("10", "the suit is missing: one of Ts, Th, Td, Tc"),
        ("Тs", "an ace or a ten"),
        ("9с", "clubs or spades"),
        ("9к", "clubs, hearts or diamonds"),
        ("joker", "write rank and suit"),
        ("", "write rank and suit"),
        ("Add", "did you mean"),
    ],
)
def test_what_is_no_card_gets_the_nearest_hint(text: str, hint: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        parse_card(text)
    assert hint in caught.value.hint
    assert repr(text) in caught.value.message
    assert isinstance(caught.value, ValueError)
    assert str(caught.value) == f"{caught.value.message} ({caught.value.hint})"


@pytest.mark.parametrize("source", ["As Kd Zz", "AsZz", ["As", "Zz"], ["As", 7], [None], 7, None])
def test_one_wrong_card_among_good_ones(source: object) -> None:
    with pytest.raises(ValueError, match="no card"):
        parse_cards(source)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["Ace of spades", "joker", "туз", "AsK", "Как"])
def test_words_are_no_cards(text: str) -> None:
    with pytest.raises(UnknownCard):
        parse_cards(text)


def test_the_deck_has_fifty_two_cards_from_the_deuce_of_clubs_to_the_ace_of_spades() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert (str(DECK[0]), str(DECK[-1])) == ("2c", "As")
    assert list(DECK) == sorted(DECK, key=by_rank_and_suit)


def test_suits_stand_in_their_procedural_order() -> None:  # bfsp 4.5.1.p2
    order = sorted(parse_cards("Ah Ac As Ad Ks"), key=by_rank_and_suit, reverse=True)
    assert " ".join(map(str, order)) == "As Ah Ad Ac Ks"


def test_cards_are_immutable_and_have_no_order_of_their_own() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        parse_card("As").rank = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        sorted(DECK)  # type: ignore[type-var]


@pytest.mark.parametrize(("rank", "suit"), [(1, "s"), (15, "s"), (14, "x"), (14, ""), (14, "hs"), (14, "S")])
def test_a_card_that_does_not_exist(rank: int, suit: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        Card(rank, suit)


def test_repeated_cards_are_named_once() -> None:
    assert repeated(parse_cards("As Kd As 2c Kd As")) == parse_cards("As Kd")
    assert repeated(DECK) == ()


@given(st.lists(st.sampled_from(DECK)), st.sampled_from(["", " ", ", ", "; "]))
def test_text_and_cards_are_the_same_thing(cards: list[Card], between: str) -> None:
    assert parse_cards(between.join(map(str, cards))) == tuple(cards)


@given(st.text(alphabet="AKQJT1029sahdc♠♥♦♣ТКДтксчбп .,x-\ufe0f", max_size=6))
def test_any_text_is_read_or_refused_with_a_message(text: str) -> None:
    try:
        cards = parse_cards(text)
    except UnknownCard as error:
        fault = error
    else:
        assert all(card in DECK for card in cards)
        return
    assert fault.message
    assert fault.hint


def test_importing_cards_and_hands_is_light() -> None:
    heavy = "{'yaml', 'string', 'difflib', 'json', 'random', 'facts.faults'}"
    code = f"import sys, facts.cards, facts.hands; sys.exit(', '.join({heavy} & set(sys.modules)) or 0)"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
