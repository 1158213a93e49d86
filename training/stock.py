"""The cases of a rulebook, read once and then kept compiled beside the rulebook: a question at once needs one of them,
and reading all of their YAML would take most of a second.

Missing, stale or damaged, what is kept is read from the YAML again; each case is brought back by itself.
"""

from __future__ import annotations

import marshal
import os
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from facts import incident as incidents
from facts.lexicon import Vocabulary
from knowledge import casemodel, store
from knowledge.casemodel import Case
from knowledge.model import Rulebook

_ENDING = ".cases"
_NEEDS = ("cases", "clauses")
# Part of the digest: raised when the shape of what is kept changes.
_FORMAT = b"stock 1"


class Stock(Mapping[str, Case]):
    """The cases that hold under a rulebook by id, in the order of their files; each is made when it is asked for.

    ``clauses``: by case, the clauses that its file names, the most telling first; they cost nothing to look at.
    """

    def __init__(self, cases: Mapping[str, bytes], clauses: Mapping[str, tuple[str, ...]]) -> None:
        self._raw = cases
        self._made: dict[str, Case] = {}
        self.clauses = clauses

    def __getitem__(self, name: str) -> Case:
        if name not in self._made:
            self._made[name] = _unpacked(marshal.loads(self._raw[name]))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)


def stock(book: Rulebook, vocabulary: Vocabulary) -> Stock:
    """The cases that hold under a rulebook. Raises Faults when its case files have some."""
    digest = _digest(book)
    kept = store.fetch(digest, _ENDING, _NEEDS)
    if kept is None:
        from knowledge.casefiles import cases_of  # late: what is kept needs no reader

        cases = cases_of(book, vocabulary)
        kept = {
            "cases": {case.id: marshal.dumps(_packed(case)) for case in cases},
            "clauses": {case.id: tuple(named.name for named in case.clauses) for case in cases},
        }
        store.keep(digest, kept, _ENDING)
    return Stock(kept["cases"], kept["clauses"])


def _digest(book: Rulebook) -> str:
    """By the content of everything that the cases are read from, and of the modules that say what a case is."""
    folders = [layer.folder for layer in book.layers]
    state = store.blake2b(_FORMAT, digest_size=16)
    state.update(store.digest_of(folders).encode())
    for folder in folders:
        below = os.path.join(folder, "cases")
        names = sorted(os.listdir(below)) if os.path.isdir(below) else []
        for name in names:
            store.feed(state, os.path.join(below, name), f"cases/{name}")
    return str(state.hexdigest())


# -- values as data that marshal stores: a record is a list that begins with the number of its class ------------------


@cache
def _classes() -> tuple[type[Any], ...]:
    """The classes of records that a case is made of, in a fixed order."""
    told = (incidents, casemodel)
    names = ((module, name) for module in told for name in sorted(vars(module)))
    return tuple(
        dict.fromkeys(
            found
            for module, name in names
            if isinstance(found := getattr(module, name), type) and found.__module__ == module.__name__
        )
    )


@cache
def _numbers() -> Mapping[type[Any], int]:
    return {found: number for number, found in enumerate(_classes())}


def _fields(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple):
        return tuple(value)
    return tuple(getattr(value, name) for name in type(value).__slots__)


def _packed(value: Any) -> Any:
    number = _numbers().get(type(value))
    if number is not None:
        return [number, *map(_packed, _fields(value))]
    if isinstance(value, tuple):
        return tuple(map(_packed, value))
    if isinstance(value, Mapping):
        return {key: _packed(part) for key, part in value.items()}
    return value


def _unpacked(raw: Any) -> Any:
    if isinstance(raw, list):
        return _classes()[raw[0]](*map(_unpacked, raw[1:]))
    if isinstance(raw, tuple):
        return tuple(map(_unpacked, raw))
    if isinstance(raw, dict):
        return MappingProxyType({key: _unpacked(part) for key, part in raw.items()})
    return raw


__all__ = ["Stock", "stock"]
