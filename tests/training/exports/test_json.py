"""Items as JSON: the published schema holds, nothing is lost, the incident can be ruled again."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from facts.incident import Incident
from facts.lexicon import vocabulary
from facts.reader import read_incident
from facts.schema import incident_schema
from facts.writer import unplaced
from tests.training.exports.samples import HOSTILE, collected, hostile, incident, item, ordinary
from training.exports import fit, render
from training.exports.data import as_data
from training.exports.schema import as_text, items_schema

DOCS = Path(__file__).resolve().parents[3] / "docs"


def test_the_schema_is_the_one_in_the_docs() -> None:
    jsonschema.Draft202012Validator.check_schema(items_schema())
    assert as_text() == (DOCS / "items.schema.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_written_follows_the_schema_and_loses_nothing(text: str) -> None:
    told = json.loads(render(collected((*ordinary(), *hostile(text))), "json"))
    jsonschema.validate(told, items_schema())
    assert told["items"][3]["story"] == fit(text)
    assert [one["text"] for one in told["items"][3]["explanations"]] == [fit(text)] * 3


def test_the_schema_refuses_what_is_not_an_item() -> None:
    told = as_data(collected(ordinary()))
    told["items"][0]["kind"] = "riddle"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(told, items_schema())


def test_key_options_and_explanations_go_together() -> None:
    for one, made in zip(as_data(collected(ordinary()))["items"], ordinary(), strict=True):
        assert len(one["explanations"]) == len(one["options"]) == 3
        assert one["key"] == list(made.answer)
        if not one["ordered"]:
            assert [at for at, why in enumerate(one["explanations"]) if why["right"]] == sorted(one["key"])


def test_the_incident_is_one_that_the_engine_can_rule_again() -> None:
    told = as_data(collected((item(),)))["items"][0]["incident"]
    jsonschema.validate(told, incident_schema(vocabulary().events))
    again: Incident = read_incident(json.dumps(told), "again.json")
    assert unplaced(again) == unplaced(incident())
