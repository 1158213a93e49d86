"""floorcall cases run, and floorcall rulebook coverage."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cli import progress
from knowledge.coverage import LACKS
from tests.cli.running import MINIMAL, ROOT, call, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A copy of the small rulebook that a test may change."""
    return Path(shutil.copytree(MINIMAL, tmp_path / "minimal"))


def wrong(book: Path) -> None:
    """Makes the one case of a book expect something else."""
    path = book / "cases" / "acts.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("{as: call, to: 200}", "{as: raise, to: 500}"), encoding="utf-8")


def test_cases_that_pass(capsys: Capture, book: Path) -> None:
    assert call(capsys, "cases", "run", book) == (0, "1 case: 1 passed\n", "")
    assert call(capsys, "cases", "run", "--rulebook", book).code == 0
    assert call(capsys, "cases", "run", book / "cases").out == "1 case: 1 passed\n"
    assert call(capsys, "cases", "run", book, "--lang", "ru").out == "1 случай: 1 сошлось\n"


def test_a_case_that_fails_says_what_was_expected_and_what_came(capsys: Capture, book: Path) -> None:
    wrong(book)
    told = call(capsys, "cases", "run", book)
    assert (told.code, told.err) == (1, "")
    lines = told.out.splitlines()
    assert lines[0].startswith("silent-500  ")
    assert lines[0].endswith("acts.yaml:1")
    assert any(":15:" in line and "settles" in line for line in lines), told.out
    assert "expected: " in told.out
    assert "got: " in told.out
    assert lines[-1] == "1 case: 0 passed, 1 failed"


def test_results_in_json(capsys: Capture, book: Path) -> None:
    data = call(capsys, "cases", "run", book, "--format", "json").data
    assert (data["schema"], data["run"], data["passed"], data["failed"]) == ("floorcall.cases/1", 1, 1, 0)
    wrong(book)
    told = call(capsys, "cases", "run", book, "--format", "json")
    assert told.code == 1
    (case,) = told.data["cases"]
    assert (case["case"], case["rulebook"], case["passed"]) == ("silent-500", "minimal", False)
    assert set(case["mismatches"][0]) == {"what", "expected", "got", "line", "column"}


def test_cases_of_another_folder(capsys: Capture, book: Path, tmp_path: Path) -> None:
    alone = tmp_path / "mine"
    shutil.copytree(book / "cases", alone)
    assert call(capsys, "cases", "run", alone, "--rulebook", book).code == 0
    data = call(capsys, "cases", "run", alone, "--format", "json").data
    assert data["cases"][0]["rulebook"] == "bfsp", "a folder that lies in no rulebook is run against the usual one"
    told = call(capsys, "cases", "run", alone, book, "--rulebook", book)
    assert told.out == "2 cases: 2 passed\n"


def test_only_some_cases(capsys: Capture, book: Path) -> None:
    assert call(capsys, "cases", "run", book, "--only", "x*", "--only", "silent-*").out == "1 case: 1 passed\n"
    told = call(capsys, "cases", "run", book, "--only", "silent-50")
    assert told == (2, "", "--only silent-50: no case has such a name: nothing was run (did you mean silent-500?)\n")


def test_where_there_is_nothing_to_run(capsys: Capture, book: Path, tmp_path: Path) -> None:
    told = call(capsys, "cases", "run", tmp_path / "nowhere")
    assert (told.code, told.err) == (2, f"{tmp_path / 'nowhere'}: there is no such folder\n")
    told = call(capsys, "cases", "run", book / "cases" / "acts.yaml")
    assert "there is no such folder (the folder that holds it)" in told.err
    (tmp_path / "empty").mkdir()
    told = call(capsys, "cases", "run", tmp_path / "empty")
    assert told.code == 2
    assert "there are no cases here" in told.err


def test_faults_of_several_folders_are_listed_together(capsys: Capture, book: Path, tmp_path: Path) -> None:
    one, two = write(tmp_path, "one/a.yaml", "- case: x\n  incdent: {}\n"), write(tmp_path, "two/a.yaml", "- 3\n")
    told = call(capsys, "cases", "run", one.parent, two.parent, "--rulebook", book)
    assert told.code == 2
    assert f"{one}:2:3: " in told.err
    assert f"{two}:1:3: " in told.err


def test_cards_that_make_no_hand_are_a_fault_of_the_case(capsys: Capture, book: Path) -> None:
    path = book / "cases" / "acts.yaml"
    text = path.read_text(encoding="utf-8").replace("street: flop", "street: showdown\n    hands: {A: Ah, B: Kd}")
    path.write_text(text, encoding="utf-8")
    told = call(capsys, "cases", "run", book)
    assert told.code == 2
    assert "acts.yaml:1:9: case silent-500: hands: A: holdem reads 2 own cards" in told.err


def test_the_cases_of_the_own_rulebook_can_be_run(capsys: Capture) -> None:
    told = call(capsys, "cases", "run", "--only", "allin-nl-90*")
    assert (told.code, told.err) == (0, "")


# -- the bar --------------------------------------------------------------------------------------------------------


def test_there_is_a_bar_on_a_terminal_when_it_takes_long(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, book: Path
) -> None:
    monkeypatch.setattr("cli.progress.is_terminal", lambda stream: True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert call(capsys, "cases", "run", book).err == ""
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    told = call(capsys, "cases", "run", book)
    assert "] 1/1" in told.err
    assert told.err.endswith("\r")
    assert told.out.endswith("1 case: 1 passed\n")


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="there are no terminals to make here")
def test_a_bar_stays_out_of_the_answer(book: Path) -> None:
    program = "import sys; from cli import main, progress; progress._PATIENCE = -1; sys.exit(main.main())"
    here, there = os.openpty()
    command = [sys.executable, "-c", program, "cases", "run", str(book)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=there, check=False)
    os.close(there)
    assert done.stdout == b"1 case: 1 passed\n"
    assert b"1/1" in os.read(here, 1000)
    os.close(here)


# -- coverage -------------------------------------------------------------------------------------------------------


def test_the_coverage_of_a_small_book(capsys: Capture, book: Path) -> None:
    told = call(capsys, "rulebook", "coverage", book, "--format", "json")
    assert told.code == 0
    data = told.data
    assert data["summary"] == {
        "clauses": 5,
        "encoded": 3,
        "not_computable": 1,
        "out_of_scope": 1,
        "lacking": 3,
        "cases": 1,
        "failing_cases": 0,
        "left_as_below": 0,
    }
    clauses = {clause["id"]: clause for clause in data["clauses"]}
    assert clauses["1"]["decides"] == ["silent-500"]
    assert clauses["1"]["lacks"] == ["limit"]
    assert clauses["2"]["lacks"] == ["case", "limit"]
    assert clauses["9"]["why"] == "It asks for judgement."
    assert clauses["9"]["lacks"] == []
    assert clauses["4"]["parameters"] == ["limit.raises", "limit.all_in_share", "raise.after_short"]
    assert data["rules"]["silence-is-a-call"]["decides"] == ["silent-500"]


def test_the_coverage_as_text(capsys: Capture, book: Path) -> None:
    told = call(capsys, "rulebook", "coverage", book)
    assert "1  Silent chips  [encoded]" in told.out
    assert "decides: silent-500" in told.out
    assert "no case where it yields or just fails: 1, 2, 4" in told.out
    assert "покрыт" not in told.out
    assert "реализован" in call(capsys, "rulebook", "coverage", book, "--lang", "ru").out


def test_strict_coverage_fails_when_something_is_lacking(capsys: Capture, book: Path) -> None:
    assert call(capsys, "rulebook", "coverage", book, "--strict").code == 1
    assert set(LACKS) == {"carrier", "case", "limit"}


def test_strict_coverage_passes_when_nothing_is_lacking(capsys: Capture, tmp_path: Path) -> None:
    clause = "- clause: '{}'\n  title: {{en: T, ru: Н}}\n  gist: {{en: G., ru: С.}}\n  status: encoded\n"
    head = "rulebook: own\nname: {en: Own, ru: Своё}\nedition: {en: first, ru: первая}\n"
    write(tmp_path, "rulebook.yaml", head)
    write(tmp_path, "clauses/all.yaml", clause.format(1) + clause.format(2) + "  kind: definition\n")
    told = call(capsys, "rulebook", "coverage", tmp_path, "--strict")
    assert told.code == 1
    assert "nothing carries it out: 1\n" in told.out
    rules = (MINIMAL / "rules" / "acts.yaml").read_text(encoding="utf-8")
    write(tmp_path, "rules/all.yaml", rules[: rules.index("- rule: spoken-raise")])
    decides = (MINIMAL / "cases" / "acts.yaml").read_text(encoding="utf-8")
    write(tmp_path, "cases/all.yaml", decides)
    told = call(capsys, "rulebook", "coverage", tmp_path, "--strict")
    assert (told.code, "no case where it yields or just fails: 1\n" in told.out) == (1, True)
    fails = decides.replace("silent-500", "spoken-500").replace("silent: yes", "says: raise")
    fails = fails.replace(": decides}", ": fails-by-one}").replace('clauses: ["1"]', "clauses: []")
    write(tmp_path, "cases/all.yaml", decides + fails.replace("{as: call, to: 200}}", "none}\n    status: discretion"))
    told = call(capsys, "rulebook", "coverage", tmp_path, "--strict")
    assert told.code == 0, told.out
    assert "nothing is missing" in told.out


def test_a_case_that_fails_covers_nothing(capsys: Capture, book: Path) -> None:
    wrong(book)
    data = call(capsys, "rulebook", "coverage", book, "--format", "json").data
    assert data["failing_cases"] == ["silent-500"]
    assert data["rules"]["silence-is-a-call"]["decides"] == []
    assert "cases that fail: silent-500" in call(capsys, "rulebook", "coverage", book).out
