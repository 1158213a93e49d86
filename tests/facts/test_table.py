"""The replay on the worked numbers of the rulebook. Every group names the clauses that its numbers come from."""

from __future__ import annotations

import pytest

from facts.bettingrules import BettingRules
from facts.incident import Event, Incident
from facts.lexicon import vocabulary
from facts.opening import PARAMETERS, betting_rules, first_turn, opening, posts_due, unit_for, unit_of
from facts.pots import pot_slots, side_pots
from facts.reader import read_incident
from facts.table import LIMIT, NO_LIMIT, POT_LIMIT, Table
from tests.facts.tables import BFSP, after, blinds, may_raise, table, to_act

# -- 4.7.2, 4.9.3-4.9.6: sizes in no-limit and pot-limit --------------------------------------------------------------


@pytest.mark.parametrize(
    ("begun", "acts", "least"),
    [
        pytest.param(blinds(NO_LIMIT), (), 200, id="4.9.5.p3 the big blind doubled"),
        pytest.param(blinds(NO_LIMIT), ("C raise 300",), 500, id="4.9.5.p3 300 over a blind of 100"),
        pytest.param(table(NO_LIMIT, unit=50), ("A bet 50",), 100, id="4.9.5.p3 50"),
        pytest.param(table(NO_LIMIT, unit=100), ("A bet 900",), 1800, id="4.9.5.p3 900"),
        pytest.param(table(NO_LIMIT), ("A bet 900",), 1800, id="4.9.5.p3 without a known blind"),
        pytest.param(table(POT_LIMIT, unit=50), ("A bet 50", "B raise 180"), 310, id="4.9.6.p3"),
        pytest.param(
            table(NO_LIMIT, "A B C D", 100),
            ("A bet 100", "B raise 500", "C raise 900"),
            1300,
            id="4.9.6.p3 the last full increase counts, not the largest of the round",
        ),
        pytest.param(blinds(NO_LIMIT), ("C call", "D raise 250"), 400, id="4.9.6.p3 over a limper"),
    ],
)
def test_least_raise(begun: Table, acts: tuple[str, ...], least: int) -> None:
    assert after(begun, *acts).min_raise_to() == least


@pytest.mark.parametrize(
    ("begun", "acts", "seat", "most"),
    [
        pytest.param(table(POT_LIMIT, pot=100), (), "A", 100, id="4.7.2 the bet"),
        pytest.param(table(POT_LIMIT, pot=100), ("A bet 100",), "B", 400, id="4.7.2 the raise"),
        pytest.param(table(POT_LIMIT, unit=50, pot=100), ("A bet 50",), "B", 250, id="4.9.5.p5"),
        pytest.param(table(POT_LIMIT, pot=80), ("A bet 50", "B raise 180"), "C", 670, id="4.9.6.p5"),
        pytest.param(
            table(POT_LIMIT, unit=100, pot=300, stacks={"C": 450}),
            ("A bet 100", "B raise 300", "C all-in 450"),
            "A",
            1950,
            id="4.9.6.p5 over a short all-in",
        ),
        pytest.param(blinds(POT_LIMIT, "A B C"), (), "C", 350, id="4.9.5.p5 before the flop"),
        pytest.param(blinds(POT_LIMIT, pot=40), (), "C", 390, id="4.9.5.p5 with four antes of 10"),
        pytest.param(blinds(POT_LIMIT), ("C raise 350", "D call"), "A", 1500, id="4.9.6.p5 from the small blind"),
        pytest.param(blinds(POT_LIMIT, stacks={"B": 60}), (), "C", 350, id="4.9.8.p6"),
        pytest.param(blinds(POT_LIMIT, stacks={"B": 60}), ("C call",), "D", 450, id="4.9.8.p6 over a caller"),
        pytest.param(blinds(POT_LIMIT, stacks={"C": 275}), (), "C", 275, id="4.9.8.p1 the stack"),
        pytest.param(table(POT_LIMIT, pot=None), ("A bet 100",), "B", None, id="pot not told"),
        pytest.param(table(POT_LIMIT, pot=None, stacks={"B": 700}), (), "B", None, id="pot not told, stack told"),
        pytest.param(table(NO_LIMIT, unit=100, stacks={"B": 9000}), ("A bet 100",), "B", 9000, id="4.9.5.p6"),
        pytest.param(
            table(NO_LIMIT, unit=100, stacks={"C": 4200}), ("A bet 100", "B raise 300"), "C", 4200, id="4.9.6.p6"
        ),
        pytest.param(table(NO_LIMIT, unit=100), ("A bet 100",), "B", None, id="stack not told"),
    ],
)
def test_greatest_raise(begun: Table, acts: tuple[str, ...], seat: str, most: int | None) -> None:
    told = after(begun, *acts)
    assert told.max_raise_to(told.index(seat)) == most


# -- 4.7.3, 4.9.5.p4, 4.9.5.p7, 4.9.7: limit --------------------------------------------------------------------------

LIMIT_STAKES = {"sb": 5, "bb": 10, "low": 10, "high": 20}


def limit_incident(street: str, game: str = "holdem", stakes: dict[str, int] | None = None) -> Incident:
    """A story in limit that begins on ``street``."""
    return Incident(("A", "B", "C", "D"), game, LIMIT, street, stakes or LIMIT_STAKES)


@pytest.mark.parametrize(
    ("street", "steps"),
    [
        ("preflop", (10, 20, 30, 40)),
        ("flop", (10, 20, 30, 40)),
        ("turn", (20, 40, 60, 80)),
        ("river", (20, 40, 60, 80)),
    ],
)
def test_limit_steps_of_each_round(street: str, steps: tuple[int, ...]) -> None:
    """4.7.3.p2: 10, 20, 30, 40 and later 20, 40, 60, 80; 4.7.3.p4: then no raise is left."""
    begun = opening(limit_incident(street), BFSP)
    assert begun.max_raise_to(0) == begun.unit == steps[0]
    for i, (seat, step) in enumerate(zip("ABCD", steps, strict=True)):
        assert begun.raises_left() == 3 - max(0, i - 1)
        begun = after(begun, f"{seat} {'raise' if i else 'bet'} {step}")
        assert begun.min_raise_to() == begun.max_raise_to(0) == step + steps[0]
    assert begun.raises_left() == 0


def test_a_blind_counts_as_the_bet() -> None:
    """4.7.3.p4: blind 10, raise 20, re-raise 30, cap 40."""
    begun = blinds(LIMIT, small=5, big=10)
    capped = after(begun, "C raise 20", "D raise 30", "A raise 40")
    assert capped.raises_left() == 0
    assert not may_raise(capped, "B")
    assert may_raise(after(begun, "C raise 20", "D raise 30"), "A")


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("holdem", {"preflop": 10, "flop": 10, "turn": 20, "river": 20}),
        ("stud7", {"third": 10, "fourth": 10, "fifth": 20, "sixth": 20, "seventh": 20}),
    ],
)
def test_limit_size_of_every_round(game: str, sizes: dict[str, int]) -> None:
    """4.7.3.p2 and p3, whatever street the story begins on."""
    for begins in sizes:
        incident = limit_incident(begins, game)
        assert {street: unit_for(incident, street, BFSP) for street in sizes} == sizes
        assert unit_of(incident, BFSP) == sizes[begins]


@pytest.mark.parametrize(
    ("stakes", "flop", "turn"),
    [
        ({"bb": 10}, 10, None),
        ({"bb": 10, "low": 10}, 10, None),
        ({"high": 20}, None, 20),
        ({"bet": 10}, 10, None),
        ({"bet": 10, "high": 20}, 10, 20),
        ({"sb": 5}, None, None),
    ],
)
def test_limit_sizes_that_were_not_told_stay_unknown(
    stakes: dict[str, int], flop: int | None, turn: int | None
) -> None:
    incident = limit_incident("flop", stakes=stakes)
    assert (unit_for(incident, "flop", BFSP), unit_for(incident, "turn", BFSP)) == (flop, turn)


def test_the_one_size_told_on_a_late_street_is_the_upper_one() -> None:
    incident = limit_incident("turn", stakes={"bet": 20})
    assert (unit_for(incident, "flop", BFSP), unit_for(incident, "river", BFSP)) == (None, 20)


def test_how_many_rounds_are_played_low_is_a_parameter() -> None:
    incident = limit_incident("fourth", "stud7")
    one = BFSP._replace(lower_rounds=1)
    assert (unit_for(incident, "third", one), unit_for(incident, "fourth", one)) == (10, 20)


@pytest.mark.parametrize("street", ["preflop", "flop", "turn", "river", None])
@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, None])
def test_outside_limit_the_smallest_bet_is_the_big_blind(structure: str | None, street: str | None) -> None:
    """4.9.3.p2."""
    incident = Incident(("A", "B"), "holdem", structure, street, {"sb": 50, "bb": 100})
    assert unit_for(incident, street, BFSP) == 100


@pytest.mark.parametrize(
    ("heads_up", "seats", "left"),
    [
        pytest.param("always", "A B", 0, id="4.9.5.p7 always"),
        pytest.param("not-heads-up", "A B", None, id="4.7.3.p5"),
        pytest.param("not-heads-up", "A B C", 0, id="4.7.3.p6 three began"),
    ],
)
def test_heads_up_readings(heads_up: str, seats: str, left: int | None) -> None:
    begun = table(LIMIT, seats, 20, rules=BFSP._replace(heads_up=heads_up))
    first = ("C check",) if seats == "A B C" else ()
    told = after(begun, "A check", "B bet 20", *first, "A raise 40", "B raise 60", "A raise 80")
    assert told.raises_left() == left
    assert may_raise(told, "B") == (left is None)
    assert told.min_raise_to() == 100


def test_a_round_that_two_began_stays_free_when_one_of_them_is_all_in() -> None:
    """4.7.3.p6 counts who began the round, ambiguity 1.12 all-in players too."""
    rules = BFSP._replace(heads_up="not-heads-up")
    three = after(table(LIMIT, "A B C", 10, stacks={"C": 10}, rules=rules), "A bet 10", "B call", "C call")
    turn = three.next_street(20)
    assert (turn.began, turn.raises_left()) == (3, 3)
    two = after(table(LIMIT, "A B C", 10, rules=rules), "A bet 10", "B call", "C fold").next_street(20)
    assert (two.began, two.raises_left()) == (2, None)


@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT])
def test_raises_are_free_outside_limit(structure: str) -> None:
    """4.9.5.p8."""
    told = after(table(structure, "A B", 10), "A bet 10", "B raise 20", "A raise 30", "B raise 40", "A raise 50")
    assert told.raises_left() is None


def test_the_number_of_raises_is_a_parameter() -> None:
    begun = table(LIMIT, "A B", 10, rules=BFSP._replace(raises=4))
    told = after(begun, "A bet 10", "B raise 20", "A raise 30", "B raise 40")
    assert told.raises_left() == 1
    assert after(told, "A raise 50").raises_left() == 0


# -- 4.9.8.p3: short all-ins in limit ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "acts", "full", "least", "left"),
    [
        pytest.param(10, ("A bet 10", "B all-in 14"), False, 20, 3, id="p3.e2 14 over 10"),
        pytest.param(10, ("A bet 10", "B all-in 15"), True, 25, 2, id="p3.e3 15 over 10"),
        pytest.param(20, ("A bet 20", "B call", "C all-in 29"), False, 40, 3, id="p3 29 over 20"),
        pytest.param(20, ("A bet 20", "B call", "C all-in 30"), True, 50, 2, id="p3 30 over 20"),
        pytest.param(20, ("A bet 20", "B call", "C all-in 31"), True, 51, 2, id="p3 31 over 20"),
        pytest.param(10, ("A bet 10", "B raise 20", "C all-in 24"), False, 30, 2, id="p3.e2 24 over 20"),
        pytest.param(10, ("A bet 10", "B raise 20", "C all-in 25"), True, 35, 1, id="p3.e3 25 over 20"),
        pytest.param(10, ("A bet 10", "B raise 20", "C raise 30", "D all-in 34"), False, 40, 1, id="p3 34 over 30"),
        pytest.param(10, ("A bet 10", "B raise 20", "C raise 30", "D all-in 35"), True, 45, 0, id="p3 35 over 30"),
        pytest.param(10, ("A all-in 4",), False, 10, 3, id="p3 an opening of 4"),
        pytest.param(10, ("A all-in 5",), True, 15, 3, id="p3 an opening of 5"),
    ],
)
def test_half_the_size_makes_a_raise_in_limit(
    unit: int, acts: tuple[str, ...], full: bool, least: int, left: int
) -> None:
    begun = table(LIMIT, "A B C D", unit)
    before, told = after(begun, *acts[:-1]), after(begun, *acts)
    assert before.is_full(told.level) is full
    assert (told.min_raise_to(), told.raises_left()) == (least, left)
    assert told.max_raise_to(told.turn) == least


def test_the_share_in_limit_is_a_parameter() -> None:
    begun = after(table(LIMIT, unit=10, rules=BFSP._replace(share_limit=(1, 1))), "A bet 10")
    assert (begun.is_full(19), begun.is_full(20)) == (False, True)


def test_after_14_those_who_acted_may_only_call() -> None:
    """4.9.8.p3.e1."""
    told = after(table(LIMIT, unit=10), "A bet 10", "B call", "C all-in 14")
    assert to_act(told) == "A B"
    assert (told.owed(0), told.owed(1)) == (4, 4)
    assert not may_raise(told, "A")
    assert not may_raise(told, "B")
    assert after(told, "A call", "B call").closed()


def test_completion_opens_the_betting_for_all() -> None:
    """4.9.8.p3.e2."""
    begun = after(table(LIMIT, "A B C D", 10), "A bet 10", "B all-in 14")
    assert may_raise(begun, "C")
    assert not may_raise(after(begun, "C call", "D call"), "A")
    assert after(begun, "C call").min_raise_to() == 20
    completed = after(begun, "C raise 20")
    assert completed.min_raise_to() == 30
    assert to_act(completed) == "D A"
    assert may_raise(completed, "A")


@pytest.mark.parametrize(("completing", "cap"), [("counts", 40), ("does-not-count", 50)])
def test_completing_readings(completing: str, cap: int) -> None:
    """4.9.8.p3.e2: 10, 20, 30 and the cap at 40, or 20, 30, 40 and the cap at 50."""
    begun = table(LIMIT, "A B C D", 10, rules=BFSP._replace(completing=completing))
    told = after(begun, "A bet 10", "B all-in 14", "C raise 20")
    players = iter("DACDAC")
    while told.raises_left():
        told = after(told, f"{next(players)} raise {told.min_raise_to()}")
    assert told.level == cap


def test_an_all_in_of_15_is_the_first_raise_and_the_cap_is_35() -> None:
    """4.9.8.p3.e3."""
    told = after(table(LIMIT, "A B C D", 10), "A bet 10", "B all-in 15", "C raise 25", "D raise 35")
    assert told.raises_left() == 0
    assert not may_raise(told, "A")


def test_who_has_not_answered_a_full_raise_may_complete() -> None:
    """4.9.8.p3.e2: the bettor faces the raise to 20, the raiser nothing but the 24."""
    told = after(table(LIMIT, "A B C D", 10), "A bet 10", "B raise 20", "C all-in 24", "D call")
    assert may_raise(told, "A")
    assert not may_raise(after(told, "A call"), "B")


@pytest.mark.parametrize(("how", "least"), [("to-full", 20), ("on-top", 24), ("plus-big-blind", 24)])
def test_next_minimum_in_limit_is_a_parameter(how: str, least: int) -> None:
    rules = BFSP._replace(after_short_limit=how)
    assert after(table(LIMIT, unit=10, big_blind=10, rules=rules), "A bet 10", "B all-in 14").min_raise_to() == least


# -- 4.9.8.p4: short all-ins in pot-limit and no-limit ----------------------------------------------------------------


def short_all_in(rules: BettingRules = BFSP, total: int = 90) -> Table:
    """Blinds 10-20, a bet of 20, a raise to 60, an all-in."""
    return after(table(NO_LIMIT, unit=20, pot=60, rules=rules), "A bet 20", "B raise 60", f"C all-in {total}")


def test_90_over_60_is_no_raise() -> None:
    """4.9.8.p4.e1."""
    told = short_all_in()
    assert to_act(told) == "A B"
    assert (told.level, told.base, told.full, told.raised) == (90, 60, 40, 1)
    assert (told.owed(0), told.owed(1)) == (70, 30)
    assert may_raise(told, "A")
    assert not may_raise(after(told, "A call"), "B")
    assert may_raise(after(told, "A raise 130"), "B")
    assert after(told, "A call", "B call").closed()


@pytest.mark.parametrize(("how", "least"), [("on-top", 130), ("to-full", 100), ("plus-big-blind", 110)])
def test_after_short_readings(how: str, least: int) -> None:
    """4.9.8.p4.e1."""
    told = short_all_in(BFSP._replace(after_short=how))
    assert told.min_raise_to() == least
    raised = after(told, f"A raise {least}")
    assert (raised.full, raised.min_raise_to()) == (40, least + 40)


@pytest.mark.parametrize(("total", "full", "least"), [(99, False, 139), (100, True, 140), (105, True, 150)])
def test_the_whole_increase_makes_a_raise(total: int, full: bool, least: int) -> None:
    """4.9.8.p4: 40 over 60 is 100% of what a raise needs."""
    assert after(table(NO_LIMIT, unit=20), "A bet 20", "B raise 60").is_full(total) is full
    told = short_all_in(total=total)
    assert told.min_raise_to() == least
    assert may_raise(after(told, "A call"), "B") is full


@pytest.mark.parametrize(("total", "least"), [(200, 300), (225, 350)])
def test_an_all_in_that_is_a_raise_sets_the_size(total: int, least: int) -> None:
    """4.9.8.p4 with 4.9.6.p3."""
    told = after(table(NO_LIMIT, "A B C D", 100), "A bet 100", "B call", f"C all-in {total}")
    assert told.min_raise_to() == least
    assert may_raise(after(told, "D call"), "A")
    assert may_raise(after(told, "D call", "A call"), "B")


def test_the_share_is_a_parameter() -> None:
    half = BFSP._replace(share_open=(1, 2))
    told = after(table(NO_LIMIT, unit=20, rules=half), "A bet 20", "B raise 60")
    assert (told.is_full(79), told.is_full(80)) == (False, True)
    raised = after(told, "C all-in 80")
    assert may_raise(after(raised, "A call"), "B")
    assert raised.min_raise_to() == 120  # the size stays the last full increase


def test_two_short_all_ins_are_measured_alone() -> None:
    """4.9.8.p4: 150 and 200 add 50 each."""
    told = after(table(NO_LIMIT, "A B C D", 100), "A bet 100", "B all-in 150", "C all-in 200", "D call")
    assert not may_raise(told, "A")
    assert told.level - told.seats[0].seen_level == 100  # what the reading add-up looks at
    assert told.min_raise_to() == 300


def test_a_full_raise_over_a_short_all_in_opens_again() -> None:
    told = after(table(NO_LIMIT, "A B C D", 100), "A bet 100", "B all-in 150", "C raise 400", "D call")
    assert may_raise(told, "A")
    assert told.full == 250


def test_many_players_and_one_short_all_in() -> None:
    """4.9.8.p4.e1: who has not answered the full raise may raise, who made or called it may not."""
    begun = table(NO_LIMIT, "A B C D E", 100)
    told = after(begun, "A bet 100", "B call", "C raise 300", "D all-in 400", "E call")
    assert to_act(told) == "A B C"
    assert may_raise(told, "A")
    assert may_raise(after(told, "A call"), "B")
    assert not may_raise(after(told, "A call", "B call"), "C")
    raised = after(told, "A call", "B raise 600")
    assert to_act(raised) == "C E A"
    assert may_raise(raised, "C")
    assert may_raise(after(raised, "C call"), "E")


def test_a_limper_is_barred_and_a_blind_is_not() -> None:
    """4.7.all.b3: posting is no wager by choice."""
    told = after(blinds(NO_LIMIT, stacks={"D": 150}), "C call", "D all-in 150")
    assert told.min_raise_to() == 250
    assert may_raise(told, "A")
    assert may_raise(after(told, "A call"), "B")
    assert not may_raise(after(told, "A call", "B call"), "C")
    assert may_raise(after(told, "A call", "B raise 250"), "C")


def test_an_all_in_below_the_price_changes_nothing() -> None:
    """4.9.8.p1."""
    told = after(table(NO_LIMIT, unit=100, stacks={"B": 70}), "A bet 100", "B call")
    assert told.seats[1][1:5] == (70, 0, False, True)
    assert (told.level, told.owed(2), told.min_raise_to()) == (100, 100, 200)
    below_the_blind = after(blinds(NO_LIMIT, stacks={"C": 60}), "C all-in 60")
    assert (below_the_blind.owed(3), below_the_blind.min_raise_to()) == (100, 200)


@pytest.mark.parametrize(
    ("how", "least"),
    [("minimum-bet-on-top", 160), ("complete", 100), ("double-big-blind", 200), ("double-the-all-in", 120)],
)
@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT])
def test_short_opening_readings(structure: str, how: str, least: int) -> None:
    """4.9.8.p6: an opening all-in of 60 where the smallest bet is 100."""
    rules = BFSP._replace(short_opening=how)
    told = after(table(structure, unit=100, pot=400, rules=rules), "A all-in 60")
    assert (told.level, told.base, told.full, told.fulls) == (60, 0, 100, 0)
    assert told.min_raise_to() == least
    size = max(100, least - 60)  # never below the smallest bet, else what was put on top of the 60
    assert after(told, f"B raise {least}").min_raise_to() == least + size


def test_the_short_opening_hangs_on_no_blind_when_it_is_doubled() -> None:
    told = after(table(NO_LIMIT, rules=BFSP._replace(short_opening="double-the-all-in")), "A short 60")
    assert told.min_raise_to() == 120
    assert after(table(NO_LIMIT), "A short 60").min_raise_to() is None


# -- 4.9.8.p5, p6: a short big blind ----------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", [NO_LIMIT, POT_LIMIT, LIMIT])
def test_a_short_big_blind_is_priced_in_full(structure: str) -> None:
    told = blinds(structure, stacks={"B": 60})
    assert (told.level, told.missing, told.seats[1].put, told.seats[1].all_in) == (100, 40, 60, True)
    assert [told.owed(i) for i in (2, 3, 0)] == [100, 100, 50]
    assert told.min_raise_to() == 200
    assert told.chips_in() == 110  # the pot holds what is really there
    assert to_act(told) == "C D A"


def test_a_short_big_blind_as_posted() -> None:
    told = blinds(POT_LIMIT, stacks={"B": 60}, rules=BFSP._replace(short_blind="as-posted"))
    assert (told.level, told.missing, told.owed(2), told.min_raise_to()) == (60, 0, 60, 160)
    assert told.max_raise_to(2) == 60 + 110 + 60


def test_a_big_blind_below_the_small_one_as_posted() -> None:
    told = blinds(POT_LIMIT, stacks={"B": 30}, rules=BFSP._replace(short_blind="as-posted"))
    assert (told.level, told.missing) == (50, 0)


def test_a_short_small_blind_changes_no_price() -> None:
    """Ambiguity 1.10."""
    told = blinds(NO_LIMIT, stacks={"A": 30})
    assert (told.level, told.missing, told.min_raise_to(), told.chips_in()) == (100, 0, 200, 130)
    assert to_act(told) == "C D B"


def test_a_third_post_raises_the_price_and_not_the_size() -> None:
    told = after(blinds(NO_LIMIT), "C post 200")
    assert (told.level, told.full, told.min_raise_to()) == (200, 100, 300)
    assert to_act(told) == "D A B C"


# -- 4.9.2.p2, 5.6: whose turn, and when the round is over ------------------------------------------------------------


def test_the_big_blind_has_the_last_word() -> None:
    told = blinds(NO_LIMIT)
    assert to_act(told) == "C D A B"
    limped = after(told, "C call", "D fold", "A call")
    assert to_act(limped) == "B"
    assert not limped.closed()
    assert may_raise(limped, "B")
    assert after(limped, "B check").closed()
    assert to_act(after(limped, "B raise 200")) == "C A"


def test_a_walk_leaves_the_big_blind_no_decision() -> None:
    told = after(blinds(NO_LIMIT), "C fold", "D fold", "A fold")
    assert told.closed()
    assert (told.turn, told.order(), told.live()) == (-1, (), 1)


def test_heads_up_the_button_acts_first_before_the_flop() -> None:
    """A convention (ambiguity 8.3): the second of two seats has the button and the small blind."""
    told = blinds(NO_LIMIT, "A B")
    assert to_act(told) == "B A"
    called = after(told, "B call")
    assert to_act(called) == "A"
    assert to_act(after(called, "A check").next_street(100)) == "A B"


def test_everyone_checks() -> None:
    told = after(table(NO_LIMIT, unit=20), "A check", "B check")
    assert to_act(told) == "C"
    assert after(told, "C check").closed()


def test_a_bet_gives_the_checkers_a_decision_again() -> None:
    told = after(table(NO_LIMIT, unit=20), "A check", "B check", "C bet 20")
    assert to_act(told) == "A B"
    assert after(told, "A fold", "B call").closed()
    assert after(told, "A fold", "B fold").closed()


def test_the_round_is_over_when_everyone_has_matched_the_largest_bet() -> None:
    """5.6.3.p2."""
    told = after(table(NO_LIMIT, unit=20), "A bet 20", "B raise 60", "C call")
    assert to_act(told) == "A"
    assert after(told, "A call").closed()
    assert after(told, "A fold").closed()
    assert not after(told, "A raise 100").closed()


def test_who_is_all_in_has_no_decision_and_nobody_checks_to_him() -> None:
    told = after(blinds(NO_LIMIT, "A B C", stacks={"A": 100, "C": 100}), "C call", "A call")
    assert all(told.seats[i].all_in for i in (0, 2))
    assert told.closed()  # the big blind has matched, and nobody could answer a raise


def test_who_owes_chips_decides_even_alone_against_all_ins() -> None:
    told = after(table(NO_LIMIT, "A B", 20, stacks={"A": 500}), "A all-in 500")
    assert to_act(told) == "B"


def test_chips_out_of_turn_that_stay_do_not_move_the_price() -> None:
    """4.10.p2."""
    told = table(NO_LIMIT, unit=20, stacks={"C": 200}).with_chips(2, 50)
    assert (told.level, told.seats[2].put, told.seats[2].behind, told.chips_in()) == (0, 50, 150, 50)
    bet = after(told, "A bet 120", "B fold")
    assert bet.owed(2) == 70
    assert after(bet, "C call").seats[2][1:3] == (120, 80)


def test_a_call_below_the_chips_in_front_gives_the_rest_back() -> None:
    told = after(table(NO_LIMIT, unit=20, stacks={"C": 200}).with_chips(2, 200), "A bet 120", "B fold", "C call")
    assert told.seats[2][1:5] == (120, 80, False, False)


def test_more_than_a_stack_is_not_judged_and_leaves_nothing_behind() -> None:
    told = after(table(NO_LIMIT, unit=20, stacks={"A": 50}), "A bet 80")
    assert told.seats[0][1:5] == (80, 0, False, True)


def test_a_seat_out_of_chips_has_no_decision_left() -> None:
    told = after(table(NO_LIMIT, unit=20), "A bet 20").all_in(1)
    assert told.seats[1][1:5] == (0, 0, False, True)
    assert to_act(after(told, "C call")) == ""


# -- unknown stays unknown --------------------------------------------------------------------------------------------


def test_without_a_unit_no_size_is_made_up() -> None:
    begun = table(LIMIT)
    assert begun.is_full(20) is None
    assert begun.max_raise_to(0) is None
    assert begun.min_raise_to() is None
    blind_on_top = table(NO_LIMIT, rules=BFSP._replace(after_short="plus-big-blind"))
    assert after(blind_on_top, "A bet 20", "B short 30").min_raise_to() is None
    assert after(begun, "A bet 10").min_raise_to() == 20  # a limit bet that was made shows the size


def test_without_a_pot_the_chips_are_unknown() -> None:
    told = after(table(NO_LIMIT, pot=None), "A bet 20")
    assert told.chips_in() is None
    assert told.next_street(20).pot is None


@pytest.mark.parametrize(
    ("street", "stakes", "pot"),
    [
        ("preflop", {"bb": 100}, 0),
        ("preflop", {"bb": 100, "ante": 10}, 30),
        ("third", {"bring_in": 5, "ante": 2}, 6),
        ("third", {"bring_in": 5}, None),
        ("flop", {"bb": 100, "ante": 10}, None),
        (None, {"bb": 100}, None),
    ],
)
def test_before_the_first_street_only_antes_are_in_the_pot(
    street: str | None, stakes: dict[str, int], pot: int | None
) -> None:
    incident = Incident(("A", "B", "C"), None, POT_LIMIT, street, stakes)
    assert opening(incident, BFSP).pot == pot
    assert opening(Incident(("A", "B", "C"), None, POT_LIMIT, street, stakes, pot=7), BFSP).pot == 7


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no seat Z"):
        table(NO_LIMIT).index("Z")


# -- side pots (4.1.side-pot.p1) --------------------------------------------------------------------------------------


def test_no_all_in_makes_one_pot() -> None:
    told = after(table(NO_LIMIT, unit=20, pot=60), "A bet 20", "B call", "C fold")
    assert side_pots(told) == ((100, ("A", "B")),)
    assert pot_slots(told) == []


def test_a_short_big_blind_wins_only_what_it_put_in() -> None:
    told = after(blinds(NO_LIMIT, stacks={"B": 60}), "C call", "D fold", "A call")
    assert told.closed()
    assert side_pots(told) == ((180, ("A", "B", "C")), (80, ("A", "C")))


def test_three_stacks_make_three_pots() -> None:
    begun = table(NO_LIMIT, "A B C D", 100, stacks={"A": 300, "B": 1000, "C": 2500, "D": 2500})
    told = after(begun, "A all-in 300", "B all-in 1000", "C all-in 2500", "D call")
    assert side_pots(told) == ((1200, ("A", "B", "C", "D")), (2100, ("B", "C", "D")), (3000, ("C", "D")))
    assert [slots["id"] for slots in pot_slots(told)] == ["main", "side-1", "side-2"]
    assert pot_slots(told)[1] == {"id": "side-1", "amount": 2100, "eligible": ("B", "C", "D")}


def test_folded_chips_stay_in_the_pots_they_reach() -> None:
    begun = table(NO_LIMIT, "A B C D", 100, stacks={"A": 150})
    told = after(begun, "A all-in 150", "B raise 400", "C call", "D fold", "C fold")
    assert side_pots(told) == ((450, ("A", "B")), (500, ("B",)))


def test_chips_above_every_all_in_that_only_a_folded_player_put_in() -> None:
    begun = table(NO_LIMIT, "A B C", 100, stacks={"A": 100, "B": 100}).with_chips(2, 300)
    told = after(begun, "A all-in 100", "B call", "C fold")
    assert side_pots(told) == ((500, ("A", "B")),)


def test_chips_that_nobody_called_are_a_pot_of_their_own() -> None:
    told = after(table(NO_LIMIT, "A B", 100, pot=50, stacks={"B": 300}), "A bet 1000", "B call")
    assert side_pots(told) == ((650, ("A", "B")), (700, ("A",)))


def test_a_short_stack_that_has_not_acted_counts_only_where_it_reaches() -> None:
    begun = table(NO_LIMIT, "A B C", 100, stacks={"B": 400, "C": 300})
    told = after(begun, "A bet 1000", "B call")
    assert side_pots(told) == ((800, ("A", "B", "C")), (600, ("A",)))


def test_who_is_all_in_since_an_earlier_street_wins_only_the_pot_told() -> None:
    incident = Incident(("A", "B", "C"), "holdem", NO_LIMIT, "flop", {"bb": 20}, {"C": 0}, pot=300)
    begun = opening(incident, BFSP)
    assert begun.seats[2].all_in
    assert side_pots(begun) == ((300, ("A", "B", "C")),)
    assert pot_slots(begun) == []
    told = after(begun, "A bet 50", "B call")
    assert told.closed()
    assert side_pots(told) == ((300, ("A", "B", "C")), (100, ("A", "B")))


# -- the next street --------------------------------------------------------------------------------------------------


def test_the_next_street_collects_and_begins_anew() -> None:
    begun = blinds(NO_LIMIT, stacks={"A": 1000, "B": 1000, "C": 300, "D": 1000}, pot=5)
    told = after(begun, "C all-in 300", "D call", "A fold", "B call").next_street(100)
    assert (told.pot, told.unit, told.big_blind, told.began) == (955, 100, 100, 3)
    assert (told.level, told.base, told.full, told.fulls, told.raised) == (0, 0, 0, 0, 0)
    assert (told.opened, told.missing, told.posts) == (False, 0, 0)
    assert [seat.put for seat in told.seats] == [0, 0, 0, 0]
    assert [seat.behind for seat in told.seats] == [950, 700, 0, 700]
    assert [seat.before for seat in told.seats] == [50, 300, 300, 300]
    assert [seat.folded for seat in told.seats] == [True, False, False, False]
    assert [seat.all_in for seat in told.seats] == [False, False, True, False]
    assert not any(seat.acted or seat.wagered or seat.seen_level or seat.seen_full for seat in told.seats)


def test_the_first_live_seat_after_the_button_begins() -> None:
    """5.6.4.p1; who is all-in has nothing to begin with."""
    begun = blinds(NO_LIMIT, stacks={"B": 100})
    told = after(begun, "C call", "D call", "A fold").next_street(100)
    assert to_act(told) == "C D"
    assert to_act(told.turn_from(3)) == "D C"


def test_nobody_acts_when_only_one_has_chips() -> None:
    told = after(table(NO_LIMIT, "A B", 20, stacks={"A": 500}), "A all-in 500", "B call").next_street(20)
    assert told.closed()
    assert told.turn == -1


def test_pots_of_earlier_streets_are_kept() -> None:
    begun = blinds(NO_LIMIT, "A B C D", stacks={"A": 2000, "B": 300, "C": 100, "D": 2000})
    flop = after(begun, "C call", "D raise 300", "A call", "B call").next_street(100)
    assert side_pots(flop) == ((400, ("A", "B", "C", "D")), (600, ("A", "B", "D")))
    turn = after(flop, "A bet 200", "D call").next_street(100)
    pots = ((400, ("A", "B", "C", "D")), (600, ("A", "B", "D")), (400, ("A", "D")))
    assert side_pots(turn) == pots
    assert sum(amount for amount, _ in pots) == turn.pot
    river = after(turn, "A check", "D bet 500", "A fold")
    assert side_pots(river) == ((400, ("B", "C", "D")), (600, ("B", "D")), (900, ("D",)))


def test_a_street_dealt_too_early_is_not_repaired() -> None:
    told = after(blinds(NO_LIMIT, "A B C"), "C call", "A call").next_street(100)
    assert (told.pot, told.level) == (300, 0)
    assert to_act(told) == "A B C"


def test_a_limit_hand_over_several_streets() -> None:
    incident = limit_incident("preflop")
    begun = opening(incident, BFSP)
    flop = after(begun, "A post 5", "B post 10", "C raise 20", "D call", "A fold", "B call")
    assert flop.closed()
    turn = after(flop.next_street(unit_for(incident, "flop", BFSP)), "B check", "C bet 10", "D call", "B fold")
    last = turn.next_street(unit_for(incident, "turn", BFSP))
    assert (last.pot, last.unit, last.began) == (85, 20, 2)
    assert after(last, "C bet 20", "D raise 40").min_raise_to() == 60


STORY = """
game: holdem
structure: no-limit
stakes: {sb: 10, bb: 20}
street: preflop
seats: [A, B, C]
stacks: {A: 500, B: 500, C: 60}
actions:
  - A: post 10
  - B: post 20
  - C: call 20
  - A: call 20
  - B: check
  - {event: dealt, street: flop, cards: As Kd 7c}
  - A: bet 20
  - B: call 20
  - C: call 20
  - {event: dealt, street: turn}
  - A: bet 100
"""


def test_a_story_of_several_streets() -> None:
    """``dealt`` stands in the timeline; stacks are those of the first street told."""
    incident = read_incident(STORY)
    told = opening(incident, BFSP)
    for entry in incident.timeline:
        if isinstance(entry, Event):
            assert told.closed()
            told = told.next_street(unit_for(incident, str(entry.slots["street"]), BFSP))
        else:
            told = told.after(told.index(entry.seat), str(entry.does), entry.to)
    assert incident.timeline[5].slots == {"street": "flop", "cards": ("As", "Kd", "7c")}  # type: ignore[union-attr]
    assert (told.pot, told.chips_in(), told.level) == (120, 220, 100)
    assert to_act(told) == "B C"
    assert told.max_raise_to(2) == 20  # C began the hand with 60
    assert side_pots(after(told, "B call", "C call")) == ((180, ("A", "B", "C")), (160, ("A", "B")))


# -- stud: the bring-in (5.8.3.b3) ------------------------------------------------------------------------------------


def test_completing_a_bring_in_is_the_bet() -> None:
    told = after(table(LIMIT, "A B C D", 10), "A bring-in 5")
    assert (told.level, told.owed(1), told.min_raise_to(), told.max_raise_to(1)) == (5, 5, 10, 10)
    assert to_act(told) == "B C D"
    completed = after(told, "B raise 10")
    assert (completed.raises_left(), completed.min_raise_to()) == (3, 20)
    assert after(completed, "C raise 20", "D raise 30", "A raise 40").raises_left() == 0
    assert after(told, "B call", "C call", "D fold").closed()


# -- from a rulebook and an incident ----------------------------------------------------------------------------------


def test_parameters_become_betting_rules() -> None:
    told = {"limit.raises": 4, "blind.short": "as-posted", "open.all_in_share": (1, 2)}
    changed = betting_rules(told, vocabulary().customs)
    assert changed == BFSP._replace(raises=4, short_blind="as-posted", share_open=(1, 2))


def test_the_replay_takes_every_value_from_a_rulebook_or_from_custom() -> None:
    assert set(PARAMETERS.values()) == set(vocabulary().customs)
    assert set(PARAMETERS) == set(BettingRules._fields)
    assert not BettingRules._field_defaults


def test_seats_are_ordered_from_the_button() -> None:
    incident = Incident(
        ("A", "B", "C"), "holdem", NO_LIMIT, "flop", {"bb": 20}, {"B": 70}, 60, button="A", began_with=5
    )
    begun = opening(incident, BFSP)
    assert to_act(begun) == "B C A"
    assert (begun.seats[0].behind, begun.seats[1].behind) == (70, None)
    assert (begun.pot, begun.unit, begun.began) == (60, 20, 5)


# -- two players: who posts what and acts first is for the rulebook ----------------------------------------------------


@pytest.mark.parametrize(
    ("how", "posts", "before", "later"),
    [
        ("before-the-flop", ((1, 50), (0, 100)), "B A", "A B"),
        ("every-round", ((1, 50), (0, 100)), "B A", "B A"),
        ("never", ((0, 50), (1, 100)), "A B", "A B"),
    ],
)
def test_the_blinds_of_two_players(how: str, posts: tuple[tuple[int, int], ...], before: str, later: str) -> None:
    """BG 26.p1 has two readings; by the letter of BFSP 5.4.1.p2 the player after the button would post."""
    rules = BFSP._replace(blinds_of_two=how)
    incident = Incident(("A", "B"), "holdem", NO_LIMIT, "preflop", {"sb": 50, "bb": 100})
    assert posts_due(incident, rules) == posts
    told = opening(incident, rules).turn_from(first_turn(incident, rules))
    for seat, chips in posts:
        told = told.after(seat, "post", chips)
    assert to_act(told) == before
    closed = after(told, f"{before[0]} call", f"{before[2]} check")
    assert to_act(closed.next_street(100)) == later
    flop = incident._replace(street="flop", pot=200)
    assert to_act(opening(flop, rules).turn_from(first_turn(flop, rules))) == later


def test_among_more_players_the_rule_of_two_changes_nothing() -> None:
    incident = Incident(("A", "B", "C"), "holdem", NO_LIMIT, "preflop", {"sb": 50, "bb": 100})
    for how in ("before-the-flop", "every-round", "never"):
        rules = BFSP._replace(blinds_of_two=how)
        assert posts_due(incident, rules) == ((0, 50), (1, 100))
        assert first_turn(incident, rules) == 0
