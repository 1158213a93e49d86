"""What the end of a story brings into working memory: its events, and what the table shows when everything is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from engine.arbitration import SETTLED, Verdict
from engine.facts import Fact
from engine.plain import with_chips
from engine.trace import Step
from engine.workspace import Workspace
from facts.award import LAST, may_end
from facts.deriving import Choice
from facts.incident import Act, Event, Incident, numbered
from facts.lexicon import FactType, Vocabulary
from facts.table import Table

Slots = tuple[str, Mapping[str, Any]]


class Stand(NamedTuple):
    """How things stood when an event was told. ``acted``: seats that had acted on this street by choice. ``table``:
    None while an act out of turn waits, whose chips are not on it.
    """

    street: str | None
    acted: frozenset[int]
    table: Table | None


Stood = Mapping[str, Stand]  # by name of the event
Verdicts = Mapping[tuple[str, str], Verdict]


def event_facts(work: Workspace, table: Table, stood: Stood) -> Iterator[Slots]:
    """The events of the story as facts, with what follows from the story about them."""
    for name, event in numbered(work.incident):
        spec = work.vocabulary.facts.get(event.type)
        if spec is not None and not spec.replayed and not spec.known_to_acts:
            told = _derived(spec, work.incident, event)
            yield event.type, {"id": name, **_moment(spec, work, table, stood.get(name), event), **told}


def known_event(work: Workspace, name: str, event: Event, behind: Mapping[str, Sequence[Act]]) -> Fact:
    """An event as the acts after it know it, where it stands in the story. ``behind``: by seat, acts of others told
    while that seat was skipped.
    """
    slots = dict(event.slots)
    acts = behind.get(str(slots.get("seat")))
    if acts is not None:
        counts = {"acts-behind": len(acts), "chips-behind": sum(map(with_chips, acts))}
        for slot in work.vocabulary.facts[event.type].slots.values():
            if slot.derive in counts:
                slots.setdefault(slot.name, counts[slot.derive])
    return work.fact(event.type, {"id": name, **slots})


def _derived(spec: FactType, incident: Incident, event: Event) -> Mapping[str, Any]:
    if not spec.derives:
        return event.slots
    slots: Mapping[str, Any] = import_module(f"facts.{spec.derives}").event_slots(incident, event)
    return slots  # imported late: only stories with such an event pay for it


def _moment(spec: FactType, work: Workspace, table: Table, stood: Stand | None, event: Event) -> Mapping[str, Any]:
    """When an event was noticed, by the acts before it, for the slots that nobody told."""
    if stood is None or not table.seats:
        return {}
    street, acted, then = stood
    found: dict[str, Any] = {}
    for slot in spec.slots.values():
        if slot.derive == "moment" and work.street_told:
            before, during, after = slot.domain
            found[slot.name] = after if street not in ("preflop", "third") else during if acted else before
        elif slot.derive == "acted" and event.slots.get("seat") in work.incident.seats:
            found[slot.name] = table.index(str(event.slots["seat"])) in acted
        elif slot.derive == "last-round" and work.street_told:
            found[slot.name] = street in ("showdown", LAST.get(work.incident.game or "holdem"))
        elif slot.derive and then is not None and _tells_bets(work.incident):
            found[slot.name] = _stood(slot.derive, then, acted, str(event.slots.get("seat")))
    return found


def _stood(what: str, table: Table, acted: frozenset[int], name: str) -> int | bool | None:
    if what in _OF_TABLE:
        return _OF_TABLE[what](table)
    known = what in _OF_SEAT and name in table.holding()
    return _OF_SEAT[what](table, table.index(name), acted) if known else None


def _tells_bets(incident: Incident) -> bool:
    """Whether the story tells how the betting went, so that what it does not tell did not happen."""
    return incident.street == "showdown" or any(isinstance(entry, Act) for entry in incident.timeline)


def _uncalled(table: Table, i: int, acted: frozenset[int]) -> int:
    """Chips that the seat put in by choice on this street and nobody matched."""
    others = max((seat.put for j, seat in enumerate(table.seats) if j != i), default=0)
    return max(0, table.seats[i].put - others) if i in acted else 0


# What a slot with ``derive`` reads off the table as it stood, of the seat of the event or of everybody with cards; an
# unknown stack is taken to go on.
_OF_SEAT: Mapping[str, Callable[[Table, int, frozenset[int]], int | bool]] = {
    "uncalled": _uncalled,
    "faces-bet": lambda table, i, acted: table.owed(i) > 0,
}
_OF_TABLE: Mapping[str, Callable[[Table], int | bool]] = {
    "all-in": lambda table: any(seat.all_in for seat in table.seats if not seat.folded),
    "can-bet": lambda table: sum(not seat.all_in for seat in table.seats if not seat.folded),
    "round-over": lambda table: table.closed(),
}


def hand_is_over(verdicts: Verdicts, vocabulary: Vocabulary) -> bool:
    """Whether the hand is over for everybody, so that nobody has anything to decide in it."""
    return any(
        _ends(verdict, vocabulary) and vocabulary.topics[topic].subject != "seat"
        for (topic, _), verdict in verdicts.items()
    )


def seats_out(verdicts: Verdicts, vocabulary: Vocabulary, table: Table) -> list[int]:
    """Seats still in the hand for which it was found to be over."""
    seats = {seat.name: i for i, seat in enumerate(table.seats) if not seat.folded}
    return [seats[name] for (_, name), verdict in verdicts.items() if name in seats and _ends(verdict, vocabulary)]


def _ends(verdict: Verdict, vocabulary: Vocabulary) -> bool:
    ends = vocabulary.topics[verdict.topic].ends
    return verdict.status == SETTLED and any(verdict.values.get(slot) in values for slot, values in ends.items())


def closing_facts(
    work: Workspace, told: Incident, table: Table, steps: Sequence[Step], unsettled: bool, choices: Iterable[Choice]
) -> Iterator[Slots]:
    """Open cards, the showdown, the pots. ``unsettled``: an act is open; ``choices``: decisions that acts left open.

    While a player may take chips back, no pots are told.
    """
    if work.shows_cards():
        from engine.showdown import up_card_slots  # late: only a showdown pays for the hand reader

        yield from (("up-cards", slots) for slots in up_card_slots(work.incident))
    if not unsettled and may_end(told):
        from engine.showdown import ending

        yield from ending(told, work.incident, table, steps, work.answers)
    takes_back = any(choice.how == "change" for choice in choices)
    if any(seat.all_in for seat in table.seats) and not takes_back:
        from facts.pots import pot_slots

        yield from (("pot", slots) for slots in pot_slots(table))


def chips_back(work: Workspace, seat: str) -> bool:
    """Whether the answer to a request of the seat gives it back the chips of its act."""
    answers = (work.verdicts.get(("answer", name)) for name, event in numbered(work.incident) if _of(event, seat))
    return any(v is not None and v.status == SETTLED and v.values.get("chips_back") is True for v in answers)


def _of(event: Event, seat: str) -> bool:
    return event.slots.get("seat") == seat
