"""Which other readings would have given another ruling for this very story."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.evaluate import find
from engine.facts import Fact
from engine.outcomes import Alternative, memory_of, outcome
from engine.trace import Trace
from facts.bettingrules import BettingRules
from facts.lexicon import Vocabulary
from facts.opening import betting_rules
from knowledge.model import Rule, Rulebook


def alternatives_of(
    trace: Trace,
    rulebook: Rulebook,
    readings: Mapping[str, str],
    chosen: Mapping[str, str],
    run: Callable[[Mapping[str, str]], Trace],
    vocabulary: Vocabulary,
) -> Iterator[Alternative]:
    """The other readings under which the ruling would differ."""
    now = [outcome(trace, vocabulary, apart) for apart in (False, True)]
    memory = memory_of(trace)
    for clause in sorted(readings):
        reading = rulebook.clauses[clause].readings
        for other in reading.options if reading else ():
            if other == readings[clause]:
                continue
            changed = {**readings, clause: other}
            if not _may_differ(trace, rulebook, clause, changed, memory, vocabulary):
                continue
            then = run(changed)
            play, beside = (outcome(then, vocabulary, apart) for apart in (False, True))
            if [play, beside] != now:
                yield Alternative(clause, readings[clause], other, clause in chosen, play == now[0], then)


def _may_differ(
    trace: Trace,
    rulebook: Rulebook,
    clause: str,
    changed: Mapping[str, str],
    memory: Mapping[str, Sequence[Fact]],
    vocabulary: Vocabulary,
) -> bool:
    """Whether a reading touches the story at all: a rule of it could match, or the table would have gone another
    way.
    """
    parameters = trace.parameters
    if any(p.reading == clause for p in rulebook.parameters.values()):
        parameters = rulebook.values(changed)
        if plays_otherwise(trace, betting_rules(parameters, vocabulary.customs)):
            return True
    return any(next(find(rule, memory, parameters), None) is not None for rule in _of_reading(rulebook).get(clause, ()))


def plays_otherwise(trace: Trace, rules: BettingRules) -> bool:
    """Whether the table would have gone another way under other betting rules."""
    tables = _tables(trace)
    return any(_sizes(table._replace(rules=rules)) != _sizes(table) for table in tables) or _counts(trace, rules)


def _of_reading(rulebook: Rulebook) -> Mapping[str, Sequence[Rule]]:
    """The rules that belong to a reading of each clause; remembered for each rulebook."""
    if rulebook.hash not in _by_reading:
        table: dict[str, list[Rule]] = {}
        for n, outline in enumerate(rulebook.outlines):
            for clause, _ in outline.reading:
                table.setdefault(clause, []).append(rulebook.rules[n])
        _by_reading[rulebook.hash] = table
    return _by_reading[rulebook.hash]


_by_reading: dict[str, Mapping[str, Sequence[Rule]]] = {}


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
                return True
    return False
