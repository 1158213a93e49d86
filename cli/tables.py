"""Text in columns and paragraphs, as wide as the screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.output import Screen
from explain.width import columns


def table(rows: Sequence[Sequence[str]], screen: Screen, indent: str = "", head: bool = False) -> None:
    """Prints rows in columns; the last column is folded to the width of the screen. ``head``: the first row is one."""
    if not rows:
        return
    widths = [max(columns(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    left = columns(indent) + sum(widths) + 2 * len(widths)
    for number, row in enumerate(rows):
        cells = [cell + " " * (width - columns(cell)) for cell, width in zip(row[:-1], widths, strict=True)]
        start = indent + "".join(cell + "  " for cell in cells)
        folded = list(fold(row[-1], max(20, screen.width - left))) or [""]
        for i, line in enumerate(folded):
            printed = ((start if i == 0 else " " * left) + line).rstrip()
            screen.line(screen.styled(printed, "dim") if head and number == 0 else printed)


def paragraph(text: str, screen: Screen, indent: str = "") -> None:
    """Prints a text folded to the width of the screen."""
    for line in fold(text, max(20, screen.width - columns(indent))):
        screen.line(indent + line)


def fold(text: str, width: int) -> Iterator[str]:
    """The lines of a text that is broken between words; a word wider than ``width`` stays whole."""
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if line and columns(joined) > width:
            yield line
            line = word
        else:
            line = joined
    if line:
        yield line
