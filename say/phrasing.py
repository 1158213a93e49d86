"""What shorthand says to people, in one language; every text comes from ``words/texts.yaml`` or the vocabulary."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from explain.texts import texts
from facts.lexicon import Vocabulary
from facts.patterns import Late
from say.stems import near
from say.tables import Tables, tables
from say.tokens import folded

_WORD = Late(r"\{([a-z_.+-]+)\}")
_NAME = Late(r"\$([A-Za-z_]\w*)")


class Phrasing:
    """One language: en or ru."""

    def __init__(self, language: str, vocabulary: Vocabulary, tables: Tables) -> None:
        self.language = language
        self.vocabulary = vocabulary
        self.tables = tables

    def of(self, text: Mapping[str, str]) -> str:
        """A text in this language, in English where it lacks."""
        return text.get(self.language) or text.get("en") or ""

    def text(self, key: str, values: Mapping[str, Any] | None = None) -> str:
        """A text of the table, filled in."""
        return self.fill(self.of(self.tables.texts[key]), values or {})

    def fill(self, pattern: str, values: Mapping[str, Any]) -> str:
        """``$name`` replaced by its value; a dash where nobody told it."""
        return _NAME.sub(lambda match: str(values.get(match[1], "–")), pattern)

    def spelled(self, spelling: str) -> str:
        """``{kind.value}`` replaced by the word that is written for it, ``{event}`` by its phrase."""
        return _WORD.sub(lambda match: self.said(match[1]), spelling)

    def said(self, key: str) -> str:
        """The first word of the table for a meaning or an event."""
        told = self.tables.story.get(key) or self.tables.events.get(key)
        return str(told[self.language][0]) if told else key

    def hint(self, code: str, typed: str) -> str:
        """The way out of a fault: the nearest word that is known, or how it is written."""
        if code == "unknown":
            near = self._nearest(typed)
            return self.text("hint.near", {"word": near}) if near else ""
        return self.text(f"hint.{code}") if f"hint.{code}" in self.tables.texts else ""

    def word(self, slot: str, word: str) -> str:
        """A word of the vocabulary as a person reads it."""
        known = texts()["words"]
        entry = known.get(f"{slot}.{word}") or known.get(word)
        return self.of(entry) if entry else word

    def _nearest(self, typed: str) -> str:
        known = _words()
        return next((word for part in typed.split() if (word := near(folded(part), known))), "")


@cache
def _words() -> frozenset[str]:
    """Every word of the tables, as it is typed."""
    told = tables()
    phrases = (
        str(phrase)
        for table in (told.story, told.events)
        for said in table.values()
        for p in said.values()
        for phrase in p
    )
    return frozenset(folded(word) for phrase in phrases for word in phrase.split() if len(word) > 2)
