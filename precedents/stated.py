"""What a text states beside its kind: street, game, blinds, pot, amounts, chips, words, who, and how many cards.

Only what stands there is read. Which number belongs to whom is not guessed: an amount is told with the act that stands
next to it, and what that is worth ``precedents.starting`` decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from facts.amounts import NotUnderstood, parse_amount
from facts.records import NamedTuple
from precedents.lexicon import Lexicon
from precedents.tokens import words

_AMOUNT = re.compile(r"(?<![\w.,])\d+(?:[.,'’\u00a0\u202f]\d{3})*(?:[.,]\d+)?(?:\s?[kк](?!\w)|(?=s?\b))", re.IGNORECASE)
_PAIR = re.compile(r"(?<![\w.,])(\d+[kк]?)\s?[-/–]\s?(\d+[kк]?)(?![\w])", re.IGNORECASE)
_CHIPS = re.compile(r"(?<!\w)(\d+)\s?[x×х]\s?(\d+[kк]?)(?!\w)", re.IGNORECASE)
# So many words may stand between an act and its amount.
_NEAR = 3
_LEAST_AMOUNT = 10
_MOST_DIGITS = 15


class Act(NamedTuple):
    """An act with the amount that stands next to it, whole chips."""

    does: str
    amount: int


class Chips(NamedTuple):
    """Chips of one denomination."""

    number: int
    value: int


class Stated(NamedTuple):
    """What a text states, everything of a sort in the order of the text; None and empty: not stated.

    ``acts``: amounts that stand next to an act; ``amounts``: those that stand alone. ``cards``: numbers of cards.
    """

    streets: tuple[str, ...] = ()
    game: str | None = None
    structure: str | None = None
    stakes: Mapping[str, int] | None = None
    pot: int | None = None
    acts: tuple[Act, ...] = ()
    chips: tuple[Chips, ...] = ()
    said: tuple[str, ...] = ()
    silent: bool = False
    who: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """As JSON-ready data, only what is stated."""
        found = {
            "streets": list(self.streets),
            "game": self.game,
            "structure": self.structure,
            "stakes": dict(self.stakes or {}),
            "pot": self.pot,
            "acts": [act._asdict() for act in self.acts],
            "chips": [chips._asdict() for chips in self.chips],
            "said": list(self.said),
            "silent": self.silent,
            "who": list(self.who),
            "cards": list(self.cards),
            "amounts": list(self.amounts),
        }
        return {name: value for name, value in found.items() if value}


def computed(text: str) -> set[str]:
    """Notions that stand in the numbers, see ``computed`` in values.yaml; blinds and numbers of chips do not count."""
    plain = _PAIR.sub(" ", _CHIPS.sub(" ", text))
    told = [_number(match.group()) for match in _AMOUNT.finditer(plain)]
    amounts = [int(number) for number in told if number.isdecimal() and len(number) <= _MOST_DIGITS]
    large = [amount for amount in amounts if amount >= _LEAST_AMOUNT]
    found: set[str] = set()
    for first, second in pairwise(large):
        less, more = min(first, second), max(first, second)
        found |= {"under-double"} if less < more < 2 * less else set()
        found |= {"falls-short"} if second < first else set()
    return found


def stated(text: str, lexicon: Lexicon) -> Stated:
    """What the text states."""
    return _Reader(text, lexicon).all()


class _Reader:
    """Reads one text. Amounts are taken out of it first and stand in it as single words of their number."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.values = lexicon.values
        self.stakes: tuple[int, int] | None = None
        self.chips: list[Chips] = []
        text = _CHIPS.sub(self._take_chips, text)
        text = _PAIR.sub(self._take_stakes, text)
        text = _AMOUNT.sub(lambda match: f" {_number(match.group())} ", text)
        self.told = words(text)
        self.notions = lexicon.placed(self.told)
        self.named = set().union(*self.notions)

    def _take_chips(self, match: re.Match[str]) -> str:
        number, value = (_number(group) for group in match.groups())
        self.chips.append(Chips(int(number), int(value)))
        return " "

    def _take_stakes(self, match: re.Match[str]) -> str:
        """Two numbers of which the second is up to three times the first are blinds or limits."""
        small, big = (int(_number(group)) for group in match.groups())
        if not (small < big <= 3 * small) or self.stakes is not None:
            return match.group()
        self.stakes = (small, big)
        return " "

    def all(self) -> Stated:
        """Everything."""
        amounts = {i: int(word) for i, word in enumerate(self.told) if word.isdecimal() and len(word) <= _MOST_DIGITS}
        who, seats = self._who()
        self._chips(amounts)
        big = {i: n for i, n in amounts.items() if n >= _LEAST_AMOUNT and i not in seats}
        pot = next((n for i, n in big.items() if self._has(range(i - 2, i), "pot")), None)
        beside = {i: does for i, n in big.items() if n != pot and (does := self._act_at(i))}
        structure = self._one("structure")
        return Stated(
            tuple(dict.fromkeys(self._all("street"))),
            self._one("game"),
            structure,
            self._stakes_of(structure),
            pot,
            tuple(Act(does, big[i]) for i, does in beside.items()),
            tuple(self.chips),
            tuple(dict.fromkeys(self._said())),
            "silent" in self.named,
            who,
            self._cards(),
            tuple(n for i, n in big.items() if i not in beside and n != pot),
        )

    def _all(self, sort: str) -> Iterator[str]:
        known: Mapping[str, str] = self.values[sort]
        for notions in self.notions:
            yield from (known[notion] for notion in sorted(notions) if notion in known)

    def _one(self, sort: str) -> str | None:
        """The only value of a sort; pot-limit Omaha is also called by one word, and limit is part of pot-limit."""
        found = dict.fromkeys(self._all(sort))
        if sort == "structure" and len(found) > 1:
            found.pop("limit", None)
        return next(iter(found)) if len(found) == 1 else None

    def _stakes_of(self, structure: str | None) -> dict[str, int] | None:
        if self.stakes is None:
            return None
        names = ("low", "high") if structure == "limit" else ("sb", "bb")
        return dict(zip(names, self.stakes, strict=True))

    def _has(self, places: range, notion: str) -> bool:
        return any(0 <= i < len(self.notions) and notion in self.notions[i] for i in places)

    def _act_at(self, i: int) -> str:
        """The act next to an amount: the nearest before it, else right behind it; none where it is chips."""
        known: Mapping[str, str] = self.values["act"]
        for place in (*range(i - 1, i - 1 - _NEAR, -1), i + 1):
            if 0 <= place < len(self.notions):
                if place != i + 1 and self.told[place].isdecimal() and int(self.told[place]) >= _LEAST_AMOUNT:
                    return ""
                found = [known[notion] for notion in sorted(self.notions[place]) if notion in known]
                if found:
                    return found[0]
        return ""

    def _said(self) -> Iterator[str]:
        """Words of betting right behind a word for speaking."""
        known: Mapping[str, str] = self.values["said"]
        for i, notions in enumerate(self.notions):
            if "said" in notions:
                behind = (n for later in self.notions[i : i + 3] for n in sorted(later) if n in known)
                yield from (known[notion] for notion in list(behind)[:1])

    def _chips(self, amounts: dict[int, int]) -> None:
        """A number, then a denomination: two 500s, three chips of 100, one 5000 chip."""
        numbers: Mapping[str, str] = self.values["number"]
        for i, value in list(amounts.items()):
            if value < _LEAST_AMOUNT:
                continue
            for place in (i - 1, i - 2, i - 3):
                if place < 0:
                    break
                found = [int(numbers[n]) for n in sorted(self.notions[place]) if n in numbers]
                beside = self._has(range(place, i + 2), "chip")
                if found and (beside or self.told[i + 1 : i + 2] == ["s"]):
                    self.chips.append(Chips(found[0], value))
                    del amounts[i]
                    break

    def _cards(self) -> tuple[int, ...]:
        numbers: Mapping[str, str] = self.values["number"]
        found = []
        for i, notions in enumerate(self.notions):
            if "card" in notions and i:
                found += [int(numbers[n]) for n in sorted(self.notions[i - 1]) if n in numbers]
                found += [int(self.told[i - 1])] if self.told[i - 1].isdecimal() and not found else []
        return tuple(dict.fromkeys(found))

    def _who(self) -> tuple[tuple[str, ...], set[int]]:
        """Who is named, by seat or position, and the places of the numbers of seats."""
        found: list[str] = []
        used: set[int] = set()
        positions: Mapping[str, str] = self.values["position"]
        for i, word in enumerate(self.told):
            if word in self.values["seats"]:
                near = [
                    place for place in (i + 1, i - 1) if 0 <= place < len(self.told) and self.told[place].isdecimal()
                ]
                near = [place for place in near if int(self.told[place]) <= _LEAST_AMOUNT]
                used.update(near[:1])
                found += [f"seat {self.told[place]}" for place in near[:1]]
            found += [self.values["names"][word]] if word in self.values["names"] else []
            found += [positions[notion] for notion in sorted(self.notions[i]) if notion in positions]
        return tuple(dict.fromkeys(found)), used


def _number(text: str) -> str:
    """Digits of an amount as a person writes it; what cannot be read stays as it is."""
    try:
        return str(parse_amount(text.strip()))
    except NotUnderstood:
        return text


__all__ = ["Act", "Chips", "Stated", "computed", "stated"]
