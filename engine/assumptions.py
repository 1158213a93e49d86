"""What a ruling rests on without having been told: declared defaults that matter, clauses that another edition lent."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from engine.arbitration import settle
from engine.evaluate import admits, find
from engine.facts import Fact, Match
from engine.outcomes import Assumption, cited, is_apart, is_silent, memory_of, play_of
from engine.trace import Trace
from facts.lexicon import Vocabulary
from facts.memo import ByIdentity
from knowledge.model import Pattern, Rule, Rulebook


def defaults(trace: Trace, vocabulary: Vocabulary) -> Iterator[Assumption]:
    """The declared defaults that some rule would have had to ask about."""
    memory = memory_of(trace)
    search = _Search(trace, memory)
    for fact in trace.facts:
        if not fact.defaults:
            continue
        if fact.type == "table" and fact is not memory["table"][0]:
            continue
        for slot in sorted(fact.defaults):
            spec = vocabulary.facts[fact.type].slots[slot]
            relying = _relying(fact, slot, search, vocabulary)
            if relying or (spec.replayed and trace.steps):
                apart = bool(relying) and all(is_apart(topic, vocabulary) for topic in relying)
                yield Assumption("default", (fact.type, fact.key, slot), fact.slots[slot], spec.confirm, apart)


class _Search:
    """Plain search over the facts of a trace, each rule once however many slots are asked about: a rule that does not
    look at a slot matches alike with and without it.
    """

    def __init__(self, trace: Trace, memory: Mapping[str, Sequence[Fact]]) -> None:
        self.trace = trace
        self.memory = memory
        self._known: dict[int, list[Match]] = {}  # by the identity of a rule of the trace

    def matches(self, rule: Rule) -> list[Match]:
        """The matches of a rule over the facts as they are."""
        found = self._known.get(id(rule))
        if found is None:
            found = self._known[id(rule)] = list(find(rule, self.memory, self.trace.parameters))
        return found


def _relying(fact: Fact, slot: str, search: _Search, vocabulary: Vocabulary) -> list[str]:
    """The topics that would be open if the default were not there: arbitration is asked again with the slot unknown."""
    trace, memory = search.trace, search.memory
    asking = _asking(trace.considered, (fact.type, slot))
    if not asking:
        return []
    blank = Fact(fact.type, fact.key, {**fact.slots, slot: None})
    changed = {**memory, fact.type: [blank if other is fact else other for other in memory[fact.type]]}
    place = (fact.type, fact.key, slot)
    found = {
        topic: {id(r): list(find(r, changed, trace.parameters)) for r, looking in rules if _reads(looking, blank)}
        for topic, rules in asking.items()
    }
    waiting = {topic: subjects for topic, matches in found.items() if (subjects := _waiting(matches, place))}
    return [
        topic for topic in sorted(waiting) if _opens(topic, place, waiting[topic], found[topic], search, vocabulary)
    ]


def _asking(considered: tuple[Rule, ...], place: tuple[str, str]) -> Mapping[str, Sequence[_Looking]]:
    """By topic the rules that look at a slot, each with those of its patterns that do."""
    known = _asking_in(considered)
    found = known.get(place)
    if found is None:
        found = known[place] = {}
        for rule in considered:
            looking = _patterns_by(rule).get(place)
            if looking:
                found.setdefault(rule.topic, []).append((rule, looking))
    return found


_Looking = tuple[Rule, Sequence[Pattern]]
_Asking = dict[tuple[str, str], dict[str, list[_Looking]]]
_asking_in: ByIdentity[tuple[Rule, ...], _Asking] = ByIdentity(lambda considered: {}, 2048)


def _looks(rule: Rule) -> Mapping[tuple[str, str], Sequence[Pattern]]:
    found: dict[tuple[str, str], list[Pattern]] = {}
    for condition in rule.conditions:
        for pattern in condition.patterns:
            for name in dict.fromkeys([slot.name for slot in pattern.slots]):
                found.setdefault((pattern.type, name), []).append(pattern)
    return found


_patterns_by: ByIdentity[Rule, Mapping[tuple[str, str], Sequence[Pattern]]] = ByIdentity(_looks)
"""By slot that a rule looks at, with the type of its fact, the patterns that look at it."""


def _reads(looking: Sequence[Pattern], blank: Fact) -> bool:
    """Whether one of the patterns that look at a slot fits the fact without it; otherwise none fits it with the slot
    either, and the rule matches as before.
    """
    for pattern in looking:  # noqa: SIM110  (asked of every rule that looks at a default)
        if admits(pattern, blank):
            return True
    return False


def _waiting(found: Mapping[int, Sequence[Match]], place: tuple[str, str, str]) -> set[str]:
    """The subjects about which one of the rules that look at a slot would wait for it."""
    return {match.subject for matches in found.values() for match in matches if place in match.unknown}


def _opens(
    topic: str,
    place: tuple[str, str, str],
    subjects: Container[str],
    found: Mapping[int, Sequence[Match]],
    search: _Search,
    vocabulary: Vocabulary,
) -> bool:
    """Whether the topic would be open about one of ``subjects`` for want of a slot. ``found``: the matches, without the
    slot, of the rules that it makes a difference to, by the identity of the rule.
    """
    trace = search.trace
    verdicts = {(v.topic, v.subject): v for v in trace.verdicts}
    groups: dict[str, list[Match]] = {}
    for rule in trace.considered:
        if rule.topic == topic:
            for match in found[id(rule)] if id(rule) in found else search.matches(rule):
                if match.subject in subjects:
                    groups.setdefault(match.subject, []).append(match)
    for subject, matches in groups.items():
        inherited = verdicts.get((vocabulary.topics[topic].inherits, subject))
        verdict = settle(topic, subject, matches, inherited)
        if any(place in match.unknown for match in verdict.pending):
            return True
    return False


def borrowed(trace: Trace, rulebook: Rulebook, vocabulary: Vocabulary) -> Iterator[Assumption]:
    """Clauses that another edition lent, one assumption for each lender."""
    lenders: dict[str, list[str]] = {}
    silent = (rulebook.unforeseen,) if rulebook.unforeseen and is_silent(trace, play_of(trace, vocabulary)) else ()
    for clause in (*cited(trace, rulebook, vocabulary.quiet), *silent):
        lender = rulebook.clauses[clause].taken_from
        if lender:
            lenders.setdefault(lender, []).append(clause)
    for lender, clauses in lenders.items():
        yield Assumption("taken-from", tuple(clauses), lender, "")
