"""A story of which some facts are disputed: ruled on in each version, and whether the disputes matter.

The ruling on the story itself takes what is disputed as not told. It stands only where no dispute matters; then it is
the ruling of every version. Where one matters there is no ruling before somebody has found what happened.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from engine.comparison import differing
from engine.conductor import conduct
from engine.outcomes import NEEDS
from engine.ruling import Ruling, decide
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.addresses import Change, parse_address
from facts.incident import Dispute, Event, Incident
from facts.records import NamedTuple
from facts.story import Story

_EVENT = "fact-dispute"


class Telling(NamedTuple):
    """The story as some tell it. ``chosen``: of each dispute that matters the number of its version."""

    chosen: tuple[int, ...]
    ruling: Ruling


class Disputed(NamedTuple):
    """What becomes of the disputes of a story.

    ``disputes``: all of them; ``matters``: which of them change the ruling. ``tellings``: where one matters, each
    combination of the versions of those that do; else one. ``hearing``: what the rulebook says about whom to hear or
    believe, as a pass through a story of nothing but a dispute.
    """

    disputes: tuple[Dispute, ...]
    matters: tuple[bool, ...]
    tellings: tuple[Telling, ...]
    hearing: Trace

    @property
    def mattering(self) -> tuple[Dispute, ...]:
        """The disputes that change the ruling."""
        return tuple(dispute for dispute, matters in zip(self.disputes, self.matters, strict=True) if matters)


def with_versions(ruling: Ruling, make: MakeMatcher, chosen: Mapping[str, str] | None = None) -> Ruling:
    """The ruling on a story together with those on its versions; itself where nothing is disputed.

    Where no dispute matters it is that of any version, else its status is that facts are needed. ``chosen``: the
    readings that the event has fixed. Raises Faults when two versions cannot both be told, ValueError when the cards
    make no hand.
    """
    incident = ruling.incident
    if not incident.disputes:
        return ruling
    disputes, vocabulary = incident.disputes, ruling.vocabulary
    story = Story.of(incident, vocabulary.events)

    def ruled(picked: tuple[int, ...]) -> Ruling:
        one = decide(_told(story, disputes, picked), ruling.rulebook, vocabulary, make, chosen)
        if not ruling.rulebook.layered:
            return one
        from engine.layers import with_below  # late: only regulations over a rulebook pay for it

        return with_below(one, make, chosen)

    every = {picked: ruled(picked) for picked in product(*(range(len(dispute.versions)) for dispute in disputes))}
    matters = tuple(_matters(n, every) for n in range(len(disputes)))
    shown = {
        tuple(part for part, counts in zip(picked, matters, strict=True) if counts): one
        for picked, one in reversed(every.items())
    }
    tellings = tuple(Telling(picked, shown[picked]) for picked in sorted(shown))
    found = Disputed(disputes, matters, tellings, _hearing(ruling, make, chosen))
    if any(matters):
        return ruling._replace(status=NEEDS, disputed=found)
    return tellings[0].ruling._replace(disputed=found)


def _told(story: Story, disputes: tuple[Dispute, ...], picked: tuple[int, ...]) -> Incident:
    """The story with one version of each dispute."""
    events = story.events
    changes = [
        Change(parse_address(dispute.fact, story.incident, events), dispute.versions[n].value)
        for dispute, n in zip(disputes, picked, strict=True)
    ]
    return story.changed(changes)._replace(disputes=())


def _matters(n: int, every: Mapping[tuple[int, ...], Ruling]) -> bool:
    """Whether two stories that differ in one dispute only are ruled otherwise."""
    groups: dict[tuple[int, ...], list[Ruling]] = {}
    for picked, ruling in every.items():
        groups.setdefault(picked[:n] + picked[n + 1 :], []).append(ruling)
    return any(differing(rulings[0], other) for rulings in groups.values() for other in rulings[1:])


def _hearing(ruling: Ruling, make: MakeMatcher, chosen: Mapping[str, str] | None) -> Trace:
    """What the rulebook says where players disagree about what happened and nobody has found it yet."""
    told = Incident(ruling.incident.seats, timeline=(Event(_EVENT, {"found_by": "nobody", "protested": False}),))
    book, vocabulary = ruling.rulebook, ruling.vocabulary
    return conduct(told, book, vocabulary, book.readings(chosen), {}, make)


__all__ = ["Disputed", "Telling", "with_versions"]
