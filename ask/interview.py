"""The interview as a value: what was known at its beginning, and every step since. Undoing is leaving out the last one.

A story is never changed in place: it is told again from the beginning by the steps, so that going back any number of
them, and going on after an interruption, cannot leave anything behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, NamedTuple

from ask.known import Root, place_of, with_answer
from facts.addresses import Change, parse_address
from facts.amounts import parse_words
from facts.disputes import MOST_VERSIONS
from facts.faults import Fault, Faults
from facts.incident import Event, Incident
from facts.reader import read_incident

ANSWER, UNKNOWN, BOTH = "answer", "unknown", "both"
HAPPENED, TOLD, SEATS, ACT, DONE = (("story", "story", part) for part in ("happened", "told", "seats", "act", "done"))
BETTING = "betting"
"""What happened, where it is told act by act; any other answer to that question is an event type."""
DISPUTED = "disputed"
"""The first part of the root of what an incident file tells in several versions; the second is the fact by its name."""


class Version(NamedTuple):
    """One of two versions of a fact. ``who`` says so; empty when that was not told."""

    value: Any
    who: str = ""


class Step(NamedTuple):
    """One answer. ``kind``: answer, unknown or both. ``value``: as plain data (words as they were typed, chips and
    lists as tuples). ``typed``: the line as it came. ``versions``: the two of a disputed fact.
    """

    kind: str
    root: Root
    typed: str
    value: Any = None
    versions: tuple[Version, ...] = ()


class Story(NamedTuple):
    """One story that the answers tell. ``versions``: by place the version of each disputed fact that it goes by."""

    incident: Incident
    versions: tuple[tuple[Root, Version], ...] = ()


class Interview(NamedTuple):
    """What was known at the beginning and the steps since. ``start``: the incident told before anything was asked."""

    start: Incident
    steps: tuple[Step, ...] = ()

    def after(self, step: Step) -> Interview:
        """The interview one answer further. Raises Faults or KeyError when the answer has no place in the story."""
        longer = self._replace(steps=(*self.steps, step))
        begun = prod([len(dispute.versions) for dispute in self.start.disputes])
        several = begun * prod([len(told.versions) for told in longer.disputed()])
        if several > MOST_VERSIONS:
            message = f"{several} combinations of versions"
            raise Faults([Fault("<story>", 0, 0, message, f"at most {MOST_VERSIONS} are ruled on")])
        longer.stories()
        return longer

    def back(self, steps: int = 1) -> Interview:
        """The interview without its last steps; at its beginning it stays as it is."""
        return self._replace(steps=self.steps[: max(0, len(self.steps) - steps)])

    def aside(self) -> frozenset[Root]:
        """What was asked already, whether somebody knew it or not."""
        return frozenset(place_of(step.root) for step in self.steps if not _again(step))

    def told(self, root: Root) -> Step | None:
        """The step that answered a question."""
        return next((step for step in self.steps if place_of(step.root) == place_of(root)), None)

    def disputed(self) -> tuple[Step, ...]:
        """The facts that are told in two ways."""
        return tuple(step for step in self.steps if step.kind == BOTH)

    def story(self) -> Incident:
        """The story by the first version of whatever is disputed."""
        return self.stories()[0].incident

    def stories(self) -> tuple[Story, ...]:
        """Every story that the answers tell: one, or one for each combination of disputed versions; first come those
        that the story at the beginning told already.
        """
        disputed = self.disputed()
        found = []
        for begun, *versions in product(_tellings(self.start), *(step.versions for step in disputed)):
            chosen = {step.root: version for step, version in zip(disputed, versions, strict=True)}
            found.append(Story(self._told_with(begun.incident, chosen), (*begun.versions, *chosen.items())))
        return tuple(found)

    def _told_with(self, incident: Incident, chosen: dict[Root, Version]) -> Incident:
        for step in self.steps:
            if step.kind == ANSWER:
                incident = told(incident, step.root, step.value)
            elif step.kind == BOTH:
                incident = told(incident, step.root, chosen[step.root].value)
        return incident


def _tellings(start: Incident) -> tuple[Story, ...]:
    """The story at the beginning, as some and as others tell it."""
    if not start.disputes:
        return (Story(start),)
    from facts.writer import write_incident  # late: in most stories nothing is disputed

    return _of_text(write_incident(start))


@lru_cache(maxsize=8)  # every answer tells the story anew
def _of_text(text: str) -> tuple[Story, ...]:
    from facts.story import Story as Tree

    tree = Tree.read(text, "<story>", None)
    disputes, found = tree.incident.disputes, []
    facts = [parse_address(dispute.fact, tree.incident, tree.events) for dispute in disputes]
    for versions in product(*(dispute.versions for dispute in disputes)):
        told = tree.changed([Change(fact, one.value) for fact, one in zip(facts, versions, strict=True)])
        by: list[tuple[Root, Version]] = [
            ((DISPUTED, str(fact), ""), Version(one.value, ", ".join(one.by)))
            for fact, one in zip(facts, versions, strict=True)
        ]
        found.append(Story(told._replace(disputes=()), tuple(by)))
    return tuple(found)


def _again(step: Step) -> bool:
    """Whether a question may come up again: acts are told one by one, and so are those of skipped players."""
    return step.root == ACT or (step.root[2] == "skipped_did" and step.kind == ANSWER)


def told(incident: Incident, root: Root, value: Any) -> Incident:
    """The story with one more answer in it. ``value``: plain data, as a step holds it."""
    if root == HAPPENED:
        return incident if value == BETTING else incident._replace(timeline=(*incident.timeline, Event(str(value))))
    if root == TOLD:
        return read_incident(str(value), "<story>")
    if root == SEATS:
        return incident._replace(seats=tuple(value))
    if root == ACT:
        return _with_act(incident, str(value))
    if root == DONE:
        return incident
    kind, _, slot = root
    if (kind, slot) == ("act", "declared"):
        return with_answer(incident, root, parse_words(str(value)))
    if (kind, slot) == ("table", "big_blind") and isinstance(value, tuple):
        small, big = value
        return with_answer(incident, root, big)._replace(stakes={**incident.stakes, "sb": small, "bb": big})
    return with_answer(incident, root, value)


def _with_act(incident: Incident, line: str) -> Incident:
    """The story with an act as a file tells it (``A: {chips: [500], silent: yes}``). Raises Faults."""
    head = "".join(f"{key}: {value}\n" for key, value in _table(incident))
    read = read_incident(f"{head}actions:\n  - {line}\n", "<act>")
    return incident._replace(timeline=(*incident.timeline, *read.timeline))


def _table(incident: Incident) -> Iterator[tuple[str, str]]:
    from facts.writer import write_incident  # late: only a story told from the beginning pays for it

    yield "seats", write_incident(Incident(incident.seats)).partition(": ")[2].strip()


__all__ = [
    "ACT",
    "ANSWER",
    "BETTING",
    "BOTH",
    "DISPUTED",
    "DONE",
    "HAPPENED",
    "SEATS",
    "TOLD",
    "UNKNOWN",
    "Interview",
    "Step",
    "Story",
    "Version",
    "told",
]
