"""Generated stories, ruled by two engines byte for byte alike; and turned over, each property on some hundred of them.

Engines are taken by name, the fastest first: two of those that are installed, the plain search where there is one only.
"""

from __future__ import annotations

from functools import cache

import pytest

from soak.dice import Dice
from soak.engines import REFERENCE, Engine, Unknown, engine_of, known, pool_of
from soak.examining import broken, examine
from soak.properties import PROPERTIES
from soak.stories import Story, stories

SEED = 20_000  # another one than `make soak` begins with
COUNT = 2000
WITH_REFERENCE = 400  # the plain search beside an engine
EACH = 150
BLOCK = 100


@cache
def engine(name: str) -> Engine:
    return engine_of(name)


def pair() -> tuple[str, str]:
    """The engines that are compared."""
    return known()[:2]  # type: ignore[return-value]


def test_the_plain_search_is_always_there_and_an_engine_before_it() -> None:
    assert known()[-1] == REFERENCE
    assert len(known()) >= 2
    with pytest.raises(Unknown, match="no engine 'abacus'"):
        pool_of("abacus")


@pytest.mark.parametrize("first", range(0, COUNT, BLOCK))
def test_engines_agree(first: int) -> None:
    engines = [engine(name) for name in pair()]
    if REFERENCE in pair() and first >= WITH_REFERENCE:
        pytest.skip("one engine is installed; the plain search says what it can with fewer stories")
    wrong = [one for told in stories(SEED, first, BLOCK) for one in examine(told, engines, ()).wrong]
    assert not wrong, "\n".join(f"{one.detail}\n{one.told}" for one in wrong)


@pytest.mark.parametrize("first", range(0, WITH_REFERENCE // 2, BLOCK))
def test_every_engine_agrees_with_the_plain_search(first: int) -> None:
    engines = [engine(name) for name in known()]
    wrong = [one for told in stories(SEED + 1, first, BLOCK) for one in examine(told, engines, ()).wrong]
    assert not wrong, "\n".join(f"{one.detail}\n{one.told}" for one in wrong)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_property_holds(name: str) -> None:
    looked_at, wrong = 0, []
    for told in stories(SEED + 2 + list(PROPERTIES).index(name), 0, 6 * EACH):
        if not list(PROPERTIES[name](told.incident, told.book)):
            continue
        looked_at += 1
        if detail := holds(name, told):
            wrong.append(f"story {told.number} of seed {told.seed} under {told.book}: {detail}")
        if looked_at == EACH:
            break
    assert looked_at == EACH
    assert not wrong, "\n".join(wrong)


def holds(name: str, told: Story) -> str:
    """What of a property does not hold for a story, by the engine that is the fastest."""
    return broken(name, told.incident, told.book, engine(known()[0]), Dice(told.seed, told.number, name))
