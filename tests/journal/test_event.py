"""A made-up event of fifty incidents over two days, entered by commands alone, and all that comes out of it."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest

from cli.main import main

ROOT = Path(__file__).parents[2]
EVENT = "minsk-open"
# Told without a word on earlier offences: the journal counts them.
STORIES = (
    *("short-all-in", "oversized-chip", "chip-without-a-word", "dealer-skips-a-player", "early-turn", "four-card-flop"),
    *("half-a-raise", "limit-half-bet", "odd-chip", "pot-limit-chips", "posted-chip-stays", "showdown", "string-bet"),
    *("three-hole-cards", "too-few-chips", "wrong-amount-told"),
)
HOURS = ("11", "12", "14", "16", "18", "20")
COLLUDES = """structure: no-limit
stakes: {sb: 50, bb: 100}
street: turn
seats: [A, B, C]
players: 8
pot: 900
events:
  - {event: offence, seat: A, what: colluded, with: [B], against_others: yes}
"""
HOSTILE = '=SUM(A1:A9) <b>Jonas</b> "\u202e'
REPORTS = ("ruling", "notice", "protocol", "statistics", "disqualification")
FIRST = {"markdown": b"# ", "html": b"<!DOCTYPE html>", "pdf": b"%PDF-", "docx": b"PK"}


def floorcall(*words: object, code: int = 0) -> str:
    """What a command prints."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        ended = main([str(word) for word in words])
    assert ended == code, (words, out.getvalue(), err.getvalue())
    return out.getvalue()


def log(command: str, *words: object) -> str:
    return floorcall("log", command, EVENT, *words)


def numbers(**filters: str) -> list[int]:
    """The entries that a search finds."""
    words = [part for name, value in filters.items() for part in (f"--{name}", value)]
    return [entry["number"] for entry in found(*words)]


def found(*words: str) -> list[dict[str, Any]]:
    answer = json.loads(log("list", "--limit", 0, "--format", "json", *words))
    entries: list[dict[str, Any]] = answer["entries"]
    return entries


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The journal of the event; gives its folder."""
    folder = tmp_path_factory.mktemp("event")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FLOORCALL_DATABASE", str(folder / "journal.sqlite"))
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.chdir(folder)
        Path("colludes.yaml").write_text(COLLUDES)
        log(
            "new-event",
            "--name",
            "Minsk Open",
            "--rulebook",
            "bfsp",
            "--time-zone",
            "Europe/Minsk",
            "--at",
            "2026-11-28T10:00",
        )
        log("player", 17, "--name", "Ivan Petrov")
        log("player", 4, "--name", HOSTILE)
        for n in range(46):
            at = f"2026-11-{28 + n // 23}T{HOURS[n % 23 // 4]}:{n % 4 * 15:02}"
            story = ROOT / "examples" / f"{STORIES[n % len(STORIES)]}.yaml"
            log("add", story, "--table", n % 7 + 1, "--hand", n * 3, "--by", "Petrova", "--at", at)
        offences = ROOT / "examples" / "penalties"
        log("add", offences / "early-bet.yaml", "--players", "A=3,B=4,C=17", "--table", 2, "--at", "2026-11-29T21:05")
        log("add", offences / "leaves-early.yaml", "--players", "A=17", "--table", 2, "--at", "2026-11-29T21:40")
        log("add", "colludes.yaml", "--players", "A=4,B=9", "--table", 3, "--at", "2026-11-29T22:00")
        log("add", "colludes.yaml", "--players", "A=4,B=9", "--table", 5, "--at", "2026-11-29T22:30")
        log("override", numbers(kind="incident")[0], "--instead", "The table is warned.", "--reason", "a beginner")
        log("close", "--at", "2026-11-29T23:30")
        warned = found("--kind", "penalty", "--player", "17")[-1]["number"]
        log("protest", "--against", warned, "--player", 17, "--text", "I only stood up", "--at", "2026-12-02T09:00")
        yield folder


@pytest.fixture
def event(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, for one test."""
    monkeypatch.setenv("FLOORCALL_DATABASE", str(made / "journal.sqlite"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return made


def test_fifty_incidents_are_there_and_the_chain_is_whole(event: Path) -> None:
    assert len(numbers(kind="incident")) == 50
    assert "whole" in log("verify")


def test_the_second_offence_is_punished_more_heavily_by_what_the_journal_holds(event: Path) -> None:
    first, second = (entry["data"] for entry in found("--kind", "penalty", "--player", "17"))
    assert (first["type"], first["occasion"]) == ("warning", 1)
    assert (second["type"], second["occasion"], second["hands"]) == ("sit-out", 2, 8)
    colluded = [entry["data"]["type"] for entry in found("--kind", "penalty", "--player", "4")]
    assert colluded == ["sit-out", "disqualified-event"]


def test_the_ruling_that_was_departed_from_is_named(event: Path) -> None:
    (decision,) = found("--kind", "decision")
    assert decision["data"]["accepted"] is False
    assert decision["data"]["standard"]
    assert decision["data"]["reason"] == "a beginner"


def test_the_late_protest_is_kept_and_ruled_late(event: Path) -> None:
    assert len(numbers(kind="protest")) == 1
    assert "7.3.2" in log("protest", "--now", "2026-12-03T09:00")


@pytest.mark.parametrize("language", ["en", "ru", "lt", "bg"])
@pytest.mark.parametrize("format", sorted(FIRST))
def test_all_five_reports_come_out(event: Path, language: str, format: str) -> None:
    entry = found("--kind", "penalty", "--player", "17")[-1]["about"]
    for kind in REPORTS:
        which = ("--entry", entry) if kind in ("ruling", "notice") else ()
        file = event / f"{kind}.{language}.{format}"
        floorcall("report", kind, EVENT, *which, "--lang", language, "--format", format, "--out", file)
        content = file.read_bytes()
        assert content.startswith(FIRST[format])
        assert b"<b>Jonas" not in content


def test_every_incident_is_ruled_the_same_again(event: Path) -> None:
    answer = json.loads(log("replay", "--format", "json"))
    assert answer["counts"] == {"same": 50, "reasons": 0, "differs": 0, "unreadable": 0}
