"""Text that people typed, made safe to set in any document, with nothing of it lost.

Control characters would break a DOCX and marks that turn the direction of writing could make a report read otherwise
than what stands in it; both are shown by their number instead. Half of a surrogate pair becomes the replacement mark.
"""

from __future__ import annotations

from typing import Any

from facts.patterns import Late

# Controls but tab and line feed; marks of direction; what no file may hold.
_HIDDEN = Late(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]"
)
_SURROGATE = Late("[\ud800-\udfff]")
_BREAKS = Late(r"\s*[\r\n\u2028\u2029\t]+\s*")
_LONGEST = 4000
# A word that no line can hold is given places to break at.
_LONG = Late(r"\S{25,}")
_STEP = 12


def line(text: object) -> str:
    """A text as one line: a name, a table, a reason."""
    return lines(_BREAKS.sub(" ", str(text)))


def lines(text: object) -> str:
    """A text with its line breaks: an incident as it was entered, a protest."""
    told = str(text).replace("\r\n", "\n").replace("\r", "\n")
    told = _SURROGATE.sub("\ufffd", told)
    return _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", told)


def name(text: object, longest: int = _LONGEST) -> str:
    """A name as one line, cut where nobody would read on."""
    told = line(text)
    return told if len(told) <= longest else told[:longest] + "…"


def broken(report: dict[str, Any]) -> dict[str, Any]:
    """A report with places to break at in what people typed."""
    return {**report, "sheets": breakable(report["sheets"])}


def breakable(value: Any) -> Any:
    """Data with places to break at in the words that are longer than a line of a narrow column."""
    if isinstance(value, str):
        return _LONG.sub(lambda found: _cut(found[0]), value)
    if isinstance(value, dict):
        return {key: breakable(part) for key, part in value.items()}
    return [breakable(part) for part in value] if isinstance(value, list) else value


def _cut(word: str) -> str:
    return "\u200b".join(word[n : n + _STEP] for n in range(0, len(word), _STEP))
