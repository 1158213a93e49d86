"""The published contract of ``floorcall quiz stats``, ``class`` and ``misconceptions`` with ``--format json``: JSON
Schema 2020-12, kept in docs/quiz.schema.json.

``python -m training.statschema`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from explain.shapes import Schema, a_count, a_list, a_text, an_object, described, or_null, texts
from training.classes import ClassStand, Weak
from training.listed import listed_schema
from training.stats import Mistake, Stats

STATS = "floorcall.quiz-stats/1"
CLASS = "floorcall.quiz-class/1"

Title = Callable[[str], str]
"""What a misconception is called, by its id."""


def stats_data(told: Stats, title: Title) -> dict[str, Any]:
    """The statistics of a trainee as JSON-ready data."""
    return {
        "schema": STATS,
        "trainee": told.trainee,
        "at": _time(told.at),
        "answers": told.answers,
        "right": told.right,
        "due_now": told.due_now,
        "streak": {"days": told.streak, "longest": told.longest},
        "clauses": [
            {
                "rulebook": one.rulebook,
                "topic": one.topic,
                "answers": one.answers,
                "right": one.right,
                "lapses": one.lapses,
                "due": _time(one.due),
                "remembered": None if one.remembered is None else round(one.remembered, 4),
            }
            for one in told.clauses
        ],
        "misconceptions": _mistakes(told.misconceptions, title),
        "kinds": [{"kind": kind, "answers": answers, "right": right} for kind, answers, right in told.kinds],
        "forecast": [{"day": one.day.isoformat(), "due": one.due} for one in told.forecast],
    }


def class_data(told: ClassStand, title: Title) -> dict[str, Any]:
    """How a class stands as JSON-ready data."""
    return {
        "schema": CLASS,
        "group": told.team or None,
        "at": _time(told.at),
        "members": [
            {
                "trainee": one.name,
                "answers": one.answers,
                "right": one.right,
                "due_now": one.due_now,
                "due_week": one.due_week,
                "last": _time(one.last),
            }
            for one in told.members
        ],
        "clauses": [{"rulebook": one.rulebook, "topic": one.name, **_weak(one)} for one in told.clauses],
        "items": [{"rulebook": one.rulebook, "case": one.name, "kind": one.kind, **_weak(one)} for one in told.items],
        "misconceptions": _mistakes(told.misconceptions, title),
    }


def _weak(one: Weak) -> dict[str, Any]:
    return {"answers": one.answers, "right": one.right, "wrong_by": list(one.wrong_by)}


def _mistakes(told: tuple[Mistake, ...], title: Title) -> list[dict[str, Any]]:
    return [{"id": one.id, "title": title(one.id), "times": one.times, "last": _time(one.last)} for one in told]


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat(timespec="seconds")


# -- the contract -----------------------------------------------------------------------------------------------------


def quiz_schema() -> Schema:
    """The schema of everything that comes out of the three commands."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Statistics and misconceptions of floorcall quiz",
        "oneOf": [_stats_schema(), _class_schema(), listed_schema()],
    }


def _a_time(description: str = "") -> Schema:
    return described({"type": "string", "format": "date-time"}, description)


def _mistakes_schema() -> Schema:
    one = an_object(
        {
            "id": a_text("Of a misconception; else what a wrong option came from: defeated, changed-fact, ..."),
            "title": a_text("What it is called, in the language asked for"),
            "times": a_count("How often it was chosen"),
            "last": _a_time(),
        }
    )
    return a_list(one, "What wrong answers came from, the most frequent first")


def _stats_schema() -> Schema:
    clause = an_object(
        {
            "rulebook": a_text(),
            "topic": a_text("The clause by its id; `case` and the id of a case where no clause decides"),
            "answers": a_count(),
            "right": a_count(),
            "lapses": a_count("Wrong answers after it had been learned"),
            "due": or_null(_a_time(), "When it is asked again"),
            "remembered": or_null({"type": "number", "minimum": 0, "maximum": 1}, "The chance that it is known now"),
        }
    )
    streak = an_object({"days": a_count("Days in a row, up to today or yesterday"), "longest": a_count()})
    kind = an_object({"kind": a_text(), "answers": a_count(), "right": a_count()})
    day = an_object({"day": {"type": "string", "format": "date"}, "due": a_count()})
    return an_object(
        {
            "schema": {"const": STATS},
            "trainee": a_text(),
            "at": _a_time("When this was computed; all times are in UTC"),
            "answers": a_count(),
            "right": a_count(),
            "due_now": a_count("Topics that are due"),
            "streak": streak,
            "clauses": a_list(clause, "By topic, the weakest first"),
            "misconceptions": _mistakes_schema(),
            "kinds": a_list(kind, "By kind of question"),
            "forecast": a_list(day, "What falls due on each day where the program runs; the first is today"),
        }
    )


def _class_schema() -> Schema:
    member = an_object(
        {
            "trainee": a_text(),
            "answers": a_count(),
            "right": a_count(),
            "due_now": a_count(),
            "due_week": a_count("Due now or within seven days"),
            "last": or_null(_a_time(), "The last answer"),
        }
    )
    weak = {"answers": a_count(), "right": a_count(), "wrong_by": texts("Whose last answer was wrong")}
    clause = an_object({"rulebook": a_text(), "topic": a_text(), **weak})
    item = an_object({"rulebook": a_text(), "case": a_text(), "kind": a_text(), **weak})
    return an_object(
        {
            "schema": {"const": CLASS},
            "group": or_null(a_text(), "Null where everybody is meant"),
            "at": _a_time(),
            "members": a_list(member),
            "clauses": a_list(clause, "Topics that somebody had wrong, the weakest first"),
            "items": a_list(item, "Stories that somebody had wrong, the hardest first"),
            "misconceptions": _mistakes_schema(),
        }
    )


def as_text() -> str:
    """The schema as it is published."""
    return json.dumps(quiz_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")
