"""How far something is: a bar on stderr, only on a terminal, and only when somebody has to wait."""

from __future__ import annotations

import sys
from time import monotonic

from cli.output import is_terminal

_PATIENCE = 0.7
"""Seconds before anybody wants to know how long it takes."""
_PAUSE = 0.1
_BAR = 30


class Bar:
    """Counts up to ``total``; ``quiet``: it is never shown."""

    def __init__(self, total: int = 0, quiet: bool = False) -> None:
        self.total = total
        self.done = 0
        self._wanted = not quiet and is_terminal(sys.stderr)
        self._started = monotonic()
        self._last = 0.0
        self._width = 0

    def step(self) -> None:
        """One more is done."""
        self.tick(self.done + 1, self.total)

    def tick(self, done: int, total: int) -> None:
        """So many are done of so many."""
        self.done, self.total = done, total
        self.draw(done / max(1, total), f"{done}/{total}", done == total)

    def last(self) -> None:
        """All are done, and something goes on that nobody can look into."""
        if self.total:
            self.draw(1.0, f"{self.done}/{self.total} …", True)

    def draw(self, share: float | None, text: str, now: bool = False) -> None:
        """Shows a share, None for an unknown one, with a text behind it; not too often, except ``now``."""
        if not self._wanted:
            return
        time = monotonic()
        if time - self._started <= _PATIENCE or (not now and time - self._last < _PAUSE):
            return
        self._last = time
        if share is not None:
            full = int(_BAR * min(1.0, share))
            text = f"[{'#' * full}{' ' * (_BAR - full)}] {text}"
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)

    def clear(self) -> None:
        """Takes the bar away."""
        if self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0


__all__ = ["Bar"]
