"""The published contract of what ``floorcall batch`` prints: JSON Schema 2020-12 of one line, made here and kept in
docs/batch.schema.json.

``python -m cli.batchschema`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json

from cli.batchwork import SCHEMA
from explain.schema import ruling_schema
from explain.shapes import Schema, a_number, a_ref, an_object, described


def batch_schema() -> Schema:
    """The schema as plain data, made anew."""
    whole = ruling_schema()
    ruling = {key: part for key, part in whole.items() if key not in ("$schema", "$id", "$defs")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "One line of a batch of poker rulings",
        "description": "The ruling on the incident on one line of a file. Lines come out in the order of the file; "
        "a line with faults is left out, with --against also one that both rulebooks rule alike.",
        **an_object(_line(), optional=("against",)),
        "$defs": {"ruling": ruling, **whole["$defs"]},
    }


def as_text() -> str:
    """The schema as it stands in docs/batch.schema.json."""
    return json.dumps(batch_schema(), ensure_ascii=False, indent=2) + "\n"


def _line() -> Schema:
    return {
        "schema": {"const": SCHEMA},
        "line": a_number("Where the incident stands in the file, blank lines counted"),
        "id": described({"type": ["string", "integer", "null"]}, "As the line gives it, null where it gives none"),
        "ruling": a_ref("ruling"),
        "against": described(a_ref("ruling"), "Under the rulebook of --against; only with it"),
    }


if __name__ == "__main__":
    print(as_text(), end="")
