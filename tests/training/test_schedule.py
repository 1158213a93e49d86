"""When something is asked again, by a clock that is set: what was wrong soon, what was right later and later."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest
from fsrs import Card as Scheduled
from fsrs import Rating, Scheduler

from facts.faults import Faults
from tests.training.asking import START, Clock, question
from training import schedule
from training.records import LEARNING, RELEARNING, REVIEW, Card
from training.schedule import AGAIN, EASY, GOOD, HARD, expected_seconds, rating, retrievability, reviewed


def learned(clock: Clock, days: float = 0) -> Card:
    """A card that has left its learning steps, as it stands when it is due (and ``days`` after that)."""
    card = reviewed(None, question(), GOOD, clock())
    for _ in range(2):
        clock.at = card.due
        card = reviewed(card, question(), GOOD, clock())
    assert card.state == REVIEW
    clock.at = card.due + timedelta(days=days)
    return card


def test_a_wrong_answer_comes_back_in_a_minute_a_right_one_later() -> None:
    assert reviewed(None, question(), AGAIN, START).due == START + timedelta(minutes=1)
    assert reviewed(None, question(), GOOD, START).due == START + timedelta(minutes=10)
    assert reviewed(None, question(), EASY, START).due >= START + timedelta(days=1)


def test_right_answers_stretch_the_time_to_the_next_one() -> None:
    clock = Clock()
    card, spans = learned(clock), []
    for _ in range(4):
        after = reviewed(card, question(), GOOD, clock())
        spans.append(after.due - clock())
        card, clock.at = after, after.due
    assert spans == sorted(spans)
    assert spans[0] > timedelta(days=1)
    assert spans[-1] > timedelta(days=30)


def test_a_lapse_brings_it_back_today_and_counts() -> None:
    clock = Clock()
    card = learned(clock)
    after = reviewed(card, question(), AGAIN, clock())
    assert (after.state, after.lapses, card.lapses) == (RELEARNING, 1, 0)
    assert after.due - clock() == timedelta(minutes=10)
    again = reviewed(after, question(), AGAIN, after.due)
    assert again.lapses == 1  # it was not learned again in between


def test_hard_comes_sooner_than_good_and_easy_later() -> None:
    clock = Clock()
    card = learned(clock)
    hard, good, easy = (reviewed(card, question(), rated, clock()).due for rated in (HARD, GOOD, EASY))
    assert hard < good < easy


def test_it_is_what_the_library_says_of_the_same_answers() -> None:
    scheduler, told = Scheduler(enable_fuzzing=False), Scheduled(due=START)
    card: Card | None = None
    at = START
    for rated in (GOOD, AGAIN, GOOD, GOOD, HARD, EASY, AGAIN, GOOD):
        told, _ = scheduler.review_card(told, Rating(rated), at)
        card = reviewed(card, question(), rated, at)
        assert (card.due, card.state, card.step) == (told.due, int(told.state), told.step)
        assert (card.stability, card.difficulty) == (told.stability, told.difficulty)
        at = card.due + timedelta(hours=7)


def test_a_clock_that_was_set_back_harms_nothing() -> None:
    clock = Clock()
    card = learned(clock)
    clock.at = card.last - timedelta(days=400)
    after = reviewed(card, question(), GOOD, clock())
    assert after.last == card.last
    assert after.due > card.last


def test_what_is_known_fades() -> None:
    clock = Clock()
    card = learned(clock)
    at = [retrievability(card, card.last + timedelta(days=days)) for days in (0, 5, 50, 500)]
    assert at == sorted(at, reverse=True)
    assert at[0] == 1
    assert 0 < at[-1] < 0.9


def test_times_are_in_utc() -> None:
    card = reviewed(None, question(), GOOD, START)
    assert card.due.utcoffset() == card.last.utcoffset() == timedelta(0)


def test_a_wrong_answer_is_again_however_fast() -> None:
    assert [rating(question(), False, seconds) for seconds in (0.1, 5.0, 500.0, None)] == [AGAIN] * 4


def test_a_right_answer_is_rated_by_its_time() -> None:
    whole = expected_seconds(question())
    assert rating(question(), True, whole * 0.4) == EASY
    assert rating(question(), True, whole) == GOOD
    assert rating(question(), True, whole * 2.5) == HARD


def test_a_time_that_says_nothing_is_not_listened_to() -> None:
    assert rating(question(), True, None) == GOOD  # answers from a file
    assert rating(question(), True, 0.2) == GOOD  # before the story could have been read
    assert rating(question(), True, 3 * 3600.0) == GOOD  # left lying


def test_a_longer_and_a_more_tangled_story_take_longer() -> None:
    short, long = question(), question(story="A bets 200. " * 30)
    assert expected_seconds(short) < expected_seconds(long)
    assert expected_seconds(short) < expected_seconds(question(complexity=5))


def test_a_new_card_is_learning() -> None:
    card = reviewed(None, question(), GOOD, START)
    assert (card.state, card.answers, card.lapses, card.topic) == (LEARNING, 1, 0, "4.12.p1")


def test_without_the_library_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule.needs_library()
    monkeypatch.setitem(sys.modules, "fsrs", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Faults, match=r"needs the package fsrs.*floorcall\[training\]"):
        schedule.needs_library()
