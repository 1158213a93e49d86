"""A ruling at the table starts fast: what is not needed is not imported. Modules are counted, not milliseconds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence

import pytest

from tests.cli.running import ROOT

PROGRAM = """
import io, json, sys
from contextlib import redirect_stdout
before = set(sys.modules)
from cli.main import main
with redirect_stdout(io.StringIO()) as out:
    code = main({words!r})
assert (code, bool(out.getvalue())) == (0, True), (code, out.getvalue())
print(json.dumps(sorted(set(sys.modules) - before)))
"""

# Heavy ones that some other command, an extra or a dependency could bring along.
HEAVY = (
    *("jinja2", "jsonschema", "pokerkit", "phevaluator", "hypothesis", "msgspec", "pydantic", "shtab", "rich"),
    *("experta", "frozendict", "schema", "clips", "cffi", "traceback", "logging"),
    *("typing_extensions", "unittest", "importlib.metadata", "email", "asyncio", "decimal", "fractions", "random"),
    *("shutil", "lzma", "bz2", "tempfile", "subprocess", "socket", "ssl", "xml", "http", "ctypes", "_hashlib"),
)
# What only faults, checks and other commands need.
LATE = (
    *("difflib", "argparse", "unicodedata", "importlib.resources", "cli.arguments", "cli.faults"),
    *(
        "cli.regulations",
        "cli.casefolders",
        "explain.layers",
        "explain.markdown",
        "explain.schema",
        "facts.schema",
        "facts.writer",
    ),
    *("knowledge.reading", "knowledge.rulereading", "knowledge.checking", "knowledge.assembly", "knowledge.casefiles"),
    *("engine.casework", "engine.layers", "engine.showdown", "facts.hands", "facts.cards"),
    *("z3", "check", "say", "knowledge.explained"),
    *("yaml", "facts.nodebuilder", "multiprocessing", "json", "csv", "calendar"),
    *("facts.addresses", "facts.story", "facts.disputes", "engine.disputes", "engine.search", "engine.plain_matcher"),
    *("explain.disputes", "explain.verbs", "explain.proof", "explain.refusal", "explain.compare"),
)


def imported(words: Sequence[str]) -> list[str]:
    """What a call imports, with a warm cache."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", PROGRAM.format(words=list(words))]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)
    return found


def among(modules: Sequence[str], names: Sequence[str]) -> list[str]:
    """The modules that are one of some names or lie below one; the C part of clipspy calls itself so."""
    return [
        module
        for module in modules
        if module != "clips._clips" and any(module == name or module.startswith(name + ".") for name in names)
    ]


@pytest.fixture(scope="module")
def ruling() -> list[str]:
    """What a plain text ruling imports. (The first call may have to compile the rulebook.)"""
    return min((imported(["rule", "examples/short-all-in.yaml"]) for _ in range(3)), key=len)


def test_a_plain_ruling_imports_nothing_heavy(ruling: list[str]) -> None:
    assert among(ruling, HEAVY) == []


def test_a_plain_ruling_imports_nothing_that_it_does_not_need(ruling: list[str]) -> None:
    assert among(ruling, LATE) == []


def test_a_story_in_shorthand_imports_no_more_than_reading_it_takes(ruling: list[str]) -> None:
    words = ["say", "NL 100/200, flop pot 600; A bets 300; B all in 450; C to act; hole cards exposed by dealer"]
    more = min((imported(words) for _ in range(2)), key=len)
    assert among(more, HEAVY) == []
    new = {name for name in set(more) - set(ruling) if name.partition(".")[0] != "say"}
    assert new <= {"cli.say", "cli.saying", "bisect", "_bisect"}, sorted(new)


def test_a_ruling_with_options_imports_an_argument_parser_and_little_else(ruling: list[str]) -> None:
    words = ["rule", "examples/short-all-in.yaml", "--lang", "en", "--width", "100"]
    more = min((imported(words) for _ in range(2)), key=len)
    new = set(more) - set(ruling)
    allowed = {"argparse", "gettext", "locale", "_locale", "errno", "cli"}
    assert {name.partition(".")[0] for name in new} <= allowed, sorted(new)


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["rulebook", "--help"]])
def test_help_and_version_import_no_room_but_the_command_line(words: list[str]) -> None:
    modules = imported(words)
    assert among(modules, ("facts", "knowledge", "engine", "explain", "yaml", "experta", "shutil", "typing")) == []


def test_the_version_needs_next_to_nothing() -> None:
    assert imported(["--version"]) == ["__future__", "cli", "cli.codes", "cli.commands", "cli.main", "cli.version"]
