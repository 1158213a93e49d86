"""Every case of every installed rulebook comes out as it says, and a case that should fail does."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from engine.casework import CaseResult, run_case
from engine.pool import pool_of
from engine.workspace import MakeMatcher
from facts.lexicon import Vocabulary
from knowledge import casefiles
from knowledge.casefiles import read_cases
from knowledge.casemodel import Case
from knowledge.loading import installed, load
from knowledge.model import Rulebook

INCIDENT = """
  incident:
    game: holdem
    structure: no-limit
    stakes: {sb: 10, bb: 20}
    street: flop
    seats: [A, B, C]
    stacks: {C: 90}
    pot: 60
    actions:
      - A: bet 20
      - B: raise 60
      - C: all-in 90
"""


@cache
def book(name: str) -> tuple[Rulebook, Vocabulary]:
    """A rulebook and its vocabulary."""
    return load(name)


@cache
def pool() -> MakeMatcher:
    """Warm engines for all tests of this module."""
    return pool_of()


def cases_of(name: str) -> tuple[Case, ...]:
    """The cases of a rulebook, those that it takes over from the books it extends included; a book may come without."""
    return casefiles.cases_of(*book(name))


ALL = [pytest.param(name, case, id=f"{name}-{case.id}") for name in installed() for case in cases_of(name)]


@pytest.mark.parametrize(("name", "case"), ALL)
def test_a_case_comes_out_as_it_says(name: str, case: Case) -> None:
    result = run_case(case, *book(name), pool())
    assert result.passed, "\n" + "\n".join(str(mismatch) for mismatch in result.mismatches)


def test_there_are_cases() -> None:
    assert len(cases_of("bfsp")) >= 865
    assert len(cases_of("bpt")) >= 1207


def test_every_case_of_the_earlier_edition_holds_in_the_later_one_or_is_counted_here() -> None:
    """A `holds_under` that was dropped would take a case away from the later edition and nothing else would show it."""
    later = {case.id for case in cases_of("bpt")}
    left = sorted(case.id for case in cases_of("bfsp") if case.id not in later)
    assert len(left) == 83, "not run under bpt: " + ", ".join(left)


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    """Runs one case that a test writes."""
    return Runner(tmp_path)


class Runner:
    """Runs a case on the table of the short all-in; only what is expected of it is written by the test."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "one.yaml"

    def __call__(self, expect: str, head: str = "", tail: str = "") -> CaseResult:
        """The result. ``head``: keys of the case before its incident, ``tail``: keys after what is expected."""
        self.path.write_text(f"- case: x\n{head}{INCIDENT}  expect: {expect}\n{tail}", encoding="utf-8")
        rulebook, vocabulary = book("bfsp")
        (case,) = read_cases(self.path.parent, vocabulary)
        return run_case(case, rulebook, vocabulary, pool())

    def misses(self, expect: str, head: str = "", tail: str = "") -> list[str]:
        """What did not come out, without the place."""
        found = self(expect, head, tail).mismatches
        return [f"{m.what}: {m.expected} / {m.came}" for m in found]


GOOD = "{settles: {C: {as: call, to: 90}}, options: {A: {fold: yes, call: 90, raise: 130}}, order: [A, B]}"


def test_what_comes_out_passes(run: Runner) -> None:
    result = run(GOOD, "  clauses: [4.9.8.p4, 4.9.8.p4.e1]\n")
    assert result.passed
    assert result.ruling is not None
    assert result.ruling.verdict("settles", "act 3") is not None


@pytest.mark.parametrize(
    ("expect", "miss"),
    [
        ("{settles: {C: {as: raise}}}", "settles C as: raise / call"),
        ("{settles: {C: {to: 100}}}", "settles C to: 100 / 90"),
        ("{settles: {act 3: {to: 100}}}", "settles act 3 to: 100 / 90"),
        ("{settles: {A: {as: bet, to: 40}}}", "settles A to: 40 / 20"),
        ("{settles: {C: open}}", "settles C: open / settled"),
        ("{binding: {C: {how: stands}}}", "binding C: how stands / none"),
        ("{options: {A: {raise: 120}}}", "options A raise min: 120 / 130"),
        ("{options: {A: {raise: no}}}", "options A raise: no / yes"),
        ("{options: {A: {raise: {max: 500}}}}", "options A raise max: 500 / nothing"),
        ("{options: {A: {fold: {forfeits: 20}}}}", "options A fold forfeits: 20 / nothing"),
        ("{options: {C: {call: 90}}}", "options C call: yes / no"),
        ("{order: [B, A]}", "order: B, A / A, B"),
        ("{returned: {C: 5}}", "returned C: 5 / 0"),
        ("{status: determined}", "status: determined / determined on assumptions"),
        ("{assumptions: [game]}", "assumptions: game / nothing"),
        ("{taken_from: [4.9.3.p2]}", "taken_from: 4.9.3.p2 / nothing"),
        ("{defeated: [may-raise-stud]}", "defeated: may-raise-stud / "),
        ("{settles: {C: {as: call}}, decided_by: [all-in-for-less]}", "decided_by: all-in-for-less / "),
        ("{questions: {declared: {raise: {}}}}", "questions: declared / nothing"),
        ("{otherwise: {4.9.8.p4.e1: {to-full: {options: {A: {raise: 99}}}}}}", "options A raise min: 99 / 100"),
        ("{otherwise: {4.9.8.p4.e1: {on-top: {}}}}", "otherwise: 4.9.8.p4.e1 on-top would differ / "),
        ("{otherwise: {4.9.8.p4.e1: {to-ful: {}}}}", "reading of 4.9.8.p4.e1: to-ful / did you mean to-full?"),
        ("{otherwise: {4.9.8.p1: {any: {}}}}", "readings of 4.9.8.p1: a clause with readings / "),
    ],
)
def test_what_comes_out_otherwise_fails(run: Runner, expect: str, miss: str) -> None:
    found = run.misses(expect)
    assert len(found) == 1
    assert miss in found[0]


def test_a_case_that_tells_no_status_is_a_settled_one(run: Runner) -> None:
    assert run.misses("{}") == []
    text = run.path.read_text(encoding="utf-8")
    run.path.write_text(text.replace("C: all-in 90", "C: {chips: [75]}"), encoding="utf-8")
    rulebook, vocabulary = book("bfsp")
    (case,) = read_cases(run.path.parent, vocabulary)
    found = run_case(case, rulebook, vocabulary, pool()).mismatches
    assert ("status", "determined", "needs facts") in [(m.what, m.expected, m.came) for m in found]


def test_what_is_left_to_somebody_is_expected_by_finding(run: Runner) -> None:
    assert run.misses("{discretion: {settles C: nobody}}") == []
    assert run.misses("{discretion: {settles C: judge}}") == ["discretion settles C: judge / nobody"]


def test_a_mismatch_points_at_its_place(run: Runner) -> None:
    (mismatch,) = run("{settles: {C: {as: raise}}}").mismatches
    assert (mismatch.case, mismatch.file, mismatch.line, mismatch.column) == ("x", str(run.path), 15, 22)
    assert str(mismatch).endswith("one.yaml:15:22: settles C as: expected raise, came call")


def test_a_right_answer_for_a_wrong_reason_fails(run: Runner) -> None:
    found = run.misses("{settles: {C: {as: call, to: 90}}}", "  clauses: [4.9.8.p4, 4.9.8.p3]\n")
    assert [line.partition(" / ")[0] for line in found] == ["clause 4.9.8.p3: behind what is expected"]


def test_a_clause_stands_behind_nothing_when_nothing_is_expected(run: Runner) -> None:
    assert run.misses("{}", "  clauses: [4.9.8.p4]\n") == ["clause 4.9.8.p4: behind what is expected / nothing"]


def test_a_clause_that_does_not_exist(run: Runner) -> None:
    (found,) = run.misses(GOOD, "  clauses: [4.9.8.p44]\n")
    assert found == "clauses: a clause of bfsp / 4.9.8.p44 did you mean 4.9.8.p4?"


def test_readings_of_a_case(run: Runner) -> None:
    assert not run.misses("{options: {A: {raise: 100}}}", "  readings: {4.9.8.p4.e1: to-full}\n")
    (found,) = run.misses(GOOD, "  readings: {4.9.8.p4.e1: half}\n")
    assert found.startswith("reading of 4.9.8.p4.e1: half / one of ")


def test_the_story_goes_on(run: Runner) -> None:
    tail = "  then:\n    - acts: [{A: call 90}]\n      expect: {options: {B: {call: 90, raise: %s}}}\n"
    assert not run.misses("{}", tail=tail % "no")
    assert run.misses("{}", tail=tail % "130") == ["then 1: options B raise: yes / no"]


@pytest.mark.parametrize(
    ("shows", "miss"),
    [
        ("all-in-is-no-raise: decides", None),
        ("all-in-is-no-raise: [decides, below]", None),
        ("all-in-is-a-raise: fails-by-one", None),
        ("all-in-is-a-raise: decides", "shows all-in-is-a-raise: it carries something / "),
        ("all-in-is-no-raise: fails-by-one", "shows all-in-is-no-raise fails-by-one: 1 condition fails / 0"),
        ("draw-for-the-first-button: fails-by-one", "shows draw-for-the-first-button fails-by-one: 1 condition"),
        ("draw-for-the-first-button: on", "shows draw-for-the-first-button on: at most 1 condition fails / more"),
        ("all-in-is-no-raise: defeated", "shows all-in-is-no-raise: it is defeated / "),
        (
            "all-in-is-no-rise: below",
            "shows: a rule of the rulebook / all-in-is-no-rise did you mean all-in-is-no-raise?",
        ),
    ],
)
def test_what_a_case_shows_is_checked(run: Runner, shows: str, miss: str | None) -> None:
    found = run.misses("{}", f"  shows: {{{shows}}}\n")
    assert len(found) == (miss is not None)
    assert miss is None or found[0].startswith(miss)


def test_questions_and_their_answers(tmp_path: Path) -> None:
    text = """
- case: unknown-words
  clauses: [4.12.p1, 4.14.2.e3]
  incident: &told
    game: holdem
    structure: no-limit
    stakes: {sb: 50, bb: 100}
    street: flop
    seats: [A, B]
    pot: 300
    actions:
      - A: bet 200
      - B: {chips: [500]}
  expect:
    status: needs facts
    questions:
      act 2 declared:
        nothing: {status: determined, settles: {B: {as: call, to: 200}}}
        raise: {settles: {B: {as: raise, to: 500}}}
- case: nobody-asks
  incident: *told
  expect:
    status: needs facts
    questions: {}
- case: a-wrong-answer
  incident: *told
  expect:
    status: needs facts
    questions: {declared: {nothing: {settles: {B: {as: raise}}}}}
- case: no-such-answer
  incident:
    structure: no-limit
    stakes: {sb: 50, bb: 100}
    street: flop
    seats: [A, B]
    pot: 300
    actions:
      - B: bet 200
      - A: check
  expect:
    questions: {offence: {7: {}}}
"""
    (tmp_path / "asked.yaml").write_text(text, encoding="utf-8")
    rulebook, vocabulary = book("bfsp")
    results = [run_case(case, rulebook, vocabulary, pool()) for case in read_cases(tmp_path, vocabulary)]
    lines = [[f"{m.what}: {m.expected} / {m.came}" for m in result.mismatches] for result in results]
    assert lines[:3] == [
        [],
        ["questions: not asked / act 2 declared"],
        ["declared nothing: settles B as: raise / call"],
    ]
    assert lines[3][0].startswith("answer to offence: 7 / 1, 2")
