"""Working memory of one pass: facts with answers and defaults filled in, the engine, and arbitration after each
stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from engine.arbitration import SETTLED, Verdict, settle
from engine.facts import Fact, Match
from engine.parameters import Parameters, parameters_of
from engine.relevance import Considered, relevant_rules
from facts.award import BEGINS, game_given_away, may_end
from facts.deriving import table_slots, told_slots
from facts.incident import Event, Incident
from facts.lexicon import FactType, Vocabulary
from facts.memo import ByIdentity
from facts.opening import from_the_button, opening, stud_street
from facts.records import NamedTuple
from facts.table import Table
from knowledge.model import Rule, Rulebook

Answers = Mapping[tuple[str, str, str], Any]


class Matcher(Protocol):
    """What an engine adapter offers: working memory, and stages that fire and are settled."""

    def clear(self) -> None:
        """Empties working memory."""

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""

    def run(self, phase: str, settle: Any) -> None:
        """Fires the stages of a phase; ``settle(stage)`` gives the findings after each."""

    def matches(self, stage: int) -> list[Match]:
        """What fired in a stage since it was last asked."""


class MakeMatcher(Protocol):
    """Makes a matcher for some rules, or hands out a warm one."""

    def __call__(
        self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], rulebook: Rulebook
    ) -> Matcher:
        """A matcher with empty working memory for ``rules``, which are some of the rulebook's."""


_defaulting: ByIdentity[FactType, tuple[tuple[str, Any], ...]] = ByIdentity(
    lambda spec: tuple((slot.name, slot.default) for slot in spec.slots.values() if slot.default is not None)
)
"""The slots of a fact type for which a default is declared, each with it."""

# What is told about an act and no later step can change; only this may leave out rules.
_FIXED = ("declared", "when", "amount", "does", "motions", "gesture", "handful", "kept_back")


class Ground(NamedTuple):
    """What passes have in common that differ in nothing but answers about acts, seats and events.

    ``incident``: with the answers about the table, and with the declared defaults; ``defaults``: the slots of the table
    that have one; ``opening``: the table before the first act; ``seats``: each with its place from the button;
    ``present``: the types of fact that the story can have, with what no later step can change about them.
    """

    parameters: Parameters
    street_told: bool
    incident: Incident
    defaults: frozenset[str]
    opening: Table
    seats: Mapping[str, int]
    present: Mapping[str, Sequence[Mapping[str, Any]]]
    considered: Considered


def ground_of(
    incident: Incident, rulebook: Rulebook, vocabulary: Vocabulary, readings: Mapping[str, str], answers: Answers
) -> Ground:
    """The ground of a pass; of ``answers`` it takes those about the table."""
    parameters = parameters_of(rulebook, vocabulary, readings)
    seats = {seat: n for n, seat in enumerate(from_the_button(incident))}
    street_told = incident.street is not None or ("table", "table", "street") in answers
    told, defaults = _answered(incident, vocabulary, answers)
    present = _present(told)
    considered = relevant_rules(rulebook, vocabulary, present, readings)
    start = opening(told, parameters.betting)
    return Ground(parameters, street_told, told, defaults, start, seats, present, considered)


def _answered(incident: Incident, vocabulary: Vocabulary, answers: Answers) -> tuple[Incident, frozenset[str]]:
    """The incident with answers about the table put in, then the defaults that the vocabulary declares; and which."""
    told = {name: getattr(incident, name) for name in ("game", "structure", "street", "pot", "min_chip", "begins")}
    told.update({name: answers[("table", "table", name)] for name in told if ("table", "table", name) in answers})
    told["game"] = told["game"] or game_given_away(incident)
    if told["game"] == "stud7" and told["street"] is None:
        told["street"] = stud_street(incident)
    slots = vocabulary.facts["table"].slots
    used = frozenset(name for name, value in told.items() if value is None and slots[name].default is not None)
    told.update({name: slots[name].default for name in used})
    stakes = dict(incident.stakes)
    for name, stake in (("big_blind", "bb"), ("unit", "bet")):
        if ("table", "table", name) in answers:
            stakes[stake] = answers[("table", "table", name)]
    return incident._replace(stakes=stakes, **told), used


def _present(incident: Incident) -> dict[str, list[dict[str, Any]]]:
    """Fact types of the story with the slots that no later step can change; used only to leave out rules."""
    dealt = [e.slots.get("street") for e in incident.timeline if isinstance(e, Event) and e.type == "dealt"]
    present: dict[str, list[dict[str, Any]]] = {
        "pot": [{}],
        "table": [
            {"structure": incident.structure, "game": incident.game, "street": street}
            for street in (incident.street, *dealt)
        ],
        "seat": [{}] if len(incident.seats) > 1 and incident.street != "showdown" else [],
    }
    for entry in incident.timeline:
        if isinstance(entry, Event):
            present.setdefault(entry.type, []).append(dict(entry.slots))
        elif entry.does != "post":
            told = told_slots(entry)
            present.setdefault("act", []).append({name: told[name] for name in _FIXED})
    if incident.seats and any(isinstance(e, Event) and e.type != "dealt" for e in incident.timeline):
        present["place"] = [{}]
    if shows_cards(incident):
        present["up-cards"] = [{}]
    if may_end(incident):
        present.setdefault(BEGINS, [{}])
        present.update({name: [{}] for name in ("show-turn", "holder", "pot-award", "shown-hand")})
    return present


def shows_cards(incident: Incident) -> bool:
    """Whether open cards are compared: those of stud, where several are told."""
    return len(incident.up_cards) > 1


class Workspace:
    """What one pass through an incident works with. ``verdicts`` by (topic, subject); ``facts``: all that were ever
    in memory. ``opening``: the table before the first act.
    """

    def __init__(
        self,
        incident: Incident,
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        readings: Mapping[str, str],
        answers: Answers,
        make: MakeMatcher,
        ground: Ground | None = None,
    ) -> None:
        ground = ground or ground_of(incident, rulebook, vocabulary, readings, answers)
        self.vocabulary = vocabulary
        self.answers = answers
        self.parameters, self.rules = ground.parameters
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self.facts: list[Fact] = []
        self._told = 0
        self._seats = ground.seats
        self._touched: set[int] = set()
        self._defaults = {"table": ground.defaults}
        self.street_told = ground.street_told
        self.incident = ground.incident
        self.opening = ground.opening
        self.present = ground.present
        self.considered = ground.considered
        self._make = make
        self._rulebook = rulebook
        self._matcher: Matcher | None = None
        self._table: Fact | None = None
        self._shown: Mapping[str, Any] = {}

    def fact(self, type: str, slots: Mapping[str, Any]) -> Fact:
        """A fact with answers and defaults filled in where nothing was told."""
        spec = self.vocabulary.facts[type]
        key = str(slots[spec.key])
        filled = dict(slots)
        for (kind, about, name), answer in self.answers.items():
            if kind == type and about == key and name in spec.slots and filled.get(name) is None:
                filled[name] = answer
        used = self._defaults.get(type, frozenset())
        for name, default in _defaulting(spec):
            if filled.get(name) is None:
                filled[name] = default
                used |= {name}
        return self._kept(Fact(type, key, filled, used))

    def _kept(self, fact: Fact) -> Fact:
        """The fact with its number in the story."""
        self._told += 1
        fact.number = self._told
        self.facts.append(fact)
        return fact

    def shows_cards(self) -> bool:
        """Whether open cards are compared: those of stud, where several are told."""
        return shows_cards(self.incident)

    def engine(self) -> Matcher:
        """The engine, made when the first thing has to be read."""
        if self._matcher is None:
            stages = [stage.phase for stage in self.vocabulary.stages]
            self._matcher = self._make(self.considered.rules, stages, self.parameters, self._rulebook)
        return self._matcher

    def show_table(self, table: Table, wagers: int, shorts: int, undecided: bool, acts: int = 0) -> None:
        """Replaces the table fact in working memory; earlier ones stay in ``facts``, for acts were read on them.

        ``undecided``: a seat has a choice that an irregular act left open.
        """
        slots = table_slots(self.incident, table, wagers, shorts, undecided, acts)
        if slots == self._shown:
            return
        if self._table is not None:
            self.engine().remove(self._table)
        self._table, self._shown = self.fact("table", slots), slots
        self.engine().add(self._table)

    def revise(self, fact: Fact, slots: Mapping[str, Any]) -> None:
        """Puts ``fact`` into working memory anew with ``slots`` as they turned out; it is told, no default any more."""
        self.engine().remove(fact)
        self.facts.remove(fact)
        revised = Fact(fact.type, fact.key, {**fact.slots, **slots}, fact.defaults - slots.keys())
        self.engine().add(self._kept(revised))

    def run(
        self,
        phase: str,
        subject: str | None = None,
        after: Callable[[Sequence[Fact]], None] = lambda found: None,
        routine: bool = True,
    ) -> None:
        """Fires the stages of a phase and settles each; ``subject`` is the act that is being ruled.

        ``after`` is shown the findings of each stage before they go into working memory. Without ``routine`` nothing is
        said about where the play stands: it does not go on.
        """

        def settled(stage: int) -> list[Fact]:
            found = self._settle(stage, subject, routine)
            after(found)
            return found

        self.engine().run(phase, settled)

    def unanswered(self) -> tuple[str, ...]:
        """Keys of the events that no rule fired on or waits for, though an answer is expected."""
        specs = self.vocabulary.facts
        events = (f for f in self.facts if f.type in specs and specs[f.type].event and not specs[f.type].circumstance)
        told = (fact.key for fact in events if id(fact) not in self._touched)
        return tuple(key for key in told if key.startswith("event "))

    def accepted(self, number: int) -> int | None:
        """Chips of an act that were accepted, where chips were described."""
        verdict = self.verdicts.get(("accepted", f"act {number}"))
        return int(verdict.values["put"]) if verdict is not None and verdict.status == SETTLED else None

    def _order(self, key: tuple[str, str]) -> tuple[str, int, int, str]:
        """Topics by name; acts and events by number, seats as they sit."""
        topic, subject = key
        number = subject.rpartition(" ")[2]
        return topic, self._seats.get(subject, -1), int(number) if number.isdecimal() else 0, subject

    def _settle(self, stage: int, subject: str | None = None, routine: bool = True) -> list[Fact]:
        """Arbitration after a stage: the verdicts, and the findings that go back into working memory."""
        matches = self.engine().matches(stage)
        inheriting = self.vocabulary.inheriting[stage] if subject is not None else ()
        if not matches and not inheriting:
            return []
        groups: dict[tuple[str, str], list[Match]] = {}
        for match in matches:
            self._touched.update(map(id, match.facts))
            groups.setdefault((match.rule.topic, match.subject), []).append(match)
        if subject is not None:
            for name in inheriting:
                groups.setdefault((name, subject), [])
        found: list[Fact] = []
        for key in sorted(groups, key=self._order) if len(groups) > 1 else groups:
            topic = self.vocabulary.topics[key[0]]
            if topic.routine and not routine:
                continue
            inherited = self.verdicts.get((topic.inherits, key[1])) if topic.inherits else None
            if key in self.verdicts or (not groups[key] and inherited is None):
                continue
            verdict = settle(key[0], key[1], groups[key], inherited)
            self.verdicts[key] = verdict
            if verdict.status == SETTLED:
                found.append(self._kept(Fact(key[0], key[1], {"of": key[1], **verdict.values}, settled=True)))
        return found
