"""What all formats share: texts that fit everywhere, clauses as they are cited, the table of words."""

from __future__ import annotations

import doctest
import re

import pytest

from tests.training.exports.samples import HOSTILE, book, collected, hostile, item, ordinary
from training import exports
from training.exports import ENDINGS, FORMATS, collection, fit, render
from training.exports.collection import several
from training.exports.feedback import share
from training.exports.words import letter, words
from training.item import Option


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("plain", "plain"),
        ("  around \n", "around"),
        ("a\r\nb\rc\u2028d\x0be", "a\nb\nc\nd\ne"),
        ("\x00a\x1b\ud800b\uffff", "�a��b�"),
        ("♠ é 😀 ½", "♠ é 😀 ½"),
    ],
)
def test_a_text_loses_what_no_format_can_hold(text: str, told: str) -> None:
    assert fit(text) == told


def test_clauses_are_cited_as_the_rulebook_cites_them_and_in_its_order() -> None:
    told = collected((item(clauses=("4.12.p1", "4.9.8.p4")),))
    assert list(told.clauses) == ["4.9.8.p4", "4.12.p1"]
    assert told.cites_of(told.items[0]) == ("BFSP 4.12", "BFSP 4.9.8")
    assert told.clauses["4.12.p1"].gist == book().clauses["4.12.p1"].gist["en"]
    assert told.cite("") == ""
    assert told.cite("99.9") == "99.9"


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (Option("x", True, "Because.", "4.12.p1"), "Because. (BFSP 4.12)"),
        (Option("x", True, "BFSP 4.12 says so.", "4.12.p1"), "BFSP 4.12 says so."),
        (Option("x", True, "", "4.12.p1"), "BFSP 4.12"),
        (Option("x", False, "Nothing.", ""), "Nothing."),
        (Option("x", False), ""),
    ],
)
def test_a_reason_names_its_clause_once(option: Option, why: str) -> None:
    assert collected(ordinary()).why(option) == why


def test_what_options_are_worth() -> None:
    one, many, steps = ordinary()
    assert [several(each) for each in (one, many, steps)] == [False, True, False]
    assert [share(one, option) for option in one.options] == ["0", "100", "0"]
    assert [share(many, option) for option in many.options] == ["50", "-50", "50"]
    three = item(answer=(0, 1, 2), kind="may-do")
    assert {share(three, option) for option in three.options} == {"33.33333"}


def test_letters_are_those_of_the_language_and_never_run_out() -> None:
    assert [letter(2, language) for language in ("en", "ru")] == ["C", "В"]
    for language in ("en", "ru"):
        found = [letter(at, language) for at in range(60)]
        assert len(set(found)) == len(found)


def test_every_word_is_there_in_both_languages_with_the_same_values() -> None:
    for key, told in words().items():
        assert set(told) == {"en", "ru"}, key
        english, russian = (set(re.findall(r"\$\w+", text)) for text in told.values())
        assert english == russian, key


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_items_give_the_same_file(format: str) -> None:
    first, second = (render(collected(ordinary()), format, 1_700_000_000) for _ in range(2))
    # A zip archive also has the time at which it was packed, and Anki's database the path of the draft it came from.
    assert first == second or format == "anki"
    assert len(first) > 200


@pytest.mark.parametrize("format", FORMATS)
def test_an_empty_collection_is_a_file_too(format: str) -> None:
    assert render(collection([], book(), "en", 1), format, 1_700_000_000)


def test_the_example_of_the_package_runs() -> None:
    assert doctest.testmod(exports) == (0, 3)


def test_every_format_has_an_ending() -> None:
    assert sorted(ENDINGS.values()) == sorted(FORMATS)


def test_hostile_items_differ_from_each_other() -> None:
    """The samples are worth something only while their texts stay what they are."""
    assert len({one.story for text in HOSTILE for one in hostile(text)}) == len(HOSTILE)
