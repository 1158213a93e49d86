"""The engine's word on what the solver found: a story is ruled, and two rules must really stand against each other."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping, Sequence

from check.findings import Reason
from engine.arbitration import CONFLICT, Verdict
from engine.conductor import conduct
from engine.facts import Fact
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.reader import read_incident
from facts.records import NamedTuple
from facts.writer import write_incident
from knowledge.model import Rulebook


class Bench(NamedTuple):
    """What a story is ruled with."""

    book: Rulebook
    vocabulary: Vocabulary
    pool: MakeMatcher


class Told(NamedTuple):
    """A story as it was written down and read back, and what the engine made of it."""

    incident: Incident
    trace: Trace


def ruled(incident: Incident, bench: Bench, readings: Mapping[str, str]) -> Told | None:
    """The trace of a story, told as a file tells it; None for a story that no file can tell or nobody can replay."""
    try:
        told = read_incident(write_incident(incident), vocabulary=bench.vocabulary.events)
        return Told(told, conduct(told, bench.book, bench.vocabulary, readings, {}, bench.pool))
    except (Faults, ValueError):
        return None


def meet(trace: Trace, topic: str, a: str, b: str) -> Reason | None:
    """How two rules meet in a story: None where they stand against each other, else why they do not."""
    why = Reason("apart", (a, b))
    for verdict in trace.verdicts:
        if verdict.topic != topic:
            continue
        if _against(verdict, a, b):
            return None
        for defeat in verdict.defeats:
            if defeat.loser.rule.id in (a, b) and _fired(verdict, a) and _fired(verdict, b):
                why = Reason("defeats", (defeat.winner.rule.id, defeat.loser.rule.id))
    return why


def answered(trace: Trace, topics: Collection[str], events: Container[str]) -> frozenset[str]:
    """The rules that say something about one of some topics from the events of a story, or might once more is known."""
    found: set[str] = set()
    for verdict in trace.verdicts:
        matches = (*verdict.by, *verdict.pending, *verdict.idle, *(m for side in verdict.sides for m in side))
        if verdict.topic in topics:
            found.update(m.rule.id for m in matches if _rests_on(m.facts, events, trace))
    return frozenset(found)


def _rests_on(facts: Sequence[Fact], events: Container[str], trace: Trace) -> bool:
    """Whether an event is among the facts, or behind a finding among them."""
    for fact in facts:
        if fact.type in events:
            return True
        behind = (v for v in trace.verdicts if (v.topic, v.subject) == (fact.type, fact.key))
        if any(_rests_on(match.facts, events, trace) for verdict in behind for match in verdict.by):
            return True
    return False


def _against(verdict: Verdict, a: str, b: str) -> bool:
    """Whether both rules stand and disagree: an open conflict, also one that a pending rule might still settle."""
    if verdict.status != CONFLICT and not verdict.sides:
        return False
    sides = [{match.rule.id for match in side} for side in verdict.sides]
    return any(a in side and b not in side for side in sides) and any(b in side and a not in side for side in sides)


def _fired(verdict: Verdict, rule: str) -> bool:
    losers = {defeat.loser.rule.id for defeat in verdict.defeats}
    standing = {match.rule.id for match in verdict.by} | {m.rule.id for side in verdict.sides for m in side}
    return rule in losers | standing
