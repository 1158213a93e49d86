"""Typed values of an incident file: chips, seats, cards, and the slots of events, each fault at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facts.amounts import MOST_CHIPS, NotUnderstood, parse_amount, parse_chips
from facts.incident import Place, Value
from facts.incident_keys import LONGEST_SEAT
from facts.records import NamedTuple
from facts.yamlnodes import ListNode, Node, NodeReader, ScalarNode, describe, short


class Spot(NamedTuple):
    """Where a card was told: which key, and its place."""

    what: str
    line: int


class ValueReader(NodeReader):
    """Reads the values that incident keys and event slots have in common.

    ``seats``: the names at the table once they are known. Until then (or when the list itself is faulty) every name
    passes, so that one wrong list does not turn each act into a fault.
    """

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.seats: tuple[str, ...] = ()
        self.told_cards: dict[str, Spot] = {}

    def value(self, node: Node, what: str, kind: str, domain: Iterable[str] = (), least: int = 0) -> Value:
        """A value of a simple kind: word, flag, count, chips, seat, seats, cards, steps; any other is read as text."""
        if kind == "word":
            return self.word(node, what, domain)
        if kind == "flag":
            return self.flag(node, what)
        if kind == "count":
            return self.whole(node, what, least)
        if kind == "chips":
            return self.chips(node, what, least)
        if kind == "chip-list":
            return self.chip_list(node, what)
        if kind == "seat":
            return self.seat(node, what)
        if kind == "seats":
            return self.seat_list(node, what)
        if kind == "steps":
            return tuple(step for item in self.texts(node, what) if (step := self.word(item, what, domain)) is not None)
        if kind == "cards":
            return tuple(card for card, _ in self.cards(node, what)) or None
        return self.text(node, what)

    def chips(self, node: Node, what: str, least: int = 0) -> int | None:
        """A number of whole chips, not below ``least``."""
        text = self.text(node, what, "a number of chips")
        if text is None:
            return None
        try:
            amount = parse_amount(text)
        except NotUnderstood as error:
            self.fault(node, f"{what}: {error.message}", error.hint)
            return None
        if amount < least:
            self.fault(node, f"{what}: {amount} is too small", f"at least {least}")
            return None
        return amount

    def chip_list(self, node: Node, what: str) -> tuple[int, ...] | None:
        """Chips by denomination, one text or a list of texts. Empty: none were pushed. None: not told, or a fault."""
        if isinstance(node, ScalarNode) and node.is_null:
            return None
        parts = self.texts(node, what) if isinstance(node, ListNode) else [node]
        before = len(self.faults)
        chips: list[int] = []
        for part in parts:
            text = self.text(part, what, "chips such as 5x100")
            try:
                chips.extend(parse_chips(text) if text is not None else ())
            except NotUnderstood as error:
                self.fault(part, f"{what}: {error.message}", error.hint)
        if len(chips) > MOST_CHIPS:
            self.fault(node, f"{what}: more than {MOST_CHIPS} chips in one motion")
        return tuple(chips) if len(self.faults) == before else None

    def seat(self, node: Node, what: str) -> str | None:
        """The name of a seat at this table."""
        name = self.text(node, what, "a seat")
        return self.known_seat(node, name, what) if name is not None else None

    def known_seat(self, node: Node, name: str, what: str) -> str | None:
        """The name when such a seat exists, else None with a fault."""
        if not self.seats or name in self.seats:
            return name
        self.fault(node, f"{what}: there is no seat '{short(name)}'", self.near(name, self.seats))
        return None

    def seat_list(self, node: Node, what: str) -> tuple[str, ...] | None:
        """Seats of this table, in the order of the list."""
        if isinstance(node, ScalarNode) and node.is_null:
            return None
        names = (self.seat(item, what) for item in self.texts(node, what))
        return tuple(name for name in names if name is not None)

    def by_seat(self, node: Node, what: str) -> Iterator[tuple[str, Node]]:
        """The pairs of a mapping from seats; pairs of unknown seats are faults and left out."""
        for name, (key, value) in self.fields(node, what).items():
            seat = self.known_seat(key, name.strip(), what)
            if seat is not None:
                yield seat, value

    def new_seats(self, node: Node) -> tuple[str, ...]:
        """The seats of the table, as the list names them; sets ``self.seats``."""
        names: dict[str, ScalarNode] = {}
        for item in self.texts(node, "seats"):
            name = item.text.strip()
            if not name or len(name) > LONGEST_SEAT or not name.isprintable():
                self.fault(item, f"seats: {describe(item)} is no name", f"1 to {LONGEST_SEAT} letters or digits")
            elif name == "event":
                self.fault(item, "seats: 'event' cannot be a name", "it marks events in the list of actions")
            elif name in names:
                self.fault(item, f"seats: '{name}' sits twice", f"first at line {names[name].line}")
            else:
                names[name] = item
        self.seats = tuple(names)
        return self.seats

    def cards(self, node: Node, what: str) -> list[tuple[str, Node]]:
        """Cards in canonical writing, each with the node it stood in."""
        if isinstance(node, ScalarNode) and node.is_null:
            return []
        from facts.cards import UnknownCard, parse_cards  # late: few incidents tell cards

        found: list[tuple[str, Node]] = []
        for part in self.texts(node, what) if isinstance(node, ListNode) else [node]:
            text = self.text(part, what, "cards such as As Kd")
            try:
                found.extend((str(card), part) for card in parse_cards(text or ""))
            except UnknownCard as error:
                self.fault(part, f"{what}: {error.message}", error.hint)
        return found

    def table_cards(self, node: Node, what: str) -> tuple[str, ...]:
        """Cards of which the deck has one each: a card that was told before is a fault that names both places."""
        cards = self.cards(node, what)
        for card, part in cards:
            if card in self.told_cards:
                first = self.told_cards[card]
                self.fault(part, f"{what}: {card} is told twice", f"it stands under {first.what}, line {first.line}")
            else:
                self.told_cards[card] = Spot(what, part.line)
        return tuple(card for card, _ in cards)


def place(node: Node) -> Place:
    """The place of a node in its file."""
    return Place(node.line, node.column)
