"""The published contract of ``rulebook check --format json``: JSON Schema 2020-12, kept in docs/check.schema.json.

``python -m check.schema`` prints it. A key is added or changed only together with the number at the end of ``schema``.
The solver is not needed for it.
"""

from __future__ import annotations

import json

from check.findings import CONFIRMED, OUTSIDE, REASONS, UNCONFIRMED
from explain.shapes import Schema, a_count, a_list, a_ref, a_text, an_object, or_null

SCHEMA = "floorcall.check/2"


def check_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Checks of a rulebook",
        "description": "What was read of a rulebook without a fault, and what its rules contradict or leave open.",
        **an_object(
            {
                "schema": {"const": SCHEMA},
                "rulebook": a_text("Id of the rulebook"),
                "lineage": a_list(a_text(), "The books that it stands on, itself first"),
                "clauses": a_count("Clauses of the whole"),
                "rules": a_count("Rules of the whole"),
                "parameters": a_count("Parameters of the whole"),
                "cases": a_count("Cases of the book itself"),
                "solver_missing": {
                    "type": "boolean",
                    "description": "Overlaps and gaps were asked for, but no solver is installed",
                },
                "static": or_null(a_ref("static"), "Overlaps and gaps; null where they were not looked for"),
            }
        ),
        "$defs": {
            "static": _static(),
            "overlap": _overlap(),
            "gap": _gap(),
            "reason": an_object(
                {
                    "reason": {"enum": list(REASONS), "description": "See docs/rules.md"},
                    "rules": a_list(a_text(), "The rules that it is about, in order"),
                }
            ),
        },
    }


def as_text() -> str:
    """The schema as it stands in docs/check.schema.json."""
    return json.dumps(check_schema(), ensure_ascii=False, indent=2) + "\n"


def _static() -> Schema:
    tally = an_object(
        {
            "pairs": a_count("Pairs of rules that answer the same question"),
            "related": a_count("Of them those with a relation, and those where one proposes nothing of its own"),
            "proved": a_count("Those that never apply together, or then agree"),
            "two_events": a_count("Those that need two things to happen at once; they were not looked at"),
        }
    )
    explained = an_object(
        {"event": a_text(), "why": a_text("In the language asked for"), "file": a_text(), "line": a_count("From 1")}
    )
    stale = an_object(
        {
            "overlap": or_null(a_list(a_text(), "Two rules"), "What is explained: an overlap"),
            "gap": or_null(a_text(), "Or a gap of this kind of event"),
            "file": a_text(),
            "line": a_count("From 1"),
        }
    )
    return an_object(
        {
            "overlaps": or_null(
                an_object({"tally": tally, "found": a_list(a_ref("overlap"), "All that may overlap")}),
                "Null: not asked for",
            ),
            "gaps": or_null(
                an_object(
                    {
                        "events": a_count("Kinds of event that the rules look at"),
                        "found": a_list(a_ref("gap"), "Gaps that nothing explains"),
                        "explained": a_list(explained, "What the book and those below it explain"),
                        "not_looked_at": {
                            "type": "object",
                            "additionalProperties": a_list(a_ref("reason")),
                            "description": "By event, why not everything about it was looked at",
                        },
                    }
                ),
                "Null: not asked for",
            ),
            "stale": a_list(stale, "Explanations of which nothing is left to explain"),
            "unexplained": a_count("Confirmed overlaps and gaps that nothing explains"),
        }
    )


def _overlap() -> Schema:
    return an_object(
        {
            "topic": a_text("The question that both answer"),
            "rules": a_list(
                an_object({"rule": a_text(), "clause": a_text("The clause that it stands on")}), "Two rules"
            ),
            "status": {"enum": [CONFIRMED, UNCONFIRMED, OUTSIDE], "description": "Whether the engine reports it"},
            "readings": {
                "type": "object",
                "additionalProperties": a_text(),
                "description": "Readings under which it happens, by clause, where they are not the default",
            },
            "reasons": a_list(a_ref("reason"), "Why it is not confirmed"),
            "incident": or_null(a_text("YAML to copy"), "An incident on which the engine reports it"),
            "explained": or_null(a_text(), "Why the book lets it be"),
        }
    )


def _gap() -> Schema:
    values = {
        "type": "object",
        "additionalProperties": a_list({"type": ["string", "boolean", "integer"]}),
    }
    return an_object(
        {
            "event": a_text("The kind of event"),
            "topics": a_list(a_text(), "The questions that no rule answers"),
            "where": {**values, "description": "By slot of the event the values; what is not named does not matter"},
            "table": {**values, "description": "By slot of the table the values"},
            "if": a_list(a_text(), "What else holds, as in a rule, with slots for variables"),
            "incident": a_text("An example, YAML to copy"),
        }
    )


if __name__ == "__main__":
    print(as_text(), end="")
