"""A line of shorthand as the beginning of an interview: read by the room ``say``, where that is installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary


def understood(line: str, vocabulary: Vocabulary, language: str) -> Any:
    """What became of a line: its incident, or the questions and faults in it; None where nothing reads shorthand."""
    try:
        say = import_module("say")  # by name, for an installation may do without it
    except ImportError:
        return None
    return say.read_shorthand(line, vocabulary, "<line>", language)


def from_shorthand(line: str, vocabulary: Vocabulary, language: str) -> Incident:
    """The story in a line. Raises Faults with everything in it that is not understood or can be read in two ways."""
    found = understood(line, vocabulary, language)
    if found is None:
        raise Faults([Fault("--say", 0, 0, "shorthand is not part of this installation", "start from a file")])
    asked = [
        Fault("<line>", question.line, question.column, question.asks, " · ".join(a.spelling for a in question.answers))
        for question in found.questions
    ]
    if found.faults or asked or found.incident is None:
        raise Faults([*found.faults, *asked] or [Fault("--say", 0, 0, "nothing was told")])
    incident: Incident = found.incident
    return incident


__all__ = ["from_shorthand", "understood"]
