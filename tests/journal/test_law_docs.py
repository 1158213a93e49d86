"""docs/penalties.md, done step by step: every command in its order, and what comes out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "penalties.md"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A command, and what the page shows of what comes out."""

    command: str
    shown: str


def steps() -> Iterator[Step]:
    """The commands of the page in their order."""
    for text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            yield Step(*part.partition("\n")[::2])


def run(step: Step, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Runs a command; its exit code and what it printed."""
    capsys.readouterr()
    code = main(shlex.split(step.command)[1:])
    told = capsys.readouterr()
    return code, told.err + told.out


def lines(text: str) -> list[str]:
    """The lines of a text that a page may fold or leave out."""
    return [line.strip() for line in text.splitlines() if line.strip() and line.strip() != "…"]


def test_every_step_gives_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FLOORCALL_DATABASE", str(tmp_path / "journal.sqlite"))
    monkeypatch.setenv("COLUMNS", "120")
    done = list(steps())
    assert len(done) > 15
    for step in done:
        code, came = run(step, capsys)
        assert code == (2 if "was typed" in step.shown else 0), (step.command, came)
        missing = [line for line in lines(step.shown) if line not in lines(came)]
        assert step.shown.strip(), step.command
        assert not missing, (step.command, came)


def test_the_table_tells_every_clause_that_counts() -> None:
    from knowledge.loading import load

    text = PAGE.read_text(encoding="utf-8")
    sections = {
        clause.section.removesuffix(".p1")
        for name in ("bfsp", "bpt", "bg", "tda")
        for clause in load(name)[0].clauses.values()
        if clause.repeats is not None
    }
    scale = re.compile(r"7\.1\.\d+$")
    assert not [section for section in sections if not scale.match(section) and f" {section}" not in text]
