"""One act in shorthand: who, what he did or said, with which chips; in any order of words."""

from __future__ import annotations

from facts.records import NamedTuple
from say.cursor import Cursor
from say.drafts import ActDraft, Amount, Chips, SeatRef, Span, Word
from say.stems import row_of
from say.tokens import tokens, unquoted
from say.troubles import Choice, Trouble

_KEPT = ("gesture", "prompted", "when", "flag", "unflag")
_BRACKETS = ("(", ")", "[", "]", "=")
BEFORE = ("before", "до")
_WITHOUT_AMOUNT = frozenset({"check", "fold"})
_SIZED = frozenset({"bet", "raise"})


class Read(NamedTuple):
    """What became of an attempt: the acts, what is wrong, the token up to which it read, and what stood beside the
    player: his position and his stack.
    """

    acts: list[ActDraft]
    troubles: list[Trouble]
    at: int
    aliases: list[tuple[SeatRef, SeatRef]]
    stacks: list[tuple[SeatRef, Amount]]


def read_act(cursor: Cursor) -> Read:
    """An act from where the cursor stands, up to the end or up to the next player who does something."""
    return _ActReader(cursor, None).read()


def go_on(cursor: Cursor, act: ActDraft) -> Read:
    """More about an act that was begun before a comma. ``act`` is left as it is; the one that is returned has both."""
    return _ActReader(cursor, act).read()


class _ActReader:
    def __init__(self, cursor: Cursor, begun: ActDraft | None) -> None:
        self.cursor = cursor
        self.first = cursor.at
        self.begun = begun
        self.seats: list[SeatRef] = []
        self.act = begun.copy() if begun else ActDraft(SeatRef("", "", Span(0, 0)))
        self.speaking = False
        self.put = False
        self.new_motion = begun is None
        self.troubles: list[Trouble] = []
        self.told = begun is not None
        self.aliases: list[tuple[SeatRef, SeatRef]] = []
        self.stacks: list[tuple[SeatRef, Amount]] = []

    def read(self) -> Read:
        cursor = self.cursor
        while not cursor.done:
            before = cursor.at
            if self._stops():
                break
            if not self._part():
                cursor.at = before
                if not cursor.skip_one():
                    self._unknown()
        if not self.told and not self.troubles and len(self.seats) < 2:
            self.troubles.append(Trouble(cursor.span(self.first), "no-act"))
        self._finish()
        return Read(self._acts(), self.troubles, cursor.at, self.aliases, self.stacks)

    def _stops(self) -> bool:
        """Whether the next player begins here, after this one has done something."""
        if self.cursor.peek("street", "game", "structure") and (self.told or len(self.seats) > 1):
            return True
        if not (self.told and (self.seats or self.begun)):
            return False
        ahead = self.cursor.part(self.cursor.at, self.cursor.last)
        quoted = not ahead.done and ahead.token.kind == "quoted"
        seat = ahead.take_seat()
        if quoted and not ahead.acts_follow():
            return False
        if seat is None or (seat.kind == "position" and not ahead.acts_follow()):
            return False
        ahead.skip()
        return not self.act.to_act or ahead.acts_follow()

    def _acts(self) -> list[ActDraft]:
        span = self.cursor.span(self.first)
        if self.begun:
            self.act.span = Span(self.begun.span.start, span.end)
            return [self.act]
        found = []
        for seat in self.seats:
            act = self.act.copy()
            act.seat, act.span = seat, span
            found.append(act)
        return found

    def _unknown(self) -> None:
        token = self.cursor.token
        self.cursor.at += 1
        last = self.troubles[-1] if self.troubles else None
        if last and last.code == "unknown" and not self.cursor.text[last.span.end : token.start].strip():
            self.troubles[-1] = Trouble(Span(last.span.start, token.end), "unknown")
        else:
            self.troubles.append(Trouble(Span(token.start, token.end), "unknown"))

    # -- parts ------------------------------------------------------------------------------------------------------

    def _part(self) -> bool:
        """One part of the act, moved over; False when nothing fits here."""
        cursor = self.cursor
        if not self.seats and self.begun is None and (seat := cursor.take_seat()):
            self.seats.append(seat)
            self._beside(seat)
            while self._and_another():
                self._beside(self.seats[-1])
            return True
        if self._kept() or self._speech() or self._chips() or self._verb() or self._marks():
            self.told = True
            return True
        return False

    def _beside(self, seat: SeatRef) -> None:
        """The position or the stack that stands beside a player: ``A (UTG, 5k)``, ``A UTG raises``."""
        cursor = self.cursor
        first = cursor.at
        while not cursor.done and cursor.token.text in _BRACKETS:
            cursor.at += 1
        opened = cursor.at > first
        other = cursor.take_seat() if cursor.peek("position", "key") else None
        if other is not None and "position" in (seat.kind, other.kind) and seat.kind != other.kind:
            who, where = (other, seat) if seat.kind == "position" else (seat, other)
            self.aliases.append((who, where))
            self.seats[-1] = who
        elif other is not None or not opened:
            cursor.at = first
            return
        if opened:
            cursor.skip()
            if (stack := cursor.take_amount()) is not None:
                self.stacks.append((self.seats[-1], stack))
                cursor.take_word("key", "stacks")
            while not cursor.done and cursor.token.text in _BRACKETS:
                cursor.at += 1

    def _and_another(self) -> bool:
        """Another player who does the same: ``A and B fold``, ``A B C check``."""
        first = self.cursor.at
        self.cursor.skip()
        ahead = self.cursor.part(self.cursor.at, self.cursor.last)
        if ahead.take_seat() and not ahead.done:
            seat = self.cursor.take_seat()
            assert seat is not None  # the cursor ahead has just read it
            self.seats.append(seat)
            return True
        self.cursor.at = first
        return False

    def _kept(self) -> bool:
        cursor = self.cursor
        meaning = cursor.peek(*_KEPT)
        if meaning is None or meaning.size < max((m.size for m in cursor.meanings()), default=0):
            return False
        word = cursor.take(*_KEPT)
        assert word is not None  # it was just looked at
        if meaning.kind in ("flag", "unflag"):
            self._fact(meaning.value, Word("yes" if meaning.kind == "flag" else "no", word.span))
        elif meaning.kind == "when":
            self._fact("said_when", word)
        else:
            self._fact(meaning.kind, word)
        return True

    def _fact(self, key: str, word: Word) -> None:
        told = self.act.facts.get(key)
        if told is not None and told.value != word.value:
            self.troubles.append(Trouble(word.span, "told-twice"))
        self.act.facts[key] = word

    def _speech(self) -> bool:
        cursor = self.cursor
        if word := cursor.take_word("act", "silent"):
            self._say(Word("nothing", word.span))
            return True
        if cursor.take_word("act", "say"):
            self.speaking = True
            if self.act.motions:
                self.act.chips_first = True
            return True
        if not cursor.done and cursor.token.kind == "quoted":
            return self._quote()
        if not self.speaking or self.act.said is not None:
            return False
        if word := cursor.take("said", "verb"):
            self._say(word)
            return True
        first = cursor.at
        if (amount := cursor.take_wager(words=True)) and (cursor.done or cursor.token.key not in ("x", "х", "×", "*")):
            self._say(Word("amount", amount.span))
            self.act.said_amount = amount
            return True
        cursor.at = first
        return False

    def _say(self, word: Word) -> None:
        """Words, with the number that goes with them."""
        if self.act.said is not None:
            self.troubles.append(Trouble(word.span, "said-twice"))
        self.act.said = word
        if self.act.motions and word.value != "nothing":
            self.act.chips_first = True
        self.speaking = False
        if word.value not in ("nothing", *_WITHOUT_AMOUNT):
            self.act.said_amount = self.cursor.take_wager(words=True, spoken=True)
        if word.value in _SIZED and self.act.said_amount is None and (pot := self.cursor.take_word("said", "pot")):
            self.act.said = Word(pot.value, Span(word.span.start, pot.span.end))  # of the size of the pot

    def _quote(self) -> bool:
        """Words in quotes: they are read by themselves."""
        cursor = self.cursor
        token = cursor.token
        shift = " " * (token.start + 1)
        inside = shift + unquoted(token.text)
        told = tokens(inside)
        spoken = _ActReader(Cursor(inside, told, row_of(told), cursor.tables, cursor.names), self.act)
        spoken.act.motions, spoken.speaking = [], True
        while not spoken.cursor.done:
            before = spoken.cursor.at
            if not spoken._speech():
                spoken.cursor.at = before
                spoken.cursor.skip()
                if spoken.cursor.at == before:
                    break
        cursor.at += 1
        self.speaking = False
        if spoken.act.said is None or not spoken.cursor.done:
            self.troubles.append(Trouble(Span(token.start, token.end), "speech"))
        self.act.said, self.act.said_amount = spoken.act.said, spoken.act.said_amount
        if self.act.motions:
            self.act.chips_first = True
        return True

    def _chips(self) -> bool:
        cursor = self.cursor
        if word := cursor.take_word("act", "in_front", "pulled_back", "picked_up"):
            return self._aside(word)
        if cursor.take_word("act", "put"):
            self.put = True
            return True
        if cursor.take_word("act", "then"):
            self.new_motion = True
            return True
        if word := cursor.take_word("act", "columns", "motions"):
            self.act.columns = word.value == "columns"
            return True
        if self._no_chips():
            return True
        first = cursor.at
        if chips := cursor.take_chips():
            self._motion(chips)
            return True
        if self.put and (amount := cursor.take_amount()):
            self._which_chips(amount)
            return True
        cursor.at = first
        return bool(self.put and cursor.take_word("act", "chip"))

    def _no_chips(self) -> bool:
        first = self.cursor.at
        if self.cursor.take_word("mark", "no") and (word := self.cursor.take_word("act", "chip")):
            self.act.facts["no chips"] = word
            return True
        self.cursor.at = first
        return False

    def _aside(self, word: Word) -> bool:
        """Chips that are not those of this motion."""
        cursor = self.cursor
        cursor.skip_words()
        chips = cursor.take_chips()
        if chips is not None:
            self.act.chips[word.value] = chips
        elif amount := cursor.take_amount():
            self.act.chips[word.value] = amount
        elif nothing := cursor.take_word("said", "nothing"):
            self.act.facts[f"no {word.value}"] = nothing
        else:
            self.troubles.append(Trouble(word.span, "chips-missing"))
        return True

    def _motion(self, chips: Chips) -> None:
        told = self.act.motions
        if told and not self.new_motion:
            between = Span(told[-1].span.end, chips.span.start)
            choices = (Choice(" + ", "one-motion"), Choice(" {act.then} ", "two-motions"))
            self.troubles.append(Trouble(between, "motions", choices=choices))
        told.append(chips)
        self.new_motion = False

    def _which_chips(self, amount: Amount) -> None:
        """A sum was put out, and nobody told the chips: one chip is read otherwise than several."""
        total = amount.readings[0] if amount.readings else 0
        sizes = [size for size in self.cursor.tables.plausible["chips"] if 0 < size < total and total % size == 0]
        choices = [Choice(f"1x{total}", "one-chip")]
        choices += [Choice(f"{total // size}x{size}", "several-chips") for size in sizes if total // size <= 20][:2]
        self.troubles.append(Trouble(amount.span, "which-chips", {"amount": total}, tuple(choices)))

    def _verb(self) -> bool:
        cursor = self.cursor
        word = cursor.take("verb")
        if word is None:
            if self.act.does is not None and self.act.amount is None and self.act.does.value not in _WITHOUT_AMOUNT:
                first = cursor.at
                amount = cursor.take_wager()
                if amount is not None:
                    self.act.amount = amount
                    return True
                cursor.at = first
            return self._named_pot()
        told = self.act.does
        if told is None or word.value == "all-in":
            self.act.does = word
        elif told.value != "all-in" and told.value != word.value:
            self.troubles.append(Trouble(word.span, "second-act"))
        if word.value not in _WITHOUT_AMOUNT and self.act.amount is None:
            self.act.amount = cursor.take_share() if word.value in _SIZED else None
            self.act.amount = self.act.amount or cursor.take_wager()
        return True

    def _named_pot(self) -> bool:
        """``C pots``: nobody does that without the word."""
        if self.act.does or self.act.said or not (word := self.cursor.take_word("said", "pot")):
            return False
        self._say(word)
        return True

    def _marks(self) -> bool:
        cursor = self.cursor
        if word := cursor.take_word("act", "toact"):
            self.act.to_act = True
            self._maybe_seat()
            return True
        if self._still_to_act() and cursor.take_word("moved", "acted"):
            self.act.to_act = True
            return True
        if word := cursor.take_word("act", "outofturn"):
            self.act.out_of_turn = word.span
            return True
        return self._offence()

    def _still_to_act(self) -> bool:
        """Whether this tells before whose act something went wrong: ``turn dealt before C acted``."""
        return self.begun is None and self.first > 0 and self.cursor.tokens[self.first - 1].key in BEFORE

    def _maybe_seat(self) -> None:
        """The player may come after it: ``слово за C``."""
        if not self.seats and self.begun is None:
            self.cursor.skip_words()
            if seat := self.cursor.take_seat():
                self.seats.append(seat)

    def _offence(self) -> bool:
        cursor = self.cursor
        first = cursor.at
        if word := cursor.take_word("act", "offence"):
            number = cursor.take_count()
        else:
            number = cursor.take_count()
            if number is not None and not cursor.done and cursor.token.key in ("st", "nd", "rd", "th"):
                cursor.at += 1
            word = cursor.take_word("act", "offence") if number is not None else None
        if word is None or number is None or not number.readings:
            cursor.at = first
            return False
        self._fact("offence", Word(str(number.readings[0]), cursor.span(first)))
        return True

    # -- at the end -------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        act = self.act
        spoken = act.said is not None and act.said.value != "nothing"
        if spoken and act.chips_first and act.motions and "said_when" not in act.facts:
            assert act.said is not None
            end = (act.said_amount or act.said).span.end
            names = ("before", "with", "after")
            choices = tuple(Choice(f" {{when.{name}}}", f"said-{name}") for name in names)
            self.troubles.append(Trouble(Span(end, end), "words-or-chips", {}, choices))
        if not self.seats and self.begun is None and self.told:
            self.troubles.append(Trouble(self.cursor.span(self.first), "who"))
