"""The keys of an incident file, once: the reader reads by these tables, the JSON Schema for editors is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from facts.amounts import ACT_VERBS, SPOKEN
from facts.lexicon import FactType, SlotSpec
from facts.records import NamedTuple

EventSpecs: TypeAlias = Mapping[str, FactType]
Events: TypeAlias = EventSpecs | Callable[[], EventSpecs] | None
"""The event types, what gives them when they are needed, or None for those of this package."""
"""Event types by name, as ``lexicon.Vocabulary.events`` holds them. Slots that are derived cannot be told."""


class Key(NamedTuple):
    """One key. ``kind`` says how its value is read, ``least`` is its smallest number, ``title`` is for editors."""

    name: str
    kind: str
    title: str
    domain: tuple[str, ...] = ()
    least: int = 0


STREETS = {
    "holdem": ("preflop", "flop", "turn", "river"),
    "omaha": ("preflop", "flop", "turn", "river"),
    "stud7": ("third", "fourth", "fifth", "sixth", "seventh"),
}
"""The betting rounds of each game; ``showdown`` follows in all of them."""

ALL_STREETS = (*dict.fromkeys(street for streets in STREETS.values() for street in streets), "showdown")

MOST_SEATS = {"holdem": 22, "omaha": 11, "stud7": 8}
"""How many players 52 cards serve: two or four cards each beside five board and three burn cards. In stud eight sit
down by custom, although the last card of all of them then has to be a common one."""

GAMES = tuple(MOST_SEATS)
STRUCTURES = ("no-limit", "pot-limit", "limit")
SAID_WHEN = ("before", "with", "after-first-motion", "after")
GESTURES = ("tap", "raise", "throws-cards", "points", "none")
PROMPTERS = ("dealer", "nobody")
LONGEST_SEAT = 24

INCIDENT_KEYS = (
    Key("$schema", "text", "The schema that an editor checks the file with"),
    Key("game", "word", "The game", GAMES),
    Key("structure", "word", "How high one may bet", STRUCTURES),
    Key("stakes", "stakes", "Blinds, ante and bet sizes in whole chips"),
    Key("street", "word", "The betting round, or the showdown", ALL_STREETS),
    Key("seats", "seats", "The players clockwise; the first sits left of the button unless `button` says otherwise"),
    Key("button", "seat", "Who has the button"),
    Key("stacks", "seat-chips", "Chips of a player at the start of this street, before anything listed below"),
    Key("pot", "chips", "Chips collected before this street"),
    Key("began_with", "count", "How many players began this betting round", least=1),
    Key("players", "count", "How many players are at the table, where not all are named", least=1),
    Key("begins", "seat", "Who begins this betting round, where open cards decide it and are not told (stud)"),
    Key("board", "cards", "The common cards"),
    Key("hands", "seat-cards", "The own cards of a player"),
    Key("up_cards", "seat-cards", "The open cards of a player (stud)"),
    Key("dead_small_blind", "flag", "Nobody posts the small blind; the first player has the big blind"),
    Key("min_chip", "chips", "The smallest chip in play", least=1),
    Key("actions", "timeline", "Acts and events in the order in which they happened"),
    Key("events", "events", "Events noticed at the end of the story"),
    Key("disputed", "disputes", "Facts of which there are several versions, by their name: who says what"),
    Key("rulebook", "text", "The rulebook to rule by"),
    Key("note", "text", "Anything else; nothing is read from it"),
)

STAKE_KEYS = (
    Key("sb", "chips", "Small blind"),
    Key("bb", "chips", "Big blind", least=1),
    Key("ante", "chips", "Ante of each player"),
    Key("bring_in", "chips", "Forced bet of the lowest card (stud)"),
    Key("low", "chips", "Bet size of the earlier rounds (limit)", least=1),
    Key("high", "chips", "Bet size of the later rounds (limit)", least=1),
    Key("bet", "chips", "The one fixed bet size now in force", least=1),
)

ACT_EXTRA_KEYS = (
    Key("deliberate", "flag", "He acted out of turn on purpose"),
    Key("offence", "count", "How many times he has done this in the event, this time included", least=1),
    Key("overlooked_raise", "flag", "He had not noticed the raise"),
    Key("unclear", "flag", "His words were not clearly heard, or made no sense"),
    Key("in_front", "chip-list", "His chips in front from an earlier act, by denomination"),
    Key("pulled_back", "chip-list", "Those of them that he drew back, by denomination"),
    Key("gathered", "flag", "He gathered all his chips and pushed them forward together"),
)
"""Keys that go into ``Act.extra`` as they are."""

ACT_KEYS = (
    Key("does", "act", "What he did, as everybody agrees; the amount is his street total", ACT_VERBS),
    Key("says", "words", "What he declared: a word, with an amount if he named one", SPOKEN),
    Key("said_when", "word", "When he spoke, as against his chips", SAID_WHEN),
    Key("silent", "flag", "He neither spoke nor gestured"),
    Key("chips", "chip-list", "The chips he pushed in one motion, by denomination"),
    Key("motions", "motions", "The chips of each hand motion, by denomination"),
    Key("columns", "motions", "The columns in which he set down one handful, by denomination"),
    Key("picked_up", "chips", "Chips he took in his hand"),
    Key("gesture", "word", "What his hand showed", GESTURES),
    Key("prompted", "word", "Who told him to act", PROMPTERS),
    *ACT_EXTRA_KEYS,
)


def told_slots(event: FactType) -> dict[str, SlotSpec]:
    """The slots of an event that a file may give."""
    return {name: slot for name, slot in event.slots.items() if not slot.derived}
