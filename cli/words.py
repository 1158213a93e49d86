"""The words around an answer (``cli/texts``), in every language of a command. What a rulebook says comes from the
rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os.path import dirname, join
from typing import Any

from explain.texts import chosen, compiled

FOLDER = join(dirname(__file__), "texts")
FILES = ("answers", "checks", "journal", "penalties")


@cache
def texts(file: str) -> Mapping[str, Mapping[str, Any]]:
    """The texts of one of FILES: group, then name, then language."""
    found: Mapping[str, Mapping[str, Any]] = compiled([join(FOLDER, f"{file}.yaml")])[0]
    return found


def word(name: str, language: str) -> str:
    """A word or phrase around an answer, by its name."""
    return said("answers", name, language)


def check_word(name: str, language: str) -> str:
    """The same around what a check found."""
    return said("checks", name, language)


def log_word(name: str, language: str) -> str:
    """The same around the journal."""
    return said("journal", name, language)


def law_word(name: str, language: str, /, **values: object) -> str:
    """The same around penalties, protests and replay, with values put in."""
    return said("penalties", name, language).format(**values)


def said(file: str, name: str, language: str, group: str = "") -> str:
    """A text by its name, in the nearest language that has it. KeyError when there is none. ``group``: in the file, by
    default the one named as the file is.
    """
    entry = texts(file)[group or file][name]
    found: str = entry.get(language) or entry[chosen(entry, language)]
    return found


def text(told: Mapping[str, str], language: str) -> str:
    """A text of a rulebook in a language, or in the one that it has."""
    return told.get(language) or next(iter(told.values()), "")


def counted(number: int, noun: str, language: str) -> str:
    """A number with its noun in the right form: 1 clause, 2 clauses; 1 пункт, 2 пункта, 5 пунктов."""
    forms = texts("answers")["counted"][noun]
    if language != "ru":
        return f"{number} {forms['en'][number != 1]}"
    if number % 10 == 1 and number % 100 != 11:
        form = 0
    else:
        form = 1 if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else 2
    return f"{number} {forms['ru'][form]}"
