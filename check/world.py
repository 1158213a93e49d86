"""The facts that a question is about, as variables: which there may be, what is known of them, who proposes them.

A *figure* is one fact of a type that may be there. The table is one, the act that is ruled is one, an event type has
one for each pattern that a rule has on it, and facts about seats are told apart by the term for their seat. Everything
that holds of them by itself stands in ``facts/vocabulary/laws.yaml``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import Any

import z3

from check.branches import Building
from check.figures import ACT, Absence, Branch, Figure, Key, Place
from check.laws import Law, Laws
from check.terms import Term, Words, translate
from facts.lexicon import Vocabulary
from knowledge.expressions import names
from knowledge.model import Rule, Rulebook, Slot


class World:
    """All figures of one rulebook, made when they are first asked for."""

    def __init__(self, book: Rulebook, vocabulary: Vocabulary, laws: Laws) -> None:
        self.book = book
        self.vocabulary = vocabulary
        self.beside = laws.beside
        self.words = Words()
        self.figures: dict[str, Figure] = {}
        known = self.parameters
        self.laws = tuple(law for law in laws.laws if all(name in known for name in names(law.then, "param")))
        self.by_topic: dict[str, list[Rule]] = {}
        for rule in book.rules:
            self.by_topic.setdefault(rule.topic, []).append(rule)
        self._variables: dict[Place, tuple[Term, Any]] = {}
        self._branches: dict[tuple[str, str], tuple[Branch, ...]] = {}
        self._held: dict[tuple[int, tuple[str, ...]], tuple[Any, ...]] = {}
        self._supports: dict[Place, tuple[Any, frozenset[Place], tuple[Absence, ...]]] = {}

    @cached_property
    def table(self) -> Key:
        """The key of the one table."""
        return Key("table", self.words.term("table"))

    def event(self, type: str, number: int) -> Key:
        """The key of an event: the ``number``-th of its type that a rule looks at."""
        name = f"{type} {number}"
        return Key(name, self.words.term(f"event {name}"))

    # -- figures and their slots ------------------------------------------------------------------------------------

    def figure(self, type: str, key: Key) -> Figure:
        """The figure of a type with a key."""
        name = f"{type}@{key.name}"
        if name not in self.figures:
            self.figures[name] = Figure(name, type, key, z3.Bool(f"exists {name}"))
        return self.figures[name]

    def key_slot(self, type: str) -> str:
        """The slot that identifies a fact of a type, or a finding."""
        return self.vocabulary.facts[type].key if type in self.vocabulary.facts else "of"

    def slot(self, figure: Figure, name: str) -> Term:
        """The term of a slot."""
        if name == self.key_slot(figure.type):
            return figure.key.term
        return self._variable(figure.name, figure.type, name)[0]

    def domain(self, place: Place) -> Any:
        """What holds of a slot whatever happens; None where nothing does."""
        figure = self.figures[place[0]]
        if place[1] == self.key_slot(figure.type):
            return None
        return self._variable(figure.name, figure.type, place[1])[1]

    def _variable(self, figure: str, type: str, slot: str) -> tuple[Term, Any]:
        place = (figure, slot)
        if place not in self._variables:
            spec = self.vocabulary.slots_of(type)[slot]
            beside = self.beside.get(type, {}).get(slot)
            self._variables[place] = self.words.variable(f"{figure}.{slot}", spec, beside)
        return self._variables[place]

    # -- readings and parameters ------------------------------------------------------------------------------------

    @cached_property
    def readings(self) -> dict[str, Any]:
        """The variable of each clause that can be read in several ways."""
        return {c.id: z3.Int(f"reading {c.id}") for c in self.book.clauses.values() if c.readings}

    @cached_property
    def parameters(self) -> dict[str, Term]:
        """The parameters of the book: constants, or the name of the reading that is chosen."""
        found: dict[str, Term] = {}
        for parameter in self.book.parameters.values():
            if parameter.reading:
                found[parameter.name] = Term(self.readings[parameter.reading], "word")
            elif isinstance(parameter.value, tuple):
                for part, value in zip(("num", "den"), parameter.value, strict=True):
                    found[f"{parameter.name}.{part}"] = self.words.term(value)
            else:
                found[parameter.name] = self.words.term(parameter.value)
        return found

    def reading_domains(self) -> Iterator[Any]:
        """Each reading is one of those that its clause names."""
        for clause, variable in self.readings.items():
            told = self.book.clauses[clause].readings
            yield z3.Or([variable == self.words.number(name) for name in (told.options if told else ())])

    # -- rules ------------------------------------------------------------------------------------------------------

    def branches(self, rule: Rule, subject: Key | None = None) -> tuple[Branch, ...]:
        """The alternatives of a rule, about ``subject`` where one is given."""
        cached = (rule.id, subject.name if subject else "")
        if cached not in self._branches:
            self._branches[cached] = tuple(
                Building(self, rule, f"{rule.id}.{i}", subject).branch(i) for i in range(len(rule.conditions))
            )
        return self._branches[cached]

    def attackers(self, rule: Rule) -> tuple[Rule, ...]:
        """The rules that put ``rule`` aside wherever both apply, by a relation that is written down."""
        return self._attackers.get(rule.id, ())

    @cached_property
    def _attackers(self) -> dict[str, tuple[Rule, ...]]:
        found: dict[str, tuple[Rule, ...]] = {}
        for rule in self.book.rules:
            for relation in rule.relations:
                target = relation.against if relation.kind == "reinstates" else relation.rule
                if relation.kind != "modifies" and rule not in found.get(target, ()):
                    found[target] = (*found.get(target, ()), rule)
        return found

    # -- findings of earlier stages ---------------------------------------------------------------------------------

    def support(self, place: Place) -> tuple[Any, frozenset[Place], tuple[Absence, ...]]:
        """What must hold for a finding to have the value of a slot: one of the rules that propose it fires.

        Gives the formula with the slots and absences that it brings in. It is necessary, not sufficient: which
        proposal prevails is left to the engine.
        """
        if place not in self._supports:
            self._supports[place] = self._support(self.figures[place[0]], place[1])
        return self._supports[place]

    def _support(self, figure: Figure, slot: str) -> tuple[Any, frozenset[Place], tuple[Absence, ...]]:
        topic = self.vocabulary.topics[figure.type]
        ways: list[Any] = []
        places: set[Place] = set()
        absences: list[Absence] = []
        for rule in self.by_topic.get(topic.name, ()):
            if not rule.propose or (slot != "of" and slot not in dict(rule.propose)):
                continue
            for branch in self.branches(rule, figure.key):
                value = branch.outcome.get(slot) if slot != "of" else None
                same = [] if value is None else [self.slot(figure, slot).value == value.value]
                way = z3.And(branch.formula, branch.subject.value == figure.key.term.value, *same)
                if z3.is_false(z3.simplify(way)):
                    continue
                ways.append(way)
                places |= branch.places
                absences.extend(branch.absences)
        if topic.inherits:
            below = self.figure(topic.inherits, figure.key)
            if slot in self.vocabulary.slots_of(topic.inherits):
                ways.append(z3.And(below.exists, self.slot(below, slot).value == self.slot(figure, slot).value))
                places.add((below.name, slot))
        return z3.Or(ways), frozenset(places), tuple(absences)

    # -- what a set of slots brings along ---------------------------------------------------------------------------

    def closure(
        self, places: frozenset[Place], absences: tuple[Absence, ...], findings: bool = True
    ) -> tuple[list[Any], frozenset[Place]]:
        """Everything that holds of some slots: domains, findings that somebody proposed, laws, facts that are one.

        Without ``findings`` whatever an earlier stage may have found is let through.
        """
        seen: set[Place] = set()
        todo = sorted(places)
        found: list[Any] = []
        missing = list(absences)
        while todo:
            place = todo.pop()
            if place in seen:
                continue
            seen.add(place)
            figure = self.figures[place[0]]
            domain = self.domain(place)
            if domain is not None:
                found.append(domain)
            if findings and figure.type in self.vocabulary.topics:
                formula, more, absent = self.support(place)
                found.append(z3.Implies(figure.exists, formula))
                missing.extend(absent)
                todo.extend(more - seen)
            todo.extend(place for place in self._by_law(figure, seen) if place not in seen)
        figures = sorted({self.figures[name] for name, _ in seen}, key=lambda figure: figure.name)
        found.extend(figure.exists for figure in figures if figure.type == "table")  # there always is one
        found.extend(self._lawful(figures))
        found.extend(self._one(figures, seen))
        found.extend(self._absent(figures, missing))
        return found, frozenset(seen)

    def _by_law(self, figure: Figure, seen: set[Place]) -> Iterator[Place]:
        """The slots that the laws about a type speak of together with those that were asked for."""
        for law in self.laws:
            for pattern in law.patterns:
                slots = {slot.name for slot in pattern.slots}
                if pattern.type == figure.type and any((figure.name, slot) in seen for slot in slots):
                    yield from ((figure.name, slot) for slot in slots)

    def _lawful(self, figures: list[Figure]) -> Iterator[Any]:
        for law in self.laws:
            fitting = [[f for f in figures if f.type == pattern.type] for pattern in law.patterns]
            for row in product(*fitting):
                name = (id(law), tuple(figure.name for figure in row))
                if name not in self._held:
                    self._held[name] = tuple(self._law(law, row))
                yield from self._held[name]

    def _law(self, law: Law, row: tuple[Figure, ...]) -> Iterator[Any]:
        values: dict[str, Term] = {}
        holds = [figure.exists for figure in row]
        for pattern, figure in zip(law.patterns, row, strict=True):
            holds.extend(self.match(pattern.slots, figure, values))
            yield from (d for slot in pattern.slots if (d := self.domain((figure.name, slot.name))) is not None)
        yield z3.Implies(z3.And(holds), translate(law.then, values, self.parameters, self.words).value)

    def _one(self, figures: list[Figure], seen: set[Place]) -> Iterator[Any]:
        """Figures of one type with the same key are one fact."""
        for i, a in enumerate(figures):
            for b in figures[i + 1 :]:
                if a.type != b.type or z3.is_false(z3.simplify(a.key.term.value == b.key.term.value)):
                    continue
                shared = sorted({slot for name, slot in seen if name == a.name} & {s for n, s in seen if n == b.name})
                same = [self.slot(a, slot).value == self.slot(b, slot).value for slot in shared]
                both = z3.And(a.exists, b.exists, a.key.term.value == b.key.term.value)
                yield z3.Implies(both, z3.And(same))

    def _absent(self, figures: list[Figure], absences: list[Absence]) -> Iterator[Any]:
        for guard, pattern, values in absences:
            for figure in figures:
                if figure.type == pattern.type:
                    holds = list(self.match(pattern.slots, figure, dict(values)))
                    yield z3.Implies(guard, z3.Not(z3.And(figure.exists, *holds)))

    def match(self, slots: tuple[Slot, ...], figure: Figure, values: dict[str, Term]) -> Iterator[Any]:
        """The conditions of a pattern on a figure; what it binds is added to ``values``."""
        for slot in slots:
            term = self.slot(figure, slot.name)
            if slot.kind == "bind":
                values[slot.variable] = term
            elif slot.kind == "same":
                yield term.value == values[slot.variable].value
            else:
                among = z3.Or([term.value == self.words.term(value).value for value in slot.values])
                yield among if slot.kind == "is" else z3.Not(among)


__all__ = ["ACT", "Absence", "Branch", "Figure", "Key", "Place", "World"]
