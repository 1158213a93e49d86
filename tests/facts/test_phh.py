"""Hands in PHH notation: what they become, what was irregular in them, and every fault at its place."""

from __future__ import annotations

import random
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import floorcall
from engine.irregular import irregularities
from facts.faults import Faults
from facts.incident import Act, Event, Incident
from facts.lexicon import Vocabulary
from facts.phh import read_history
from facts.writer import unplaced, write_incident
from knowledge.loading import load

ROOT = Path(__file__).parents[2]
HEAD = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100, 0]
min_bet = 100
starting_stacks = [5000, 4500, 6000]
"""
HOLE = "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????'"


@cache
def vocabulary() -> Vocabulary:
    return load("tda")[1]


def hand(*acts: str, head: str = HEAD) -> Incident:
    told = ",\n".join(f"  '{act}'" for act in acts)
    return read_history(f"{head}actions = [\n{told}\n]\n", "hand.phh", vocabulary())


def faults(text: str) -> list[str]:
    with pytest.raises(Faults) as found:
        read_history(text, "hand.phh", vocabulary())
    return [str(fault) for fault in found.value.faults]


def kinds(incident: Incident, book: str = "tda") -> list[tuple[str, int]]:
    ruling = floorcall.rule(incident, book)
    return [(one.kind, one.place.line) for one in irregularities(incident, ruling.trace)]


def does(incident: Incident) -> list[tuple[str, str, int | None]]:
    return [(e.seat, str(e.does), e.to) for e in incident.timeline if isinstance(e, Act)]


def test_a_hand_becomes_an_incident_that_a_file_can_hold() -> None:
    told = hand("p3 cbr 300", "p1 cc", "p2 f", "d db 7h8h9c", "p1 cc", "p3 cbr 400 # hurried", "", "# a pause")
    assert does(told) == [
        ("p3", "raise", 300),
        ("p1", "call", None),
        ("p2", "fold", None),
        ("p1", "check", None),
        ("p3", "bet", 400),
    ]
    assert (told.stakes, told.stacks["p3"], told.pot, told.board) == (
        {"sb": 50, "bb": 100},
        6000,
        0,
        ("7h", "8h", "9c"),
    )
    assert unplaced(floorcall.read_incident(write_incident(told))) == unplaced(told)


def test_each_act_knows_its_line_and_column() -> None:
    text = HEAD + "actions = [ # ] 'no act'\n  'p3 cc', \"p1 f\",\n  # p9\n\t'p2 cc' ]\nlevel = 3\n"
    told = read_history(text, "hand.phh", vocabulary())
    assert [tuple(entry.place) for entry in told.timeline] == [(7, 3), (7, 12), (9, 2)]


def test_what_two_players_post_is_listed_the_other_way_round() -> None:
    head = HEAD.replace("[0, 0, 0]", "[0, 100]").replace(", 0]", "]").replace(", 6000]", "]")
    told = hand("p2 cc", "p1 cc", "d db 7h8h9c", "p1 cbr 100", head=head)
    assert (told.pot, told.stacks) == (100, {"p1": 4900, "p2": 4500})
    assert kinds(told) == []


def test_the_ante_of_the_big_blind_is_in_the_pot() -> None:
    told = hand("p3 f", head=HEAD.replace("antes = [0, 0, 0]", "antes = [0, 100, 0]"))
    assert (told.pot, told.stacks["p2"], "ante" in told.stakes) == (100, 4400, False)


def test_a_straddle_is_told_as_posted() -> None:
    told = hand("p1 cc", head=HEAD.replace("[50, 100, 0]", "[50, 100, 200]"))
    assert does(told)[:3] == [("p1", "post", 50), ("p2", "post", 100), ("p3", "post", 200)]


def test_a_stack_that_nobody_knows_stays_unknown() -> None:
    assert hand("p3 f", head=HEAD.replace("6000", "inf")).stacks == {"p1": 5000, "p2": 4500}


def test_names_are_taken_where_each_player_has_one() -> None:
    assert hand("p3 f", head=HEAD + "players = ['Anna', 'Boris', 'Viktor']\n").seats == ("Anna", "Boris", "Viktor")
    assert hand("p3 f", head=HEAD + "players = ['Anna', 'Anna', 'Viktor']\n").seats == ("p1", "p2", "p3")


def test_irregular_acts_stay_and_are_named() -> None:
    out_of_turn = hand("p3 cc", "p1 cc", "p2 cc", "d db 7h8h9c", "p2 cbr 50", "p1 cc")
    assert kinds(out_of_turn)[:2] == [("out-of-turn", 11), ("below-least", 11)]
    checks = hand("p3 cbr 300", "p1 f", "p2 cc", "d db 7h8h9c", "p2 cbr 100", "p3 cbr 150")
    assert kinds(checks) == [("below-least", 12)]
    assert kinds(hand("p3 f", "p1 cbr 300", "p2 f", "p3 cbr 600"))[-1] == ("not-in-hand", 10)


def test_a_raise_that_is_not_open_is_named() -> None:
    head = HEAD.replace("4500", "450")
    assert kinds(hand("p3 cbr 300", "p1 f", "p2 cbr 450", "p3 cbr 1200", head=head)) == [("not-open", 10)]


def test_what_the_dealer_did_wrong_becomes_an_event() -> None:
    early = hand("p3 cc", "p1 cc", "p2 cc", "d db 7h8h9c", "p1 cc", "d db 2s")
    assert early.timeline[-1] == Event(
        "board-during-round", {"street": "turn", "round_over": False}, early.timeline[-1].place
    )
    assert kinds(early) == [("event", 12)]
    four = hand("p3 cc", "p1 cc", "p2 cc", "d db 7h8h9cTc")
    assert [entry.type for entry in four.timeline if isinstance(entry, Event)] == ["dealt", "extra-board-cards"]
    three = hand("d dh p1 AsAh2c", "d dh p2 ????", "d dh p3 ????")
    assert three.timeline[0][:2] == ("wrong-card-count", {"seat": "p1", "cards": 3})


def test_hands_are_told_at_the_showdown_only() -> None:
    acts = ["d dh p1 AsAh", "d dh p2 KsKh", "p3 f", "p1 cc", "p2 cc", "d db 7h8h9c", "p1 cc", "p2 cc"]
    assert hand(*acts).cards == {}
    end = hand(*acts, "d db 2s", "p1 cc", "p2 cc", "d db 3d", "p1 cc", "p2 cc")
    assert end.cards == {"p1": ("As", "Ah"), "p2": ("Ks", "Kh")}
    assert floorcall.rule(end, "tda").status == "determined"
    high_low = HEAD.replace("'NT'", "'FO/8'").replace("min_bet = 100", "small_bet = 100\nbig_bet = 200")
    assert hand("d dh p1 AsAhKsKd", "p3 f", "p1 f", head=high_low).cards == {}


def test_all_faults_come_at_once() -> None:
    text = """variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [50, 100]
min_bet = 0.5
starting_stack = 3
starting_stacks = [5000, 4500]
actions = ['d dh p1 2c2d', 'd dh p2 2cQh', 'p5 cc',
  'p1 kk', 'p1 cbr x', 'p1 cbr 9999999', 'd db Zz']
"""
    assert [fault.split(" (")[0] for fault in faults(text)] == [
        "hand.phh:2:1: antes: 3 amounts for 2 players",
        "hand.phh:4:1: min_bet: 0.5 is not whole",
        "hand.phh:5:1: unknown field 'starting_stack'",
        "hand.phh:7:28: the cards of p2: 2c was dealt before",
        "hand.phh:7:44: actions: there is no player 'p5'",
        "hand.phh:8:3: actions: 'p1 kk' is no act of the notation",
        "hand.phh:8:12: cbr: 'x' is no amount",
        "hand.phh:8:24: cbr: p1 bets 9999999 in all, but has 5000 on this street",
        "hand.phh:8:42: the board: 'Zz' is no card",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "hand.phh:1:1: field 'variant' is missing"),
        ("variant = ", "hand.phh:1:11: no TOML: invalid value"),
        (HEAD.replace("'NT'", "'FR'") + "actions = []", "hand.phh:1:1: variant: 'FR' is not replayed"),
        ("[1]\nvariant = 'NT'", "hand.phh:1:1: section [1]: one file holds one hand"),
        (HEAD + "actions = 3", "hand.phh:6:1: actions: a list of texts is expected"),
        (HEAD.replace("[0, 0, 0]", "3") + "actions = []", "hand.phh:2:1: antes: a list of amounts is expected"),
        (HEAD.replace("5000", "-1") + "actions = []", "hand.phh:5:1: starting_stacks: -1 is no number of chips"),
    ],
)
def test_a_fault_names_its_place(text: str, told: str) -> None:
    assert any(fault.startswith(told) for fault in faults(text)), faults(text)


def test_no_text_ends_in_a_traceback() -> None:
    rng, whole = random.Random(5), (ROOT / "examples" / "short-all-in.phh").read_text(encoding="utf-8")
    read, placed = 0, []
    for _ in range(400):
        at, end = sorted((rng.randrange(len(whole)), rng.randrange(len(whole))))
        broken = whole[:at] + rng.choice(("", "'", "[", "p9 ", "0", "\x00", "é")) + whole[min(end, at + 9) :]
        try:
            read += bool(read_history(broken, "hand.phh", vocabulary()))
        except Faults as found:
            placed += [fault.line > 0 for fault in found.faults]
    assert 0 < read < 400
    assert all(placed)


def test_hands_that_pokerkit_played_are_regular() -> None:
    pokerkit = pytest.importorskip("pokerkit", reason="the test extra brings pokerkit")
    seen = 0
    for seed in range(60):
        text, limit = played(pokerkit, random.Random(seed))
        incident = read_history(text, "hand.phh", vocabulary())
        found = [kind for kind, _ in kinds(incident)]
        # pokerkit counts the bet in the cap of limit and allows four, TDA 48 three raises: then the two part
        assert found[:1] in ([], ["no-raises-left"]), text
        assert not found or limit, text
        seen += len(incident.timeline)
    assert seen > 600


def played(pokerkit: Any, rng: random.Random) -> tuple[str, bool]:
    """A random hand that pokerkit played, as a PHH file, and whether it was limit."""
    game = rng.choice([pokerkit.NoLimitTexasHoldem, pokerkit.PotLimitOmahaHoldem, pokerkit.FixedLimitTexasHoldem])
    limit = game is pokerkit.FixedLimitTexasHoldem
    skipped = ("CHIPS_PULLING", "HOLE_DEALING", "BOARD_DEALING", "RUNOUT_COUNT_SELECTION")
    auto = tuple(step for step in pokerkit.Automation if step.name not in skipped[1:])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rules = game(auto, True, rng.choice([0, 10]), (50, 100), *((100, 200) if limit else (100,)))
        number = rng.randint(2, 6)
        state = rules([rng.choice([400, 1500, 4000, 9000]) for _ in range(number)], number)
        while state.status:
            step(state, rng)
        return pokerkit.HandHistory.from_game_state(rules, state).dumps(), limit


def step(state: Any, rng: random.Random) -> None:
    """One act of a hand, by the dealer or by the player whose turn it is."""
    if state.can_deal_hole():
        state.deal_hole()
    elif state.can_deal_board():
        state.deal_board()
    else:
        likely = ["call"] * 5 + ["fold"] * (2 if state.can_fold() and state.checking_or_calling_amount else 0)
        chosen = rng.choice(likely + ["raise"] * (3 if state.can_complete_bet_or_raise_to() else 0))
        if chosen == "call":
            state.check_or_call()
        elif chosen == "fold":
            state.fold()
        else:
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(rng.choice([least, least, most, rng.randint(least, most)]))
