"""The JSON contract: what it says about each kind of incident, and what holds for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

import floorcall
from engine.pool import ENGINES
from explain.data import SCHEMA, Teller, as_data
from explain.schema import ruling_schema
from tests.explain.samples import LANGUAGES, NAMES, barred, data, reasons, ruling, seat, through_json

KEYS = [
    *("schema", "rulebook", "edition", "language", "status", "ruling", "findings", "options", "chips", "procedure"),
    *("sanctions", "reasoning", "defeated", "pending", "assumptions", "questions", "readings", "layers"),
    "citations",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_ruling_keeps_the_contract(name: str, language: str) -> None:
    found = data(name, language)
    assert list(found) == [*KEYS, *(["incomplete"] if found["rulebook"] == "club" else [])]
    assert found["schema"] == SCHEMA
    jsonschema.Draft202012Validator(ruling_schema()).validate(through_json(found))


@pytest.mark.parametrize("name", NAMES)
def test_json_there_and_back(name: str) -> None:
    found = data(name)
    assert through_json(found) == found


@pytest.mark.parametrize("name", NAMES)
def test_the_same_ruling_gives_the_same_bytes(name: str) -> None:
    assert json.dumps(data(name)) == json.dumps(as_data(ruling(name)))


@pytest.mark.parametrize("name", NAMES)
def test_told_in_several_languages_by_one_each_is_as_it_is_alone(name: str) -> None:
    teller = Teller(ruling(name))
    for language in ("lt", *LANGUAGES):
        for grouped in (False, True):
            alone = as_data(ruling(name), language, grouped)
            assert json.dumps(teller.data(language, grouped)) == json.dumps(alone), language
    assert teller.data("ru") is teller.data("ru")


def test_what_has_no_long_amount_is_not_told_twice() -> None:
    teller = Teller(ruling("example short-all-in"))
    assert teller.data("en", grouped=True) is not teller.data("en")
    teller = Teller(ruling("example short-all-in"))
    assert teller.data("en") is teller.data("en", grouped=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_clause_named_is_cited_once_and_no_other(name: str, language: str) -> None:
    found = data(name, language)
    cited = [entry["clause"] for entry in found.pop("citations")]
    assert sorted(cited) == sorted(set(clauses_in(found)))


def clauses_in(value: Any) -> Iterator[str]:
    """Every clause that stands under a key for clauses."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        if key == "clauses":
            yield from part
        elif key in ("clause", "by_clause"):
            yield part
        elif isinstance(part, dict | list):
            yield from clauses_in(part)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_left_unfilled_and_the_engine_is_not_named(name: str, language: str) -> None:
    text = json.dumps(data(name, language), ensure_ascii=False)
    assert "$" not in text
    assert not [engine for engine in ENGINES if engine in text.lower()]
    assert "None" not in text


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_said_that_no_clause_stands_behind(name: str) -> None:
    found = data(name)
    settled = [finding for finding in found["findings"] if finding["status"] == "settled"]
    for entry in (*settled, *found["reasoning"], *found["procedure"], *found["defeated"]):
        assert entry["clauses"], entry


@pytest.mark.parametrize("name", NAMES)
def test_no_reason_is_given_twice(name: str) -> None:
    found = data(name)
    texts = [line["text"] for line in found["reasoning"]]
    assert len(texts) == len(set(texts))
    assert [line["n"] for line in found["reasoning"]] == list(range(1, len(texts) + 1))


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="en, ru"):
        data("regular", "xx")


# -- the kinds of incident ------------------------------------------------------------------------------------------


def test_a_short_all_in_is_no_raise_and_does_not_reopen() -> None:
    found = data("short-all-in")
    assert found["ruling"][0]["text"] == "C's all-in of 90 counts as a call."
    assert found["ruling"][0]["clauses"][0] == "4.9.8.p4"
    a, b = seat(found, "A"), seat(found, "B")
    assert (a["call"]["to"], a["call"]["more"], a["raise"]["min"]) == (90, 70, 130)
    assert (b["call"]["more"], barred(found, "B")) == (30, ["raise"])
    assert "B raised from 20 to 60: a full raise of 40." in reasons(found)
    assert any(loser["subject"] == "B" and loser["relation"] == "overrides" for loser in found["defeated"])


def test_other_readings_tell_only_what_would_change() -> None:
    (reading,) = data("short-all-in")["readings"]
    assert (reading["clause"], reading["chosen"], reading["fixed"]) == ("4.9.8.p4.e1", "on-top", False)
    differs = {other["name"]: other["differs"] for other in reading["others"]}
    assert differs == {"to-full": ["A: raise to at least 100"], "plus-big-blind": ["A: raise to at least 110"]}


def test_a_silent_big_chip_is_a_call_told_by_the_special_clause() -> None:
    found = data("oversized-chip")
    assert found["status"] == "determined"
    assert found["ruling"][0] == {
        "text": "B's single chip of 500 counts as a call of 200.",
        "clauses": found["ruling"][0]["clauses"],
    }
    reads = next(finding for finding in found["findings"] if finding["topic"] == "reads-as")
    assert reads["rule"] == "oversized-chip-is-a-call"
    assert set(reads["rules"]) > {"oversized-chip-is-a-call"}
    assert "more than a call" not in reasons(found)
    assert found["chips"]["returned"] == {"B": 300}
    assert [step["text"] for step in found["procedure"]] == ["The dealer announces a call."]


def test_a_string_bet_is_cited_by_the_clause_that_cuts_it() -> None:
    found = data("string-bet")
    assert found["ruling"][0]["clauses"][0] == "4.11.p2"
    assert "only the first 200 count" in reasons(found)
    assert found["chips"]["returned"] == {"B": 300}


def test_one_motion_and_silence_need_no_reason() -> None:
    assert "one motion" not in reasons(data("oversized-chip"))
    assert "said nothing" not in reasons(data("oversized-chip"))


def test_columns_from_one_handful_all_count() -> None:
    found = data("columns")
    assert "all 800 count" in reasons(found)
    assert {loser["rule"] for loser in found["defeated"]} >= {"first-motion-only"}


def test_out_of_turn_before_the_skipped_player_acts_is_a_question() -> None:
    found = data("out-of-turn")
    assert found["status"] == "needs facts"
    question, offence = found["questions"]
    assert (question["id"], question["for"], question["matters"]) == ("act 1.skipped_did", "play", True)
    stands, free = question["answers"]
    assert stands["leads_to"]["text"][0] == "B's bet of 200 out of turn stands."
    assert free["values"] == ["wager"]
    assert "choice is free" in free["leads_to"]["text"][0]
    assert (offence["id"], offence["for"]) == ("act 1.offence", "sanction")
    assert [answer["said"] for answer in offence["answers"]] == [["the first time"], ["not the first time"]]
    assert offence["answers"][0]["leads_to"]["text"] == ["B acted out of turn for the first time: a warning."]


def test_a_sanction_that_waits_says_what_it_waits_for() -> None:
    (found,) = data("out-of-turn")["sanctions"]
    assert (found["status"], found["type"], found["seat"]) == ("open", None, "B")
    assert found["text"].startswith("Is it the first time")


def test_a_sanction_with_a_range_says_who_decides() -> None:
    found = data("out-of-turn-again")
    (sanction,) = found["sanctions"]
    assert (sanction["type"], sanction["rounds"], sanction["rounds_max"]) == ("sit-out", 1, 2)
    assert sanction["discretion"]["by"] == "judge"
    assert found["status"].startswith("determined")


def test_an_undercall_is_completed_or_given_up() -> None:
    found = data("undercall")
    assert found["ruling"][0]["text"].endswith("too small for a call: B completes it to 200 or folds.")
    choices = seat(found, "B")
    assert choices["fold"]["forfeits"] == 150
    assert (choices["complete"]["to"], choices["complete"]["more"]) == (200, 50)
    assert barred(found, "B") == ["raise"]
    assert found["chips"]["if_folds"] == {"B": {"forfeits": 150}}
    assert found["chips"]["to_complete"] == {"B": {"to": 200, "more": 50}}
    # "B may complete to 200" and "if he folds, the 150 stay" only repeat what was said about the act
    assert sum("4.13.p2" in line["clauses"][:1] for line in found["reasoning"]) == 1


def test_after_a_dealer_error_the_act_may_be_changed() -> None:
    found = data("dealer-caused")
    assert "C may change it" in found["ruling"][0]["text"]
    assert found["status"] == "discretion"
    assert seat(found, "C")["fold"]["takes_back"] == 200
    assert any(finding.get("discretion", {}).get("by") == "judge" for finding in found["findings"])


def test_unknown_words_are_asked_with_what_each_answer_leads_to() -> None:
    found = data("words-unknown")
    assert found["status"] == "needs facts"
    (question,) = found["questions"]
    answers = {value: answer for answer in question["answers"] for value in answer["values"]}
    assert answers["nothing"]["leads_to"]["status"] == "determined"
    assert "counts as a call of 200" in answers["nothing"]["leads_to"]["text"][0]
    assert "counts as a raise to 500" in answers["raise"]["leads_to"]["text"][0]
    silent = answers["nothing"]["leads_to"]
    assert any(finding["topic"] == "settles" and finding["values"]["as"] == "call" for finding in silent["findings"])
    assert [entry["seat"] for entry in silent["options"]] == ["C"]
    waiting = [entry for entry in found["pending"] if entry["matters"]]
    assert {place["slot"] for entry in waiting for place in entry["unknown"]} == {"declared"}


def test_a_bare_number_is_asked_about() -> None:
    (question,) = data("bare-number")["questions"]
    ends = {answer["values"][0]: answer["leads_to"]["text"][0] for answer in question["answers"]}
    assert ends["to"].endswith("counts as a raise to 500.")
    assert ends["by"].endswith("counts as a raise to 700.")


def test_a_raise_beyond_the_cap_is_a_call() -> None:
    found = data("limit-cap")
    assert found["ruling"][0]["text"] == "B's raise to 50 counts as a call of 40."
    assert found["chips"]["returned"] == {"B": 10}
    assert barred(found, "C") == ["raise"]


def test_a_showdown_names_the_hands() -> None:
    found = data("showdown")
    assert found["ruling"][0]["text"] == "C wins with three of a kind, sevens, with an ace and a king."
    assert found["reasoning"][0]["text"].startswith("C holds three of a kind")
    assert found["options"] == []
    borrowed = [entry for entry in found["assumptions"] if entry["kind"] == "taken-from"]
    assert borrowed[0]["clauses"][0].startswith("4.6.1")
    cited = {entry["clause"]: entry for entry in found["citations"]}
    assert cited["4.6.1.p2"]["taken_from"] == borrowed[0]["book"]


def test_what_each_player_takes_is_added_up_over_the_pots() -> None:
    told = (
        "{game: holdem, street: showdown, seats: [A, B, C], button: C, min_chip: 25, pot: 1025, board: Kc 9d 5h 3s 2c"
    )
    incident = floorcall.read_incident(told + ", hands: {A: Ah Kd, B: Qh Qd, C: As Kh}}")
    assert floorcall.as_json(floorcall.rule(incident))["chips"]["awarded"] == {"A": 525, "C": 500}


def test_a_stack_below_the_least_raise_can_only_go_all_in() -> None:
    found = data("short-stack")
    carl = seat(found, "Carl")
    assert "raise" not in carl
    assert (carl["all-in"]["to"], carl["all-in"]["more"]) == (60000, 60000)
    assert "Carl has only 60000 in all" in reasons(found)
    pots = found["chips"]["pots"]
    assert [pot["eligible"] for pot in pots] == [["Anna", "Boris", "Carl"], ["Boris", "Carl"]]


def test_the_greatest_raise_is_null_where_nothing_told_bounds_it() -> None:
    assert seat(data("regular"), "A")["raise"]["max"] is None


def test_a_short_blind_is_told_with_the_full_price() -> None:
    found = data("short-blind")
    assert found["reasoning"][0]["text"].startswith("The big blind B has only 60")
    (assumed,) = (entry for entry in found["assumptions"] if entry["kind"] == "default")
    assert (assumed["slot"], assumed["value"], assumed["confirm"], assumed["for"]) == (
        "game",
        "holdem",
        "dealer",
        "play",
    )


def test_where_the_book_is_silent_the_head_judge_decides() -> None:
    found = data("unforeseen")
    assert found["status"] == "discretion"
    (line,) = found["ruling"]
    assert "silent" in line["text"]
    assert line["clauses"] == [ruling("unforeseen").rulebook.unforeseen]


def test_an_event_that_no_clause_answers_is_said_to_be_one() -> None:
    (line,) = data("event-unanswered")["ruling"]
    assert line["text"] == "Nothing in these rules decides this: a person wants to take part."


def test_a_regular_story_says_who_acts() -> None:
    found = data("regular")
    assert found["ruling"] == [{"text": "Nothing irregular; C acts next.", "clauses": []}]
    assert reasons(found).endswith("The same goes for A.")
    assert [entry["seat"] for entry in found["options"]] == ["C", "A"]


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_verdicts_in_the_trace_does_not_matter(name: str) -> None:
    found = ruling(name)
    turned = found._replace(trace=found.trace._replace(verdicts=tuple(reversed(found.trace.verdicts))))
    assert as_data(turned) == as_data(found)


def test_a_hand_is_read_out_in_the_game_that_was_ruled_also_where_only_the_cards_tell_it() -> None:
    told = floorcall.read_incident(
        "street: showdown\nseats: [A, B]\npot: 300\nboard: 2c 7d 9h Js Kd\nhands: {A: Kh Ks 3c 4c, B: 9c 9d 3d 4d}\n"
    )
    ruling = [line["text"] for line in as_data(floorcall.rule(told, "bfsp"))["ruling"]]
    assert ruling[0] == "A wins with three of a kind, kings, with a jack and a nine."


def test_what_is_open_but_for_an_amount_may_be_gone_under_an_answer() -> None:
    """Found by soaking: whose cards were mixed may be out of the hand, whatever he might have bet."""
    told = floorcall.read_incident(
        "seats: [Anna]\nactions:\n  - Anna: {}\n  - {event: cards-mixed, seat: Anna, identifiable: no}\n"
    )
    found = as_data(floorcall.rule(told, "tda"))
    assert found["status"] == "needs facts"
    assert found["questions"]


def test_completing_to_an_amount_that_nobody_knows_is_no_amount() -> None:
    """Found by soaking: the bring-in may be completed, and nobody told the size of the bet."""
    told = floorcall.read_incident(
        "structure: limit\nstreet: third\nseats: [B, C]\nbegins: B\nstakes: {bring_in: 1}\n"
        "actions:\n  - C: {says: check}\n"
    )
    found = as_data(floorcall.rule(told, "bpt"))
    offered = [act["act"] for entry in found["options"] for act in entry["acts"]]
    assert "complete" in offered
    assert found["chips"]["to_complete"] == {}
