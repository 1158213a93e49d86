"""The quality of many items of each rulebook: keys, wrong options, stories and texts, in English and Russian.

How many are made of each book is told by FLOORCALL_QUIZ_ITEMS; few by default, a thousand before a release.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

import pytest

from engine.outcomes import ASSUMING, DETERMINED, NEEDS, cited
from engine.pool import experta_pool
from engine.ruling import Ruling, decide
from explain.wording import capital
from facts.reader import read_incident
from facts.writer import unplaced, write_incident
from training.desk import Desk
from training.distractors import defensible
from training.item import Item
from training.items import likeness, make
from training.possible import faults
from training.questions import HEADLINE, Asked, answer, askable, clause_option, looked_at, steps

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
LANGUAGES = ("en", "ru")
MANY = int(os.environ.get("FLOORCALL_QUIZ_ITEMS", "20"))
# Two spaces, a space before a stop, a value not filled in, a sentence that ends twice, an empty pair of brackets.
_SLIPS = re.compile(r"  | [.,;:!](?!\.)|\$|[^.]\.\.(?!\.)|\?\.|\(\)|“”|«»|, \.|: \.|None(?! of)|True|False")
_LATIN_WORD = re.compile(r"\b[a-z]{3,}\b")
# What stands in Latin letters in Russian as well: names of books and of what a clause calls itself.
_LATIN = {"to", "by"}


@pytest.fixture(scope="module")
def desks() -> dict[str, Desk]:
    return {book: Desk(book) for book in BOOKS}


@pytest.fixture(scope="module")
def items(desks: dict[str, Desk]) -> Mapping[tuple[str, str], list[Item]]:
    return {
        (book, language): list(make(book, count=MANY, seed=7, language=language, desk=desks[book]))
        for book in BOOKS
        for language in LANGUAGES
    }


def _again(item: Item, desk: Desk, pool: object) -> Ruling:
    return decide(item.incident, desk.rulebook, desk.vocabulary, pool, dict(item.readings))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_the_key_is_what_both_engines_say(
    book: str, language: str, desks: dict[str, Desk], items: Mapping[tuple[str, str], list[Item]]
) -> None:
    desk, pool = desks[book], experta_pool()
    for item in items[book, language]:
        for ruling in (desk.rule(item.incident, dict(item.readings)), _again(item, desk, pool)):
            assert _says(ruling, item), item.id


def _says(ruling: Ruling, item: Item) -> bool:
    """Whether a ruling gives the key of an item."""
    view, texts = looked_at(ruling, item.language)
    shown = tuple(option.text for option in item.keys)
    if item.kind == "first-question":
        first = next(q for q in ruling.questions if q.matters)
        return ruling.status == NEEDS and shown == (view.question((first.type, first.key, first.slot)),)
    assert ruling.status in (DETERMINED, ASSUMING)
    asked = list(askable(view, (item.kind,)))
    if item.kind == "order-steps":
        return shown in [steps(view, one) for one in asked]
    answers = [answer(view, one, texts) or "" for one in asked]
    if item.kind == "reading":
        claim = next(text for text in answers if _small(text) in shown[0])
        return claim is not None and len(shown) == 1
    return shown in [(capital(text),) for text in answers]


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_no_wrong_option_is_defensible(
    book: str, language: str, desks: dict[str, Desk], items: Mapping[tuple[str, str], list[Item]]
) -> None:
    """None is what the ruling says, what another reading would give, or a clause that the ruling rests on."""
    desk = desks[book]
    for item in items[book, language]:
        if item.ordered or item.kind in ("first-question", "reading"):
            continue
        ruling = desk.rule(item.incident, dict(item.readings))
        view, texts = looked_at(ruling, item.language)
        asked = _asked(item, [*askable(view, (item.kind,))], ruling)
        wrong = {option.text.casefold() for option in item.options if not option.key}
        good = {text.casefold() for text in defensible(view, asked, texts, ruling)}
        assert not wrong & good, item.id
        if asked.topic == HEADLINE:
            resting = {clause_option(view, name, texts).casefold() for name in cited(ruling.trace, desk.rulebook)}
            assert not wrong & resting, item.id


def _asked(item: Item, found: list[Asked], ruling: Ruling) -> Asked:
    view, texts = looked_at(ruling, item.language)
    return next(one for one in found if capital(answer(view, one, texts) or "") == item.keys[0].text)


@pytest.mark.parametrize("book", BOOKS)
def test_the_first_question_is_the_only_one_of_the_options_that_matters(
    book: str, desks: dict[str, Desk], items: Mapping[tuple[str, str], list[Item]]
) -> None:
    for item in items[book, "en"]:
        if item.kind == "first-question":
            ruling = desks[book].rule(item.incident, dict(item.readings))
            view, _ = looked_at(ruling, "en")
            asked = {view.question((q.type, q.key, q.slot)) for q in ruling.questions if q.matters}
            assert len([option for option in item.options if option.text in asked]) == 1, item.id


@pytest.mark.parametrize("book", BOOKS)
def test_no_story_is_impossible(book: str, desks: dict[str, Desk], items: Mapping[tuple[str, str], list[Item]]) -> None:
    """Nor one that the reader of incident files would refuse: it counts the chips by itself."""
    for item in items[book, "en"]:
        trace = desks[book].rule(item.incident, dict(item.readings)).trace
        assert list(faults(item.incident, trace)) == [], item.id
        told = read_incident(write_incident(item.incident), "item", desks[book].vocabulary.events)
        assert unplaced(told) == unplaced(item.incident)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_texts_are_whole_sentences(book: str, language: str, items: Mapping[tuple[str, str], list[Item]]) -> None:
    for item in items[book, language]:
        assert item.story.endswith((".", "?", "”", "»")), item.story
        assert item.question.endswith(("?", ".", "”", "»", "!")), item.question
        for text in (item.story, item.question, *(option.text for option in item.options)):
            assert not _SLIPS.search(text), (item.id, text)
            assert text[:1] == text[:1].upper(), (item.id, text)
        for option in item.options:
            assert "$" not in option.why
            assert option.why, (item.id, option)


@pytest.mark.parametrize("book", BOOKS)
def test_russian_items_have_no_english_words(book: str, items: Mapping[tuple[str, str], list[Item]]) -> None:
    for item in items[book, "ru"]:
        for text in (item.story, item.question, *(option.text for option in item.options)):
            assert set(_LATIN_WORD.findall(text)) <= _LATIN, (item.id, text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_no_two_are_alike(
    book: str, language: str, desks: dict[str, Desk], items: Mapping[tuple[str, str], list[Item]]
) -> None:
    assert len(items[book, language]) == MANY
    names = [name for item in items[book, language] for name in likeness(item, desks[book])]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("book", BOOKS)
def test_ids_are_the_same_in_both_languages(book: str, items: Mapping[tuple[str, str], list[Item]]) -> None:
    """But for the few whose options differ in one language and not in the other."""
    english, russian = ({item.id: item for item in items[book, language]} for language in LANGUAGES)
    shared = english.keys() & russian.keys()
    assert len(shared) >= MANY * 95 // 100
    for id in shared:
        one, two = english[id], russian[id]
        assert (one.level, one.complexity, one.clauses) == (two.level, two.complexity, two.clauses)
