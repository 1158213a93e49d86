"""Whole chips, denominations, words and agreed acts: what is understood, and what is refused instead of guessed."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.amounts import (
    ACT_VERBS,
    LARGEST,
    MOST_CHIPS,
    SPOKEN,
    WITHOUT_AMOUNT,
    NotUnderstood,
    parse_act,
    parse_amount,
    parse_chips,
    parse_words,
)
from facts.incident import Words


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", 0),
        ("1000", 1000),
        (" 1000 ", 1000),
        ("1 000", 1000),
        ("1\u00a0000", 1000),
        ("1\u202f000", 1000),
        ("1,000", 1000),
        ("12.500", 12_500),
        ("1'000", 1000),
        ("1_000", 1000),
        ("1 234 567", 1_234_567),
        ("010", 10),
        ("45k", 45_000),
        ("45 K", 45_000),
        ("45к", 45_000),
        ("1.5k", 1500),
        ("1.5 K", 1500),
        ("1,5k", 1500),
        ("1.25k", 1250),
        ("1.50k", 1500),
        ("999999999999999", LARGEST - 1),
    ],
)
def test_amounts(text: str, amount: int) -> None:
    assert parse_amount(text) == amount


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-5", "negative"),
        ("\u22125", "negative"),
        ("-1.5k", "negative"),
        ("1.5", "not whole"),
        ("12.50", "not whole"),
        ("0.500", "not whole"),
        ("1.2345k", "not whole"),
        ("1.500k", "two ways"),
        ("1,000.000", "no number"),
        ("1 00", "no number"),
        ("10 0000", "no number"),
        ("1e3", "no number"),
        ("0x64", "no number"),
        ("0o17", "no number"),
        ("10:30", "no number"),
        ("+5", "no number"),
        ("k", "no number"),
        ("", "no number"),
        ("٣", "no number"),  # a digit, but not one of ours
        (str(LARGEST), "more than any table holds"),
        ("9" * 5000, "more than any table holds"),
        ("9" * 14 + "k", "more than any table holds"),
    ],
)
def test_what_is_no_amount(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        parse_amount(text)


@given(st.integers(0, LARGEST - 1), st.sampled_from(["", " ", ",", ".", "'", "_"]))
def test_thousands_separators_do_not_matter(amount: int, mark: str) -> None:
    assert parse_amount(f"{amount:,}".replace(",", mark)) == amount


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in (parse_amount, parse_chips, parse_words, parse_act):
        with suppress(NotUnderstood):
            parse(text)


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("500", (500,)),
        ("5x100", (100,) * 5),
        ("5 x 100", (100,) * 5),
        ("5х100", (100,) * 5),  # the Cyrillic letter
        ("2×100", (100, 100)),
        ("2x100+25", (100, 100, 25)),
        ("2x100 + 25", (100, 100, 25)),
        ("25 + 2x100", (25, 100, 100)),
        ("2x100, 25", (100, 100, 25)),
        ("1,000", (1000,)),
        ("2x1,000, 25", (1000, 1000, 25)),
        ("2x1k; 500", (1000, 1000, 500)),
        ("1 000", (1000,)),
        (f"{MOST_CHIPS}x5", (5,) * MOST_CHIPS),
    ],
)
def test_chips(text: str, chips: tuple[int, ...]) -> None:
    assert parse_chips(text) == chips


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "a chip of 0"),
        ("2x0", "a chip of 0"),
        ("0x5", "no chips at all"),
        ("-100", "negative"),
        ("2x-100", "negative"),
        ("2x12.5", "not whole"),
        ("100 25", "no number"),
        ("5x", "no number"),
        ("2x100,", "no number"),
        ("2x100++25", "no number"),
        ("", "no number"),
        (f"{MOST_CHIPS + 1}x5", "more than"),
        (f"{MOST_CHIPS}x5 + 5", "more than"),
        ("9" * 5000 + "x5", "more than"),
    ],
)
def test_what_is_no_chips(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        parse_chips(text)


def test_chips_that_are_none_are_told_how_to_be_written() -> None:
    with pytest.raises(NotUnderstood) as caught:
        parse_chips("two blacks")
    assert "5x100" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nothing", Words("nothing")),
        ("check", Words("check")),
        ("raise", Words("raise")),
        ("raise to 500", Words("raise", 500, "to")),
        ("raise to 1 000", Words("raise", 1000, "to")),
        ("raise by 300", Words("raise", 300, "by")),
        ("raise +300", Words("raise", 300, "by")),
        ("raise + 300", Words("raise", 300, "by")),
        ("raise 500", Words("raise", 500, None)),
        ("Raise TO 500", Words("raise", 500, "to")),
        ("reraise to 90", Words("reraise", 90, "to")),
        ("re-raise to 90", Words("reraise", 90, "to")),
        ("call 60", Words("call", 60, None)),
        ("bet 2k", Words("bet", 2000, None)),
        ("all-in", Words("all-in")),
        ("all in 90", Words("all-in", 90, None)),
        ("allin", Words("all-in")),
        ("cap", Words("cap")),
        ("amount 1400", Words("amount", 1400, None)),
        ("pot 9500", Words("pot", 9500, None)),
    ],
)
def test_words(text: str, words: Words) -> None:
    assert parse_words(text) == words


def test_words_keep_their_moment() -> None:
    assert parse_words("raise", "after") == Words("raise", when="after")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rise", "did you mean raise"),
        ("500", "is not known"),
        ("", "is not known"),
        ("amount", "number is missing"),
        ("raise to", "amount is missing"),
        ("raise by", "amount is missing"),
        ("raise +", "amount is missing"),
        ("raise by by 5", "no number"),
        ("raise total 5", "no number"),
        ("raise to -5", "negative"),
        ("nothing 5", "takes no amount"),
        ("check to", "takes no amount"),
        ("all-inn", "did you mean all-in"),
        ("post 50", "is not known"),
    ],
)
def test_what_nobody_can_have_said(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        parse_words(text)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("bet 20", ("bet", 20)),
        ("raise to 60", ("raise", 60)),
        ("raise 60", ("raise", 60)),
        ("reraise 1,000", ("reraise", 1000)),
        ("cap 80", ("cap", 80)),
        ("call", ("call", None)),
        ("call 60", ("call", 60)),
        ("check", ("check", None)),
        ("fold", ("fold", None)),
        ("all-in 90", ("all-in", 90)),
        ("All in", ("all-in", None)),
        ("post 50", ("post", 50)),
        ("bring in 5", ("bring-in", 5)),
        ("complete to 10", ("complete", 10)),
    ],
)
def test_agreed_acts(text: str, act: tuple[str, int | None]) -> None:
    assert parse_act(text) == act


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bets 20", "did you mean bet"),
        ("raise by 40", "write 'raise to'"),
        ("raise +40", "write 'raise to'"),
        ("raise to", "amount is missing"),
        ("check 20", "takes no amount"),
        ("fold to 20", "takes no amount"),
        ("nothing", "is not known"),
        ("bet 0", "puts no chips in"),
        ("raise to 0", "puts no chips in"),
        ("bet -20", "negative"),
        ("bet twenty", "no number"),
        ("", "is not known"),
    ],
)
def test_what_is_no_agreed_act(text: str, message: str) -> None:
    with pytest.raises(NotUnderstood, match=message):
        parse_act(text)


def test_an_amount_needs_its_number() -> None:
    assert parse_words("amount 1400") == Words("amount", 1400)
    with pytest.raises(NotUnderstood, match="the number is missing"):
        parse_words("amount")


@pytest.mark.parametrize("word", [word for word in SPOKEN if word != "amount"])
def test_every_word_can_be_said_alone_and_with_an_amount_where_it_takes_one(word: str) -> None:
    if word != "amount":  # that word says that a number was all he said
        assert parse_words(word) == Words(word)
    if word not in WITHOUT_AMOUNT:
        assert parse_words(f"{word} to 50") == Words(word, 50, "to")


@pytest.mark.parametrize("verb", ACT_VERBS)
def test_every_verb_is_read(verb: str) -> None:
    assert parse_act(verb.upper()) == (verb, None)
