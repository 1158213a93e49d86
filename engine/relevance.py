"""Which rules a story can touch at all: the others are neither built nor asked.

A rule is left out only when every alternative of it asks for a fact that the story cannot hold, so nothing that could
fire or be pending is lost. An incident without events, for instance, needs no rule about thrown cards.

What a rule asks for is kept as the bits of a number, so that going through a whole rulebook costs some microseconds.
"""

from __future__ import annotations

from _thread import allocate_lock  # threading would cost a start more than the lock is worth
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from facts.lexicon import Topic, Vocabulary
from facts.records import NamedTuple
from knowledge.model import Condition, Rule, Rulebook

Fixed = Sequence[Mapping[str, Any]]
Present = Mapping[str, Fixed]
_MOST_BOOKS = 16
_MOST = 2048


class Considered(NamedTuple):
    """The rules that a story can touch, by stage and id. ``phases``: those in which one of them fires;
    ``parameters``: the names of the values that they look at, sorted.
    """

    rules: tuple[Rule, ...]
    phases: frozenset[str]
    parameters: tuple[str, ...]


class _Row(NamedTuple):
    """Rule number ``n``: the bits of the topics that it makes possible, by alternative the bits it asks for, and those
    that all alternatives ask for.
    """

    n: int
    gives: int
    needs: tuple[int, ...]
    common: int


_Test = tuple[str, bool, tuple[Any, ...]]
"""A condition on a slot: its name, and whether the value has to be one of these or must be none of them."""


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

    A bit stands for a fact type or topic that must be there, or for a pattern that some fact must leave room for.
    """

    def __init__(self, rulebook: Rulebook, vocabulary: Vocabulary) -> None:
        self._rules = rulebook.rules
        self._outlines = rulebook.outlines
        self._phases = tuple(stage.phase for stage in vocabulary.stages)
        self._bits: dict[Any, int] = {}
        # Threads share an index. What only fills a memo may be done twice; a bit must not be given out twice.
        self._giving = allocate_lock()
        self._topics = self._mask(vocabulary.topics)
        self._rows = self._made(vocabulary)
        self._kinds = (1 << len(self._bits)) - 1  # of all types and topics; the bits of patterns come behind them
        self._whole: dict[int, _Row] = {}  # rows with the bits of patterns; only rules that are touched are looked into
        self._tests: dict[tuple[str, str], list[tuple[int, _Test]]] = {}
        # Bounded memos: rows by types of fact and readings, what a value refutes, what a story can touch.
        self._able: dict[int, list[_Row]] = {}
        self._by_kinds: dict[Any, list[_Row]] = {}
        self._refuting: dict[tuple[str, str, Any], int] = {}
        self._known: dict[Any, Considered] = {}

    def _made(self, vocabulary: Vocabulary) -> list[_Row]:
        heirs, known, rows = _heirs(vocabulary), dict[tuple[str, ...], int](), []
        gives = {name: self._mask((name, *heirs.get(name, ()))) for name in vocabulary.topics}
        for n, outline in enumerate(self._outlines):
            needs, common = [], -1
            for wants in outline.wants:
                need = known.get(wants)
                if need is None:
                    need = known[wants] = self._mask(wants)
                needs.append(need)
                common &= need
            rows.append(_Row(n, gives[outline.topic], tuple(needs), common if needs else 0))
        return rows

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
        there = 0
        for kind, facts in present.items():
            if facts:
                there |= self._bits.get(kind, 0)
        named = (there, *readings.items())
        rows = self._by_kinds.get(named)
        if rows is None:
            with self._giving:
                rows = self._rows_for(there, readings)
            _remember(self._by_kinds, named, rows)
        missing = self._kinds & ~there | self._refuted_by(present)
        key = (missing, named)
        known = self._known.get(key)
        if known is None:
            known = self._chosen(rows, missing)
            _remember(self._known, key, known)
        return known

    def _chosen(self, rows: Iterable[_Row], missing: int) -> Considered:
        found: list[Rule] = []
        rules = self._rules
        for n, gives, needs, _ in rows:  # by stage: what a rule builds on is decided before it
            for need in needs:
                if not need & missing:
                    found.append(rules[n])
                    if gives & missing:
                        missing &= ~gives
                    break
        phases = frozenset([self._phases[stage] for stage in {rule.stage for rule in found}])
        names = tuple(sorted(set().union(*[rule.parameters for rule in found if rule.parameters])))
        return Considered(tuple(found), phases, names)

    def _rows_for(self, there: int, readings: Mapping[str, str]) -> list[_Row]:
        """The rows that could be touched if every topic had a finding."""
        able = self._able.get(there)
        if able is None:
            missing = self._kinds & ~(there | self._topics)
            near = [row for row in self._rows if not row[3] & missing]
            able = [row for row in near if any(not need & missing for need in row.needs)]
            _remember(self._able, there, able)
        return [self._with_patterns(row) for row in able if _alive(self._outlines[row.n].reading, readings)]

    def _with_patterns(self, row: _Row) -> _Row:
        whole = self._whole.get(row.n)
        if whole is None:
            patterns = [list(_constants(condition)) for condition in self._rules[row.n].conditions]
            for key in (key for own in patterns for key in own if key not in self._bits):
                kind, tests = key
                for test in tests:
                    self._tests.setdefault((kind, test[0]), []).append((self._mask((key,)), test))
                self._refuting.clear()
            needs = [need | self._mask(own) for need, own in zip(row.needs, patterns, strict=True)]
            whole = self._whole[row.n] = row._replace(needs=tuple(needs))
        return whole

    def _refuted_by(self, present: Present) -> int:
        """The bits of the patterns that every fact of their type refutes."""
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
            mask = 0
            for bit, (_, wanted, values) in self._tests.get((kind, name), ()):
                if (value in values) is not wanted:
                    mask |= bit
            _remember(self._refuting, key, mask)
        return mask


def _remember(memo: dict[Any, Any], key: Any, value: Any) -> None:
    if len(memo) >= _MOST:
        memo.clear()
    memo[key] = value


_indexes: dict[str, _Index] = {}


def _heirs(vocabulary: Vocabulary) -> dict[str, list[str]]:
    """By topic the topics that carry its finding on."""
    topics: Mapping[str, Topic] = vocabulary.topics
    found: dict[str, list[str]] = {}
    for names in vocabulary.inheriting:
        for name in names:
            found.setdefault(topics[name].inherits, []).append(name)
    return found


def _alive(reading: Sequence[tuple[str, str]], readings: Mapping[str, str]) -> bool:
    """Whether the readings in force are among those a rule belongs to; it may belong to several of one clause."""
    return not reading or all(any(pair == (clause, readings.get(clause)) for pair in reading) for clause, _ in reading)


def _constants(condition: Condition) -> Iterator[tuple[str, tuple[_Test, ...]]]:
    """The patterns of an alternative for facts that must be there, each with its conditions on single slots."""
    for pattern in condition.patterns:
        tests = tuple([(s.name, s.kind == "is", s.values) for s in pattern.slots if s.kind in ("is", "not")])
        if tests and not pattern.absent:
            yield pattern.type, tests
