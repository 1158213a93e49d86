"""A comparison as text: a table where there is room, blocks one under another on a phone; and as Markdown.

What differs from the first book has a mark before it. Widths are columns of the terminal, in which a wide letter takes
two; they are kept to whatever names the players have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from engine.comparison import NEXT, NO, OUTCOME, STATUS, STEPS, Comparison
from explain.compare import Part, Side, sides, status_text
from explain.layout import NARROWEST, Row, printable
from explain.width import columns, fill
from explain.wording import Wording, capital
from facts.records import NamedTuple

_MARK = "≠ "
_GUTTER = len(_MARK)
# From this width on it is a table; its first column, and what the ruling takes of the rest.
_TABLE, _FIRST, _RULING = 76, 18, 0.55
_BOLD, _YELLOW, _FAINT = "1", "33", "2"


class _Line(NamedTuple):
    """One line of a cell. ``marked``: a mark stands before it."""

    text: str = ""
    marked: bool = False
    style: str = ""


class Told(NamedTuple):
    """One row of an answer with the part that it belongs to. ``marked``: it differs from the first book's."""

    cell: str
    row: Row
    marked: bool = False


def to_text(
    comparison: Comparison,
    language: str = "en",
    width: int = 80,
    colour: bool = False,
    left_out: Sequence[str] = (),
) -> str:
    """The comparison as text, ending in a line break.

    ``width``: columns, at least 40 are used. ``colour``: with ANSI codes. ``left_out``: books that could not be read.
    Raises ValueError for a language that is not spoken.
    """
    found = sides(comparison, language, grouped=True)
    return beside(found, summary(found, left_out), width, colour)


def beside(found: Sequence[Side], above: Sequence[str], width: int, colour: bool, head: str = "book") -> str:
    """Answers side by side as text, with some lines above them. ``head``: the label of the first column."""
    width, say = max(NARROWEST, width), found[0].view.wording
    paint = _painted if colour else _plain
    lines: list[str] = [line for text in above for line in fill(text, width)]
    if width < _TABLE:
        for side in found:
            lines += ["", *(paint(line) for line in _block(side, width))]
    else:
        lines += ["", *_table(found, width, say, colour, head)]
    return "".join(line.rstrip(" ") + "\n" for line in lines).lstrip("\n")


def summary(found: Sequence[Side], left_out: Sequence[str] = ()) -> list[str]:
    """Which books rule as the first one, which otherwise and in what, which could not be read."""
    say, first = found[0].view.wording, found[0].compared.rulebook.id
    alike = [side.compared.rulebook.id for side in found[1:] if not side.compared.differs]
    others = [
        say.say("compare", "differing", book=side.compared.rulebook.id, parts=parts_named(say, side.compared.differs))
        for side in found
        if side.compared.differs
    ]
    lines = [say.say("compare", "alike", first=first, books=", ".join(alike))] if alike else []
    lines += [say.say("compare", "otherwise", first=first, books=", ".join(others))] if others else []
    return lines + ([say.say("compare", "left-out", books=", ".join(left_out))] if left_out else [])


def parts_named(say: Wording, cells: Iterable[str]) -> str:
    """The parts of an answer by their names."""
    return ", ".join(say.label("parts", cell) for cell in cells)


# -- what stands in the cells ---------------------------------------------------------------------------------------


def rows_of(side: Side) -> list[Told]:
    """The rows of an answer in reading order; for a part that only the first book has, a row that says so."""
    seats = side.compared.seats
    found: list[Told] = []
    for part in side.parts:
        for n, row in enumerate(cited(part)):
            differs = row.head in seats if part.cell == NEXT else n == 0 and part.cell in side.compared.differs
            found.append(Told(part.cell, row, differs))
    after = sum(told.cell == OUTCOME for told in found)
    notes = [Told(STATUS, Row(text)) for text in _notes(side)]
    return [*found[:after], *notes, *found[after:], *_lacking(side)]


def _lacking(side: Side) -> Iterator[Told]:
    """What the first book has and this one has not: whole parts, players without options."""
    say, known = side.view.wording, {STATUS: (), **{part.cell: part.rows for part in side.parts}}
    for cell in side.compared.differs:
        if cell not in known:
            text = say.say("compare", "lacking", part=say.label("parts", cell))
            yield Told(cell, Row(capital(text)), True)
    heads = {row.head for row in known.get(NEXT, ())}
    for seat in side.compared.seats if heads else ():
        if seat not in heads:
            yield Told(NEXT, Row("–", head=seat), True)


def _notes(side: Side) -> Iterator[str]:
    """Who may decide otherwise, and that the book does not speak of the game."""
    if told := status_text(side):
        yield side.view.capital(told) + "."
    if not side.compared.names_game:
        yield side.view.wording.label("compare", "game")


def cited(part: Part) -> list[Row]:
    """The rows with their clauses at the end; steps in a row that rest on the same ones name them once."""
    found = []
    for row, after in zip_longest(part.rows, part.rows[1:]):
        again = part.cell == STEPS and after is not None and after.clauses == row.clauses
        found.append(row if again or not row.clauses else row._replace(text=f"{row.text} ({', '.join(row.clauses)})"))
    return found


def status_word(side: Side) -> str:
    """How sure the answer is, in a word; that a book is silent goes before who decides then."""
    say, compared = side.view.wording, side.compared
    if compared.silent == NO:
        return say.label("statuses", compared.ruling.status)
    return say.label("compare", compared.silent)


def _lines(rows: Iterable[Told], width: int) -> Iterator[_Line]:
    """The rows in lines of a width, the gutter for marks not counted; what stands before them is equally wide."""
    clean = [told._replace(row=_fitting(told.row, width)) for told in rows]
    widest: dict[str, int] = {}
    for cell, row, _ in clean:
        if not row.deeper:
            widest[cell] = max(widest.get(cell, 0), columns(row.head))
    for cell, row, marked in clean:
        gap = 0 if row.deeper else widest[cell] - columns(row.head)
        head = "  " * row.deeper + (row.head + " " * (gap + 2) if row.head else "")
        hang = " " * columns(head)
        for n, line in enumerate(fill(row.text, width - len(hang))):
            yield _Line((hang if n else head) + line, marked and n == 0)


def _fitting(row: Row, width: int) -> Row:
    """A row that can be printed; what stands before it becomes part of its text where it is very long."""
    text, head = printable(row.text), printable(row.head)
    return row._replace(text=text, head=head) if columns(head) <= width // 4 else Row(f"{head}: {text}", row.clauses)


def _head(side: Side, width: int) -> Iterator[_Line]:
    """The book and how sure its answer is."""
    compared = side.compared
    for line in fill(printable(compared.rulebook.id), width):
        yield _Line(line, bool(compared.differs), _BOLD)
    for n, line in enumerate(fill(status_word(side), width)):
        yield _Line(line, n == 0 and STATUS in compared.differs)


# -- blocks and table -----------------------------------------------------------------------------------------------


def _block(side: Side, width: int) -> Iterator[_Line]:
    yield from _head(side, width - _GUTTER)
    yield from _lines(rows_of(side), width - _GUTTER)


def _table(found: Sequence[Side], width: int, say: Wording, colour: bool, head: str) -> Iterator[str]:
    wide = any(part.cell == NEXT for side in found for part in side.parts)
    rest = width - _FIRST - _GUTTER
    widths = [_FIRST, int(rest * _RULING), rest - int(rest * _RULING)] if wide else [_FIRST, rest + _GUTTER]
    heads = [
        say.label("compare", head),
        *(say.label("sections", key) for key in ("ruling", "next")[: len(widths) - 1]),
    ]
    yield _joined([_Line(head, style=_FAINT) for head in heads[: len(widths)]], widths, colour)
    for side in found:
        rows = rows_of(side)
        cells = [_but_options(rows), _options(rows)] if wide else [rows]
        texts = [_lines(cell, room - _GUTTER - 1) for cell, room in zip(cells, widths[1:], strict=True)]
        yield ""
        for lines in zip_longest(_head(side, _FIRST - _GUTTER - 1), *texts, fillvalue=_Line()):
            yield _joined(lines, widths, colour)


def _options(rows: Iterable[Told]) -> list[Told]:
    return [told for told in rows if told.cell == NEXT]


def _but_options(rows: Iterable[Told]) -> list[Told]:
    return [told for told in rows if told.cell != NEXT]


def _joined(lines: Sequence[_Line], widths: Sequence[int], colour: bool) -> str:
    paint = _painted if colour else _plain
    return "".join(
        paint(line) + " " * (room - _GUTTER - columns(line.text)) for line, room in zip(lines, widths, strict=True)
    )


def _plain(line: _Line) -> str:
    return (_MARK if line.marked else " " * _GUTTER) + line.text


def _painted(line: _Line) -> str:
    mark = f"\x1b[{_YELLOW}m{_MARK}\x1b[0m" if line.marked else " " * _GUTTER
    return mark + (f"\x1b[{line.style}m{line.text}\x1b[0m" if line.style and line.text else line.text)


# -- Markdown -------------------------------------------------------------------------------------------------------


def to_markdown(comparison: Comparison, language: str = "en", left_out: Sequence[str] = ()) -> str:
    """The comparison as a Markdown table, ending in a line break. Raises ValueError for an unknown language."""
    found = sides(comparison, language, grouped=True)
    return beside_in_markdown(found, summary(found, left_out))


def beside_in_markdown(found: Sequence[Side], above: Sequence[str], head: str = "book") -> str:
    """Answers side by side as a Markdown table, with some lines above it."""
    say = found[0].view.wording
    heads = [say.label("compare", head), say.label("sections", "status")]
    heads += [say.label("sections", key) for key in ("ruling", "next", "clauses")]
    lines = [*(text for line in above for text in (_safe(line), "")), _barred(heads)]
    lines.append(_barred(["---"] * len(heads)))
    return "\n".join([*lines, *(_markdown_row(side) for side in found)]) + "\n"


def _markdown_row(side: Side) -> str:
    compared, rows = side.compared, rows_of(side)
    return _barred(
        [
            _noted(f"**{_safe(compared.rulebook.id)}**", bool(compared.differs)),
            _noted(_safe(status_word(side)), STATUS in compared.differs),
            _cell(_but_options(rows)),
            _cell(_options(rows)),
            ", ".join(_safe(clause) for clause in side.clauses),
        ]
    )


def _cell(rows: Iterable[Told]) -> str:
    return "<br>".join(_noted(_worded(told.row), told.marked) for told in rows)


def _worded(row: Row) -> str:
    """A row in one line; a dash leads an answer, a name its options."""
    head = row.head.strip()
    lead = "" if not head else f"{head} " if head == "–" else f"{head}. " if head.isdigit() else f"**{_safe(head)}** "
    return lead + _safe(row.text)


def _noted(text: str, marked: bool) -> str:
    return f"{_MARK}{text}" if marked else text


def _barred(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _safe(text: str) -> str:
    from explain.markdown import escaped  # late: text needs no markup

    return str(escaped(text))


__all__ = ["Told", "beside", "beside_in_markdown", "parts_named", "rows_of", "summary", "to_markdown", "to_text"]
