"""What a reader of shorthand has understood so far: drafts, filled before names and amounts are settled."""

from __future__ import annotations

from facts.records import NamedTuple


class Span(NamedTuple):
    """A stretch of the text, in letters from 0; ``end`` is the first letter after it."""

    start: int
    end: int


NOWHERE = Span(0, 0)


class SeatRef(NamedTuple):
    """A player as somebody called him. ``kind``: name, letter, number or position."""

    name: str
    kind: str
    span: Span


class Amount(NamedTuple):
    """A number of chips as it was typed. ``readings``: what it can mean, the likeliest first; ``in_blinds``: they count
    big blinds. ``how``: to, by, more or empty. ``exact``: he said that this number is meant, however odd. ``share``: no
    number was told but this part of the pot, as numerator and denominator.
    """

    readings: tuple[int, ...]
    span: Span
    in_blinds: bool = False
    how: str = ""
    exact: bool = False
    share: tuple[int, int] | None = None


class Chips(NamedTuple):
    """Chips by denomination: how many of what, in the order told."""

    parts: tuple[tuple[int, Amount], ...]
    span: Span


class Word(NamedTuple):
    """A word of the vocabulary and where it was typed."""

    value: str
    span: Span


class ActDraft:
    """One act. ``facts``: the keys of an incident file that take a word as it is; ``chips``: those that take chips."""

    def __init__(self, seat: SeatRef) -> None:
        self.seat = seat
        self.does: Word | None = None
        self.amount: Amount | None = None
        self.said: Word | None = None
        self.said_amount: Amount | None = None
        self.chips_first = False
        self.motions: list[Chips] = []
        self.columns = False
        self.facts: dict[str, Word] = {}
        self.chips: dict[str, Chips | Amount] = {}
        self.out_of_turn: Span | None = None
        self.to_act = False
        self.span = Span(0, 0)

    def copy(self) -> ActDraft:
        """The same act, to be filled further without changing this one."""
        new = ActDraft(self.seat)
        new.__dict__.update(self.__dict__)
        new.motions, new.facts, new.chips = list(self.motions), dict(self.facts), dict(self.chips)
        return new

    @property
    def happened(self) -> bool:
        """Whether he did or said anything; else only his name was told, or that it is his turn."""
        return bool(self.does or self.said or self.motions or self.facts or self.chips)


Slot = Word | SeatRef | list[SeatRef] | Amount | list[Word]


class EventDraft:
    """One event with its slots: words, seats, lists of seats, amounts, cards. ``street``: it is no more than a street
    that was named without its cards.
    """

    def __init__(self, type: Word, slots: dict[str, Slot], span: Span = NOWHERE, street: str = "") -> None:
        self.type = type
        self.slots = slots
        self.span = span
        self.street = street


Told = ActDraft | EventDraft


class Draft:
    """The whole story. ``words``: keys of an incident file with one word; ``amounts``: pot and smallest chip.

    ``aliases``: players and their positions. ``pair``: the blinds, or the sizes in limit, told as ``100/200``.
    """

    def __init__(self) -> None:
        self.words: dict[str, Word] = {}
        self.amounts: dict[str, Amount] = {}
        self.stakes: dict[str, Amount] = {}
        self.seats: list[SeatRef] = []
        self.stacks: list[tuple[SeatRef, Amount]] = []
        self.seat_words: dict[str, SeatRef] = {}
        self.board: list[Word] = []
        self.cards: list[tuple[str, SeatRef, list[Word]]] = []
        self.aliases: list[tuple[SeatRef, SeatRef]] = []
        self.mentioned: list[SeatRef] = []
        self.timeline: list[Told] = []
        self.pair: tuple[Amount, ...] = ()
        self.pair_named = False
