"""The acts of a hand in PHH notation as a timeline: what the dealer dealt and when, what each player did.

The notation tells one act for check and call, and one for bet and raise; which of the two it was is read off the table
as it stood. The table here only keeps count for that: the rulebook replays the story by its own parameters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from facts.bettingrules import BettingRules
from facts.cards import UnknownCard, parse_cards
from facts.incident import Act, Event, Incident, Place, Value
from facts.incident_keys import STREETS
from facts.opening import first_turn, opening, posts_due, unit_for
from facts.table import Table

if TYPE_CHECKING:
    from facts.phh import _Reader

_CARDS = {"flop": 3, "turn": 1, "river": 1}
_OWN = {"holdem": 2, "omaha": 4}
_FORM = "write `d dh p1 AsKs`, `d db 7h8h9c`, `p1 cbr 300`, `p1 cc`, `p1 f` or `p1 sm`"
_PLAYER = re.compile(r"p([1-9][0-9]*)")


class Teller:
    """Goes through the acts of one hand. ``posted``: forced bets to be told one by one."""

    def __init__(
        self, reader: _Reader, head: Incident, rules: BettingRules, posted: Sequence[tuple[str, int]], high_low: bool
    ) -> None:
        self.reader = reader
        self.head = head
        self.posted = posted
        self.high_low = high_low
        self.rules = rules
        self.timeline: list[Act | Event] = []
        self.streets = list(STREETS[str(head.game)])
        self.street = self.streets.pop(0)
        self.board: list[str] = []
        self.extra: list[str] = []
        self.hands: dict[str, tuple[str, ...]] = {}
        self.known: dict[str, Place] = {}
        self.shown = False
        self.table = opening(head, rules)

    def told(self, actions: Sequence[str], places: Sequence[Place]) -> Incident:
        """The incident with its acts."""
        self._post()
        for text, place in zip(actions, places, strict=True):
            words = text.partition("#")[0].split()
            if words:
                self._entry(words, place)
        over = self.table.turn < 0 and not self.streets and self.table.live() > 1
        cards = self.hands if (over or self.shown) and not self.high_low else {}
        return self.head._replace(timeline=tuple(self.timeline), board=tuple(self.board), cards=cards)

    def _post(self) -> None:
        table = self.table.turn_from(first_turn(self.head, self.rules))
        for name, chips in self.posted:
            i = table.index(name)
            put = min(chips, self.head.stacks.get(name, chips))
            table = table.after(i, "post", put)
            self.timeline.append(Act(name, "post", put))
        for i, chips in () if self.posted else posts_due(self.head, self.rules):
            table = table.after(i, "post", chips)
        self.table = table

    def _entry(self, words: Sequence[str], place: Place) -> None:
        actor, verb, rest = words[0], words[1] if len(words) > 1 else "", words[2:]
        if actor == "d" and verb == "dh" and len(rest) == 2:
            if (seat := self._seat(rest[0], place)) is not None:
                self._hole(seat, rest[1], place)
        elif actor == "d" and verb == "db" and rest:
            self._deal(self._cards("".join(rest), place, "the board"), place)
        elif actor != "d" and (seat := self._seat(actor, place)) is not None:
            self._act(seat, verb, rest, place)
        elif actor == "d":
            self._unread(words, place)

    def _unread(self, words: Sequence[str], place: Place) -> None:
        self.reader.fault_at(*place, f"actions: '{' '.join(words)[:60]}' is no act of the notation", _FORM)

    def _seat(self, text: str, place: Place) -> str | None:
        found = _PLAYER.fullmatch(text)
        seats = self.head.seats
        if found and int(found[1]) <= len(seats):
            return seats[int(found[1]) - 1]
        self.reader.fault_at(*place, f"actions: there is no player '{text[:20]}'", f"d, p1 to p{len(seats)}")
        return None

    def _cards(self, text: str, place: Place, what: str, own: bool = False) -> tuple[str, ...]:
        """Cards that were told; a card dealt twice is a fault that names both places. Own cards may stay unknown."""
        bare = text.replace("??", "").replace("?", "")
        try:
            cards = tuple(str(card) for card in parse_cards(bare)) if bare else ()
        except UnknownCard as error:
            self.reader.fault_at(*place, f"{what}: {error.message}", error.hint)
            return ()
        for card in cards:
            if card in self.known:
                first = self.known[card]
                self.reader.fault_at(*place, f"{what}: {card} was dealt before", f"it stands in line {first.line}")
            self.known[card] = place
        known = len(cards) * 2 == len(text)
        return cards if known or not own else ()

    # -- the dealer -----------------------------------------------------------------------------------------------

    def _hole(self, seat: str, text: str, place: Place) -> None:
        """Own cards; a wrong number of them is an event of its own."""
        cards = self._cards(text, place, f"the cards of {seat}", own=True)
        number = len(text) // 2
        if number != _OWN[str(self.head.game)]:
            self.timeline.append(Event("wrong-card-count", {"seat": seat, "cards": number}, place))
        elif cards:
            self.hands[seat] = cards

    def _deal(self, cards: tuple[str, ...], place: Place) -> None:
        """Cards on the board: the next street, or what went wrong with it."""
        if not self.streets:
            self.timeline.append(Event("extra-board-cards", {"street": self.street, "cards": len(cards) + 1}, place))
            return
        street = self.streets[0]
        due = _CARDS[street]
        if self.table.turn >= 0:  # somebody still has to act
            self.timeline.append(Event("board-during-round", {"street": street, "round_over": False}, place))
            return
        self.streets.pop(0)
        self.street = street
        self.timeline.append(Event("dealt", {"street": street, "cards": cards}, place))
        self.table = self.table.next_street(unit_for(self.head, street, self.rules))
        if len(cards) > due:
            told: dict[str, Value] = {"street": street, "cards": len(cards), "opened": True}
            self.timeline.append(Event("extra-board-cards", told, place))
            self.board.extend(cards[:due])
            return
        if len(cards) < due:
            self.reader.fault_at(*place, f"the board: the {street} has {due} cards, not {len(cards)}", "tell all")
        self.board.extend(cards)

    # -- the players ----------------------------------------------------------------------------------------------

    def _act(self, seat: str, verb: str, rest: Sequence[str], place: Place) -> None:
        i = self.table.index(seat)
        if verb == "f" and not rest:
            self._keep(i, Act(seat, "fold", place=place))
        elif verb == "cc" and not rest:
            self._keep(i, Act(seat, "call" if self.table.owed(i) else "check", place=place))
        elif verb == "cbr" and len(rest) == 1:
            self._wager(i, seat, rest[0], place)
        elif verb == "sm":
            self._show(seat, "".join(rest), place)
        else:
            self._unread((f"p{i + 1}", verb, *rest), place)

    def _wager(self, i: int, seat: str, amount: str, place: Place) -> None:
        try:
            number = float(amount) if "." in amount else int(amount)
        except ValueError:
            self.reader.fault_at(*place, f"cbr: '{amount[:20]}' is no amount", "the street total in whole chips")
            return
        to = self.reader.whole("cbr", number, place)
        if to is None:
            return
        chips = self.table.seats[i]
        most = None if chips.behind is None else chips.put + chips.behind
        if most is not None and to > most:
            message = f"cbr: {seat} bets {to} in all, but has {most} on this street"
            self.reader.fault_at(*place, message, "correct the amount or the starting stack")
            return
        does = "all-in" if to == most else "raise" if self.table.opened else "bet"
        self._keep(i, Act(seat, does, to, place=place))

    def _keep(self, i: int, act: Act) -> None:
        """The act as it was told; the table here goes on as if it stood."""
        self.timeline.append(act)
        self.table = _carried_out(self.table, i, act)

    def _show(self, seat: str, cards: str, place: Place) -> None:
        """Cards shown at the end; what they are was told with the deal or is told now."""
        if not cards or cards == "-":
            return
        bare = "".join(cards.split())
        try:
            shown = tuple(str(card) for card in parse_cards(bare.replace("?", "")))
        except UnknownCard as error:
            self.reader.fault_at(*place, f"the cards of {seat}: {error.message}", error.hint)
            return
        if len(shown) == _OWN[str(self.head.game)]:
            self.hands[seat] = shown
            self.shown = True


def _carried_out(table: Table, i: int, act: Act) -> Table:
    """The table after an act, wherever its turn was."""
    if act.does in ("fold", "check", "call"):
        return table.after(i, act.does)
    to = act.to or 0
    if to <= table.level:
        return table.after(i, "call", to)
    least = table.min_raise_to() if table.opened else table.unit
    kind = "bet" if not table.opened else "raise"
    if act.does == "all-in" and least is not None and to < least and not table.is_full(to):
        kind = "short"
    return table.after(i, kind, to)


__all__ = ["Teller"]
