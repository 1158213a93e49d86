"""Every point at which the federation's texts are unclear stands as a case shows: a reading, discretion, a question, or
one way that was decided once and is recorded with its reason.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from engine.casework import CaseResult, run_case
from engine.pool import pool_of
from engine.ruling import Ruling
from engine.workspace import MakeMatcher
from facts.lexicon import Vocabulary
from knowledge.casefiles import cases_of
from knowledge.casemodel import Case
from knowledge.loading import load
from knowledge.model import Rule, Rulebook

TABLE: list[dict[str, str]] = yaml.safe_load((Path(__file__).parent / "ambiguities.yaml").read_text(encoding="utf-8"))
DECISIONS = (Path(__file__).parents[2] / "docs" / "decisions.md").read_text(encoding="utf-8")
# How many points the inventory has in each of its nine parts.
POINTS = {"1": 16, "2": 11, "3": 10, "4": 13, "5": 18, "6": 9, "7": 16, "8": 8, "9": 9}


@cache
def book(name: str) -> tuple[Rulebook, Vocabulary]:
    return load(name)


@cache
def cases(name: str) -> dict[str, Case]:
    return {case.id: case for case in cases_of(*book(name))}


@cache
def pool() -> MakeMatcher:
    return pool_of()


def result_of(entry: dict[str, str]) -> CaseResult:
    """The case of an entry, run under its book."""
    found = cases(entry["book"])
    assert entry["case"] in found, f"{entry['book']} has no case {entry['case']}"
    return run_case(found[entry["case"]], *book(entry["book"]), pool())


def left_to(ruling: Ruling) -> set[tuple[str, str]]:
    """Clauses of the rules that answered and leave something open, each with who decides."""
    rules: list[Rule] = [match.rule for verdict in ruling.trace.verdicts for match in verdict.by]
    return {(clause, rule.discretion.by) for rule in rules if rule.discretion for clause in (rule.clause, *rule.also)}


def has_readings(entry: dict[str, str], case: Case, ruling: Ruling) -> bool:
    clause = book(entry["book"])[0].clauses[entry["clause"]]
    if clause.readings is None or len(clause.readings.options) < 2:
        return False
    return clause.id in (case.readings or {}) or any(other.clause == clause.id for other in ruling.alternatives)


def stands(entry: dict[str, str], case: Case, ruling: Ruling) -> Any:
    """Whether the ruling on the case shows what the table says."""
    clause, how = entry["clause"], entry["stands"]
    if how == "reading":
        return has_readings(entry, case, ruling)
    if how == "discretion":
        return (clause, entry["by"]) in left_to(ruling)
    if how == "asked":
        return any(question.slot == entry["slot"] and question.matters for question in ruling.questions)
    if how == "borrowed":
        return any(clause in found.subject for found in ruling.assumptions if found.kind == "taken-from")
    assert how == "decided", how
    return clause in {named.name for named in case.clauses} and f"`{case.id}`" in DECISIONS


@pytest.mark.parametrize("entry", TABLE, ids=lambda entry: f"{entry['point']}-{entry['stands']}-{entry['case']}")
def test_an_unclear_point_stands_as_its_case_shows(entry: dict[str, str]) -> None:
    result = result_of(entry)
    assert result.passed, "\n".join(map(str, result.mismatches))
    assert result.ruling is not None
    assert stands(entry, result.case, result.ruling), f"no {entry['stands']} of {entry['clause']}"


def test_every_point_of_the_inventory_is_in_the_table() -> None:
    listed = {f"{part}.{number}" for part, count in POINTS.items() for number in range(1, count + 1)}
    assert {entry["point"] for entry in TABLE} == listed
