"""What officials add: that they took a ruling or departed from it, and corrections of what was typed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from facts.faults import Faults, nearest
from facts.records import NamedTuple
from journal.faults import refuse
from journal.reading import Reader
from journal.records import Draft, Entry

_NONE = "none"
_COLUMNS = ("table", "hand")


class Choice(NamedTuple):
    """The sanction that an official gives.

    ``type``: a word of the vocabulary, ``none``, or empty where he says nothing about it. ``rounds`` and ``hands``:
    None where it has none, or where hands follow from rounds. ``player``: whom it is given to, empty for those whom
    the ruling punishes.
    """

    type: str = ""
    rounds: int | None = None
    hands: int | None = None
    player: str = ""


def decision(
    reader: Reader,
    event: str,
    number: int,
    accepted: bool,
    instead: str,
    reason: str,
    choice: Choice,
    language: str,
) -> Iterator[Draft]:
    """The entries of a decision about an incident: itself, penalties that it lifts, and those that it gives.

    Raises Faults where the entry is no incident, the sanction is none, or nobody is there to give it to.
    """
    incident = _incident(reader, event, number)
    sanction = _sanction(incident, choice)
    before = [entry for entry in reader.entries(event, "penalty", about=number) if not _lifted(reader, event, entry)]
    standard = incident.data["headline"].get(language) or next(iter(incident.data["headline"].values()))
    data = {"accepted": accepted, "standard": standard, "instead": instead, "sanction": sanction, "reason": reason}
    yield Draft("decision", data, about=number, table=incident.table, hand=incident.hand)
    if sanction is None:
        return
    for entry in before:
        told = {"how": "overturned", "reason": reason, "player": entry.data.get("player", "")}
        yield Draft("lifted", told, about=entry.number)
    if sanction["type"] == _NONE:
        return
    for player, seat in _punished(incident, choice, before, event):
        told = {**sanction, "player": player, "seat": seat}
        yield Draft("penalty", told, about=number, table=incident.table, hand=incident.hand)


def _incident(reader: Reader, event: str, number: int) -> Entry:
    entry = reader.entry(event, number)
    if entry.kind != "incident":
        hint = f"it is about entry {entry.about}" if entry.about is not None else ""
        refuse(f"{event} entry {number}", f"this is no incident: its kind is {entry.kind}", hint)
    return entry


def _lifted(reader: Reader, event: str, entry: Entry) -> bool:
    return next(reader.entries(event, "lifted", about=entry.number), None) is not None


def _sanction(incident: Entry, choice: Choice) -> dict[str, Any] | None:
    if not choice.type:
        if choice.rounds or choice.hands or choice.player:
            refuse("--sanction", "it is not said which sanction that is", "--sanction warning, sit-out ... or none")
        return None
    from facts.lexicon import vocabulary

    known = [word for word in vocabulary().topics["sanction"].slots["type"].domain if word != "unfixed"]
    if choice.type not in known:
        refuse(f"--sanction {choice.type}", "there is no such sanction", nearest(choice.type, known))
    hands, clause = choice.hands, ""
    if hands is None:
        hands, clause = _hands(incident, choice)
    return {
        "type": choice.type,
        "rounds": choice.rounds,
        "hands": hands,
        "hands_clause": clause,
        "by": "",
        "clause": "",
        "clauses": [],
        "text": {},
        "occasion": None,
    }


def _hands(incident: Entry, choice: Choice) -> tuple[int | None, str]:
    """Hands by the rule of the rulebook that ruled, where that is still there."""
    from journal.penalties import in_hands
    from knowledge.loading import load

    try:
        book, vocabulary = load(incident.data["rulebook"]["id"])
    except Faults:
        return None, ""
    known = {c: name for c, name in incident.data["readings"].items() if book.has_reading(c, name)}
    found = in_hands(book, vocabulary, incident.data["at_table"], choice.type, choice.rounds, known)
    return (None, "") if found is None else (found.hands, found.clause)


def _punished(incident: Entry, choice: Choice, before: list[Entry], event: str) -> list[tuple[str, str]]:
    """Whom a sanction is given to, with their seats."""
    players: Mapping[str, str] = incident.data["players"]
    if choice.player:
        return [(choice.player, next((seat for seat, key in players.items() if key == choice.player), ""))]
    found = list(dict.fromkeys((entry.data.get("player", ""), entry.data.get("seat", "")) for entry in before))
    if not found:
        hint = ", ".join(players.values())
        told = "the ruling punishes nobody: say who is given the sanction"
        refuse(f"{event} entry {incident.number}", told, f"--player, one of {hint}" if hint else "--player PLAYER")
    return found


def correction(reader: Reader, event: str, number: int, values: Mapping[str, str], reason: str) -> Draft:
    """The entry that says what should have stood in another one. Raises Faults for a value that it does not have."""
    entry = reader.entry(event, number)
    known = (*entry.data, *_COLUMNS)
    for name in values:
        if name not in known:
            shown = f"entry {number} ({entry.kind}) has no value {name}"
            refuse(f"{event} entry {number}", shown, nearest(name, known))
    told = {name: _read(name, value, entry) for name, value in values.items()}
    return Draft("correction", {"values": told, "reason": reason, **_player(told, entry)}, about=number)


def _read(name: str, value: str, entry: Entry) -> Any:
    """A value as it was typed: JSON where that fits what stood there, else a text."""
    before = entry.data.get(name, "")
    if isinstance(before, str):
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value


def _player(values: Mapping[str, Any], entry: Entry) -> dict[str, str]:
    """So that a search for a player finds what was corrected about him: of before, or of now."""
    player = values.get("player") or entry.data.get("player")
    return {"player": str(player)} if player else {}
