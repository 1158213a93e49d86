"""The published JSON Schema of rulings."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from explain.schema import STATUSES, as_text, ruling_schema
from tests.explain.samples import data, through_json


def test_the_published_file_is_the_generated_one(root: Path) -> None:
    published = (root / "docs" / "ruling.schema.json").read_text(encoding="utf-8")
    assert published == as_text(), "write it anew: python -m explain.schema > docs/ruling.schema.json"


def test_it_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(ruling_schema())


def test_it_knows_every_status() -> None:
    from engine import ruling

    assert set(STATUSES) == {ruling.DETERMINED, ruling.ASSUMING, ruling.NEEDS, ruling.CONFLICTING, ruling.DISCRETION}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("status",), "certain"),
        (("schema",), "floorcall.ruling/1"),
        (("extra",), 1),
        (("options", 0, "acts", 0, "act"), "run"),
        (("chips", "returned"), {"B": -1}),
        (("reasoning", 0, "n"), "1"),
        (("findings", 0, "clauses"), None),
    ],
)
def test_what_breaks_the_contract_is_refused(path: tuple[Any, ...], value: Any) -> None:
    found = copy.deepcopy(through_json(data("oversized-chip")))
    place = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(ruling_schema()).validate(found)
