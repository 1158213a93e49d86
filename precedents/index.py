"""The index of all cases: built once for a state of the rulebooks, kept by content like the compiled rulebooks."""

from __future__ import annotations

import marshal
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from facts import lexicon as vocabulary
from facts.records import NamedTuple
from knowledge import store
from precedents import lexicon as lexicon_files
from precedents import ranking
from precedents.lexicon import Lexicon

# Raised whenever the shape of the index changes.
FORMAT = "1"
_ENDING = ".precedents"
_NEEDS = ("lexicon", "terms", "lengths", "cases", "probes")
_MOST_KEPT = 4
_PARTS = ("cases", "clauses", "texts")


class Precedent(NamedTuple):
    """A case as it is shown. ``under``: the other rulebooks under which it holds; ``readings``: those that it
    fixes, by clause; ``incident``: its incident as JSON.
    """

    id: str
    rulebook: str
    file: str
    title: dict[str, str]
    clauses: tuple[str, ...]
    under: tuple[str, ...]
    readings: dict[str, str]
    incident: str


class Index:
    """All cases of some rulebooks, ready to be searched."""

    def __init__(self, data: dict[str, Any], digest: str) -> None:
        self.data = data
        self.digest = digest

    def __len__(self) -> int:
        return len(self.data["cases"])

    @cached_property
    def lexicon(self) -> Lexicon:
        """The lexicon that the cases were read with."""
        return ranking.lexicon_of(self.data)

    def precedent(self, n: int) -> Precedent:
        """The case at a place."""
        told = marshal.loads(self.data["cases"][n])
        return Precedent(**told)


def index_of(folders: Sequence[str], watch: Callable[[int], Callable[[], None]] | None = None) -> Index:
    """The index of the cases in some rulebook folders, kept or built now.

    ``watch`` is called with the number of steps when it has to be built, and what it gives after each step. Raises
    Faults when a rulebook or its cases have some.
    """
    digest = _digest(folders)
    data = store.fetch(digest, _ENDING, _NEEDS)
    if data is None:
        from precedents.building import built, sources_of

        sources = sources_of(folders)
        data = built(sources, watch)
        store.keep(digest, data, _ENDING, _MOST_KEPT)
    return Index(data, digest)


def _digest(folders: Sequence[str]) -> str:
    """By content: the lexicon, the event types, the cases and clauses of the rulebooks; and this state of the code."""
    state = store.blake2b(FORMAT.encode(), digest_size=16)
    home = os.path.dirname(__file__)
    for name in sorted(os.listdir(home)):
        if name.endswith(".py"):
            told = os.stat(os.path.join(home, name))
            state.update(f"{name} {told.st_size} {told.st_mtime_ns}\0".encode())
    for name in lexicon_files.FILES:
        store.feed(state, os.path.join(lexicon_files.FOLDER, name), name)
    for name in vocabulary.files():
        if name.startswith("events"):
            store.feed(state, os.path.join(vocabulary.FOLDER, name), name)
    for folder in folders:
        state.update(folder.encode("utf-8", "surrogateescape"))
        store.feed(state, os.path.join(folder, "rulebook.yaml"), "rulebook.yaml")
        for part in _PARTS:
            inner = os.path.join(folder, part)
            for name in sorted(os.listdir(inner)) if os.path.isdir(inner) else ():
                store.feed(state, os.path.join(inner, name), f"{part}/{name}")
    return state.hexdigest()


__all__ = ["Index", "Precedent", "index_of"]
