"""The published contract of ``say --format json``: JSON Schema 2020-12, kept in docs/say.schema.json.

``python -m say.schema`` prints it. A key is added or changed only together with the number at the end of ``schema``.
"""

from __future__ import annotations

import json

from explain.shapes import Schema, a_count, a_list, a_text, an_object, or_null

SCHEMA = "floorcall.say/1"


def say_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "A story in shorthand",
        "description": "What was typed, what was understood of it, what is asked, and the ruling. Places count from 1, "
        "letters from 0.",
        **an_object(
            {
                "schema": {"const": SCHEMA},
                "language": {"enum": ["en", "ru"], "description": "Language of all texts"},
                "typed": or_null(a_text("The story, whole; null where it was an incident file")),
                "understood": a_list(an_object(_shown()), "What was understood, in the order of the story"),
                "questions": a_list(an_object(_question()), "What can be read in two ways; then there is no ruling"),
                "faults": a_list(an_object(_fault()), "What is wrong; then there is no ruling"),
                "incident": or_null({"type": "object", "description": "By the schema of incidents"}),
                "ruling": or_null({"type": "object", "description": "By the schema of rulings"}),
            }
        ),
    }


def as_text() -> str:
    """The schema as it stands in docs/say.schema.json."""
    return json.dumps(say_schema(), ensure_ascii=False, indent=2) + "\n"


def _shown() -> Schema:
    return {"typed": a_text("The words; may be empty"), "says": a_text(), "line": a_count(), "column": a_count()}


def _question() -> Schema:
    answer = {
        "spelling": a_text("What to write there"),
        "text": a_text("The whole story with it"),
        "about": a_text("What it means; may be empty"),
    }
    places = {"start": a_count("The first letter"), "end": a_count("The letter after the last"), **_place()}
    return {"asks": a_text(), **places, "answers": a_list(an_object(answer), "At least one")}


def _fault() -> Schema:
    return {"file": a_text(), **_place(), "message": a_text(), "hint": a_text("May be empty")}


def _place() -> Schema:
    return {"line": a_count(), "column": a_count()}


if __name__ == "__main__":
    print(as_text(), end="")
