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
