"""What the training keeps: trainees, sittings, the questions asked in them, and cards that say when a clause is due.

Values only. All times are aware and in UTC; days are counted where somebody lives, by whoever shows them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from facts.records import NamedTuple
from training.item import Item, Option

QUIZ, EXAM = "quiz", "exam"
"""The kinds of sittings: one that explains at once and goes by the schedule, one that says nothing until its end."""

LEARNING, REVIEW, RELEARNING = 1, 2, 3
"""How far a card has come, in the numbers of the scheduler."""


class Question(NamedTuple):
    """An item as it was shown. It is kept whole, so that a sitting goes on, and is read again, whatever became of the
    rulebook since. The fields mean what they mean in :class:`training.item.Item`.
    """

    item: str
    seed: int
    rulebook: str
    case: str
    kind: str
    language: str
    story: str
    question: str
    options: tuple[Option, ...]
    answer: tuple[int, ...]
    ruling: str
    reasoning: tuple[str, ...]
    clauses: tuple[str, ...]
    level: str
    complexity: int

    @classmethod
    def of(cls, item: Item) -> Question:
        """The question that an item is."""
        told = item._asdict()
        return cls(item.id, *(told[name] for name in cls._fields[1:]))

    @property
    def topic(self) -> str:
        """What is learned by it: the clause that decides, else the case."""
        return self.clauses[0] if self.clauses else f"case {self.case}"

    @property
    def ordered(self) -> bool:
        """Whether the options are to be put in order rather than chosen from."""
        return self.kind == "order-steps"

    @property
    def several(self) -> bool:
        """Whether the answer is more than one option, in whatever order."""
        return not self.ordered and len(self.answer) > 1

    def is_right(self, chosen: tuple[int, ...]) -> bool:
        """Whether the options with these indexes are the right answer; the order counts only where it is asked for."""
        return chosen == self.answer if self.ordered else set(chosen) == set(self.answer)

    def mistake(self, chosen: tuple[int, ...]) -> str:
        """The misconception behind the first wrong option that was chosen; empty where none is known."""
        if self.ordered:
            return ""
        wrong = (self.options[at] for at in chosen if not self.options[at].key)
        return next((option.misconception for option in wrong if option.misconception), "")

    def as_data(self) -> dict[str, Any]:
        """The question as JSON-ready data."""
        return {**self._asdict(), "options": [list(option) for option in self.options]}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Question:
        """The question in :meth:`as_data`. Raises KeyError, TypeError where it is none."""
        lists = {name: tuple(data[name]) for name in ("answer", "reasoning", "clauses")}
        options = tuple(Option(*option) for option in data["options"])
        return cls(**{**data, **lists, "options": options})


class Plan(NamedTuple):
    """What a sitting asks: the filters as typed, empty where everything is taken, and how many questions (``size``).

    ``rulebooks``: ids or folders. ``due_only``: nothing that is not due. ``seconds``: how long an exam may take, 0
    where there is no limit. ``pass_mark``: per cent of right answers that an exam needs.
    """

    rulebooks: tuple[str, ...]
    language: str
    size: int
    clause: str = ""
    kinds: tuple[str, ...] = ()
    level: str = ""
    complexity: int = 0
    due_only: bool = False
    seconds: int = 0
    pass_mark: int = 80
    misconception: str = ""

    def as_data(self) -> dict[str, Any]:
        """The plan as JSON-ready data."""
        return dict(self._asdict())

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Plan:
        """The plan in :meth:`as_data`."""
        return cls(**{**data, "rulebooks": tuple(data["rulebooks"]), "kinds": tuple(data["kinds"])})


class Trainee(NamedTuple):
    """Somebody who learns; ``id`` holds in one database."""

    id: int
    name: str


class Sitting(NamedTuple):
    """One quiz or exam. ``key`` names it in any database; ``deadline`` and ``ended`` are None where there is none."""

    id: int
    key: str
    trainee: Trainee
    kind: str
    plan: Plan
    seed: int
    begun: datetime
    deadline: datetime | None
    ended: datetime | None


class Asked(NamedTuple):
    """A question of a sitting, ``position`` from 1; ``chosen`` is None until it is answered.

    ``seconds``: how long the answer took. ``rating``: as the schedule took it, 1 again to 4 easy; 0 before the answer.
    """

    id: int
    sitting: int
    position: int
    question: Question
    asked: datetime
    answered: datetime | None
    chosen: tuple[int, ...] | None
    seconds: float
    rating: int

    @property
    def right(self) -> bool:
        """Whether it was answered, and right."""
        return self.chosen is not None and self.question.is_right(self.chosen)


class Card(NamedTuple):
    """When a topic of a rulebook is due for a trainee.

    ``state``: 1 learning, 2 review, 3 relearning; ``step``: which of its short steps, None in review. ``stability``:
    days after which it is still remembered with nine chances in ten; ``difficulty``: 1 to 10. ``answers`` and
    ``lapses``: how often it was answered, and answered wrong after it had been learned.
    """

    rulebook: str
    topic: str
    state: int
    step: int | None
    stability: float
    difficulty: float
    due: datetime
    last: datetime
    answers: int = 0
    lapses: int = 0


__all__ = [
    *("EXAM", "LEARNING", "QUIZ", "RELEARNING", "REVIEW"),
    *("Asked", "Card", "Plan", "Question", "Sitting", "Trainee"),
]
