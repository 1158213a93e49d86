"""``floorcall quiz`` over a pipe, on a terminal and in processes of its own: asked, stopped, killed, gone on with."""

from __future__ import annotations

import io
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from cli import codes
from knowledge.loading import load
from tests.cli.running import ROOT, Answer, call, start
from training import schedule
from training.items import again
from training.records import Asked, Sitting
from training.statschema import as_text, quiz_schema
from training.store import Store

PROMPT = "\n> "
PATIENCE = 60
"""Seconds after which a test that waits for a program has failed."""


class Clock:
    """A clock that goes on by itself whenever somebody looks."""

    def __init__(self, step: float = 0.0) -> None:
        self.at = datetime(2026, 11, 30, 9, 0, tzinfo=UTC).timestamp()
        self.step = step

    def __call__(self) -> datetime:
        self.at += self.step
        return datetime.fromtimestamp(self.at, UTC)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The training database of a test."""
    return tmp_path / "training.sqlite3"


@pytest.fixture(autouse=True)
def user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who the user is."""
    monkeypatch.setenv("LOGNAME", "anna")


@pytest.fixture
def talk(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calls ``floorcall quiz`` in this process with typed lines."""

    def typed(lines: str, *words: object) -> Answer:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        return call(capsys, "quiz", *words)

    return typed


def kept(database: Path, who: str = "anna") -> tuple[Sitting, tuple[Asked, ...]]:
    """The last sitting with its questions."""
    store = Store.open(str(database))
    trainee = store.find(who)
    assert trainee is not None
    sitting = store.sittings(trainee)[0]
    asked = store.asked(sitting)
    store.close()
    return sitting, asked


def keys(asked: Asked) -> str:
    """The right answer as it is typed."""
    return " ".join(str(at + 1) for at in asked.question.answer)


# -- one question after another ---------------------------------------------------------------------------------------


def test_an_answer_is_explained_at_once(talk: Any, database: Path) -> None:
    told = talk("0\n", "--count", 1, "--seed", 3)
    assert (told.code, told.err) == (codes.OK, "")
    (asked,) = kept(database)[1]
    question = asked.question
    shown = " ".join(told.out.split())
    assert f"Question 1 of 1, {question.rulebook}" in shown
    for text in (question.story, question.question, *(option.text for option in question.options), question.ruling):
        assert " ".join(text.split()) in shown
    assert "NOT KNOWN right so far: 0 of 1" in shown
    assert f"CLAUSE: BFSP {question.clauses[0]}" in shown
    assert "0 of 1 right, 0 %." in shown
    assert "Due now: 0 · within a day: 1" in shown


def test_a_wrong_answer_is_refuted_with_its_clause_and_a_right_one_is_not(talk: Any, database: Path) -> None:
    talk("", "--count", 1, "--seed", 3, "--kind", "counts-as")
    question = kept(database)[1][0].question
    wrong = next(at for at, option in enumerate(question.options) if not option.key)
    told = talk(f"{wrong + 1}\n", "--resume")
    shown = " ".join(told.out.split())
    assert "WRONG right so far: 0 of 1" in shown
    assert f"Right is: {question.answer[0] + 1}. {question.options[question.answer[0]].text}" in shown
    if question.options[wrong].why:
        assert f"YOUR ANSWER: {wrong + 1}. {' '.join(question.options[wrong].why.split())}" in shown
    told = talk("", "--count", 1, "--seed", 3, "--kind", "counts-as", "--trainee", "Boris")
    told = talk(f"{keys(kept(database, 'Boris')[1][0])}\n", "--resume", "--trainee", "boris")
    assert "RIGHT   right so far: 1 of 1" in told.out
    assert "Right is" not in told.out


def test_one_word_leads_to_the_clause_of_the_last_answer(talk: Any, database: Path) -> None:
    told = talk("c\n0\nc\nq\n", "--count", 2, "--seed", 3)
    assert told.code == codes.UNFINISHED
    clause = kept(database)[1][0].question.clauses[0]
    before, _, after = told.out.partition("NOT KNOWN")
    assert "The clause is shown after the answer." in before
    title = load("bfsp")[0].clauses[clause].title["en"]
    assert f"BFSP {clause} {title}" in " ".join(after.split())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("seven", "Type a number from 1 to"),
        ("9", "Type a number from 1 to"),
        ("", "Type a number from 1 to"),
        ("99999999999999999999", "Type a number from 1 to"),
        ("1 2", "One number only"),
        ("?", "Answer by number"),
    ],
)
def test_what_is_no_answer_is_asked_again(talk: Any, database: Path, typed: str, said: str) -> None:
    told = talk(f"{typed}\n0\n", "--count", 1, "--seed", 3, "--kind", "counts-as")
    assert told.code == codes.OK
    assert said in told.out.partition(PROMPT)[2]
    assert kept(database)[1][0].chosen == ()


def test_steps_are_put_in_order_by_typing_the_order(talk: Any, database: Path) -> None:
    told = talk("", "--count", 1, "--seed", 3, "--kind", "order-steps")
    assert "in the right order" in told.out
    (asked,) = kept(database)[1]
    numbers = [at + 1 for at in asked.question.answer]
    wrong = "\n".join((" ".join(map(str, numbers[1:])), " ".join(map(str, [numbers[0], *numbers]))))
    told = talk(f"{wrong}\n{''.join(map(str, numbers))}\n", "--resume")
    assert "each once" in told.out
    assert "is there twice" in told.out
    assert "RIGHT   right so far: 1 of 1" in told.out


def test_control_words_are_taken_in_both_languages(talk: Any) -> None:
    told = talk("не знаю\nвыход\n", "--count", 3, "--seed", 3, "--lang", "en")
    assert told.code == codes.UNFINISHED
    assert "Stopped after 1 of 3." in told.out
    told = talk("dunno\nq\n", "--resume", "--lang", "ru")
    assert "Продолжаем: отвечено 1 из 3." in told.out
    assert "Остановлено после 2 из 3." in told.out


def test_plain_text_has_no_colour_no_bar_and_no_cursor(talk: Any) -> None:
    told = talk("0\n", "--count", 1, "--seed", 3, "--plain", "--colour", "always")
    assert "\x1b" not in told.out
    assert "\r" not in told.out
    assert not set("█░") & set(told.out)
    assert "\x1b[" in talk("0\n", "--count", 1, "--seed", 4, "--colour", "always").out


def test_no_line_is_wider_than_the_screen(talk: Any) -> None:
    for language in ("en", "ru"):
        told = talk("0\n" * 8, "--count", 8, "--seed", 3, "--width", 44, "--lang", language)
        assert told.code == codes.OK
        assert max(map(len, told.out.splitlines())) <= 44


def test_the_same_seed_asks_the_same(talk: Any) -> None:
    one, other, third = (
        talk("0\n" * 3, "--count", 3, "--seed", seed, "--trainee", who) for seed, who in ((5, "a"), (5, "b"), (6, "c"))
    )
    assert one.out == other.out
    assert one.out != third.out


def test_a_question_that_waits_goes_on_in_the_other_language(talk: Any, database: Path) -> None:
    talk("", "--count", 1, "--seed", 3)
    (before,) = kept(database)[1]
    told = talk("", "--resume", "--lang", "ru")
    (after,) = kept(database)[1]
    assert (after.question.item, after.question.seed) == (before.question.item, before.question.seed)
    assert (before.question.language, after.question.language) == ("en", "ru")
    assert len(after.question.options) == len(before.question.options)
    assert " ".join(after.question.story.split()) in " ".join(told.out.split())


PROBE = """
import json, sys
class Stdin:
    def isatty(self):
        return False
    def readline(self):
        print("MODULES", json.dumps(sorted(sys.modules)), file=sys.stderr)
        return ""
sys.stdin = Stdin()
from cli.main import main
code = main(["quiz", *sys.argv[1:]])
assert code == 3, code
"""
# What only answers, statistics, certificates, exports and the first reading of cases need.
LATE = (
    *("sqlalchemy", "genanki", "typst", "jinja2", "jsonschema", "shtab", "experta", "multiprocessing", "z3"),
    *("training.stats", "training.classes", "training.certificate", "training.exports", "training.believing"),
    *("knowledge.casefiles", "knowledge.casemodel", "knowledge.checking", "yaml", "check", "web", "journal"),
)


@pytest.mark.parametrize("words", [["--count", "2"], ["--resume"]])
def test_the_first_question_waits_for_nothing_that_it_does_not_need(words: list[str], database: Path) -> None:
    def modules() -> list[str]:
        done = subprocess.run(
            [sys.executable, "-c", PROBE, "--seed", "3", *words] if "--count" in words else
            [sys.executable, "-c", PROBE, *words],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found: list[str] = json.loads(done.stderr.partition("MODULES ")[2])
        return found

    start("quiz", "--count", 2, "--seed", 3)  # whatever is kept compiled is there now
    loaded = modules()
    assert [name for name in loaded if any(name == late or name.startswith(f"{late}.") for late in LATE)] == []
    if "--resume" in words:  # a question that waits needs no rulebook and no engine
        assert [name for name in loaded if name in ("engine.ruling", "engine.pool", "clips", "training.family")] == []


# -- stopped, killed, gone on with ------------------------------------------------------------------------------------


def shown_question(process: subprocess.Popen[bytes]) -> str:
    """What a process prints up to its next prompt."""
    assert process.stdout is not None
    found = b""
    while not found.endswith(PROMPT.encode()):
        assert select.select([process.stdout], [], [], PATIENCE)[0], found.decode()
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece, found.decode()
        found += piece
    return found.decode()


def begun(*words: object) -> subprocess.Popen[bytes]:
    """A process of its own."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", "cli.main", "quiz", *map(str, words)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def say(process: subprocess.Popen[bytes], line: str) -> None:
    """Types a line."""
    assert process.stdin is not None
    process.stdin.write(f"{line}\n".encode())
    process.stdin.flush()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are other ones there")
def test_twenty_questions_of_two_rulebooks_in_two_languages_stopped_killed_and_read_again(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # In English, until the input ends.
    first = start("quiz", "--rulebook", "bfsp,tda", "--count", 20, "--seed", 11, "--lang", "en", stdin=b"1\n2\n0\n1\n")
    answered = sum(one.chosen is not None for one in kept(database)[1])
    assert (first.code, first.err) == (codes.UNFINISHED, "")
    assert f"Stopped after {answered} of 20." in first.out

    # Stopped from the keyboard in the middle of a question.
    process = begun("--resume")
    shown_question(process)
    say(process, "0")
    shown_question(process)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == codes.INTERRUPTED
    assert f"Stopped after {answered + 1} of 20.".encode() in out

    # Killed after an answer was acknowledged.
    process = begun("--resume", "--lang", "ru")
    assert f"Продолжаем: отвечено {answered + 1} из 20." in shown_question(process)
    say(process, "0")
    assert "НЕ ЗНАЕТЕ" in shown_question(process)
    process.kill()
    process.communicate(timeout=PATIENCE)
    sitting, asked = kept(database)
    assert [one.chosen is not None for one in asked] == [True] * (answered + 2) + [False]

    # To the end: right and wrong answers in turn.
    process = begun("--resume")
    waiting = asked[-1]
    shown = ""
    while True:
        shown += shown_question(process)
        sitting, asked = kept(database)
        waiting = asked[-1]
        assert waiting.chosen is None
        wrong = next((at for at, option in enumerate(waiting.question.options) if not option.key), None)
        odd = waiting.position % 2 and wrong is not None and not waiting.question.several
        say(process, "0" if waiting.question.ordered else str((wrong or 0) + 1) if odd else keys(waiting))
        if waiting.position == 20:
            break
    out, _ = process.communicate(timeout=PATIENCE)
    shown += out.decode()
    assert process.returncode == codes.OK

    sitting, asked = kept(database)
    assert sitting.ended is not None
    assert [one.position for one in asked] == list(range(1, 21))
    assert all(one.chosen is not None for one in asked)
    assert {one.question.rulebook for one in asked} == {"bfsp", "tda"}
    assert {one.question.language for one in asked} == {"en", "ru"}
    assert len({(one.question.item, one.question.seed) for one in asked}) == 20
    right = sum(one.right for one in asked)
    assert 0 < right < 20
    assert f"Верно {right} из 20" in shown

    # Each question is what its rulebook makes of it today, and each explanation rests on a clause of that rulebook.
    for one in asked:
        question = one.question
        item = again(question.item, question.seed, question.language)
        assert (item.options, item.answer, item.ruling) == (question.options, question.answer, question.ruling)
        clauses = load(question.rulebook)[0].clauses
        assert {*question.clauses, *(option.clause for option in question.options)} - {""} <= set(clauses)

    # Read again: all of them, with what refutes each wrong answer.
    told = call(capsys, "quiz", "review")
    assert (told.code, told.err) == (codes.OK, "")
    words = " ".join(told.out.split())
    for one in asked:
        assert " ".join(one.question.story.split()) in words
        for at in one.chosen or ():
            if not one.question.ordered:
                assert " ".join(one.question.options[at].why.split()) in words
    assert f"{right} of 20 right" in told.out
    wrong_ones = call(capsys, "quiz", "review", "--wrong").out
    assert len(re.findall(r"^Question \d+ of 20", wrong_ones, re.MULTILINE)) == 20 - right


def test_two_terminals_at_once_on_one_database(database: Path) -> None:
    one, other = (begun("--count", 4, "--seed", seed, "--trainee", "anna") for seed in (1, 2))
    for _ in range(4):
        for process in (one, other):
            shown_question(process)
        for process in (one, other):
            say(process, "0")
    for process in (one, other):
        process.communicate(timeout=PATIENCE)
        assert process.returncode == codes.OK
    with closing(Store.open(str(database))) as store:
        anna = store.find("anna")
        assert anna is not None
        answers = store.answers([anna])
        assert len(answers) == 8
        assert sum(card.answers for card in store.cards(anna)) == 8


def test_two_terminals_on_one_sitting_keep_the_first_answer(database: Path) -> None:
    one = begun("--count", 1, "--seed", 1)
    shown_question(one)
    other = begun("--resume")
    shown_question(other)
    say(one, "0")
    assert one.communicate(timeout=PATIENCE)[0]
    say(other, "1")
    out, _ = other.communicate(timeout=PATIENCE)
    assert b"answered in another terminal" in out
    assert kept(database)[1][0].chosen == ()


# -- exam -------------------------------------------------------------------------------------------------------------


def test_an_exam_explains_nothing_before_its_end(talk: Any, database: Path, tmp_path: Path) -> None:
    words = ("--exam", 3, "--time", "45m", "--seed", 9, "--certificate", tmp_path / "exam.md")
    told = talk("0\n0\n0\n", *words)
    assert (told.code, told.err) == (codes.FAILED, "")
    assert "Exam: 3 questions, pass mark 80 %." in told.out
    assert "Time: 45:00, until " in told.out
    during, _, after = told.out.partition("What was wrong")
    assert "RULING" not in during
    assert "Kept." in during
    assert after.count("NOT KNOWN") == after.count("RULING") == 3
    assert "0 of 3 right, 0 %; the pass mark is 80 %.\nNOT PASSED\n" in told.out
    assert "NOT PASSED" in (tmp_path / "exam.md").read_text(encoding="utf-8")


def test_a_passed_exam_ends_well_and_its_certificate_can_be_had_later(
    talk: Any, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk("", "--exam", 2, "--seed", 9)
    for _ in range(2):
        told = talk(f"{keys(kept(database)[1][-1])}\n", "--resume")
    assert told.code == codes.OK
    assert "2 of 2 right, 100 %; the pass mark is 80 %.\nPASSED\n" in told.out
    file = tmp_path / "later.pdf"
    told = call(capsys, "quiz", "review", "--certificate", file)
    assert (told.code, " ".join(told.out.split())) == (codes.OK, f"The certificate is in {file}.")
    assert file.read_bytes().startswith(b"%PDF")


def test_time_that_runs_out_ends_an_exam(talk: Any, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "now", Clock(step=10))
    told = talk("0\n" * 30, "--exam", 30, "--time", "3m", "--seed", 9)
    assert told.code == codes.FAILED
    answered = sum(one.chosen is not None for one in kept(database)[1])
    assert 0 < answered < 18
    assert "The time is up." in told.out
    assert f"Without an answer: {30 - answered}." in told.out
    left = [int(minutes) * 60 + int(seconds) for minutes, seconds in re.findall(r"(\d+):(\d\d) left", told.out)]
    assert left == sorted(left, reverse=True)


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe cannot be waited for there")
def test_time_that_runs_out_does_not_wait_for_an_answer(database: Path) -> None:
    process = begun("--exam", 2, "--time", "1s", "--seed", 9)
    assert process.stdout is not None
    # nothing is typed, and the input does not end
    assert process.wait(PATIENCE) == codes.FAILED
    assert "The time is up." in process.stdout.read().decode()
    process.communicate(timeout=PATIENCE)


def test_the_time_of_an_exam_runs_on_and_review_waits_for_its_end(
    talk: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(schedule, "now", clock)
    told = talk("0\n", "--exam", 3, "--time", "10m", "--seed", 9)
    assert told.code == codes.UNFINISHED
    assert "The time of the exam runs on" in told.out
    hidden = call(capsys, "quiz", "review")
    assert (hidden.code, hidden.out) == (codes.BAD_INPUT, "")
    assert "this exam is not over" in hidden.err
    clock.at += 601
    told = call(capsys, "quiz", "review")
    assert told.code == codes.OK
    assert "Exam of " in told.out
    assert "0 of 3 right" in told.out
    assert "nothing" not in talk("", "--resume").out  # it is over, there is nothing to go on with


# -- the terminal -----------------------------------------------------------------------------------------------------


class Terminal:
    """A terminal: ``theirs`` is the end that a program gets; what it printed is read up to some text."""

    def __init__(self) -> None:
        import pty

        self.ours, self.theirs = pty.openpty()
        self.left = ""

    def run(self, *words: str) -> subprocess.Popen[bytes]:
        """A program on it."""
        return subprocess.Popen(
            [sys.executable, "-m", "cli.main", "quiz", *words],
            stdin=self.theirs, stdout=self.theirs, stderr=self.theirs,
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"},
        )  # fmt: skip

    def press(self, keys: str) -> None:
        """Presses keys."""
        os.write(self.ours, keys.encode())

    def seen(self, until: str) -> str:
        """What was printed up to a text and with it; what follows is left for the next time."""
        while until not in self.left:
            assert select.select([self.ours], [], [], PATIENCE)[0], f"no {until!r} in {self.left!r}"
            self.left += os.read(self.ours, 4096).decode("utf-8", "replace")
        found, mark, self.left = self.left.partition(until)
        return found + mark


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    """A terminal of its own."""
    pytest.importorskip("pty")
    made = Terminal()
    yield made
    os.close(made.ours)
    os.close(made.theirs)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_on_a_terminal_one_key_answers(terminal: Terminal, database: Path) -> None:
    import termios

    before = termios.tcgetattr(terminal.theirs)
    process = terminal.run("--count", "3", "--seed", "3", "--kind", "counts-as")
    assert "Press a number" in terminal.seen("> ")
    terminal.press("\x1b[A")  # an arrow means nothing
    terminal.press("0")
    assert "\x1b[33;1mNOT KNOWN" in terminal.seen("Enter next")
    terminal.seen("> ")
    terminal.press("п")  # the clause, on a Russian keyboard
    assert "BFSP" in terminal.seen("Enter next")
    terminal.seen("> ")
    terminal.press("\r")
    assert "Question 2 of 3" in terminal.seen("> ")
    terminal.press("0")
    terminal.seen("Enter next")
    terminal.seen("> ")
    terminal.press("в")
    assert "Stopped after 2 of 3." in terminal.seen("goes")
    assert process.wait(PATIENCE) == codes.UNFINISHED
    assert termios.tcgetattr(terminal.theirs) == before
    assert [one.chosen for one in kept(database)[1]] == [(), ()]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize(("key", "code"), [("\x04", codes.UNFINISHED), ("q", codes.UNFINISHED), ("\x03", 130)])
def test_whatever_stops_it_on_a_terminal_keeps_everything(terminal: Terminal, key: str, code: int) -> None:
    process = terminal.run("--count", "3", "--seed", "3", "--kind", "counts-as")
    terminal.seen("> ")
    if key == "\x03":  # the terminal belongs to no session here, so that the key alone sends nothing
        process.send_signal(signal.SIGINT)
    else:
        terminal.press(key)
    assert "Stopped after 0 of 3." in terminal.seen("goes")
    assert process.wait(PATIENCE) == code


# -- what cannot be ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rulebook", "bfps"], "bfsp"),
        (["--rulebook", ","], "no rulebook is named"),
        (["--clause", "4.1222"], "there is no clause 4.1222"),
        (["--kind", "count-as"], "did you mean counts-as?"),
        (["--level", "flor"], "did you mean floor?"),
        (["--complexity", "9"], "'9' is not known"),
        (["--count", "0"], "whole number of 1 or more"),
        (["--time", "45m"], "only an exam has that"),
        (["--certificate", "x.pdf"], "only an exam has that"),
        (["--exam", "3", "--time", "soon"], "'soon' is no time for an exam"),
        (["--exam", "3", "--count", "3"], "an exam does not take that"),
        (["--exam", "3", "--pass", "101"], "from 1 to 100"),
        (["--exam", "3", "--certificate", "x.doc"], "cannot be written into such a file"),
        (["--resume"], "there is no quiz of anna to go on with"),
        (["--resume", "--count", "3"], "leave out --count"),
        (["--trainee", ""], "this is no name"),
        (["statz"], "did you mean stats?"),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(talk: Any, words: list[str], said: str) -> None:
    told = talk("0\n", *words)
    assert (told.code, told.out) == (codes.BAD_INPUT, "")
    assert said in told.err
    assert "Traceback" not in told.err


def test_filters_that_leave_nothing_are_told_and_leave_nothing_behind(talk: Any) -> None:
    told = talk("0\n", "--clause", "4.12.p1", "--kind", "order-steps", "--complexity", "5")
    assert told.code == codes.BAD_INPUT
    assert "no question of these rulebooks fits" in told.err
    assert "no quiz of anna to go on with" in talk("0\n", "--resume").err


def test_nothing_due_is_told(talk: Any) -> None:
    assert talk("0\n", "--due").out == "Nothing is due.\n"
    talk("0\n", "--count", 1, "--seed", 3)
    told = talk("0\n", "--due")
    assert told.code == codes.OK
    assert re.fullmatch(r"Nothing is due until \d{4}-\d\d-\d\d \d\d:\d\d\.\n", told.out)


def test_a_database_that_cannot_be_used_is_told(talk: Any, tmp_path: Path, capsys: Any) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("nothing but notes, and more than a few of them " * 40, encoding="utf-8")
    for words in (["--count", 1], ["stats"], ["class"], ["review"]):
        told = talk("0\n", *words, "--database", text)
        assert (told.code, told.out) == (codes.BAD_INPUT, ""), words
        assert "this is no database (name another file with --database)" in told.err


def test_a_database_that_is_held_does_not_take_an_answer_and_does_not_say_so(database: Path) -> None:
    process = begun("--count", 1, "--seed", 1)
    shown_question(process)
    with closing(Store.open(str(database))) as store, store._database.writing():
        say(process, "0")
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == codes.BAD_INPUT
    assert b"NOT KNOWN" not in out
    assert kept(database)[1][0].chosen is None


# -- statistics and classes -------------------------------------------------------------------------------------------


def test_statistics_as_text_and_as_data(talk: Any, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(capsys, "quiz", "stats").out == "anna has not answered anything yet; floorcall quiz begins.\n"
    clock = Clock()
    monkeypatch.setattr(schedule, "now", clock)
    talk("0\n" * 4, "--count", 4, "--seed", 3, "--rulebook", "bfsp,tda")
    clock.at += 24 * 3600
    told = call(capsys, "quiz", "stats")
    assert told.code == codes.OK
    assert "anna: 0 of 4 right, 0 %\nDays in a row: 1 (most: 1)\nDue now: 4\n" in told.out
    assert "█" not in told.out
    data = call(capsys, "quiz", "stats", "--format", "json").data
    jsonschema.validate(data, quiz_schema())
    assert (data["answers"], data["right"], data["due_now"], data["streak"]["days"]) == (4, 0, 4, 1)
    assert len(data["clauses"]) == 4
    assert data["forecast"][0]["due"] == 4
    assert len(data["forecast"]) == 14


def test_statistics_in_russian(talk: Any, capsys: Any) -> None:
    talk("0\n", "--count", 1, "--seed", 3)
    told = call(capsys, "quiz", "stats", "--lang", "ru")
    assert "anna: верно 0 из 1, 0 %" in told.out
    assert "По пунктам, сначала самые слабые" in told.out


def test_a_class_as_text_and_as_data(talk: Any, capsys: Any, tmp_path: Path) -> None:
    assert call(capsys, "quiz", "class").out == "Nobody has answered anything yet; floorcall quiz begins.\n"
    for who in ("Anna", "Boris"):
        talk("0\n0\n", "--count", 2, "--seed", 3, "--trainee", who, "--group", "Night")
    told = call(capsys, "quiz", "class", "--group", "night")
    assert (told.code, told.err) == (codes.OK, "")
    assert "Anna, Boris" in told.out
    data = call(capsys, "quiz", "class", "--format", "json").data
    jsonschema.validate(data, quiz_schema())
    assert [member["trainee"] for member in data["members"]] == ["Anna", "Boris"]
    assert data["group"] is None
    assert {tuple(clause["wrong_by"]) for clause in data["clauses"]} == {("Anna", "Boris")}
    missing = call(capsys, "quiz", "class", "--group", "nigth")
    assert missing.code == codes.BAD_INPUT
    assert "did you mean Night?" in missing.err


def test_several_databases_are_read_together_and_left_alone(talk: Any, capsys: Any, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.sqlite3" for name in ("anna", "boris")]
    for file in files:
        talk("0\n", "--count", 1, "--seed", 3, "--trainee", file.stem, "--database", file)
    before = [file.read_bytes() for file in files]
    told = call(capsys, "quiz", "class", *files)
    assert told.code == codes.OK
    assert "anna, boris" in told.out
    assert [file.read_bytes() for file in files] == before
    told = call(capsys, "quiz", "class", files[0], tmp_path / "a.sqlite3", tmp_path / "b.sqlite3")
    assert told.code == codes.BAD_INPUT
    assert told.err.count("there is no such training database") == 2


def test_the_schema_is_the_one_in_the_docs(capsys: Any) -> None:
    jsonschema.Draft202012Validator.check_schema(quiz_schema())
    assert as_text() == (ROOT / "docs" / "quiz.schema.json").read_text(encoding="utf-8")
    assert call(capsys, "schema", "quiz").data == quiz_schema()


def test_review_before_anything_was_answered(capsys: Any, talk: Any) -> None:
    assert call(capsys, "quiz", "review").out == "Nothing has been answered yet; floorcall quiz begins.\n"
    talk("0\n", "--count", 1, "--seed", 3)
    told = call(capsys, "quiz", "review", 2)
    assert told.code == codes.BAD_INPUT
    assert "anna has only 1 quizzes and exams" in told.err


def test_help_names_the_commands_beneath(capsys: Any) -> None:
    told = call(capsys, "quiz", "--help")
    assert told.code == codes.OK
    for name in ("stats", "class", "review"):
        assert f"\n  {name} " in told.out
    assert call(capsys, "quiz", "stats", "--help").code == codes.OK


# -- misconceptions ---------------------------------------------------------------------------------------------------


def test_only_what_has_a_misconception_is_asked(talk: Any, database: Path) -> None:
    told = talk("0\n0\n", "--misconception", "half-raise-in-no-limit", "--count", 2, "--seed", 3)
    assert (told.code, told.err) == (codes.OK, "")
    asked = kept(database)[1]
    assert len(asked) == 2
    for one in asked:
        assert "half-raise-in-no-limit" in [option.misconception for option in one.question.options]


def test_a_misconception_that_is_not_there_is_a_fault(talk: Any) -> None:
    told = talk("", "--misconception", "half-raise")
    assert told.code == 2
    assert "--misconception half-raise: there is no such misconception" in told.err
    told = talk("", "--misconception", "any", "--kind", "which-clause")
    assert told.code == 2
    assert "--misconception" in told.err
    told = talk("", "--resume", "--misconception", "any")
    assert told.code == 2
    assert "leave out --misconception, or --resume" in told.err


def test_whoever_waits_for_a_question_sees_how_far_the_search_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from cli import progress
    from cli.quizdialogue import Looking

    shown = io.StringIO()
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "_PATIENCE", -1)
    monkeypatch.setattr(progress, "_PAUSE", 0)
    monkeypatch.setattr(sys, "stderr", shown)
    looking = Looking()
    looking.tick(30, 60)
    looking.tick(70, 60)  # those that were asked before are tried once more
    looking.over()
    bars = shown.getvalue().split("\r")
    assert bars[1:3] == [f"[{'#' * 15}{' ' * 15}] 30/60", f"[{'#' * 30}] 60/60"]
    assert not bars[3].strip()


def test_thinking_about_an_answer_is_no_waiting_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    from cli import progress
    from cli.quizdialogue import Looking

    shown, now = io.StringIO(), [100.0]
    monkeypatch.setattr(progress, "is_terminal", lambda stream: True)
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    monkeypatch.setattr(sys, "stderr", shown)
    looking = Looking()
    for _ in range(2):
        looking.tick(1, 60)
        looking.over()
        now[0] += 60
    looking.tick(1, 60)
    assert not shown.getvalue()
    now[0] += 1
    looking.tick(2, 60)
    assert "2/60" in shown.getvalue()
