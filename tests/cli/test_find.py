"""floorcall find."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path

import jsonschema
import pytest

import cli.find
from precedents.schema import as_text, find_schema
from tests.cli.running import MINIMAL, ROOT, call, start, write
from tests.cli.test_light import among, imported

Capture = pytest.CaptureFixture[str]
TURN = "dealer put out the turn before the button acted"
CHIPS = "bet of 700, seat 4 drops two 500s in one go without speaking"


def test_it_shows_three_cases_with_their_rulings(capsys: Capture) -> None:
    told = call(capsys, "find", TURN)
    assert (told.code, told.err) == (0, "")
    heads = [line for line in told.out.splitlines() if line[:1].isdigit()]
    assert [line[0] for line in heads] == ["1", "2", "3"]
    assert told.out.count("   ruling: ") == 3
    assert "another card will be the" in told.out
    assert "[bfsp 6.6.5.p1]" in told.out
    assert "--take 1" in told.out


def test_the_ruling_is_the_one_of_the_rulebook_as_it_stands(capsys: Capture) -> None:
    told = call(capsys, "find", "four cards on the flop", "--rulebook", "bpt", "--top", 1)
    assert "the lot decides" in told.out
    assert "[bpt 6.6.8, 6.6.3]" in " ".join(told.out.split())


def test_the_words_may_stand_apart(capsys: Capture) -> None:
    apart = call(capsys, "find", *TURN.split(), "--format", "json").data
    assert apart == call(capsys, "find", TURN, "--format", "json").data


def test_json_follows_its_schema_and_is_best_first(capsys: Capture) -> None:
    data = call(capsys, "find", TURN, "--format", "json").data
    jsonschema.Draft202012Validator(find_schema()).validate(data)
    assert data["schema"] == "floorcall.find/1"
    assert len(data["cases"]) == 10
    scores = [case["score"] for case in data["cases"]]
    assert scores == sorted(scores, reverse=True)
    assert "early-turn" in data["kinds"]
    assert data["told"] == {"streets": ["turn"], "who": ["BTN"]}


def test_the_schema_is_the_one_in_the_docs(capsys: Capture) -> None:
    schema = call(capsys, "schema", "find").data
    jsonschema.Draft202012Validator.check_schema(schema)
    published = (ROOT / "docs" / "find.schema.json").read_text(encoding="utf-8")
    assert published == as_text(), "write it anew: python -m precedents.schema > docs/find.schema.json"
    assert schema == json.loads(published)


def test_nothing_found_is_said_and_is_no_fault(capsys: Capture) -> None:
    told = call(capsys, "find", "the weather is nice today")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("No case tells anything like it.")
    data = call(capsys, "find", "the weather is nice today", "--format", "json").data
    jsonschema.Draft202012Validator(find_schema()).validate(data)
    assert data["cases"] == []


@pytest.mark.parametrize("text", ["", "   ", "?!", "123"])
def test_a_text_without_a_word_is_a_fault(capsys: Capture, text: str) -> None:
    told = call(capsys, "find", text)
    assert (told.code, told.out) == (2, "")
    assert "there is no text to look for" in told.err


def test_a_text_that_is_a_book_is_a_fault(capsys: Capture) -> None:
    told = call(capsys, "find", "flop " * 1000)
    assert told.code == 2
    assert "the most is 4000" in told.err


def test_a_fault_is_json_too(capsys: Capture) -> None:
    told = call(capsys, "find", " ", "--format", "json")
    assert told.code == 2
    assert told.data["schema"] == "floorcall.faults/1"


def test_standard_input() -> None:
    told = start("find", "-", "--format", "json", "--lang", "ru", stdin="на флоп вылетело четыре карты".encode())
    assert told.code == 0
    assert told.data["text"] == "на флоп вылетело четыре карты"
    assert told.data["cases"][0]["id"] in (
        "four-card-flop-ru",
        "four-card-flop-lt",
        "bg-028-p1-a",
        "bg-028-gap-a",
        "tda-39a-a",
    )
    assert start("find", "-", stdin=b"").code == 2


def test_in_russian(capsys: Capture) -> None:
    told = call(capsys, "find", "у игрока три карты, уже был колл", "--lang", "ru", "--top", 1)
    assert "решение: " in told.out
    assert call(capsys, "find", "погода сегодня хорошая", "--lang", "ru").out.startswith("Ни один случай")


def test_a_rulebook_narrows_it(capsys: Capture) -> None:
    data = call(capsys, "find", TURN, "--rulebook", "bpt", "--format", "json").data
    assert data["rulebook"] == "bpt"
    assert {case["rulebook"] for case in data["cases"]} <= {"bpt", "bfsp"}
    assert all(case["rulebook"] == "bpt" or "bpt" in case["under"] for case in data["cases"])
    assert call(capsys, "find", TURN, "--rulebook", "bptt").code == 2


def test_house_rules_rule_on_the_cases_below(capsys: Capture) -> None:
    data = call(capsys, "find", TURN, "--rulebook", ROOT / "examples" / "house", "--format", "json").data
    assert data["cases"]
    told = call(capsys, "find", TURN, "--rulebook", ROOT / "examples" / "house", "--top", 1)
    assert told.code == 0
    assert "[house " in told.out


def test_a_rulebook_of_ones_own_has_its_own_index(capsys: Capture, tmp_path: Path) -> None:
    book = tmp_path / "mine"
    shutil.copytree(MINIMAL, book)
    data = call(capsys, "find", "a silent chip over a bet", "--rulebook", book, "--format", "json").data
    assert {case["rulebook"] for case in data["cases"]} <= {"mine"}


def test_a_damaged_case_is_told_with_its_place(capsys: Capture, tmp_path: Path) -> None:
    book = tmp_path / "mine"
    shutil.copytree(MINIMAL, book)
    write(book, "cases/bad.yaml", "- case: [x\n")
    told = call(capsys, "find", "a silent chip", "--rulebook", book)
    assert told.code == 2
    assert "bad.yaml:" in told.err


# -- starting an incident ---------------------------------------------------------------------------------------------


def test_taking_one_prints_the_incident(capsys: Capture) -> None:
    told = call(capsys, "find", CHIPS, "--take", "tda-43-3")
    assert (told.code, told.err) == (0, "")
    assert "- A: bet 700  # as told: bet 700" in told.out
    assert "chips: 2x500" in told.out
    assert "# from the precedent, confirm" in told.out


def test_an_incident_that_was_taken_can_be_ruled_on(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "incident.yaml"
    told = call(capsys, "find", CHIPS, "--take", 1, "--to", file)
    assert told.code == 0
    assert "as told:" in told.out
    assert "from the precedent, confirm:" in told.out
    assert f"floorcall rule {file}" in told.out
    ruled = call(capsys, "rule", file, "--format", "json")
    assert ruled.code == 0
    assert ruled.data["ruling"]


def test_nothing_is_overwritten(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "mine.yaml", "mine")
    told = call(capsys, "find", CHIPS, "--take", 1, "--to", file)
    assert told.code == 2
    assert "is there already" in told.err
    assert file.read_text(encoding="utf-8") == "mine"
    assert call(capsys, "find", CHIPS, "--take", 1, "--to", tmp_path / "no" / "where.yaml").code == 2


def test_a_case_is_taken_by_its_id_even_when_it_is_not_in_the_list(capsys: Capture) -> None:
    told = call(capsys, "find", TURN, "--take", "four-card-flop-lt")
    assert told.code == 0
    assert "Started from the case four-card-flop-lt (bpt" in told.out


def test_taking_one_as_json(capsys: Capture) -> None:
    data = call(capsys, "find", CHIPS, "--take", 1, "--format", "json").data
    jsonschema.Draft202012Validator(find_schema()).validate(data)
    assert data["started"]["file"] is None
    assert "bet 700" in data["started"]["incident"]


@pytest.mark.parametrize(
    ("wish", "said"),
    [("99", "there is no case 99"), ("0", "there is no case 0"), ("premature-trun-ru", "no case of this name")],
)
def test_a_case_that_is_not_there(capsys: Capture, wish: str, said: str) -> None:
    told = call(capsys, "find", TURN, "--take", wish)
    assert told.code == 2
    assert said in told.err


def test_taking_from_nothing(capsys: Capture) -> None:
    told = call(capsys, "find", "the weather is nice", "--take", 1)
    assert told.code == 2
    assert "the text matches no case" in told.err


def test_without_a_terminal_the_case_has_to_be_said(capsys: Capture, tmp_path: Path) -> None:
    told = call(capsys, "find", TURN, "--to", tmp_path / "x.yaml")
    assert told.code == 2
    assert "give --take as well" in told.err
    assert not (tmp_path / "x.yaml").exists()


@pytest.mark.parametrize(("answer", "code", "there"), [("2\n", 0, True), ("\n", 0, False), ("9\n", 2, False)])
def test_on_a_terminal_it_asks(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, code: int, there: bool
) -> None:
    monkeypatch.setattr(cli.find, "is_terminal", lambda stream: True)
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    file = tmp_path / "x.yaml"
    told = call(capsys, "find", TURN, "--to", file)
    assert told.code == code
    assert "Start from which case?" in told.out
    assert file.exists() == there


def test_looking_for_a_case_imports_nothing_heavy() -> None:
    words = ["find", TURN, "--format", "json"]
    modules = min((imported(words) for _ in range(2)), key=len)
    assert (
        among(modules, ("experta", "engine", "explain", "jinja2", "yaml", "numpy", "difflib", "knowledge.casefiles"))
        == []
    )
