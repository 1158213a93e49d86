"""What a ruling rests on without having been told: declared defaults that matter, clauses that another edition lent."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property

from engine.arbitration import settle
from engine.evaluate import admits, find
from engine.facts import Fact, Match
from engine.outcomes import Assumption, cited, is_apart, is_silent, looked_at, memory_of, play_of
from engine.sieve import Sieve
from engine.trace import Trace
from facts.lexicon import Vocabulary
from facts.memo import ByIdentity
from knowledge.model import Pattern, Rule, Rulebook


def defaults(trace: Trace, vocabulary: Vocabulary) -> Iterator[Assumption]:
    """The declared defaults that some rule would have had to ask about."""
    memory = memory_of(trace)
    search = _Search(trace, memory, vocabulary)
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

    def __init__(self, trace: Trace, memory: Mapping[str, Sequence[Fact]], vocabulary: Vocabulary) -> None:
        self.trace = trace
        self.memory = memory
        self.known = _known(vocabulary)
        self.chosen = self.known.chosen(trace.considered)
        self._matches: dict[int, list[Match]] = {}  # by the identity of a rule of the trace

    @cached_property
    def refuted(self) -> Mapping[str, int]:
        """By type of fact the patterns that no fact fits."""
        return self.known.sieve.refuted(self.memory)

    @cached_property
    def _all_refuted(self) -> int:
        return sum(self.refuted.values())

    def matches(self, rule: Rule) -> list[Match]:
        """The matches of a rule over the facts as they are."""
        found = self._matches.get(id(rule))
        if found is None:
            fits = self.known.sieve.lets_through(rule, self._all_refuted)
            found = list(find(rule, self.memory, self.trace.parameters)) if fits else []
            self._matches[id(rule)] = found
        return found


def _relying(fact: Fact, slot: str, search: _Search, vocabulary: Vocabulary) -> list[str]:
    """The topics that would be open if the default were not there: arbitration is asked again with the slot unknown."""
    trace, memory, sieve = search.trace, search.memory, search.known.sieve
    asking = search.known.asking(search.chosen, (fact.type, slot))
    if not asking:
        return []
    blank = Fact(fact.type, fact.key, {**fact.slots, slot: None})
    changed = {**memory, fact.type: [blank if other is fact else other for other in memory[fact.type]]}
    refuted = sum(sieve.refuted(changed, search.refuted, fact.type).values())
    place = (fact.type, fact.key, slot)
    waiting: dict[str, set[str]] = {}
    found: dict[str, dict[int, list[Match]]] = {}
    for topic, rules in asking.items():
        told = found[topic] = {}
        for rule, looking in rules:
            if not sieve.lets_through(rule, refuted):
                told[id(rule)] = []
            # where none of its patterns fits without the slot, none fits with it either: it matches as before
            elif any(admits(pattern, blank) for pattern in looking):
                told[id(rule)] = list(find(rule, changed, trace.parameters))
        if subjects := _waiting(told, place):
            waiting[topic] = subjects
    return [
        topic for topic in sorted(waiting) if _opens(topic, place, waiting[topic], found[topic], search, vocabulary)
    ]


_Place = tuple[str, str]
_Looking = list[tuple[Rule, tuple[Pattern, ...]]]


class _Known:
    """What is known about the rules that stories could touch so far: which of them look at a slot, and what they want.

    Kept for each vocabulary, so for each rulebook: most stories touch another choice of rules, but all of them the
    same few hundred.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.sieve = Sieve()
        self._rules: dict[int, Rule] = {}  # by their identity; it is theirs as long as they are kept
        self._by_place: dict[_Place, list[tuple[Rule, tuple[Pattern, ...]]]] = {}
        self._by_topic: dict[str, list[Rule]] = {}
        self.chosen: ByIdentity[tuple[Rule, ...], frozenset[int]] = ByIdentity(self._chosen, _MOST_CHOICES)

    def _chosen(self, considered: tuple[Rule, ...]) -> frozenset[int]:
        """The identities of the rules that a story could touch; now they are known."""
        if len(self._rules) > _MOST_RULES:
            self._forget()
        chosen = frozenset(map(id, considered))
        if not self._rules.keys() >= chosen:
            for rule in considered:
                if id(rule) not in self._rules:
                    self._learn(rule)
        return chosen

    def _forget(self) -> None:
        self.sieve = Sieve()
        for table in (self._rules, self._by_place, self._by_topic):
            table.clear()

    def _learn(self, rule: Rule) -> None:
        self._rules[id(rule)] = rule
        self.sieve.add(rule)
        self._by_topic.setdefault(rule.topic, []).append(rule)
        for place in looked_at(rule):
            self._by_place.setdefault(place, []).append((rule, tuple(_looking(rule, *place))))

    def asking(self, chosen: frozenset[int], place: _Place) -> Mapping[str, _Looking]:
        """By topic the ``chosen`` rules that look at a slot, each with those of its patterns that do."""
        found: dict[str, _Looking] = {}
        for rule, patterns in self._by_place.get(place, ()):
            if id(rule) in chosen:
                found.setdefault(rule.topic, []).append((rule, patterns))
        return found

    def about(self, chosen: frozenset[int], topic: str) -> Iterator[Rule]:
        """The ``chosen`` rules about a topic."""
        return (rule for rule in self._by_topic.get(topic, ()) if id(rule) in chosen)


_MOST_RULES, _MOST_CHOICES = 20_000, 2048
_known: ByIdentity[Vocabulary, _Known] = ByIdentity(_Known, 32)


def _looking(rule: Rule, type: str, slot: str) -> Iterator[Pattern]:
    """The patterns of a rule that look at a slot."""
    for condition in rule.conditions:
        for pattern in condition.patterns:
            if pattern.type == type and any(s.name == slot for s in pattern.slots):
                yield pattern


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
    for rule in search.known.about(search.chosen, topic):
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
