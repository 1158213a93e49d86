"""How a trainee and a class stand, from answers and cards that are known."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.training.asking import RIGHT, START, UNSURE, WRONG, Clock, answered, opened
from training.classes import stand
from training.records import REVIEW, Card
from training.stats import due_counts, forecast, stats, streaks
from training.store import Store

DAY = timedelta(days=1)


def card(due: datetime, topic: str = "4.1") -> Card:
    """A card that is due then."""
    return Card("bfsp", topic, REVIEW, None, 5.0, 5.0, due, due - 5 * DAY)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database of its own."""
    return opened(tmp_path)


def test_days_in_a_row_count_up_to_today_or_yesterday() -> None:
    days = [START - 9 * DAY, START - 8 * DAY, START - 7 * DAY, START - DAY, START]
    assert streaks(days, START, UTC) == (2, 3)
    assert streaks(days, START + DAY, UTC) == (2, 3)
    assert streaks(days, START + 2 * DAY, UTC) == (0, 3)
    assert streaks([], START, UTC) == (0, 0)


def test_a_day_is_one_where_somebody_lives() -> None:
    east = timezone(timedelta(hours=3))
    late = datetime(2026, 11, 29, 22, 30, tzinfo=UTC)  # there it is the 30th already
    assert streaks([late - DAY, START], START, UTC) == (1, 1)
    assert streaks([late - DAY, START], START, east) == (2, 2)
    assert forecast([card(late)], late - 2 * DAY, UTC, 4)[2].due == 1
    assert [day.due for day in forecast([card(late + DAY)], START, east, 3)] == [0, 1, 0]


def test_the_forecast_begins_today_with_what_is_overdue() -> None:
    cards = [card(START - 20 * DAY), card(START + timedelta(hours=3)), card(START + 2 * DAY), card(START + 99 * DAY)]
    told = forecast(cards, START, UTC)
    assert (told[0].day, told[0].due) == (date(2026, 11, 30), 2)
    assert [day.due for day in told[1:4]] == [0, 1, 0]
    assert len(told) == 14
    assert sum(day.due for day in told) == 3


def test_what_is_due_now_within_a_day_and_within_a_week() -> None:
    cards = [card(START + span) for span in (-DAY, timedelta(0), timedelta(hours=1), DAY, 2 * DAY, 8 * DAY)]
    assert due_counts(cards, START) == (2, 2, 1)


def test_the_weakest_clause_stands_first_and_one_answer_says_little(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    for topic, chosen in (
        ("4.1", RIGHT),
        ("4.2", WRONG),
        ("4.3", WRONG),
        ("4.3", WRONG),
        ("4.3", RIGHT),
        ("4.4", RIGHT),
    ):
        answered(store, anna, clock, chosen, topic=topic)
        clock.go(minutes=20)
    answered(store, anna, clock, WRONG, topic="4.2")
    told = stats("Anna", store.answers([anna]), store.cards(anna), clock(), UTC)
    assert [one.topic for one in told.clauses] == ["4.2", "4.3", "4.1", "4.4"]
    assert [(one.answers, one.right) for one in told.clauses] == [(2, 0), (3, 1), (1, 1), (1, 1)]
    assert (told.answers, told.right, told.streak) == (7, 3, 1)
    assert told.kinds == (("counts-as", 7, 3),)
    assert all(one.due is not None and one.remembered is not None for one in told.clauses)


def test_misconceptions_are_counted_and_not_knowing_is_none(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    for chosen in (WRONG, WRONG, (2,), UNSURE, RIGHT):
        answered(store, anna, clock, chosen)
        clock.go(minutes=1)
    told = stats("Anna", store.answers([anna]), store.cards(anna), clock(), UTC)
    assert [(one.id, one.times) for one in told.misconceptions] == [("big-chip-is-a-raise", 2), ("defeated", 1)]
    assert told.misconceptions[0].last == START + timedelta(minutes=1)


def test_nobody_has_nothing() -> None:
    told = stats("Anna", (), (), START, UTC)
    assert (told.answers, told.clauses, told.streak, told.due_now) == (0, (), 0, 0)


# -- a class ----------------------------------------------------------------------------------------------------------


def test_a_class_is_a_group_or_everybody(store: Store) -> None:
    anna, boris, vera = (store.trainee(name, START) for name in ("Anna", "Boris", "Vera"))
    store.join(anna, "night")
    store.join(boris, "night")
    clock = Clock()
    answered(store, anna, clock, WRONG, topic="4.1")
    answered(store, boris, clock, WRONG, topic="4.1")
    answered(store, boris, clock, RIGHT, topic="4.2")
    answered(store, vera, clock, WRONG, topic="4.9")
    clock.go(minutes=2)
    told = stand([store], "night", clock())
    assert [(one.name, one.answers, one.right, one.due_now, one.due_week) for one in told.members] == [
        ("Anna", 1, 0, 1, 1), ("Boris", 2, 1, 1, 2)
    ]  # fmt: skip
    assert [(one.name, one.wrong_by) for one in told.clauses] == [("4.1", ("Anna", "Boris"))]
    assert {one.name for one in stand([store], "", clock()).members} == {"Anna", "Boris", "Vera"}


def test_who_had_it_wrong_last_is_named_not_who_ever_had(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    answered(store, anna, clock, WRONG)
    clock.go(days=1)
    answered(store, anna, clock, RIGHT)
    (weak,) = stand([store], "", clock()).clauses
    assert (weak.answers, weak.right, weak.wrong_by) == (2, 1, ())


def test_the_hardest_story_stands_first(store: Store) -> None:
    anna, clock = store.trainee("Anna", START), Clock()
    for case, chosen in (("a", WRONG), ("a", RIGHT), ("b", WRONG), ("b", WRONG), ("c", RIGHT)):
        answered(store, anna, clock, chosen, case=case)
        clock.go(minutes=1)
    told = stand([store], "", clock())
    assert [(one.name, one.kind) for one in told.items] == [("b", "counts-as"), ("a", "counts-as")]


def test_databases_are_read_together_and_a_copy_counts_once(tmp_path: Path) -> None:
    one, other, clock = opened(tmp_path, "one.db"), opened(tmp_path, "other.db"), Clock()
    answered(one, one.trainee("Anna", START), clock, WRONG, topic="4.1")
    one.close()
    (tmp_path / "copy.db").write_bytes((tmp_path / "one.db").read_bytes())
    clock.go(minutes=5)
    answered(other, other.trainee("ANNA", START), clock, RIGHT, topic="4.1")
    answered(other, other.trainee("Boris", START), clock, RIGHT, topic="4.1")
    stores = [Store.open(str(tmp_path / name), reading=True) for name in ("one.db", "copy.db", "other.db")]
    told = stand(stores, "", clock())
    assert [(member.name, member.answers, member.right) for member in told.members] == [("Anna", 2, 1), ("Boris", 1, 1)]
    (weak,) = told.clauses
    assert (weak.answers, weak.right, weak.wrong_by) == (3, 2, ())


def test_of_two_cards_of_one_person_the_later_review_says_what_is_due(tmp_path: Path) -> None:
    one, other, clock = opened(tmp_path, "one.db"), opened(tmp_path, "other.db"), Clock()
    answered(one, one.trainee("Anna", START), clock, WRONG)
    clock.go(minutes=5)
    answered(other, other.trainee("Anna", START), clock, RIGHT)
    clock.go(minutes=2)
    for stores in ([one, other], [other, one]):
        (anna,) = stand(stores, "", clock()).members
        assert (anna.due_now, anna.due_week) == (0, 1)
