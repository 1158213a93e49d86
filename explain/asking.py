"""What has to be asked, for the eye: each question once, where it belongs, with what its answers lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from explain.layout import Row
from explain.view import View

Data = Mapping[str, Any]
_NUMBER = re.compile(r"\d+")


def asked(view: View, data: Data) -> list[Row]:
    """The questions that decide the play, and those about conduct and rights where no sanction is about."""
    rows = [row for question in data["questions"] if _decides_play(question) for row in _whole(view, question)]
    return [*rows, *([] if data["sanctions"] else _beside(view, data))]


def asked_beside_sanctions(view: View, data: Data) -> list[Row]:
    """The questions that a sanction leaves open although it is settled as such: how many hands it comes to."""
    rows = _beside(view, data) if data["sanctions"] else []
    return [
        row if row.head else row._replace(text=view.wording.say("sanction", "ask", question=row.text)) for row in rows
    ]


def branches_of(view: View, data: Data, sanction: Data) -> list[Row]:
    """What the answers lead to that an open sanction waits for; the sanction itself puts the question."""
    own = (q for q in data["questions"] if _is_beside(q) and q["matters"] and q["id"].startswith(_about(sanction)))
    return [row for question in own for row in _branches(view, question)]


def _decides_play(question: Data) -> bool:
    return question["for"] == "play" and bool(question["matters"])


def _is_beside(question: Data) -> bool:
    return bool(question["for"] == "sanction")


def _about(sanction: Data) -> str:
    """The beginning of the ids of all questions about what a sanction is for."""
    return f"act {sanction['act']}." if "act" in sanction else f"event {sanction['event']}."


def _beside(view: View, data: Data) -> list[Row]:
    """The questions about conduct and rights that no open sanction puts; one whose answers are not told apart only
    where there is no other.
    """
    waiting = tuple(_about(found) for found in data["sanctions"] if found["status"] != "settled")
    found = [q for q in data["questions"] if _is_beside(q) and not q["id"].startswith(waiting)]
    telling = [question for question in found if question["matters"]]
    others = [] if any(q["matters"] for q in data["questions"]) else found[:1]
    return [row for question in telling or others for row in _whole(view, question)]


def _whole(view: View, question: Data) -> Iterator[Row]:
    yield Row(question["question"])
    yield from _branches(view, question)


def _branches(view: View, question: Data) -> Iterator[Row]:
    """What each answer leads to; an only answer leads to the next question, whatever it is."""
    for said, texts in answers_of(view, question) if len(question["answers"]) > 1 else ():
        text = view.wording.say("ask", "answer", answer=said, text=view.lower(texts[0]))
        yield Row(text, head="–", deeper=1)
        yield from (Row(text, head=" ", deeper=1) for text in texts[1:])


def answers_of(view: View, question: Data) -> list[tuple[str, list[str]]]:
    """Each answer in words with what it leads to. Amounts that were tried and lead to the same but for the numbers are
    told as a range, by its last one.
    """
    say = view.wording
    found: list[tuple[list[Data], list[str] | None, list[str]]] = []
    for answer in question["answers"]:
        texts = answer["leads_to"]["text"] or [say.label("ask", "none")]
        kind = [_NUMBER.sub("#", text) for text in texts] if _is_amount(answer["values"]) else None
        if kind and found and found[-1][1] == kind:
            found[-1] = ([*found[-1][0], answer], kind, texts)
        else:
            found.append(([answer], kind, texts))
    return [(_said(view, same, len(found)), texts) for same, _, texts in found]


def _said(view: View, same: list[Data], kinds: int) -> str:
    """The answers with one outcome in words; where all that were tried are alike, the last as an example."""
    say = view.wording
    if len(same) == 1:
        return say.label("language", "list-either").join(same[0]["said"])
    values, last = sorted(value for answer in same for value in answer["values"]), same[-1]["values"][0]
    return say.say("ask", "range" if kinds > 1 else "example", first=values[0], last=last)


def _is_amount(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)
