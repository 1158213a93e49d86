"""Open-face Chinese poker: boxes read from cards, the order of places, rows, what a debtor has in his turn."""

from __future__ import annotations

from typing import Any

import pytest

from facts.incident import Event, Incident
from facts.ofc import event_slots, purses, read_box
from facts.opening import from_the_button


def cards(text: str) -> tuple[str, ...]:
    """Cards as the reader hands them over."""
    return tuple(text.split())


def story(*events: Event, seats: tuple[str, ...] = (), button: str | None = None, **stacks: int) -> Incident:
    """An incident of events only."""
    return Incident(seats, button=button, stacks=stacks, timeline=events)


def boxes(**slots: Any) -> dict[str, Any]:
    """All slots of the boxes of P1, rows given as text."""
    told = {name: cards(value) if name in ("bottom", "middle", "top") else value for name, value in slots.items()}
    event = Event("ofc-boxes", {"seat": "P1", **told})
    return event_slots(story(event), event)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("As Ks Qs Js Ts", "royal-flush"),
        ("As 2d 3h 4c 5s", "straight"),
        ("Js Jd 4h 4c 9s", "two-pair"),
        ("As Kd Qh", "high-card"),
        ("2s 3s 4s", "high-card"),
        ("6s 6d Kh", "pair"),
        ("2s 2d 2h", "three-of-a-kind"),
    ],
)
def test_a_box_is_read_by_its_size(text: str, key: str) -> None:
    hand = read_box(cards(text))
    assert hand is not None
    assert hand.cls.key == key


@pytest.mark.parametrize("told", [None, (), ("As", "Kd"), ("As", "As", "Kd"), cards("As Ks Qs Js"), "As Kd Qh"])
def test_what_is_no_box_is_not_read(told: Any) -> None:
    assert read_box(told) is None


def test_classes_rank_and_order_follow_from_the_cards() -> None:
    found = boxes(bottom="Ah Jh 8h 5h 2h", middle="5s 6d 7h 8c 9s", top="Qs Qd 3c")
    assert (found["bottom_hand"], found["middle_hand"], found["top_hand"]) == ("flush", "straight", "pair")
    assert found["top_rank"] == "Q"
    assert (found["bottom_over_middle"], found["middle_over_top"]) == ("beats", "beats")
    assert found["whole"] is True


@pytest.mark.parametrize(
    ("middle", "top", "order"),
    [
        ("Ks Kd 9h 8c 7s", "As Ac 3d", "is-beaten"),
        ("Ks Kd 9h 8c 7s", "Kh Kc 3d", "beats"),
        ("Ks Kd 4h 3c 2s", "Kh Kc 9d", "is-beaten"),
        ("Ks Kd 9h 8c 7s", "Kh Kc 9d", "beats"),
        ("As Kd 9h 8c 7s", "2h 2c 2d", "is-beaten"),
    ],
)
def test_a_box_of_three_is_compared_with_one_of_five(middle: str, top: str, order: str) -> None:
    assert boxes(middle=middle, top=top)["middle_over_top"] == order


def test_equal_boxes_are_equal() -> None:
    assert boxes(bottom="5s 6d 7h 8c 9s", middle="5d 6h 7c 8s 9h")["bottom_over_middle"] == "equals"


def test_classes_that_differ_are_enough() -> None:
    found = boxes(bottom_hand="two-pair", middle_hand="flush", top_hand="pair")
    assert (found["bottom_over_middle"], found["middle_over_top"]) == ("is-beaten", "beats")
    assert boxes(bottom_hand="flush", middle_hand="flush")["bottom_over_middle"] is None


def test_one_box_is_not_the_whole_hand() -> None:
    found = boxes(top="Qs Qd 3c")
    assert found["whole"] is False
    assert found["middle_over_top"] is None


def test_a_card_in_two_boxes_leaves_all_unread() -> None:
    found = boxes(bottom="Ah Jh 8h 5h 2h", middle="5s 6d 7h 8c 9s", top="Ah Qd 3c")
    assert "top_hand" not in found
    assert (found["bottom_cards"], found["middle_cards"], found["top_cards"]) == (5, 5, 3)


def test_what_was_told_stands() -> None:
    assert boxes(top="Qs Qd 3c", top_rank="K")["top_rank"] == "K"


def test_places_begin_left_of_the_button() -> None:
    seats = ("A", "B", "C")
    assert from_the_button(story(seats=seats)) == seats
    assert from_the_button(story(seats=seats, button="A")) == ("B", "C", "A")
    assert from_the_button(story()) == ()


@pytest.mark.parametrize(("placed", "due"), [(None, "B"), (("B",), "C"), (("B", "C"), "A"), (("A", "B", "C"), None)])
def test_whose_turn_it_is_to_place(placed: tuple[str, ...] | None, due: str | None) -> None:
    event = Event("ofc-placing", {"seat": "A", "placed": placed})
    found = event_slots(story(event, seats=("A", "B", "C"), button="A"), event)
    assert found["due"] == due
    assert found["order"] == ("B", "C", "A")


def test_the_button_goes_to_the_left() -> None:
    event = Event("ofc-next-round")
    assert event_slots(story(event, seats=("A", "B"), button="B"), event) == {"button": "B", "next": "A"}
    assert event_slots(story(event), event) == {}


def test_rows_are_counted_from_the_boxes_of_both() -> None:
    one = Event("ofc-boxes", {"seat": "A", "bottom": cards("Ah Jh 8h 5h 2h"), "middle": cards("Ks Kd 9s 9d 4c")})
    one = one._replace(slots={**one.slots, "top": cards("5s 5d 3c")})
    rows = {"bottom": cards("Kc Jc 8c 7c 2c"), "middle": cards("As Ad 6h 4d 3h"), "top": cards("Qs Qd 3d")}
    other = Event("ofc-boxes", {"seat": "B", **rows})
    score = Event("ofc-score", {"seat": "A", "against": "B"})
    found = event_slots(story(one, other, score), score)
    assert (found["won"], found["lost"], found["by_boxes"]) == (2, 1, True)
    assert event_slots(story(score), score)["by_boxes"] is False
    part = other._replace(slots={"seat": "B"})
    assert "won" not in event_slots(story(one, part, score), score)


def test_a_debt_knows_places_and_points() -> None:
    event = Event("ofc-debt", {"payer": "A", "payee": "B", "points": 3})
    found = event_slots(story(event, seats=("A", "B", "C"), button="A", A=7), event)
    assert (found["payer_place"], found["payee_place"], found["has"]) == (3, 1, 7)
    assert event_slots(story(event), event)["payer_place"] is None


def test_purses_follow_the_order_of_settling() -> None:
    debts = {
        "event 1": {"payer": "C", "payee": "B", "points": 3, "has": 20},
        "event 2": {"payer": "A", "payee": "C", "points": 2, "has": 0},
        "event 3": {"payer": "B", "payee": "A", "points": 6, "has": 4},
    }
    turns = {"event 3": 1, "event 2": 2, "event 1": 3}
    assert dict(purses(debts, turns)) == {"event 3": 4, "event 2": 4, "event 1": 22}
    assert dict(purses(debts, {"event 1": 1})) == {"event 1": 20}


def test_nothing_is_said_behind_a_number_that_is_missing() -> None:
    debts = {
        "event 1": {"payer": "A", "payee": "B", "points": 3, "has": None},
        "event 2": {"payer": "B", "payee": "C", "points": 3, "has": 5},
    }
    assert dict(purses(debts, {"event 1": 1, "event 2": 3})) == {}
    assert dict(purses(debts, {"event 2": 1, "event 1": 3})) == {"event 2": 5}


def test_other_events_keep_what_was_told() -> None:
    event = Event("ofc-table", {"seated": 3})
    assert event_slots(story(event), event) == {"seated": 3}
