"""What is told in two versions, as an incident file keeps it: the fact by its name, with who says what about it."""

from __future__ import annotations

from collections.abc import Sequence

from ask.interview import Interview, Step
from ask.interview import Story as Telling
from ask.known import Root, place_of
from facts.addresses import ACT, EVENT, NOT_TOLD, SEAT, STAKES, TABLE, Address, Change, parse_address
from facts.amounts import NotUnderstood
from facts.faults import Faults
from facts.incident import Act, Dispute, Incident, Version
from facts.incident_keys import Events
from facts.reader import read_incident
from facts.story import Story
from facts.writer import unplaced, write_incident

_STAKES = {"big_blind": "bb", "bring_in": "bring_in", "unit": "bet"}
# The key of an act under which a file tells the answer to a question about one of its slots.
_OF_ACT = {
    "to": "does",
    "declared": "says",
    "amount": "says",
    "means": "says",
    "when": "said_when",
    "put": "chips",
    "chips": "chips",
}
_OF_SEAT = ("stack", "all_in")


def address_of(root: Root, incident: Incident) -> Address | None:
    """The name of the fact that a question is about; None where a file has no single place for the answer."""
    kind, key, slot = place_of(root)
    if kind == "table":
        return Address(STAKES, _STAKES[slot]) if slot in _STAKES else Address(TABLE, slot)
    number = int(key.rpartition(" ")[2]) if key.rpartition(" ")[2].isdecimal() else 0
    if kind != "act":
        return Address(EVENT, slot, number) if number else None
    acts = [told for told in incident.timeline if isinstance(told, Act)]
    if slot == "skipped_did" or not 0 < number <= len(acts):
        return None
    if slot in _OF_SEAT:
        return Address(SEAT, "stack", 0, acts[number - 1].seat)
    return Address(ACT, _OF_ACT.get(slot, slot), number)


def is_disputed(root: Root, start: Incident) -> bool:
    """Whether the story at the beginning tells several versions of what a question is about."""
    if not start.disputes:
        return False
    facts = {dispute.fact for dispute in start.disputes}
    address = address_of(root, start)
    return address is not None and not facts.isdisjoint((str(address), str(address._replace(key=""))))


def whole(interview: Interview, events: Events, nobody: Sequence[str]) -> Incident | None:
    """The one incident that an interview tells, with what is disputed in it.

    ``nobody``: two names for those of whom only what they say is told. None where a file cannot tell a dispute: the
    fact has no name, or its versions do not differ in it alone.
    """
    stories = interview.stories()
    if len(stories) == 1:
        return stories[0].incident
    try:
        found = _with_disputes(interview, stories, events, nobody)
        read = read_incident(write_incident(found), "<interview>", events)
        told = Interview(read).stories()
    except (Faults, NotUnderstood, KeyError):
        return None
    # only what tells the very same stories may stand for them
    same = len(told) == len(stories) and all(
        unplaced(one.incident) == unplaced(other.incident) for one, other in zip(told, stories, strict=True)
    )
    return read if same else None


def _with_disputes(interview: Interview, stories: Sequence[Telling], events: Events, nobody: Sequence[str]) -> Incident:
    """The incident with its disputes. Raises Faults or NotUnderstood where a fact cannot be left out of it, KeyError
    where it has no name.
    """
    story = Story.of(stories[0].incident, events)
    disputes = [
        *interview.start.disputes,
        *(_dispute(step, stories, story.incident, events, nobody) for step in interview.disputed()),
    ]
    left_out = [Change(parse_address(one.fact, story.incident, story.events), NOT_TOLD) for one in disputes]
    return story.changed(left_out)._replace(disputes=tuple(disputes))


def _dispute(
    step: Step, stories: Sequence[Telling], incident: Incident, events: Events, nobody: Sequence[str]
) -> Dispute:
    address = address_of(step.root, incident)
    if address is None:
        raise KeyError(step.root)
    who = [version.who or name for version, name in zip(step.versions, nobody, strict=True)]
    if who[0] == who[1]:
        who = [f"{one} ({name})" for one, name in zip(who, nobody, strict=True)]
    found = []
    for name, version in zip(who, step.versions, strict=True):
        told = next(story.incident for story in stories if (step.root, version) in story.versions)
        found.append(Version((name,), Story.of(told, events).told(address) or _typed(version.value)))
    return Dispute(str(address), tuple(found))


def _typed(value: object) -> str:
    """What is taken for granted anyway and is therefore not written, as one would type it."""
    return ("yes" if value else "no") if isinstance(value, bool) else value if isinstance(value, str) else NOT_TOLD


__all__ = ["address_of", "is_disputed", "whole"]
