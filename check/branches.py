"""One alternative of a rule on its way to a formula: each pattern asks for a figure, each slot for a value of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import z3

from check.figures import ACT, Absence, Branch, Figure, Key, Place
from check.terms import Outside, Term, is_linear, translate
from knowledge.model import Pattern, Rule, Slot

if TYPE_CHECKING:
    from check.world import World


class Building:
    """One alternative of a rule on its way to a formula."""

    def __init__(self, world: World, rule: Rule, name: str, subject: Key | None) -> None:
        self.world = world
        self.rule = rule
        self.name = f"{name}/{subject.name}" if subject else name
        self.subject = subject
        self.values: dict[str, Term] = {}
        self.keys: dict[str, Key] = {}
        self.parts: list[Any] = []
        self.places: set[Place] = set()
        self.loose: list[str] = []
        self.of_type: dict[str, int] = {}

    def branch(self, i: int) -> Branch:
        condition = self.rule.conditions[i]
        self._readings()
        for pattern in condition.patterns:
            if not pattern.absent:
                self._pattern(pattern)
        for test in condition.tests:
            term = self._translated(test)
            if term is not None:
                self.parts.append(term.value)
        for name, tree in self.rule.let:
            term = self._translated(tree)
            if term is not None:
                self.values[name] = term
        outcome = {slot: self._translated(tree) for slot, tree in self.rule.propose}
        absences = self._absences(i)
        subject = self.values.get(self.rule.subject) or self.world.words.term(self.rule.subject)
        return Branch(
            self.rule,
            condition,
            z3.And(self.parts),
            subject,
            outcome,
            frozenset(self.places),
            absences,
            tuple(dict.fromkeys(self.loose)),
        )

    def _readings(self) -> None:
        """The rule is alive under any of the readings that it names for a clause."""
        number = self.world.words.number
        for clause in dict.fromkeys(clause for clause, _ in self.rule.reading):
            named = [name for other, name in self.rule.reading if other == clause]
            self.parts.append(z3.Or([self.world.readings[clause] == number(name) for name in named]))

    def _absences(self, i: int) -> tuple[Absence, ...]:
        absent = [pattern for pattern in self.rule.conditions[i].patterns if pattern.absent]
        if not absent:
            return ()
        guard = z3.Bool(f"fires {self.name}.{i}")
        self.parts.append(guard)
        return tuple(Absence(guard, pattern, dict(self.values)) for pattern in absent)

    def _translated(self, tree: Any) -> Term | None:
        """The term of an expression, or None where the solver cannot be asked: it is then left out, and said."""
        if tree[0] == "word" and isinstance(tree[1], tuple):
            return self.world.words.term(" ".join(tree[1]))  # the steps of a procedure, compared as a whole
        if not is_linear(tree):
            self.loose.append("not-linear")
        try:
            return translate(tree, self.values, self.world.parameters, self.world.words)
        except (Outside, KeyError):  # a value that cannot be compared, or one that hangs on such a value
            self.loose.append("mixed")
        return None

    def _pattern(self, pattern: Pattern) -> None:
        figure = self.world.figure(pattern.type, self._key(pattern))
        self.parts.append(figure.exists)
        self.places.add((figure.name, self.world.key_slot(pattern.type)))
        for slot in pattern.slots:
            self.places.add((figure.name, slot.name))
            term = self.world.slot(figure, slot.name)
            if slot.kind == "bind" and self._is_subject(slot):
                assert self.subject is not None
                self.parts.append(term.value == self.subject.term.value)
                self.values[slot.variable], self.keys[slot.variable] = self.subject.term, self.subject
                continue
            if slot.kind == "bind":
                self.keys.setdefault(slot.variable, self._key_of(figure, slot.name, term))
            self.parts.extend(self.world.match((slot,), figure, self.values))

    def _is_subject(self, slot: Slot) -> bool:
        return self.subject is not None and slot.variable == self.rule.subject

    def _key_of(self, figure: Figure, slot: str, term: Term) -> Key:
        if slot == self.world.key_slot(figure.type):
            return figure.key
        return Key(f"{figure.name}.{slot}", term)

    def _key(self, pattern: Pattern) -> Key:
        """The key of the figure that a pattern asks for."""
        words, type = self.world.words, pattern.type
        number = self.of_type[type] = self.of_type.get(type, 0) + 1
        if type == "table":
            return self.world.table
        if type == "act":
            return Key(ACT, words.term(ACT))
        slot = next((s for s in pattern.slots if s.name == self.world.key_slot(type)), None)
        if slot is not None and slot.kind == "same":
            return self.keys[slot.variable]
        if type in self.world.vocabulary.events:
            return self._event(type, number)
        if slot is not None and slot.kind == "bind" and self._is_subject(slot):
            assert self.subject is not None
            return self.subject
        if slot is not None and slot.kind == "is" and len(slot.values) == 1:
            return Key(str(slot.values[0]), words.term(slot.values[0]))
        return self._fresh(type, number)

    def _event(self, type: str, number: int) -> Key:
        """The key of an event: the one of its kind, or for a further pattern on the kind perhaps another."""
        first = self.world.event(type, 1)
        if number == 1:
            return first
        term = Term(z3.Int(f"key of {self.name}.{type} {number}"), "word")
        other = self.world.words.term(f"event {type} {number}")
        self.parts.append(z3.Or(term.value == first.term.value, term.value == other.value))
        return Key(f"{type} {number}/{self.name}", term)

    def _fresh(self, type: str, number: int) -> Key:
        """The key of a fact that may be any of its type."""
        name = f"{self.name}.{type}{number}"
        specs = self.world.vocabulary.slots_of(type)
        term, domain = self.world.words.variable(f"key of {name}", specs[self.world.key_slot(type)])
        if domain is not None:
            self.parts.append(domain)
        return Key(name, term)
