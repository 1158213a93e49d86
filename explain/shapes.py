"""The shapes that the published JSON Schemas are made of."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
LANGUAGE = "Language of the texts; one that lacks it begins with the mark of the language it is in, such as [ru]"


def an_object(properties: Schema, optional: tuple[str, ...] = ()) -> Schema:
    """An object with these keys and no others; all but the ``optional`` ones are there."""
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def a_list(items: Schema, description: str = "") -> Schema:
    """A list of items of one shape."""
    return described({"type": "array", "items": items}, description)


def by_seat(values: Schema, description: str) -> Schema:
    """Values by the name of a player."""
    return {"type": "object", "additionalProperties": values, "description": description}


def a_text(description: str = "") -> Schema:
    """A text."""
    return described({"type": "string"}, description)


def texts(description: str) -> Schema:
    """A list of texts."""
    return a_list({"type": "string"}, description)


def clauses() -> Schema:
    """Clauses behind something."""
    return texts("Ids of clauses, the most telling first")


def a_number(description: str = "") -> Schema:
    """A number that counts from 1."""
    return described({"type": "integer", "minimum": 1}, description)


def a_count(description: str = "") -> Schema:
    """A number that counts from 0."""
    return described({"type": "integer", "minimum": 0}, description)


def or_null(schema: Schema, description: str = "") -> Schema:
    """A shape, or null."""
    return described({"anyOf": [schema, {"type": "null"}]}, description)


def described(schema: Schema, description: str) -> Schema:
    """A shape with what it means."""
    return {**schema, "description": description} if description else schema


def a_ref(name: str) -> Schema:
    """A shape that has a name."""
    return {"$ref": f"#/$defs/{name}"}
