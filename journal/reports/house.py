"""The templates of a house: which file sets a report, and what is said when one of them fails.

For a ruling as HTML these are looked for, the first that is there is taken: ``ruling.html.j2`` and ``report.html.j2``
in the folder of the house, then the one that comes with floorcall.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

from facts.faults import Fault, Faults

VARIABLE = "FLOORCALL_TEMPLATES"
OWN = Path(__file__).parent / "templates"
"""The templates that come with floorcall."""


def folder_of(told: str | None) -> Path | None:
    """The folder that was named, else that of FLOORCALL_TEMPLATES, else None. Raises Faults when it is none."""
    name = told or os.environ.get(VARIABLE) or ""
    if not name:
        return None
    folder = Path(name)
    try:
        there = folder.is_dir()
    except (OSError, ValueError):
        there = False
    if not there:
        raise Faults([Fault(name, 0, 0, "the folder of templates is not there", f"--templates DIR or {VARIABLE}")])
    return folder


def chosen(folder: Path | None, kind: str, ending: str) -> Path | None:
    """The file of the house that sets reports of a kind; ``ending`` as in ``html.j2``. None where it has none."""
    if folder is None:
        return None
    found = (folder / f"{name}.{ending}" for name in (kind, "report"))
    return next((path for path in found if path.is_file()), None)


def failed(path: Path | str, place: int, message: str, hint: str = "") -> NoReturn:
    """Raises that a template cannot be used. ``place``: its line, from 1; 0 where it has none."""
    one = " ".join(message.split()) or "it cannot be used"
    kept = "no report was written; one that was there is left as it was"
    raise Faults([Fault(str(path), place, 1 if place else 0, f"the template fails: {one}", hint or kept)]) from None
