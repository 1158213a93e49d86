"""Rules of our language as constructs of CLIPS.

Every alternative of a rule becomes one defrule without actions: what matters is that it comes onto the agenda, from
where the adapter reads it. Its salience is its stage.

A template has only the slots that some pattern tells apart. A value is an integer (flags too: ``True == 1`` here as in
Python) or a symbol that stands for it, so that no text of a rulebook or of an incident ever has to be quoted. What is
unknown is a symbol that every condition lets through, what a finding does not say one that only ``not`` lets through;
absent patterns let neither through, for only what fits for certain speaks against them. Tests are turned into "not
refuted" (``engine.possible``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.clips_program import LARGEST, OTHER, UNKNOWN, UNSAID, Closed, Program, Template, salience_of
from engine.possible import possible, variables
from knowledge.model import Condition, Pattern, Rule, Slot


def program_of(rules: Sequence[Rule]) -> Program:
    """The constructs for some rules."""
    words, shapes = Words(), _Shapes()
    conditions = [
        (number, k, rule.stage, _needed(condition), condition)
        for number, rule in enumerate(rules)
        for k, condition in enumerate(rule.conditions)
    ]
    for _, _, _, needed, condition in conditions:
        shapes.see(condition, needed)
    templates = {kind: shapes.template(kind, words) for kind in shapes.slots}
    names = {kind: (made.name, shapes.names(kind)) for kind, made in templates.items()}
    constructs = [_deftemplate(made) for made in templates.values()]
    for number, k, stage, needed, condition in conditions:
        row = " ".join(_Left(condition, needed, names, words).elements())
        constructs.append(f"(defrule r{number}.{k} (declare (salience {salience_of(stage)})) {row} =>)")
    return Program(tuple(constructs), words.symbols, templates, tuple(rule.id for rule in rules))


class Words:
    """Gives a symbol to every constant that is no number CLIPS could hold."""

    def __init__(self) -> None:
        self.symbols: dict[Any, str] = {}

    def __call__(self, value: Any) -> str:
        """The text of ``value`` in CLIPS."""
        if isinstance(value, int) and abs(value) <= LARGEST:
            return str(int(value))
        return self.symbols.setdefault(value, f"s{len(self.symbols)}")


def _needed(condition: Condition) -> frozenset[str]:
    """The variables that CLIPS has to look at; the others are only carried to the conclusion."""
    joined = (slot.variable for pattern in condition.patterns for slot in pattern.slots if slot.kind == "same")
    return frozenset((*joined, *variables(condition.tests)))


class _Shapes:
    """Which slots of which types the patterns look at, and whether only by constants."""

    def __init__(self) -> None:
        self.slots: dict[str, dict[str, bool]] = {}
        self.constants: dict[tuple[str, str], dict[Any, None]] = {}

    def see(self, condition: Condition, needed: frozenset[str]) -> None:
        for pattern in condition.patterns:
            slots = self.slots.setdefault(pattern.type, {})
            for slot in pattern.slots:
                if slot.kind in ("is", "not"):
                    slots.setdefault(slot.name, False)
                    self.constants.setdefault((pattern.type, slot.name), {}).update(dict.fromkeys(slot.values))
                elif slot.kind == "same" or slot.variable in needed:
                    slots[slot.name] = True

    def names(self, kind: str) -> dict[str, str]:
        return {name: f"x{i}" for i, name in enumerate(self.slots[kind])}

    def template(self, kind: str, words: Words) -> Template:
        names, number = self.names(kind), list(self.slots).index(kind)
        slots = self.slots[kind].items()
        return Template(
            f"t{number}",
            tuple((name, names[name]) for name, compared in slots if compared),
            tuple(self._closed(kind, name, names[name], words) for name, compared in slots if not compared),
        )

    def _closed(self, kind: str, slot: str, name: str, words: Words) -> Closed:
        told = {value: words(value) for value in self.constants[kind, slot]}
        return Closed(slot, name, told, "0" if told.keys() == {False, True} else OTHER)


def _deftemplate(made: Template) -> str:
    slots = [*((name, "0") for _, name in made.open), *((closed.name, closed.default) for closed in made.closed)]
    return f"(deftemplate {made.name} {' '.join(f'(slot {name} (default {value}))' for name, value in slots)})"


class _Left:
    """The left side of one defrule."""

    def __init__(
        self,
        condition: Condition,
        needed: frozenset[str],
        names: dict[str, tuple[str, dict[str, str]]],
        words: Words,
    ) -> None:
        self.condition, self.needed, self.names, self.words = condition, needed, names, words
        self.scope: dict[str, str] = {}  # by variable its name in CLIPS
        self.fresh = 0

    def elements(self) -> Iterator[str]:
        """The conditional elements in their order; a test stands where the last of its variables is known."""
        tests = list(self.condition.tests)
        for pattern in self.condition.patterns:
            element = self._absent(pattern) if pattern.absent else self._wanted(pattern)
            if element:
                yield element
            ready = [test for test in tests if variables((test,)) <= self.scope.keys()]
            tests = [test for test in tests if test not in ready]
            yield from self._tests(ready)
        yield from self._tests(tests)

    def _tests(self, tests: Iterable[Any]) -> Iterator[str]:
        for test in tests:
            text = possible(test, self.scope, self.words)
            if text:
                yield f"(test {text})"

    def _variable(self) -> str:
        self.fresh += 1
        return f"?v{self.fresh}"

    def _wanted(self, pattern: Pattern) -> str:
        name, slots = self.names[pattern.type]
        parts, before = [], dict(self.scope)
        for slot in pattern.slots:
            if slot.kind == "bind" and slot.variable in self.needed:
                self.scope[slot.variable] = self._variable()
                parts.append(f"({slots[slot.name]} {self.scope[slot.variable]}&~{UNSAID})")
        for slot in pattern.slots:
            if slot.kind == "is":
                parts.append(f"({slots[slot.name]} {'|'.join((*map(self.words, slot.values), UNKNOWN))})")
            elif slot.kind == "not":
                parts.append(f"({slots[slot.name]} {self._none_of(slot)})")
            elif slot.kind == "same":
                parts.append(f"({slots[slot.name]} {self._same(slot, before)})")
        return f"({name} {' '.join(parts)})"

    def _same(self, slot: Slot, before: Mapping[str, str]) -> str:
        """Equal to what this pattern and what an earlier one gave the variable; unknown on either side is let
        through.
        """
        here = self._variable()
        there = dict.fromkeys(scope[slot.variable] for scope in (before, self.scope) if slot.variable in scope)
        equal = (f":(or (eq {here} {other}) (eq {here} {UNKNOWN}) (eq {other} {UNKNOWN}))" for other in there)
        return "&".join((here, f"~{UNSAID}", *equal))

    def _none_of(self, slot: Slot) -> str:
        return "&".join(f"~{self.words(value)}" for value in slot.values)

    def _absent(self, pattern: Pattern) -> str:
        """The absent pattern; nothing where no fact could speak against it for certain."""
        name, slots = self.names[pattern.type]
        parts = []
        for slot in pattern.slots:
            if slot.kind == "is":
                parts.append(f"({slots[slot.name]} {'|'.join(map(self.words, slot.values))})")
            elif slot.kind == "not":
                parts.append(f"({slots[slot.name]} {self._none_of(slot)}&~{UNKNOWN})")
            elif slot.kind == "same":
                if slot.variable not in self.scope:
                    return ""
                # not ~u&~m: CLIPS refuses symbols beside a variable that an earlier test takes for a number
                there = self.scope[slot.variable]
                parts.append(f"({slots[slot.name]} {there}&:(neq {there} {UNKNOWN} {UNSAID}))")
            elif slot.name in slots:
                parts.append(f"({slots[slot.name]} ~{UNSAID})")
        return f"(not ({name} {' '.join(parts)}))"


__all__ = ["program_of"]
