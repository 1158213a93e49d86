"""A line of shorthand as tokens, each with its place in the text; nothing typed is left out."""

from __future__ import annotations

import re

from facts.patterns import Late
from facts.records import NamedTuple

MOST_LETTERS = 20_000
"""A story longer than this is no shorthand."""

# In the order in which they are tried. A dot or comma inside a number belongs to it; a dot before a blank ends a
# sentence; a hyphen between words is a blank.
_TOKEN = Late(
    r"""
    (?P<blank>[^\S\n]+|_|(?<=[^\W\d_])-(?=\w)|(?<=\d)-(?=[^\W\d_]))
  | (?P<end>;|\n|[.!?]+(?=\s|$))
  | (?P<quoted>"(?:[^"]|"")*"|«[^«»]*»|“[^“”]*”|„[^„“”]*[“”])
  | (?P<number>\d+(?:[.,'’]\d+)*)
  | (?P<times>(?<=\d)[xXхХ×*](?=\s?\d))
  | (?P<word>[^\W\d_][^\W_]*(?:['’][^\W\d_]+)*)
  | (?P<comma>,)
  | (?P<suit>[♠♤♥♡♦♢♣♧]\ufe0f?)
  | (?P<sign>.)
    """,
    re.DOTALL | re.VERBOSE,
)
_LOOKALIKE = str.maketrans("авекмнорстухё", "abekmhopctyxe")


class Token(NamedTuple):
    """``kind``: end, quoted, number, times, word, comma, suit or sign. ``key``: the text as tables have it.

    ``glued``: no blank stands before it. ``start`` and ``end`` count letters of the text from 0.
    """

    kind: str
    text: str
    key: str
    start: int
    end: int
    glued: bool


def tokens(text: str) -> list[Token]:
    """The tokens of a text in their order, blanks left out."""
    found: list[Token] = []
    at, glued = 0, False
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # the last branch takes any letter
        told, kind = match.group(), match.lastgroup
        if kind is not None and kind != "blank":
            found.append(Token(kind, told, folded(told), at, match.end(), glued))
        glued = kind != "blank"
        at = match.end()
    return found


def folded(text: str) -> str:
    """A word without capitals, with one apostrophe and without the dots that few people type."""
    return text.casefold().replace("ё", "е").replace("’", "'")


def alike(text: str) -> str:
    """A word folded further: letters of two alphabets that look the same are the same."""
    return folded(text).translate(_LOOKALIKE)


def unquoted(text: str) -> str:
    """What stands between the marks of a quoted token."""
    inner = text[1:-1]
    return inner.replace('""', '"') if text[0] == '"' else inner
