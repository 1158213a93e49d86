"""Findings that are certain though their size is not: what somebody may do, or gets back, with the amount left open.

A floor person who is told "he bet" can say that the next player may fold, call or raise, and that what nobody called
goes back. An amount that only such a sentence needs is therefore neither asked for nor guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.arbitration import NONE, OPEN, SETTLED, Verdict
from engine.outcomes import play_of
from engine.questions import STRUCTURE, Root, candidates, root_of
from engine.trace import Trace
from engine.workspace import Answers
from facts.incident import Incident
from facts.lexicon import Vocabulary

_MOST_ROUNDS = 3

Key = tuple[str, str]


def certain_findings(
    trace: Trace, vocabulary: Vocabulary, incident: Incident, run: Callable[[Answers], Trace]
) -> frozenset[Key]:
    """Findings, as (topic, subject), that wait for nothing but amounts and are the same whatever these are.

    None where the story is about nothing else than what somebody may do. That a finding does not hang on the amounts is
    found by trying the least, a middling and the greatest of those that could tip the ruling.
    """
    topics = vocabulary.topics
    decided = {_key(v) for v in play_of(trace, vocabulary) if v.status != NONE and not topics[v.topic].routine}
    if not decided and not trace.unanswered:
        return frozenset()
    waiting = {_key(v) for v in _open_findings(trace, vocabulary) if _waits_for_sizes(v, trace, vocabulary)}
    if not waiting:
        return frozenset()
    tries = [_with_amounts(trace, vocabulary, incident, run, pick) for pick in (_least, _middling, _greatest)]
    return frozenset(
        key for key in waiting if _same(key, tries, vocabulary, alone=not (decided - waiting or trace.unanswered))
    )


def _key(verdict: Verdict) -> Key:
    return verdict.topic, verdict.subject


def _open_findings(trace: Trace, vocabulary: Vocabulary) -> Iterator[Verdict]:
    """The open findings that are of use without the amount in them."""
    return (v for v in trace.verdicts if v.status == OPEN and vocabulary.topics[v.topic].amount_aside)


def _roots(verdict: Verdict, trace: Trace) -> set[Root]:
    return {root_of(place, trace) for match in verdict.pending for place in match.unknown}


def _is_size(root: Root, vocabulary: Vocabulary) -> bool:
    """Whether an unknown is an amount, or the structure that amounts follow from."""
    return root == STRUCTURE or vocabulary.facts[root[0]].slots[root[2]].type == "chips"


def _waits_for_sizes(verdict: Verdict, trace: Trace, vocabulary: Vocabulary) -> bool:
    roots = _roots(verdict, trace)
    return bool(roots) and all(_is_size(root, vocabulary) for root in roots)


def _with_amounts(
    trace: Trace,
    vocabulary: Vocabulary,
    incident: Incident,
    run: Callable[[Answers], Trace],
    pick: Callable[[Sequence[Any]], Any],
) -> Trace:
    """The story with an amount for everything that its findings wait for; one answer may bring up the next question."""
    answers: dict[Root, Any] = {}
    for _ in range(_MOST_ROUNDS):
        wanted = {root for v in _open_findings(trace, vocabulary) for root in _roots(v, trace)} - answers.keys()
        tried = {root: candidates(root, vocabulary, incident, trace) for root in sorted(wanted)}
        new = {root: pick(values) for root, values in tried.items() if values and _is_size(root, vocabulary)}
        if not new:
            break
        answers |= new
        trace = run(answers)
    return trace


def _same(key: Key, tries: Sequence[Trace], vocabulary: Vocabulary, alone: bool) -> bool:
    """Whether a finding is settled alike in all tries, but for its amounts; a choice has to be allowed.

    ``alone``: nothing else was decided, so a finding that is nothing but an amount is what the story asks for.
    """
    found = [next((v for v in trace.verdicts if _key(v) == key), None) for trace in tries]
    slots = vocabulary.topics[key[0]].slots
    told = [
        {name: value for name, value in v.values.items() if slots[name].type != "chips"}
        for v in found
        if v is not None and v.status == SETTLED
    ]
    if len(told) < len(tries) or (alone and not told[0]):
        return False
    return all(one == told[0] and one.get("allowed") is not False for one in told)


def _least(values: Sequence[Any]) -> Any:
    return values[0]


def _middling(values: Sequence[Any]) -> Any:
    return values[len(values) // 2]


def _greatest(values: Sequence[Any]) -> Any:
    return values[-1]


__all__ = ["certain_findings"]
