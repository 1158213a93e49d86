"""Words without their endings, so that what people type needs no dictionary of forms. English and Russian."""

from __future__ import annotations

from collections.abc import Iterable

from say.tokens import Token, tokens

_ENGLISH = ("ing", "ed", "es", "s", "e")
_RUSSIAN = tuple(
    sorted(
        """ывает ивает ывал ивал овал ует ают ает яет еет ала ила ела али или ать ить еть ами ями ого его ому ему ыми
        ими ых их ые ие ый ий ой ая яя ое ее ую юю ом ем ам ям ах ях ов ев ей ит ет ут ют ат ят ал ил ел ся сь а я о е
        и ы у ю ь й""".split(),
        key=len,
        reverse=True,
    )
)
_DOUBLES = ("ll", "ss")
_SHORTEST = 3


def stem(word: str) -> str:
    """A folded word without its ending; a short one as it is."""
    russian = any("а" <= letter <= "я" for letter in word)
    for ending in _RUSSIAN if russian else _ENGLISH:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            word = word[: -len(ending)]
            doubled = len(ending) > 1 and word[-1:] == word[-2:-1] and word[-2:] not in _DOUBLES
            return word[:-1] if doubled and not russian and len(word) > _SHORTEST else word
    return word


def stems_of(phrase: str) -> tuple[str, ...]:
    """The stems of a phrase, one for each token of it."""
    return tuple(row_of(tokens(phrase)))


def row_of(told: Iterable[Token]) -> list[str]:
    """The stem of each token: what tables are asked with."""
    return [stem(token.key) if token.kind == "word" else token.key for token in told]
