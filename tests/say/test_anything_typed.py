"""Whatever is typed, the answer is an incident, a question or a fault with a place in the text: never a traceback."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facts.lexicon import vocabulary
from say import read_shorthand
from say.tables import tables

SIGNS = (
    *(
        "A",
        "B",
        "C",
        "a",
        "к",
        "В",
        "Anna",
        "#3",
        "seat 5",
        "100/200",
        "1,5k",
        "1.500k",
        "300",
        "+300",
        "2x500",
        "5х100",
    ),
    *(
        '"call"',
        "«рейз»",
        "(",
        ")",
        "(UTG)",
        '"',
        "«",
        ",",
        ";",
        ".",
        "\n",
        ":",
        "=",
        "/",
        "-",
        "10s",
        "AhKd",
        "9♠",
        "2с",
    ),
    *(
        "0",
        "00",
        "9" * 22,
        "1 500",
        "12,500",
        "x",
        "×",
        "+",
        "not",
        "не",
        "seats",
        "места",
        "note",
        "٣",
        "²",
        "3bb",
        "2.5bb",
    ),
)
WORDS = tuple(
    sorted(
        {
            str(w)
            for table in (tables().story, tables().events)
            for told in table.values()
            for row in told.values()
            for w in row
        }
    )
)


def check(text: str, language: str = "en") -> None:
    """What holds of every answer."""
    read = read_shorthand(text, vocabulary(), language=language)
    assert read.text == text
    assert (read.incident is None) == bool(read.faults or read.questions)
    lines = text.split("\n")
    for fault in read.faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert fault.message
    for question in read.questions:
        assert 0 <= question.start <= question.end <= len(text)
        assert question.answers
        assert question.asks


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=60))
def test_any_letters(text: str) -> None:
    check(text)


@pytest.mark.parametrize("seed", range(40))
def test_words_of_the_tables_in_any_order(seed: int) -> None:
    chance = random.Random(seed)
    parts = [
        chance.choice(chance.choice((WORDS, SIGNS))) + chance.choice((" ", " ", "", ", ", "; ")) for _ in range(12)
    ]
    check("".join(parts), chance.choice(("en", "ru")))


ODD = ("", " ", "\n;;\n", "\x00", "A" * 30_000, "\ud800", "a a a a a a a a a a a a a b", "((((", ")")


@pytest.mark.parametrize("text", ODD, ids=range(len(ODD)))
def test_odd_texts(text: str) -> None:
    check(text)
