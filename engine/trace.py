"""What one pass through an incident leaves behind: its steps, its verdicts, and everything they were made from."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.arbitration import Verdict
from engine.facts import Fact
from facts.derivations import Derived
from facts.deriving import Choice
from facts.incident import Act
from facts.records import NamedTuple
from facts.table import Table
from knowledge.model import Rule


class Step(NamedTuple):
    """One act in the trace. ``number`` counts acts from 1; ``plain``: agreed and regular, so nothing had to be read.

    ``before`` is the table on which it was read, ``verdicts`` what was settled about it, ``derived`` what an agreed
    act did, ``measure`` by slot how the size came about that
    an opening bet was measured by.
    """

    number: int
    act: Act
    plain: bool
    in_turn: bool
    before: Table
    after: Table
    verdicts: tuple[Verdict, ...]
    derived: tuple[Derived, ...]
    returned: int
    measure: Mapping[str, tuple[Derived, ...]] = MappingProxyType({})


class Back(NamedTuple):
    """Whole chips that go back to a seat once the story is told, and the finding that gives them back."""

    seat: str
    chips: int
    verdict: Verdict


class Trace(NamedTuple):
    """Everything that one pass found. ``table``: as the settled acts left it. ``choices``: decisions that acts left
    open, by seat. ``returned``: chips that go back beside those that an act gives back at once. ``over``: whether the
    hand is over for everybody because of what was found about the deal.

    ``sizes``: how the sizes open to each seat come about; ``read``: what the readers of cards went by.
    ``unanswered``: events that no rule says anything about, by key. ``missing``: slots without which the table itself
    cannot be replayed. ``facts``: all facts that were in working memory. ``considered``: the rules that the story
    could touch. ``sizes_open``: findings, as (topic, subject), that are certain but for an amount that nobody told.
    """

    steps: tuple[Step, ...]
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    considered: tuple[Rule, ...]
    table: Table
    choices: Mapping[str, Choice]
    sizes: Mapping[str, tuple[Derived, ...]]
    read: tuple[Derived, ...]
    order: tuple[str, ...]
    open_acts: tuple[int, ...]
    missing: tuple[tuple[str, str, str], ...]
    unanswered: tuple[str, ...]
    readings: Mapping[str, str]
    parameters: Mapping[str, Any]
    returned: tuple[Back, ...] = ()
    over: bool = False
    sizes_open: frozenset[tuple[str, str]] = frozenset()

    def given_back(self) -> dict[str, int]:
        """By seat all chips that come back, in the order in which the story tells it."""
        found: dict[str, int] = {}
        acts = ((step.act.seat, step.returned) for step in self.steps if step.number)
        for seat, chips in (*acts, *((back.seat, back.chips) for back in self.returned)):
            if chips:
                found[seat] = found.get(seat, 0) + chips
        return found
