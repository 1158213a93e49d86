"""What of an event's journal stands: entries as they were corrected, without what was lifted or overridden.

Nothing in a journal is changed, so what holds now is told by later entries. They are put together here, once, for
whoever counts offences, keeps track of penalties or writes reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facts.records import NamedTuple
from journal.records import Entry
from journal.store import Reader

FORGIVEN, OVERTURNED, OVERRIDDEN = "forgiven", "overturned", "overridden"
# What a correction of an incident may set without another story being told by it.
_BESIDE = frozenset(("players", "table", "hand", "note", "at_table", "file", "format"))
_NONE = "none"


class Penalty(NamedTuple):
    """A penalty as it stands. ``number``: its entry, or the decision that set it; ``about``: the incident.

    ``type``: the word of the vocabulary (warning, sit-out ...); ``rounds`` and ``hands``: what was given, None where it
    is none or nobody told how many are at the table. ``served``: hands served so far; ``lifted``: how it was lifted
    (forgiven, overturned, overridden), empty while it stands; ``by`` the office that gives it; ``text`` by language.
    """

    number: int
    about: int
    player: str
    seat: str
    type: str
    rounds: int | None
    hands: int | None
    served: int
    lifted: str
    by: str
    clause: str
    text: Mapping[str, str]
    entry: Entry

    @property
    def left(self) -> int | None:
        """Hands that are still to be missed; None where rounds are to be missed and nobody told how many hands."""
        if self.lifted or (self.hands is None and not self.rounds):
            return 0
        return None if self.hands is None else max(0, self.hands - self.served)


class Standing:
    """The journal of one event as it stands now.

    What is rare is read once; decisions, of which every incident may have one, are asked for one by one unless
    ``whole`` reads them all.
    """

    def __init__(self, reader: Reader, event: str, whole: bool = False) -> None:
        self.reader = reader
        self.event = event
        self._corrections = _by_number(reader.entries(event, "correction"))
        self._lifted = _by_number(reader.entries(event, "lifted"))
        self._served = _by_number(reader.entries(event, "served"))
        self._decisions = _by_number(reader.entries(event, "decision")) if whole else None
        self._penalties = _by_number(reader.entries(event, "penalty")) if whole else None

    # -- corrections ------------------------------------------------------------------------------------------------

    def data(self, entry: Entry) -> Mapping[str, Any]:
        """What an entry tells, as it was corrected since."""
        told = dict(entry.data)
        for correction in self._corrections.get(entry.number, ()):
            told.update(correction.data.get("values") or {})
        return told

    def retold(self, incident: Entry) -> bool:
        """Whether the story of an incident was corrected, so that its ruling no longer tells what happened."""
        found = self._corrections.get(incident.number, ())
        return any(not _BESIDE.issuperset(correction.data.get("values") or {}) for correction in found)

    def corrections(self, number: int) -> list[int]:
        """The numbers of the entries that correct one."""
        return [entry.number for entry in self._corrections.get(number, ())]

    def corrected(self) -> Iterator[int]:
        """The numbers of the entries that were corrected."""
        return iter(self._corrections)

    # -- decisions and what they leave of a sanction ----------------------------------------------------------------

    def decision(self, incident: int) -> Entry | None:
        """The last decision about an incident."""
        if self._decisions is not None:
            return next(reversed(self._decisions.get(incident, ())), None)
        return next(reversed(list(self._asked("decision", incident))), None)

    def _asked(self, kind: str, about: int) -> Iterator[Entry]:
        return self.reader.entries(self.event, kind, about=about)

    def lifted(self, number: int) -> Entry | None:
        """The entry by which a penalty, or all of an incident, was lifted."""
        return next(iter(self._lifted.get(number, ())), None)

    def penalties(self, player: str = "") -> Iterator[Penalty]:
        """All penalties of the event, or those of one player, in the order of their entries; lifted ones too."""
        seen: dict[int, None] = {}
        for entry in self.reader.entries(self.event, "penalty", player=player):
            if entry.about is not None:
                seen[entry.about] = None
        for entry in self.reader.entries(self.event, "decision", player=player):
            if entry.about is not None and entry.data.get("sanction"):
                seen[entry.about] = None
        found = [penalty for incident in seen for penalty in self.penalties_of(incident)]
        yield from sorted((p for p in found if player in ("", p.player)), key=lambda p: p.number)

    def penalties_of(self, incident: int) -> list[Penalty]:
        """The penalties about one incident, lifted ones too; a decision that sets another one replaces what was."""
        whole = self._penalties
        entries = whole.get(incident, []) if whole is not None else list(self._asked("penalty", incident))
        decision = self.decision(incident)
        sanction = _instead(decision)
        found = []
        for entry in entries:
            over = decision is not None and sanction is not None and entry.number < decision.number
            found.append(self._penalty(entry, self.data(entry), incident, OVERRIDDEN if over else ""))
        if decision is None or sanction is None or sanction.get("type") in (None, _NONE):
            return found
        if any(not penalty.lifted for penalty in found):  # the decision's own penalty has an entry
            return found
        for player in dict.fromkeys(sanction.get("player") or p.player for p in found):
            seat = next((p.seat for p in found if p.player == player), "")
            found.append(self._penalty(decision, {"player": player, "seat": seat, **sanction}, incident, ""))
        return found

    def _penalty(self, entry: Entry, data: Mapping[str, Any], incident: int, lifted: str) -> Penalty:
        hands = [served.data.get("hands") or 0 for served in self._served.get(entry.number, ())]
        by = self.lifted(entry.number) or self.lifted(incident)
        return Penalty(
            entry.number,
            incident,
            str(data.get("player") or ""),
            str(data.get("seat") or ""),
            str(data.get("type") or ""),
            data.get("rounds"),
            data.get("hands"),
            sum(hands),
            lifted or (str(by.data.get("how") or FORGIVEN) if by is not None else ""),
            str(data.get("by") or ""),
            str(data.get("clause") or ""),
            data["text"] if isinstance(data.get("text"), Mapping) else {},
            entry,
        )

    def gone(self, incident: Entry, player: str) -> int | None:
        """The entry from which on what a player did in an incident counts no more; None while it counts.

        It does not when the story was corrected, when it was decided that there is no sanction, and when everything
        that the player got for it was lifted.
        """
        number = incident.number
        told = self.corrections(number)[:1] if self.retold(incident) else []
        decision, lifted = self.decision(number), self.lifted(number)
        told += [decision.number] if decision is not None and self.overridden(number) else []
        told += [lifted.number] if lifted is not None else []
        own = [penalty for penalty in self.penalties_of(number) if penalty.player == player]
        if own and all(penalty.lifted for penalty in own):
            ends = [entry.number for p in own if (entry := self.lifted(p.number) or decision) is not None]
            told += [max(ends)] if ends else []
        return min(told, default=None)

    def overridden(self, incident: int) -> bool:
        """Whether the official decided that there is no sanction."""
        sanction = _instead(self.decision(incident))
        return sanction is not None and sanction.get("type") in (None, _NONE)


def _instead(decision: Entry | None) -> Mapping[str, Any] | None:
    """The sanction that a decision sets instead of the ruling's, or out of its range; None where it leaves it alone."""
    sanction = decision.data.get("sanction") if decision is not None else None
    return sanction if isinstance(sanction, Mapping) else None


def _by_number(entries: Iterable[Entry]) -> dict[int, list[Entry]]:
    found: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.about is not None:
            found.setdefault(entry.about, []).append(entry)
    return found


__all__ = ["FORGIVEN", "OVERRIDDEN", "OVERTURNED", "Penalty", "Standing"]
