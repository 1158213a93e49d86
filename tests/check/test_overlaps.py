"""Pairs of rules that meet without a relation: found, proved not to be, or told apart."""

from __future__ import annotations

from functools import cache

from check.confirm import meet, ruled
from check.findings import CONFIRMED, Outcome, Overlap, Reason
from check.report import why_of
from facts.reader import read_incident
from facts.writer import write_incident
from tests.check.books import bench, checked


@cache
def found(name: str = "open") -> Outcome:
    outcome = checked(name, "overlaps").overlaps
    assert outcome is not None
    return outcome


def overlap(a: str, b: str) -> Overlap | None:
    return next((one for one in found().overlaps if set(one.rules) == {a, b}), None)


def confirmed(a: str, b: str) -> Overlap:
    one = overlap(a, b)
    assert one is not None
    assert one.status == CONFIRMED
    assert one.incident is not None
    return one


def test_these_overlap_and_no_others() -> None:
    assert {frozenset(one.rules) for one in found().overlaps} == {
        frozenset({"touched-muck-is-dead", "misinformed-lives"}),
        frozenset({"mildly-alive", "turned-may-be-returned"}),
        frozenset({"one-chip-is-a-call", "much-in-silence-is-a-raise"}),
        frozenset({"out-of-time-is-dead", "out-of-time-lives"}),
        frozenset({"hidden-chips-warn", "hidden-chips-are-let-go"}),
    }


def test_two_rules_on_one_event_meet_on_an_incident_that_can_be_told() -> None:
    one = confirmed("touched-muck-is-dead", "misinformed-lives")
    (event,) = one.incident.timeline
    assert (event.slots["touched"], event.slots["misinformed"]) == ("muck", True)
    used = bench("open")
    told = read_incident(write_incident(one.incident), vocabulary=used.vocabulary.events)
    again = ruled(told, used, used.book.readings())
    assert again is not None
    assert meet(again.trace, one.topic, *one.rules) is None


def test_two_rules_on_an_act_meet_on_chips_that_can_be_put_in() -> None:
    one = confirmed("one-chip-is-a-call", "much-in-silence-is-a-raise")
    act = one.incident.timeline[-1]
    assert act.words.word == "nothing"
    ((chip,),) = act.motions
    assert chip % 25 == 0


def test_numbers_that_exclude_each_other_are_proved_not_to_meet() -> None:
    assert overlap("few-seconds-are-in-time", "many-seconds-are-too-late") is None


def test_a_third_rule_that_always_steps_in_is_reckoned_with() -> None:
    assert overlap("absent-is-dead", "all-in-and-absent-lives") is None


def test_rules_of_two_readings_never_meet() -> None:
    assert overlap("strictly-dead", "mildly-alive") is None
    assert overlap("strictly-dead", "turned-may-be-returned") is None


def test_a_meeting_under_another_reading_names_it() -> None:
    assert confirmed("mildly-alive", "turned-may-be-returned").readings == {"2": "mild"}
    assert confirmed("touched-muck-is-dead", "misinformed-lives").readings == {}


def test_a_finding_has_only_values_that_some_rule_proposes() -> None:
    assert overlap("spoken-call", "one-chip-is-a-call") is None
    assert overlap("spoken-call", "much-in-silence-is-a-raise") is None


def test_a_rule_that_asks_twice_about_one_event_and_lives_under_two_readings() -> None:
    one = confirmed("out-of-time-is-dead", "out-of-time-lives")
    assert [event.type for event in one.incident.timeline] == ["time-out"]
    assert one.readings == {}


def test_an_answer_about_an_event_where_the_topic_is_about_acts() -> None:
    confirmed("hidden-chips-warn", "hidden-chips-are-let-go")


def test_every_pair_is_counted_once() -> None:
    tally = found().tally
    assert tally.pairs == tally.related + tally.proved + tally.two_events + len(found().overlaps)
    assert tally.two_events > 0


def test_an_explanation_stands_beside_what_it_explains() -> None:
    told = checked("told", "overlaps")
    assert told.overlaps is not None
    assert len(told.overlaps.overlaps) == 5
    assert all(why_of(one, told.explained) for one in told.overlaps.overlaps)
    assert told.unexplained == 0


def test_an_explanation_of_nothing_is_found() -> None:
    stale = checked("told", "overlaps").stale
    assert [sorted(one.rules) for one in stale] == [["few-seconds-are-in-time", "many-seconds-are-too-late"]]
    assert checked("open", "overlaps").stale == ()


def test_why_two_rules_do_not_meet_in_a_story() -> None:
    used = bench("open")
    text = "seats: [A, B]\nactions:\n  - {event: cards-thrown, seat: A, touched: muck, misinformed: no}\n"
    told = ruled(read_incident(text, vocabulary=used.vocabulary.events), used, used.book.readings())
    assert told is not None
    pair = ("touched-muck-is-dead", "misinformed-lives")
    assert meet(told.trace, "hand", *pair) == Reason("apart", pair)
