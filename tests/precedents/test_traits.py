"""What a case tells and expects, as short names."""

from __future__ import annotations

from typing import Any

import pytest

from precedents.traits import traits


def case(**incident: Any) -> dict[str, Any]:
    """A case with an incident, values as texts, as the index reads them."""
    return {"case": "x", "incident": incident, "expect": {}}


def acts(*told: Any, **more: Any) -> set[str]:
    """What the acts of three players are called."""
    found = traits(case(seats=["A", "B", "C"], street="flop", actions=list(told), **more))
    return {name for name in found if name.startswith("act:")}


@pytest.mark.parametrize(
    ("act", "names"),
    [
        ({"chips": ["1000"], "silent": "yes"}, {"act:one-chip", "act:silent"}),
        ({"chips": "2x500", "silent": "yes"}, {"act:several-chips", "act:silent"}),
        ({"chips": "1x500"}, {"act:one-chip"}),
        ({"chips": ["500", "100"]}, {"act:several-chips"}),
        ({"says": "raise", "chips": "500"}, {"act:says=raise", "act:one-chip"}),
        ({"says": "bet 5"}, {"act:says=bet", "act:says-amount", "act:says-small"}),
        ({"says": "raise to 900"}, {"act:says=raise", "act:says-amount"}),
        ({"does": "all-in 90", "prompted": "dealer"}, {"act:all-in", "act:does=all-in", "act:prompted=dealer"}),
    ],
)
def test_how_somebody_acted(act: dict[str, Any], names: set[str]) -> None:
    assert names <= acts({"A": act})


def test_small_numbers_are_not_seen_in_large_ones() -> None:
    assert "act:says-small" not in acts({"A": {"says": "bet 500"}})


def test_an_act_before_one_who_sits_nearer_is_early() -> None:
    assert {"act:early", "act:early=check"} <= acts({"C": "check"}, {"A": "bet 200"})
    assert "act:early" not in acts({"A": "check"}, {"B": "check"}, {"C": "bet 200"}, {"A": "call"})


def test_before_the_flop_the_first_act_begins_the_lap() -> None:
    told = [{"C": "fold"}, {"A": "call"}, {"B": "check"}]
    found = traits(case(seats=["A", "B", "C"], street="preflop", actions=told))
    assert "act:early" not in found


def test_two_all_ins_are_counted() -> None:
    assert "act:two-all-ins" in acts({"A": "all-in 100"}, {"B": "all-in 300"})
    assert "act:two-all-ins" not in acts({"A": "all-in 100"}, {"B": "call 100"})


def test_events_are_named_with_their_slots() -> None:
    found = traits(case(game="stud7", events=[{"event": "burn-error", "burned": "2", "dealt": "true"}]))
    assert {"game:stud7", "event:burn-error", "event:burn-error.burned=2", "event:burn-error.dealt=yes"} <= found


def test_what_is_expected_and_what_decides() -> None:
    told = {
        "case": "x",
        "incident": {},
        "shows": {"a": "decides", "b": ["below", "decides"], "c": "fails-by-one"},
        "expect": {
            "settles": {"B": {"as": "undercall"}},
            "decided_by": ["d"],
            "options": {"B": {"raise": {"min": "4"}}},
        },
    }
    found = traits(told)
    assert {"expects:settles", "expects:settles.as=undercall", "expects:options.raise.min=4"} <= found
    assert {name for name in found if name.startswith("rule:")} == {"rule:a", "rule:b", "rule:d"}


def test_a_case_of_any_shape_is_read() -> None:
    assert traits({"case": "x"}) == set()
    odd = {"case": "x", "incident": {"actions": ["text", {"A": None}], "seats": "A"}, "expect": [], "shows": []}
    assert "act:does=None" in traits(odd)
