"""How often a matching case is among the first three, on texts that the search was not developed with."""

from __future__ import annotations

from collections import Counter
from fnmatch import filter as fitting

import pytest

from precedents.search import find
from tests.precedents.told import DEVELOPMENT, HELD_OUT, Told, index, precedents, read, texts

LANGUAGES = ("en", "ru", "lt", "bg")
FIRST = 3


def place(told: Told) -> int:
    """The place of the first matching case, 0 when none is among the first three."""
    ids = [match.precedent.id for match in find(told.text, index(), FIRST).matches]
    return next((n for n, id in enumerate(ids, 1) if id in told.matches), 0)


def test_the_held_out_texts_are_many_and_in_four_languages() -> None:
    languages = Counter(told.language for told in texts(HELD_OUT))
    assert sum(languages.values()) >= 120
    assert set(languages) == set(LANGUAGES)
    assert min(languages.values()) >= 25


def test_no_text_is_both_held_out_and_developed_with() -> None:
    assert not {told.text for told in texts(HELD_OUT)} & {told.text for told in texts(DEVELOPMENT)}


@pytest.mark.parametrize("name", [HELD_OUT, DEVELOPMENT])
def test_every_kind_names_cases_that_there_are(name: str) -> None:
    ids = {precedent.id for precedent in precedents()}
    gone = [pattern for patterns in read(name)["kinds"].values() for pattern in patterns if not fitting(ids, pattern)]
    assert not gone
    # a kind that fits a large part of all cases would be found by chance
    assert max(len(told.matches) for told in texts(name)) < len(ids) / 40


@pytest.mark.parametrize("name", [HELD_OUT, DEVELOPMENT])
def test_nine_of_ten_find_a_matching_case_among_the_first_three(
    name: str, record_property: pytest.RecordProperty
) -> None:
    told = texts(name)
    places = {one: place(one) for one in told}
    found = {lang: sum(places[one] > 0 for one in told if one.language == lang) for lang in LANGUAGES}
    all_of = Counter(one.language for one in told)
    first = sum(p == 1 for p in places.values())
    shown = ", ".join(f"{lang} {found[lang]} of {all_of[lang]}" for lang in LANGUAGES)
    print(f"{name}: first {first}, among three {sum(found.values())} of {len(told)} ({shown})")
    record_property("first", first)
    assert sum(found.values()) >= 0.9 * len(told), shown
    assert all(found[lang] >= 0.85 * all_of[lang] for lang in LANGUAGES), shown


@pytest.mark.parametrize(
    "text",
    [
        *("asdf qwer", "the weather is nice today", "what is the capital of France", "a man walks into a bar"),
        *("player", "dealer and player at the table", "please call me tomorrow", "i want to buy a car from the dealer"),
        *("погода сегодня хорошая", "как дела", "kokia šiandien diena", "купувам нова кола", "123 456"),
    ],
)
def test_a_text_about_something_else_matches_nothing(text: str) -> None:
    assert find(text, index(), FIRST).matches == ()


@pytest.mark.parametrize(
    ("right", "slipped"),
    [
        ("four cards on the flop", "four cadrs on the flopp"),
        ("dealer exposed my first card", "dealer expsoed my first card"),
        ("Žaidėjas gavo tris kortas", "Zaidejas gavo tris kortas"),
        ("флоп без сжигания", "флоп без сжыгания"),
        ("all-in не в свой ход", "ALL IN, не в свой ход!!"),
    ],
)
def test_slips_marks_and_signs_do_not_matter(right: str, slipped: str) -> None:
    best, other = (find(text, index(), 1).matches[0].precedent.id for text in (right, slipped))
    assert best == other


def test_a_story_of_several_rulebooks_is_shown_once() -> None:
    matches = find("four cards on the flop", index(), 10).matches
    titles = [match.precedent.title["en"] for match in matches]
    assert len(set(titles)) == len(titles)
    listed = [one.id for match in matches for one in (match.precedent, *match.also)]
    assert {"four-card-flop-ru", "four-card-flop-lt"} <= set(listed)
    assert len({match.precedent.id for match in matches}) == len(matches)


def test_scores_fall_and_stay_between_nought_and_one() -> None:
    scores = [match.score for match in find("button checked out of turn, then a bet", index(), 10).matches]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)
