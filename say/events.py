"""One event in shorthand: a phrase that names it, in any order of words, and its slots by small words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from facts.lexicon import SlotSpec
from facts.records import NamedTuple
from say.cursor import Cursor
from say.drafts import Amount, EventDraft, SeatRef, Slot, Span, Word
from say.slots import Known
from say.tables import Meaning, Phrase, Tables
from say.troubles import Trouble

_NUMBERS = ("count", "chips")
_SEATS = ("seat", "seats")
_MOST_TRIED = 4


class Found(NamedTuple):
    """A phrase that fits, and the tokens that it takes."""

    phrase: Phrase
    tokens: frozenset[int]


class Read(NamedTuple):
    """What became of an attempt: the event, what is wrong, the token up to which it read, and whether no more than a
    title of the vocabulary named it.
    """

    event: EventDraft
    troubles: list[Trouble]
    at: int
    titled: bool = False


def phrases_in(cursor: Cursor) -> list[Found]:
    """The phrases whose words all stand here, the fullest first."""
    tables = cursor.tables
    where: dict[str, list[int]] = {}
    for at in range(cursor.at, cursor.last):
        if not cursor.part(at, cursor.last).named:  # a player may be called First, or Button
            where.setdefault(cursor.row[at], []).append(at)
    hits: dict[int, int] = {}
    for stem in where:
        for number in tables.by_stem.get(stem, ()):
            hits[number] = hits.get(number, 0) + 1
    found = []
    for number, count in hits.items():
        phrase = tables.phrases[number]
        wanted = Counter(phrase.stems)
        if count == len(wanted) and all(len(where[stem]) >= times for stem, times in wanted.items()):
            found.append(Found(phrase, frozenset(at for stem, times in wanted.items() for at in where[stem][:times])))
    return sorted(found, key=lambda one: (-len(one.phrase.stems), -one.phrase.rank, one.phrase.event))


def read_events(cursor: Cursor, known: Known) -> list[Read]:
    """The events that can be told here, each read to the end; those that fit best come first."""
    found: dict[tuple[str, tuple[tuple[str, str], ...]], Found] = {}
    for one in phrases_in(cursor):
        if one.phrase.event in known.events:
            found.setdefault((one.phrase.event, one.phrase.slots), one)
    reads = []
    for one in list(found.values())[:_MOST_TRIED]:
        here = cursor.part(cursor.at, cursor.last)
        read = _EventReader(here, one, known, None).read()
        reads.append(read._replace(titled=not one.phrase.rank))
    return sorted(reads, key=lambda read: len(read.troubles))


def go_on(cursor: Cursor, event: EventDraft, known: Known) -> Read:
    """More slots of an event that was begun before a comma. ``event`` is left as it is."""
    return _EventReader(cursor, None, known, event).read()


class _EventReader:
    def __init__(self, cursor: Cursor, found: Found | None, known: Known, begun: EventDraft | None) -> None:
        self.cursor = cursor
        self.first = cursor.at
        self.taken = found.tokens if found else frozenset()
        self.troubles: list[Trouble] = []
        if begun is not None:
            self.event = EventDraft(begun.type, dict(begun.slots), begun.span)
        else:
            assert found is not None
            first = min(self.taken)
            span = Span(cursor.tokens[first].start, cursor.tokens[max(self.taken)].end)
            self.event = EventDraft(Word(found.phrase.event, span), {})
            self.event.slots.update({name: Word(value, span) for name, value in found.phrase.slots})
        self.implied = frozenset(self.event.slots) if begun is None else frozenset()
        self.specs = known.specs(self.event.type.value)
        self.words = known.words(self.event.type.value)

    def read(self) -> Read:
        cursor = self.cursor
        while not cursor.done:
            before = cursor.at
            if cursor.at in self.taken:
                cursor.at += 1
            elif not self._slot():
                cursor.at = before
                if cursor.row[cursor.at] in cursor.tables.beside:
                    cursor.at += 1
                elif not cursor.skip_one():
                    token = cursor.token
                    cursor.at += 1
                    self.troubles.append(Trouble(Span(token.start, token.end), "unknown"))
        end = cursor.span(max(cursor.at - 1, self.first)).end
        begun = self.event.span if self.event.span.end else Span(cursor.tokens[self.first].start, end)
        self.event.span = Span(begun.start, end)
        return Read(self.event, self.troubles, cursor.at)

    # -- slots ------------------------------------------------------------------------------------------------------

    def _slot(self) -> bool:
        cursor = self.cursor
        first = cursor.at
        if self._named(first, False):
            return True
        denied = cursor.take_word("mark", "no") and not cursor.done and cursor.at not in self.taken
        if denied and self._named(first, True):
            return True
        cursor.at = first
        return self._bare()

    def _named(self, first: int, denied: bool) -> bool:
        """A slot by its label, by a word of its domain or by a whole statement."""
        for kind, name, size in self._meanings():
            self.cursor.at += size
            if self._fits(kind, name, first, denied):
                return True
            self.cursor.at -= size
        return False

    def _meanings(self) -> Iterable[tuple[str, str, int]]:
        """Labels, words and statements that stand here, the longest first."""
        cursor = self.cursor
        found = [m for m in self.words.at(cursor.row, cursor.at) if cursor.at + m.size <= cursor.last]
        rank = {"is": 1, "value": 2, "label": 3}
        free = [m for m in found if m.value.partition("=")[0] not in self.event.slots or m.value in self.implied]
        again = [m for m in found if m not in free]
        typed = "" if cursor.done else cursor.token.key
        free.sort(key=lambda m: (-m.size, 0 if self._counts(m) else rank[m.kind], m.value != typed))
        for meaning in (*free, *again):
            yield meaning.kind, meaning.value, meaning.size

    def _counts(self, meaning: Meaning) -> bool:
        """Whether a label stands before what it can take: a number, or a player."""
        after = self.cursor.ahead(meaning.size)
        if after is None or meaning.kind != "label":
            return False
        if self.specs[meaning.value].type in _NUMBERS:
            return after.kind == "number"
        behind = self.cursor.part(self.cursor.at + meaning.size, self.cursor.last)
        return self.specs[meaning.value].type == "seat" and after.kind != "comma" and behind.take_seat() is not None

    def _fits(self, kind: str, name: str, first: int, denied: bool) -> bool:
        """Whether a label with what follows it, or a word by itself, fills a slot."""
        slot, _, value = name.partition("=")
        spec = self.specs[slot]
        if kind == "is":
            return not denied and self._put(slot, Word(value, self.cursor.span(first)), first)
        if kind == "value":
            return not denied and self._put_word(slot, value, first)
        if spec.type == "flag":
            told = self.cursor.take_word("mark", "yes", "no")
            no = denied != (told is not None and told.value == "no")
            return self._put(slot, Word("no" if no else "yes", self.cursor.span(first)), first)
        if denied:
            return False
        after = self.cursor.at
        told_value = self._value(spec)
        while told_value is None and not self.cursor.done and self.cursor.empty():
            self.cursor.at += 1
            told_value = None if self.cursor.done else self._value(spec)
        if told_value is None:
            self.cursor.at = after
            return False
        return self._put(slot, told_value, first)

    def _put_word(self, slot: str, value: str, first: int) -> bool:
        """A word of a domain; its label may follow: ``first card``."""
        word = Word(value, self.cursor.span(first))
        for meaning in self.words.at(self.cursor.row, self.cursor.at):
            if (meaning.kind, meaning.value) == ("label", slot) and self.cursor.at + meaning.size <= self.cursor.last:
                self.cursor.at += meaning.size
                break
        return self._put(slot, word, first)

    def _value(self, spec: SlotSpec) -> Slot | None:
        """What stands here, if it can be a value of this slot."""
        cursor = self.cursor
        if spec.type == "seat":
            return cursor.take_seat()
        if spec.type == "seats":
            return self._seats() or None
        if spec.type in _NUMBERS:
            return cursor.take_count()
        if spec.type == "cards":
            return cursor.take_cards() or None
        wanted = f"{spec.name}="
        for meaning in self.words.at(cursor.row, cursor.at):
            if meaning.kind == "value" and meaning.value.startswith(wanted) and cursor.at + meaning.size <= cursor.last:
                first = cursor.at
                cursor.at += meaning.size
                return Word(meaning.value.removeprefix(wanted), cursor.span(first))
        return None

    def _seats(self) -> list[SeatRef]:
        found: list[SeatRef] = []
        if self.cursor.take_word("said", "nothing"):
            return found
        while seat := self.cursor.take_seat():
            found.append(seat)
            self.cursor.skip()
        return found

    def _bare(self) -> bool:
        """A player, a number or cards without a label."""
        cursor = self.cursor
        first = cursor.at
        seat = cursor.take_seat()
        if seat is not None:
            return self._bare_seat(seat, first)
        number = cursor.take_count()
        if number is not None:
            return self._bare_number(number, first)
        slot = next((name for name, spec in self._open("cards")), None)
        if slot is not None and (cards := cursor.take_cards()):
            return self._put(slot, cards, first)
        cursor.at = first
        return False

    def _bare_seat(self, seat: SeatRef, first: int) -> bool:
        for name, spec in self._open(*_SEATS):
            if spec.type == "seat":
                return self._put(name, seat, first)
            return self._put(name, [seat, *self._seats_after()], first)
        self.cursor.at = first
        return False

    def _seats_after(self) -> list[SeatRef]:
        self.cursor.skip()
        return self._seats()

    def _bare_number(self, number: Amount, first: int) -> bool:
        """By the label that follows it (``4 cards``), else by the only slot that is left for it."""
        cursor = self.cursor
        here = cursor.at
        while True:
            for kind, name, size in self._meanings():
                if kind == "label" and self.specs[name].type in _NUMBERS:
                    cursor.at += size
                    return self._put(name, number, first)
            if cursor.done or cursor.token.kind != "word" or not cursor.empty():
                break
            cursor.at += 1
        cursor.at = here
        left = list(self._open(*_NUMBERS))
        needed = [name for name, spec in left if spec.required] or [name for name, _ in left]
        if len(needed) == 1:
            return self._put(needed[0], number, first)
        if cursor.at < cursor.last and cursor.at in self.taken and needed:
            word = cursor.row[cursor.at]
            named = [name for name, _ in left if word in self._label_stems(name)]
            if len(named) == 1:
                return self._put(named[0], number, first)
        cursor.at = first
        return False

    def _label_stems(self, slot: str) -> set[str]:
        index = self.words.index
        return {stems[0] for rows in index.values() for stems, meant in rows if ("label", slot) in meant}

    def _open(self, *types: str) -> list[tuple[str, SlotSpec]]:
        """The slots of some types that nothing was said about, ``seat`` and needed ones first."""
        left = [item for item in self.specs.items() if item[1].type in types and item[0] not in self.event.slots]
        return sorted(left, key=lambda item: (item[0] != "seat", not item[1].required))

    def _put(self, slot: str, value: Slot, first: int) -> bool:
        told = self.event.slots.get(slot)
        if told is not None and slot not in self.implied:
            same = isinstance(told, Word) and isinstance(value, Word) and told.value == value.value
            if not same:
                self.troubles.append(Trouble(self.cursor.span(first), "told-twice"))
        self.event.slots[slot] = value
        return True


def phrase_of(event: str, language: str, tables: Tables) -> str:
    """The words by which an event is told: the first of its phrases, else its own name."""
    told = tables.events.get(event, {}).get(language, ())
    return str(told[0]) if told else event.replace("-", " ")
