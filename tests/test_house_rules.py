"""docs/house-rules.md, done step by step as a director would do it: every command, file and line that comes out."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.main import main

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "house-rules.md"
EXAMPLE = ROOT / "examples" / "house"
BLOCK = re.compile(r"^```(console|yaml)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (new file:|add to) (\S+)\n")


class Step(NamedTuple):
    """A file to write (``how``: new file, add to), or a command with what it must print."""

    how: str
    what: str
    text: str


def steps(page: str) -> Iterator[Step]:
    """The steps of the page in their order."""
    for language, text in BLOCK.findall(page):
        if language == "yaml":
            told = FILE.match(text)
            assert told, f"a file without a name: {text[:60]}"
            yield Step(told[1], told[2], text[told.end() :])
            continue
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield Step("run", command, shown)


def do(step: Step, capsys: pytest.CaptureFixture[str]) -> str:
    """Does a step in the current folder; gives what a command printed."""
    if step.how == "run":
        capsys.readouterr()
        main(shlex.split(step.what)[1:])
        told = capsys.readouterr()
        return told.out + told.err
    with Path(step.what).open("x" if step.how == "new file:" else "a", encoding="utf-8") as stream:
        stream.write(step.text)
    return ""


def steady(text: str) -> str:
    """Without the sizes of the book below, which grows."""
    return re.sub(r"\d+(?= (clauses|rules|parameters)\b)", "#", text)


def texts_in(folder: Path) -> dict[Path, str]:
    """All files below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_text(encoding="utf-8") for path in found}


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder and a plain terminal of 78 columns."""
    monkeypatch.chdir(tmp_path)
    for name in ("FLOORCALL_RULEBOOKS", "NO_COLOR", "LC_MESSAGES", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "78")
    return tmp_path


def test_the_page_does_what_it_says(plain: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = list(steps(PAGE.read_text(encoding="utf-8")))
    assert sum(step.how == "run" for step in found) > 12
    for step in found:
        came = do(step, capsys)
        assert step.how != "run" or steady(came) == steady(step.text), f"$ {step.what}\n{came}"
    made, kept = (texts_in(folder) for folder in (plain / "house", EXAMPLE))
    assert made == kept, "examples/house is what the page builds"
