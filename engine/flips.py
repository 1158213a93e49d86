"""Which stories two rulebooks rule differently: in what is decided, or only in the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.outcomes import cited, outcome
from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from facts.incident import Incident
from facts.lexicon import Vocabulary
from knowledge.model import Rulebook

RULING, REASONS = "ruling", "reasons"


class Flip(NamedTuple):
    """One story under two books. ``what``: RULING when the outcome or its status differs, else REASONS."""

    what: str
    left: Ruling
    right: Ruling


def flip(
    incident: Incident,
    left: Rulebook,
    right: Rulebook,
    vocabulary: Vocabulary,
    make: MakeMatcher,
    readings: Mapping[str, str],
) -> Flip | None:
    """What differs between the rulings of two books on one story; None when they rule alike for the same reasons.

    ``readings``: those that the story asks for; a book without such a reading keeps its own. ValueError when the cards
    make no hand.
    """
    one, other = (
        decide(incident, book, vocabulary, make, {k: v for k, v in readings.items() if _has(book, k, v)})
        for book in (left, right)
    )
    if any(outcome(one.trace, vocabulary, apart) != outcome(other.trace, vocabulary, apart) for apart in (False, True)):
        return Flip(RULING, one, other)
    if cited(one.trace, left) != cited(other.trace, right):
        return Flip(REASONS, one, other)
    return None


def _has(book: Rulebook, clause: str, reading: str) -> bool:
    told = book.clauses[clause].readings if clause in book.clauses else None
    return told is not None and reading in told.options


__all__ = ["REASONS", "RULING", "Flip", "flip"]
