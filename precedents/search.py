"""Finding precedents: the best cases for a text, the same story told in several rulebooks only once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import nlargest

from facts.records import NamedTuple
from precedents.index import Index, Precedent
from precedents.ranking import PROBE, Query, query_of, scores

# Below this a case shares no more with a text than any text does: a word or two of the table.
LEAST = 0.2
# So many notions are told at least where no kind of incident is named; one of them is not one that every story has.
_FEWEST = 2
# A score is told from 0 to 1; this one is told as a half.
HALF = 4.0
_LOOKED_AT = 80


class Match(NamedTuple):
    """A case that fits. ``score``: above 0, at most 1. ``also``: other cases that tell the same story."""

    precedent: Precedent
    score: float
    also: tuple[Precedent, ...]


class Found(NamedTuple):
    """What was found, best first; ``query`` is how the text was understood."""

    query: Query
    matches: tuple[Match, ...]


def find(text: str, index: Index, most: int, allowed: Callable[[Precedent], bool] = lambda _: True) -> Found:
    """The ``most`` best cases among those allowed, none where the text matches nothing."""
    query = query_of(text, index.lexicon, index.data["terms"])
    if not _tells(query, index.lexicon.values["general"]):
        return Found(query, ())
    got = scores(query, index.data)
    probes: list[bool] = index.data["probes"]
    weighed = [score * PROBE if probes[n] else score for n, score in enumerate(got)]
    best = nlargest(_LOOKED_AT * 5, range(len(weighed)), key=lambda n: (weighed[n], -n))
    stories: dict[str, list[tuple[float, Precedent]]] = {}
    for n in best:
        score = weighed[n] / (weighed[n] + HALF)
        if score < LEAST or sum(map(len, stories.values())) >= _LOOKED_AT:
            break
        precedent = index.precedent(n)
        if allowed(precedent):
            stories.setdefault(_story(precedent, stories), []).append((score, precedent))
    matches = (Match(told[0][1], round(told[0][0], 4), tuple(one for _, one in told[1:])) for told in stories.values())
    return Found(query, tuple(matches)[:most])


def _tells(query: Query, general: Sequence[str]) -> bool:
    """Whether a text tells anything of an incident."""
    telling = query.notions.difference(general)
    return bool(query.kinds) or len(telling) >= _FEWEST or (len(telling) > 0 and len(query.notions) > _FEWEST)


def _story(precedent: Precedent, known: dict[str, list[tuple[float, Precedent]]]) -> str:
    """What two cases have in common that tell the same: the title, or the very same incident."""
    same = (key for key, told in known.items() if any(one.incident == precedent.incident for _, one in told))
    return next(same, precedent.title.get("en") or precedent.id)


__all__ = ["HALF", "LEAST", "Found", "Match", "find"]
