"""Words as they are compared: small letters, no marks over Latin letters, parts of a hyphenated word apart."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]+")
_DROPPED = dict.fromkeys(map(ord, "'’`ʼ\u0301\u0307"))  # apostrophes, and a stress or dot told as a letter of its own
_PLAIN = str.maketrans("ąčęėįšųūžéèáàíóúñöäüëïâêîôûçёѐѝ", "aceeisuuzeeaaiounoaueiaeioucееи")
_STEM = 5


def words(text: str) -> list[str]:
    """The words of a text in their order; numbers are words too."""
    return _WORD.findall(text.lower().translate(_DROPPED).translate(_PLAIN))


def stem(word: str) -> str:
    """What is left when endings are cut off: the first letters, which serves four languages alike."""
    return word if word.isdecimal() else word[:_STEM]


__all__ = ["stem", "words"]
