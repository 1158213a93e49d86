"""What a rulebook says in translation it says of the same values as in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import pytest

from knowledge.loading import load
from knowledge.model import Rule

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")


def named(text: str) -> set[str]:
    """The values of which a sentence speaks."""
    return set(re.findall(r"\$\w+", text))


def unlike(text: Mapping[str, str]) -> list[str]:
    """The translations that speak of other values than the English; Russian, an original too, may put it otherwise."""
    return sorted(language for language, said in text.items() if language != "ru" and named(said) != named(text["en"]))


def texts(rule: Rule) -> Iterator[Mapping[str, str]]:
    """What a rule says, and the range that it leaves."""
    yield rule.says
    if rule.discretion is not None and rule.discretion.range:
        yield rule.discretion.range


@pytest.mark.parametrize("book", BOOKS)
def test_no_sentence_speaks_of_other_values_in_another_language(book: str) -> None:
    rules = load(book)[0].rules
    found = {(rule.id, language) for rule in rules for text in texts(rule) for language in unlike(text)}
    assert not found


def test_another_value_would_be_seen() -> None:
    assert unlike({"en": "$who bets $to.", "ru": "$who ставит $to.", "bg": "$who залага $by."}) == ["bg"]


def test_the_bulgarian_rules_say_everything_in_bulgarian() -> None:
    book = load("bg")[0]
    silent = {rule.id for rule in book.rules for text in texts(rule) if "bg" not in text}
    silent |= {clause.id for clause in book.clauses.values() if not {"bg"} <= set(clause.title) & set(clause.gist)}
    silent |= {
        f"{clause.id} {name}"
        for clause in book.clauses.values()
        for name, text in (clause.readings.options if clause.readings else {}).items()
        if "bg" not in text
    }
    assert not silent
