"""The generator: always the same stories, every kind of thing that can be told, and files that read back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from facts.amounts import ACT_VERBS, SPOKEN
from facts.incident import Act, Event, Incident
from facts.incident_keys import (
    ACT_EXTRA_KEYS,
    ALL_STREETS,
    GAMES,
    GESTURES,
    PROMPTERS,
    SAID_WHEN,
    STAKE_KEYS,
    STRUCTURES,
    told_slots,
)
from facts.lexicon import vocabulary
from facts.table import NO_LIMIT
from facts.writer import write_incident
from knowledge.loading import installed
from soak.acts import Play
from soak.dice import Dice
from soak.stories import KINDS, Story, stories, story

MANY = 2500


@cache
def told() -> tuple[Story, ...]:
    """The first stories of a seed."""
    return tuple(stories(1, 0, MANY))


def acts() -> Iterator[Act]:
    return (entry for one in told() for entry in one.incident.timeline if isinstance(entry, Act))


def events() -> Iterator[Event]:
    return (entry for one in told() for entry in one.incident.timeline if isinstance(entry, Event))


def test_a_number_of_a_seed_is_always_the_same_story() -> None:
    late = story(7, 31)
    assert [story(7, number) for number in (30, 31)][1] == late
    assert story(8, 31).incident != late.incident


def test_stories_differ() -> None:
    files = Counter(write_incident(one.incident) for one in told())
    assert len(files) > 0.97 * MANY  # a short event now and then, or a case as it is


def test_every_file_reads_back_to_its_story() -> None:
    assert [one.number for one in told() if not one.told_alike] == []


def test_all_kinds_of_stories_under_all_rulebooks() -> None:
    assert {one.kind for one in told()} == set(KINDS)
    assert {one.book for one in told()} == set(installed())


@pytest.mark.parametrize(
    ("name", "values"),
    [("game", GAMES), ("structure", STRUCTURES), ("street", ALL_STREETS)],
    ids=lambda told: str(told),
)
def test_every_table_is_told_and_each_part_of_it_left_untold(name: str, values: tuple[str, ...]) -> None:
    assert {getattr(one.incident, name) for one in told()} == {*values, None}


def test_two_to_ten_players_with_every_stake_short_and_deep_stacks() -> None:
    heads = [one.incident for one in told()]
    assert {len(head.seats) for head in heads} >= set(range(2, 11))
    assert {stake for head in heads for stake in head.stakes} == {key.name for key in STAKE_KEYS}
    blinds = [(stack, head.stakes["bb"]) for head in heads if "bb" in head.stakes for stack in head.stacks.values()]
    assert any(stack == 0 for stack, _ in blinds)
    assert any(0 < stack < blind for stack, blind in blinds)
    assert any(stack > 50 * blind for stack, blind in blinds)
    for field in (
        "button",
        "pot",
        "began_with",
        "begins",
        "min_chip",
        "dead_small_blind",
        "board",
        "cards",
        "up_cards",
    ):
        values = [bool(getattr(head, field)) for head in heads]
        assert any(values), field
        assert not all(values), field


def test_every_act_word_sign_and_note_on_an_act_is_told() -> None:
    assert {act.does for act in acts()} == {*ACT_VERBS, None}
    words = [act.words for act in acts() if act.words is not None]
    assert {word.word for word in words} == set(SPOKEN)
    assert {word.when for word in words} == set(SAID_WHEN)
    assert {word.means for word in words if word.amount} == {"to", "by", None}
    assert {act.gesture for act in acts()} == {*GESTURES, None}
    assert {act.prompted for act in acts()} == {*PROMPTERS, None}
    assert {name for act in acts() for name in act.extra} == {key.name for key in ACT_EXTRA_KEYS}
    assert {len(act.motions) for act in acts() if act.motions is not None} >= {0, 1, 2, 3}
    assert any(act.handful for act in acts())
    assert any(act.picked_up for act in acts())


def test_every_event_is_told_and_every_slot_of_it_now_and_then() -> None:
    seen = Counter(event.type for event in events())
    assert set(seen) == set(vocabulary().events)
    slots = {(event.type, name) for event in events() for name in event.slots}
    wanted = {(name, slot) for name, spec in vocabulary().events.items() for slot in told_slots(spec)}
    assert len(slots & wanted) > 0.97 * len(wanted)


def test_amounts_lie_on_the_thresholds_and_one_chip_beside_them() -> None:
    head = Incident(("A", "B", "C"), structure=NO_LIMIT, street="flop", stakes={"sb": 50, "bb": 100}, stacks={"B": 700})
    play = Play(Dice(1, 1), head)
    play.table = play.table.after(0, "bet", 300)
    amounts = {play.amount(1) for _ in range(3000)}
    for threshold in (300, 450, 600, 700):  # the price, half a full raise above it, a full raise, the last chip
        assert {threshold - 1, threshold} <= amounts, threshold
    assert {301, 451, 601} <= amounts
