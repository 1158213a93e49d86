"""The published contract of ``floorcall log``: JSON Schema 2020-12, kept in docs/log.schema.json.

``python -m journal.contract`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json

from explain.shapes import Schema, a_count, a_list, a_number, a_ref, a_text, an_object, or_null
from journal.lawcontract import LAW, law_shapes
from journal.records import KINDS

SCHEMA = "floorcall.log/1"


def log_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "The journal of an event",
        "description": "What the commands of floorcall log print. Times are in UTC.",
        "oneOf": [a_ref(name) for name in ("events", "entries", "entry-shown", "players", "verified", *LAW)],
        "$defs": {
            "events": _answer({"events": a_list(an_object(_event()), "The oldest first")}),
            "entries": _answer(
                {
                    "entries": a_list(a_ref("entry"), "Found or written, in their order"),
                    "more": {"type": "boolean", "description": "Of a search: earlier ones were left out"},
                    "faults": a_list(an_object(_fault()), "Of log add: why incidents were not entered"),
                },
                ("more", "faults"),
            ),
            "entry-shown": _answer(
                {
                    "entry": a_ref("entry"),
                    "body": or_null(an_object(_body()), "Of an incident"),
                    "about": a_list(a_ref("entry"), "The entries about it"),
                }
            ),
            "players": _answer({"event": a_text(), "players": a_list(an_object(_player()))}),
            "verified": _answer({"verified": a_list(an_object(_verified()))}),
            "entry": an_object(entry_shape()),
            **{name: _answer(parts) for name, parts in law_shapes().items()},
        },
    }


def as_text() -> str:
    """The schema as it stands in docs/log.schema.json."""
    return json.dumps(log_schema(), ensure_ascii=False, indent=2) + "\n"


def _answer(parts: Schema, optional: tuple[str, ...] = ()) -> Schema:
    head = {
        "schema": {"const": SCHEMA},
        "database": a_text("The file or the address of the journal, no password in it"),
    }
    return an_object({**head, **parts}, optional)


def _event() -> Schema:
    return {
        "id": a_text(),
        "name": a_text(),
        "rulebook": a_text("An id or a folder; empty: that of each incident"),
        "place": a_text(),
        "organiser": a_text(),
        "time_zone": a_text("An IANA name, or empty"),
        "opened": _time(),
        "entries": a_count("How many there are"),
    }


def entry_shape() -> Schema:
    """The keys of an entry."""
    return {
        "event": a_text("The id of the event"),
        "number": a_number("In its event"),
        "kind": {"enum": list(KINDS)},
        "at": _time(),
        "by": a_text("The official, or empty"),
        "about": or_null(a_number(), "The entry that this one is about"),
        "table": a_text(),
        "hand": a_text(),
        "data": {"type": "object", "description": "What entries of its kind tell, see docs/journal.md"},
        "body": a_text("The digest of incident and rulings, or empty"),
        "previous": a_text("The digest of the entry before, empty for the first"),
        "digest": a_text(),
    }


def _body() -> Schema:
    told = {"type": "object", "description": "By the schema of rulings"}
    rulings = {"type": "object", "additionalProperties": told, "description": "By language"}
    return {"text": a_text("The incident as it was entered"), "rulings": rulings}


def _player() -> Schema:
    details = {"type": "object", "additionalProperties": a_text()}
    return {"key": a_text(), "name": a_text("May be empty"), "details": details, "erased": {"type": "boolean"}}


def _verified() -> Schema:
    broken = an_object({"number": a_count("The entry; 0: the event"), "what": a_text()})
    return {
        "event": a_text(),
        "entries": a_count(),
        "head": a_text("The digest of the last entry"),
        "broken": a_list(broken, "Empty where the chain is whole"),
    }


def _fault() -> Schema:
    return {"file": a_text(), "line": a_count(), "column": a_count(), "message": a_text(), "hint": a_text()}


def _time() -> Schema:
    return {"type": "string", "format": "date-time"}


if __name__ == "__main__":
    print(as_text(), end="")
