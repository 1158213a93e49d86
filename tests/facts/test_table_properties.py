"""What holds for every hand that can be played, whatever the parameters of the rulebook say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from facts.pots import side_pots
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, Seat, Table
from tests.facts.tables import BFSP, Act, some_act

CHOICES = st.lists(st.integers(0, 10**6), max_size=14)
KINDS = ("post", "bring-in", "check", "fold", "call", "bet", "raise", "short")
RULES = st.builds(
    BFSP._replace,
    raises=st.integers(1, 4),
    heads_up=st.sampled_from(["always", "not-heads-up"]),
    share_limit=st.sampled_from([(1, 2), (1, 1)]),
    share_open=st.sampled_from([(1, 1), (1, 2)]),
    after_short=st.sampled_from(["on-top", "to-full", "plus-big-blind"]),
    after_short_limit=st.sampled_from(["to-full", "on-top"]),
    short_opening=st.sampled_from(["minimum-bet-on-top", "complete", "double-big-blind", "double-the-all-in"]),
    completing=st.sampled_from(["counts", "does-not-count"]),
    short_blind=st.sampled_from(["nominal", "as-posted"]),
    blinds_of_two=st.sampled_from(["before-the-flop", "every-round", "never"]),
)


class Story(NamedTuple):
    """A street and what was done on it; ``tables`` are the table before the first act and after each."""

    begun: Table
    acts: tuple[Act, ...]

    @property
    def tables(self) -> list[Table]:
        """The story replayed from its beginning."""
        return replay(self.begun, self.acts)

    @property
    def end(self) -> Table:
        """The table that the story leaves."""
        return self.tables[-1]


def replay(begun: Table, acts: Sequence[Act]) -> list[Table]:
    """Every table of a story."""
    tables = [begun]
    for act in acts:
        tables.append(tables[-1].after(*act))
    return tables


@st.composite
def beginnings(draw: st.DrawFn) -> Table:
    """A street on which nobody has acted, every stack told. Half the stacks are short, some are empty."""
    unit = draw(st.sampled_from([2, 10, 100]))
    size = draw(st.integers(2, 6))
    stacks = draw(
        st.lists(st.one_of(st.integers(0, 5 * unit), st.integers(1, 60 * unit)), min_size=size, max_size=size)
    )
    seats = tuple(Seat(name, 0, stack, False, stack == 0) for name, stack in zip("ABCDEF", stacks, strict=False))
    structure = draw(st.sampled_from([NO_LIMIT, POT_LIMIT, LIMIT]))
    pot = draw(st.integers(0, 20 * unit))
    return Table(seats, 0, draw(RULES), structure, pot, unit, unit, size).turn_from(0)


@st.composite
def stories(draw: st.DrawFn) -> Story:
    """A street played as the replay itself says: who is next, how much at least and at most. Blinds or none."""
    begun = table = draw(beginnings())
    acts: list[Act] = []
    if draw(st.booleans()) and begun.seats[0].behind and begun.seats[1].behind:
        for i, blind in ((0, (begun.unit or 0) // 2), (1, begun.unit or 0)):
            acts.append((i, "post", min(blind, begun.seats[i].behind or 0)))
            table = table.after(*acts[-1])
    for n in draw(CHOICES):
        if table.turn < 0:
            break
        acts.append(some_act(table, table.turn, n))
        table = table.after(*acts[-1])
    return Story(begun, tuple(acts))


@st.composite
def irregular(draw: st.DrawFn) -> Story:
    """Anybody does anything, in any order: what an incident is made of."""
    begun = draw(beginnings())
    amounts = st.one_of(st.none(), st.integers(0, 500))
    act = st.tuples(st.integers(0, len(begun.seats) - 1), st.sampled_from(KINDS), amounts)
    return Story(begun, tuple(draw(st.lists(act, max_size=12))))


def wealth(table: Table) -> int:
    """All chips there are: in the pot, in front of the players, in their stacks."""
    return (table.chips_in() or 0) + sum(seat.behind or 0 for seat in table.seats)


@given(stories())
def test_chips_are_neither_made_nor_lost(story: Story) -> None:
    assert {wealth(table) for table in story.tables} == {wealth(story.begun)}
    assert all((seat.behind or 0) >= 0 for table in story.tables for seat in table.seats)
    assert wealth(story.end.next_street(story.begun.unit)) == wealth(story.begun)


@given(stories())
def test_the_price_never_falls_and_the_size_never_shrinks(story: Story) -> None:
    tables = story.tables
    for before, after in pairwise(tables):
        assert after.level >= before.level
        assert after.base >= before.base
        assert after.full >= before.full
        assert after.fulls >= before.fulls
        assert after.raised >= before.raised
        assert after.level >= after.base


@given(stories())
def test_nobody_has_more_in_than_the_price_and_only_all_ins_less_once_it_is_closed(story: Story) -> None:
    end = story.end
    assert all(seat.put <= end.level for seat in end.seats)
    if end.closed() and end.live() > 1:
        assert all(seat.put == end.level for seat in end.seats if not seat.folded and not seat.all_in)


@given(st.one_of(stories(), irregular()))
def test_the_order_holds_exactly_those_who_must_act(story: Story) -> None:
    for table in story.tables[1:]:
        deciding = {i for i in range(len(table.seats)) if table.must_act(i)}
        order = table.order()
        assert set(order) == deciding
        assert len(order) == len(deciding)
        assert table.closed() == (not deciding) == (table.turn == -1)
        assert not order or order[0] == table.turn
        n = len(table.seats)
        assert list(order) == sorted(order, key=lambda i, first=table.turn: (i - first) % n)  # type: ignore[misc]
        assert not any(table.seats[i].folded or table.seats[i].all_in for i in order)


@given(stories())
def test_a_wager_gives_everyone_else_who_can_act_a_decision(story: Story) -> None:
    for act, table in zip(story.acts, story.tables[1:], strict=True):
        if act[1] in ("bet", "raise", "short"):
            able = {i for i, seat in enumerate(table.seats) if not seat.folded and not seat.all_in} - {act[0]}
            assert set(table.order()) == able


@given(stories())
def test_a_full_raise_that_is_affordable_fits_between_least_and_most(story: Story) -> None:
    for table in story.tables:
        # A pot below the smallest bet allows no pot-limit bet at all (4.9.3.p2 against p4), nor a raise over a
        # tiny all-in: the book does not say which gives way, and the replay shows both numbers.
        if table.structure == POT_LIMIT and (table.pot or 0) < 2 * (table.unit or 0):
            continue
        least = table.min_raise_to() if table.opened else table.unit
        for i in range(len(table.seats)):
            stack = table.seats[i].put + (table.seats[i].behind or 0)
            most = table.max_raise_to(i)
            assert most is not None
            assert most <= max(stack, least or 0)
            if least is not None and table.seats[i].put <= table.level and stack >= least:
                assert least <= most


@given(stories())
def test_limit_has_one_size(story: Story) -> None:
    assume(story.begun.structure == LIMIT)
    for table in story.tables:
        assert table.full in (0, story.begun.unit) or table.posts == 1
        for i in table.order():
            stack = table.seats[i].put + (table.seats[i].behind or 0)
            least = table.min_raise_to() if table.opened else table.unit
            assert least is not None
            assert table.max_raise_to(i) == min(least, stack)


@given(stories())
def test_pots_hold_all_chips_and_narrow_upwards(story: Story) -> None:
    for table in story.tables:
        pots = side_pots(table)
        assert sum(amount for amount, _ in pots) == table.chips_in()
        for (_, wider), (_, narrower) in pairwise(pots):
            assert set(narrower) < set(wider)
        live = {seat.name for seat in table.seats if not seat.folded}
        assert not pots or set(pots[0][1]) <= live


@given(stories(), st.integers(0, 10**6))
def test_pots_of_a_street_stay_as_they_were_when_the_next_is_dealt(story: Story, choice: int) -> None:
    end = story.end
    dealt = end.next_street(story.begun.unit)
    if end.closed():
        assert side_pots(dealt) == side_pots(end)
        if dealt.turn >= 0:
            act = some_act(dealt, dealt.turn, choice)
            first = [amount for amount, _ in side_pots(dealt)[:-1]]
            assert [amount for amount, _ in side_pots(dealt.after(*act))][: len(first)] == first


@given(stories())
def test_the_next_street_begins_with_those_who_hold_cards(story: Story) -> None:
    dealt = story.end.next_street(40)
    assert (dealt.unit, dealt.level, dealt.raised, dealt.opened) == (40, 0, 0, False)
    assert dealt.began == dealt.live() == story.end.live()
    assert not any(seat.acted or seat.put for seat in dealt.seats)
    able = [i for i, seat in enumerate(dealt.seats) if not seat.folded and not seat.all_in]
    if len(dealt.seats) == 2 and dealt.rules.blinds_of_two == "every-round":
        able.reverse()
    assert list(dealt.order()) == (able if len(able) > 1 else [])


@given(st.one_of(stories(), irregular()))
def test_a_replay_is_a_pure_function(story: Story) -> None:
    first = story.tables
    kept = [tuple(table) for table in first]
    assert story.tables == first
    for table in first:
        table.closed(), table.order(), side_pots(table), table.next_street(10)
        [(table.max_raise_to(i), table.owed(i)) for i in range(len(table.seats))]
    assert [tuple(table) for table in first] == kept
    middle = len(story.acts) // 2
    assert replay(first[middle], story.acts[middle:])[-1] == first[-1]


@given(st.one_of(stories(), irregular()), st.permutations("UVWXYZ"))
def test_names_do_not_matter(story: Story, names: Sequence[str]) -> None:
    def renamed(table: Table) -> Table:
        seats = (seat._replace(name=name) for seat, name in zip(table.seats, names, strict=False))
        return table._replace(seats=tuple(seats))

    commutes(story, renamed, lambda act: act)


@given(st.one_of(stories(), irregular()), st.integers(0, 5))
def test_where_the_list_of_seats_begins_does_not_matter(story: Story, by: int) -> None:
    n = len(story.begun.seats)

    def turned(table: Table) -> Table:
        seats = tuple(table.seats[(i - by) % n] for i in range(n))
        return table._replace(seats=seats, turn=table.turn if table.turn < 0 else (table.turn + by) % n)

    commutes(story, turned, lambda act: ((act[0] + by) % n, act[1], act[2]))


@given(st.one_of(stories(), irregular()), st.sampled_from([2, 3, 25, 1000]))
def test_the_value_of_a_chip_does_not_matter(story: Story, by: int) -> None:
    commutes(story, lambda table: scaled(table, by), lambda act: (*act[:2], None if act[2] is None else by * act[2]))
    for table in story.tables:
        larger = scaled(table, by)
        assert larger.min_raise_to() == times(table.min_raise_to(), by)
        for i, seat in enumerate(table.seats):
            assert larger.max_raise_to(i) == times(table.max_raise_to(i), by)
            total = seat.put + (seat.behind or 0)
            assert larger.is_full(by * total) == table.is_full(total)
        assert side_pots(larger) == tuple((by * amount, able) for amount, able in side_pots(table))


def commutes(story: Story, change: Callable[[Table], Table], act: Callable[[Act], Any]) -> None:
    """Changing every table of a replay gives the replay of the changed story."""
    changed = replay(change(story.begun), [act(told) for told in story.acts])
    assert changed == [change(table) for table in story.tables]


def times(amount: int | None, by: int) -> int | None:
    """A multiple of an amount that may be unknown."""
    return None if amount is None else by * amount


def scaled(table: Table, by: int) -> Table:
    """The table with every chip worth ``by`` times as much."""
    seats = tuple(
        seat._replace(
            put=by * seat.put,
            behind=times(seat.behind, by),
            seen_level=by * seat.seen_level,
            before=by * seat.before,
        )
        for seat in table.seats
    )
    chips = ("pot", "unit", "big_blind", "level", "base", "full", "missing", "bring_in", "brought", "upper")
    more: dict[str, Any] = {name: times(getattr(table, name), by) for name in chips}
    return table._replace(seats=seats, **more)
