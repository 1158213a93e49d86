"""Which rules a story can touch at all: the others are neither built nor asked.

A rule is left out only when every alternative of it asks for a fact that the story cannot hold, so nothing that could
fire or be pending is lost. An incident without events, for instance, needs no rule about thrown cards.

What a rule asks for is kept as the bits of a number, so that going through a whole rulebook costs some microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from facts.lexicon import Topic, Vocabulary
from knowledge.model import Condition, Pattern, Rule, Rulebook

Fixed = Sequence[Mapping[str, Any]]
Present = Mapping[str, Fixed]
_MOST_BOOKS = 16
_MOST = 1024


class Considered(NamedTuple):
    """The rules that a story can touch, by stage and id. ``phases``: those in which one of them fires;
    ``parameters``: the names of the values that they look at, sorted.
    """

    rules: tuple[Rule, ...]
    phases: frozenset[str]
    parameters: tuple[str, ...]


class _Row(NamedTuple):
    """Rule number ``n``: the bits of the topics that it makes possible, and by alternative the bits it asks for."""

    n: int
    gives: int
    needs: tuple[int, ...]


# What an alternative wants of the facts of a type: by slot the values of which it has to be one, or must be none.
_Wanted = tuple[tuple[str, tuple[tuple[str, bool, tuple[Any, ...]], ...]], ...]


_Test = tuple[int, bool, tuple[Any, ...]]
"""A condition on a slot: its bit, and whether the value has to be one of these or must be none of them."""


def relevant_rules(
    rulebook: Rulebook, vocabulary: Vocabulary, present: Present, readings: Mapping[str, str]
) -> Considered:
    """The rules alive under ``readings`` that facts of the types ``present`` could touch.

    ``present``: the fact types of the story, with what is fixed about each of their facts; no fact of a type means
    that there cannot be one.
    """
    index = _indexes.get(rulebook.hash)
    if index is None:
        if len(_indexes) >= _MOST_BOOKS:
            _indexes.pop(next(iter(_indexes)))
        index = _indexes[rulebook.hash] = _Index(rulebook, vocabulary)
    return index.considered(present, readings)


class _Index:
    """One rulebook, prepared for the question which of its rules a story can touch.

    A bit stands for a fact type or topic that must be there, or for a condition that a slot must not refute.
    """

    def __init__(self, rulebook: Rulebook, vocabulary: Vocabulary) -> None:
        self._rules = rulebook.rules
        self._outlines = rulebook.outlines
        self._phases = tuple(stage.phase for stage in vocabulary.stages)
        self._bits: dict[Any, int] = {}
        self._topics = self._mask(vocabulary.topics)
        self._rows = self._made(vocabulary)
        self._kinds = (1 << len(self._bits)) - 1  # of all types and topics; the bits of slots come behind them
        self._whole: dict[int, _Row] = {}  # rows with the bits of slots; only rules that are touched are looked into
        self._tests: dict[tuple[str, str], list[_Test]] = {}
        # Bounded memos: rows by types of fact and readings, what a value refutes, what goes with a set of rules.
        self._by_kinds: dict[Any, list[_Row]] = {}
        self._refuting: dict[tuple[str, str, Any], int] = {}
        self._known: dict[tuple[int, ...], Considered] = {}

    def _made(self, vocabulary: Vocabulary) -> list[_Row]:
        heirs = _heirs(vocabulary)
        gives = {name: self._mask((name, *heirs.get(name, ()))) for name in vocabulary.topics}
        return [
            _Row(n, gives[outline.topic], tuple([self._mask(wants) for wants in outline.wants]))
            for n, outline in enumerate(self._outlines)
        ]

    def _mask(self, of: Iterable[Any]) -> int:
        bits, mask = self._bits, 0
        for key in of:
            bit = bits.get(key)
            if bit is None:
                bit = bits[key] = 1 << len(bits)
            mask |= bit
        return mask

    def considered(self, present: Present, readings: Mapping[str, str]) -> Considered:
        """See ``relevant_rules``."""
        there, several = 0, False
        for kind, facts in present.items():
            if facts:
                there |= self._bits.get(kind, 0)
                several = several or len(facts) > 1
        rows = self._rows_for(there, readings)
        missing = self._kinds & ~there | self._refuted_by(present)
        chosen: list[int] = []
        for n, gives, needs in rows:  # by stage: what a rule builds on is decided before it
            for at, need in enumerate(needs):
                if not need & missing and (not several or self._fits(n, at, present)):
                    chosen.append(n)
                    missing &= ~gives
                    break
        return self._with(tuple(chosen))

    def _rows_for(self, there: int, readings: Mapping[str, str]) -> list[_Row]:
        """The rows that could be touched if every topic had a finding."""
        key = (there, *readings.items())
        rows = self._by_kinds.get(key)
        if rows is None:
            missing = self._kinds & ~(there | self._topics)
            rows = [
                self._with_slots(row)
                for row in self._rows
                if any(not need & missing for need in row.needs) and _alive(self._outlines[row.n].reading, readings)
            ]
            if len(self._by_kinds) >= _MOST:
                self._by_kinds.clear()
            self._by_kinds[key] = rows
        return rows

    def _with_slots(self, row: _Row) -> _Row:
        whole = self._whole.get(row.n)
        if whole is None:
            needs = [
                need | self._mask(_tests(condition))
                for need, condition in zip(row.needs, self._rules[row.n].conditions, strict=True)
            ]
            whole = self._whole[row.n] = row._replace(needs=tuple(needs))
            for condition in self._rules[row.n].conditions:
                for kind, name, wanted, values in _tests(condition):
                    test = self._bits[kind, name, wanted, values], wanted, values
                    known = self._tests.setdefault((kind, name), [])
                    if test not in known:
                        known.append(test)
                        self._refuting.clear()
        return whole

    def _refuted_by(self, present: Present) -> int:
        """The bits of the conditions that all facts of their type refute."""
        refuted = 0
        for kind, facts in present.items():
            common = -1
            for fixed in facts:
                mask = 0
                for name, value in fixed.items():
                    if value is not None:
                        mask |= self._refuted(kind, name, value)
                common &= mask
            if facts:
                refuted |= common
        return refuted

    def _refuted(self, kind: str, name: str, value: Any) -> int:
        key = (kind, name, value)
        mask = self._refuting.get(key)
        if mask is None:
            if len(self._refuting) >= _MOST:
                self._refuting.clear()
            mask = 0
            for bit, wanted, values in self._tests.get((kind, name), ()):
                if (value in values) is not wanted:
                    mask |= bit
            self._refuting[key] = mask
        return mask

    def _fits(self, n: int, at: int, present: Present) -> bool:
        """Whether for each pattern of an alternative one fact leaves room for all its conditions together; looked at
        only where there are several facts of a type, for of a single one the bits tell.
        """
        for pattern in self._rules[n].conditions[at].patterns:
            facts = present.get(pattern.type, ())
            if len(facts) > 1 and not pattern.absent and not any(_room(pattern, fixed) for fixed in facts):
                return False
        return True

    def _with(self, numbers: tuple[int, ...]) -> Considered:
        known = self._known.get(numbers)
        if known is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            rules = tuple([self._rules[n] for n in numbers])
            phases = frozenset([self._phases[rule.stage] for rule in rules])
            names = tuple(sorted({name for rule in rules for name in rule.parameters}))
            known = self._known[numbers] = Considered(rules, phases, names)
        return known


_indexes: dict[str, _Index] = {}


def _heirs(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """By topic the topics that carry its finding on."""
    topics: Mapping[str, Topic] = vocabulary.topics
    found: dict[str, list[str]] = {}
    for names in vocabulary.inheriting:
        for name in names:
            found.setdefault(topics[name].inherits, []).append(name)
    return found


def _alive(reading: Iterable[tuple[str, str]], readings: Mapping[str, str]) -> bool:
    """Whether the readings in force are among those a rule belongs to; it may belong to several of one clause."""
    return all(any(pair == (clause, readings.get(clause)) for pair in reading) for clause, _ in reading)


def _tests(condition: Condition) -> Iterator[tuple[str, str, bool, tuple[Any, ...]]]:
    """The conditions of an alternative on single slots of facts that must be there."""
    for pattern in condition.patterns:
        if not pattern.absent:
            for slot in pattern.slots:
                if slot.kind in ("is", "not"):
                    yield pattern.type, slot.name, slot.kind == "is", slot.values


def _room(pattern: Pattern, fixed: Mapping[str, Any]) -> bool:
    """Whether nothing that is fixed about a fact speaks against a pattern."""
    for slot in pattern.slots:
        value = fixed.get(slot.name)
        if value is not None and slot.kind in ("is", "not") and (value in slot.values) is not (slot.kind == "is"):
            return False
    return True
