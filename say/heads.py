"""The head of a story in shorthand: game, stakes, street, pot, cards, seats, stacks; in any order."""

from __future__ import annotations

from collections.abc import Callable

from facts.records import NamedTuple
from say.cursor import Cursor
from say.drafts import Amount, Draft, EventDraft, SeatRef, Slot, Span, Word
from say.tokens import unquoted
from say.troubles import Trouble

Effect = Callable[[Draft], None]
_STAKES = ("sb", "bb", "ante", "bring_in", "low", "high", "bet")


class Read(NamedTuple):
    """What became of an attempt: what it would enter in the draft, what is wrong, the token up to which it read."""

    effects: list[Effect]
    troubles: list[Trouble]
    at: int


def read_head(cursor: Cursor, begun: bool) -> Read:
    """Entries of the head, as far as there are any. ``begun``: acts were told, so a street is one that was dealt."""
    return _HeadReader(cursor, begun).read()


class _HeadReader:
    def __init__(self, cursor: Cursor, begun: bool) -> None:
        self.cursor = cursor
        self.begun = begun
        self.effects: list[Effect] = []
        self.troubles: list[Trouble] = []

    def read(self) -> Read:
        cursor = self.cursor
        while not cursor.done:
            before = cursor.at
            if self._entry():
                continue
            cursor.at = before
            if not cursor.skip_one():
                break
        return Read(self.effects, self.troubles, cursor.at)

    def _entry(self) -> bool:
        first = self.cursor.at
        if self.cursor.named and self._player():
            return True
        self.cursor.at = first
        for entry in (self._game, self._street, self._stakes, self._key, self._player, self._amount):
            if entry():
                return True
            self.cursor.at = first
        return False

    def _set(self, key: str, word: Word) -> None:
        def enter(draft: Draft) -> None:
            draft.words[key] = word

        self.effects.append(enter)

    def _amount_of(self, key: str, amount: Amount) -> None:
        def enter(draft: Draft) -> None:
            draft.amounts[key] = amount

        self.effects.append(enter)

    def _stake(self, key: str, amount: Amount) -> None:
        def enter(draft: Draft) -> None:
            draft.stakes[key] = amount

        self.effects.append(enter)

    def _game(self) -> bool:
        cursor = self.cursor
        found = [meaning for meaning in cursor.meanings() if meaning.kind in ("game", "structure")]
        if not found:
            return False
        first, size = cursor.at, found[0].size
        cursor.at += size
        for meaning in found:
            if meaning.size == size:
                self._set(meaning.kind, Word(meaning.value, cursor.span(first)))
        return True

    def _street(self) -> bool:
        cursor = self.cursor
        word = cursor.take("street")
        if word is None:
            return False
        cursor.skip_words()
        cards = cursor.take_cards()
        street = word

        def enter(draft: Draft) -> None:
            if self.begun and street.value != "showdown":
                slots: dict[str, Slot] = {"street": street}
                if cards:
                    slots["cards"] = cards
                bare = "" if cards else street.value
                draft.timeline.append(EventDraft(Word("dealt", street.span), slots, street.span, bare))
                return
            draft.words["street"] = street
            draft.board += cards

        self.effects.append(enter)
        return True

    def _stakes(self) -> bool:
        """``100/200``, ``100-200/25``."""
        cursor = self.cursor
        named = cursor.take_word("key", "blinds", "sizes")
        told: list[Amount] = []
        while (amount := cursor.take_amount()) is not None:
            told.append(amount)
            if cursor.done or cursor.token.text not in ("/", "-", "–"):
                break
            cursor.at += 1
        if len(told) < 2:
            return False
        sizes = named is not None and named.value == "sizes"
        pair = tuple(told)

        def enter(draft: Draft) -> None:
            if sizes:
                draft.stakes.update(zip(("low", "high"), pair, strict=False))
            else:
                draft.pair, draft.pair_named = pair, named is not None

        self.effects.append(enter)
        return True

    def _key(self) -> bool:
        cursor = self.cursor
        for meaning in cursor.meanings():
            if meaning.kind != "key":
                continue
            first = cursor.at
            cursor.at += meaning.size
            word = Word(meaning.value, cursor.span(first))
            if self._keyed(meaning.value, word):
                return True
            cursor.at = first
        return False

    def _keyed(self, key: str, word: Word) -> bool:
        cursor = self.cursor
        if key in ("stacks", "seats", "hands"):
            return False if cursor.done else self._after_title(key)
        self._over_fillers()
        if key == "dead_small_blind":
            self._set(key, Word("yes", word.span))
            return True
        if key == "headsup":
            self._set("began_with", Word("2", word.span))
            return True
        if key in (*_STAKES, "pot", "min_chip", "began"):
            amount = cursor.take_amount(words=key == "began")
            return amount is not None and self._keyed_amount(key, amount)
        if key in ("button", "begins"):
            seat = cursor.take_seat_number()
            return seat is not None and self._seat_word(key, seat)
        if key == "board":
            cards = cursor.take_cards()
            self.effects.append(lambda draft: draft.board.extend(cards))
            return bool(cards)
        if key in ("rulebook", "note"):
            return self._text(key)
        return False

    def _after_title(self, key: str) -> bool:
        """``stacks A 5k, B 3k``: the title itself says nothing that the pairs do not say."""
        return key != "seats" and self._player()

    def _over_fillers(self) -> None:
        while not self.cursor.done and (self.cursor.token.text in ":=" or self.cursor.row[self.cursor.at] in _OF):
            self.cursor.at += 1

    def _keyed_amount(self, key: str, amount: Amount) -> bool:
        if key in _STAKES:
            self._stake(key, amount)
        elif key == "began":
            self._count("began_with", amount)
        else:
            self._amount_of(key, amount)
        return True

    def _count(self, key: str, amount: Amount) -> None:
        if amount.readings:
            self._set(key, Word(str(amount.readings[0]), amount.span))

    def _seat_word(self, key: str, seat: SeatRef) -> bool:
        def enter(draft: Draft) -> None:
            draft.seat_words[key] = seat
            draft.mentioned.append(seat)

        self.effects.append(enter)
        return True

    def _text(self, key: str) -> bool:
        cursor = self.cursor
        if cursor.done:
            return False
        token = cursor.token
        told = unquoted(token.text) if token.kind == "quoted" else token.text
        cursor.at += 1
        self._set(key, Word(told, Span(token.start, token.end)))
        return True

    def _amount(self) -> bool:
        """``600 in the pot``, ``3-way``."""
        cursor = self.cursor
        amount = cursor.take_amount(words=True)
        if amount is None:
            return False
        cursor.skip_words()
        word = cursor.take_word("key", "pot", "began", "min_chip", *_STAKES)
        return word is not None and self._keyed_amount(word.value, amount)

    def _player(self) -> bool:
        """A player with his position, stack or cards: ``A (UTG) 5k``, ``A holds AhKd``, ``C on the button``."""
        cursor = self.cursor
        seat = cursor.take_seat()
        if seat is None:
            return False
        first = cursor.at
        self._over_fillers()
        while not cursor.done and cursor.token.key in _HAS:
            cursor.at += 1
        if word := cursor.take_word("key", "begins"):
            return self._seat_word(word.value, seat)
        if self._position(seat) or self._cards(seat) or self._stack(seat):
            return True
        cursor.at = first
        return False

    def _position(self, seat: SeatRef) -> bool:
        cursor = self.cursor
        first = cursor.at
        while not cursor.done and cursor.token.text in "(=[":
            cursor.at += 1
        other = cursor.take_seat() if cursor.peek("position", "key") else None
        if other is None or "position" not in (other.kind, seat.kind) or other.kind == seat.kind:
            cursor.at = first
            return False
        while not cursor.done and cursor.token.text in ")]":
            cursor.at += 1
        who, where = (other, seat) if seat.kind == "position" else (seat, other)
        if not cursor.done and cursor.acts_follow():  # the reader of acts takes the position along
            cursor.at = first
            return False
        self.effects.append(lambda draft: _alias(draft, who, where))
        return True

    def _cards(self, seat: SeatRef) -> bool:
        cursor = self.cursor
        word = cursor.take_word("key", "hands", "up")
        cards = cursor.take_cards()
        if not cards:
            return False
        key = "up_cards" if word is not None and word.value == "up" else "hands"

        def enter(draft: Draft) -> None:
            draft.cards.append((key, seat, cards))
            draft.mentioned.append(seat)

        self.effects.append(enter)
        return True

    def _stack(self, seat: SeatRef) -> bool:
        cursor = self.cursor
        cursor.take_word("key", "stacks")
        amount = cursor.take_amount()
        if amount is None or (not cursor.done and cursor.token.kind == "times"):
            return False
        cursor.take_word("key", "stacks")

        def enter(draft: Draft) -> None:
            draft.stacks.append((seat, amount))
            draft.mentioned.append(seat)

        self.effects.append(enter)
        return True


_HAS = frozenset({"has", "had", "is", "on", "the", "have", "у", "на"})
_OF = frozenset({"of", "is", "to", "with", "by", "for", "the", "at", "у", "на", "по"})


def _alias(draft: Draft, who: SeatRef, where: SeatRef) -> None:
    draft.aliases.append((who, where))
    draft.mentioned.append(who)
