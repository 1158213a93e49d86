"""Incidents about which a rulebook says nothing: facts of a kind of event for which no rule answers its main topics.

An event is a matter of a book when a rule of it looks at it. Its main topics are those that such rules answer about the
event or about a player in it (about whatever they answer, where there are none such).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

import z3

from check.atoms import Atom, atoms_of
from check.confirm import Bench, answered, ruled
from check.findings import Gap, Reason, Silence
from check.scenes import Scenes
from check.stories import Model, event_story
from check.world import Branch, Place, World
from facts.records import NamedTuple
from knowledge.model import Rule

_MOST = 60
"""Gaps of one kind of event that are looked for; a book with more of them has not begun to treat it."""

Region = Callable[[World, str], Any]
"""A formula about an event type: facts that need not be looked at, because the book explains them."""


def gaps(
    world: World, bench: Bench, explained: Mapping[str, Sequence[Region]], tick: Callable[[], None] = lambda: None
) -> Silence:
    """All gaps of a rulebook outside of the regions that it explains itself. ``tick`` is called after each event."""
    scenes = Scenes(world, bench)
    found: list[Gap] = []
    undecided: dict[str, tuple[Reason, ...]] = {}
    kinds = event_kinds(world)
    for event, rules in kinds.items():
        search = _Search(world, bench, scenes, event, rules)
        found.extend(search.gaps(explained.get(event, ())))
        if search.undecided:
            undecided[event] = search.undecided
        tick()
    return Silence(tuple(found), len(kinds), undecided)


def event_kinds(world: World) -> dict[str, list[Rule]]:
    """The kinds of event that a book looks at, each with its rules on the main topics."""
    found: dict[str, list[Rule]] = {}
    for event, spec in sorted(world.vocabulary.events.items()):
        rules = [rule for rule in world.book.rules if not spec.replayed and rule.propose and _looks(rule, event)]
        about = [rule for rule in rules if _about(world, rule, event)] or rules
        if about:
            found[event] = about
    return found


def has_gap(world: World, bench: Bench, event: str, region: Region) -> bool:
    """Whether a gap lies within a region of an event: else there is nothing in it to explain."""
    rules = event_kinds(world).get(event)
    if not rules:
        return False
    search = _Search(world, bench, Scenes(world, bench), event, rules)
    return next(search.gaps((), within=region), None) is not None


def _looks(rule: Rule, event: str) -> bool:
    return any(p.type == event and not p.absent for condition in rule.conditions for p in condition.patterns)


def _about(world: World, rule: Rule, event: str) -> bool:
    """Whether the answer is about the event itself or about a player in it."""
    specs = world.vocabulary.slots_of(event)
    return any(
        slot.variable == rule.subject and specs[slot.name].type in ("event", "seat")
        for condition in rule.conditions
        for pattern in condition.patterns
        if pattern.type == event
        for slot in pattern.slots
    )


class _Literal(NamedTuple):
    """A part of a description: values of one slot, or a comparison that holds or does not."""

    place: Place | None
    values: tuple[Any, ...]
    atom: Atom | None
    formula: Any


class _Search:
    def __init__(self, world: World, bench: Bench, scenes: Scenes, event: str, rules: Sequence[Rule]) -> None:
        self.world = world
        self.bench = bench
        self.event = event
        self.topics = tuple(dict.fromkeys(rule.topic for rule in rules))
        self.undecided: tuple[Reason, ...] = ()
        self.figure = world.figure(event, world.event(event, 1))
        self.own = {self.figure.name, "table@table"}
        branches = [
            b for rule in rules for b in world.branches(rule) if any(n == self.figure.name for n, _ in b.places)
        ]
        self.exact = [b for b in branches if self._is_exact(b)]
        self.places = frozenset(place for b in branches for place in b.places if place[0] in self.own)
        self.others = [b for b in branches if not self._is_exact(b)]
        self.fires = z3.Or([branch.formula for branch in self.exact])
        self.atoms = atoms_of(world, self.exact, self.own)
        known, self.seen = world.closure(self.places, (), findings=False)
        usual = bench.book.readings()
        fixed = [world.readings[clause] == world.words.number(name) for clause, name in usual.items()]
        self.known = [*known, self.figure.exists, *fixed, *scenes.of_events(self.seen)]

    def _is_exact(self, branch: Branch) -> bool:
        """Whether a rule looks at nothing but the event and the table, so that the solver knows when it answers."""
        decided = not branch.absences and "mixed" not in branch.loose
        return {name for name, _ in branch.places} <= self.own and decided

    def gaps(self, explained: Sequence[Region], within: Region | None = None) -> Iterator[Gap]:
        """The gaps one after another, each told as shortly as it can be, outside of what is explained."""
        if not self.exact:
            self.undecided = (Reason("only-with-more"),)
            return
        silent = self._solver(z3.Not(self.fires))
        silent.add([z3.Not(region(self.world, self.event)) for region in explained])
        if within is not None:
            silent.add(within(self.world, self.event))
        answers = self._solver(self.fires)
        for _ in range(_MOST):
            answer = silent.check()
            if answer != z3.sat:
                self._leave(*([Reason("gave-up")] if answer == z3.unknown else []))
                return
            model = Model(self.world, silent.model(), self.seen)
            literals = self._shortest(self._literals(model), answers)
            told = ruled(event_story(model), self.bench, self.bench.book.readings())
            if told is None:
                self._leave(Reason("untellable"))
                silent.add(z3.Not(z3.And([literal.formula for literal in self._literals(model)])))
                continue
            by = answered(told.trace, self.topics, self.bench.vocabulary.events)
            if not by:
                yield self._gap(literals, told.incident)
                silent.add(z3.Not(z3.And([literal.formula for literal in literals])))
                continue
            self._leave(*(Reason("with-more", (rule,)) for rule in sorted(by)))
            silent.add(z3.Not(z3.Or([*self._may_answer(by), z3.And([one.formula for one in self._literals(model)])])))
        self._leave(Reason("many"))

    def _leave(self, *reasons: Reason) -> None:
        """Notes what was not looked at."""
        self.undecided = tuple(dict.fromkeys((*self.undecided, *reasons)))

    def _may_answer(self, rules: Collection[str]) -> Iterator[Any]:
        """Where rules that look at more may answer: what they want of the event and of the table."""
        for branch in self.others:
            if branch.rule.id not in rules:
                continue
            parts: list[Any] = []
            for pattern in branch.condition.patterns:
                name = self.figure.name if pattern.type == self.event else "table@table"
                if not pattern.absent and self.world.figures[name].type == pattern.type:
                    slots = tuple(slot for slot in pattern.slots if slot.kind in ("is", "not"))
                    parts.extend(self.world.match(slots, self.world.figures[name], {}))
            yield z3.And(parts)

    def _solver(self, *formulas: Any) -> Any:
        solver = z3.Solver()
        solver.set("timeout", 5_000)
        solver.add(*self.known, *formulas)
        return solver

    def _literals(self, model: Model) -> list[_Literal]:
        found = []
        for place in sorted(self.places, key=lambda place: (place[0] == self.figure.name, place)):
            spec = self.world.vocabulary.slots_of(self.world.figures[place[0]].type)[place[1]]
            if spec.kind == "number" or spec.type in ("seat", "seats", "cards", "event") or spec.derived:
                continue
            value = model.value(place)
            if value is not None:
                found.append(self._equal(place, (value,)))
        for atom in self.atoms:
            holds = z3.is_true(model.model.eval(atom.formula, model_completion=True))
            found.append(_Literal(None, (holds,), atom, atom.formula if holds else z3.Not(atom.formula)))
        return found

    def _equal(self, place: Place, values: tuple[Any, ...]) -> _Literal:
        term = self.world.slot(self.world.figures[place[0]], place[1])
        return _Literal(place, values, None, z3.Or([term.value == self.world.words.term(v).value for v in values]))

    def _shortest(self, literals: list[_Literal], answers: Any) -> list[_Literal]:
        """The parts without which a rule would answer, each with all the values that make no difference."""
        kept = list(literals)
        for literal in literals:
            rest = [other for other in kept if other is not literal]
            if self._silent(rest, answers):
                kept = rest
        for i, literal in enumerate(kept):
            if literal.place is None:
                continue
            type = self.world.figures[literal.place[0]].type
            for word in self.world.vocabulary.slots_of(type)[literal.place[1]].domain:
                wider = self._equal(literal.place, (*kept[i].values, word))
                if word not in kept[i].values and self._silent([*kept[:i], wider, *kept[i + 1 :]], answers):
                    kept[i] = wider
        return kept

    def _silent(self, literals: Sequence[_Literal], answers: Any) -> bool:
        answers.push()
        answers.add([literal.formula for literal in literals])
        answer = answers.check()
        answers.pop()
        return bool(answer == z3.unsat)

    def _gap(self, literals: Sequence[_Literal], incident: Any) -> Gap:
        where: dict[str, tuple[object, ...]] = {}
        table: dict[str, tuple[object, ...]] = {}
        for literal in literals:
            if literal.place is not None:
                (where if literal.place[0] == self.figure.name else table)[literal.place[1]] = literal.values
        tests = [
            literal.atom.text if literal.values[0] else literal.atom.opposite
            for literal in literals
            if literal.atom is not None
        ]
        return Gap(self.event, self.topics, where, table, tuple(tests), incident)
