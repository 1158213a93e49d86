"""Acts of a story: who does what, agreed or as it was seen, with amounts that lie on a threshold or one chip beside it.

The replay of the table says where the thresholds are; what an irregular act comes to is guessed, since only the ruling
knows it. A story whose guess went wrong is a story all the same.
"""

from __future__ import annotations

from typing import Any

from facts.incident import Act, Event, Incident, Words
from facts.incident_keys import GESTURES, SAID_WHEN, STREETS
from facts.lexicon import vocabulary
from facts.opening import betting_rules, first_turn, opening, posts_due, unit_for
from facts.table import Table
from soak.dice import Dice

_CHIPS = (1, 2, 5, 10, 25, 50, 100, 500, 1000, 5000)
_CUSTOMS = betting_rules({}, vocabulary().customs)
_WORDS = {"nothing": 20, "check": 8, "call": 12, "bet": 12, "raise": 22, "reraise": 5, "cap": 3, "all-in": 7}
_WORDS |= {"fold": 4, "amount": 10, "pot": 5}


class Play:
    """A story while it is told: the table as far as it can be guessed, and what has happened."""

    def __init__(self, dice: Dice, head: Incident) -> None:
        self.dice = dice
        self.head = head
        self.timeline: list[Act | Event] = []
        self._posts()
        told = head._replace(timeline=tuple(self.timeline))
        self.table: Table = opening(told, _CUSTOMS).turn_from(first_turn(told, _CUSTOMS))
        for i, chips in posts_due(told, _CUSTOMS):
            self._move(i, "post", chips)
        for act in self.timeline:
            if isinstance(act, Act):
                self._move(self.table.index(act.seat), "post", act.to)

    def acts(self, count: int) -> None:
        """So many acts; streets are dealt on the way."""
        for _ in range(count):
            if self.table.closed() and self.dice.likely(85) and not self._deal():
                break
            self._act()

    def _posts(self) -> None:
        """Blinds told act by act, a straddle, a short or doubled blind; often none is told."""
        dice, head = self.dice, self.head
        if head.street != "preflop" or len(head.seats) < 3 or dice.likely(60):
            return
        small, big = head.stakes.get("sb", 1), head.stakes.get("bb", 2)
        at = head.seats.index(head.button) + 1 if head.button else 0
        order = [head.seats[(at + k) % len(head.seats)] for k in range(len(head.seats))]
        posts = [small, big, *((2 * big,) if dice.likely(30) else ())]
        for seat, chips in zip(order, posts, strict=False):
            self.timeline.append(Act(seat, "post", min(chips, head.stacks.get(seat, chips)) or chips))

    def _deal(self) -> bool:
        """Deals the next street; False when there is none."""
        streets = STREETS[self.head.game or "holdem"]
        dealt = [entry.slots["street"] for entry in self.timeline if isinstance(entry, Event) and entry.type == "dealt"]
        now = dealt[-1] if dealt else self.head.street or "flop"
        if now not in streets[:-1]:
            return False
        street = streets[streets.index(str(now)) + 1]
        self.timeline.append(Event("dealt", {"street": street}))
        self.table = self.table.next_street(unit_for(self.head, street, _CUSTOMS))
        return True

    def _move(self, i: int, kind: str, total: int | None) -> None:
        self.table = self.table.after(i, kind, total)

    def _act(self) -> None:
        """One act, in turn or out of it."""
        dice, table = self.dice, self.table
        turn = table.turn if table.turn >= 0 and dice.likely(88) else dice.number(0, len(table.seats) - 1)
        seat = table.seats[turn].name
        if self.dice.likely(45):
            act, kind, total = self._agreed(turn, seat)
        else:
            act, kind, total = self._seen(turn, seat)
        self.timeline.append(act)
        if turn == table.turn or dice.likely(10):
            self._guess(turn, kind, total)

    def _guess(self, i: int, kind: str, total: int | None) -> None:
        table = self.table
        if kind in ("bet", "raise") and total is not None:
            stack = self.stack(i)
            total = total if stack is None else min(total, stack)
            if total <= table.level and table.opened:
                kind = "call"
            elif not table.is_full(total) and stack is not None and total == stack:
                kind = "short"
        self._move(i, kind, total)

    # -- amounts ------------------------------------------------------------------------------------------------------

    def stack(self, i: int) -> int | None:
        """Street total that a seat can reach; None when its stack is not told."""
        seat = self.table.seats[i]
        return None if seat.behind is None else seat.put + seat.behind

    def amount(self, i: int) -> int:
        """A street total: a threshold of the table, or one chip to either side."""
        dice, table = self.dice, self.table
        unit = table.unit or table.big_blind or 100
        full = table.full or unit
        least = (table.min_raise_to() if table.opened else unit) or table.level + unit
        most = table.max_raise_to(i)
        stack = self.stack(i)
        marks = {
            table.level: 14,
            table.level + (full + 1) // 2: 14,
            table.level + full // 2: 6,
            least: 20,
            table.level + full: 6,
            most or 3 * least: 8,
            stack or 4 * unit: 14 if stack else 3,
            2 * table.level or 2 * unit: 6,
            table.level + dice.number(1, 6 * unit): 10,
            unit * dice.number(1, 30): 8,
            (table.pot or 0) + 2 * table.level: 4,
        }
        total = dice.weighed(marks) + dice.weighed({0: 70, 1: 15, -1: 15})
        if stack and total > stack and dice.likely(97):
            total = stack
        return max(1, total)

    def chips(self, worth: int) -> list[int]:
        """Chips that make up some worth: few big ones, some changed, one chip too many or one big one instead."""
        dice = self.dice
        if dice.likely(22):
            bigger = [chip for chip in _CHIPS if chip >= worth]
            return [dice.one(bigger)] if bigger else [worth]
        if dice.likely(12):
            return [worth]
        chips: list[int] = []
        for chip in reversed(_CHIPS):
            if dice.likely(12) and chip < worth:
                continue
            while worth >= chip and len(chips) < 12:
                chips.append(chip)
                worth -= chip
        if dice.likely(10):
            chips.append(dice.one(_CHIPS[:7]))
        return chips or [1]

    # -- what was done -------------------------------------------------------------------------------------------------

    def _agreed(self, i: int, seat: str) -> tuple[Act, str, int | None]:
        """An act on which everybody agrees, allowed or not."""
        dice, table = self.dice, self.table
        owed, stack = table.owed(i), self.stack(i)
        if table.due == i and dice.likely(60):
            chips = table.bring_in or max(1, (table.unit or 3) // 3)
            return Act(seat, "bring-in", chips), "bring-in", chips
        kind = dice.weighed(
            {
                "call" if owed else "check": 40,
                "check" if owed else "call": 3,
                "fold": 15,
                "raise" if table.opened else "bet": 30,
                "bet" if table.opened else "raise": 3,
                "all-in": 12,
                "reraise": 3,
                "cap": 2,
                "complete": 4,
            }
        )
        extra = self._extra(5)
        if kind in ("check", "fold"):
            return Act(seat, kind, prompted=self._prompted(), extra=extra), kind, None
        if kind == "all-in":
            told = stack if stack and dice.likely(80) else self.amount(i) if dice.likely(70) else None
            return Act(seat, kind, told, extra=extra), "raise", told or stack or self.amount(i)
        if kind in ("call", "complete"):
            exact = table.level if stack is None else min(stack, table.level)
            told = None if dice.likely(55) else exact + dice.weighed({0: 60, -1: 20, 1: 20})
            told = max(1, told) if told is not None else None
            return Act(seat, kind, told, prompted=self._prompted(), extra=extra), "call", None
        total = self.amount(i) if dice.likely(93) else None
        wager = "raise" if table.opened else "bet"
        return Act(seat, kind, total, prompted=self._prompted(), extra=extra), wager, total or self.amount(i)

    def _seen(self, i: int, seat: str) -> tuple[Act, str, int | None]:
        """An act as it was seen: chips and words apart, motions, signs."""
        dice, table = self.dice, self.table
        total = self.amount(i)
        put = max(1, total - table.seats[i].put)
        if dice.likely(20) and table.owed(i):
            put = max(1, table.owed(i) + dice.weighed({0: 40, 1: 30, -1: 30}))
        chips = self.chips(put)
        told: dict[str, Any] = {}
        if dice.likely(78):
            told.update(self._motions(chips))
        if dice.likely(90) or not told:
            told["words"] = self._words(total, put)
        if dice.likely(12):
            told["gesture"] = dice.one(GESTURES)
        act = Act(seat, prompted=self._prompted(), extra=self._extra(12, i), **told)
        silent = act.words == Words("nothing") and act.gesture not in (None, "none")
        if silent and act.words is not None:
            act = act._replace(words=act.words._replace(when=dice.one(SAID_WHEN)))
        return act, *self._reading(i, act)

    def _reading(self, i: int, act: Act) -> tuple[str, int | None]:
        """What the act may come to."""
        word = act.words.word if act.words else "nothing"
        put = sum(map(sum, act.motions or ()))
        if word == "fold" or (act.gesture == "throws-cards" and not put):
            return "fold", None
        wants = word in ("bet", "raise", "reraise", "cap", "all-in", "amount", "pot")
        total = self.table.seats[i].put + put
        if act.words and act.words.amount:
            total = max(total, act.words.amount)
        if wants and total > self.table.level:
            return ("raise" if self.table.opened else "bet"), total
        if not self.table.opened and put:
            return "bet", total
        return ("call", None) if put or self.table.owed(i) else ("check", None)

    def _motions(self, chips: list[int]) -> dict[str, Any]:
        dice = self.dice
        if dice.likely(4):
            return {"motions": ()}
        lots: list[tuple[int, ...]] = [tuple(chips)]
        if len(chips) > 1 and dice.likely(30):
            at = dice.number(1, len(chips) - 1)
            lots = [tuple(chips[:at]), tuple(chips[at:])]
            if len(lots[1]) > 1 and dice.likely(25):
                lots[1:] = [lots[1][:1], lots[1][1:]]
        told: dict[str, Any] = {"motions": tuple(lots)}
        if dice.likely(10):
            told["handful"] = True
        if dice.likely(10):
            told["picked_up"] = sum(chips) + dice.weighed({0: 50, dice.one(_CHIPS): 50})
        return told

    def _words(self, total: int, put: int) -> Words:
        dice = self.dice
        word = dice.weighed(_WORDS)
        if word in ("nothing", "check", "fold") or (word != "amount" and dice.likely(50)):
            return Words(word, when=dice.weighed({"before": 70, **dict.fromkeys(SAID_WHEN[1:], 10)}))
        amount = dice.weighed({total: 60, put: 20, max(1, total // 10): 10, max(1, total // 100): 10})
        means = dice.weighed({None: 45, "to": 30, "by": 25})
        return Words(word, amount, means, dice.weighed({"before": 75, **dict.fromkeys(SAID_WHEN[1:], 8)}))

    def _prompted(self) -> str | None:
        return self.dice.weighed({None: 90, "dealer": 7, "nobody": 3})

    def _extra(self, percent: int, i: int = -1) -> dict[str, Any]:
        """What is told of the act for the sanction, and chips of an earlier act."""
        dice = self.dice
        extra: dict[str, Any] = {}
        for name in ("deliberate", "overlooked_raise", "unclear", "gathered"):
            if dice.likely(percent) and dice.likely(40):
                extra[name] = dice.likely(50)
        if dice.likely(percent):
            extra["offence"] = dice.number(1, 3)
        put = self.table.seats[i].put if i >= 0 else 0
        if put and dice.likely(percent):
            front = tuple(self.chips(put)) if dice.likely(50) else (put,)
            extra["in_front"] = front
            if dice.likely(60):
                extra["pulled_back"] = tuple(dice.some(front, len(front))) or front[:1]
        return extra
