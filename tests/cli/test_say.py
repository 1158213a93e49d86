"""floorcall say: a story typed in a line, shown back, asked about, ruled on, written down."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest

from facts.reader import load_incident, read_incident
from facts.writer import unplaced
from tests.cli.running import EXAMPLE, OVERLAY, ROOT, Stdin, call, write

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

STORY = "NL 100/200, flop pot 600; A bets 300; B all in 450; C to act"
DOUBTFUL = "NL 100/200 flop; A bets 300; B raises 900"


def test_a_story_is_shown_back_and_then_ruled_on(capsys: Capture) -> None:
    told = call(capsys, "say", STORY)
    assert (told.code, told.err) == (0, "")
    shown, ruling = told.out.split("RULING")
    assert "B: all-in, 450 in front" in shown
    assert "as nobody listed them: A, B, C" in shown
    assert "counts as a call" in ruling


def test_words_need_no_quotes(capsys: Capture) -> None:
    assert call(capsys, "say", *STORY.replace(";", ".").split()).out == call(capsys, "say", STORY).out


def test_it_speaks_russian(capsys: Capture) -> None:
    told = call(capsys, "say", "НЛ 100/200, флоп; А ставит 300; Б молча 1х500", "--lang", "ru")
    assert told.code == 0
    assert told.out.startswith("ПОНЯТО")
    assert "Б: молчит, ставит 1x500" in told.out


def test_the_ruling_is_that_of_rule(capsys: Capture, tmp_path: Path) -> None:
    text = call(capsys, "say", STORY, "--to", "yaml").out
    file = write(tmp_path, "story.yaml", text)
    ruled = call(capsys, "rule", file)
    assert call(capsys, "say", STORY).out.endswith(ruled.out)


def test_options_of_rule_are_taken(capsys: Capture) -> None:
    player = call(capsys, "say", STORY, "--audience", "player", "--rulebook", "tda")
    assert player.code == 0
    assert player.out != call(capsys, "say", STORY).out
    reading = call(capsys, "say", STORY, "--reading", "4.9.8.p4.e1=to-full")
    assert "raise to at least 600" in reading.out
    assert call(capsys, "say", STORY, "--format", "markdown").out.startswith("## Understood\n\n- ")


def test_a_story_may_name_its_rulebook(capsys: Capture) -> None:
    assert "TDA" in call(capsys, "say", f"rulebook tda; {STORY}").out
    assert call(capsys, "say", f'rulebook "{OVERLAY}"; {STORY}').code == 0


# -- questions and faults -------------------------------------------------------------------------------------------


def test_over_a_pipe_a_question_is_printed_with_its_spellings(capsys: Capture) -> None:
    told = call(capsys, "say", DOUBTFUL)
    assert told.code == 2
    assert "RULING" not in told.out
    assert "B: raise" in told.out
    place, line, mark, *rest = told.err.splitlines()
    assert place == "<say>:1:39: raised to 900 or by 900?"
    assert line.endswith(DOUBTFUL)
    assert line[mark.index("^") :] == "900"
    assert [part.strip() for part in rest[:2]] == [
        "write: to 900  (900 in all)",
        "write: by 900  (900 more, 1200 in all)",
    ]
    assert rest[-1] == DOUBTFUL


def test_faults_are_marked_and_the_text_is_printed_back_whole(capsys: Capture) -> None:
    told = call(capsys, "say", "flop; A bets 300;\nB raisse 900; gibberisch")
    assert told.code == 2
    assert "<say>:2:3: not understood: raisse 900 (did you mean raise?)" in told.err
    assert "<say>:2:15: not understood: gibberisch" in told.err
    assert told.err.endswith("As typed:\nflop; A bets 300;\nB raisse 900; gibberisch\n")


def test_questions_and_faults_in_json(capsys: Capture) -> None:
    asked = call(capsys, "say", DOUBTFUL, "--format", "json")
    assert asked.code == 2
    (question,) = asked.data["questions"]
    assert [answer["spelling"] for answer in question["answers"]] == ["to 900", "by 900"]
    assert call(capsys, "say", question["answers"][1]["text"]).code == 0
    assert (asked.data["typed"], asked.data["incident"], asked.data["ruling"]) == (DOUBTFUL, None, None)
    assert call(capsys, "say", "gibberisch", "--format", "json").data["faults"][0]["column"] == 1


def test_json_has_the_incident_and_the_ruling(capsys: Capture) -> None:
    data = call(capsys, "say", STORY, "--format", "json").data
    jsonschema.validate(data["incident"], call(capsys, "schema", "incident").data)
    jsonschema.validate(data["ruling"], call(capsys, "schema", "ruling").data)
    assert data["understood"][-1] == {"typed": "C to act", "says": "C is to act", "line": 1, "column": 53}


@pytest.fixture
def at_a_terminal(monkeypatch: Patch) -> Iterator[list[str]]:
    """Somebody sits there and types what the list holds."""
    answers: list[str] = []

    def typed(prompt: str = "") -> str:
        print(prompt, end="")
        if not answers:
            raise EOFError
        return answers.pop(0)

    monkeypatch.setattr("cli.say.is_terminal", lambda stream: True)
    monkeypatch.setattr(builtins, "input", typed)
    return answers


@pytest.mark.parametrize(("answer", "total"), [("1", 900), ("2", 1200), ("to 1000", 1000)])
def test_on_a_terminal_it_is_asked(capsys: Capture, at_a_terminal: list[str], answer: str, total: int) -> None:
    at_a_terminal.append(answer)
    told = call(capsys, "say", DOUBTFUL)
    assert told.code == 0
    assert "1  to 900  (900 in all)" in told.out
    assert f"B: raise, {total} in front" in told.out


def test_one_question_after_another(capsys: Capture, at_a_terminal: list[str]) -> None:
    at_a_terminal += ["1", "2"]
    told = call(capsys, "say", "NL 100/200 flop; A bets 300; B raises 900; C 2x1000 says raise")
    assert told.code == 0
    assert "says “raise” with the chips" in told.out


@pytest.mark.parametrize("answers", [[], [""]])
def test_who_gives_up_keeps_what_he_typed(capsys: Capture, at_a_terminal: list[str], answers: list[str]) -> None:
    at_a_terminal += answers
    told = call(capsys, "say", DOUBTFUL)
    assert told.code == 2
    assert told.err.endswith(f"As typed:\n{DOUBTFUL}\n")


# -- files ----------------------------------------------------------------------------------------------------------


def test_a_story_from_a_file_or_from_standard_input(capsys: Capture, tmp_path: Path, monkeypatch: Patch) -> None:
    file = write(tmp_path, "story.txt", STORY.replace("; ", "\n") + "\n")
    expected = call(capsys, "say", STORY).out.partition("RULING")[2]
    assert call(capsys, "say", file).out.endswith(expected)
    assert call(capsys, "say", "--from", file).out.endswith(expected)
    monkeypatch.setattr(sys, "stdin", Stdin(STORY.encode()))
    assert call(capsys, "say", "-").out.endswith(expected)


def test_faults_in_a_file_name_it(capsys: Capture, tmp_path: Path, monkeypatch: Patch) -> None:
    write(tmp_path, "story.txt", "flop\ngibberisch\n")
    monkeypatch.chdir(tmp_path)
    assert call(capsys, "say", "story.txt").err.startswith("story.txt:2:1: not understood: gibberisch")


def test_an_incident_is_written_as_yaml_and_json(capsys: Capture) -> None:
    as_yaml = call(capsys, "say", STORY, "--to", "yaml")
    assert "UNDERSTOOD" in as_yaml.err
    as_json = call(capsys, "say", STORY, "--to", "json")
    assert as_json.data["stakes"] == {"sb": 100, "bb": 200}
    told = [unplaced(read_incident(answer.out)) for answer in (as_yaml, as_json)]
    assert told[0] == told[1]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_example_is_written_back_as_shorthand(capsys: Capture, tmp_path: Path, language: str) -> None:
    examples = sorted((ROOT / "examples").glob("*.yaml"))
    assert len(examples) > 15
    for example in examples:
        told = call(capsys, "say", "--from", example, "--to", "shorthand", "--lang", language)
        assert (told.code, told.err) == (0, ""), told.out
        back = call(capsys, "say", told.out, "--to", "yaml")
        assert back.code == 0, told.out
        assert unplaced(read_incident(back.out)) == unplaced(load_incident(example))


def test_what_shorthand_cannot_say_is_named(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "far.yaml", "stakes: {sb: 1, bb: 2}\nseats: [A, B]\nactions: [{A: bet 4000000}]\n")
    told = call(capsys, "say", "--from", file, "--to", "shorthand")
    assert told.code == 1
    assert "A bets 4000000" in told.out
    assert told.err.startswith("shorthand has no words for: ")


def test_out_writes_a_new_file_and_leaves_an_old_one_alone(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "kept.yaml"
    told = call(capsys, "say", STORY, "--out", file)
    assert told.code == 0
    assert "RULING" in told.out
    assert load_incident(file).pot == 600
    again = call(capsys, "say", "flop; A checks", "--out", file)
    assert again.code == 2
    assert "this file is there already" in again.err
    assert load_incident(file).pot == 600
    quiet = call(capsys, "say", STORY, "--to", "shorthand", "--out", tmp_path / "kept.txt")
    assert (quiet.code, quiet.out) == (0, "")
    assert call(capsys, "say", tmp_path / "kept.txt").code == 0
    assert call(capsys, "say", STORY, "--out", tmp_path / "no" / "folder.yaml").code == 2


def test_an_incident_file_is_ruled_on_too(capsys: Capture) -> None:
    assert call(capsys, "say", "--from", EXAMPLE).out == call(capsys, "rule", EXAMPLE).out


@pytest.mark.parametrize("words", [[], ["flop; A checks", "--from", "x.txt"], ["--from", "missing.yaml"]])
def test_nothing_to_read_is_said(capsys: Capture, words: list[str]) -> None:
    told = call(capsys, "say", *words)
    assert told.code == 2
    assert told.err


def test_cards_that_make_no_hand_are_a_fault(capsys: Capture) -> None:
    told = call(capsys, "say", "holdem showdown, board Ah Kh Qh Jh Th; A holds 2c 2d 3c; B holds 4c 4d")
    assert (told.code, "Traceback" in told.err) == (2, False)
    assert "hands" in told.err
