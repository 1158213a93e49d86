"""docs/journal.md: its commands run one after another, on a journal of their own."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.main import main
from journal.records import KINDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_commands_run_in_their_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FLOORCALL_DATABASE", file)
    lines = [line[2:] for block in BLOCK.findall(TEXT) for line in block.splitlines() if line.startswith("$ ")]
    assert len(lines) > 15
    for line in lines:
        assert main(shlex.split(line)[1:]) == 0, (line, capsys.readouterr().err)
        told = capsys.readouterr()
        assert told.out.strip(), line
        assert "Nothing in the journal" not in told.out, line


def test_every_kind_of_entry_is_told() -> None:
    assert re.findall(r"^\| `([\w-]+)` \|", TEXT, re.MULTILINE) == list(KINDS)
