"""The commands that docs/soak.md shows are commands."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from soak import __main__ as command
from soak import exceptions
from soak.properties import PROPERTIES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "soak.md").read_text(encoding="utf-8")
SHOWN = [line[2:].partition("  #")[0].strip() for line in PAGE.splitlines() if line.startswith("$ ")]


def test_commands_are_shown() -> None:
    assert len(SHOWN) >= 4


@pytest.mark.parametrize("shown", SHOWN)
def test_a_command_that_is_shown_is_one(shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(shown)
    if words[0] == "make":  # it is not carried out, only what it would do is looked at
        done = subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        words = shlex.split(next(line for line in done.splitlines() if "-m soak" in line))
    arguments = words[words.index("soak") + 1 :]
    if arguments == ["--help"]:
        with pytest.raises(SystemExit) as ended:
            command.main(arguments)
        assert ended.value.code == 0
        assert "examples:" in capsys.readouterr().out
    else:
        assert command._parser().parse_args(arguments).count


def test_make_hands_its_numbers_on() -> None:
    shown = next(line for line in SHOWN if "SEED=" in line)
    done = subprocess.run(["make", "-n", *shlex.split(shown)[1:]], cwd=ROOT, capture_output=True, text=True, check=True)
    line = next(line for line in done.stdout.splitlines() if "-m soak" in line)
    told = command._parser().parse_args(shlex.split(line)[3:])
    assert (told.count, told.seed, told.jobs, told.properties) == (5000, 7, 2, ())


def test_the_page_tells_every_property_and_no_other() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(PROPERTIES)


def test_every_exception_has_a_reason() -> None:
    assert all(len(reason) > 20 for reason in exceptions.ANOTHER_STORY.values())
