"""Plain search rules as the engine does."""

from __future__ import annotations

import pytest

from engine.evaluate import find, group
from engine.experta_adapter import ExpertaEngine
from engine.facts import Match
from engine.misses import attempts, nearest_attempt
from engine.plain_matcher import PlainMatcher, plain_search
from engine.ruling import Ruling, decide
from tests.engine.engines import STAGES
from tests.engine.test_adapter import RULES, facts_of
from tests.explain.samples import NAMES, ruling


def told(found: Ruling) -> list[object]:
    """The verdicts of a ruling with the rules behind them."""
    return [
        (v.topic, v.subject, v.status, dict(v.values), [m.rule.id for m in v.by], [m.rule.id for m in v.pending])
        for v in found.trace.verdicts
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_example_is_ruled_on_alike(name: str) -> None:
    engine = ruling(name)
    plain = decide(engine.incident, engine.rulebook, engine.vocabulary, plain_search)
    assert told(plain) == told(engine)
    assert plain.status == engine.status
    assert [(q.type, q.key, q.slot) for q in plain.questions] == [(q.type, q.key, q.slot) for q in engine.questions]


@pytest.mark.parametrize("seed", range(40))
def test_the_same_rules_match_the_same_facts(seed: int) -> None:
    def matched(matcher: PlainMatcher | ExpertaEngine) -> set[object]:
        found: list[Match] = []
        for fact in facts_of(seed):
            matcher.add(fact)
        for phase in ("act", "end"):
            matcher.run(phase, lambda stage: ())
        for stage in range(len(STAGES)):
            found += matcher.matches(stage)
        return {(m.rule.id, tuple(f.key for f in m.facts), m.unknown, tuple(sorted(m.outcome.items()))) for m in found}

    assert matched(PlainMatcher(RULES, STAGES, {})) == matched(ExpertaEngine(RULES, STAGES, {}))


def test_a_fact_that_was_taken_out_matches_nothing() -> None:
    matcher = PlainMatcher(RULES, STAGES, {})
    facts = facts_of(1)
    for fact in facts:
        matcher.add(fact)
    for fact in facts:
        matcher.remove(fact)
    matcher.run("act", lambda stage: ())
    assert matcher.matches(0) == []


@pytest.mark.parametrize("name", NAMES[::4])
def test_a_rule_lacks_nothing_exactly_when_it_fires(name: str) -> None:
    trace = ruling(name).trace
    memory = group(trace.facts)
    for rule in trace.considered:
        fires = any(match.fired for match in find(rule, memory, trace.parameters))
        lacks = list(attempts(rule, memory, trace.parameters, 0))
        waits = any(not match.fired for match in find(rule, memory, trace.parameters))
        assert bool(lacks) == fires or waits, rule.id


def test_the_attempt_with_the_fewest_misses_is_the_nearest() -> None:
    trace = ruling("example oversized-chip").trace
    rule = next(rule for rule in trace.considered if rule.id == "raise-with-chips")
    found = nearest_attempt(rule, group(trace.facts), trace.parameters)
    assert found is not None
    (miss,) = found.misses
    assert miss.slot is not None
    assert (miss.slot.name, miss.unknown) == ("word", False)
