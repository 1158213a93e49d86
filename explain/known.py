"""What no language changes about a trace, worked out once and shared by everyone who tells it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from engine.arbitration import Verdict
from engine.facts import Fact, Match
from engine.trace import Step, Trace
from facts.incident import Event, Incident, numbered
from facts.lexicon import Topic, Vocabulary
from facts.opening import from_the_button


class Known:
    """A trace with its incident, looked at before a word is chosen."""

    def __init__(self, incident: Incident, vocabulary: Vocabulary, trace: Trace) -> None:
        self.incident = incident
        self.vocabulary = vocabulary
        self.trace = trace
        # By the identity of verdicts, of which the same ones are asked for again and again: the clauses behind one, the
        # matches that tell it, without or with what it inherits, the acts that it allows. The verdict is kept, so that
        # its address cannot go to another one.
        self.clauses: dict[int, tuple[Verdict, list[str]]] = {}
        self.told: dict[tuple[int, bool], tuple[Verdict, list[Match]]] = {}
        self.acts: dict[int, tuple[Verdict, list[dict[str, Any]]]] = {}
        self._others: dict[int, Known] = {}

    def other(self, trace: Trace) -> Known:
        """The same incident under other answers or readings."""
        found = self._others.get(id(trace))
        if found is None:  # it keeps its trace, so that the identity cannot go to another one
            found = self._others[id(trace)] = Known(self.incident, self.vocabulary, trace)
        return found

    # -- verdicts ---------------------------------------------------------------------------------------------------

    @cached_property
    def verdicts(self) -> dict[tuple[str, str], Verdict]:
        """Verdicts by topic and subject."""
        return {(v.topic, v.subject): v for v in self.trace.verdicts}

    @cached_property
    def ordered(self) -> list[Verdict]:
        """All verdicts in reading order: act by act, then stage by stage; within a topic by seat or number."""
        return sorted(self.trace.verdicts, key=self._order)

    def _order(self, verdict: Verdict) -> tuple[Any, ...]:
        topic = self.topic(verdict)
        late = self.vocabulary.stages[topic.stage].phase != "act"
        number = self.number_in(verdict.subject)
        if not late:
            return (0, number, topic.stage, self._topics[verdict.topic], verdict.subject)
        return (1, topic.stage, self._topics[verdict.topic], number, verdict.subject)

    def number_in(self, subject: str) -> int:
        """Number of an act or event, place of a seat in the order to act; 0 for what has none."""
        kind, _, number = subject.partition(" ")
        if kind in ("act", "event") and number.isdigit():
            return int(number)
        return self._places.get(subject, 0)

    def topic(self, verdict: Verdict) -> Topic:
        """The topic of a verdict."""
        return self.vocabulary.topics[verdict.topic]

    @cached_property
    def _topics(self) -> dict[str, int]:
        return {name: n for n, name in enumerate(self.vocabulary.topics)}

    @cached_property
    def _places(self) -> dict[str, int]:
        seats = from_the_button(self.incident)
        return {name: n for n, name in reversed(list(enumerate((*self.trace.order, *seats))))}

    # -- what happened ----------------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> dict[tuple[str, str], Fact]:
        """The last fact of each type and key; the table has one for each moment at which an act was read."""
        return {(fact.type, fact.key): fact for fact in self.trace.facts}

    @cached_property
    def steps(self) -> dict[str, Step]:
        """The steps of acts by their subjects, such as "act 3"."""
        return {f"act {step.number}": step for step in self.trace.steps if step.number}

    @cached_property
    def events(self) -> dict[str, Event]:
        """Events by their subjects, such as "event 1"."""
        return dict(numbered(self.incident))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The seats of the table and the people whom only an event names."""
        told = (event.slots.get("seat") for event in self.events.values())
        return (*self.incident.seats, *(str(seat) for seat in told if seat))


__all__ = ["Known"]
