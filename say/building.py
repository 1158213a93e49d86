"""From a draft to the nodes of an incident file: the same readers then check shorthand and files alike."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from facts.records import NamedTuple
from facts.yamlnodes import ListNode, MapNode, Node, ScalarNode
from say.counting import Counted, count
from say.drafts import ActDraft, Amount, Chips, Draft, EventDraft, SeatRef, Span, Word
from say.seating import Seating, seated
from say.tables import Tables
from say.troubles import Trouble

_SEAT_CARDS = ("hands", "up_cards")
_ORDER = ("rulebook", "note", "game", "structure", "street", "began_with", "dead_small_blind")


class Built(NamedTuple):
    """The nodes, the table, and what has to be asked."""

    root: MapNode
    seating: Seating
    troubles: list[Trouble]


class Places:
    """Line and column of letters in a text, both from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(at + 1 for at, letter in enumerate(text) if letter == "\n")]

    def of(self, at: int) -> tuple[int, int]:
        """Line and column of a letter, counted from 0."""
        line = bisect_right(self.starts, at)
        return line, at - self.starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The letter at a line and column."""
        line = min(max(line, 1), len(self.starts))
        return self.starts[line - 1] + max(column - 1, 0)


def build(draft: Draft, text: str, tables: Tables) -> Built:
    """The incident file that a draft comes to."""
    seating, troubles = seated(draft)
    counted, more = count(draft, seating, tables)
    return Built(_Builder(Places(text), seating, counted).root(draft), seating, troubles + more)


class _Builder:
    def __init__(self, places: Places, seating: Seating, counted: Counted) -> None:
        self.places = places
        self.seating = seating
        self.counted = counted

    def root(self, draft: Draft) -> MapNode:
        pairs: list[tuple[Node, Node]] = []

        def put(key: str, value: Node) -> None:
            pairs.append((ScalarNode(key, value.line, value.column), value))

        for key in _ORDER:
            if key in draft.words:
                put(key, self._word(draft.words[key]))
        if self.seating.seats:
            spans = {seat.name: seat.span for seat in draft.seats}
            put("seats", self._list([self._scalar(name, spans.get(name)) for name in self.seating.seats]))
        if self.seating.button is not None:
            told = draft.seat_words.get("button")
            put("button", self._scalar(self.seating.button, told.span if told else None))
        if "begins" in draft.seat_words:
            put("begins", self._seat(draft.seat_words["begins"]))
        for key, amount in draft.amounts.items():
            put(key, self._amount(amount))
        stakes = self.counted.stakes
        if stakes:
            put("stakes", self._map([(name, self._scalar(str(chips), span)) for name, (chips, span) in stakes.items()]))
        if draft.stacks:
            put("stacks", self._map_at([(self._seat(seat), self._amount(amount)) for seat, amount in draft.stacks]))
        if draft.board:
            put("board", self._cards(draft.board))
        for key in _SEAT_CARDS:
            told_cards = [(self._seat(seat), self._cards(cards)) for name, seat, cards in draft.cards if name == key]
            if told_cards:
                put(key, self._map_at(told_cards))
        timeline = [node for told in draft.timeline if (node := self._told(told)) is not None]
        if timeline:
            put("actions", self._list(timeline))
        return MapNode(1, 1, pairs)

    # -- small nodes ------------------------------------------------------------------------------------------------

    def _scalar(self, text: str, span: Span | None) -> ScalarNode:
        line, column = self.places.of(span.start) if span is not None else (1, 1)
        return ScalarNode(text, line, column, False)

    def _word(self, word: Word) -> ScalarNode:
        return self._scalar(word.value, word.span)

    def _seat(self, seat: SeatRef) -> ScalarNode:
        return self._scalar(self.seating.name(seat), seat.span)

    def _amount(self, amount: Amount) -> ScalarNode:
        return self._scalar(str(self.counted.chips(amount)), amount.span)

    def _cards(self, cards: list[Word]) -> ListNode:
        return self._list([self._word(card) for card in cards])

    def _list(self, items: Sequence[Node]) -> ListNode:
        first = items[0] if items else self._scalar("", None)
        return ListNode(first.line, first.column, list(items))

    def _map(self, pairs: Sequence[tuple[str, Node]]) -> MapNode:
        return self._map_at([(ScalarNode(name, node.line, node.column), node) for name, node in pairs])

    def _map_at(self, pairs: Sequence[tuple[Node, Node]]) -> MapNode:
        first = pairs[0][0]
        return MapNode(first.line, first.column, list(pairs))

    # -- the timeline -----------------------------------------------------------------------------------------------

    def _told(self, told: ActDraft | EventDraft) -> Node | None:
        if isinstance(told, EventDraft):
            return self._event(told)
        detailed = self._act(told)
        return self._map_at([(self._seat(told.seat), self._map(detailed))]) if detailed else None

    def _event(self, event: EventDraft) -> MapNode:
        pairs: list[tuple[str, Node]] = [("event", self._word(event.type))]
        for name, value in event.slots.items():
            if isinstance(value, Word):
                pairs.append((name, self._word(value)))
            elif isinstance(value, SeatRef):
                pairs.append((name, self._seat(value)))
            elif isinstance(value, Amount):
                pairs.append((name, self._amount(value)))
            else:
                items = [self._seat(part) if isinstance(part, SeatRef) else self._word(part) for part in value]
                pairs.append((name, self._list(items)))
        return self._map(pairs)

    def _act(self, act: ActDraft) -> list[tuple[str, Node]]:
        pairs: list[tuple[str, Node]] = []
        if act.does is not None:
            total = self.counted.totals.get(id(act))
            told = act.does.value if total is None else f"{act.does.value} {total}"
            pairs.append(("does", self._scalar(told, act.does.span)))
        if act.said is not None:
            pairs.append(("says", self._scalar(self._spoken(act), act.said.span)))
        if act.motions:
            pairs.append(self._motions(act))
        if "no chips" in act.facts:
            pairs.append(("chips", self._list([])))
        for name, chips in act.chips.items():
            if name == "picked_up":
                sum_of = self._scalar(str(self._worth(chips)), chips.span)
                pairs.append((name, sum_of))
            else:
                pairs.append((name, self._chips(chips)))
        for name, word in act.facts.items():
            if name.startswith("no "):
                if name != "no chips":
                    pairs.append((name.removeprefix("no "), self._list([])))
            else:
                pairs.append((name, self._word(word)))
        return pairs

    def _spoken(self, act: ActDraft) -> str:
        assert act.said is not None
        if act.said_amount is None:
            return act.said.value
        how = {"to": "to ", "by": "by ", "more": "by "}.get(act.said_amount.how, "")
        return f"{act.said.value} {how}{self.counted.chips(act.said_amount)}"

    def _motions(self, act: ActDraft) -> tuple[str, Node]:
        if len(act.motions) == 1 and not act.columns:
            return "chips", self._chips(act.motions[0])
        return "columns" if act.columns else "motions", self._list([self._chips(chips) for chips in act.motions])

    def _chips(self, chips: Chips | Amount) -> ListNode:
        if isinstance(chips, Amount):
            return self._list([self._amount(chips)])
        return self._list([self._scalar(f"{n}x{self.counted.chips(chip)}", chip.span) for n, chip in chips.parts])

    def _worth(self, chips: Chips | Amount) -> int:
        if isinstance(chips, Amount):
            return self.counted.chips(chips)
        return sum(number * self.counted.chips(chip) for number, chip in chips.parts)
