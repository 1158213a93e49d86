"""The lexicon says nothing that cannot be met, and everything in four languages."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import pytest

from knowledge.loading import folder_of, installed
from precedents.lexicon import FILES, FOLDER, compiled, read
from precedents.tokens import stem, words
from precedents.traits import traits
from precedents.yamlfiles import load

LANGUAGES = {"en", "ru", "lt", "bg"}


@cache
def files() -> dict[str, Any]:
    return {name: load(os.path.join(FOLDER, name)) for name in FILES}


@cache
def all_traits() -> frozenset[str]:
    paths = (path for book in installed() for path in (folder_of(book) / "cases").glob("*.yaml"))
    return frozenset(trait for path in paths for case in load(str(path)) for trait in traits(case))


def test_every_notion_has_words_in_every_language() -> None:
    lacking = {
        notion: LANGUAGES - set(told) for notion, told in files()["words.yaml"].items() if set(told) != LANGUAGES
    }
    assert not lacking


def test_every_form_has_a_word_in_it() -> None:
    forms = [
        (n, form) for n, told in files()["words.yaml"].items() for text in told.values() for form in text.split(",")
    ]
    assert not [(notion, form) for notion, form in forms if not words(form)]


def test_kinds_are_told_by_notions_that_there_are() -> None:
    known = {*files()["words.yaml"], *files()["values.yaml"]["computed"]}
    told = {(kind.name, name) for kind in read().kinds for has, lacks in kind.told for name in (*has, *lacks)}
    assert not {(kind, name) for kind, name in told if name not in known}


def test_every_kind_is_told_somehow_and_shown_by_a_case() -> None:
    assert not [kind.name for kind in read().kinds if not kind.told or not kind.facts]


def test_facts_of_kinds_are_met_in_some_case() -> None:
    names = {name for kind in read().kinds for has, lacks in kind.facts for name in (*has, *lacks)}
    met = {name for name in names if any(fnmatchcase(trait, name) for trait in all_traits())}
    assert names - met == set()


def test_values_belong_to_notions() -> None:
    known, values = set(files()["words.yaml"]), files()["values.yaml"]
    named = {
        notion
        for sort in ("street", "game", "structure", "act", "said", "number", "position")
        for notion in values[sort]
    }
    assert not (named | set(values["general"])) - known


SMALL = compiled(
    {"burn": {"en": "burn*, burnt card"}, "two": {"en": "two, 2"}, "big": {"en": "one # chip, a * whale"}},
    {"two-burned": {"told": ["burn two", "burn !two"], "facts": []}},
    {},
)


@pytest.mark.parametrize(
    ("text", "notions"),
    [
        ("he burned TWO", {"burn", "two"}),
        ("twofold", set()),
        ("one 5000 chip", {"big"}),
        ("one red chip", set()),
        ("a very whale", {"big"}),
        ("one 5000", set()),
    ],
)
def test_words_are_read_whole_by_their_beginning_and_one_after_another(text: str, notions: set[str]) -> None:
    assert SMALL.notions(words(text)) == notions


@pytest.mark.parametrize(
    ("text", "guessed"), [("buned", {"burn"}), ("hurned", set()), ("bxxned", set()), ("brn", set())]
)
def test_a_word_is_guessed_only_when_asked_and_one_slip_away(text: str, guessed: set[str]) -> None:
    assert SMALL.notions(words(text)) == set()
    assert SMALL.notions(words(text), lambda _: True) == guessed


def test_a_long_word_may_have_one_slip() -> None:
    lexicon = compiled({"dealer": {"en": "dealer*"}}, {}, {})
    for slipped in ("deealer", "delaer", "dealr", "dewler", "dealerz"):
        assert lexicon.notions([slipped], lambda _: True) == {"dealer"}, slipped
    assert lexicon.notions(["dwaler"], lambda _: True) == set()
    assert lexicon.notions(["dancer"], lambda _: True) == set()


def test_a_kind_needs_its_notions_and_lacks_others() -> None:
    assert SMALL.kinds_told({"burn", "two"}) == {"two-burned": 2}
    assert SMALL.kinds_told({"burn"}) == {"two-burned": 1}
    assert SMALL.kinds_told({"two"}) == {}


def test_letters_are_compared_without_marks_and_case() -> None:
    assert words("Žaidėjas, ЧЁРНЫЙ: didn't, all-in") == ["zaidejas", "черный", "didnt", "all", "in"]
    assert stem("dealers") == stem("dealer")
    assert stem("12500") == "12500"
