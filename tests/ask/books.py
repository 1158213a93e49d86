"""What the tests of the interview rule by: a rulebook with its engines, stories to ask about."""

from __future__ import annotations

from functools import cache

from ask.choosing import Choice, next_question
from ask.known import Root
from bench.interviews import Desk
from engine.pool import experta_pool
from engine.ruling import Ruling
from facts.incident import Incident
from facts.reader import read_incident
from knowledge.loading import load

SILENT_CHIP = """
seats: [A, B, C]
actions:
  - A: bet 200
  - B: {chips: [500]}
"""


@cache
def desk(book: str = "bfsp") -> Desk:
    """A rulebook with engines, once for all tests."""
    return Desk(*load(book), experta_pool())


def story(text: str) -> Incident:
    """A story as a file tells it."""
    return read_incident(text, "<test>", desk().vocabulary.events)


def ruling(incident: Incident) -> Ruling:
    """The ruling of the federation's book."""
    return desk().rule(incident, {})


def asked(incident: Incident, aside: frozenset[Root] = frozenset()) -> Choice | None:
    """The next question about a story."""
    return next_question(ruling(incident), aside, desk().pool)
