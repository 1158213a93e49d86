"""The story of an incident, out of the text that was entered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from journal.records import Body


def story_of(told: Mapping[str, Any], body: Body, vocabulary: Vocabulary) -> Incident:
    """The incident of an entry, out of its text as it was entered. Raises Faults when it cannot be read any more."""
    form, file = told["format"], str(told["file"])
    if form == "shorthand":
        from say import read_shorthand  # late: few journals hold it

        text = body.text.decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\n")
        understood = read_shorthand(text, vocabulary, file)
        if understood.incident is None:
            raise Faults(understood.faults) if understood.faults else ValueError("the shorthand asks something first")
        return understood.incident
    if form == "phh":
        from facts.phh import read_history  # late: few journals hold it

        return read_history(body.text, file, vocabulary)
    from facts.reader import read_incident

    return read_incident(body.text, file, vocabulary.events)
