"""``floorcall compare``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, HEAD, MINIMAL, OVERLAY, ROOT, STORY, Stdin, call, start, write
from tests.cli.test_light import HEAVY, among, imported

Capture = pytest.CaptureFixture[str]
INSTALLED = ["bfsp", "bg", "bpt", "club", "tda"]


def ids(data: dict[str, object]) -> list[str]:
    rows = data["rows"]
    assert isinstance(rows, list)
    return [row["rulebook"] for row in rows]


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.yaml")), ids=lambda path: path.stem)
def test_every_example(capsys: Capture, path: Path) -> None:
    told = call(capsys, "compare", path)
    assert (told.code, told.err) == (0, "")
    for book in INSTALLED:
        assert re.search(rf"^(≠|  ?) ?{book} ", told.out, re.MULTILINE), book


def test_all_installed_books_are_asked_and_bfsp_is_the_first(capsys: Capture) -> None:
    data = call(capsys, "compare", EXAMPLE, "--format", "json").data
    assert (data["schema"], ids(data)) == ("floorcall.compare/1", INSTALLED)


def test_the_book_of_the_incident_is_the_first(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", "rulebook: tda\n" + STORY)
    assert ids(call(capsys, "compare", story, "--format", "json").data) == ["tda", "bfsp", "bg", "bpt", "club"]
    wanted = ("--rulebooks", "bpt", "--rulebooks", "club, bfsp", "--format", "json")
    assert ids(call(capsys, "compare", story, *wanted).data) == ["bpt", "club", "bfsp"]


def test_a_book_is_shown_once_whatever_it_is_called(capsys: Capture) -> None:
    wanted = f"bfsp,{ROOT / 'knowledge' / 'bfsp'},tda,bfsp"
    assert ids(call(capsys, "compare", EXAMPLE, "--rulebooks", wanted, "--format", "json").data) == ["bfsp", "tda"]


def test_an_overlay_by_its_folder(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", STORY)
    wanted = f"{MINIMAL},{OVERLAY}"
    data = call(capsys, "compare", story, "--rulebooks", wanted, "--format", "json").data
    assert [row["layers"] for row in data["rows"]] == [["minimal"], ["overlay", "minimal"]]


def test_a_folder_in_an_incident_lies_beside_it(capsys: Capture, tmp_path: Path) -> None:
    head = "rulebook: house\nextends: bpt\nname: {en: House, ru: Дом}\nedition: {en: x, ru: x}\n"
    write(tmp_path / "house", "rulebook.yaml", head)
    story = write(tmp_path, "story.yaml", "rulebook: house\n" + STORY)
    told = call(capsys, "compare", story, "--format", "json")
    assert (told.code, told.err) == (0, "")
    assert ids(told.data) == ["house", *INSTALLED]
    assert told.data["rows"][0]["layers"] == ["house", "bpt", "bfsp"]
    assert "bpt" in told.data["alike"]


def test_readings_are_given_book_by_book(capsys: Capture) -> None:
    books = ("--rulebooks", "bfsp,bpt", "--format", "json")
    assert call(capsys, "compare", EXAMPLE, *books).data["alike"] == []
    read = ("--reading", "bfsp:4.9.8.p4.e1=plus-big-blind")
    assert call(capsys, "compare", EXAMPLE, *books, *read).data["alike"] == ["bpt"]


def test_languages(capsys: Capture) -> None:
    told = call(capsys, "compare", EXAMPLE, "--lang", "ru")
    assert "Так же, как по bfsp: bg, tda." in told.out
    assert "РЕГЛАМЕНТ" in told.out


def test_markdown(capsys: Capture) -> None:
    told = call(capsys, "compare", EXAMPLE, "--format", "markdown", "--rulebooks", "bfsp,bpt")
    assert "| ≠ **bpt** |" in told.out


def test_colour_is_for_terminals(capsys: Capture) -> None:
    assert "\x1b" not in call(capsys, "compare", EXAMPLE).out
    assert "\x1b[33m≠" in call(capsys, "compare", EXAMPLE, "--colour", "always").out


def test_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(STORY.encode()))
    assert "≠ club" in call(capsys, "compare", "-").out


# -- faults ---------------------------------------------------------------------------------------------------------


def test_unknown_books_are_named_all_at_once_with_the_nearest(capsys: Capture) -> None:
    told = call(capsys, "compare", EXAMPLE, "--rulebooks", "bfps,tdaa")
    assert (told.code, told.out) == (2, "")
    assert "bfps: there is no such rulebook (did you mean bfsp?)" in told.err
    assert "tdaa: there is no such rulebook (did you mean tda?)" in told.err


def test_a_missing_name(capsys: Capture) -> None:
    told = call(capsys, "compare", EXAMPLE, "--rulebooks", "bfsp,,tda")
    assert told.code == 2
    assert "the name of a rulebook is missing" in told.err


def test_faulty_readings_are_told_all_at_once(capsys: Capture) -> None:
    faulty = ("4.9.8.p4.e1=to-full", "bfps:4.12=x", "bfsp:4.9.8.p4.e1=to-fill", "bpt:9.9.9=x", "tda:47-A")
    told = call(capsys, "compare", EXAMPLE, *(word for reading in faulty for word in ("--reading", reading)))
    assert told.code == 2
    assert "':' is missing (BOOK:CLAUSE=NAME" in told.err
    assert "bfps is none of the rulebooks that are compared (did you mean bfsp?)" in told.err
    assert "has no reading 'to-fill' (did you mean to-full?)" in told.err
    assert "bpt has no clause 9.9.9" in told.err
    assert "'=' is missing" in told.err


def test_a_book_that_the_incident_names_and_that_is_not_there(capsys: Capture) -> None:
    told = start("compare", "-", stdin=b"rulebook: tad\n" + STORY.encode())
    assert (told.code, told.out) == (2, "")
    assert "<stdin>:1:11: rulebook: there is no such rulebook: tad (did you mean tda?)" in told.err


def test_a_faulty_incident(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", STORY.replace("flop", "flopp"))
    told = call(capsys, "compare", story, "--format", "json")
    assert told.code == 2
    assert "street: 'flopp' is not known (did you mean flop?)" in told.err
    assert told.data["schema"] == "floorcall.faults/1"
    assert call(capsys, "compare", tmp_path / "none.yaml").code == 2


def test_cards_that_make_no_hand(capsys: Capture, tmp_path: Path) -> None:
    cards = HEAD.replace("flop", "showdown") + "board: As Kd 7c 2h 2d\nhands:\n  A: Ah\n  B: Qs Qd Qh\n"
    told = call(capsys, "compare", write(tmp_path, "story.yaml", cards))
    assert told.code == 2
    assert "story.yaml:7:3: hands: A: holdem reads 2 own cards" in told.err


def test_installed_books_with_faults_are_left_out_and_named(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "house", "rulebook.yaml", "rulebook: house\n")
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", str(tmp_path))
    data = call(capsys, "compare", EXAMPLE, "--format", "json").data
    assert ids(data) == INSTALLED
    assert [left["rulebook"] for left in data["left_out"]] == ["house"]
    assert "Left out, has faults: house." in call(capsys, "compare", EXAMPLE).out
    assert "Left out, has faults: house." in call(capsys, "compare", EXAMPLE, "--format", "markdown").out
    assert call(capsys, "compare", EXAMPLE, "--rulebooks", "bfsp,house").code == 2


def test_two_books_of_one_id(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "minimal").symlink_to(MINIMAL)
    for folder in ("one", "two"):
        head = f"rulebook: house\nextends: {tmp_path / 'minimal'}\n"
        write(tmp_path / folder, "rulebook.yaml", head + "name: {en: House, ru: Дом}\nedition: {en: x, ru: x}\n")
    told = call(capsys, "compare", EXAMPLE, "--rulebooks", f"{tmp_path / 'one'},{tmp_path / 'two'}")
    assert told.code == 2
    assert "two of the rulebooks have the id house" in told.err


def test_help_shows_examples_and_exit_codes(capsys: Capture) -> None:
    told = call(capsys, "compare", "--help")
    assert told.code == 0
    assert "floorcall compare incident.yaml --rulebooks tda,bfsp,house/" in told.out
    assert "the exit code is 0" in told.out


def test_text_and_json_import_nothing_heavy() -> None:
    for format in ("text", "json"):
        modules = imported(["compare", "examples/short-all-in.yaml", "--format", format])
        assert among(modules, HEAVY) == []
        assert among(modules, ("explain.markdown", "explain.schema", "knowledge.reading")) == []


def test_json_is_the_same_bytes_each_time(capsys: Capture) -> None:
    one, other = (call(capsys, "compare", EXAMPLE, "--format", "json").out for _ in range(2))
    assert one == other
    assert json.loads(one)
