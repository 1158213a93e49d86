"""The engine on the command line: --engine and FLOORCALL_ENGINE, on every command that rules."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import clips_compat
from engine.clips_compat import clips
from engine.pool import ENGINES
from tests.cli.running import EXAMPLE, MINIMAL, OVERLAY, ROOT, Answer, call, start, write

Capture = pytest.CaptureFixture[str]
COMMANDS = {
    "rule": ("rule", EXAMPLE),
    "compare": ("compare", EXAMPLE, "--rulebooks", "bfsp,bg"),
    "cases run": ("cases", "run", MINIMAL),
    "rulebook diff": ("rulebook", "diff", MINIMAL, OVERLAY, "--cases"),
    "rulebook coverage": ("rulebook", "coverage", MINIMAL),
    "rulebook check": ("rulebook", "check", MINIMAL),
}


@pytest.fixture(autouse=True)
def nobody_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FLOORCALL_ENGINE", raising=False)


@pytest.fixture
def without_clips(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if clipspy were not installed."""
    monkeypatch.setattr(clips_compat, "clips", clips.__wrapped__)
    monkeypatch.setattr(clips_compat, "PathFinder", type("Nowhere", (), {"find_spec": staticmethod(lambda *_: None)}))


def asked(capsys: Capture, command: str, *more: str) -> Answer:
    return call(capsys, *COMMANDS[command], *more)


@pytest.mark.parametrize("format", ["text", "json"])
@pytest.mark.parametrize("command", COMMANDS)
def test_the_answer_is_the_same_with_every_engine(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str, format: str
) -> None:
    plain = asked(capsys, command, "--format", format)
    assert plain.out
    for name in ENGINES:
        assert asked(capsys, command, "--format", format, "--engine", name) == plain
        monkeypatch.setenv("FLOORCALL_ENGINE", name)
        assert asked(capsys, command, "--format", format) == plain


@pytest.mark.parametrize("command", COMMANDS)
def test_an_engine_that_does_not_exist_is_bad_input(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    told = asked(capsys, command, "--engine", "clpis")
    assert (told.code, told.out) == (2, "")
    assert "'clpis' is not known (did you mean clips?)" in told.err
    monkeypatch.setenv("FLOORCALL_ENGINE", "drools")
    told = asked(capsys, command)
    assert (told.code, told.out) == (2, "")
    assert told.err == "FLOORCALL_ENGINE=drools: there is no such engine (one of clips, experta)\n"
    assert asked(capsys, command, "--engine", "clips").code != 2, "the option goes before the variable"


@pytest.mark.parametrize("command", COMMANDS)
def test_without_clipspy_experta_rules_unless_clips_was_asked_for(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, without_clips: None, command: str
) -> None:
    plain = asked(capsys, command)
    assert (plain.code, bool(plain.out)) == (0, True)
    assert plain == asked(capsys, command, "--engine", "experta")
    told = asked(capsys, command, "--engine", "clips")
    assert (told.code, told.out) == (2, "")
    assert told.err == "--engine clips: clipspy is not installed (pip install clipspy, or rule on experta)\n"
    monkeypatch.setenv("FLOORCALL_ENGINE", "clips")
    told = asked(capsys, command)
    assert told.err.startswith("FLOORCALL_ENGINE=clips: clipspy is not installed")


def test_a_missing_engine_in_json(capsys: Capture, without_clips: None) -> None:
    told = asked(capsys, "rule", "--engine", "clips", "--format", "json")
    assert told.code == 2
    assert [fault["message"] for fault in told.data["faults"]] == ["clipspy is not installed"]


def test_every_command_that_rules_has_the_option() -> None:
    """Whatever makes a pool of engines can be told which."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "cli").glob("*.py")}
    makers = ("import pool", "import batches, only, results", "cli.batchwork import")
    users = {name for name, text in texts.items() if any(maker in text for maker in makers)}
    helpers = {"engines", "casefolders", "batchwork", "batchviews", "batchschema", "workers"}
    assert users - helpers <= {name for name, text in texts.items() if "add_engine(parser)" in text}


@pytest.mark.parametrize("engine", ENGINES)
def test_only_the_engine_that_rules_is_loaded(engine: str) -> None:
    """Also clipspy's own package stays out: most of what it imports is of no use here."""
    program = (
        "import sys; from cli.main import main; main(sys.argv[1:]); "
        "print(sorted({'experta', 'frozendict', 'schema', 'clips', '_cffi_backend', 'traceback', 'logging'}"
        " & set(sys.modules)), file=sys.stderr)"
    )
    words = [sys.executable, "-c", program, "rule", str(EXAMPLE), "--engine", engine]
    told = subprocess.run(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    loaded = {"clips": "['_cffi_backend']", "experta": "['experta', 'frozendict', 'logging', 'schema', 'traceback']"}
    assert told.stderr.splitlines()[-1] == loaded[engine]


def test_a_batch_is_ruled_alike_by_every_engine(tmp_path: Path) -> None:
    line = '{"structure": "no-limit", "seats": ["A", "B"], "actions": [{"A": "bet 200"}]}\n'
    file = write(tmp_path, "told.jsonl", line)
    plain = start("batch", file, "--jobs", "1")
    assert (plain.code, plain.out.count("\n")) == (0, 1)
    assert [start("batch", file, "--jobs", "1", "--engine", name) for name in ENGINES] == [plain] * 2
    told = start("batch", file, FLOORCALL_ENGINE="drools")
    assert told.code == 2
    assert told.err == "FLOORCALL_ENGINE=drools: there is no such engine (one of clips, experta)\n"
