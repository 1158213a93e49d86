"""What the checks take for granted about facts holds in every story that is told: in cases and in situations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import pytest

from check.laws import Law, laws
from check.situations import scene, situations
from engine.conductor import conduct
from engine.evaluate import admits, certain
from engine.facts import Fact
from engine.pool import experta_pool
from facts.lexicon import vocabulary
from knowledge.casefiles import cases_of
from knowledge.expressions import evaluate, names
from knowledge.loading import load

BOOKS = ("bg", "club")
"""Books with short cases on everything that the laws speak of; all five were tried when the laws were written."""

# Said to keep the solver from stories that contradict themselves; no case has told of one either way.
NEVER_TOLD = frozenset(
    {
        "only stud has a street of stud",
        "hands are read where the pot is contested",
        "hands are compared where the pot is contested",
    }
)


# At work in the cases of the other three books only.
IDLE = frozenset(
    {
        "a table has seats",
        "cards found face up are one or more",
        "nobody scores against himself",
        "only stud has a fourth street",
        "stud has no flop",
        "the bring-in is due in stud",
        "the bring-in is due on third street",
        "there are three rows",
        "thrown cards touch those of another",
        "who named an amount named a number",
        "who pulls back a part leaves a part",
    }
)


class Story(NamedTuple):
    """The facts of one story in the order in which they came up, and the parameters that it was ruled with."""

    facts: Sequence[Fact]
    parameters: dict[str, Any]


@cache
def stories() -> tuple[Story, ...]:
    found = []
    for name in BOOKS:
        book, known = load(name)
        pool, usual = experta_pool(), book.readings()
        values = book.values(usual)
        for case in cases_of(book, known):
            for incident in (case.incident, *(step.incident for step in case.then)):
                found.append(Story(conduct(incident, book, known, usual, {}, pool).facts, values))
    book, known = load("bfsp")
    pool, usual = experta_pool(), book.readings()
    for one in situations():
        told = scene(one, book, known, usual, pool)
        found.append(Story([Fact("table", "", told.table), Fact("act", "", told.act)], book.values(usual)))
        late = sorted(told.facts.keys() - {"act"})  # an act was read on an earlier table
        ends = [Fact(type, "", slots) for type in late for slots in told.facts[type]]
        found.append(Story(sorted(ends, key=lambda fact: fact.type != "table"), book.values(usual)))
    return tuple(found)


def held(law: Law, story: Story) -> Iterator[bool]:
    """Whether the law holds, for all facts that it speaks of. A table stands for the one at that moment."""
    if any(name not in story.parameters for name in names(law.then, "param")):
        return
    rows: list[tuple[Fact, ...]]
    if len(law.patterns) == 2 and law.patterns[1].type == "table":
        rows, table = [], None
        for fact in story.facts:
            table = fact if fact.type == "table" else table
            if fact.type == law.patterns[0].type and table is not None:
                rows.append((fact, table))
    else:
        rows = list(product(*([f for f in story.facts if f.type == p.type] for p in law.patterns)))
    for row in rows:
        if all(admits(p, f) and certain(p, f) for p, f in zip(law.patterns, row, strict=True)):
            yield from _holds(law, row, story)


def _holds(law: Law, row: tuple[Fact, ...], story: Story) -> Iterator[bool]:
    values: dict[str, Any] = {}
    for pattern, fact in zip(law.patterns, row, strict=True):
        for slot in pattern.slots:
            value = fact.slots.get(slot.name)
            if slot.kind == "same" and values[slot.variable] != value:
                return
            if slot.kind == "bind":
                values[slot.variable] = value
    found = evaluate(law.then, values, story.parameters)
    if found is not None:
        yield bool(found)


@pytest.mark.parametrize("law", laws().laws, ids=lambda law: law.means["en"])
def test_a_law_holds_in_every_story(law: Law) -> None:
    answers = [answer for story in stories() for answer in held(law, story)]
    assert all(answers)


def test_nearly_all_laws_are_at_work_in_some_story() -> None:
    idle = {law.means["en"] for law in laws().laws if not any(True for story in stories() for _ in held(law, story))}
    assert idle == IDLE | NEVER_TOLD


def test_laws_name_facts_slots_and_words_of_the_vocabulary() -> None:
    known = vocabulary()
    for law in laws().laws:
        for pattern in law.patterns:
            specs = known.slots_of(pattern.type)
            assert {slot.name for slot in pattern.slots} <= specs.keys(), law.means["en"]
            for slot in pattern.slots:
                beside = laws().beside.get(pattern.type, {}).get(slot.name)
                words = {value for value in slot.values if isinstance(value, str)} - {beside}
                assert not specs[slot.name].domain or words <= set(specs[slot.name].domain), law.means["en"]


def test_every_variable_of_a_law_is_bound() -> None:
    for law in laws().laws:
        bound = {slot.variable for pattern in law.patterns for slot in pattern.slots}
        assert set(names(law.then, "var")) <= bound, law.means["en"]


def test_the_situations_can_be_replayed_under_every_book() -> None:
    for name in ("bfsp", "tda", "club"):
        book, known = load(name)
        pool = experta_pool()
        for one in situations():
            told = scene(one, book, known, book.readings(), pool)
            assert told.facts.get("table"), f"{name}: {one.name}"


def test_the_act_of_a_situation_is_the_one_of_the_next_player() -> None:
    book, known = load("bfsp")
    pool = experta_pool()
    for one in situations():
        told = scene(one, book, known, book.readings(), pool)
        assert bool(told.act) == bool(one.next), one.name
        assert not one.next or told.act["seat"] == one.next
