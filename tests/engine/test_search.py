"""The smallest changes: what stands behind a slot, where a comparison tips, how far the search goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.changes import changes_for, tipping, unit_of
from engine.search import MOST_SETS, MOST_SINGLE, nearest
from engine.trials import Trials, gist
from facts.story import Story
from knowledge.loading import load

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def trials(name: str) -> Trials:
    book, vocabulary = load("bfsp")
    text = (EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8")
    return Trials(Story.read(text, name, vocabulary.events), book, vocabulary)


@pytest.mark.parametrize(
    ("now", "least", "found"),
    [(90, 100, [100]), (90, 91, [91]), (200, 200, []), (1, 4096, [4096])],
)
def test_a_comparison_tips_at_the_nearest_number(now: int, least: int, found: list[int]) -> None:
    assert [value for value in tipping(now, lambda value: value >= least) if value != now][:1] == found or now >= least


def test_below_as_well() -> None:
    assert list(tipping(100, lambda value: value <= 40)) == [40]


@pytest.mark.parametrize(
    ("place", "value", "change"),
    [
        (("act", "act 2", "declared"), "raise", "act2.says=raise"),
        (("heard", "act 2", "word"), "call", "act2.says=call"),
        (("act", "act 2", "put"), 300, "act2.chips=[300]"),
        (("accepted", "act 2", "chips"), 5, "act2.chips=[100, 100, 100, 100, 100]"),
        (("act", "act 2", "level"), 300, "act1.does=bet 300"),
        (("seat", "C", "covers"), 900, "C.stack=900"),
        (("table", "table", "structure"), "limit", "structure=limit"),
        (("table", "table", "big_blind"), 200, "stakes.bb=200"),
    ],
)
def test_a_told_fact_stands_behind_a_slot(place: tuple[str, str, str], value: object, change: str) -> None:
    one = trials("oversized-chip")
    found = [str(c) for c in changes_for(place, value, one.story.incident, one.vocabulary)]
    assert change in found


@pytest.mark.parametrize(
    "place",
    [("act", "act 1", "declared"), ("act", "act 2", "does"), ("act", "act 9", "put"), ("act", "act 2", "in_turn")],
)
def test_what_nobody_could_tell_is_not_changed(place: tuple[str, str, str]) -> None:
    one = trials("oversized-chip")
    assert list(changes_for(place, "raise", one.story.incident, one.vocabulary)) == []


def test_amounts_are_changed_in_the_steps_in_which_they_are_told() -> None:
    assert unit_of(trials("short-all-in").story.incident) == 10


@pytest.mark.parametrize("name", ["short-all-in", "oversized-chip", "hand-shown"])
def test_the_search_is_bounded_and_gives_the_same_answer_again(name: str) -> None:
    answers = []
    for _ in range(2):
        one = trials(name)
        trace = one.ruling().trace
        answers.append([tuple(map(str, found.changes)) for found in nearest(one, trace)])
        assert one.made <= 2 * (MOST_SINGLE + MOST_SETS)
    assert answers[0]
    assert answers[0] == answers[1]


def test_a_gist_has_no_amounts() -> None:
    one = trials("short-all-in")
    trace = one.ruling().trace
    assert gist(trace, one.vocabulary)[("settles", "act 3")] == {"as": "call"}


def test_a_story_that_cannot_be_told_is_left_out() -> None:
    from facts.addresses import parse_change

    one = trials("oversized-chip")
    change = parse_change("B.stack=100", one.story.incident, one.vocabulary.events)
    assert one.trace([change]) is None
