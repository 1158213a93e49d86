"""Every wrong option knows why it is tempting and which clause refutes it; sections differ; marks are nested."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from facts.incident import Act, Event
from facts.lexicon import vocabulary
from facts.reader import read_incident
from tests.training.stories import SHORT_ALL_IN
from training.desk import Desk
from training.item import ANY, ORIGINS, Item, Option
from training.items import again, make
from training.misconception import files
from training.questions import Asked, looked_at
from training.quotes import nested
from training.redrawn import drawn
from training.tempting import values_beside
from training.texts import words

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
LANGUAGES = ("en", "ru")
SOME = 40


@pytest.fixture(scope="module")
def desks() -> dict[str, Desk]:
    return {book: Desk(book) for book in BOOKS}


@pytest.fixture(scope="module")
def items(desks: dict[str, Desk]) -> Mapping[tuple[str, str], list[Item]]:
    return {
        (book, language): list(make(book, count=SOME, seed=23, language=language, desk=desks[book]))
        for book in BOOKS
        for language in LANGUAGES
    }


@pytest.fixture(scope="module")
def choices(items: Mapping[tuple[str, str], list[Item]]) -> list[tuple[Item, Option]]:
    """Items that are chosen from, with each wrong option."""
    return [(item, one) for found in items.values() for item in found for one in item.options if not one.key]


# -- clauses that are named --------------------------------------------------------------------------------------------


def test_a_wrong_judgement_names_the_clause_that_leads_to_it(desks: dict[str, Desk]) -> None:
    """That of the mistake, or of the ruling if one fact were otherwise: never any clause of the book."""
    item = again("tda/tda-46-s2-1/reading/1", 12, "en", desk=desks["tda"])
    by = {option.misconception: option.text for option in item.options}
    assert "by TDA 44 (" in by["big-chip-is-a-raise"]
    assert "by TDA 46 (" in by[""]
    item = again("tda/tda-57-c/reading/1", 12, "en", desk=desks["tda"])
    assert next("by TDA 51 (" in one.text for one in item.options if one.misconception == "changed-fact")


def test_the_right_clause_alone_does_not_tell_the_key(desks: dict[str, Desk]) -> None:
    shared = 0
    for book in BOOKS:
        for item in make(book, count=20, seed=23, kinds=["reading"], desk=desks[book]):
            named = [option.text.rpartition(", by ")[2] for option in item.options]
            right = next(name for name, option in zip(named, item.options, strict=True) if option.key)
            shared += named.count(right) > 1
    assert shared > 50


# -- sections ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book", BOOKS)
def test_no_two_options_name_the_same_section(book: str, language: str, desks: dict[str, Desk]) -> None:
    """As the book is cited: of two paragraphs of one section nobody could say which is meant."""
    for item in make(book, count=SOME, seed=23, language=language, kinds=["which-clause"], desk=desks[book]):
        named = [option.text.partition(",")[0] for option in item.options]
        assert len(set(named)) == len(named), item.id


def test_the_section_of_the_key_is_never_the_wrong_one(choices: list[tuple[Item, Option]]) -> None:
    seen = 0
    for item, option in choices:
        if item.kind == "which-clause":
            seen += 1
            right = item.keys[0].text.partition(",")[0]
            assert not option.why.startswith(f"{right} "), item.id
            assert not option.text.startswith(f"{right},"), item.id
    assert seen > 50


# -- reasons ----------------------------------------------------------------------------------------------------------


def test_a_reason_says_more_than_that_of_the_key(choices: list[tuple[Item, Option]]) -> None:
    for item, option in choices:
        assert all(option.why != key.why for key in item.keys), item.id


def test_the_refuting_clause_is_printed(desks: dict[str, Desk], choices: list[tuple[Item, Option]]) -> None:
    for item, option in choices:
        clauses = desks[item.rulebook].rulebook.clauses
        if option.clause:
            section = clauses[option.clause].section
            assert section in option.why, (item.id, option)
        else:
            assert item.kind == "first-question", item.id


def test_what_was_swapped_is_said(desks: dict[str, Desk]) -> None:
    """A call of 1500 more after 500 of them lie there; the pot without the call; a raise for who may not raise."""
    story = """
game: omaha
structure: pot-limit
street: flop
stakes: {sb: 50, bb: 100}
seats: [A, B]
pot: 600
actions:
  - A: bet 500
  - B: raise 1500
"""
    told = _near(story, Asked("may-do", "options", "A"), desks["bfsp"])
    assert told["A may fold, call 1500 or raise to 2500–5100"] == "call-whole"
    assert told["A may fold, call 1000 more or raise to 2500–4100"] == "most-without-call"
    assert told["A may fold, call 1000 more or raise to 4000–5100"] == "least-on-top"
    assert told["A may fold, call 1000 more or raise to 1600–5100"] == "least-by-blind"
    assert told["A may fold or call 1000 more"] == "less-raise"


def test_a_raise_that_is_barred_is_tempting(desks: dict[str, Desk]) -> None:
    told = _near(SHORT_ALL_IN, Asked("may-do", "options", "A"), desks["tda"])
    assert told["A may fold, call 600 more or raise to at least 2600"] == "with-raise"


def test_nothing_comes_back_that_was_not_put_in(desks: dict[str, Desk]) -> None:
    """Nor is less than the bet ever a raise."""
    story = """
game: holdem
structure: no-limit
street: flop
stakes: {sb: 50, bb: 100}
seats: [A, B]
pot: 600
actions:
  - A: bet 400
  - B: {says: nothing, chips: 2x100}
"""
    back = _near(story, Asked("comes-back", "returned", "B"), desks["bfsp"])
    assert back.keys() <= {"200", "100", "Nothing"}
    told = _near(story, Asked("counts-as", "settles", "act 2"), desks["bfsp"])
    assert "A raise to 200" not in told
    assert told["A call of 400"] == "call-meant"


def _near(story: str, asked: Asked, desk: Desk) -> dict[str, str]:
    ruling = desk.rule(read_incident(story, "story", desk.vocabulary.events), {})
    view, texts = looked_at(ruling, "en")
    return {near.text: near.mistake for near in values_beside(view, asked, texts, Random(1))}


def test_every_value_that_can_be_asked_about_has_its_temptation() -> None:
    told = words()["tempting-value"]
    for name, entry in words()["asked"].items():
        if isinstance(entry["values"], Mapping):
            assert {f"{name}.{value}" for value in entry["values"]} <= told.keys()
    known = {f"{name}.{value}" for name, entry in words()["asked"].items() if isinstance(entry["values"], Mapping)
             for value in entry["values"]}  # fmt: skip
    assert told.keys() == known
    for group in ("temptation", "tempting-value", "why"):
        for name, text in words()[group].items():
            assert text.keys() == set(LANGUAGES), name


def test_broad_topics_are_topics() -> None:
    assert words()["broad"].keys() <= vocabulary().topics.keys()


# -- marks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "““Raise” and a number” is a mistake", "“‘Raise’ and a number” is a mistake"),
        ("en", "He says “call” and “raise”.", "He says “call” and “raise”."),
        ("ru", "««Рэйз» и число» — ошибка", "«„Рэйз“ и число» — ошибка"),
        ("ru", "Он говорит «чек».", "Он говорит «чек»."),
        ("en", "“open", "“open"),
        ("en", "”backwards“ “twice“ ”", "”backwards“ “twice“ ”"),
    ],
)
def test_marks_within_marks(language: str, text: str, expected: str) -> None:
    assert nested(text, language) == expected
    assert nested(expected, language) == expected


def test_no_text_of_an_item_has_the_same_marks_twice(items: Mapping[tuple[str, str], list[Item]]) -> None:
    for (_, language), found in items.items():
        for item in found:
            shown = [item.story, item.question, item.ruling, *item.reasoning]
            for text in [*shown, *(part for option in item.options for part in (option.text, option.why))]:
                assert nested(text, language) == text, item.id


# -- filter -----------------------------------------------------------------------------------------------------------


def test_items_with_a_misconception(desks: dict[str, Desk]) -> None:
    wanted = "half-raise-in-no-limit"
    found = list(make("tda", count=3, misconception=wanted, desk=desks["tda"]))
    assert len(found) == 3
    assert all(wanted in [option.misconception for option in item.options] for item in found)
    known = {path.stem for path in files()}
    for item in make("bg", count=6, misconception=ANY, desk=desks["bg"]):
        assert known & {option.misconception for option in item.options}
        assert item.holds(ANY)
    assert list(make("bg", kinds=["which-clause"], misconception=ANY, desk=desks["bg"])) == []


def test_an_origin_is_no_misconception(items: Mapping[tuple[str, str], list[Item]]) -> None:
    known = {path.stem for path in files()}
    for item in items["bfsp", "en"]:
        found = {option.misconception for option in item.options if not option.key}
        assert found <= {*known, *ORIGINS}
        assert item.holds(ANY) == bool(found & known)


def test_a_pot_that_an_event_tells_is_not_another_one(desks: dict[str, Desk]) -> None:
    """The head of the story and the event speak of one pot."""
    case = desks["tda"].cases["tda-20b-a"]
    for seed in range(12):
        for item in make("tda", case=case.id, kinds=["comes-back"], seed=seed, count=2, desk=desks["tda"]):
            told = [entry.slots["amount"] for entry in item.incident.timeline if isinstance(entry, Event)]
            assert told == [item.incident.pot]


def test_shares_are_of_the_pot_that_is_asked_about(desks: dict[str, Desk]) -> None:
    """Three all-ins make three pots: the main one is shared, not all that lies in the middle."""
    for item in make("bfsp", case="own-three-all-ins-three-pots", kinds=["comes-back"], seed=3, desk=desks["bfsp"]):
        for option in item.options:
            assert "left over" not in option.why


def test_a_wager_of_another_size_keeps_its_place_among_the_others(desks: dict[str, Desk]) -> None:
    """A raise stays above the raise before it, whatever else is drawn anew."""
    case = desks["bg"].cases["bg-034-p2-a"]
    seen = 0
    for seed in range(20):
        for drawing in drawn(case.incident, Random(seed), desks["bg"].vocabulary, str):
            sizes = [entry.to for entry in drawing.incident.timeline if isinstance(entry, Act) and entry.to]
            assert sizes == sorted(sizes)
            seen += len(sizes) > 1
    assert seen > 20


def test_chips_told_as_a_total_are_no_check(desks: dict[str, Desk]) -> None:
    story = """
game: holdem
structure: no-limit
street: flop
stakes: {sb: 50, bb: 100}
seats: [A, B]
pot: 600
actions:
  - A: bet 400
  - B: call
  - A: raise 1100
"""
    assert "A check" not in _near(story, Asked("counts-as", "settles", "act 3"), desks["bfsp"])
