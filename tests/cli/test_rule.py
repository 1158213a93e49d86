"""floorcall rule: which incident, which rulebook, which readings, and how the answer is printed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.running import EXAMPLE, HEAD, MINIMAL, OVERLAY, STORY, Stdin, call, start, write

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """An incident file."""
    return write(tmp_path, "story.yaml", STORY)


def test_a_ruling_is_printed(capsys: Capture) -> None:
    told = call(capsys, "rule", EXAMPLE)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("RULING")
    assert "C's all-in of 90 counts as a call." in told.out
    assert "raise to at least 130" in told.out
    assert max(len(line) for line in told.out.splitlines()) <= 80


def test_a_ruling_in_json(capsys: Capture) -> None:
    told = call(capsys, "rule", EXAMPLE, "--format", "json")
    assert (told.code, told.data["schema"], told.data["rulebook"]) == (0, "floorcall.ruling/3", "bfsp")


def test_a_ruling_in_markdown(capsys: Capture) -> None:
    told = call(capsys, "rule", EXAMPLE, "--format", "markdown")
    assert told.code == 0
    assert told.out.startswith("#")


def test_a_ruling_for_a_player_is_short(capsys: Capture) -> None:
    lines = {who: call(capsys, "rule", EXAMPLE, "--audience", who).out.count("\n") for who in ("player", "auditor")}
    assert lines["player"] < lines["auditor"]


def test_the_language_is_that_of_the_terminal_unless_it_is_named(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert call(capsys, "rule", EXAMPLE).out.startswith("РЕШЕНИЕ")
    assert call(capsys, "rule", EXAMPLE, "--lang", "en").out.startswith("RULING")
    assert call(capsys, "rule", EXAMPLE, "--format", "json").data["language"] == "ru"
    monkeypatch.setenv("LC_ALL", "C")
    assert call(capsys, "rule", "--lang", "ru", EXAMPLE).out.startswith("РЕШЕНИЕ")


def test_the_width_is_kept(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = call(capsys, "rule", EXAMPLE, "--width", "120").out
    assert max(map(len, wide.splitlines())) > 80
    monkeypatch.setenv("COLUMNS", "120")
    assert call(capsys, "rule", EXAMPLE).out == wide


def test_several_incidents_are_ruled_one_after_another(capsys: Capture, story: Path) -> None:
    told = call(capsys, "rule", EXAMPLE, story)
    assert told.code == 0
    first, second = f"== {EXAMPLE} ==", f"== {story} =="
    assert told.out.startswith(first)
    assert told.out.index(first) < told.out.index("all-in of 90") < told.out.index(second)
    many = call(capsys, "rule", EXAMPLE, "--format", "json", story).data
    assert [ruling["schema"] for ruling in many] == ["floorcall.ruling/3"] * 2
    assert f"# {story}\n" in call(capsys, "rule", EXAMPLE, story, "--format", "markdown").out


def test_an_incident_from_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch, story: Path) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(STORY.encode()))
    assert call(capsys, "rule", "-").out == call(capsys, "rule", story).out


def test_standard_input_is_read_once(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(STORY.encode()))
    told = call(capsys, "rule", "-", "-")
    assert told.code == 2
    assert told.out.count("==") == 2
    assert told.err == "<stdin>: standard input was read already (give - only once)\n"


def test_no_standard_input_is_an_empty_one(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert call(capsys, "rule", "-").err == "<stdin>:1:1: the file is empty\n"


def test_a_missing_fact_is_no_fault(capsys: Capture, tmp_path: Path) -> None:
    asked = write(tmp_path, "asked.yaml", STORY.replace(", silent: yes", ""))
    told = call(capsys, "rule", asked, "--format", "json")
    assert (told.code, told.err, told.data["status"]) == (0, "", "needs facts")
    assert told.data["questions"]


# -- rulebooks ------------------------------------------------------------------------------------------------------


def test_the_rulebook_of_the_option(capsys: Capture, story: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert call(capsys, "rule", story, "--rulebook", MINIMAL, "--format", "json").data["rulebook"] == "minimal"
    monkeypatch.setenv("FLOORCALL_RULEBOOKS", str(MINIMAL.parent))
    assert call(capsys, "rule", story, "--rulebook", "overlay", "--format", "json").data["rulebook"] == "overlay"


@pytest.mark.parametrize(
    ("option", "event", "incident", "ruled_by"),
    [
        (False, False, False, "bfsp"),
        (False, False, True, "minimal"),
        (False, True, True, "overlay"),
        (True, True, True, "bfsp"),
    ],
)
def test_which_rulebook_goes_first(
    capsys: Capture, tmp_path: Path, option: bool, event: bool, incident: bool, ruled_by: str
) -> None:
    story = write(tmp_path, "story.yaml", STORY + (f"rulebook: {MINIMAL}\n" if incident else ""))
    words = [story, "--format", "json"]
    if event:
        words += ["--event", write(tmp_path, "event.yaml", f"rulebook: {OVERLAY}\n")]
    if option:
        words += ["--rulebook", "bfsp"]
    assert call(capsys, "rule", *words).data["rulebook"] == ruled_by


@pytest.mark.parametrize("text", [STORY + "rulebook: house  # ours\n", '{"rulebook": "house", "seats": ["A", "B"]}'])
def test_a_rulebook_folder_is_named_from_where_the_incident_lies(capsys: Capture, tmp_path: Path, text: str) -> None:
    (tmp_path / "house").symlink_to(MINIMAL)
    story = write(tmp_path, "story.yaml", text)
    assert call(capsys, "rule", story, "--format", "json").data["rulebook"] == "minimal"


def test_an_event_file_names_a_rulebook_folder_from_where_it_lies(capsys: Capture, tmp_path: Path, story: Path) -> None:
    (tmp_path / "events" / "house").parent.mkdir()
    (tmp_path / "events" / "house").symlink_to(MINIMAL)
    event = write(tmp_path, "events/spring.yaml", "rulebook: house\nnote: on Sunday\n")
    assert call(capsys, "rule", story, "--event", event, "--format", "json").data["rulebook"] == "minimal"


def test_an_incident_that_names_no_rulebook_that_is_there(capsys: Capture, tmp_path: Path) -> None:
    story = write(tmp_path, "story.yaml", STORY + "rulebook: bfps\n")
    told = call(capsys, "rule", story)
    assert told.code == 2
    assert f"{story}:8:11: rulebook: there is no such rulebook: bfps (did you mean bfsp?)" in told.err


def test_a_rulebook_with_faults_shows_them(capsys: Capture, story: Path) -> None:
    bad = MINIMAL.parents[1] / "bad" / "unknown-slot"
    for words in ((story, "--rulebook", bad), (write(story.parent, "own.yaml", STORY + f"rulebook: {bad}\n"),)):
        told = call(capsys, "rule", *words)
        assert told.code == 2
        assert "rules.yaml:6:34: rule one: act has no slot 'levle' (did you mean level?)" in told.err


# -- readings -------------------------------------------------------------------------------------------------------


def test_a_reading_is_fixed_on_the_command_line(capsys: Capture) -> None:
    told = call(capsys, "rule", EXAMPLE, "--reading", "4.9.8.p4.e1=to-full")
    assert told.code == 0
    assert "raise to at least 100" in told.out


def test_a_reading_is_fixed_by_an_event_file_and_overruled_by_the_option(capsys: Capture, tmp_path: Path) -> None:
    event = write(tmp_path, "event.yaml", "readings:\n  4.9.8.p4.e1: to-full\n")
    assert "raise to at least 100" in call(capsys, "rule", EXAMPLE, "--event", event).out
    words = ("--reading", "4.9.8.p4.e1=plus-big-blind")
    assert "raise to at least 110" in call(capsys, "rule", EXAMPLE, "--event", event, *words).out


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("4.9.8.p4.e9=to-full", "bfsp has no clause 4.9.8.p4.e9 (did you mean 4.9.8.p4.e1?)"),
        ("4.9.8.p4.e1=to-ful", "clause 4.9.8.p4.e1 has no reading 'to-ful' (did you mean to-full?)"),
        ("4.12.p1=mild", "clause 4.12.p1 of bfsp is read in one way only"),
        ("to-full", "'=' is missing (CLAUSE=NAME, such as 4.14.3=single-step)"),
        ("4.9.8=", "a name is missing (CLAUSE=NAME, such as 4.14.3=single-step)"),
        ("=x", "a name is missing (CLAUSE=NAME, such as 4.14.3=single-step)"),
    ],
)
def test_a_reading_that_is_not_there(capsys: Capture, option: str, said: str) -> None:
    told = call(capsys, "rule", EXAMPLE, "--reading", option)
    assert (told.code, told.out) == (2, "")
    assert said in told.err


def test_faults_of_an_event_file_have_places(capsys: Capture, tmp_path: Path) -> None:
    event = write(tmp_path, "event.yaml", "rulbook: bfsp\nreadings:\n  4.9.8.p4.e1:\n  4.13.p2: [call]\n")
    told = call(capsys, "rule", EXAMPLE, "--event", event)
    assert told.code == 2
    assert f"{event}:1:1: event: unknown key 'rulbook' (did you mean rulebook?)" in told.err
    assert f"{event}:3:15: reading of 4.9.8.p4.e1: the name is missing" in told.err
    assert f"{event}:4:12: reading of 4.13.p2: expected a text, this is a list" in told.err
    write(tmp_path, "event.yaml", "readings:\n  4.9.8.p4.e1: to-ful\n  4.99: x\n")
    told = call(capsys, "rule", EXAMPLE, "--event", event)
    assert f"{event}:2:16: clause 4.9.8.p4.e1 has no reading 'to-ful' (did you mean to-full?)" in told.err
    assert f"{event}:3:3: bfsp has no clause 4.99" in told.err
    assert call(capsys, "rule", EXAMPLE, "--event", tmp_path / "evnt.yaml").err.endswith("(did you mean event.yaml?)\n")


# -- what cannot be ruled on ----------------------------------------------------------------------------------------


def test_a_bad_file_does_not_keep_the_others_from_being_ruled_on(capsys: Capture, tmp_path: Path, story: Path) -> None:
    bad = write(tmp_path, "bad.yaml", STORY.replace("street: flop", "street: flopp"))
    told = call(capsys, "rule", bad, story)
    assert told.code == 2
    assert f"{bad}:3:9: street: 'flopp' is not known (did you mean flop?)" in told.err
    assert told.out.startswith(f"== {story} ==\n")
    assert f"== {bad} ==" not in told.out
    many = call(capsys, "rule", bad, story, "--format", "json").data
    assert [item["schema"] for item in many] == ["floorcall.faults/1", "floorcall.ruling/3"]
    assert many[0]["file"] == str(bad)


def test_faults_in_json_stand_on_stdout_too(capsys: Capture, tmp_path: Path) -> None:
    bad = write(tmp_path, "bad.yaml", STORY.replace("street: flop", "street: flopp"))
    told = call(capsys, "rule", bad, "--format", "json")
    assert told.data == {
        "schema": "floorcall.faults/1",
        "file": str(bad),
        "faults": [
            {
                "file": str(bad),
                "line": 3,
                "column": 9,
                "message": "street: 'flopp' is not known",
                "hint": "did you mean flop?",
            }
        ],
    }
    assert "street: 'flopp' is not known" in told.err


def test_cards_that_make_no_hand_are_a_fault(capsys: Capture, tmp_path: Path) -> None:
    text = HEAD.replace("flop", "showdown") + "board: As Kd 7c 2h 2d\nhands:\n  A: Ah\n  B: Qs Qd Qh\n"
    told = call(capsys, "rule", write(tmp_path, "hands.yaml", text))
    assert told.code == 2
    assert "hands.yaml:7:3: hands: A: holdem reads 2 own cards" in told.err


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "the file cannot be read: Is a directory"),
        (lambda path: path.write_bytes(b"seats: [\xff]"), ":1:9: the file is not UTF-8 text"),
        (lambda path: path.write_bytes(b"# " + b"x" * 1_000_001), "the file is larger than 1000000 bytes"),
        (lambda path: path.write_bytes(b""), ":1:1: the file is empty"),
        (lambda path: path.write_bytes(b"\x00"), ":1:1: the character U+0000 cannot stand in a text file"),
    ],
)
def test_files_that_are_none(capsys: Capture, tmp_path: Path, make: object, said: str) -> None:
    path = tmp_path / "incident.yaml"
    make(path)  # type: ignore[operator]
    told = call(capsys, "rule", path)
    assert (told.code, told.out) == (2, "")
    assert f"{path}" in told.err
    assert said in told.err


def test_the_command_works_as_a_process() -> None:
    told = start("rule", "examples/short-all-in.yaml")
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith("RULING")
    assert start("rule", "-", stdin=STORY.encode()).code == 0


def test_an_error_of_the_engine_is_not_blamed_on_the_incident(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, story: Path
) -> None:
    def decide(*_: object) -> None:
        raise ValueError("no such thing")

    monkeypatch.setattr("engine.ruling.decide", decide)
    told = call(capsys, "rule", story)
    assert told.code == 70
    assert "internal error: ValueError: no such thing" in told.err
