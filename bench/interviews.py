"""Interviews that run by themselves: a case with facts left out, asked until it is ruled, answered from the whole case.

Used by ``bench_interview.py``, which measures over all rulebooks, and by the tests, which hold a sample to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ask.choosing import Choice, next_question, said
from ask.known import BUTTON, Root, place_of, tellable, with_answer
from engine.pool import Pool
from engine.ruling import Ruling, decide
from engine.trace import Trace
from facts.amounts import COUNTS_AS
from facts.incident import Act, Event, Incident
from facts.lexicon import Vocabulary
from knowledge.casemodel import Case
from knowledge.model import Rulebook

MOST_QUESTIONS = 25
_DEEP = 3
_SEEN = ("seat", "seats", "cards", "steps")
# How often a floor person leaves something out, in a hundred reports.
HABITS = {"stakes": 80, "pot": 90, "when": 90, "stacks": 60, "structure": 50, "button": 70, "slot": 30, "words": 30}

Place = tuple[str, str, str]


class Result(NamedTuple):
    """One interview. ``left_out``: the facts removed. ``asked``: the questions in their order, with the answers.

    ``alike``: whether the ruling ended up that of the whole case. ``idle``: questions all of whose answers led to the
    same ruling when they were asked.
    """

    case: str
    left_out: tuple[Place, ...]
    asked: tuple[tuple[Root, Any], ...]
    alike: bool
    idle: tuple[Root, ...]
    unknown: int


def removable(incident: Incident, vocabulary: Vocabulary) -> tuple[Place, ...]:
    """The facts that can be left out of a story without leaving out what happened: neither to whom it happened, nor
    which cards and chips were seen. Who has the button is told by the order of the seats where it is not named.
    """
    found: list[Place] = [
        ("table", "table", name)
        for name in ("game", "structure", "street", "pot", "min_chip", "begins", "button")
        if getattr(incident, name) is not None and (name != "button" or incident.button in incident.seats[-1:])
    ]
    found += [("stakes", "stakes", name) for name in incident.stakes]
    found += [("stacks", seat, "stack") for seat in incident.stacks]
    acts = events = 0
    for told in incident.timeline:
        if isinstance(told, Event):
            events += 1
            slots = vocabulary.facts[told.type].slots
            found += [
                ("event", f"event {events}", name)
                for name, value in told.slots.items()
                if value is not None and name in slots and not slots[name].required and slots[name].type not in _SEEN
            ]
        else:
            acts += 1
            found += [("act", f"act {acts}", name) for name in _of_act(told)]
    return tuple(found)


def _of_act(act: Act) -> Iterator[str]:
    if act.does in ("bet", "raise", "reraise", "all-in", "cap") and act.to is not None:
        yield "to"
    if act.words is not None and act.motions is not None:
        yield "words"
    if act.words is not None and act.words.means is not None:
        yield "means"
    if act.prompted is not None:
        yield "prompted"
    yield from (name for name in act.extra if name in ("deliberate", "offence", "overlooked_raise", "unclear"))


def without(incident: Incident, places: tuple[Place, ...]) -> Incident:
    """The story without some facts."""
    for kind, key, name in places:
        if kind == "table":
            incident = incident._replace(**{name: None})
        elif kind == "stakes":
            incident = incident._replace(stakes={k: v for k, v in incident.stakes.items() if k != name})
        elif kind == "stacks":
            incident = incident._replace(stacks={k: v for k, v in incident.stacks.items() if k != key})
        else:
            incident = _less(incident, Event if kind == "event" else Act, int(key.partition(" ")[2]), name)
    return incident


def _less(incident: Incident, kind: type, number: int, name: str) -> Incident:
    at = [i for i, told in enumerate(incident.timeline) if isinstance(told, kind)][number - 1]
    told = incident.timeline[at]
    less: Act | Event
    if isinstance(told, Event):
        less = told._replace(slots={k: v for k, v in told.slots.items() if k != name})
    elif name == "means":
        less = told._replace(words=told.words and told.words._replace(means=None))
    elif name in told.extra:
        less = told._replace(extra={k: v for k, v in told.extra.items() if k != name})
    else:
        less = told._replace(**{name: None})
    return incident._replace(timeline=(*incident.timeline[:at], less, *incident.timeline[at + 1 :]))


def as_people_leave_out(incident: Incident, vocabulary: Vocabulary, chance: Random) -> tuple[Place, ...]:
    """Facts left out as floor people do: blinds in four of five reports, the pot in nine of ten."""
    stakes = chance.randrange(100) < HABITS["stakes"]
    found = []
    for place in removable(incident, vocabulary):
        kind, _, name = place
        if kind == "stakes":
            gone = stakes
        elif kind == "event":
            gone = chance.randrange(100) < HABITS["slot"]
        else:
            gone = chance.randrange(100) < HABITS.get("stacks" if kind == "stacks" else name, HABITS["slot"])
        if gone:
            found.append(place)
    return tuple(found)


class Witness:
    """Somebody who knows the whole case and answers what he is asked."""

    def __init__(self, whole: Ruling) -> None:
        self.incident = whole.incident
        facts = whole.trace.facts
        self.facts = {(fact.type, fact.key): fact for fact in facts}
        self.first = {(fact.type, fact.key): fact for fact in reversed(facts)}

    def answer(self, root: Root) -> Any:
        """The answer to a question, None when the case does not tell."""
        kind, key, slot = place_of(root)
        if place_of(root) == BUTTON:
            return self.incident.button
        if kind == "table":
            return self._of_table(slot)
        if kind == "act":
            return self._of_act(key, slot)
        told = self._told(key, Event)
        value = told.slots.get(slot) if isinstance(told, Event) else None
        fact = self.first.get((kind, key))  # what follows from the rest of the story is known too
        return fact.slots.get(slot) if value is None and fact is not None and slot not in fact.defaults else value

    def _of_table(self, slot: str) -> Any:
        incident = self.incident
        if slot == "big_blind":
            return incident.stakes.get("bb")
        if slot == "bring_in":
            return incident.stakes.get("bring_in")
        if slot == "unit":
            return self.first["table", "table"].slots["unit"]
        return getattr(incident, slot, None)

    def _of_act(self, key: str, slot: str) -> Any:
        act = self._told(key, Act)
        if not isinstance(act, Act):
            return None
        if slot in ("stack", "all_in"):
            return incident_stack(self.incident, act.seat)
        if slot == "declared":
            return act.words
        if slot in ("amount", "means", "when"):
            return getattr(act.words, slot, None)
        if slot in ("to", "prompted", "gesture"):
            return getattr(act, slot)
        return act.extra.get(slot)

    def _told(self, key: str, kind: type) -> Act | Event | None:
        number = int(key.partition(" ")[2] or 0)
        entries = [told for told in self.incident.timeline if isinstance(told, kind)]
        return entries[number - 1] if 0 < number <= len(entries) else None


def incident_stack(incident: Incident, seat: str) -> int | None:
    """Chips of a seat at the start of the street, None when not told."""
    return incident.stacks.get(seat)


class Desk(NamedTuple):
    """What is needed to rule: a rulebook with its vocabulary, engines."""

    book: Rulebook
    vocabulary: Vocabulary
    pool: Pool

    def rule(self, incident: Incident, readings: Mapping[str, str]) -> Ruling:
        """The ruling on a story."""
        return decide(incident, self.book, self.vocabulary, self.pool, readings)


def readings_of(case: Case) -> dict[str, str]:
    """The readings that a case fixes."""
    return {clause: named.name for clause, named in (case.readings or {}).items()}


def interview(desk: Desk, case: Case, left_out: tuple[Place, ...], whole: Ruling | None = None) -> Result:
    """One interview on a case without some of its facts."""
    readings = readings_of(case)
    whole = whole or desk.rule(case.incident, readings)
    witness, incident = Witness(whole), without(case.incident, left_out)
    asked: list[tuple[Root, Any]] = []
    idle: list[Root] = []
    aside: set[Root] = set()
    unknown = 0
    ruling = desk.rule(incident, readings)
    while len(asked) < MOST_QUESTIONS and (choice := next_question(ruling, aside, desk.pool)) is not None:
        value = witness.answer(choice.root)
        asked.append((choice.root, value))
        if len(choice.question.answers) == 1 and is_idle(choice, ruling, desk, readings):
            idle.append(choice.root)
        aside.add(place_of(choice.root))
        if value is None:
            unknown += 1
            continue
        incident = with_answer(incident, choice.root, value)
        ruling = desk.rule(incident, readings)
    return Result(case.id, left_out, tuple(asked), same(ruling, whole), tuple(idle), unknown)


def is_idle(choice: Choice, ruling: Ruling, desk: Desk, readings: Mapping[str, str]) -> bool:
    """Whether a question was put in vain: whatever else is answered, all answers to it lead to the same ruling."""
    values = dict.fromkeys(value for answer in choice.question.answers for value in answer.values)
    few = [*values][:: max(1, len(values) // 3)]
    told = [with_answer(ruling.incident, choice.root, _plain(choice.root, value)) for value in few]
    return bool(told) and not _part(told, desk, readings, _DEEP)


def _part(stories: list[Incident], desk: Desk, readings: Mapping[str, str], deeper: int) -> bool:
    """Whether stories that differ in one answer are ruled differently, or are once more questions are answered."""
    rulings = [desk.rule(incident, readings) for incident in stories]
    if not all(same(ruling, rulings[0]) for ruling in rulings):
        return True
    if not deeper:
        return False
    asked = {(q.type, q.key, q.slot): [answer.values[0] for answer in q.answers] for q in rulings[0].questions}
    if not {"bb", "bet"} & set(stories[0].stakes):
        asked[("table", "table", "big_blind")] = [2, 200]  # figures alone hang on it, so that no ruling asks for it
    for root, values in asked.items():
        if root[2] == "skipped_did" or not tellable(stories[0], root, desk.vocabulary.events):
            continue
        for value in dict.fromkeys((values[0], values[-1]) if values else ()):
            longer = [with_answer(incident, root, _plain(root, value)) for incident in stories]
            if _part(longer, desk, readings, deeper - 1):
                return True
    return False


def _plain(root: Root, value: Any) -> Any:
    """A value that was tried as an answer tells it: chips as one chip."""
    return (value,) if root[0] == "act" and root[2] in ("put", "chips") else value


def same(one: Ruling, other: Ruling) -> bool:
    """Whether two rulings say the same: about the play, and about conduct and rights. That an act stands as everybody
    agrees may be said by one of them alone: it is read where the stakes are not told, and not where they are.
    """
    for apart in (False, True):
        mine, theirs = _said(one, apart), _said(other, apart)
        unlike = {key for key in mine.keys() | theirs.keys() if mine.get(key) != theirs.get(key)}
        if unlike - (_agreed(one, mine) - theirs.keys()) - (_agreed(other, theirs) - mine.keys()):
            return False
    return True


def _agreed(ruling: Ruling, found: Mapping[tuple[str, str], Any]) -> set[tuple[str, str]]:
    """The findings that an act is what it was told as."""
    told = {("settles", f"act {step.number}"): step.act for step in ruling.trace.steps if step.act.does}
    return {
        key
        for key, act in told.items()
        if found.get(key) == {"as": COUNTS_AS.get(str(act.does), act.does), "to": act.to}
    }


def _said(ruling: Ruling, apart: bool) -> dict[tuple[str, str], Any]:
    """What a ruling says. Of a story of events alone not what the players may do next: who tells it so does not ask."""
    found = said(_answered(ruling, apart), ruling.vocabulary, apart)
    if any(isinstance(told, Act) for told in ruling.incident.timeline) or not ruling.incident.timeline:
        return found
    return {key: value for key, value in found.items() if not key[0].startswith("may-") and key[0] != "maximum"}


def _answered(ruling: Ruling, apart: bool) -> Trace:
    """The trace of a ruling, with what is open about conduct and rights settled where every answer settles it alike."""
    alike = [q.answers[0].trace for q in ruling.questions if q.apart and not q.matters and len(q.answers) == 1]
    return alike[0] if apart and alike else ruling.trace
