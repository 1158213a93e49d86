"""Answers by number, word and amount; what is none is shown with its place and the nearest valid answer."""

from __future__ import annotations

from typing import Any

import pytest

from ask.answers import Option, Prompt, Unread, control, read, steps_back
from ask.choosing import Choice
from ask.prompts import prompt_of, why
from tests.ask.books import SILENT_CHIP, asked, ruling, story

WORDS = Prompt(
    ("table", "table", "structure"),
    "?",
    "word",
    (Option("no-limit", "no-limit", ("безлимит",)), Option("pot-limit", "pot-limit"), Option("limit", "limit")),
)
SAYS = Prompt(
    ("act", "act 1", "declared"),
    "?",
    "word",
    (Option("nothing", "nothing"), Option("raise", "raise", ("рэйз",)), Option("call", "call")),
)
FIRST = Prompt(("act", "act 1", "offence"), "?", "count", (Option(1, "the first time"), Option(2, "2 or more")))


def plain(kind: str, slot: str = "pot") -> Prompt:
    """A question without a list."""
    return Prompt(("table", "table", slot), "?", kind)


@pytest.mark.parametrize(
    ("typed", "prompt", "value"),
    [
        ("1", WORDS, "no-limit"),
        (" 2) ", WORDS, "pot-limit"),
        ("No-Limit.", WORDS, "no-limit"),
        ("безлимит", WORDS, "no-limit"),
        ("pot", WORDS, "pot-limit"),
        ("raise to 500", SAYS, "raise to 500"),
        ("рэйз 500", SAYS, "raise 500"),
        ("raise", SAYS, "raise"),
        ("45k", plain("chips"), 45_000),
        ("1.5k", plain("chips"), 1_500),
        ("12,500", plain("chips"), 12_500),
        ("100/200", plain("blinds"), (100, 200)),
        ("100", plain("blinds"), 100),
        ("2x100 + 25", plain("chip-list"), (100, 100, 25)),
        ("As Kd", plain("cards"), ("As", "Kd")),
        ("A, B C", plain("names"), ("A", "B", "C")),
        ("3", FIRST, 3),
        ("yes", FIRST, 1),
        ("the first time", FIRST, 1),
        ("да", FIRST, 1),
        ("Anna", plain("seat"), "Anna"),
    ],
)
def test_what_an_answer_means(typed: str, prompt: Prompt, value: Any) -> None:
    assert read(typed, prompt, "en") == value


@pytest.mark.parametrize(
    ("typed", "prompt", "column", "part"),
    [
        ("nolimit", WORDS, 1, "did you mean no-limit?"),
        ("   4", WORDS, 4, "1 to 3"),
        ("", WORDS, 1, "1 to 3"),
        ("ражать", WORDS, 1, "one of"),
        ("riase to 500", SAYS, 1, "did you mean raise?"),
        ("raise to", SAYS, 1, "amount is missing"),
        ("4,5", plain("chips"), 1, "whole chips"),
        ("-5", plain("chips"), 1, "negative"),
        ("2x", plain("chip-list"), 1, "2x"),
        ("no", FIRST, 1, "which time"),
        ("often", FIRST, 1, "no number"),
        ("x" * 3000, WORDS, 2000, "2000"),
    ],
)
def test_what_is_no_answer(typed: str, prompt: Prompt, column: int, part: str) -> None:
    with pytest.raises(Unread) as found:
        read(typed, prompt, "en")
    assert found.value.column == column
    assert part in str(found.value)


def test_the_beginning_of_two_answers_is_asked_back() -> None:
    both = WORDS._replace(options=(Option("a", "before the flop"), Option("b", "before the turn")))
    with pytest.raises(Unread, match="before the flop · before the turn"):
        read("before", both, "en")


@pytest.mark.parametrize("language", ["en", "ru"])
def test_faults_are_told_in_the_language_of_the_interview(language: str) -> None:
    for typed, prompt in (("qqqq", WORDS), ("9", WORDS), ("много", plain("chips")), ("много", plain("count"))):
        with pytest.raises(Unread) as found:
            read(typed, prompt, language)
        assert any("а" <= letter <= "я" for letter in found.value.message.replace(typed, "")) == (language == "ru")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("don't know", ("unknown", "")),
        ("Don’t know.", ("unknown", "")),
        ("не знаю", ("unknown", "")),
        ("Назад", ("back", "")),
        ("back 3", ("back", "3")),
        ("назад 2", ("back", "2")),
        ("обе версии", ("both", "")),
        ("both stories", ("both", "")),
        ("почему", ("why", "")),
        ("why", ("why", "")),
        ("выход", ("quit", "")),
        ("quit", ("quit", "")),
        ("?", ("help", "")),
        ("backwards", None),
        ("check", None),
    ],
)
def test_control_words_of_both_languages(typed: str, found: tuple[str, str] | None) -> None:
    assert control(typed) == found


def test_how_far_back() -> None:
    assert (steps_back("", "en"), steps_back("3", "en")) == (1, 3)
    for rest in ("0", "x", "-1"):
        with pytest.raises(Unread):
            steps_back(rest, "en")


def first_choice() -> Choice:
    """The question about words of the silent chip."""
    told = story(SILENT_CHIP.replace("seats", "structure: no-limit\nstreet: flop\nseats"))
    choice = asked(told)
    assert choice is not None
    return choice


def test_questions_are_those_of_the_vocabulary_in_both_languages() -> None:
    told = story(SILENT_CHIP.replace("seats", "structure: no-limit\nstreet: flop\nseats"))
    choice = first_choice()
    english, russian = (prompt_of(choice, ruling(told), language) for language in ("en", "ru"))
    assert english.text == "Did B say or show anything with these chips, and what?"
    assert russian.text == "Сказал или показал ли B что-нибудь, ставя эти чипы, и что именно?"
    assert [option.value for option in english.options] == [option.value for option in russian.options]
    assert read("рэйз", english, "en") == read("raise", russian, "ru") == "raise"


def test_why_names_the_clauses_and_where_the_answers_lead() -> None:
    told = story(SILENT_CHIP.replace("seats", "structure: no-limit\nstreet: flop\nseats"))
    lines = "\n".join(why(first_choice(), ruling(told), "en"))
    assert "BFSP 4.12" in lines
    assert "nothing: B's single chip of 500 counts as a call of 200" in lines
