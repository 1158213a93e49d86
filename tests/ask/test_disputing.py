"""What an interview tells in two versions becomes an incident with a dispute, or nothing where a file has no place."""

from __future__ import annotations

import pytest

from ask.disputing import address_of, is_disputed, whole
from ask.interview import BOTH, Interview, Step, Version
from ask.known import Root
from facts.incident import Incident
from facts.reader import read_incident
from facts.writer import unplaced, write_incident
from tests.ask.books import story

TEXT = """
seats: [A, B, C]
stakes: {sb: 50, bb: 100}
actions:
  - A: bet 200
  - B: {chips: [500]}
  - C: raise
  - {event: cards-thrown, seat: C}
"""
NOBODY = ("first", "second")
WORDS: Root = ("act", "act 2", "declared")


def told(*steps: Step, text: str = TEXT) -> Incident | None:
    """The incident of an interview on a story."""
    interview = Interview(story(text))
    for step in steps:
        interview = interview.after(step)
    return whole(interview, None, NOBODY)


def both(root: Root, one: object, other: object, *who: str) -> Step:
    """A step that tells two versions."""
    first, second = who or ("", "")
    return Step(BOTH, root, "", None, (Version(one, first), Version(other, second)))


@pytest.mark.parametrize(
    ("root", "one", "other", "line"),
    [
        (WORDS, "call", "raise to 500", "act2.says: {first: call, second: raise to 500}"),
        (("act", "act 2", "when"), "before", "after", "act2.said_when: {first: before, second: after}"),
        (("act", "act 3", "to"), 400, 600, "act3.does: {first: raise 400, second: raise 600}"),
        (("act", "act 2", "put"), (500,), (1000,), "act2.chips: {first: 500, second: 1000}"),
        (("act", "act 3", "stack"), 900, 700, "C.stack: {first: 900, second: 700}"),
        (("table", "table", "pot"), 300, 450, "pot: {first: 300, second: 450}"),
        (("table", "table", "big_blind"), 100, 200, "stakes.bb: {first: 100, second: 200}"),
        (("cards-thrown", "event 1", "separable"), True, False, "event1.separable: {first: yes, second: no}"),
    ],
)
def test_two_versions_stand_under_the_name_of_the_fact(root: Root, one: object, other: object, line: str) -> None:
    text = TEXT.replace("chips: [500]", "says: call") if root[2] == "when" else TEXT
    found = told(both(root, one, other), text=text)
    assert found is not None
    assert f"disputed:\n  {line}\n" in write_incident(found)


def test_an_incident_with_a_dispute_is_read_again_as_it_was_written() -> None:
    found = told(both(WORDS, "call", "raise", "B", "the dealer"))
    assert found is not None
    assert unplaced(read_incident(write_incident(found), "<test>")) == unplaced(found)
    assert [version.by for version in found.disputes[0].versions] == [("B",), ("the dealer",)]


def test_one_man_with_two_versions_is_told_apart() -> None:
    found = told(both(WORDS, "call", "raise", "B", "B"))
    assert found is not None
    assert [version.by for version in found.disputes[0].versions] == [("B (first)",), ("B (second)",)]


@pytest.mark.parametrize(
    ("root", "one", "other"),
    [
        (("table", "table", "big_blind"), (100, 200), (50, 100)),
        (("act", "act 2", "skipped_did"), ("C", "fold"), ("C", "call")),
    ],
)
def test_what_a_file_cannot_tell_in_one_place_has_no_incident(root: Root, one: object, other: object) -> None:
    assert told(both(root, one, other)) is None


def test_disputes_of_the_beginning_stay_and_are_told_in_each_version() -> None:
    text = TEXT + "disputed:\n  act2.says: {B: call, dealer: raise}\n  min_chip: {dealer: 25, B: '-'}\n"
    interview = Interview(story(text)).after(both(("table", "table", "pot"), 300, 450))
    assert len(interview.stories()) == 8
    found = whole(interview, None, NOBODY)
    assert found is not None
    assert [dispute.fact for dispute in found.disputes] == ["act2.says", "min_chip", "pot"]
    assert [one.incident.min_chip for one in interview.stories()[:4:2]] == [25, None]


def test_what_the_beginning_disputes_is_not_asked() -> None:
    text = TEXT + "disputed:\n  min_chip: {dealer: 25, B: '-'}\n  act2.says: {B: call, dealer: raise}\n"
    start = story(text)
    assert is_disputed(("table", "table", "min_chip"), start)
    assert is_disputed(("act", "act 2", "amount"), start)
    assert not is_disputed(("table", "table", "pot"), start)
    assert not is_disputed(("act", "act 3", "to"), start)


def test_a_finding_has_no_name() -> None:
    assert address_of(("act", "act 9", "to"), story(TEXT)) is None
