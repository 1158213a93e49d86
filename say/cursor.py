"""A place in the tokens of a story, and what can be read there: words, seats, amounts, chips, cards.

Every ``take_`` moves on when it finds what it looks for and stays where it is when not (then the answer is None).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.patterns import Late
from say.drafts import Amount, Chips, SeatRef, Span, Word
from say.numerals import readings
from say.stems import near
from say.tables import Meaning, Tables
from say.tokens import Token, alike, unquoted

_BEGINS_AN_ACT = frozenset({"verb", "act", "gesture", "prompted"})
_BEGINS_NONE = frozenset({"single", "chip", "then", "offence", "columns", "motions"})
_NAME_WITH_NUMBER = Late(r"[^\W\d_]+\d+")
_ORDINALS = ("st", "nd", "rd", "th", "й", "го", "я")
_AND = ("and", "и")
_DOUBTFUL_SUITS = "тск"
_SHORT = 3  # a card is two or three letters
_LEFT, _RIGHT = "([", ")]"


class Names(NamedTuple):
    """The players that were told under ``seats``: their names, longest first, as tokens without capitals."""

    rows: tuple[tuple[tuple[str, ...], str], ...] = ()

    @classmethod
    def of(cls, told: Sequence[str], split: Sequence[tuple[str, ...]]) -> Names:
        """The names with their tokens."""
        rows = sorted(zip(split, told, strict=True), key=lambda row: -len(row[0]))
        return cls(tuple((tuple(map(alike, row)), name) for row, name in rows))


class Cursor:
    """``tokens`` and their stems (``row``) from ``at`` to ``last``. ``names``: the players that are known by name."""

    def __init__(self, text: str, told: Sequence[Token], row: Sequence[str], tables: Tables, names: Names) -> None:
        self.text = text
        self.tokens = told
        self.row = row
        self.tables = tables
        self.names = names
        self.at = 0
        self.last = len(told)

    def part(self, first: int, last: int) -> Cursor:
        """A cursor over some of the tokens."""
        cut = Cursor(self.text, self.tokens, self.row, self.tables, self.names)
        cut.at, cut.last = first, last
        return cut

    # -- tokens -----------------------------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= self.last

    @property
    def token(self) -> Token:
        """The token here; there must be one."""
        return self.tokens[self.at]

    def ahead(self, by: int = 1) -> Token | None:
        """A later token, or None beyond the end."""
        return self.tokens[self.at + by] if self.at + by < self.last else None

    def span(self, first: int) -> Span:
        """The letters from a token up to where the cursor stands."""
        last = max(self.at - 1, first)
        return Span(self.tokens[first].start, self.tokens[last].end)

    def meanings(self) -> list[Meaning]:
        """What the words here may mean, the longest first."""
        if self.done:
            return []
        return [m for m in self.tables.words.at(self.row, self.at) if self.at + m.size <= self.last]

    def peek(self, *kinds: str) -> Meaning | None:
        """The longest meaning of one of some kinds."""
        return next((meaning for meaning in self.meanings() if meaning.kind in kinds), None)

    def take(self, *kinds: str) -> Word | None:
        """A word of one of some kinds."""
        meaning = self.peek(*kinds)
        return self._taken(meaning) if meaning else None

    def take_word(self, kind: str, *values: str) -> Word | None:
        """A word of one kind with one of some values."""
        fits = (meaning for meaning in self.meanings() if meaning.kind == kind and meaning.value in values)
        meaning = next(fits, None)
        return self._taken(meaning) if meaning else None

    def _taken(self, meaning: Meaning) -> Word:
        first = self.at
        self.at += meaning.size
        return Word(meaning.value, self.span(first))

    def skip(self) -> None:
        """Over words and signs that say nothing by themselves, unless they begin something."""
        while not self.done and self.empty() and not self._is_player():
            self.at += 1

    def _is_player(self) -> bool:
        """Whether a letter that could be a small word is a player: something is done by him."""
        token = self.token
        if token.kind != "word" or len(token.text) != 1:
            return False
        if self._acts_follow(1):
            return True
        ahead = self.part(self.at + 1, self.last)
        while not ahead.done and ahead.token.key in _AND:
            ahead.at += 1
        if token.text.islower():
            return False
        return ahead.done or ahead.token.kind != "word" or ahead._letter_alone() or bool(ahead.peek("key", "position"))

    def _letter_alone(self) -> bool:
        return len(self.token.text) == 1 and self.token.text.isupper()

    def empty(self) -> bool:
        """Whether the token here says nothing by itself."""
        token = self.token
        if token.kind == "sign":
            return token.text in ":()[]=-–—*`'"
        return token.kind == "comma" or (token.kind == "word" and self.row[self.at] in self.tables.fillers)

    # -- seats ------------------------------------------------------------------------------------------------------

    def take_seat(self) -> SeatRef | None:
        """A player: by the name told under ``seats``, in quotes, by number, position, letter or a name of his own."""
        first = self.at
        if self.done:
            return None
        for reader in (self._quoted_name, self._known_name, self._number, self._position, self._letter, self._name):
            found = reader()
            if found is not None:
                return found
            self.at = first
        return None

    def _quoted_name(self) -> SeatRef | None:
        if self.token.kind != "quoted":
            return None
        self.at += 1
        return SeatRef(unquoted(self.tokens[self.at - 1].text).strip(), "name", self.span(self.at - 1))

    def _known_name(self) -> SeatRef | None:
        for row, name in self.names.rows:
            there = self.tokens[self.at : min(self.at + len(row), self.last)]
            if tuple(alike(token.text) for token in there) != row:
                continue
            typed = self.text[there[0].start : there[-1].end]
            if typed != name and self._is_a_word(len(row)):
                continue
            first = self.at
            self.at += len(row)
            return SeatRef(name, "known", self.span(first))
        return None

    def _is_a_word(self, size: int) -> bool:
        """Whether the words here have a meaning of their own that is as long and begins no act."""
        small = self.token.text[:1].islower()
        own = any(m.size >= size and m.kind != "position" for m in self.meanings()) or self.empty()
        return own and small and not self._acts_follow(size)

    def _number(self) -> SeatRef | None:
        first = self.at
        if self.token.kind == "number" and self.token.text.isdecimal():
            if not self.peek("verb") and self._acts_directly(1):  # 3 calls; but: 3 bets
                self.at += 1
                return SeatRef(f"#{self.tokens[first].text}", "number", self.span(first))
            return None
        if self.token.text == "#" or self.token.text == "№":
            self.at += 1
        elif self.take_word("key", "seat") is None:
            return None
        if self.done or self.token.kind != "number":
            return None
        self.at += 1
        return SeatRef(f"#{self.tokens[self.at - 1].text}", "number", self.span(first))

    def _position(self) -> SeatRef | None:
        word = self.take("position")
        return SeatRef(word.value, "position", word.span) if word else None

    def _letter(self) -> SeatRef | None:
        token = self.token
        if token.kind != "word" or len(token.text) != 1:
            return None
        doubtful = token.text.islower() or self.empty()
        if doubtful and not self._is_player():
            return None
        self.at += 1
        return SeatRef(token.text.upper(), "letter", self.span(self.at - 1))

    def _name(self) -> SeatRef | None:
        token = self.token
        if token.kind != "word" or self.empty() or self.meanings():
            return None
        numbered = _NAME_WITH_NUMBER.fullmatch(token.text) is not None
        if not numbered and not (token.text[0].isupper() and not self._is_event_word()) and not self._acts_follow(1):
            return None
        if not numbered and token.text[0].islower() and self._near_a_word():
            return None
        self.at += 1
        name = token.text if not token.text[0].islower() else token.text[0].upper() + token.text[1:]
        return SeatRef(name, "name", self.span(self.at - 1))

    def _is_event_word(self) -> bool:
        return self.row[self.at] in self.tables.by_stem

    def _near_a_word(self) -> bool:
        """Whether a small word that is no name that we know is rather a slip of the keyboard."""
        word = self.row[self.at]
        return self._is_event_word() or bool(near(word, self.tables.words.index, 0.75) or near(word, self.tables.by_stem, 0.75))

    def _acts_follow(self, by: int) -> bool:
        """Whether, after some tokens, an act begins."""
        ahead = self.part(self.at + by, self.last)
        while not ahead.done and ahead.empty():
            ahead.at += 1
        if ahead.done:
            return False
        if any(m.kind in _BEGINS_AN_ACT and m.value not in _BEGINS_NONE for m in ahead.meanings()):
            return True
        return ahead.token.kind == "number" and (after := ahead.ahead()) is not None and after.kind == "times"

    def _acts_directly(self, by: int) -> bool:
        ahead = self.part(self.at + by, self.last)
        return not ahead.done and not ahead.token.glued and ahead.peek("verb", "act") is not None and not (
            ahead.peek("unit", "street") or (chip := ahead.peek("act")) and chip.value in ("chip", "offence")
        )

    @property
    def named(self) -> bool:
        """Whether the name of a player stands here just as it was listed."""
        return not self.done and any(self.token.text == name for _, name in self.names.rows)

    def take_seat_number(self) -> SeatRef | None:
        """A player, also by a mere number."""
        if self.done or self.token.kind != "number" or not self.token.text.isdecimal() or len(self.token.text) > 2:
            return self.take_seat()
        self.at += 1
        return SeatRef(f"#{self.tokens[self.at - 1].text}", "number", self.span(self.at - 1))

    def acts_follow(self) -> bool:
        """Whether an act begins here."""
        return self._acts_follow(0)

    # -- amounts ----------------------------------------------------------------------------------------------------

    def take_amount(self, words: bool = False) -> Amount | None:
        """A number of chips; with ``words`` also a number word. ``how`` stays empty."""
        if self.done:
            return None
        first = self.at
        told = self.token
        if told.kind == "number":
            self.at += 1
            digits = told.text + self._thousands(told)
            if words and not self.done and self.token.glued and self.token.key in _ORDINALS:
                self.at += 1
        elif words and (number := self.take("number")):
            digits = number.value
        elif (number := self.peek("number")) and self._unit_follows(number.size):
            self.at += number.size
            digits = number.value
        else:
            return None
        unit = self._unit()
        return Amount(readings(digits, unit), self.span(first), unit == "bb")

    def _thousands(self, told: Token) -> str:
        """Further groups of three digits that a blank sets apart: ``1 500``."""
        more = ""
        if len(told.text) > 3 or not told.text.isdecimal() or told.text[0] == "0":
            return ""
        while not self.done and self.token.kind == "number" and self.token.text.isdecimal():
            if len(self.token.text) != 3 or self.text[self.tokens[self.at - 1].end : self.token.start].strip():
                break
            if (after := self.ahead()) is not None and after.kind == "times":
                break
            more += self.token.text
            self.at += 1
        return more

    def _unit_follows(self, by: int) -> bool:
        ahead = self.part(self.at + by, self.last)
        return ahead.peek("unit") is not None

    def _unit(self) -> str:
        if self.done:
            return ""
        meaning = self.peek("unit")
        if meaning is None or not (self.token.glued or meaning.size > 1 or len(self.token.text) > 2):
            return ""
        self.at += meaning.size
        return meaning.value

    def take_count(self) -> Amount | None:
        """A small number in digits or words, such as how many cards."""
        return self.take_amount(words=True)

    def take_chips(self) -> Chips | None:
        """Chips by denomination: ``2x500 + 100``, ``one chip of 500``, ``4 chips of 100``, ``a 500 chip``."""
        first = self.at
        parts: list[tuple[int, Amount]] = []
        while True:
            before = self.at
            part = self._some_chips() or (self._plain_chip() if parts or self._adds_up() else None)
            if part is None:
                self.at = before
                break
            parts.append(part)
            before = self.at
            if not self._plus():
                break
        if not parts:
            self.at = first
            return None
        if self.at == before + 1:
            self.at = before
        return Chips(tuple(parts), self.span(first))

    def _plus(self) -> bool:
        if not self.done and self.token.text in ("+", "&") and self.ahead() is not None:
            self.at += 1
            return True
        return False

    def _adds_up(self) -> bool:
        """Whether two or more plain numbers are added here: ``500+100``."""
        ahead = self.part(self.at, self.last)
        return ahead.take_amount() is not None and not ahead.done and ahead.token.text == "+"

    def _plain_chip(self) -> tuple[int, Amount] | None:
        amount = self.take_amount()
        return None if amount is None else (1, amount)

    def _some_chips(self) -> tuple[int, Amount] | None:
        """Some chips of one denomination."""
        first = self.at
        number, count = 1, self.token if not self.done else None
        if count is None:
            return None
        if count.kind == "number" and (after := self.ahead()) is not None and after.key in ("x", "х", "×", "*"):
            self.at += 2
            return self._of(count)
        if count.kind == "number" and count.text.isdecimal() and (told := self._chip_word(1)):
            self.at = told
            if (chip := self.take_amount()) is not None:
                return int(count.text[:6]), chip
            self.at = first
            if (chip := self.take_amount()) is not None:  # a 500 chip
                self.take_word("act", "chip")
                return 1, chip
        if count.kind == "number":
            chip = self.take_amount()
            if chip is not None and self.take_word("act", "chip"):
                return 1, chip
            self.at = first
        word = self.take("number") or self.take_word("act", "single")
        if word is not None:
            number = int(word.value) if word.value.isdecimal() else 1
        self.skip_words()
        if self.take_word("act", "chip"):
            self.skip_words()
            if (chip := self.take_amount()) is not None:
                return number, chip
        elif word is not None and (chip := self.take_amount()) is not None and self.take_word("act", "chip"):
            return number, chip
        self.at = first
        return None

    def skip_words(self) -> None:
        """Over fillers, but over no comma."""
        while not self.done and self.token.kind == "word" and self.empty() and self.peek("act") is None:
            self.at += 1

    def _chip_word(self, by: int) -> int:
        """Where the denomination begins when a word for chips follows: 0 when none does."""
        ahead = self.part(self.at + by, self.last)
        if not ahead.take_word("act", "chip"):
            return 0
        ahead.skip_words()
        return ahead.at if not ahead.done and ahead.token.kind == "number" else 0

    def _of(self, count: Token) -> tuple[int, Amount] | None:
        chip = self.take_amount()
        if chip is None or not count.text.isdecimal():
            return None
        return int(count.text[:6]), chip

    # -- cards ------------------------------------------------------------------------------------------------------

    def take_cards(self) -> list[Word]:
        """Cards, as long as there are any: ``Ah Kd``, ``AhKd``, ``10s``, ``A♥``. Empty when there is none."""
        from facts.cards import UnknownCard, parse_cards  # late: few stories tell cards

        found: list[Word] = []
        while not self.done:
            first, last = self.at, self.at + 1
            if self.token.kind == "comma" and found:
                self.at += 1
                continue
            while last < self.last and self.tokens[last].glued and self.tokens[last].kind in ("word", "suit", "number"):
                last += 1
            typed = self.text[self.tokens[first].start : self.tokens[last - 1].end]
            try:
                cards = parse_cards(typed)
            except UnknownCard:
                if typed[:-1].isdigit() and typed[-1:].casefold() in _DOUBTFUL_SUITS:
                    self.at = last  # the reader of incidents tells how to write it
                    found.append(Word(typed, self.span(first)))
                    continue
                break
            if not cards or (len(cards) == 1 and len(typed) > _SHORT):
                break
            self.at = last
            found.append(Word(typed, self.span(first)))
        if found and self.tokens[self.at - 1].kind == "comma":
            self.at -= 1
        return found
