"""floorcall log, and rulings that are logged."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest

from cli.commands import TREE
from cli.main import _logged, main
from cli.tree import parser_of
from journal.contract import as_text, log_schema
from journal.export import cell
from tests.cli.running import EXAMPLE, ROOT, STORY, Answer, call, start, write
from tests.cli.test_light import HEAVY, PROGRAM, among, imported

Capture = pytest.CaptureFixture[str]
OUT_OF_TURN = ROOT / "examples" / "bet-out-of-turn.yaml"


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the journal of a test lies."""
    path = tmp_path / "journal.sqlite"
    monkeypatch.setenv("FLOORCALL_DATABASE", str(path))
    return path


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal with an event, made once."""
    path = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    words = ("--name", "Spring Open", "--time-zone", "Europe/Sofia", "--database", str(path))
    assert main(["log", "new-event", "spring", *words]) == 0
    return path


@pytest.fixture
def spring(opened: Path, database: Path) -> None:
    """An event that is open."""
    shutil.copyfile(opened, database)


def told(capsys: Capture, *words: object) -> Answer:
    """What a command of the group says."""
    return call(capsys, "log", *words)


def data(capsys: Capture, *words: object) -> Any:
    """What it says as JSON, by the contract."""
    answer = told(capsys, *words, "--format", "json")
    assert (answer.code, answer.err) == (0, ""), answer
    jsonschema.validate(answer.data, log_schema())
    return answer.data


def entries(capsys: Capture) -> list[Any]:
    """All entries."""
    return list(data(capsys, "list", "spring", "--limit", 0)["entries"])


def test_the_schema_is_the_one_in_the_docs(capsys: Capture) -> None:
    schema = call(capsys, "schema", "log").data
    jsonschema.Draft202012Validator.check_schema(schema)
    assert as_text() == (ROOT / "docs" / "log.schema.json").read_text(encoding="utf-8")
    assert schema == json.loads(as_text())


def test_a_ruling_is_logged_with_its_penalty_and_says_so(capsys: Capture, spring: None) -> None:
    plain = call(capsys, "rule", OUT_OF_TURN)
    logged = call(capsys, "rule", OUT_OF_TURN, "--log", "spring", "--players", "A=17,C=21", "--table", 5, "--by", "Ann")
    assert (logged.code, logged.err) == (0, "")
    assert logged.out.startswith(plain.out.rstrip("\n").partition("READING")[0][:200])
    assert re.search(r"^LOGGED  spring entry 2$", logged.out, re.MULTILINE)
    assert re.search(r"^LOGGED  spring entry 3, penalty: .*warning; 21$", logged.out, re.MULTILINE)
    _, incident, penalty = entries(capsys)
    assert (incident["table"], incident["by"], incident["data"]["players"]) == ("5", "Ann", {"A": "17", "C": "21"})
    assert (penalty["about"], penalty["data"]["player"], penalty["data"]["type"]) == (2, "21", "warning")
    assert penalty["data"]["clauses"] == ["7.1.12"]


def test_what_is_kept_is_what_was_said_in_every_language(capsys: Capture, spring: None) -> None:
    call(capsys, "rule", EXAMPLE, "--log", "spring")
    body = data(capsys, "show", "spring", 2)["body"]
    assert body["text"] == EXAMPLE.read_text(encoding="utf-8")
    for language in ("en", "ru"):
        ruling = call(capsys, "rule", EXAMPLE, "--format", "json", "--lang", language).data
        assert body["rulings"][language] == ruling


def test_a_logged_ruling_as_json_is_the_ruling_alone(capsys: Capture, spring: None) -> None:
    answer = call(capsys, "rule", EXAMPLE, "--log", "spring", "--format", "json")
    assert answer.data == call(capsys, "rule", EXAMPLE, "--format", "json").data
    assert answer.err == "LOGGED  spring entry 2\n"


def test_a_story_in_shorthand_and_a_hand_history_are_logged(capsys: Capture, spring: None, tmp_path: Path) -> None:
    story = "NL 100/200, flop pot 600; A bets 300; B all in 450; C to act"
    assert call(capsys, "say", story, "--log", "spring").code == 0
    hand = next((ROOT / "examples").glob("*.phh"))
    assert told(capsys, "add", "spring", hand).code == 0
    assert told(capsys, "add", "spring", write(tmp_path, "s.json", '{"seats": ["A", "B"]}')).code == 0
    kept = entries(capsys)[1:]
    assert [entry["data"]["format"] for entry in kept if entry["kind"] == "incident"] == ["shorthand", "phh", "json"]
    assert data(capsys, "show", "spring", 2)["body"]["text"] == story
    assert "irregular" in data(capsys, "show", "spring", kept[1]["number"])["body"]["rulings"]["en"]


def test_several_files_are_entered_and_a_faulty_one_is_told(capsys: Capture, spring: None, tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.yaml", STORY.replace("flop", "flopp"))
    answer = told(capsys, "add", "spring", EXAMPLE, bad, OUT_OF_TURN)
    assert answer.code == 2
    assert "did you mean flop?" in answer.err
    assert [entry["kind"] for entry in entries(capsys)] == ["opened", "incident", "incident", "penalty"]
    answer = told(capsys, "add", "spring", bad, EXAMPLE, "--format", "json")
    jsonschema.validate(answer.data, log_schema())
    assert (answer.code, len(answer.data["entries"]), len(answer.data["faults"])) == (2, 1, 1)


def test_an_incident_comes_from_standard_input(spring: None, capsys: Capture, database: Path) -> None:
    answer = start("log", "add", "spring", "-", stdin=STORY.encode(), FLOORCALL_DATABASE=str(database))
    assert answer.code == 0
    assert data(capsys, "show", "spring", 2)["body"]["text"] == STORY


def test_the_rulebook_of_the_event_rules(capsys: Capture) -> None:
    assert told(capsys, "new-event", "spring", "--name", "S", "--rulebook", "tda").code == 0
    assert told(capsys, "add", "spring", EXAMPLE).code == 0
    assert told(capsys, "add", "spring", EXAMPLE, "--rulebook", "bfsp").code == 0
    assert [entry["data"]["rulebook"]["id"] for entry in entries(capsys)[1:]] == ["tda", "bfsp"]


def test_the_time_is_that_of_the_event(capsys: Capture, spring: None) -> None:
    told(capsys, "note", "spring", "late", "--at", "2026-07-01T21:15")
    told(capsys, "note", "spring", "early", "--at", "2026-07-01T21:15:30+05:00")
    assert [entry["at"] for entry in entries(capsys)[1:]] == ["2026-07-01T18:15:00Z", "2026-07-01T16:15:30Z"]
    assert "2026-07-01 21:15" in told(capsys, "list", "spring").out
    found = data(capsys, "list", "spring", "--since", "2026-07-01T21:00", "--until", "2026-07-02")["entries"]
    assert [entry["data"]["text"] for entry in found] == ["late"]


def test_a_decision_keeps_the_ruling_and_can_change_the_sanction(capsys: Capture, spring: None) -> None:
    call(capsys, "rule", OUT_OF_TURN, "--log", "spring", "--players", "C=21")
    told(capsys, "accept", "spring", 2, "--by", "Ann")
    answer = told(
        capsys, *("override", "spring", 2, "--instead", "One round out.", "--reason", "third time"),
        *("--sanction", "sit-out", "--rounds", 1),
    )  # fmt: skip
    assert answer.code == 0
    accepted, decision, lifted, penalty = entries(capsys)[3:]
    assert (accepted["data"]["accepted"], accepted["data"]["sanction"]) == (True, None)
    assert (decision["about"], decision["data"]["accepted"], decision["data"]["instead"]) == (
        2,
        False,
        "One round out.",
    )
    assert decision["data"]["standard"].startswith("C's bet of 200 out of turn")
    assert (lifted["about"], lifted["data"]["how"]) == (3, "overturned")
    assert (penalty["about"], penalty["data"]["player"], penalty["data"]["rounds"]) == (2, "21", 1)
    assert penalty["data"]["hands"] is not None
    told(capsys, "override", "spring", 2, "--instead", "Nothing.", "--reason", "x", "--sanction", "none")
    *_, decision, lifted = entries(capsys)
    assert (decision["data"]["sanction"]["type"], lifted["about"]) == ("none", 7)


def test_a_correction_and_a_note_point_to_the_entry(capsys: Capture, spring: None) -> None:
    call(capsys, "rule", OUT_OF_TURN, "--log", "spring", "--players", "C=21")
    told(capsys, "correct", "spring", 3, "--set", "player=22", "--set", "rounds=1", "--reason", "typed wrong")
    told(capsys, "note", "spring", "camera 3", "--about", 3)
    correction, note = entries(capsys)[3:]
    assert (correction["about"], correction["data"]["values"]) == (3, {"player": "22", "rounds": 1})
    assert (note["about"], note["data"]["text"]) == (3, "camera 3")
    shown = told(capsys, "show", "spring", 3).out
    assert "player=22, rounds=1 (typed wrong)" in shown
    assert "camera 3" in shown


def test_players_are_named_and_erased(capsys: Capture, spring: None) -> None:
    told(capsys, "player", "spring", 17, "--name", "Ivan Petrov", "--detail", "club=Sofia")
    told(capsys, "player", "spring", 17, "--detail", "born=1990")
    expected = {"key": "17", "name": "Ivan Petrov", "details": {"club": "Sofia", "born": "1990"}, "erased": False}
    assert data(capsys, "player", "spring")["players"] == [expected]
    assert "Ivan Petrov" in told(capsys, "player", "spring", 17).out
    assert told(capsys, "erase", "spring", 17, "--reason", "he asked").code == 0
    assert data(capsys, "player", "spring", 17)["players"] == [{"key": "17", "name": "", "details": {}, "erased": True}]


def test_a_journal_that_was_changed_ends_with_exit_code_1(capsys: Capture, spring: None, database: Path) -> None:
    told(capsys, "note", "spring", "x")
    answer = told(capsys, "verify")
    assert answer.code == 0
    (digest,) = re.findall(r"last digest 2=(\w{64})", answer.out)
    assert told(capsys, "verify", "spring", "--noted", f"2={digest[:8]}").code == 0
    assert told(capsys, "verify", "spring", "--noted", "2=00000000").code == 1
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("DROP TRIGGER entries_keep_update")
        connection.execute('UPDATE entries SET data = \'{"text":"y"}\' WHERE number = 2')
        connection.commit()
    answer = told(capsys, "verify", "--format", "json")
    assert answer.code == 1
    jsonschema.validate(answer.data, log_schema())
    assert [broken["number"] for broken in answer.data["verified"][0]["broken"]] == [2, 2]
    assert "NOT WHOLE" in told(capsys, "verify").out


HOSTILE = "=cmd|' /C calc'!A0 <b>\"x\"</b> \u202eright-to-left \x1b[31m é"


def test_what_players_are_called_breaks_nothing(capsys: Capture, spring: None, tmp_path: Path) -> None:
    told(capsys, "player", "spring", HOSTILE, "--name", HOSTILE)
    told(capsys, "note", "spring", HOSTILE, "--by", HOSTILE)
    call(capsys, "rule", OUT_OF_TURN, "--log", "spring", "--players", f"C={HOSTILE}", "--table", HOSTILE)
    for words in (("list", "--player", "\udcff", "--text", "\udcff"), ("list", "--limit", "9" * 30)):
        assert told(capsys, *words).code == 0
    for words in (("list", "spring"), ("show", "spring", 3), ("player", "spring"), ("show", "spring", 4)):
        answer = told(capsys, *words)
        assert answer.code == 0
        assert not set(answer.out) & set("\u202e\x1b")
    found = data(capsys, "list", "spring", "--player", HOSTILE, "--table", HOSTILE)["entries"]
    assert [entry["kind"] for entry in found] == ["incident", "penalty"]
    out = tmp_path / "out.csv"
    assert told(capsys, "export", "spring", "--format", "csv", "--out", out).code == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8"), newline="")))
    assert len(rows) == 5
    assert rows[2]["text"] == "'" + HOSTILE
    assert not [value for row in rows for value in row.values() if value.startswith(("=", "+", "-", "@", "\t"))]
    assert told(capsys, "verify").code == 0


@pytest.mark.parametrize(
    "told", ["=1", "+1", "-1", "@x", "\t=1", " =1", "\u202e=1", "\ufeff@x", "＝1", "|x", "%x", "\n=1"]
)
def test_no_cell_is_a_formula(told: str) -> None:
    assert cell(told) == "'" + told


@pytest.mark.parametrize("told", ["C's all-in", "4.9.8", "a=b", "", "x-y", "Ann + Bob"])
def test_other_cells_are_as_they_are(told: str) -> None:
    assert cell(told) == told
    assert (cell(12), cell(None)) == ("12", "")


def test_lines_of_json_hold_everything(capsys: Capture, spring: None) -> None:
    call(capsys, "rule", EXAMPLE, "--log", "spring")
    first, second = (json.loads(line) for line in told(capsys, "export", "spring").out.splitlines())
    assert "content" not in first
    assert second["content"]["text"] == EXAMPLE.read_text(encoding="utf-8")
    brief = [json.loads(line) for line in told(capsys, "export", "spring", "--brief").out.splitlines()]
    assert brief == entries(capsys)


def test_an_export_that_cannot_be_written_leaves_nothing(capsys: Capture, spring: None, tmp_path: Path) -> None:
    answer = told(capsys, "export", "spring", "--out", tmp_path / "no" / "out.jsonl")
    assert (answer.code, "it cannot be written" in answer.err) == (2, True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal.sqlite"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("log", "list", "sprnig"), "there is no event sprnig in the journal (did you mean spring?)"),
        (("log", "show", "spring", "9"), "event spring has no entry 9"),
        (("log", "show", "spring", "0"), "'0' is not a whole number of 1 or more"),
        (("log", "list", "spring", "--kind", "penalt"), "did you mean penalty?"),
        (("log", "list", "spring", "--since", "noon"), "this is no time"),
        (("log", "new-event", "a b", "--name", "x"), "is no id of an event"),
        (("log", "new-event", "x", "--name", "x", "--rulebook", "bfps"), "did you mean bfsp?"),
        (("log", "new-event", "x", "--name", "x", "--time-zone", "Sofia"), "it is not known"),
        (("log", "new-event", "spring", "--name", "x"), "there is an event spring already"),
        (("log", "new-event", "x"), "--name"),
        (("log", "accept", "spring", "1"), "this is no incident: its kind is opened"),
        (("log", "accept", "spring", "2", "--sanction", "sitout"), "did you mean sit-out?"),
        (("log", "accept", "spring", "2", "--rounds", "2"), "it is not said which sanction"),
        (("log", "accept", "spring", "2", "--sanction", "warning"), "say who is given the sanction"),
        (("log", "correct", "spring", "2", "--set", "tabel=4", "--reason", "x"), "did you mean table?"),
        (("log", "correct", "spring", "2", "--set", "table", "--reason", "x"), "'=' is missing"),
        (("log", "note", "spring", "x", "--about", "9"), "event spring has no entry 9"),
        (("log", "erase", "spring", "17", "--reason", "x"), "nothing personal is kept about player 17"),
        (("log", "player", "spring", "--name", "x"), "whose name is it?"),
        (("log", "player", "spring", "99"), "spring has no player 99"),
        (("log", "verify", "spring", "--noted", "2"), "it is not an entry with eight letters of its digest"),
        (("log", "verify", "--noted", "2=00000000"), "of which event is it?"),
        (("log", "verify", "x"), "there is no event x"),
        (
            (
                "log",
                "vreify",
            ),
            "did you mean verify?",
        ),
        (("rule", EXAMPLE, "--log", "x"), "there is no event x"),
        (("rule", EXAMPLE, "--log", "spring", "--players", "A"), "a seat and a player with = between them"),
        (("rule", EXAMPLE, "--log", "spring", "--players", "A=1,A=2"), "seat A has two players: 1, 2"),
        (("rule", EXAMPLE, "--log", "spring", "--players", "Q=1"), "seat Q, which the incident does not have"),
        (("rule", EXAMPLE, "--log", "spring", "--at", "noon"), "this is no time"),
        (("rule", EXAMPLE, "--log", "spring", "--at", "0001-01-01T00:00+05:00"), "this is no time"),
        (("log", "list", "a\udcffb"), "there is no event a\N{REPLACEMENT CHARACTER}b"),
        (("rule", EXAMPLE, "--log", "spring", "--rounds", "2"), "gives no penalty in rounds"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(
    capsys: Capture, spring: None, words: tuple[object, ...], said: str
) -> None:
    told(capsys, "add", "spring", EXAMPLE)
    answer = call(capsys, *words)
    assert answer.code == 2
    assert said in answer.err
    assert "Traceback" not in answer.err
    assert len(entries(capsys)) == 2


@pytest.mark.parametrize("words", [("events",), ("list",), ("show", "x", 1), ("verify",), ("note", "x", "y")])
def test_without_a_journal_the_way_to_one_is_said(capsys: Capture, words: tuple[object, ...], database: Path) -> None:
    answer = told(capsys, *words)
    assert (answer.code, "there is no journal here yet (floorcall log new-event" in answer.err) == (2, True)
    assert not database.exists()


def test_the_usual_journal_lies_in_the_data_folder(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("FLOORCALL_DATABASE")
    monkeypatch.setattr("journal.address.data_folder", lambda: str(tmp_path / "data" / "floorcall"))
    assert told(capsys, "new-event", "spring", "--name", "x").code == 0
    assert (tmp_path / "data" / "floorcall" / "journal.sqlite").exists()
    assert "spring" in told(capsys, "events").out
    assert told(capsys, "events", "--database", tmp_path / "other.sqlite").code == 2


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        ("sqlalchemy", ("new-event", "x", "--name", "x")),
        ("alembic", ("new-event", "x", "--name", "x")),
        ("platformdirs", ("events",)),
    ],
)
def test_a_missing_package_is_said_with_the_way_to_it(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, missing: str, words: tuple[object, ...]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "platformdirs":
        monkeypatch.delenv("FLOORCALL_DATABASE")
    answer = told(capsys, *words)
    assert answer.code == 2
    assert "is not installed (pip install 'floorcall[journal]')" in answer.err


def test_a_search_without_sqlalchemy_is_said_so(capsys: Capture, monkeypatch: pytest.MonkeyPatch, spring: None) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    assert told(capsys, "note", "spring", "x").code == 0
    answer = told(capsys, "list", "spring")
    assert (answer.code, "the journal needs SQLAlchemy" in answer.err) == (2, True)


@pytest.mark.parametrize(
    "line",
    [
        "x.yaml --log spring",
        "--log spring - x.yaml --players A=1 --table 5 --players B=2,C=3 --hand 7",
        "x.yaml --log spring --at 2026-01-01 --by Ann --database a.sqlite --log autumn",
    ],
)
def test_the_quick_way_reads_as_the_parser_does(line: str) -> None:
    command = TREE["rule"]
    assert isinstance(command[1], str)
    words = line.split()
    parsed = vars(parser_of(command, "floorcall rule").parse_intermixed_args(words))
    plain = vars(_logged(words) or SimpleNamespace())
    assert {**plain, "reading": list(plain["reading"])} == parsed


@pytest.mark.parametrize(
    "line", ["x.yaml --log", "--log spring", "x --log s --lang ru", "x --log=s", "x --log s --table -5", "x --table 5"]
)
def test_what_is_not_quick_is_left_to_the_parser(line: str) -> None:
    assert _logged(line.split()) is None


def test_a_plain_ruling_knows_nothing_of_a_journal() -> None:
    assert among(imported(["rule", "examples/short-all-in.yaml"]), ("journal", "sqlite3", "sqlalchemy")) == []


def test_a_logged_ruling_waits_for_no_heavy_import(spring: None, capsys: Capture) -> None:
    words = ["rule", "examples/short-all-in.yaml", "--log", "spring", "--players", "A=17"]
    assert "main(" in PROGRAM
    modules = min((imported(words) for _ in range(2)), key=len)
    assert (
        among(modules, (*HEAVY, "argparse", "sqlalchemy", "alembic", "psycopg", "platformdirs", "urllib", "zoneinfo"))
        == []
    )


@pytest.mark.parametrize("language", ["en", "ru"])
def test_it_speaks_both_languages(capsys: Capture, spring: None, language: str) -> None:
    call(capsys, "rule", OUT_OF_TURN, "--log", "spring", "--lang", language)
    out = told(capsys, "list", "spring", "--lang", language).out
    assert ("взыскание" in out, "penalty" in out) == (language == "ru", language == "en")
