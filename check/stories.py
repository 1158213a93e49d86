"""From what the solver found to a story that can be told: an incident, and nothing that its file cannot hold.

The derived facts of a story come from a situation; the solver chose what is told about one act or about events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import z3

from check.situations import Situation, with_entry
from check.terms import SEATS, Term, Words
from check.world import ACT, Place, World
from facts.incident import Act, Event, Incident
from facts.incident import Words as Spoken
from facts.incident_keys import told_slots
from facts.lexicon import SlotSpec

_HEAD = ("game", "structure", "street", "pot", "min_chip")
_CARDS = ("As", "Kd", "7h")
_SILENT = ("", "nothing")


class Model:
    """An answer of the solver, read by slots."""

    def __init__(self, world: World, model: Any, places: frozenset[Place]) -> None:
        self.world = world
        self.model = model
        self.places = places

    def exists(self, figure: str) -> bool:
        """Whether a fact is there."""
        return bool(z3.is_true(self.model.eval(self.world.figures[figure].exists, model_completion=True)))

    def value(self, place: Place) -> Any:
        """The value of a slot: a number, a flag, a word, or None where nothing was asked about it."""
        if place not in self.places:
            return None
        figure = self.world.figures[place[0]]
        return value_of(self.model, self.world.slot(figure, place[1]), self.world.words)

    def figures(self, types: Mapping[str, Any]) -> list[str]:
        """The facts of some types that are there, by name."""
        names = sorted({name for name, _ in self.places})
        return [name for name in names if self.world.figures[name].type in types and self.exists(name)]


def value_of(model: Any, term: Term, words: Words) -> Any:
    """The value of a term: a number, a flag or a word; None for a value that has no name."""
    found = model.eval(term.value, model_completion=True)
    if term.kind == "flag":
        return z3.is_true(found)
    return words.name(found.as_long()) if term.kind == "word" else found.as_long()


# -- events ---------------------------------------------------------------------------------------------------------


def events_told(model: Model, known: Sequence[str] = ()) -> list[Event]:
    """The events of a story; those of the types ``known`` are told in it already."""
    found: dict[Any, Event] = {}
    for name in model.figures(model.world.vocabulary.events):
        figure = model.world.figures[name]
        if figure.type in known:
            continue
        specs = told_slots(model.world.vocabulary.facts[figure.type])
        key = value_of(model.model, figure.key.term, model.world.words)
        before = found[key].slots if key in found else {}  # the same event, of which another pattern asks more
        slots = {slot: _told(model.value((name, slot)), spec) for slot, spec in specs.items()}
        told = {**before, **{slot: value for slot, value in slots.items() if value is not None}}
        for slot, spec in specs.items():
            if spec.required and slot not in told:
                told[slot] = _some(spec)
        found[key] = Event(figure.type, told)
    return list(found.values())


def _told(value: Any, spec: SlotSpec) -> Any:
    if value is None or value == "":
        return None
    if spec.type == "seats":
        return SEATS[:2]
    return _CARDS[:1] if spec.type == "cards" else value


def _some(spec: SlotSpec) -> Any:
    """A value for a slot that has to be told and that no rule looks at."""
    if spec.kind == "number":
        return 1
    if spec.type == "flag":
        return True
    if spec.type == "seats":
        return SEATS[:2]
    return _CARDS[:1] if spec.type == "cards" else (spec.domain or SEATS)[0]


def event_story(model: Model) -> Incident:
    """A story of events alone, with what is told of the table."""
    told = {name: model.value(("table@table", name)) for name in _HEAD}
    blind = model.value(("table@table", "big_blind"))
    stakes = {"sb": blind // 2, "bb": blind} if blind else {}
    players = model.value(("table@table", "players"))
    seats = SEATS if players is None else tuple("ABCDEFGHI"[: max(2, min(players, 9))])
    return Incident(seats, **told, stakes=stakes, button=seats[-1], timeline=tuple(events_told(model)))


# -- acts -----------------------------------------------------------------------------------------------------------


def act_story(model: Model, situation: Situation) -> Incident | None:
    """The situation with the act that the solver chose, and its events; None when no chips make that act up."""
    act = _act(model, situation.next)
    if act is None:
        return None
    known = [entry.type for entry in situation.incident.timeline if isinstance(entry, Event)]
    story = with_entry(situation, act)
    return story._replace(timeline=(*story.timeline, *events_told(model, known)))


def seat_story(model: Model, situation: Situation) -> Incident:
    """The situation as it is, with the events that the solver chose."""
    incident = situation.incident
    known = [entry.type for entry in incident.timeline if isinstance(entry, Event)]
    return incident._replace(timeline=(*incident.timeline, *events_told(model, known)))


def _act(model: Model, seat: str) -> Act | None:
    told = _Told(model)
    does, motions = told("does", "nothing"), _motions(told)
    if motions is None:
        return None
    agreed = does != "nothing"
    extra = {name: told(name) for name in ("deliberate", "offence", "overlooked_raise") if told(name) is not None}
    extra.update({name: True for name in ("unclear", "gathered") if told(name)})
    extra.update(_prior_chips(told))
    gesture = told("gesture", "none")
    put = sum(map(sum, motions))
    return Act(
        seat,
        does if agreed else None,
        (told("to") or None) if agreed and does not in ("check", "fold") else None,
        words=_spoken(told, agreed, gesture),
        motions=None if agreed else motions,
        handful=bool(motions) and bool(told("handful")),
        picked_up=2 * put if told("kept_back") else None,
        gesture=None if gesture == "none" else gesture,
        prompted="dealer" if told("prompted") == "dealer" else None,
        extra=extra,
    )


class _Told:
    """The told slots of the act, with what they are where nothing was asked about them."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, slot: str, default: Any = None) -> Any:
        value = self.model.value((f"act@{ACT}", slot))
        return default if value is None else value


def _spoken(told: _Told, agreed: bool, gesture: str) -> Spoken | None:
    word = told("declared", "" if agreed else "nothing")
    if word == "" or (word == "nothing" and gesture in ("tap", "throws-cards")) or (word == "raise" == gesture):
        return None
    when = told("when", "before")
    if word in ("nothing", "check", "fold"):
        return Spoken(word, when=when or "before")
    amount = told("amount", 0) or None
    means = told("means", "") or None
    return Spoken(word, amount, means if amount else None, when or "before")


def _motions(told: _Told) -> tuple[tuple[int, ...], ...] | None:
    """The chips of each motion; None when no chips have that number, worth and smallest."""
    chips, put = told("chips"), told("put", 0)
    motions = told("motions")
    if motions == 0 or chips == 0 or (not chips and not motions and not put):
        return ()
    chips = chips or max(1, motions or 1)
    smallest = told("smallest", put if chips == 1 else max(1, put // chips))
    if (motions or 1) == 1:
        whole = _lot(chips, put or smallest * chips, smallest)
        return None if whole is None else (whole,)
    first = _lot(told("first_chips", 1), told("first_put", 0) or smallest, told("first_smallest", smallest))
    if first is None:
        return None
    rest = _lot(chips - len(first), put - sum(first), min(smallest, put - sum(first)))
    if rest is None or min((*first, *rest)) != smallest or motions - 1 > len(rest):
        return None
    split = motions - 2
    return (first, *((chip,) for chip in rest[:split]), rest[split:])


def _lot(number: int, worth: int, smallest: int) -> tuple[int, ...] | None:
    """``number`` chips worth ``worth``, the smallest of them ``smallest``."""
    last = worth - smallest * (number - 1)
    if number < 1 or number > 20 or last < smallest or smallest < 1:
        return None
    return (*([smallest] * (number - 1)), last)


def _prior_chips(told: _Told) -> dict[str, Any]:
    pulled, left, prior = told("pulled", "untold"), told("left", 0), told("prior", 0)
    if pulled == "none" and left:
        return {"in_front": (left,)}
    if pulled == "all" and prior:
        return {"in_front": (prior,), "pulled_back": (prior,)}
    if pulled == "part" and left:
        return {"in_front": (left, max(1, prior - left)), "pulled_back": (max(1, prior - left),)}
    return {}
