"""Only questions that can change the ruling, the most telling one first."""

from __future__ import annotations

import pytest

from ask.choosing import said
from ask.known import Root, with_answer
from tests.ask.books import SILENT_CHIP, asked, ruling, story

FULL = """
game: holdem
structure: no-limit
street: flop
seats: [A, B, C]
pot: 300
stakes: {sb: 50, bb: 100}
stacks: {A: 5000, B: 5000, C: 5000}
actions:
  - A: bet 200
  - B: {chips: [500], silent: yes}
"""


def slot(text: str, *aside: Root) -> str:
    """The slot of the next question about a story; empty when there is none."""
    choice = asked(story(text), frozenset(aside))
    return "" if choice is None else choice.root[2]


def test_nothing_is_asked_of_a_story_that_tells_everything() -> None:
    assert slot(FULL) == ""


@pytest.mark.parametrize(
    ("without", "asks"),
    [
        ("structure: no-limit\n", "structure"),
        ("street: flop\n", "street"),
        (", silent: yes", "declared"),
        ("game: holdem\n", ""),  # a pot, blinds and a flop: the game cannot matter
        ("pot: 300\n", ""),  # no-limit, and nobody is all-in
    ],
)
def test_what_is_missing_is_asked_where_it_matters(without: str, asks: str) -> None:
    assert slot(FULL.replace(without, "")) == asks


def test_the_pot_is_asked_in_pot_limit() -> None:
    assert slot(FULL.replace("pot: 300\n", "").replace("no-limit", "pot-limit")) == "pot"


def test_the_size_of_the_round_is_asked_in_limit_not_the_blind() -> None:
    told = "structure: limit\nstreet: turn\nseats: [A, B, C]\nactions:\n  - A: check\n"
    assert slot(told) == "unit"


def test_figures_come_last_and_by_the_amount_that_decides_them() -> None:
    told = FULL.replace("bet 200", "bet").replace("{chips: [500], silent: yes}", "call")
    assert slot(told) == "to"


def test_what_nobody_knows_is_not_asked_again() -> None:
    told = story(FULL.replace(", silent: yes", ""))
    choice = asked(told)
    assert choice is not None
    assert asked(told, frozenset({choice.root})) is None


def test_a_default_is_asked_with_what_is_taken_for_granted() -> None:
    told = "structure: no-limit\nstreet: flop\nseats: [A, B, C]\nstakes: {sb: 50, bb: 100}\nactions:\n"
    choice = asked(story(told + "  - C: {does: bet 200, offence: 1, deliberate: no}\n  - A: check\n  - B: check\n"))
    assert choice is not None
    assert (choice.root, choice.assumed) == (("act", "act 1", "prompted"), "nobody")


def test_every_answer_that_was_told_apart_leads_to_a_ruling_of_its_own() -> None:
    told = story(SILENT_CHIP)
    for _ in range(6):
        choice = asked(told)
        if choice is None:
            break
        first = choice.question.answers[0].values[0]
        told = with_answer(told, choice.root, first)
        if len(choice.question.answers) > 1:
            outcomes = [said(a.trace, ruling(told).vocabulary, choice.question.apart) for a in choice.question.answers]
            assert all(outcomes[0] != other for other in outcomes[1:])
    else:
        pytest.fail("the interview does not end")


def test_blinds_of_which_one_was_told_are_posted_all_the_same() -> None:
    told = (
        "structure: no-limit\nstreet: preflop\nseats: [SB, BB, UTG]\nstakes: {bb: 100}\nactions:\n  - UTG: raise 300\n"
    )
    trace = ruling(story(told)).trace
    assert trace.steps[-1].in_turn
    assert [seat.put for seat in trace.table.seats] == [50, 100, 300]
    only_small = ruling(story(told.replace("bb: 100", "sb: 50"))).trace
    assert only_small.steps[-1].in_turn
