"""Random hands through the replay and through pokerkit: they differ only where the rulebook says so.

``DEPARTURES`` is the reviewed list: which value differs, in which position, what pokerkit says instead, and the clause
behind our own answer. Anything else that differs fails, and so does an entry that no hand shows any more.

Every hand is played twice over: once by the parameters of the rulebook, once by the values that come nearest to
pokerkit, which must leave only those departures that no parameter can explain.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import pytest

from facts.bettingrules import BettingRules
from facts.opening import betting_rules
from facts.pots import side_pots
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, Seat, Table
from knowledge.loading import load
from tests.facts.tables import BFSP, kind_of, may_raise

pokerkit = pytest.importorskip("pokerkit", reason="the test extra brings pokerkit")

HANDS = 150
"""Hands for each structure and set of parameters."""

SMALL, BIG = 5, 10
STREETS = 4


class View(NamedTuple):
    """What one program says to the player whose turn it is. ``least`` and ``most`` are street totals."""

    price: int
    may_raise: bool
    least: int | None
    most: int | None


class Spot(NamedTuple):
    """One position: the table before seat ``i`` acts, and what this street saw so far.

    ``wagers``: the full and short ones of this street, each as (number of full ones then, its increase, was it short).
    """

    table: Table
    i: int
    wagers: tuple[tuple[int, int, bool], ...]

    @property
    def seat(self) -> Seat:
        """The player to act."""
        return self.table.seats[self.i]

    @property
    def stack(self) -> int:
        """Street total that the player can reach."""
        return self.seat.put + (self.seat.behind or 0)

    @property
    def posted(self) -> int:
        """The highest total that really lies there, a short blind as it is."""
        return max(seat.put for seat in self.table.seats)

    def others(self) -> Iterator[Seat]:
        """The other players who still hold cards."""
        return (seat for j, seat in enumerate(self.table.seats) if j != self.i and not seat.folded)


class Departure(NamedTuple):
    """One known difference.

    ``when``: the positions it may show in; ``theirs``: what pokerkit then says. ``left``: which parameters leave it,
    those of the rulebook, the nearest ones, or both. ``shown``: structure, stacks from the small blind on, and acts
    that lead to it.
    """

    name: str
    field: str
    clauses: tuple[str, ...]
    reason: str
    when: Callable[[Spot], bool]
    theirs: Callable[[Spot], object]
    left: str
    shown: tuple[str, tuple[int, ...], str]


def barred_by_short(spot: Spot) -> bool:
    """Whether the player has wagered and faces no full wager since."""
    return spot.seat.wagered and spot.table.fulls <= spot.seat.seen_full


def only_half_raises_since(spot: Spot) -> bool:
    """Whether every full wager since the player last acted was an all-in of half the size or more, but not all."""
    since = [increase for number, increase, short in spot.wagers if not short and number >= spot.seat.seen_full]
    return bool(since) and all(increase < (spot.table.unit or 0) for increase in since)


DEPARTURES = (
    Departure(
        "a limper may re-raise",
        "may_raise",
        ("4.7.all.b3", "4.9.8.p4"),
        "Before the first full bet or raise of a street pokerkit measures a short all-in against zero, so the first "
        "one opens the betting again; by the book the smallest bet is the measure.",
        lambda spot: spot.table.fulls == 0 and barred_by_short(spot),
        lambda spot: True,
        "both",
        (NO_LIMIT, (400, 400, 400, 15), "P2 call, P3 all-in 15, P0 call, P1 call"),
    ),
    Departure(
        "short all-ins add up",
        "may_raise",
        ("4.9.8.p4",),
        "pokerkit adds consecutive short all-ins up; under the default reading each is measured alone.",
        lambda spot: barred_by_short(spot) and spot.table.level - spot.seat.seen_level >= spot.table.full,
        lambda spot: True,
        "both",
        (NO_LIMIT, (30, 400, 400, 25), "P2 raise 20, P3 all-in 25, P0 all-in 30, P1 call"),
    ),
    Departure(
        "a raise that nobody can answer",
        "may_raise",
        ("4.7.all.p1",),
        "pokerkit refuses a raise when every other player is all-in; the book bars raises on three grounds only.",
        lambda spot: all(seat.put + (seat.behind or 0) <= spot.posted for seat in spot.others()),
        lambda spot: False,
        "both",
        (NO_LIMIT, (400, 15), "P1 all-in 15"),
    ),
    Departure(
        "half a bet is a raise in limit",
        "may_raise",
        ("4.9.8.p3", "4.9.8.p3.e3"),
        "An all-in of half the size is a raise in limit and opens the betting; pokerkit asks for the whole size.",
        lambda spot: spot.table.structure == LIMIT and only_half_raises_since(spot),
        lambda spot: False,
        "rulebook",
        (LIMIT, (400, 400, 400, 26), "P2 raise 20, P3 all-in 26, P0 call, P1 fold"),
    ),
    Departure(
        "a fourth raise over the blind",
        "may_raise",
        ("4.9.5.p7", "4.7.3.p4"),
        "The blind counts as the bet, so three raises follow it; pokerkit allows four.",
        lambda spot: spot.table.posts > 1 and spot.table.raises_left() == 0 and len(spot.wagers) < 4,
        lambda spot: True,
        "rulebook",
        (LIMIT, (400, 400, 400), "P2 raise 20, P0 raise 30, P1 raise 40"),
    ),
    Departure(
        "a short all-in uses up a raise",
        "may_raise",
        ("4.9.5.p7", "4.9.8.p3"),
        "pokerkit counts every wager towards its four; a short all-in is no raise and uses none up.",
        lambda spot: spot.table.structure == LIMIT and len(spot.wagers) == 4 and any(w[2] for w in spot.wagers),
        lambda spot: False,
        "both",
        (LIMIT, (34, 38, 400, 400), "P2 raise 20, P3 raise 30, P0 all-in 34, P1 all-in 38"),
    ),
    Departure(
        "completing a short all-in",
        "least",
        ("4.9.8.p3.e2",),
        "In limit a short all-in may be completed to the next step; pokerkit puts a whole bet on top.",
        lambda spot: spot.table.structure == LIMIT and spot.table.level != spot.table.base,
        lambda spot: min(spot.stack, spot.table.level + (spot.table.unit or 0)),
        "rulebook",
        (LIMIT, (400, 400, 400, 24), "P2 raise 20, P3 all-in 24"),
    ),
    Departure(
        "completing a short all-in, the one size",
        "most",
        ("4.9.8.p3.e2", "4.9.5.p4"),
        "As for the least size: limit has one.",
        lambda spot: spot.table.structure == LIMIT and spot.table.level != spot.table.base,
        lambda spot: min(spot.stack, spot.table.level + (spot.table.unit or 0)),
        "rulebook",
        (LIMIT, (400, 400, 400, 24), "P2 raise 20, P3 all-in 24"),
    ),
    Departure(
        "price of a short big blind",
        "price",
        ("4.9.8.p5",),
        "The whole blind is the price even when less of it was posted; pokerkit takes what was posted.",
        lambda spot: spot.table.missing > 0,
        lambda spot: min(spot.stack, max(spot.posted, spot.seat.put)) - spot.seat.put,
        "rulebook",
        (NO_LIMIT, (400, 6, 400, 400), ""),
    ),
    Departure(
        "least raise over a short big blind",
        "least",
        ("4.9.8.p6",),
        "Counted from the whole blind; pokerkit counts from what was posted.",
        lambda spot: spot.table.missing > 0,
        lambda spot: min(spot.stack, spot.posted + BIG),
        "rulebook",
        (NO_LIMIT, (400, 6, 400, 400), ""),
    ),
    Departure(
        "greatest raise over a short big blind",
        "most",
        ("4.9.8.p6", "4.9.6.p5"),
        "Counted as if the whole blind were in; pokerkit counts the real chips (in limit: the one size).",
        lambda spot: spot.table.missing > 0,
        lambda spot: min(spot.stack, spot.posted + (BIG if spot.table.structure == LIMIT else max(BIG, pot_of(spot)))),
        "rulebook",
        (POT_LIMIT, (400, 6, 400, 400), ""),
    ),
    Departure(
        "right to raise over a short big blind",
        "may_raise",
        ("4.9.8.p5", "4.9.8.p6"),
        "Whose stack is above what was posted and not above the whole blind may only call; pokerkit lets him raise.",
        lambda spot: spot.table.missing > 0 and spot.posted < spot.stack <= spot.table.level,
        lambda spot: True,
        "rulebook",
        (NO_LIMIT, (400, 6, 8, 400), ""),
    ),
    Departure(
        "nothing left to win over a short big blind",
        "next",
        ("4.9.8.p5",),
        "Whoever is in for more than the short blind still owes the rest of the whole one; pokerkit asks nobody.",
        lambda spot: spot.table.missing > 0 and all(seat.all_in for seat in spot.others()),
        lambda spot: None,
        "rulebook",
        (NO_LIMIT, (3, 400), ""),
    ),
    Departure(
        "an option without an opponent",
        "next",
        ("5.6.3.p2",),
        "Who has matched the largest bet has nothing to decide when all others are all-in; pokerkit asks him.",
        lambda spot: spot.table.closed() and spot.seat.put == spot.table.level and not spot.seat.acted,
        lambda spot: spot.i,
        "both",
        (NO_LIMIT, (400, 400, 10), "P2 call, P0 fold"),
    ),
    Departure(
        "a pot below the smallest bet",
        "most",
        ("4.9.3.p2", "4.9.3.p4", "4.7.2"),
        "A pot-limit wager may not exceed the pot, even when that is below the least one; pokerkit lifts the maximum.",
        lambda spot: spot.table.structure == POT_LIMIT,
        lambda spot: least_of(spot),
        "nearest",
        (POT_LIMIT, (1, 2, 400, 400), "P2 call, P3 call"),
    ),
    Departure(
        "chips that nobody called",
        "pots",
        ("4.1.side-pot.p1",),
        "The replay leaves them where they lie, as a pot for their owner alone; pokerkit gives them back first.",
        lambda spot: True,
        lambda spot: given_back(spot.table),
        "both",
        (NO_LIMIT, (400, 50), "P1 call, P0 all-in 400, P1 call"),
    ),
)


def given_back(table: Table) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The pots without what nobody called: all that a sole survivor bet on this street, else what only one put in."""
    second = sorted(seat.put for seat in table.seats)[-2]
    called = [0 if table.live() == 1 and not seat.folded else min(seat.put, second) for seat in table.seats]
    seats = zip(table.seats, called, strict=True)
    left = tuple(seat._replace(put=put, all_in=seat.all_in and put == seat.put) for seat, put in seats)
    return side_pots(table._replace(seats=left))


def pot_of(spot: Spot) -> int:
    """Chips in the pot after a call of what really lies there."""
    return (spot.table.chips_in() or 0) + max(0, spot.posted - spot.seat.put)


def least_of(spot: Spot) -> int | None:
    """Our least raise or bet, as far as the stack reaches."""
    least = spot.table.min_raise_to() if spot.table.opened else spot.table.unit
    return None if least is None else min(spot.stack, least)


# -- one hand through both --------------------------------------------------------------------------------------------


Choice: TypeAlias = tuple[str, "int | None"]


class Hand:
    """One hand played in both programs at once; ``seen`` counts what differed, ``compared`` what was looked at.

    ``story``: the acts to play; without it they are drawn by ``seed``, the stacks too.
    """

    def __init__(self, seed: str, structure: str, nearest: bool, stacks: Sequence[int] = (), story: str = "") -> None:
        self.random = random.Random(f"{structure} {seed}")
        self.structure, self.nearest = structure, nearest
        self.rules = NEAREST if nearest else rules_of_bfsp()
        self.stacks = list(stacks) or [self.a_stack() for _ in range(self.random.randint(2, 6))]
        self.size = len(self.stacks)
        self.told: list[str] | None = [act for act in story.split(", ") if act] if stacks else None
        self.done = [f"hand {seed}: {structure}, stacks {self.stacks}"]
        self.seen: Counter[str] = Counter()
        self.compared: Counter[str] = Counter()
        self.wagers: tuple[tuple[int, int, bool], ...] = ()
        self.state = self.their_state()
        self.table = self.our_table()
        self.street = 0

    def a_stack(self) -> int:
        """Short stacks are where the books differ, so most are short."""
        return self.random.choice((self.random.randint(1, 5 * BIG), self.random.randint(1, 25 * BIG), 40 * BIG))

    def their_state(self) -> Any:
        """The hand in pokerkit, blinds posted and cards dealt."""
        automations = tuple(
            getattr(pokerkit.Automation, name)
            for name in (
                *("ANTE_POSTING", "BET_COLLECTION", "BLIND_OR_STRADDLE_POSTING"),
                *("CARD_BURNING", "HOLE_DEALING", "BOARD_DEALING"),
            )
        )
        games = {
            NO_LIMIT: (pokerkit.NoLimitTexasHoldem, (BIG,)),
            POT_LIMIT: (pokerkit.PotLimitOmahaHoldem, (BIG,)),
            LIMIT: (pokerkit.FixedLimitTexasHoldem, (BIG, 2 * BIG)),
        }
        game, sizes = games[self.structure]
        return game.create_state(automations, True, 0, (SMALL, BIG), *sizes, self.stacks, self.size)

    def our_table(self) -> Table:
        """The same hand in the replay."""
        seats = tuple(Seat(f"P{i}", behind=stack) for i, stack in enumerate(self.stacks))
        # pokerkit counts four wagers a street; after the flop the bet is one of them.
        rules = self.rules._replace(raises=4) if self.nearest else self.rules
        table = Table(seats, 0, rules, self.structure, 0, BIG, BIG, self.size)
        for i, blind in zip((1, 0) if self.size == 2 else (0, 1), (SMALL, BIG), strict=True):
            table = table.after(i, "post", min(blind, self.stacks[i]))
        return table

    def play(self) -> None:
        """Plays the hand to its end, or to where the two can no longer be kept together."""
        while True:
            theirs = self.state.actor_index if self.state.street_index == self.street else None
            ours = None if self.table.closed() else self.table.turn
            spot = Spot(
                self.table, theirs if ours is None and theirs is not None else max(0, self.table.turn), self.wagers
            )
            self.compare("next", spot, ours, theirs)
            if ours is None and theirs is None:
                if not self.deal():
                    return
            elif ours is None:
                self.state.check_or_call()
            elif theirs is None or not self.act(spot):
                return

    def deal(self) -> bool:
        """Compares the pots; goes on to the next street if one is played."""
        ours = tuple((amount, able) for amount, able in side_pots(self.table))
        theirs = tuple((pot.amount, tuple(f"P{i}" for i in pot.player_indices)) for pot in self.state.pots)
        spot = Spot(self.table, 0, self.wagers)
        self.compare("pots", spot, ours, theirs)
        if self.table.live() == 1 or self.street == STREETS - 1:
            return False
        self.street += 1
        unit = 2 * BIG if self.structure == LIMIT and self.street > 1 else BIG
        self.table = self.table.next_street(unit)._replace(rules=self.rules)
        self.wagers = ()
        self.done.append(f"street {self.street}")
        if self.state.all_in_status:  # pokerkit goes straight to the showdown
            self.compare("next", spot, None if self.table.closed() else self.table.turn, None)
            return False
        return True

    def act(self, spot: Spot) -> bool:
        """Compares what the two say to the player, then does something that both allow."""
        ours, theirs = self.our_view(spot), self.their_view()
        if not (ours.may_raise and theirs.may_raise):
            ours, theirs = ours._replace(least=None, most=None), theirs._replace(least=None, most=None)
        for field in View._fields:
            self.compare(field, spot, getattr(ours, field), getattr(theirs, field))
        act = self.choice(spot, ours, theirs)
        if act is None or (act[0] != "fold" and spot.table.missing):
            return False  # over a short blind the two take an act for different amounts, and remember different raises
        self.do(spot, *act)
        return True

    def choice(self, spot: Spot, ours: View, theirs: View) -> Choice | None:
        """The next act of the story, or one drawn from those that both programs take; None at the end of the story."""
        choices = list(self.choices(spot, ours, theirs))
        if self.told is None:
            return self.random.choice(choices)
        if not self.told:
            return None
        name, kind, *total = self.told.pop(0).split()
        to = int(total[0]) if total else None
        act = (kind_of(spot.table, to) if kind == "all-in" and to is not None else kind, to)
        assert name == spot.seat.name
        assert act[0] == "fold" or act in choices or act[1] == spot.stack
        return act

    def our_view(self, spot: Spot) -> View:
        """What the replay says."""
        table, seat = spot.table, spot.seat
        return View(
            min(table.owed(spot.i), seat.behind or 0),
            may_raise(table, seat.name) and spot.stack > table.level,
            least_of(spot),
            table.max_raise_to(spot.i),
        )

    def their_view(self) -> View:
        """What pokerkit says."""
        state = self.state
        return View(
            state.checking_or_calling_amount,
            state.can_complete_bet_or_raise_to(),
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )

    def choices(self, spot: Spot, ours: View, theirs: View) -> Iterator[Choice]:
        """Acts that both programs take. Calls and small raises are repeated: they keep many players in for long."""
        yield from 3 * [("call", None) if ours.price else ("check", None)]
        if ours.price and theirs.price:
            yield "fold", None
        if ours.least is None or theirs.least is None or ours.most is None or theirs.most is None:
            return
        least, most = max(ours.least, theirs.least), min(ours.most, theirs.most)
        totals = [least, self.random.randint(least, max(least, min(most, 2 * least)))]
        totals += [spot.stack] * (4 if spot.stack < spot.table.level + 2 * BIG else self.random.random() < 0.3)
        totals += [most] * (self.random.random() < 0.3)
        for total in totals:
            if least <= total <= most or total == spot.stack == most:
                kind = kind_of(spot.table, total) if total == spot.stack else "raise" if spot.table.opened else "bet"
                yield kind, total

    def do(self, spot: Spot, kind: str, total: int | None) -> None:
        """The act in both programs."""
        self.done.append(f"P{spot.i} {kind} {'' if total is None else total}")
        if total is None:
            self.state.fold() if kind == "fold" else self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(total)
            self.wagers += ((spot.table.fulls, total - spot.table.level, kind == "short"),)
        self.table = spot.table.after(spot.i, kind, total)

    def compare(self, field: str, spot: Spot, ours: object, theirs: object) -> None:
        """Counts a known difference by its name; any other ends the test."""
        self.compared[field] += 1
        if ours == theirs:
            return
        for known in DEPARTURES:
            if known.field == field and known.when(spot) and known.theirs(spot) == theirs:
                self.seen[known.name] += 1
                return
        pytest.fail(f"{'; '.join(self.done)}: P{spot.i} {field}: {ours} here, {theirs} in pokerkit")


@cache
def rules_of_bfsp() -> BettingRules:
    """The parameters of the rulebook under its default readings."""
    book, known = load("bfsp")
    return betting_rules(book.values(book.readings({})), known.customs)


NEAREST = BFSP._replace(share_limit=(1, 1), after_short_limit="on-top", short_blind="as-posted")
"""The values that come nearest to pokerkit. It allows four wagers a street (``Hand.our_table``)."""


@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, LIMIT])
@pytest.mark.parametrize("nearest", [False, True], ids=["rulebook", "nearest"])
def test_random_hands(structure: str, nearest: bool) -> None:
    compared: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number in range(HANDS):
        hand = Hand(str(number), structure, nearest)
        hand.play()
        compared += hand.compared
        seen += hand.seen
    assert compared["price"] > 5 * HANDS
    assert compared["pots"] > HANDS
    assert set(seen) <= {
        known.name for known in DEPARTURES if known.left in ("both", "nearest" if nearest else "rulebook")
    }


@pytest.mark.parametrize("known", DEPARTURES, ids=lambda known: known.name)
def test_a_departure_is_still_there(known: Departure) -> None:
    structure, stacks, story = known.shown
    seen = set()
    for nearest in (False, True):
        hand = Hand(known.name, structure, nearest, stacks, story)
        hand.play()
        if known.name in hand.seen:
            seen.add("nearest" if nearest else "rulebook")
    assert seen == ({"rulebook", "nearest"} if known.left == "both" else {known.left})


def test_departures_name_clauses_of_the_rulebook() -> None:
    book, _ = load("bfsp")
    assert {clause for known in DEPARTURES for clause in known.clauses} <= set(book.clauses)
    assert len({known.name for known in DEPARTURES}) == len(DEPARTURES)
