"""What of an incident and its ruling goes into the journal: one entry for them, and one for each penalty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.incident import Act, Incident
from facts.records import NamedTuple
from journal.faults import refuse
from journal.records import Body, Draft

HISTORY = ".phh"


class Ruled(NamedTuple):
    """An incident that was ruled on, with what else is known about it.

    ``text``: as it was entered, from ``file``; ``form``: yaml, json, shorthand or phh, empty: by its name and text.
    ``players``: the key of the player by seat; ``readings``: those that the event has fixed; ``occasions``: what
    ``journal.offences`` counted; ``engine``: the kind that ruled; ``version``: of this program.
    """

    text: bytes
    file: str
    form: str
    ruling: Any
    players: Mapping[str, str]
    readings: Mapping[str, str]
    occasions: Mapping[str, Any]
    engine: str
    version: str


def check_players(incident: Incident, players: Mapping[str, str], file: str) -> None:
    """Raises Faults where a player is named for a seat that the incident does not have."""
    for seat in players:
        if seat not in incident.seats:
            from facts.faults import nearest

            refuse(
                file,
                f"a player is named for seat {seat}, which the incident does not have",
                nearest(seat, incident.seats),
            )


def drafts(
    ruled: Ruled,
    table: str = "",
    hand: str = "",
    by: str = "",
    at: Any = None,
    rounds: int | None = None,
    teller: Any = None,
) -> tuple[Draft, ...]:
    """The entries of a ruling, to be written in one transaction: first the incident, then each penalty that it settles.

    ``rounds``: what the official chose of a range; None: the least of it. What the rulebook leaves to an official
    (``obligation: may``) or does not fix is no penalty before he gives it. ``teller``: one that tells the ruling.
    Raises Faults for rounds out of the range.
    """
    rulings = told_in(ruled.ruling, languages(), teller)
    told = next(iter(rulings.values()))
    shared = {"table": table, "hand": hand, "by": by, "at": at}
    found = [Draft("incident", _incident(ruled, rulings), body=Body(ruled.text, rulings), **shared)]
    taken = False
    for n, finding in enumerate(told["findings"]):
        if finding["topic"] == "sanction" and finding["status"] == "settled" and _is_given(finding["values"]):
            text = {language: ruling["findings"][n]["text"] for language, ruling in rulings.items()}
            data = _penalty(ruled, finding, text, rounds)
            taken = taken or data["rounds"] is not None
            found.append(Draft("penalty", data, about=-len(found), **shared))
    if rounds is not None and not taken:
        refuse(f"--rounds {rounds}", f"the ruling on {ruled.file} gives no penalty in rounds")
    return tuple(found)


def asks_the_record(ruling: Any) -> bool:
    """Whether something in a story is counted from the journal: a rule waits for it, or it was typed."""
    facts = ruling.vocabulary.facts
    for entry in ruling.incident.timeline:
        act = isinstance(entry, Act)
        told = entry.extra if act else entry.slots
        slots = facts["act" if act else entry.type].slots
        if any(slots[name].recorded for name in told if name in slots):
            return True
    return any(
        slot in facts[type].slots and bool(facts[type].slots[slot].recorded)
        for verdict in ruling.trace.verdicts
        for match in verdict.pending
        for type, _, slot in match.unknown
        if type in facts
    )


def _is_given(values: Mapping[str, Any]) -> bool:
    return values.get("type") not in (None, "none", "unfixed") and values.get("obligation") != "may"


def told_in(ruling: Any, languages: Sequence[str], teller: Any = None) -> dict[str, dict[str, Any]]:
    """A ruling in each language by the published contract, as ``floorcall rule --format json`` prints it."""
    from explain.data import Teller

    teller = teller or Teller(ruling)
    found: dict[str, dict[str, Any]] = {language: teller.data(language) for language in languages}
    if not ruling.incident.file.lower().endswith(HISTORY):
        return found
    from explain.irregular import irregular_data

    return {language: {**told, "irregular": irregular_data(ruling, language)} for language, told in found.items()}


def languages() -> tuple[str, ...]:
    """Those in which a ruling is kept."""
    from explain.texts import languages as spoken

    return spoken()


def _incident(ruled: Ruled, rulings: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    incident, book = ruled.ruling.incident, ruled.ruling.rulebook
    told = next(iter(rulings.values()))
    return {
        "format": ruled.form or _form(ruled.file, ruled.text),
        "file": ruled.file,
        "players": dict(ruled.players),
        "rulebook": {"id": book.id, "edition": dict(book.edition), "digest": book.content},
        "engine": ruled.engine,
        "version": ruled.version,
        "readings": dict(ruled.readings),
        "status": told["status"],
        "headline": {language: " ".join(line["text"] for line in data["ruling"]) for language, data in rulings.items()},
        "clauses": list(dict.fromkeys(_clauses(told))),
        "kinds": list(dict.fromkeys(_kinds(ruled.ruling, told))),
        "at_table": at_table(incident),
        "occasions": ruled.occasions,
        "note": incident.note,
    }


def _form(file: str, text: bytes) -> str:
    ending = file.lower().rpartition(".")[2]
    if ending in ("json", "phh"):
        return ending
    return "json" if text.lstrip()[:1] == b"{" else "yaml"


def _clauses(told: Mapping[str, Any]) -> Iterator[str]:
    """What a ruling rests on, the most telling first."""
    for part in ("ruling", "sanctions", "findings", "procedure"):
        for line in told[part]:
            yield from line["clauses"]


def _kinds(ruling: Any, told: Mapping[str, Any]) -> Iterator[str]:
    """The kinds of what happened: events, what they were in a word, acts as they were told and as they count."""
    events = ruling.vocabulary.events
    for entry in ruling.incident.timeline:
        if isinstance(entry, Act):
            if entry.does:
                yield entry.does
            continue
        yield entry.type
        for name, value in entry.slots.items():
            if isinstance(value, str) and events[entry.type].slots[name].type == "word":
                yield value
    for finding in told["findings"]:
        if finding.get("act") and isinstance(finding["values"].get("as"), str):
            yield finding["values"]["as"]


def _penalty(ruled: Ruled, finding: Mapping[str, Any], text: Mapping[str, str], chosen: int | None) -> dict[str, Any]:
    from journal.penalties import in_hands  # late: few rulings give a penalty

    values, clauses, seat = finding["values"], finding["clauses"], finding.get("seat", "")
    rounds = least = values.get("rounds")
    if chosen is not None and least is not None:
        most = values.get("rounds_max") or least
        if not least <= chosen <= most:
            told = f"{clauses[0] if clauses else 'the rulebook'} gives {least} to {most} rounds"
            refuse(f"--rounds {chosen}", told, "floorcall log override departs from it and says why")
        rounds = chosen
    ruling = ruled.ruling
    hands = in_hands(
        ruling.rulebook, ruling.vocabulary, at_table(ruling.incident), values["type"], rounds, ruled.readings
    )
    return {
        "player": ruled.players.get(seat, ""),
        "seat": seat,
        "type": values["type"],
        "type_max": values.get("type_max"),
        "rounds": rounds,
        "rounds_least": least,
        "rounds_max": values.get("rounds_max"),
        "by": values.get("by"),
        "hands": None if hands is None else hands.hands,
        "hands_clause": "" if hands is None else hands.clause,
        "occasion": _occasion(ruled.occasions, finding["subject"]),
        "clause": clauses[0] if clauses else "",
        "clauses": clauses,
        "text": dict(text),
    }


def at_table(incident: Incident) -> int:
    """How many players sat at the table, as far as the story tells."""
    return incident.players or len(incident.seats)


def _occasion(occasions: Mapping[str, Any], subject: str) -> int | None:
    counted = (told for told in occasions.get("counted") or () if told.get("subject") == subject)
    value = next((told.get("value") for told in counted), None)
    return value if isinstance(value, int) else None
