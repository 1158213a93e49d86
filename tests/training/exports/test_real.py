"""Real items of every rulebook, in both languages, through the formats that are read back without much ado."""

from __future__ import annotations

import csv
import io
import json
from html import unescape

import jsonschema
import pytest
from moodle_xml_parser.parser import parse_bytes
from ua_exam.gift_parser import parse_gift_content

from floorcall import rulebooks
from tests.training.exports import gift_reader, moodle_reader
from training.desk import Desk
from training.exports import Collection, collection, render
from training.exports.schema import items_schema
from training.items import make

COUNT = 14


@pytest.fixture(scope="module", params=rulebooks())
def desk(request: pytest.FixtureRequest) -> Desk:
    return Desk(request.param)


@pytest.fixture(scope="module", params=["en", "ru"])
def told(request: pytest.FixtureRequest, desk: Desk) -> Collection:
    items = make(desk.rulebook.id, language=request.param, seed=3, count=COUNT, desk=desk)
    return collection(items, desk.rulebook, request.param, 3)


def test_the_schema_takes_them(told: Collection) -> None:
    found = json.loads(render(told, "json"))
    jsonschema.validate(found, items_schema())
    assert len(found["items"]) == COUNT
    named = {clause for item in told.items for clause in item.clauses}
    assert named <= {citation["clause"] for citation in found["citations"]}


def test_moodle_and_the_other_program_read_them(told: Collection) -> None:
    data = render(told, "moodle")
    _, found = moodle_reader.read(data)
    assert [question.name for question in found] == [item.id for item in told.items]
    choices = [item for item in told.items if not item.ordered]
    for item, question in zip(choices, parse_bytes(data)["multichoice"], strict=True):
        assert [answer.answer for answer in question.options] == [option.text for option in item.options]
        assert [answer.score_fraction > 0 for answer in question.options] == [option.key for option in item.options]


def test_gift_is_read_by_both_readers(told: Collection) -> None:
    text = render(told, "gift").decode()
    _, found = gift_reader.read(text)
    for item, question in zip(told.items, found, strict=True):
        if item.ordered:
            assert [unescape(step) for step, _ in question.pairs] == [option.text for option in item.keys]
        else:
            assert [unescape(choice.text) for choice in question.choices] == [option.text for option in item.options]
    others = [question["title"] for question in parse_gift_content(text)]
    assert others == [item.id for item in told.items]


def test_a_spreadsheet_reads_them(told: Collection) -> None:
    rows = list(csv.DictReader(io.StringIO(render(told, "csv").decode("utf-8-sig"), newline=""), strict=True))
    assert [row["id"] for row in rows] == [item.id for item in told.items]
    assert all(row["key"] and row["clauses"] for row in rows)
