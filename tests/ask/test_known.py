"""Each answer has one place in a story, and nothing else changes."""

from __future__ import annotations

from typing import Any

import pytest

from ask.known import place_of, tellable, with_answer
from facts.incident import Act, Event
from facts.writer import write_incident
from tests.ask.books import desk, story

TEXT = """
seats: [A, B, C]
actions:
  - A: post 50
  - {event: request, seat: A, wants: change}
  - B: {chips: [500]}
"""


@pytest.mark.parametrize(
    ("root", "value", "line"),
    [
        (("table", "table", "structure"), "limit", "structure: limit"),
        (("table", "table", "street"), "turn", "street: turn"),
        (("table", "table", "pot"), 700, "pot: 700"),
        (("table", "table", "players"), 8, "players: 8"),
        (("table", "table", "big_blind"), 100, "stakes: {bb: 100}"),
        (("table", "table", "unit"), 40, "stakes: {bet: 40}"),
        (("place", "C", "button"), "C", "button: C"),
        (("place", "C", "from_button"), "A", "button: A"),
        (("act", "act 2", "declared"), "raise", "  - B: {chips: 500, says: raise}"),
        (("act", "act 2", "put"), (200, 200), "  - B: {chips: 2x200}"),
        (("act", "act 2", "stack"), 900, "stacks: {B: 900}"),
        (("act", "act 2", "all_in"), 500, "stacks: {B: 500}"),
        (("act", "act 2", "prompted"), "dealer", "  - B: {chips: 500, prompted: dealer}"),
        (("act", "act 2", "offence"), 2, "  - B: {chips: 500, offence: 2}"),
        (("act", "act 1", "to"), 60, "  - A: post 60"),
        (("act", "act 2", "skipped_did"), ("C", "fold"), "  - C: fold"),
        (("request", "event 1", "to"), 300, "  - {event: request, seat: A, wants: change, to: 300}"),
    ],
)
def test_an_answer_changes_or_adds_one_line(root: tuple[str, str, str], value: Any, line: str) -> None:
    before, after = (write_incident(told).splitlines() for told in (story(TEXT), with_answer(story(TEXT), root, value)))
    assert line in after
    assert [kept for kept in after if kept in before] == [kept for kept in before if kept in after]
    assert len(set(after) - set(before)) == 1


def test_words_keep_what_is_known_of_them() -> None:
    told = story(TEXT.replace("chips: [500]", "chips: [500], says: raise 300"))
    told = with_answer(told, ("act", "act 2", "means"), "by")
    act = next(entry for entry in told.timeline if isinstance(entry, Act) and entry.seat == "B")
    assert act.words is not None
    assert (act.words.word, act.words.amount, act.words.means) == ("raise", 300, "by")


@pytest.mark.parametrize(
    ("root", "holds"),
    [
        (("act", "act 2", "declared"), True),
        (("act", "act 3", "declared"), False),
        (("act", "act 2", "lacks"), False),
        (("request", "event 1", "to"), True),
        (("request", "event 2", "to"), False),
        (("settles", "act 2", "as"), False),
        (("table", "table", "level"), False),
    ],
)
def test_what_a_story_can_hold(root: tuple[str, str, str], holds: bool) -> None:
    assert tellable(story(TEXT), root, desk().vocabulary.events) is holds


def test_an_answer_without_a_place_is_refused() -> None:
    for root in (("act", "act 9", "to"), ("table", "table", "level"), ("act", "act 2", "lacks")):
        with pytest.raises(KeyError):
            with_answer(story(TEXT), root, 1)


def test_the_button_is_one_place_whoever_is_asked() -> None:
    assert place_of(("place", "A", "button")) == place_of(("place", "B", "from_button"))


def test_the_story_itself_is_left_alone() -> None:
    told = story(TEXT)
    with_answer(told, ("request", "event 1", "to"), 300)
    event = next(entry for entry in told.timeline if isinstance(entry, Event))
    assert "to" not in event.slots
