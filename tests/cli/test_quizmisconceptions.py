"""``floorcall quiz misconceptions``: the list, one of them, the check, and names that are not there."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from cli import codes
from tests.cli.running import ROOT, call
from training.misconception import files
from training.statschema import quiz_schema

LIST = ("quiz", "misconceptions", "--width", "100", "--lang", "en")


def test_all_of_them_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST)
    assert answer.code == codes.OK
    assert [line.split()[0] for line in answer.out.splitlines() if not line.startswith(" ")] == [
        path.stem for path in files()
    ]
    assert "The least raise is double the bet" in answer.out


def test_those_of_one_rulebook(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST[:2], "--rulebook", "club", "--lang", "ru")
    assert "Лишний чип — баттону" in answer.out
    assert "spoken-hand-binds" not in answer.out


def test_house_rules_have_those_of_the_rulebook_below(capsys: pytest.CaptureFixture[str]) -> None:
    house = str(ROOT / "examples" / "house")
    assert call(capsys, *LIST, "--rulebook", house).out == call(capsys, *LIST, "--rulebook", "tda").out


def test_all_about_one(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST, "half-raise-in-no-limit")
    assert answer.out.startswith("In no-limit half a raise is a raise\n  In limit an all-in")
    for told in ("BPT  Sport poker rules", "  47-A A short all-in", "turned: tda-43-2"):
        assert told in answer.out


def test_none_for_a_book_that_does_not_refute_it(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST, "spoken-hand-binds", "--rulebook", "bg")
    assert (answer.code, answer.out) == (codes.OK, "no misconception is known about these rules\n")


def test_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST, "--check")
    assert answer.code == codes.OK
    assert answer.out.startswith(f"no faults: {len(files())} misconceptions, ")


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        (
            ["half-raise-in-nolimit"],
            "half-raise-in-nolimit: there is no such misconception (did you mean half-raise-in-",
        ),
        (["--rulebook", "tdb"], "tdb: there is no such rulebook (did you mean tda?)"),
        (["--rulebook", "tda,bgg"], "bgg: there is no such rulebook (did you mean bg?)"),
    ],
)
def test_a_name_that_is_not_there(wanted: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST, *wanted)
    assert answer.code == codes.BAD_INPUT
    assert told in answer.err
    assert answer.out == ""


def test_faults_in_a_file_are_told_with_their_places(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "made-up.yaml").write_text("misconception: made-up\ntitel: {en: x, ru: y}\n", encoding="utf-8")
    for name in ("check", "read_misconceptions"):
        monkeypatch.setattr(f"training.believing.{name}.__defaults__", (str(tmp_path),))
    answer = call(capsys, *LIST, "--check")
    assert answer.code == codes.BAD_INPUT
    assert "made-up.yaml:2:1: " in answer.err
    assert "did you mean title?" in answer.err


@pytest.mark.parametrize("words", [(), ("--rulebook", "club"), ("half-raise-in-no-limit",), ("--check",)])
def test_the_list_for_programs(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    data = call(capsys, *LIST, *words, "--format", "json").data
    jsonschema.validate(data, quiz_schema())
    assert data["schema"] == "floorcall.misconceptions/1"
    known = [path.stem for path in files()]
    shown = [one["id"] for one in data["misconceptions"]]
    assert shown == (known if not words or "--check" in words else [name for name in known if name in shown])
    assert shown
    if words[:1] == ("--rulebook",):
        assert {by["rulebook"] for one in data["misconceptions"] for by in one["refuted"]} == {"club"}


def test_an_empty_list_for_programs_is_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    answer = call(capsys, *LIST, "spoken-hand-binds", "--rulebook", "bg", "--format", "json")
    assert (answer.code, answer.data["misconceptions"]) == (codes.OK, [])
