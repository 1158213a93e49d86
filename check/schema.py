"""The published contract of ``rulebook check --format json``: JSON Schema 2020-12, kept in docs/check.schema.json.

``python -m check.schema`` prints it. A key is added or changed only together with the number at the end of ``schema``.
The solver is not needed for it.
"""

from __future__ import annotations

import json
from typing import Any

from check.findings import CONFIRMED, OUTSIDE, REASONS, UNCONFIRMED

SCHEMA = "floorcall.check/2"

Schema = dict[str, Any]


def check_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Checks of a rulebook",
        "description": "What was read of a rulebook without a fault, and what its rules contradict or leave open.",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "rulebook": _text("Id of the rulebook"),
                "lineage": _list(_text(), "The books that it stands on, itself first"),
                "clauses": _count("Clauses of the whole"),
                "rules": _count("Rules of the whole"),
                "parameters": _count("Parameters of the whole"),
                "cases": _count("Cases of the book itself"),
                "solver_missing": {
                    "type": "boolean",
                    "description": "Overlaps and gaps were asked for, but no solver is installed",
                },
                "static": _or_null(_ref("static"), "Overlaps and gaps; null where they were not looked for"),
            }
        ),
        "$defs": {
            "static": _static(),
            "overlap": _overlap(),
            "gap": _gap(),
            "reason": _object(
                {
                    "reason": {"enum": list(REASONS), "description": "See docs/rules.md"},
                    "rules": _list(_text(), "The rules that it is about, in order"),
                }
            ),
        },
    }


def as_text() -> str:
    """The schema as it stands in docs/check.schema.json."""
    return json.dumps(check_schema(), ensure_ascii=False, indent=2) + "\n"


def _static() -> Schema:
    tally = _object(
        {
            "pairs": _count("Pairs of rules that answer the same question"),
            "related": _count("Of them those with a relation, and those where one proposes nothing of its own"),
            "proved": _count("Those that never apply together, or then agree"),
            "two_events": _count("Those that need two things to happen at once; they were not looked at"),
        }
    )
    explained = _object(
        {"event": _text(), "why": _text("In the language asked for"), "file": _text(), "line": _count("From 1")}
    )
    stale = _object(
        {
            "overlap": _or_null(_list(_text(), "Two rules"), "What is explained: an overlap"),
            "gap": _or_null(_text(), "Or a gap of this kind of event"),
            "file": _text(),
            "line": _count("From 1"),
        }
    )
    return _object(
        {
            "overlaps": _or_null(
                _object({"tally": tally, "found": _list(_ref("overlap"), "All that may overlap")}),
                "Null: not asked for",
            ),
            "gaps": _or_null(
                _object(
                    {
                        "events": _count("Kinds of event that the rules look at"),
                        "found": _list(_ref("gap"), "Gaps that nothing explains"),
                        "explained": _list(explained, "What the book and those below it explain"),
                        "not_looked_at": {
                            "type": "object",
                            "additionalProperties": _list(_ref("reason")),
                            "description": "By event, why not everything about it was looked at",
                        },
                    }
                ),
                "Null: not asked for",
            ),
            "stale": _list(stale, "Explanations of which nothing is left to explain"),
            "unexplained": _count("Confirmed overlaps and gaps that nothing explains"),
        }
    )


def _overlap() -> Schema:
    return _object(
        {
            "topic": _text("The question that both answer"),
            "rules": _list(_object({"rule": _text(), "clause": _text("The clause that it stands on")}), "Two rules"),
            "status": {"enum": [CONFIRMED, UNCONFIRMED, OUTSIDE], "description": "Whether the engine reports it"},
            "readings": {
                "type": "object",
                "additionalProperties": _text(),
                "description": "Readings under which it happens, by clause, where they are not the default",
            },
            "reasons": _list(_ref("reason"), "Why it is not confirmed"),
            "incident": _or_null(_text("YAML to copy"), "An incident on which the engine reports it"),
            "explained": _or_null(_text(), "Why the book lets it be"),
        }
    )


def _gap() -> Schema:
    values = {
        "type": "object",
        "additionalProperties": _list({"type": ["string", "boolean", "integer"]}),
    }
    return _object(
        {
            "event": _text("The kind of event"),
            "topics": _list(_text(), "The questions that no rule answers"),
            "where": {**values, "description": "By slot of the event the values; what is not named does not matter"},
            "table": {**values, "description": "By slot of the table the values"},
            "if": _list(_text(), "What else holds, as in a rule, with slots for variables"),
            "incident": _text("An example, YAML to copy"),
        }
    )


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _described(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


def _text(about: str = "") -> Schema:
    return _described({"type": "string"}, about)


def _count(about: str) -> Schema:
    return _described({"type": "integer", "minimum": 0}, about)


def _list(items: Schema, about: str = "") -> Schema:
    return _described({"type": "array", "items": items}, about)


def _or_null(schema: Schema, about: str) -> Schema:
    return {"anyOf": [schema, {"type": "null"}], "description": about}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


if __name__ == "__main__":
    print(as_text(), end="")
