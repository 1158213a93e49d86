"""Penalties: rounds in hands by the rulebook's own rule, tracked until they are served or lifted."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.pool import pool_of
from facts.faults import Faults
from journal.penalties import bans, in_hands, lifted, penalties_data, penalty_of, served
from journal.records import Draft
from journal.standing import Standing
from journal.store import Journal
from knowledge.loading import load
from tests.journal.law import EVENT, early, entered, opened

SEATS = {"C": "17"}


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    """A journal under the federation's rules, in which player 17 acted out of turn twice."""
    with opened(tmp_path / "journal.db") as found:
        for _ in range(2):
            entered(found, early(), SEATS, pool_of(None))
        yield found


def refused(journal: Journal, act: Any) -> str:
    """The message of the only fault that an act raises."""
    with pytest.raises(Faults) as found:
        act(Standing(journal, EVENT))
    (fault,) = found.value.faults
    return fault.message


@pytest.mark.parametrize(
    ("book", "clause"), [("bfsp", "7.1.2-note"), ("bpt", "7.1.2-note"), ("tda", "71-A"), ("bg", "40.p4")]
)
def test_rounds_become_hands_by_the_clause_of_the_book(book: str, clause: str) -> None:
    rulebook, words = load(book)
    assert in_hands(rulebook, words, 8, "sit-out", 2) == (16, clause)
    assert in_hands(rulebook, words, 3, "sit-out", 1) == (3, clause)


def test_one_hand_is_one_hand() -> None:
    assert in_hands(*load("bg"), 8, "missed-hand", None) == (1, "40.p4")
    assert in_hands(*load("tda"), 8, "missed-hand", None) == (1, "")


def test_a_warning_and_a_book_without_a_rule_give_no_hands() -> None:
    assert in_hands(*load("bfsp"), 8, "warning", None) is None
    assert in_hands(*load("club"), 8, "sit-out", 2) is None


def test_open_until_served(journal: Journal) -> None:
    (warned, sat_out) = penalties_data(journal, EVENT)["penalties"]
    assert (warned["state"], warned["left"]) == ("given", 0)
    assert (sat_out["state"], sat_out["hands"], sat_out["left"]) == ("open", 8, 8)
    journal.append(EVENT, served(Standing(journal, EVENT), sat_out["entry"], 5))
    assert penalties_data(journal, EVENT)["penalties"][1]["left"] == 3
    assert "only 3 hands" in refused(journal, lambda standing: served(standing, sat_out["entry"], 4))
    journal.append(EVENT, served(Standing(journal, EVENT), sat_out["entry"], 3))
    told = penalties_data(journal, EVENT)
    assert (told["penalties"][1]["state"], told["open"]) == ("served", 0)
    assert "is served" in refused(journal, lambda standing: served(standing, sat_out["entry"], 1))


def test_hands_that_nobody_counted_stay_open(journal: Journal) -> None:
    told = {"player": "17", "seat": "C", "type": "sit-out", "rounds": 2, "hands": None, "clause": "7.1.3"}
    (entry,) = journal.append(EVENT, Draft("penalty", told, about=2))
    assert penalty_of(Standing(journal, EVENT), entry.number).left is None
    journal.append(EVENT, served(Standing(journal, EVENT), entry.number, 4))
    last = penalties_data(journal, EVENT)["penalties"][-1]
    assert (last["state"], last["served"], last["left"]) == ("open", 4, None)


def test_lifted_once_and_then_nothing_is_left(journal: Journal) -> None:
    number = penalties_data(journal, EVENT)["penalties"][1]["entry"]
    journal.append(EVENT, lifted(Standing(journal, EVENT), number, "forgiven", "a mistake"))
    told = penalties_data(journal, EVENT)["penalties"][1]
    assert (told["state"], told["left"]) == ("forgiven", 0)
    assert "was lifted before" in refused(journal, lambda standing: lifted(standing, number, "forgiven", ""))
    assert "was lifted" in refused(journal, lambda standing: served(standing, number, 1))


def test_what_is_no_penalty_is_refused_with_what_there_is(journal: Journal) -> None:
    with pytest.raises(Faults) as found:
        penalty_of(Standing(journal, EVENT), 1)
    assert found.value.faults[0].message == "entry 1 is no penalty: its kind is opened"
    assert "3, 5" in found.value.faults[0].hint
    assert "is not served" in refused(journal, lambda standing: served(standing, 3, 1))


def test_a_decision_sets_another_penalty(journal: Journal) -> None:
    instead = {"type": "sit-out", "rounds": 2, "hands": 16, "player": "17", "clause": "7.1.12"}
    told = {"accepted": False, "standard": "one round", "instead": "two", "sanction": instead, "reason": "x"}
    (entry,) = journal.append(EVENT, Draft("decision", told, about=4))
    found = {p["entry"]: p for p in penalties_data(journal, EVENT)["penalties"]}
    assert found[5]["state"] == "overridden"
    assert (found[entry.number]["hands"], found[entry.number]["state"]) == (16, "open")


def test_a_correction_of_a_penalty_counts(journal: Journal) -> None:
    journal.append(EVENT, Draft("correction", {"values": {"hands": 6}, "reason": "six at the table"}, about=5))
    assert penalties_data(journal, EVENT)["penalties"][1]["left"] == 6


def test_only_those_of_one_player(journal: Journal) -> None:
    entered(journal, early(), {"C": "21"}, pool_of(None))
    assert {p["player"] for p in penalties_data(journal, EVENT, "21")["penalties"]} == {"21"}
    assert len(penalties_data(journal, EVENT)["penalties"]) == 3


def test_a_ban_for_the_season_is_found_in_another_event(journal: Journal) -> None:
    journal.new_event(journal.event(EVENT)._replace(id="autumn", opened=datetime(2026, 11, 20, tzinfo=UTC)))
    told = {"player": "4", "seat": "A", "type": "disqualified-season", "clause": "7.2.3"}
    journal.append("autumn", Draft("note", {"text": "x"}), Draft("penalty", told, about=-1))
    for event, key in (("autumn", "4"), (EVENT, "17")):
        with journal.writing(event) as pen:
            pen.player_told(key, "Ivan Ivanov", {})
    (ban,) = bans(journal, EVENT)
    assert (ban.event, ban.player, ban.penalty.clause) == ("autumn", "17", "7.2.3")
    assert penalties_data(journal, EVENT)["bans"][0]["event"] == "autumn"
    journal.append("autumn", Draft("lifted", {"how": "overturned", "reason": "x"}, about=3))
    assert not list(bans(journal, EVENT))
