"""Items made from cases: the key is the engine's, options differ, the same seed gives the same items."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from training.desk import Desk
from training.item import COMPLEXITIES, KINDS, LEVELS, Item
from training.items import again, belongs, likeness, make
from training.questions import Asked

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")
SOME = 40


@pytest.fixture(scope="module")
def desks() -> dict[str, Desk]:
    return {book: Desk(book) for book in BOOKS}


@pytest.fixture(scope="module")
def items(desks: dict[str, Desk]) -> dict[str, list[Item]]:
    return {book: list(make(book, count=SOME, seed=5, desk=desks[book])) for book in BOOKS}


@pytest.mark.parametrize("book", BOOKS)
def test_every_item_is_whole(book: str, items: dict[str, list[Item]]) -> None:
    assert len(items[book]) == SOME
    for item in items[book]:
        texts = [option.text for option in item.options]
        assert len({text.casefold() for text in texts}) == len(texts) >= 3
        assert item.story
        assert item.question
        assert item.ruling
        assert item.rulebook == book
        assert item.level in LEVELS
        assert item.complexity in COMPLEXITIES
        assert "$" not in "".join((item.story, item.question, item.ruling, *texts, *item.reasoning))
        assert item.answer
        assert item.right(item.answer)
        if item.ordered:
            assert sorted(item.answer) == list(range(len(texts)))
            assert item.answer != tuple(range(len(texts)))
        else:
            assert item.answer == tuple(at for at, option in enumerate(item.options) if option.key)
            assert len(texts) - len(item.answer) in (2, 3)


def test_what_is_alike() -> None:
    desk = Desk("bfsp")
    one = next(make("bfsp", count=1, kinds=["counts-as"], desk=desk))
    turned = one._replace(options=one.options[::-1], question=f"  {one.question.upper()} ")
    assert set(likeness(one, desk)) & set(likeness(turned, desk))
    other = one._replace(question="What then?")
    assert not set(likeness(one, desk)) & set(likeness(other, desk))


def test_an_id_and_a_seed_give_the_item_again(desks: dict[str, Desk]) -> None:
    fresh = Desk("tda")
    for item in make("tda", count=15, seed=3, language="ru", desk=desks["tda"]):
        assert again(item.id, 3, "ru", desk=fresh) == item


def test_an_id_that_nothing_has_is_a_key_error(desks: dict[str, Desk]) -> None:
    for id in ("bfsp/no-such-case/counts-as/1", "bfsp", "bfsp/bigchip-call-50/no-kind/1", "bfsp/x/counts-as/one"):
        with pytest.raises(KeyError):
            again(id, 1, "en", desk=desks["bfsp"])


def test_ids_and_keys_are_the_same_in_all_languages(desks: dict[str, Desk]) -> None:
    english = list(make("bfsp", count=SOME, seed=2, desk=desks["bfsp"]))
    russian = list(make("bfsp", count=SOME, seed=2, language="ru", desk=desks["bfsp"]))
    assert [item.id for item in english] == [item.id for item in russian]
    assert [item.answer for item in english] == [item.answer for item in russian]
    assert [(item.level, item.complexity, item.clauses) for item in english] == [
        (item.level, item.complexity, item.clauses) for item in russian
    ]


def test_another_seed_gives_other_stories(desks: dict[str, Desk]) -> None:
    one, two = ([item.story for item in make("bfsp", count=10, seed=n, desk=desks["bfsp"])] for n in (1, 2))
    assert not set(one) & set(two)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_asked_for(kind: str, desks: dict[str, Desk]) -> None:
    assert [item.kind for item in islice(make("bfsp", kinds=[kind], desk=desks["bfsp"]), 3)] == [kind] * 3


def test_no_kind_has_much_more_than_its_share(desks: dict[str, Desk]) -> None:
    made = Counter(item.kind for item in make("tda", count=70, desk=desks["tda"]))
    assert set(made) == set(KINDS)
    assert max(made.values()) <= 16


def test_a_kind_that_is_put_off_comes_in_the_end(desks: dict[str, Desk]) -> None:
    """One case has few kinds: its items come although they are nearly all of one of them."""
    found = [item.kind for item in islice(make("bfsp", case="bigchip-call-50", desk=desks["bfsp"]), 30)]
    assert len(found) == 30


def test_filters(desks: dict[str, Desk]) -> None:
    desk = desks["bfsp"]
    for item in islice(make("bfsp", clause="4.12", desk=desk), 4):
        assert any(belongs(name, "4.12") for name in item.clauses)
    for item in islice(make("bfsp", case="bigchip-call-50", desk=desk), 3):
        assert item.case == "bigchip-call-50"
    for level in ("dealer", "floor"):
        assert {item.level for item in islice(make("bfsp", level=level, desk=desk), 3)} == {level}
    assert {item.complexity for item in islice(make("bfsp", complexity=4, desk=desk), 3)} == {4}


def test_a_filter_that_nothing_passes_ends() -> None:
    assert list(make("club", case="no-such-case")) == []


def test_parts_of_a_clause_belong_to_it() -> None:
    assert belongs("4.12.p1", "4.12")
    assert belongs("53-A", "53")
    assert belongs("53", "53")
    assert not belongs("4.12", "4.1")
    assert not belongs("4.1", "4.12")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="xx"):
        next(make("club", language="xx"))


def test_what_is_asked_is_a_value() -> None:
    assert Asked("counts-as", "settles", "act 2") == Asked("counts-as", "settles", "act 2")
