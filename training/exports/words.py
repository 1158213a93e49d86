"""The words around an item, in both languages (``words.yaml``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os.path import dirname, join

from explain.texts import compiled


@cache
def words() -> Mapping[str, Mapping[str, str]]:
    """All of them: key, then language."""
    found: Mapping[str, Mapping[str, str]] = compiled([join(dirname(__file__), "words.yaml")])[0]["exports"]
    return found


def say(key: str, language: str, **values: object) -> str:
    """A text in a language (en or ru) with its values filled in. KeyError when there is none."""
    text = words()[key][language]
    for name, value in values.items():
        text = text.replace(f"${name}", str(value))
    return text


def letter(at: int, language: str) -> str:
    """The letter of an option, by its place from 0; a number where the letters run out."""
    letters = words()["letters"][language]
    return letters[at] if at < len(letters) else str(at + 1)


__all__ = ["letter", "say", "words"]
