"""What was found, and what was started from it, as the JSON-ready data that ``precedents.schema`` describes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from precedents.index import Precedent
    from precedents.search import Found
    from precedents.starting import Started
    from precedents.stated import Stated

SCHEMA = "floorcall.find/1"


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
