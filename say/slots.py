"""The words of one event's slots: labels, words of its domains, in every language; made when such an event is told."""

from __future__ import annotations

from collections.abc import Mapping

from explain.texts import texts
from facts.incident_keys import EventSpecs, told_slots
from facts.lexicon import SlotSpec
from say.stems import stems_of
from say.tables import LANGUAGES, Index, Tables, Words, enter


class Known:
    """The events that can be told, with the words of their slots; each is made when it is first asked for."""

    def __init__(self, events: EventSpecs, tables: Tables) -> None:
        self.events = events
        self.tables = tables
        self._specs: dict[str, Mapping[str, SlotSpec]] = {}
        self._words: dict[str, Words] = {}

    def specs(self, event: str) -> Mapping[str, SlotSpec]:
        """The slots of an event that can be told."""
        if event not in self._specs:
            self._specs[event] = told_slots(self.events[event])
        return self._specs[event]

    def words(self, event: str) -> Words:
        """The words of its slots."""
        if event not in self._words:
            self._words[event] = slot_words(event, self.specs(event), self.tables)
        return self._words[event]


def slot_words(event: str, specs: Mapping[str, SlotSpec], tables: Tables) -> Words:
    """Labels as ``label.SLOT``, words of a domain as ``value.SLOT=WORD``, whole statements as ``is.SLOT=yes``."""
    index: Index = {}
    for name, spec in specs.items():
        english, russian = (labels(event, name, language, tables) for language in ("en", "ru"))
        enter(index, [f"label.{name}"], {"en": english, "ru": russian})
        for word in spec.domain:
            said = value_words(name, word, tables)
            enter(index, [f"value.{name}={word}"], {"all": said})
        if spec.type == "flag":
            _enter_denials(index, f"is.{name}=no", english, russian)
        for told, text in (("yes", spec.statement), ("no", spec.negation)):
            if spec.type == "flag":
                _enter_statement(index, f"is.{name}={told}", text)
    return Words(index)


def labels(event: str, slot: str, language: str, tables: Tables) -> list[str]:
    """How a slot is called; its own name last, in every language."""
    told: list[str] = []
    for key in (f"{event}.{slot}", slot):
        told += tables.slots.get(key, {}).get(language, ())
    return [*told, slot.replace("_", " ")]


def value_words(slot: str, word: str, tables: Tables) -> list[str]:
    """How a word of a domain is called, in all languages."""
    return [told for language in ("en", "ru") for told in values_in(slot, word, language, tables)]


def values_in(slot: str, word: str, language: str, tables: Tables) -> list[str]:
    """How a word of a domain is called in a language: the word itself in English, what tables and texts say."""
    told = [word.replace("-", " ")] if language == "en" else []
    for key in (f"{slot}.{word}", word):
        told += tables.values.get(key, {}).get(language, ())
        entry = texts()["words"].get(key)
        if entry is not None:
            told.append(str(entry[language]).replace(",", "").replace(";", ""))
            break
    return told


def _enter_denials(index: Index, name: str, english: list[str], russian: list[str]) -> None:
    """``round not over`` for the slot that is called ``round over``."""
    for told, word in ((english, "not"), (russian, "не")):
        for label in told:
            parts = label.split()
            inside = [" ".join([*parts[:at], word, *parts[at:]]) for at in range(1, len(parts))]
            enter(index, [name], {"all": inside})


def _enter_statement(index: Index, name: str, text: Mapping[str, str]) -> None:
    """A statement without the player it is about: who does it is told by the event."""
    for told in (text[language] for language in LANGUAGES if language in text):
        parts = [part.strip() for part in told.split("$seat")]
        if "$" in "".join(parts) or len(parts) > 2:
            continue
        for part in parts:
            if len(stems_of(part)) > 1:
                enter(index, [name], {"all": [part]})
                break
