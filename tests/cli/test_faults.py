"""Faults on the screen: the place, the words, the line and a mark that stands under the character."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cli.faults import as_data, columns, printable, report, shown_path
from facts.faults import Fault
from tests.cli.running import STORY, Stdin, call, write

Capture = pytest.CaptureFixture[str]


def shown(capsys: Capture, fault: Fault, text: str | None = None) -> list[str]:
    """What is printed of one fault, line by line."""
    report([fault], None if text is None else {fault.file: text})
    return capsys.readouterr().err.splitlines()


def marked(lines: list[str]) -> str:
    """The character above the mark."""
    _, line, mark = lines
    assert mark.strip() == "^"
    return line[len(mark) - 1]


def test_the_line_and_the_mark(capsys: Capture) -> None:
    lines = shown(capsys, Fault("f", 2, 4, "wrong", "do so"), "one\nabcdef\n")
    assert lines == ["f:2:4: wrong (do so)", "     2 | abcdef", "            ^"]


@pytest.mark.parametrize(
    ("text", "column", "character"),
    [
        ("abc", 1, "a"),
        ("abc", 3, "c"),
        ("\t\tabc", 4, "b"),
        ("кириллица", 4, "и"),
        ("a\x07bc\x1b[31md", 3, "b"),
        ("x" * 300 + "Y" + "z" * 300, 301, "Y"),
        ("x" * 70 + "Y", 71, "Y"),
        ("x" * 57 + "Y" + "z" * 9, 58, "Y"),
    ],
)
def test_the_mark_stands_under_the_character(capsys: Capture, text: str, column: int, character: str) -> None:
    lines = shown(capsys, Fault("f", 1, column, "wrong"), text)
    assert marked(lines) == character
    assert all(len(line) <= 80 for line in lines)
    assert "\x1b" not in "".join(lines)


def test_the_mark_counts_wide_letters_twice_and_accents_not_at_all(capsys: Capture) -> None:
    assert (columns("漢字"), columns("e\u0301"), columns("abc"), columns("Ж")) == (4, 1, 3, 1)
    lines = shown(capsys, Fault("f", 1, 4, "wrong"), "漢字:x")
    assert len(lines[2]) == len("     1 | ") + 5 + 1


def test_a_mark_behind_the_end_of_a_line(capsys: Capture) -> None:
    assert shown(capsys, Fault("f", 1, 9, "wrong"), "abc")[2].endswith("   ^")


@pytest.mark.parametrize("text", ["a\r\nbXc\r\n", "a\rbXc", "a\nbXc\n", "\ufeffa\nbXc"])
def test_lines_are_counted_as_the_readers_count_them(capsys: Capture, tmp_path: Path, text: str) -> None:
    path = tmp_path / "f"
    path.write_bytes(text.encode())
    assert marked(shown(capsys, Fault(str(path), 2, 2, "wrong"))) == "X"


@pytest.mark.parametrize(
    "fault",
    [Fault("f", 0, 0, "wrong"), Fault("f", 9, 1, "wrong"), Fault("f", 2, 1, "wrong"), Fault("nowhere", 1, 1, "wrong")],
)
def test_where_there_is_no_line_none_is_shown(capsys: Capture, fault: Fault) -> None:
    report([fault], {"f": "one\n  \n"})
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_files_are_named_from_here(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(str(tmp_path / "a" / "b.yaml")) == "a/b.yaml"
    assert shown_path("/elsewhere/b.yaml") == "/elsewhere/b.yaml"
    assert shown_path("b.yaml") == "b.yaml"


def test_nothing_that_is_printed_can_steer_the_terminal(capsys: Capture) -> None:
    assert printable("a\x1b]0;title\x07b") == "a�]0;title�b"
    assert "\x1b" not in shown(capsys, Fault("f\x1b[2J", 0, 0, "a \x1b[2J b", "\x1b[1m"))[0]


def test_colours_when_they_are_wanted(capsys: Capture) -> None:
    report([Fault("f", 1, 1, "wrong")], {"f": "abc"}, "always")
    told = capsys.readouterr().err
    assert "\x1b[1mf:1:1\x1b[0m" in told
    assert "\x1b[31;1m^\x1b[0m" in told


def test_faults_as_data() -> None:
    assert as_data([Fault("f", 1, 2, "wrong", "so")]) == {
        "schema": "floorcall.faults/1",
        "faults": [{"file": "f", "line": 1, "column": 2, "message": "wrong", "hint": "so"}],
    }


def test_a_text_from_standard_input_is_shown_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(STORY.replace("flop", "flopp").encode()))
    told = call(capsys, "rule", "-")
    assert told.err.splitlines() == [
        "<stdin>:3:9: street: 'flopp' is not known (did you mean flop?)",
        "     3 | street: flopp",
        "                 ^",
    ]


def test_every_fault_of_a_file_is_shown_in_the_order_of_the_file(capsys: Capture, tmp_path: Path) -> None:
    text = STORY.replace("flop", "flopp").replace("- A:", "- D:").replace("[500]", "[-500]") + "gmae: holdem\n"
    told = call(capsys, "rule", write(tmp_path, "bad.yaml", text))
    places = [line.split(":")[1] for line in told.err.splitlines() if "bad.yaml" in line]
    assert places == ["3", "6", "7", "8"]
    assert told.out == ""


def test_a_thousand_faults_are_no_trouble(capsys: Capture, tmp_path: Path) -> None:
    text = "seats: [A]\nactions:\n" + "  - B: chek\n" * 1000
    told = call(capsys, "rule", write(tmp_path, "bad.yaml", text))
    assert told.code == 2
    assert told.err.count("there is no seat 'B'") == 1000
