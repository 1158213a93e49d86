"""Wagers and blinds whose size nobody told: they stand, and nothing that rests on the size is known."""

from __future__ import annotations

import pytest

from facts.deriving import seat_slots, table_slots
from facts.incident import Act, Incident, Words
from facts.table import LIMIT, NO_LIMIT, Table
from facts.unsized import BLINDS, least_wager, posted, root, size_is_missing, sized, wager, with_blinds
from tests.facts.tables import table

STORY = Incident(("A", "B", "C"), "holdem", NO_LIMIT, "flop")


def bet(structure: str = NO_LIMIT) -> Table:
    return wager(table(structure, pot=60), Act("A", "bet"), 1)


def test_a_bet_without_a_size_hands_the_turn_on() -> None:
    stands = bet()
    assert stands.opened
    assert [stands.seats[i].name for i in stands.order()] == ["B", "C"]
    assert stands.unsized == 1


def test_what_rests_on_the_size_is_unknown_and_asked_at_the_act() -> None:
    slots = seat_slots(bet(), 1, None)
    for name in ("owed", "level", "call_to", "min_to", "faces"):
        assert slots[name] is None, name
        assert root(bet(), name) == ("act", "act 1", "to")
    assert slots["to_act"] is True
    assert slots["faces_full"] is True


def test_who_has_matched_the_price_owes_nothing_whatever_it_is() -> None:
    called = bet().after(1, "call")
    assert seat_slots(called, 1, None)["owed"] == 0


def test_the_pot_is_not_reckoned_from_a_size_that_nobody_told() -> None:
    assert bet().chips_in() is None
    assert table_slots(STORY, bet(), 1, 0)["in_pot"] is None
    assert bet().after(1, "call").after(2, "fold").next_street(20).pot is None


def test_stacks_are_unknown_on_the_street_after_it() -> None:
    dealt = wager(table(NO_LIMIT, stacks={"A": 500}, pot=0), Act("A", "bet"), 1).after(1, "call").next_street(20)
    assert [seat.behind for seat in dealt.seats] == [None, None, None]


def test_whether_an_all_in_without_a_size_is_a_full_raise_is_unknown() -> None:
    pushed = wager(bet(), Act("B", "all-in"), 2)
    assert pushed.seats[1].all_in
    assert seat_slots(pushed, 0, None)["faces_full"] is None


def test_all_sizes_known_leave_every_slot_as_it_is() -> None:
    told = table(NO_LIMIT, unit=20, pot=60).after(0, "bet", 20)
    assert seat_slots(told, 1, None)["owed"] == 20
    assert root(told, "owed") is None


@pytest.mark.parametrize(
    ("act", "missing"),
    [
        (Act("A", "bet"), True),
        (Act("A", "all-in"), True),
        (Act("A", "bet", 20), False),
        (Act("A", "check"), False),
        (Act("A", "raise"), True),  # nobody has bet: before the flop, where no blinds are told, a raise all the same
        (Act("A", "bet", words=Words("bet")), False),
        (Act("A", motions=((500,),)), False),
        (Act("A", "bet", prompted="dealer"), False),
    ],
)
def test_only_an_agreed_wager_has_a_size_that_can_be_missing(act: Act, missing: bool) -> None:
    assert size_is_missing(table(NO_LIMIT), act) is missing


def test_a_stack_tells_the_size_of_an_all_in() -> None:
    assert not size_is_missing(table(NO_LIMIT, stacks={"A": 90}), Act("A", "all-in"))


def test_in_limit_a_bet_has_the_one_size() -> None:
    assert sized(table(LIMIT, unit=20), Act("A", "bet"), None).to == 20
    assert sized(table(NO_LIMIT, unit=20), Act("A", "bet"), None).to is None


def test_an_answer_gives_the_size() -> None:
    assert sized(table(NO_LIMIT, unit=20), Act("A", "bet"), 70).to == 70


def test_blinds_of_unknown_size_are_posted_where_betting_is_told() -> None:
    story = STORY._replace(street="preflop", timeline=(Act("C", "call"),))
    posted = with_blinds(table(NO_LIMIT), story, None)
    assert posted.posts == 2
    assert posted.seats[posted.turn].name == "C"
    assert posted.unsized == BLINDS
    assert root(posted, "owed") == ("table", "table", "big_blind")
    tried = with_blinds(table(NO_LIMIT), story, 100)
    assert (tried.level, tried.unsized) == (100, 0)


@pytest.mark.parametrize(
    "story",
    [
        STORY._replace(timeline=(Act("C", "call"),)),
        STORY._replace(street="preflop"),
        STORY._replace(street="preflop", stakes={"sb": 50, "bb": 100}, timeline=(Act("C", "call"),)),
        STORY._replace(street="preflop", timeline=(Act("A", "post", 50), Act("B", "post", 100))),
    ],
    ids=["later street", "no betting", "sizes told", "posts told"],
)
def test_no_blinds_are_added_elsewhere(story: Incident) -> None:
    before = table(NO_LIMIT)
    assert with_blinds(before, story, None) == before


def test_the_least_wager_for_certain() -> None:
    assert least_wager(bet()) == 1
    raised = wager(table(NO_LIMIT, unit=20).after(0, "bet", 20), Act("B", "raise"), 2)
    assert least_wager(raised) == 40
    pushed = wager(table(NO_LIMIT, unit=20).after(0, "bet", 20), Act("B", "all-in"), 2)
    assert least_wager(pushed) == 21


@pytest.mark.parametrize(
    ("stakes", "sizes", "unsized"),
    [({"bb": 100}, (50, 100), 0), ({"sb": 40}, (40, 41), BLINDS), ({"bb": 5}, (2, 5), 0)],
    ids=["big one told", "small one told", "odd"],
)
def test_one_blind_that_is_told_is_posted(stakes: dict[str, int], sizes: tuple[int, int], unsized: int) -> None:
    story = STORY._replace(street="preflop", stakes=stakes, timeline=(Act("C", "call"),))
    told = with_blinds(table(NO_LIMIT), story, None)
    assert tuple(seat.put for seat in told.seats[:2]) == sizes
    assert (told.opened, told.unsized) == (True, unsized)


def test_a_blind_is_no_more_than_the_stack() -> None:
    story = STORY._replace(street="preflop", stakes={"bb": 100}, timeline=(Act("C", "call"),))
    told = with_blinds(table(NO_LIMIT, stacks={"A": 30, "B": 70}), story, None)
    assert [seat.put for seat in told.seats] == [30, 70, 0]


@pytest.mark.parametrize(
    ("posts", "stakes", "act", "answer", "expected"),
    [
        (0, {"sb": 40, "bb": 100}, Act("A", "post", 50), None, (50, 0)),
        (0, {"sb": 40, "bb": 100}, Act("A", "post"), None, (40, 0)),
        (0, {"bb": 100}, Act("A", "post"), None, (50, 0)),
        (0, {}, Act("A", "post"), None, (1, BLINDS)),
        (1, {"sb": 40, "bb": 100}, Act("B", "post"), None, (100, 0)),
        (1, {"sb": 50}, Act("B", "post"), None, (51, BLINDS)),
        (2, {"sb": 50, "bb": 100}, Act("C", "post"), None, (101, 3)),
        (2, {"sb": 50, "bb": 100}, Act("C", "post"), 200, (200, 0)),
    ],
)
def test_a_post_without_a_size_is_the_blind_that_is_due_or_unknown(
    posts: int, stakes: dict[str, int], act: Act, answer: int | None, expected: tuple[int, int]
) -> None:
    begun = table(NO_LIMIT)
    for i, chips in list(enumerate((50, 100)))[:posts]:
        begun = begun.after(i, "post", chips)
    assert posted(begun, act, 3, STORY._replace(stakes=stakes), answer) == expected
