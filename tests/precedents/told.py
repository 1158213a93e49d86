"""The texts that the search is measured with, and the index of all installed cases."""

from __future__ import annotations

from fnmatch import filter as fitting
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from knowledge.loading import folder_of, installed
from precedents.index import Index, Precedent, index_of

HERE = Path(__file__).parent
HELD_OUT, DEVELOPMENT = "held-out.yaml", "development.yaml"


class Told(NamedTuple):
    """A text with its language, its kind and the ids of the cases that tell the same."""

    language: str
    kind: str
    text: str
    matches: frozenset[str]


@cache
def index() -> Index:
    """The index of all installed cases."""
    return index_of([str(folder_of(book)) for book in installed()])


@cache
def precedents() -> tuple[Precedent, ...]:
    """All cases, as they are shown."""
    return tuple(index().precedent(n) for n in range(len(index())))


@cache
def read(name: str) -> dict[str, Any]:
    """One of the files with texts."""
    found: dict[str, Any] = yaml.safe_load((HERE / name).read_text(encoding="utf-8"))
    return found


def texts(name: str) -> list[Told]:
    """The texts of a file."""
    told = read(name)
    ids = {precedent.id for precedent in precedents()}
    kinds = {
        kind: frozenset(id for pattern in patterns for id in fitting(ids, pattern))
        for kind, patterns in told["kinds"].items()
    }
    return [Told(one["lang"], one["kind"], one["text"], kinds[one["kind"]]) for one in told["texts"]]
