"""The stories: number N of seed S is always the same one, whatever was ruled before it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from facts.faults import Faults
from facts.incident import Act, Event, Incident
from facts.incident_keys import told_slots
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.records import NamedTuple
from facts.writer import unplaced, write_incident
from knowledge.casefiles import read_cases
from knowledge.loading import installed, load
from soak.acts import Play
from soak.changes import changed
from soak.dice import Dice
from soak.events import TYPES, event, needs_seats
from soak.heads import head

ACTS, EVENTS, MIXED, CASE = "acts", "events", "acts and events", "changed case"
KINDS = {ACTS: 35, MIXED: 15, EVENTS: 15, CASE: 35}
"""The kinds of stories and how often each comes in a hundred."""

# Long stories cost most of the time, and say little that a shorter one does not.
_ACTS = {1: 15, 2: 20, 3: 20, 4: 15, 5: 12, 6: 9, 8: 6, 12: 3}
_ATTEMPTS = 200


class Story(NamedTuple):
    """A story and the rulebook to rule it by. ``number`` of ``seed``; ``kind``: one of :data:`KINDS`.

    ``incident`` is as the reader read it back. ``written``: as it was made up, which must be the same (``told_alike``).
    """

    seed: int
    number: int
    kind: str
    book: str
    incident: Incident
    written: Incident

    @property
    def told_alike(self) -> bool:
        """Whether the file of the incident reads back to the incident."""
        return unplaced(self.incident) == unplaced(self.written)


def story(seed: int, number: int) -> Story:
    """Story ``number`` (from 0 on) of ``seed``: one that the reader of incident files accepts."""
    dice = Dice(seed, number)
    book = dice.one(installed())
    kind = dice.weighed(KINDS)
    for _ in range(_ATTEMPTS):
        written = _MAKERS[kind](dice, book)
        try:
            return Story(seed, number, kind, book, read_incident(write_incident(written)), written)
        except Faults:
            continue  # a street of another game, more chips than a stack: no file can tell it
    raise AssertionError(f"seed {seed} makes no story {number} that can be told")


def stories(seed: int, first: int, count: int) -> Iterator[Story]:
    """So many stories from number ``first`` on."""
    return (story(seed, number) for number in range(first, first + count))


def _of_acts(dice: Dice, book: str) -> Incident:
    play = Play(dice, head(dice))
    play.acts(dice.weighed(_ACTS))
    return play.head._replace(timeline=tuple(play.timeline))


def _mixed(dice: Dice, book: str) -> Incident:
    incident = _of_acts(dice, book)
    told: list[Act | Event] = list(incident.timeline)
    for _ in range(dice.weighed({1: 60, 2: 30, 3: 10})):
        told.insert(len(told) if dice.likely(50) else dice.number(0, len(told)), event(dice, incident))
    return incident._replace(timeline=tuple(told))


def _of_events(dice: Dice, book: str) -> Incident:
    """Events alone, half of them where little of the table is told."""
    incident = head(dice)
    number = dice.weighed({1: 60, 2: 25, 3: 10, 4: 5})
    told = [event(dice, incident, _types(book, dice)) for _ in range(number)]
    if dice.likely(50):
        incident = Incident(incident.seats, game=incident.game, button=incident.button)
    nobody = all(not _names_seats(one) and not needs_seats(vocabulary().facts[one.type]) for one in told)
    if nobody and dice.likely(20):
        incident = Incident(())
    return incident._replace(timeline=tuple(told))


def _names_seats(one: Event) -> bool:
    specs = told_slots(vocabulary().facts[one.type])
    return any(specs[name].type in ("seat", "seats") for name in one.slots)


def _types(book: str, dice: Dice) -> tuple[str, ...]:
    """The events to take one of: mostly those that the rulebook speaks of."""
    return _spoken_of(book) if dice.likely(80) else TYPES


@cache
def _spoken_of(book: str) -> tuple[str, ...]:
    asked = {name for outline in load(book)[0].outlines for wants in outline.wants for name in wants}
    return tuple(name for name in TYPES if name in asked)


def _case(dice: Dice, book: str) -> Incident:
    incident = dice.one(_told_in_cases(book))
    return changed(dice, incident) if dice.likely(90) else incident


@cache
def _told_in_cases(book: str) -> tuple[Incident, ...]:
    """The incidents of the cases of a rulebook, each continuation a story of its own."""
    loaded, words = load(book)
    cases = read_cases(Path(loaded.folder) / "cases", words)
    return tuple(told for case in cases for told in (case.incident, *(step.incident for step in case.then)))


_MAKERS = {ACTS: _of_acts, MIXED: _mixed, EVENTS: _of_events, CASE: _case}
