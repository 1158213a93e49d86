"""Rulings that somebody could take for the right one: what a misconception leads to, what a defeated proposal would
have said, the ruling on a story with one fact changed, and that of another edition or rulebook.

They are made one by one, as they are asked for, and kept with the ruling: several items are made of one story.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from engine.arbitration import SETTLED, Defeat, Verdict
from engine.conductor import conduct
from engine.outcomes import holds_up, status_of
from engine.ruling import Ruling
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge.loading import installed, load
from knowledge.model import Rulebook
from training.misled import Belief, beliefs_touching, believed, misled

if TYPE_CHECKING:
    from facts.addresses import Address, Change

MISCONCEPTION, DEFEATED, CHANGED, EDITION, RULEBOOK = SOURCES = (
    "misconception",
    "defeated",
    "changed-fact",
    "edition",
    "rulebook",
)
"""What a wrong option can come from, those that teach most first."""
MOST_CHANGES = 6
"""So many stories with one fact changed are ruled on at most."""


class Rival(NamedTuple):
    """A ruling that is not the one given. ``made_by``: one of SOURCES; with it ``belief``, ``defeat``, ``change``; of
    another book nothing more.
    """

    made_by: str
    ruling: Ruling
    belief: Belief | None = None
    defeat: Defeat | None = None
    change: Change | None = None


class Rivals:
    """The rivals of one ruling. ``make`` gives the engines that the ruling was made with."""

    def __init__(self, ruling: Ruling, make: MakeMatcher) -> None:
        self.ruling = ruling
        self._make = make
        self._streams: dict[str, _Stream] = {}

    def of(self, source: str) -> Iterator[Rival]:
        """Those that come from one of SOURCES, made as far as they are asked for."""
        if source not in self._streams:
            self._streams[source] = _Stream(self._from(source))
        return iter(self._streams[source])

    def _from(self, source: str) -> Iterator[Rival]:
        if source == MISCONCEPTION:
            laid = misled(self.ruling.rulebook, self.ruling.vocabulary)
            for belief in beliefs_touching(self.ruling, laid):
                yield Rival(source, believed(self.ruling, laid, belief.id, self._make), belief=belief)
        elif source == DEFEATED:
            yield from _defeated(self.ruling)
        elif source == CHANGED:
            yield from _changed(self.ruling, self._make)
        else:
            yield from self._others(source)

    def _others(self, source: str) -> Iterator[Rival]:
        own, words = self.ruling.rulebook, self.ruling.vocabulary
        for name in installed():
            book = _book(name)
            if book is None or book.layered or book.id == own.id:
                continue
            if (EDITION if _related(own, book) else RULEBOOK) == source:
                try:
                    trace = conduct(self.ruling.incident, book, words, book.readings(), {}, self._make)
                except ValueError:
                    continue  # the cards make no hand there
                yield Rival(source, _whole(self.ruling.incident, book, words, trace))


class _Stream:
    """What an iterator gives, kept: it can be gone through again, and nothing is made before it is asked for."""

    def __init__(self, source: Iterator[Rival]) -> None:
        self._source = source
        self._known: list[Rival] = []

    def __iter__(self) -> Iterator[Rival]:
        at = 0
        while True:
            if at == len(self._known):
                one = next(self._source, None)
                if one is None:
                    return
                self._known.append(one)
            yield self._known[at]
            at += 1


def _whole(incident: Incident, book: Rulebook, words: Vocabulary, trace: Trace) -> Ruling:
    """A ruling of one pass: what is open in it is not looked into."""
    return Ruling(incident, book, words, status_of(trace, words), trace, (), (), ())


def _related(own: Rulebook, other: Rulebook) -> bool:
    """Whether two books are editions of one; regulations of a house are none of the rulebook that they lie over."""
    return not own.layered and not set(own.lineage).isdisjoint(other.lineage)


@cache
def _book(name: str) -> Rulebook | None:
    """A rulebook beside the one asked about; None when it cannot be read."""
    try:
        return load(name)[0]
    except Faults:
        return None


# -- a defeated proposal --------------------------------------------------------------------------------------------


def _defeated(ruling: Ruling) -> Iterator[Rival]:
    for verdict in ruling.trace.verdicts:
        for defeat in verdict.defeats:
            loser = defeat.loser
            if loser.outcome and None not in loser.outcome.values() and not loser.rule.modifies:
                yield Rival(DEFEATED, _instead(ruling, verdict, defeat), defeat=defeat)


def _instead(ruling: Ruling, verdict: Verdict, defeat: Defeat) -> Ruling:
    """The ruling with the defeated proposal in the place of the one that defeated it; nothing else follows from it."""
    loser = defeat.loser
    other = verdict._replace(status=SETTLED, values=loser.outcome, by=(loser,), defeats=(), sides=(), inherited=None)
    found = []
    for one in ruling.trace.verdicts:
        if one is verdict:
            found.append(other)
        elif one.inherited is verdict and not one.by:
            found.append(one._replace(values=loser.outcome, inherited=other))
        else:
            found.append(one)
    return ruling._replace(trace=ruling.trace._replace(verdicts=tuple(found)), questions=(), alternatives=())


# -- one changed fact -----------------------------------------------------------------------------------------------


def _changed(ruling: Ruling, make: MakeMatcher) -> Iterator[Rival]:
    """The story with one of the facts changed that stories most often get wrong; of each fact first another one."""
    from engine.changes import everyday  # late: misconceptions and defeated proposals come first
    from facts.story import Story

    words = ruling.vocabulary
    story = Story.of(ruling.incident, words.events)
    by_fact: dict[Address, list[Change]] = {}
    for change in everyday(ruling.incident, words):
        if story.told(change.address) != change.value:
            by_fact.setdefault(change.address, []).append(change)
    turns = [change for turn in zip_longest(*by_fact.values()) for change in turn if change is not None]
    for change in turns[:MOST_CHANGES]:
        try:
            incident = story.changed([change])
            trace = conduct(incident, ruling.rulebook, words, ruling.trace.readings, {}, make)
        except (Faults, ValueError):
            continue  # it cannot be told so
        if not holds_up(trace, words) and not trace.unanswered:
            yield Rival(CHANGED, _whole(incident, ruling.rulebook, words, trace), change=change)


__all__ = ["CHANGED", "DEFEATED", "EDITION", "MISCONCEPTION", "RULEBOOK", "SOURCES", "Rival", "Rivals"]
