"""What must hold of every ruling: a story turned over is ruled as the story was, turned over in the same way.

A property makes variants of a story; each variant rules two stories and says what of the second does not follow from
the first. What is left out, and why, stands in ``soak.exceptions``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from engine.outcomes import outcome
from engine.ruling import Ruling
from explain.data import as_data
from facts.incident import Event, Incident
from facts.lexicon import FactType, vocabulary
from facts.records import NamedTuple
from soak import exceptions
from soak.dice import Dice
from soak.engines import load_once
from soak.events import event, needs_seats
from soak.turned import other, renamed, reordered, rotated, scaled, without

Found = Mapping[tuple[str, str], Any]
SCALES = (3, 10)


class Variant(NamedTuple):
    """Two stories whose rulings must fit. ``what`` names the change; ``unfit`` gives what does not fit, or nothing."""

    what: str
    one: Incident
    other: Incident
    unfit: Callable[[Ruling, Ruling], str]


Property = Callable[[Incident, str], Iterator[Variant]]


def found(ruling: Ruling) -> dict[tuple[str, str], Any]:
    """What a ruling says about the play, and apart from it about conduct and rights."""
    return {k: v for apart in (False, True) for k, v in outcome(ruling.trace, ruling.vocabulary, apart).items()}


def said(ruling: Ruling) -> dict[str, Any]:
    """Everything that a ruling says, less the wording."""
    return {
        "status": ruling.status,
        "findings": found(ruling),
        "order": ruling.trace.order,
        "questions": {(q.type, q.key, q.slot): (q.matters, q.apart) for q in ruling.questions},
        "readings": {(a.clause, a.other) for a in ruling.alternatives},
        "assumptions": {(a.kind, a.subject, a.value) for a in ruling.assumptions},
        "unanswered": ruling.trace.unanswered,
    }


def _apart(one: Any, two: Any, where: str = "") -> str:
    """The first place in which two values differ, with both; empty when they are equal."""
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key in dict.fromkeys((*one, *two)):
            if told := _apart(one.get(key), two.get(key), f"{where} {key}"):
                return told
        return "" if list(one) == list(two) or dict(one) == dict(two) else f"{where}: other keys"
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        return next(
            (told for n, pair in enumerate(zip(one, two, strict=True)) if (told := _apart(*pair, f"{where} {n}"))), ""
        )
    return "" if one == two else f"{where}: {one} and {two}"


def _same(one: Ruling, two: Ruling) -> str:
    return _apart(as_data(one), as_data(two))


# -- the properties ---------------------------------------------------------------------------------------------------


def names(incident: Incident, book: str) -> Iterator[Variant]:
    """Players of another name: the ruling, every word of it, names them so."""
    if not incident.seats:
        return
    given = {seat: f"Qq{(7 * n + 3) % 26:02}w" for n, seat in enumerate(incident.seats)}
    back = {new: seat for seat, new in given.items()}

    def unfit(one: Ruling, two: Ruling) -> str:
        return _apart(as_data(one), _worded(as_data(two), back))

    yield Variant("other names", incident, renamed(incident, given), unfit)


def _worded(value: Any, back: Mapping[str, str]) -> Any:
    """Plain data with names put back wherever they stand in a text."""
    if isinstance(value, dict):
        return {_worded(key, back): _worded(one, back) for key, one in value.items()}
    if isinstance(value, list):
        return [_worded(one, back) for one in value]
    if isinstance(value, str):
        for new, seat in back.items():
            value = value.replace(new, seat)
    return value


def places(incident: Incident, book: str) -> Iterator[Variant]:
    """The list of seats begun elsewhere, where the button is told: nothing changes."""
    if len(incident.seats) < 2 or exceptions.of_rotation(incident):
        return
    told = incident if incident.button else incident._replace(button=incident.seats[-1])
    for by in sorted({1, len(incident.seats) // 2}):
        yield Variant(f"seats told from the {by + 1}. on", told, rotated(told, by), _same)


def keys(incident: Incident, book: str) -> Iterator[Variant]:
    """Stakes, stacks, cards and slots told in another order: nothing changes."""
    yield Variant("keys from the end", incident, reordered(incident), _same)


def order(incident: Incident, book: str) -> Iterator[Variant]:
    """Two events told one after the other, without an act between them, told the other way round."""
    number = 0
    for at, entry in enumerate(incident.timeline):
        number += isinstance(entry, Event)
        after = incident.timeline[at + 1] if at + 1 < len(incident.timeline) else None
        if not (isinstance(entry, Event) and isinstance(after, Event)) or entry == after:
            continue
        if _moves(entry) or _moves(after):
            continue
        timeline = (*incident.timeline[:at], after, entry, *incident.timeline[at + 2 :])
        pair = f"event {number}", f"event {number + 1}"
        turned = dict(zip(pair, reversed(pair), strict=True))

        def unfit(one: Ruling, two: Ruling, turned: Mapping[str, str] = turned) -> str:
            return _apart(_plain(said(one)), _plain(_renumbered(said(two), turned)))

        yield Variant(f"events {number} and {number + 1} turned", incident, incident._replace(timeline=timeline), unfit)


def _moves(told: Event) -> bool:
    """Whether what comes after an event hangs on it: the replay goes by it, or the next acts are ruled knowing it."""
    spec = vocabulary().facts[told.type]
    return spec.replayed or spec.known_to_acts or bool(spec.derives)


def _renumbered(value: Any, turned: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {_renumbered(key, turned): _renumbered(one, turned) for key, one in value.items()}
    if isinstance(value, set):
        return {_renumbered(one, turned) for one in value}
    return other(value, turned)


def _plain(told: dict[str, Any]) -> dict[str, Any]:
    """Findings without an order of their own, so that only what they say is compared."""
    return {**told, "unanswered": set(told["unanswered"])}


def chips(incident: Incident, book: str) -> Iterator[Variant]:
    """Every chip worth so many times as much: so are the amounts that are found, and nothing else changes."""
    lineage = load_once(book)[0].lineage
    for by in SCALES:

        def unfit(one: Ruling, two: Ruling, by: int = by) -> str:
            small, large = said(one), said(two)
            if exceptions.of_scaling(incident, lineage, small["findings"]):
                return ""
            small["findings"] = {key: _times(key, value, by) for key, value in small["findings"].items()}
            small["assumptions"] = {_assumed_times(assumed, by) for assumed in small["assumptions"]}
            return _apart(small, large)

        yield Variant(f"chips worth {by} times as much", incident, scaled(incident, by), unfit)


def _times(key: tuple[str, str], value: Any, by: int) -> Any:
    """What was found, with every amount of chips multiplied."""
    if isinstance(value, dict):
        slots = vocabulary().topics[key[0]].slots
        return {k: v * by if slots[k].type == "chips" and v is not None else v for k, v in value.items()}
    return value * by if type(value) is int else value


def _assumed_times(assumed: tuple[str, tuple[str, ...], Any], by: int) -> tuple[str, tuple[str, ...], Any]:
    kind, subject, value = assumed
    if kind == "default" and vocabulary().facts[subject[0]].slots[subject[2]].type == "chips":
        return kind, subject, value * by
    return assumed


def fewer(incident: Incident, book: str) -> Iterator[Variant]:
    """One fact less: whatever is still found, without a new assumption, is found with the fact too, and the same."""
    for what, where, story in without(incident):
        if exceptions.of_dropping(what, incident):
            continue

        def unfit(one: Ruling, two: Ruling, what: str = what) -> str:
            return contradicted(one, two, what)

        yield Variant(f"without {where}", incident, story, unfit)


def contradicted(whole: Ruling, part: Ruling, what: str) -> str:
    """What a ruling on fewer facts has settled otherwise than that on all of them, though it names nothing that it
    took for granted; empty when there is nothing of the kind.
    """
    if {(a.kind, a.subject) for a in part.assumptions} - {(a.kind, a.subject) for a in whole.assumptions}:
        return ""
    if exceptions.of_reading(whole.trace, part.trace):
        return ""
    more, few = found(whole), found(part)
    for key, value in few.items():
        if not isinstance(value, Mapping) or exceptions.of_finding(key, what, whole.trace, part.status):
            continue
        there = more.get(key)
        if not isinstance(there, Mapping):
            return f"{key}: {there or 'nothing'} with the fact, {dict(value)} without it"
        for slot, one in value.items():
            if one is not None and there.get(slot) is not None and there[slot] != one:
                return f"{key} {slot}: {there[slot]} with the fact, {one} without it"
    return ""


def more(incident: Incident, book: str) -> Iterator[Variant]:
    """One event more that no rule connects with anything in the story: nothing is found otherwise."""
    if not incident.timeline:
        return
    dice = Dice(len(incident.timeline), len(incident.seats), "unrelated")
    types = _unrelated(book, bool(incident.seats))
    number = 1 + sum(isinstance(entry, Event) for entry in incident.timeline)
    for told in (event(dice, incident, types) for _ in range(2) if types):
        story = incident._replace(timeline=(*incident.timeline, told))

        def unfit(one: Ruling, two: Ruling, name: str = f"event {number}") -> str:
            before, now = found(one), {key: value for key, value in found(two).items() if key[1] != name}
            for key in exceptions.of_questions(one, before, two, now):
                before.pop(key, None)
                now.pop(key, None)
            return _apart(before, now) or _apart(one.trace.order, two.trace.order, "order")

        yield Variant(f"with {told.type} at the end", incident, story, unfit)


@cache
def _unrelated(book: str, seated: bool) -> tuple[str, ...]:
    """Events about which the rules of a book say something about the event alone, or nothing at all."""
    rulebook, words = load_once(book)
    asked = {p.type for rule in rulebook.rules for c in rule.conditions for p in c.patterns}
    tied: set[str] = set()
    for rule in rulebook.rules:
        for condition in rule.conditions:
            types = [p.type for p in condition.patterns]
            topic = words.topics[rule.topic]
            alone = len(types) == 1 and topic.subject == "event" and topic.name not in asked and not topic.ends
            if not alone:
                tied.update(types)
    return tuple(name for name in sorted(words.events) if name not in tied and _is_free(words.facts[name], seated))


def _is_free(spec: FactType, seated: bool) -> bool:
    return not (spec.replayed or spec.known_to_acts or spec.derives) and (seated or not needs_seats(spec))


PROPERTIES: Mapping[str, Property] = {
    "names": names,
    "places": places,
    "keys": keys,
    "order": order,
    "chips": chips,
    "fewer": fewer,
    "more": more,
}
"""The properties by name, in the order in which stories take turns with them."""


def unfit(variant: Variant, rule: Callable[[Incident], Ruling]) -> str:
    """What does not fit between the rulings on the two stories of a variant; empty when they fit.

    ``rule`` makes a ruling. Cards that make no hand are no story to compare.
    """
    try:
        one = rule(variant.one)
    except ValueError:
        return ""
    try:
        two = rule(variant.other)
    except ValueError as error:
        return "" if variant.what.startswith("without") else f"no ruling on the other story: {error}"
    return variant.unfit(one, two)


__all__ = ["PROPERTIES", "Property", "Variant", "contradicted", "found", "said", "unfit"]
