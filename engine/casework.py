"""Runs cases: what a case expects against what the ruling says, and whether the clauses it names stand behind that.

A right answer for a wrong reason fails: every clause that a case lists must carry something the case expects. A clause
carries a finding when a match behind it cites it, directly or through the findings which that match built on, when a
relation that defeated something stands in it, or when the table replay derived an expected amount from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.caseblock import Block
from engine.evaluate import group
from engine.nearly import failing
from engine.ruling import ASSUMING, DETERMINED, Question, Ruling, carrying, decide, status_of
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.faults import nearest
from facts.incident import Incident, Place, Value
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge.casemodel import Asked, Case, Expected, Named, Otherwise, Shown
from knowledge.model import Rule, Rulebook

NOTHING_MORE = (DETERMINED, ASSUMING)
"""The statuses of a ruling that needs nobody any more; expected where a case tells none."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One thing that did not come out as the case expects. ``what`` names it; ``line`` and ``column`` count from 1."""

    case: str
    what: str
    expected: str
    came: str
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.what}: expected {self.expected}, came {self.came}"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """A case that was run. ``ruling`` is the one on the incident as told; None when it could not be run at all."""

    case: Case
    mismatches: tuple[Mismatch, ...]
    ruling: Ruling | None

    @property
    def passed(self) -> bool:
        """Whether everything came out as expected, for the reasons given."""
        return not self.mismatches


class _Seen(NamedTuple):
    """One trace to look at, with the status that goes with it and, on the main line, the whole ruling."""

    trace: Trace
    incident: Incident
    status: str
    ruling: Ruling | None
    where: str


def run_case(case: Case, rulebook: Rulebook, vocabulary: Vocabulary, pool: MakeMatcher) -> CaseResult:
    """Rules on the incident of ``case`` and compares. ``pool`` makes engines, see ``engine.pool``."""
    run = _Run(case, rulebook, vocabulary, pool)
    ruling = run.whole()
    return CaseResult(case, tuple(run.mismatches), ruling)


class _Run:
    def __init__(self, case: Case, rulebook: Rulebook, vocabulary: Vocabulary, pool: MakeMatcher) -> None:
        self.case = case
        self.rulebook = rulebook
        self.vocabulary = vocabulary
        self.pool = pool
        self.mismatches: list[Mismatch] = []
        self.behind: set[str] = set()  # clauses behind what was expected
        self.deciding: set[str] = set()  # rules that carry any finding in any of the traces
        self.losing: set[str] = set()
        self.traces: list[Trace] = []  # of the main line and of each way the story goes on

    def miss(self, place: Place, what: str, expected: object, came: object) -> None:
        """Notes a mismatch."""
        texts = _told(expected), _told(came)
        self.mismatches.append(Mismatch(self.case.id, what, *texts, self.case.file, place.line, place.column))

    def whole(self) -> Ruling | None:
        """The main line, then how the story may go on, then the clauses."""
        readings = self._readings()
        if readings is None:
            return None
        main = decide(self.case.incident, self.rulebook, self.vocabulary, self.pool, readings)
        self._over(main, readings)
        self._look(self.case.expected, _Seen(main.trace, main.incident, main.status, main, ""))
        for n, step in enumerate(self.case.then, 1):
            ruling = decide(step.incident, self.rulebook, self.vocabulary, self.pool, readings)
            self._over(ruling, readings)
            self._look(step.expected, _Seen(ruling.trace, ruling.incident, ruling.status, ruling, f"then {n}: "))
        for clause in self.case.clauses:
            self._check_clause(clause)
        self._check_shown()
        return main

    def _over(self, ruling: Ruling, readings: Mapping[str, str]) -> None:
        """The clauses of regulations that made the ruling stand behind it, also those of numbers for the replay."""
        if self.rulebook.layered:
            from engine.layers import with_below  # late: only regulations over a rulebook pay for it

            below = with_below(ruling, self.pool, readings).below
            self.behind.update(below.clauses if below is not None else ())

    def _readings(self) -> dict[str, str] | None:
        found: dict[str, str] = {}
        for clause, named in (self.case.readings or {}).items():
            if not self._has_reading(clause, named.name, named.place):
                return None
            found[clause] = named.name
        return found

    def _has_reading(self, clause: str, name: str, place: Place) -> bool:
        known = self.rulebook.clauses[clause].readings if clause in self.rulebook.clauses else None
        if known is None:
            ids = [c.id for c in self.rulebook.clauses.values() if c.readings]
            self.miss(place, f"readings of {clause}", "a clause with readings", nearest(clause, ids) or "none")
        elif name not in known.options:
            self.miss(place, f"reading of {clause}", name, nearest(name, known.options))
        return known is not None and name in known.options

    def _check_clause(self, clause: Named) -> None:
        if clause.name not in self.rulebook.clauses:
            near = nearest(clause.name, self.rulebook.clauses)
            self.miss(clause.place, "clauses", f"a clause of {self.rulebook.id}", f"{clause.name} {near}".strip())
        elif clause.name not in self.behind:
            came = ", ".join(sorted(self.behind)) or "nothing"
            self.miss(clause.place, f"clause {clause.name}", "behind what is expected", came)

    def _check_shown(self) -> None:
        rules = {rule.id: rule for rule in self.rulebook.rules}
        for shown in self.case.shows:
            what = f"shows {shown.rule}"
            if shown.rule not in rules:
                self.miss(shown.place, "shows", "a rule of the rulebook", f"{shown.rule} {nearest(shown.rule, rules)}")
            elif shown.what == "decides":
                if shown.rule not in self.deciding:
                    self.miss(shown.place, what, "it carries something", sorted(self.deciding))
            elif shown.what == "defeated":
                if shown.rule not in self.losing:
                    self.miss(shown.place, what, "it is defeated", sorted(self.losing))
            else:
                self._check_near(shown, rules[shown.rule])

    def _check_near(self, shown: Shown, rule: Rule) -> None:
        """A rule that fails by one condition fails by just one; a case at its threshold is at most one away from it."""
        failed = min(self._failing(rule, trace) for trace in self.traces)
        came = "more" if failed > 1 else str(failed)
        if failed > 1 or (shown.what == "fails-by-one" and failed != 1):
            wanted = "1 condition fails" if shown.what == "fails-by-one" else "at most 1 condition fails"
            self.miss(shown.place, f"shows {shown.rule} {shown.what}", wanted, came)

    def _failing(self, rule: Rule, trace: Trace) -> int:
        failed = failing(rule, group(trace.facts), trace.parameters, self.vocabulary.events)
        read = all(trace.readings.get(clause) == name for clause, name in rule.reading)
        return failed if read else max(failed, 1)

    # -- one block --------------------------------------------------------------------------------------------------

    def _look(self, expected: Expected, seen: _Seen) -> None:
        """Compares one ``expect`` block with one trace."""

        def miss(place: Place, what: str, wanted: object, came: object) -> None:
            self.miss(place, f"{seen.where}{what}", wanted, came)

        if seen.status not in ((expected.status,) if expected.status else NOTHING_MORE):
            miss(expected.place, "status", expected.status or NOTHING_MORE[0], seen.status)
        block = Block(expected, seen.trace, seen.incident, self.rulebook, self.vocabulary, miss)
        block.compare()
        self.behind |= block.behind
        for verdict in seen.trace.verdicts:
            self.deciding |= {match.rule.id for match in carrying(verdict)}
            defeats = [d for d in verdict.defeats if d.relation in ("reinstates", "restricts")]
            self.deciding |= {defeat.winner.rule.id for defeat in defeats}
            self.losing |= {defeat.loser.rule.id for defeat in verdict.defeats}
        if seen.ruling is not None:
            self.traces.append(seen.trace)
            self._whole_block(expected, seen, seen.ruling)

    def _whole_block(self, expected: Expected, seen: _Seen, ruling: Ruling) -> None:
        """What can only be expected of a whole ruling."""
        where = seen.where
        if expected.assumptions is not None:
            came = {a.subject[2] for a in ruling.assumptions if a.kind == "default"}
            self._same(expected.assumptions.place, f"{where}assumptions", expected.assumptions.names, came)
        if expected.taken_from is not None:
            came = {clause for a in ruling.assumptions if a.kind == "taken-from" for clause in a.subject}
            self._same(expected.taken_from.place, f"{where}taken_from", expected.taken_from.names, came)
        if expected.questions is not None:
            self._questions(expected.questions, expected.place, ruling, where)
        for other in expected.otherwise:
            self._other(other, ruling, where)

    def _same(self, place: Place, what: str, expected: Iterable[str], came: Iterable[str]) -> None:
        if set(expected) != set(came):
            self.miss(place, what, sorted(set(expected)), sorted(set(came)))

    def _questions(self, asked: tuple[Asked, ...], place: Place, ruling: Ruling, where: str) -> None:
        known = {(q.key, q.slot): q for q in ruling.questions}
        matched: set[tuple[str, str]] = set()
        for item in asked:
            question = next((q for q in known.values() if q.slot == item.slot and item.subject in ("", q.key)), None)
            if question is None:
                self.miss(item.place, f"{where}questions", item.slot, sorted(f"{k} {s}" for k, s in known))
                continue
            matched.add((question.key, question.slot))
            for value, block in item.answers:
                self._answer(item, value, block, question, ruling, where)
        for key, question in known.items():
            if key not in matched and question.matters and not question.apart:
                self.miss(place, f"{where}questions", "not asked", f"{question.key} {question.slot}")

    def _answer(
        self, item: Asked, value: Value, block: Expected, question: Question, ruling: Ruling, where: str
    ) -> None:
        answer = next((a for a in question.answers if value in a.values), None)
        if answer is None:
            tried = [v for a in question.answers for v in a.values]
            self.miss(block.place, f"{where}answer to {item.slot}", value, tried)
            return
        where = f"{where}{item.slot} {_told(value)}: "
        self._look(block, _Seen(answer.trace, ruling.incident, answer.status, None, where))

    def _other(self, other: Otherwise, ruling: Ruling, where: str) -> None:
        if not self._has_reading(other.clause, other.reading, other.place):
            return
        self.behind.add(other.clause)
        found = next((a for a in ruling.alternatives if (a.clause, a.other) == (other.clause, other.reading)), None)
        if found is None:
            came = [f"{a.clause} {a.other}" for a in ruling.alternatives]
            self.miss(other.place, f"{where}otherwise", f"{other.clause} {other.reading} would differ", came)
            return
        status = status_of(found.trace, self.vocabulary)
        where = f"{where}{other.clause} {other.reading}: "
        self._look(other.expected, _Seen(found.trace, ruling.incident, status, None, where))


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_told(part)}" for key, part in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_told(part) for part in value) or "nothing"
    return str(value)
