"""Items as JSON, by the contract of :mod:`training.exports.schema`."""

from __future__ import annotations

import json
from typing import Any

from facts.incident import Incident
from facts.writer import write_incident
from training.exports.collection import Collection
from training.item import Item, Option

VERSION = 1
SCHEMA = f"floorcall.items/{VERSION}"


def as_data(told: Collection) -> dict[str, Any]:
    """A collection as plain data."""
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "rulebook": told.rulebook,
        "name": told.name,
        "edition": told.edition,
        "language": told.language,
        "seed": told.seed,
        "items": [_item(item) for item in told.items],
        "citations": [{"clause": clause, **cited._asdict()} for clause, cited in told.clauses.items()],
    }


def written(told: Collection, _now: float) -> bytes:
    """A collection as a file."""
    return (json.dumps(as_data(told), ensure_ascii=False, indent=2) + "\n").encode()


def _item(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "rulebook": item.rulebook,
        "case": item.case,
        "kind": item.kind,
        "language": item.language,
        "number": item.number,
        "seed": item.seed,
        "level": item.level,
        "complexity": item.complexity,
        "story": item.story,
        "question": item.question,
        "options": [option.text for option in item.options],
        "ordered": item.ordered,
        "key": list(item.answer),
        "explanations": [_explanation(option) for option in item.options],
        "ruling": item.ruling,
        "reasoning": list(item.reasoning),
        "clauses": list(item.clauses),
        "readings": dict(item.readings),
        "incident": incident_data(item.incident),
    }


def _explanation(option: Option) -> dict[str, Any]:
    return {"right": option.key, "text": option.why, "clause": option.clause, "from": option.misconception}


def incident_data(incident: Incident) -> dict[str, Any]:
    """An incident as an incident file has it, as plain data."""
    from facts.yamlparser import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    told: dict[str, Any] = yaml.load(write_incident(incident), Loader=loader)
    return told


__all__ = ["SCHEMA", "VERSION", "as_data", "incident_data", "written"]
