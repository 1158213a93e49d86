"""Which other readings would have given another ruling for this very story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.evaluate import find
from engine.facts import Fact
from engine.outcomes import Alternative, memory_of, outcome
from engine.parameters import parameters_of
from engine.trace import Trace
from facts.bettingrules import BettingRules
from facts.lexicon import Vocabulary
from facts.memo import ByIdentity
from facts.records import NamedTuple
from facts.table import LIMIT
from knowledge.model import Rule, Rulebook


class _Readable(NamedTuple):
    """A clause that can be read in several ways. ``sets``: whether a parameter follows its reading. ``rules``: those
    that belong to one of its readings, each by its number with the types of fact that its alternatives want.
    """

    clause: str
    options: tuple[str, ...]
    sets: bool
    rules: tuple[tuple[int, tuple[frozenset[str], ...]], ...]


def alternatives_of(
    trace: Trace,
    rulebook: Rulebook,
    readings: Mapping[str, str],
    chosen: Mapping[str, str],
    run: Callable[[Mapping[str, str]], Trace],
    vocabulary: Vocabulary,
) -> Iterator[Alternative]:
    """The other readings under which the ruling would differ."""
    now: list[Any] = []
    memory = memory_of(trace)
    there = frozenset(memory)
    for readable in _readable(rulebook):
        touching = [rulebook.rules[n] for n, wants in readable.rules if _there(wants, there)]
        if not touching and not readable.sets:
            continue
        clause = readable.clause
        for other in readable.options:
            changed = {**readings, clause: other}
            if other == readings[clause]:
                continue
            values, otherwise = trace.parameters, False
            if readable.sets:
                values, betting = parameters_of(rulebook, vocabulary, changed)
                otherwise = plays_otherwise(trace, betting, None if touching else _told_apart(trace, values))
            if not otherwise and not _touch(touching, memory, values):
                continue
            now = now or [outcome(trace, vocabulary, apart) for apart in (False, True)]
            then = run(changed)
            play, beside = (outcome(then, vocabulary, apart) for apart in (False, True))
            if [play, beside] != now:
                yield Alternative(clause, readings[clause], other, clause in chosen, play == now[0], then)


def _there(wants: Iterable[frozenset[str]], types: frozenset[str]) -> bool:
    """Whether for some alternative of a rule there is a fact of every type that it wants."""
    for wanted in wants:  # noqa: SIM110  (asked of every rule that belongs to a reading)
        if wanted <= types:
            return True
    return False


def _touch(rules: Iterable[Rule], memory: Mapping[str, Sequence[Fact]], parameters: Mapping[str, Any]) -> bool:
    """Whether one of the rules could match."""
    return any(next(find(rule, memory, parameters), None) is not None for rule in rules)


def plays_otherwise(trace: Trace, rules: BettingRules, left: frozenset[int] | None = None) -> bool:
    """Whether the table would have gone another way under other betting rules. ``left``: the numbers of raises left
    that something tells apart from others; None when each one counts.
    """
    if rules != trace.table.rules and any(
        _sizes(table._replace(rules=rules), left) != _sizes(table, left) for table in _tables(trace)
    ):
        return True
    return _counts(trace, rules)


class _Looks(NamedTuple):
    """What some rules look at: the numbers of raises left that they tell apart (None: all), and parameters."""

    left: frozenset[int] | None
    parameters: frozenset[str]


def _looks(rules: Sequence[Rule]) -> _Looks:
    slots = [s for rule in rules for c in rule.conditions for p in c.patterns for s in p.slots]
    asked = [s for s in slots if s.name == "raises_left"]
    # whether any raise is left at all also bounds the acts themselves
    told_apart = frozenset([0, *(value for s in asked for value in s.values)])
    compared = all(s.kind in ("is", "not") for s in asked)
    return _Looks(told_apart if compared else None, frozenset([name for rule in rules for name in rule.parameters]))


_looked_at_by: ByIdentity[Sequence[Rule], _Looks] = ByIdentity(_looks, 2048)


def _told_apart(trace: Trace, parameters: Mapping[str, Any]) -> frozenset[int] | None:
    """The numbers of raises left that matter to the rules which the story can touch; None when each one does.

    That a round has one raise left rather than two changes nothing as long as no rule asks for the number.
    """
    if trace.table.structure != LIMIT:  # raises are not counted
        return None
    looks = _looked_at_by(trace.considered)
    changed = any(parameters.get(name) != trace.parameters.get(name) for name in looks.parameters)
    return None if changed else looks.left


def _readable(rulebook: Rulebook) -> tuple[_Readable, ...]:
    """The clauses that can be read in several ways, by id; remembered for each rulebook."""
    known = _known.get(rulebook.hash)
    if known is None:
        if len(_known) >= _MOST_BOOKS:
            _known.pop(next(iter(_known)))
        known = _known[rulebook.hash] = tuple(_read(rulebook))
    return known


def _read(rulebook: Rulebook) -> Iterator[_Readable]:
    rules: dict[str, dict[int, tuple[frozenset[str], ...]]] = {}
    for n, outline in enumerate(rulebook.outlines):
        for clause, _ in outline.reading:
            rules.setdefault(clause, {})[n] = tuple(map(frozenset, outline.wants))
    setting = {parameter.reading for parameter in rulebook.parameters.values()}
    for clause in sorted(rulebook.defaults):
        reading = rulebook.clauses[clause].readings
        options = tuple(reading.options) if reading else ()
        yield _Readable(clause, options, clause in setting, tuple(rules.get(clause, {}).items()))


_MOST_BOOKS = 16
_known: dict[str, tuple[_Readable, ...]] = {}


def _tables(trace: Trace) -> Iterator[Any]:
    for step in trace.steps:
        yield step.before
    yield trace.table


def _sizes(table: Any, told_apart: frozenset[int] | None) -> tuple[Any, ...]:
    left = table.raises_left()
    if left is not None and told_apart is not None and left not in told_apart:
        left = -1  # some raises, however many
    return table.min_raise_to(), left, table.is_full(table.level + 1)


def _counts(trace: Trace, rules: BettingRules) -> bool:
    """Whether replaying the steps under other betting rules would leave another count of raises."""
    for step in trace.steps:
        if step.after.fulls > step.before.fulls:
            i = next(k for k, seat in enumerate(step.after.seats) if seat != step.before.seats[k])
            if step.before._replace(rules=rules).after(i, "raise", step.after.level).raised != step.after.raised:
                return True
    return False
