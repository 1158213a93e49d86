"""``floorcall ask``: the dialogue over a pipe and in a process of its own, interrupted, killed and gone on with."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli import codes, sessions
from tests.cli.running import ROOT, Answer, call, start, write

STORY = "structure: no-limit\nstreet: flop\nseats: [A, B, C]\npot: 300\nstakes: {sb: 50, bb: 100}\nactions:\n"
CHIP = STORY + "  - A: bet 200\n  - B: {chips: [500]}\n"


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A state folder of its own for every test."""
    folder = tmp_path / "state"
    monkeypatch.setenv("FLOORCALL_STATE", str(folder))
    return folder


@pytest.fixture
def talk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls ``ask`` in this process with typed lines."""

    def typed(lines: str, *words: object) -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return call(capsys, "ask", *words)

    return typed


@pytest.fixture
def chip(tmp_path: Path) -> Path:
    """A story in which nobody knows whether B spoke."""
    return write(tmp_path, "chip.yaml", CHIP)


# -- from questions to a ruling ---------------------------------------------------------------------------------------


def test_an_answer_leads_to_the_ruling_of_the_whole_story(talk: Any, chip: Path, tmp_path: Path, capsys: Any) -> None:
    told = talk("nothing\n", chip, "--to", tmp_path / "whole.yaml")
    assert (told.code, told.err) == (0, "")
    assert "Did B say or show anything with these chips, and what?\n  1  nothing\n" in told.out
    whole = write(tmp_path, "by-hand.yaml", CHIP.replace("[500]", "[500], silent: yes"))
    ruled = call(capsys, "rule", whole).out
    assert ruled in told.out
    assert call(capsys, "rule", tmp_path / "whole.yaml").out == ruled


def test_what_was_computed_is_said_back_in_one_line(talk: Any, chip: Path) -> None:
    line = "= For B it is 200 more to call (200 in all). A full raise adds 200, to 400 at least; half of it is 100.\n"
    assert talk("nothing\n", chip).out.count(line) == 1


def test_a_story_that_tells_everything_is_ruled_at_once(talk: Any, tmp_path: Path) -> None:
    whole = write(tmp_path, "whole.yaml", CHIP.replace("[500]", "[500], silent: yes"))
    told = talk("", whole)
    assert told.code == 0
    assert "?" not in told.out.split("RULING")[0]


def test_the_ruling_is_the_contract_and_the_dialogue_is_elsewhere(talk: Any, chip: Path) -> None:
    told = talk("raise\n", chip, "--format", "json")
    assert (told.code, told.data["schema"]) == (0, "floorcall.ruling/3")
    assert "Did B say" in told.err


def test_markdown_and_audience_are_those_of_rule(talk: Any, chip: Path) -> None:
    assert talk("nothing\n", chip, "--format", "markdown").out.startswith("# ")
    assert "RULING" not in talk("nothing\n", chip, "--audience", "player").out


def test_the_rulebook_can_be_chosen(talk: Any, chip: Path) -> None:
    assert "TDA" in talk("nothing\n", chip, "--rulebook", "tda").out


def test_russian_from_the_first_word_to_the_last(talk: Any, chip: Path) -> None:
    told = talk("почему\nрэиз\nничего\n", chip, "--lang", "ru")
    assert told.code == 0
    assert "От ответа зависят пункты:" in told.out
    assert "вы имели в виду рэйз?" in told.out
    assert "РЕШЕНИЕ  Чип 500 от B считается коллом на 200." in told.out


def test_nobody_knows_and_the_ruling_shows_both_ways(talk: Any, chip: Path) -> None:
    told = talk("don't know\n", chip)
    assert told.code == 0
    assert "Put aside." in told.out
    assert "needs facts" in told.out
    assert "nothing: b" in told.out.lower()


def test_rule_now_stops_the_questions(talk: Any, chip: Path) -> None:
    told = talk("rule now\n", chip)
    assert (told.code, "needs facts" in told.out) == (0, True)


# -- back, why, both ---------------------------------------------------------------------------------------------------


def test_back_takes_any_number_of_answers_away(talk: Any, tmp_path: Path) -> None:
    text = CHIP.replace("structure: no-limit\n", "").replace("street: flop\n", "")
    path = write(tmp_path, "bare.yaml", text)
    forward = "flop\nno-limit\n"
    told = talk(forward + "back 2\n" + forward + "back\nback\nback\n" + forward + "nothing\n", path)
    assert told.code == 0
    assert told.out.count("Which street is it?") == 4
    assert "This is where the interview began." in told.out
    assert "counts as a call of 200" in told.out


def test_two_stories_that_matter_are_ruled_on_as_a_file_with_a_dispute_is(
    talk: Any, chip: Path, tmp_path: Path, capsys: Any
) -> None:
    told = talk("both stories\nnothing\nA\nraise\nthe dealer\n", chip, "--to", tmp_path / "both.yaml")
    assert told.code == 0
    assert "act2.says: {A: nothing, the dealer: raise}\n" in (tmp_path / "both.yaml").read_text(encoding="utf-8")
    ruled = call(capsys, "rule", tmp_path / "both.yaml").out
    assert "DISPUTE" in ruled
    assert ruled in told.out


def test_two_stories_that_do_not_matter_get_one_ruling(talk: Any, chip: Path) -> None:
    told = talk("обе версии\nraise\n\nreraise\n\n", chip)
    assert "It does not matter what happened" in told.out
    assert told.out.count("RULING") == 1


def test_two_stories_in_json_are_one_ruling_with_its_versions(talk: Any, chip: Path) -> None:
    told = talk("both\nnothing\nA\nraise\nB\n", chip, "--format", "json")
    assert told.data["disputes"]["matters"] is True
    assert [len(told.data["disputes"]["facts"]), len(told.data["disputes"]["tellings"])] == [1, 2]


def test_a_fact_without_a_name_keeps_two_rulings_and_says_so(talk: Any, tmp_path: Path) -> None:
    text = (
        STORY.replace("pot: 300\nstakes: {sb: 50, bb: 100}\n", "") + "  - A: check\n  - B: {chips: [100], says: bet}\n"
    )
    path = write(tmp_path, "s.yaml", text)
    told = talk("both\n50/100\nA\n100/200\nB\nrule now\n", path, "--to", tmp_path / "o.yaml")
    assert "An incident file cannot keep both versions of this" in told.out
    assert "stakes: {sb: 50, bb: 100}" in (tmp_path / "o.yaml").read_text(encoding="utf-8")


def test_an_interview_with_two_versions_goes_on(talk: Any, chip: Path, tmp_path: Path) -> None:
    text = CHIP.replace("structure: no-limit\n", "")
    path = write(tmp_path, "bare.yaml", text)
    assert talk("both\nno-limit\nA\nlimit\nB\n", path).code == 3
    told = talk("nothing\n", "--resume", "--format", "json")
    assert [fact["fact"] for fact in told.data["disputes"]["facts"]] == ["structure"]


def test_an_interview_begins_from_a_file_with_disputes(talk: Any, tmp_path: Path, capsys: Any) -> None:
    path = write(tmp_path, "d.yaml", CHIP + "disputed:\n  act2.says: {B: call, dealer: raise, A: raise}\n")
    told = talk("", path, "--to", tmp_path / "o.yaml")
    assert (told.code, "Did B say" in told.out) == (0, False)
    assert call(capsys, "rule", path).out in told.out
    assert "act2.says: {B: call, dealer: raise, A: raise}\n" in (tmp_path / "o.yaml").read_text(encoding="utf-8")


def test_one_story_told_twice_is_no_dispute(talk: Any, chip: Path) -> None:
    assert "DISPUTE" not in talk("both\nnothing\nA\n1\nB\n", chip).out


# -- what cannot be read or meant --------------------------------------------------------------------------------------


def test_an_unreadable_line_is_shown_with_its_place_and_kept(talk: Any, chip: Path, state: Path) -> None:
    told = talk("  riase\nraise\n", chip)
    assert "    riase\n    ^\n  'riase' is none of the answers (did you mean raise?)\n" in told.out
    (path,) = state.glob("ask-*.json")
    kept = json.loads(path.read_text(encoding="utf-8"))["lines"]
    assert [line["typed"] for line in kept] == ["  riase"]


@pytest.mark.parametrize(("again", "stands"), [("200k\n", "200000"), ("yes\n", "200000"), ("2000\n", "2000")])
def test_a_number_that_cannot_be_meant_is_asked_back(talk: Any, tmp_path: Path, again: str, stands: str) -> None:
    text = STORY.replace("pot: 300\nstakes: {sb: 50, bb: 100}", "stakes: {sb: 50, bb: 100}")
    told = talk("200k\n" + again, write(tmp_path, "s.yaml", text + "  - A: bet\n"), "--to", tmp_path / "o.yaml")
    assert "200,000 is 2000 times the largest amount told so far (100). Is that meant?" in told.out
    assert told.code == 0
    assert f"A: bet {stands}\n" in (tmp_path / "o.yaml").read_text(encoding="utf-8")


def test_a_number_that_cannot_be_is_refused_however_often_it_is_typed(talk: Any, tmp_path: Path) -> None:
    text = STORY.replace("actions", "stacks: {A: 5000}\nactions") + "  - A: bet\n"
    told = talk("200000\nyes\n4000\n", write(tmp_path, "s.yaml", text))
    assert "200,000 is more than the 5000 that A has." in told.out
    assert "but started it with 5000" in told.out
    assert "raise to at least 8000" in told.out


# -- from nothing ------------------------------------------------------------------------------------------------------


def test_from_nothing_act_by_act(talk: Any, tmp_path: Path) -> None:
    lines = "1\nA B C\nA bets 200\nB silent 1x500\nC jumps\n\nflop\nno-limit\n100/200\n"
    told = talk(lines, "--to", tmp_path / "o.yaml")
    assert told.out.startswith("\nWhat happened?")
    assert "'jumps' is no act" in told.out
    assert "B's single chip of 500 counts as a call of 200" in told.out
    written = (tmp_path / "o.yaml").read_text(encoding="utf-8")
    assert "  - B: {chips: 500, says: nothing}\n" in written


def test_from_nothing_by_words(talk: Any) -> None:
    told = talk("a player throws his cards forward\n1\n")
    assert "Which of these is it?\n  1  a player throws his cards forward\n" in told.out
    assert "\nWho threw his cards?\n" in told.out
    assert told.code == codes.UNFINISHED


def test_a_line_of_shorthand_begins_a_story(talk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from facts.reader import read_incident

    def read_shorthand(text: str, vocabulary: Any, file: str, language: str) -> Any:
        known = read_incident(CHIP, file, vocabulary.events) if text.startswith("chip") else None
        answer = SimpleNamespace(spelling="chip 500", text="chip 500", about="")
        question = SimpleNamespace(asks="Chip or what?", line=1, column=1, answers=[answer])
        return SimpleNamespace(incident=known, questions=[question] if text == "doubt" else [], faults=[], shown=[])

    monkeypatch.setitem(sys.modules, "say", SimpleNamespace(read_shorthand=read_shorthand))
    assert "counts as a call of 200" in talk("nothing\n", "--say", "chip").out
    assert "counts as a call of 200" in talk("chip\nnothing\n").out
    asked = talk("doubt\n1\nnothing\n")
    assert "Chip or what?\n  1  chip 500\n" in asked.out
    assert "counts as a call of 200" in asked.out
    refused = talk("", "--say", "doubt")
    assert (refused.code, "Chip or what?" in refused.err) == (codes.BAD_INPUT, True)


# -- interrupted and gone on with --------------------------------------------------------------------------------------


def test_the_end_of_the_input_keeps_everything(talk: Any, tmp_path: Path) -> None:
    bare = write(tmp_path, "bare.yaml", CHIP.replace("structure: no-limit\n", ""))
    told = talk("no-limit\n", bare)
    assert told.code == codes.UNFINISHED
    assert "goes on" in told.out
    bare.unlink()  # the session holds what was known
    gone_on = talk("nothing\n", "--resume")
    assert gone_on.code == 0
    assert "answers so far: 1" in gone_on.out
    assert "counts as a call of 200" in gone_on.out
    assert talk("", "--resume").code == codes.BAD_INPUT  # nothing is left to go on with


@pytest.mark.parametrize("word", ["quit", "выход"])
def test_quit_keeps_everything(talk: Any, chip: Path, word: str) -> None:
    assert talk(f"{word}\n", chip).code == codes.UNFINISHED
    assert talk("nothing\n", "--resume").code == 0


def test_a_session_can_have_a_name_and_is_never_written_over(talk: Any, chip: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert talk("", chip, "--session", path).code == codes.UNFINISHED
    again = talk("", chip, "--session", path)
    assert (again.code, "exists already" in again.err) == (codes.BAD_INPUT, True)
    assert talk("nothing\n", "--resume", "--session", path).code == 0


def test_the_rulebook_and_the_language_are_kept(talk: Any, chip: Path) -> None:
    assert talk("", chip, "--rulebook", "tda", "--lang", "ru").code == codes.UNFINISHED
    told = talk("ничего\n", "--resume")
    assert "TDA" in told.out
    assert "РЕШЕНИЕ" in told.out


@pytest.mark.parametrize("content", ["", "{", "[]", '{"schema": "floorcall.interview/1"}', "\0"])
def test_a_damaged_session_is_a_fault_and_no_traceback(talk: Any, tmp_path: Path, content: str) -> None:
    told = talk("", "--resume", "--session", write(tmp_path, "s.json", content))
    assert told.code == codes.BAD_INPUT
    assert "interview" in told.err


def test_a_session_that_cannot_be_written_stops_nothing(talk: Any, chip: Path, tmp_path: Path) -> None:
    told = talk("nothing\n", chip, "--session", write(tmp_path, "file", "x") / "below" / "s.json")
    assert told.code == 0
    assert told.out.count("cannot be written") == 1


def test_the_oldest_interviews_go_and_open_ones_last(state: Path) -> None:
    for number in range(35):
        sessions.save(str(state / f"ask-{number:03}.json"), {"finished": number > 9})
    sessions.tidy()
    kept = sorted(path.name for path in state.iterdir())
    assert len(kept) == 30
    assert kept[:11] == [f"ask-{number:03}.json" for number in (*range(10), 15)]


def test_a_draft_is_never_taken_for_a_session(state: Path) -> None:
    sessions.save(str(state / "ask-1.json"), {"finished": False})
    write(state, "ask-2.json.123.tmp", "{")
    assert sessions.latest() == str(state / "ask-1.json")


# -- in a process of its own -------------------------------------------------------------------------------------------


def test_over_a_real_pipe(chip: Path) -> None:
    told = start("ask", chip, "--format", "json", stdin="рэйз 600\n1\n".encode())
    assert (told.code, json.loads(told.out)["status"]) == (0, "determined on assumptions")
    closed = start("ask", chip, stdin=b"")
    assert (closed.code, "Traceback" in closed.err) == (codes.UNFINISHED, False)
    odd = start("ask", chip, stdin=b"\xff\xfe\n1\n")
    assert (odd.code, odd.err) == (0, "")


def begun(chip: Path, *words: str) -> subprocess.Popen[str]:
    """An interview in a process of its own, at its first question."""
    command = [sys.executable, "-u", "-m", "cli.main", "ask", str(chip), *words]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stdin=pipe, stdout=pipe, stderr=pipe)


def until(process: subprocess.Popen[str], text: str) -> str:
    """What comes out up to a text."""
    assert process.stdout is not None
    read = ""
    while text not in read:
        letter = process.stdout.read(1)
        assert letter, read
        read += letter
    return read


@pytest.mark.parametrize(("how", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, codes.INTERRUPTED)])
def test_a_killed_interview_goes_on_where_it_was(talk: Any, tmp_path: Path, how: signal.Signals, code: int) -> None:
    bare = write(tmp_path, "bare.yaml", CHIP.replace("structure: no-limit\n", ""))
    process = begun(bare)
    assert process.stdin is not None
    until(process, "> ")
    process.stdin.write("qqq\nno-limit\n")
    process.stdin.flush()
    until(process, "Did B say")
    until(process, "> ")
    process.send_signal(how)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, "Traceback" in err) == (code, False), out + err
    told = talk("nothing\n", "--resume")
    assert told.code == 0
    assert "answers so far: 1" in told.out
    assert "counts as a call of 200" in told.out


# -- faults of the call ------------------------------------------------------------------------------------------------


def test_faults_of_the_file_are_those_of_rule(talk: Any, tmp_path: Path) -> None:
    told = talk("", write(tmp_path, "bad.yaml", CHIP.replace("flop", "flopp")))
    assert (told.code, "did you mean flop?" in told.err) == (codes.BAD_INPUT, True)


@pytest.mark.parametrize("words", [("--resume", "x.yaml"), ("x.yaml", "--say", "x"), ("--rulebook", "nobook")])
def test_a_call_that_makes_no_sense(talk: Any, words: tuple[str, ...]) -> None:
    told = talk("", *words)
    assert (told.code, "Traceback" in told.err) == (codes.BAD_INPUT, False)


def test_an_incident_that_cannot_be_written_is_a_fault(talk: Any, chip: Path, tmp_path: Path) -> None:
    told = talk("nothing\n", chip, "--to", tmp_path / "nowhere" / "o.yaml")
    assert (told.code, "cannot be written" in told.err) == (codes.BAD_INPUT, True)


# -- the page ----------------------------------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "ask.md").read_text(encoding="utf-8")


def test_the_interview_that_is_shown_is_what_comes_out() -> None:
    (shown,) = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    command, _, out = shown.partition("\n")
    typed, file = re.fullmatch(r"\$ printf '(.*)' \| floorcall ask (\S+)", command).groups()  # type: ignore[union-attr]
    told = start("ask", file, stdin=typed.replace("\\n", "\n").encode(), COLUMNS="78")
    assert (told.code, told.err) == (0, "")
    assert told.out.strip("\n") == out.strip("\n")


@pytest.mark.parametrize("line", re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE))
def test_every_word_of_the_page_is_understood(line: str) -> None:
    from ask.answers import Option, Prompt, Unread, control, read

    words = (Option("no-limit", "no-limit"), Option("limit", "limit"), Option("no", "no"))
    kinds = [
        Prompt(("table", "table", "pot"), "?", kind, words if kind == "word" else ()) for kind in ("word", "chips")
    ]
    for typed in re.findall(r"`([^`]+)`", line):
        if control(typed) is not None:
            continue
        read_by = []
        for prompt in kinds:
            with contextlib.suppress(Unread):
                read_by.append(read(typed, prompt, "en"))
        assert read_by, typed
