"""Every command of the quiz that docs/training.md and docs/cli.md show is run, by somebody who knows no answer."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from cli import codes
from tests.cli.running import ROOT, call

BLOCK = re.compile(r"^```(?:console)?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def shown(page: str) -> list[str]:
    """The commands of the quiz on a page; those of exports are run where those are tested."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines = [line.removeprefix("$ ") for block in BLOCK.findall(text) for line in block.splitlines()]
    found = [line for line in lines if re.match(r"floorcall quiz(?! export)( |$)", line)]
    return [line for line in found if "  " not in line]


@pytest.mark.parametrize("page", ["training.md", "cli.md"])
def test_every_command_that_is_shown_runs(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = shown(page)
    assert len(lines) >= 3
    for who in ("anna", "boris"):  # the files that a trainer collects
        monkeypatch.setattr(sys, "stdin", io.StringIO("0\n"))
        call(capsys, "quiz", "--count", 1, "--trainee", who, "--database", f"{who}.sqlite3")
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    call(capsys, "quiz", "--count", 1)  # something that --resume goes on with
    for line in lines:
        words = ["3" if word == "30" else word for word in shlex.split(line)[1:]]  # an exam of three says as much
        monkeypatch.setattr(sys, "stdin", io.StringIO("0\n" * 30))
        told = call(capsys, *words)
        wanted = codes.FAILED if "--exam" in words else codes.OK
        assert (told.code, told.err) == (wanted, ""), line
        assert told.out, line
    for name in re.findall(r"--certificate (\S+)", " ".join(lines)):
        assert Path(name).stat().st_size > 100
