"""A report set in a format, and put where it belongs: all of it or nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from facts.faults import Fault, Faults

TEXT = ("markdown", "html")
FORMATS = (*TEXT, "pdf", "docx")
"""The formats of a report; the first ones are text."""

ENDINGS = {"markdown": "md", "html": "html", "pdf": "pdf", "docx": "docx"}
_INSTALL = "pip install 'floorcall[journal]'"


def set_as(report: dict[str, Any], format: str, folder: Path | None = None) -> bytes:
    """The report in one of :data:`FORMATS`. ``folder``: the templates of a house. Raises Faults for a template that
    fails, and where a package of the extra is not installed.
    """
    try:
        return _set(report, format, folder)
    except ImportError as error:
        told = f"a report as {format} needs {error.name}, which is not installed"
        raise Faults([Fault(f"--format {format}", 0, 0, told, _INSTALL)]) from None


def _set(report: dict[str, Any], format: str, folder: Path | None) -> bytes:
    if format == "pdf":
        from journal.reports.pdf import to_pdf

        return to_pdf(report, folder)
    if format == "docx":
        from journal.reports.docx import to_docx

        return to_docx(report, folder)
    from journal.reports.pages import to_html, to_markdown

    return (to_html if format == "html" else to_markdown)(report, folder).encode("utf-8")


def name_of(report: dict[str, Any], format: str) -> str:
    """The file name of a report for which nobody gave one: event, kind, entry, language."""
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in report["name"])
    return f"{safe[:100].lstrip('.') or 'report'}.{ENDINGS[format]}"


def keep(data: bytes, path: str) -> None:
    """Writes a file that has its name only when it is complete; one of that name stays as it is until then. Raises
    Faults when it cannot be written.
    """
    draft = f"{path}.{os.getpid()}.part"
    try:
        with open(draft, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except (OSError, ValueError) as error:
        _drop(draft)
        reason = getattr(error, "strerror", None) or str(error)
        raise Faults([Fault(path, 0, 0, f"it cannot be written: {reason}")]) from None
    except BaseException:
        _drop(draft)
        raise


def _drop(path: str) -> None:
    try:
        os.unlink(path)
    except (OSError, ValueError):
        return
