"""When a topic is asked again: FSRS, by the fsrs library, rated from whether an answer was right and how long it took.

The library is imported when an answer is rated, not when a question is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

from facts.faults import Fault, Faults
from training.records import REVIEW, Card, Question

if TYPE_CHECKING:
    from fsrs import Card as Scheduled
    from fsrs import Scheduler

Clock = Callable[[], datetime]
"""What time it is, aware and in UTC."""

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
"""Ratings, in the numbers of the scheduler."""

# Reading goes at some 18 letters a second; thinking takes its time with every step of complexity.
_LETTERS = 18
_THINKING = 4.0
# Times what reading and thinking should take: up to the first it was easy, beyond the second it was hard.
_QUICK, _SLOW = 0.6, 2.0
# Whoever answers before the story can have been read was guessing: that is no easy answer.
_GUESSED = 0.15
# What was not looked at for longer than this was left lying; its time says nothing.
_AWAY = 600.0


def now() -> datetime:
    """The time of this machine, in UTC."""
    return datetime.now(UTC)


def needs_library() -> None:
    """Raises Faults when the fsrs library is not installed; it is not imported for that."""
    from importlib.util import find_spec

    if find_spec("fsrs") is None:
        message = "the schedule needs the package fsrs"
        raise Faults([Fault("floorcall quiz", 0, 0, message, "pip install 'floorcall[training]'")])


def expected_seconds(question: Question) -> float:
    """How long reading a question and thinking about it should take."""
    letters = len(question.story) + len(question.question) + sum(len(option.text) for option in question.options)
    return letters / _LETTERS + _THINKING * question.complexity


def rating(question: Question, right: bool, seconds: float | None) -> int:
    """The rating of an answer: again when it is wrong, else hard, good or easy by the time it took.

    ``seconds``: None where the time says nothing (answers from a file); then a right answer is good.
    """
    if not right:
        return AGAIN
    if seconds is None or seconds > _AWAY:
        return GOOD
    share = seconds / expected_seconds(question)
    if share > _SLOW:
        return HARD
    return EASY if _GUESSED <= share <= _QUICK else GOOD


def reviewed(card: Card | None, question: Question, rated: int, at: datetime) -> Card:
    """The card of a question's topic after an answer; ``card`` is None for the first one."""
    from fsrs import Rating

    # A clock that was set back must not make a review happen before the last one.
    at = max(at, card.last) if card is not None else at
    told, _ = _scheduler().review_card(_scheduled(card, at), Rating(rated), at)
    lapse = card is not None and card.state == REVIEW and rated == AGAIN
    assert told.stability is not None
    assert told.difficulty is not None
    return Card(
        question.rulebook,
        question.topic,
        int(told.state),
        told.step,
        told.stability,
        told.difficulty,
        told.due,
        at,
        (card.answers if card else 0) + 1,
        (card.lapses if card else 0) + lapse,
    )


def retrievability(card: Card, at: datetime) -> float:
    """The chance, 0 to 1, that the topic of a card is remembered now."""
    return float(_scheduler().get_card_retrievability(_scheduled(card, at), at))


def reviewed_later(one: Card | None, other: Card) -> Card:
    """Of two states of the same card, from two copies of a database, the one that was reviewed last."""
    return other if one is None or other.last > one.last else one


@cache
def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # No fuzz: the same answers at the same times give the same schedule.
    return Scheduler(enable_fuzzing=False)


def _scheduled(card: Card | None, at: datetime) -> Scheduled:
    """The card as the library has it. Its number means nothing here (left out, the library would wait for one)."""
    from fsrs import Card as Scheduled
    from fsrs import State

    if card is None:
        return Scheduled(card_id=0, due=at)
    return Scheduled(0, State(card.state), card.step, card.stability, card.difficulty, card.due, card.last)


RETENTION = 0.9
"""The share of topics that should still be known when they fall due."""

DAY = timedelta(days=1)

__all__ = [
    "AGAIN", "DAY", "EASY", "GOOD", "HARD", "RETENTION", "Clock", "expected_seconds", "needs_library", "now", "rating",
    "retrievability", "reviewed", "reviewed_later",
]  # fmt: skip
