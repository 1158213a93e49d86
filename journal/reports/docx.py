"""A report as DOCX, filled in by docxtpl; the same report gives the same bytes."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from journal.reports import house
from journal.reports.pages import environment


def to_docx(report: dict[str, Any], folder: Path | None = None) -> bytes:
    """The report as DOCX. ``folder``: the templates of a house. Raises Faults that name a template and the place."""
    from docxtpl import DocxTemplate
    from jinja2 import TemplateError

    from journal.reports.docxtemplate import build

    own = house.chosen(folder, report["kind"], "docx")
    name = own or "report.docx"
    try:
        document = DocxTemplate(BytesIO(own.read_bytes() if own else build(report["language"])))
        document.render({"report": report}, environment(folder, "docx"), autoescape=True)
        _described(document, report)
        stream = BytesIO()
        document.save(stream)
    except TemplateError as error:
        message = f"{error.message or type(error).__name__}{_near(error)}"
        house.failed(name, getattr(error, "lineno", None) or 0, message)
    except Exception as error:  # no DOCX at all, or an expression that fails
        house.failed(name, 0, f"{type(error).__name__}: {error}{_near(error)}")
    return _dated(stream.getvalue(), datetime.fromtimestamp(report["at"], UTC))


def _near(error: BaseException) -> str:
    """The text around the place of a fault, where docxtpl knows it: a document has no lines."""
    import re

    near = [re.sub(r"<[^>]*>", "", str(part)).strip() for part in getattr(error, "docx_context", None) or ()]
    told = " … ".join(part for part in near if part)
    return f", near: {told[:200]}" if told else ""


def _described(document: Any, report: dict[str, Any]) -> None:
    """Title, language and date of the document."""
    properties = document.docx.core_properties
    at = datetime.fromtimestamp(report["at"], UTC).replace(tzinfo=None)
    subtitle = report["sheets"][0]["subtitle"]
    properties.title = f"{report['title']} – {subtitle}"[:250] if subtitle else report["title"]
    properties.language = report["language"]
    properties.author = properties.last_modified_by = "floorcall"
    properties.comments = ""
    properties.created = properties.modified = at


def _dated(data: bytes, at: datetime) -> bytes:
    """The same archive with one date for all its files."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    stream = BytesIO()
    when = (max(1980, at.year), at.month, at.day, at.hour, at.minute, at.second)
    with ZipFile(BytesIO(data)) as old, ZipFile(stream, "w", ZIP_DEFLATED) as new:
        for found in old.infolist():
            new.writestr(ZipInfo(found.filename, when), old.read(found.filename), ZIP_DEFLATED)
    return stream.getvalue()
