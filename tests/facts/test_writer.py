"""The writer: whatever story an incident holds, its canonical text reads back to the same story."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.amounts import ACT_VERBS, SPOKEN, WITHOUT_AMOUNT
from facts.cards import DECK
from facts.incident import Act, Event, Incident, Words
from facts.incident_keys import (
    ALL_STREETS,
    GESTURES,
    LONGEST_SEAT,
    MOST_SEATS,
    PROMPTERS,
    SAID_WHEN,
    STREETS,
    STRUCTURES,
    told_slots,
)
from facts.reader import load_incident, read_incident
from facts.writer import unplaced, write_incident
from facts.yamlnodes import UNPRINTABLE
from tests.facts.samples import EVENTS, GOOD, name

GOTCHAS = ["null", "~", "Yes", "No", "n", "off", "<<", "1", "010", "1_000", "10:30", "1.5", "-", "- a", "? b", "a: b"]
GOTCHAS += ["#c", "a #c", "[x]", "{x", "*a", "&a", "!t", "'", '"', "\\", "a,b", "%", "@", "`", "|", ">", "=", "Вася"]
RICH = 10**14  # a stack that holds whatever the drawn acts put in


def sound(text: str) -> bool:
    """A text that can stand in a file and is kept as it is."""
    return bool(text) and text == text.strip() and not UNPRINTABLE.search(text)


NAMES = st.one_of(
    st.sampled_from(GOTCHAS),
    st.text(st.characters(exclude_categories=["C", "Z"], include_characters=" "), max_size=LONGEST_SEAT),
).filter(lambda text: sound(text) and text.isprintable() and text != "event")
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cn", "Co"]), max_size=40).map(str.strip).filter(sound)
AMOUNTS = st.one_of(st.integers(0, 200), st.integers(0, 10**9))
MOTION = st.lists(st.sampled_from([5, 25, 100, 500, 10**6]), min_size=1, max_size=6).map(tuple)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """A value or None."""
    return st.one_of(st.none(), strategy)


@st.composite
def words(draw: st.DrawFn) -> Words:
    """What a player may have declared."""
    word = draw(st.sampled_from(SPOKEN))
    amount = None if word in WITHOUT_AMOUNT else draw(AMOUNTS if word == "amount" else maybe(AMOUNTS))
    means = None if amount is None else draw(st.sampled_from([None, "to", "by"]))
    return Words(word, amount, means, draw(st.sampled_from(SAID_WHEN)))


@st.composite
def acts(draw: st.DrawFn, seats: tuple[str, ...]) -> Act:
    """Any act, sensible or not."""
    does = draw(maybe(st.sampled_from(ACT_VERBS)))
    motions = draw(maybe(st.lists(MOTION, max_size=3).map(tuple)))
    handful = bool(motions) and draw(st.booleans())
    held = sum(map(sum, motions or ()))
    extra = {"deliberate": st.booleans(), "offence": st.integers(1, 9), "overlooked_raise": st.booleans()}
    return Act(
        draw(st.sampled_from(seats)),
        does,
        None if does is None or does in WITHOUT_AMOUNT else draw(maybe(AMOUNTS.filter(bool))),
        words=draw(maybe(words())),
        motions=motions,
        handful=handful,
        picked_up=draw(maybe(st.integers(held, held + 1000))),
        gesture=draw(maybe(st.sampled_from(GESTURES))),
        prompted=draw(maybe(st.sampled_from(PROMPTERS))),
        extra=draw(st.fixed_dictionaries({}, optional=extra)),
    )


@st.composite
def events(draw: st.DrawFn, seats: tuple[str, ...]) -> Event:
    """Any event of the vocabulary with some of its slots."""
    event = draw(st.sampled_from(sorted(EVENTS)))
    slots: dict[str, Any] = {}
    for slot, spec in told_slots(EVENTS[event]).items():
        values: dict[str, st.SearchStrategy[Any]] = {
            "seat": st.sampled_from(seats),
            "seats": st.lists(st.sampled_from(seats), max_size=3).map(tuple),
            "chips": AMOUNTS,
            "count": st.integers(0, 99),
            "flag": st.booleans(),
            "word": st.sampled_from(spec.domain or ("",)),
            "cards": st.lists(st.sampled_from(DECK).map(str), min_size=1, max_size=3).map(tuple),
        }
        if spec.required or draw(st.booleans()):
            slots[slot] = draw(values[spec.type])
    return Event(event, slots)


@st.composite
def incidents(draw: st.DrawFn) -> Incident:
    """Any incident that can be told."""
    game = draw(maybe(st.sampled_from(sorted(MOST_SEATS))))
    seats = tuple(draw(st.lists(NAMES, min_size=1, max_size=8, unique=True)))
    some = st.lists(st.sampled_from(seats), unique=True, max_size=len(seats))
    deck = iter(draw(st.permutations([str(card) for card in DECK])))
    streets = ALL_STREETS if game is None else (*STREETS[game], "showdown")
    blinds = sorted(draw(st.tuples(AMOUNTS, AMOUNTS.map(lambda amount: amount + 1))))
    stakes = {"sb": blinds[0], "bb": max(blinds[1], 1), "ante": draw(AMOUNTS), "bet": draw(st.integers(1, 500))}
    return Incident(
        seats=seats,
        game=game,
        structure=draw(maybe(st.sampled_from(STRUCTURES))),
        street=draw(maybe(st.sampled_from(streets))),
        stakes={key: stakes[key] for key in draw(st.lists(st.sampled_from(sorted(stakes)), unique=True))},
        stacks={seat: RICH + draw(AMOUNTS) for seat in draw(some)},
        pot=draw(maybe(AMOUNTS)),
        button=draw(maybe(st.sampled_from(seats))),
        began_with=draw(maybe(st.integers(1, 9))),
        min_chip=draw(maybe(st.integers(1, 100))),
        timeline=tuple(draw(st.lists(st.one_of(acts(seats), events(seats)), max_size=6))),
        board=tuple(next(deck) for _ in range(draw(st.integers(0, 5)))),
        cards={seat: (next(deck), next(deck)) for seat in draw(some)},
        up_cards={seat: (next(deck),) for seat in draw(some)},
        rulebook=draw(maybe(TEXTS)),
        note=draw(st.one_of(st.just(""), TEXTS)),
    )


@given(incidents())
def test_what_was_written_reads_back(incident: Incident) -> None:
    text = write_incident(incident)
    again = read_incident(text, "again", EVENTS)
    assert unplaced(again) == incident
    assert write_incident(again) == text


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_good_files_read_back(path: Path) -> None:
    incident = load_incident(path, EVENTS)
    assert unplaced(read_incident(write_incident(incident), "again", EVENTS)) == unplaced(incident)


def test_the_canonical_form() -> None:
    incident = Incident(
        ("A", "No", "a: b"),
        game="holdem",
        street="flop",
        stakes={"bb": 20, "sb": 10},
        stacks={"No": 500},
        board=("As", "Kd", "7c"),
        cards={"A": ("Ah", "Ad")},
        note="two\nlines",
        timeline=(
            Act("A", "bet", 20),
            Act("No", motions=((100, 100, 25),), words=Words("raise", 500, "to", "after")),
            Act("a: b", motions=((500,), (25, 100)), handful=True, picked_up=700),
            Act("A", "call", 200, prompted="dealer", extra={"deliberate": False}),
            Act("A"),
            Event("request", {"seat": "No", "wants": "check", "to": None}),
        ),
    )
    assert write_incident(incident).splitlines() == [
        r'note: "two\nlines"',
        "game: holdem",
        "street: flop",
        'seats: [A, No, "a: b"]',
        "stakes: {sb: 10, bb: 20}",
        "stacks: {No: 500}",
        "board: As Kd 7c",
        "hands: {A: Ah Ad}",
        "actions:",
        "  - A: bet 20",
        "  - No: {chips: [2x100, 25], says: raise to 500, said_when: after}",
        '  - "a: b": {columns: [500, [25, 100]], picked_up: 700}',
        "  - A: {does: call 200, prompted: dealer, deliberate: no}",
        "  - A: {}",
        "  - {event: request, seat: No, wants: check}",
    ]


def test_a_story_without_players_comes_back() -> None:
    told = read_incident("actions: [{event: string-bet-called, by: player}]")
    assert unplaced(read_incident(write_incident(told))) == unplaced(told)
