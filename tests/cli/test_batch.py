"""``floorcall batch``."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import floorcall
from cli.batch import _pieces
from cli.batchschema import as_text, batch_schema
from cli.batchviews import Share
from cli.batchwork import Desk, Done, Piece, Task
from cli.workers import WorkerDied, in_order
from facts.faults import Faults
from facts.jsonlines import read_line
from tests.cli.running import MINIMAL, OVERLAY, ROOT, Answer, Stdin, call, start, write
from tests.cli.test_light import HEAVY, among, imported

Capture = pytest.CaptureFixture[str]
EXAMPLES = ROOT / "examples" / "batch.jsonl"
STORY: dict[str, Any] = {
    "structure": "no-limit",
    "stakes": {"sb": 50, "bb": 100},
    "street": "flop",
    "seats": ["A", "B"],
    "actions": [{"A": "bet 200"}, {"B": {"chips": [500], "silent": True}}],
}


def line(**more: Any) -> str:
    """The silent chip of 500 over a bet of 200, on one line; a value of None takes a key away."""
    return json.dumps({name: value for name, value in {**STORY, **more}.items() if value is not None})


def told(answer: Answer) -> list[dict[str, Any]]:
    """The lines that came out."""
    return [json.loads(text) for text in answer.out.splitlines()]


def task(**more: Any) -> Task:
    """What is asked about every line."""
    return Task("<lines>", "", "", (), "en", counted=False)._replace(**more)


# -- what comes out ----------------------------------------------------------------------------------------------------


def test_a_line_comes_out_as_the_ruling_on_its_incident(capsys: Capture) -> None:
    answer = call(capsys, "batch", EXAMPLES)
    assert (answer.code, answer.err) == (0, "")
    lines = EXAMPLES.read_text(encoding="utf-8").splitlines()
    found = told(answer)
    assert [entry["line"] for entry in found] == list(range(1, len(lines) + 1))
    for text, entry in zip(lines, found, strict=True):
        incident = json.loads(text)
        assert entry["id"] == incident.pop("id")
        single = floorcall.read_incident(json.dumps(incident, ensure_ascii=False))
        ruling = floorcall.as_json(floorcall.rule(single, single.rulebook or "bfsp"))
        assert entry["ruling"] == json.loads(json.dumps(ruling)), entry["id"]


def test_the_examples_of_the_batch_are_those_of_the_folder() -> None:
    stems = {path.stem for path in (ROOT / "examples").glob("*.yaml")}
    ids = [json.loads(text)["id"] for text in EXAMPLES.read_text(encoding="utf-8").splitlines()]
    assert len(ids) == len(set(ids)) > 10
    assert set(ids) <= stems
    for name in ids:
        read = floorcall.load_incident(ROOT / "examples" / f"{name}.yaml")
        text = next(t for t in EXAMPLES.read_text(encoding="utf-8").splitlines() if json.loads(t)["id"] == name)
        single = read_line(text.encode(), "x", 1).incident
        assert _content(single) == _content(read), name


def _content(incident: floorcall.Incident) -> Any:
    """An incident without its places and its note."""
    timeline = tuple(entry._replace(place=(0, 0)) for entry in incident.timeline)  # type: ignore[arg-type]
    return incident._replace(timeline=timeline, file="", note="")


def test_the_lines_follow_the_published_schema(capsys: Capture) -> None:
    checked = jsonschema.Draft202012Validator(call(capsys, "schema", "batch").data)
    jsonschema.Draft202012Validator.check_schema(batch_schema())
    for entry in told(call(capsys, "batch", EXAMPLES, "--against", "tda")):
        checked.validate(entry)
        assert not checked.is_valid({**entry, "more": 1})
        assert not checked.is_valid({key: part for key, part in entry.items() if key != "ruling"})


def test_the_schema_in_the_docs_is_the_one_that_is_made() -> None:
    published = (ROOT / "docs" / "batch.schema.json").read_text(encoding="utf-8")
    assert published == as_text(), "write it anew: python -m cli.batchschema > docs/batch.schema.json"


def test_standard_input_language_and_rulebooks(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(f"{line(rulebook='tda', id='x')}\n\n  \r\n{line(id=7)}".encode()))
    answer = call(capsys, "batch", "-", "--jobs", 1, "--lang", "ru")
    assert (answer.code, answer.err) == (0, "")
    assert [(e["line"], e["id"], e["ruling"]["rulebook"]) for e in told(answer)] == [(1, "x", "tda"), (4, 7, "bfsp")]
    assert {entry["ruling"]["language"] for entry in told(answer)} == {"ru"}


def test_the_rulebook_of_the_command_line_goes_before_that_of_a_line(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", line(rulebook="tda"))
    assert told(call(capsys, "batch", file, "--rulebook", "bpt"))[0]["ruling"]["rulebook"] == "bpt"


def test_a_rulebook_folder_is_named_from_where_the_file_lies(capsys: Capture, tmp_path: Path) -> None:
    near = os.path.relpath(MINIMAL, tmp_path)
    file = write(tmp_path, "a.jsonl", line(rulebook=near))
    assert told(call(capsys, "batch", file))[0]["ruling"]["rulebook"] == "minimal"


def test_readings_of_an_event(capsys: Capture, tmp_path: Path) -> None:
    event = write(tmp_path, "event.yaml", "rulebook: bfsp\nreadings: {4.9.8.p4.e1: to-full}\n")
    lines = [text for text in EXAMPLES.read_text(encoding="utf-8").splitlines() if '"short-all-in"' in text]
    file = write(tmp_path, "a.jsonl", "\n".join(lines))
    usual, fixed = (told(call(capsys, "batch", file, *more))[0] for more in ((), ("--event", event)))
    assert usual["ruling"] != fixed["ruling"]
    chosen = told(call(capsys, "batch", file, "--reading", "4.9.8.p4.e1=to-full"))[0]
    assert chosen == fixed


# -- lines with faults -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (line(street="flopp"), "2:{}: street: 'flopp' is not known (did you mean flop?)"),
        ("{broken", "2:2: the JSON is broken here"),
        ("[1]", "2:1: a line holds one incident"),
        ("seats: [A, B]", "2:1: the JSON is broken here"),
        ("17", "2:1: a line holds one incident"),
        (line(id=[1]), "2:{}: id: expected a text or a whole number"),
        (line(id=1.5), "id: expected a text or a whole number"),
        (line(rulebook="bfps"), "2:{}: rulebook: there is no such rulebook: bfps (did you mean bfsp?)"),
        (line(note="\u2028"), "U+2028"),
        (line(seats=["A", "A"]), "seats: 'A'"),
        (line(stakes={"x": {"x": {"x": {"x": 1}}}}), "2:"),
        (f'{{"a":{"[" * 40}{"]" * 40}}}', "levels deep"),
        (line(note="x" * 1_000_001), "2:1: the line is longer than 1000000 bytes"),
        ('{"seats": ["A"], "seats": ["B"]}', "2:18: incident: 'seats' stands twice (first at line 2, column 2)"),
        ('{"id": 1, "id": 2}', "unknown key 'id'"),
        (line(street="river", board=["As", "As", "2c", "3c", "4c"]), "As"),
    ],
)
def test_a_line_with_faults_is_reported_and_left_out(capsys: Capture, tmp_path: Path, bad: str, said: str) -> None:
    file = write(tmp_path, "a.jsonl", f"{line(id='first')}\n{bad}\n{line(id='last')}\n")
    answer = call(capsys, "batch", file)
    assert answer.code == 1
    assert [(entry["line"], entry["id"]) for entry in told(answer)] == [(1, "first"), (3, "last")]
    *faults, count = answer.err.splitlines()
    said = said.replace("{}", str(1 + max(bad.find(value) for value in ('"flopp"', "[1]", '"bfps"'))))
    assert any(said in fault for fault in faults), faults
    assert all(fault.startswith(f"{file}:2:") for fault in faults), faults
    assert count == "1 line left out because of faults"


def test_bytes_that_are_no_text(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(b'{"note": "\xff"}\n' + line().encode()))
    answer = call(capsys, "batch", "-", "--jobs", 1)
    assert answer.code == 1
    assert "<stdin>:1:11: the file is not UTF-8 text" in answer.err
    assert [entry["line"] for entry in told(answer)] == [2]


def test_hands_that_are_none_are_a_fault_of_their_line(capsys: Capture, tmp_path: Path) -> None:
    wrong = line(street="showdown", game="holdem", board=["2s", "3s", "4s"], hands={"A": ["As"], "B": ["3c"]})
    file = write(tmp_path, "a.jsonl", f"{line()}\n{wrong}\n")
    answer = call(capsys, "batch", file)
    assert (answer.code, len(told(answer))) == (1, 1)
    assert answer.err.startswith(f"{file}:2:")


def test_all_faults_of_a_line_are_said(capsys: Capture, tmp_path: Path) -> None:
    answer = call(capsys, "batch", write(tmp_path, "a.jsonl", line(street="flopp", structure="no", seats=[])))
    assert answer.code == 1
    assert {word for word in ("flopp", "structure", "seats") if word in answer.err} == {"flopp", "structure", "seats"}


@pytest.mark.parametrize("text", ["", "\n \n\t\n"])
def test_a_file_without_incidents_says_so(capsys: Capture, tmp_path: Path, text: str) -> None:
    answer = call(capsys, "batch", write(tmp_path, "a.jsonl", text), "--format", "summary")
    assert (answer.code, answer.out) == (2, "")
    assert "it holds no incident: nothing was ruled on" in answer.err


def test_a_file_that_is_not_there(capsys: Capture, tmp_path: Path) -> None:
    answer = call(capsys, "batch", tmp_path / "b.jsonl", "--format", "summary")
    assert (answer.code, answer.out) == (2, "")
    assert "there is no such file" in answer.err
    assert call(capsys, "batch", tmp_path, "--format", "summary").code == 2


@pytest.mark.parametrize("option", ["--rulebook", "--against"])
def test_a_rulebook_that_is_not_there_is_said_once_and_nothing_is_ruled(capsys: Capture, option: str) -> None:
    answer = call(capsys, "batch", EXAMPLES, option, "bfps", "--format", "summary")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("did you mean bfsp?") == 1


def test_a_mistake_of_ours_costs_one_line(capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def data(self: Desk, ruling: Any) -> dict[str, Any]:
        if ruling.incident.note == "odd":
            raise LookupError("lost")
        return {"status": "determined"}

    monkeypatch.setattr(Desk, "_data", data)
    file = write(tmp_path, "a.jsonl", f"{line(note='odd')}\n{line()}\n")
    answer = call(capsys, "batch", file)
    assert (answer.code, [entry["line"] for entry in told(answer)]) == (1, [2])
    assert f"{file}:1:1: internal error: LookupError: lost" in answer.err


# -- two books, counts, a file -----------------------------------------------------------------------------------------


def test_only_what_another_book_rules_otherwise_comes_out(capsys: Capture) -> None:
    answer = call(capsys, "batch", EXAMPLES, "--rulebook", "bfsp", "--against", "bpt")
    whole = told(call(capsys, "batch", EXAMPLES, "--rulebook", "bfsp"))
    found = told(answer)
    assert 0 < len(found) < len(whole)
    assert answer.err == f"{len(whole)} incidents, of them ruled otherwise by bpt: {len(found)}\n"
    by_line = {entry["line"]: entry["ruling"] for entry in whole}
    for entry in found:
        assert entry["ruling"] == by_line[entry["line"]]
        assert entry["against"]["rulebook"] == "bpt"


def test_a_book_does_not_differ_from_itself(capsys: Capture) -> None:
    answer = call(capsys, "batch", EXAMPLES, "--rulebook", "tda", "--against", "tda")
    assert (answer.code, answer.out) == (0, "")
    assert answer.err.endswith("ruled otherwise by tda: 0\n")


def test_regulations_tell_what_lies_below_them(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", line())
    single = call(capsys, "rule", write(tmp_path, "a.json", line()), "--rulebook", OVERLAY, "--format", "json").data
    assert told(call(capsys, "batch", file, "--rulebook", OVERLAY))[0]["ruling"] == single


def test_a_reading_that_the_other_book_lacks_is_left_out_there(capsys: Capture, tmp_path: Path) -> None:
    lines = [text for text in EXAMPLES.read_text(encoding="utf-8").splitlines() if '"short-all-in"' in text]
    file = write(tmp_path, "a.jsonl", lines[0])
    words = ("--rulebook", "bfsp", "--reading", "4.9.8.p4.e1=to-full", "--against", "tda")
    assert call(capsys, "batch", file, *words).code == 0


def test_a_summary_counts_statuses_and_clauses(capsys: Capture) -> None:
    answer = call(capsys, "batch", EXAMPLES, "--format", "summary")
    whole = told(call(capsys, "batch", EXAMPLES))
    head, _, statuses, *rest = answer.out.splitlines()
    assert (head, statuses) == (f"{len(whole)} incidents", "status")
    counted = dict(reversed(row.split(maxsplit=1)) for row in rest[: rest.index("")])
    alone = [entry["ruling"]["status"] for entry in whole]
    assert counted["determined"] == str(alone.count("determined"))
    clauses = rest[rest.index("") + 2 :]
    assert rest[rest.index("") + 1] == "deciding clause"
    assert sum(int(row.split()[0]) for row in clauses) == len(whole)
    assert any("BFSP 4.9.8" in row for row in clauses)


def test_a_summary_of_two_books_counts_what_becomes_of_a_status(capsys: Capture) -> None:
    answer = call(capsys, "batch", EXAMPLES, "--against", "tda", "--format", "summary", "--lang", "ru")
    rows = [row for row in answer.out.splitlines() if " → " in row]
    otherwise = int(answer.err.rpartition(": ")[2])
    assert sum(int(row.split()[0]) for row in rows) == otherwise > 0
    assert any("решено" in row for row in rows)


def test_a_file_gets_its_name_when_it_is_complete(capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "rulings.jsonl"
    answer = call(capsys, "batch", EXAMPLES, "--out", out)
    assert (answer.code, answer.out) == (0, "")
    assert out.read_text(encoding="utf-8") == call(capsys, "batch", EXAMPLES).out
    assert list(tmp_path.iterdir()) == [out]


def test_what_there_was_stays_when_there_is_nothing_new(capsys: Capture, tmp_path: Path) -> None:
    out = write(tmp_path, "rulings.jsonl", "old")
    empty = write(tmp_path, "empty.jsonl", "")
    assert call(capsys, "batch", empty, "--out", out, "--format", "summary").code == 2
    assert (out.read_text(encoding="utf-8"), sorted(tmp_path.iterdir())) == ("old", [empty, out])


def test_a_place_that_cannot_be_written(capsys: Capture, tmp_path: Path) -> None:
    answer = call(capsys, "batch", EXAMPLES, "--out", tmp_path / "no" / "x", "--format", "summary")
    assert (answer.code, answer.out) == (2, "")
    assert "it cannot be written" in answer.err


# -- pieces, workers, interruptions ------------------------------------------------------------------------------------


def test_pieces_hold_whole_lines_and_their_numbers() -> None:
    lines = [b"x" * (n % 97) for n in range(5000)]
    pieces = [piece for piece, _ in _pieces(io.BytesIO(b"\n".join(lines)))]
    assert [text for piece in pieces for text in piece.lines] == lines
    at = 1
    for piece in pieces:
        assert piece.first == at
        assert len(piece.lines) <= 64
        at += len(piece.lines)
    assert sum(piece.size for piece in pieces) == len(b"\n".join(lines))


def test_of_a_line_without_end_little_is_kept() -> None:
    class Endless(io.RawIOBase):
        left = 400

        def read1(self, size: int) -> bytes:
            self.left -= 1
            return b"x" * size if self.left > 0 else b"\n{}\n" if self.left == 0 else b""

    found = [piece for piece, _ in _pieces(Endless())]  # type: ignore[arg-type]
    assert [len(text) for piece in found for text in piece.lines] == [1_000_001, 2]
    assert [piece.first for piece in found] == [1]


def pieces(number: int) -> Iterator[tuple[Piece, bool]]:
    """Pieces of two lines, one of them faulty."""
    for n in range(number):
        yield Piece(2 * n + 1, (line(id=n).encode(), b"{"), 10), n % 5 != 0


def test_several_workers_give_what_one_gives_in_the_same_order() -> None:
    alone, together = (list(in_order(task(), pieces(23), jobs)) for jobs in (1, 3))
    assert [(d.out, d.faults, dict(d.counts), d.size) for d in together] == [
        (d.out, d.faults, dict(d.counts), d.size) for d in alone
    ]
    assert [json.loads(done.out)["id"] for done in together] == list(range(23))


def test_few_pieces_are_on_their_way_at_a_time() -> None:
    taken = 0

    def counted() -> Iterator[tuple[Piece, bool]]:
        nonlocal taken
        for piece, _ in pieces(40):
            taken += 1
            yield piece, True

    results = in_order(task(), counted(), 2)
    for given, _ in enumerate(results, 1):
        assert taken - given <= 8
    assert taken == 40


def test_a_worker_that_dies_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Desk, "__call__", lambda self, piece: os._exit(3))
    with pytest.raises(WorkerDied):
        list(in_order(task(), pieces(9), 2))


def test_workers_end_when_nobody_wants_more() -> None:
    results = in_order(task(), pieces(60), 2)
    assert isinstance(next(results), Done)
    from multiprocessing import active_children

    assert active_children()
    results.close()
    assert not active_children()


def test_processes_of_their_own(tmp_path: Path, cache: Path) -> None:
    lines = [line(id=n) if n % 40 else "{" for n in range(400)]
    file = write(tmp_path, "a.jsonl", "\n".join(lines))
    answer = start("batch", file, "--jobs", 2, FLOORCALL_CACHE=str(cache))
    assert answer.code == 1
    assert [entry["id"] for entry in told(answer)] == [n for n in range(400) if n % 40]
    assert answer.err.splitlines()[-1] == "10 lines left out because of faults"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of a terminal")
@pytest.mark.parametrize("to_file", [False, True])
def test_an_interruption_leaves_whole_lines(tmp_path: Path, cache: Path, to_file: bool) -> None:
    out = tmp_path / "out.jsonl"
    words = ["batch", "-", "--jobs", "2", *(["--out", str(out)] if to_file else [])]
    running = subprocess.Popen(
        [sys.executable, "-c", "from cli.main import script; script()", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "FLOORCALL_CACHE": str(cache)},
        start_new_session=True,
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write((line(id=1) + "\n").encode() * 3)
    running.stdin.flush()
    if to_file:
        while not (draft := tmp_path / "out.jsonl.part").exists() or not draft.stat().st_size:
            assert running.poll() is None
        first = b""
    else:
        first = running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)
    rest, error = running.communicate()
    assert running.returncode == 130
    written = (first + rest) if not to_file else draft.read_bytes()
    assert written.endswith(b"\n")
    assert all(json.loads(text)["id"] == 1 for text in written.splitlines())
    assert not out.exists()
    assert error.decode().splitlines()[-1] == "floorcall: interrupted"
    assert (f"what is done so far is in {out}.part" in error.decode()) is to_file


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of a shell")
def test_a_reader_that_goes_away_ends_it_quietly(tmp_path: Path, cache: Path) -> None:
    file = write(tmp_path, "a.jsonl", (line() + "\n") * 1500)
    program = f"{sys.executable} -m cli.main batch {file} --jobs 2 | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", program],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "FLOORCALL_CACHE": str(cache)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (141, b"")
    assert json.loads(done.stdout)["line"] == 1


def test_the_bar_shows_the_share_of_the_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen, now = Terminal(), iter([0.0, 0.1, 1.0, 1.01, 2.0])
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setattr("cli.progress.monotonic", lambda: next(now))
    bar = Share(200, quiet=False)
    for n in (1, 2, 3, 4):  # before anybody waits; a quarter; at once again; half
        bar.step(25, n)
    bar.clear()
    shown = [text for text in seen.getvalue().split("\r") if text.strip()]
    assert shown == [f"[{'#' * 7}{' ' * 23}]  25%  2", f"[{'#' * 15}{' ' * 15}]  50%  4"]


# -- reading lines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [line(), line(note='\u00e4\u0416 \\ "'), line(pot=300, stacks={"A": 1000})])
def test_a_line_is_read_as_a_file_is(text: str) -> None:
    assert _content(read_line(text.encode(), "x", 1).incident) == _content(floorcall.read_incident(text, "x"))
    plain = json.dumps(json.loads(text), ensure_ascii=False)
    assert _content(read_line(plain.encode(), "x", 1).incident) == _content(floorcall.read_incident(text, "x"))


@pytest.mark.parametrize("value", ["1e3", "1.0", "NaN", "true", '"ten"', "[1]", "-5"])
def test_a_line_refuses_what_a_file_refuses(value: str) -> None:
    text = line().replace('"bb": 100', f'"bb": {value}')
    with pytest.raises(Faults) as alone:
        floorcall.read_incident(text, "x")
    with pytest.raises(Faults) as of_line:
        read_line(text.encode(), "x", 1)
    assert of_line.value.faults[-1].message in {fault.message for fault in alone.value.faults} | {
        "the JSON is broken here: expecting value"
    }


def test_help_imports_no_room_but_the_command_line() -> None:
    modules = imported(["batch", "--help"])
    rooms = [
        name for name in among(modules, ("knowledge", "engine", "explain")) if name not in ("engine", "engine.pool")
    ]
    assert rooms == []  # engine.pool names the engines
    assert among(modules, ("yaml", "experta", "multiprocessing")) == []


def test_a_small_batch_imports_nothing_heavy() -> None:
    assert among(imported(["batch", "examples/batch.jsonl"]), (*HEAVY, "multiprocessing")) == []
