"""What the tests of quiz, schedule and statistics share: questions made by hand, a clock that is set, an open store."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from training.item import Option
from training.records import Asked, Plan, Question, Trainee
from training.schedule import rating, reviewed
from training.store import Store

START = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
PLAN = Plan(("bfsp",), "en", 5)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self, at: datetime = START) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def go(self, **span: float) -> None:
        """Moves the clock on."""
        self.at += timedelta(**span)


def question(topic: str = "4.12.p1", case: str = "one-chip", **more: object) -> Question:
    """A question with one right answer, the second of three."""
    options = (
        Option("A raise", False, "Several chips would be needed.", "4.13.p1", "big-chip-is-a-raise"),
        Option("A call", True, "One chip without a word is a call.", topic),
        Option("A fold", False, "Nobody folds by putting chips in.", "4.12.p1", "defeated"),
    )
    made = Question(
        f"bfsp/{case}/counts-as/1", 7, "bfsp", case, "counts-as", "en", "A bets 200. B silently puts in one 500.",
        "What does it count as?", options, (1,), "B's chip counts as a call of 200.", ("One chip is a call.",),
        (topic,), "dealer", 2,
    )  # fmt: skip
    return made._replace(**more)


RIGHT, WRONG, UNSURE = (1,), (0,), ()


def opened(folder: Path, name: str = "training.sqlite3") -> Store:
    """A training database in a folder."""
    return Store.open(str(folder / name))


def answered(
    store: Store, trainee: Trainee, clock: Clock, chosen: tuple[int, ...], seconds: float = 8.0, **more: object
) -> Asked:
    """A sitting of one question with its answer."""
    sitting = store.begin(trainee, "quiz", PLAN, 1, clock())
    asked = store.ask(sitting, question(**more), clock())  # type: ignore[arg-type]
    rated = rating(asked.question, asked.question.is_right(chosen), seconds)
    at = clock()
    done = store.answer(
        asked, chosen, seconds, rated, at, trainee, lambda card: reviewed(card, asked.question, rated, at)
    )
    assert done is not None
    store.end(sitting, clock())
    return done
