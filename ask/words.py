"""What the interview says, in the language of whoever is asked. The texts stand in ``words.yaml``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from os.path import dirname, join
from string import Template
from typing import Any

from explain.texts import compiled
from facts.faults import nearest

_FOLDER = dirname(__file__)


@cache
def texts() -> Mapping[str, Any]:
    """Everything in ``words.yaml``: group, then key, then language."""
    found: Mapping[str, Any] = compiled([join(_FOLDER, "words.yaml")])[0]
    return found


@cache
def kinds() -> Sequence[Mapping[str, Any]]:
    """The kinds of incidents with their event types, in the order in which they are offered."""
    found: Sequence[Mapping[str, Any]] = compiled([join(_FOLDER, "kinds.yaml")])[0]
    return found


def say(language: str, key: str, group: str = "texts", /, **values: Any) -> str:
    """A text with its values filled in."""
    return Template(texts()[group][key][language]).safe_substitute(values)


def spoken(group: str, key: str) -> tuple[str, ...]:
    """Every spelling of a word, in all languages. ``group``: controls, verbs, or "" for yes and no."""
    entry = texts()[group][key] if group else texts()[key]
    return tuple(word for words in entry.values() for word in words)


def plain(text: str) -> str:
    """A text as it is compared: small letters, one blank, no quotes or full stop around it, е for ё."""
    bare = " ".join(text.split()).strip(' .!«»"').lower().replace("’", "'").replace("ё", "е")
    return bare


def near(language: str, typed: str, words: Iterable[str], also: Iterable[str] = ()) -> str:
    """A hint that names the word nearest to what was typed; all ``words`` where they are few, else nothing."""
    listed = [word for word in dict.fromkeys(words) if word]
    by_plain = {plain(word): word for word in (*also, *reversed(listed)) if word}
    hint = nearest(plain(typed)[:60], by_plain)
    if hint.startswith("did you mean "):
        return say(language, "mean", "hints", word=by_plain[hint.removeprefix("did you mean ").rstrip("?")])
    return say(language, "one-of", "hints", words=" · ".join(listed)) if len(listed) <= 8 else ""


__all__ = ["kinds", "near", "plain", "say", "spoken", "texts"]
