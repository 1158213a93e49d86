"""A report as PDF, set by typst. The report goes in as JSON; the same one gives the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from facts.patterns import Late
from journal.reports import house
from journal.reports.plain import broken

PACKAGES = house.OWN / "typst"
# Beyond these only fonts of the machine can help; looking for them takes time.
_COVERED = Late("[^\x00-\u052f\u1e00-\u1fff\u2000-\u22ff\u2500-\u259f\ufffd]")
_PLACE = Late(r"([^\s:]+\.typ):(\d+):\d+")


def to_pdf(report: dict[str, Any], folder: Path | None = None) -> bytes:
    """The report as PDF. ``folder``: the templates of a house. Raises Faults that name a template and its line."""
    found: bytes = _compiled(report, folder, {"format": "pdf"})
    return found


def to_pictures(report: dict[str, Any], folder: Path | None = None, resolution: float = 70) -> list[bytes]:
    """Its pages as PNG; ``resolution`` in points per inch."""
    found = _compiled(report, folder, {"format": "png", "ppi": resolution})
    return found if isinstance(found, list) else [found]


def _compiled(report: dict[str, Any], folder: Path | None, how: dict[str, Any]) -> Any:
    import typst

    own = house.chosen(folder, report["kind"], "typ")
    main = own or house.OWN / "report.typ"
    data = json.dumps(broken(report), ensure_ascii=False, separators=(",", ":"))
    try:
        return typst.compile(
            str(main),
            root=str(main.parent),
            ignore_system_fonts=_COVERED.search(data) is None,
            sys_inputs={"report": data},
            package_path=str(PACKAGES),
            timestamp=report["at"],
            **how,
        )
    except typst.TypstError as error:
        place = _PLACE.search(error.diagnostic or "")
        house.failed(main, int(place[2]) if place else 0, error.message)
