"""A run: broken off and gone on with, on one process or two, kept in a file that is whole or not there."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from facts.reader import read_incident
from soak import __main__ as command
from soak import running, state
from soak.__main__ import main
from soak.examining import Wrong
from soak.progress import clock, summary
from soak.running import BLOCK, run
from soak.state import Plan, State, Unreadable, load, save
from soak.stories import story

PLAN = Plan(3, ("reference",), (), "code")
COUNT = 3 * BLOCK - 5


def plain(of: State) -> State:
    """The state without what hangs on the clock."""
    return of._replace(seconds=0.0)


@pytest.fixture(scope="module")
def whole() -> State:
    """The state after a run that nothing disturbed."""
    return plain(run(State(PLAN), COUNT, 1, None))


def test_a_run_counts_every_story_once(whole: State) -> None:
    assert whole.next == COUNT
    assert {title: sum(told.values()) for title, told in whole.counts.items()} == dict.fromkeys(
        ("status", "kind", "book"), COUNT
    )
    assert whole.counts["kind"] == _kinds(COUNT)


def _kinds(count: int) -> dict[str, int]:
    kinds = [story(PLAN.seed, number).kind for number in range(count)]
    return {kind: kinds.count(kind) for kind in kinds}


@pytest.mark.parametrize("blocks", [1, 2])
def test_a_run_that_is_broken_off_goes_on_and_counts_nothing_twice(tmp_path: Path, whole: State, blocks: int) -> None:
    path = tmp_path / "run" / "state.json"

    def break_off(now: State) -> None:
        if now.next == blocks * BLOCK:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(State(PLAN), COUNT, 1, path, break_off)
    kept = load(path)
    assert kept is not None
    assert kept.next == blocks * BLOCK
    assert plain(run(kept, COUNT, 1, path)) == whole
    assert plain(load(path) or State(PLAN)) == whole


def test_two_processes_give_what_one_gives(whole: State) -> None:
    assert plain(run(State(PLAN), COUNT, 2, None)) == whole


def test_a_longer_run_goes_on_from_a_shorter_one(whole: State) -> None:
    short = run(State(PLAN), BLOCK, 1, None)
    assert plain(run(short, COUNT, 1, None)) == whole


def test_a_run_ends_when_enough_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Wrong(3, 0, "bfsp", "engines", "a and b", "seats: [A]\n")

    def found(first: int, end: int, *_: object) -> running.Block:
        return running.Block(end, {}, {}, {}, (wrong,))

    monkeypatch.setattr(running, "examined", found)
    ended = run(State(PLAN), 1000 * BLOCK, 1, None)
    assert len(ended.wrong) == running.ENOUGH
    assert ended.next == running.ENOUGH * BLOCK


def test_a_state_reads_back(tmp_path: Path) -> None:
    told = State(PLAN, 40, 1.5, {"status": {"determined": 40}}, (Wrong(3, 7, "tda", "names", "x", "seats: [A]\n"),))
    save(tmp_path / "state.json", told)
    assert load(tmp_path / "state.json") == told
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"version": 1}', '{"version": 2}', '{"version": 1, "plan": 3}'])
def test_a_state_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match=r"no state|another version"):
        load(path)


def test_a_state_that_cannot_be_put_in_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.json"
    save(path, State(PLAN, 20))

    def full(*_: object, **__: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(state.json, "dump", full)
    with pytest.raises(OSError, match="no space"):
        save(path, State(PLAN, 40))
    assert load(path) == State(PLAN, 20)


# -- the command ------------------------------------------------------------------------------------------------------

FEW = ("--engines", "reference", "--properties", "none", "--seed", "3")


def soaked(folder: Path, *more: str) -> int:
    return main([*FEW, "--folder", str(folder), *more])


def test_the_command_tells_what_was_ruled_and_then_has_nothing_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soaked(tmp_path, "--count", "5") == 0
    told = capsys.readouterr().out
    assert "5 stories of seed 3" in told
    assert "a second" in told
    assert told.splitlines()[-1] == "nothing wrong"
    assert soaked(tmp_path, "--count", "5") == 0
    assert "nothing to do: 5 stories are done already" in capsys.readouterr().out


def test_another_run_is_not_mixed_with_the_one_that_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert soaked(tmp_path, "--count", "2") == 0
    assert soaked(tmp_path, "--count", "2", "--seed", "4") == 2
    assert "another run (its seed); --fresh begins anew" in capsys.readouterr().err
    assert soaked(tmp_path, "--count", "2", "--seed", "4", "--fresh") == 0


def test_what_was_found_with_other_rules_counts_for_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert soaked(tmp_path, "--count", "2") == 0
    monkeypatch.setattr(command, "fingerprint", lambda: "other")
    assert soaked(tmp_path, "--count", "4") == 2
    assert "the code or a rulebook" in capsys.readouterr().err


def test_breaking_off_says_how_far_it_came(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(now: State, count: int, jobs: int, path: Path, step: object) -> State:
        save(path, now._replace(next=7))
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run", interrupted)
    assert soaked(tmp_path, "--count", "20") == 130
    assert "broken off after 7 stories" in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_ends_by_either_signal_and_keeps_what_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    before = signal.getsignal(number)

    def struck(first: int, end: int, *_: Any) -> running.Block:
        if first:
            signal.raise_signal(number)
        return running.Block(end, {}, {}, {}, ())

    monkeypatch.setattr(running, "examined", struck)
    assert soaked(tmp_path, "--count", str(3 * BLOCK)) == 130
    assert f"broken off after {BLOCK} stories" in capsys.readouterr().out
    assert signal.getsignal(number) is before


def test_what_is_wrong_is_kept_as_a_file_that_can_be_looked_at_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = (
        "rulebook: tda\nstructure: no-limit\nstreet: flop\nseats: [A, B]\nstakes: {bb: 100}\nactions:\n  - A: check\n"
    )
    wrong = Wrong(3, 11, "tda", "engines", "one 'a', other 'b'", told)
    monkeypatch.setattr(command, "run", lambda now, *_: now._replace(next=20, wrong=(wrong,)))
    assert soaked(tmp_path, "--count", "20") == 1
    out = capsys.readouterr().out
    assert "WRONG story 11 under tda, engines: one 'a', other 'b'" in out
    kept = tmp_path / "seed3-11-engines.yaml"
    assert f"kept as {kept}" in out
    assert read_incident(kept.read_text(encoding="utf-8")).rulebook == "tda"
    assert main(["--engines", "reference", "--replay", str(kept)]) == 0
    assert f"{kept}: nothing wrong under tda" in capsys.readouterr().out


def test_a_story_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seed", "3", "--show", "4"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("# story 4 of seed 3: ")
    assert read_incident(told).rulebook == story(3, 4).book


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--engines", "expert"], "there is no engine 'expert' (did you mean experta?)"),
        (["--properties", "name,keys"], "there is no property 'name'"),
        (["--count", "0"], "'0' is no number from 1 on"),
        (["--jobs", "two"], "'two' is no number from 1 on"),
        (["--seed", "-1"], "no whole number"),
        (["--replay", "nowhere.yaml"], "nowhere.yaml"),
    ],
)
def test_bad_input_ends_with_what_is_wrong(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert said in capsys.readouterr().err


def test_a_file_that_is_no_state_is_refused_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "state.json").write_text("{", encoding="utf-8")
    assert soaked(tmp_path, "--count", "2") == 2
    assert "--fresh begins anew" in capsys.readouterr().err


@pytest.mark.parametrize(("seconds", "told"), [(0.2, "0:00"), (61, "1:01"), (3725, "1:02:05")])
def test_clock(seconds: float, told: str) -> None:
    assert clock(seconds) == told


def test_a_summary_of_nothing_says_so() -> None:
    assert list(summary(State(PLAN)))[-1] == "nothing wrong"


def test_the_state_is_plain_json(tmp_path: Path) -> None:
    save(tmp_path / "state.json", State(PLAN, 20))
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["next"] == 20
