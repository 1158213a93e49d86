"""One pass through a story: what comes after an act, what an act knows of events, acts that are released, and chips."""

from __future__ import annotations

from typing import Any

import pytest

import floorcall
from engine.effects import Settled, effect_of, kind_on
from engine.noticed import DERIVED
from engine.outcomes import NEEDS
from engine.plain import acts_after
from engine.ruling import Ruling
from facts.incident import Act
from facts.lexicon import vocabulary
from facts.opening import opening, posts_due
from facts.reader import read_incident
from facts.table import NO_LIMIT
from tests.facts.tables import BFSP, after, table

FLOP = "game: holdem\nstructure: no-limit\nstreet: flop\nstakes: {sb: 50, bb: 100}\npot: 600\n"
PREFLOP = "game: holdem\nstructure: no-limit\nstreet: preflop\nstakes: {sb: 50, bb: 100}\n"


def rule(book: str, text: str) -> Ruling:
    """The ruling of a book on a story."""
    return floorcall.rule(read_incident(text, "f"), book)


def slots(ruling: Ruling, type: str, key: str) -> dict[str, Any]:
    """The slots of the last fact of a type and key."""
    return dict([fact for fact in ruling.trace.facts if (fact.type, fact.key) == (type, key)][-1].slots)


def returned(ruling: Ruling, seat: str) -> int:
    """Chips that come back to a seat."""
    return sum(step.returned for step in ruling.trace.steps if step.act.seat == seat)


# -- what comes after an act ------------------------------------------------------------------------------------------


def test_acts_after_an_act_are_counted_to_the_end_of_its_street() -> None:
    text = """
      - A: post 50
      - B: {chips: [200], silent: yes}
      - C: fold
      - A: call 200
      - {event: dealt, street: flop}
      - A: check
      - B: {says: bet 100}
    """
    found = acts_after(read_incident(f"seats: [A, B, C]\nactions:{text}", "f"))
    assert {n: tuple(after) for n, after in found.items()} == {
        1: (3, 2, True),
        2: (2, 1, True),
        3: (1, 1, True),
        4: (0, 0, True),
        5: (1, 1, False),
        6: (0, 0, False),
    }


# -- amounts that are divided ------------------------------------------------------------------------------------------

SPLIT = (
    "seats: [A, B, C]\ngame: omaha\nmin_chip: 25\nevents:\n  - {event: high-low-read, pot: main, high: [A, C], "
    "highs: 2, low: [A, B], lows: 2, first_high: [A], first_low: [B], same_players: no"
)


@pytest.mark.parametrize("book", ["tda", "bg"])
def test_a_pot_whose_amount_nobody_told_is_not_divided(book: str) -> None:
    """What little amounts come to is nothing whoever gets it; that must not stand for every amount."""
    unknown = rule(book, f"{SPLIT}}}\n")
    assert unknown.status == NEEDS
    assert [question.slot for question in unknown.questions] == ["amount"]
    assert rule(book, f"{SPLIT}, amount: 400}}\n").status != NEEDS


def test_a_bet_on_an_open_pair_may_be_of_two_sizes_and_is_asked_for() -> None:
    story = "game: stud7\nstructure: limit\nstakes: {low: 10, high: 20}\nstreet: fourth\nseats: [A, B]\npot: 40\n"
    pair = rule("bfsp", story + "up_cards: {A: 8c 8d, B: Kh 4s}\nactions:\n  - A: bet\n")
    other = rule("bfsp", story + "up_cards: {A: 8c 9d, B: 7h 4s}\nactions:\n  - A: bet\n")
    assert [[question.slot for question in one.questions] for one in (pair, other)] == [["to"], []]


# -- acts that do not bind --------------------------------------------------------------------------------------------

RELEASED = FLOP + "seats: [A, B, C, D]\nactions:\n  - A: bet 300\n  - B: fold\n  - D: raise 800\n"


def test_a_released_act_gives_all_its_chips_back_and_leaves_the_turn() -> None:
    ruling = rule("tda", RELEASED + "  - C: raise 600\n")
    assert returned(ruling, "D") == 800
    assert ruling.trace.order[0] == "D"
    assert ruling.trace.table.level == 600
    assert ruling.trace.table.seats[3].put == 0


def test_a_released_act_leaves_no_choice_open_while_others_have_to_act() -> None:
    asked = next(q for q in rule("tda", RELEASED).questions if q.slot == "skipped_did")
    wager = next(answer for answer in asked.answers if "wager" in answer.values)
    assert wager.trace.order[0] == "C"
    assert not wager.trace.choices


# -- events that acts know of -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "known"), [(True, True), (False, False)])
def test_an_act_knows_of_a_skipped_player_told_before_it_is_ruled(before: bool, known: bool) -> None:
    """The event binds the acts that are settled after it: here the one that waits for the skipped player."""
    event = "  - {event: seat-skipped, seat: B, had_time: yes, spoke_up: no}\n"
    acts = "  - A: bet 300\n  - C: call 300\n  - D: call 300\n"
    late = "  - B: raise 900\n"
    told = acts + event + late if before else acts + late + event
    ruling = rule("tda", FLOP + "seats: [A, B, C, D]\nactions:\n" + told)
    binding = ruling.verdict("binding", "act 2")
    assert binding is not None
    assert (binding.values["how"] == "stands") is known


def test_acts_behind_a_skipped_player_are_counted_where_nobody_told_them() -> None:
    story = FLOP + "seats: [A, B, C, D]\nactions:\n  - A: bet 300\n  - C: call 300\n  - D: fold\n"
    counted = rule("tda", story + "  - {event: seat-skipped, seat: B, had_time: yes, spoke_up: no}\n")
    told = rule("tda", story + "  - {event: seat-skipped, seat: B, had_time: yes, spoke_up: no, acts_behind: 1}\n")
    assert [slots(counted, "seat-skipped", "event 1")[name] for name in ("acts_behind", "chips_behind")] == [2, 1]
    assert slots(told, "seat-skipped", "event 1")["acts_behind"] == 1


# -- a dead small blind -----------------------------------------------------------------------------------------------


def test_a_dead_small_blind_leaves_the_big_blind_to_the_first_player() -> None:
    incident = read_incident(PREFLOP + "dead_small_blind: yes\nseats: [A, B, C]\n", "f")
    assert posts_due(incident, BFSP) == ((0, 100),)
    begun = opening(incident, BFSP).after(0, "post", 100)
    assert (begun.level, begun.posts, begun.missing) == (100, 2, 50)


def test_the_pot_is_reckoned_with_a_dead_small_blind() -> None:
    story = PREFLOP.replace("no-limit", "pot-limit") + "seats: [A, B, C]\n"
    dead = rule("tda", story + "dead_small_blind: yes\n").trace.table
    live = rule("tda", story).trace.table
    assert dead.max_raise_to(1) == live.max_raise_to(2) == 350


# -- the effect of one act --------------------------------------------------------------------------------------------


def test_an_act_about_which_nothing_is_settled_stays_open() -> None:
    begun = after(table(NO_LIMIT, unit=100), "A bet 300")
    told = Settled(1, Act("B", motions=((500,),)), None, None, 500)
    effect = effect_of(begun, told, in_turn=True)
    assert effect.open
    assert effect.table == begun


# -- what an event takes from the story before it ---------------------------------------------------------------------

FACE_UP = FLOP + "seats: [A, B, C]\nstacks: {A: 300, B: 2000, C: 300}\nactions:\n"


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ("  - A: all-in 300\n", (True, 2, False, False)),
        ("  - A: all-in 300\n  - B: call 300\n  - C: fold\n", (True, 1, True, False)),
        ("  - A: all-in 300\n  - B: call 300\n  - C: call 300\n", (True, 1, True, False)),
        ("  - A: check\n  - B: check\n  - C: check\n", (False, 3, True, False)),
        (
            "  - A: all-in 300\n  - B: call 300\n  - C: fold\n"
            "  - {event: dealt, street: turn}\n  - {event: dealt, street: river}\n",
            (True, 1, True, True),
        ),
        ("", (None, None, None, None)),
    ],
)
def test_who_can_still_bet_is_seen_from_the_acts(acts: str, expected: tuple[object, ...]) -> None:
    ruling = rule("tda", FACE_UP + acts + "  - {event: hands-face-up}\n")
    fact = next(fact for fact in ruling.trace.facts if fact.type == "hands-face-up")
    assert tuple(fact.slots.get(name) for name in ("all_in", "can_bet", "round_over", "last_round")) == expected


@pytest.mark.parametrize(
    ("acts", "uncalled"),
    [
        ("  - A: bet 300\n", 300),
        ("  - A: bet 300\n  - B: call 300\n", 0),
        ("  - A: bet 300\n  - B: all-in 200\n", 100),
        ("  - A: check\n  - B: bet 500\n", 0),
        ("", None),
    ],
)
def test_chips_that_nobody_called_are_reckoned_when_an_event_is_told(acts: str, uncalled: int | None) -> None:
    event = "  - {event: cards-mixed, seat: A, mixed_with: muck, identifiable: no, exposed: no}\n"
    ruling = rule("tda", FLOP + "seats: [A, B, C]\nactions:\n" + acts + event)
    assert slots(ruling, "cards-mixed", "event 1").get("uncalled") == uncalled


def test_a_told_number_stands_against_what_the_story_says() -> None:
    event = "  - {event: cards-mixed, seat: A, mixed_with: muck, identifiable: no, exposed: no, uncalled: 50}\n"
    ruling = rule("tda", FLOP + "seats: [A, B, C]\nactions:\n  - A: bet 300\n" + event)
    assert slots(ruling, "cards-mixed", "event 1")["uncalled"] == 50


def test_every_derived_slot_of_an_event_has_its_derivation() -> None:
    events = vocabulary().events.values()
    named = {slot.derive for event in events for slot in event.slots.values() if slot.derive}
    assert named <= set(DERIVED)


# -- chips that go back because of what was found ---------------------------------------------------------------------

DEAL = PREFLOP + "stacks: {B: 5000}\nseats: [A, B, C]\nactions:\n  - C: raise 600\n  - A: {chips: [1000], says: call}\n"
TWINS = "  - {event: deck-defect, defect: twins, copies: 2, deck_time: hand}\n"


def test_a_void_hand_gives_everybody_all_his_chips_back() -> None:
    trace = rule("tda", DEAL + "  - B: {says: all-in}\n" + TWINS).trace
    assert trace.over
    # A had posted 50, put 1000 in and got 450 of it back at once
    assert trace.given_back() == {"A": 1050, "B": 5000, "C": 600}


def test_chips_of_a_void_hand_are_not_told_where_nobody_knows_whose_they_are() -> None:
    story = FLOP + "seats: [A, B]\nactions:\n  - A: bet 300\n"
    assert rule("tda", story + TWINS).trace.given_back() == {}


def test_antes_of_a_void_hand_come_back_too() -> None:
    story = PREFLOP.replace("bb: 100", "bb: 100, ante: 10") + "seats: [A, B, C]\nactions:\n  - C: fold\n"
    assert rule("tda", story + TWINS).trace.given_back() == {"A": 60, "B": 110, "C": 10}


def test_a_void_hand_leaves_nothing_to_decide() -> None:
    found = {verdict.topic for verdict in rule("tda", DEAL + "  - B: call\n" + TWINS).trace.verdicts}
    assert not found & {"round", "pots", "may-call", "may-raise", "first-to-act", "award"}


def test_a_hand_dealt_again_gives_back_what_was_put_in_by_choice() -> None:
    joker = "  - {event: foreign-card, what: joker}\n"
    trace = rule("tda", PREFLOP + "seats: [A, B, C]\nactions:\n  - C: raise 300\n" + joker).trace
    assert trace.over
    assert trace.given_back() == {"C": 300}


KILLED = "  - {event: hand-mucked-by-dealer, seat: C, tabled: no, identifiable: no}\n"


def test_uncalled_chips_of_a_killed_hand_are_no_part_of_the_pot() -> None:
    trace = rule("tda", PREFLOP + "seats: [A, B, C, D]\nactions:\n  - C: raise 600\n" + KILLED).trace
    assert trace.given_back() == {"C": 500}
    table = trace.table
    assert (table.level, table.full, table.raised, table.chips_in()) == (100, 100, 0, 250)
    assert trace.order[0] == "D"


def test_a_price_that_others_have_met_in_part_stays_where_they_are() -> None:
    story = PREFLOP + "stacks: {D: 400}\nseats: [A, B, C, D]\nactions:\n  - C: raise 600\n  - D: all-in 400\n"
    trace = rule("tda", story + KILLED).trace
    assert trace.given_back() == {"C": 200}
    assert (trace.table.level, trace.table.base) == (400, 100)


def test_a_killed_hand_whose_wager_was_called_gets_nothing_back() -> None:
    trace = rule("tda", PREFLOP + "seats: [A, B, C, D]\nactions:\n  - C: raise 600\n  - D: call\n" + KILLED).trace
    assert trace.given_back() == {}
    assert trace.table.level == 600


def test_acts_by_choice_are_counted_when_an_event_is_told() -> None:
    acts = "  - C: raise 300\n  - A: fold\n"
    ruling = rule("tda", PREFLOP + "seats: [A, B, C]\nactions:\n" + acts + "  - {event: action-so-far}\n  - B: call\n")
    assert [slots(ruling, "action-so-far", "event 1")[name] for name in ("acts", "with_chips")] == [2, 1]


@pytest.mark.parametrize(
    ("acts", "total", "expected"),
    [
        ((), 60, "short"),
        ((), 100, "bet"),
        (("A bet 300",), 200, "call"),
        (("A bet 300",), 300, "call"),
        (("A bet 300",), 599, "short"),
        (("A bet 300",), 600, "raise"),
    ],
)
def test_an_all_in_moves_the_table_by_its_size(acts: tuple[str, ...], total: int, expected: str) -> None:
    begun = after(table(NO_LIMIT, unit=100), *acts)
    assert kind_on(begun, "all-in", total) == expected


def test_an_all_in_without_a_size_leaves_the_table_open() -> None:
    assert kind_on(after(table(NO_LIMIT, unit=100), "A bet 300"), "all-in", None) == "all-in"


def test_an_all_in_that_settles_as_such_sets_the_price() -> None:
    story = FLOP + "stacks: {B: 550}\nseats: [A, B, C]\nactions:\n  - A: bet 400\n  - B: all-in 550\n"
    trace = rule("club", story).trace
    assert (trace.table.level, trace.table.base, trace.open_acts) == (550, 400, ())


# -- a player who is taken to have checked ----------------------------------------------------------------------------

RIVER = FLOP.replace("street: flop", "street: river") + "seats: [A, B, C]\nactions:\n"
OUT_OF_TIME = "  - {event: clock, seat: %s, decided: no, seconds: 30, facing_bet: no}\n"


@pytest.mark.parametrize(
    ("story", "order"),
    [
        (OUT_OF_TIME % "A", ("B", "C")),
        (OUT_OF_TIME % "A" + OUT_OF_TIME % "B", ("C",)),
        ("  - A: check\n  - B: check\n" + OUT_OF_TIME % "C", ()),
        ("  - A: check\n" + OUT_OF_TIME % "C", ("B", "C")),  # it is not his turn
    ],
)
def test_a_check_by_running_out_of_time_moves_the_turn(story: str, order: tuple[str, ...]) -> None:
    ruling = rule("tda", RIVER + story)
    assert ruling.trace.order == order
    assert (ruling.verdict("round", "table") is not None) is (order == ())
