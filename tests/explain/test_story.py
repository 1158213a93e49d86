"""An act told as it was seen: every verb, word, gesture and detail has its sentence, in every language."""

from __future__ import annotations

import re

import pytest

from explain.story import act_told, cards
from explain.texts import languages
from explain.wording import Wording
from facts.amounts import ACT_VERBS, WITHOUT_AMOUNT
from facts.incident import Act, Words
from facts.incident_keys import GESTURES, PROMPTERS, SAID_WHEN
from facts.lexicon import vocabulary


def told(act: Act, language: str = "en") -> str:
    return act_told(act, Wording(language, vocabulary(), grouped=True))


@pytest.mark.parametrize(
    ("act", "english", "russian"),
    [
        (Act("A", "bet", 20_000), "A bets 20,000", "A делает бет 20 000"),
        (Act("A", "all-in"), "A goes all-in", "A идёт в олл-ин"),
        (
            Act("A", words=Words("raise", 400, "to"), motions=((500,),)),
            "A says “raise to 400” and then puts in one chip of 500",
            "A говорит «рэйз до 400», а затем ставит один чип 500",
        ),
        (
            Act("A", words=Words("nothing"), motions=((100, 100, 25),)),
            "Without a word A puts in 2 chips of 100 and one chip of 25 (225 in all)",
            "A молча ставит 2 × 100 и один чип 25 (всего 225)",
        ),
        (
            Act("A", motions=((100,), (200,))),
            "A puts in one chip of 100, then in a second motion one chip of 200",
            "A ставит один чип 100, затем вторым движением один чип 200",
        ),
        (
            Act("A", motions=((500,),), extra={"in_front": (25, 25), "pulled_back": ()}),
            "A puts in one chip of 500; before him lay from earlier 2 chips of 25 (50 in all); "
            "of these he takes back nothing",
            "A ставит один чип 500; перед ним с прошлого раза лежит 2 × 25 (всего 50); из них он ничего не забирает",
        ),
        (Act("A"), "A acts", "A действует"),
    ],
)
def test_an_act(act: Act, english: str, russian: str) -> None:
    assert (told(act), told(act, "ru").replace("\N{NO-BREAK SPACE}", " ")) == (english, russian)


@pytest.mark.parametrize("language", languages())
def test_everything_that_can_be_told_has_a_sentence(language: str) -> None:
    chips = ((100,),)
    found = [Act("A", verb) for verb in ACT_VERBS]
    found += [Act("A", verb, 100) for verb in ACT_VERBS if verb not in WITHOUT_AMOUNT]
    found += [Act("A", gesture=gesture) for gesture in GESTURES]
    found += [Act("A", "call", gesture=gesture, prompted=by) for gesture in GESTURES for by in PROMPTERS]
    found += [Act("A", words=Words("call", when=when), motions=chips) for when in SAID_WHEN]
    found += [Act("A", words=Words(word), motions=motions) for word in ("call", "nothing") for motions in (None, ())]
    found += [Act("A", motions=(*chips, *chips), handful=True), Act("A", motions=chips * 3, picked_up=500)]
    flags = ("deliberate", "overlooked_raise", "unclear", "gathered")
    found += [Act("A", "call", extra={flag: value}) for flag in flags for value in (True, False)]
    found += [Act("A", "call", extra={name: value}) for name in ("in_front", "pulled_back") for value in ((), (25, 5))]
    sentences = [told(act, language) for act in (*found, Act("A", "call", extra={"offence": 2}))]
    assert not [text for text in sentences if "$" in text or re.match(r"\[\w\w\]", text)]
    assert len(set(sentences)) > 50


def test_cards_are_told_by_their_signs() -> None:
    assert cards(("As", "Td", "7h", "2c")) == "A♠ 10♦ 7♥ 2♣"
