"""floorcall rulebook list, show and check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from knowledge.loading import load
from knowledge.uses import find_clauses, order_of, uses_of
from tests.cli.running import MINIMAL, OVERLAY, call, write

Capture = pytest.CaptureFixture[str]
BAD = MINIMAL.parents[1] / "bad"


@pytest.fixture
def books(monkeypatch: pytest.MonkeyPatch) -> None:
    """The good books of the tests, found by id."""
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", str(MINIMAL.parent))


def test_the_list_of_rulebooks(capsys: Capture, books: None) -> None:
    told = call(capsys, "rulebook", "list")
    assert (told.code, told.err) == (0, "")
    assert [line.split()[0] for line in told.out.splitlines() if not line.startswith(" ")] == [
        "bfsp",
        "bg",
        "bpt",
        "club",
        "event",
        "minimal",
        "overlay",
        "tda",
    ]
    assert "House rules, this year (extends minimal)" in told.out
    assert "5 пунктов, 4 правила" in call(capsys, "rulebook", "list", "--lang", "ru").out
    data = call(capsys, "rulebook", "list", "--format", "json").data
    assert data["schema"] == "floorcall.rulebooks/1"
    overlay = next(book for book in data["rulebooks"] if book["rulebook"] == "overlay")
    assert (overlay["extends"], overlay["rules"], overlay["folder"]) == (["minimal"], 4, str(OVERLAY))


def test_a_rulebook_with_faults_is_listed_as_such(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", str(BAD / "two-files"))
    monkeypatch.setenv("COLUMNS", "120")
    told = call(capsys, "rulebook", "list")
    assert told.code == 0
    assert "has faults (floorcall rulebook check two-files)" in told.out
    data = call(capsys, "rulebook", "list", "--format", "json").data
    assert next(book for book in data["rulebooks"] if book["rulebook"] == "two-files")["faults"] == 2


def test_all_clauses_of_a_book(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "show", MINIMAL)
    assert told.code == 0
    assert told.out.startswith("A very small rulebook, first\nthe tests\n")
    assert "  9    What nobody foresaw [not computable]\n" in told.out
    assert told.out.endswith("encoded: 3, not computable: 1, out of scope: 1\n")
    assert "не вычислим" in call(capsys, "rulebook", "show", MINIMAL, "--lang", "ru").out


def test_one_clause_with_all_that_stands_on_it(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "show", MINIMAL, "4")
    assert told.code == 0
    for part in ("4  Amounts  [encoded]", "on-top (default)", "half-or-double", "limit.raises = 4", "spoken-raise"):
        assert part in told.out
    assert "limit.all_in_share = 1/2" in told.out
    data = call(capsys, "rulebook", "show", MINIMAL, "4", "--format", "json").data
    assert data["schema"] == "floorcall.clauses/1"
    (clause,) = data["clauses"]
    assert [rule["rule"] for rule in clause["rules"]] == ["half-or-double"]
    assert [rule["rule"] for rule in clause["also_cited_by"]] == ["spoken-raise"]
    assert clause["readings"] == {
        "default": "on-top",
        "by": "judge",
        "options": {"on-top": "On top of the all-in.", "to-full": "To the full raise."},
    }
    assert {"name": "raise.after_short", "value": {"reading": "4"}} in clause["parameters"]
    assert clause["derivations"] == ["min-bet", "raise/no-limit"]


def test_a_clause_names_its_cases_and_its_neighbours(capsys: Capture) -> None:
    data = call(capsys, "rulebook", "show", MINIMAL, "1", "--format", "json", "--lang", "ru").data
    (clause,) = data["clauses"]
    assert clause["cases"] == [{"case": "silent-500", "title": "Пятьсот молча"}]
    assert (clause["needed_by"], clause["title"]) == (["2"], "Чипы без слов")
    assert "silent-500  Five hundred in silence" in call(capsys, "rulebook", "show", MINIMAL, "1").out


def test_why_a_clause_is_not_encoded_and_where_it_was_taken_from(capsys: Capture) -> None:
    assert "why: It asks for judgement." in call(capsys, "rulebook", "show", MINIMAL, "9").out
    assert "taken from bpt:" in call(capsys, "rulebook", "show", "bfsp", "4.9.3.p2").out


def test_what_a_clause_with_a_scale_counts(capsys: Capture) -> None:
    assert "what it counts: breaches of 7.1.12 in the event" in call(capsys, "rulebook", "show", "bfsp", "7.1.12").out
    told = call(capsys, "rulebook", "show", "tda", "71-A", "--width", "120").out
    assert "what it counts: the same happening earlier in the event, alike in: what" in told
    (clause,) = call(capsys, "rulebook", "show", "tda", "71-A", "--format", "json").data["clauses"]
    assert clause["repeats"] == {"over": "event", "clauses": [], "same": ["what"]}
    (clause,) = call(capsys, "rulebook", "show", MINIMAL, "1", "--format", "json").data["clauses"]
    assert clause["repeats"] is None


def test_a_section_shows_all_its_clauses(capsys: Capture) -> None:
    data = call(capsys, "rulebook", "show", "bfsp", "4.9.8", "--format", "json").data
    ids = [clause["clause"] for clause in data["clauses"]]
    assert len(ids) > 5
    assert all(name.startswith("4.9.8.") for name in ids)
    told = call(capsys, "rulebook", "show", "bfsp", "4.9.8").out
    assert all(f"\n{name}  " in "\n" + told for name in ids)


def test_a_clause_that_is_not_there(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "show", "bfsp", "4.9.9")
    assert (told.code, told.out, told.err) == (2, "", "bfsp: there is no clause 4.9.9 (did you mean 4.9.8?)\n")
    data = call(capsys, "rulebook", "show", "bfsp", "4.9.9", "--format", "json").data
    assert data["faults"][0]["hint"] == "did you mean 4.9.8?"


@pytest.mark.parametrize("command", ["show", "check", "coverage"])
def test_a_rulebook_that_is_not_there(capsys: Capture, command: str) -> None:
    told = call(capsys, "rulebook", command, "bfps")
    assert (told.code, told.err) == (2, "bfps: there is no such rulebook (did you mean bfsp?)\n")


def test_a_sound_rulebook_says_what_was_checked(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "check", MINIMAL, "--only", "form")
    assert told == (0, "minimal: checked, no faults: 5 clauses, 5 rules, 3 parameters, 1 case\n", "")
    data = call(capsys, "rulebook", "check", OVERLAY, "--only", "form", "--format", "json").data
    assert data == {
        "schema": "floorcall.check/2",
        "rulebook": "overlay",
        "lineage": ["overlay", "minimal"],
        "clauses": 5,
        "rules": 4,
        "parameters": 3,
        "cases": 0,
        "static": None,
        "solver_missing": False,
    }


def test_a_check_reads_the_files_and_not_what_is_kept(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from knowledge import store

    monkeypatch.setattr(store, "fetch", lambda digest: pytest.fail("the kept rulebook was asked for"))
    monkeypatch.setattr(store, "keep", lambda digest, data: pytest.fail("something was kept"))
    assert call(capsys, "rulebook", "check", MINIMAL).code == 0


def test_faults_of_rules_and_of_cases_are_listed_together(capsys: Capture, tmp_path: Path) -> None:
    book = tmp_path / "book"
    shutil.copytree(MINIMAL, book)
    rules = (book / "rules" / "acts.yaml").read_text(encoding="utf-8")
    write(book, "rules/acts.yaml", rules.replace("topic: sanction", "topic: sancton"))
    cases = (book / "cases" / "acts.yaml").read_text(encoding="utf-8")
    write(book, "cases/acts.yaml", cases.replace("street: flop", "street: flopp"))
    told = call(capsys, "rulebook", "check", book)
    assert (told.code, told.out) == (2, "")
    assert "rule sit-out: unknown topic 'sancton' (did you mean sanction?)" in told.err
    assert "street: 'flopp' is not known" in told.err


def test_every_fault_of_a_folder_is_shown_with_its_line(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "check", BAD / "two-files")
    assert told.code == 2
    assert told.err.count("^") == 2
    assert "    - act: {id: $act, levle: $level}" in told.err


# -- what stands on a clause ----------------------------------------------------------------------------------------


def test_what_stands_on_each_clause() -> None:
    uses = uses_of(load(MINIMAL)[0])
    assert [rule.id for rule in uses["1"].rules] == ["silence-is-a-call"]
    assert [rule.id for rule in uses["1"].also] == ["changed-mind"]
    assert uses["4"].parameters == ("limit.raises", "limit.all_in_share", "raise.after_short")
    assert uses["1"].needed_by == ("2",)
    assert uses["1"].anything
    assert not uses["9"].anything


def test_clauses_are_found_by_id_by_prefix_and_by_section() -> None:
    book = load("bfsp")[0]
    assert [clause.id for clause in find_clauses(book, "4.12.p1")] == ["4.12.p1"]
    assert {clause.section for clause in find_clauses(book, "4.1")} == {"4.1"}
    assert {clause.section for clause in find_clauses(book, "4.13")} == {"4.13"}
    assert find_clauses(book, "4.9.8.") == find_clauses(book, "4.9.8")
    assert find_clauses(book, "nowhere") == ()


def test_sections_come_in_the_order_of_reading() -> None:
    names = ["4.10", "4.9.p1", "4.9", "H1", "4.9.2", "4.9.10", "4.9-note"]
    assert sorted(names, key=order_of)[:3] == ["4.9", "4.9.2", "4.9.10"]
    assert sorted(["4.10", "4.9", "4.2"], key=order_of) == ["4.2", "4.9", "4.10"]
