"""What a trace says and how sure it is: its outcome, its status, the clauses it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.arbitration import CONFLICT, OPEN, SETTLED, Verdict
from engine.evaluate import group
from engine.facts import Fact, Match
from engine.trace import Step, Trace
from facts.derivations import Derived
from facts.lexicon import Vocabulary
from facts.memo import ByIdentity
from facts.records import NamedTuple
from knowledge.model import Rule, Rulebook

DETERMINED, ASSUMING, NEEDS, CONFLICTING, DISCRETION = (
    "determined",
    "determined on assumptions",
    "needs facts",
    "conflict",
    "discretion",
)


class Answer(NamedTuple):
    """What some answers to a question lead to. ``values``: the answers that lead there; ``trace``: the story under
    the first of them, of numbers below a threshold under the last.
    """

    values: tuple[Any, ...]
    status: str
    trace: Trace


class Question(NamedTuple):
    """An unknown slot that decides. ``apart``: it bears on sanctions or rights only. ``matters``: its answers lead
    apart.
    """

    type: str
    key: str
    slot: str
    rules: tuple[str, ...]
    answers: tuple[Answer, ...]
    apart: bool
    matters: bool


class Alternative(NamedTuple):
    """What another reading of a clause would have given. ``apart``: it changes sanctions or rights only."""

    clause: str
    chosen: str
    other: str
    explicit: bool
    apart: bool
    trace: Trace


class Assumption(NamedTuple):
    """What the ruling rests on without having been told. ``kind``: default, reading, taken-from.

    default: ``subject`` is (fact type, key, slot), ``value`` what was taken. reading: (clause,), the reading.
    taken-from: clause ids, the book. ``apart``: only sanctions or rights rest on it.
    """

    kind: str
    subject: tuple[str, ...]
    value: Any
    confirm: str
    apart: bool = False


def play_of(trace: Trace, vocabulary: Vocabulary) -> list[Verdict]:
    """The verdicts on the play: conduct and rights have their own status and do not hold up the game, and no more does
    an amount without which a finding is the same.
    """
    apart, open_sizes = _apart(vocabulary), trace.sizes_open
    return [v for v in trace.verdicts if v.topic not in apart and not (open_sizes and size_open(v, trace))]


def size_open(verdict: Verdict, trace: Trace) -> bool:
    """Whether a finding is certain and only an amount in it is not known; under an answer it may be settled or gone."""
    return verdict.status == OPEN and (verdict.topic, verdict.subject) in trace.sizes_open


def without_amount(verdict: Verdict) -> Verdict:
    """An open finding of which only an amount is not known, as if settled: with what is known of it."""
    match = next((m for m in verdict.pending if m.outcome.get("allowed") is not False), verdict.pending[0])
    known = {name: value for name, value in match.outcome.items() if value is not None}
    return verdict._replace(status=SETTLED, values=known, by=(match,), pending=())


def holds_up(trace: Trace, vocabulary: Vocabulary) -> bool:
    """Whether something about the play is open in this trace."""
    return bool(trace.missing) or any(v.status == OPEN for v in play_of(trace, vocabulary))


def status_of(trace: Trace, vocabulary: Vocabulary, assumptions: Sequence[Assumption] = ()) -> str:
    """Status of the play; of conduct and rights where the incident was about nothing else."""
    judged = _judged(trace, vocabulary)
    if any(v.status == CONFLICT for v in judged):
        return CONFLICTING
    if trace.missing or any(v.status == OPEN for v in judged):
        return NEEDS
    if is_silent(trace, judged):
        return DISCRETION
    if any(m.rule.discretion for v in judged for m in v.by):
        return DISCRETION
    return ASSUMING if any(not assumption.apart for assumption in assumptions) else DETERMINED


def _judged(trace: Trace, vocabulary: Vocabulary) -> Sequence[Verdict]:
    """The verdicts that the status speaks of."""
    topics, play = vocabulary.topics, play_of(trace, vocabulary)
    if not is_beside_play(trace, vocabulary):
        return play
    return [*play, *(v for v in trace.verdicts if is_apart(v.topic, vocabulary) and not topics[v.topic].routine)]


def is_beside_play(trace: Trace, vocabulary: Vocabulary) -> bool:
    """Whether an incident was about conduct and rights alone: of the play only tells where it stands."""
    return all(vocabulary.topics[v.topic].routine for v in play_of(trace, vocabulary))


def asks(rule: Rule, type: str, slot: str) -> bool:
    """Whether a rule looks at a slot."""
    return (type, slot) in looked_at(rule)


looked_at: ByIdentity[Rule, frozenset[tuple[str, str]]] = ByIdentity(
    lambda rule: frozenset((p.type, s.name) for c in rule.conditions for p in c.patterns for s in p.slots)
)
"""The slots that a rule looks at, each with the type of its fact."""


def is_silent(trace: Trace, verdicts: Sequence[Verdict]) -> bool:
    """Whether the book is silent on something: the head judge's case."""
    return bool(trace.unanswered) or (bool(trace.open_acts) and not any(v.status == OPEN for v in verdicts))


def is_apart(topic: str, vocabulary: Vocabulary) -> bool:
    return topic in _apart(vocabulary)


_apart: ByIdentity[Vocabulary, frozenset[str]] = ByIdentity(
    lambda vocabulary: frozenset(name for name, t in vocabulary.topics.items() if vocabulary.stages[t.stage].apart)
)
"""The topics about conduct and rights."""


def outcome(trace: Trace, vocabulary: Vocabulary, apart: bool) -> dict[tuple[str, str], Any]:
    """What a ruling says, without how it came about; two traces with the same outcome rule alike."""
    found: dict[tuple[str, str], Any] = {}
    for verdict in trace.verdicts:
        if is_apart(verdict.topic, vocabulary) != apart or vocabulary.topics[verdict.topic].stage < 2:
            continue
        if vocabulary.topics[verdict.topic].act and verdict.values.get("allowed") is False:
            continue  # what nobody offers and what is expressly refused is the same to the player
        found[(verdict.topic, verdict.subject)] = verdict.status if verdict.status != SETTLED else dict(verdict.values)
    if not apart:
        for step in trace.steps:
            found[("returned", str(step.number))] = step.returned
        for back in trace.returned:
            found[("returned", back.seat)] = back.chips
        for name in trace.order:
            seat = trace.table.index(name)
            found[("maximum", name)] = trace.table.max_raise_to(seat)
    return found


def memory_of(trace: Trace) -> dict[str, list[Fact]]:
    """The facts by type; of the table only its last state."""
    memory = group(trace.facts)
    if "table" in memory:
        memory["table"] = memory["table"][-1:]
    return memory


def carrying(verdict: Verdict) -> tuple[Match, ...]:
    """The matches that carry a verdict, those of the finding it inherits first."""
    below = carrying(verdict.inherited) if verdict.inherited is not None else ()
    return (*below, *verdict.by)


def clauses_of(match: Match, rulebook: Rulebook) -> tuple[str, ...]:
    """Clauses that stand behind a match: its own, those that say the same, those of the parameters it used."""
    rule = match.rule
    lists = [value for value in match.outcome.values() if type(value) is tuple]
    if not rule.also and not rule.parameters and not lists:
        return (rule.clause,)
    used = [rulebook.parameters[name].clause for name in rule.parameters]
    steps = [str(step).partition("@")[2] for value in lists for step in value]
    return tuple(dict.fromkeys((rule.clause, *rule.also, *used, *(clause for clause in steps if clause))))


def cited(trace: Trace, rulebook: Rulebook, without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """All clauses that the ruling rests on, each once, in the order in which they come up.

    ``without``: codes of derivations to leave out.
    """
    found: list[str] = []
    for derived in derivations_of(trace):
        if derived.code not in without:
            found.extend(rulebook.derived_from(derived.code, trace.table.structure))
    for verdict in trace.verdicts:
        for match in carrying(verdict):
            found.extend(clauses_of(match, rulebook))
        for defeat in verdict.defeats:
            if defeat.relation in (
                "reinstates",
                "restricts",
            ):  # what brings a rule back need not propose anything itself
                found.extend(clauses_of(defeat.winner, rulebook))
    return tuple(dict.fromkeys(found))


def _measured(step: Step) -> Iterator[Derived]:
    """How the sizes came about that the rules of an act looked at."""
    rules = [match.rule for verdict in step.verdicts for match in carrying(verdict)] if step.measure else []
    for slot, derived in step.measure.items():
        if any(asks(rule, "act", slot) for rule in rules):
            yield from derived


def derivations_of(trace: Trace) -> Iterator[Derived]:
    """What the replay derived and the ruling needs: the wager that each act was measured by, and the sizes that are
    offered.
    """
    last: tuple[Derived, ...] = ()
    for step in trace.steps:
        if step.plain:
            last = step.derived or last
            yield from (derived for derived in step.derived if derived.code == "short-blind")
        else:
            yield from last
            yield from _measured(step)
    sized = ("may-raise", "may-bet", "may-complete")
    shown = {v.subject for v in trace.verdicts if v.topic in sized and v.values.get("allowed")}
    for name, sizes in trace.sizes.items():
        if name in shown:
            yield from sizes
    yield from trace.read
