"""Every command shown in README and docs runs, and README shows real output."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import floorcall
from cli.main import main
from facts.yamlnodes import Collector, compose

ROOT = Path(__file__).parents[1]
# Commands that build on each other or write files: tests/test_house_rules.py, tests/cli/test_quizexport.py and
# tests/cli/test_quizdocs.py run them.
STEPS = ("house-rules.md", "quiz-exports.md", "training.md")
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[tuple[str, str]]:
    return [
        (page.name, text)
        for page in PAGES
        for name, text in BLOCK.findall(page.read_text(encoding="utf-8"))
        if name == language
    ]


def commands() -> list[str]:
    lines = [line for page, text in blocks("console") if page not in STEPS for line in text.splitlines()]
    found = [line[2:].partition("  #")[0].strip() for line in lines if line.startswith("$ floorcall ")]
    # what reads from a pipe or writes completion files is tested with the command line
    return sorted({line for line in found if not set(line) & set("|<>")})


@pytest.mark.parametrize("command", commands())
def test_a_command_that_is_shown_runs(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[1:]) == 0, capsys.readouterr().err


def test_the_first_example_of_the_readme_is_what_comes_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "78")
    assert main(["rule", "examples/short-all-in.yaml", "--lang", "en", "--width", "78"]) == 0
    shown = next(text for name, text in blocks("console") if name == "README.md")
    assert shown.partition("\n")[2].rstrip() == capsys.readouterr().out.rstrip()


def test_the_example_file_is_shown_as_it_is() -> None:
    shown = next(text for name, text in blocks("yaml") if name == "README.md")
    told = (ROOT / "examples" / "short-all-in.yaml").read_text(encoding="utf-8")
    lines = [line for line in told.splitlines() if not line.startswith("#")]
    assert [line for line in shown.splitlines() if not line.startswith("#")] == lines


def test_the_readme_tells_the_rulebooks_with_their_clauses_as_they_are() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| `(\w+)` .*\| (\d+) of (\d+) \|$", text, re.MULTILINE)
    found = {}
    for name in floorcall.rulebooks():
        clauses = floorcall.load_rulebook(name).clauses.values()
        found[name] = (sum(clause.status == "encoded" for clause in clauses), len(clauses))
    assert {name: (int(encoded), int(whole)) for name, encoded, whole in told} == found


def test_the_program_of_the_readme_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = (text for name, text in blocks("python") if name == "README.md")
    exec(program, {"floorcall": floorcall})
    assert "'as': 'call'" in capsys.readouterr().out


@pytest.mark.parametrize(("page", "text"), blocks("yaml"))
def test_yaml_that_is_shown_is_yaml(page: str, text: str) -> None:
    collector = Collector(page)
    assert compose(text.replace("…", "x"), collector) is not None, collector.faults


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in target or (page.parent / target).exists(), f"{page.name}: {target}"
