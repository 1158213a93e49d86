"""A story told from nothing: every event type can be chosen, and found by words of either language."""

from __future__ import annotations

import pytest

from ask.answers import Unread, read
from ask.interview import ACT, ANSWER, BETTING, DONE, HAPPENED, SEATS, Interview, Step
from ask.opening import OTHER, found_prompt, is_kind, kind_prompt, opening_place, opening_prompt
from ask.words import kinds, texts
from facts.incident import Incident
from tests.ask.books import desk

EMPTY = Interview(Incident(()))


def test_every_event_type_is_of_one_kind() -> None:
    listed = [event for kind in kinds() for event in kind["events"]]
    assert len(listed) == len(set(listed))
    assert set(listed) == set(desk().vocabulary.happenings)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_kind_offers_what_the_rulebook_speaks_of(language: str) -> None:
    prompt = opening_prompt(HAPPENED, desk().vocabulary, desk().book, language)
    offered = [option.value for option in prompt.options]
    assert offered[0] == BETTING
    assert all(is_kind(value) for value in offered[1:])
    for kind in offered[1:]:
        below = kind_prompt(kind, desk().vocabulary, desk().book, language)
        assert len(below.options) > 1
        assert below.options[-1].value == OTHER
        assert len({option.said for option in below.options}) == len(below.options)


def test_a_rulebook_without_chinese_poker_does_not_offer_it() -> None:
    offered = {book: opening_prompt(HAPPENED, desk(book).vocabulary, desk(book).book, "en") for book in ("bfsp", "bpt")}
    kinds_of = {book: [option.value for option in prompt.options] for book, prompt in offered.items()}
    assert ("ofc" in kinds_of["bfsp"], "ofc" in kinds_of["bpt"]) == (False, True)


@pytest.mark.parametrize(
    ("typed", "event"),
    [
        ("four cards on the flop", "extra-board-cards"),
        ("the dealer put out the turn too early", "board-during-round"),
        ("a player threw his cards into the muck", "cards-thrown"),
        ("two cards of the same rank and suit in the deck", "deck-defect"),
        ("a player holds the wrong number of cards", "wrong-card-count"),
        ("a card was exposed while dealing", "hole-cards-exposed"),
        ("на флопе четыре карты", "extra-board-cards"),
        ("игрок бросил карты", "cards-thrown"),
    ],
)
def test_words_find_the_event(typed: str, event: str) -> None:
    found = found_prompt(typed, desk().vocabulary, desk().book, "en")
    assert event in [option.value for option in found.options]


def test_words_that_say_nothing_are_told_so() -> None:
    with pytest.raises(Unread, match="qwertz"):
        found_prompt("qwertz", desk().vocabulary, desk().book, "en")


def test_betting_asks_who_plays_and_then_what_they_did() -> None:
    vocabulary, interview = desk().vocabulary, EMPTY
    for step, place in (
        (Step(ANSWER, HAPPENED, "1", BETTING), SEATS),
        (Step(ANSWER, SEATS, "A B", ("A", "B")), ACT),
        (Step(ANSWER, ACT, "A check", "A: check"), ACT),
        (Step(ANSWER, DONE, "done"), None),
    ):
        assert opening_place(interview, vocabulary) is not None
        interview = interview.after(step)
        assert opening_place(interview, vocabulary) == place


def test_an_event_asks_for_what_it_cannot_be_told_without() -> None:
    interview = EMPTY.after(Step(ANSWER, HAPPENED, "x", "cards-thrown"))
    root = opening_place(interview, desk().vocabulary)
    assert root == ("cards-thrown", "event 1", "seat")
    prompt = opening_prompt(root, desk().vocabulary, desk().book, "en")
    assert (prompt.text, read("Anna", prompt, "en")) == ("Who threw his cards?", "Anna")
    after = interview.after(Step(ANSWER, root, "Anna", "Anna"))
    assert opening_place(after, desk().vocabulary) is None


def test_nothing_is_asked_before_the_engine_where_a_story_is_known() -> None:
    assert opening_place(Interview(Incident(("A", "B"))), desk().vocabulary) is None


def test_texts_have_the_same_values_in_both_languages() -> None:
    for group in ("texts", "faults", "hints", "doubts"):
        for key, entry in texts()[group].items():
            names = [sorted(set(part.split("$")[1:])) for part in ()] or [
                sorted(
                    word.strip(".,:;()«»“”'?")
                    for word in entry[language].split()
                    if word.lstrip("(«“'").startswith("$")
                )
                for language in ("en", "ru")
            ]
            plain = [[name.lstrip("(«“'") for name in found] for found in names]
            assert plain[0] == plain[1], f"{group}.{key}"
