"""How an act is called: as it was seen, never as what it counts as."""

from __future__ import annotations

from engine.facts import Fact
from explain.wording import Wording
from facts.amounts import COUNTS_AS
from facts.deriving import chips_put
from facts.incident import Act


def act_as_seen(act: Act, wording: Wording, fact: Fact | None = None) -> str:
    """What was told about an act: "B's raise to 60", "C's single chip of 500". ``fact`` knows the size of an all-in."""
    to = act.to if act.to is not None or fact is None or act.does != "all-in" else fact.slots.get("to")
    put = chips_put(act)
    if act.words is not None and act.words.word != "nothing":
        words = wording.say("language", "quoted", text=words_of(act, wording))
        return wording.say("act", "words-chips" if put else "words", seat=act.seat, words=words, put=put)
    if act.does is not None:
        bare = to is None and act.does not in ("check", "fold")
        key = f"{COUNTS_AS.get(act.does, act.does)}-bare" if bare else act.does  # without a size by the plain word
        return wording.say("act", key, seat=act.seat, to=to)
    if put:
        motions = len(act.motions or ())
        chips = sum(len(motion) for motion in act.motions or ())
        key = "motions" if motions > 1 and not act.handful else "chip" if chips == 1 else "chips"
        return wording.say("act", key, seat=act.seat, put=put, chips=chips, motions=motions)
    return wording.say("act", act.gesture if act.gesture in ("tap", "throws-cards") else "other", seat=act.seat)


def words_of(act: Act, wording: Wording) -> str:
    """The words of an act that has some, without quotes: "raise to 60"."""
    said = act.words
    assert said is not None
    word = wording.word(said.word)
    if said.amount is None:
        return wording.say("said", "word", word=word)
    if said.word == "amount":  # nothing but a number was said
        return wording.say("said", "number", amount=said.amount)
    return wording.say("said", said.means or "bare", word=word, amount=said.amount)
