"""Wrong options with a reason: what they came from, why they are tempting and which clause refutes them.

Each is the answer of a rival ruling to the same question, worded by the same code as the key. None is defensible: it is
no answer of the ruling itself, of another reading of a clause, or of an answer to what is open; and where an official
may decide otherwise, nothing is called wrong at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.outcomes import cited
from engine.ruling import Ruling
from engine.trace import Trace
from explain.data import discretion
from explain.view import View
from explain.wording import capital
from facts.addresses import ACT, Change
from facts.records import NamedTuple
from training.questions import HEADLINE, Asked, answer, as_good, behind, clause_option, clauses, reason
from training.rivals import CHANGED, DEFEATED, MISCONCEPTION, SOURCES, Rival, Rivals
from training.texts import Texts

# How a book calls a raise is no difference, nor that it calls an all-in an all-in.
_NAMES = ("name",)
_WHOLE_STACK = "all-in"
# What an address of a file is called as a slot of a fact.
_SLOTS = {"says": "declared", "silent": "declared", "said_when": "when", "chips": "put"}


class Wrong(NamedTuple):
    """A wrong option. ``why``: why it is tempting and what refutes it; ``clause``: that refutes it, by id.

    ``misconception``: the id of the misconception that led to it, else what it came from, one of
    ``training.rivals.SOURCES``. ``by``: the clause of the book that whoever takes it would name, empty where
    there is none.
    """

    text: str
    why: str
    clause: str
    misconception: str
    by: str = ""


def distractors(view: View, asked: Asked, texts: Texts, rivals: Rivals, dice: Random) -> Iterator[Wrong]:
    """Wrong options to a question about a ruling, those that teach most first, no two alike.

    Made one by one, as far as they are asked for. None where the ruling leaves the answer to somebody. ``view`` and
    ``rivals`` are of one ruling.
    """
    key = answer(view, asked, texts)
    stands = clauses(view, asked)
    if key is None or not stands or left_open(view, asked):
        return
    taken = {text.casefold() for text in defensible(view, asked, texts, rivals.ruling)}
    told = _Told(view, asked, texts, rivals.ruling, stands)
    for source in SOURCES:
        for wrong in told.tier(source, rivals, dice):
            if wrong.text.casefold() not in taken:
                taken.add(wrong.text.casefold())
                yield wrong


# -- what is not wrong ----------------------------------------------------------------------------------------------


def left_open(view: View, asked: Asked) -> bool:
    """Whether somebody may decide otherwise what is asked about."""
    return any(discretion(view, verdict) is not None for verdict in behind(view, asked))


def defensible(view: View, asked: Asked, texts: Texts, ruling: Ruling) -> Iterator[str]:
    """The answers that somebody could defend: that of the ruling, those under other readings of a clause, and those
    that the answers to its open questions lead to.
    """
    others = [
        *(alternative.trace for alternative in ruling.alternatives),
        *(found.trace for question in ruling.questions for found in question.answers),
    ]
    for trace in (ruling.trace, *others):
        text = answer(view if trace is view.trace else view.other(trace), asked, texts)
        if text is not None:
            yield capital(text)
    yield from map(capital, as_good(view, asked, texts))
    if asked.topic == HEADLINE:
        for trace in (ruling.trace, *others):
            yield from (clause_option(view, name, texts) for name in cited(trace, view.rulebook))


# -- options --------------------------------------------------------------------------------------------------------


class _Told:
    """Rivals of a ruling as options. ``stands``: the clauses behind the right answer."""

    def __init__(self, view: View, asked: Asked, texts: Texts, ruling: Ruling, stands: tuple[str, ...]) -> None:
        self.view = view
        self.asked = asked
        self.texts = texts
        self.ruling = ruling
        self.stands = stands
        self.cited = set(cited(ruling.trace, view.rulebook))
        self._mine = _said(view.trace, asked)

    def tier(self, source: str, rivals: Rivals, dice: Random) -> Iterator[Wrong]:
        """The options from one source: where they cost little in the order drawn, else as they come.

        Nothing here may hang on the language: an item has the same options in each.
        """
        tell = self.clause if self.asked.topic == HEADLINE else self.option
        if self.asked.topic == HEADLINE and source != DEFEATED:
            return
        found = (wrong for rival in rivals.of(source) if (wrong := tell(rival)) is not None)
        if source not in (MISCONCEPTION, DEFEATED):
            yield from found
            return
        drawn = list(found)
        dice.shuffle(drawn)
        yield from drawn

    def option(self, rival: Rival) -> Wrong | None:
        """What a rival answers to the question; None where it says the same or nothing."""
        said = _said(rival.ruling.trace, self.asked)
        if said == self._mine or (self.asked.topic == "settles" and _same_chips(said, self._mine)):
            return None
        other = View.of(rival.ruling, self.view.wording)
        text = answer(other, self.asked, self.texts)
        return None if text is None else self._wrong(capital(text), rival, other)

    def clause(self, rival: Rival) -> Wrong | None:
        """The clause of a proposal that another defeated, where it is asked which clause decides."""
        defeat = rival.defeat
        if defeat is None or defeat.loser.rule.clause in self.cited or defeat.winner.rule.clause not in self.stands:
            return None
        lost, won = defeat.loser, defeat.winner
        if self._cite(lost.rule.clause) in map(self._cite, (*self.cited, *self.stands)):
            return None  # it stands in a section that is cited for the right answer
        why = self._say("defeated-clause", lost=self._cite(lost.rule.clause), claim=self.view.wording.says(lost),
                        won=self._cite(defeat.clause), instead=self.view.wording.says(won))  # fmt: skip
        text = clause_option(self.view, lost.rule.clause, self.texts)
        return Wrong(text, why, defeat.clause, DEFEATED)

    def _wrong(self, text: str, rival: Rival, other: View) -> Wrong | None:
        view, asked = self.view, self.asked
        here = self.stands[0]
        right: dict[str, Any] = {"cite": self._cite(here), "reason": reason(view, asked)}
        if rival.belief is not None:
            belief, words = rival.belief, view.wording
            near = [name for rest in (self.stands, self.cited) for name in belief.clauses if name in rest]
            told = {"title": words.of(belief.title), "tempting": words.of(belief.tempting)}
            shown = near[0] if near else here
            told |= {"cite": self._cite(shown), "gist": words.of(view.rulebook.clauses[shown].gist)}
            return Wrong(text, self._say(MISCONCEPTION, **told), shown, belief.id, shown)
        if rival.defeat is not None:
            lost, won = rival.defeat.loser, rival.defeat.winner
            claim, instead = view.wording.says(lost), view.wording.says(won)
            told = {"lost": self._cite(lost.rule.clause), "won": self._cite(rival.defeat.clause)}
            key = DEFEATED if told["lost"] != told["won"] else "defeated-within"
            why = self._say(key, claim=claim, instead=instead, **told)
            return Wrong(text, why, rival.defeat.clause, DEFEATED, lost.rule.clause)
        if rival.change is not None:
            fact, by = _fact(other, rival.change), next(iter(clauses(other, asked)), "")
            return Wrong(text, self._say(CHANGED, fact=fact, **right), here, CHANGED, by) if fact else None
        stands = clauses(other, asked)
        cite = other.cite(stands[0]) if stands else view.wording.of(other.rulebook.name)
        return Wrong(text, self._say(rival.made_by, other=cite, **right), here, rival.made_by)

    def _cite(self, clause: str) -> str:
        return self.view.cite(clause)

    def _say(self, key: str, **values: Any) -> str:
        return self.texts.say("distractor", key, **values)


def _said(trace: Trace, asked: Asked) -> Any:
    """What a trace says to the question, as values: only where it says something else need it be put into words."""
    if asked.topic == "returned":
        return trace.given_back().get(asked.subject, 0)
    topics = ("settles", "binding") if asked.topic == "settles" else (asked.topic,)
    whole = asked.topic == "options"
    found = {
        v.topic: (v.status, {slot: value for slot, value in v.values.items() if slot not in _NAMES})
        for v in trace.verdicts
        if v.subject == asked.subject and (v.topic in topics or (whole and v.topic.startswith("may-")))
    }
    return (found, trace.table.max_raise_to(trace.table.index(asked.subject))) if whole else found


def _same_chips(one: Any, other: Any) -> bool:
    """Whether two findings about an act differ only in that one calls an all-in what the other says it is."""
    (_, mine), (_, theirs) = (said.get("settles", ("", {})) for said in (one, other))
    kinds = {mine.get("as"), theirs.get("as")}
    return _WHOLE_STACK in kinds and mine.get("to") == theirs.get("to") and one.get("binding") == other.get("binding")


def _fact(other: View, change: Change) -> str:
    """The changed fact as a sentence, from the story in which it is so; empty where there are no words for it."""
    address = change.address
    key = f"act {address.number}" if address.of == ACT else f"event {address.number}"
    slot = _SLOTS.get(address.key, address.key)
    for fact in other.trace.facts:
        if fact.key == key and slot in fact.slots and fact.slots[slot] is not None:
            return other.wording.statement(fact, slot)
    return ""


__all__ = ["Wrong", "defensible", "distractors", "left_open"]
