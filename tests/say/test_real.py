"""The incidents that people reported in public, typed in at most three lines, come to what their cases expect."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from engine.casework import run_case
from engine.pool import experta_pool
from knowledge.casefiles import cases_of
from knowledge.casemodel import Case
from knowledge.loading import load
from say import read_shorthand

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
MOST_LINES, LONGEST = 3, 100
TYPED: dict[str, str] = yaml.safe_load((Path(__file__).parent / "real.yaml").read_text(encoding="utf-8"))


@cache
def real() -> dict[tuple[str, str], Case]:
    """The cases of real incidents by rulebook and id."""
    found = {}
    for name in BOOKS:
        book, vocabulary = load(name)
        found.update({(name, case.id): case for case in cases_of(book, vocabulary) if case.id.startswith("RC-")})
    return found


def test_every_real_incident_is_typed() -> None:
    assert len(real()) > 80
    assert {case_id for _, case_id in real()} == set(TYPED)


@pytest.mark.parametrize("case_id", sorted(TYPED))
def test_three_lines_are_enough(case_id: str) -> None:
    lines = TYPED[case_id].splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= LONGEST


@pytest.mark.parametrize(("book", "case_id"), sorted(real()))
def test_the_ruling_is_the_one_that_the_case_expects(book: str, case_id: str) -> None:
    rulebook, vocabulary = load(book)
    understood = read_shorthand(TYPED[case_id], vocabulary)
    assert understood.incident is not None, (understood.faults, understood.questions)
    case = replace(real()[book, case_id], incident=understood.incident)
    told = run_case(case, rulebook, vocabulary, experta_pool())
    assert not told.mismatches, told.mismatches
