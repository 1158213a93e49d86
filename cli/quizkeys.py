"""Reading answers: single keys on a terminal, lines everywhere else; both can be waited for until a time is up.

Bytes are read from the descriptor itself, so that what was typed ahead is neither lost nor waited for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from cli.output import is_terminal

# Ctrl-D; typed before single keys were read, the terminal makes a zero of it.
_ENDS = (0, 4)
_ESCAPE = 27
_PIECE = 4096


class Ended(Exception):
    """There is nothing more to read."""


class TimeUp(Exception):
    """Nothing was typed in time."""


class Console:
    """Where answers come from. ``keys``: single keys are read at once; ``echo``: nobody sees what is typed."""

    def __init__(self, stream: Any, plain: bool) -> None:
        self._stream = stream
        self._descriptor = _descriptor(stream)
        self._waiting = b""
        self._over = False
        self.terminal = is_terminal(stream)
        self.keys = self.terminal and not plain and self._descriptor is not None and _has_keys()
        self.echo = not self.terminal

    def line(self, seconds: float | None = None) -> str:
        """The next line without its end. Raises Ended at the end of the input, TimeUp after ``seconds``."""
        if self._descriptor is None:
            typed = self._stream.readline()
            if not typed:
                raise Ended
            return str(typed).rstrip("\r\n")
        while b"\n" not in self._waiting:
            if self._over or not self._more(seconds):
                if not self._waiting:
                    raise Ended
                last, self._waiting = self._waiting, b""
                return _text(last)
        told, _, self._waiting = self._waiting.partition(b"\n")
        return _text(told)

    def key(self, ready: Callable[[], None], seconds: float | None = None) -> str:
        """The next key: a letter, or "" for Enter and the space bar; ``ready`` is called when keys are read. Raises as
        :meth:`line` does.
        """
        with _single_keys(self._descriptor):
            ready()
            while True:
                if not self._waiting and not self._more(seconds):
                    raise Ended
                if (key := self._taken()) is not None:
                    return key

    def _taken(self) -> str | None:
        """The key that was typed first; None for one that means nothing here: an arrow, half a letter."""
        first = self._waiting[0]
        if first in _ENDS:
            self._waiting = self._waiting[1:]
            raise Ended
        if first == _ESCAPE:
            self._waiting = self._waiting[_escaped(self._waiting) :]
            return None
        size = 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
        if len(self._waiting) < size and not self._over:
            self._more(None)
            return None
        told, self._waiting = self._waiting[:size], self._waiting[size:]
        return _text(told).strip()

    def _more(self, seconds: float | None) -> bool:
        """Reads what is there, waiting for it; whether there was anything. Raises TimeUp."""
        assert self._descriptor is not None
        if seconds is not None and not _readable(self._descriptor, seconds):
            raise TimeUp
        try:
            piece = os.read(self._descriptor, _PIECE)
        except OSError:  # a terminal that was closed
            piece = b""
        self._over = not piece
        self._waiting += piece
        return bool(piece)


def _escaped(raw: bytes) -> int:
    """How many bytes an arrow or a function key is, which begins with Escape; all of it comes at once."""
    if raw[1:2] == b"O":
        return 3
    if raw[1:2] != b"[":
        return 1
    return next((at + 1 for at in range(2, len(raw)) if 0x40 <= raw[at] <= 0x7E), len(raw))


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").rstrip("\r")


def _descriptor(stream: Any) -> int | None:
    """The number of an open file; None for a stream that has none."""
    try:
        return int(stream.fileno())
    except (AttributeError, OSError, ValueError):
        return None


def _readable(descriptor: int, seconds: float) -> bool:
    """Whether something can be read within some seconds. Where that cannot be found out, reading is waited for."""
    import select

    try:
        return bool(select.select([descriptor], [], [], seconds)[0])
    except (OSError, ValueError):  # a pipe on Windows
        return True


def _has_keys() -> bool:
    """Whether this system lets a program read single keys."""
    if sys.platform == "win32" or os.environ.get("TERM") == "dumb":
        return False
    from importlib.util import find_spec

    return find_spec("termios") is not None


@contextmanager
def _single_keys(descriptor: int | None) -> Iterator[None]:
    """A terminal that gives every key at once and does not show it; as it was before when this is over."""
    if sys.platform == "win32" or descriptor is None:
        yield
        return
    import termios

    before = termios.tcgetattr(descriptor)
    mode = termios.tcgetattr(descriptor)
    mode[3] &= ~(termios.ICANON | termios.ECHO)
    termios.tcsetattr(descriptor, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


__all__ = ["Console", "Ended", "TimeUp"]
