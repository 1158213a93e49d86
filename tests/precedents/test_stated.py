"""What a text states beside its kind, and nothing that it does not."""

from __future__ import annotations

from typing import Any

import pytest

from precedents.lexicon import read
from precedents.stated import computed, stated

LEXICON = read()


def told(text: str) -> dict[str, Any]:
    """What a text states, as data."""
    return stated(text, LEXICON).as_data()


def act(does: str, amount: int) -> dict[str, Any]:
    return {"does": does, "amount": amount}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "bet of 700, he drops two 500s in one go without speaking",
            {"acts": [act("bet", 700)], "chips": [{"number": 2, "value": 500}], "silent": True},
        ),
        (
            "I bet 500, one call, then seat 8 shoves 700",
            {"acts": [act("bet", 500), act("all-in", 700)], "who": ["seat 8"]},
        ),
        ("пот-лимит, в банке 600, бет 300", {"structure": "pot-limit", "pot": 600, "acts": [act("bet", 300)]}),
        (
            "залог 600, без дума сложи два чипа по 500",
            {"acts": [act("bet", 600)], "chips": [{"number": 2, "value": 500}], "silent": True},
        ),
        ("blinds 200/400, flop", {"stakes": {"sb": 200, "bb": 400}, "streets": ["flop"]}),
        ("limit 10-20 on the turn", {"structure": "limit", "stakes": {"low": 10, "high": 20}, "streets": ["turn"]}),
        ("seat 6 has three cards", {"who": ["seat 6"], "cards": [3]}),
        ("the button says raise", {"who": ["BTN"], "said": ["raise"]}),
        ("plo, bet 1.5k", {"game": "omaha", "structure": "pot-limit", "acts": [act("bet", 1500)]}),
        ("рейз до 45к", {"acts": [act("raise", 45000)]}),
        ("pastatė 12.500", {"acts": [act("bet", 12500)]}),
        ("he put out 2x500", {"chips": [{"number": 2, "value": 500}]}),
        ("the number 900 alone", {"amounts": [900]}),
        ("nothing to see here", {}),
    ],
)
def test_a_text_states(text: str, found: dict[str, Any]) -> None:
    assert told(text) == found


@pytest.mark.parametrize("text", ["10-90", "400/200", "100/200/400"])
def test_two_numbers_that_are_no_blinds_are_none(text: str) -> None:
    assert told(text).get("stakes") in (None, {"sb": 100, "bb": 200})


def test_a_number_of_a_seat_is_no_amount() -> None:
    assert "amounts" not in told("seat 9 and seat 10")


def test_what_cannot_be_read_as_an_amount_is_left_alone() -> None:
    assert told("1.234k and 99999999999999999999 and ²") == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bet 500, raise to 800", {"under-double"}),
        ("bet 500, raise to 1000", set()),
        ("bet 500, raise to 999", {"under-double"}),
        ("bet 500, puts in 499", {"under-double", "falls-short"}),
        ("bet 500, puts in 200", {"falls-short"}),
        ("bet 500, puts in 500", set()),
        ("blinds 100-150, bet 2x75", set()),
        ("seat 7, seat 6", set()),
    ],
)
def test_amounts_are_compared_with_the_one_before(text: str, found: set[str]) -> None:
    assert computed(text) == found
