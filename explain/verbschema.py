"""The published contract of answers to questions about a ruling: JSON Schema 2020-12, kept in docs/verbs.schema.json.

``python -m explain.verbschema`` prints it. One schema for five answers, which ``schema`` in them tells apart; a key is
added or changed only together with the number at the end of that name.
"""

from __future__ import annotations

import json

from engine.comparison import CELLS
from explain.compareschema import compare_schema
from explain.schema import STATUSES
from explain.shapes import LANGUAGE, Schema, a_list, a_ref, a_text, an_object, clauses, texts
from explain.verbs import SCHEMAS

FATES = (
    "applies",
    "agrees",
    "defeated",
    "disagrees",
    "pending",
    "idle",
    "failed",
    "reading",
    "untouched",
)
KINDS = ("finding", "told", "derived", "default", "unknown", "defeated", "side", "more")
_FLAG: Schema = {"type": "boolean"}


def verbs_schema() -> Schema:
    """The schema as plain data, made anew."""
    answers = dict(zip(SCHEMAS, (_why(), _why_not(), _requires(), _what_if(), _nearest()), strict=True))
    borrowed = compare_schema()["$defs"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:floorcall:verbs:1",
        "title": "Answers to questions about a poker ruling",
        "description": "Why, why not, what it takes, what if, what is nearest. Facts have the names of docs/verbs.md.",
        "oneOf": [an_object({**_head(schema), **keys}) for schema, keys in answers.items()],
        "$defs": {
            "node": _node(),
            "refusal": _refusal(),
            "condition": _condition(),
            "change": _change(),
            "set": _set(),
            **borrowed,
        },
    }


def as_text() -> str:
    """The schema as it stands in docs/verbs.schema.json."""
    return json.dumps(verbs_schema(), ensure_ascii=False, indent=2) + "\n"


def _head(schema: str) -> Schema:
    return {
        "schema": {"const": schema},
        "rulebook": a_text("Id of the rulebook"),
        "language": a_text(LANGUAGE),
        "status": {"enum": list(STATUSES), "description": "How sure the ruling on the story as told is"},
        "disputed": texts("Facts of which the story has several versions; here they count as not told"),
    }


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _anything(description: str) -> Schema:
    return {"description": description}


def _why() -> Schema:
    return {
        "asked": _or_null(a_text("The outcome that was asked about; null: the whole ruling")),
        "findings": a_list(a_ref("node"), "The proofs; none where the ruling does not come to what was asked"),
    }


def _node() -> Schema:
    about = {
        "topic": a_text("Of a finding: the question that was answered"),
        "subject": a_text("Of a finding: what it is about"),
        "status": {"enum": ["settled", "open", "conflict"]},
        "rules": texts("Of a finding: the rules that carry it"),
        "rule": a_text("Of what was put aside, or of one side: the rule"),
    }
    keys = {
        "kind": {"enum": list(KINDS), "description": "What it is; more: it goes deeper than was asked for"},
        "text": a_text(),
        "clauses": clauses(),
        "because": a_list(a_ref("node"), "What it rests on"),
        **about,
    }
    return an_object(keys, tuple(about))


def _why_not() -> Schema:
    number = an_object({"parameter": a_text(), "title": a_text(), "value": a_text()})
    clause = an_object(
        {
            "clause": a_text(),
            "title": a_text(),
            "status": a_text("encoded, not computable, out of scope"),
            "why": a_text("Why it is carried out by no rule"),
            "numbers": a_list(number, "The numbers that it sets"),
        }
    )
    found = an_object({"topic": a_text(), "subject": a_text(), "text": a_text(), "clauses": clauses()})
    return {
        "asked": a_text(),
        "kind": {"enum": ["clause", "rule", "outcome"]},
        "holds": {**_FLAG, "description": "Whether it does apply, or the ruling does come to it"},
        "instead": a_list(found, "What was found in the place of an outcome"),
        "clauses": a_list(clause, "The clauses that were asked about"),
        "rules": a_list(a_ref("refusal"), "The rules that could lead there, the nearest first"),
    }


def _refusal() -> Schema:
    more = {
        "subject": a_text("What it was about"),
        "by": a_text("The rule that puts it aside"),
        "by_clause": a_text("The clause of that rule"),
        "relation": a_text("overrides, restricts, reinstates, layer"),
        "under": a_text("The clause in which that relation stands"),
    }
    keys = {
        "rule": a_text(),
        "clause": a_text(),
        "topic": a_text(),
        "title": a_text("Title of the clause"),
        "fate": {"enum": list(FATES)},
        "text": a_text(),
        "failing": {"type": "integer", "minimum": 0, "description": "How many of its conditions do not hold"},
        "conditions": a_list(a_ref("condition"), "Those conditions, where the fewest fail"),
        **more,
    }
    return an_object(keys, tuple(more))


def _condition() -> Schema:
    keys = {
        "fact": _or_null(a_text("Type of the fact, or topic of the finding")),
        "key": _or_null(a_text("Which one; null: there is none")),
        "slot": _or_null(a_text()),
        "met": _anything("The value that was met; null: unknown, or there is no such fact"),
        "needed": _anything(
            "The values that it needs; {not: values}; {value, bound} of an amount; null: none is fixed"
        ),
        "text": a_text(),
        "test": a_text("The comparison, as its author wrote it"),
        "values": {"type": "object", "description": "The values in the comparison"},
    }
    return an_object(keys, ("test", "values"))


def _change() -> Schema:
    keys = {
        "fact": a_text("Name of the fact"),
        "value": a_text("Its new value, as in an incident file; - : not told"),
        "told": _or_null(a_text("What is told now")),
        "question": a_text("The open question that it answers, where it is the answer to one"),
    }
    return an_object(keys, ("question",))


def _set() -> Schema:
    return an_object(
        {
            "changes": {**a_list(a_ref("change"), "The facts that change"), "minItems": 1},
            "then": texts("What the ruling then says, and did not say before"),
            "clauses": {**clauses(), "description": "The clauses that then decide, the most telling first"},
        }
    )


def _tried() -> Schema:
    return {"type": "integer", "minimum": 0, "description": "How many changed stories were ruled on"}


def _requires() -> Schema:
    return {
        "outcome": a_text(),
        "holds": {**_FLAG, "description": "Whether the ruling comes to it as it is"},
        "because": texts("The sentences that say so"),
        "sets": a_list(a_ref("set"), "The smallest sets of changes that lead there, the least change first"),
        "tried": _tried(),
    }


def _nearest() -> Schema:
    return {
        "open": {**_FLAG, "description": "Whether the ruling hangs on a fact that nobody told; flips are its answers"},
        "flips": a_list(a_ref("set"), "The smallest changes that flip the ruling, the least first"),
        "tried": _tried(),
    }


def _what_if() -> Schema:
    return {
        "changes": {**a_list(a_ref("change")), "minItems": 1},
        "same": {**_FLAG, "description": "Whether the ruling stays the same, whatever clauses it rests on"},
        "differs": a_list({"enum": list(CELLS)}, "The parts of the ruling that differ"),
        "new": texts("What the ruling then says, and did not say before"),
        "gone": texts("What it said before"),
        "clauses": {**clauses(), "description": "The clauses that then decide what differs"},
        "before": a_ref("row"),
        "after": a_ref("row"),
    }


if __name__ == "__main__":
    print(as_text(), end="")
