"""Both engines give the same ruling, byte for byte in the JSON, on what the cases of the rulebooks tell.

Every eighth case, chosen by its name, so that a new one does not choose others: all of them take minutes with experta.
Each case is run with the fastest engine in test_cases.py.
"""

from __future__ import annotations

import json
from functools import cache
from zlib import crc32

import pytest

from engine.layers import with_below
from engine.pool import pool_of
from engine.ruling import decide
from engine.workspace import MakeMatcher
from explain.data import as_data
from facts.lexicon import Vocabulary
from knowledge.casefiles import cases_of
from knowledge.casemodel import Case
from knowledge.loading import installed, load
from knowledge.model import Rulebook

ONE_OF = 8


@cache
def book(name: str) -> tuple[Rulebook, Vocabulary]:
    return load(name)


@cache
def pool(kind: str) -> MakeMatcher:
    """Warm engines of one kind for all tests of this module."""
    return pool_of(kind)


SOME = [
    pytest.param(name, case, id=f"{name}-{case.id}")
    for name in installed()
    for case in cases_of(*book(name))
    if crc32(f"{name} {case.id}".encode()) % ONE_OF == 0
]


def ruled(kind: str, name: str, case: Case) -> str:
    """The JSON of the rulings on a case and what follows in it, the layer below included."""
    readings = {clause: named.name for clause, named in (case.readings or {}).items()}
    rulings = []
    for incident in (case.incident, *(step.incident for step in case.then)):
        ruling = decide(incident, *book(name), pool(kind), readings)
        rulings.append(as_data(with_below(ruling, pool(kind), readings), "en"))
    return json.dumps(rulings)


@pytest.mark.parametrize(("name", "case"), SOME)
def test_both_engines_rule_alike(name: str, case: Case) -> None:
    assert ruled("clips", name, case) == ruled("experta", name, case)


def test_the_sample_is_drawn_from_every_rulebook() -> None:
    names = [param.values[0] for param in SOME]
    assert all(names.count(name) > 10 for name in installed())
