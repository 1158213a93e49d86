"""Faults on the screen: where, what, the way out, and the line with a mark under the place."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from cli.output import Screen, prepared, terminal_width, wants_colour
from explain.width import columns
from facts.faults import Fault

SCHEMA = "floorcall.faults/1"
_MOST_BYTES = 2_000_000
_TAB = "    "


def as_data(faults: Sequence[Fault], file: str = "") -> dict[str, Any]:
    """Faults as JSON-ready data. Line and column count from 1 and are 0 where a fault has no single place."""
    listed = [
        {"file": f.file, "line": f.line, "column": f.column, "message": f.message, "hint": f.hint} for f in faults
    ]
    return {"schema": SCHEMA, **({"file": file} if file else {}), "faults": listed}


def report(faults: Sequence[Fault], texts: Mapping[str, str] | None = None, colour: str = "auto") -> None:
    """Prints faults to stderr, each with its line where the file is at hand. ``texts``: of what was no file."""
    out = prepared(sys.stderr)
    screen = Screen(out, "en", terminal_width(out), wants_colour(out, colour))
    known = {name: _split(text) for name, text in (texts or {}).items()}
    for fault in faults:
        screen.line(_told(fault, screen))
        for line in _shown(fault, _lines(fault.file, known), screen):
            screen.line(line)
    screen.flush()


def _told(fault: Fault, screen: Screen) -> str:
    place = shown_path(fault.file)
    if fault.line:
        place += f":{fault.line}:{fault.column}"
    hint = f" ({fault.hint})" if fault.hint else ""
    return f"{screen.styled(place, 'bold')}: {printable(fault.message)}{printable(hint)}"


def shown_path(file: str) -> str:
    """A file as it is named to people: from here when it lies below, else in full."""
    if os.path.isabs(file):
        here = os.getcwd() + os.sep
        file = file.removeprefix(here)
    return printable(file)


def printable(text: str) -> str:
    """A text without characters that would steer a terminal."""
    return text if text.isprintable() else "".join(c if c.isprintable() or c == " " else "�" for c in text)


def _lines(file: str, known: dict[str, list[str]]) -> list[str]:
    if file not in known:
        known[file] = []
        try:
            if os.path.isfile(file) and os.path.getsize(file) <= _MOST_BYTES:
                with open(file, encoding="utf-8-sig", errors="replace") as stream:
                    known[file] = _split(stream.read())
        except (OSError, ValueError):
            pass
    return known[file]


def _split(text: str) -> list[str]:
    """The lines of a text, counted as in faults and editors."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _shown(fault: Fault, lines: Sequence[str], screen: Screen) -> list[str]:
    """The line of a fault and the mark under it; a long line is cut to what is near."""
    if not 0 < fault.line <= len(lines) or fault.column < 1:
        return []
    text = lines[fault.line - 1]
    if not text.strip():
        return []
    at = min(fault.column - 1, len(text))
    room = max(20, screen.width - 12)
    start = 0 if at < room - 10 else at - room // 2
    before, after = text[start:at], text[at : start + room]
    cut = "…" if start else ""
    gutter = f"{fault.line:>6} | "
    head = cut + _plain(before)
    mark = " " * (len(gutter) + columns(head)) + screen.styled("^", "red", "bold")
    return [screen.styled(gutter, "dim") + head + _plain(after), mark]


def _plain(text: str) -> str:
    return printable(text.replace("\t", _TAB))
