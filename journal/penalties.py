"""Penalties until they are served: how many hands rounds come to, what is open, what was lifted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.arbitration import SETTLED
from engine.conductor import conduct
from engine.plain_matcher import plain_search
from facts.incident import Event, Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from journal.faults import refuse
from journal.lawcontract import STATES_OF_PENALTIES
from journal.reading import Reader
from journal.records import Draft, Entry
from journal.standing import FORGIVEN, OVERTURNED, Penalty, Standing
from knowledge.model import Rulebook

HOWS = (FORGIVEN, OVERTURNED)
"""How a penalty may be lifted."""
_SEASON = "disqualified-season"
_ONE_HAND = "missed-hand"


class Hands(NamedTuple):
    """Hands to be missed, and the clause by which rounds were counted in hands."""

    hands: int
    clause: str


class Ban(NamedTuple):
    """A disqualification for the season that stands in the journal of another event."""

    event: str
    penalty: Penalty
    player: str
    name: str


def in_hands(
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    at_table: int,
    type: str,
    rounds: int | None,
    readings: Mapping[str, str] | None = None,
) -> Hands | None:
    """What a penalty comes to with ``at_table`` players there, by the rulebook's own rule; None where it has none."""
    one = type == _ONE_HAND and not rounds
    told: dict[str, Any] = {"hands": 1} if one else {"rounds": rounds, "hands": 0}
    if not (one or rounds) or at_table < 1:
        return None
    event = Event("sanction-length", {"seat": "A", **told})
    story = Incident(("A",), players=at_table, timeline=(event,))
    trace = conduct(story, rulebook, vocabulary, rulebook.readings(readings), {}, plain_search)
    for verdict in trace.verdicts:
        if (verdict.topic, verdict.subject, verdict.status) == ("quantity", "event 1", SETTLED):
            return Hands(int(verdict.values["number"]), verdict.by[0].rule.clause)
    return Hands(1, "") if one else None  # one hand is one hand, also where no clause says so


def penalty_of(standing: Standing, number: int) -> Penalty:
    """The penalty with this entry. Raises Faults when there is none."""
    entry = standing.reader.entry(standing.event, number)
    about = entry.number if entry.kind == "incident" else entry.about
    found = [p for p in standing.penalties_of(about) if p.number == number] if about is not None else []
    if found:
        return found[0]
    given = [str(p.number) for p in standing.penalties()]
    hint = "penalties are the entries " + ", ".join(given) if given else "no penalty was given yet"
    refuse(standing.event, f"entry {number} is no penalty: its kind is {entry.kind}", hint)


def served(standing: Standing, number: int, hands: int) -> Draft:
    """The entry that says that hands of a penalty were missed. Raises Faults when there is nothing to serve."""
    penalty = penalty_of(standing, number)
    shown = standing.event
    if penalty.lifted:
        refuse(shown, f"the penalty in entry {number} was lifted ({penalty.lifted})")
    if penalty.left == 0:
        if penalty.served:
            refuse(shown, f"the penalty in entry {number} is served: {penalty.served} hands were missed")
        refuse(shown, f"the penalty in entry {number} is not served by missing hands")
    if penalty.left is not None and hands > penalty.left:
        refuse(shown, f"only {penalty.left} hands of the penalty in entry {number} are left, {hands} are too many")
    return Draft("served", {"hands": hands, "player": penalty.player}, about=number)


def lifted(standing: Standing, number: int, how: str, reason: str) -> Draft:
    """The entry that lifts a penalty, or an incident with all that was given for it: it counts no more."""
    entry = standing.reader.entry(standing.event, number)
    shown = standing.event
    before = standing.lifted(number)
    if before is not None:
        refuse(shown, f"entry {number} was lifted before, in entry {before.number}")
    player = {}
    if entry.kind != "incident":
        penalty = penalty_of(standing, number)
        if penalty.lifted:
            refuse(shown, f"the penalty in entry {number} stands no more ({penalty.lifted})")
        player = {"player": penalty.player}
    return Draft("lifted", {"how": how, "reason": reason, **player}, about=number)


def bans(reader: Reader, event: str) -> Iterator[Ban]:
    """Season's disqualifications in other events that bear the name of a player of this one, by name: whether it is
    the same person, and the same season, is for the head judge to say.
    """
    names = {p.name.casefold(): p for p in reader.players(event) if p.name}
    if not names:
        return
    for other in reader.events():
        if other.id == event:
            continue
        standing = Standing(reader, other.id)
        for penalty in standing.penalties():
            if penalty.type != _SEASON or penalty.lifted:
                continue
            known = names.get(reader.player(other.id, penalty.player).name.casefold())
            if known is not None:
                yield Ban(other.id, penalty, known.key, known.name)


def penalties_data(reader: Reader, event: str, player: str = "") -> dict[str, Any]:
    """All penalties of an event as JSON-ready data, in the order of their entries."""
    standing = Standing(reader, event, whole=True)
    found = [_told(reader, standing, penalty) for penalty in standing.penalties(player)]
    return {
        "event": event,
        "penalties": found,
        "open": sum(1 for told in found if told["state"] == "open"),
        "bans": [
            {"event": ban.event, "entry": ban.penalty.number, "player": ban.player, "clause": ban.penalty.clause}
            for ban in bans(reader, event)
            if player in ("", ban.player)
        ],
    }


def _told(reader: Reader, standing: Standing, penalty: Penalty) -> dict[str, Any]:
    incident: Entry = reader.entry(standing.event, penalty.about)
    return {
        "entry": penalty.number,
        "incident": penalty.about,
        "at": incident.at.isoformat(),
        "table": incident.table,
        "player": penalty.player,
        "seat": penalty.seat,
        "type": penalty.type,
        "rounds": penalty.rounds,
        "hands": penalty.hands,
        "served": penalty.served,
        "left": penalty.left,
        "state": state_of(penalty),
        "by": penalty.by,
        "clause": penalty.clause,
        "text": dict(penalty.text),
    }


STATES = STATES_OF_PENALTIES
"""What has become of a penalty; ``given``: there is nothing to serve."""


def state_of(penalty: Penalty) -> str:
    """One of ``STATES``."""
    if penalty.lifted:
        return penalty.lifted
    if penalty.left != 0:
        return "open"
    return "served" if penalty.hands else "given"


__all__ = [
    "HOWS",
    "STATES",
    "Ban",
    "Hands",
    "bans",
    "in_hands",
    "lifted",
    "penalties_data",
    "penalty_of",
    "served",
    "state_of",
]
