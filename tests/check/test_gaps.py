"""Facts of an event about which no rule says anything, told as shortly as they can be."""

from __future__ import annotations

from functools import cache

from check.findings import Gap, Reason, Silence
from check.gaps import event_kinds
from check.report import world_of
from engine.ruling import decide
from tests.check.books import bench, checked


@cache
def found(name: str = "open") -> Silence:
    silence = checked(name, "gaps").silence
    assert silence is not None
    return silence


def gap(event: str) -> Gap:
    (one,) = (one for one in found().gaps if one.event == event)
    return one


def test_a_gap_names_only_what_matters() -> None:
    one = gap("own-card-turned")
    assert (one.where, one.table, one.tests) == ({"accident": (True,)}, {}, ())
    assert one.topics == ("hand",)


def test_values_that_make_no_difference_stand_together() -> None:
    where = gap("cards-thrown").where
    assert {slot: set(values) for slot, values in where.items()} == {
        "touched": {"nothing", "other-hand"},
        "misinformed": {False},
    }


def test_the_table_is_named_apart() -> None:
    one = gap("pot-request")
    assert (one.where, set(one.table["structure"])) == ({"wants": ("count",)}, {"limit", "pot-limit"})


def test_a_number_is_told_as_the_rule_compares_it() -> None:
    assert gap("wrong-card-count").tests == ("$cards >= 4",)


def test_the_engine_says_nothing_about_the_example() -> None:
    used = bench("open")
    for one in found().gaps:
        ruling = decide(one.incident, used.book, used.vocabulary, used.pool)
        assert not [v for v in ruling.trace.verdicts if v.topic in one.topics], one.event


def test_events_without_a_gap_or_without_a_rule_are_not_listed() -> None:
    assert not [one for one in found().gaps if one.event in ("clock", "chips-hidden", "chips-found")]
    assert "chips-found" not in event_kinds(world_of(bench("open")))
    assert found().events == 9


def test_what_was_not_looked_at_is_said() -> None:
    assert found().undecided == {"request": (Reason("only-with-more"),)}


def test_what_a_book_explains_is_no_gap() -> None:
    assert found("told").gaps == ()
    assert checked("told", "gaps").unexplained == 0


def test_an_explanation_of_nothing_is_found() -> None:
    assert [one.event for one in checked("told", "gaps").stale] == ["pot-request"]
