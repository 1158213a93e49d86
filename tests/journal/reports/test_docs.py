"""docs/reports.md: its commands run one after another, on a journal of their own."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from cli.main import main
from explain.texts import nearest
from journal.reports.blocks import bars, items, pairs, sign, table, text, verbatim
from journal.reports.making import KINDS
from journal.reports.tongue import LANGUAGES, Tongue

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples in which everything that the page shows was done."""
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / "examples", folder / "examples")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("FLOORCALL_DATABASE", "journal.sqlite")
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.delenv("FLOORCALL_TEMPLATES", raising=False)
        lines = [line[2:] for block in BLOCK.findall(TEXT) for line in block.splitlines() if line.startswith("$ ")]
        for line in lines:
            assert main(shlex.split(line)[1:]) == 0, line
    return folder


def test_the_commands_run_in_their_order_and_leave_what_the_page_says(out: Path) -> None:
    files = {path.name for path in out.iterdir() if path.is_file() and not path.name.startswith("journal")}
    assert files == {
        *("spring-ruling-3.lt.pdf", "notice.html", "spring-protocol.ru.docx", "statistics.html"),
        "spring-protocol.en.pdf",
    }


def test_the_templates_of_the_house_are_used(
    out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(out)
    monkeypatch.setenv("FLOORCALL_DATABASE", "journal.sqlite")
    monkeypatch.setenv("FLOORCALL_TEMPLATES", "examples/house-reports")
    assert main(["report", "ruling", "spring", "--entry", "3", "--format", "html"]) == 0
    page = capsys.readouterr().out
    assert '<p class="house">Poker club' in page
    assert "Facts found" in page
    assert main(["report", "notice", "spring", "--entry", "3", "--lang", "en"]) == 0
    notice = capsys.readouterr().out
    assert notice.startswith("**17 · Jonas Žukauskas**")
    assert "Why" not in notice


def test_the_page_tells_every_report_and_the_order_of_the_languages() -> None:
    assert re.findall(r"^\| `(\w+)` \| ", TEXT.partition("## Languages")[0], re.MULTILINE) == list(KINDS)
    english = {key: Tongue("en").text(f"language.{key}") for key in LANGUAGES}
    for language in LANGUAGES:
        assert f"| {english[language]} | {', '.join(english[other] for other in nearest(language))} |" in TEXT


def test_the_page_tells_every_block() -> None:
    said = {"text": "", "lang": ""}
    made = [text(said), pairs([]), items([]), table("", [], []), bars("", [], []), verbatim(""), sign([])]  # type: ignore[typeddict-item]
    for block in made:
        assert f"`{block['block']}`" in TEXT
