"""The screen: where the answer is printed, in which language, how wide and whether in colour."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # see cli.main
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, TextIO

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
_FALLBACK = 80
LANGUAGES = ("en", "ru")
"""What the commands that ask and read speak."""
RULED = ("en", "ru", "lt", "bg")
"""What those speak that rule and tell about rulings: the languages of ``explain.texts``."""


class Screen:
    """Prints answers. ``language`` is one that the command speaks; ``width`` counts columns."""

    def __init__(self, out: TextIO, language: str, width: int, colour: bool) -> None:
        self.out = out
        self.language = language
        self.width = width
        self.colour = colour

    @classmethod
    def of(cls, arguments: Any) -> Screen:
        """The screen that the arguments of a command ask for."""
        out = prepared(sys.stdout)
        language = getattr(arguments, "lang", None) or language_of(
            os.environ, getattr(arguments, "languages", LANGUAGES)
        )
        width = getattr(arguments, "width", None) or terminal_width(out)
        return cls(out, language, width, wants_colour(out, getattr(arguments, "colour", "auto")))

    def line(self, text: str = "") -> None:
        """One line of text, or several."""
        self.out.write(text + "\n")

    def json(self, data: Any) -> None:
        """Data as JSON; letters that the terminal cannot show are escaped."""
        import json

        plain = not _is_utf8(self.out)
        self.line(json.dumps(data, ensure_ascii=plain, indent=2))

    def styled(self, text: str, *styles: str) -> str:
        """A text with styles (bold, dim, red, green, yellow), as it is where there is no colour."""
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def flush(self) -> None:
        """Writes out what is held back, so that it does not come after what stands on stderr."""
        self.out.flush()


def prepared(stream: TextIO | None) -> TextIO:
    """A stream that takes any text: what its encoding lacks is shown as ``?``, file names come out as they are."""
    if stream is None:
        from io import StringIO

        return StringIO()
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None and getattr(stream, "errors", "") in ("strict", "surrogateescape"):
        reconfigure(errors="surrogateescape" if _is_utf8(stream) else "replace")
    return stream


def _is_utf8(stream: TextIO) -> bool:
    return (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").replace("_", "") == "utf8"


def language_of(environment: Mapping[str, str], languages: Iterable[str] = LANGUAGES) -> str:
    """The language of a terminal, by the first of LC_ALL, LC_MESSAGES and LANG that is set; English where that is none
    of ``languages``.
    """
    told = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return next((known for known in languages if told.lower().startswith(known)), "en")


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at a stream."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False


def wants_colour(stream: TextIO | None, wish: str) -> bool:
    """Whether to print in colour: as wished, else on a terminal that has colours, unless NO_COLOR is set."""
    if wish != "auto":
        return wish == "always"
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb" and is_terminal(stream)


def terminal_width(stream: TextIO | None) -> int:
    """Columns of a terminal: COLUMNS, else those that it has, else 80.

    (``shutil`` knows too, but brings four compression modules along.)
    """
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told) > 0:
        return max(20, int(told))
    try:
        return max(20, os.get_terminal_size(stream.fileno()).columns) if stream is not None else _FALLBACK
    except (OSError, ValueError, AttributeError):
        return _FALLBACK
