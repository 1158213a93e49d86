"""Faults in what a person typed: designed values with a place and a hint, never a bare traceback."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facts.records import NamedTuple


class Fault(NamedTuple):
    """One thing that is wrong in a file.

    ``line`` and ``column`` count from 1; 0 means that the fault has no single place (a missing file, a cycle).
    ``hint`` is the nearest valid name or the way out, empty when there is none.
    """

    file: str
    line: int
    column: int
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        tail = f" ({self.hint})" if self.hint else ""
        return f"{place}: {self.message}{tail}"


class Faults(Exception):
    """All faults of one reading, in the order of their places.

    ``faults`` is never empty. Raised by every reader of this project once it has looked at the whole input.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def nearest(name: str, valid: Iterable[str]) -> str:
    """A hint naming the valid word closest to ``name``, or the whole list when nothing is close and the list is
    short.
    """
    from difflib import get_close_matches  # late: only a faulty file pays for it

    words: Sequence[str] = sorted({str(word) for word in valid})
    close = get_close_matches(str(name), words, n=1, cutoff=0.55)
    if close:
        return f"did you mean {close[0]}?"
    if 0 < len(words) <= 15:
        return "one of " + ", ".join(words)
    return ""
