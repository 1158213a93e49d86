"""What a reader of shorthand has understood so far, before names and amounts are settled: drafts, filled while reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of the text, in letters from 0; ``end`` is the first letter after it."""

    start: int
    end: int


class SeatRef(NamedTuple):
    """A player as somebody called him. ``kind``: name, letter, number or position."""

    name: str
    kind: str
    span: Span


class Amount(NamedTuple):
    """A number of chips as it was typed. ``readings``: what it can mean, the likeliest first; ``in_blinds``: they count
    big blinds. ``how``: to, by, more or empty. ``exact``: he said that this number is meant, however odd.
    """

    readings: tuple[int, ...]
    span: Span
    in_blinds: bool = False
    how: str = ""
    exact: bool = False


class Chips(NamedTuple):
    """Chips by denomination: how many of what, in the order told."""

    parts: tuple[tuple[int, Amount], ...]
    span: Span


class Word(NamedTuple):
    """A word of the vocabulary and where it was typed."""

    value: str
    span: Span


@dataclass
class ActDraft:
    """One act. ``facts``: the keys of an incident file that take a word as it is."""

    seat: SeatRef
    does: Word | None = None
    amount: Amount | None = None
    said: Word | None = None
    said_amount: Amount | None = None
    chips_first: bool = False
    motions: list[Chips] = field(default_factory=list)
    columns: bool = False
    facts: dict[str, Word] = field(default_factory=dict)
    chips: dict[str, Chips | Amount] = field(default_factory=dict)
    out_of_turn: Span | None = None
    to_act: bool = False
    span: Span = Span(0, 0)


@dataclass
class EventDraft:
    """One event with its slots: words, seats, lists of seats, amounts, cards. ``street``: it is no more than a street
    that was named without its cards.
    """

    type: Word
    slots: dict[str, Word | SeatRef | list[SeatRef] | Amount | list[Word]] = field(default_factory=dict)
    span: Span = Span(0, 0)
    street: str = ""


Told = ActDraft | EventDraft


@dataclass
class Draft:
    """The whole story. ``words``: keys of an incident file with one word; ``amounts``: pot and smallest chip.

    ``aliases``: by position the player who holds it.
    """

    words: dict[str, Word] = field(default_factory=dict)
    amounts: dict[str, Amount] = field(default_factory=dict)
    stakes: dict[str, Amount] = field(default_factory=dict)
    seats: list[SeatRef] = field(default_factory=list)
    stacks: list[tuple[SeatRef, Amount]] = field(default_factory=list)
    seat_words: dict[str, SeatRef] = field(default_factory=dict)
    board: list[Word] = field(default_factory=list)
    cards: list[tuple[str, SeatRef, list[Word]]] = field(default_factory=list)
    aliases: list[tuple[SeatRef, SeatRef]] = field(default_factory=list)
    mentioned: list[SeatRef] = field(default_factory=list)
    timeline: list[Told] = field(default_factory=list)
    pair: tuple[Amount, ...] = ()
    pair_named: bool = False
