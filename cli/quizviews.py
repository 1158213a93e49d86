"""A question and what is said after its answer, as text: used while a quiz goes on and when it is read again."""

from __future__ import annotations

from typing import Any

from cli.output import Screen
from explain.width import columns, fill
from training.records import Asked, Question
from training.said import say

_INDENT = 2
# Between the digits of an amount: no-break, narrow no-break and thin space.
_BLANKS = frozenset("\u00a0\u202f\u2009")


class View:
    """Prints questions and explanations. ``plain``: no lines that draw anything, and no columns beside each other."""

    def __init__(self, screen: Screen, plain: bool) -> None:
        self.screen = screen
        self.plain = plain
        self.width = max(20, screen.width)

    def text(self, text: str, indent: str = "", style: str = "") -> None:
        """A text folded to the screen, each of its lines by itself."""
        for paragraph in text.split("\n"):
            for line in fill(printable(paragraph), max(2, self.width - columns(indent))):
                self.screen.line(indent + (self.screen.styled(line, style) if style else line))

    def hanging(self, mark: str, text: str, style: str = "") -> None:
        """A text with a mark before its first line; the other lines stand under the text."""
        indent = " " * columns(mark)
        lines = [
            line
            for paragraph in text.split("\n")
            for line in fill(printable(paragraph), max(2, self.width - columns(mark)))
        ]
        for number, line in enumerate(lines or [""]):
            before = (self.screen.styled(mark, style) if style else mark) if number == 0 else indent
            self.screen.line(before + line)

    def labelled(self, label: str, text: str) -> None:
        """A text under its label, or beside it where columns may be used."""
        if self.plain:
            first, *others = text.split("\n")
            self.text(f"{label}: {first}")
            for line in others:
                self.text(line)
        else:
            self.hanging(label + " " * max(1, 14 - columns(label)), text, "bold")

    def question(self, question: Question, head: str) -> None:
        """The story, the question and the options by number."""
        language = question.language
        self.screen.line()
        self.text(head, style="dim")
        self.screen.line()
        self.text(question.story)
        self.screen.line()
        self.text(question.question, style="bold")
        for number, option in enumerate(question.options, 1):
            self.hanging(f"{number:>3}  ", option.text)
        if question.ordered:
            numbers = list(range(1, len(question.options) + 1))
            self.text("  " + say(language, "order", example=" ".join(map(str, [*numbers[1:], *numbers[:1]]))))
        elif question.several:
            self.text("  " + say(language, "several"))

    def explained(self, asked: Asked, cites: Any, tail: str = "") -> None:
        """Whether the answer was right, what is right, the ruling, the reasoning, and what refutes what was chosen.

        ``cites``: gives the name under which a clause is cited.
        """
        question, language = asked.question, self.screen.language
        chosen = asked.chosen or ()
        verdict, style = ("right", "green") if asked.right else ("wrong", "red") if chosen else ("unsure", "yellow")
        told = say(language, verdict) if asked.chosen is not None else say(language, "not-answered")
        head = self.screen.styled(told, style, "bold")
        self.screen.line(head + (f"   {tail}" if tail else ""))
        if not asked.right:
            listed = [f"{at + 1}. {question.options[at].text}" for at in question.answer]
            self.labelled(say(language, "is-right"), "\n".join(listed))
        self.labelled(say(language, "ruling"), question.ruling)
        if question.reasoning:
            steps = (f"{number}. {step}" for number, step in enumerate(question.reasoning, 1))
            self.labelled(say(language, "why"), "\n".join(steps))
        self._reasons(question, chosen, cites)
        if question.clauses:
            self.labelled(say(language, "clause"), ", ".join(cites(clause) for clause in question.clauses))

    def _reasons(self, question: Question, chosen: tuple[int, ...], cites: Any) -> None:
        """Why each option that was chosen stands or falls, and why a right one that was not chosen stands."""
        language = self.screen.language
        told = [("your-answer", at) for at in chosen]
        if question.several:
            told += [("missed", at) for at in question.answer if at not in chosen]
        for label, at in told:
            option = question.options[at]
            if option.why and not (question.ordered and option.key):
                clause = f" ({cites(option.clause)})" if option.clause and option.clause not in option.why else ""
                self.labelled(say(language, label), f"{at + 1}. {option.why}{clause}")

    def clause(self, cited: str, title: str, gist: str) -> None:
        """A clause: what it is called and what it says."""
        self.text(f"{cited}  {title}".rstrip(), style="bold")
        if gist:
            self.text(gist, " " * _INDENT)


def printable(text: str) -> str:
    """A text without characters that would steer a terminal; blanks that must not break stay."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c in _BLANKS else "�" for c in text)


def bar(done: int, whole: int, width: int = 20) -> str:
    """How far something is, as a bar of letters."""
    full = width * done // whole if whole else 0
    return "█" * full + "░" * (width - full)


__all__ = ["View", "bar", "printable"]
