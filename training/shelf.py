"""The cases of a rulebook as items need them, kept compiled: a question is asked before all cases could be read.

What is kept holds for one state of the cases and of this release; stale or damaged, the cases are read from their YAML.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.reader import read_incident
from knowledge import store
from knowledge.model import Rulebook

# Raised whenever the shape of what is kept changes.
FORMAT = "1"
_ENDING = ".training"
_NEEDS = ("cases",)


class Told:
    """A case as it is told. ``readings``: those that it fixes, by clause; ``clauses``: those that it names."""

    def __init__(
        self, id: str, text: str, readings: Mapping[str, str], clauses: tuple[str, ...], vocabulary: Vocabulary
    ) -> None:
        self.id = id
        self.readings = readings
        self.clauses = clauses
        self._text = text
        self._vocabulary = vocabulary

    @cached_property
    def incident(self) -> Incident:
        """The story, read when it is first looked at."""
        return read_incident(self._text, self.id, self._vocabulary.events)


def cases_on(rulebook: Rulebook, vocabulary: Vocabulary) -> dict[str, Told]:
    """The cases that hold under a rulebook, by id, in the order of their files. Raises Faults when they have some."""
    digest = _digest(rulebook)
    data = store.fetch(digest, _ENDING, _NEEDS)
    if data is None:
        data = {"cases": _read(rulebook, vocabulary)}
        store.keep(digest, data, _ENDING)
    return {
        id: Told(id, text, dict(readings), tuple(clauses), vocabulary) for id, text, readings, clauses in data["cases"]
    }


def _read(rulebook: Rulebook, vocabulary: Vocabulary) -> list[Any]:
    from facts.writer import write_incident  # late, like the reader of cases: what is kept compiled needs neither
    from knowledge.casefiles import cases_of

    return [
        (
            case.id,
            write_incident(case.incident),
            [(clause, named.name) for clause, named in (case.readings or {}).items()],
            [named.name for named in case.clauses],
        )
        for case in cases_of(rulebook, vocabulary)
    ]


def _digest(rulebook: Rulebook) -> str:
    """By content: the rulebook and the cases of all books that it stands on."""
    state = store.blake2b(f"{FORMAT} {rulebook.hash}".encode(), digest_size=16)
    for layer in rulebook.layers:
        folder = os.path.join(layer.folder, "cases")
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            store.feed(state, os.path.join(folder, name), f"{layer.book}/{name}")
    return state.hexdigest()


__all__ = ["Told", "cases_on"]
