"""A story in shorthand, clause by clause: what a part can be is tried in turn, and the reading that fits is taken."""

from __future__ import annotations

from collections.abc import Callable

from facts.incident_keys import STREETS
from facts.records import NamedTuple
from say import acts, events, heads
from say.cursor import Cursor, Names
from say.drafts import ActDraft, Draft, EventDraft, SeatRef, Span, Told, Word
from say.slots import Known
from say.stems import row_of
from say.tables import Tables
from say.tokens import Token, tokens, unquoted
from say.troubles import Trouble

_SEPARATORS = ("end", "comma")
_NO_NAMES = ("street", "key", "game", "structure", "act", "verb")


class Attempt(NamedTuple):
    """One way to read a part: what is wrong with it, how far it goes, and how it is taken over into the draft."""

    troubles: list[Trouble]
    at: int
    enter: Callable[[Draft], Told | None]


def read_clauses(text: str, tables: Tables, known: Known) -> tuple[Draft, list[Trouble]]:
    """The draft of a story and everything that is not understood in it."""
    return _Reader(text, tables, known).read()


class _Reader:
    def __init__(self, text: str, tables: Tables, known: Known) -> None:
        self.text = text
        self.tables = tables
        self.known = known
        self.tokens = tokens(text)
        self.row = row_of(self.tokens)
        self.draft = Draft()
        self.troubles: list[Trouble] = []
        self.open: Told | None = None

    def read(self) -> tuple[Draft, list[Trouble]]:
        taken = self._seats()
        self.cursor = Cursor(self.text, self.tokens, self.row, self.tables, self._names())
        first = 0
        for first, last in self._segments(taken):
            if first == 0 or self.tokens[first - 1].kind == "end":
                self.open = None
            self._segment(first, last)
        self._late_street()
        self._next_street()
        return self.draft, self.troubles

    def _late_street(self) -> None:
        """A street that is named at the end, and nothing happens on it, is the one of the whole story."""
        timeline = self.draft.timeline
        at = next((n for n, told in enumerate(timeline) if isinstance(told, EventDraft) and told.street), None)
        if at is None or "street" in self.draft.words:
            return
        if all(isinstance(told, ActDraft) and told.to_act for told in timeline[at + 1 :]):
            street = timeline.pop(at)
            assert isinstance(street, EventDraft)
            self.draft.words["street"] = street.type._replace(value=street.street)

    def _next_street(self) -> None:
        """An event of the next street (``burned and turned``) is of the one after the street of the story."""
        told = self.draft.words.get("street")
        streets = next((row for row in STREETS.values() if told is not None and told.value in row[:-1]), ())
        for event in self.draft.timeline:
            here = event.slots.get("street") if isinstance(event, EventDraft) else None
            if isinstance(event, EventDraft) and isinstance(here, Word) and here.value == "next":
                del event.slots["street"]
                if told is not None and streets:
                    event.slots["street"] = here._replace(value=streets[streets.index(told.value) + 1])

    def _segments(self, taken: frozenset[int]) -> list[tuple[int, int]]:
        """The stretches between separators, without the tokens of the list of seats; brackets hold together."""
        found: list[tuple[int, int]] = []
        first = depth = 0
        for at, token in enumerate(self.tokens):
            depth = 0 if token.kind == "end" else max(0, depth + {"(": 1, ")": -1}.get(token.text, 0))
            if self._ends_an_event(first, at):
                found.append((first, at + 1))
                first = at + 1
            elif token.kind == "end" or (token.kind == "comma" and not depth) or at in taken:
                if at > first and not (token.kind == "comma" and self._only_players(first, at)):
                    found.append((first, at))
                    first = at + 1
                elif at == first:
                    first = at + 1
        if len(self.tokens) > first:
            found.append((first, len(self.tokens)))
        return found

    def _ends_an_event(self, first: int, at: int) -> bool:
        """Whether what went wrong ends here and a player follows: ``turn dealt before C acted``."""
        if self.tokens[at].key not in acts.BEFORE or at == first:
            return False
        here, behind = self.cursor.part(first, at + 1), self.cursor.part(at + 1, len(self.tokens))
        if not any(at in one.tokens for one in events.phrases_in(here)):
            return False
        behind.take_word("act", "toact")
        return behind.take_seat() is not None

    def _only_players(self, first: int, comma: int) -> bool:
        """Whether a comma stands between players who do the same: ``A, B and C fold``."""
        here, behind = self.cursor.part(first, comma), self.cursor.part(comma + 1, len(self.tokens))
        while not here.done:
            here.skip()
            if here.done or here.take_seat() is None:
                return False
        return behind.take_seat() is not None and (behind.done or behind.token.kind != "number")

    # -- the list of seats ------------------------------------------------------------------------------------------

    def _seats(self) -> frozenset[int]:
        """Reads ``seats A B C`` wherever it stands, for names have to be known before anything else is read."""
        taken: set[int] = set()
        titles = {str(word) for told in self.tables.story["key.seats"].values() for word in told}
        cursor = Cursor(self.text, self.tokens, self.row, self.tables, Names())
        for at, token in enumerate(self.tokens):
            begins = at == 0 or self.tokens[at - 1].kind in _SEPARATORS
            if token.kind != "word" or not begins or self.draft.seats:
                continue
            cursor.at, cursor.last = at, len(self.tokens)
            if token.key in titles and not self._in_an_event(at) and cursor.take_word("key", "seats"):
                taken.update(range(at, cursor.at))
                taken.update(self._names_from(cursor))
        return frozenset(taken)

    def _in_an_event(self, at: int) -> bool:
        """Whether an event was told before a comma: then ``seats`` is a word about it."""
        first = at
        while first and self.tokens[first - 1].kind != "end":
            first -= 1
        before = Cursor(self.text, self.tokens, self.row, self.tables, Names()).part(first, at)
        return bool(events.phrases_in(before))

    def _names_from(self, cursor: Cursor) -> list[int]:
        taken: list[int] = []
        numbers = not cursor.done and cursor.token.kind == "number"
        while not cursor.done and cursor.token.kind != "end":
            first = cursor.at
            if cursor.token.kind == "comma" or cursor.token.text in ":=":
                cursor.at += 1
            elif cursor.token.kind == "number" and not numbers:
                amount = cursor.take_amount()
                if amount is None or not self.draft.seats:
                    break
                self.draft.stacks.append((self.draft.seats[-1], amount))
            elif not self._name(cursor, numbers):
                break
            taken += range(first, cursor.at)
        return taken

    def _name(self, cursor: Cursor, numbers: bool) -> bool:
        """One name of the list: everything up to the next blank, comma or end."""
        token = cursor.token
        begun = self.tokens[cursor.at - 1].kind == "comma"
        if token.kind == "word" and token.text[0].islower() and cursor.peek(*_NO_NAMES):
            return False
        if begun and cursor.peek(*_NO_NAMES) and cursor.peek("position") is None:
            return False
        if begun and (after := cursor.ahead()) and after.kind not in _SEPARATORS and not _joined(after, self.text):
            ahead = cursor.part(cursor.at + 1, cursor.last)
            if ahead.acts_follow() or ahead.peek(*_NO_NAMES):
                return False
        if token.kind == "number" and numbers:
            for part in token.text.replace(",", " ").split():
                self.draft.seats.append(SeatRef(f"#{part}", "number", Span(token.start, token.end)))
            cursor.at += 1
            return True
        if token.kind == "quoted":
            name, last = unquoted(token.text).strip(), cursor.at + 1
        elif token.text in ("#", "№"):
            if (number := cursor.take_seat()) is None:
                return False
            self.draft.seats.append(number)
            return True
        elif token.kind == "word":
            last = cursor.at + 1
            while last < cursor.last and _joined(self.tokens[last], self.text):
                last += 1
            name = self.text[token.start : self.tokens[last - 1].end]
        else:
            return False
        self.draft.seats.append(SeatRef(name, "known", Span(token.start, self.tokens[last - 1].end)))
        cursor.at = last
        return True

    def _names(self) -> Names:
        told = [seat.name for seat in self.draft.seats if seat.kind == "known"]
        return Names.of(told, [tuple(token.text for token in tokens(name)) for name in told])

    # -- segments ---------------------------------------------------------------------------------------------------

    def _segment(self, first: int, last: int) -> None:
        """One stretch: read part by part; what nothing fits is a fault, and reading goes on behind it."""
        at = first
        while at < last:
            here = self.cursor.part(at, last)
            here.skip()
            if here.done:
                return
            at = max(self._step(at, last), at + 1)

    def _step(self, at: int, last: int) -> int:
        tried = self._attempts(at, last)
        sound = [attempt for attempt in tried if not attempt.troubles and attempt.at > at]
        if sound:
            best = max(sound, key=lambda attempt: attempt.at)
        else:
            useful = [attempt for attempt in tried if attempt.at > at]
            if not useful:
                self._unknown(at)
                return at + 1
            best = min(useful, key=lambda attempt: (_weight(attempt), -attempt.at))
            self.troubles += best.troubles
        self.open = best.enter(self.draft)
        return best.at

    def _attempts(self, at: int, last: int) -> list[Attempt]:
        found: list[Attempt] = []
        if isinstance(self.open, EventDraft):
            found.append(self._more_of_event(at, last, self.open))
        elif isinstance(self.open, ActDraft):
            found.append(self._more_of_act(at, last, self.open))
        if found and not found[0].troubles and found[0].at == last:
            return found
        told = events.read_events(self.cursor.part(at, last), self.known)
        found += [self._event(read) for read in told if not read.titled]
        found.append(self._act(acts.read_act(self.cursor.part(at, last))))
        found += [self._event(read) for read in told if read.titled]
        found.append(self._head(heads.read_head(self.cursor.part(at, last), bool(self.draft.timeline))))
        return found

    def _more_of_event(self, at: int, last: int, event: EventDraft) -> Attempt:
        read = events.go_on(self.cursor.part(at, last), event, self.known)
        return Attempt(read.troubles, read.at, lambda draft: _replaced(draft, event, read.event))

    def _more_of_act(self, at: int, last: int, act: ActDraft) -> Attempt:
        read = acts.go_on(self.cursor.part(at, last), act)
        return Attempt(read.troubles, read.at, lambda draft: _replaced(draft, act, read.acts[0]))

    def _event(self, read: events.Read) -> Attempt:
        def enter(draft: Draft) -> Told:
            draft.timeline.append(read.event)
            return read.event

        return Attempt(read.troubles, read.at, enter)

    def _act(self, read: acts.Read) -> Attempt:
        def enter(draft: Draft) -> Told | None:
            draft.timeline += read.acts
            draft.aliases += read.aliases
            draft.stacks += read.stacks
            draft.mentioned += [act.seat for act in read.acts]
            return read.acts[-1] if read.acts else None

        return Attempt(read.troubles, read.at, enter)

    def _head(self, read: heads.Read) -> Attempt:
        def enter(draft: Draft) -> None:
            for effect in read.effects:
                effect(draft)

        return Attempt(read.troubles, read.at if read.effects else -1, enter)

    def _unknown(self, at: int) -> None:
        token = self.tokens[at]
        last = self.troubles[-1] if self.troubles else None
        if last and last.code == "unknown" and not self.text[last.span.end : token.start].strip():
            self.troubles[-1] = Trouble(Span(last.span.start, token.end), "unknown")
        else:
            self.troubles.append(Trouble(Span(token.start, token.end), "unknown"))


def _weight(attempt: Attempt) -> int:
    """How much is wrong with a reading: a question weighs less than a word that is not understood."""
    return sum(1 if trouble.choices else 3 for trouble in attempt.troubles)


def _replaced(draft: Draft, old: Told, new: Told) -> Told:
    at = next(number for number, told in enumerate(draft.timeline) if told is old)
    draft.timeline[at] = new
    return new


def _joined(token: Token, text: str) -> bool:
    """Whether a token belongs to the name before it: no blank and no comma between them."""
    if token.kind in _SEPARATORS:
        return False
    return token.glued or text[token.start - 1] in "-_"
