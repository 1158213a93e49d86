"""Repeat offences: which occasion an offence is, counted from the journal and never typed by hand.

The vocabulary says which slots a journal fills (``recorded``), the clause that asks for a count says what it counts
(``repeats``): the breaches of which clauses, or earlier events alike in which slots. What an incident left to be
counted later is kept in its entry, ``data["occasions"]``:

    counted   [{subject, fact, slot, seat, player, value, clause, entries: [[number, [clause, ...]], ...]}]
    offences  [{subject, fact, seat, player, clauses, told}]: what later incidents count
    typed     [{subject, slot, value}]: told by hand where there was nothing to count, and ruled as told
    unmatched [{seat, subject}]: seats whose earlier offences could not be counted: no player was named for them
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facts.incident import Incident
from facts.lexicon import Vocabulary
from journal.counting import Counted, Given, Occasions, Offence, again, counted
from journal.standing import Penalty, Standing
from journal.store import Reader
from knowledge.model import Rulebook


def with_occasions(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    journal: Reader,
    event: str,
    players: Mapping[str, str],
    readings: Mapping[str, str] | None = None,
) -> tuple[Incident, Occasions]:
    """The incident with the occasion of each offence filled in, and what the journal shall keep of the counting.

    Called by ``rule --log`` and ``log add`` inside the transaction that then writes the ruling, before the ruling.
    ``players``: the key of the player in each seat, where it is told. What comes back second stands in the incident's
    entry as ``data["occasions"]`` (JSON-ready) and is shown with the ruling. Raises Faults where a number was typed
    that the journal contradicts.
    """
    history = History(journal, event)
    return counted(incident, rulebook, vocabulary, history.offences, players, readings, history.hands_left)


class History:
    """The offences that stand in the journal of an event."""

    def __init__(self, journal: Reader, event: str) -> None:
        self._journal = journal
        self._event = event
        self._standing: Standing | None = None
        self._known: dict[str, tuple[Offence, ...]] = {}

    @property
    def standing(self) -> Standing:
        """What of the journal stands; only an offence asks for it."""
        if self._standing is None:
            self._standing = Standing(self._journal, self._event)
        return self._standing

    def offences(self, player: str) -> tuple[Offence, ...]:
        """The offences of a player that stand: not lifted, overturned, overridden or corrected."""
        if player not in self._known:
            self._known[player] = tuple(self._read(player))
        return self._known[player]

    def _read(self, player: str) -> Iterator[Offence]:
        own = {entry.number: entry for entry in self._journal.entries(self._event, "incident", player=player)}
        for number in self.standing.corrected():
            entry = self._journal.entry(self._event, number)
            number = entry.about if entry.kind == "penalty" and entry.about is not None else number
            entry = self._journal.entry(self._event, number)
            if entry.kind == "incident":
                own[number] = entry
        for number in sorted(own):
            data = self.standing.data(own[number])
            noted = (data.get("occasions") or {}).get("offences") or ()
            if noted and self.standing.gone(own[number], player) is None:
                yield from self._of(number, noted, data.get("players") or {}, player)

    def _of(
        self, number: int, noted: Iterable[Mapping[str, Any]], players: Mapping[str, str], player: str
    ) -> Iterator[Offence]:
        every = self.standing.penalties_of(number)
        given = next((p for p in reversed(every) if p.player == player and not p.lifted), None)
        for offence in noted:
            if _whose(offence, players, every) != player:
                continue
            penalty = Given(given.number, given.type, given.rounds, given.clause) if given is not None else None
            clauses, told = tuple(offence["clauses"]), offence.get("told") or {}
            yield Offence(number, player, offence["fact"], clauses, told, penalty)

    def hands_left(self, player: str) -> Counted:
        """The hands that a player still has to miss, of all his penalties; unknown where one is not known in hands."""
        found = [penalty for penalty in self.standing.penalties(player) if penalty.left != 0]
        left = [penalty.left for penalty in found]
        total = None if None in left else sum(part or 0 for part in left)
        return Counted(total, "", tuple((p.number, (p.clause,) if p.clause else ()) for p in found))


def _whose(offence: Mapping[str, Any], players: Mapping[str, str], penalties: Iterable[Penalty]) -> str:
    """Whose offence it was, as it was corrected: who sat there, or who got the penalty."""
    who = players.get(offence["seat"], str(offence["player"]))
    moved = [p.player for p in penalties if p.entry.data.get("player") == who and p.player != who]
    return moved[0] if moved else who


__all__ = ["Counted", "History", "Occasions", "Offence", "again", "counted", "with_occasions"]
