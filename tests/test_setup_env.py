"""tools/setup_env.py: when the local environment is left alone, brought up to date, or built anew."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from tools import setup_env
from tools.setup_env import Stamp, found, main, wanted


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone in a path with a space, with a finished environment of level ``run`` that stands on this Python."""
    folder = tmp_path / "a clone"
    (folder / "tools").mkdir(parents=True)
    for name in setup_env.INPUTS:
        (folder / name).write_text('project.optional-dependencies = {test = ["pytest"], bench = ["one", "other"]}\n')
    (folder / ".venv/bin").mkdir(parents=True)
    (folder / ".venv/bin/floorcall").touch()
    monkeypatch.setattr(setup_env, "python_of", lambda root: sys.executable)
    write(folder, wanted(folder, "run"))
    return folder


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a set-up would have done, instead of doing it."""
    done: list[str] = []
    monkeypatch.setattr(setup_env, "create", lambda root: done.append("create"))
    monkeypatch.setattr(setup_env, "pip", lambda root, *what: done.append(what[-1]))
    return done


def write(root: Path, stamp: Stamp) -> None:
    """Leave this stamp in the environment."""
    setup_env.stamp_file(root).write_text(json.dumps(asdict(stamp)))


def test_a_fitting_environment_is_left_alone(clone: Path, steps: list[str]) -> None:
    assert main(["run"], clone) == 0
    assert steps == []


def test_a_missing_environment_is_built(clone: Path, steps: list[str]) -> None:
    setup_env.stamp_file(clone).unlink()
    assert main(["test"], clone) == 0
    assert steps == ["create", "setuptools", ".", "pytest"]
    assert found(clone) == wanted(clone, "test")


def test_what_the_tests_need_is_added_to_what_is_there(clone: Path, steps: list[str]) -> None:
    assert main(["test"], clone) == 0
    assert steps == ["pytest"]


def test_what_the_benchmarks_compare_with_comes_on_top(clone: Path, steps: list[str]) -> None:
    assert main(["bench"], clone) == 0
    assert steps == ["pytest", "one", "other"]
    assert main(["test"], clone) == 0
    assert steps == ["pytest", "one", "other"]
    assert found(clone) == wanted(clone, "bench")


def test_a_program_that_cannot_be_installed_is_left_out_and_tried_again(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tried: list[str] = []

    def pip(root: Path, *what: str) -> None:
        tried.append(what[-1])
        if what[-1] == "one":
            raise setup_env.SetupFailed("no compiler")

    monkeypatch.setattr(setup_env, "pip", pip)
    assert main(["bench"], clone) == 0
    assert "one cannot be installed here" in capsys.readouterr().err
    assert found(clone) == wanted(clone, "test")
    assert main(["bench"], clone) == 0
    assert tried == ["pytest", "one", "other"] * 2


def test_an_environment_for_tests_serves_a_run(clone: Path, steps: list[str]) -> None:
    write(clone, wanted(clone, "test"))
    assert main(["run"], clone) == 0
    assert steps == []


@pytest.mark.parametrize("name", setup_env.INPUTS)
def test_a_changed_input_brings_it_up_to_date_at_its_level(clone: Path, steps: list[str], name: str) -> None:
    write(clone, wanted(clone, "test"))
    (clone / name).write_text((clone / name).read_text() + "# changed\n")
    assert main(["run"], clone) == 0
    assert steps == ["setuptools", ".", "pytest"]
    assert found(clone) == wanted(clone, "test")


def test_a_new_date_alone_changes_nothing(clone: Path, steps: list[str]) -> None:
    (clone / "pyproject.toml").touch()
    assert main(["run"], clone) == 0
    assert steps == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"inputs": "x"}'])
def test_a_broken_stamp_means_building_anew(clone: Path, steps: list[str], text: str) -> None:
    setup_env.stamp_file(clone).write_text(text)
    assert main(["run"], clone) == 0
    assert steps == ["create", "setuptools", "."]


@pytest.mark.parametrize("left", ["nothing", "a file", "a dangling link", "a folder"])
def test_whatever_stands_in_the_way_is_cleared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str) -> None:
    target = tmp_path / ".venv"
    if left == "a file":
        target.touch()
    elif left == "a dangling link":
        target.symlink_to(tmp_path / "gone")
    elif left == "a folder":
        (target / "bin").mkdir(parents=True)
    monkeypatch.setattr(setup_env, "run", lambda root, *command: 0)
    setup_env.create(tmp_path)
    assert not target.exists()
    assert not target.is_symlink()


def test_a_moved_clone_is_built_anew(clone: Path, steps: list[str]) -> None:
    moved = clone.rename(clone.with_name("moved"))
    assert main(["run"], moved) == 0
    assert steps[0] == "create"


def test_an_environment_whose_python_is_gone_is_built_anew(
    clone: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_env, "python_of", lambda root: str(clone / "gone"))
    assert main(["run"], clone) == 0
    assert steps[0] == "create"


def test_an_environment_without_its_command_is_built_anew(clone: Path, steps: list[str]) -> None:
    (clone / ".venv/bin/floorcall").unlink()
    assert main(["run"], clone) == 0
    assert steps[0] == "create"


def test_another_python_counts_only_when_it_was_named(clone: Path, steps: list[str]) -> None:
    write(clone, replace(wanted(clone, "run"), python="3.0"))
    assert main(["run"], clone) == 0
    assert steps == []
    assert main(["run", "--exact"], clone) == 0
    assert steps[0] == "create"


def test_a_failed_set_up_leaves_no_stamp_and_says_why(
    clone: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(root: Path, *what: str) -> None:
        raise setup_env.SetupFailed("no network")

    monkeypatch.setattr(setup_env, "pip", fail)
    assert main(["test"], clone) == 1
    assert "no network" in capsys.readouterr().err
    assert found(clone) is None
