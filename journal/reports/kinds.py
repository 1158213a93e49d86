"""Kinds of acts and events as a statistic calls them, and which of them are errors of the dealer (``kinds.yaml``)."""

from __future__ import annotations

from functools import cache
from os.path import dirname, join

from explain.texts import compiled, texts
from facts.lexicon import Vocabulary
from journal.reports.blocks import own
from journal.reports.chronicle import Case
from journal.reports.plain import line
from journal.reports.tongue import Said, Tongue

_FILE = join(dirname(__file__), "kinds.yaml")


class Kinds:
    """The kinds in one language."""

    def __init__(self, tongue: Tongue, vocabulary: Vocabulary) -> None:
        self._tongue = tongue
        self._events = vocabulary.events

    def of(self, case: Case) -> list[str]:
        """The kinds of acts and events of an incident, each once."""
        return list(dict.fromkeys(str(kind) for kind in case.data.get("kinds") or ()))

    def events(self, case: Case) -> list[str]:
        """Those of them that are events."""
        return [kind for kind in self.of(case) if kind in self._events]

    def errors(self, case: Case) -> list[str]:
        """Those of them that are errors of the dealer."""
        return [kind for kind in self.of(case) if kind in dealer_errors()]

    def title(self, kind: str) -> Said:
        """What a kind is called; its own name where nobody has worded it."""
        event = self._events.get(kind)
        if event is not None and event.title:
            return self._tongue.pick(event.title)
        for group in ("acts", "words"):
            if kind in texts()[group]:
                return self._tongue.pick(texts()[group][kind])
        return own(line(kind))


@cache
def dealer_errors() -> frozenset[str]:
    """The events that are errors of the dealer."""
    return frozenset(compiled([_FILE])[0]["dealer_errors"])
