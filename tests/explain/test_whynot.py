"""Why a rule says nothing."""

from __future__ import annotations

import pytest

from engine.evaluate import find, group
from explain.view import View
from explain.whynot import first_miss, unparse
from explain.wording import Wording
from knowledge.expressions import evaluate, parse
from tests.explain.samples import NAMES, ruling


@pytest.mark.parametrize("name", NAMES)
def test_a_rule_misses_exactly_when_it_has_no_match(name: str) -> None:
    trace = ruling(name).trace
    memory = group(trace.facts)
    for rule in trace.considered:
        matches = any(True for _ in find(rule, memory, trace.parameters))
        assert (first_miss(rule, memory, trace.parameters) is None) == matches, rule.id


def test_the_attempt_that_gets_furthest_is_told() -> None:
    trace = ruling("undercall").trace
    memory = group(trace.facts)
    rules = {rule.id: rule for rule in trace.considered}
    miss = first_miss(rules["exact-chips-are-a-call"], memory, trace.parameters)
    assert miss is not None
    assert miss.test is not None
    assert unparse(miss.test) == "$put == $owed"
    assert (miss.values["put"], miss.values["owed"]) == (150, 200)


def test_the_slot_that_refutes_is_told() -> None:
    trace = ruling("undercall").trace
    rules = {rule.id: rule for rule in trace.considered}
    miss = first_miss(rules["told-bet"], group(trace.facts), trace.parameters)
    assert miss is not None
    assert miss.slot is not None
    assert (miss.slot.name, miss.slot.values) == ("does", ("bet",))


@pytest.mark.parametrize(
    "text",
    [
        "$put > $owed and $put - $small < $owed",
        "($to - $level) * @limit.all_in_share.den >= $needed * @limit.all_in_share.num",
        "min($put, $owed) == 3 or not $flag",
        "$structure == 'limit' or false",
    ],
)
def test_an_expression_can_be_written_out_again(text: str) -> None:
    tree = parse(text)
    again = parse(unparse(tree))
    values = {"put": 5, "owed": 3, "small": 1, "to": 40, "level": 20, "needed": 10, "flag": False, "structure": "limit"}
    parameters = {"limit.all_in_share.den": 2, "limit.all_in_share.num": 1}
    assert again == tree
    assert evaluate(again, values, parameters) == evaluate(tree, values, parameters)


def test_reasons_choose_the_sentence_that_looks_at_more() -> None:
    found = ruling("oversized-chip")
    view = View.of(found, Wording("en", found.vocabulary))
    verdict = found.verdict("reads-as", "act 2")
    assert verdict is not None
    assert len(verdict.by) > 1
    assert [match.rule.id for match in view.told(verdict)] == ["oversized-chip-is-a-call"]
