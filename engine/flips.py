"""Which stories two rulebooks rule differently: in what is decided, or only in the clauses that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.outcomes import ASSUMING, DETERMINED, cited, outcome
from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
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
        decide(incident, book, vocabulary, make, {k: v for k, v in readings.items() if book.has_reading(k, v)})
        for book in (left, right)
    )
    if not alike(one, other, vocabulary):
        return Flip(RULING, one, other)
    if cited(one.trace, left) != cited(other.trace, right):
        return Flip(REASONS, one, other)
    return None


def alike(one: Ruling, other: Ruling, vocabulary: Vocabulary) -> bool:
    """Whether two rulings say the same, whatever clauses they rest on."""
    return _said(one, vocabulary) == _said(other, vocabulary)


def _said(ruling: Ruling, vocabulary: Vocabulary) -> tuple[Any, ...]:
    """What a ruling says, without the clauses: how sure it is (resting on assumptions is as good as resting on none),
    and what comes out.
    """
    sure = DETERMINED if ruling.status == ASSUMING else ruling.status
    return sure, *(
        {key: unnumbered(value) for key, value in outcome(ruling.trace, vocabulary, apart).items()}
        for apart in (False, True)
    )


def unnumbered(found: Any) -> Any:
    """A finding with its steps less the clauses that order them (behind an @)."""
    if not isinstance(found, dict):
        return found
    return {
        slot: tuple(str(item).partition("@")[0] for item in value) if isinstance(value, tuple) else value
        for slot, value in found.items()
    }


__all__ = ["REASONS", "RULING", "Flip", "alike", "flip", "unnumbered"]
