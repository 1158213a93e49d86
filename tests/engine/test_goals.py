"""Outcomes as they are typed."""

from __future__ import annotations

import pytest

from engine.goals import Wanted, parse_goal
from facts.amounts import NotUnderstood
from tests.explain.samples import ruling

HELD = [
    ("example oversized-chip", "call", True),
    ("example oversized-chip", "B call", True),
    ("example oversized-chip", "A call", False),
    ("example oversized-chip", "raise", False),
    ("example oversized-chip", "settles=call", True),
    ("example oversized-chip", "settles.to=200", True),
    ("example oversized-chip", "act 2 settles.as=raise", False),
    ("example oversized-chip", "B returned=300", True),
    ("example oversized-chip", "B returned", True),
    ("example oversized-chip", "returned=301", False),
    ("example oversized-chip", "C returned", False),
    ("example oversized-chip", "C may-raise", True),
    ("example oversized-chip", "C may-raise=no", False),
    ("example short-all-in", "A may-raise", True),
    ("example short-all-in", "B may-raise", False),
    ("example short-all-in", "B may-raise=no", True),
    ("example three-hole-cards", "redeal", True),
    ("example three-hole-cards", "deal.status=redeal", True),
    ("example three-hole-cards", "procedure=cut-again", True),
]


@pytest.mark.parametrize(("name", "text", "held"), HELD)
def test_an_outcome_is_reached_or_not(name: str, text: str, held: bool) -> None:
    found = ruling(name)
    assert parse_goal(text, found.incident, found.vocabulary).reached(found.trace, found.incident) is held


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("cal", "'cal' is no outcome", "did you mean call?"),
        ("may-rise", "'may-rise' is no outcome", "did you mean may-raise?"),
        ("settles=kall", "settles: 'kall' is not known", "did you mean call?"),
        ("settles.az=call", "settles has no 'az'", "one of as"),
        ("settles=200", "could be several", "settles.to=200 or settles.complete_to=200"),
        ("may-raise=200", "could be several", "may-raise.min=200"),
        ("returned=lots", "no number of chips", ""),
        ("may-raise.allowed=perhaps", "neither yes nor no", ""),
        ("settles.as", "the value is missing", "one of check"),
        ("", "is no outcome", ""),
    ],
)
def test_what_names_no_outcome_is_refused_with_the_nearest_name(text: str, message: str, hint: str) -> None:
    found = ruling("example oversized-chip")
    with pytest.raises(NotUnderstood) as caught:
        parse_goal(text, found.incident, found.vocabulary)
    assert message in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize("text", ["C.may-raise", "C may raise", "C. may-raise"])
def test_an_outcome_may_be_typed_as_a_fact_is_named_or_as_one_says_it(text: str) -> None:
    found = ruling("oversized-chip")
    assert parse_goal(text, found.incident, found.vocabulary).ways == (
        parse_goal("C may-raise", found.incident, found.vocabulary).ways
    )


def test_a_word_alone_is_what_an_act_counts_as() -> None:
    found = ruling("example oversized-chip")
    assert parse_goal("call", found.incident, found.vocabulary).ways == (Wanted("settles", "as", "call"),)


def test_a_rule_is_looked_for_by_what_it_proposes() -> None:
    found = ruling("example oversized-chip")
    goal = parse_goal("B raise", found.incident, found.vocabulary)
    assert goal.aims(found.vocabulary) == {"settles": {"as": ("raise",)}, "reads-as": {"as": ("raise",)}}


def test_what_was_found_instead_can_be_told() -> None:
    found = ruling("example oversized-chip")
    goal = parse_goal("B raise", found.incident, found.vocabulary)
    assert [(v.topic, v.values["as"]) for v in goal.instead(found.trace, found.incident)] == [("settles", "call")]
