"""Lines of text in a given width: labelled sections, wrapped rows, a column of clauses at the right if there is room.

A width is kept to, except where one word is longer than it. Colour is added at the very end and never counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facts.records import NamedTuple

NARROWEST = 40
# Below this a label stands on a line of its own (a phone), below the next the clauses stand in parentheses.
_PHONE, _COLUMNS = 60, 72
_INDENT, _LABEL = 2, 9
# The widest clause column; what is longer stands in parentheses.
_CLAUSES = 16
# Codes that a terminal would obey, and line breaks. (A table costs less at the start than a compiled pattern.)
_PRINTABLE = dict.fromkeys((*range(32), *range(127, 160), 8232, 8233), "?") | dict.fromkeys(b"\t\n\r", " ")


class Row(NamedTuple):
    """One row. ``head``: a number or a seat before the text. ``clauses``: cited at its end. ``deeper``: indentation."""

    text: str
    clauses: Sequence[str] = ()
    head: str = ""
    deeper: int = 0


class Section(NamedTuple):
    """A label and its rows."""

    label: str
    rows: Sequence[Row]


class _Page(NamedTuple):
    """The page: its width, the width of its clause column (0: no column), whether it is coloured, and where the rows
    begin behind their labels.
    """

    width: int
    column: int
    colour: bool
    begins: int

    def label(self, text: str) -> str:
        """A label in bold."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour and text else text

    def clause(self, text: str) -> str:
        """A clause in a faint colour."""
        return f"\x1b[36m{text}\x1b[0m" if self.colour and text else text


def lay_out(sections: Iterable[Section], width: int, colour: bool = False) -> str:
    """The sections as text, ending in a line break. A ``width`` below 40 is taken as 40."""
    shown = [section for section in sections if section.rows]
    width = max(NARROWEST, width)
    # The answer is the first section, or the second behind one of questions; a longer label below reaches into its row.
    begins = max([_LABEL, *(len(section.label) + 1 for section in shown[:2])])
    page = _Page(width, _column(shown) if width >= _COLUMNS else 0, colour, begins)
    lines = (line for section in shown for line in _section(section, page))
    return "".join(line.rstrip(" ") + "\n" for line in lines)


def _column(sections: Sequence[Section]) -> int:
    widths = (len(", ".join(row.clauses)) for section in sections for row in section.rows)
    return max((width for width in widths if width <= _CLAUSES), default=0)


def _section(section: Section, page: _Page) -> Iterator[str]:
    rows = _aligned(section.rows, page.width)
    if page.width < _PHONE:
        yield page.label(section.label)
        for row in rows:
            yield from _row(row, " " * _INDENT, _INDENT, page)
        return
    begins = page.begins
    gap = " " * (begins - len(section.label) if len(section.label) < begins else 2)
    for n, row in enumerate(rows):
        first = page.label(section.label) + gap if n == 0 else " " * begins
        yield from _row(row, first, len(section.label + gap) if n == 0 else begins, page)


def _aligned(rows: Sequence[Row], width: int) -> list[Row]:
    """Heads of equal width, numbers to the right, names to the left; a very long one becomes part of its text."""
    clean = [row._replace(head=printable(row.head), text=printable(row.text)) for row in rows]
    short = [r._replace(text=f"{r.head}: {r.text}", head="") if len(r.head) > width // 4 else r for r in clean]
    widest = max((len(row.head) for row in short if not row.deeper), default=0)
    return [
        row._replace(head=row.head.rjust(widest) if row.head.isdigit() else row.head.ljust(widest)) if row.head else row
        for row in short
    ]


def _row(row: Row, first: str, taken: int, page: _Page) -> Iterator[str]:
    """The lines of one row. ``first`` stands before its first line and is ``taken`` wide, not counting colour."""
    head = ("  " * row.deeper) + (f"{row.head}  " if row.head else "")
    hang = (_INDENT if page.width < _PHONE else page.begins) + len(head)
    clauses = ", ".join(row.clauses)
    beside = 0 < len(clauses) <= page.column
    room = page.width - (page.column + 2 if page.column else 0)
    text = f"{row.text} ({clauses})" if clauses and not beside else row.text
    lines = wrap(text, room - taken - len(head), room - hang)
    for n, line in enumerate(lines):
        before, used = (first + head, taken + len(head)) if n == 0 else (" " * hang, hang)
        if n < len(lines) - 1:
            yield before + line
        elif beside:
            gap = max(2, page.width - page.column - used - len(line))
            yield f"{before}{line}{' ' * gap}{page.clause(clauses)}"
        else:
            yield before + _painted(line, clauses, page)


def printable(text: str) -> str:
    """A text without codes that a terminal would obey; a name may come from anywhere."""
    return text.translate(_PRINTABLE)


def _painted(line: str, clauses: str, page: _Page) -> str:
    tail = f"({clauses})"
    if clauses and line.endswith(tail):
        return line[: -len(tail)] + page.clause(tail)
    return line


def wrap(text: str, first: int, rest: int) -> list[str]:
    """``text`` in lines of at most ``first`` and then ``rest`` characters, broken at spaces; a long word is alone."""
    lines: list[str] = []
    line = ""
    for word in printable(text).split(" "):
        room = first if not lines else rest
        if line and len(line) + 1 + len(word) > room:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line]
