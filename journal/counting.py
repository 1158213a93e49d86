"""Counting the occasion of an offence: which rules wait for a count, what their clauses count, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.arbitration import NONE, OPEN, SETTLED
from engine.conductor import conduct
from engine.plain_matcher import plain_search
from engine.trace import Trace
from facts.faults import Fault, Faults
from facts.incident import Act, Event, Incident, Recorded, Value
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge.model import Repeats, Rulebook

OCCASION, LAST_PENALTY, LAST_ROUNDS, HANDS_LEFT = "occasion", "last-penalty", "last-rounds", "hands-left"
_NOBODY = "none"
Where = tuple[str, str]  # the subject ("act 2") and the slot
Occasions = Mapping[str, Any]


class Given(NamedTuple):
    """What was given for an offence, as it stands: the entry that says so, type, rounds, and the clause behind it."""

    entry: int
    type: str
    rounds: int | None
    clause: str


class Offence(NamedTuple):
    """An earlier offence that stands. ``entry``: its incident; ``told``: what was told about it, by slot; ``penalty``:
    what he got for it, None where he got nothing that stands.
    """

    entry: int
    player: str
    fact: str
    clauses: tuple[str, ...]
    told: Mapping[str, Value]
    penalty: Given | None


Earlier = Callable[[str], Iterable[Offence]]
"""The offences of a player that stand, in the order in which they happened."""


class Counted(NamedTuple):
    """A count. ``value`` None: nothing can be filled in; ``entries``: what was counted, each with its clauses."""

    value: Value
    clause: str
    entries: tuple[tuple[int, tuple[str, ...]], ...]


def counted(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    earlier: Earlier,
    players: Mapping[str, str],
    readings: Mapping[str, str] | None = None,
    hands_left: Callable[[str], Counted] | None = None,
) -> tuple[Incident, Occasions]:
    """As :func:`journal.offences.with_occasions`, from any account of what was before."""
    work = _Counting(incident, rulebook, vocabulary, earlier, players, readings, hands_left)
    try:
        return work.whole()
    except ValueError:  # cards that make no hand: the ruling itself says so
        return incident, {}


def again(incident: Incident, occasions: Occasions) -> Incident:
    """The incident with what was counted when it was ruled, whatever the journal says by now."""
    facts = [
        Recorded(
            str(told["subject"]),
            str(told["slot"]),
            told["value"],
            str(told.get("clause") or ""),
            tuple((number, tuple(clauses)) for number, clauses in told.get("entries", ())),
        )
        for told in occasions.get("counted", ())
    ]
    filled = _filled(incident, {(fact.subject, fact.slot): fact.value for fact in facts})
    return filled._replace(recorded=tuple(facts))


class _Counting:
    """One incident: passes without an engine show which rules wait for a count, until none does any more."""

    def __init__(
        self,
        incident: Incident,
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        earlier: Earlier,
        players: Mapping[str, str],
        readings: Mapping[str, str] | None,
        hands_left: Callable[[str], Counted] | None,
    ) -> None:
        self.told = incident
        self.rulebook = rulebook
        self.vocabulary = vocabulary
        self.earlier = earlier
        self.players = players
        self.readings = rulebook.readings(readings)
        self.hands_left = hands_left
        self.subjects = dict(_subjects(incident))
        self.typed: dict[Where, Value] = dict(self._typed())
        self.values: dict[Where, Counted] = {}
        self.waiting: dict[str, dict[str, tuple[str, ...]]] = {}  # by subject and slot the clauses that ask
        self.unmatched: dict[tuple[str, str], None] = {}

    def whole(self) -> tuple[Incident, Occasions]:
        """Counts what is asked for until nothing new is."""
        if not self._can_ask():
            return self.told, {}
        while True:
            incident = self._incident()
            trace = self._pass(incident)
            if not self._fill(trace):
                break
        self._contradicted()
        return self._result(incident, trace)

    def _can_ask(self) -> bool:
        """Whether anything in the story has a slot that a journal fills, and any clause of the book counts."""
        facts = {_type(entry) for entry in self.subjects.values()}
        return any(spec.recorded for fact in facts for spec in self.vocabulary.facts[fact].slots.values())

    def _typed(self) -> Iterator[tuple[Where, Value]]:
        for subject, entry in self.subjects.items():
            for slot, value in _slots(entry).items():
                spec = self.vocabulary.facts[_type(entry)].slots.get(slot)
                if spec is not None and spec.recorded and value is not None:
                    yield (subject, slot), value

    def _incident(self) -> Incident:
        """The story without what was typed, with what was counted; what nobody can count stays as it was typed."""
        values: dict[Where, Value] = {where: None for where in self.typed if self._player(where[0])}
        values.update({where: counted.value for where, counted in self.values.items()})
        return _filled(self.told, values)

    def _pass(self, incident: Incident) -> Trace:
        return conduct(incident, self.rulebook, self.vocabulary, self.readings, {}, plain_search)

    def _player(self, subject: str) -> str:
        return self.players.get(_seat(self.subjects[subject]), "")

    def _fill(self, trace: Trace) -> bool:
        """Counts for each slot that a rule waits for; whether any was filled in."""
        asked = self._asked(trace)
        new = False
        for (subject, slot), clauses in asked.items():
            if (subject, slot) in self.values:
                continue
            if not self._player(subject):
                self.unmatched[_seat(self.subjects[subject]), subject] = None
                continue
            found = self._count(subject, slot, clauses)
            if found is not None:
                self.waiting.setdefault(subject, {})[slot] = clauses
                self.values[subject, slot] = found
                new = True
                break  # what is counted for one act may decide whether another is one at all
        return new

    def _asked(self, trace: Trace) -> dict[Where, tuple[str, ...]]:
        """By subject and slot the clauses whose rules wait for a count, in the order of the story."""
        found: dict[Where, dict[str, None]] = {}
        for verdict in trace.verdicts:
            for match in verdict.pending if verdict.status == OPEN else ():
                for type, key, slot in match.unknown:
                    spec = self.vocabulary.facts[type].slots.get(slot) if type in self.vocabulary.facts else None
                    if spec is not None and spec.recorded and key in self.subjects:
                        found.setdefault((key, slot), {})[match.rule.clause] = None
        places = {subject: n for n, subject in enumerate(self.subjects)}
        ordered = sorted(found, key=lambda where: (places[where[0]], where[1] != "offence", where[1]))
        return {where: tuple(found[where]) for where in ordered}

    def _count(self, subject: str, slot: str, clauses: tuple[str, ...]) -> Counted | None:
        """What the journal says; of clauses that count differently the one by which the offence is then ruled."""
        recorded = self.vocabulary.facts[_type(self.subjects[subject])].slots[slot].recorded
        if recorded == HANDS_LEFT:
            found = self.hands_left(self._player(subject)) if self.hands_left is not None else None
            return found if found is not None and found.value is not None else None
        counts = {}
        for clause in clauses:
            spec = self.rulebook.clauses[clause].repeats
            if spec is not None:
                counts[clause] = self._counted(subject, slot, recorded, clause, spec)
        values = dict.fromkeys(count.value for count in counts.values())
        if len(values) < 2:
            return next(iter(counts.values()), None)
        for value in values:
            self.values[subject, slot] = Counted(value, "", ())
            trace = self._pass(self._incident())
            del self.values[subject, slot]
            carried = [clause for clause in _carrying(trace, subject) if clause in counts]
            if carried and all(counts[clause].value == value for clause in carried):
                return counts[carried[0]]
        return None

    def _counted(self, subject: str, slot: str, recorded: str, clause: str, spec: Repeats) -> Counted:
        entry = self.subjects[subject]
        before = [o for o in self.earlier(self._player(subject)) if _alike(o, entry, spec)]
        cited = tuple((o.entry, tuple(c for c in o.clauses if c in spec.clauses) or o.clauses) for o in before)
        if recorded == OCCASION:
            here = sum(1 for _ in self._before(subject, clause, spec))
            return Counted(1 + len(before) + here, clause, cited)
        last = next((o.penalty for o in reversed(before) if o.penalty is not None), None)
        cited = ((last.entry, (last.clause,) if last.clause else ()),) if last is not None else ()
        if recorded == LAST_ROUNDS:
            return Counted(last.rounds if last is not None else None, clause, cited)
        spec_of = self.vocabulary.facts[_type(entry)].slots[slot]
        word = _NOBODY if last is None else spec_of.recorded_as.get(last.type, last.type)
        return Counted(word if word in spec_of.domain else None, clause, cited)

    def _before(self, subject: str, clause: str, spec: Repeats) -> Iterator[str]:
        """What the same player did earlier in this very story that counts as well."""
        player = self._player(subject)
        for other, slots in self.waiting.items():
            if other == subject or self._player(other) != player:
                continue
            asking = {name for clauses in slots.values() for name in clauses}
            if (
                asking & set(spec.clauses)
                if spec.clauses
                else _same(self.subjects[other], self.subjects[subject], spec)
            ):
                yield other

    def _by_clause(self, clause: str) -> bool:
        """Whether a clause counts breaches of clauses, so that an offence has to be ruled by it to count."""
        spec = self.rulebook.clauses[clause].repeats
        return spec is not None and bool(spec.clauses)

    # -- what comes of it -------------------------------------------------------------------------------------------

    def _contradicted(self) -> None:
        """A number that was typed and that the journal contradicts is refused: it is counted, never typed."""
        faults = []
        for where, value in self.typed.items():
            found = self.values.get(where)
            if found is not None and found.value != value:
                place = self.subjects[where[0]].place
                cited = ", ".join(f"entry {number}" for number, _ in found.entries) or "no entry"
                message = f"{where[1]}: {value} was typed, the journal counts {found.value} ({cited})"
                faults.append(Fault(self.told.file, place.line, place.column, message, "leave it out: it is counted"))
        if faults:
            raise Faults(faults)

    def _result(self, incident: Incident, trace: Trace) -> tuple[Incident, Occasions]:
        facts = tuple(
            Recorded(subject, slot, found.value, found.clause, found.entries)
            for (subject, slot), found in self.values.items()
            if found.value is not None
        )
        kept = {
            "counted": [self._kept(fact) for fact in facts],
            "offences": list(self._offences(trace)),
            "typed": [
                {"subject": subject, "slot": slot, "value": value}
                for (subject, slot), value in self.typed.items()
                if not self._player(subject)
            ],
            "unmatched": [{"seat": seat, "subject": subject} for seat, subject in self.unmatched],
        }
        return incident._replace(recorded=facts), {name: found for name, found in kept.items() if found}

    def _kept(self, fact: Recorded) -> dict[str, Any]:
        entry = self.subjects[fact.subject]
        return {
            "subject": fact.subject,
            "fact": _type(entry),
            "slot": fact.slot,
            "seat": _seat(entry),
            "player": self._player(fact.subject),
            "value": fact.value,
            "clause": fact.clause,
            "entries": [[number, list(clauses)] for number, clauses in fact.entries],
        }

    def _offences(self, trace: Trace) -> Iterator[dict[str, Any]]:
        """What a later incident counts: each act or event that a clause asked the count of and that came to be one."""
        for subject, slots in self.waiting.items():
            asking = [clause for clauses in slots.values() for clause in clauses]
            carried = _carrying(trace, subject)
            ruled = [clause for clause in asking if clause in carried or not self._by_clause(clause)]
            settled = any(v.subject == subject and v.topic == "sanction" and v.status != NONE for v in trace.verdicts)
            clauses = ruled if settled else asking  # a first time that has no sanction is one all the same
            if not clauses:
                continue
            entry = self.subjects[subject]
            told = {slot: value for slot, value in _slots(entry).items() if type(value) in (str, bool, int)}
            for seat in (_seat(entry), *_punished_too(trace, subject)):
                if seat in self.players:
                    yield {
                        "subject": subject,
                        "fact": _type(entry),
                        "seat": seat,
                        "player": self.players[seat],
                        "clauses": list(dict.fromkeys(clauses)),
                        "told": told,
                    }


def _carrying(trace: Trace, subject: str) -> list[str]:
    """The clauses of the rules that carry what is settled about conduct of a subject."""
    found = [v for v in trace.verdicts if v.subject == subject and v.status == SETTLED]
    return list(dict.fromkeys(match.rule.clause for verdict in found for match in verdict.by))


def _punished_too(trace: Trace, subject: str) -> tuple[str, ...]:
    """Those to whom the sanction of an event goes as well."""
    for verdict in trace.verdicts:
        if verdict.subject == subject and verdict.topic == "punished-too" and verdict.status == SETTLED:
            return tuple(verdict.values.get("seats") or ())
    return ()


def _alike(offence: Offence, entry: Act | Event, spec: Repeats) -> bool:
    """Whether an earlier offence counts for a clause."""
    if spec.clauses:
        return bool(set(spec.clauses) & set(offence.clauses))
    told = _slots(entry)
    return offence.fact == _type(entry) and all(offence.told.get(slot) == told.get(slot) for slot in spec.same)


def _same(one: Act | Event, other: Act | Event, spec: Repeats) -> bool:
    told, others = _slots(one), _slots(other)
    return _type(one) == _type(other) and all(told.get(slot) == others.get(slot) for slot in spec.same)


# -- the story ------------------------------------------------------------------------------------------------------


def _subjects(incident: Incident) -> Iterator[tuple[str, Act | Event]]:
    """Acts and events by the names that findings have for them."""
    numbers = {"act": 0, "event": 0}
    for entry in incident.timeline:
        kind = "act" if isinstance(entry, Act) else "event"
        numbers[kind] += 1
        yield f"{kind} {numbers[kind]}", entry


def _type(entry: Act | Event) -> str:
    return "act" if isinstance(entry, Act) else entry.type


def _seat(entry: Act | Event) -> str:
    return entry.seat if isinstance(entry, Act) else str(entry.slots.get("seat") or "")


def _slots(entry: Act | Event) -> Mapping[str, Value]:
    return entry.extra if isinstance(entry, Act) else entry.slots


def _filled(incident: Incident, values: Mapping[Where, Value]) -> Incident:
    """The incident with slots set; None takes out what was told."""
    if not values:
        return incident
    timeline = []
    for subject, entry in _subjects(incident):
        own = {slot: value for (name, slot), value in values.items() if name == subject}
        slots = {**_slots(entry), **own}
        kept = {slot: value for slot, value in slots.items() if value is not None or slot not in own}
        changed: Act | Event = entry
        if own:
            changed = entry._replace(extra=kept) if isinstance(entry, Act) else entry._replace(slots=kept)
        timeline.append(changed)
    return incident._replace(timeline=tuple(timeline))


__all__ = ["Counted", "Earlier", "Occasions", "Offence", "again", "counted"]
