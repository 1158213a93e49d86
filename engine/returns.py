"""Chips that go back once the story is told, because of what was found about a hand or the deal.

What an act gives back at once stands in its step. Here is what findings give back: the uncalled part of a hand that was
killed (topic ``uncalled-back``), and the chips of a hand that is void or dealt again (``chips_back`` of ``deal``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.arbitration import SETTLED, Verdict
from engine.trace import Back, Step
from facts.deriving import Choice
from facts.incident import Incident
from facts.records import NamedTuple
from facts.table import Table
from facts.takeback import put_in, withdrawn

_FORCED = ("post", "bring-in")
_OFF_THE_TABLE = ("complete-or-fold", "change")
"""Choices whose chips lie before the player without being on the table."""


class Story(NamedTuple):
    """A story that is told to its end. ``told``: as it began; ``choices``: decisions left open, by index of a seat."""

    told: Incident
    table: Table
    steps: Sequence[Step]
    choices: Mapping[int, Choice]


def uncalled(verdicts: Sequence[Verdict], story: Story) -> tuple[Table, tuple[Back, ...]]:
    """The table without the uncalled chips that go back to their owners, and those chips."""
    table, found = story.table, []
    names = [seat.name for seat in table.seats]
    for verdict in verdicts:
        chips = verdict.values.get("chips")
        if verdict.topic != "uncalled-back" or verdict.status != SETTLED or verdict.subject not in names or not chips:
            continue
        i = names.index(verdict.subject)
        chips = min(int(chips), table.seats[i].put)
        if chips:
            table = withdrawn(table, i, chips, _before_wager(story, names[i]))
            found.append(Back(names[i], chips, verdict))
    return table, tuple(found)


def _before_wager(story: Story, seat: str) -> Table:
    """The table before the last act by which a seat put chips in."""
    i = story.table.index(seat)
    acts = (step for step in reversed(story.steps) if step.after.seats[i].put > step.before.seats[i].put)
    return next((step.before for step in acts), story.table)


def of_the_deal(verdicts: Sequence[Verdict], story: Story) -> tuple[Back, ...]:
    """The chips that go back to every player because the deal does not stand; none where not all of them are known."""
    for verdict in verdicts:
        if verdict.topic != "deal" or verdict.status != SETTLED:
            continue
        if verdict.values.get("chips_back") == "all":
            whole = put_in(story.told, story.table)
            return () if whole is None else tuple(_backs(whole, story, verdict))
        if verdict.values.get("chips_back") == "by-choice":
            return tuple(_backs(_by_choice(story), story, verdict))
    return ()


def _backs(chips: Sequence[int], story: Story, verdict: Verdict) -> Iterator[Back]:
    for i, amount in enumerate(chips):
        choice = story.choices.get(i)
        whole = amount + (choice.chips if choice is not None and choice.how in _OFF_THE_TABLE else 0)
        if whole:
            yield Back(story.table.seats[i].name, whole, verdict)


def _by_choice(story: Story) -> list[int]:
    """By seat the chips put in on the streets of the story by acts that were no forced bets."""
    chips = [0 for _ in story.table.seats]
    for step in story.steps:
        i = story.table.index(step.act.seat)
        if step.act.does not in _FORCED:
            chips[i] += step.after.seats[i].put - step.before.seats[i].put
    return chips
