"""What the bundled rulebooks say in a further language: complete, with the same gaps to fill, in its own letters."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

KNOWLEDGE = Path(__file__).parents[2] / "knowledge"
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
COMPLETE = (("bfsp", "lt"), ("bpt", "lt"))
"""The books that say everything in a language besides their own."""
CYRILLIC = re.compile("[Ѐ-ӿ]")


def texts_of(book: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every text of a rulebook with the file that it stands in."""
    folder = KNOWLEDGE / book
    told = sorted([*folder.glob("rules/*.yaml"), *folder.glob("clauses/*.yaml")])
    for path in (folder / "rulebook.yaml", *told):
        yield from ((path.name, text) for text in texts_in(yaml.load(path.read_text(encoding="utf-8"), LOADER)))


def texts_in(value: object) -> Iterator[dict[str, str]]:
    if isinstance(value, dict):
        if {"en", "ru"} <= value.keys():
            yield value
        else:
            for part in value.values():
                yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)


def gaps(text: str) -> set[str]:
    return set(re.findall(r"\$\w+", text))


@pytest.mark.parametrize(("book", "language"), COMPLETE)
def test_a_complete_book_says_all_of_it_in_the_language(book: str, language: str) -> None:
    found = list(texts_of(book))
    assert len(found) > 800
    assert [(file, text["en"]) for file, text in found if not text.get(language)] == []


@pytest.mark.parametrize("book", ["bfsp", "bpt"])
@pytest.mark.parametrize("language", ["lt", "bg"])
def test_a_further_language_fills_in_the_same_values_as_english(book: str, language: str) -> None:
    told = [(file, text["en"], text[language]) for file, text in texts_of(book) if language in text]
    assert [(file, here) for file, english, here in told if gaps(here) != gaps(english)] == []


@pytest.mark.parametrize("book", ["bfsp", "bpt"])
def test_lithuanian_is_written_in_latin_letters(book: str) -> None:
    told = [text["lt"] for _, text in texts_of(book) if "lt" in text]
    assert [text for text in told if CYRILLIC.search(text)] == []
