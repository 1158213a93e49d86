"""Regular expressions compiled when they are first used: most rulings need few, and each costs a part of a start."""

from __future__ import annotations

import re
from collections.abc import Callable


class Late:
    """A pattern that is compiled at its first use; offers the methods of ``re.Pattern`` that this project uses."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self._source = (pattern, flags)
        self._pattern: re.Pattern[str] | None = None

    def _compiled(self) -> re.Pattern[str]:
        if self._pattern is None:
            self._pattern = re.compile(*self._source)
        return self._pattern

    def match(self, text: str, start: int = 0) -> re.Match[str] | None:
        """As ``re.Pattern.match``."""
        return self._compiled().match(text, start)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """As ``re.Pattern.fullmatch``."""
        return self._compiled().fullmatch(text)

    def search(self, text: str) -> re.Match[str] | None:
        """As ``re.Pattern.search``."""
        return self._compiled().search(text)

    def split(self, text: str) -> list[str]:
        """As ``re.Pattern.split``."""
        return list(self._compiled().split(text))

    def findall(self, text: str) -> list[str]:
        """As ``re.Pattern.findall``."""
        return list(self._compiled().findall(text))

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        """As ``re.Pattern.sub``."""
        return self._compiled().sub(new, text)
