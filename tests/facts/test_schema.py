"""The JSON Schema for editors: it takes what the reader takes, and refuses what is built wrongly."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from facts.faults import Faults
from facts.incident_keys import ACT_KEYS, INCIDENT_KEYS, STAKE_KEYS
from facts.reader import default_events, read_incident
from facts.schema import incident_schema
from facts.writer import write_incident
from facts.yamlnodes import Collector, compose, plain
from tests.facts.samples import EVENTS, GOOD, name

SCHEMA = incident_schema(EVENTS)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def data(text: str) -> object:
    """A text as an editor sees it: typed as YAML 1.2, merge keys done."""
    node = compose(text, Collector("f"))
    assert node is not None
    return plain(node)


def story(actions: str = "", head: str = "") -> str:
    """A sound incident with something added to it."""
    return f"game: holdem\nseats: [A, B]\n{head}\nactions: [{actions}]\n"


@pytest.mark.parametrize("events", [EVENTS, default_events(), {}], ids=["sample", "package", "none"])
def test_it_is_a_schema(events: dict[str, object]) -> None:
    jsonschema.Draft202012Validator.check_schema(incident_schema(events))  # type: ignore[arg-type]


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_good_files_are_valid(path: Path) -> None:
    VALIDATOR.validate(data(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", GOOD, ids=name)
def test_canonical_files_are_valid(path: Path) -> None:
    incident = read_incident(path.read_bytes(), "f", EVENTS)
    VALIDATOR.validate(data(write_incident(incident)))


@pytest.mark.parametrize(
    "text",
    [
        "game: holdem",
        "[A, B]",
        "seats: A, B",
        "seats: []",
        "seats: ",
        "seats: [A, A]",
        story(head="gmae: holdem"),
        story(head="structure: nolimit"),
        story(head="stakes: 10/20"),
        story(head="stakes: {small: 10}"),
        story(head="stakes: {bb: 0}"),
        story(head="stakes: {bb: -20}"),
        story(head="stacks: [A, 100]"),
        story(head="stacks: {A: -100}"),
        story(head="stacks: {A: many}"),
        story(head="pot: '10.5'"),
        story(head="began_with: 0"),
        story(head="street: flopp"),
        story(head="board: {A: As}"),
        story(head="events: [{A: bet 20}]"),
        story("A bets 20"),
        story("{}"),
        story("{A: bet 20, B: call}"),
        story("{A: bets 20}"),
        story("{A: bet -20}"),
        story("{A: raise by 20}"),
        story("{A: check 20}"),
        story("{A: [20]}"),
        story("{A: {chip: 500}}"),
        story("{A: {chips: [0]}}"),
        story("{A: {chips: -500}}"),
        story("{A: {chips: 5y100}}"),
        story("{A: {motions: 3x100}}"),
        story("{A: {chips: 500, motions: [500]}}"),
        story("{A: {says: raise, silent: yes}}"),
        story("{A: {said_when: after}}"),
        story("{A: {says: rise}}"),
        story("{A: {says: raise to}}"),
        story("{A: {silent: maybe}}"),
        story("{A: {offence: 0}}"),
        story("{A: {prompted: floor}}"),
        story("{event: requets, seat: A}"),
        story("{event: request}"),
        story("{event: request, seat: }"),
        story("{event: request, seat: A, whants: check}"),
        story("{event: request, seat: A, wants: chek}"),
        story("{event: request, seat: A, to: -5}"),
        story("{event: wrong-card-count, seat: A, cards: two}"),
        story("{event: cards-thrown, seat: A, separable: perhaps}"),
        story("{event: noticed, by: judge, round: 2}"),
    ],
)
def test_what_is_built_wrongly_is_invalid_for_schema_and_reader(text: str) -> None:
    assert not VALIDATOR.is_valid(data(text))
    with pytest.raises(Faults):
        read_incident(text, "f", EVENTS)


def test_every_key_has_a_title() -> None:
    act = SCHEMA["$defs"]["act"]["anyOf"][1]["properties"]
    stakes = SCHEMA["properties"]["stakes"]["anyOf"][0]["properties"]
    for keys, shown in ((INCIDENT_KEYS, SCHEMA["properties"]), (ACT_KEYS, act), (STAKE_KEYS, stakes)):
        assert {key.name: key.title for key in keys} == {key: value["title"] for key, value in shown.items()}


def test_questions_of_the_vocabulary_are_shown() -> None:
    request = SCHEMA["$defs"]["event"]["allOf"][0]["then"]
    assert request["properties"]["event"]["title"] == "a player asks to change his act"
    assert request["properties"]["seat"]["title"] == "Who asks?"
