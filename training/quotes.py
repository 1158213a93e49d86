"""Quotation marks within quotation marks: the outer pair stays, a pair within it becomes the other one of the language.

Patterns put marks around values that may have marks of their own; no pattern can know that. So the marks are set where
a text is complete, here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping

_PAIRS: Mapping[str, tuple[str, str, str, str]] = {"en": ("“", "”", "‘", "’"), "ru": ("«", "»", "„", "“")}


def nested(text: str, language: str) -> str:
    """A text with the marks of its language set by how deep they stand; marks without a partner stay as they are."""
    if language not in _PAIRS:
        return text
    opens, closes, inner_opens, inner_closes = _PAIRS[language]
    if text.count(opens) < 2 or text.count(opens) != text.count(closes):
        return text
    depth, found = 0, []
    for letter in text:
        if letter == closes:
            depth -= 1
            if depth < 0:
                return text
        within = depth > 0
        if letter == opens:
            depth += 1
        found.append(
            (inner_opens if letter == opens else inner_closes) if within and letter in (opens, closes) else letter
        )
    return "".join(found)


__all__ = ["nested"]
