"""What can be asked about a ruling, and what a ruling answers to it, in words.

The answer to one question is worded by the same code for every ruling: for the right one and for that of a
misconception, another edition or a changed fact. So options are alike in form, and two that say the same are the same
text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.arbitration import SETTLED
from explain.view import View
from facts.records import NamedTuple
from training.texts import Texts


class Asked(NamedTuple):
    """One question about a story. ``kind``: one of the kinds of items; ``topic`` and ``subject`` name what is asked
    about as the engine knows it (``settles`` of ``act 2``).
    """

    kind: str
    topic: str
    subject: str


def askable(view: View, kinds: tuple[str, ...]) -> Iterator[Asked]:
    """The questions of some kinds that a ruling answers, in its reading order."""
    for kind in kinds:
        if kind == "counts-as":
            for step in view.read:
                yield Asked(kind, "settles", f"act {step.number}")


def question(view: View, asked: Asked, texts: Texts) -> str:
    """The question as it is put."""
    return texts.say("ask", asked.kind, act=view.subject(asked.subject))


def answer(view: View, asked: Asked, texts: Texts) -> str | None:
    """What a ruling answers, as the text of an option; None where it leaves that open or says nothing about it."""
    return _counts_as(view, asked, texts) if asked.kind == "counts-as" else None


def clauses(view: View, asked: Asked) -> tuple[str, ...]:
    """The clauses behind the answer, the deciding one first."""
    verdict = view.settled(asked.topic, asked.subject)
    return () if verdict is None else tuple(view.clauses_behind(verdict))


def _counts_as(view: View, asked: Asked, texts: Texts) -> str | None:
    binding = view.settled("binding", asked.subject)
    how = str(binding.values.get("how")) if binding is not None else "stands"
    if how in ("free", "released", "change"):
        return texts.say("settles", how)
    verdict = view.verdicts.get((asked.topic, asked.subject))
    return None if verdict is None or verdict.status != SETTLED else _settled(dict(verdict.values), texts)


def _settled(values: dict[str, Any], texts: Texts) -> str:
    if values.get("choice") == "again":
        return texts.say("settles", "again")
    if values.get("choice") == "complete-or-fold":
        return texts.say("settles", "incomplete", **values)
    name = str(values["as"])
    bare = values.get("to") is None and texts.has("settles", f"{name}-bare")
    return texts.say("settles", f"{name}-bare" if bare else name, **values)


__all__ = ["Asked", "answer", "askable", "clauses", "question"]
