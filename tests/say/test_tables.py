"""The word tables: every event can be told in both languages, and everything they name exists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facts.amounts import ACT_VERBS, SPOKEN
from facts.incident_keys import (
    ACT_EXTRA_KEYS,
    ALL_STREETS,
    GAMES,
    GESTURES,
    PROMPTERS,
    SAID_WHEN,
    STRUCTURES,
    told_slots,
)
from facts.lexicon import vocabulary
from say import read_shorthand
from say.numerals import readings
from say.stems import near, stem
from say.tables import tables

LANGUAGES = ("en", "ru")


def phrases() -> Iterator[tuple[str, str]]:
    """Every phrase with the event that it tells."""
    for head, told in tables().events.items():
        for row in told.values():
            for phrase in row:
                yield head.split()[0], phrase


def test_every_event_has_a_phrase_in_both_languages() -> None:
    assert set(vocabulary().events) <= set(tables().events)
    for head, told in tables().events.items():
        assert all(told[language] for language in LANGUAGES), head


def test_what_the_tables_name_exists() -> None:
    events = vocabulary().events
    for head in tables().events:
        event, *slots = head.split()
        specs = told_slots(events[event])
        for slot in slots:
            name, _, value = slot.partition("=")
            assert name in specs, head
            assert not specs[name].domain or value in specs[name].domain or slot == "street=next", head
    slots_known = {slot for event in events.values() for slot in told_slots(event)}
    words_known = {word for event in events.values() for slot in event.slots.values() for word in slot.domain}
    for key in tables().slots:
        assert key.partition(".")[2] in slots_known or key in slots_known, key
    for key in tables().values:
        assert key.partition(".")[2] in words_known or key in words_known, key


def test_everything_that_an_act_can_hold_has_words() -> None:
    known = set(tables().story)
    wanted = [f"verb.{verb}" for verb in ACT_VERBS]
    wanted += [f"said.{word}" for word in SPOKEN]
    wanted += [f"when.{when}" for when in SAID_WHEN]
    wanted += [f"gesture.{gesture}" for gesture in GESTURES]
    wanted += [f"prompted.{who}" for who in PROMPTERS]
    wanted += [f"street.{street}" for street in ALL_STREETS]
    wanted += [f"game.{game}" for game in GAMES]
    wanted += [f"structure.{structure}" for structure in STRUCTURES]
    wanted += [f"flag.{key.name}" for key in ACT_EXTRA_KEYS if key.kind == "flag"]
    wanted += [f"unflag.{key.name}" for key in ACT_EXTRA_KEYS if key.kind == "flag"]
    assert not [name for name in wanted if name not in known]


@pytest.mark.parametrize(("event", "phrase"), sorted(set(phrases())))
def test_a_phrase_tells_its_event(event: str, phrase: str) -> None:
    """With what the event needs beside it, or by the fault that says what it needs."""
    read = read_shorthand(f"seats A B; {phrase}", vocabulary())
    if read.incident is not None:
        assert [told.type for told in read.incident.timeline if hasattr(told, "type")] == [event]
    else:
        assert any(fault.message.startswith(f"{event}: ") for fault in read.faults), (read.faults, read.questions)


def test_titles_of_the_vocabulary_tell_their_events() -> None:
    told = 0
    for name, event in vocabulary().events.items():
        for title in event.title.values():
            read = read_shorthand(f"seats A B; {title}", vocabulary())
            shown = [shown.says for shown in read.shown]
            told += any(event.title["en"] in says for says in shown)
            assert name
    assert told > 0.8 * 2 * len(vocabulary().events)


@pytest.mark.parametrize(
    ("typed", "stemmed"),
    [
        *(("raises", "rais"), ("raising", "rais"), ("skipped", "skip"), ("called", "call"), ("passed", "pass")),
        *(("поставила", "постав"), ("карты", "карт"), ("рейзит", "рейз"), ("до", "до"), ("to", "to")),
    ],
)
def test_endings_are_cut_off(typed: str, stemmed: str) -> None:
    assert stem(typed) == stemmed


def test_the_nearest_word_begins_alike() -> None:
    assert near("raisse", ["raise", "praise", "call"]) == "raise"
    assert near("raise", ["raise"]) == ""
    assert near("zz", ["zzz"]) == ""


@pytest.mark.parametrize(
    ("digits", "unit", "numbers"),
    [
        *(
            ("300", "", (300,)),
            ("1.5", "1000", (1500,)),
            ("1,5", "1000", (1500,)),
            ("1.500", "1000", (1500, 1_500_000)),
        ),
        *(
            ("12,500", "", (12500,)),
            ("1.234.567", "", (1_234_567,)),
            ("1.5", "", (1500, 1_500_000)),
            ("2", "1000000", (2_000_000,)),
        ),
        *(("2.5", "bb", (2500,)), ("1.2345", "1000", ()), ("1.2.3", "", ()), ("9" * 30, "", ())),
    ],
)
def test_readings_of_a_number(digits: str, unit: str, numbers: tuple[int, ...]) -> None:
    assert readings(digits, unit) == numbers
