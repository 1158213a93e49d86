"""One ``expect`` block of a case against one trace: what does not fit, and which clauses stand behind what does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.arbitration import CONFLICT, OPEN, SETTLED, Verdict
from engine.outcomes import carrying, cited, clauses_of, size_open, without_amount
from engine.trace import Step, Trace
from facts.amounts import COUNTS_AS
from facts.incident import Act, Incident, Place, Value
from facts.lexicon import Vocabulary
from knowledge.casemodel import Claim, Expected, Left, Named, Names, Option, Returned
from knowledge.model import Rulebook

Miss = Callable[[Place, str, object, object], None]
"""Notes a mismatch: its place, what it is about, what was expected, what came."""


class Block:
    """The comparison of ``expected`` with ``trace``. ``miss`` takes the mismatches.

    After ``compare``: ``behind`` holds the clauses and ``rules`` the rules behind what was expected.
    """

    def __init__(
        self,
        expected: Expected,
        trace: Trace,
        incident: Incident,
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        miss: Miss,
    ) -> None:
        self.expected = expected
        self.trace = trace
        self.incident = incident
        self.rulebook = rulebook
        self.vocabulary = vocabulary
        self.miss = miss
        settled = (without_amount(v) if size_open(v, trace) else v for v in trace.verdicts)
        self.verdicts = {(v.topic, v.subject): v for v in settled}
        self.behind: set[str] = set()
        self.rules: set[str] = set()

    def compare(self) -> None:
        """All that the block expects."""
        expected = self.expected
        for claim in expected.claims:
            self._claim(claim)
        for option in expected.options:
            self._option(option)
        for returned in expected.returned:
            self._returned(returned)
        for left in expected.discretion:
            self._left(left)
        if expected.order is not None:
            self._derived(step for step in self.trace.steps)
            if expected.order.names != self.trace.order:
                self.miss(expected.order.place, "order", expected.order.names, self.trace.order)
        if expected.in_pot is not None and expected.in_pot != self.trace.table.chips_in():
            self.miss(expected.place, "in_pot", expected.in_pot, self.trace.table.chips_in() or "nothing told")
        if expected.unanswered is not None:
            self._unanswered(expected.unanswered)
        for named in expected.defeated:
            self._defeated(named)
        for named in expected.decided_by:
            if named.name not in self.rules:
                self.miss(named.place, "decided_by", named.name, sorted(self.rules))

    def _claim(self, claim: Claim) -> None:
        subject = self._subject(claim.topic, claim.subject)
        verdict = self.verdicts.get((claim.topic, subject))
        what = f"{claim.topic} {claim.subject}"
        came = verdict.status if verdict is not None else "none"
        values: Mapping[str, Any] = verdict.values if verdict is not None else {}
        if verdict is None and claim.topic in ("settles", "reads-as"):
            step = self._agreed(subject)
            if step is not None:
                came, values = SETTLED, _done(step)
                self._derived([step])
        if claim.status != came:
            self.miss(claim.place, what, claim.slots or claim.status, came)
            return
        for slot, value in claim.slots.items():
            if not _equal(values.get(slot), value):
                self.miss(claim.place, f"{what} {slot}", value, values.get(slot, "nothing"))
        self._stands(verdict)
        if claim.topic in ("round", "pots"):
            self._derived(self.trace.steps)

    def _subject(self, topic: str, subject: str) -> str:
        """A seat stands for its last act where the topic is about acts."""
        if self.vocabulary.topics[topic].subject != "act" or subject.startswith(("act ", "event ")):
            return subject
        acts = [entry for entry in self.incident.timeline if isinstance(entry, Act)]
        return f"act {max((n for n, act in enumerate(acts, 1) if act.seat == subject), default=0)}"

    def _agreed(self, subject: str) -> Step | None:
        steps = (step for step in self.trace.steps if step.plain)
        return next((step for step in steps if f"act {step.number}" == subject), None)

    def _option(self, option: Option) -> None:
        verdict = self.verdicts.get((f"may-{option.act}", option.seat))
        what = f"options {option.seat} {option.act}"
        # what nobody offers is refused; what is open or in conflict is neither
        allowed = verdict is not None and verdict.status == SETTLED and bool(verdict.values.get("allowed"))
        in_doubt = verdict.status if verdict is not None and verdict.status in (OPEN, CONFLICT) else ""
        if in_doubt or allowed != option.allowed:
            told = in_doubt or ("yes" if allowed else "no")
            self.miss(option.place, what, "yes" if option.allowed else "no", told)
            return
        for name, value in option.values.items():
            came = verdict.values.get(name) if verdict is not None else None
            if name == "max" and came is None:
                came = self.trace.table.max_raise_to(self.trace.table.index(option.seat))
            if came != value:
                self.miss(option.place, f"{what} {name}", value, "nothing" if came is None else came)
        self._stands(verdict)
        if option.act == "complete" or "min" in option.values or "max" in option.values:
            self._derived(self.trace.steps, option.seat)

    def _returned(self, returned: Returned) -> None:
        steps = [step for step in self.trace.steps if step.act.seat == returned.seat and step.number]
        came = self.trace.given_back().get(returned.seat, 0)
        if came != returned.chips:
            self.miss(returned.place, f"returned {returned.seat}", returned.chips, came)
        for step in steps:
            for verdict in step.verdicts:
                self._stands(verdict)
        for back in self.trace.returned:
            if back.seat == returned.seat:
                self._stands(back.verdict)

    def _left(self, left: Left) -> None:
        verdict = self.verdicts.get((left.topic, self._subject(left.topic, left.subject)))
        rules = [match.rule for match in verdict.by] if verdict is not None else []
        came = sorted({rule.discretion.by for rule in rules if rule.discretion}) or ["nobody"]
        if came != [left.by]:
            self.miss(left.place, f"discretion {left.topic} {left.subject}", left.by, ", ".join(came))
        self._stands(verdict)

    def _unanswered(self, expected: Names) -> None:
        if set(expected.names) != set(self.trace.unanswered):
            self.miss(expected.place, "unanswered", expected.names, self.trace.unanswered)
        elif expected.names and self.rulebook.unforeseen:
            self.behind.add(self.rulebook.unforeseen)

    def _defeated(self, named: Named) -> None:
        hits = [d for v in self.trace.verdicts for d in v.defeats if d.loser.rule.id == named.name]
        for defeat in hits:
            self.behind |= {defeat.clause, *clauses_of(defeat.loser, self.rulebook)}
            self.behind |= set(clauses_of(defeat.winner, self.rulebook))
        if not hits:
            came = sorted({d.loser.rule.id for v in self.trace.verdicts for d in v.defeats})
            self.miss(named.place, "defeated", named.name, came)

    # -- what stands behind -----------------------------------------------------------------------------------------

    def _stands(self, verdict: Verdict | None) -> None:
        """Clauses and rules behind a finding, those of the findings that its matches built on included."""
        if verdict is None:
            return
        for below in self._below(verdict, set()):
            self.rules |= {match.rule.id for match in carrying(below)}
            self.rules |= {defeat.winner.rule.id for defeat in below.defeats}
            for match in carrying(below):
                self.behind |= set(clauses_of(match, self.rulebook))
            for defeat in below.defeats:
                self.behind |= {defeat.clause, *clauses_of(defeat.winner, self.rulebook)}

    def _below(self, verdict: Verdict, met: set[tuple[str, str]]) -> Iterator[Verdict]:
        if (verdict.topic, verdict.subject) in met:
            return
        met.add((verdict.topic, verdict.subject))
        yield verdict
        for match in (*carrying(verdict), *(defeat.winner for defeat in verdict.defeats)):
            for fact in match.facts:
                other = self.verdicts.get((fact.type, fact.key))
                if other is not None:
                    yield from self._below(other, met)

    def _derived(self, steps: Iterable[Step], seat: str = "") -> None:
        """Clauses of what the replay derived, as far as the ruling cites them at all."""
        structure = self.trace.table.structure
        codes = [derived.code for step in steps for derived in step.derived]
        codes += [derived.code for derived in self.trace.sizes.get(seat, ())]
        clauses = {clause for code in codes for clause in self.rulebook.derived_from(code, structure)}
        self.behind |= clauses & set(cited(self.trace, self.rulebook))


def _done(step: Step) -> dict[str, Any]:
    """What an agreed act did."""
    does = str(step.act.does)
    total = next(seat.put for seat in step.after.seats if seat.name == step.act.seat)
    return {"as": COUNTS_AS.get(does, does), "to": 0 if does in ("check", "fold") else total}


def _equal(came: Any, expected: Value) -> bool:
    if isinstance(expected, tuple):
        # a step may name the clause that orders it behind an @
        return came is not None and tuple(str(item).partition("@")[0] for item in came) == expected
    return bool(came == expected) and isinstance(came, bool) == isinstance(expected, bool)
