"""An incident started from a precedent: what was told stands in it, everything else is marked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from facts.incident import Act, Event, Incident
from facts.lexicon import vocabulary
from facts.reader import read_incident
from precedents.index import Precedent
from precedents.lexicon import read
from precedents.starting import Started, start
from precedents.stated import stated

LEXICON = read()
CHIPS = {
    "game": "holdem",
    "structure": "no-limit",
    "street": "turn",
    "seats": ["A", "B", "C"],
    "stakes": {"sb": "100", "bb": "200"},
    "actions": [{"A": "bet 300"}, {"B": {"chips": ["500", "500"], "silent": "yes"}}],
}
COUNT = {"game": "holdem", "seats": ["A", "B"], "actions": [{"event": "wrong-card-count", "seat": "B", "cards": "3"}]}
EARLY = {
    "street": "flop",
    "actions": [{"event": "board-during-round", "street": "turn", "round_over": "no"}],
}


def precedent(incident: dict[str, Any]) -> Precedent:
    """A case with an incident."""
    title = {"en": "A title", "ru": "Название"}
    return Precedent("a-case", "bfsp", "x.yaml", title, ("4.12",), (), {}, json.dumps(incident))


def started(text: str, incident: dict[str, Any], language: str = "en") -> Started:
    """What is written for a text."""
    return start(precedent(incident), text, stated(text, LEXICON), language, vocabulary().events)


def read_back(text: str, incident: dict[str, Any]) -> Incident:
    """The incident that was written."""
    return read_incident(started(text, incident).text, "x", vocabulary().events)


def comments(text: str) -> dict[str, str]:
    """The comment of each line that has one."""
    pairs = (line.split("  # ") for line in text.splitlines() if "  # " in line)
    return {line.strip(): comment for line, comment in pairs}


def test_amount_and_chips_are_put_in() -> None:
    incident = read_back("bet of 700, seat 4 drops two 1000s without a word, blinds 200/400", CHIPS)
    assert incident.timeline[0].to == 700  # type: ignore[union-attr]
    act = incident.timeline[1]
    assert isinstance(act, Act)
    assert (act.seat, act.motions) == ("seat 4", ((1000, 1000),))
    assert incident.seats == ("A", "seat 4", "C")
    assert incident.stakes == {"sb": 200, "bb": 400}
    assert incident.rulebook == "bfsp"


def test_the_text_is_kept_as_the_note() -> None:
    assert read_back('he said: "raise", two 1000s', CHIPS).note == 'he said: "raise", two 1000s'


def test_every_line_says_where_it_comes_from() -> None:
    written = started("bet of 700, on the river", CHIPS)
    told = comments(written.text)
    assert told["street: river"] == "as told"
    assert told["- A: bet 700"].startswith("as told: bet 700; the rest from the precedent")
    assert told["game: holdem"] == "from the precedent, confirm"
    plain = [line for line in written.text.splitlines() if not line.startswith("#") and "  # " not in line]
    assert [line.partition(":")[0] for line in plain] == ["rulebook", "note", "actions"]
    assert set(written.told) == {"street: river", "- A: bet 700"}
    assert "game: holdem" in written.confirm


def test_what_has_no_sure_place_is_listed() -> None:
    written = started("5000 behind, bet 300, raise to 900, button says raise", CHIPS)
    assert {"raise 900", "says raise", "BTN", "5000"} <= set(written.unplaced)
    assert all(f"# Said, but it has no sure place here: {what}" in written.text for what in written.unplaced)
    assert "900" not in "".join(written.told)


def test_two_amounts_for_one_act_are_not_guessed_at() -> None:
    written = started("bet 300, then bet 600", CHIPS)
    assert {"bet 300", "bet 600"} <= set(written.unplaced)
    assert "- A: bet 300" in written.confirm


def test_the_street_that_was_dealt_is_not_the_one_that_was_played() -> None:
    incident = read_back("dealer put out the turn before the button acted", EARLY)
    assert incident.street == "flop"
    assert read_back("river came early", EARLY).street == "river"


def test_the_number_of_cards_and_the_seat() -> None:
    incident = read_back("seat 6 found five cards", COUNT)
    (event,) = incident.timeline
    assert isinstance(event, Event)
    assert event.slots == {"seat": "seat 6", "cards": 5}


def test_limits_are_no_blinds() -> None:
    assert "10/20" in started("limit 10-20", {**CHIPS, "structure": "pot-limit"}).unplaced or (
        read_back("limit 10-20", CHIPS).structure == "limit"
    )


@pytest.mark.parametrize("text", ["", "²", "x" * 300, "a: b # c", "- [", "'\"'", "seat 4 seat 5 bet 1 bet 2"])
def test_whatever_is_told_the_incident_can_be_read(text: str) -> None:
    for incident in (CHIPS, COUNT, EARLY):
        assert read_back(text, incident).seats == tuple(incident.get("seats", ()))


def test_it_is_written_in_russian_too() -> None:
    written = started("bet of 700", CHIPS, "ru")
    assert "Начато со случая a-case (bfsp 4.12): Название" in written.text
    assert comments(written.text)["game: holdem"] == "из прецедента, подтвердить"
