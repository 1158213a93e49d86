"""What the properties leave out, each with its reason: a list to be read, and to be kept short."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from engine.arbitration import OPEN
from engine.outcomes import CONFLICTING, NEEDS
from engine.ruling import Ruling
from engine.trace import Trace
from facts.incident import Act, Event, Incident
from facts.lexicon import vocabulary
from facts.table import LIMIT

Findings = Mapping[tuple[str, str], Any]
_FACTS = vocabulary().facts
_TOPICS = vocabulary().topics
_SHARED_OUT = ("award", "pot-division")
_OF_ANYTHING = ("payment", "quantity")
_SPOKEN_HUNDREDS = 100

ANOTHER_STORY: Mapping[str, str] = {
    "button": "a story without a button is told from the left of it on, so another seat has it",
    "began_with": "without it all seats began the round",
    "in_front": "without it the chips of an earlier act were not touched",
    "pulled_back": "without it the chips of an earlier act stayed where they lay",
    "picked_up": "without it no chips were kept back",
    "gesture": "without it there was no gesture",
}
"""Facts that are not unknown where they are not told: leaving one out tells another story, which is whole in itself."""


def of_rotation(incident: Incident) -> str:
    """Why it matters in a story where the list of seats begins although the button is told, or nothing."""
    if any(isinstance(entry, Event) and entry.type == "first-button" for entry in incident.timeline):
        return "the list of seats tells which one is the last, to which the first button goes"
    return ""


def of_scaling(incident: Incident, lineage: Container[str], findings: Mapping[tuple[str, str], Any]) -> str:
    """Why a story need not scale, or nothing."""
    topics = {topic for topic, _ in findings}
    if incident.min_chip is None and topics & set(_SHARED_OUT):
        return "without a smallest chip a pot is shared out in whole chips"
    if topics & set(_OF_ANYTHING):
        return "a number may be of points, hands or players as well as of chips"
    spoken = [entry.words.amount for entry in incident.timeline if isinstance(entry, Act) and entry.words]
    if "tda" in lineage and any(amount and amount < _SPOKEN_HUNDREDS for amount in spoken):
        return "a number below a hundred that is spoken may stand for hundreds or thousands (TDA 55)"
    return ""


def of_dropping(what: str, incident: Incident) -> str:
    """Why a story without a fact is another one, or nothing. ``what``: the fact as ``soak.turned.without`` names it."""
    if what == "to" and incident.structure == LIMIT:
        return "limit leaves a bet or raise one size, so that none need be told"
    type, _, slot = what.partition(".")
    if slot and (_FACTS[type].derives or _FACTS[type].slots[slot].derive):
        return "where it is not told it follows from the acts, and a told value stands also against them"
    return ANOTHER_STORY.get(what, "")


def of_reading(whole: Trace, part: Trace) -> str:
    """Why nothing can be said of a story with a fact less, or nothing."""
    if {step.number for step in part.steps if step.plain} - {step.number for step in whole.steps if step.plain}:
        return "an agreed wager is taken as told as long as nothing shows that the table does not allow it"
    return ""


def of_finding(key: tuple[str, str], what: str, whole: Trace, status: str) -> str:
    """Why a finding need not be there with a fact that is there without it, or nothing. ``status``: of the ruling
    without the fact.
    """
    topic, subject = key
    if status in (NEEDS, CONFLICTING) and topic in _TOPICS and _TOPICS[topic].routine:
        return "where the play stands is told as far as it is settled; the ruling says that something is open"
    if subject in {f"act {step.number}" for step in whole.steps if step.plain}:
        return "an act that the table is known to allow needs no reading"
    if what == "stacks" and (topic.startswith("may-") or topic == "pots"):
        return "a stack that nobody told bounds nothing: neither what a player may do at most nor what he can win"
    return ""


__all__ = ["ANOTHER_STORY", "of_dropping", "of_finding", "of_reading", "of_rotation", "of_scaling"]


def of_questions(one: Ruling, before: Findings, two: Ruling, now: Findings) -> set[tuple[str, str]]:
    """The findings that one of two rulings leaves open because it asks something else first: what all answers to a
    question lead to is told as settled only where no other question matters.
    """
    if NEEDS not in (one.status, two.status):
        return set()
    return {key for found in (before, now) for key, value in found.items() if value == OPEN}
