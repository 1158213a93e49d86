"""Wrong options: none is defensible, each has its reason, and those that teach most come first."""

from __future__ import annotations

import os
from random import Random

import pytest

from engine.pool import pool_of
from engine.ruling import Ruling
from explain.wording import capital
from facts.incident import Incident
from facts.reader import read_incident
from tests.training.stories import LATE_RAISE, SHORT_ALL_IN
from training.desk import Desk
from training.distractors import Wrong, defensible, distractors, left_open
from training.item import Item
from training.items import make
from training.misled import misled
from training.questions import Asked, answer, askable, looked_at
from training.rivals import SOURCES, Rivals

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
SOME = int(os.environ.get("FLOORCALL_ITEMS", "40"))
"""Items a book; all is well with a thousand, too, which take a minute."""
OF_WORDS = ("counts-as", "comes-back", "may-do", "which-clause")


@pytest.fixture(scope="module")
def desks() -> dict[str, Desk]:
    return {book: Desk(book) for book in BOOKS}


def _told(text: str, desk: Desk) -> Incident:
    return read_incident(text, "story", desk.vocabulary.events)


def _wrong(ruling: Ruling, asked: Asked, language: str = "en", seed: int = 1) -> list[Wrong]:
    view, texts = looked_at(ruling, language)
    return list(distractors(view, asked, texts, Rivals(ruling, pool_of()), Random(seed)))


# -- stories --------------------------------------------------------------------------------------------------------

RE_RAISED = """
game: holdem
structure: no-limit
street: flop
stakes: {sb: 50, bb: 100}
seats: [A, B]
pot: 600
actions:
  - A: bet 100
  - B: raise 200
"""


def test_who_may_not_raise_is_told_so_by_each_misconception_that_would_let_him(desks: dict[str, Desk]) -> None:
    ruling = desks["tda"].rule(_told(SHORT_ALL_IN, desks["tda"]), {})
    found = _wrong(ruling, Asked("may-do", "options", "A"))
    assert {"A may fold, call 600 more or raise to at least 2600"} == {
        one.text for one in found if one.misconception in ("half-raise-in-no-limit", "short-all-in-reopens")
    }
    first = found[0]
    assert first.clause == "47-A"
    assert first.why.startswith("“")
    assert "is a common mistake. " in first.why
    assert "TDA 47" in first.why


def test_a_late_raise_is_what_the_chip_or_the_late_word_would_make_it(desks: dict[str, Desk]) -> None:
    for book, clauses in (("tda", {"40-A", "44"}), ("bfsp", {"4.11.p1", "4.12.p1"}), ("bg", {"32.p1", "32.p2"})):
        ruling = desks[book].rule(_told(LATE_RAISE, desks[book]), {})
        asked = Asked("counts-as", "settles", "act 2")
        view, texts = looked_at(ruling, "en")
        assert answer(view, asked, texts) == "A call of 300"
        first = _wrong(ruling, asked)[0]
        assert first.text == "A raise to 1000"
        assert first.misconception in ("late-words-count", "big-chip-is-a-raise")
        assert first.clause in clauses


def test_misconceptions_come_first_and_other_books_last(desks: dict[str, Desk]) -> None:
    ruling = desks["tda"].rule(_told(LATE_RAISE, desks["tda"]), {})
    made_by = [one.misconception for one in _wrong(ruling, Asked("comes-back", "returned", "B"))]
    places = [SOURCES.index(name) if name in SOURCES else 0 for name in made_by]
    assert places == sorted(places)
    assert made_by[0] not in SOURCES


def test_the_same_dice_give_the_same_options_in_each_language(desks: dict[str, Desk]) -> None:
    ruling = desks["tda"].rule(_told(SHORT_ALL_IN, desks["tda"]), {})
    asked = Asked("may-do", "options", "B")
    english, russian = _wrong(ruling, asked), _wrong(ruling, asked, "ru")
    assert [(one.misconception, one.clause) for one in english] == [(one.misconception, one.clause) for one in russian]
    assert english == _wrong(ruling, asked)
    assert all("частая ошибка" in one.why for one in russian if one.misconception not in SOURCES)


def test_nothing_is_called_wrong_where_somebody_may_decide_otherwise(desks: dict[str, Desk]) -> None:
    story = """
game: holdem
street: flop
seats: [A, B]
actions:
  - {event: hand-mucked-by-dealer, seat: A, protected: no}
"""
    ruling = desks["bfsp"].rule(_told(story, desks["bfsp"]), {})
    view, _ = looked_at(ruling, "en")
    asked = Asked("counts-as", "hand", "A", "status")
    assert left_open(view, asked)
    assert _wrong(ruling, asked) == []


def test_what_another_reading_gives_is_not_wrong(desks: dict[str, Desk]) -> None:
    """A case of each book on which a reading decides: its outcome is on no list of wrong options."""
    seen = 0
    for book in ("bfsp", "tda", "bg"):
        desk = desks[book]
        for case in list(desk.cases.values())[::5]:
            ruling = desk.known(case)
            if not ruling.alternatives:
                continue
            view, texts = looked_at(ruling, "en")
            for asked in askable(view, OF_WORDS):
                others = {answer(view.other(one.trace), asked, texts) for one in ruling.alternatives}
                if others - {None, answer(view, asked, texts)}:
                    seen += 1
                    given = {capital(text) for text in others if text}
                    wrong = {one.text for one in _wrong(ruling, asked)}
                    assert not wrong & given
                    assert given <= set(defensible(view, asked, texts, ruling))
    assert seen > 5


def test_another_name_for_the_same_is_not_wrong(desks: dict[str, Desk]) -> None:
    """CLUB calls a raise over a raise a re-raise, and an all-in an all-in whatever it comes to."""
    for story, asked, never in (
        (RE_RAISED, Asked("may-do", "options", "A"), "A may fold, call 100 more or re-raise to at least 300"),
        (SHORT_ALL_IN, Asked("counts-as", "settles", "act 3"), "An all-in of 1600"),
    ):
        found = _wrong(desks["tda"].rule(_told(story, desks["tda"]), {}), asked)
        assert found
        assert never not in {one.text for one in found}


# -- items ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_no_wrong_option_of_an_item_is_defensible(book: str, desks: dict[str, Desk]) -> None:
    """Asked of other readings anew, not of those that the ruling itself lists: each reading of each clause is fixed."""
    desk = desks[book]
    known = {*misled(desk.rulebook, desk.vocabulary).beliefs, *SOURCES, "value", "clause", "question"}
    for item in make(book, count=SOME, seed=11, kinds=OF_WORDS, desk=desk):
        wrong = [option for option in item.options if not option.key]
        texts = {option.text.casefold() for option in wrong}
        assert not texts & {option.text.casefold() for option in item.keys}
        assert not texts & {text.casefold() for text in _otherwise(item, desk)}
        for option in wrong:
            assert option.misconception in known
            assert option.clause in desk.rulebook.clauses
            assert option.why
            assert "$" not in option.why
            assert "  " not in option.why


def _otherwise(item: Item, desk: Desk) -> set[str]:
    """What the readings of all clauses that the ruling can hang on would give, each fixed by itself."""
    found: set[str] = set()
    ruling = desk.rule(item.incident, dict(item.readings))
    touched = {alternative.clause for alternative in ruling.alternatives}
    for clause in touched:
        reading = desk.rulebook.clauses[clause].readings
        for name in reading.options if reading is not None else ():
            other = desk.rule(item.incident, {**dict(item.readings), clause: name})
            view, texts = looked_at(other, item.language)
            here = list(askable(looked_at(ruling, item.language)[0], (item.kind,)))
            told = [answer(view, asked, texts) for asked in here if _is_asked(item, asked, ruling)]
            found |= {capital(text) for text in told if text}
    return found


def _is_asked(item: Item, asked: Asked, ruling: Ruling) -> bool:
    view, texts = looked_at(ruling, item.language)
    return capital(answer(view, asked, texts) or "") in {option.text for option in item.keys}
