"""Rulings on stories told without amounts: what does not hang on them is decided, the rest is asked or left open."""

from __future__ import annotations

import json
from typing import Any

import pytest

import floorcall
from engine.ruling import DETERMINED, NEEDS

OUT_OF_TURN: list[Any] = [
    {"Button": "check"},
    {"First": "bet"},
    {"event": "request", "seat": "Button", "wants": "raise"},
]


def ruled(book: str, actions: list[Any], **more: Any) -> dict[str, Any]:
    told = {"game": "holdem", "structure": "no-limit", "street": "flop", "seats": ["First", "Button"], **more}
    data: dict[str, Any] = floorcall.as_json(
        floorcall.rule(floorcall.read_incident(json.dumps({**told, "actions": actions})), book)
    )
    return data


def acts(data: dict[str, Any]) -> dict[str, list[str]]:
    return {entry["seat"]: [act["act"] for act in entry["acts"]] for entry in data["options"]}


def test_a_bet_without_a_size_is_not_asked_for_where_the_ruling_is_about_something_else() -> None:
    data = ruled("tda", OUT_OF_TURN)
    assert data["status"] == DETERMINED
    assert acts(data) == {"Button": ["fold", "call", "raise"]}
    assert data["questions"] == []


@pytest.mark.parametrize("size", [40, 400])
def test_it_comes_out_as_with_any_size(size: int) -> None:
    told = ruled("tda", [OUT_OF_TURN[0], {"First": f"bet {size}"}, OUT_OF_TURN[2]], stakes={"sb": 10, "bb": 20})
    assert told["status"] == DETERMINED
    assert acts(told) == acts(ruled("tda", OUT_OF_TURN))
    call = next(act for act in told["options"][0]["acts"] if act["act"] == "call")
    assert call["to"] == size


def test_no_amount_is_made_up() -> None:
    data = ruled("tda", OUT_OF_TURN)
    for act in data["options"][0]["acts"]:
        assert "to" not in act
        assert act.get("min") is None


def test_the_size_is_asked_for_where_it_decides() -> None:
    data = ruled("tda", [{"First": "bet"}, {"Button": {"chips": [500], "silent": True}}])
    assert data["status"] == NEEDS
    assert [question["id"] for question in data["questions"] if question["matters"]] == ["act 1.to"]
    assert "First" in data["questions"][0]["question"]


def test_a_story_about_nothing_but_the_next_choice_asks_for_the_size() -> None:
    assert ruled("tda", [{"First": "bet"}])["status"] == NEEDS


def test_whether_a_raise_is_possible_stays_open_where_it_hangs_on_the_size() -> None:
    shown = {"event": "offence", "seat": "First", "what": "showed-cards", "before_round_ends": True, "has_cards": True}
    story = [{"First": "bet"}, {"Mid": "call"}, {"Button": "all-in"}, shown]
    first = ruled("tda", story, seats=["First", "Mid", "Button"])["options"][0]
    assert [act["act"] for act in first["acts"]] == ["fold", "call"]
    assert first["open"] == ["raise"]
