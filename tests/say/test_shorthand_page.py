"""docs/shorthand.md fits one page, and every line of it is what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.pool import experta_pool
from engine.ruling import decide
from knowledge.loading import load
from say import read_shorthand

PAGE = (Path(__file__).parents[2] / "docs" / "shorthand.md").read_text(encoding="utf-8")


def lines(block: str) -> list[str]:
    """The lines of all blocks of a kind."""
    found = re.findall(rf"^```{block}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return [line for text in found for line in text.splitlines()]


def test_it_fits_one_page() -> None:
    assert len(PAGE.splitlines()) <= 60
    assert len(lines("say")) > 20
    assert len(lines("asked")) > 3


@pytest.mark.parametrize("line", lines("say"))
def test_a_line_is_understood_and_ruled_on(line: str) -> None:
    book, vocabulary = load("bfsp")
    understood = read_shorthand(line, vocabulary)
    assert (understood.faults, understood.questions) == ((), ())
    assert understood.incident is not None
    assert decide(understood.incident, book, vocabulary, experta_pool()).status


@pytest.mark.parametrize("line", lines("asked"))
def test_a_line_is_asked_back_and_each_answer_is_understood(line: str) -> None:
    understood = read_shorthand(line)
    assert understood.incident is None
    assert len(understood.questions) == 1
    for answer in understood.questions[0].answers:
        assert read_shorthand(answer.text).incident is not None, answer
