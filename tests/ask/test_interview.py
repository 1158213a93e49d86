"""The interview as a value: steps forward and back, two versions of a fact, and everything through a file and back."""

from __future__ import annotations

import json

import pytest

from ask.interview import ACT, ANSWER, BETTING, BOTH, DONE, HAPPENED, SEATS, UNKNOWN, Interview, Step, Version
from ask.known import Root
from ask.session import SCHEMA, Line, Session, as_data, from_data
from facts.faults import Faults
from facts.incident import Act, Event, Incident
from facts.writer import unplaced, write_incident
from tests.ask.books import SILENT_CHIP, story

STRUCTURE: Root = ("table", "table", "structure")
BLIND: Root = ("table", "table", "big_blind")
WORDS: Root = ("act", "act 2", "declared")


def after(*steps: Step, text: str = SILENT_CHIP) -> Interview:
    """An interview on a story after some steps."""
    found = Interview(story(text) if text else Incident(()))
    for step in steps:
        found = found.after(step)
    return found


LONG = after(
    Step(ANSWER, STRUCTURE, "1", "no-limit"),
    Step(ANSWER, BLIND, "100/200", (100, 200)),
    Step(UNKNOWN, ("table", "table", "pot"), "don't know"),
    Step(BOTH, WORDS, "nothing / raise to 500", None, (Version("nothing", "A"), Version("raise to 500", "the dealer"))),
)


def test_answers_are_told_in_the_story() -> None:
    told = LONG.story()
    assert (told.structure, told.stakes, told.pot) == ("no-limit", {"sb": 100, "bb": 200}, None)


def test_going_back_leaves_nothing_behind() -> None:
    assert LONG.back(4) == after()
    assert LONG.back(99) == after()
    assert LONG.back().story() == after(*LONG.steps[:3]).story()
    assert not LONG.back(2).aside() & {WORDS, ("table", "table", "pot")}


def test_what_was_asked_is_put_aside_whether_known_or_not() -> None:
    assert LONG.aside() == {STRUCTURE, BLIND, ("table", "table", "pot"), WORDS}


def test_skipped_players_are_asked_one_after_another_until_nobody_knows() -> None:
    skipped: Root = ("act", "act 2", "skipped_did")
    assert skipped not in after(Step(ANSWER, skipped, "1", ("C", "fold"))).aside()
    assert skipped in after(Step(UNKNOWN, skipped, "?")).aside()


def test_a_dispute_makes_two_stories_and_says_whose() -> None:
    first, second = LONG.stories()
    words = [
        next(a.words for a in one.incident.timeline if isinstance(a, Act) and a.seat == "B") for one in (first, second)
    ]
    assert [word and (word.word, word.amount) for word in words] == [("nothing", None), ("raise", 500)]
    assert [version.who for one in (first, second) for _, version in one.versions] == ["A", "the dealer"]


def test_every_combination_of_versions_is_a_story_and_more_than_sixteen_are_refused() -> None:
    two = (Version(100), Version(200))
    places = [("table", "table", name) for name in ("pot", "min_chip", "players")]
    disputed = [Step(BOTH, place, "", None, two) for place in places]
    told = LONG.after(disputed[0]).after(disputed[1]).after(disputed[2])
    assert len({write_incident(one.incident) for one in told.stories()}) == 16
    with pytest.raises(Faults, match="32 combinations"):
        told.after(Step(BOTH, ("table", "table", "bring_in"), "", None, two))


def test_an_answer_without_a_place_is_no_step() -> None:
    with pytest.raises(KeyError):
        after(Step(ANSWER, ("act", "act 9", "to"), "5", 5))


def test_a_story_told_act_by_act() -> None:
    told = after(
        Step(ANSWER, HAPPENED, "1", BETTING),
        Step(ANSWER, SEATS, "A B", ("A", "B")),
        Step(ANSWER, ACT, "A bets 200", "A: bet 200"),
        Step(ANSWER, ACT, "B silent 500", "B: {chips: 500, says: nothing}"),
        Step(ANSWER, DONE, "done"),
        text="",
    ).story()
    assert write_incident(told) == "seats: [A, B]\nactions:\n  - A: bet 200\n  - B: {chips: 500, says: nothing}\n"


def test_an_act_that_cannot_be_is_no_step() -> None:
    begun = after(Step(ANSWER, SEATS, "A B", ("A", "B")), text="")
    with pytest.raises(Faults, match="no seat"):
        begun.after(Step(ANSWER, ACT, "", "C: fold"))


def test_an_event_is_told_with_what_it_needs() -> None:
    told = after(
        Step(ANSWER, HAPPENED, "x", "cards-thrown"),
        Step(ANSWER, ("cards-thrown", "event 1", "seat"), "A", "A"),
        text="",
    ).story()
    assert told.timeline == (Event("cards-thrown", {"seat": "A"}),)


# -- through a file and back ------------------------------------------------------------------------------------------


def session(interview: Interview = LONG) -> Session:
    """A session with something of everything."""
    lines = (Line("Which?", "qqq", "none of the answers"),)
    return Session(interview, "ru", "tda", "event.yaml", ("4.9=x",), "story.yaml", lines, True)


def test_a_session_comes_back_as_it_was() -> None:
    data = json.loads(json.dumps(as_data(session())))
    found = from_data(data, "<session>")
    start = unplaced(found.interview.start)
    assert start == unplaced(LONG.start)
    assert found._replace(interview=LONG) == session()
    assert found.interview.steps == LONG.steps
    assert as_data(found) == as_data(session())


def test_a_session_from_nothing_comes_back() -> None:
    empty = Session(Interview(Incident(())))
    assert from_data(json.loads(json.dumps(as_data(empty))), "<session>") == empty


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("schema", "floorcall.interview/0"),
        ("steps", 5),
        ("steps", [{"kind": "answer", "about": ["table"], "typed": ""}]),
        ("steps", [{"kind": "guess", "about": list(STRUCTURE), "typed": "", "value": "limit"}]),
        ("steps", [{"kind": "both", "about": list(STRUCTURE), "typed": "", "versions": []}]),
        ("steps", [{"kind": "answer", "about": ["act", "act 9", "to"], "typed": "", "value": 5}]),
        ("steps", [{"kind": "answer", "about": list(STRUCTURE), "typed": "", "value": {"a": 1}}]),
        ("start", "seats: [A, A]"),
        ("lines", [{"typed": "x"}]),
        ("readings", None),
    ],
)
def test_a_damaged_session_is_told_as_a_fault(place: str, value: object) -> None:
    with pytest.raises(Faults):
        from_data({**as_data(session()), place: value}, "<session>")


@pytest.mark.parametrize("data", [None, [], "x", {}, {"schema": SCHEMA}])
def test_what_is_no_session_is_told_as_a_fault(data: object) -> None:
    with pytest.raises(Faults):
        from_data(data, "<session>")
