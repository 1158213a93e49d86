"""The irregularities of a hand history in words, each with its place in the file."""

from __future__ import annotations

from typing import Any

from engine.irregular import Irregular, irregularities
from engine.ruling import Ruling
from explain.layout import Row, Section, lay_out
from explain.wording import Wording

Data = dict[str, Any]


def irregular_data(ruling: Ruling, language: str) -> list[Data]:
    """The irregularities as JSON-ready data: kind, place, number of the act where it is one, text."""
    say = Wording(language, ruling.vocabulary, grouped=True)
    found: list[Data] = []
    for one in irregularities(ruling.incident, ruling.trace):
        entry: Data = {"kind": one.kind, "line": one.place.line, "column": one.place.column}
        entry |= {"act": one.number} if one.number else {"event": getattr(one.told, "type", "")}
        found.append(entry | {"text": _sentence(one, say)})
    return found


def irregular_text(ruling: Ruling, language: str, width: int, colour: bool) -> str:
    """The irregularities as a section of text, each after its line in the file; one sentence when there are none."""
    say = Wording(language, ruling.vocabulary, grouped=True)
    rows = [Row(one["text"], head=f"{one['line']}:{one['column']}") for one in irregular_data(ruling, language)]
    return lay_out(
        [Section(say.label("sections", "history"), rows or [Row(say.say("irregular", "none"))])], width, colour
    )


def _sentence(one: Irregular, say: Wording) -> str:
    if one.kind == "event":
        title = say.of(say.vocabulary.facts[one.told.type].title)  # type: ignore[union-attr]
        street = one.values.get("street")
        return say.say("irregular", "event-street" if street else "event", title=title, street=street)
    if one.kind == "below-least" and one.values.get("least") is None:
        return say.say("irregular", "not-above", **one.values)
    return say.say("irregular", one.kind, **one.values)
