"""What the solver rules out must not happen: rules that fire together in a case are never proved apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

import pytest
import z3

from check.confirm import Bench
from check.report import world_of
from check.world import Branch, Key, World
from engine.arbitration import Verdict
from engine.conductor import conduct
from engine.pool import experta_pool
from knowledge.casefiles import cases_of
from knowledge.loading import load


def together(bench: Bench) -> dict[tuple[str, str], str]:
    """The rules that fire in some case, and the pairs that do on one topic and subject, with the case."""
    found: dict[tuple[str, str], str] = {}
    for case in cases_of(bench.book, bench.vocabulary):
        readings = bench.book.readings({clause: named.name for clause, named in (case.readings or {}).items()})
        for incident in (case.incident, *(step.incident for step in case.then)):
            trace = conduct(incident, bench.book, bench.vocabulary, readings, {}, bench.pool)
            for verdict in trace.verdicts:
                for pair in combinations_with_replacement(sorted(set(fired(verdict))), 2):
                    found.setdefault(pair, case.id)
    return found


def fired(verdict: Verdict) -> Iterator[str]:
    matches = (*verdict.by, *(match for side in verdict.sides for match in side))
    defeats = (match for defeat in verdict.defeats for match in (defeat.loser, defeat.winner))
    yield from (match.rule.id for match in (*matches, *defeats) if match.fired)


def possible(world: World, a: Branch, b: Branch) -> bool:
    solver = z3.Solver()
    solver.add(a.formula, b.formula, a.subject.value == b.subject.value, *world.reading_domains())
    solver.add(world.closure(a.places | b.places, (*a.absences, *b.absences))[0])
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize("name", ["bg", "club"])
def test_rules_that_fire_together_are_not_ruled_out(name: str) -> None:
    book, vocabulary = load(name)
    bench = Bench(book, vocabulary, experta_pool())
    world = world_of(bench)
    rules = {rule.id: rule for rule in book.rules}
    pairs = together(bench)
    assert len(pairs) > 150
    for (one, other), case in pairs.items():
        kind = vocabulary.topics[rules[one].topic].subject
        spec = vocabulary.facts.get(kind)
        seat = Key(kind, world.words.variable(kind, spec.slots["id"])[0]) if kind in ("seat", "pot") and spec else None
        ways = product(world.branches(rules[one], seat), world.branches(rules[other], seat))
        assert any(possible(world, *way) for way in ways), f"{one} and {other} fire in {case}"
