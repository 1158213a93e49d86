"""Each engine against plain search: the same matches from the same facts, whatever the order, also when facts go."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import pytest

from engine.evaluate import find, group
from engine.facts import Fact, Match
from engine.plain_matcher import PlainMatcher
from engine.workspace import Matcher
from knowledge.expressions import parse
from knowledge.model import Condition, Pattern, Slot
from tests.engine.building import fact, pattern, rule
from tests.engine.engines import KINDS, engine, fire, shape

Make = Callable[..., Matcher]
RULES = (
    rule("constant", conditions=(Condition((pattern("act", id="$act", said="none"),), ()),)),
    rule(
        "join",
        conditions=(
            Condition((pattern("act", id="$act", seat="$who"), pattern("seat", id="same:who", acted=True)), ()),
        ),
    ),
    rule(
        "test",
        conditions=(Condition((pattern("act", id="$act", put="$put", owed="$owed"),), (parse("$put > $owed"),)),),
        propose=(("to", parse("$put - $owed")),),
    ),
    rule(
        "absent",
        conditions=(
            Condition((pattern("act", id="$act", seat="$who"), pattern("event", absent=True, seat="same:who")), ()),
        ),
    ),
    rule(
        "absent constant",
        conditions=(Condition((pattern("act", id="$act"), pattern("event", absent=True, chips=100)), ()),),
    ),
    rule(
        "twice",
        conditions=(Condition((pattern("act", id="$act", put="$put", owed="same:put"),), ()),),
    ),
    rule(
        "twice and joined",
        conditions=(
            Condition(
                (pattern("act", id="$act", put="$put"), pattern("event", seat="$who", to="same:who", chips="same:put")),
                (),
            ),
        ),
    ),
    rule(
        "either",
        conditions=(
            Condition((pattern("act", id="$act", said=["raise", "cap"]),), ()),
            Condition((pattern("act", id="$act", chips=3),), ()),
        ),
    ),
)


def facts_of(seed: int) -> list[Fact]:
    """A random working memory with unknown slots in it."""
    pick = random.Random(seed)
    acts = [
        fact(
            "act",
            f"act {n}",
            id=f"act {n}",
            seat=pick.choice("AB"),
            said=pick.choice(["none", "raise", "cap", None]),
            put=pick.choice([100, 200, 300, None]),
            owed=pick.choice([100, 200, None]),
            chips=pick.choice([1, 3, None]),
        )
        for n in range(pick.randint(1, 3))
    ]
    seats = [fact("seat", name, id=name, acted=pick.choice([True, False, None])) for name in "AB"]
    told = {"seat": pick.choice(["A", "B", None]), "to": pick.choice(["A", None]), "chips": pick.choice([100, None])}
    events = [fact("event", "event 1", **told)] if pick.random() < 0.5 else []
    return [*acts, *seats, *events]


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest) -> Make:
    """Makes an engine for some rules: each test is run on both."""
    return partial(engine, request.param)


@pytest.mark.parametrize("seed", range(60))
def test_an_engine_finds_what_plain_search_finds(make: Make, seed: int) -> None:
    facts = facts_of(seed)
    memory = group(facts)
    expected = shape([match for one in RULES for match in find(one, memory, {})])
    machine = make(RULES)
    random.Random(seed).shuffle(facts)
    for one in facts:
        machine.add(one)
    assert shape(fire(machine)) == expected


@pytest.mark.parametrize("seed", range(20))
def test_a_cleared_engine_answers_like_a_new_one(make: Make, seed: int) -> None:
    machine = make(RULES)
    for one in facts_of(seed + 100):
        machine.add(one)
    fire(machine)
    machine.clear()
    facts = facts_of(seed)
    for one in facts:
        machine.add(one)
    assert shape(fire(machine)) == shape([match for one in RULES for match in find(one, group(facts), {})])


@pytest.mark.parametrize(
    ("level", "amount", "expected"),
    [
        (100, 100, []),
        (100, 200, None),
        (100, None, [("act", "act 1", "amount")]),
        (None, 100, [("act", "act 1", "level")]),
        (None, None, [("act", "act 1", "amount")]),
    ],
)
def test_one_name_twice_in_a_pattern_wants_equal_values(
    make: Make, level: int | None, amount: int | None, expected: list[tuple[str, str, str]] | None
) -> None:
    twice = rule("twice", conditions=(Condition((pattern("act", level="$x", amount="same:x"),), ()),))
    told = fact("act", "act 1", level=level, amount=amount)
    machine = make((twice,))
    machine.add(told)
    for matches in (list(find(twice, group([told]), {})), fire(machine)):
        assert [list(match.unknown) for match in matches] == ([] if expected is None else [expected])


@pytest.mark.parametrize(("seat", "said", "holds"), [("A", "A", True), ("A", "B", False), ("A", None, None)])
def test_an_unknown_name_neither_joins_nor_keeps_apart(seat: str, said: str | None, holds: bool | None) -> None:
    joined = (pattern("act", seat="$who"), pattern("seat", id="same:who"))
    apart = (pattern("act", seat="$who"), pattern("seat", absent=True, id="same:who"))
    memory = group([fact("act", "act 1", seat=said), fact("seat", "A", id=seat)])
    found = [list(find(rule("one", conditions=(Condition(row, ()),)), memory, {})) for row in (joined, apart)]
    fired = [None if any(m.unknown for m in matches) else bool(matches) for matches in found]
    assert fired == [holds, None if holds is None else not holds]


def test_a_fact_taken_out_matches_no_more(make: Make) -> None:
    machine = make(RULES)
    act = fact("act", "act 1", id="act 1", seat="A", said="none", put=1, owed=2, chips=1)
    machine.add(act)
    machine.remove(act)
    assert fire(machine) == []


def test_findings_of_a_stage_feed_the_next_and_the_end_waits(make: Make) -> None:
    first = rule("first", conditions=(Condition((pattern("act", id="$act"),), ()),))._replace(stage=0)
    second = rule("second", conditions=(Condition((pattern("found", of="$act"),), ()),))._replace(stage=1)
    last = rule("last", conditions=(Condition((pattern("act", id="$act"),), ()),))._replace(stage=2)
    machine = make((first, second, last))
    machine.add(fact("act", "act 1", id="act 1"))
    log: list[tuple[int, list[str]]] = []

    def settle(stage: int) -> list[Fact]:
        log.append((stage, [m.rule.id for m in machine.matches(stage)]))
        return [fact("found", "act 1", of="act 1")] if stage == 0 else []

    machine.run("act", settle)
    assert log == [(0, ["first"]), (1, ["second"])]
    machine.run("end", settle)
    assert log[2:] == [(2, ["last"])]


def test_importing_experta_leaves_no_trace_in_the_process() -> None:
    import collections
    import logging

    import engine.experta_compat

    assert engine.experta_compat.experta is not None
    assert not hasattr(collections, "Mapping")
    assert not any("experta" in repr(handler) for handler in logging.getLogger().handlers)


@pytest.mark.parametrize(
    ("row", "holds"),
    [
        ((pattern("sanction", by=["judge"]),), True),
        ((pattern("sanction", obligation=["may", "must"]),), False),
        ((pattern("sanction", obligation="$how"),), False),
        ((Pattern("sanction", (Slot("obligation", "not", ("must",), ""),), False),), True),
        ((pattern("act", id="$act"), pattern("sanction", absent=True, obligation=["may"])), True),
        ((pattern("act", id="$act"), pattern("sanction", absent=True, by=["judge"])), False),
    ],
)
def test_what_a_finding_does_not_say_is_not_unknown(make: Make, row: tuple[Pattern, ...], holds: bool) -> None:
    """There is nobody to ask for it: a rule that wants it does not apply."""
    one = rule("one", conditions=(Condition(row, ()),))
    facts = [fact("act", "act 1", id="act 1"), Fact("sanction", "act 1", {"of": "act 1", "by": "judge"}, settled=True)]
    machine = make((one,))
    for told in facts:
        machine.add(told)
    for matches in (list(find(one, group(facts), {})), fire(machine)):
        assert [match.unknown for match in matches] == ([()] if holds else [])


def test_plain_search_finds_every_alternative_of_a_rule_on_the_same_facts() -> None:
    """Found by soaking: what one alternative waits for was left out where another one held."""
    either = rule(
        "either",
        conditions=(
            Condition((pattern("act", id="$act", said="raise"),), ()),
            Condition((pattern("act", id="$act", chips=3),), ()),
        ),
    )
    plain = PlainMatcher((either,), ("act",), {})
    plain.add(fact("act", "act 1", id="act 1", said="raise", chips=None))
    found: list[Match] = []

    def settle(stage: int) -> tuple[Fact, ...]:
        found.extend(plain.matches(stage))
        return ()

    plain.run("act", settle)
    assert sorted(match.unknown for match in found) == [(), (("act", "act 1", "chips"),)]
