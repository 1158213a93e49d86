"""A report as DOCX, filled in by docxtpl; the same report gives the same bytes."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

from journal.reports import house
from journal.reports.pages import environment

_TAG = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_TWIPS = 567  # a centimetre
_LETTER = 0.23  # of 10.5 points, in centimetres
_SHORT = 14  # letters that a column holds on one line; a label may be longer
_LABEL = 26
_LONGEST = 60  # letters beyond which a column gets no wider


def to_docx(report: dict[str, Any], folder: Path | None = None) -> bytes:
    """The report as DOCX. ``folder``: the templates of a house. Raises Faults that name a template and the place."""
    from docxtpl import DocxTemplate
    from jinja2 import TemplateError

    from journal.reports.docxtemplate import build

    own = house.chosen(folder, report["kind"], "docx")
    name = own or "report.docx"
    try:
        document = DocxTemplate(BytesIO(own.read_bytes() if own else build(report["language"], report["wide"])))
        document.render({"report": report}, environment(folder, "docx"), autoescape=True)
        _described(document, report)
        if own is None:
            for table in document.docx.element.body.iter(_TAG + "tbl"):
                _proportioned(table, 29.7 if report["wide"] else 21)
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


def _proportioned(table: Any, page: float) -> None:
    """Gives each column of a table the width that its content asks for. ``page``: the width of the page in centimetres.

    A word processor could do so itself, but those that only show a document share the width out evenly.
    """
    from journal.reports.docxtemplate import MARGIN

    rows = [list(row.iterchildren(_TAG + "tc")) for row in table.iterchildren(_TAG + "tr")]
    most = [0] * max((len(row) for row in rows), default=0)
    for row in rows:
        for n, cell in enumerate(row):
            lines = (sum(len(part.text or "") for part in line.iter(_TAG + "t")) for line in cell.iter(_TAG + "p"))
            most[n] = max(most[n], min(max(lines, default=0), _LONGEST))
    whole = page - 2 * MARGIN
    short = _LABEL if len(most) == 2 else _SHORT
    fixed = {n: 0.5 + letters * _LETTER for n, letters in enumerate(most) if letters <= short}
    if len(fixed) == len(most):
        fixed.pop(len(most) - 1, None)  # somebody has to take the rest
    rest = {n: letters**0.5 for n, letters in enumerate(most) if n not in fixed}
    left, parts = max(whole - sum(fixed.values()), 1.0), sum(rest.values()) or 1.0
    widths = [round(_TWIPS * (fixed[n] if n in fixed else left * rest[n] / parts)) for n in range(len(most))]
    for column, width in zip(table.iter(_TAG + "gridCol"), widths, strict=False):
        column.set(_TAG + "w", str(width))
    for row in rows:
        for cell, width in zip(row, widths, strict=False):
            for told in cell.iter(_TAG + "tcW"):
                told.set(_TAG + "w", str(width))
                told.set(_TAG + "type", "dxa")


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
