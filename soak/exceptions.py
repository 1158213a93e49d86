"""What the properties leave out, each with its reason: a list to be read, and to be kept short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.trace import Trace
from facts.incident import Incident

_DIVIDED = ("award", "pot-division")

ANOTHER_STORY: Mapping[str, str] = {
    "button": "a story without a button is told from the left of it on, so another seat has it",
    "began_with": "without it all seats began the round",
    "in_front": "without it the chips of an earlier act were not touched",
    "pulled_back": "without it the chips of an earlier act stayed where they lay",
    "picked_up": "without it no chips were kept back",
    "gesture": "without it there was no gesture",
}
"""Facts that are not unknown where they are not told: leaving one out tells another story, which is whole in itself."""


def of_scaling(trace: Trace, findings: Mapping[tuple[str, str], Any]) -> str:
    """Why a story need not scale, or nothing."""
    if trace.table is not None and any(topic in _DIVIDED for topic, _ in findings):
        return "without a smallest chip a pot is shared out in whole chips"
    return ""


def of_dropping(what: str, incident: Incident) -> str:
    """Why a story without a fact is another one, or nothing."""
    return ANOTHER_STORY.get(what, "")


def of_finding(key: tuple[str, str], what: str, whole: Trace) -> str:
    """Why a finding need not be there with a fact that is there without it, or nothing."""
    topic, subject = key
    plain = {f"act {step.number}" for step in whole.steps if step.plain}
    if subject in plain:
        return "an act that the table is known to allow needs no reading"
    if what == "stacks" and topic.startswith("may-"):
        return "what a player may do at most is told as open where his stack is not"
    return ""


__all__ = ["ANOTHER_STORY", "of_dropping", "of_finding", "of_scaling"]
