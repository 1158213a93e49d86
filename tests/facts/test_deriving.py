"""The slots that follow from an act alone: bare numbers, unclear words, chips that lay in front from an earlier act."""

from __future__ import annotations

import pytest

from facts.deriving import all_in, chips_left, place_slots, told_slots
from facts.incident import Act, Incident
from facts.reader import read_incident
from facts.table import NO_LIMIT
from tests.facts.tables import after, table

STORY = "seats: [A, B, C]\nactions:\n"


def act(text: str) -> Act:
    """The one act of a story."""
    (told,) = read_incident(f"{STORY}  - A: {text}\n", "f").timeline
    assert isinstance(told, Act)
    return told


def slots(text: str, *names: str) -> tuple[object, ...]:
    """Some slots of one act."""
    found = told_slots(act(text))
    return tuple(found[name] for name in names)


@pytest.mark.parametrize(
    ("text", "declared", "amount", "bare"),
    [
        ("{says: amount 1400}", "amount", 1400, True),
        ("{says: raise 500}", "raise", 500, True),
        ("{says: raise to 500}", "raise", 500, False),
        ("{says: raise by 500}", "raise", 500, False),
        ("{says: raise}", "raise", 0, False),
        ("{says: pot}", "pot", 0, False),
        ("{says: pot 9500}", "pot", 9500, True),
        ("{chips: [500], silent: yes}", "nothing", 0, False),
        ("bet 500", "", 0, False),
    ],
)
def test_a_number_with_neither_to_nor_by_is_bare(text: str, declared: str, amount: int, bare: bool) -> None:
    assert slots(text, "declared", "amount", "bare") == (declared, amount, bare)


def test_a_bare_number_leaves_open_whether_it_is_the_total() -> None:
    assert slots("{says: amount 1400}", "means") == (None,)


def test_words_are_clear_unless_told_otherwise() -> None:
    assert slots("{says: raise}", "unclear") == (False,)
    assert slots("{says: raise, unclear: yes}", "unclear") == (True,)


@pytest.mark.parametrize(
    ("text", "pulled", "left", "smallest"),
    [
        ("{chips: [500], silent: yes}", "untold", 0, 0),
        ("{chips: [500], silent: yes, in_front: 2x25}", "none", 50, 25),
        ("{chips: [500], silent: yes, in_front: 2x25, pulled_back: [25]}", "part", 25, 25),
        ("{chips: [500], silent: yes, in_front: 2x25, pulled_back: 2x25}", "all", 0, 0),
        ("{chips: [500], silent: yes, in_front: [100, 25], pulled_back: [25]}", "part", 100, 100),
    ],
)
def test_what_became_of_the_chips_in_front(text: str, pulled: str, left: int, smallest: int) -> None:
    assert slots(text, "pulled", "left", "left_smallest") == (pulled, left, smallest)


def test_a_chip_that_did_not_lie_in_front_takes_nothing_away() -> None:
    assert chips_left(act("{chips: [500], in_front: 2x25, pulled_back: [100]}")) == (25, 25)


def test_all_chips_pushed_together_are_told() -> None:
    assert slots("{chips: [500], silent: yes}", "gathered") == (False,)
    assert slots("{chips: [500], silent: yes, in_front: [100], gathered: yes}", "gathered") == (True,)


@pytest.mark.parametrize(("pulled", "last"), [("", True), (", pulled_back: [100]", False)])
def test_chips_drawn_back_are_not_among_the_last_ones(pulled: str, last: bool) -> None:
    begun = after(table(NO_LIMIT, "A B", 100, stacks={"A": 1000}), "A bet 200", "B raise 500")
    pushed = act(f"{{chips: [800], silent: yes, in_front: 2x100{pulled}}}")
    assert all_in(pushed, begun, 0) is last


def test_a_dead_small_blind_is_told_by_the_story() -> None:
    def read(more: str) -> Incident:
        return read_incident(f"seats: [A, B, C]\n{more}", "f")

    assert read("dead_small_blind: yes\n").dead_small_blind
    assert not read("").dead_small_blind


@pytest.mark.parametrize(
    ("chips", "expected"),
    [
        ("motions: [2x100, 25, 500]", (3, 225, 25)),
        ("motions: [2x100, 500]", (3, 700, 100)),
        ("chips: [500]", (1, 500, 500)),
    ],
)
def test_the_first_two_motions_are_told_together(chips: str, expected: tuple[int, int, int]) -> None:
    assert slots(f"{{{chips}, silent: yes}}", "two_chips", "two_put", "two_smallest") == expected


@pytest.mark.parametrize("seats", ["ABC", "BCA", "CAB"])
def test_chips_of_a_place_are_those_of_its_seat_wherever_the_list_of_seats_begins(seats: str) -> None:
    played = after(table(NO_LIMIT, "B C A", 100), "B bet 200", "C call")
    told = place_slots(Incident(tuple(seats), street="preflop", button="A"), played)
    assert [(place["id"], place["in_front"], place["paid_in"]) for place in told] == [
        ("B", 200, 200),
        ("C", 200, 200),
        ("A", 0, 0),
    ]
    assert {place["id"]: place["next"] for place in told} == {"A": "B", "B": "C", "C": "A"}
