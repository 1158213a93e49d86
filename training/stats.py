"""How a trainee stands: by clause and by misconception, what falls due on which day, how many days in a row.

Times come in UTC; days are those of the place where somebody lives (``zone``, that of the machine when None).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta, tzinfo

from facts.records import NamedTuple
from training.records import Card
from training.schedule import DAY, retrievability
from training.store import Answer

FORECAST = 14
"""For how many days what falls due is told, today being the first."""


class ClauseStand(NamedTuple):
    """How somebody stands with the topic of a rulebook. ``due``: when it comes again, None for what has no card.

    ``remembered``: the chance, 0 to 1, that it is known now; ``lapses``: wrong answers after it had been learned.
    """

    rulebook: str
    topic: str
    answers: int
    right: int
    lapses: int
    due: datetime | None
    remembered: float | None


class Mistake(NamedTuple):
    """A misconception, or what else a wrong option came from, and how often it was chosen."""

    id: str
    times: int
    last: datetime


class Day(NamedTuple):
    """What falls due on a day; today holds what is overdue as well."""

    day: date
    due: int


class Stats(NamedTuple):
    """Everything about one trainee.

    ``clauses``: the weakest first; ``streak``: days in a row, up to today or yesterday; ``kinds``: by kind of question,
    answers and how many of them were right.
    """

    trainee: str
    at: datetime
    answers: int
    right: int
    due_now: int
    streak: int
    longest: int
    clauses: tuple[ClauseStand, ...]
    misconceptions: tuple[Mistake, ...]
    kinds: tuple[tuple[str, int, int], ...]
    forecast: tuple[Day, ...]


def stats(
    trainee: str, answers: Sequence[Answer], cards: Sequence[Card], at: datetime, zone: tzinfo | None = None
) -> Stats:
    """The statistics of a trainee from all answers and cards."""
    streak, longest = streaks((one.answered for one in answers), at, zone)
    return Stats(
        trainee,
        at,
        len(answers),
        sum(one.right for one in answers),
        sum(card.due <= at for card in cards),
        streak,
        longest,
        _clauses(answers, cards, at),
        mistakes(answers),
        _kinds(answers),
        forecast(cards, at, zone),
    )


def due_counts(cards: Iterable[Card], at: datetime) -> tuple[int, int, int]:
    """How many cards are due now, how many more within a day, how many more within a week."""
    now = day = week = 0
    for card in cards:
        now += card.due <= at
        day += at < card.due <= at + DAY
        week += at + DAY < card.due <= at + 7 * DAY
    return now, day, week


def forecast(cards: Iterable[Card], at: datetime, zone: tzinfo | None = None, days: int = FORECAST) -> tuple[Day, ...]:
    """What falls due on each of the next days."""
    today = at.astimezone(zone).date()
    found = Counter(max(today, card.due.astimezone(zone).date()) for card in cards)
    return tuple(Day(day, found[day]) for day in (today + timedelta(days=ahead) for ahead in range(days)))


def streaks(times: Iterable[datetime], at: datetime, zone: tzinfo | None = None) -> tuple[int, int]:
    """Days in a row on which something was answered: those up to today (or yesterday, today is not over), and the most
    that ever were.
    """
    days = sorted({time.astimezone(zone).date() for time in times})
    longest = current = 0
    before: date | None = None
    for day in days:
        current = current + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest = max(longest, current)
        before = day
    today = at.astimezone(zone).date()
    if before is None or today - before > timedelta(days=1):
        current = 0
    return current, longest


def mistakes(answers: Iterable[Answer]) -> tuple[Mistake, ...]:
    """Misconceptions by how often they were fallen for, the most frequent first."""
    found: dict[str, Mistake] = {}
    for one in answers:
        if not one.right and one.misconception:
            before = found.get(one.misconception)
            times = 1 if before is None else before.times + 1
            found[one.misconception] = Mistake(one.misconception, times, one.answered)
    return tuple(sorted(found.values(), key=lambda mistake: (-mistake.times, mistake.id)))


def _clauses(answers: Sequence[Answer], cards: Sequence[Card], at: datetime) -> tuple[ClauseStand, ...]:
    given: Counter[tuple[str, str]] = Counter((one.rulebook, one.topic) for one in answers)
    right = Counter((one.rulebook, one.topic) for one in answers if one.right)
    by_topic = {(card.rulebook, card.topic): card for card in cards}
    found = []
    for key in {**given, **dict.fromkeys(by_topic, 0)}:
        card = by_topic.get(key)
        due, lapses, chance = (card.due, card.lapses, retrievability(card, at)) if card else (None, 0, None)
        found.append(ClauseStand(*key, given[key], right[key], lapses, due, chance))
    return tuple(sorted(found, key=_weakness))


def _weakness(stand: ClauseStand) -> tuple[float, int, str, str]:
    return weakness(stand.answers, stand.right), -stand.answers, stand.rulebook, stand.topic


def weakness(answers: int, right: int) -> float:
    """A share of right answers to sort by, the weakest first: one answer says less than ten, so every topic begins with
    one right and one wrong.
    """
    return (right + 1) / (answers + 2)


def _kinds(answers: Iterable[Answer]) -> tuple[tuple[str, int, int], ...]:
    found: dict[str, list[int]] = {}
    for one in answers:
        told = found.setdefault(one.kind, [0, 0])
        told[0] += 1
        told[1] += one.right
    return tuple((kind, given, right) for kind, (given, right) in sorted(found.items()))


__all__ = [
    *("FORECAST", "ClauseStand", "Day", "Mistake", "Stats"),
    *("due_counts", "forecast", "mistakes", "stats", "streaks", "weakness"),
]
