"""``floorcall rulebook diff``."""

from __future__ import annotations

import pytest

from tests.cli.running import call

Capture = pytest.CaptureFixture[str]


def test_clauses_that_differ(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "diff", "bfsp", "bpt", "6.6.3")
    assert (told.code, told.err) == (0, "")
    assert "Flop of four cards" in told.out
    assert "changed: title, gist, rules" in told.out
    assert told.out.rstrip().endswith("bfsp → bpt: clauses that differ: 1 clause")


def test_a_book_does_not_differ_from_itself(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "diff", "bfsp", "bfsp", "--format", "json")
    assert told.data == {"schema": "floorcall.diff/1", "old": "bfsp", "new": "bfsp", "clauses": []}


def test_cases_that_flip(capsys: Capture) -> None:
    wanted = ("--cases", "--only", "four-card-flop-ru", "--only", "own-all-fold", "--format", "json")
    data = call(capsys, "rulebook", "diff", "bfsp", "bpt", *wanted).data
    (case,) = data["cases"]
    assert (case["case"], case["differs"]) == ("four-card-flop-ru", "ruling")
    assert case["old"]["clauses"][0] == "6.6.3"
    assert case["old"]["says"] != case["new"]["says"]
    kinds = {clause["clause"]: clause["kind"] for clause in data["clauses"]}
    assert (kinds["5.2.p6"], kinds["6.6.9"], kinds["7.1.5"]) == ("gone", "new", "changed")


def test_both_sides_are_told(capsys: Capture) -> None:
    told = call(
        capsys, "rulebook", "diff", "bfsp", "bpt", "5.3", "--cases", "--only", "first-button-ru", "--lang", "ru"
    )
    assert "другое решение" in told.out
    assert "снят" in told.out


def test_an_unknown_clause_and_an_unknown_case_are_faults(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "diff", "bfsp", "bpt", "6.6.33")
    assert told.code == 2
    assert "there is no clause 6.6.33" in told.err
    assert call(capsys, "rulebook", "diff", "bfsp", "bpt", "--cases", "--only", "no-such-*").code == 2


# The differences between the editions by the numbers of their inventory, each with the clauses where it shows.
LISTED = {
    1: "4.9.8.p7 new", 2: "4.11.p3 gone, 4.11.p4 gone", 3: "4.13-ex.p2 gone", 4: "4.13-ex.p1 changed",
    5: "5.2.p4 changed", 6: "5.2.p6 gone", 7: "5.3.1 changed", 8: "5.3.2 changed", 9: "5.5.6 new", 10: "5.9.1.p3 new",
    11: "5.9.1.p4 new", 12: "5.9.2.p1 changed", 13: "5.9.2.p2 gone", 14: "5.10.2 new", 15: "6.1.1 changed",
    16: "6.1.2.p1 gone, 6.1.2.p2 gone", 17: "6.3.6.p2 new", 18: "6.4.3.p3 new", 19: "6.4.4.p3 new", 20: "6.4.4.p4 new",
    21: "6.4.9.p2 changed", 22: "6.6.3 changed", 23: "6.6.4 changed", 24: "6.6.6.p3 new", 25: "6.6.7 new",
    26: "6.6.8 new", 27: "6.6.9 new", 28: "7.1.5 changed", 29: "7.1.6 changed", 31: "7.1.6-note1 changed",
    32: "7.1.6-note2 gone", 33: "7.1.7-note changed", 34: "7.1.8 gone, 7.1.8.p1 new", 35: "7.1.8.p2 new",
    36: "7.1.14 changed", 37: "7.1.15 changed", 38: "7.1.16 new",
}  # fmt: skip
RENUMBERED = {
    "5.3.3": "5.3.2", "6.1.3": "6.1.2", "6.3.6": "6.3.6.p1", "6.6.4": "6.6.5", "6.6.5.p1": "6.6.6.p1",
    "6.6.5.p2": "6.6.6.p2", "6.6.6": "6.6.7", "6.6.7.p1": "6.6.8", "7.1.8": "7.1.8.p1", "7.1.15": "7.1.16",
}  # fmt: skip


def test_every_difference_between_the_editions_is_told(capsys: Capture) -> None:
    clauses = call(capsys, "rulebook", "diff", "bfsp", "bpt", "--format", "json").data["clauses"]
    told = {f"{one['clause']} {one['kind']}" for one in clauses}
    assert {number: listed for number, listed in LISTED.items() if not set(listed.split(", ")) <= told} == {}
    assert {one["clause"]: one["moved_to"] for one in clauses if one["moved_to"]} == RENUMBERED
    assert {one["moved_from"]: one["clause"] for one in clauses if one["moved_from"]} == RENUMBERED


def test_a_clause_that_moved_is_told_with_both_numbers(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "diff", "bfsp", "bpt", "5.3").out
    assert "5.3.3  The button moves on  gone; the old text now at 5.3.2" in told
    assert "5.3.2  The button moves on  changed: title, gist, rules; was at 5.3.3" in told
    assert "status: out of scope → encoded" in call(capsys, "rulebook", "diff", "bfsp", "bpt", "4.7.all.b2").out
