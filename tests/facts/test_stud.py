"""Stud on the table: the bring-in that is due, completing it, and the choice of sizes that an open pair gives."""

from __future__ import annotations

from typing import Any

import pytest

from engine.plain import plain
from facts.bettingrules import BettingRules
from facts.incident import Act, Incident
from facts.opening import first_turn, low_card, open_pair, opening, posts_due
from facts.table import LIMIT, POT_LIMIT, Table
from tests.facts.tables import BFSP, after, table, to_act

BOARDS: dict[str, tuple[str, ...]] = {"A": ("Jh",), "B": ("4d",), "C": ("Kc",)}
PAIR: dict[str, tuple[str, ...]] = {"A": ("8c", "8d"), "B": ("Kh", "4s")}
STAKES = {"ante": 5, "bring_in": 10, "low": 20, "high": 40}


def third(*acts: Act, boards: dict[str, tuple[str, ...]] = BOARDS, **more: Any) -> Incident:
    """Third street of limit stud between A, B and C."""
    stakes = more.pop("stakes", STAKES)
    return Incident(
        ("A", "B", "C"), "stud7", LIMIT, "third", stakes=stakes, up_cards=boards, timeline=tuple(acts), **more
    )


def begun(incident: Incident, rules: BettingRules | None = None) -> Table:
    """The table before the first act."""
    return opening(incident, rules or BFSP).turn_from(first_turn(incident, rules or BFSP))


def paired(after_upper: str = "upper-only", **told: Any) -> Table:
    """Fourth street at 10-20 with an open pair."""
    stakes = told.pop("stakes", {"low": 10, "high": 20})
    incident = Incident(("A", "B"), "stud7", LIMIT, "fourth", stakes=stakes, pot=40, up_cards=told.pop("boards", PAIR))
    return begun(incident, BFSP._replace(after_upper=after_upper, **told))


# -- the bring-in ---------------------------------------------------------------------------------------------------


def test_the_lowest_card_owes_the_bring_in() -> None:
    found = begun(third())
    assert (found.due, found.bring_in, to_act(found)) == (1, 10, "B C A")
    assert found.after(1, "bring-in", 10).due == -1


@pytest.mark.parametrize(
    ("boards", "lowest"),
    [
        (BOARDS, ("B", False)),
        ({"A": ("2s",), "B": ("2c",), "C": ("2d",)}, ("B", True)),
        ({"A": ("4h",), "B": ("Ad",), "C": ("4d",)}, ("C", True)),
        ({"A": ("4h",), "B": ("Ad",)}, ("", False)),
        ({}, ("", False)),
    ],
)
def test_the_lowest_card_by_rank_then_by_suit(boards: dict[str, tuple[str, ...]], lowest: tuple[str, bool]) -> None:
    assert low_card(third(boards=boards)) == lowest


def test_without_boards_the_one_who_is_told_to_bring_in_begins() -> None:
    story = third(Act("C", "bring-in", 10), boards={})
    assert first_turn(story, BFSP) == 2
    assert first_turn(third(boards={}), BFSP) == 0


def test_a_bring_in_that_nobody_tells_is_posted_when_the_story_goes_on_behind_it() -> None:
    assert posts_due(third(Act("C", "complete", 20)), BFSP) == ((1, 10),)
    assert posts_due(third(Act("C", "complete", 20), stacks={"B": 4}), BFSP) == ((1, 4),)
    assert posts_due(third(Act("B", "fold")), BFSP) == ()
    assert posts_due(third(Act("B", "bring-in", 10), Act("C", "fold")), BFSP) == ()
    assert posts_due(third(), BFSP) == ()
    assert posts_due(third(Act("C", "complete", 20), stakes={"low": 20}), BFSP) == ()


def test_only_the_bring_in_of_the_right_size_needs_no_reading() -> None:
    found = begun(third())
    assert plain(found, Act("B", "bring-in", 10), 1, "bring-in", "none")
    assert not plain(found, Act("B", "bring-in", 5), 1, "bring-in", "none")
    assert not plain(found, Act("B", "fold"), 1, "fold", "none")
    assert not plain(found, Act("B", "bet", 20), 1, "bet", "none")


def test_completing_goes_to_the_bet_and_is_no_raise() -> None:
    told = after(begun(third()), "B bring-in 10")
    assert told.over_bring_in()
    assert (told.min_raise_to(), told.max_raise_to(2)) == (20, 20)
    completed = after(told, "C raise 20")
    assert not completed.over_bring_in()
    assert (completed.raised, completed.min_raise_to()) == (0, 40)


def test_a_book_may_count_completing_as_a_raise() -> None:
    rules = BFSP._replace(bring_in="raise")
    told = after(begun(third(), rules), "B bring-in 10")
    assert told.min_raise_to() == 20
    assert after(told, "C raise 20").raised == 1


def test_outside_limit_the_bring_in_is_completed_to_the_bet_too() -> None:
    told = after(table(POT_LIMIT, "A B C", 20, pot=15), "A bring-in 10")
    assert told.min_raise_to() == 20


def test_less_than_the_bet_is_the_bring_in_while_one_is_due() -> None:
    found = begun(third())
    assert found.after(1, "bet", 10) == found.after(1, "bring-in", 10)
    full = found.after(1, "bet", 20)
    assert (full.due, full.brought, full.base, full.min_raise_to()) == (-1, 0, 20, 40)
    assert found.after(1, "post", 10) == found.after(1, "bring-in", 10)
    assert found.after(1, "short", 4).due == -1


# -- the open pair --------------------------------------------------------------------------------------------------


def test_an_open_pair_opens_the_upper_size_beside_the_lower() -> None:
    found = paired()
    assert (found.unit, found.upper, found.max_raise_to(0)) == (10, 20, 20)
    lower = found.after(0, "bet", 10)
    assert (lower.min_raise_to(), lower.max_raise_to(1)) == (20, 30)
    assert (lower.after(1, "raise", 20).min_raise_to(), lower.after(1, "raise", 20).max_raise_to(0)) == (30, 40)


def test_once_the_upper_size_was_used_only_that_size_is_left() -> None:
    raised = paired().after(0, "bet", 10).after(1, "raise", 30)
    assert (raised.unit, raised.upper, raised.min_raise_to(), raised.max_raise_to(0)) == (20, None, 50, 50)
    opened = paired().after(0, "bet", 20)
    assert (opened.min_raise_to(), opened.max_raise_to(1)) == (40, 40)


def test_a_book_may_leave_both_sizes_open() -> None:
    raised = paired("either").after(0, "bet", 10).after(1, "raise", 30)
    assert (raised.min_raise_to(), raised.max_raise_to(0)) == (40, 50)


def test_no_choice_without_a_pair_without_the_upper_size_or_by_another_book() -> None:
    assert paired(boards={"A": ("Ac", "8d"), "B": ("Kh", "4s")}).upper is None
    assert paired(stakes={"low": 10}).upper is None
    assert paired(open_pair="no-effect").upper is None
    later = Incident(("A", "B"), "stud7", LIMIT, "fifth", stakes={"low": 10, "high": 20}, up_cards=PAIR)
    assert not open_pair(later)
    assert begun(later).upper is None


@pytest.mark.parametrize(("to", "agreed"), [(10, True), (15, False), (20, True), (25, False)])
def test_between_the_two_sizes_there_is_nothing(to: int, agreed: bool) -> None:
    assert plain(paired(), Act("A", "bet", to), 0, "bet", "none") is agreed
