"""floorcall on hands in PHH notation: the irregularities with their places, then the ruling."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

import floorcall
from explain.schema import ruling_schema
from tests.cli.running import ROOT, call, write

Capture = pytest.CaptureFixture[str]
HISTORY = str(ROOT / "examples" / "short-all-in.phh")


def test_irregularities_stand_before_the_ruling(capsys: Capture) -> None:
    told = call(capsys, "rule", HISTORY, "--rulebook", "tda")
    assert (told.code, told.err) == (0, "")
    lines = told.out.splitlines()
    assert lines[0] == "IRREGULAR 15:3  Viktor raises to 1200, but the betting is not open for him."
    assert lines[1].startswith("RULING   Boris's all-in of 450 counts as a call.")


def test_in_russian(capsys: Capture) -> None:
    told = call(capsys, "rule", HISTORY, "--rulebook", "tda", "--lang", "ru")
    assert told.out.startswith("НАРУШЕНИЯ 15:3  Viktor: рэйз до 1200, хотя торговля для него не открыта.")


def test_a_player_is_told_the_ruling_only(capsys: Capture) -> None:
    told = call(capsys, "rule", HISTORY, "--rulebook", "tda", "--audience", "player")
    assert "IRREGULAR" not in told.out
    assert "Viktor" in told.out


def test_json_lists_them_by_the_published_schema(capsys: Capture) -> None:
    data = call(capsys, "rule", HISTORY, "--rulebook", "tda", "--format", "json").data
    jsonschema.Draft202012Validator(ruling_schema()).validate(data)
    (one,) = data["irregular"]
    assert (one["kind"], one["line"], one["column"], one["act"]) == ("not-open", 15, 3, 5)


def test_a_regular_hand_says_so(capsys: Capture, tmp_path: Path) -> None:
    text = Path(HISTORY).read_text(encoding="utf-8").replace("'p3 cbr 1200'", "'p3 cc'")
    told = call(capsys, "rule", str(write(tmp_path, "Hand.PHH", text)))
    assert told.out.startswith("IRREGULAR Every act of the history is in turn and in size.\n")


def test_faults_show_the_line(capsys: Capture, tmp_path: Path) -> None:
    told = call(capsys, "rule", str(write(tmp_path, "hand.phh", "variant = 'NT'\nactions = ['p1 x']\n")))
    assert told.code == 2
    assert "field 'starting_stacks' is missing" in told.err
    assert call(capsys, "rule", str(tmp_path / "none.phh")).code == 2


def test_the_hand_names_its_rulebook(capsys: Capture, tmp_path: Path) -> None:
    text = Path(HISTORY).read_text(encoding="utf-8")
    told = call(capsys, "rule", str(write(tmp_path, "hand.phh", "_rulebook = 'tda'\n" + text)), "--format", "json")
    assert told.data["rulebook"] == "tda"


def test_compare_takes_it_too(capsys: Capture) -> None:
    assert call(capsys, "compare", HISTORY, "--rulebooks", "bfsp,tda").code == 0


def test_programs_load_it() -> None:
    incident = floorcall.load_incident(HISTORY)
    assert incident.seats[0] == "Anna"
    assert floorcall.rule(incident, "tda").status == "determined"
