"""A place in the tokens of a story, and what is counted there: amounts, chips by denomination, cards."""

from __future__ import annotations

from facts.patterns import Late
from say.drafts import Amount, Chips, Word
from say.numerals import readings
from say.tokens import Token
from say.wordcursor import Names, WordCursor

_DOUBTFUL_SUITS = "тск"
_LIKE_CARDS = Late(r"(?:(?:10|[2-9tjqkaакдвт])[shdcпчбткс♠♤♥♡♦♢♣♧]\ufe0f?)+")
_ORDINALS = ("st", "nd", "rd", "th", "й", "го", "я")
_TIMES = ("x", "х", "×", "*")


class Cursor(WordCursor):
    """A :class:`say.wordcursor.WordCursor` that also reads numbers and cards."""

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
        elif (meaning := self.peek("number")) and self._unit_follows(meaning.size):
            self.at += meaning.size
            digits = meaning.value
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
        if count.kind == "number" and (after := self.ahead()) is not None and after.key in _TIMES:
            self.at += 2
            return self._of(count)
        if count.kind == "number" and count.text.isdecimal() and (told := self._chip_word(1)):
            self.at = told
            if (chip := self.take_amount()) is not None:
                return int(count.text[:6]), chip
            self.at = first
        if count.kind == "number":
            chip = self.take_amount()
            if chip is not None and self._one_chip():  # a 500 chip
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
        elif word is not None and (chip := self.take_amount()) is not None and self._one_chip():
            return number, chip
        self.at = first
        return None

    def _one_chip(self) -> bool:
        """Whether the word for one chip stands here; ``500 chips`` tells how much, not which."""
        singular = [str(word) for told in self.tables.story["act.chip_one"].values() for word in told]
        return not self.done and self.token.key in singular and self.take_word("act", "chip") is not None

    def skip_words(self) -> None:
        """Over fillers, but over no comma."""
        while not self.done and self.token.kind == "word" and self.empty() and self.peek("act") is None:
            if self._is_player():
                break
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

    def take_wager(self, words: bool = False, spoken: bool = False) -> Amount | None:
        """An amount with what says how it is meant: to, by, +, more."""
        first = self.at
        how, exact = "", False
        while not self.done:
            if self.take_word("mark", "exactly"):
                exact = True
            elif mark := self.take_word("mark", "to", "by", "more"):
                how = mark.value
            elif self.token.text == "+":
                self.at += 1
                how = "by"
            elif self.token.kind == "word" and self.peek("number") is None and self.empty():
                self.at += 1
            else:
                break
        if self.take_chips():
            self.at = first
            return None
        amount = self.take_amount(words)
        if amount is None:
            self.at = first
            return None
        if self.take_word("act", "chip"):
            pass  # 300 chips: how much, not which
        if mark := self.take_word("mark", "more", "by"):
            how = "more"
        elif mark := self.take_word("mark", "to"):
            how = self._both(mark, amount, spoken)
            if how == "both":
                return self._amount_after(first)
        return amount._replace(how=how, span=self.span(first), exact=exact)

    def take_share(self) -> Amount | None:
        """A part of the pot instead of a number: ``1/2 pot``, ``half the pot``, ``pot``. ``pot 600`` tells the pot."""
        first, share = self.at, (1, 1)
        if self.take_word("share", "half"):
            share, named = (1, 2), True
        else:
            over, under = self.ahead(), self.ahead(2)
            if not self.done and over is not None and under is not None and over.text == "/":
                parts = self.token.text, under.text
                if all(part.isdecimal() and 0 < len(part) < 3 and int(part) for part in parts):
                    share = int(parts[0]), int(parts[1])
                    self.at += 3
            while not self.done and self.empty():
                self.at += 1
            named = self.take_word("said", "pot") is not None
        if not named or self.part(self.at, self.last).take_amount() is not None:
            self.at = first
            return None
        return Amount((), self.span(first), share=share)

    def _both(self, mark: Word, amount: Amount, spoken: bool) -> str:
        """``raises 300 to 900``: the total counts; ``900 total``: so it is one."""
        ahead = self.part(self.at, self.last)
        return "both" if not spoken and ahead.take_amount() else "to"

    def _amount_after(self, first: int) -> Amount | None:
        amount = self.take_amount()
        return amount and amount._replace(how="to", span=self.span(first))

    # -- cards ------------------------------------------------------------------------------------------------------

    def take_cards(self) -> list[Word]:
        """Cards, as long as there are any: ``Ah Kd``, ``AhKd``, ``10s``, ``A♥``. Empty when there is none."""
        found: list[Word] = []
        while not self.done:
            first, last = self.at, self.at + 1
            if self.token.kind == "comma" and found:
                self.at += 1
                continue
            while last < self.last and self.tokens[last].glued and self.tokens[last].kind in ("word", "suit", "number"):
                last += 1
            typed = self.text[self.tokens[first].start : self.tokens[last - 1].end]
            if not _are_cards(typed):
                break
            self.at = last
            found.append(Word(typed, self.span(first)))
        if found and self.tokens[self.at - 1].kind == "comma":
            self.at -= 1
        return found


def _are_cards(typed: str) -> bool:
    """Whether a text is cards, or one whose suit the reader of incidents will call doubtful."""
    if not _LIKE_CARDS.fullmatch(typed.casefold()) or (typed.isalpha() and typed.islower() and len(typed) > 2):
        return False  # acts are no cards
    from facts.cards import UnknownCard, parse_cards  # late: few stories tell cards

    try:
        return bool(parse_cards(typed))
    except UnknownCard:
        return typed[:-1].isdigit() and typed[-1:].casefold() in _DOUBTFUL_SUITS


__all__ = ["Cursor", "Names"]
