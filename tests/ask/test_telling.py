"""Acts in a few words become acts of an incident file, in both languages; a fault points at its word."""

from __future__ import annotations

import pytest

from ask.answers import Unread
from ask.interview import ACT, ANSWER, SEATS, Interview, Step
from ask.telling import read_act
from facts.incident import Incident

SEATS_AT_TABLE = ("A", "B", "Anna")


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("A bets 200", "A: bet 200"),
        ("A bet 200", "A: bet 200"),
        ("a raises to 45k", "A: raise 45000"),
        ("anna folds", "Anna: fold"),
        ("B calls", "B: call"),
        ("B check", "B: check"),
        ("B all in 450", "B: all-in 450"),
        ("B shoves", "B: all-in"),
        ("B silent 1x500", "B: {chips: 500, says: nothing}"),
        ("B 2x100 + 25 silent", "B: {chips: [2x100, 25], says: nothing}"),
        ("B 1x500", "B: {chips: 500}"),
        ("B says raise to 600", "B: {says: raise to 600}"),
        ("B says raise, 2x500", "B: {chips: 2x500, says: raise}"),
        ("B: {chips: [500], says: call}", "B: {chips: [500], says: call}"),
        ("A ставит 200", "A: bet 200"),
        ("A рейз до 600", "A: raise 600"),
        ("B молча 1x500", "B: {chips: 500, says: nothing}"),
        ("B говорит рэйз на 300, 1x1000", "B: {chips: 1000, says: raise by 300}"),
        ("B пас", "B: fold"),
        ("B олл-ин", "B: all-in"),
    ],
)
def test_what_an_act_means(typed: str, line: str) -> None:
    assert read_act(typed, SEATS_AT_TABLE, "en") == line
    Interview(Incident(())).after(Step(ANSWER, SEATS, "", SEATS_AT_TABLE)).after(Step(ANSWER, ACT, typed, line))


@pytest.mark.parametrize(
    ("typed", "column", "part"),
    [
        ("C bets 200", 1, "no seat 'C'"),
        ("Ana bets 200", 1, "did you mean Anna?"),
        ("A", 1, "the act is missing"),
        ("A  betts 200", 4, "did you mean bets?"),
        ("A bets 2OO", 8, "no number of chips"),
        ("A folds 200", 9, "takes no amount"),
        ("B silent 5y", 10, "no number of chips"),
        ("B says jump", 8, "not known"),
        ("", 1, "nothing was typed"),
    ],
)
def test_a_fault_points_at_its_word(typed: str, column: int, part: str) -> None:
    with pytest.raises(Unread) as found:
        read_act(typed, SEATS_AT_TABLE, "en")
    assert (found.value.column, part in str(found.value)) == (column, True), str(found.value)
