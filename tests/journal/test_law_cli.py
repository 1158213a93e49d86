"""The commands for penalties, protests and replay: what they print, what they refuse, and their contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from journal.contract import log_schema
from tests.cli.running import ROOT, Answer, call

EARLY = ROOT / "examples" / "penalties" / "early-bet.yaml"
LEAVES = ROOT / "examples" / "penalties" / "leaves-early.yaml"
FORM = ("--decided-by", "head-judge", "--written", "yes", "--gives-reason", "yes", "--through", "head-judge")


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Any:
    """Calls ``floorcall log`` on a journal in which player 17 was warned (4) and then sits out rounds (6)."""
    file = tmp_path / "journal.sqlite"

    def log(*words: object, code: int = 0) -> Answer:
        told = call(capsys, "log", *words, "--database", file)
        assert told.code == code, told.out + told.err
        return told

    log("new-event", "spring", "--name", "Spring", "--rulebook", "bfsp", "--time-zone", "UTC", "--at", "2026-11-01")
    log("player", "spring", "17", "--name", "Ivan")
    log("add", "spring", EARLY, "--players", "C=17", "--at", "2026-11-01T12:00")
    log("add", "spring", LEAVES, "--players", "A=17", "--at", "2026-11-01T13:00")
    return log


def valid(told: Answer) -> Any:
    """The JSON of an answer, held against the contract."""
    jsonschema.validate(told.data, log_schema())
    return told.data


def protest(log: Any, *words: object) -> Answer:
    """Files a protest of player 17 against his second penalty."""
    at = () if "--at" in words else ("--at", "2026-11-01T14:00")
    return log("protest", "spring", "--against", 6, "--player", 17, "--text", "no", *at, *words)


def test_a_sanction_escalates_by_history(log: Any) -> None:
    told = valid(log("show", "spring", 5, "--format", "json"))
    (line,) = [one for one in told["body"]["rulings"]["ru"]["reasoning"] if "второй раз" in one["text"]]
    assert "запись журнала 3, BFSP 7.1.12" in line["text"]
    assert told["entry"]["data"]["occasions"]["counted"][0]["entries"] == [[3, ["7.1.12"]]]


def test_open_penalties_then_served_then_none(log: Any) -> None:
    assert "open: 8 of 8 hands left" in log("penalties", "spring").out
    log("served", "spring", 6, "--hands", 8)
    told = log("penalties", "spring").out
    assert told == "No penalty is open in spring.\nNot shown, for nothing is left of them: 2. --all shows them.\n"
    assert "served" in log("penalties", "spring", "--all").out


def test_nothing_to_tell_is_told(log: Any) -> None:
    log("new-event", "empty", "--name", "Empty")
    assert log("penalties", "empty").out == "No penalty was given in empty.\n"
    assert log("protest", "empty").out.startswith("No protest was filed in empty.\n")
    assert log("replay", "empty").out == "empty has no incident to rule again.\n"


def test_penalties_as_json(log: Any) -> None:
    told = valid(log("penalties", "spring", "--format", "json"))
    assert [(p["entry"], p["state"], p["left"]) for p in told["penalties"]] == [(4, "given", 0), (6, "open", 8)]
    assert valid(log("served", "spring", 6, "--hands", 1, "--format", "json"))["entries"][0]["kind"] == "served"
    assert valid(log("penalties", "spring", "--player", 3, "--format", "json"))["penalties"] == []


def test_too_many_hands_are_refused_and_nothing_is_written(log: Any) -> None:
    told = log("served", "spring", 6, "--hands", 9, code=2)
    assert told.err == "spring: only 8 hands of the penalty in entry 6 are left, 9 are too many\n"
    assert "8 of 8" in log("penalties", "spring").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("lift", "spring", 4, "--how", "forgotten", "--reason", "x"), "'forgotten' is not known"),
        (("served", "spring", 99, "--hands", 1), "has no entry 99"),
        (("lift", "spring", 1, "--how", "forgiven", "--reason", "x"), "entry 1 is no penalty: its kind is opened"),
        (("penalties", "sprnig"), "did you mean spring?"),
        (("protest", "spring", "--against", 6), "who protests is not told"),
        (("protest", "spring", "--text", "x"), "which protest this is about is not told"),
        (("protest", "spring", "--decide", "upheld"), "which protest is decided is not told"),
        (("protest", "spring", "--entry", 6), "nothing is added to the protest"),
        (("protest", "spring", "--entry", 6, "--written", "yes"), "entry 6 is no protest: its kind is penalty"),
        (("protest", "spring", "--entry", 6, "--written", "maybe"), "'maybe' is not known"),
        (("protest", "spring", "--entry", 6, "--decided-by", "judgge"), "did you mean judge?"),
        (("protest", "spring", "--now", "yesterday"), "--now yesterday: this is no time"),
        (("replay", "spring", "--rulebook", "bfps"), "did you mean bfsp?"),
    ],
)
def test_what_is_refused(log: Any, words: tuple[Any, ...], said: str) -> None:
    told = log(*words, code=2).err
    assert said in told
    assert "Traceback" not in told


def test_all_faults_of_a_protest_at_once(log: Any) -> None:
    told = log("protest", "spring", "--against", 6, "--entry", 4, code=2).err
    assert "either filed" in told
    assert "who protests is not told" in told
    assert "what the protest says is not told" in told


def test_a_protest_from_filing_to_its_decision(log: Any) -> None:
    told = protest(log).out
    assert "To be told: Is the protest in writing?" in told
    assert "log protest spring --entry 7 adds the answers." in told
    assert "the protest is admissible" in log("protest", "spring", "--entry", 7, *FORM).out
    log("protest", "spring", "--entry", 7, "--received", "2026-11-05", "--received-by", "the federation")
    told = log("protest", "spring", "--now", "2026-12-05").out
    assert "received 2026-11-05, to be decided by 2026-12-05, day 30 of 30 (7.3.4)" in told
    assert "LATE" not in told
    assert "LATE" in log("protest", "spring", "--now", "2026-12-06").out
    log("protest", "spring", "--entry", 7, "--decide", "upheld", "--text", "he was in turn", "--by", "the federation")
    assert "overturned" in log("penalties", "spring", "--all").out
    assert "decided; upheld, the federation, he was in turn" in log("protest", "spring").out


def test_protests_as_json(log: Any) -> None:
    assert valid(protest(log, *FORM, "--format", "json"))["entries"][0]["kind"] == "protest"
    (found,) = valid(log("protest", "spring", "--now", "2026-12-01", "--format", "json"))["protests"]
    assert (found["state"], found["allowed"], found["clauses"]) == ("unsent", True, ["7.3.1"])
    log("protest", "spring", "--entry", 7, "--decide", "rejected")
    (found,) = valid(log("protest", "spring", "--format", "json"))["protests"]
    assert found["decision"]["outcome"] == "rejected"


def test_a_protest_after_the_end_is_recorded_and_inadmissible(log: Any) -> None:
    log("close", "spring", "--at", "2026-11-01T20:00")
    told = protest(log, *FORM, "--at", "2026-11-02T09:00").out
    assert "The event was over when 17 handed it in: too late." in told
    assert "7.3.2" in told
    assert "inadmissible" in log("protest", "spring").out
    assert "was closed before, in entry 7" in log("close", "spring", code=2).err


def test_a_replay_gives_the_same_and_another_rulebook_what_differs(log: Any) -> None:
    assert log("replay", "spring").out == "Ruled again: 2. All came out the same.\n"
    told = valid(log("replay", "spring", "--rulebook", "tda", "--format", "json"))
    assert told["counts"]["differs"] == 2
    assert told["rulings"][0]["clauses_then"][0] == "7.1.12"
    assert "differ" in log("replay", "spring", "--rulebook", "tda").out


def test_a_replay_that_does_not_come_out_the_same_fails(log: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import journal.replay as replay

    real = replay.told_in

    def otherwise(ruling: Any, languages: Any) -> Any:
        return {language: told | {"status": "conflict"} for language, told in real(ruling, languages).items()}

    monkeypatch.setattr(replay, "told_in", otherwise)
    told = log("replay", "spring", code=1).out
    assert "Ruled again: 2. The same: 0" in told


def test_in_russian_too(log: Any) -> None:
    protest(log, *FORM)
    assert "не отбыто: осталось раздач: 8 из 8" in log("penalties", "spring", "--lang", "ru").out
    assert "протест принимается" in log("protest", "spring", "--lang", "ru").out
    assert "другое решение" in log("replay", "spring", "--rulebook", "tda", "--lang", "ru").out


def test_a_name_that_breaks_terminals_breaks_nothing(log: Any) -> None:
    log("player", "spring", "17", "--name", "\x1b[31mIvan\u202e\n=1+1")
    told = log("penalties", "spring").out
    assert "\x1b" not in told
    assert "\u202e" not in told


@pytest.mark.parametrize("name", ["penalties", "served", "lift", "protest", "close", "replay"])
def test_every_command_has_help_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = call(capsys, "log", name, "--help")
    assert told.code == 0
    assert f"floorcall log {name} spring-open" in told.out


def test_a_story_whose_question_was_answered_is_replayed(
    log: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """The journal keeps the story with the answer: what was typed alone would ask again."""
    monkeypatch.setattr("cli.say.is_terminal", lambda stream: True)
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    story = "NL 100/200 flop; A bets 300; B raises 900; C to act"
    file = log("events", "--format", "json").data["database"]
    assert call(capsys, "say", story, "--log", "spring", "--database", file).code == 0
    assert log("replay", "spring").out == "Ruled again: 3. All came out the same.\n"
    kept = valid(log("show", "spring", 7, "--format", "json"))
    assert "900" in kept["body"]["text"]
    assert kept["body"]["text"] != story


def test_every_example_is_replayed(log: Any) -> None:
    """Hands in PHH, disputed facts and every other notation come out the same, and can be held against other books."""
    files = sorted(p for p in (ROOT / "examples").glob("**/*") if p.suffix in (".yaml", ".phh") and _is_story(p))
    log("new-event", "all", "--name", "All")
    log("add", "all", *files)
    told = valid(log("replay", "all", "--format", "json"))
    assert told["counts"]["same"] == told["incidents"] == len(files) > 20
    told = valid(log("replay", "all", "--rulebook", "club", "--format", "json"))
    assert told["counts"]["unreadable"] == 0
    assert all(one["then"] or one["now"] for one in told["rulings"] if one["state"] == "differs")


def _is_story(path: Path) -> bool:
    return path.parent.name in ("examples", "disputed", "penalties")
