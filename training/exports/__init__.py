"""Quiz items as files for other programs: Anki packages, Moodle XML, GIFT, CSV, sheets to print, JSON.

>>> from knowledge.loading import load
>>> from training.exports import collection, render
>>> print(render(collection([], load("bfsp")[0], "en", 1), "csv").decode("utf-8-sig").partition(",")[0])
id
"""

from __future__ import annotations

from importlib import import_module

from training.exports.collection import Cited, Collection, collection, fit

FORMATS = ("anki", "moodle", "gift", "csv", "pdf", "json")
"""The formats that :func:`render` knows."""

ENDINGS = {".apkg": "anki", ".xml": "moodle", ".gift": "gift", ".csv": "csv", ".pdf": "pdf", ".json": "json"}
"""What the ending of a file name says about its format."""

BINARY = ("anki", "pdf")
"""The formats that no terminal can show."""

PACKAGES = {"anki": "genanki", "pdf": "typst"}
"""The packages that formats need; the others need none."""

_WRITERS = {"anki": "anki", "moodle": "moodle", "gift": "gift", "csv": "table", "pdf": "sheets", "json": "data"}


def render(told: Collection, format: str, now: float = 0.0) -> bytes:
    """A whole file in one of FORMATS. ``now``: seconds since 1970, by which Anki knows the newer of two exports.

    The same collection and ``now`` give the same file. Raises Missing where a package is not installed.
    """
    ready(format)
    written: bytes = import_module(f"training.exports.{_WRITERS[format]}").written(told, now)
    return written


def ready(format: str) -> None:
    """Raises Missing where the package that a format needs is not installed."""
    package = PACKAGES.get(format)
    try:
        if package:
            import_module(package)
    except ImportError:
        raise Missing(package) from None


class Missing(Exception):
    """A package that a format needs and that is not installed; its name is the text."""


__all__ = [
    "BINARY",
    "ENDINGS",
    "FORMATS",
    "PACKAGES",
    "Cited",
    "Collection",
    "Missing",
    "collection",
    "fit",
    "ready",
    "render",
]
