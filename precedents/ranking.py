"""Ranks the cases of an index by how well they fit a text."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any

from facts.records import NamedTuple
from precedents.lexicon import Forms, Kind, Lexicon
from precedents.stated import computed
from precedents.tokens import stem, words

# How much kinds, notions and words weigh against each other, and how much the length of a case counts.
WEIGHTS = {"kind": 4.5, "is": 1.0, "word": 0.5}
EVEN = {"kind": 0.65, "is": 0.5, "word": 0.5}
# How much it counts that few cases have a term.
RARE = {"kind": 1.5, "is": 2.0, "word": 2.0}
# A case that was thought up to probe a limit comes after one that tells what happened somewhere.
PROBE = 0.75


class Query(NamedTuple):
    """A text as it is searched: its kinds (with the number of notions that name each), notions and words."""

    kinds: Mapping[str, int]
    notions: frozenset[str]
    words: tuple[str, ...]


def lexicon_of(data: Mapping[str, Any]) -> Lexicon:
    """The lexicon that an index was built with."""
    forms, kinds, values = data["lexicon"]
    return Lexicon(Forms(*forms), tuple(Kind(*kind) for kind in kinds), values)


def query_of(text: str, lexicon: Lexicon, known: Mapping[str, Any]) -> Query:
    """What a text says. A word that is none of the ``known`` terms of an index may have one slip in it."""
    told = words(text)
    notions = lexicon.notions(told, lambda word: f"word {stem(word)}" not in known) | computed(text)
    return Query(lexicon.kinds_told(notions), frozenset(notions), tuple(told))


def terms_of(query: Query) -> dict[str, float]:
    """The terms of a text with their weights: a kind named by more notions is the surer one."""
    kinds = {f"kind {name}": min(3, size) / 2 for name, size in query.kinds.items()}
    notions = {f"is {name}": 1.0 for name in query.notions}
    return {**kinds, **notions, **{f"word {stem(word)}": 1.0 for word in query.words}}


def scores(query: Query, data: Mapping[str, Any]) -> list[float]:
    """The score of every case, 0 for one that shares nothing with the text."""
    total = [0.0] * len(data["cases"])
    by_sort: dict[str, dict[str, float]] = {sort: {} for sort in WEIGHTS}
    for term, weight in terms_of(query).items():
        by_sort[term.partition(" ")[0]][term] = weight
    for sort, terms in by_sort.items():
        part, own = _dot(terms, data["terms"], len(total), RARE[sort])
        lengths = array("f", data["lengths"][sort])
        if own:
            even, weigh = EVEN[sort], WEIGHTS[sort] / own
            for i, got in enumerate(part):
                if got:
                    total[i] += weigh * got / max(lengths[i], 1.0) ** even
    return total


def _dot(terms: Mapping[str, float], index: Mapping[str, Any], size: int, rare: float) -> tuple[list[float], float]:
    """What each case shares with the terms, and the length of the terms themselves."""
    part = [0.0] * size
    own = 0.0
    for term, weight in terms.items():
        if term in index:
            rarity, places, weights = index[term]
            gain = weight * rarity**rare
            own += (weight * rarity) ** 2
            for i, w in zip(array("H", places), array("f", weights), strict=True):
                part[i] += gain * w
    return part, own**0.5
