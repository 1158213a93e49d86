"""The incident: what is told about one hand, immutable and typed, exactly as it was told.

Amounts are whole chips. ``to`` is a *street total*: what the player has in front of him on this street after the act,
blinds of the street included. ``None`` always means "nobody said": unknown, never false and never zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from facts.records import NamedTuple

Value: TypeAlias = "int | bool | str | tuple[str, ...] | tuple[int, ...] | None"
_NOTHING: Mapping[str, Any] = MappingProxyType({})  # the default of every mapping; nobody can fill it by accident


class Place(NamedTuple):
    """Where something stands in the file that was read; line and column count from 1, 0 when it came from a program."""

    line: int = 0
    column: int = 0


class Words(NamedTuple):
    """What a player declared by word or gesture.

    ``word``: nothing, check, call, bet, raise, reraise, cap, all-in, fold.
    ``amount``: the number that was said, whole chips, or None.
    ``means``: ``to`` (street total), ``by`` (increment) or None when a bare number leaves it open (BFSP 4.14 uses
    both).
    ``when``: before, with, after-first-motion or after the chips.
    """

    word: str
    amount: int | None = None
    means: str | None = None
    when: str = "before"


class Act(NamedTuple):
    """One act of a player, as it happened.

    ``does``/``to``: an act that everybody at the table agrees on, with its street total.
    ``words``: declaration; None = nobody said whether he spoke or gestured.
    ``motions``: chips by hand motion, each a tuple of denominations; None = no chips were described.
    ``handful``: the motions are columns set down from one handful.
    ``picked_up``: chips he took in his hand, when it matters.
    ``gesture``: tap, raise, throws-cards; None = not told.
    ``prompted``: who told him to act: dealer, nobody, None = not told.
    ``extra``: further slots of the vocabulary's ``act`` fact (``deliberate``, ``offence`` ...).
    """

    seat: str
    does: str | None = None
    to: int | None = None
    words: Words | None = None
    motions: tuple[tuple[int, ...], ...] | None = None
    handful: bool = False
    picked_up: int | None = None
    gesture: str | None = None
    prompted: str | None = None
    extra: Mapping[str, Value] = _NOTHING
    place: Place = Place()


class Event(NamedTuple):
    """Something that happened or was noticed, at its place in the timeline; ``slots`` follow the vocabulary's
    events.
    """

    type: str
    slots: Mapping[str, Value] = _NOTHING
    place: Place = Place()


class Version(NamedTuple):
    """What some say about a disputed fact. ``by``: who says so; ``value``: as it would be typed, ``-``: it was not."""

    by: tuple[str, ...]
    value: str


class Dispute(NamedTuple):
    """A fact of which the story has several versions, under its name (``facts.addresses``): ``act2.says``."""

    fact: str
    versions: tuple[Version, ...]
    place: Place = Place()


class Recorded(NamedTuple):
    """A fact that was not told but counted from the journal of the event.

    ``subject``: the act or event it is about (``act 2``), ``slot`` and ``value`` what it says; ``clause``: the one that
    says what is counted, empty where no clause has to. ``entries``: the entries of the journal that were counted, each
    with the clauses that it was ruled by.
    """

    subject: str
    slot: str
    value: Value
    clause: str = ""
    entries: tuple[tuple[int, tuple[str, ...]], ...] = ()


class Incident(NamedTuple):
    """One incident. Seats are in clockwise order; the first sits left of the button unless ``button`` says otherwise.

    ``stakes``: sb, bb, ante, bring_in, low, high, bet (whole chips). ``stacks``: chips at the start of the street.
    ``pot``: chips collected before the street; None = not told. ``timeline``: acts and events in the order they
    happened.
    ``disputes``: facts of which several versions are told; everywhere else in the incident they are not told.
    ``cards``: own cards by seat, ``board``: common cards, ``up_cards``: open cards by seat, each card as ``As``.
    ``players``: how many sit at the table, where they are not all named.
    ``recorded``: the facts in it that were counted from a journal.
    ``file``: where it was read, for faults and reports.
    """

    seats: tuple[str, ...]
    game: str | None = None
    structure: str | None = None
    street: str | None = None
    stakes: Mapping[str, int] = _NOTHING
    stacks: Mapping[str, int] = _NOTHING
    pot: int | None = None
    button: str | None = None
    began_with: int | None = None
    players: int | None = None
    begins: str | None = None
    min_chip: int | None = None
    dead_small_blind: bool = False
    timeline: tuple[Act | Event, ...] = ()
    board: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = _NOTHING
    up_cards: Mapping[str, tuple[str, ...]] = _NOTHING
    rulebook: str | None = None
    note: str = ""
    disputes: tuple[Dispute, ...] = ()
    file: str = "<incident>"
    recorded: tuple[Recorded, ...] = ()


def numbered(incident: Incident) -> Iterator[tuple[str, Event]]:
    """The events of the story with the names by which findings are about them: ``event 1``, ``event 2`` ..."""
    events = (entry for entry in incident.timeline if isinstance(entry, Event))
    return ((f"event {n}", event) for n, event in enumerate(events, 1))
