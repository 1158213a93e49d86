"""Shorthand: a story typed in a line or two, in English or Russian words, read into the incident of a file and back.

``read_shorthand`` and ``write_shorthand`` are the whole surface; a reader of stories need not import the writer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from say.reading import Answer, Question, Understood, read_shorthand
from say.showing import Shown

if TYPE_CHECKING:
    from say.writing import Written, write_shorthand

__all__ = ["Answer", "Question", "Shown", "Understood", "Written", "read_shorthand", "write_shorthand"]


def __getattr__(name: str) -> Any:
    if name in ("Written", "write_shorthand"):
        from say import writing  # late: writing is asked for far less often

        return getattr(writing, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
