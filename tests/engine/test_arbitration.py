"""Arbitration: merging, defeat, reinstatement, modification, layers, conflicts, pending rules that matter or not."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine.arbitration import CONFLICT, NONE, OPEN, SETTLED, Verdict, settle
from engine.facts import Match
from knowledge.model import Relation
from tests.engine.building import fired, overrides, pending, rule

BASE = rule("base")
EXCEPTION = rule("exception", relations=(overrides("base"),))
BACK = rule("back", relations=(Relation("reinstates", "base", "exception", "2"),))
CHANGE = rule("change", relations=(Relation("modifies", "base", "", "1"),))


def verdict_of(*matches: Match, inherited: Verdict | None = None) -> Verdict:
    return settle("settles", "act 1", matches, inherited)


def test_nothing_proposed_is_no_verdict() -> None:
    assert verdict_of().status == NONE


def test_one_proposal_settles() -> None:
    verdict = verdict_of(fired(BASE, value="call"))
    assert (verdict.status, dict(verdict.values)) == (SETTLED, {"value": "call"})


def test_agreeing_proposals_merge_and_both_are_kept() -> None:
    verdict = verdict_of(fired(BASE, value="call"), fired(rule("other"), value="call", to=200))
    assert verdict.status == SETTLED
    assert verdict.values == {"value": "call", "to": 200}
    assert {match.rule.id for match in verdict.by} == {"base", "other"}


def test_disagreement_without_a_relation_is_a_conflict_that_names_both() -> None:
    verdict = verdict_of(fired(BASE, value="call"), fired(rule("other"), value="raise"))
    assert verdict.status == CONFLICT
    assert {side[0].rule.id for side in verdict.sides} == {"base", "other"}
    assert verdict.values == {}


def test_an_exception_defeats_what_it_names() -> None:
    verdict = verdict_of(fired(BASE, value="call"), fired(EXCEPTION, value="raise"))
    assert verdict.values == {"value": "raise"}
    (defeat,) = verdict.defeats
    assert (defeat.loser.rule.id, defeat.winner.rule.id, defeat.relation) == ("base", "exception", "overrides")


def test_a_reinstating_rule_defeats_the_exception_and_the_base_lives() -> None:
    verdict = verdict_of(fired(BASE, value="call"), fired(EXCEPTION, value="raise"), fired(BACK))
    assert verdict.values == {"value": "call"}
    assert [(d.loser.rule.id, d.relation) for d in verdict.defeats] == [("exception", "reinstates")]


def test_a_defeated_rule_defeats_nothing() -> None:
    second = rule("second", relations=(overrides("exception"),))
    verdict = verdict_of(fired(BASE, value="a"), fired(EXCEPTION, value="b"), fired(second, value="a"))
    assert verdict.values == {"value": "a"}
    assert {d.loser.rule.id for d in verdict.defeats} == {"exception"}


def test_an_upper_layer_defeats_a_lower_one_that_disagrees() -> None:
    house = rule("house", layer=1)
    assert verdict_of(fired(BASE, value="call"), fired(house, value="raise")).values == {"value": "raise"}
    agreeing = verdict_of(fired(BASE, value="call"), fired(house, value="call"))
    assert not agreeing.defeats


def test_an_exception_below_holds_against_a_rule_that_an_upper_layer_puts_otherwise() -> None:
    for name in ("a-rule", "z-rule"):  # the names must not decide
        house = rule(name, layer=1)
        exception = rule("exception", relations=(overrides(name),))
        verdict = verdict_of(fired(house, value="call"), fired(exception, value="raise"))
        assert (verdict.values, [d.relation for d in verdict.defeats]) == ({"value": "raise"}, ["overrides"])


def test_a_modifier_changes_a_part() -> None:
    verdict = verdict_of(fired(BASE, value="raise", to=500), fired(CHANGE, to=400))
    assert verdict.values == {"value": "raise", "to": 400}
    assert [match.rule.id for match in verdict.by] == ["base", "change"]


def test_a_modifier_without_its_base_does_nothing() -> None:
    assert verdict_of(fired(CHANGE, to=400)).status == NONE


def test_modifiers_that_disagree_are_a_conflict() -> None:
    other = rule("other", relations=(Relation("modifies", "base", "", "1"),))
    verdict = verdict_of(fired(BASE, to=500), fired(CHANGE, to=400), fired(other, to=300))
    assert verdict.status == CONFLICT


def test_an_inherited_finding_carries_over_until_a_rule_answers() -> None:
    before = settle("reads-as", "act 1", [fired(rule("reading", topic="reads-as"), value="raise")])
    kept = verdict_of(inherited=before)
    assert kept.values == {"value": "raise"}
    assert kept.inherited is before
    assert verdict_of(fired(BASE, value="call"), inherited=before).values == {"value": "call"}


def test_a_pending_rule_keeps_the_topic_open_when_it_would_change_the_outcome() -> None:
    verdict = verdict_of(fired(BASE, value="call"), pending(EXCEPTION, value="raise"))
    assert verdict.status == OPEN
    assert [match.rule.id for match in verdict.pending] == ["exception"]
    assert verdict.values == {"value": "call"}


def test_a_pending_rule_that_agrees_does_not_matter() -> None:
    verdict = verdict_of(fired(BASE, value="call"), pending(rule("other"), value="call"))
    assert verdict.status == SETTLED
    assert [match.rule.id for match in verdict.idle] == ["other"]


def test_a_pending_rule_that_is_already_beaten_does_not_matter() -> None:
    verdict = verdict_of(fired(EXCEPTION, value="raise"), pending(BASE, value="call"))
    assert verdict.status == SETTLED


def test_of_two_pending_rules_only_the_one_that_tips_is_named() -> None:
    verdict = verdict_of(
        fired(BASE, value="call"), pending(EXCEPTION, value="raise"), pending(rule("echo"), value="call")
    )
    assert verdict.status == OPEN
    assert "exception" in {match.rule.id for match in verdict.pending}


def test_a_pending_pair_that_only_matters_together_is_found() -> None:
    # back matters only if exception comes true
    verdict = verdict_of(fired(BASE, value="call"), pending(EXCEPTION, value="raise"), pending(BACK))
    assert {match.rule.id for match in verdict.pending} == {"exception", "back"}


@pytest.mark.parametrize(
    "matches",
    [
        [fired(BASE, value="a"), fired(EXCEPTION, value="b"), fired(CHANGE, to=1), fired(BACK)],
        [fired(BASE, value="a"), fired(rule("other"), value="b"), pending(EXCEPTION, value="b"), fired(CHANGE, to=1)],
        [pending(BASE, value="a"), pending(EXCEPTION, value="b"), pending(BACK), fired(rule("echo"), value="a")],
    ],
    ids=["settled", "in conflict", "open"],
)
def test_the_order_of_proposals_never_matters(matches: list[Match]) -> None:
    assert len({str(verdict_of(*order)) for order in permutations(matches)}) == 1


def test_of_alternatives_that_wait_for_the_same_the_order_of_firing_chooses_none() -> None:
    """Found by soaking: the questions came in the order in which the engine had fired."""
    one = pending(rule("a"))._replace(unknown=(("act", "act 1", "said"), ("act", "act 1", "put")))
    two = one._replace(unknown=tuple(reversed(one.unknown)))
    first, second = (settle("settles", "act 1", told) for told in ((one, two), (two, one)))
    kept = [[match.unknown for match in (*v.pending, *v.idle)] for v in (first, second)]
    assert len(kept[0]) == 1
    assert kept[0] == kept[1]
