"""``floorcall quiz stats``: how a trainee stands, by clause and by misconception, and what falls due when."""

from __future__ import annotations

import os
from datetime import datetime
from functools import partial
from typing import Any

from cli.codes import OK
from cli.output import Screen, is_terminal
from cli.quiz import add_who, name_of
from cli.quizviews import bar
from cli.tables import table
from training.said import kind_said, mistake_said, say
from training.stats import Stats
from training.store import Store

SHOWN = 15
"""Rows of a table unless all of them are asked for."""

_WIDE = 24

EXAMPLES = """examples:
  floorcall quiz stats
  floorcall quiz stats --trainee Anna --all
  floorcall quiz stats --format json

The JSON follows floorcall schema quiz. Days are those of this machine; times in JSON are in UTC."""


def stats_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz stats``."""
    from cli.arguments import add_format, add_language, add_looks

    parser.description = "Shows how a trainee stands: by clause and misconception, what falls due, days in a row."
    parser.epilog = EXAMPLES
    add_who(parser)
    parser.add_argument("--all", action="store_true", help="every clause, not only the weakest")
    parser.add_argument("--plain", action="store_true", help="no charts: for pipes and screen readers")
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def stats(arguments: Any, screen: Screen) -> int:
    """Prints the statistics. Raises Faults when the database cannot be read."""
    from training import schedule
    from training.stats import stats as made

    schedule.needs_library()
    name, at = name_of(arguments), schedule.now()
    store = looked_into(arguments)
    trainee = store.find(name) if store is not None else None
    if store is None or trainee is None:
        told = made(name, (), (), at)
    else:
        told = made(trainee.name, store.answers([trainee]), store.cards(trainee), at)
        store.close()
    if arguments.format == "json":
        from training.statschema import stats_data

        screen.json(stats_data(told, partial(mistake_said, language=screen.language)))
    elif not told.answers:
        screen.line(say(screen.language, "nothing", "quiz-stats", trainee=told.trainee))
    else:
        _Views(screen, arguments).stats(told)
    return OK


def looked_into(arguments: Any) -> Store | None:
    """The training database, None where none was made yet: looking makes none. Raises Faults."""
    from training.database import default_path

    path = arguments.database or default_path()
    if not arguments.database and not os.path.exists(path):
        return None
    return Store.open(path, reading=bool(arguments.database) and not os.path.exists(path))


class _Views:
    """The statistics as text. Charts are drawn on a terminal; a pipe and ``--plain`` get the numbers alone."""

    def __init__(self, screen: Screen, arguments: Any) -> None:
        self.screen = screen
        self.language = screen.language
        self.charts = not arguments.plain and is_terminal(screen.out)
        self.most = None if arguments.all else SHOWN

    def stats(self, told: Stats) -> None:
        """All of it."""
        percent = told.right * 100 // told.answers
        head = self._said("head", trainee=told.trainee, right=told.right, answers=told.answers, percent=percent)
        self.screen.line(self.screen.styled(head, "bold"))
        self.screen.line(self._said("streak", days=told.streak, longest=told.longest))
        self.screen.line(self._said("due", count=told.due_now))
        self._clauses(told)
        self._mistakes(told)
        self._kinds(told)
        self._forecast(told)

    def _said(self, key: str, **values: Any) -> str:
        return say(self.language, key, "quiz-stats", **values)

    def _heading(self, key: str) -> None:
        self.screen.line()
        self.screen.line(self.screen.styled(self._said(key), "bold"))

    def _share(self, right: int, answers: int) -> str:
        told = f"{right}/{answers}"
        return f"{bar(right, answers, 10)} {told}" if self.charts else told

    def _clauses(self, told: Stats) -> None:
        self._heading("clauses")
        keys = ("clause", "right", "lapses", "remembered", "due-on")
        rows = [tuple(self._said(key) for key in keys)]
        for one in told.clauses[: self.most]:
            known = "" if one.remembered is None else f"{one.remembered:.0%}"
            due = "" if one.due is None else self._said("now") if one.due <= told.at else day_of(one.due)
            rows.append(
                (f"{one.rulebook} {one.topic}", self._share(one.right, one.answers), str(one.lapses), known, due)
            )
        table(rows, self.screen, "  ", head=True)
        left = len(told.clauses) - len(rows) + 1
        if left:
            self.screen.line("  " + self._said("more", count=left))

    def _mistakes(self, told: Stats) -> None:
        if told.misconceptions:
            self._heading("misconceptions")
            rows = [(str(one.times), mistake_said(one.id, self.language)) for one in told.misconceptions[: self.most]]
            table([(self._said("times"), ""), *rows], self.screen, "  ", head=True)

    def _kinds(self, told: Stats) -> None:
        self._heading("kinds")
        rows = [(kind_said(kind, self.language), self._share(right, answers)) for kind, answers, right in told.kinds]
        table([(self._said("kind"), self._said("right")), *rows], self.screen, "  ", head=True)

    def _forecast(self, told: Stats) -> None:
        self._heading("forecast")
        most = max((day.due for day in told.forecast), default=0)
        rows = []
        for number, one in enumerate(told.forecast):
            name = self._said("today") if number == 0 else one.day.isoformat()
            drawn = "█" * -(-_WIDE * one.due // most) if self.charts and most else ""
            rows.append((name, f"{one.due:>4}", drawn))
        table(rows, self.screen, "  ")


def day_of(at: datetime) -> str:
    """A day where somebody lives."""
    return at.astimezone().strftime("%Y-%m-%d")


__all__ = ["SHOWN", "day_of", "looked_into", "stats", "stats_arguments"]
