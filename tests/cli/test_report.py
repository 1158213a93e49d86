"""``floorcall report``: what comes out, where it goes, and what is said when it cannot be made."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from cli import progress, report
from journal.reports import making, setting, tongue
from tests.cli.running import call, start
from tests.journal.reports.made_up import kept, spring


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "spring.sqlite"
    kept(spring(), path)
    return path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database: Path) -> Path:
    """An empty folder to write to; the journal is that of the made-up event."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FLOORCALL_DATABASE", str(database))
    monkeypatch.delenv("FLOORCALL_TEMPLATES", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def test_the_words_of_the_command_are_those_of_the_room() -> None:
    assert report.KINDS == making.KINDS
    assert report.FORMATS == setting.FORMATS
    assert report.LANGUAGES == tongue.LANGUAGES


@pytest.mark.parametrize(("format", "first"), [("markdown", "# Ruling report"), ("html", "<!DOCTYPE html>")])
def test_text_comes_out_on_the_screen(capsys: pytest.CaptureFixture[str], here: Path, format: str, first: str) -> None:
    answer = call(capsys, "report", "ruling", "spring", "--entry", 6, "--format", format)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(first)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(("format", "first"), [("pdf", b"%PDF-"), ("docx", b"PK")])
def test_a_document_goes_to_a_file_that_is_told(
    capsys: pytest.CaptureFixture[str], here: Path, format: str, first: bytes
) -> None:
    answer = call(capsys, "report", "ruling", "spring", "--entry", 7, "--lang", "lt", "--format", format)
    assert (answer.code, answer.out) == (0, f"spring-ruling-7.lt.{format}\n")
    (file,) = here.iterdir()
    assert file.name == answer.out.strip()
    assert file.read_bytes().startswith(first)


def test_a_file_of_ones_own_takes_any_format(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    answer = call(capsys, "report", "protocol", "spring", "--out", "p.md")
    assert answer.out == "p.md\n"
    assert (here / "p.md").read_text(encoding="utf-8").startswith("# Protocol of the event")


def test_a_dash_is_standard_output(database: Path) -> None:
    answer = start(
        "report", "notice", "spring", "--entry", "8", "--format", "pdf", "--out", "-", FLOORCALL_DATABASE=str(database)
    )
    assert answer.code == 0
    assert answer.out.startswith("%PDF-")


@pytest.mark.parametrize(
    ("terminal", "title"),
    [("lt_LT.UTF-8", "# Turnyro statistika"), ("bg_BG", "# Статистика на турнира"), ("fr_FR", "# Statistics of"),
     ("ru_RU.UTF-8", "# Статистика соревнования")],
)  # fmt: skip
def test_the_language_is_that_of_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, terminal: str, title: str
) -> None:
    monkeypatch.setenv("LC_ALL", terminal)
    assert call(capsys, "report", "statistics", "spring").out.startswith(title)


# -- nothing is half written ----------------------------------------------------------------------------------------


def test_a_template_that_fails_leaves_the_old_report_in_place(capsys: pytest.CaptureFixture[str], here: Path) -> None:
    house = here / "house"
    house.mkdir()
    (house / "ruling.html.j2").write_text("one\n{{ report.titel }}", encoding="utf-8")
    (here / "r.html").write_text("the old one", encoding="utf-8")
    words = ("report", "ruling", "spring", "--entry", 7, "--format", "html", "--out", "r.html")
    answer = call(capsys, *words, "--templates", "house")
    assert answer.code == 2
    assert answer.err.startswith("house/ruling.html.j2:2:1: the template fails: ")
    assert (here / "r.html").read_text(encoding="utf-8") == "the old one"
    assert sorted(path.name for path in here.iterdir()) == ["house", "r.html"]


def test_a_disk_that_is_full_leaves_the_old_report_in_place(
    capsys: pytest.CaptureFixture[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "r.md").write_text("the old one", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(setting.os, "fsync", full)
    answer = call(capsys, "report", "ruling", "spring", "--entry", 7, "--out", "r.md")
    assert (answer.code, answer.err) == (2, "r.md: it cannot be written: No space left on device\n")
    assert [path.read_text(encoding="utf-8") for path in here.iterdir()] == ["the old one"]


@pytest.mark.parametrize("place", ["nowhere/r.pdf", ".", "a\x00b"])
def test_a_place_that_cannot_be_written_is_a_fault(capsys: pytest.CaptureFixture[str], here: Path, place: str) -> None:
    answer = call(capsys, "report", "ruling", "spring", "--entry", 7, "--format", "pdf", "--out", place)
    assert answer.code == 2
    assert "it cannot be written" in answer.err
    assert list(here.iterdir()) == []


def test_the_name_of_an_event_makes_no_path() -> None:
    assert setting.name_of({"name": "../a b/c:ü"}, "pdf") == "_a_b_c_ü.pdf"


# -- faults ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rulin", "spring"), "'rulin' is not known (did you mean ruling?)"),
        (("ruling", "sprin"), "there is no event sprin in the journal (did you mean spring?)"),
        (("ruling", "spring"), "which one is not said (--entry N: "),
        (("ruling", "spring", "--entry", "0"), "'0' is not a whole number of 1 or more"),
        (("ruling", "spring", "--entry", "999"), "entry 999 is not in the journal"),
        (("ruling", "spring", "--lang", "lv"), "'lv' is not known"),
        (("ruling", "spring", "--format", "pd"), "'pd' is not known (did you mean pdf?)"),
        (("ruling", "spring", "--templates", "none"), "the folder of templates is not there"),
        (("ruling", "spring", "--database", "none.sqlite"), "there is no journal"),
    ],
)
def test_what_is_not_understood_is_said(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    answer = call(capsys, "report", *words)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err


@pytest.mark.parametrize(
    ("package", "format"), [("typst", "pdf"), ("docxtpl", "docx"), ("jinja2", "html"), ("babel", "markdown")]
)
def test_a_package_that_is_missing_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, package: str, format: str
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    answer = call(capsys, "report", "ruling", "spring", "--entry", 7, "--format", format)
    assert (answer.code, answer.out) == (2, "")
    assert f"needs {package}" in answer.err
    assert "pip install 'floorcall[journal]'" in answer.err
    assert answer.err.count("\n") == 1


def test_an_event_without_a_disqualification_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    paper = spring()
    del paper.found[7:]
    kept(paper, tmp_path / "a.sqlite")
    answer = call(capsys, "report", "disqualification", "spring", "--database", tmp_path / "a.sqlite")
    assert answer.code == 0
    assert "None." in answer.out


# -- progress -------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_who_has_to_wait_sees_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_PATIENCE", -1)
    bar = progress.Bar()
    bar.tick(20, 40)
    bar.tick(40, 40)
    bar.last()
    bar.clear()
    assert shown.getvalue().split("\r")[1:4] == [
        f"[{'#' * 15}{' ' * 15}] 20/40", f"[{'#' * 30}] 40/40", f"[{'#' * 30}] 40/40 …",
    ]  # fmt: skip
    assert shown.getvalue().endswith("\r")


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_PATIENCE", -1)
    bar = progress.Bar()
    bar.tick(20, 20)
    bar.last()
    bar.clear()
    assert shown.getvalue() == ""
