"""Interviews that run by themselves, on cases of every rulebook with facts left out.

How many questions there are, that each can change the ruling, and that the end is the ruling of the whole case.
"""

from __future__ import annotations

from functools import cache
from random import Random
from statistics import median

import pytest

from bench.interviews import Result, as_people_leave_out, interview, readings_of, removable
from knowledge.casefiles import cases_of
from tests.ask.books import desk

# Every so many-th case of a book, so that the sample is spread over all its files.
EVERY = {"bfsp": 40, "bg": 30, "tda": 40, "club": 15, "bpt": 60}
MOST = 5
# What nobody asks a floor person: the stacks of players who have still to act, and the upper of two sizes in limit.
NOT_ASKED = {"stack", "high", "low"}
# Cases that end otherwise, each for a reason that is known.
KNOWN = {
    "own-bg-race-for-three-chips": "two counts of two events that change nothing one at a time",
    "own-two-raises-on-the-turn": "no amount that is tried lies between the bet and the re-raise",
    "own-wrong-order-two-acts": "who has the button and what was posted tell together whose turn it was",
}


@cache
def results(book: str) -> tuple[Result, ...]:
    """The interviews on a sample of a book: one fact left out, two, and as people leave them out."""
    chance, found = Random(book), []
    for case in list(cases_of(desk(book).book, desk(book).vocabulary))[:: EVERY[book]]:
        whole = desk(book).rule(case.incident, readings_of(case))
        places = removable(case.incident, desk(book).vocabulary)
        ways = [(place,) for place in chance.sample(places, min(2, len(places)))]
        ways += [tuple(chance.sample(places, 2))] if len(places) > 1 else []
        ways.append(as_people_leave_out(case.incident, desk(book).vocabulary, chance))
        found += [interview(desk(book), case, way, whole) for way in ways if way]
    return tuple(found)


@pytest.mark.parametrize("book", EVERY)
def test_few_questions_lead_to_a_ruling(book: str) -> None:
    numbers = [len(result.asked) for result in results(book)]
    assert len(numbers) > 20
    assert median(numbers) <= MOST
    assert max(numbers) <= 2 * MOST


@pytest.mark.parametrize("book", EVERY)
def test_no_question_is_put_whose_answers_all_lead_to_the_same_ruling(book: str) -> None:
    assert [(result.case, result.left_out, result.idle) for result in results(book) if result.idle] == []


@pytest.mark.parametrize("book", EVERY)
def test_the_ruling_is_that_of_the_whole_case(book: str) -> None:
    told = [result for result in results(book) if not NOT_ASKED & {place[2] for place in result.left_out}]
    unlike = [
        (result.case, result.left_out, result.asked) for result in told if not result.alike and result.case not in KNOWN
    ]
    assert len(told) > 10
    assert unlike == []
