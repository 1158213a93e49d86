"""Generated stories, ruled by two engines byte for byte alike; and turned over, each property on many of them.

Engines are taken by name, the fastest first: two of those that are installed, the plain search where there is one only.
"""

from __future__ import annotations

from functools import cache

import pytest

from engine.pool import NoEngine
from soak.dice import Dice
from soak.engines import REFERENCE, Engine, engine_of, known, pool_of
from soak.examining import broken, examine
from soak.properties import PROPERTIES
from soak.running import run
from soak.state import Plan, State
from soak.stories import Story, stories

SEED = 20_000  # another one than `make soak` begins with
COUNT = 2000
WITH_REFERENCE = 400  # the plain search beside an engine, where only one is installed
ALL_THREE = 150
EACH = 150


@cache
def engine(name: str) -> Engine:
    return engine_of(name)


def test_the_plain_search_is_always_there_and_an_engine_before_it() -> None:
    assert known()[-1] == REFERENCE
    assert len(known()) >= 2
    with pytest.raises(NoEngine, match="abacus"):
        pool_of("abacus")


def test_engines_agree() -> None:
    pair = known()[:2]
    count = WITH_REFERENCE if REFERENCE in pair else COUNT
    done = run(State(Plan(SEED, pair, (), "")), count, 2, None)
    assert not done.wrong, "\n".join(f"story {one.number}: {one.detail}\n{one.told}" for one in done.wrong)
    assert done.next == count
    # the stories are worth something: most are ruled on, and every kind of ruling is among them
    status = done.counts["status"]
    assert set(status) >= {"determined", "determined on assumptions", "needs facts", "discretion", "conflict"}
    assert status["determined"] + status["needs facts"] > count // 4


def test_every_engine_agrees_with_the_plain_search() -> None:
    engines = [engine(name) for name in known()]
    wrong = [one for told in stories(SEED + 1, 0, ALL_THREE) for one in examine(told, engines, ()).wrong]
    assert not wrong, "\n".join(f"{one.detail}\n{one.told}" for one in wrong)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_holds(name: str) -> None:
    looked_at, wrong = 0, []
    for told in stories(SEED + 2 + list(PROPERTIES).index(name), 0, 20 * EACH):
        if not any(PROPERTIES[name](told.incident, told.book)):
            continue
        looked_at += 1
        if detail := holds(name, told):
            wrong.append(f"story {told.number} of seed {told.seed} under {told.book}: {detail}")
        if looked_at == EACH:
            break
    assert looked_at == EACH
    assert not wrong, "\n".join(wrong)


def holds(name: str, told: Story) -> str:
    """What of a property does not hold for a story; empty when all of it does."""
    fastest = "clips" if "clips" in known() else REFERENCE
    return broken(name, told.incident, told.book, engine(fastest), Dice(told.seed, told.number, name))
