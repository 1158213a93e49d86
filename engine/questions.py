"""Which question stands behind an unknown slot, and which answers to it are worth trying."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.arbitration import OPEN
from engine.outcomes import Answer, Question, is_apart, outcome, status_of
from engine.trace import Trace
from engine.workspace import Answers
from facts.incident import Act, Incident
from facts.lexicon import Vocabulary

Root = tuple[str, str, str]
# Slots of the table and of seats that follow from something simpler that somebody could tell.
_BLIND = ("table", "table", "big_blind")
_POT = ("table", "table", "pot")
_STRUCTURE = ("table", "table", "structure")
_BEHIND = {
    "min_to": _BLIND,
    "needed": _BLIND,
    "unit": _BLIND,
    "full": _BLIND,
    "max_to": _POT,
    "raises_used_up": _STRUCTURE,
    "raises_left": _STRUCTURE,
}
_MOST_AMOUNTS = 16


def root_of(place: Root, trace: Trace) -> Root:
    """The slot to ask about: a derived slot is unknown because something that could be told was not."""
    kind, _, slot = place
    if slot in _BEHIND and kind in ("act", "seat", "table"):
        return _STRUCTURE if not trace.table.structure else _BEHIND[slot]
    return place


def candidates(root: Root, vocabulary: Vocabulary, incident: Incident, trace: Trace) -> tuple[Any, ...]:
    """Answers to try: the whole domain of a word or flag, first or repeated for a count, thresholds for chips."""
    spec = vocabulary.facts[root[0]].slots[root[2]]
    if spec.domain:
        return spec.domain
    if spec.type == "flag":
        return (True, False)
    if spec.type == "count":
        return (1, 2)
    if spec.type == "chips":
        return _amounts(root, incident, trace)
    return ()


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
    if fact is not None:
        level, needed = fact.slots.get("level") or 0, fact.slots.get("needed") or 0
        told.update({level, level + needed // 2, level + (needed + 1) // 2, level + needed})
    around = {value for amount in told for value in (amount - 1, amount, amount + 1) if value > 0}
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
        if verdict.status != OPEN:
            continue
        for match in verdict.pending:
            for place in match.unknown:
                root = root_of(place, trace)
                asked.setdefault(root, set()).add(match.rule.id)
                apart[root] = apart.get(root, True) and is_apart(verdict.topic, vocabulary)
    for root in trace.missing:
        asked[root] = set()
        apart[root] = False
    for root in sorted(asked, key=lambda r: (apart[r], -len(asked[r]), r)):
        answers = tuple(_answers(root, vocabulary, incident, run, apart[root], trace))
        if answers:
            yield Question(*root, tuple(sorted(asked[root])), answers, apart[root], len(answers) > 1)


def _answers(
    root: tuple[str, str, str],
    vocabulary: Vocabulary,
    incident: Incident,
    run: Callable[[Answers], Trace],
    apart: bool,
    trace: Trace,
) -> Iterator[Answer]:
    groups: list[tuple[list[Any], Any, Trace]] = []
    tried = [(value, run({root: value})) for value in candidates(root, vocabulary, incident, trace)]
    read = [(value, then) for value, then in tried if not _silent(then)]
    for value, then in read if len(read) > 1 else tried:
        what = outcome(then, vocabulary, apart)
        for values, known, _ in groups:
            if known == what:
                values.append(value)
                break
        else:
            groups.append(([value], what, then))
    for values, _, then in groups:
        yield Answer(tuple(values), status_of(then, vocabulary), then)


def _silent(trace: Trace) -> bool:
    """Whether the book says nothing about an act: none of its rules reads it, and nothing is pending either."""
    return bool(trace.open_acts) and not any(v.status == OPEN for v in trace.verdicts)
