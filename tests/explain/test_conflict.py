"""A conflict is told with both sides; the rulebooks should hold none, so one is made of a defeat that is taken back."""

from __future__ import annotations

import jsonschema
import pytest

from engine.arbitration import CONFLICT
from engine.ruling import CONFLICTING, Ruling
from explain.data import as_data
from explain.markdown import to_markdown
from explain.schema import ruling_schema
from explain.text import AUDIENCES, to_text
from tests.explain.samples import LANGUAGES, ruling, through_json


@pytest.fixture
def disputed() -> Ruling:
    """The columns incident with the two readings of the chips standing against each other."""
    found = ruling("columns")
    verdicts = []
    for verdict in found.trace.verdicts:
        if verdict.topic == "accepted":
            losers = tuple(defeat.loser for defeat in verdict.defeats)
            sides = (verdict.by, losers)
            verdict = verdict._replace(status=CONFLICT, values={}, by=(), defeats=(), sides=sides)
        if verdict.topic in ("accepted", "heard"):
            verdicts.append(verdict)
    trace = found.trace._replace(verdicts=tuple(verdicts), order=(), open_acts=(2,))
    return found._replace(status=CONFLICTING, trace=trace)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_are_cited(disputed: Ruling, language: str) -> None:
    found = as_data(disputed, language)
    jsonschema.Draft202012Validator(ruling_schema()).validate(through_json(found))
    (line,) = found["ruling"]
    assert {"4.11.p2", "4.11.p3"} <= set(line["clauses"])
    accepted = next(finding for finding in found["findings"] if finding["topic"] == "accepted")
    assert [side[0]["rule"] for side in accepted["sides"]] == ["handful-in-columns", "first-motion-only"]
    assert {"4.11.p2", "4.11.p3"} <= {entry["clause"] for entry in found["citations"]}


@pytest.mark.parametrize("audience", AUDIENCES)
def test_every_reader_hears_of_it(disputed: Ruling, audience: str) -> None:
    text = " ".join(to_text(disputed, audience=audience).split())
    assert "all 800 count" in text
    assert "only the first 400 count" in text
    assert to_markdown(disputed, audience=audience)
