"""Text that people typed, made safe to set in any document, with nothing of it lost.

Control characters would break a DOCX and marks that turn the direction of writing could make a report read otherwise
than what stands in it; both are shown by their number instead. Half of a surrogate pair becomes the replacement mark.
"""

from __future__ import annotations

from facts.patterns import Late

# Controls but tab and line feed; marks of direction; what no file may hold.
_HIDDEN = Late("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]")
_SURROGATE = Late("[\ud800-\udfff]")
_BREAKS = Late(r"\s*[\r\n\u2028\u2029\t]+\s*")
_LONGEST = 4000


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
