"""A difference between engines is found, made small, and told as a file that shows it again."""

from __future__ import annotations

import pytest

from engine.facts import Match
from engine.plain_matcher import PlainMatcher
from engine.pool import Pool
from facts.incident import Act, Incident
from facts.reader import read_incident
from facts.writer import unplaced, write_incident
from soak.engines import Engine
from soak.examining import CRASH, ENGINES, Wrong, examine
from soak.shrinking import shrunk
from soak.stories import Story

STORY = """
note: a long evening
game: holdem
structure: no-limit
stakes: {sb: 50, bb: 100, ante: 10}
street: flop
seats: [A, B, C, D]
stacks: {A: 5000, B: 5200, D: 900}
pot: 600
actions:
  - A: bet 200
  - B: {chips: [500], silent: yes}
  - {event: time-out, seat: D, limit_set: no}
  - C: fold
  - D: {chips: [100, 100], says: call, said_when: after}
"""


class Sabotaged(PlainMatcher):
    """An engine that loses what a single chip settles at."""

    def matches(self, stage: int) -> list[Match]:
        found = super().matches(stage)
        return [match for match in found if match.rule.topic != "reads-as" or match.facts[0].slots.get("chips") != 1]


class Crashing(PlainMatcher):
    """An engine that falls over when somebody calls by word."""

    def matches(self, stage: int) -> list[Match]:
        found = super().matches(stage)
        if any(fact.slots.get("declared") == "call" for match in found for fact in match.facts):
            raise RuntimeError("no calls here")
        return found


SOUND = Engine("reference", Pool(PlainMatcher))


def examined(engine: type[PlainMatcher]) -> Wrong:
    """What is wrong with one engine on the story."""
    incident = read_incident(STORY)
    engines = [SOUND, Engine("other", Pool(engine))]
    (wrong,) = examine(Story(1, 0, "made here", "bfsp", incident, incident), engines, ()).wrong
    return wrong


def test_a_difference_is_found_and_made_small() -> None:
    wrong = examined(Sabotaged)
    assert wrong.what == ENGINES
    assert "reference" in wrong.detail
    assert "other" in wrong.detail
    small = read_incident(wrong.told)
    assert small.rulebook == "bfsp"
    (act,) = small.timeline
    assert isinstance(act, Act)
    assert act.motions is not None
    assert len(act.motions) == len(act.motions[0]) == 1
    assert not small.note
    assert not small.stacks
    other = Engine("other", Pool(Sabotaged))
    assert SOUND.answer(small, "bfsp") != other.answer(small, "bfsp")


def test_an_engine_that_fails_is_told_with_its_error_and_place() -> None:
    wrong = examined(Crashing)
    assert wrong.what == CRASH
    assert wrong.detail.startswith("other: RuntimeError: no calls here (test_shrinking.py:")
    small = read_incident(wrong.told)
    assert len(small.timeline) == 1
    with pytest.raises(RuntimeError, match="no calls here"):
        Engine("other", Pool(Crashing)).answer(small, "bfsp")


def test_two_sound_engines_agree() -> None:
    incident = read_incident(STORY)
    told = Story(1, 0, "made here", "bfsp", incident, incident)
    assert examine(told, [SOUND, Engine("again", Pool(PlainMatcher))], ()).wrong == ()


def test_what_is_left_still_is_wrong_and_has_nothing_that_could_go() -> None:
    def wrong(incident: Incident) -> bool:
        return sum(sum(map(sum, act.motions or ())) for act in incident.timeline if isinstance(act, Act)) > 300

    small = shrunk(read_incident(STORY), wrong)
    assert wrong(small)
    assert len(small.seats) == len(small.timeline) == 1
    assert (small.stakes, small.stacks, small.game, small.pot) == ({}, {}, None, None)


def test_no_more_is_tried_than_allowed_and_every_try_can_be_told() -> None:
    tried: list[Incident] = []

    def wrong(incident: Incident) -> bool:
        tried.append(incident)
        return len(tried) % 2 == 0

    shrunk(read_incident(STORY), wrong, most=25)
    assert len(tried) == 25
    assert all(unplaced(read_incident(write_incident(one))) == unplaced(one) for one in tried)


def test_without_tries_the_story_is_told_as_it_is() -> None:
    incident = read_incident(STORY)
    engines = [SOUND, Engine("other", Pool(Sabotaged))]
    (wrong,) = examine(Story(1, 0, "made here", "bfsp", incident, incident), engines, (), most=0).wrong
    assert unplaced(read_incident(wrong.told)) == unplaced(incident._replace(rulebook="bfsp"))
