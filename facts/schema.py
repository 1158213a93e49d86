"""The JSON Schema of incident files, for editors: made of the tables the reader reads by and of the event vocabulary.

A schema sees structure only. Whether a seat sits at the table, or whether a stack holds what was put in, is for the
reader to say; it also takes spellings that the schema leaves out (capital letters, separators without quotes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from facts.amounts import WITHOUT_AMOUNT
from facts.incident_keys import (
    ACT_KEYS,
    INCIDENT_KEYS,
    LONGEST_SEAT,
    MOST_SEATS,
    STAKE_KEYS,
    EventSpecs,
    Key,
    told_slots,
)
from facts.lexicon import FactType, SlotSpec
from facts.yamlnodes import FLAGS

Schema: TypeAlias = dict[str, Any]

_AMOUNT = r"[0-9]+(?:[ ,.'_’\u00a0\u2009\u202f][0-9]{3})*|[0-9]+(?:[.,][0-9]{1,2})? ?[kKкК]"
_CHIP = rf"(?:[0-9]+ ?[xX×*хХ] ?)?(?:{_AMOUNT})"
_TWO_WORDS = {"all-in": "all[- ]?in", "bring-in": "bring[- ]in", "reraise": "re-?raise"}


def incident_schema(vocabulary: EventSpecs) -> Schema:
    """JSON Schema 2020-12 of an incident file whose events are those of ``vocabulary``: plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:floorcall:incident:1",
        "title": "Poker incident",
        "description": "What happened at the table, as it was told. What nobody told is left out.",
        "type": "object",
        "properties": _properties(INCIDENT_KEYS),
        "anyOf": [{"required": ["seats"]}, _only_events("actions"), _only_events("events")],
        "additionalProperties": False,
        "$defs": {**_values(), "act": _act(), "entry": _entry(), "event": _events(vocabulary)},
    }


def _only_events(key: str) -> Schema:
    """A story in which nobody acts needs no seats."""
    events = {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["event"]}}
    return {"required": [key], "properties": {key: events}}


def _properties(keys: Iterable[Key]) -> Schema:
    return {key.name: {"title": key.title, **_value(key)} for key in keys}


def _value(key: Key) -> Schema:
    schema = _KINDS[key.kind](key)
    return schema if key.kind == "seats" else _optional(schema)


def _optional(schema: Schema) -> Schema:
    """Any key but ``seats`` may be left empty: not told."""
    return {"anyOf": [schema, {"type": "null"}]}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _values() -> Schema:
    """The shapes that several keys share."""
    return {
        "seat": {
            "description": "The name of a seat",
            "anyOf": [{"type": "string", "minLength": 1, "maxLength": LONGEST_SEAT}, {"type": "integer", "minimum": 0}],
        },
        "chips": {
            "description": "Whole chips: 1000, 45k; with a thousands separator in quotes",
            "anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": f"^(?:{_AMOUNT})$"}],
        },
        "denominations": {
            "description": "Chips by denomination: 500, 5x100, 2x100 + 25",
            "anyOf": [
                {"type": "integer", "minimum": 1},
                {"type": "string", "pattern": rf"^{_CHIP}(?: ?[+;,] ?{_CHIP})*$"},
            ],
        },
        "chip-list": {
            "description": "The chips of one motion",
            "anyOf": [_ref("denominations"), {"type": "array", "items": _ref("denominations")}],
        },
        "flag": {"enum": [True, False, *(form(word) for word in FLAGS for form in (str, str.capitalize, str.upper))]},
        "cards": {
            "description": "Cards such as As Kd 7c, as one text or as a list",
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
        },
    }


def _by_seat(value: Schema) -> Schema:
    return {"type": "object", "additionalProperties": _optional(value)}


_KINDS: Mapping[str, Callable[[Key], Schema]] = {
    "word": lambda key: {"enum": list(key.domain)},
    "text": lambda key: {"type": ["string", "integer"]},
    "flag": lambda key: _ref("flag"),
    "count": lambda key: {"type": "integer", "minimum": key.least},
    "chips": lambda key: _ref("chips") if not key.least else {"allOf": [_ref("chips"), {"not": {"enum": [0, "0"]}}]},
    "seat": lambda key: _ref("seat"),
    "seats": lambda key: {
        "type": "array",
        "items": _ref("seat"),
        "minItems": 1,
        "maxItems": max(MOST_SEATS.values()),
        "uniqueItems": True,
    },
    "stakes": lambda key: {"type": "object", "properties": _properties(STAKE_KEYS), "additionalProperties": False},
    "seat-chips": lambda key: _by_seat(_ref("chips")),
    "seat-cards": lambda key: _by_seat(_ref("cards")),
    "cards": lambda key: _ref("cards"),
    "timeline": lambda key: {"type": "array", "items": _ref("entry")},
    "events": lambda key: {"type": "array", "items": _ref("event")},
    "disputes": lambda key: {
        "type": "object",
        "additionalProperties": {
            "description": "Who says what; - : it was not so",
            "type": "object",
            "minProperties": 2,
            "additionalProperties": True,
        },
    },
    "act": lambda key: _spoken(key.domain, "(?:to )?"),
    "words": lambda key: _spoken(key.domain, r"(?:to |by |\+ ?)?"),
    "chip-list": lambda key: _ref("chip-list"),
    "motions": lambda key: {"type": "array", "items": _ref("chip-list")},
}


def _spoken(words: Iterable[str], link: str) -> Schema:
    """A word, with an amount where it takes one."""
    bare = [_TWO_WORDS.get(word, word) for word in words if word in WITHOUT_AMOUNT]
    with_amount = [_TWO_WORDS.get(word, word) for word in words if word not in WITHOUT_AMOUNT]
    pattern = f"^(?:(?:{'|'.join(bare)})|(?:{'|'.join(with_amount)})(?: {link}(?:{_AMOUNT}))?)$"
    return {"type": "string", "pattern": pattern, "examples": list(words)}


def _act() -> Schema:
    agreed = _KINDS["act"](ACT_KEYS[0])
    details = {
        "type": "object",
        "properties": _properties(ACT_KEYS),
        "additionalProperties": False,
        "allOf": [
            {"not": {"required": list(pair), "properties": {key: {"not": {"type": "null"}} for key in pair}}}
            for pair in (("says", "silent"), ("chips", "motions"), ("chips", "columns"), ("motions", "columns"))
        ],
        "dependentRequired": {"said_when": ["says"]},
    }
    return {"description": "An act of this seat", "anyOf": [agreed, details, {"type": "null"}]}


def _entry() -> Schema:
    act = {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": _ref("act")}
    return {
        "description": "An act (`A: bet 20`) or an event (`{event: ..., seat: A}`)",
        "type": "object",
        "if": {"required": ["event"]},
        "then": _ref("event"),
        "else": act,
    }


def _events(vocabulary: EventSpecs) -> Schema:
    """Every event with its slots, chosen by its name, so that an editor complains about the right one."""
    each = [
        {"if": {"properties": {"event": {"const": name}}, "required": ["event"]}, "then": _event(name, event)}
        for name, event in vocabulary.items()
    ]
    return {
        "description": "Something that happened or was noticed",
        "type": "object",
        "properties": {"event": {"enum": list(vocabulary)}},
        "required": ["event"],
        **({"allOf": each} if each else {}),
    }


def _event(name: str, event: FactType) -> Schema:
    slots = told_slots(event)
    properties: Schema = {"event": {"const": name, "title": event.title.get("en", name)}}
    for slot, spec in slots.items():
        shape = _slot(spec)
        properties[slot] = {"title": spec.question.get("en", slot), **(shape if spec.required else _optional(shape))}
    required = ["event", *(slot for slot, spec in slots.items() if spec.required)]
    return {"properties": properties, "required": required, "additionalProperties": False}


def _slot(spec: SlotSpec) -> Schema:
    if spec.type == "seats":
        return {"type": "array", "items": _ref("seat")}
    kind = spec.type if spec.type in _KINDS else "text"
    return _KINDS[kind](Key(spec.name, kind, "", spec.domain))
