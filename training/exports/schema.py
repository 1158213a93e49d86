"""The published contract of ``quiz export --format json``: JSON Schema 2020-12, kept in docs/items.schema.json.

``python -m training.exports.schema`` prints it. A key is added or changed only together with the number at the end of
``schema``.
"""

from __future__ import annotations

import json

from explain.shapes import Schema, a_count, a_list, a_number, a_text, an_object, texts
from training.exports.data import SCHEMA, VERSION
from training.item import COMPLEXITIES, KINDS, LEVELS


def items_schema() -> Schema:
    """The schema as plain data, made anew."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:" + SCHEMA.replace(".", ":").replace("/", ":"),
        "title": "Quiz items",
        "description": "Questions on poker incidents with their keys, which a rule engine found. Indexes count from 0.",
        **an_object(
            {
                "schema": {"const": SCHEMA},
                "version": {"const": VERSION},
                "rulebook": a_text("Id of the rulebook"),
                "name": a_text("Its name"),
                "edition": a_text(),
                "language": {"enum": ["en", "ru"], "description": "Language of all texts"},
                "seed": a_count("The same seed gives the same items"),
                "items": a_list(an_object(_item()), "No two are alike"),
                "citations": a_list(an_object(_citation()), "Every clause that is named, each once"),
            }
        ),
    }


def as_text() -> str:
    """The schema as it stands in docs/items.schema.json."""
    return json.dumps(items_schema(), ensure_ascii=False, indent=2) + "\n"


def _item() -> Schema:
    complexity = {"type": "integer", "minimum": min(COMPLEXITIES), "maximum": max(COMPLEXITIES)}
    return {
        "id": a_text("Stable name, the same in every language: book/case/kind/variant"),
        "rulebook": a_text(),
        "case": a_text("The case that it was made from"),
        "kind": {"enum": list(KINDS), "description": "What is asked"},
        "language": {"enum": ["en", "ru"]},
        "number": a_number("Of the variant of the case"),
        "seed": a_count(),
        "level": {"enum": list(LEVELS), "description": "Who should know the answer"},
        "complexity": {**complexity, "description": "How tangled the story is"},
        "story": a_text("The incident, told"),
        "question": a_text(),
        "options": {**texts("In the order drawn"), "minItems": 2},
        "ordered": {"type": "boolean", "description": "Whether the options are steps to be put in order"},
        "key": {
            **a_list(a_count(), "Places of the right options; where ordered, of all of them in their right order"),
            "minItems": 1,
            "uniqueItems": True,
        },
        "explanations": a_list(an_object(_explanation()), "One for each option, in their order"),
        "ruling": a_text("What the rulebook says"),
        "reasoning": texts("Why, step by step"),
        "clauses": texts("Ids of the clauses that the answer rests on"),
        "readings": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "The reading in force, by clause, where the case fixes one",
        },
        "incident": {"type": "object", "description": "By the schema of incidents: it can be ruled again"},
    }


def _explanation() -> Schema:
    return {
        "right": {"type": "boolean"},
        "text": a_text("What stands behind it; or why it is tempting, and what refutes it"),
        "clause": a_text("Id of the clause that supports or refutes it; may be empty"),
        "from": a_text("The misconception behind it, or defeated, changed-fact, edition, rulebook; may be empty"),
    }


def _citation() -> Schema:
    return {"clause": a_text("Its id"), "cite": a_text("As it is cited to people"), "title": a_text(), "gist": a_text()}


if __name__ == "__main__":
    print(as_text(), end="")
