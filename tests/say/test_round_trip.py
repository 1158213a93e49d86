"""A story that is written in shorthand reads back to the same incident, for all that the cases of the books tell."""

from __future__ import annotations

from functools import cache

import pytest

from facts.incident import Act, Event, Incident, Words
from facts.lexicon import vocabulary
from facts.writer import unplaced
from knowledge.casefiles import cases_of
from knowledge.loading import load
from say import read_shorthand, write_shorthand

BOOKS = ("bfsp", "bg", "bpt", "club", "tda")


@cache
def incidents() -> tuple[Incident, ...]:
    """Every incident that a case of some book tells, each once."""
    found: dict[str, Incident] = {}
    for name in BOOKS:
        book, words = load(name)
        for case in cases_of(book, words):
            told = unplaced(case.incident)._replace(note="")
            found.setdefault(repr(told), told)
    return tuple(found.values())


@pytest.mark.parametrize(("language", "step", "share"), [("en", 2, 0.995), ("ru", 7, 0.98)])
def test_nearly_every_case_can_be_said_in_shorthand(language: str, step: int, share: float) -> None:
    told = incidents()[::step]
    assert len(told) > 200
    left_out = [written for one in told if (written := write_shorthand(one, vocabulary(), language)).left_out]
    assert len(left_out) <= (1 - share) * len(told), [written.text for written in left_out]


def test_what_is_left_out_is_named() -> None:
    odd = Incident(("A",), timeline=(Event("no-such-event"),))
    with pytest.raises(KeyError):
        write_shorthand(odd, vocabulary())
    far = Incident(("A", "B"), stakes={"bb": 100}, street="flop", timeline=(Act("A", "bet", 10**14),))
    assert write_shorthand(far, vocabulary()).left_out


STORIES = (
    Incident(("First", "Button", "seat", "A-B", "Ёж", "#7", '"'), button="First", timeline=(Act("seat", "fold"),)),
    Incident(("A", "B"), "holdem", "no-limit", "flop", timeline=(Act("A", motions=()),)),
    Incident(("A", "B"), note='He said: "no; never".\nThen he left.', timeline=(Act("B", "check"),)),
    Incident(
        ("A", "B"),
        timeline=(
            Act("A", words=Words("raise", 900, "by", "after-first-motion"), motions=((500, 100), (25,))),
            Act("A", gesture="none"),
            Act("B", extra={"in_front": (25, 25), "pulled_back": (), "gathered": True}, motions=((100,) * 3,)),
            Act("A", motions=((100, 100), (100,)), handful=True, picked_up=300, words=Words("nothing")),
            Act("B", words=Words("amount", 1400), extra={"unclear": True, "deliberate": False, "offence": 3}),
        ),
    ),
    Incident((), timeline=(Event("shows-hand", {"seat": "Viktor"}),)),
    Incident(("A", "B"), "stud7", "limit", "third", {"low": 5, "high": 10, "ante": 1, "bring_in": 2}, begins="B",
             up_cards={"A": ("As",), "B": ("2c",)}, timeline=(Act("B", "bring-in", 2), Act("A", "complete", 5))),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("story", STORIES)
def test_odd_names_words_and_chips_come_back(story: Incident, language: str) -> None:
    written = write_shorthand(story, vocabulary(), language)
    assert written.left_out == (), written.text
    back = read_shorthand(written.text, vocabulary()).incident
    assert back is not None
    assert unplaced(back) == unplaced(story)
