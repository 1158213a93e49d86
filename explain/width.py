"""How wide a text is on a terminal, and breaking it into lines of a width."""

from __future__ import annotations


def columns(text: str) -> int:
    """How many columns a text takes: most letters one, wide ones two, marks over letters none."""
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width  # late: most texts on the way of a ruling need no table

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def fill(text: str, width: int) -> list[str]:
    """The lines of a text, at most ``width`` columns (2 or more) each: broken at spaces, a longer word inside it.

    A space that must not break (between the thousands of an amount) does not.
    """
    lines: list[str] = []
    line = ""
    for word in filter(None, text.split(" ")):
        joined = f"{line} {word}" if line else word
        if columns(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = _broken(word, width)
        lines.extend(full)
    return [*lines, line] if line or not lines else lines


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces that fit."""
    pieces = [""]
    for letter in word:
        if columns(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
