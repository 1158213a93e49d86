"""A place in the tokens of a story, and the words and players that can be read there.

Every ``take_`` moves on when it finds what it looks for and stays where it is when not (then the answer is None).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from facts.patterns import Late
from facts.records import NamedTuple
from say.drafts import SeatRef, Span, Word
from say.stems import near
from say.tables import Meaning, Tables
from say.tokens import Token, alike, unquoted

_BEGINS_AN_ACT = frozenset({"verb", "act", "gesture", "prompted"})
_BEGINS_NONE = frozenset({"single", "chip", "then", "offence", "columns", "motions"})
_NAME_WITH_NUMBER = Late(r"[^\W\d_]+\d+")
_OF_A_PLAYER = frozenset({"hands", "up", "stacks", "begins"})
_AND = ("and", "и")


class Names(NamedTuple):
    """The players that were told under ``seats``: their names, longest first, as tokens without capitals."""

    rows: tuple[tuple[tuple[str, ...], str], ...] = ()

    @classmethod
    def of(cls, told: Sequence[str], split: Sequence[tuple[str, ...]]) -> Names:
        """The names with their tokens."""
        rows = sorted(zip(split, told, strict=True), key=lambda row: -len(row[0]))
        return cls(tuple((tuple(map(alike, row)), name) for row, name in rows))


class WordCursor:
    """``tokens`` and their stems (``row``) from ``at`` to ``last``. ``names``: the players that are known by name."""

    def __init__(self, text: str, told: Sequence[Token], row: Sequence[str], tables: Tables, names: Names) -> None:
        self.text = text
        self.tokens = told
        self.row = row
        self.tables = tables
        self.names = names
        self.at = 0
        self.last = len(told)

    def part(self, first: int, last: int) -> Self:
        """A cursor over some of the tokens."""
        cut = type(self)(self.text, self.tokens, self.row, self.tables, self.names)
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

    def skip_one(self) -> bool:
        """Over one such word: what follows it may begin something together with the next (``acts out of turn``)."""
        if self.done or not self.empty() or self._is_player():
            return False
        self.at += 1
        return True

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
        if ahead.done or ahead.token.kind != "word" or ahead._letter_alone() or ahead.peek("position"):
            return True
        if token.text == "A" and not ahead.token.key.endswith("s"):  # a card exposed; but: A shows
            return False
        keys = (meaning.value for meaning in ahead.meanings() if meaning.kind == "key")
        return token.text == "A" or any(key in _OF_A_PLAYER for key in keys)

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
        return self._is_event_word() or bool(
            near(word, self.tables.words.index, 0.75) or near(word, self.tables.by_stem, 0.75)
        )

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
        """Whether an act begins at a later token itself: ``2 raises``, but not ``2 chips``."""
        ahead = self.part(self.at + by, self.last)
        if ahead.done or ahead.token.glued or ahead.peek("unit", "street"):
            return False
        return any(m.kind == "verb" or (m.kind == "act" and m.value not in _BEGINS_NONE) for m in ahead.meanings())

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
