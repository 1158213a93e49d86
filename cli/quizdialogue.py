"""The dialogue of a quiz: a question is shown, an answer is read and kept, then explained; in an exam at the end."""

from __future__ import annotations

from datetime import datetime
from typing import NoReturn

from cli.progress import Bar
from cli.quizkeys import Console, Ended, TimeUp
from cli.quizviews import View, bar, printable
from training.quiz import Quiz, clause_text
from training.records import Asked, Question
from training.said import clock_time, control, kind_said, say

DONE, QUIT, ENDED, LATE = "done", "quit", "ended", "late"
_PROMPT = "> "


class _Left(Exception):
    """The dialogue is over, by the reason in ``args``."""


class Unread(Exception):
    """An answer that says nothing; ``args`` holds what is wrong with it."""


class Looking:
    """How far the search for a question is: few fit a plan that asks for much."""

    def __init__(self) -> None:
        self._bar: Bar | None = None

    def tick(self, done: int, of: int) -> None:
        """So many cases of so many have been tried."""
        if self._bar is None:  # the time for an answer is no waiting: each search has a bar of its own
            self._bar = Bar()
        self._bar.tick(min(done, of), of)

    def over(self) -> None:
        """A question was found, or there is none."""
        if self._bar is not None:
            self._bar.clear()
        self._bar = None


class Dialogue:
    """One sitting with a person."""

    def __init__(self, quiz: Quiz, view: View, console: Console, looking: Looking) -> None:
        self.quiz = quiz
        self.looking = looking
        self.view = view
        self.screen = view.screen
        self.console = console
        self.last: Asked | None = None
        self.helped = False

    @property
    def language(self) -> str:
        """The language of the dialogue; a question has its own."""
        return self.screen.language

    def run(self) -> str:
        """Asks until the sitting is over; says how it ended: done, quit, ended or late."""
        try:
            while (asked := self._next()) is not None:
                self._ask(asked)
        except _Left as left:
            return str(left.args[0])
        except Ended:
            self._line()
            return ENDED
        except TimeUp:
            self._line()
            return LATE
        return LATE if self.quiz.is_late() else DONE

    def _next(self) -> Asked | None:
        try:
            return self.quiz.next()
        finally:
            self.looking.over()

    # -- one question -----------------------------------------------------------------------------------------------

    def _ask(self, asked: Asked) -> None:
        question = asked.question
        self.view.question(question, self._head(asked))
        if not self.helped:
            self._help()
        begun = self.quiz.clock()
        chosen = self._answer(question)
        done = self.quiz.answer(asked, chosen, (self.quiz.clock() - begun).total_seconds())
        if done is None:
            if self.quiz.is_late():
                raise TimeUp
            self._line(say(self.language, "elsewhere"))
            return
        self.last = done
        if self.quiz.is_exam:
            self._line(say(self.language, "kept-answer"))
            return
        result = self.quiz.result()
        self._line()
        tail = say(self.language, "so-far", right=result.right, answered=result.answered)
        self.view.explained(done, self.cites(question), tail)
        self.screen.flush()
        if self.console.keys and result.answered < result.size:
            self._pause()

    def _head(self, asked: Asked) -> str:
        question, size = asked.question, self.quiz.sitting.plan.size
        told = [say(self.language, "head", position=asked.position, size=size)]
        if not self.view.plain:
            told.append(bar(asked.position - 1, size, 10))
        told += [question.rulebook, kind_said(question.kind, self.language)]
        told.append(say(self.language, f"level-{question.level}"))
        told.append(say(self.language, "complexity", value=question.complexity))
        left = self.quiz.left()
        if left is not None:
            told.append(say(self.language, "left", time=clock_time(left)))
        return (", " if self.view.plain else " · ").join(told)

    def _help(self) -> None:
        self.helped = True
        how = "exam" if self.quiz.is_exam else "keys" if self.console.keys else "lines"
        self.view.text(say(self.language, f"controls-{how}"), style="dim")

    # -- reading ----------------------------------------------------------------------------------------------------

    def _answer(self, question: Question) -> tuple[int, ...]:
        """The options that were chosen, none of them for "don't know". Raises Ended, TimeUp, or leaves."""
        single = not question.ordered and not question.several
        while True:
            typed = self._key() if single and self.console.keys and len(question.options) < 10 else self._typed()
            done = control(typed)
            if done == "unsure":
                return ()
            if done == "quit":
                self._quit()
            if done == "clause":
                self._clause()
            elif done == "help":
                self._help()
            elif typed.strip() or not self.console.keys:
                try:
                    return chosen_in(typed, question, self.language)
                except Unread as wrong:
                    self._line(f"  {wrong}")

    def _typed(self) -> str:
        """A line; over a pipe it is shown, as nobody sees it typed."""
        self._prompt()
        typed = self.console.line(self.quiz.left())
        if self.console.echo:
            self._line(printable(typed))
        return typed

    def _key(self) -> str:
        """A key, shown as it was pressed."""
        key = self.console.key(self._prompt, self.quiz.left())
        self._line(printable(key))
        return key

    def _pause(self) -> None:
        """Waits until the explanation was read."""
        while True:
            self.screen.line(self.screen.styled(say(self.language, "next-keys"), "dim"))
            done = control(key := self._key())
            if done == "quit":
                self._quit()
            if done == "clause":
                self._clause()
            elif not key:
                return

    def _prompt(self) -> None:
        self.screen.out.write(_PROMPT)
        self.screen.flush()
        import fsrs  # noqa: F401  # what the answer will need is got ready while the person reads

    def _quit(self) -> NoReturn:
        raise _Left(QUIT)

    # -- clauses ----------------------------------------------------------------------------------------------------

    def _clause(self) -> None:
        """The clauses of the question that was answered last."""
        if self.last is None or self.quiz.is_exam:
            self._line(say(self.language, "no-answer-yet"))
            return
        question = self.last.question
        if not question.clauses:
            self._line(say(self.language, "no-clause"))
        for clause in question.clauses:
            self.view.clause(*clause_text(question, clause, self.quiz.chooser.desk_of(question.rulebook)))
        self.screen.flush()

    def cites(self, question: Question) -> Cites:
        """How the clauses of a question are cited."""
        return Cites(self.quiz, question)

    def _line(self, text: str = "") -> None:
        self.screen.line(text)


class Cites:
    """How the clauses of a question are cited: with the short name of their rulebook."""

    def __init__(self, quiz: Quiz, question: Question) -> None:
        self._quiz = quiz
        self._question = question

    def __call__(self, clause: str) -> str:
        return clause_text(self._question, clause, self._quiz.chooser.desk_of(self._question.rulebook))[0]


def chosen_in(typed: str, question: Question, language: str) -> tuple[int, ...]:
    """The options that a line names by their numbers, from 0. Raises Unread with what is wrong."""
    most = len(question.options)
    marked = "".join(letter if letter.isdecimal() else " " for letter in typed).split()
    if any(letter.isalpha() for letter in typed):
        raise Unread(say(language, "no-number", most=most))
    if len(marked) == 1 and most < 10:
        marked = list(marked[0])
    numbers = [int(mark) for mark in marked if len(mark) < 4]
    if not numbers or len(numbers) < len(marked) or not all(1 <= number <= most for number in numbers):
        raise Unread(say(language, "no-number", most=most))
    doubled = [number for number in numbers if numbers.count(number) > 1]
    if doubled:
        raise Unread(say(language, "twice", number=doubled[0]))
    if question.ordered and len(numbers) < most:
        raise Unread(say(language, "not-all", most=most))
    if not question.ordered and not question.several and len(numbers) > 1:
        raise Unread(say(language, "one-number"))
    return tuple(number - 1 for number in numbers)


def until(at: datetime) -> str:
    """A time of the day where somebody sits."""
    return at.astimezone().strftime("%H:%M")


__all__ = ["DONE", "ENDED", "LATE", "QUIT", "Dialogue", "Unread", "chosen_in", "until"]
