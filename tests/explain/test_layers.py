"""What a ruling says about its layers: one line of text, and in JSON the whole ruling of the book below."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

import floorcall
from engine.ruling import Ruling
from explain.data import as_data
from explain.markdown import to_markdown
from explain.schema import ruling_schema
from explain.text import to_text
from tests.explain.samples import through_json

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "examples" / "house"
FLOP = floorcall.load_incident(ROOT / "examples" / "four-card-flop.yaml")
EVENT = """rulebook: spring
layer: event
extends: {over}
languages: [ru]
cites: Весенний турнир
name: {{ru: Весенний турнир}}
edition: {{ru: "2026"}}
parameters:
  limit.raises: {{value: 5, clause: E-1}}
"""
CLAUSE = "- clause: E-1\n  section: '1'\n  title: {ru: Пять рэйзов}\n  gist: {ru: Пять рэйзов.}\n  status: encoded\n"
RAISES = """
game: holdem
structure: limit
stakes: {low: 100, high: 200}
street: flop
seats: [A, B]
pot: 600
actions: [A: bet 100, B: raise 200, A: raise 300, B: raise 400]
"""


def told(ruling: Ruling, language: str = "en") -> dict[str, Any]:
    """The data, as it fits the schema."""
    found: dict[str, Any] = through_json(as_data(ruling, language))
    jsonschema.Draft202012Validator(ruling_schema()).validate(found)
    return found


@pytest.fixture
def event(tmp_path: Path) -> Path:
    """The regulations of an event over the house rules of the example: three layers."""
    folder = tmp_path / "spring"
    (folder / "clauses").mkdir(parents=True)
    (folder / "rulebook.yaml").write_text(EVENT.format(over=HOUSE), encoding="utf-8")
    (folder / "clauses" / "event.yaml").write_text(CLAUSE, encoding="utf-8")
    return folder


def test_one_line_of_text_names_both_clauses_and_what_would_hold() -> None:
    ruling = floorcall.rule(FLOP, HOUSE)
    text = " ".join(to_text(ruling, "en", width=100).split())
    line = "LAYER River Room 4, over TDA 39. Without it: The flop has four cards: chance decides"
    assert line in text
    assert "СЛОЙ River Room 4, поверх TDA 39. Без этого: На флопе четыре карты" in " ".join(
        to_text(ruling, "ru").split()
    )
    assert "River Room 4, over TDA 39" in to_markdown(ruling)
    assert "LAYER" not in to_text(floorcall.rule(FLOP, "tda"))


def test_json_has_the_ruling_of_the_book_below() -> None:
    data = told(floorcall.rule(FLOP, HOUSE))
    (layer,) = data["layers"]
    assert (layer["rulebook"], layer["layer"], layer["name"], layer["clauses"]) == (
        "house",
        "house",
        "River Room",
        ["H-4"],
    )
    below = layer["below"]
    assert (below["rulebook"], below["status"], below["same"]) == ("tda", "determined", False)
    assert [(c["clause"], c["cite"], c["book"]) for c in below["citations"]] == [("39-A", "TDA 39", "tda")]
    board = next(finding for finding in below["findings"] if finding["topic"] == "board")
    assert board["values"] == {"fate": "by-lot"}
    assert any("chance decides" in text for text in below["differs"])
    books = {citation["clause"]: citation["book"] for citation in data["citations"]}
    assert (books["H-4"], books["39-A"]) == ("house", "tda")


def test_a_plain_book_has_no_layers() -> None:
    data = told(floorcall.rule(FLOP, "tda"))
    assert data["layers"] == []
    assert {citation["book"] for citation in data["citations"]} == {"tda"}


def test_each_layer_that_took_part_is_listed_from_above(event: Path) -> None:
    story = RAISES.replace("B: raise 400]", "B: raise 400, A: raise 500]")
    data = told(floorcall.rule(floorcall.read_incident(story), event), "ru")
    assert [(layer["layer"], layer["below"]["rulebook"], layer["below"]["same"]) for layer in data["layers"]] == [
        ("event", "house", False),
        ("house", "tda", False),
    ]
    (now,), (house,) = data["options"], data["layers"][0]["below"]["options"]
    assert [any(act["act"] == "raise" for act in option["acts"]) for option in (now, house)] == [True, False]
    assert any("500" in text for text in data["layers"][1]["below"]["differs"])
    assert [layer["text"].partition(".")[0] for layer in data["layers"]] == [
        "Весенний турнир 1, поверх River Room 2",
        "River Room 2, поверх TDA 48",
    ]
    # the event says nothing about the flop
    (layer,) = told(floorcall.rule(FLOP, event))["layers"]
    assert (layer["layer"], layer["below"]["rulebook"]) == ("house", "tda")


def test_the_same_result_on_other_grounds_is_told_so(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    (folder / "clauses").mkdir(parents=True)
    head = EVENT.format(over="tda").replace("limit.raises: {value: 5", "limit.raises: {value: 4")
    (folder / "rulebook.yaml").write_text(head, encoding="utf-8")
    (folder / "clauses" / "own.yaml").write_text(CLAUSE, encoding="utf-8")
    story = RAISES.replace(", A: raise 300, B: raise 400", "")
    (layer,) = told(floorcall.rule(floorcall.read_incident(story), folder))["layers"]
    assert layer["below"]["same"]
    assert layer["below"]["differs"] == []
    assert layer["text"] == "Весенний турнир 1, over TDA 48, with the same result."
