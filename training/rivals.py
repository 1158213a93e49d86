"""Rulings that somebody could take for the right one: what a misconception leads to, what a defeated proposal would
have said, the ruling on a story with one fact changed, and that of another edition or rulebook.

They are made one by one, as they are asked for, and kept with the ruling: several items are made of one story.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from engine.arbitration import SETTLED, Defeat, Verdict
from engine.conductor import conduct
from engine.outcomes import holds_up, status_of
from engine.ruling import Ruling
from engine.workspace import MakeMatcher
from facts.faults import Faults
from facts.records import NamedTuple
from knowledge.loading import installed, load
from knowledge.model import Rulebook
from training.misled import Belief, Misled, beliefs_touching, believed, misled

if TYPE_CHECKING:
    from facts.addresses import Change

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

    def of(self, source: str) -> tuple[Rival, ...]:
        """Those that come from one of SOURCES."""
        found: tuple[Rival, ...] = getattr(self, f"_{source.replace('-', '_')}")
        return found

    @cached_property
    def _laid(self) -> Misled:
        return misled(self.ruling.rulebook, self.ruling.vocabulary)

    @cached_property
    def _misconception(self) -> tuple[Rival, ...]:
        laid = self._laid
        return tuple(
            Rival(MISCONCEPTION, believed(self.ruling, laid, belief.id, self._make), belief=belief)
            for belief in beliefs_touching(self.ruling, laid)
        )

    @cached_property
    def _defeated(self) -> tuple[Rival, ...]:
        return tuple(
            Rival(DEFEATED, _instead(self.ruling, verdict, defeat), defeat=defeat)
            for verdict in self.ruling.trace.verdicts
            for defeat in verdict.defeats
            if defeat.loser.outcome and None not in defeat.loser.outcome.values() and not defeat.loser.rule.modifies
        )

    @cached_property
    def _changed_fact(self) -> tuple[Rival, ...]:
        return tuple(_changed(self.ruling, self._make))

    @cached_property
    def _edition(self) -> tuple[Rival, ...]:
        return tuple(self._others(EDITION))

    @cached_property
    def _rulebook(self) -> tuple[Rival, ...]:
        return tuple(self._others(RULEBOOK))

    def _others(self, source: str) -> Iterator[Rival]:
        own = self.ruling.rulebook
        for name in installed():
            book = _book(name)
            if book is None or book.layered or name in (own.id, *(layer.book for layer in own.layers if layer.kind)):
                continue
            if (EDITION if _related(own, book) else RULEBOOK) == source:
                told, words = self.ruling.incident, self.ruling.vocabulary
                try:
                    trace = conduct(told, book, words, book.readings(), {}, self._make)
                except ValueError:
                    continue  # the cards make no hand there
                yield Rival(source, Ruling(told, book, words, status_of(trace, words), trace, (), (), ()))


def _related(own: Rulebook, other: Rulebook) -> bool:
    """Whether two books are editions of one: one of them extends the other."""
    return other.id in own.lineage or own.id in other.lineage


@cache
def _book(name: str) -> Rulebook | None:
    """A rulebook beside the one asked about; None when it cannot be read."""
    try:
        return load(name)[0]
    except Faults:
        return None


# -- a defeated proposal --------------------------------------------------------------------------------------------


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
    """The story with one of the facts changed that stories most often get wrong."""
    from engine.changes import everyday  # late: misconceptions and defeated proposals come first
    from facts.story import Story

    words = ruling.vocabulary
    story = Story.of(ruling.incident, words.events)
    tried: dict[Any, Change] = {}
    for change in everyday(ruling.incident, words):
        if story.told(change.address) != change.value:
            tried.setdefault((change.address, change.value), change)
    for change in list(tried.values())[:MOST_CHANGES]:
        try:
            incident = story.changed([change])
            trace = conduct(incident, ruling.rulebook, words, ruling.trace.readings, {}, make)
        except (Faults, ValueError):
            continue  # it cannot be told so
        if not holds_up(trace, words) and not trace.unanswered:
            other = Ruling(incident, ruling.rulebook, words, status_of(trace, words), trace, (), (), ())
            yield Rival(CHANGED, other, change=change)


__all__ = ["CHANGED", "DEFEATED", "EDITION", "MISCONCEPTION", "RULEBOOK", "SOURCES", "Rival", "Rivals"]
