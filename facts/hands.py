"""The hand reader: which five cards make the hand, what the hand is called, who wins, whose open cards are best.

The order of hands is that of BFSP 4.6.1; its list of classes is lost in the sources and is the usual one. Suits make a
flush and never decide between hands (4.5.2), only in procedure: at equal open boards in stud (4.5.1.b2, 5.8.2.p3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import combinations
from typing import Any

from facts.cards import RANKS, Card, Cards, by_rank_and_suit, parse_cards, repeated

FIVE = 5


class HandClass(IntEnum):
    """The classes of hands, from the weakest up (BFSP 4.6.1.p2). ``key`` is the name that the vocabulary uses."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The class as a word of the vocabulary, such as ``two-pair``."""
        return self.name.lower().replace("_", "-")


_MAIN_RANKS = {HandClass.FULL_HOUSE: 2, HandClass.TWO_PAIR: 2, HandClass.ROYAL_FLUSH: 0}  # all others: 1


@dataclass(frozen=True, slots=True, order=True)
class Hand:
    """A hand that was read. Equality and order look at ``cls`` and ``ranks`` alone, so equal hands split the pot.

    ``ranks``: 2..14 in the order in which they are compared (full house: the three, then the pair; straight: its top
    card, 5 for the one from the ace up). ``five``: the cards that play, in reading order; an open stud board has
    fewer. Where cards of equal rank could stand in for one another the highest suit is named, so the order of the
    input never matters.
    """

    cls: HandClass
    ranks: tuple[int, ...]
    five: tuple[Card, ...] = field(compare=False)


@dataclass(frozen=True, slots=True)
class HandName:
    """A hand as its wording needs it: ``key`` of the class, then rank letters.

    ``main``: the ranks that name the hand (two for a full house and two pair, none for a royal flush).
    ``kickers``: the ranks that follow.
    """

    key: str
    main: tuple[str, ...]
    kickers: tuple[str, ...]


def describe(hand: Hand) -> HandName:
    """The structured name of a hand; its wording in each language stands in the vocabulary (hands.yaml)."""
    letters = tuple(RANKS[rank - 2] for rank in hand.ranks)
    main = _MAIN_RANKS.get(hand.cls, 1)
    return HandName(hand.cls.key, letters[:main], letters[main:] if main else ())


def word(name: HandName, texts: Mapping[str, Any], lang: str) -> str:
    """The hand in words. ``texts`` is hands.yaml as read; KeyError when it lacks the language or a name."""
    from string import Template  # late: only an explanation pays for it

    ranks, entry = texts["ranks"], texts["classes"][name.key]
    slots: dict[str, str] = {}
    for slot, letter in zip(("first", "second"), name.main, strict=False):
        slots |= {f"{slot}_{form}": ranks[letter][lang][form] for form in ("one", "many")}
    text: str = entry["hand"][lang]
    if name.kickers:
        *before, last = (ranks[letter][lang]["kicker"] for letter in name.kickers)
        join = texts["list"][lang]
        slots["kickers"] = join["comma"].join(before) + join["last"] + last if before else last
        text += texts["tails"][entry["tail"]]["many" if before else "one"][lang]
    return Template(text).substitute(slots)


def best_hand(own: Cards, board: Cards = (), game: str = "five") -> Hand:
    """The best five cards that a player may make.

    ``game``: ``holdem`` (any five of all, BFSP 5.6.6), ``omaha`` (two own and three of the board, 5.7.2), ``stud7``
    (five of the player's own, and of a common card where there is one), ``five`` (five cards as they lie). Raises
    ValueError for an unknown game or card, a card that stands twice, and a number of cards that the game cannot have.
    """
    mine, common = parse_cards(own), parse_cards(board)
    _check(mine, common, game)
    if game != "omaha":
        return _read(mine + common)
    fives = (two + three for two in combinations(mine, 2) for three in combinations(common, 3))
    return max(map(_read, fives), key=_with_suits)


def compare(one: Hand, other: Hand) -> int:
    """1 when the first hand wins, -1 when the second does, 0 when they split (BFSP 4.6.1.p3-p6, 4.5.2)."""
    return (one > other) - (one < other)


def hands_by_seat(cards: Mapping[str, Cards], board: Cards, game: str) -> dict[str, Hand]:
    """The hand of each seat, in the order of the mapping. Raises ValueError as `best_hand` does, naming the seat."""
    common = parse_cards(board)
    told = {seat: parse_cards(own) for seat, own in cards.items()}
    _no_repeats((*common, *(card for own in told.values() for card in own)))
    hands = {}
    for seat, own in told.items():
        try:
            hands[seat] = best_hand(own, common, game)
        except ValueError as error:
            raise ValueError(f"{seat}: {error}") from None
    return hands


def open_hand(up_cards: Cards) -> Hand:
    """An open stud board of one to four cards: equal cards, then high cards; four make no straight and no flush."""
    cards = parse_cards(up_cards)
    _no_repeats(cards)
    if not 1 <= len(cards) <= 4:
        raise ValueError(f"an open stud board has one to four cards, not {len(cards)}")
    return _alike(_sorted(cards))


def tied_up_cards(up_cards: Mapping[str, Cards]) -> tuple[str, ...]:
    """The seats whose open boards are highest by rank alone, in their order. Seats without cards are out."""
    boards = {seat: open_hand(cards) for seat, cards in _told(up_cards).items()}
    best = max(boards.values(), default=None)
    return tuple(seat for seat, hand in boards.items() if hand == best)


def best_up_cards(up_cards: Mapping[str, Cards], use_suits: bool = True) -> str | None:
    """The seat whose open board is highest: it acts first after the first round (BFSP 5.8.5.p1, 5.8.6.p2).

    Equal boards are parted by the suit of their highest card (4.5.1.b2). None when no open card is given, and when
    equal boards remain and ``use_suits`` is false. One card each serves the draw for the button too (5.3.2). Boards
    are compared as told: the caller leaves folded seats out and asks for missing cards. Raises ValueError for unknown
    or repeated ones.
    """
    told = _told(up_cards)
    tied = tied_up_cards(told)
    if len(tied) < 2:
        return tied[0] if tied else None
    return max(tied, key=lambda seat: _high(told[seat])) if use_suits else None


def lowest_up_card(up_cards: Mapping[str, Cards]) -> str | None:
    """The seat that must bring in: the lowest open card, at equal ranks the lowest suit, clubs (BFSP 5.8.2.p3).

    The ace is high. None when no open card is given. Raises ValueError when a seat shows more than one card: only
    third street has a bring-in.
    """
    told = _told(up_cards)
    for seat, cards in told.items():
        if len(cards) > 1:
            raise ValueError(f"{seat}: the bring-in looks at one open card, not {len(cards)}")
    return min(told, key=lambda seat: _high(told[seat]), default=None)


def _told(up_cards: Mapping[str, Cards]) -> dict[str, tuple[Card, ...]]:
    """The open cards of the seats that have any."""
    told = {seat: parse_cards(cards) for seat, cards in up_cards.items()}
    _no_repeats([card for cards in told.values() for card in cards])
    return {seat: cards for seat, cards in told.items() if cards}


def _high(cards: tuple[Card, ...]) -> int:
    return max(map(by_rank_and_suit, cards))


def _no_repeats(cards: Sequence[Card]) -> None:
    if len(set(cards)) < len(cards):
        raise ValueError("a card stands twice: " + " ".join(map(str, repeated(cards))))


def _check(mine: tuple[Card, ...], common: tuple[Card, ...], game: str) -> None:
    """A hand is read only from a number of cards that the game can have: one that is not known could change it."""
    _no_repeats(mine + common)
    own, board = len(mine), len(common)
    if game in _OWN_CARDS:
        due = _OWN_CARDS[game]
        if own != due or not 3 <= board <= 5:
            raise ValueError(f"{game} reads {due} own cards and 3 to 5 of the board, not {own} and {board}")
    elif game == "stud7":
        if board > 1 or not FIVE <= own + board <= 7:
            raise ValueError(f"stud7 reads 5 to 7 cards, one of them common at most, not {own} and {board} common")
    elif game == "five":
        if own + board != FIVE:
            raise ValueError(f"a hand has exactly five cards, not {own + board}")
    else:
        from facts.faults import nearest  # late: only a fault pays for it

        raise ValueError(f"unknown game {game!r} ({nearest(game, ('holdem', 'omaha', 'stud7', 'five'))})")


_OWN_CARDS = {"holdem": 2, "omaha": 4}


def _with_suits(hand: Hand) -> tuple[Hand, list[int]]:
    """A sort key: of equal hands the one that is named is the same for any order of the cards."""
    return hand, [by_rank_and_suit(card) for card in hand.five]


def _sorted(cards: tuple[Card, ...]) -> list[Card]:
    return sorted(cards, key=by_rank_and_suit, reverse=True)


def _read(cards: tuple[Card, ...]) -> Hand:
    """The best hand of five to seven cards: the classes are tried from the top down."""
    high_first = _sorted(cards)
    flush = _flush(high_first)
    if flush and (run := _run(flush)):
        top = run[0].rank
        return Hand(HandClass.ROYAL_FLUSH if top == 14 else HandClass.STRAIGHT_FLUSH, (top,), run)
    alike = _alike(high_first)
    if alike.cls >= HandClass.FULL_HOUSE:
        return alike
    if flush:
        five = tuple(flush[:FIVE])
        return Hand(HandClass.FLUSH, tuple(card.rank for card in five), five)
    if run := _run(high_first):
        return Hand(HandClass.STRAIGHT, (run[0].rank,), run)
    return alike


def _flush(high_first: list[Card]) -> list[Card]:
    """All cards of the suit that has five or more, or nothing."""
    suits = [card.suit for card in high_first]
    for suit in set(suits[: len(suits) - FIVE + 1]):  # a suit of five has a card among these
        if suits.count(suit) >= FIVE:
            return [card for card in high_first if card.suit == suit]
    return []


def _run(high_first: list[Card]) -> tuple[Card, ...]:
    """The highest five ranks in a row, or nothing; the ace also stands below the deuce (BFSP 4.4.p3)."""
    by_rank: dict[int, Card] = {}
    for card in high_first:
        by_rank.setdefault(card.rank, card)
    if 14 in by_rank:
        by_rank[1] = by_rank[14]
    for top in by_rank:
        if all(top - step in by_rank for step in range(1, FIVE)):
            return tuple(by_rank[top - step] for step in range(FIVE))
    return ()


def _alike(high_first: list[Card]) -> Hand:
    """Four, three and two of a rank, then high cards; straights and flushes are not looked for."""
    groups: dict[int, list[Card]] = {}
    for card in high_first:
        groups.setdefault(card.rank, []).append(card)
    first = max(groups.values(), key=len)  # of equal sizes the first, which is the highest rank
    rest = [group for group in groups.values() if group is not first]
    second = next((group for group in rest if len(group) >= 2), None)
    if len(first) == 3 and second is not None:
        return Hand(HandClass.FULL_HOUSE, (first[0].rank, second[0].rank), tuple(first + second[:2]))
    main, cls = first, _BY_SIZE[len(first)]
    if len(first) == 2 and second is not None:
        main, cls = first + second, HandClass.TWO_PAIR
    kickers = [card for card in high_first if card not in main][: FIVE - len(main)]
    named = [first[0].rank, second[0].rank] if cls is HandClass.TWO_PAIR and second else [first[0].rank]
    return Hand(cls, tuple(named + [card.rank for card in kickers]), tuple(main + kickers))


_BY_SIZE = {1: HandClass.HIGH_CARD, 2: HandClass.PAIR, 3: HandClass.THREE_OF_A_KIND, 4: HandClass.FOUR_OF_A_KIND}
