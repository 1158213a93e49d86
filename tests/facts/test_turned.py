"""A story turned over: every name, chip and card of it is changed, wherever it stands, and nothing else."""

from __future__ import annotations

from facts.incident import Act
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.turned import recarded, rechipped, renamed, rotated, scaled

STORY = """
game: holdem
structure: no-limit
street: flop
seats: [A, B, C]
button: C
stakes: {sb: 50, bb: 100}
stacks: {A: 5000, B: 900}
pot: 300
min_chip: 25
board: As Kd 7c
hands: {A: Qh Qs}
actions:
  - A: bet 200
  - B: {chips: [500, 2x25], says: raise to 550, in_front: 2x25, pulled_back: 25, picked_up: 600}
  - {event: contributed, seat: C, chips: 400}
  - {event: asks-to-see, seat: A, of: B}
"""


def test_names_are_changed_wherever_they_stand() -> None:
    told = renamed(read_incident(STORY), {"A": "Anna", "B": "Boris", "C": "Clara"}, vocabulary())
    assert told.seats == ("Anna", "Boris", "Clara")
    assert told.button == "Clara"
    assert set(told.stacks) == {"Anna", "Boris"}
    assert set(told.cards) == {"Anna"}
    assert [entry.seat for entry in told.timeline if isinstance(entry, Act)] == ["Anna", "Boris"]
    assert [dict(entry.slots) for entry in told.timeline if not isinstance(entry, Act)] == [
        {"seat": "Clara", "chips": 400},
        {"seat": "Anna", "of": "Boris"},
    ]


def test_chips_are_changed_wherever_they_stand() -> None:
    told = scaled(read_incident(STORY), 2)
    assert told == read_incident(
        STORY.replace("sb: 50, bb: 100", "sb: 100, bb: 200")
        .replace("A: 5000, B: 900", "A: 10000, B: 1800")
        .replace("pot: 300", "pot: 600")
        .replace("min_chip: 25", "min_chip: 50")
        .replace("bet 200", "bet 400")
        .replace("[500, 2x25], says: raise to 550", "[1000, 2x50], says: raise to 1100")
        .replace("in_front: 2x25, pulled_back: 25, picked_up: 600", "in_front: 2x50, pulled_back: 50, picked_up: 1200")
        .replace("chips: 400", "chips: 800")
    )


def test_every_amount_is_shown_once_for_each_place() -> None:
    seen: list[int] = []
    rechipped(read_incident(STORY), lambda amount: seen.append(amount) or amount)  # type: ignore[func-returns-value]
    told = [50, 100, 5000, 900, 300, 25, 200, 550, 500, 25, 25, 25, 25, 25, 600, 400]
    assert sorted(seen) == sorted(told)


def test_cards_are_changed_wherever_they_stand() -> None:
    told = recarded(read_incident(STORY), lambda card: card[0] + {"s": "h", "h": "s"}.get(card[1], card[1]))
    assert told.board == ("Ah", "Kd", "7c")
    assert told.cards == {"A": ("Qs", "Qh")}


def test_cards_of_an_event_are_changed() -> None:
    story = "game: holdem\nseats: [A]\nevents:\n  - {event: ofc-boxes, seat: A, top: 6d 6c Js}\n"
    told = recarded(read_incident(story), lambda card: card[0] + "h")
    assert [entry.slots["top"] for entry in told.timeline if not isinstance(entry, Act)] == [("6h", "6h", "Jh")]


def test_the_list_of_seats_begins_elsewhere() -> None:
    told = read_incident(STORY)
    assert rotated(told, 1).seats == ("B", "C", "A")
    assert rotated(told, 3) == told
