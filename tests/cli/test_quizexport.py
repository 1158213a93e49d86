"""floorcall quiz export: files by format and by ending, filters, whole files only, and what is said otherwise."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shlex
import sqlite3
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from cli import progress, quizexport
from cli.main import main
from tests.cli.running import ROOT, Answer, call
from training.exports import ENDINGS, FORMATS
from training.exports.schema import items_schema

Capture = pytest.CaptureFixture[str]


def export(capsys: Capture, *words: object) -> Answer:
    """Calls the command."""
    capsys.readouterr()
    code = main(["quiz", "export", *map(str, words)])
    told = capsys.readouterr()
    return Answer(code, told.out, told.err)


PAGE = (ROOT / "docs" / "quiz-exports.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", re.findall(r"^\$ (floorcall .*)$", PAGE, re.MULTILINE))
def test_a_command_that_the_page_shows_runs(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)[1:]
    told = call(capsys, *words)
    assert (told.code, told.err) == (0, "")
    (written,) = [word for word in words if "." in word and Path(word).suffix in ENDINGS] or [None]
    assert [found.name for found in tmp_path.iterdir()] == ([written] if written else [])


def test_the_page_tells_every_option_format_and_column(capsys: Capture) -> None:
    for option in re.findall(r"--[a-z]+", export(capsys, "--help").out):
        assert option in PAGE or option in ("--engine", "--colour", "--width", "--help")
    for told in (*FORMATS, *ENDINGS):
        assert told in PAGE
    (head, *_) = csv.reader(io.StringIO(export(capsys, "--count", 1, "--format", "csv").out.lstrip("\ufeff")))
    for column in head:
        assert f"`{column}`" in PAGE or re.match(r"(option|why)_[b-z]", column), column


def test_json_comes_out_without_a_file_and_follows_its_schema(capsys: Capture) -> None:
    told = export(capsys, "--count", 6, "--lang", "ru")
    assert (told.code, told.err) == (0, "")
    jsonschema.validate(told.data, items_schema())
    assert (told.data["rulebook"], told.data["language"], len(told.data["items"])) == ("bfsp", "ru", 6)
    cited = {citation["clause"] for citation in told.data["citations"]}
    for item in told.data["items"]:
        assert set(item["clauses"]) <= cited
        assert item["key"]


def test_the_same_seed_gives_the_same_items_and_another_one_others(capsys: Capture) -> None:
    first, again, other = (export(capsys, "--count", 4, "--seed", seed).out for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize(("ending", "format"), ENDINGS.items())
def test_the_ending_of_the_file_says_the_format(capsys: Capture, tmp_path: Path, ending: str, format: str) -> None:
    path = tmp_path / f"quiz{ending.upper()}"
    told = export(capsys, "--count", 3, "--out", path, "--lang", "en")
    assert (told.code, told.err) == (0, "")
    assert told.out == f"{path}: Items: 3\n"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]
    data = path.read_bytes()
    assert {
        "anki": data.startswith(b"PK"),
        "moodle": data.startswith(b"<?xml"),
        "gift": data.startswith(b"$CATEGORY"),
        "csv": data.startswith(b"\xef\xbb\xbfid,"),
        "pdf": data.startswith(b"%PDF"),
        "json": data.startswith(b"{"),
    }[format]


def test_the_format_may_be_another_than_that_of_the_ending(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "quiz.txt"
    assert export(capsys, "--count", 2, "--format", "gift", "--out", path).code == 0
    assert path.read_text(encoding="utf-8").count("::bfsp/") == 2


def test_text_formats_go_to_standard_output(capsys: Capture) -> None:
    told = export(capsys, "--count", 3, "--format", "csv")
    assert len(list(csv.DictReader(io.StringIO(told.out.lstrip("\ufeff"))))) == 3
    assert export(capsys, "--count", 3, "--format", "moodle").out.count("<question type=") == 4


@pytest.mark.parametrize("format", ["anki", "pdf"])
def test_what_is_no_text_wants_a_file(capsys: Capture, format: str) -> None:
    told = export(capsys, "--count", 1, "--format", format)
    assert (told.code, told.out) == (2, "")
    assert told.err == f"--format {format}: this is no text that could be printed (--out FILE)\n"


def test_an_ending_that_says_nothing(capsys: Capture, tmp_path: Path) -> None:
    told = export(capsys, "--count", 1, "--out", tmp_path / "quiz.docx")
    assert told.code == 2
    assert "quiz.docx: this ending says no format (--format, or one of .apkg .xml .gift .csv .pdf .json)" in told.err
    assert not list(tmp_path.iterdir())


def test_filters_narrow_what_comes_out(capsys: Capture) -> None:
    told = export(capsys, "--count", 5, "--clause", "4.12", "--kind", "counts-as").data["items"]
    assert 0 < len(told) <= 5
    for item in told:
        assert item["kind"] == "counts-as"
        assert any(clause.startswith("4.12") for clause in item["clauses"])


def test_fewer_than_asked_for_are_written_and_said(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    from training import items

    few = list(items.make("bfsp", count=2))
    monkeypatch.setattr(items, "make", lambda *_, **__: iter(few))
    told = export(capsys, "--count", 9, "--lang", "en")
    assert (told.code, told.err, len(told.data["items"])) == (0, "Items: 2; no more of 9 fit\n", 2)


def test_where_nothing_fits_it_says_so_and_leaves_no_file(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training import items

    monkeypatch.setattr(items, "make", lambda *_, **__: iter(()))
    told = export(capsys, "--kind", "reading", "--level", "floor", "--out", tmp_path / "quiz.csv")
    assert (told.code, told.out) == (2, "")
    assert told.err == "bfsp: no question fits --level floor --kind reading (leave one out)\n"
    assert not list(tmp_path.iterdir())
    assert export(capsys).err == "bfsp: its cases give no question\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rulebook", "bfps"], "bfsp"),
        (["--clause", "4.999"], "there is no clause 4.999"),
        (["--kind", "counts"], "did you mean counts-as?"),
        (["--level", "flor"], "did you mean floor?"),
        (["--format", "giift"], "did you mean gift?"),
        (["--complexity", "9"], "'9' is not known"),
        (["--count", "0"], "'0' is not a whole number of 1 or more"),
        (["--seed", "x"], "'x' is not a whole number of 0 or more"),
    ],
)
def test_what_is_not_understood(capsys: Capture, words: list[str], said: str) -> None:
    told = export(capsys, *words)
    assert (told.code, told.out) == (2, "")
    assert said in told.err
    assert "Traceback" not in told.err


def test_a_file_that_cannot_be_written_is_told_before_anything_is_made(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quizexport, "_made", lambda *_: pytest.fail("items were made"))
    for path in (tmp_path, tmp_path / "missing" / "quiz.csv", "quiz\0.csv"):
        told = export(capsys, "--format", "csv", "--out", path)
        assert told.code == 2
        assert "it cannot be written: " in told.err


def test_a_file_that_was_there_stays_whole_when_the_export_is_broken_off(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "quiz.csv"
    path.write_text("before", encoding="utf-8")

    def broken(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(quizexport, "_made", broken)
    assert export(capsys, "--out", path).code == 130
    assert [found.name for found in tmp_path.iterdir()] == ["quiz.csv"]
    assert path.read_text(encoding="utf-8") == "before"


def test_where_there_is_no_room_the_file_that_was_there_stays(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "quiz.csv"
    path.write_text("before", encoding="utf-8")

    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no device without room")
    stream = open("/dev/full", "wb")  # noqa: SIM115  (the command closes it)
    monkeypatch.setattr(quizexport, "open", lambda *_: stream, raising=False)
    told = export(capsys, "--count", 1, "--out", path)
    assert (told.code, told.err) == (2, f"{path}: it cannot be written: No space left on device\n")
    assert [found.name for found in tmp_path.iterdir()] == ["quiz.csv"]
    assert path.read_text(encoding="utf-8") == "before"


@pytest.mark.parametrize(("format", "package"), [("anki", "genanki"), ("pdf", "typst")])
def test_without_the_extra_it_says_how_to_install_it(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    told = export(capsys, "--count", 1, "--format", format, "--out", tmp_path / "quiz")
    assert (told.code, told.out) == (2, "")
    assert told.err == f"--format {format}: {package} is not installed (pip install 'floorcall[training]')\n"
    assert not list(tmp_path.iterdir())


def test_a_package_holds_as_many_notes_as_were_asked_for(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "quiz.apkg"
    assert export(capsys, "--count", 12, "--out", path).code == 0
    with zipfile.ZipFile(path) as package:
        package.extract("collection.anki2", tmp_path)
    connection = sqlite3.connect(tmp_path / "collection.anki2")
    (notes,) = connection.execute("select count(*) from notes").fetchone()
    connection.close()
    assert notes == 12


def test_the_help_gives_examples_and_all_formats(capsys: Capture) -> None:
    told = export(capsys, "--help")
    assert told.code == 0
    assert "floorcall quiz export --rulebook bfsp --count 200 --out bfsp.apkg" in told.out
    assert "{" + ",".join(FORMATS) + "}" in told.out


def test_json_on_a_terminal_without_its_letters_is_escaped(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "quiz.json"
    assert export(capsys, "--count", 2, "--lang", "ru", "--out", path).code == 0
    whole = json.loads(path.read_text(encoding="utf-8"))
    assert whole == export(capsys, "--count", 2, "--lang", "ru").data


def test_the_schema_is_printed(capsys: Capture) -> None:
    assert call(capsys, "schema", "items").data == items_schema()


class Terminal(io.StringIO):
    """A terminal that somebody looks at."""

    def isatty(self) -> bool:
        return True


def test_a_bar_shows_how_far_it_is_on_a_terminal_only(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE", -1.0)
    path = tmp_path / "quiz.csv"
    assert export(capsys, "--count", 4, "--out", path).err == ""
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    assert main(["quiz", "export", "--count", "4", "--out", str(path)]) == 0
    assert "\r[######" in terminal.getvalue()
    assert "] 4/4" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def test_only_questions_with_a_misconception(capsys: Capture) -> None:
    wanted = "half-raise-in-no-limit"
    told = export(capsys, "--rulebook", "tda", "--misconception", wanted, "--count", 2).data
    assert len(told["items"]) == 2
    for item in told["items"]:
        assert wanted in [why["from"] for why in item["explanations"]]


def test_a_misconception_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    told = export(capsys, "--misconception", "half-raise-in-nolimit", "--out", tmp_path / "quiz.json")
    assert told.code == 2
    assert "there is no such misconception (did you mean half-raise-in-no-limit?)" in told.err
    assert list(tmp_path.iterdir()) == []
    told = export(capsys, "--misconception", "any", "--kind", "which-clause")
    assert (told.code, "no question fits --misconception any --kind which-clause" in told.err) == (2, True)
