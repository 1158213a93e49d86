"""Playing cards as people write them: read, made canonical, immutable.

A card is written ``As``: the rank (2-9, T, J, Q, K, A) and the suit (s, h, d, c). Read as well: ``10d``, lower case,
the suit signs, and the Russian initials of court cards and suits. A letter that two habits of writing read
differently is refused, never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

RANKS = "23456789TJQKA"
"""Rank letters from the deuce up (BFSP 4.4); the ace may also stand below the deuce in a straight."""

SUITS = "cdhs"
"""Suit letters from the lowest up. The order serves procedure only, such as who acts first (BFSP 4.5.1.p2)."""

_RANK_WORDS = {"10": "T", "а": "A", "к": "K", "д": "Q", "в": "J"}  # Cyrillic: look-alike ace, король, дама, валет
_SUIT_WORDS = {"s": "s♠♤п", "h": "h♥♡ч", "d": "d♦♢б", "c": "c♣♧т"}  # Cyrillic: пики, червы, бубны, трефы
_TWO_WAYS = {
    "т": "Cyrillic Т may be an ace or a ten: write A or 10",
    "с": "Cyrillic С may be clubs or spades: write c or s",
    "к": "Cyrillic К may be clubs, hearts or diamonds: write c, h or d",
}
_PRESENTATION = dict.fromkeys((0xFE0E, 0xFE0F))  # phones add these invisible marks to suit signs


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``rank`` is 2..14 (11 jack, 12 queen, 13 king, 14 ace), ``suit`` one of ``s h d c``.

    Cards have no order of their own: the suit counts in procedure (`by_rank_and_suit`), never in a showdown (BFSP
    4.5.2). ``str(card)`` is the canonical text. Raises ValueError when rank or suit does not exist.
    """

    rank: int
    suit: str

    def __post_init__(self) -> None:
        if not 2 <= self.rank <= 14 or len(self.suit) != 1 or self.suit not in SUITS:
            raise ValueError(f"no such card: rank {self.rank!r}, suit {self.suit!r}")

    @property
    def letter(self) -> str:
        """The rank as one letter: 2-9, T, J, Q, K, A."""
        return RANKS[self.rank - 2]

    def __str__(self) -> str:
        return self.letter + self.suit


Cards: TypeAlias = "str | Card | Iterable[Card | str]"
"""What the readers take: text of any number of cards, one card, or a list of cards and texts."""

DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in range(2, 15) for suit in SUITS)
"""The 52 cards, from the two of clubs to the ace of spades (BFSP 4.4)."""


class UnknownCard(ValueError):
    """Something that is no card. ``message`` says what, ``hint`` the nearest card or the way to write it."""

    def __init__(self, message: str, hint: str) -> None:
        self.message = message
        self.hint = hint
        super().__init__(f"{message} ({hint})")


def _spellings() -> dict[str, Card]:
    ranks: dict[int, list[str]] = {at + 2: [letter.lower()] for at, letter in enumerate(RANKS)}
    for word, letter in _RANK_WORDS.items():
        ranks[RANKS.index(letter) + 2].append(word)
    return {rank + suit: card for card in DECK for rank in ranks[card.rank] for suit in _SUIT_WORDS[card.suit]}


_BY_TEXT = _spellings()


def by_rank_and_suit(card: Card) -> int:
    """A sort key: rank first, then suit. For procedure only: button draw, bring-in, opener (BFSP 4.5.1, 5.8.2.p3)."""
    return card.rank * 4 + SUITS.index(card.suit)


def parse_card(text: str | Card) -> Card:
    """Read one card; raises UnknownCard (a ValueError) with the nearest hint when there is no such card."""
    if isinstance(text, Card):
        return text
    if not isinstance(text, str):
        raise UnknownCard(f"{text!r} is no card", "write rank and suit, such as As or 10d")
    bare = text.strip().translate(_PRESENTATION).lower()
    card = _BY_TEXT.get(bare)
    if card is None:
        raise UnknownCard(f"{text.strip()!r} is no card", _hint(bare))
    return card


def parse_cards(source: Cards) -> tuple[Card, ...]:
    """Read any number of cards from text (`As Kd`, `As, Kd`, `AsKd`) or from a list; the order is kept.

    A card that stands twice is kept twice: see `repeated`. Raises UnknownCard (a ValueError) at the first thing that
    is no card.
    """
    if isinstance(source, Card):
        return (source,)
    if isinstance(source, str):
        return tuple(card for word in source.replace(",", " ").replace(";", " ").split() for card in _word(word))
    if not isinstance(source, Iterable):
        raise UnknownCard(f"{source!r} is no card", "write rank and suit, such as As or 10d")
    return tuple(
        card for item in source for card in (parse_cards(item) if isinstance(item, str) else (parse_card(item),))
    )


def repeated(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that stand more than once, each named once, in the order in which they come back."""
    seen: set[Card] = set()
    twice: dict[Card, None] = {}
    for card in cards:
        if card in seen:
            twice[card] = None
        seen.add(card)
    return tuple(twice)


def _word(word: str) -> Iterable[Card]:
    """The cards of one word; `AsKd` holds two."""
    bare = word.translate(_PRESENTATION)
    if bare.lower() in _BY_TEXT:
        return (_BY_TEXT[bare.lower()],)
    pieces: list[str] = []
    at = 0
    while at < len(bare):
        width = 3 if bare.startswith("10", at) else 2
        pieces.append(bare[at : at + width])
        at += width
    if len(pieces) == 1:
        return (parse_card(word),)
    if not any(piece.lower() in _BY_TEXT for piece in pieces):  # not cards run together: name the whole word
        raise UnknownCard(f"{word!r} is no card", _hint(bare.lower()))
    return tuple(parse_card(piece) for piece in pieces)


def _hint(bare: str) -> str:
    """The nearest way to write what ``bare`` (lower case) may have meant."""
    if not bare:
        return "write rank and suit, such as As or 10d"
    rank, suit = bare[:-1], bare[-1]
    if (turned := _BY_TEXT.get(bare[1:] + bare[0])) is not None:
        return f"did you mean {turned}?"
    if suit in "".join(_SUIT_WORDS.values()) and rank:
        return _rank_hint(rank, suit)
    for start in (bare, rank):
        if (known := _BY_TEXT.get(start + "s")) is not None:
            if suit in _TWO_WAYS and start == rank:
                return _TWO_WAYS[suit]
            return "the suit is missing: " * (start == bare) + f"one of {', '.join(known.letter + s for s in 'shdc')}"
    return _nearest(bare)


def _rank_hint(rank: str, suit: str) -> str:
    """The suit is clear, the rank is not."""
    if rank in _TWO_WAYS:
        return _TWO_WAYS[rank]
    letter = str(_BY_TEXT["a" + suit])[1]
    if rank in ("1", "0"):
        return f"did you mean {'A' if rank == '1' else 'T'}{letter}?"
    return "ranks are 2-9, T or 10, J, Q, K, A" if len(rank) == 1 or rank.isdigit() else _nearest(rank + suit)


def _nearest(bare: str) -> str:
    from facts.faults import nearest  # late: only a faulty card pays for it

    return nearest(bare.capitalize(), map(str, DECK)) or "write rank and suit, such as As or 10d"
