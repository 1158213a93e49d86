"""The published contract of ``floorcall find --format json``: JSON Schema 2020-12, kept in docs/find.schema.json.

``python -m precedents.schema`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from precedents.index import Precedent
    from precedents.search import Found
    from precedents.starting import Started
    from precedents.stated import Stated

SCHEMA = "floorcall.find/1"

Schema = dict[str, Any]


def as_data(text: str, rulebook: str | None, found: Found, told: Stated) -> dict[str, Any]:
    """What was found as JSON-ready data."""
    return {
        "schema": SCHEMA,
        "text": text,
        "rulebook": rulebook,
        "cases": [
            {
                **_named(match.precedent),
                "score": match.score,
                "title": match.precedent.title,
                "clauses": list(match.precedent.clauses),
                "readings": match.precedent.readings,
                "under": list(match.precedent.under),
                "also": [_named(one) for one in match.also],
            }
            for match in found.matches
        ],
        "kinds": list(found.query.kinds),
        "told": told.as_data(),
        "started": None,
    }


def started_as_data(precedent: Precedent, started: Started, file: str | None) -> dict[str, Any]:
    """An incident that was started as JSON-ready data."""
    return {
        "schema": SCHEMA,
        "text": None,
        "rulebook": None,
        "cases": [],
        "kinds": [],
        "told": {},
        "started": {
            **_named(precedent),
            "file": file,
            "incident": started.text,
            "told": list(started.told),
            "confirm": list(started.confirm),
            "unplaced": list(started.unplaced),
        },
    }


def _named(precedent: Precedent) -> dict[str, str]:
    return {"id": precedent.id, "rulebook": precedent.rulebook}


def find_schema() -> Schema:
    """The schema as plain data, made anew."""
    named = {"id": _text("Id of the case"), "rulebook": _text("Id of the rulebook that tells it")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Precedents of a text",
        "description": "The cases that tell what a text tells, best first; or the incident that was started from one.",
        **_object(
            {
                "schema": {"const": SCHEMA},
                "text": _or_null(_text("The text that was looked for")),
                "rulebook": _or_null(_text("The rulebook whose cases were looked at; null: all installed ones")),
                "cases": _list(
                    _object(
                        {
                            **named,
                            "score": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
                            "title": _texts("What the case is about, by language"),
                            "clauses": _list(_text(), "The clauses that it shows"),
                            "readings": _texts("The readings that it fixes, by clause"),
                            "under": _list(_text(), "Other rulebooks under which it holds"),
                            "also": _list(_object(named), "Other cases that tell the same story"),
                        }
                    ),
                    "Best first; empty where the text matches nothing",
                ),
                "kinds": _list(_text(), "The kinds of incidents that the text names"),
                "told": _told(),
                "started": _or_null(
                    _object(
                        {
                            **named,
                            "file": _or_null(_text("Where it was written; null: nowhere but here")),
                            "incident": _text("The incident file"),
                            "told": _list(_text(), "Its lines with something that the text states"),
                            "confirm": _list(_text(), "Its lines that are the precedent's alone"),
                            "unplaced": _list(_text(), "What the text states and has no sure place in it"),
                        }
                    )
                ),
            }
        ),
    }


def _told() -> Schema:
    chips = {"type": "integer", "minimum": 0}
    return {
        **_object(
            {
                "streets": _list(_text(), "Streets that are named"),
                "game": _text("The game"),
                "structure": _text("The betting structure"),
                "stakes": {"type": "object", "additionalProperties": chips, "description": "Blinds or limits"},
                "pot": {**chips, "description": "Chips in the pot"},
                "acts": _list(_object({"does": _text(), "amount": chips}), "Acts with the amount next to them"),
                "chips": _list(_object({"number": chips, "value": chips}), "Chips of one denomination"),
                "said": _list(_text(), "Words of betting that were said"),
                "silent": {"const": True, "description": "Somebody did something without a word"},
                "who": _list(_text(), "Seats and positions that are named"),
                "cards": _list(chips, "Numbers of cards"),
                "amounts": _list(chips, "Amounts that stand next to no act"),
            }
        ),
        "required": [],
        "description": "What the text states beside its kind; only what it does",
    }


def _object(keys: dict[str, Schema]) -> Schema:
    return {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}


def _text(description: str = "") -> Schema:
    return {"type": "string", **({"description": description} if description else {})}


def _texts(description: str) -> Schema:
    return {"type": "object", "additionalProperties": {"type": "string"}, "description": description}


def _list(items: Schema, description: str = "") -> Schema:
    return {"type": "array", "items": items, **({"description": description} if description else {})}


def _or_null(*schemas: Schema) -> Schema:
    return {"anyOf": [*schemas, {"type": "null"}]}


def as_text() -> str:
    """The schema as it stands in docs/find.schema.json."""
    return json.dumps(find_schema(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    print(as_text(), end="")
