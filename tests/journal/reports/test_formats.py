"""Every format takes every text: markup, formulas, quotes, marks of direction, controls and very long names."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from journal.records import PlayerRecord
from journal.reports.docx import to_docx
from journal.reports.making import KINDS, make
from journal.reports.pages import bar, escaped, fenced, to_html, to_markdown
from journal.reports.pdf import to_pdf
from journal.reports.plain import breakable, line, lines
from journal.reports.setting import FORMATS, set_as
from journal.reports.tongue import LANGUAGES
from tests.journal.reports.made_up import OUT_OF_TURN, PENALTY, ROOT, Paper, spring

HOSTILE = {
    "markup": "<script>alert('x')</script><b>&amp;</b>",
    "markdown": "# 1. *x* _y_ `z` | [a](b) ![c](d) ~~e~~ $f$",
    "jinja": "{{ 7 * 7 }} {% for x in y %} {# c #}",
    "typst": '#eval("1+1") $x^2$ = heading \\ @ref <label> `raw` // comment',
    "formula": '=HYPERLINK("http://example.com";"x") +1-2@SUM(A1)',
    "quotes": "\"double\" 'single' „low“ «guillemets»",
    "direction": "abc\u202etxt.exe\u2066 \u200f\u200e",
    "control": "a\x00b\x07c\x1b[31md\x0be\x85f\ufffeg",
    "xml": "]]></w:t></w:r><w:p/> & <!-- --> <?php ?>",
    "surrogate": "half \ud83d of a pair",
    "astral": "🂡 🃏 𝔄",
    "hebrew": "שלום עולם",
    "combining": "e\u0301\u0323" * 3 + "Z\u0351\u036b\u0343" * 5,
    "breaks": "first\nsecond\r\nthird\u2028fourth",
}
LONG = "Ilgaspavardis" * 400
REPORTS = [(kind, None if kind in KINDS[2:] else 3) for kind in KINDS]


def made(text: str, kind: str, language: str = "en") -> dict[str, Any]:
    """A report on an event in which somebody typed a text wherever something can be typed."""
    paper = Paper()
    event = paper.record._replace(name=text, place=text, organiser=text)
    paper.record = event
    paper.people = [PlayerRecord("17", text, {text: text}, False)]
    paper.incident(OUT_OF_TURN, {"A": text, "B": "17"}, table=text, hand=text, by=text)
    paper.incident(OUT_OF_TURN, {"B": "17"}, table=text, hand=text, by=text)
    paper.kept[3] = paper.kept[3]._replace(text=text.encode("utf-8", "surrogatepass"))
    paper.write("penalty", {**PENALTY, "type": "disqualified-event", "player": "17", "by": text}, 3)
    paper.write("decision", {"accepted": False, "standard": text, "instead": text, "reason": text}, 3, by=text)
    paper.write("protest", {"player": text, "text": text, "filed": text, "received_by": text}, 3)
    paper.write("note", {"text": text}, by=text)
    return make(paper, "spring", kind, language, dict(REPORTS)[kind])


class Tags(HTMLParser):
    """Tags and text of a page; fails on a tag that is closed in the wrong place."""

    VOID = ("meta", "br", "rect")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def parsed(page: str) -> Tags:
    found = Tags()
    found.feed(page)
    found.close()
    assert found.open == []
    return found


def document_text(data: bytes) -> str:
    document = Document(BytesIO(data))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(paragraph.text for paragraph in document.paragraphs), *cells])


def pdf_text(data: bytes, tmp_path: Path) -> str:
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext is not there")
    (tmp_path / "a.pdf").write_bytes(data)
    command = ["pdftotext", "-layout", str(tmp_path / "a.pdf"), "-"]
    return subprocess.run(command, capture_output=True, check=True).stdout.decode("utf-8").replace("\u200b", "")


# -- texts ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_seen_is_shown_by_its_number() -> None:
    assert line("a\u202eb\x00c") == "a[U+202E]b[U+0000]c"
    assert lines("a\r\nb\u2028c") == "a\nb[U+2028]c"
    assert line("a\r\nb\tc") == "a b c"
    assert line("\ud83d") == "\ufffd"
    assert line("שלום é 🂡") == "שלום é 🂡"


def test_a_word_that_no_line_holds_can_be_broken() -> None:
    assert breakable({"a": ["x" * 25], "b": 3, "c": "short words"}) == {
        "a": ["x" * 12 + "\u200b" + "x" * 12 + "\u200bx"], "b": 3, "c": "short words",
    }  # fmt: skip


# -- Markdown -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_markdown_keeps_its_frame(kind: str, name: str) -> None:
    text = to_markdown(made(HOSTILE[name], kind))
    plain = to_markdown(made("Plain", kind))
    frame = re.compile(r"^(#+ |\|(?: -)|---$)", re.MULTILINE)

    def shape(told: str) -> list[str]:
        outside = re.sub(r"^(`{3,})\n.*?^\1$", "", told, flags=re.MULTILINE | re.DOTALL)
        return frame.findall(outside)

    assert shape(text) == shape(plain)
    for row in text.splitlines():
        if row.startswith("| "):
            cells = len(re.findall(r"(?<!\\)\|", row))
            assert cells in {len(re.findall(r"(?<!\\)\|", other)) for other in plain.splitlines()}


@pytest.mark.parametrize(
    ("typed", "safe"),
    [
        ("*a* [b](c)", r"\*a\* \[b\](c)"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("1.5 chips", r"1\.5 chips"),
        ("= head", r"\= head"),
        ("a | b", r"a \| b"),
        ("two\nlines", "two lines"),
        ("17 · Ivan", "17 · Ivan"),
    ],
)
def test_what_markdown_would_read_is_escaped(typed: str, safe: str) -> None:
    assert escaped(typed) == safe


def test_what_was_typed_stands_between_fences_that_it_cannot_close() -> None:
    assert fenced("a\n```\nb") == "````\na\n```\nb\n````"


def test_a_bar_in_letters_is_never_nothing_for_something() -> None:
    assert [len(bar(part)) for part in (0, 1, 500, 1000)] == [0, 1, 10, 20]


# -- HTML -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", KINDS)
def test_html_is_well_formed_and_runs_nothing(kind: str, name: str) -> None:
    found = parsed(to_html(made(HOSTILE[name], kind)))
    tags = {tag for tag, _ in found.seen}
    assert not tags & {"script", "iframe", "object", "link", "img", "b"}
    assert not [name for _, attributes in found.seen for name in attributes if name.startswith("on")]
    assert line(HOSTILE[name]).replace(" ", "") in found.text.replace("\u200b", "").replace(" ", "").replace("\n", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_html_can_be_read_by_a_screen_reader(kind: str, language: str) -> None:
    page = to_html(make(spring(), "spring", kind, language, dict(REPORTS)[kind]))
    found = parsed(page)
    (root,) = (attributes for tag, attributes in found.seen if tag == "html")
    assert root["lang"] == language
    tags = [tag for tag, _ in found.seen]
    assert tags.count("h1") == tags.count("header") == 1
    assert tags.count("table") == tags.count("caption") == tags.count("thead")
    assert all("scope" in attributes for tag, attributes in found.seen if tag == "th")
    assert all(attributes.get("aria-hidden") == "true" for tag, attributes in found.seen if tag == "svg")
    others = {attributes["lang"] for tag, attributes in found.seen if tag == "span" and "lang" in attributes}
    assert others <= {"lt": {"en"}, "bg": {"ru"}}.get(language, set())  # none where the rulebook says all of it
    ids = [attributes["id"] for _, attributes in found.seen if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert not re.findall(r"(?:src|href)=|url\(|@import", page)


# -- PDF ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_pdf_says_what_was_typed(name: str, tmp_path: Path) -> None:
    told = HOSTILE[name]
    data = to_pdf(made(told, "ruling"))
    assert data.startswith(b"%PDF-")
    text = re.sub(r"\s", "", pdf_text(data, tmp_path))
    if name not in ("hebrew", "combining", "astral", "direction"):  # read back in another order, or without a font
        assert re.sub(r"\s", "", line(told)) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_every_language_are_in_the_font(language: str, tmp_path: Path) -> None:
    letters = {"lt": "ĄČĘĖĮŠŲŪŽąčęėįšųūž", "bg": "ЩЪЮЯщъьюя", "ru": "ЁЭЫЖёэыж", "en": "Qq’“”"}[language]
    text = pdf_text(to_pdf(made(letters, "notice", language)), tmp_path)
    assert letters in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_protocol_lies_on_its_side_and_the_others_stand(kind: str) -> None:
    data = to_pdf(make(spring(), "spring", kind, "en", dict(REPORTS)[kind]))
    (width, height), *_ = re.findall(rb"/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+)", data)
    assert (float(width) > float(height)) == (kind == "protocol")


# -- DOCX -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("kind", ["ruling", "disqualification", "protocol"])
def test_docx_says_what_was_typed(kind: str, name: str) -> None:
    text = document_text(to_docx(made(HOSTILE[name], kind)))
    assert line(HOSTILE[name]) in text


def test_docx_keeps_the_lines_of_what_was_typed() -> None:
    paper = spring()
    typed = "game: holdem\nstructure: no-limit\nseats: [A, B\n"  # cannot be read, so it is given as it is
    paper.kept[3] = paper.kept[3]._replace(text=typed.encode())
    text = document_text(to_docx(make(paper, "spring", "ruling", "en", 3)))
    assert "game: holdem\nstructure: no-limit\n" in text


# -- all formats ----------------------------------------------------------------------------------------------------


@cache
def long_name(kind: str) -> dict[str, Any]:
    return made(LONG, kind)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_very_long_name_breaks_nothing(kind: str, format: str) -> None:
    assert len(set_as(long_name(kind), format)) > 1000


def test_a_very_long_name_does_not_run_off_the_page(tmp_path: Path) -> None:
    text = pdf_text(to_pdf(long_name("notice")), tmp_path)
    assert max(map(len, text.splitlines())) < 200


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_report_gives_the_same_bytes(kind: str, format: str) -> None:
    first, second = (make(spring(), "spring", kind, "lt", dict(REPORTS)[kind]) for _ in range(2))
    assert set_as(first, format) == set_as(second, format)


def test_all_formats_say_the_same(tmp_path: Path) -> None:
    report = make(spring(), "spring", "ruling", "en", 3)
    page = html.unescape(re.sub(r"<[^>]+>", "", to_html(report)))
    told = [to_markdown(report).replace("\\", ""), page, document_text(to_docx(report))]
    for text in (*told, pdf_text(to_pdf(report), tmp_path)):
        flat = re.sub(r"[\s\u200b]+", " ", text)
        for sentence in ("B acted out of turn again: he sits out one or two rounds of hands.", "served: 4 of 9"):
            assert sentence in flat


PROGRAM = """
import sys
from tests.journal.reports.made_up import spring
from journal.reports.making import make
from journal.reports.setting import set_as
report = make(spring(), "spring", "ruling", "en", 3)
before = set(sys.modules)
set_as(report, {format!r})
print(*sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize(
    ("format", "needed", "spared"),
    [("pdf", "typst", ("jinja2", "docx", "docxtpl")), ("html", "jinja2", ("typst", "docx", "docxtpl")),
     ("docx", "docxtpl", ("typst",))],
)  # fmt: skip
def test_a_format_imports_only_what_it_needs(format: str, needed: str, spared: tuple[str, ...]) -> None:
    command = [sys.executable, "-c", PROGRAM.format(format=format)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(ROOT)})
    loaded = done.stdout.split()
    assert needed in loaded
    assert not set(spared) & set(loaded)
