"""A quiz and an exam without a screen: which question comes, what an answer was worth, how it ended.

Whoever shows it calls :meth:`Quiz.next` and :meth:`Quiz.answer` in turn; everything is kept before it is given back, so
that it can stop anywhere and go on from :meth:`training.store.Store.unfinished`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from facts.records import NamedTuple
from training.records import EXAM, QUIZ, Asked, Plan, Question, Sitting, Trainee
from training.schedule import Clock, now, rating, reviewed
from training.store import Store

if TYPE_CHECKING:
    from training.choosing import Chooser
    from training.desk import Desk


class Result(NamedTuple):
    """How a sitting stands. ``size``: the questions that it has in all; in an exam those without an answer are wrong.

    ``passed``: None for a quiz, and for an exam that is not over.
    """

    right: int
    answered: int
    size: int
    passed: bool | None

    @property
    def percent(self) -> int:
        """Right answers in a hundred: of the answered ones in a quiz, of all in an exam; rounded down."""
        whole = self.answered if self.passed is None else self.size
        return self.right * 100 // whole if whole else 0


class Quiz:
    """One sitting at work. ``clock`` says what time it is; ``timed``: whether the time of an answer says anything;
    ``tick`` is told how far a question that is looked for is: so many cases of so many.

    Methods raise Faults when the database or a rulebook does not let them.
    """

    def __init__(
        self,
        store: Store,
        sitting: Sitting,
        clock: Clock = now,
        timed: bool = True,
        open_desk: Callable[[str], Desk] | None = None,
        tick: Callable[[int, int], None] | None = None,
    ) -> None:
        self.store = store
        self.sitting = sitting
        self.clock = clock
        self.timed = timed
        self.asked: tuple[Asked, ...] = store.asked(sitting)
        self._open_desk = open_desk
        self._tick = tick
        self._chooser: Chooser | None = None

    @property
    def chooser(self) -> Chooser:
        """Chooses questions; made when one is needed, for a question that waits needs no rulebook."""
        if self._chooser is None:
            from training.choosing import Chooser, unseen
            from training.desk import Desk

            self._chooser = Chooser(self.store, self.sitting, self._open_desk or Desk, self._tick or unseen)
        return self._chooser

    # -- questions and answers --------------------------------------------------------------------------------------

    def next(self) -> Asked | None:
        """The question to answer now: the one that waits, else a new one. None when the sitting has no more."""
        if self.sitting.ended is not None or self.is_late():
            return None
        waiting = self.store.waiting(self.sitting)
        if waiting is None:
            if self.asked and len(self.asked) >= self.sitting.plan.size:
                return None
            question = self.chooser.next(self.asked, self.clock())
            if question is None:
                return None
            waiting = self.store.ask(self.sitting, question, self.clock())
        self.asked = self.store.asked(self.sitting)
        return waiting

    def reword(self) -> None:
        """Puts the question that waits in the language of the plan, where the rulebook still has such an item."""
        language = self.sitting.plan.language
        waiting = self.store.waiting(self.sitting)
        if waiting is None or waiting.question.language == language:
            return
        from training.items import again

        question = waiting.question
        with suppress(KeyError):
            item = again(question.item, question.seed, language, desk=self.chooser.desk_of(question.rulebook))
            self.store.reword(waiting, Question.of(item))

    def answer(self, asked: Asked, chosen: tuple[int, ...], seconds: float) -> Asked | None:
        """Keeps an answer; the schedule learns of it. ``seconds``: how long it took.

        None where it does not count: the question was answered in another terminal, or the time of the exam is up.
        """
        at = self.clock()
        if self.is_late(at):
            return None
        question = asked.question
        right = question.is_right(chosen)
        rated = rating(question, right, seconds if self.timed else None)
        done = self.store.answer(
            asked, chosen, seconds, rated, at, self.sitting.trainee,
            lambda card: reviewed(card, question, rated, at),
        )  # fmt: skip
        self.asked = self.store.asked(self.sitting)
        return done

    # -- time -------------------------------------------------------------------------------------------------------

    @property
    def is_exam(self) -> bool:
        """Whether nothing is explained before the end."""
        return self.sitting.kind == EXAM

    def is_late(self, at: datetime | None = None) -> bool:
        """Whether the time of an exam is up."""
        return self.sitting.deadline is not None and (at or self.clock()) >= self.sitting.deadline

    def left(self) -> float | None:
        """Seconds that are left of an exam, None where it has no limit."""
        if self.sitting.deadline is None:
            return None
        return max(0.0, (self.sitting.deadline - self.clock()).total_seconds())

    # -- the end ----------------------------------------------------------------------------------------------------

    def end(self) -> Result:
        """Closes the sitting; an exam that ran out of time ended then, not when somebody looked."""
        at = self.clock()
        if self.sitting.deadline is not None:
            at = min(at, self.sitting.deadline)
        self.sitting = self.store.end(self.sitting, at)
        return self.result()

    def result(self) -> Result:
        """How the sitting stands."""
        return result_of(self.sitting, self.asked)


def result_of(sitting: Sitting, asked: tuple[Asked, ...]) -> Result:
    """How a sitting stands with these questions."""
    right = sum(one.right for one in asked)
    answered = sum(one.chosen is not None for one in asked)
    size = sitting.plan.size
    passed = None
    if sitting.kind == EXAM and sitting.ended is not None:
        passed = right * 100 >= sitting.plan.pass_mark * size
    return Result(right, answered, size, passed)


def begin(store: Store, trainee: Trainee, plan: Plan, *, exam: bool, seed: int, clock: Clock = now) -> Sitting:
    """A new sitting of a plan. The time of an exam runs from now on, whether somebody looks at it or not."""
    at = clock()
    deadline = at + timedelta(seconds=plan.seconds) if exam and plan.seconds else None
    return store.begin(trainee, EXAM if exam else QUIZ, plan, seed, at, deadline)


def clause_text(question: Question, clause: str, desk: Desk) -> tuple[str, str, str]:
    """How a clause of a question's rulebook is cited, its title and its gist in the language of the question."""
    found = desk.rulebook.clauses.get(clause)
    cited = f"{desk.rulebook.cites_of(found)} {clause}"
    if found is None:
        return cited, "", ""
    told = [text.get(question.language) or next(iter(text.values()), "") for text in (found.title, found.gist)]
    return cited, told[0], told[1]


__all__ = ["Quiz", "Result", "begin", "clause_text", "result_of"]
