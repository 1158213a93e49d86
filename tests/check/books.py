"""The small rulebooks that the checks are tried on, and how a book is checked."""

from __future__ import annotations

from pathlib import Path

from check.confirm import Bench
from check.report import PARTS, Checked, check, world_of
from engine.pool import experta_pool
from knowledge.explained import explained_in
from knowledge.loading import lineage_of, load

BOOKS = Path(__file__).parents[1] / "knowledge" / "rulebooks" / "checked"


def bench(name: str) -> Bench:
    """What stories about one of the small books are ruled with."""
    book, vocabulary = load(BOOKS / name)
    return Bench(book, vocabulary, experta_pool())


def checked(name: str, *parts: str) -> Checked:
    """One of the small books, checked."""
    used = bench(name)
    explained = explained_in(lineage_of(BOOKS / name), used.book, used.vocabulary)
    return check(world_of(used), used, explained, parts or PARTS, lambda: None)
