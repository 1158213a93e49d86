"""Names of facts: what can be typed, what it names, and what is said about a name that names nothing."""

from __future__ import annotations

import pytest

from facts.addresses import Address, addresses, parse_address, parse_change
from facts.amounts import NotUnderstood
from facts.faults import Faults
from facts.incident import Act, Event, Words
from facts.lexicon import vocabulary
from facts.story import Story

EVENTS = vocabulary().events
TEXT = """
structure: no-limit
stakes: {sb: 50, bb: 100}
street: flop
seats: [Anna, "Seat 3", B]
stacks: {B: 5200}
actions:
  - Anna: bet 200
  - B: {chips: [500], silent: yes}
  - {event: board-during-round, street: turn, round_over: no}
  - Anna: call
"""


@pytest.fixture
def story() -> Story:
    return Story.read(TEXT, "story.yaml", EVENTS)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("pot", Address("table", "pot")),
        ("street", Address("table", "street")),
        ("stakes.bb", Address("stakes", "bb")),
        ("bb", Address("stakes", "bb")),
        ("B.stack", Address("seat", "stack", 0, "B")),
        ("stacks.B", Address("seat", "stack", 0, "B")),
        ("Seat 3.stack", Address("seat", "stack", 0, "Seat 3")),
        ("Seat 3 stack", Address("seat", "stack", 0, "Seat 3")),
        ("Anna.cards", Address("seat", "hand", 0, "Anna")),
        ("act2.chips", Address("act", "chips", 2)),
        ("act 2 chips", Address("act", "chips", 2)),
        ("act2.words", Address("act", "says", 2)),
        ("act3", Address("act", "", 3)),
        ("B.says", Address("act", "says", 2)),
        ("event1.round_over", Address("event", "round_over", 1)),
        ("board-during-round.street", Address("event", "street", 1)),
    ],
)
def test_a_fact_has_a_name(story: Story, text: str, address: Address) -> None:
    assert parse_address(text, story.incident, EVENTS) == address


def test_every_name_is_read_back(story: Story) -> None:
    names = list(addresses(story.incident, EVENTS))
    assert len(names) > 50
    assert [parse_address(str(address), story.incident, EVENTS) for address in names] == names


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("pott", "no fact of this story", "did you mean pot?"),
        ("act9.chips", "the story has no act 9", "act1 to act3"),
        ("act2.chip", "'chip' is no fact here", "did you mean act2.chips?"),
        ("stakes.big", "'big' is no fact here", ""),
        ("Anna.says", "Anna made 2 acts", "say act1.says or act3.says"),
        ("Seat 3.says", "Seat 3 made 0 acts", ""),
        ("event2", "the story has no event 2", "event1"),
        ("event1.streat", "is no fact here", "did you mean event1.street?"),
        ("stacks.C", "there is no seat 'C'", ""),
    ],
)
def test_a_name_without_a_fact_is_refused_with_the_nearest_one(
    story: Story, text: str, message: str, hint: str
) -> None:
    with pytest.raises(NotUnderstood) as caught:
        parse_address(text, story.incident, EVENTS)
    assert message in caught.value.message
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("act2.says=raise to 600", "act2.says=raise to 600"),
        ("act 2 says raise to 600", "act2.says=raise to 600"),
        ("pot 300", "pot=300"),
        ("act2 = fold", "act2=fold"),
        ("B.stack=-", "B.stack=-"),
        ("Seat 3 stack 500", "Seat 3.stack=500"),
    ],
)
def test_a_change_is_a_fact_with_its_value(story: Story, text: str, change: str) -> None:
    assert str(parse_change(text, story.incident, EVENTS)) == change


@pytest.mark.parametrize("text", ["act2.says", "act2.says=", "nonsense raise", "=5", ""])
def test_a_change_without_a_fact_or_a_value_is_refused(story: Story, text: str) -> None:
    with pytest.raises(NotUnderstood):
        parse_change(text, story.incident, EVENTS)


def changed(story: Story, *texts: str) -> Story:
    """The story with some changes, so that it can be looked into again."""
    return Story.of(story.changed([parse_change(text, story.incident, EVENTS) for text in texts]), EVENTS)


def test_what_is_told_can_be_looked_up(story: Story) -> None:
    def told(text: str) -> str | None:
        return story.told(parse_address(text, story.incident, EVENTS))

    assert told("act2.chips") == "[500]"
    assert told("act1.does") == "bet 200"
    assert told("act1") == "bet 200"
    assert told("bb") == "100"
    assert told("B.stack") == "5200"
    assert told("event1.street") == "turn"
    assert told("pot") is None
    assert told("act2.says") is None


def test_a_change_changes_one_fact_and_nothing_else(story: Story) -> None:
    before = story.incident
    after = story.changed([parse_change("act2.chips=[500, 100]", before, EVENTS)])
    assert isinstance(after.timeline[1], Act)
    assert after.timeline[1].motions == ((500, 100),)
    assert after._replace(timeline=()) == before._replace(timeline=())
    assert (after.timeline[0], *after.timeline[2:]) == (before.timeline[0], *before.timeline[2:])
    assert story.incident == before


def test_who_spoke_was_not_silent(story: Story) -> None:
    after = story.changed([parse_change("act2.says=raise", story.incident, EVENTS)])
    assert isinstance(after.timeline[1], Act)
    assert after.timeline[1].words == Words("raise")


def test_an_act_and_an_event_can_be_left_out(story: Story) -> None:
    after = story.changed([parse_change(text, story.incident, EVENTS) for text in ("event1=-", "act2=fold")])
    assert [type(entry) for entry in after.timeline] == [Act, Act, Act]
    assert not any(isinstance(entry, Event) for entry in after.timeline)
    assert after.timeline[1] == Act("B", "fold", place=after.timeline[1].place)


def test_what_cannot_be_told_is_refused_by_the_reader_under_the_name_of_the_change(story: Story) -> None:
    with pytest.raises(Faults) as caught:
        story.changed([parse_change("act2.says=raze", story.incident, EVENTS)])
    (fault,) = caught.value.faults
    assert fault.file == "act2.says=raze"
    assert (fault.line, fault.column) == (0, 0)
    assert "did you mean raise?" in fault.hint


def test_broken_yaml_in_a_value_is_a_fault_of_the_change(story: Story) -> None:
    with pytest.raises(Faults) as caught:
        story.changed([parse_change("act2.chips=[500", story.incident, EVENTS)])
    assert caught.value.faults[0].file == "act2.chips=[500"


def test_an_all_in_is_as_large_as_the_stack() -> None:
    text = "seats: [A, B]\nstacks: {B: 90}\nactions:\n  - A: bet 60\n  - B: all-in 90\n"
    story = Story.read(text, "story.yaml", EVENTS)
    after = story.changed([parse_change("B.stack=100", story.incident, EVENTS)])
    assert after.stacks == {"B": 100}
    assert isinstance(after.timeline[1], Act)
    assert (after.timeline[1].does, after.timeline[1].to) == ("all-in", 100)
