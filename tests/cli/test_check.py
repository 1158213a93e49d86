"""floorcall rulebook check: overlaps and gaps as text and JSON, what a book explains, a machine without a solver."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from check.findings import REASONS
from check.schema import check_schema
from cli.words import texts
from tests.check.books import BOOKS
from tests.cli.running import MINIMAL, Answer, call, write

Capture = pytest.CaptureFixture[str]
OPEN, TOLD = BOOKS / "open", BOOKS / "told"


@pytest.fixture
def no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine where the extra was not installed."""
    known = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "z3" else known(name, *more))


def test_a_finding_takes_a_few_lines_and_an_incident_to_copy(capsys: Capture, tmp_path: Path) -> None:
    told = call(capsys, "rulebook", "check", OPEN, "--width", "100")
    assert (told.code, told.err) == (0, "")
    assert "  hand: misinformed-lives (1) · touched-muck-is-dead (1)\n    the engine reports it on:\n" in told.out
    assert "    where read as 2=mild\n" in told.out
    assert "  wrong-card-count: $cards >= 4\n    no rule answers (deal); for instance:\n" in told.out
    assert "    request: all its rules also look at other facts\n" in told.out
    assert told.out.endswith("not explained: 11\n")
    copied = told.out.partition("wrong-card-count")[2].partition("for instance:\n")[2].partition("\n  not looked")[0]
    story = write(tmp_path, "story.yaml", "".join(line[6:] for line in copied.splitlines(keepends=True)))
    assert call(capsys, "rule", story, "--rulebook", OPEN).code == 0


def test_the_text_is_there_in_russian(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "check", OPEN, "--lang", "ru", "--only", "gaps")
    assert "ПРОБЕЛЫ" in told.out
    assert "accident: да" in told.out


def test_json_follows_its_schema(capsys: Capture) -> None:
    for book in (OPEN, TOLD, MINIMAL):
        data = call(capsys, "rulebook", "check", book, "--format", "json").data
        jsonschema.validate(data, check_schema())
        assert data["schema"] == "floorcall.check/2"


def test_only_what_was_asked_for_is_looked_at(capsys: Capture) -> None:
    assert static(capsys, OPEN, "--only", "form") is None
    assert (static(capsys, OPEN, "--only", "overlaps")["gaps"]) is None
    assert (static(capsys, OPEN, "--only", "gaps")["overlaps"]) is None


def static(capsys: Capture, *words: Any) -> Any:
    return call(capsys, "rulebook", "check", *words, "--format", "json").data["static"]


def test_strict_ends_with_1_when_something_is_not_explained(capsys: Capture) -> None:
    assert call(capsys, "rulebook", "check", OPEN, "--strict").code == 1
    assert call(capsys, "rulebook", "check", OPEN, "--strict", "--only", "form").code == 0


def test_strict_ends_with_1_when_an_explanation_is_of_nothing(capsys: Capture) -> None:
    told = call(capsys, "rulebook", "check", TOLD, "--strict")
    assert told.code == 1
    assert "rulebook.yaml:27: few-seconds-are-in-time · many-seconds-are-too-late: explained, yet nothing" in told.out
    assert "rulebook.yaml:29: pot-request: explained, yet nothing" in told.out
    assert "not explained:" not in told.out


def test_a_book_that_explains_everything_passes(capsys: Capture, tmp_path: Path) -> None:
    lines = (TOLD / "rulebook.yaml").read_text(encoding="utf-8").splitlines(keepends=True)
    shutil.copytree(OPEN, tmp_path / "open")
    write(tmp_path, "told/rulebook.yaml", "".join(lines[:26]))
    told = call(capsys, "rulebook", "check", tmp_path / "told", "--strict")
    assert (told.code, told.err) == (0, "")
    assert "      5  explained\n" in told.out


def test_a_rulebook_of_this_release_has_nothing_unexplained(capsys: Capture) -> None:
    """The shortest one; ``make rulebooks`` checks all."""
    assert call(capsys, "rulebook", "check", "club", "--strict").code == 0


def test_without_a_solver_the_form_is_checked_and_the_rest_is_said(capsys: Capture, no_solver: None) -> None:
    told = call(capsys, "rulebook", "check", OPEN)
    assert told.code == 0
    assert "pip install 'floorcall[check]'" in told.out
    assert call(capsys, "rulebook", "check", OPEN, "--only", "form").out.count("\n") == 1
    assert call(capsys, "rulebook", "check", OPEN, "--format", "json").data["solver_missing"] is True


@pytest.mark.parametrize("words", [("--strict",), ("--only", "gaps")])
def test_what_cannot_be_checked_does_not_pass(capsys: Capture, no_solver: None, words: tuple[str, ...]) -> None:
    assert call(capsys, "rulebook", "check", OPEN, *words).code == 2


def test_faults_in_explanations_are_listed_with_all_others(capsys: Capture, tmp_path: Path) -> None:
    told = faulty(
        capsys,
        tmp_path,
        """explained:
  - overlap: [absent-is-ded, mildly-alive]
    why: {en: x, ru: y}
  - overlap: [mildly-alive]
    why: {en: x, ru: y}
  - gap: {event: pot-reqest}
    why: {en: x, ru: y}
  - gap: {event: pot-request, where: {wants: spead, kind: x}, table: {structure: 5}}
    why: {en: x, ru: y}
  - gap: {event: clock, if: $second > 3}
    why: {en: x, ru: y}
  - gap: {event: clock, if: $seconds + 3}
    why: {en: x}
  - gap: {where: {wants: spread}}
  - why: {en: x, ru: y}
""",
    )
    assert told.code == 2
    for part in (
        "explained, overlap: there is no rule absent-is-ded (did you mean absent-is-dead?)",
        "explained, overlap: two rules or more are needed",
        "explained, gap, event: 'pot-reqest' is not known (did you mean pot-request?)",
        "wants cannot be 'spead' (did you mean spread?)",
        "pot-request has no slot 'kind'",
        "structure cannot be '5'",
        "neither clock nor the table has a slot 'second' (did you mean seconds?)",
        "explained, gap, if: something that holds or does not is wanted",
        "explained, why: the text in 'ru' is missing",
        "explained, gap: 'event' is missing",
        "explained: 'why' is missing",
        "explained: say what",
    ):
        assert part in told.err, part


def faulty(capsys: Capture, folder: Path, explained: str) -> Answer:
    shutil.copytree(OPEN, folder / "book")
    head = (OPEN / "rulebook.yaml").read_text(encoding="utf-8")
    write(folder, "book/rulebook.yaml", head + explained)
    return call(capsys, "rulebook", "check", folder / "book", "--only", "form")


def test_every_reason_has_its_words() -> None:
    assert set(texts("checks")["reasons"]) == set(REASONS)
