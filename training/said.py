"""What the quiz, the statistics and the certificate say themselves, in the language of whoever is asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os import listdir
from os.path import dirname, isdir, join
from string import Template
from typing import Any

from ask.words import plain
from explain.texts import compiled
from training.texts import words

_FOLDER = join(dirname(__file__), "misconceptions")


def say(language: str, key: str, group: str = "quiz", /, **values: Any) -> str:
    """A text with its values filled in."""
    return Template(words()[group][key][language]).safe_substitute(values)


def kind_said(kind: str, language: str) -> str:
    """A kind of question in words; its name where there are none."""
    told = words()["kind-of-question"].get(kind)
    return str(told[language]) if told else kind


def mistake_said(id: str, language: str) -> str:
    """What a misconception is called, or what else a wrong option came from; its id where it has no name."""
    if (came := words()["came-from"].get(id)) is not None:
        return str(came[language])
    if f"{id}.yaml" not in _misconceptions():
        return id
    told = compiled([join(_FOLDER, f"{id}.yaml")])[0]
    title = told.get("title") if isinstance(told, Mapping) else None
    return str(title.get(language, id)) if isinstance(title, Mapping) else id


@cache
def _misconceptions() -> frozenset[str]:
    return frozenset(listdir(_FOLDER)) if isdir(_FOLDER) else frozenset()


def control(typed: str) -> str:
    """The control word that a line is (quit, clause, unsure, help), in whichever language; empty where it is none."""
    return _controls().get(plain(typed), "")


@cache
def _controls() -> Mapping[str, str]:
    told = words()["quiz-controls"].items()
    return {plain(word): name for name, entry in told for spelled in entry.values() for word in spelled}


def clock_time(seconds: float) -> str:
    """A time span as a clock shows it: 1:05:00, 12:30."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


__all__ = ["clock_time", "control", "kind_said", "mistake_said", "say"]
