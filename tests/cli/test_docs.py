"""docs/cli.md tells everything about the command line, and what it shows is what comes out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli import codes
from cli.tree import whole_parser
from tests.cli.running import ROOT, STORY, call, write

TEXT = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def parsers(parser: Any, name: str = "floorcall") -> Iterator[tuple[str, Any]]:
    """All parsers by the name of their command."""
    yield name, parser
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for word, below in action.choices.items():
                yield from parsers(below, f"{name} {word}")


def test_every_command_is_there() -> None:
    leaves = [name for name, parser in parsers(whole_parser()) if not parser._subparsers]
    assert len(leaves) > 5
    assert not [name for name in leaves if f"\n{name} " not in TEXT]


def test_every_option_and_every_word_that_it_takes_is_there() -> None:
    for name, parser in parsers(whole_parser()):
        for action in parser._actions:
            for option in action.option_strings:
                assert option == "-h" or option in TEXT, f"{name} {option}"
            words = [] if isinstance(action.choices, dict) else action.choices or []
            assert not [word for word in words if not re.search(rf"\b{word}\b", TEXT)], f"{name} {action.dest}"


def test_every_exit_code_is_there() -> None:
    listed = {int(code) for code in re.findall(r"^\| (\d+) \|", TEXT, re.MULTILINE)}
    assert listed == {value for name, value in vars(codes).items() if name.isupper()}


def test_every_variable_is_there() -> None:
    used: set[str] = set()
    for room in ("cli", "knowledge", "facts", "engine", "explain", "check", "ask", "say", "precedents", "training"):
        for path in (ROOT / room).rglob("*.py"):
            used.update(re.findall(r"\bFLOORCALL_[A-Z]+\b", path.read_text(encoding="utf-8")))
    assert len(used) > 2
    assert not [name for name in used if f"| `{name}` |" not in TEXT]


def test_the_faults_that_are_shown_are_what_comes_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "story.yaml", STORY.replace("flop", "flopp"))
    monkeypatch.chdir(tmp_path)
    told = call(capsys, "rule", "story.yaml", "--format", "json")
    assert f"```\n{told.err}```\n" in TEXT
    (shown,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert json.loads(shown) == told.data


def test_the_event_file_that_is_shown_works(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (shown,) = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)
    event = write(tmp_path, "event.yaml", "".join(line[2:] for line in shown.splitlines(keepends=True)))
    told = call(capsys, "rule", ROOT / "examples" / "short-all-in.yaml", "--event", event)
    assert (told.code, told.err) == (0, "")
    assert "raise to at least 100" in told.out
