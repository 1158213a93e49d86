"""What is fixed when a question is put into a situation: every derived fact is one that the engine has found there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import z3

from check.confirm import Bench
from check.situations import Scene, Slots, scene, situations
from check.terms import SEATS
from check.world import ACT, Figure, Place, World
from engine.conductor import conduct
from engine.evaluate import admits
from engine.facts import Fact
from facts.deriving import place_slots
from facts.incident import Incident
from facts.incident_keys import STREETS
from facts.lexicon import SlotSpec
from facts.opening import betting_rules, opening
from knowledge.model import Condition

# Slots of an act that are told, or hang on what is told: the solver chooses them.
_WITH_EVENTS = ("place", "holder", "show-turn")
_OPEN = ("all_in", "lacks", "to", "does", "prompted")


class Scenes:
    """The situations under one rulebook, and what holds of the facts in them."""

    def __init__(self, world: World, bench: Bench) -> None:
        self.world = world
        self.bench = bench
        self._under: dict[tuple[tuple[str, str], ...], tuple[Scene, ...]] = {}

    def under(self, readings: Mapping[str, str]) -> tuple[Scene, ...]:
        """All situations under some readings."""
        key = tuple(sorted(readings.items()))
        if key not in self._under:
            bench = self.bench
            self._under[key] = tuple(
                scene(situation, bench.book, bench.vocabulary, readings, bench.pool) for situation in situations()
            )
        return self._under[key]

    def admit(self, scene: Scene, condition: Condition) -> bool:
        """Whether the derived facts of a situation do not plainly refute a condition."""
        for pattern in condition.patterns:
            if pattern.absent or pattern.type in self.world.vocabulary.topics:
                continue
            if pattern.type == "act":
                facts: Sequence[Slots] = self._acts(scene)
            elif pattern.type in scene.facts:
                acts = any(other.type == "act" for other in condition.patterns)
                facts = [scene.table] if acts and pattern.type == "table" else scene.facts[pattern.type]
            elif pattern.type in self.world.vocabulary.events or pattern.type in _WITH_EVENTS:
                continue
            else:
                return False
            if not any(admits(pattern, Fact(pattern.type, "", fact)) for fact in facts):
                return False
        return True

    def fixed(self, scene: Scene, places: frozenset[Place], act: bool) -> list[Any]:
        """What holds in a situation: facts that are derived are those of the story."""
        found: list[Any] = []
        for name in sorted({name for name, _ in places}):
            figure = self.world.figures[name]
            slots = sorted(slot for other, slot in places if other == name)
            if figure.type == "act":
                found.append(self._one_of(figure, slots, self._acts(scene)))
            elif figure.type == "table" and act:
                found.extend(self._same(figure, slots, scene.table))
            elif figure.type in scene.facts and figure.type not in self.world.vocabulary.topics:
                found.append(self._one_of(figure, slots, scene.facts[figure.type]))
            elif figure.type == "seat":
                found.append(z3.Not(figure.exists))
        return found

    def of_events(self, places: frozenset[Place]) -> list[Any]:
        """What holds in a story of events alone: nobody has acted."""
        plain = Incident(SEATS, button=SEATS[-1])
        bench = self.bench
        trace = conduct(plain, bench.book, bench.vocabulary, bench.book.readings(), {}, bench.pool)
        table = next((fact.slots for fact in reversed(trace.facts) if fact.type == "table"), {})
        specs = self.world.vocabulary.facts["table"].slots
        derived = {name: value for name, value in table.items() if specs[name].derived}
        found: list[Any] = []
        players = ("table@table", "players")
        if players in places:
            found.append(self.world.slot(self.world.figures["table@table"], "players").value <= len(SEATS))
            found.append(self.world.slot(self.world.figures["table@table"], "players").value >= 2)
        for name in sorted({name for name, _ in places}):
            figure = self.world.figures[name]
            slots = sorted(slot for other, slot in places if other == name)
            if figure.type == "table":
                found.extend(self._same(figure, slots, derived))
                found.extend(self._streets(figure, slots))
            elif figure.type == "place":
                several = [self._seats(figure, slots, number) for number in (2, 3, 4)]
                found.append(z3.Or(several))
        return found

    def _streets(self, table: Figure, slots: Sequence[str]) -> Iterator[Any]:
        """A file that tells both tells a street of its game."""
        if "game" in slots and "street" in slots:
            game, street = (self.world.slot(table, name).value for name in ("game", "street"))
            number = self.world.words.number
            yield z3.Or(
                [
                    z3.And(game == number(one), z3.Or([street == number(name) for name in (*streets, "showdown")]))
                    for one, streets in STREETS.items()
                ]
            )

    def _seats(self, figure: Figure, slots: Sequence[str], number: int) -> Any:
        seats = SEATS[:number]
        count = self.world.slot(self.world.figure("table", self.world.table), "players")
        story = Incident(seats, button=seats[-1])
        empty = opening(story, betting_rules({}, self.world.vocabulary.customs))._replace(seats=())  # chips stay open
        told = self._one_of(figure, slots, place_slots(story, empty))
        return z3.And(told, count.value == number)

    def _acts(self, scene: Scene) -> list[Slots]:
        """What is fixed of the act that is looked at: its derived slots, or all of one that is told already."""
        if scene.situation.next:
            return [self._derived(scene.act)] if scene.act else []
        return [{**fact, "id": None} for fact in scene.facts.get("act", ())]

    def _derived(self, act: Slots) -> dict[str, Any]:
        specs = self.world.vocabulary.facts["act"].slots
        kept = {name: value for name, value in act.items() if name in specs and specs[name].derived}
        return {name: value for name, value in kept.items() if name not in _OPEN} | {"seat": act.get("seat")}

    def _one_of(self, figure: Figure, slots: Sequence[str], facts: Sequence[Slots]) -> Any:
        key = self.world.key_slot(figure.type)
        ways = [z3.And([z3.BoolVal(True), *self._same(figure, [*slots, key], fact)]) for fact in facts]
        return z3.Implies(figure.exists, z3.Or(ways))

    def _same(self, figure: Figure, slots: Sequence[str], told: Slots) -> Iterator[Any]:
        specs = self.world.vocabulary.slots_of(figure.type)
        for slot in slots:
            value = told.get(slot)
            if value is not None and self._comparable(figure, slot, specs[slot]):
                yield self.world.slot(figure, slot).value == self.world.words.term(value).value

    def _comparable(self, figure: Figure, slot: str, spec: SlotSpec) -> bool:
        """Whether a slot has a value that the solver compares; acts and events have names of their own there."""
        if spec.type in ("seats", "cards", "steps"):
            return False
        return slot != self.world.key_slot(figure.type) or spec.type not in ("act", "event")


__all__ = ["ACT", "Scenes"]
