"""The ruling: what was settled, how sure it is, which questions matter and where their answers lead, which readings
it hangs on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.arbitration import CONFLICT, NONE, OPEN, SETTLED, Verdict, settle
from engine.conductor import conduct
from engine.evaluate import find, group
from engine.facts import Fact, Match
from engine.questions import candidates, root_of
from engine.trace import Trace
from engine.workspace import Answers, MakeMatcher
from facts.deriving import Derived, betting_rules
from facts.incident import Incident
from facts.lexicon import Vocabulary
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
    the first of them.
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
    """What another reading of a clause would have given."""

    clause: str
    chosen: str
    other: str
    explicit: bool
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


class Ruling(NamedTuple):
    """The ruling on one incident; ``explain`` turns it into text, JSON or Markdown."""

    incident: Incident
    rulebook: Rulebook
    vocabulary: Vocabulary
    status: str
    trace: Trace
    questions: tuple[Question, ...]
    alternatives: tuple[Alternative, ...]
    assumptions: tuple[Assumption, ...]

    def verdict(self, topic: str, subject: str) -> Verdict | None:
        """The verdict on one topic and subject, or None when nothing was said about it."""
        return next((v for v in self.trace.verdicts if (v.topic, v.subject) == (topic, subject)), None)


def decide(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    make: MakeMatcher,
    chosen: Mapping[str, str] | None = None,
) -> Ruling:
    """The ruling on ``incident``. ``chosen``: readings that the event has fixed, clause id to name (KeyError when
    unknown).
    """
    readings = rulebook.readings(chosen)

    def run(answers: Answers, other: Mapping[str, str] = readings) -> Trace:
        return conduct(incident, rulebook, vocabulary, other, answers, make)

    trace = run({})
    questions = tuple(_questions(trace, vocabulary, incident, run))
    playing = [q for q in questions if not q.apart]
    if playing and not any(q.matters for q in playing):
        trace = playing[0].answers[0].trace  # whatever the answer is, the ruling is the same
    alternatives = tuple(
        _alternatives(trace, rulebook, readings, chosen or {}, lambda other: run({}, other), vocabulary)
    )
    assumptions = (
        *_defaults(trace, vocabulary),
        *(
            Assumption("reading", (a.clause,), a.chosen, _by(rulebook, a.clause))
            for a in alternatives
            if not a.explicit
        ),
        *_borrowed(trace, rulebook, vocabulary),
    )
    status = status_of(trace, vocabulary, assumptions, questions)
    return Ruling(
        incident, rulebook, vocabulary, status, trace, questions, alternatives, tuple(dict.fromkeys(assumptions))
    )


def _by(rulebook: Rulebook, clause: str) -> str:
    readings = rulebook.clauses[clause].readings
    return readings.by if readings else ""


def status_of(
    trace: Trace, vocabulary: Vocabulary, assumptions: Sequence[Assumption] = (), questions: Sequence[Question] = ()
) -> str:
    """Status of the play: conduct and rights have their own and do not hold up the game."""
    play = [v for v in trace.verdicts if not _apart(v.topic, vocabulary)]
    settled = not questions or any(q.matters for q in questions if not q.apart)
    if any(v.status == CONFLICT for v in play):
        return CONFLICTING
    if trace.missing or (settled and any(v.status == OPEN for v in play)):
        return NEEDS
    if trace.unanswered or (trace.open_acts and not any(v.status == OPEN for v in play)):
        return DISCRETION  # the book is silent on something: the head judge's case
    if any(m.rule.discretion for v in play for m in v.by):
        return DISCRETION
    return ASSUMING if any(not assumption.apart for assumption in assumptions) else DETERMINED


def _apart(topic: str, vocabulary: Vocabulary) -> bool:
    return vocabulary.stages[vocabulary.topics[topic].stage].apart


def outcome(trace: Trace, vocabulary: Vocabulary, apart: bool) -> dict[tuple[str, str], Any]:
    """What a ruling says, without how it came about; two traces with the same outcome rule alike."""
    found: dict[tuple[str, str], Any] = {}
    for verdict in trace.verdicts:
        if _apart(verdict.topic, vocabulary) != apart or vocabulary.topics[verdict.topic].stage < 2:
            continue
        found[(verdict.topic, verdict.subject)] = verdict.status if verdict.status != SETTLED else dict(verdict.values)
    if not apart:
        for step in trace.steps:
            found[("returned", str(step.number))] = step.returned
        for name in trace.order:
            seat = trace.table.index(name)
            found[("maximum", name)] = trace.table.max_raise_to(seat)
    return found


# -- questions ------------------------------------------------------------------------------------------------------


def _questions(
    trace: Trace, vocabulary: Vocabulary, incident: Incident, run: Callable[[Answers], Trace]
) -> Iterator[Question]:
    asked: dict[tuple[str, str, str], set[str]] = {}
    apart: dict[tuple[str, str, str], bool] = {}
    for verdict in trace.verdicts:
        if verdict.status != OPEN:
            continue
        for match in verdict.pending:
            for place in match.unknown:
                root = root_of(place, trace)
                asked.setdefault(root, set()).add(match.rule.id)
                apart[root] = apart.get(root, True) and _apart(verdict.topic, vocabulary)
    for root in trace.missing:
        asked[root] = set()
        apart[root] = False
    for root in sorted(asked, key=lambda r: (apart[r], -len(asked[r]), r)):
        answers = tuple(_answers(root, vocabulary, incident, run, apart[root], trace))
        if answers:
            yield Question(*root, tuple(sorted(asked[root])), answers, apart[root], len(answers) > 1)


def _answers(
    root: tuple[str, str, str],
    vocabulary: Vocabulary,
    incident: Incident,
    run: Callable[[Answers], Trace],
    apart: bool,
    trace: Trace,
) -> Iterator[Answer]:
    groups: list[tuple[list[Any], Any, Trace]] = []
    tried = [(value, run({root: value})) for value in candidates(root, vocabulary, incident, trace)]
    read = [(value, then) for value, then in tried if not _silent(then)]
    for value, then in read if len(read) > 1 else tried:
        what = outcome(then, vocabulary, apart)
        for values, known, _ in groups:
            if known == what:
                values.append(value)
                break
        else:
            groups.append(([value], what, then))
    for values, _, then in groups:
        yield Answer(tuple(values), status_of(then, vocabulary), then)


def _silent(trace: Trace) -> bool:
    """Whether the book says nothing about an act: none of its rules reads it, and nothing is pending either."""
    return bool(trace.open_acts) and not any(v.status == OPEN for v in trace.verdicts)


# -- readings -------------------------------------------------------------------------------------------------------


def _alternatives(
    trace: Trace,
    rulebook: Rulebook,
    readings: Mapping[str, str],
    chosen: Mapping[str, str],
    run: Callable[[Mapping[str, str]], Trace],
    vocabulary: Vocabulary,
) -> Iterator[Alternative]:
    """The other readings under which the ruling would differ."""
    now = outcome(trace, vocabulary, apart=False)
    memory = _memory(trace)
    for clause in sorted(readings):
        reading = rulebook.clauses[clause].readings
        for other in reading.options if reading else ():
            if other == readings[clause]:
                continue
            changed = {**readings, clause: other}
            if not _may_differ(trace, rulebook, clause, changed, memory):
                continue
            then = run(changed)
            if outcome(then, vocabulary, apart=False) != now:
                yield Alternative(clause, readings[clause], other, clause in chosen, then)


def _may_differ(
    trace: Trace, rulebook: Rulebook, clause: str, changed: Mapping[str, str], memory: Mapping[str, Sequence[Fact]]
) -> bool:
    """Whether a reading touches the story at all: a rule of it could match, or the table would have gone another
    way.
    """
    parameters = rulebook.values(changed)
    if any(p.reading == clause for p in rulebook.parameters.values()):
        rules = betting_rules(parameters)
        if any(_sizes(table._replace(rules=rules)) != _sizes(table) for table in _tables(trace)):
            return True
        for step in trace.steps:
            if step.plain and step.before._replace(rules=rules).raised != step.before.raised:
                return True
        if _counts(trace, rules):
            return True
    return any(next(find(rule, memory, parameters), None) is not None for rule in _of_reading(rulebook).get(clause, ()))


def _of_reading(rulebook: Rulebook) -> Mapping[str, Sequence[Rule]]:
    """The rules that belong to a reading of each clause; remembered for each rulebook."""
    if rulebook.hash not in _by_reading:
        table: dict[str, list[Rule]] = {}
        for rule in rulebook.rules:
            for clause, _ in rule.reading:
                table.setdefault(clause, []).append(rule)
        _by_reading[rulebook.hash] = table
    return _by_reading[rulebook.hash]


_by_reading: dict[str, Mapping[str, Sequence[Rule]]] = {}


def _memory(trace: Trace) -> dict[str, list[Fact]]:
    """The facts by type; of the table only its last state."""
    memory = group(trace.facts)
    if "table" in memory:
        memory["table"] = memory["table"][-1:]
    return memory


def _tables(trace: Trace) -> Iterator[Any]:
    for step in trace.steps:
        yield step.before
    yield trace.table


def _sizes(table: Any) -> tuple[Any, ...]:
    return table.min_raise_to(), table.raises_left(), table.is_full(table.level + 1)


def _counts(trace: Trace, rules: Any) -> bool:
    """Whether replaying the steps under other betting rules would leave another count of raises."""
    for step in trace.steps:
        if step.after.fulls > step.before.fulls:
            i = next(k for k, seat in enumerate(step.after.seats) if seat != step.before.seats[k])
            if step.before._replace(rules=rules).after(i, "raise", step.after.level).raised != step.after.raised:
                return step.before.opened
    return False


# -- assumptions ----------------------------------------------------------------------------------------------------


def _defaults(trace: Trace, vocabulary: Vocabulary) -> Iterator[Assumption]:
    """The declared defaults that some rule would have had to ask about."""
    memory = _memory(trace)
    for fact in trace.facts:
        if fact.type == "table" and fact is not memory["table"][0]:
            continue
        for slot in sorted(fact.defaults):
            spec = vocabulary.facts[fact.type].slots[slot]
            relying = _relying(fact, slot, trace, memory, vocabulary)
            if relying or (spec.replayed and trace.steps):
                apart = bool(relying) and all(_apart(topic, vocabulary) for topic in relying)
                yield Assumption("default", (fact.type, fact.key, slot), fact.slots[slot], spec.confirm, apart)


def _relying(
    fact: Fact, slot: str, trace: Trace, memory: Mapping[str, Sequence[Fact]], vocabulary: Vocabulary
) -> list[str]:
    """The topics that would be open if the default were not there: arbitration is asked again with the slot unknown."""
    topics = {rule.topic for rule in trace.considered if _asks(rule, fact.type, slot)}
    if not topics:
        return []
    blank = Fact(fact.type, fact.key, {**fact.slots, slot: None})
    changed = {**memory, fact.type: [blank if other is fact else other for other in memory[fact.type]]}
    place = (fact.type, fact.key, slot)
    return [topic for topic in sorted(topics) if _opens(topic, place, changed, trace, vocabulary)]


def _opens(
    topic: str, place: tuple[str, str, str], memory: Mapping[str, Sequence[Fact]], trace: Trace, vocabulary: Vocabulary
) -> bool:
    verdicts = {(v.topic, v.subject): v for v in trace.verdicts}
    groups: dict[str, list[Match]] = {}
    for rule in trace.considered:
        if rule.topic == topic:
            for match in find(rule, memory, trace.parameters):
                groups.setdefault(match.subject, []).append(match)
    for subject, matches in groups.items():
        inherited = verdicts.get((vocabulary.topics[topic].inherits, subject))
        verdict = settle(topic, subject, matches, inherited)
        if any(place in match.unknown for match in verdict.pending):
            return True
    return False


def _asks(rule: Rule, type: str, slot: str) -> bool:
    return any(p.type == type and any(s.name == slot for s in p.slots) for c in rule.conditions for p in c.patterns)


def carrying(verdict: Verdict) -> tuple[Match, ...]:
    """The matches that carry a verdict, those of the finding it inherits first."""
    below = carrying(verdict.inherited) if verdict.inherited is not None else ()
    return (*below, *verdict.by)


def clauses_of(match: Match, rulebook: Rulebook) -> tuple[str, ...]:
    """Clauses that stand behind a match: its own, those that say the same, those of the parameters it used."""
    used = (rulebook.parameters[name].clause for name in match.rule.parameters)
    return tuple(dict.fromkeys((match.rule.clause, *match.rule.also, *used)))


def cited(trace: Trace, rulebook: Rulebook, without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """All clauses that the ruling rests on, each once, in the order in which they come up.

    ``without``: codes of derivations to leave out.
    """
    found: list[str] = []
    for derived in _derivations(trace):
        if derived.code not in without:
            found.extend(rulebook.derived_from(derived.code, trace.table.structure))
    for verdict in trace.verdicts:
        for match in carrying(verdict):
            found.extend(clauses_of(match, rulebook))
        for defeat in verdict.defeats:
            if defeat.relation == "reinstates":  # what brings a rule back need not propose anything itself
                found.extend(clauses_of(defeat.winner, rulebook))
    return tuple(dict.fromkeys(found))


def _derivations(trace: Trace) -> Iterator[Derived]:
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
    sized = ("may-raise", "may-bet", "may-complete")
    shown = {v.subject for v in trace.verdicts if v.topic in sized and v.values.get("allowed")}
    for name, sizes in trace.sizes.items():
        if name in shown:
            yield from sizes
    yield from trace.read


def _borrowed(trace: Trace, rulebook: Rulebook, vocabulary: Vocabulary) -> Iterator[Assumption]:
    """Clauses that another edition lent, one assumption for each lender."""
    lenders: dict[str, list[str]] = {}
    for clause in cited(trace, rulebook, vocabulary.quiet):
        lender = rulebook.clauses[clause].taken_from
        if lender:
            lenders.setdefault(lender, []).append(clause)
    for lender, clauses in lenders.items():
        yield Assumption("taken-from", tuple(clauses), lender, "")


__all__ = ["NONE", "Alternative", "Answer", "Assumption", "Question", "Ruling", "decide", "outcome"]
