"""One incident under several rulebooks: what counts as a difference and what does not."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.comparison import ASKS, BACK, CELLS, CONDUCT, NEXT, NO, OUTCOME, PARTLY, STATUS, STEPS, WHOLLY, Comparison
from engine.comparison import compare as compared
from engine.pool import pool_of
from engine.workspace import MakeMatcher
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import Vocabulary
from knowledge.loading import load
from knowledge.model import Rulebook

FEDERATION = ("bfsp", "bpt")
MINIMAL = Path(__file__).parents[1] / "knowledge" / "rulebooks" / "good" / "minimal"


@cache
def shelf() -> tuple[dict[str, Rulebook], Vocabulary, MakeMatcher]:
    found = {name: load(name) for name in ("bfsp", "bpt", "bg", "tda", "club")}
    return {name: book for name, (book, _) in found.items()}, found["bfsp"][1], pool_of()


def compare(incident: Incident, *names: str, **more: Any) -> Comparison:
    books, vocabulary, pool = shelf()
    return compared(incident, [books[name] for name in names], vocabulary, pool, **more)


def story(*timeline: Act | Event, **more: Any) -> Incident:
    told: dict[str, Any] = {"structure": "no-limit", "street": "flop", "stakes": {"sb": 10, "bb": 20}, **more}
    seats = told.pop("seats", ("A", "B", "C"))
    return Incident(seats, timeline=timeline, **told)


SHORT = story(Act("A", "bet", 20), Act("B", "raise", 60), Act("C", "all-in", 90), stacks={"C": 90})
CHIP = story(Act("A", "bet", 200), Act("B", words=Words("nothing"), motions=((500,),)))


def differs(found: Comparison) -> dict[str, tuple[str, ...]]:
    return {row.rulebook.id: row.differs for row in found.rows}


def test_the_first_book_is_what_the_others_differ_from() -> None:
    assert differs(compare(SHORT, "bfsp", "bpt", "tda")) == {"bfsp": (), "bpt": (NEXT,), "tda": ()}
    assert differs(compare(SHORT, "bpt", "bfsp", "tda")) == {"bpt": (), "bfsp": (NEXT,), "tda": (NEXT,)}


def test_players_whose_options_differ_are_named() -> None:
    rows = compare(SHORT, *FEDERATION).rows
    assert [row.seats for row in rows] == [(), ("A",)]  # 4.9.8.p7 moves A's least raise; B may not raise either way


def test_neither_wording_nor_clauses_are_a_difference() -> None:
    one, other = compare(CHIP, "bfsp", "tda").rows
    assert other.differs == ()
    told = [row.ruling.verdict("reads-as", "act 2") or row.ruling.verdict("settles", "act 2") for row in (one, other)]
    assert told[0] is not None
    assert told[1] is not None
    assert told[0].by[0].rule.clause != told[1].by[0].rule.clause


def test_to_call_a_raise_a_reraise_is_no_difference() -> None:
    club = compare(SHORT, "bfsp", "club").rows[1]
    raised = club.ruling.verdict("may-raise", "A")
    assert raised is not None
    assert raised.values["name"] == "reraise"
    assert NEXT not in club.differs


def test_to_rest_on_assumptions_is_no_difference() -> None:
    rows = compare(SHORT, "bfsp", "tda").rows
    assert [row.ruling.status for row in rows] == ["determined on assumptions", "determined"]
    assert rows[1].differs == ()


def test_discretion_is_a_difference_of_status_alone() -> None:
    limit = story(
        Act("A", "bet", 10), Act("B", "all-in", 15), structure="limit", stakes={"low": 10, "high": 20}, stacks={"B": 15}
    )
    assert compare(limit, "bfsp", "bg").rows[1].differs == (STATUS,)


def test_a_silent_book() -> None:
    one, other = compare(CHIP, "bfsp", "club").rows
    assert (one.silent, other.silent) == (NO, WHOLLY)
    assert other.differs == (STATUS, OUTCOME, BACK, NEXT)


def test_silent_is_not_the_discretion_that_a_clause_gives() -> None:
    prompted = Act("C", "call", 20, prompted="dealer")
    told = story(
        Act("A", "bet", 20), prompted, Act("B", "raise", 60), Event("request", {"seat": "C", "wants": "take-back"})
    )
    one, other = compare(told, "bfsp", "club").rows
    assert one.ruling.status == other.ruling.status == "discretion"
    assert (one.silent, other.silent) == (NO, WHOLLY)
    assert STATUS in other.differs


def test_a_book_that_is_silent_on_a_part() -> None:
    books, vocabulary, pool = shelf()
    minimal = load(MINIMAL)[0]  # it reads the chip and has no rule about the draw of tables
    told = story(*CHIP.timeline, Event("tables-drawn"))
    row = compared(told, [books["bfsp"], minimal], vocabulary, pool).rows[1]
    assert row.ruling.verdict("settles", "act 2") is not None
    assert row.silent == PARTLY


def test_steps_sanctions_and_outcome_differ_apart() -> None:
    early = Event("board-during-round", {"street": "turn", "round_over": False})
    told = story(Act("A", "check"), Act("B", "bet", 200), early, board=("Ah", "7d", "2c"))
    assert compare(told, "bpt", "tda").rows[1].differs == (OUTCOME, STEPS)
    wrong = Event("wrong-card-count", {"seat": "B", "cards": 3, "looked": True})
    assert compare(story(wrong, street="preflop"), "bfsp", "tda").rows[1].differs == (STEPS, CONDUCT)


def test_where_answers_lead_is_compared_answer_by_answer() -> None:
    untold = story(Act("A", "bet", 200), Act("B", motions=((500,),)), seats=("A", "B"))
    found = compare(untold, "bfsp", "bpt", "bg", "tda")
    assert differs(found)["bpt"] == ()
    assert differs(found)["tda"] == (ASKS,)  # “check” over a bet is answered otherwise, and “pot” may be said


def test_a_sanction_behind_a_question_does_not_make_the_question_differ() -> None:
    early = story(Act("C", "bet", 200, extra={"deliberate": False, "offence": 1}, prompted="nobody"))
    one, other = compare(early, "tda", "bg").rows
    assert one.ruling.status == other.ruling.status == "needs facts"
    assert other.differs == (CONDUCT,)


def test_readings_are_chosen_book_by_book() -> None:
    found = compare(SHORT, *FEDERATION, readings={"bfsp": {"4.9.8.p4.e1": "plus-big-blind"}})
    assert found.rows[1].differs == ()
    with pytest.raises(KeyError, match=r"4\.9\.8\.p44"):
        compare(SHORT, *FEDERATION, readings={"bpt": {"4.9.8.p44": "on-top"}})


def test_a_game_that_no_rule_of_a_book_names() -> None:
    stud = story(game="stud7", street="third", structure="limit", stakes={"low": 10, "high": 20, "bring_in": 5})
    assert [row.names_game for row in compare(stud, "bfsp", "tda", "club").rows] == [True, True, False]
    assert all(row.names_game for row in compare(SHORT, "bfsp", "club").rows)


def test_order_of_books_changes_no_ruling() -> None:
    one = {row.rulebook.id: row.ruling.status for row in compare(SHORT, "bfsp", "bg", "club").rows}
    other = {row.rulebook.id: row.ruling.status for row in compare(SHORT, "club", "bg", "bfsp").rows}
    assert one == other


def test_differences_stand_in_a_fixed_order() -> None:
    for row in compare(CHIP, "tda", "club", "bfsp").rows:
        assert list(row.differs) == [cell for cell in CELLS if cell in row.differs]
