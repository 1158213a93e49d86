"""Protests: filed as told, ruled by the rulebook's own rules on protests, open until somebody decides.

Nothing here knows who may protest, by when and to whom: that is asked of the rules, about an event ``protest`` whose
facts are taken from the journal, and about an event ``protest-filed`` for the days that a decision may take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any

from engine.arbitration import SETTLED
from engine.conductor import conduct
from engine.plain_matcher import plain_search
from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from explain.data import Teller
from explain.texts import languages
from facts.incident import Event, Incident, Value
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from journal.faults import refuse
from journal.lawcontract import OUTCOMES, STATES_OF_PROTESTS
from journal.records import Draft, Entry
from journal.standing import OVERTURNED, Penalty, Standing
from knowledge.model import Rulebook

STATES = STATES_OF_PROTESTS
"""What has become of a protest; ``unsent``: the rules set days for the decision from its receipt, and nobody has
received it yet.
"""
ASKED = ("decided_by", "written", "gives_reason", "through", "goes_to")
"""The facts of a protest that the journal cannot know: slots of the event ``protest``."""


class Law(NamedTuple):
    """What a protest is ruled by."""

    rulebook: Rulebook
    vocabulary: Vocabulary
    readings: Mapping[str, str]
    make: MakeMatcher


class Deadline(NamedTuple):
    """The days that a decision may take, and the clause that says so."""

    days: int
    clause: str


# -- filing ---------------------------------------------------------------------------------------------------------


def facts_of(
    standing: Standing, player: str, about: Entry, filed: datetime, told: Mapping[str, Value]
) -> dict[str, Value]:
    """The facts of a protest: what the journal knows, and what was ``told`` of the rest (``ASKED``)."""
    incident = incident_of(standing, about)
    given = [p for p in standing.penalties_of(incident) if p.player == player] if incident is not None else []
    against = about.kind in ("penalty", "decision") or any(given)
    over = next(standing.reader.entries(standing.event, "closed"), None)
    facts: dict[str, Value] = {
        "about": "sanction" if against else "hand" if about.kind == "incident" else "other",
        "sanctioned": any(not penalty.lifted for penalty in given),
        "event_over": over is not None and over.at <= filed,
    }
    return facts | {slot: value for slot, value in told.items() if value is not None}


def incident_of(standing: Standing, entry: Entry) -> int | None:
    """The incident that an entry is about in the end; None where it is about none."""
    while entry.kind != "incident":
        if entry.about is None:
            return None
        entry = standing.reader.entry(standing.event, entry.about)
    return entry.number


def ruling_on(player: str, facts: Mapping[str, Value], law: Law) -> Ruling:
    """The ruling on whether a protest is admissible, by whom it is decided and what is done with it."""
    event = Event("protest", {"seat": player, **facts})
    story = Incident((player,), timeline=(event,), file="protest")
    return decide(story, law.rulebook, law.vocabulary, law.make, law.readings)


def ruled_data(ruling: Ruling) -> dict[str, Any]:
    """What the ruling on a protest comes to, as the journal keeps it. ``allowed`` None: the rules leave it open."""
    verdict = ruling.verdict("permission", "event 1")
    settled = verdict is not None and verdict.status == SETTLED
    teller = Teller(ruling)
    told = {language: teller.data(language) for language in languages()}
    first = next(iter(told.values()))
    findings = [found for found in first["findings"] if found["topic"] == "permission"]
    return {
        "allowed": bool(verdict.values["allowed"]) if settled and verdict is not None else None,
        "status": ruling.status,
        "clauses": findings[0]["clauses"] if settled and findings else [c["clause"] for c in first["citations"]],
        "text": {language: _said(data) for language, data in told.items()},
        "questions": {
            language: [question["question"] for question in data["questions"] if question["matters"]]
            for language, data in told.items()
        },
    }


def _said(data: Mapping[str, Any]) -> list[str]:
    """The sentences of a ruling on a protest: what was found, then what is to be done."""
    found = [one for one in data["findings"] if one["topic"] in ("permission", "competence")]
    said = [one["text"] for one in found if one["status"] == SETTLED]
    steps = [step["text"] for step in data["procedure"]]
    return list(dict.fromkeys([*(said or [line["text"] for line in data["ruling"]]), *steps]))


def filed(
    standing: Standing,
    law: Law,
    player: str,
    about: int,
    text: str,
    at: datetime,
    told: Mapping[str, Value],
    received: datetime | None = None,
    received_by: str = "",
) -> Draft:
    """The entry of a protest, ruled: one that the rules do not admit is recorded as told all the same."""
    entry = standing.reader.entry(standing.event, about)
    facts = facts_of(standing, player, entry, at, told)
    data = {
        "player": player,
        "text": text,
        "filed": at.isoformat(),
        "received": received.isoformat() if received is not None else "",
        "received_by": received_by,
        "facts": facts,
        "ruled": ruled_data(ruling_on(player, facts, law)),
    }
    return Draft("protest", data, about=about)


def amended(standing: Standing, law: Law, number: int, values: Mapping[str, Any], told: Mapping[str, Value]) -> Draft:
    """The entry that adds to a protest what was learned later, ruled anew: facts, and when it was received."""
    entry = _protest(standing, number)
    data = standing.data(entry)
    new = dict(values)
    if told:
        facts = {**data["facts"], **{slot: value for slot, value in told.items() if value is not None}}
        new |= {"facts": facts, "ruled": ruled_data(ruling_on(str(data["player"]), facts, law))}
    return Draft("correction", {"values": new, "reason": "", "player": data["player"]}, about=number)


def _protest(standing: Standing, number: int) -> Entry:
    entry = standing.reader.entry(standing.event, number)
    if entry.kind != "protest":
        known = [str(e.number) for e in standing.reader.entries(standing.event, "protest")]
        hint = "protests are the entries " + ", ".join(known) if known else "no protest was filed yet"
        refuse(standing.event, f"entry {number} is no protest: its kind is {entry.kind}", hint)
    return entry


# -- deciding -------------------------------------------------------------------------------------------------------


def decided(standing: Standing, number: int, outcome: str, text: str, by: str) -> tuple[Draft, ...]:
    """The entries of a decision. One that is upheld overturns the penalties that it was about."""
    entry = _protest(standing, number)
    before = _decision(standing, number)
    if before is not None:
        told = f"the protest in entry {number} was decided before, in entry {before.number}"
        refuse(standing.event, told)
    data = standing.data(entry)
    player = str(data["player"])
    found = {"outcome": outcome, "text": text, "decided_by": by, "player": player}
    drafts = [Draft("protest-decision", found, about=number)]
    if outcome == "upheld":
        for penalty in _against(standing, entry, player):
            reason = {"how": OVERTURNED, "reason": text, "player": player, "protest": number}
            drafts.append(Draft("lifted", reason, about=penalty.number))
    return tuple(drafts)


def _against(standing: Standing, protest: Entry, player: str) -> Iterator[Penalty]:
    """The penalties that stand and that a protest is about."""
    if protest.about is None:
        return
    target = standing.reader.entry(standing.event, protest.about)
    incident = incident_of(standing, target)
    for penalty in standing.penalties_of(incident) if incident is not None else ():
        own = target.kind != "penalty" or penalty.number == target.number
        if own and penalty.player == player and not penalty.lifted and standing.lifted(penalty.number) is None:
            yield penalty


def _decision(standing: Standing, number: int) -> Entry | None:
    return next(standing.reader.entries(standing.event, "protest-decision", about=number), None)


# -- what is open and what is late ----------------------------------------------------------------------------------


def deadline(law: Law) -> Deadline | None:
    """The days that the rules give for a decision, counted from its receipt; None where they say nothing of it."""
    verdict = _quantity(law, 0)
    return None if verdict is None else Deadline(int(verdict.values["number"]), verdict.by[0].rule.clause)


def _quantity(law: Law, days: int) -> Any:
    """What the rules say of a protest that was received so many days ago and is not decided."""
    event = Event("protest-filed", {"days": days, "settled_yet": False})
    readings = law.rulebook.readings(law.readings)
    trace = conduct(Incident(("A",), timeline=(event,)), law.rulebook, law.vocabulary, readings, {}, plain_search)
    found = [v for v in trace.verdicts if v.topic == "quantity" and v.status == SETTLED]
    return found[0] if found else None


def protests_data(standing: Standing, law: Law, now: datetime, zone: tzinfo = UTC) -> dict[str, Any]:
    """All protests of an event as JSON-ready data, with what is open and what is late at ``now`` (aware).

    Days are those of ``zone``.
    """
    due = deadline(law)
    told = [_told(standing, entry, due, now, zone) for entry in standing.reader.entries(standing.event, "protest")]
    over = next(standing.reader.entries(standing.event, "closed"), None)
    return {
        "event": standing.event,
        "now": now.isoformat(),
        "event_over": over is not None and over.at <= now,
        "deadline": None if due is None else {"days": due.days, "clause": due.clause},
        "protests": told,
        "open": sum(1 for one in told if one["state"] in ("open", "unsent", "late")),
        "late": sum(1 for one in told if one["state"] == "late"),
    }


def _told(standing: Standing, entry: Entry, due: Deadline | None, now: datetime, zone: tzinfo) -> dict[str, Any]:
    data = standing.data(entry)
    ruled = data["ruled"]
    decision = _decision(standing, entry.number)
    received = datetime.fromisoformat(data["received"]) if data.get("received") else None
    ends = None if due is None or received is None else received.astimezone(zone).date() + timedelta(days=due.days)
    until = decision.at if decision is not None else now
    passed = None if received is None else (until.astimezone(zone).date() - received.astimezone(zone).date()).days
    late = ends is not None and until.astimezone(zone).date() > ends
    return {
        "entry": entry.number,
        "about": entry.about,
        "player": data["player"],
        "text": data["text"],
        "filed": datetime.fromisoformat(data["filed"]).astimezone(zone).isoformat(),
        "received": None if received is None else received.astimezone(zone).isoformat(),
        "received_by": data.get("received_by") or "",
        "facts": data["facts"],
        "allowed": ruled["allowed"],
        "clauses": ruled["clauses"],
        "says": ruled["text"],
        "questions": ruled["questions"],
        "state": _state(ruled["allowed"], decision, due, received, late),
        "due": None if ends is None else ends.isoformat(),
        "days": passed,
        "late": late,
        "decision": None if decision is None else _outcome(decision),
    }


def _state(
    allowed: bool | None, decision: Entry | None, due: Deadline | None, received: datetime | None, late: bool
) -> str:
    if decision is not None:
        return "decided"
    if allowed is False:
        return "inadmissible"
    if late:
        return "late"
    return "unsent" if due is not None and received is None else "open"


def _outcome(decision: Entry) -> dict[str, Any]:
    data = decision.data
    told = {name: data[name] for name in ("outcome", "text", "decided_by")}
    return {"entry": decision.number, "at": decision.at.isoformat(), **told}


def slots_asked(vocabulary: Vocabulary) -> Iterable[tuple[str, Any]]:
    """The slots of a protest that have to be told, with what the vocabulary says of them."""
    slots = vocabulary.facts["protest"].slots
    return [(name, slots[name]) for name in ASKED]


__all__ = [
    "ASKED",
    "OUTCOMES",
    "STATES",
    "Deadline",
    "Law",
    "amended",
    "deadline",
    "decided",
    "facts_of",
    "filed",
    "incident_of",
    "protests_data",
    "ruled_data",
    "ruling_on",
    "slots_asked",
]
