"""What the end of a story brings into working memory: its events, and what the table shows when everything is told."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from engine.arbitration import SETTLED, Verdict
from engine.facts import Fact
from engine.noticed import Stand, noticed
from engine.trace import Step
from engine.workspace import Workspace
from facts.award import may_end
from facts.deriving import Choice
from facts.incident import Event, Incident, numbered
from facts.lexicon import FactType, Vocabulary
from facts.memo import ByIdentity
from facts.table import Table

Slots = tuple[str, Mapping[str, Any]]
Stood = Mapping[str, Stand]
"""How the story stood when each event was told, by the name of the event."""
Verdicts = Mapping[tuple[str, str], Verdict]


def event_facts(work: Workspace, stood: Stood) -> Iterator[Slots]:
    """The events of the story as facts, with what follows from the story about them."""
    for name, event in numbered(work.incident):
        spec = work.vocabulary.facts.get(event.type)
        if spec is not None and not spec.replayed and not spec.known_to_acts:
            told = _derived(spec, work.incident, event)
            yield event.type, {"id": name, **noticed(spec, event, stood.get(name)), **told}


def known_event(work: Workspace, name: str, event: Event, stand: Stand) -> Fact:
    """An event as the acts after it know it, where it stands in the story."""
    slots = noticed(work.vocabulary.facts[event.type], event, stand)
    return work.fact(event.type, {"id": name, **slots, **event.slots})


def _derived(spec: FactType, incident: Incident, event: Event) -> Mapping[str, Any]:
    if not spec.derives:
        return event.slots
    slots: Mapping[str, Any] = import_module(f"facts.{spec.derives}").event_slots(incident, event)
    return slots  # imported late: only stories with such an event pay for it


def hand_is_over(verdicts: Verdicts, vocabulary: Vocabulary) -> bool:
    """Whether the hand is over for everybody, so that nobody has anything to decide in it."""
    ending = _ending(vocabulary)
    return any(topic in ending and _ends(verdict, vocabulary) for (topic, _), verdict in verdicts.items())


_ending: ByIdentity[Vocabulary, frozenset[str]] = ByIdentity(
    lambda vocabulary: frozenset(t.name for t in vocabulary.topics.values() if t.ends and t.subject != "seat")
)
"""The topics whose finding may end the hand for everybody."""


def seats_out(verdicts: Verdicts, vocabulary: Vocabulary, table: Table) -> list[int]:
    """Seats still in the hand for which it was found to be over."""
    seats = {seat.name: i for i, seat in enumerate(table.seats) if not seat.folded}
    return [seats[name] for (_, name), verdict in verdicts.items() if name in seats and _ends(verdict, vocabulary)]


def with_deemed_checks(verdicts: Verdicts, table: Table) -> Table:
    """The table after the checks of players who are taken to have checked though they said nothing; of a player whose
    turn it is not, or who owes chips, there is none.
    """
    while True:
        name = table.seats[table.turn].name if table.turn >= 0 else ""
        deemed = verdicts.get(("deemed", name))
        free = table.turn >= 0 and not table.seats[table.turn].acted and table.owed(table.turn) == 0
        if deemed is None or deemed.status != SETTLED or deemed.values.get("as") != "check" or not free:
            return table
        table = table.after(table.turn, "check")


def _ends(verdict: Verdict, vocabulary: Vocabulary) -> bool:
    ends = vocabulary.topics[verdict.topic].ends
    if not ends or verdict.status != SETTLED:
        return False
    return any(verdict.values.get(slot) in values for slot, values in ends.items())


def deciding(table: Table, choices: Mapping[int, Choice], waiting: Container[int]) -> list[int]:
    """Seats with a decision, in the order in which they act; an open choice comes at its seat's turn.

    ``waiting``: seats that acted out of turn and whose turn has not come.
    """
    held_up = [j for j, choice in choices.items() if choice.how in ("complete-or-fold", "again")]
    if held_up:
        return held_up  # nobody else can act before that is cleared up
    n, start = len(table.seats), table.turn
    if start < 0:
        start = min(choices, default=0)
    found: list[int] = []
    for j in ((start + k) % n for k in range(n)):
        if j in waiting and j not in choices:
            break  # what those behind may do hangs on an act that is still open
        if j in choices or table.must_act(j):
            found.append(j)
    return found


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
