"""Disputed facts in an incident file: read, written, and refused where they cannot be."""

from __future__ import annotations

import jsonschema
import pytest

from facts.faults import Faults
from facts.incident import Act, Dispute, Incident, Version
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.schema import incident_schema
from facts.writer import unplaced, write_incident
from facts.yamlnodes import Collector, compose, plain

EVENTS = vocabulary().events
HEAD = "structure: no-limit\nstreet: flop\nseats: [A, B]\nstacks: {A: 900, B: 900}\nactions:\n  - A: bet 200\n"
SAYS = HEAD + "  - B: {chips: [500]}\ndisputed:\n  act2.says: {B: call, dealer: raise, A: raise}\n"


def read(text: str) -> Incident:
    return read_incident(text, "f", EVENTS)


def faults(text: str) -> list[str]:
    """What is wrong with a text."""
    with pytest.raises(Faults) as caught:
        read(text)
    return [str(fault) for fault in caught.value.faults]


def test_who_says_what_is_kept_and_the_fact_is_not_told() -> None:
    incident = unplaced(read(SAYS))
    assert incident.disputes == (Dispute("act2.says", (Version(("B",), "call"), Version(("dealer", "A"), "raise"))),)
    act = incident.timeline[1]
    assert isinstance(act, Act)
    assert act.words is None


def test_a_fact_may_be_named_in_any_way_and_be_of_any_kind() -> None:
    text = HEAD + "  - B: {}\npot: 300\ndisputed:\n  B.chips: {A: [500], dealer: 5x100}\n  min_chip: {A: 25, B: '-'}\n"
    assert [dispute.fact for dispute in read(text).disputes] == ["act2.chips", "min_chip"]
    whole = HEAD + "  - B:\ndisputed:\n  act2: {A: fold, B: {says: call, gesture: tap}}\n"
    (dispute,) = read(whole).disputes
    assert [version.value for version in dispute.versions] == ["fold", "{says: call, gesture: tap}"]


@pytest.mark.parametrize(
    "text",
    [
        SAYS,
        HEAD + "  - B:\ndisputed:\n  act2: {A: fold, B: {says: call, gesture: tap}}\n  pot: {A: 300, B: '-'}\n",
        HEAD + "  - B: {silent: yes}\ndisputed:\n  act 2 chips: {A: [500], the dealer: 2x100 + 300}\n",
    ],
)
def test_what_is_written_reads_back(text: str) -> None:
    incident = read(text)
    assert incident.disputes
    assert unplaced(read(write_incident(incident))) == unplaced(incident)


def test_the_schema_for_editors_takes_it() -> None:
    schema = incident_schema(EVENTS)
    node = compose(SAYS, Collector("f"))
    assert node is not None
    jsonschema.validate(plain(node), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"seats": ["A"], "disputed": {"pot": {"A": 5}}}, schema)


@pytest.mark.parametrize(
    ("rest", "wanted"),
    [
        (
            "  - B: {chips: [500], says: call}\ndisputed:\n  act2.says: {A: call, B: raise}",
            "f:9:3: disputed: act2.says is",
        ),
        (
            "  - B: {chips: [500], silent: yes}\ndisputed:\n  act2.says: {A: call, B: raise}",
            "the story tells act2.silent",
        ),
        ("  - B: call\ndisputed:\n  act2: {A: call, B: fold}", "write the seat alone"),
        ("  - B: {}\ndisputed:\n  act2.sayz: {A: call, B: raise}", "did you mean act2.says?"),
        ("  - B: {}\ndisputed:\n  act9.says: {A: call, B: raise}", "the story has no act 9"),
        (
            "  - B: {}\ndisputed:\n  act2.says: {A: call, B: raze}",
            "f:9:27: B says: 'raze' is not known (did you mean raise?)",
        ),
        ("  - B: {}\ndisputed:\n  act2.says: {A: call, B: call}", "one version only"),
        ("  - B: {}\ndisputed:\n  act2.says: {A: call, B: }", "what B says is missing"),
        ("  - B: {}\ndisputed:\n  act2.says: raise", "expected a mapping"),
        ("  - B: {}\ndisputed: [pot]", "expected a mapping"),
        ("  - B: {}\ndisputed:\n  act2.chips: {A: [500], B: [1500]}", "put in 1500"),
        ("  - B: {}\ndisputed:\n  B.says: {A: call, B: fold}\n  act2.says: {A: call, B: fold}", "stands twice"),
        (
            "  - B: {}\ndisputed:\n  pot: {A: 1, B: 2, C: 3}\n  min_chip: {A: 1, B: 2, C: 3}\n  bb: {A: 4, B: 2}",
            "18 combinations of versions",
        ),
    ],
)
def test_what_cannot_be_disputed_so_is_refused_at_its_place(rest: str, wanted: str) -> None:
    assert any(wanted in fault for fault in faults(HEAD + rest + "\n")), faults(HEAD + rest + "\n")


def test_all_faults_come_at_once() -> None:
    found = faults(HEAD + "  - B: {}\ndisputed:\n  pott: {A: 1, B: 2}\n  act2.says: {A: calll, B: foldd}\n")
    assert len(found) == 3
