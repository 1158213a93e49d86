"""Numbers that cannot be meant, from both sides of each limit."""

from __future__ import annotations

import pytest

from ask.doubts import doubt
from tests.ask.books import story

TEXT = """
seats: [A, B]
stakes: {sb: 50, bb: 100}
stacks: {A: 5000, B: 3000}
pot: 300
actions:
  - A: bet
  - B: {chips: [500]}
"""
WITHOUT = TEXT.replace("stacks: {A: 5000, B: 3000}\n", "")


@pytest.mark.parametrize(
    ("text", "place", "value", "kind"),
    [
        (TEXT, "act 1.to", 5000, ""),
        (TEXT, "act 1.to", 5001, "stack"),
        (TEXT, "act 2.put", (3000,), ""),
        (TEXT, "act 2.put", (2000, 1001), "stack"),
        (TEXT, "act 1.amount", 8300, ""),
        (TEXT, "act 1.amount", 8301, "all-chips"),
        (TEXT, "table.pot", 8301, ""),
        (WITHOUT, "act 1.to", 499_999, ""),
        (WITHOUT, "act 1.to", 500_000, "far"),
        (TEXT, "act 1.stack", 5_000_000, "far"),
        (WITHOUT.replace("{sb: 50, bb: 100}", "{sb: 5000, bb: 10000}"), "table.pot", 1, ""),
        ("seats: [A]\nstakes: {sb: 5000, bb: 10000}", "table.pot", 5, "small"),
        ("seats: [A]\nstakes: {sb: 5000, bb: 10000}", "table.pot", 6, ""),
        (TEXT, "table.big_blind", (100, 200), ""),
        (TEXT, "table.big_blind", (200, 100), "blinds"),
        (TEXT, "table.players", 22, ""),
        (TEXT, "table.players", 23, "players"),
        (TEXT, "act 2.offence", 9_999_999, ""),
        ("seats: [A]", "table.pot", 10**14, ""),
    ],
)
def test_what_is_asked_back(text: str, place: str, value: object, kind: str) -> None:
    key, _, slot = place.partition(".")
    found = doubt(story(text), ("act" if key.startswith("act") else "table", key, slot), value)
    assert (found.kind if found else "") == kind
