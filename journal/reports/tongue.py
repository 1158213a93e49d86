"""The language of a report: its texts, and dates, times and numbers as that language writes them.

Every text stands in ``texts.yaml`` or ``story.yaml`` here or in the texts of the explain room. A text that the language
lacks is given in the nearest one that has it; which that is, is data too (``explain/languages.yaml``). What comes from
a ruling or a rulebook in another language says so: it is a :data:`Said` with the language that it is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, tzinfo
from functools import cache
from os.path import dirname, join
from typing import Any, TypedDict

from explain.texts import compiled, nearest, unmarked
from explain.texts import texts as explained
from facts.patterns import Late

LANGUAGES = ("en", "ru", "lt", "bg")
"""The languages in which a report can be written."""

_TEXTS = [join(dirname(__file__), name) for name in ("texts.yaml", "story.yaml")]
_NAME = Late(r"\$([a-z_]+)")


class Said(TypedDict):
    """A text for a report. ``lang``: the language that it is in when that is not the report's own, else empty."""

    text: str
    lang: str


@cache
def _texts() -> Mapping[str, Any]:
    found: dict[str, Any] = {}
    for groups in compiled(_TEXTS):
        found.update(groups)
    return found


class Tongue:
    """One language. ``zone``: an IANA name, in which times are told; one that is not known counts as UTC.

    Raises ValueError for a language that is none of :data:`LANGUAGES`.
    """

    def __init__(self, language: str, zone: str = "UTC") -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no language {language}: one of {', '.join(LANGUAGES)}")
        known = _texts()["languages"][language]
        self.language = language
        self.order: tuple[str, ...] = (language, *nearest(language))
        self._locale = known["locale"]
        self._zone, self.zone = _zone(zone)

    # -- texts ------------------------------------------------------------------------------------------------------

    def text(self, key: str, /, **values: object) -> str:
        """A text of a report, with ``$name`` replaced; a list of lists of such names is looked up by group.key."""
        group, _, name = key.partition(".")
        return filled(self.pick(_texts()[group][name])["text"], values)

    def knows(self, key: str) -> bool:
        """Whether there is such a text."""
        group, _, name = key.partition(".")
        return name in _texts().get(group, {})

    def group(self, name: str) -> dict[str, str]:
        """All texts of a group in this language, for templates."""
        return {key: self.pick(entry)["text"] for key, entry in _texts()[name].items()}

    def pick(self, text: Mapping[str, str]) -> Said:
        """A text in this language or the nearest one that has it; empty when nobody worded it."""
        for language in (*self.order, *text):
            if text.get(language):
                return {"text": text[language], "lang": "" if language == self.language else language}
        return {"text": "", "lang": ""}

    def chosen(self, by_language: Iterable[str]) -> str:
        """The nearest of some languages; empty where there is none."""
        known = list(by_language)
        return next((language for language in (*self.order, *known) if language in known), "")

    def said(self, text: str, language: str) -> Said:
        """A text that is in some language already, or, as in a ruling, in that of the mark at its beginning."""
        bare, other = unmarked(text)
        if other:
            return {"text": bare, "lang": "" if other == self.language else other}
        return {"text": text, "lang": "" if language in ("", self.language) else language}

    def explain(self, group: str, key: str, /, **values: object) -> Said:
        """A label or a sentence of the explain room; the key itself where nobody worded it."""
        entry = explained()[group].get(key)
        if entry is None:
            return {"text": key, "lang": ""}
        found = self.pick(entry)
        return {"text": filled(found["text"], values), "lang": found["lang"]}

    def word(self, word: str, slot: str = "") -> Said:
        """A word of the vocabulary; ``slot`` tells two meanings of one word apart."""
        known = explained()["words"]
        return self.pick(known.get(f"{slot}.{word}") or known.get(word) or {self.language: word})

    # -- dates and numbers ------------------------------------------------------------------------------------------

    def local(self, at: datetime) -> datetime:
        """A moment in the time zone of the event."""
        return at.astimezone(self._zone)

    def date(self, at: datetime | date) -> str:
        """A day as the language writes it: 30 November 2026, 2026 m. lapkričio 30 d."""
        from babel.dates import format_date

        day = self.local(at) if isinstance(at, datetime) else at
        return str(format_date(day, "long", locale=self._locale))

    def time(self, at: datetime) -> str:
        """The time of day in the time zone of the event."""
        from babel.dates import format_time

        return str(format_time(self.local(at).time(), "short", locale=self._locale))

    def moment(self, at: datetime) -> str:
        """Day and time."""
        return f"{self.date(at)}, {self.time(at)}"

    def number(self, value: int) -> str:
        """A whole number with its thousands set apart as the language does."""
        if -1000 < value < 1000:
            return str(value)
        from babel.numbers import format_decimal

        return str(format_decimal(value, locale=self._locale))

    def percent(self, part: int, whole: int) -> str:
        """A share in whole percent."""
        from babel.numbers import format_percent

        return str(format_percent(part / whole if whole else 0, locale=self._locale))

    def count(self, key: str, number: int) -> str:
        """How many of something there are, in the form that the number asks for: 1 hand, 2 hands, 5 раздач."""
        forms = self.pick_forms(key)
        form = forms.get(_plural(self._locale, number)) or forms["other"]
        return filled(form, {"n": self.number(number)})

    def pick_forms(self, key: str) -> Mapping[str, str]:
        """The forms of a counted word in this language."""
        found: Mapping[str, str] = _texts()["counted"][key][self.language]
        return found


@cache
def _zone(name: str) -> tuple[tzinfo, str]:
    from zoneinfo import ZoneInfo

    try:
        return ZoneInfo(name or "UTC"), name or "UTC"
    except (KeyError, ValueError, OSError):  # the machine lacks the zone's data, or there is no such zone
        from datetime import UTC

        return UTC, "UTC"


@cache
def _plural(locale: str, number: int) -> str:
    from babel import Locale

    return str(Locale.parse(locale).plural_form(number))


def filled(pattern: str, values: Mapping[str, object]) -> str:
    """``$name`` replaced by its value; one without a value stays, so that a mistake can be seen."""
    if "$" not in pattern:
        return pattern
    return _NAME.sub(lambda found: str(values[found[1]]) if found[1] in values else found[0], pattern)
