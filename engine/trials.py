"""Trying changes of a story: each is ruled on, so that nothing is said about a change that was not tried."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.arbitration import NONE, SETTLED
from engine.conductor import conduct
from engine.flips import unnumbered
from engine.outcomes import holds_up, is_apart, is_beside_play, outcome
from engine.plain_matcher import plain_search
from engine.ruling import Ruling, decide
from engine.sizes import certain_findings
from engine.trace import Trace
from facts.addresses import Change
from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.story import Story
from knowledge.model import Rulebook

Gist = Mapping[tuple[str, str], Any]
# Findings that follow from the others: where the play stands, what the dealer says about it.
_FOLLOWS = ("announce",)


class Trials:
    """A story under one rulebook, and what becomes of it when its facts are others.

    ``chosen``: the readings that an event has fixed. ``made``: how many stories were ruled on so far.
    """

    def __init__(
        self, story: Story, rulebook: Rulebook, vocabulary: Vocabulary, chosen: Mapping[str, str] | None = None
    ) -> None:
        self.story = story
        self.rulebook = rulebook
        self.vocabulary = vocabulary
        self.chosen = dict(chosen or {})
        self.made = 0
        self._readings = rulebook.readings(chosen)
        self._known: dict[tuple[str, ...], Trace | None] = {}

    def ruling(self, changes: Sequence[Change] = ()) -> Ruling:
        """The whole ruling on the changed story. Raises Faults when it cannot be told so, ValueError when its cards
        make no hand.
        """
        incident = self.story.changed(changes) if changes else self.story.incident
        return decide(incident, self.rulebook, self.vocabulary, plain_search, self.chosen)

    def trace(self, changes: Sequence[Change]) -> Trace | None:
        """One pass through the changed story; None when it cannot be told so."""
        key = tuple(sorted(str(change) for change in changes))
        if key not in self._known:
            self._known[key] = self._tried(changes)
        return self._known[key]

    def _tried(self, changes: Sequence[Change]) -> Trace | None:
        self.made += 1
        try:
            incident = self.story.changed(changes)
            trace = self._pass(incident, {})
            if holds_up(trace, self.vocabulary):
                run = lambda answers: self._pass(incident, answers)  # noqa: E731
                trace = trace._replace(sizes_open=certain_findings(trace, self.vocabulary, incident, run))
        except (Faults, ValueError):
            return None
        return trace

    def _pass(self, incident: Incident, answers: Mapping[tuple[str, str, str], Any]) -> Trace:
        return conduct(incident, self.rulebook, self.vocabulary, self._readings, answers, plain_search)


def gist(trace: Trace, vocabulary: Vocabulary) -> Gist:
    """What a ruling comes to, without its amounts: two stories with the same gist are ruled alike, to other sums.

    Of a story about conduct and rights it is what was found about these.
    """
    found: dict[tuple[str, str], Any] = {}
    beside = is_beside_play(trace, vocabulary)
    for apart in (False, True) if beside else (False,):
        for (name, subject), value in outcome(trace, vocabulary, apart).items():
            topic = vocabulary.topics.get(name)
            if name == "maximum" or name in _FOLLOWS or (topic is not None and topic.routine and not topic.act):
                continue
            if isinstance(value, dict):
                told = unnumbered(value)
                kept = {k: v for k, v in told.items() if topic is None or not _is_amount(topic.slots.get(k))}
                found[(name, subject)] = kept
            elif name == "returned":
                if value:
                    found[(name, subject)] = True
            elif value != NONE:
                found[(name, subject)] = value
    return found


def _is_amount(spec: Any) -> bool:
    """Whether a slot is an amount, or the mere name of a raise."""
    return spec is not None and (spec.type in ("chips", "count") or spec.name == "name")


def is_open(trace: Trace, vocabulary: Vocabulary) -> bool:
    """Whether something that the story is about hangs on a fact that nobody told."""
    if holds_up(trace, vocabulary):
        return True
    if not is_beside_play(trace, vocabulary):
        return False
    return any(v.status not in (SETTLED, NONE) for v in trace.verdicts if is_apart(v.topic, vocabulary))


__all__ = ["Gist", "Trials", "gist", "is_open"]
