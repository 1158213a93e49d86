"""The templates of a house: used where they are there, in a sandbox, and named with their line where they fail."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from docx import Document

from facts.faults import Faults
from journal.reports import docxtemplate, house
from journal.reports.making import make
from journal.reports.setting import FORMATS, set_as
from tests.journal.reports.made_up import spring

Write = Callable[[str, str], Path]


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    return make(spring(), "spring", "ruling", "en", 3)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a template and gives the folder of the house."""

    def written(name: str, text: str) -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return written


def fault(report: dict[str, Any], format: str, folder: Path) -> str:
    with pytest.raises(Faults) as found:
        set_as(report, format, folder)
    (only,) = found.value.faults
    return f"{Path(only.file).name}:{only.line}: {only.message}"


@pytest.mark.parametrize("format", ["markdown", "html"])
@pytest.mark.parametrize("name", ["ruling", "report"])
def test_a_template_of_the_house_is_used(report: dict[str, Any], write: Write, name: str, format: str) -> None:
    ending = {"markdown": "md", "html": "html"}[format]
    folder = write(f"{name}.{ending}.j2", "House: {{ report.sheets[0].subtitle }}")
    assert set_as(report, format, folder).decode().strip() == "House: Spring Open 2027"


def test_the_one_for_the_kind_goes_before_the_one_for_all(report: dict[str, Any], write: Write) -> None:
    write("report.md.j2", "all")
    assert set_as(report, "markdown", write("ruling.md.j2", "ruling")).decode() == "ruling\n"
    assert set_as({**report, "kind": "notice"}, "markdown", write("ruling.md.j2", "ruling")).decode() == "all\n"


def test_a_format_without_a_template_of_the_house_is_set_as_ever(report: dict[str, Any], write: Write) -> None:
    folder = write("ruling.md.j2", "ruling")
    assert set_as(report, "html", folder) == set_as(report, "html")


def test_a_template_can_extend_the_one_of_the_same_name_that_it_steps_in_for(
    report: dict[str, Any], write: Write
) -> None:
    text = '{% extends "floorcall/report.html.j2" %}{% block title %}Club & Co{% endblock %}'
    page = set_as(report, "html", write("report.html.j2", text)).decode()
    assert "<title>Club & Co</title>" in page
    assert "B acted out of turn" in page


def test_the_house_sets_a_pdf_by_its_own_document(report: dict[str, Any], write: Write) -> None:
    folder = write("ruling.typ", "#let data = json(bytes(sys.inputs.report))\n#set page(width: 5cm)\n#data.title")
    data = set_as(report, "pdf", folder)
    assert data.startswith(b"%PDF-")
    assert data != set_as(report, "pdf")


def test_a_document_of_the_house_can_use_the_parts_of_floorcall(report: dict[str, Any], write: Write) -> None:
    text = (
        '#import "@local/floorcall:1.0.0": report\n#show "Ruling": "Verdict"\n#report(json(bytes(sys.inputs.report)))'
    )
    assert set_as(report, "pdf", write("report.typ", text)).startswith(b"%PDF-")


def test_the_house_sets_a_docx_by_its_own_document(report: dict[str, Any], tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("House: {{ report.sheets[0].subtitle }}")
    document.save(str(tmp_path / "ruling.docx"))
    found = Document(BytesIO(set_as(report, "docx", tmp_path)))
    assert [paragraph.text for paragraph in found.paragraphs] == ["House: Spring Open 2027"]


def test_the_document_that_is_written_out_for_a_house_gives_the_same_report(
    report: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "report.docx").write_bytes(docxtemplate.build("en"))
    own, house_made = (Document(BytesIO(set_as(report, "docx", folder))) for folder in (None, tmp_path))
    assert [p.text for p in own.paragraphs] == [p.text for p in house_made.paragraphs]


# -- what fails -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("one\n{{ report.titel }}", 2, "has no attribute 'titel'"),
        ("one\ntwo\n{% if %}", 3, "Expected an expression"),
        ("{% for x in report.sheets %}\n{{ 1 // 0 }}{% endfor %}", 2, "ZeroDivisionError"),
        ('{% include "nowhere.j2" %}', 1, "nowhere.j2"),
        ("\n{{ missing }}", 2, "'missing' is undefined"),
        ("{{ report | nofilter }}", 1, "No filter named 'nofilter'"),
    ],
)
@pytest.mark.parametrize("ending", ["md", "html"])
def test_a_template_that_fails_is_named_with_its_line(
    report: dict[str, Any], write: Write, text: str, place: int, said: str, ending: str
) -> None:
    folder = write(f"ruling.{ending}.j2", text)
    told = fault(report, {"md": "markdown"}.get(ending, ending), folder)
    assert told.startswith(f"ruling.{ending}.j2:{place}: the template fails: ")
    assert said in told


@pytest.mark.parametrize(
    "text",
    [
        "{{ report.__class__.__mro__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ report.update({'title': 'x'}) }}",
        "{{ report.sheets.append(1) }}",
        "{{ cycler.__init__.__globals__.os.system('true') }}",
        "{{ '{0.__class__}'.format(report) }}",
        "{% for n in range(10000000) %}{% endfor %}",
    ],
)
@pytest.mark.parametrize("format", ["markdown", "html", "docx"])
def test_the_sandbox_lets_nothing_out(report: dict[str, Any], tmp_path: Path, text: str, format: str) -> None:
    before = repr(report)
    if format == "docx":
        document = Document()
        document.add_paragraph(text)
        document.save(str(tmp_path / "ruling.docx"))
    else:
        ending = {"markdown": "md", "html": "html"}[format]
        (tmp_path / f"ruling.{ending}.j2").write_text(text, encoding="utf-8")
    assert "the template fails" in fault(report, format, tmp_path)
    assert repr(report) == before


def test_a_template_cannot_read_a_file_outside_its_folder(report: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    folder = tmp_path / "house"
    folder.mkdir()
    (folder / "ruling.md.j2").write_text('{% include "../secret.txt" %}', encoding="utf-8")
    (folder / "ruling.typ").write_text('#read("../secret.txt")', encoding="utf-8")
    assert "secret.txt" in fault(report, "markdown", folder)
    assert fault(report, "pdf", folder).startswith("ruling.typ:1:")


def test_a_typst_document_that_fails_is_named_with_its_line(report: dict[str, Any], write: Write) -> None:
    told = fault(report, "pdf", write("ruling.typ", "one\n\n#nothing-there"))
    assert told == "ruling.typ:3: the template fails: unknown variable: nothing-there"


def test_a_docx_that_fails_tells_the_text_around_the_place(report: dict[str, Any], tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Before {{ report.titel }} after")
    document.save(str(tmp_path / "ruling.docx"))
    told = fault(report, "docx", tmp_path)
    assert told.startswith("ruling.docx:")
    assert "titel" in told


@pytest.mark.parametrize(("name", "format"), [("ruling.docx", "docx"), ("ruling.md.j2", "markdown")])
def test_a_template_that_is_no_text_or_no_document_is_named(
    report: dict[str, Any], tmp_path: Path, name: str, format: str
) -> None:
    (tmp_path / name).write_bytes(b"\xff\xfe\x00 not what it should be")
    assert fault(report, format, tmp_path).startswith(f"{name}:")


# -- where it is ----------------------------------------------------------------------------------------------------


def test_the_folder_is_that_of_the_option_else_of_the_variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(house.VARIABLE, raising=False)
    assert house.folder_of(None) is None
    monkeypatch.setenv(house.VARIABLE, str(tmp_path))
    assert house.folder_of(None) == tmp_path
    assert house.folder_of(os.curdir) == Path(os.curdir)
    with pytest.raises(Faults, match="the folder of templates is not there"):
        house.folder_of(str(tmp_path / "none"))


def test_every_format_has_a_template_of_its_own_in_the_package() -> None:
    assert set(FORMATS) == {"markdown", "html", "pdf", "docx"}
    assert {path.name for path in house.OWN.glob("report.*")} == {"report.md.j2", "report.html.j2", "report.typ"}
