"""The published contract of ``floorcall find --format json``: JSON Schema 2020-12, kept in docs/find.schema.json.

``python -m precedents.schema`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json

from explain.shapes import Schema, a_list, a_text, an_object, or_null
from precedents.data import SCHEMA


def find_schema() -> Schema:
    """The schema as plain data, made anew."""
    named = {"id": a_text("Id of the case"), "rulebook": a_text("Id of the rulebook that tells it")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Precedents of a text",
        "description": "The cases that tell what a text tells, best first; or the incident that was started from one.",
        **an_object(
            {
                "schema": {"const": SCHEMA},
                "text": or_null(a_text("The text that was looked for")),
                "rulebook": or_null(a_text("The rulebook whose cases were looked at; null: all installed ones")),
                "cases": a_list(
                    an_object(
                        {
                            **named,
                            "score": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
                            "title": _texts_by_key("What the case is about, by language"),
                            "clauses": a_list(a_text(), "The clauses that it shows"),
                            "readings": _texts_by_key("The readings that it fixes, by clause"),
                            "under": a_list(a_text(), "Other rulebooks under which it holds"),
                            "also": a_list(an_object(named), "Other cases that tell the same story"),
                        }
                    ),
                    "Best first; empty where the text matches nothing",
                ),
                "kinds": a_list(a_text(), "The kinds of incidents that the text names"),
                "told": _told(),
                "started": or_null(
                    an_object(
                        {
                            **named,
                            "file": or_null(a_text("Where it was written; null: nowhere but here")),
                            "incident": a_text("The incident file"),
                            "told": a_list(a_text(), "Its lines with something that the text states"),
                            "confirm": a_list(a_text(), "Its lines that are the precedent's alone"),
                            "unplaced": a_list(a_text(), "What the text states and has no sure place in it"),
                        }
                    )
                ),
            }
        ),
    }


def _told() -> Schema:
    chips = {"type": "integer", "minimum": 0}
    return {
        **an_object(
            {
                "streets": a_list(a_text(), "Streets that are named"),
                "game": a_text("The game"),
                "structure": a_text("The betting structure"),
                "stakes": {"type": "object", "additionalProperties": chips, "description": "Blinds or limits"},
                "pot": {**chips, "description": "Chips in the pot"},
                "acts": a_list(an_object({"does": a_text(), "amount": chips}), "Acts with the amount next to them"),
                "chips": a_list(an_object({"number": chips, "value": chips}), "Chips of one denomination"),
                "said": a_list(a_text(), "Words of betting that were said"),
                "silent": {"const": True, "description": "Somebody did something without a word"},
                "who": a_list(a_text(), "Seats and positions that are named"),
                "cards": a_list(chips, "Numbers of cards"),
                "amounts": a_list(chips, "Amounts that stand next to no act"),
            }
        ),
        "required": [],
        "description": "What the text states beside its kind; only what it does",
    }


def _texts_by_key(description: str) -> Schema:
    return {"type": "object", "additionalProperties": a_text(), "description": description}


def as_text() -> str:
    """The schema as it stands in docs/find.schema.json."""
    return json.dumps(find_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")
