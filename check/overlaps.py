"""Pairs of rules that answer the same question about the same subject differently and have no relation.

For each pair the solver proves that no incident lets both apply, or names one. Which is then told as a story and ruled
by the engine: an overlap is what the engine itself reports.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, islice, product
from typing import Any

import z3

from check.confirm import Bench, meet, ruled
from check.defeats import Defeats, related
from check.findings import CONFIRMED, OUTSIDE, UNCONFIRMED, Outcome, Overlap, Reason, Tally
from check.scenes import Scenes
from check.stories import Model, act_story, event_story, seat_story, value_of
from check.world import Branch, Key, Place, World
from facts.incident import Incident
from facts.records import NamedTuple
from knowledge.model import Rule

TIMEOUT = 5_000
"""Milliseconds that the solver may take for one question; what takes longer is listed as not decided."""

_TRIES = 4
_MOST_STORIES = 16
_CHIP = 25
# What an act is like where nothing speaks against it.
_PLAIN = {
    **{"does": "nothing", "gesture": "none", "prompted": "nobody", "when": "before", "means": "to"},
    **dict.fromkeys(("bare", "unclear", "handful", "kept_back", "gathered", "deliberate", "overlooked_raise"), False),
}


def overlaps(world: World, bench: Bench, tick: Callable[[], None] = lambda: None) -> Outcome:
    """All overlaps of a rulebook. ``tick`` is called after each pair of rules."""
    search = _Search(world, bench)
    found: list[Overlap] = []
    for topic, a, b in pairs(world):
        one = search.pair(topic, a, b)
        if one is not None:
            found.append(one)
        tick()
    return Outcome(tuple(found), search.tally())


def pairs(world: World) -> Iterator[tuple[str, Rule, Rule]]:
    """All pairs of rules that answer the same question."""
    for topic, rules in world.by_topic.items():
        for a, b in combinations(rules, 2):
            yield topic, a, b


class _Pair(NamedTuple):
    """One alternative of each of two rules, as a question to the solver."""

    topic: str
    a: Branch
    b: Branch
    solver: Any
    places: frozenset[Place]

    @property
    def rules(self) -> tuple[str, str]:
        return self.a.rule.id, self.b.rule.id


class _Search:
    def __init__(self, world: World, bench: Bench) -> None:
        self.world = world
        self.bench = bench
        self.scenes = Scenes(world, bench)
        self._depth = 0
        self.counts = {"pairs": 0, "related": 0, "proved": 0, "two_events": 0}

    def tally(self) -> Tally:
        """What was done so far."""
        return Tally(**self.counts)

    def count(self, what: str) -> None:
        self.counts[what] += 1

    def pair(self, topic: str, a: Rule, b: Rule) -> Overlap | None:
        """The overlap of two rules, or None where there is none."""
        self.count("pairs")
        if not a.propose or not b.propose or a.modifies != b.modifies or related(a, b):
            self.count("related")
            return None
        subject = self._subject(topic)
        found: list[Overlap] = []
        apart = False
        for one, other in product(self.world.branches(a, subject), self.world.branches(b, subject)):
            differ = self._differ(one, other)
            if differ is None:
                continue
            if self._two_events(one, other):
                apart = True
                continue
            overlap = self._branches(topic, one, other, subject, differ)
            if overlap is not None and overlap.status == CONFIRMED:
                return overlap
            if overlap is not None:
                found.append(overlap)
        self.count("two_events" if apart and not found else "proved") if not found else None
        return found[0] if found else None

    def _subject(self, topic: str) -> Key | None:
        """The seat or the pot that the answers are about. (Acts and events have their names already.)"""
        kind = self.world.vocabulary.topics[topic].subject
        if kind not in ("seat", "pot"):
            return None
        spec = self.world.vocabulary.facts[kind].slots["id"]
        return Key(f"the {kind}", self.world.words.variable(f"the {kind}", spec)[0])

    def _differ(self, a: Branch, b: Branch) -> Any:
        """When two alternatives apply to one subject and disagree; None where that is plainly never."""
        slots = sorted(a.outcome.keys() & b.outcome.keys())
        unlike = []
        for slot in slots:
            one, other = a.outcome[slot], b.outcome[slot]
            unlike.append(z3.BoolVal(True) if one is None or other is None else one.value != other.value)
        formula = z3.simplify(
            z3.And(a.formula, b.formula, a.subject.value == b.subject.value, z3.Or(unlike)), som=False
        )
        return None if z3.is_false(formula) else formula

    def _two_events(self, a: Branch, b: Branch) -> bool:
        """Whether two things have to happen at once: one that only this rule looks at, one that only the other does."""
        one, other = self._happens(a), self._happens(b)
        return bool(one and other and not one & other)

    def _happens(self, branch: Branch) -> set[str]:
        """What has to happen for a rule: events by their types, and an act."""
        types = {self.world.figures[name].type for name, _ in branch.places}
        topics = self.world.vocabulary.topics
        acts = any(type == "act" or (type in topics and topics[type].subject == "act") for type in types)
        return types & self.world.vocabulary.events.keys() | ({"act"} if acts else set())

    def _branches(self, topic: str, a: Branch, b: Branch, subject: Key | None, differ: Any) -> Overlap | None:
        places, absences = a.places | b.places, (*a.absences, *b.absences)
        solver = z3.Solver()
        solver.set("timeout", TIMEOUT)
        solver.add(differ)
        if solver.check() == z3.unsat:
            return None
        solver.add(self.world.closure(places, absences, findings=False)[0])
        if solver.check() == z3.unsat:
            return None
        defeats = Defeats(self.world, subject, {name for name, _ in places})
        spared = z3.And(defeats.spared(a), defeats.spared(b))
        known, seen = self.world.closure(places | frozenset(defeats.places), absences)
        solver.add(spared, *known, *self.world.reading_domains())
        answer = solver.check()
        if answer == z3.unsat:
            return None
        pair = _Pair(topic, a, b, solver, seen)
        if answer == z3.unknown:
            return Overlap(topic, pair.rules, OUTSIDE, None, {}, (Reason("gave-up"),))
        return self._told(pair)

    def _told(self, pair: _Pair) -> Overlap:
        """The pair with a story in which the engine reports it, or with why there is none."""
        readings = self._readings(pair)
        usual = self.bench.book.readings()
        chosen = {clause: name for clause, name in readings.items() if usual[clause] != name}
        reasons: dict[Reason, None] = {}
        for incident in islice(self._stories(pair, readings), _MOST_STORIES):
            told = ruled(incident, self.bench, readings)
            if told is None:
                continue
            why = meet(told.trace, pair.topic, *pair.rules)
            if why is None:
                return Overlap(pair.topic, pair.rules, CONFIRMED, told.incident, chosen, ())
            reasons[why] = None
        loose = tuple(Reason(code) for code in dict.fromkeys((*pair.a.loose, *pair.b.loose)))
        why_not = tuple(reasons) or (Reason("no-story"),)
        return Overlap(pair.topic, pair.rules, OUTSIDE if loose else UNCONFIRMED, None, chosen, (*loose, *why_not))

    def _readings(self, pair: _Pair) -> dict[str, str]:
        """The readings under which the pair meets; the usual ones wherever those do."""
        solver, usual = pair.solver, self.bench.book.readings()
        for clause, name in usual.items():
            wish = self.world.readings[clause] == self.world.words.number(name)
            if solver.check(wish) == z3.sat:
                solver.add(wish)
        solver.check()
        model = solver.model()
        return {
            clause: self.world.words.name(model.eval(variable, model_completion=True).as_long()) or usual[clause]
            for clause, variable in self.world.readings.items()
        }

    def _stories(self, pair: _Pair, readings: Mapping[str, str]) -> Iterator[Incident]:
        types = {self.world.figures[name].type for name, _ in pair.a.places | pair.b.places}
        told = self.world.vocabulary.events.keys() | self.world.vocabulary.topics.keys() | {"table", "place"}
        if types <= told and types & self.world.vocabulary.events.keys():
            yield from self._models(pair, self.scenes.of_events(pair.places), event_story)
        for scene in self.scenes.under(readings):
            situation = scene.situation
            if not all(self.scenes.admit(scene, branch.condition) for branch in (pair.a, pair.b)):
                continue
            fixed = self.scenes.fixed(scene, pair.places, act="act" in types and bool(situation.next))
            if "act" in types and situation.next:
                yield from self._models(pair, fixed, lambda model, s=situation: act_story(model, s))  # type: ignore[misc]
            else:
                yield from self._models(pair, fixed, lambda model, s=situation: seat_story(model, s))  # type: ignore[misc]

    def _models(self, pair: _Pair, fixed: list[Any], tell: Callable[[Model], Incident | None]) -> Iterator[Incident]:
        """Some stories in which the solver lets both rules apply, each told differently."""
        pair.solver.push()
        self._depth = pair.solver.num_scopes()
        pair.solver.add(fixed)
        for _ in range(_TRIES):
            if pair.solver.check() != z3.sat:
                break
            model = self._plain(pair)
            incident = tell(Model(self.world, model, pair.places))
            if incident is not None:
                yield incident
            pair.solver.add(z3.Not(z3.And(self._choice(pair, model))))
        pair.solver.pop()

    def _plain(self, pair: _Pair) -> Any:
        """The model that is told most plainly: usual chips, no signs, nothing that does not matter."""
        solver = pair.solver
        model = solver.model()
        solver.push()
        for wish in self._wishes(pair):
            solver.push()
            solver.add(wish)
            if solver.check() != z3.sat:
                solver.pop()
                continue
            model = solver.model()
        solver.pop(solver.num_scopes() - self._depth)
        return model

    def _wishes(self, pair: _Pair) -> Iterator[Any]:
        for name, slot in sorted(pair.places):
            figure = self.world.figures[name]
            if figure.type != "act":
                continue
            spec = self.world.vocabulary.facts["act"].slots[slot]
            term = self.world.slot(figure, slot).value
            if spec.type == "chips" and not spec.derived:
                yield term % _CHIP == 0
            elif slot in _PLAIN:
                yield term == self.world.words.term(_PLAIN[slot]).value

    def _choice(self, pair: _Pair, model: Any) -> list[Any]:
        """What the solver chose to tell: the words and flags of the act and of the events."""
        found = []
        for name, slot in sorted(pair.places):
            figure = self.world.figures[name]
            spec = self.world.vocabulary.slots_of(figure.type)[slot]
            told = figure.type == "act" or figure.type in self.world.vocabulary.events
            if told and spec.kind != "number" and spec.type not in ("seat", "seats", "cards"):
                term = self.world.slot(figure, slot)
                found.append(term.value == model.eval(term.value, model_completion=True))
        return found or [z3.BoolVal(True)]


__all__ = ["TIMEOUT", "overlaps", "pairs", "value_of"]
