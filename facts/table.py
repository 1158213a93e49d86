"""The table on one street: what the acts settled so far have made of it, as an immutable value.

``Table`` knows no rulebook by name. What rulebooks decide differently comes in as ``BettingRules``, whose fields are
parameters of the rulebook, each with its clause there. Amounts are whole chips and street totals unless a name says
otherwise. One step costs a few microseconds: the table is a plain tuple, and only the seat that acted is replaced.
"""

from __future__ import annotations

from typing import NamedTuple

NO_LIMIT, POT_LIMIT, LIMIT = "no-limit", "pot-limit", "limit"


class BettingRules(NamedTuple):
    """The parameters of a rulebook that the replay needs; names as in ``rulebook.yaml`` without the group.

    ``raises``: raises allowed in a limit round. ``lower_rounds``: how many rounds of limit are played at the lower size. ``heads_up``: ``always`` or ``not-heads-up``, whether that number also binds a
    round that began with two. ``share_limit`` and ``share_open``: (numerator, denominator), the part of a full raise
    that makes an all-in a raise in limit and in pot- and no-limit. ``after_short``: next minimum after a short all-in
    (``on-top``, ``to-full``, ``plus-big-blind``). ``after_short_limit``: the same in limit. ``short_opening``: next minimum after
    an opening all-in below the minimum bet. ``completing``: ``counts`` when completing a short all-in uses up a raise.
    ``short_blind``: ``nominal`` when a short big blind is priced as if complete.
    """

    raises: int = 3
    lower_rounds: int = 2
    heads_up: str = "always"
    share_limit: tuple[int, int] = (1, 2)
    share_open: tuple[int, int] = (1, 1)
    after_short: str = "on-top"
    after_short_limit: str = "to-full"
    short_opening: str = "minimum-bet-on-top"
    completing: str = "counts"
    short_blind: str = "nominal"


class Seat(NamedTuple):
    """One player on this street.

    ``put``: street total. ``behind``: chips not yet put in, None when the stack was not told. ``acted``: has acted by choice
    (a blind is no act). ``wagered``: has put chips in by choice. ``seen_level``/``seen_full``: the highest wager and the number
    of full bets and raises when he last acted.
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


class Table(NamedTuple):
    """The street after the acts settled so far.

    ``level``: highest street total, the price. ``base``: level of the last full bet or raise. ``full``: size of the last full
    increase. ``fulls``: number of full bets and raises. ``raised``: raises that count towards the limit. ``unit``: the fixed bet
    in limit, else the big blind; None when not told. ``missing``: chips that a short big blind lacks. ``turn``: index of the
    seat to act, -1 when nobody is. ``posts``: forced bets posted.
    """

    rules: BettingRules
    structure: str
    seats: tuple[Seat, ...]
    turn: int
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
    uncertain_pot: bool = False

    def index(self, name: str) -> int:  # type: ignore[override]
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
        if self.pot is None:
            return None
        return self.pot + sum(seat.put for seat in self.seats)

    def min_raise_to(self) -> int | None:
        """Least total of a raise; None when the unit is needed and unknown."""
        if self.level == self.base:
            return self.level + self.full if self.full else None
        if self.structure == LIMIT:
            return self._after_short(self.rules.after_short_limit)
        if self.base == 0:
            return self._after_short_opening()
        return self._after_short(self.rules.after_short)

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
        """Greatest total of a raise or bet by seat ``i``: by structure and by his stack; None when nothing told bounds it."""
        seat = self.seats[i]
        stack = None if seat.behind is None else seat.put + seat.behind
        if self.structure == LIMIT:
            bound = self.min_raise_to() if self.opened else self.unit
        elif self.structure == POT_LIMIT:
            bound = self.pot_maximum(i)
        else:
            bound = None
        if bound is None or stack is None:
            return stack if bound is None else bound
        return min(bound, stack)

    def pot_maximum(self, i: int) -> int | None:
        """Pot-limit maximum for seat ``i``: the price plus the pot as it stands after his call; None when the pot is unknown."""
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
        if needed is None:
            return None
        share = self.rules.share_limit if self.structure == LIMIT else self.rules.share_open
        return (total - self.level) * share[1] >= needed * share[0]

    def must_act(self, i: int) -> bool:
        """Whether seat ``i`` still has a decision in this round as things stand."""
        seat = self.seats[i]
        if seat.folded or seat.all_in:
            return False
        if seat.put < self.level:
            return self.live() > 1
        return not seat.acted and self._has_opponent(i)

    def _has_opponent(self, i: int) -> bool:
        return any(j != i and not s.folded and not s.all_in for j, s in enumerate(self.seats))

    def live(self) -> int:
        """Players who still hold cards."""
        return sum(1 for seat in self.seats if not seat.folded)

    def order(self) -> tuple[int, ...]:
        """Seats that still have to act, in the order in which they act, from the seat whose turn it is."""
        n = len(self.seats)
        if self.turn < 0:
            return ()
        return tuple(j for k in range(n) if self.must_act(j := (self.turn + k) % n))

    def closed(self) -> bool:
        """Whether the betting round is over: nobody has a decision left."""
        return not any(self.must_act(i) for i in range(len(self.seats)))

    def after(self, i: int, kind: str, total: int | None = None) -> Table:
        """The table after seat ``i`` acted. Nothing is judged here: what is given has been settled before.

        ``kind``: post, check, fold, call, bet, raise, short (an all-in above the price that is no raise). ``total`` is the street
        total, needed for post, bet, raise and short; a call without it goes to the price or to the end of the stack.
        """
        table = _STEPS[kind](self, i, total)
        return table._replace(turn=_next_turn(table, i))

    def with_chips(self, i: int, chips: int) -> Table:
        """The table with ``chips`` more in front of seat ``i`` without an act: chips put in out of turn that have to stay."""
        return self._replace(seats=_seat_with(self.seats, i, _add(self.seats[i], self.seats[i].put + chips)))


def _seat_with(seats: tuple[Seat, ...], i: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:i], seat, *seats[i + 1 :])


def _add(seat: Seat, total: int) -> Seat:
    """The seat with its street total raised to ``total``; his stack shrinks by what he adds."""
    if seat.behind is None:
        return seat._replace(put=total)
    behind = max(0, seat.behind - (total - seat.put))
    return seat._replace(put=total, behind=behind, all_in=behind == 0)


def _done(seat: Seat, level: int, fulls: int, wagered: bool) -> Seat:
    return seat._replace(acted=True, wagered=wagered or seat.wagered, seen_level=level, seen_full=fulls)


def _post(table: Table, i: int, total: int | None) -> Table:
    put = total or 0
    seats = _seat_with(table.seats, i, _add(table.seats[i], put))
    posts = table.posts + 1
    level = max(table.level, put)
    if posts == 2 and table.big_blind is not None and put < table.big_blind and table.rules.short_blind == "nominal":
        level = max(level, table.big_blind)
    blind = posts == 2 or (table.big_blind is not None and level >= table.big_blind)
    missing = max(0, level - put) if posts == 2 else table.missing
    full = (table.unit or level) if blind else table.full
    return table._replace(
        seats=seats, posts=posts, level=level, base=level, full=full or level, opened=True, missing=missing
    )


def _check(table: Table, i: int, _: int | None) -> Table:
    seat = _done(table.seats[i], table.level, table.fulls, wagered=False)
    return table._replace(seats=_seat_with(table.seats, i, seat))


def _fold(table: Table, i: int, _: int | None) -> Table:
    seat = table.seats[i]._replace(folded=True, acted=True)
    return table._replace(seats=_seat_with(table.seats, i, seat))


def _call(table: Table, i: int, total: int | None) -> Table:
    seat = table.seats[i]
    to = table.level if total is None else total
    if seat.behind is not None:
        to = min(to, seat.put + seat.behind)
    seat = _done(_add(seat, to), table.level, table.fulls, wagered=True)
    if to < table.level:  # a call for less is possible only with the last chips
        seat = seat._replace(all_in=True)
    return table._replace(seats=_seat_with(table.seats, i, seat))


def _wager(table: Table, i: int, total: int | None) -> Table:
    """A full bet or raise: it sets price, base and size, and everyone else faces it."""
    to = table.level if total is None else total
    fulls = table.fulls + 1
    seat = _done(_add(table.seats[i], to), to, fulls, wagered=True)
    completes = table.level != table.base and table.rules.completing == "does-not-count"
    raised = table.raised + (1 if table.opened and not completes else 0)
    if table.structure == LIMIT and table.unit is not None:
        full = table.unit
    else:
        full = max(table.full if table.opened else 0, to - table.level)
    return table._replace(
        seats=_seat_with(table.seats, i, seat),
        level=to,
        base=to,
        full=full,
        fulls=fulls,
        raised=raised,
        opened=True,
    )


def _short(table: Table, i: int, total: int | None) -> Table:
    """An all-in above the price that is no raise: the price moves, base and size do not."""
    to = table.level if total is None else total
    seat = _done(_add(table.seats[i], to), to, table.fulls, wagered=True)._replace(all_in=True)
    full = table.full or table.unit or 0
    return table._replace(seats=_seat_with(table.seats, i, seat), level=to, full=full, opened=True)


_STEPS = {
    "post": _post,
    "check": _check,
    "fold": _fold,
    "call": _call,
    "bet": _wager,
    "raise": _wager,
    "short": _short,
}


def _next_turn(table: Table, i: int) -> int:
    n = len(table.seats)
    for k in range(1, n + 1):
        j = (i + k) % n
        if table.must_act(j):
            return j
    return -1
