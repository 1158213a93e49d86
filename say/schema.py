"""The published contract of ``say --format json``: JSON Schema 2020-12, kept in docs/say.schema.json.

``python -m say.schema`` prints it. A key is added or changed only together with the number at the end of ``schema``.
"""

from __future__ import annotations

import json
from typing import Any

SCHEMA = "floorcall.say/1"

Schema = dict[str, Any]


def say_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "A story in shorthand",
        "description": "What was typed, what was understood of it, what is asked, and the ruling. Places count from 1, "
        "letters from 0.",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "language": {"enum": ["en", "ru"], "description": "Language of all texts"},
                "typed": _or_null(_text("The story, whole; null where it was an incident file")),
                "understood": _list(_object(_shown()), "What was understood, in the order of the story"),
                "questions": _list(_object(_question()), "What can be read in two ways; then there is no ruling"),
                "faults": _list(_object(_fault()), "What is wrong; then there is no ruling"),
                "incident": _or_null({"type": "object", "description": "By the schema of incidents"}),
                "ruling": _or_null({"type": "object", "description": "By the schema of rulings"}),
            }
        ),
    }


def as_text() -> str:
    """The schema as it stands in docs/say.schema.json."""
    return json.dumps(say_schema(), ensure_ascii=False, indent=2) + "\n"


def _shown() -> Schema:
    return {"typed": _text("The words; may be empty"), "says": _text(), "line": _count(), "column": _count()}


def _question() -> Schema:
    answer = {
        "spelling": _text("What to write there"),
        "text": _text("The whole story with it"),
        "about": _text("What it means; may be empty"),
    }
    places = {"start": _count("The first letter"), "end": _count("The letter after the last"), **_place()}
    return {"asks": _text(), **places, "answers": _list(_object(answer), "At least one")}


def _fault() -> Schema:
    return {"file": _text(), **_place(), "message": _text(), "hint": _text("May be empty")}


def _place() -> Schema:
    return {"line": _count(), "column": _count()}


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _list(items: Schema, about: str) -> Schema:
    return {"type": "array", "items": items, "description": about}


def _text(about: str = "") -> Schema:
    return {"type": "string", **({"description": about} if about else {})}


def _count(about: str = "") -> Schema:
    return {"type": "integer", "minimum": 0, **({"description": about} if about else {})}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


if __name__ == "__main__":
    print(as_text(), end="")
