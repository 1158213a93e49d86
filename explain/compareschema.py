"""The published contract of a comparison: JSON Schema 2020-12, made here and kept in docs/compare.schema.json.

``python -m explain.compareschema`` prints it. Options and questions have the shapes that they have in a ruling. A key
is added or changed only together with the number at the end of ``schema``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.comparison import CELLS, SILENCES
from explain.compare import SCHEMA
from explain.schema import STATUSES, ruling_schema
from explain.shapes import LANGUAGE, Schema, a_list, a_number, a_ref, a_text, an_object, by_seat, clauses, texts


def compare_schema() -> Schema:
    """The schema as plain data, made anew."""
    top = {**an_object(_top()), "$defs": {"row": an_object(_row()), "line": _line(), "told-option": _told_option()}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "One poker incident under several rulebooks",
        "description": "What each rulebook says about one incident, and in which parts it differs from the first. "
        "Amounts are whole chips; to, min and max are street totals, more is what has to be added.",
        **top,
        "$defs": {**top["$defs"], **_borrowed(top)},
    }


def as_text() -> str:
    """The schema as it stands in docs/compare.schema.json."""
    return json.dumps(compare_schema(), ensure_ascii=False, indent=2) + "\n"


def _top() -> Schema:
    faulty = an_object({"rulebook": a_text(), "faults": a_number("How many faults it has")})
    return {
        "schema": {"const": SCHEMA},
        "language": a_text(LANGUAGE),
        "reference": a_text("Id of the rulebook that the others differ from: that of the first row"),
        "alike": texts("Ids of the rulebooks that rule as it does"),
        "rows": {**a_list(a_ref("row"), "One for each rulebook"), "minItems": 1},
        "left_out": a_list(faulty, "Installed rulebooks that could not be read"),
    }


def _row() -> Schema:
    citation = an_object({"clause": a_text(), "cite": a_text("As it is cited to people"), "title": a_text()})
    return {
        "rulebook": a_text("Id of the rulebook"),
        "name": a_text("Its name"),
        "edition": a_text("Its edition"),
        "layers": texts("The rulebooks that it stands on, itself first"),
        "status": {"enum": list(STATUSES), "description": "How sure the ruling on the play is, sanctions apart"},
        "silent": {
            "enum": list(SILENCES),
            "description": "Whether the book decides nothing, on all or on a part of it",
        },
        "names_game": {"type": "boolean", "description": "Whether some rule of the book names the game"},
        "differs": a_list({"enum": list(CELLS)}, "The parts that differ from the first row; texts are not compared"),
        "differs_for": texts("The players whose options differ from the first row"),
        "outcome": a_list(a_ref("line"), "What the acts count as and what else was decided about the play"),
        "returned": by_seat(a_ref("chips-amount"), "What comes back at once"),
        "options": a_list(a_ref("told-option"), "What each player with a decision may do, in the order to act"),
        "steps": a_list(a_ref("line"), "What the dealer has to do, in order, and where cards go"),
        "conduct": a_list(a_ref("line"), "Sanctions and rights, apart from the play"),
        "questions": a_list(a_ref("question"), "What has to be asked, and where each answer leads"),
        "discretion": a_list(a_ref("discretion"), "Who may decide, and within which range"),
        "clauses": a_list(citation, "The clauses that decide, the most telling first"),
    }


def _line() -> Schema:
    return an_object({"text": a_text(), "clauses": clauses()})


def _told_option() -> Schema:
    option = ruling_schema()["$defs"]["option"]
    return an_object({**option["properties"], "text": a_text("The same in words")})


def _borrowed(schema: Schema) -> Schema:
    """The shapes of a ruling that a schema names, with those that they name in turn."""
    known, found = ruling_schema()["$defs"], dict[str, Any]()
    waiting = list(_named(schema))
    while waiting:
        name = waiting.pop()
        if name in known and name not in found:
            found[name] = known[name]
            waiting.extend(_named(known[name]))
    return {name: found[name] for name in known if name in found}


def _named(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "$ref" in value:
            yield str(value["$ref"]).rpartition("/")[2]
        for part in value.values():
            yield from _named(part)
    elif isinstance(value, list):
        for part in value:
            yield from _named(part)


if __name__ == "__main__":
    print(as_text(), end="")
