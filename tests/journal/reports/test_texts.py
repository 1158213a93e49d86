"""The texts of reports: whole in every language, and each language with dates and numbers of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from babel import Locale

from explain.texts import languages as spoken_languages
from explain.texts import texts as explained
from journal.reports import tongue
from journal.reports.kinds import dealer_errors
from journal.reports.tongue import LANGUAGES, Tongue

AT = datetime(2027, 3, 12, 22, 5, tzinfo=UTC)


def entries() -> Iterator[tuple[str, dict[str, str]]]:
    for group, content in tongue._texts().items():
        if group not in ("languages", "counted"):
            yield from ((f"{group}.{key}", entry) for key, entry in content.items())


def test_every_text_is_there_in_every_language_and_asks_for_the_same_values() -> None:
    for place, entry in entries():
        assert set(entry) == set(LANGUAGES), place
        assert len({frozenset(re.findall(r"\$\w+", text)) for text in entry.values()}) == 1, place
        assert all(text.strip() for text in entry.values()), place


def test_counted_words_have_every_form_of_their_language() -> None:
    for key, entry in tongue._texts()["counted"].items():
        for language in LANGUAGES:
            wanted = set(Locale.parse(language).plural_form.tags) | {"other"}
            assert set(entry[language]) == wanted, f"{key} {language}"


def test_a_report_can_be_written_in_every_language_of_a_ruling() -> None:
    assert spoken_languages() == LANGUAGES


def test_the_mark_at_the_beginning_of_a_text_is_its_language() -> None:
    assert Tongue("lt").said("[ru] Рэйз. [ru] Колл.", "lt") == {"text": "Рэйз. [ru] Колл.", "lang": "ru"}
    assert Tongue("ru").said("[ru] Рэйз.", "lt") == {"text": "Рэйз.", "lang": ""}
    assert Tongue("lt").said("Kėlimas.", "lt") == {"text": "Kėlimas.", "lang": ""}


@pytest.mark.parametrize("group", ["statuses", "officials", "relations", "acts"])
def test_what_a_ruling_says_in_a_word_can_be_said_in_every_language(group: str) -> None:
    lacking = {key for key, entry in explained()[group].items() if not set(LANGUAGES) <= set(entry)}
    assert not lacking


def test_what_a_player_may_do_can_be_said_in_every_language() -> None:
    assert not {key for key, entry in explained()["option"].items() if not set(LANGUAGES) <= set(entry)}


@pytest.mark.parametrize(
    ("language", "moment", "number", "share"),
    [
        ("en", "13 March 2027, 00:05", "12,500", "25%"),
        ("ru", "13 марта 2027 г., 00:05", "12 500", "25 %"),
        ("lt", "2027 m. kovo 13 d., 00:05", "12 500", "25 %"),
        ("bg", "13 март 2027 г., 0:05", "12 500", "25%"),
    ],
)
def test_dates_and_numbers_are_written_as_the_language_does(
    language: str, moment: str, number: str, share: str
) -> None:
    say = Tongue(language, "Europe/Vilnius")
    told = [re.sub(r"[\u00a0\u202f]", " ", text) for text in (say.moment(AT), say.number(12500), say.percent(1, 4))]
    assert told == [moment, number, share]


def test_a_time_is_told_in_the_zone_of_the_event_and_without_one_in_utc() -> None:
    assert Tongue("en", "Europe/Sofia").time(AT) == "00:05"
    assert Tongue("en", "").time(AT) == "22:05"
    assert Tongue("en", "No/Where").zone == "UTC"


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [("ru", 1, "1 раздача"), ("ru", 3, "3 раздачи"), ("ru", 11, "11 раздач"), ("lt", 2, "2 dalijimai"),
     ("lt", 11, "11 dalijimų"), ("bg", 9, "9 раздавания"), ("en", 1, "1 hand")],
)  # fmt: skip
def test_what_is_counted_takes_the_form_of_its_number(language: str, number: int, text: str) -> None:
    assert Tongue(language).count("hands", number) == text


@pytest.mark.parametrize(("language", "nearest"), [("lt", "en"), ("bg", "ru"), ("ru", "ru"), ("en", "en")])
def test_the_nearest_language_steps_in_and_is_marked(language: str, nearest: str) -> None:
    said = Tongue(language).pick({"en": "a bet", "ru": "ставка"})
    assert said["lang"] == ("" if nearest == language else nearest)
    assert said["text"] == {"en": "a bet", "ru": "ставка"}[nearest]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no language pl"):
        Tongue("pl")


def test_the_dealer_errors_are_events_of_the_vocabulary() -> None:
    from facts.lexicon import vocabulary

    known: Any = vocabulary().events
    assert dealer_errors() <= set(known)
