"""Words without their endings, so that what people type needs no dictionary of forms. English and Russian."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from say.tokens import Token, tokens

_ENGLISH = frozenset(("ing", "ed", "es", "s", "e"))
_RUSSIAN = frozenset(
    (
        *("ывает", "ивает", "ывал", "ивал", "овал", "ует", "ают", "ает", "яет", "еет", "ала", "ила", "ела", "али"),
        *("или", "ать", "ить", "еть", "ами", "ями", "ого", "его", "ому", "ему", "ыми", "ими", "ых", "их", "ые", "ие"),
        *("ый", "ий", "ой", "ая", "яя", "ое", "ее", "ую", "юю", "ом", "ем", "ам", "ям", "ах", "ях", "ов", "ев", "ей"),
        *("ит", "ет", "ут", "ют", "ат", "ят", "ал", "ил", "ел", "ся", "сь"),
        *("а", "я", "о", "е", "и", "ы", "у", "ю", "ь", "й"),
    )
)
_LONGEST = 5
_DOUBLES = ("ll", "ss")
_SHORTEST = 3


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A folded word without its ending; a short one as it is."""
    russian = not word.isascii() and any("а" <= letter <= "я" for letter in word)
    endings = _RUSSIAN if russian else _ENGLISH
    for size in range(min(_LONGEST, len(word) - _SHORTEST), 0, -1):
        if word[-size:] in endings and word[-2:] != "ss":
            word = word[:-size]
            doubled = size > 1 and word[-1:] == word[-2:-1] and word[-2:] not in _DOUBLES
            return word[:-1] if doubled and not russian and len(word) > _SHORTEST else word
    return word


def stems_of(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase, one for each token of it."""
    return tuple(row_of(tokens(phrase)))


def row_of(told: Iterable[Token]) -> list[str]:
    """The stem of each token: what tables are asked with."""
    return [stem(token.key) if token.kind == "word" else token.key for token in told]


def near(typed: str, known: Iterable[str], cutoff: float = 0.7) -> str:
    """The word that looks most like a folded one: it begins alike and is about as long; empty when there is none."""
    from difflib import get_close_matches  # late: only a faulty story pays for it

    short = typed[:40]
    if len(short) < _SHORTEST:
        return ""
    alike = {word for word in known if word[:1] == short[:1] and abs(len(word) - len(short)) <= 3 and word != short}
    return next(iter(get_close_matches(short, sorted(alike), n=1, cutoff=cutoff)), "")
