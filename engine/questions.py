"""Which question stands behind an unknown slot, and which answers to it are worth trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.arbitration import OPEN
from engine.outcomes import DISCRETION, Answer, Question, holds_up, is_apart, outcome, status_of
from engine.trace import Trace
from engine.workspace import Answers
from facts.award import likely_chips
from facts.incident import Act, Incident
from facts.lexicon import Vocabulary
from facts.opening import from_the_button
from facts.table import LIMIT
from facts.unsized import least_wager
from facts.unsized import root as size_of
from knowledge.expressions import names, numbers

Root = tuple[str, str, str]
# Slots of the table and of seats that follow from something simpler that somebody could tell.
_BLIND = ("table", "table", "big_blind")
_UNIT = ("table", "table", "unit")
_POT = ("table", "table", "pot")
STRUCTURE = ("table", "table", "structure")
_BEHIND = {
    "min_to": _BLIND,
    "needed": _BLIND,
    "unit": _BLIND,
    "full": _BLIND,
    "max_to": _POT,
    "raises_used_up": STRUCTURE,
    "raises_left": STRUCTURE,
}
_MOST_AMOUNTS = 16
_PLACES = 10  # at a table
_GREAT = (10, 100)  # counts far apart, and amounts in smallest chips


def root_of(place: Root, trace: Trace) -> Root:
    """The slot to ask about: a derived slot is unknown because something that could be told was not."""
    kind, _, slot = place
    if kind in ("act", "seat", "table") and (asked := size_of(trace.table, slot)):
        return asked
    if slot in _BEHIND and kind in ("act", "seat", "table"):
        return STRUCTURE if not trace.table.structure else _size_behind(slot, trace)
    return place


def _size_behind(slot: str, trace: Trace) -> Root:
    """Of the sizes in limit it is that of the round which nobody told; the blind tells only the lower one."""
    root = _BEHIND[slot]
    return _UNIT if root == _BLIND and trace.table.structure == LIMIT and trace.table.unit is None else root


def candidates(root: Root, vocabulary: Vocabulary, incident: Incident, trace: Trace) -> tuple[Any, ...]:
    """Answers to try: the whole domain of a word or flag, first or repeated for a count, thresholds for chips."""
    if root[0] not in vocabulary.facts:  # a finding: the rule that settled it left this open, so no answer can be tried
        return ()
    spec = vocabulary.facts[root[0]].slots[root[2]]
    if spec.domain:
        return spec.domain
    if spec.name == "min_chip":
        return likely_chips(incident.pot)
    if spec.type == "seat":
        return from_the_button(incident)
    if spec.type == "flag":
        return (True, False)
    if spec.type == "count":
        return _counts(root, trace)
    if spec.type == "chips":
        return _amounts(root, incident, trace)
    return ()


def _counts(root: Root, trace: Trace) -> tuple[int, ...]:
    """Counts around which an unknown count could tip the ruling: 1, 2, what the pending rules compare it with (numbers
    in their tests, parameters, the values bound beside it), and one to either side. Where a rule reckons with it, any
    place at a table may be the one that tips it.
    """
    told = {1}
    pending = [match for verdict in trace.verdicts for match in verdict.pending if root in match.unknown]
    for match in pending:
        for condition in match.rule.conditions:
            slots = [s for p in condition.patterns if p.type == root[0] for s in p.slots if s.name == root[2]]
            told.update(value for s in slots for value in s.values if type(value) is int)
            bound = {s.variable for s in slots if s.kind == "bind"}
            for test in condition.tests:
                if bound & set(names(test, "var")):
                    told.update(numbers(test))
                    told.update(n for name in names(test, "param") if type(n := trace.parameters[name]) is int)
                    told.update(n for name in names(test, "var") if type(n := match.values.get(name)) is int)
            reckoned = (name for _, tree in (*match.rule.let, *match.rule.propose) for name in names(tree, "var"))
            if not bound.isdisjoint(reckoned):
                told.update(range(1, _PLACES + 1))
    least = 0 if 0 in told else 1
    tried = sorted({value for n in told for value in (n - 1, n, n + 1) if value >= least})
    return tuple(tried) if len(tried) <= _MOST_AMOUNTS else tuple(sorted(n for n in told if n >= least))[:_MOST_AMOUNTS]


def _amounts(root: Root, incident: Incident, trace: Trace) -> tuple[int, ...]:
    """Amounts around which an unknown amount could tip the ruling.

    Rules compare amounts with other amounts of the fact, with their sums, and with shares of what a full raise needs;
    so those are tried, and one chip to either side, the smallest and the largest included.
    """
    told: set[int] = {1, *incident.stakes.values()}
    for entry in incident.timeline:
        if isinstance(entry, Act):
            told.update(total for total in (entry.to, sum(chip for m in entry.motions or () for chip in m)) if total)
    fact = next((f for f in trace.facts if (f.type, f.key) == root[:2]), None)
    least = 1
    if fact is not None:
        level, needed = fact.slots.get("level") or 0, fact.slots.get("needed") or 0
        told.update({level, level + needed // 2, level + (needed + 1) // 2, level + needed})
    elif root[0] == "act":
        least = least_wager(trace.table)
        told = {amount for amount in (*told, least, 2 * trace.table.level - 2, 10 * least) if amount >= least}
    around = {value for amount in told for value in (amount - 1, amount, amount + 1) if value >= least}
    tried = sorted(around)
    if len(tried) <= _MOST_AMOUNTS:
        return tuple(tried)
    step = len(tried) / _MOST_AMOUNTS
    kept = {tried[int(n * step)] for n in range(_MOST_AMOUNTS)} | {value for value in told if value > 0}
    return tuple(sorted(kept))


def questions_of(
    trace: Trace, vocabulary: Vocabulary, incident: Incident, run: Callable[[Answers], Trace]
) -> Iterator[Question]:
    asked: dict[tuple[str, str, str], set[str]] = {}
    apart: dict[tuple[str, str, str], bool] = {}
    for verdict in trace.verdicts:
        if verdict.status != OPEN or (verdict.topic, verdict.subject) in trace.sizes_open:
            continue
        for match in verdict.pending:
            for place in match.unknown:
                root = root_of(place, trace)
                asked.setdefault(root, set()).add(match.rule.id)
                apart[root] = apart.get(root, True) and is_apart(verdict.topic, vocabulary)
    for root in trace.missing:
        asked[root] = set()
        apart[root] = False
    places = {(fact.type, fact.key): fact.number for fact in reversed(trace.facts)}
    for root in sorted(asked, key=lambda r: (apart[r], -len(asked[r]), r[0], places.get(r[:2], 0), r)):
        tried = [(value, run({root: value})) for value in candidates(root, vocabulary, incident, trace)]
        beside = apart[root]
        answers = tuple(_answers(tried, vocabulary, beside))
        if len(answers) == 1:
            more = [
                (value, run({root: value})) for value in _greater(root, tried[-1][0], len(tried), vocabulary, incident)
            ]
            answers = tuple(_answers([*tried, *more], vocabulary, beside)) if more else answers
        if len(answers) == 1 and not beside:  # the play is the same whatever the answer is; a sanction may not be
            others = tuple(_answers(tried, vocabulary, True))
            beside, answers = (True, others) if len(others) > 1 else (False, answers)
        if not tried:  # nothing to try: the answer is a name or a list that only a person can give
            yield Question(*root, tuple(sorted(asked[root])), (), beside, not beside)
        elif answers:
            # an only answer that leaves the play open does so because something else is unknown too
            matters = len(answers) > 1 or (not beside and holds_up(answers[0].trace, vocabulary))
            yield Question(*root, tuple(sorted(asked[root])), answers, beside, matters)


def _greater(root: Root, most: Any, tried: int, vocabulary: Vocabulary, incident: Incident) -> tuple[int, ...]:
    """Numbers to try beyond those that all led to the same: no rule compares this one with another, but one may reckon
    with it, and what a small amount is divided into is nothing whoever gets it.
    """
    if root[0] not in vocabulary.facts:
        return ()
    type = vocabulary.facts[root[0]].slots[root[2]].type
    if type == "count" and tried == 2:
        return tuple(value for value in _GREAT if value > most)
    if type == "chips" and root[0] in vocabulary.happenings:
        chip = incident.min_chip or 1
        return tuple(value * chip for value in _GREAT if value * chip > most)
    return ()


def _answers(tried: Sequence[tuple[Any, Trace]], vocabulary: Vocabulary, apart: bool) -> Iterator[Answer]:
    """The answers that were tried, those with the same outcome together."""
    groups: list[tuple[list[Any], Any, list[Trace]]] = []
    read = [(value, then) for value, then in tried if not _silent(then)]
    for value, then in read if len(read) > 1 else tried:
        what = outcome(then, vocabulary, apart), status_of(then, vocabulary) == DISCRETION
        for values, known, traces in groups:
            if known == what:
                values.append(value)
                traces.append(then)
                break
        else:
            groups.append(([value], what, [then]))
    for values, _, traces in groups:
        # of counts below a threshold the one next to it: "17 or fewer: S is 17" rather than "S is 1"
        below = type(values[0]) is int and values[-1] != tried[-1][0]
        then = traces[-1 if below else 0]
        yield Answer(tuple(values), status_of(then, vocabulary), then)


def _silent(trace: Trace) -> bool:
    """Whether the book says nothing about an act: none of its rules reads it, and nothing is pending either."""
    return bool(trace.open_acts) and not any(v.status == OPEN for v in trace.verdicts)
