"""Calling the command line: in this process, which is fast, or in one of its own, which is real."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cli.main import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "short-all-in.yaml"
MINIMAL = ROOT / "tests" / "knowledge" / "rulebooks" / "good" / "minimal"
OVERLAY = MINIMAL.parent / "overlay"

HEAD = "structure: no-limit\nstakes: {sb: 50, bb: 100}\nstreet: flop\nseats: [A, B]\n"
STORY = HEAD + "actions:\n  - A: bet 200\n  - B: {chips: [500], silent: yes}\n"
"""The silent chip of 500 over a bet of 200: a call in any book."""


class Answer(NamedTuple):
    """What came out."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON on stdout."""
        return json.loads(self.out)


class Stdin:
    """A standard input that holds some bytes."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def call(capsys: pytest.CaptureFixture[str], *words: object) -> Answer:
    """Calls the command line in this process."""
    capsys.readouterr()
    code = main([str(word) for word in words])
    told = capsys.readouterr()
    return Answer(code, told.out, told.err)


def start(*words: object, stdin: bytes = b"", cwd: Path = ROOT, **environment: str) -> Answer:
    """Calls the command line in a process of its own; bytes that are no UTF-8 come out as surrogates."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "cli.main", *(str(word) for word in words)],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        check=False,
    )
    return Answer(done.returncode, *(text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr)))


def write(folder: Path, name: str, text: str) -> Path:
    """A file with a text."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
