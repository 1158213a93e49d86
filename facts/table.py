"""The table on one street: what the acts settled so far have made of it, as an immutable value.

``Table`` knows no rulebook by name. What rulebooks decide differently comes in as ``BettingRules``, whose fields are
parameters of the rulebook, each with its clause there. Amounts are whole chips and street totals unless a name says
otherwise. One step costs a few microseconds: the table is a plain tuple, and only the seat that acted is replaced.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from facts.bettingrules import BettingRules
from facts.records import NamedTuple

NO_LIMIT, POT_LIMIT, LIMIT = "no-limit", "pot-limit", "limit"


class Seat(NamedTuple):
    """One player on this street.

    ``put``: street total. ``behind``: chips not yet put in, None when the stack was not told. ``acted``: has acted by
    choice (a blind is no act). ``wagered``: has put chips in by choice. ``seen_level``/``seen_full``: the highest wager
    and the number of full bets and raises when he last acted. ``before``: chips put in on earlier streets of the story.
    """

    name: str
    put: int = 0
    behind: int | None = None
    folded: bool = False
    all_in: bool = False
    acted: bool = False
    wagered: bool = False
    seen_level: int = 0
    seen_full: int = 0
    before: int = 0


class Table(NamedTuple):
    """The street after the acts settled so far.

    ``turn``: index of the seat to act, -1 when nobody is. ``pot``: chips collected before this street. ``unit``: the
    fixed bet in limit, else the big blind; None when not told. ``began``: players who began the round, all-in ones
    included. ``level``: highest street total, the price. ``base``: level of the last full bet or raise. ``full``: size
    of the last full increase. ``fulls``: number of full bets and raises. ``raised``: raises that count towards the
    limit. ``opened``: a wager, forced or not, stands. ``missing``: chips that a short big blind lacks. ``posts``:
    forced bets posted. Stud: ``due``: index of the seat that owes the bring-in, -1 when nobody does; ``bring_in``: its
    size, None when not told; ``brought``: the bring-in that was posted; ``upper``: the fixed bet that may be chosen
    instead of ``unit``, None when there is no choice. ``unsized``: number of the act whose size nobody told, else 0
    (``facts.unsized``). (The steps below rebuild the tuple by slices: they know the order of these fields.)
    """

    seats: tuple[Seat, ...]
    turn: int
    rules: BettingRules
    structure: str
    pot: int | None
    unit: int | None
    big_blind: int | None
    began: int
    level: int = 0
    base: int = 0
    full: int = 0
    fulls: int = 0
    raised: int = 0
    opened: bool = False
    missing: int = 0
    posts: int = 0
    due: int = -1
    bring_in: int | None = None
    brought: int = 0
    upper: int | None = None
    unsized: int = 0

    def index(self, name: str) -> int:  # type: ignore[override]  # a table is looked up by seat, never by field
        """Index of a seat by its name; ValueError when no such seat plays."""
        for i, seat in enumerate(self.seats):
            if seat.name == name:
                return i
        raise ValueError(f"no seat {name}")

    def owed(self, i: int) -> int:
        """Chips that seat ``i`` has to add to call (an increment)."""
        return max(0, self.level - self.seats[i].put)

    def chips_in(self) -> int | None:
        """All chips of the hand so far, a short blind counted as it really is; None when the pot was not told."""
        if self.pot is None or self.unsized:
            return None
        return self.pot + sum(seat.put for seat in self.seats)

    def min_raise_to(self) -> int | None:
        """Least total of a raise; None when the unit is needed and unknown."""
        if self.unsized:
            return None
        if self.level == self.base:
            return self.level + self.full if self.full else None
        if self.over_bring_in() and self.rules.bring_in == "bet":
            return self.unit
        if self.structure == LIMIT:
            return self._after_short(self.rules.after_short_limit)
        if self.base == 0:
            return self._after_short_opening()
        return self._after_short(self.rules.after_short)

    def over_bring_in(self) -> bool:
        """Whether the bring-in is all that stands, so that it can be completed."""
        return self.brought > 0 and self.level == self.brought and self.fulls == 0

    def _after_short(self, how: str) -> int | None:
        if how == "to-full":
            return self.base + self.full if self.full else None
        if how == "plus-big-blind":
            return None if self.big_blind is None else self.level + self.big_blind
        return self.level + self.full if self.full else None

    def _after_short_opening(self) -> int | None:
        how = self.rules.short_opening
        if how == "double-the-all-in":
            return 2 * self.level
        if self.unit is None:
            return None
        sums = {"complete": self.unit, "double-big-blind": 2 * self.unit}
        return sums.get(how, self.level + self.unit)

    def max_raise_to(self, i: int) -> int | None:
        """Greatest total of a raise or bet by seat ``i``, by structure and stack.

        None when it cannot be told: in no-limit because his stack was not told, in pot-limit and limit because the pot
        or the size of the round was not (a stack that is told bounds nothing then: the pot may be smaller).
        """
        seat = self.seats[i]
        stack = None if seat.behind is None else seat.put + seat.behind
        if self.structure not in (LIMIT, POT_LIMIT):
            return stack
        if self.structure == POT_LIMIT:
            bound = self.pot_maximum(i)
        else:
            bound = self.min_raise_to() if self.opened else self.unit
            if self.upper is not None and bound is not None:
                bound = self.base + self.upper
        return bound if bound is None or stack is None else min(bound, stack)

    def pot_maximum(self, i: int) -> int | None:
        """Pot-limit maximum for seat ``i``: the price plus the pot as it stands after his call; None when unknown."""
        chips = self.chips_in()
        if chips is None:
            return None
        return self.level + chips + self.missing + self.owed(i)

    def raises_left(self) -> int | None:
        """Raises still allowed in this round; None where their number is free."""
        if self.structure != LIMIT or (self.rules.heads_up == "not-heads-up" and self.began == 2):
            return None
        return max(0, self.rules.raises - self.raised)

    def is_full(self, total: int) -> bool | None:
        """Whether an all-in to ``total`` over the present price is a full bet or raise under the share in force."""
        needed = self.full if self.opened and self.full else self.unit
        if needed is None or self.unsized:
            return None
        share = self.rules.share_limit if self.structure == LIMIT else self.rules.share_open
        return (total - self.level) * share[1] >= needed * share[0]

    def must_act(self, i: int) -> bool:
        """Whether seat ``i`` still has a decision in this round as things stand."""
        return _undecided(self.seats, self.level, self.seats[i])

    def holding(self) -> tuple[str, ...]:
        """Names of the players who still hold cards."""
        return tuple([seat.name for seat in self.seats if not seat.folded])

    def live(self) -> int:
        """How many players still hold cards."""
        return len(self.holding())

    def all_ins(self) -> int:
        """How many players with cards are all-in; a stack that was not told may go on."""
        return sum(not seat.folded and (seat.all_in or seat.behind == 0) for seat in self.seats)

    def faces_full(self, i: int) -> bool:
        """Whether seat ``i`` has not acted since the last full bet or raise."""
        return not self.seats[i].acted or self.fulls > self.seats[i].seen_full

    def order(self) -> tuple[int, ...]:
        """Seats that still have to act, in the order in which they act, from the seat whose turn it is."""
        n = len(self.seats)
        if self.turn < 0:
            return ()
        return tuple(j for k in range(n) if self.must_act(j := (self.turn + k) % n))

    def closed(self) -> bool:
        """Whether the betting round is over: nobody has a decision left."""
        return _next_turn(self.seats, self.level, 0) < 0

    def after(self, i: int, kind: str, total: int | None = None) -> Table:
        """The table after seat ``i`` acted. Nothing is judged here: what is given has been settled before.

        ``kind``: post, bring-in, check, fold, call, bet, raise, short (an all-in above the price that is no raise).
        ``total`` is the street total, needed for post, bring-in, bet, raise and short; a call without it goes to the
        price or to the end of the stack.
        """
        return _STEPS[kind](self, i, total)

    def without(self, i: int) -> Table:
        """The table with seat ``i`` out of the hand though it did not fold; its chips stay in the pot."""
        seats = _seat_with(self.seats, i, self.seats[i]._replace(folded=True))
        return self._replace(seats=seats, turn=_next_turn(seats, self.level, self.turn - 1) if self.turn >= 0 else -1)

    def with_chips(self, i: int, chips: int) -> Table:
        """The table with ``chips`` more (or fewer) in front of seat ``i`` without an act of his."""
        return self._replace(seats=_seat_with(self.seats, i, _add(self.seats[i], self.seats[i].put + chips)))

    def all_in(self, i: int) -> Table:
        """The table with seat ``i`` out of chips: all that he has is in."""
        return self._replace(seats=_seat_with(self.seats, i, self.seats[i]._replace(all_in=True, behind=0)))

    def turn_from(self, i: int) -> Table:
        """The table with the turn at the first seat that has a decision, looked for from seat ``i`` on."""
        return self._replace(turn=_next_turn(self.seats, self.level, i - 1))

    def next_street(self, unit: int | None) -> Table:
        """The table when the next street is dealt: bets are in the pot; stacks, folds and all-ins are carried on.

        ``unit``: the smallest bet of the new street. The first player after the button who has a decision begins (BFSP
        5.6.4.p1), of two players as the rules say; where open cards say who begins, ``turn_from`` moves the turn. The
        round begins with everybody who
        holds cards, all-in players included. Nothing is judged: a street may be dealt while someone still has to act.
        Chips that nobody called are not given back: they make a side pot which only their owner can win.
        """
        known = not self.unsized
        seats = tuple(
            Seat(s.name, 0, s.behind if known else None, s.folded, s.all_in, before=s.before + s.put)
            for s in self.seats
        )
        table = Table(seats, -1, self.rules, self.structure, self.chips_in(), unit, self.big_blind, self.live())
        return table.turn_from(1 if len(seats) == 2 and self.rules.blinds_of_two == "every-round" else 0)


# The generated constructors take twice as long, and building seats and tables is most of a replay.
_seat: Callable[[tuple[Any, ...]], Seat] = partial(tuple.__new__, Seat)
_table: Callable[[tuple[Any, ...]], Table] = partial(tuple.__new__, Table)


def _seat_with(seats: tuple[Seat, ...], i: int, seat: Seat) -> tuple[Seat, ...]:
    changed = list(seats)
    changed[i] = seat
    return tuple(changed)


def _add(seat: Seat, total: int) -> Seat:
    """The seat with its street total at ``total``; his stack pays for it."""
    name, put, behind, folded, all_in, *rest = seat
    if behind is not None:
        behind = max(0, behind - (total - put))
        all_in = behind == 0
    return _seat((name, total, behind, folded, all_in, *rest))


def _undecided(seats: tuple[Seat, ...], level: int, seat: Seat) -> bool:
    """Whether one of ``seats`` has a decision: he owes chips, or has not acted and someone could answer him."""
    if seat.folded or seat.all_in:
        return False
    owes = seat.put < level
    if seat.acted and not owes:
        return False
    for other in seats:  # noqa: SIM110  (any() with a generator costs five times as much, and this runs most)
        if other is not seat and not other.folded and (owes or not other.all_in):
            return True
    return False


def _next_turn(seats: tuple[Seat, ...], level: int, i: int) -> int:
    """Index of the first seat after ``i`` that has a decision, ``i`` himself the last; -1 when there is none."""
    n = len(seats)
    for k in range(i + 1 - n, i + 1):  # negative indexes run from the seat after i to the last one
        if _undecided(seats, level, seats[k]):
            return k % n
    return -1


def _seated(table: Table, i: int, seat: Seat) -> Table:
    """The table after an act that leaves the wager as it is: the seat replaced, the turn moved on."""
    seats = _seat_with(table.seats, i, seat)
    return _table((seats, _next_turn(seats, table.level, i), *table[2:]))


def _paid(seat: Seat, total: int, level: int, fulls: int) -> Seat:
    """The seat after he put chips in by choice, up to the street total ``total``, and so answered ``level``."""
    name, put, behind, folded, all_in, _, _, _, _, before = seat
    if behind is not None:
        behind -= total - put
        if behind < 0:
            behind = 0
        all_in = behind == 0
    return _seat((name, total, behind, folded, all_in, True, True, level, fulls, before))


def _post(table: Table, i: int, total: int | None) -> Table:
    if table.due >= 0:
        return _bring_in(table, i, total)
    put, nominal = total or 0, 0
    seats = _seat_with(table.seats, i, _add(table.seats[i], put))
    posts = table.posts + 1
    if posts == 2 and table.rules.short_blind == "nominal":
        nominal = table.big_blind or 0
    level = max(table.level, put, nominal)
    blind = posts == 2 or (table.big_blind is not None and level >= table.big_blind)
    full = (table.unit if blind else table.full) or level
    missing = table.missing + (max(0, nominal - put) if posts == 2 else 0)
    wager = (level, level, full, table.fulls, table.raised, True, missing, posts)
    return _table((seats, _next_turn(seats, level, i), *table[2:8], *wager, *table[16:]))


def _bring_in(table: Table, i: int, total: int | None) -> Table:
    """The forced opening of stud: completing it is the bet (BFSP 5.8.3.b3), so it is no base for a raise."""
    to = total or 0
    seat = _add(table.seats[i], to)._replace(acted=True, seen_level=to)
    seats = _seat_with(table.seats, i, seat)
    full, turn, posts = table.unit or to, _next_turn(seats, to, i), table.posts + 1
    return table._replace(seats=seats, turn=turn, posts=posts, level=to, full=full, opened=True, due=-1, brought=to)


def _check(table: Table, i: int, _: int | None) -> Table:
    name, put, behind, folded, all_in, _acted, wagered, _level, _fulls, before = table.seats[i]
    return _seated(
        table, i, _seat((name, put, behind, folded, all_in, True, wagered, table.level, table.fulls, before))
    )


def _fold(table: Table, i: int, _: int | None) -> Table:
    name, put, behind, _folded, all_in, _acted, *rest = table.seats[i]
    return _seated(table, i, _seat((name, put, behind, True, all_in, True, *rest)))


def _call(table: Table, i: int, total: int | None) -> Table:
    seat, level = table.seats[i], table.level
    to = level if total is None else total
    if seat.behind is not None and to > seat.put + seat.behind:
        to = seat.put + seat.behind
    seat = _paid(seat, to, level, table.fulls)
    if to < level:  # a call for less is possible only with the last chips
        seat = _out_of_chips(seat)
    return _seated(table, i, seat)


def _wager(table: Table, i: int, total: int | None) -> Table:
    """A full bet or raise: it sets price, base and size, and everyone else faces it."""
    level, fulls = table.level, table.fulls + 1
    to = level if total is None else total
    if table.due >= 0:
        if table.unit is None or to < table.unit:  # less than the bet before anybody has brought in: the bring-in
            return _bring_in(table, i, to)
        table = table._replace(due=-1)
    if table.upper is not None and to - table.base >= table.upper and table.rules.after_upper == "upper-only":
        table = table._replace(unit=table.upper, upper=None)
    size = max(table.full if table.opened else 0, to - level)
    if table.structure == LIMIT:
        size = table.unit or size
    seats = _seat_with(table.seats, i, _paid(table.seats[i], to, to, fulls))
    wager = (to, to, size, fulls, table.raised + _counts(table), True)
    return _table((seats, _next_turn(seats, to, i), *table[2:8], *wager, *table[14:]))


def _counts(table: Table) -> bool:
    """Whether a full wager would be a raise that counts: not the bet itself, nor what only brings it to its size."""
    if table.level == table.base:
        return table.opened
    if table.brought and table.base == 0:
        return table.rules.bring_in != "bet"
    return table.rules.completing != "does-not-count"


def _short(table: Table, i: int, total: int | None) -> Table:
    """An all-in above the price that is no raise: the price moves, base and size do not."""
    if table.due >= 0:
        table = table._replace(due=-1)
    to = table.level if total is None else total
    seats = _seat_with(table.seats, i, _out_of_chips(_paid(table.seats[i], to, to, table.fulls)))
    wager = (to, table.base, table.full or table.unit or 0, table.fulls, table.raised, True)
    return _table((seats, _next_turn(seats, to, i), *table[2:8], *wager, *table[14:]))


def _out_of_chips(seat: Seat) -> Seat:
    """The seat as all-in, whatever was told about his stack."""
    return seat if seat.all_in else seat._replace(all_in=True)


_STEPS = {
    "post": _post,
    "bring-in": _bring_in,
    "check": _check,
    "fold": _fold,
    "call": _call,
    "bet": _wager,
    "raise": _wager,
    "short": _short,
}
