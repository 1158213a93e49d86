"""The entry point: commands, help, exit codes, and terminals of every kind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from cli import main as entry
from cli import output
from cli.commands import TREE, function_of, is_group
from cli.main import main
from cli.output import language_of, prepared, terminal_width, wants_colour
from cli.words import FILES, FOLDER, counted, texts
from tests.cli.running import EXAMPLE, ROOT, STORY, call, start, write

Capture = pytest.CaptureFixture[str]


def commands() -> list[tuple[str, ...]]:
    """Every command with its words."""
    found: list[tuple[str, ...]] = []
    for word, told in TREE.items():
        entry: Any = told
        found += [(word, below) for below in entry[1]] if is_group(entry) else [(word,)]
    return found


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_every_command_has_help_with_examples(capsys: Capture, words: tuple[str, ...]) -> None:
    told = call(capsys, *words, "--help")
    name = " ".join(("floorcall", *words))
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"usage: {name} ")
    assert f"\n  {name}" in told.out.partition("examples:")[2]
    assert told.out.isascii()
    assert max(map(len, told.out.splitlines())) <= 120


@pytest.mark.parametrize("words", [(), ("rulebook",), ("cases",)])
def test_help_of_a_group_lists_its_commands(capsys: Capture, words: tuple[str, ...]) -> None:
    for option in ("-h", "--help"):
        told = call(capsys, *words, option)
        assert (told.code, told.err) == (0, "")
        assert all(f"    {below[len(words)]}" in told.out for below in commands() if below[: len(words)] == words)
    told = call(capsys, *words)
    assert (told.code, told.out) == (2, "")
    assert "usage: floorcall" in told.err


def test_the_help_names_every_exit_code(capsys: Capture) -> None:
    told = call(capsys, "--help").out
    assert re.findall(r"^  (\d+) ", told, re.MULTILINE) == ["0", "1", "2", "3", "70", "130", "141"]


def test_the_version_is_that_of_the_package(capsys: Capture) -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert call(capsys, "--version").out == f"floorcall {version}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ruel"], "floorcall: command 'ruel' is not known (did you mean rule?)"),
        (["--versoin"], "floorcall: option '--versoin' is not known"),
        (["rulebook", "shwo"], "floorcall rulebook: command 'shwo' is not known (did you mean show?)"),
        (["rulebook", "--lang"], "floorcall rulebook: option '--lang' is not known"),
        (["rule"], "floorcall rule: the following arguments are required: FILE"),
        (["rule", "x", "--lang", "de"], "floorcall rule: argument --lang: 'de' is not known (one of bg, en, lt, ru)"),
        (["rule", "x", "--format", "jsn"], "argument --format: 'jsn' is not known (did you mean json?)"),
        (["rule", "x", "--audience", "jugde"], "argument --audience: 'jugde' is not known (did you mean judge?)"),
        (["rule", "x", "--width", "3"], "argument --width: '3' is not a whole number of 20 or more"),
        (["rule", "x", "--width", "³"], "argument --width: '³' is not a whole number of 20 or more"),
        (["rule", "x", "--form", "json"], "unrecognized arguments: --form json"),
        (["schema", "incidnet"], "'incidnet' is not known (did you mean incident?)"),
        (["completion", "tcsh"], "'tcsh' is not known"),
    ],
)
def test_what_is_not_understood(capsys: Capture, words: list[str], said: str) -> None:
    told = call(capsys, *words)
    assert (told.code, told.out) == (2, "")
    assert said in told.err
    assert "--help tells more." in told.err
    assert "Traceback" not in told.err


# -- exit codes -----------------------------------------------------------------------------------------------------


def broken(error: BaseException) -> Any:
    """A command that fails."""

    def run(*_: Any) -> int:
        raise error

    return lambda command, suffix="": run


def test_an_error_of_ours_is_one_sentence(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "function_of", broken(RuntimeError("the sky fell")))
    told = call(capsys, "rule", "x")
    assert told.code == 70
    assert told.err.startswith("floorcall: internal error: RuntimeError: the sky fell in run (test_main.py:")
    assert told.err.count("\n") == 1
    monkeypatch.setenv("FLOORCALL_DEBUG", "1")
    assert "Traceback (most recent call last)" in call(capsys, "rule", "x").err


def test_an_interrupted_command(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entry, "function_of", broken(KeyboardInterrupt()))
    assert call(capsys, "rule", "x") == (130, "", "floorcall: interrupted\n")


def test_main_takes_the_arguments_of_the_process(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["floorcall", "--version"])
    assert main() == 0
    assert capsys.readouterr().out.startswith("floorcall ")


@pytest.mark.parametrize("words", [["rule", str(EXAMPLE)], ["--help"], ["rulebook", "show", "bfsp"]])
def test_nobody_complains_when_the_reader_goes_away(words: list[str]) -> None:
    command = [sys.executable, "-m", "cli.main", *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
def test_output_that_cannot_be_written() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "cli.main", "rule", str(EXAMPLE)]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 70
    assert done.stderr.startswith("floorcall: internal error: OSError: ")
    assert done.stderr.count("\n") == 1


def test_without_any_output_the_command_still_ends_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["rule", str(EXAMPLE)]) == 0
    assert main(["rule", "nowhere.yaml"]) == 2
    assert main(["--help"]) == 0


# -- terminals ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "ru_BY.UTF-8"}, "ru"),
        ({"LANG": "ru_RU", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "ru_RU.KOI8-R"}, "ru"),
        ({"LANG": "ru_RU", "LC_ALL": "C"}, "en"),
        ({"LANG": "ru_RU", "LC_ALL": ""}, "ru"),
        ({"LANG": "lt_LT"}, "en"),
    ],
)
def test_the_language_of_a_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


class Terminal:
    """A stream that says it is one."""

    encoding = "utf-8"
    errors = "strict"

    def isatty(self) -> bool:
        """Always."""
        return True

    def fileno(self) -> int:
        """A number that no terminal has."""
        return 10**6


@pytest.mark.parametrize(
    ("wish", "environment", "coloured"),
    [
        ("auto", {}, True),
        ("auto", {"NO_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": ""}, True),
        ("auto", {"TERM": "dumb"}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {}, False),
    ],
)
def test_when_there_are_colours(
    monkeypatch: pytest.MonkeyPatch, wish: str, environment: dict[str, str], coloured: bool
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(Terminal(), wish) is coloured  # type: ignore[arg-type]
    assert wants_colour(None, "auto") is False


def test_a_pipe_gets_no_colours_unless_they_are_wished(capsys: Capture) -> None:
    assert "\x1b[" not in call(capsys, "rule", EXAMPLE).out
    assert "\x1b[" in call(capsys, "rule", EXAMPLE, "--colour", "always").out


def test_the_width_of_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    assert terminal_width(None) == terminal_width(Terminal()) == 80  # type: ignore[arg-type]
    monkeypatch.setattr(os, "get_terminal_size", lambda number: os.terminal_size((132, 50)))
    assert terminal_width(Terminal()) == 132  # type: ignore[arg-type]
    for told, width in (("64", 64), ("0", 132), ("wide", 132), ("4", 20)):
        monkeypatch.setenv("COLUMNS", told)
        assert terminal_width(Terminal()) == width  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "koi8-r"},
    ],
)
def test_any_terminal_can_be_written_to(environment: dict[str, str]) -> None:
    told = start("rule", EXAMPLE, "--lang", "ru", **environment)
    assert (told.code, told.err) == (0, "")
    assert start("rule", EXAMPLE, "--lang", "ru", "--format", "json", **environment).data["language"] == "ru"


def test_russian_comes_out_as_utf8_in_the_plain_locale() -> None:
    assert start("rule", EXAMPLE, "--lang", "ru", LC_ALL="C").out.startswith("РЕШЕНИЕ")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    write(tmp_path, name, STORY.replace("flop", "flopp"))
    told = start("rule", name, cwd=tmp_path)
    assert told.code == 2
    assert ":3:9: street: 'flopp' is not known" in told.err
    write(tmp_path, name, STORY)
    assert start("rule", name, name, cwd=tmp_path).code == 0


def test_a_stream_that_is_strict_is_made_patient() -> None:
    class Strict(Terminal):
        def reconfigure(self, errors: str) -> None:
            self.errors = errors

    stream: Any = Strict()
    assert prepared(stream).errors == "surrogateescape"
    stream.encoding, stream.errors = "koi8-r", "strict"
    assert prepared(stream).errors == "replace"
    stream.errors = "xmlcharrefreplace"
    assert prepared(stream).errors == "xmlcharrefreplace"


def test_a_closed_stream_is_no_terminal() -> None:
    with open(os.devnull, encoding="utf-8") as stream:
        pass
    assert not output.is_terminal(stream)


# -- words ----------------------------------------------------------------------------------------------------------


def test_every_word_is_there_in_the_languages_of_its_commands() -> None:
    assert sorted(path.stem for path in Path(FOLDER).iterdir()) == sorted(FILES)
    for file in FILES:
        spoken = {"en", "ru"} if file in ("answers", "checks") else {"en", "ru", "lt", "bg"}
        for group, entries in texts(file).items():
            assert all(set(entry) == spoken and all(entry.values()) for entry in entries.values()), (file, group)
    nouns = texts("answers")["counted"].values()
    assert all(len(forms["en"]) == 2 and len(forms["ru"]) == 3 for forms in nouns)


def test_a_text_has_the_same_values_in_every_language() -> None:
    for file in FILES:
        for name, told_in in texts(file)[file].items():
            placed = {frozenset(re.findall(r"\{\w*\}", told)) for told in told_in.values()}
            assert len(placed) == 1, (file, name)


@pytest.mark.parametrize(
    ("number", "english", "russian"),
    [
        (0, "clauses", "пунктов"),
        (1, "clause", "пункт"),
        (2, "clauses", "пункта"),
        (5, "clauses", "пунктов"),
        (11, "clauses", "пунктов"),
        (14, "clauses", "пунктов"),
        (21, "clauses", "пункт"),
        (113, "clauses", "пунктов"),
    ],
)
def test_counted_nouns(number: int, english: str, russian: str) -> None:
    assert counted(number, "clause", "en") == f"{number} {english}"
    assert counted(number, "clause", "ru") == f"{number} {russian}"


def test_every_command_can_be_found() -> None:
    for words in commands():
        told: Any = TREE[words[0]]
        command = told[1][words[1]] if is_group(told) else told
        assert callable(function_of(command))
        assert callable(function_of(command, "_arguments"))
