"""Repeat offences are counted from the journal, over what the clauses say, and cited in the reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.pool import ENGINES, pool_of
from facts.faults import Faults
from facts.lexicon import vocabulary
from journal.penalties import lifted
from journal.records import Draft
from journal.standing import Standing
from journal.store import Journal
from knowledge.loading import load
from tests.journal.law import EVENT, early, entered, offence, opened, reasons, ruled, sanction

BOOKS = ("bfsp", "bpt", "tda", "bg", "club")
SEATS = {"A": "7", "B": "8", "C": "17", "D": "9"}


@pytest.fixture(params=ENGINES)
def make(request: pytest.FixtureRequest) -> Any:
    """Both engines."""
    return pool_of(request.param)


@pytest.fixture
def journal(tmp_path: Path) -> Any:
    """A journal under the federation's rules."""
    with opened(tmp_path / "journal.db") as found:
        yield found


# -- the law is data ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_every_clause_with_a_scale_for_repeats_says_what_it_counts(name: str) -> None:
    book, words = load(name)
    counted = ("occasion", "last-penalty", "last-rounds")
    for rule in book.rules:
        for pattern in (p for condition in rule.conditions for p in condition.patterns if p.type in words.facts):
            for slot in pattern.slots:
                if words.facts[pattern.type].slots[slot.name].recorded in counted:
                    assert book.clauses[rule.clause].repeats is not None, (rule.id, slot.name)


def test_only_what_the_record_confirms_is_counted() -> None:
    slots = [slot for fact in vocabulary().facts.values() for slot in fact.slots.values() if slot.recorded]
    assert {slot.recorded for slot in slots} == {"occasion", "last-penalty", "last-rounds", "hands-left"}
    assert {slot.confirm for slot in slots} == {"record"}


# -- counting -------------------------------------------------------------------------------------------------------


def test_first_then_second_time(journal: Journal, make: Any) -> None:
    number, first = entered(journal, early(), SEATS, make)
    assert sanction(first)["type"] == "warning"
    assert any("first time in this event" in text for text in reasons(first))
    second = ruled(journal, early(), SEATS, make)
    assert (sanction(second)["type"], sanction(second)["rounds"], sanction(second)["rounds_max"]) == ("sit-out", 1, 2)
    assert f"For C this is the second time in this event: entry {number} of the journal, BFSP 7.1.12." in reasons(
        second
    )
    assert f"Для C это в турнире уже второй раз: запись журнала {number}, BFSP 7.1.12." in reasons(second, "ru")


def test_the_reason_stands_on_the_clause_that_counts(journal: Journal, make: Any) -> None:
    from explain.data import as_data

    entered(journal, early(), SEATS, make)
    (line,) = [
        line for line in as_data(ruled(journal, early(), SEATS, make))["reasoning"] if "second time" in line["text"]
    ]
    assert line["clauses"] == ["7.1.12"]
    assert line["facts"] == ["times C has done this in the event: 2"]


def test_it_is_the_player_who_counts_not_the_seat(journal: Journal, make: Any) -> None:
    entered(journal, early(), SEATS, make)
    moved = {**SEATS, "C": "8", "B": "17"}
    assert sanction(ruled(journal, early(), moved, make))["type"] == "warning"


def test_it_is_counted_in_one_event_only(journal: Journal, make: Any) -> None:
    entered(journal, early(), SEATS, make)
    journal.new_event(journal.event(EVENT)._replace(id="autumn"))
    assert sanction(ruled(journal, early(), SEATS, make, "autumn"))["type"] == "warning"


def test_two_acts_under_one_clause_count_together(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, offence("left-table", "C", out_of_turn="yes"), SEATS, make)
    ruling = ruled(journal, early(), SEATS, make)
    assert sanction(ruling)["type"] == "sit-out"
    assert any(f"entry {number} " in text for text in reasons(ruling))


def test_another_clause_counts_by_itself(journal: Journal, make: Any) -> None:
    entered(journal, offence("delayed", "C", without_reason="yes"), SEATS, make)
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"


def test_of_two_scales_the_one_counts_by_which_the_act_is_ruled(journal: Journal, make: Any) -> None:
    """7.1.3 and 7.1.12 have a scale each for one act; never both."""
    entered(journal, early(), SEATS, make)
    first = ruled(journal, early(deliberate="yes"), SEATS, make)
    assert sanction(first)["type"] == "warning"
    number, _ = entered(journal, early(deliberate="yes"), SEATS, make)
    second = ruled(journal, early(deliberate="yes"), SEATS, make)
    assert (sanction(second)["type"], sanction(second)["rounds_max"]) == ("sit-out", 1)
    assert any(f"second time in this event: entry {number} of the journal, BFSP 7.1.3." in t for t in reasons(second))


def test_what_the_dealer_caused_is_no_offence(journal: Journal, make: Any) -> None:
    entered(journal, early().replace("prompted: nobody", "prompted: dealer"), SEATS, make)
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"


def test_who_played_along_is_counted_as_well(journal: Journal, make: Any) -> None:
    entered(journal, offence("colluded", "A", against_others="yes", **{"with": "[B]"}), SEATS, make)
    ruling = ruled(journal, offence("colluded", "B", against_others="yes", **{"with": "[D]"}), SEATS, make)
    assert sanction(ruling, "event 1")["type"] == "disqualified-event"


def test_twice_in_one_story(journal: Journal, make: Any) -> None:
    story = offence("delayed", "C", without_reason="yes")[:-2]
    twice = story + ", {event: offence, seat: C, what: delayed, without_reason: yes}]}"
    ruling = ruled(journal, twice, SEATS, make)
    assert (sanction(ruling, "event 1")["type"], sanction(ruling, "event 2")["type"]) == ("warning", "sit-out")
    assert any("earlier in this very story" in text for text in reasons(ruling))


def test_a_first_time_without_a_sanction_counts(tmp_path: Path, make: Any) -> None:
    """TDA 70 speaks of acting out of turn repeatedly: the first time has no sanction and is the first all the same."""
    with opened(tmp_path / "tda.db", "tda") as journal:
        _, first = entered(journal, offence("acted-out-of-turn"), SEATS, make)
        assert not sanction(first, "event 1")
        second = ruled(journal, offence("acted-out-of-turn"), SEATS, make)
        assert sanction(second, "event 1")["type"] == "warning"


def test_the_last_penalty_and_its_rounds_come_from_the_journal(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "bg.db", "bg") as journal:
        number, _ = entered(journal, offence("insulted"), SEATS, make)
        sat_out = {"type": "sit-out", "rounds": 2, "player": "7", "hands": 16, "clause": "40.p6"}
        journal.append(EVENT, Draft("decision", {"accepted": True, "sanction": sat_out, "reason": ""}, about=number))
        again = ruled(journal, offence("insulted"), SEATS, make)
        heavier = again.verdict("heavier-than", "event 1")
        assert heavier is not None
        assert (heavier.values["last_rounds"], heavier.values["least_rounds"]) == (2, 3)
        other = ruled(journal, offence("disrupted"), SEATS, make)
        assert other.verdict("heavier-than", "event 1") is None
        assert "The journal holds no earlier penalty of A for it." in reasons(other)


def test_hands_left_come_from_the_penalties(tmp_path: Path, make: Any) -> None:
    with opened(tmp_path / "tda.db", "tda") as journal:
        given = {"player": "7", "seat": "A", "type": "sit-out", "rounds": 1, "hands": 8, "clause": ""}
        journal.append(EVENT, Draft("note", {"text": "x"}), Draft("penalty", given, about=-1))
        journal.append(EVENT, Draft("served", {"hands": 3}, about=3))
        away = "{event: redeal-player, seat: A, dealt_in: yes, away: on-penalty}"
        ruling = ruled(journal, offence("x").partition("events")[0] + f"events: [{away}]}}", SEATS, make)
        verdict = ruling.verdict("quantity", "event 1")
        assert verdict is not None
        assert verdict.values["number"] == 4
        assert "Hands that A still has to miss: 5; entry 3 of the journal." in reasons(ruling)


# -- what does not count --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["forgiven", "overturned"])
@pytest.mark.parametrize("what", ["penalty", "incident"])
def test_what_was_lifted_does_not_count(journal: Journal, make: Any, how: str, what: str) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    target = number + 1 if what == "penalty" else number
    journal.append(EVENT, lifted(Standing(journal, EVENT), target, how, "said so"))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"


def test_what_was_overridden_away_does_not_count(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    told = {"accepted": False, "standard": "a warning", "instead": "none", "sanction": {"type": "none"}, "reason": "x"}
    journal.append(EVENT, Draft("decision", told, about=number))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"


def test_an_override_that_leaves_the_sanction_alone_leaves_the_count(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    told = {"accepted": False, "standard": "it stands", "instead": "back", "sanction": None, "reason": "x"}
    journal.append(EVENT, Draft("decision", told, about=number))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "sit-out"


def test_a_story_that_was_corrected_does_not_count(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    journal.append(EVENT, Draft("correction", {"values": {"text": "he was in turn"}, "reason": "x"}, about=number))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"


@pytest.mark.parametrize("what", ["seats", "penalty"])
def test_it_counts_for_whom_a_correction_names(journal: Journal, make: Any, what: str) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    values = {"players": {**SEATS, "C": "21"}} if what == "seats" else {"player": "21"}
    about = number if what == "seats" else number + 1
    journal.append(EVENT, Draft("correction", {"values": values, "reason": "another player"}, about=about))
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"
    assert sanction(ruled(journal, early(), {**SEATS, "C": "21"}, make))["type"] == "sit-out"


# -- what is typed, and who is not known ----------------------------------------------------------------------------


def test_a_typed_number_that_the_journal_contradicts_is_refused(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, early(), SEATS, make)
    with pytest.raises(Faults) as found:
        ruled(journal, early(offence="1"), SEATS, make)
    (fault,) = found.value.faults
    assert fault.message == f"offence: 1 was typed, the journal counts 2 (entry {number})"
    assert fault.line == 1


def test_a_typed_number_that_agrees_is_counted_and_cited(journal: Journal, make: Any) -> None:
    entered(journal, early(), SEATS, make)
    ruling = ruled(journal, early(offence="2"), SEATS, make)
    assert any("second time" in text for text in reasons(ruling))


def test_a_seat_without_a_player_is_asked_for_not_guessed(journal: Journal, make: Any) -> None:
    entered(journal, early(), SEATS, make)
    number, ruling = entered(journal, early(), {"A": "7"}, make)
    assert not sanction(ruling)
    assert [question.slot for question in ruling.questions if question.matters] == ["offence"]
    assert journal.entry(EVENT, number).data["occasions"]["unmatched"] == [{"seat": "C", "subject": "act 1"}]


def test_what_is_typed_of_a_stranger_is_ruled_as_typed_and_noted(journal: Journal, make: Any) -> None:
    entered(journal, early(), SEATS, make)
    number, ruling = entered(journal, early(offence="2"), {"A": "7"}, make)
    assert sanction(ruling)["type"] == "sit-out"
    noted = journal.entry(EVENT, number).data["occasions"]["typed"]
    assert noted == [{"subject": "act 1", "slot": "offence", "value": 2}]


def test_a_story_without_an_offence_keeps_nothing(journal: Journal, make: Any) -> None:
    number, _ = entered(journal, f"{early().partition('actions')[0]}actions: [{{A: check}}]}}", SEATS, make)
    assert journal.entry(EVENT, number).data["occasions"] == {}


def test_another_sanction_by_the_official_leaves_the_count(journal: Journal, make: Any) -> None:
    """What the ruling gave is lifted then, and the official's own penalty stands beside it."""
    number, _ = entered(journal, early(), SEATS, make)
    told = {"accepted": True, "sanction": {"type": "sit-out", "rounds": 1}, "reason": ""}
    given = {"player": "17", "seat": "C", "type": "sit-out", "rounds": 1, "hands": 8}
    journal.append(
        EVENT,
        Draft("decision", told, about=number),
        Draft("lifted", {"how": "overturned", "reason": "", "player": "17"}, about=number + 1),
        Draft("penalty", given, about=number),
    )
    assert sanction(ruled(journal, early(), SEATS, make))["type"] == "sit-out"


def test_in_either_database(address: str) -> None:
    """Counting, lifting, a protest and a replay, wherever the journal lies."""
    from journal.protests import decided
    from journal.replay import SAME, replayed

    make = pool_of(None)
    with opened(address) as journal:
        first, _ = entered(journal, early(), SEATS, make)
        second, ruling = entered(journal, early(), SEATS, make)
        assert sanction(ruling)["type"] == "sit-out"
        filed = Draft("protest", {"player": "17", "text": "no", "facts": {}, "ruled": {}}, about=second)
        (protest,) = journal.append(EVENT, filed)
        journal.append(EVENT, *decided(Standing(journal, EVENT), protest.number, "upheld", "", "federation"))
        journal.append(EVENT, lifted(Standing(journal, EVENT), first, "forgiven", "x"))
        assert sanction(ruled(journal, early(), SEATS, make))["type"] == "warning"
        assert [one.state for one in replayed(journal, EVENT, make)] == [SAME, SAME]
