"""One trace looked at in one language: what carries a verdict, which sentence says it best, how an act is called.

The trace keeps everything; this module chooses. Of sentences that say the same about one subject the one stands whose
rule looks at more of what happened: "one chip of 500 without a word is a call" rather than "more than a call is not by
itself a raise".
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.arbitration import OPEN, SETTLED, Defeat, Verdict
from engine.facts import Fact, Match
from engine.outcomes import size_open
from engine.questions import root_of
from engine.ruling import Ruling, carrying, clauses_of
from engine.trace import Step, Trace
from explain.acts import act_as_seen
from explain.known import Known
from explain.texts import unmarked
from explain.wording import Wording, capital, ending
from facts.incident import Incident
from facts.lexicon import Stage, Topic, Vocabulary
from facts.memo import ByIdentity
from knowledge.expressions import Tree
from knowledge.model import Rule, Rulebook

# Slots of the table that say where a rule applies rather than what happened.
_SCOPE = ("game", "structure", "street")
Place = tuple[str, str, str]


class View:
    """A trace with its incident, rulebook and wording."""

    def __init__(
        self,
        incident: Incident,
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        trace: Trace,
        wording: Wording,
        known: Known | None = None,
    ) -> None:
        """``known``: what was worked out about the same trace for another language."""
        self.incident = incident
        self.rulebook = rulebook
        self.vocabulary = vocabulary
        self.trace = trace
        self.wording = wording
        self.known = known or Known(incident, vocabulary, trace)
        self._statements: dict[tuple[int, str], str] = {}
        self._others: dict[int, View] = {}
        # What other modules worked out about this trace: it is compared with each answer and each reading.
        self.options: list[dict[str, Any]] | None = None
        self.sentences: list[str] | None = None

    @classmethod
    def of(cls, ruling: Ruling, wording: Wording) -> View:
        """The trace on which a ruling rests."""
        return cls(ruling.incident, ruling.rulebook, ruling.vocabulary, ruling.trace, wording)

    def said(self, wording: Wording) -> View:
        """The same trace in another language."""
        return View(self.incident, self.rulebook, self.vocabulary, self.trace, wording, self.known)

    def other(self, trace: Trace) -> View:
        """The same incident under other answers or readings."""
        found = self._others.get(id(trace))
        if found is None:  # it keeps its trace, so that the identity cannot go to another one
            known = self.known.other(trace)
            found = View(self.incident, self.rulebook, self.vocabulary, trace, self.wording, known)
            self._others[id(trace)] = found
        return found

    # -- verdicts ---------------------------------------------------------------------------------------------------

    @property
    def verdicts(self) -> dict[tuple[str, str], Verdict]:
        """Verdicts by topic and subject."""
        return self.known.verdicts

    @property
    def ordered(self) -> list[Verdict]:
        """All verdicts in reading order."""
        return self.known.ordered

    def settled(self, topic: str, subject: str) -> Verdict | None:
        """The verdict when it is settled."""
        verdict = self.known.verdicts.get((topic, subject))
        return verdict if verdict is not None and verdict.status == SETTLED else None

    def number_in(self, subject: str) -> int:
        """Number of an act or event, place of a seat in the order to act; 0 for what has none."""
        return self.known.number_in(subject)

    def topic(self, verdict: Verdict) -> Topic:
        """The topic of a verdict."""
        return self.known.topic(verdict)

    def apart(self, verdict: Verdict) -> bool:
        """Whether a verdict is about conduct or rights and does not hold up the play."""
        return self.stage(verdict).apart

    def stage(self, verdict: Verdict) -> Stage:
        """The stage in which a verdict was settled."""
        return self.vocabulary.stages[self.topic(verdict).stage]

    # -- clauses ----------------------------------------------------------------------------------------------------

    def clauses(self, match: Match) -> tuple[str, ...]:
        """Clauses behind a match, its own first."""
        return clauses_of(match, self.rulebook)

    def clauses_behind(self, verdict: Verdict) -> list[str]:
        """Clauses behind a verdict: those of the strongest sentence first."""
        kept = self.known.clauses.get(id(verdict))
        if kept is None:
            told, by = self.told(verdict, inherited=True), carrying(verdict)
            matches = told if len(told) == len(by) == 1 and told[0] is by[0] else (*told, *by)
            found = list(dict.fromkeys([clause for match in matches for clause in self.clauses(match)]))
            kept = self.known.clauses[id(verdict)] = (verdict, found)
        return list(kept[1])

    def derivation_clauses(self, code: str) -> tuple[str, ...]:
        """The clauses that the rulebook names for a value derived by the replay; none when it names none."""
        return self.rulebook.derived_from(code, self.trace.table.structure)

    def cite(self, clause: str) -> str:
        """A clause as it is cited to people: the short name of the book that says it and the section of its text."""
        known = self.rulebook.clauses.get(clause)
        section = clause if known is None else known.section
        return self.wording.say("cite", "lead", cites=self.rulebook.cites_of(known), section=section)

    # -- sentences --------------------------------------------------------------------------------------------------

    def told(self, verdict: Verdict, inherited: bool = False) -> list[Match]:
        """The matches whose sentences tell a verdict: what revives, the strongest that agrees, then what modifies."""
        by = verdict.by
        if len(by) == 1 and not verdict.defeats and not by[0].rule.modifies:  # most findings
            return list(by)
        key, known = (id(verdict), inherited), self.known.told
        if key not in known:
            own = any(not m.rule.modifies for m in verdict.by)
            by = carrying(verdict) if inherited and not own else verdict.by
            bases = [m for m in by if not m.rule.modifies]
            best = bases if len(bases) < 2 else [max(bases, key=strength)]
            known[key] = (verdict, [*revivers(verdict), *best, *(m for m in by if m.rule.modifies)])
        return known[key][1]

    def sentence(self, verdict: Verdict) -> str:
        """A settled verdict in words, with what it inherits."""
        return ending([self.wording.says(match) for match in self.told(verdict, inherited=True)])

    def capital(self, text: str) -> str:
        """A sentence with a capital letter at its beginning, unless it begins with the name of a seat."""
        return text if self._named_first(text) else capital(text)

    def lower(self, text: str) -> str:
        """A sentence as the second half of another one."""
        return text if text.startswith("[") or self._named_first(text) else text[:1].lower() + text[1:]

    def _named_first(self, text: str) -> bool:
        bare = unmarked(text)[0] if text.startswith("[") else text
        return any(bare.startswith(seat) for seat in self.known.names)

    def subject(self, subject: str) -> str:
        """A subject as a person reads it: the act as it was seen, else its name."""
        step = self.step(subject)
        return subject if step is None else self.act(step)

    def seat_of(self, subject: str) -> str:
        """The seat that a subject is about; empty for the table, a pot."""
        if subject in self.incident.seats:
            return subject
        step = self.step(subject)
        if step is not None:
            return step.act.seat
        event = self.known.events.get(subject)
        return str(event.slots.get("seat") or "") if event is not None else ""

    # -- facts ------------------------------------------------------------------------------------------------------

    def fact(self, type: str, key: str) -> Fact | None:
        """The last fact of a type and key; the table has one for each moment at which an act was read."""
        return self.known.facts.get((type, key))

    def statements(self, match: Match) -> list[str]:
        """What the facts behind a match say, slot by slot as the rule looked at them."""
        by_type = _slots_seen(match.rule)
        found: dict[str, None] = {}
        for fact in match.facts:
            if fact.type in self.vocabulary.topics:
                found[self.finding(fact)] = None
                continue
            for slot in by_type.get(fact.type, ()):
                if _telling(fact, slot):
                    statement = self._statements.get((id(fact), slot))
                    if statement is None:
                        statement = self._statements[id(fact), slot] = self.wording.statement(fact, slot)
                    found[statement] = None
        found.pop("", None)
        return list(found)

    def finding(self, fact: Fact) -> str:
        """An earlier finding that a rule builds on."""
        topic = self.vocabulary.topics[fact.type]
        told = [
            self.wording.value(topic.slots[name], value)
            for name, value in fact.slots.items()
            if name in topic.slots and value not in (None, 0)
        ]
        return self.wording.say("cite", "finding", title=self.wording.of(topic.title), values=", ".join(told))

    def question(self, place: Place) -> str:
        """The question whose answer would fill a place, asked at its root."""
        type, key, slot = root_of(place, self.trace)
        fact = self.fact(type, key)
        if fact is None and type != "act":  # an agreed act is no fact; its seat is known by its number
            fact = self.fact(place[0], place[1])
        return self.wording.question(type, slot, fact, self.seat_of(key))

    def open_questions(self, apart: bool = False, subject: str = "") -> list[str]:
        """Questions that keep the play (or, ``apart``, a sanction) open in this trace, each once; ``subject``: only
        those that keep something about it open.
        """
        found = (
            self.question(place)
            for verdict in self.ordered
            if verdict.status == OPEN
            and self.apart(verdict) == apart
            and subject in ("", verdict.subject)
            and not self.size_open(verdict)
            for match in verdict.pending
            for place in match.unknown
        )
        return list(dict.fromkeys(found))

    def size_open(self, verdict: Verdict) -> bool:
        """Whether a finding is certain and only an amount in it is not known."""
        return size_open(verdict, self.trace)

    def hand(self, seat: str) -> str:
        """The hand of a seat at showdown in words."""
        from engine.showdown import name_of
        from explain.texts import hand_texts

        return name_of(self._hand(seat), hand_texts(), self.wording.language)

    def _hand(self, seat: str) -> Any:
        """The hand as the ruling read it: in the game that it was ruled as, told or not; no other hand need be one."""
        from engine.showdown import read_hands  # late: only a showdown pays for the hand reader

        table = self.fact("table", "table")
        game = self.incident.game if table is None else table.slots["game"]
        alone = self.incident._replace(game=game, cards={seat: self.incident.cards[seat]})
        return read_hands(alone)[seat]

    # -- acts -------------------------------------------------------------------------------------------------------

    def step(self, subject: str) -> Step | None:
        """The step of an act by its subject, such as "act 3"."""
        return self.known.steps.get(subject)

    @property
    def read(self) -> Iterator[Step]:
        """The acts that had to be read, in the order in which they were done."""
        return (step for step in self.trace.steps if not step.plain)

    def act(self, step: Step) -> str:
        """An act as it was seen, as the subject of a sentence."""
        seen = act_as_seen(step.act, self.wording, self.fact("act", f"act {step.number}"))
        return seen if step.in_turn else self.wording.say("act", "early", act=seen)


def revivers(verdict: Verdict) -> list[Match]:
    """Rules that propose nothing themselves and only bring back what an exception had put aside."""
    found: dict[str, Match] = {}
    for defeat in verdict.defeats:
        if defeat.relation == "reinstates" and defeat.winner not in verdict.by:
            found.setdefault(defeat.winner.rule.id, defeat.winner)
    return [found[name] for name in sorted(found)]


def lost(verdict: Verdict) -> tuple[Defeat, ...]:
    """All defeats on a topic, those of the finding that it inherits first."""
    return (*(lost(verdict.inherited) if verdict.inherited else ()), *verdict.defeats)


def strength(match: Match) -> tuple[int, int, int, str]:
    """How much of what happened a rule looks at; the greater tells more."""
    return _strength(match.rule)


_strength: ByIdentity[Rule, tuple[int, int, int, str]] = ByIdentity(
    lambda rule: (_looked_at(rule), len(rule.also), max(len(c.patterns) for c in rule.conditions), rule.id)
)


def _seen_by(rule: Rule) -> dict[str, tuple[str, ...]]:
    """By type of fact the slots that a rule looks at in its first alternative."""
    found: dict[str, tuple[str, ...]] = {}
    for pattern in rule.conditions[0].patterns if rule.conditions else ():
        if not pattern.absent:
            names = (slot.name for slot in pattern.slots)
            found[pattern.type] = (*found.get(pattern.type, ()), *names)
    return found


_slots_seen: ByIdentity[Rule, dict[str, tuple[str, ...]]] = ByIdentity(_seen_by)


def _looked_at(rule: Rule) -> int:
    return max(
        sum(
            1
            for p in condition.patterns
            for s in p.slots
            if s.kind in ("is", "not") and not (p.type == "table" and s.name in _SCOPE)
        )
        + sum(_parts(test) for test in condition.tests)
        for condition in rule.conditions
    )


def _parts(test: Tree) -> int:
    return _parts(test[1]) + _parts(test[2]) if test[0] == "and" else 1


def _telling(fact: Fact, slot: str) -> bool:
    """Whether a slot says something: "the number 0" and "gesture: none" stand for nothing told."""
    value = fact.slots.get(slot)
    if value is None or value in ("", "none"):
        return False
    return value != 0 or isinstance(value, bool) or slot not in ("amount", "put", "chips")
