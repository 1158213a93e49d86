"""What the end of a story brings into working memory: its events, and what the table shows when everything is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.arbitration import SETTLED, Verdict
from engine.trace import Step
from engine.workspace import Workspace
from facts.award import BEGINS, PAID, event_slots, may_end
from facts.deriving import Choice
from facts.incident import Event, Incident
from facts.lexicon import Vocabulary
from facts.table import Table

Slots = tuple[str, Mapping[str, Any]]
# By event: the street on which it was told, and the seats that had acted on it by choice.
Stood = Mapping[int, tuple[str | None, frozenset[int]]]
Verdicts = Mapping[tuple[str, str], Verdict]
# When a fault was found: the words of the slots ``found`` that follow from the acts told before the event.
_MOMENTS = ("before-first-round", "during-first-round", "after-first-round")


def event_facts(work: Workspace, told: Incident, table: Table, stood: Stood) -> Iterator[Slots]:
    """The events of the story as facts. ``told``: the incident with what the vocabulary takes for granted."""
    events = [entry for entry in work.incident.timeline if isinstance(entry, Event)]
    for n, event in enumerate(events, 1):
        if event.type not in work.vocabulary.facts or event.type in ("dealt", BEGINS, PAID):
            continue
        slots = event_slots(work.incident, event)
        if event.type.startswith("ofc-"):
            from facts.ofc import event_slots as ofc_slots  # late: only this game pays for it

            slots = ofc_slots(work.incident, event)
        yield event.type, {"id": f"event {n}", **_moment(work, told, table, stood, event), **slots}


def _moment(work: Workspace, told: Incident, table: Table, stood: Stood, event: Event) -> Mapping[str, Any]:
    """When an event was noticed, by the acts before it, for the slots that nobody told."""
    if id(event) not in stood or not table.seats:
        return {}
    slots = work.vocabulary.facts[event.type].slots
    street, acted = stood[id(event)]
    found: dict[str, Any] = {}
    if "found" in slots and slots["found"].domain == _MOMENTS and work.street_told:
        later = street not in ("preflop", "third")
        found["found"] = _MOMENTS[2] if later else _MOMENTS[1] if acted else _MOMENTS[0]
    seat = event.slots.get("seat")
    if "acted" in slots and seat in told.seats:
        found["acted"] = table.index(str(seat)) in acted
    return found


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


def granted(work: Workspace, seat: str) -> bool:
    """Whether a request of the seat to change or take back its act was granted."""
    events = [entry for entry in work.incident.timeline if isinstance(entry, Event)]
    for n, event in enumerate(events, 1):
        verdict = work.verdicts.get(("answer", f"event {n}"))
        allowed = verdict is not None and verdict.status == SETTLED and verdict.values.get("granted")
        if allowed and event.slots.get("seat") == seat and event.slots.get("wants") in ("take-back", "check", "fold"):
            return True
    return False
