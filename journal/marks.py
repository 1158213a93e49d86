"""What a search finds an entry by, out of its data alone: so an index can always be made anew, and be verified."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

PLAYER, CLAUSE, UNDER, KIND, WORD = "player", "clause", "under", "kind", "word"

# Where the texts stand that people wrote or read. Names of players are not among them: those can be erased.
_TEXTS = (
    *("headline", "text", "note", "reason", "instead", "standard", "sanction", "values", "outcome", "how"),
    *("decided_by", "received_by", "place", "organiser", "name"),
)
_WORDS = re.compile(r"\w+")
_MOST = 200
_LONGEST = 40
_LONGEST_VALUE = 200


def marks_of(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The marks of an entry with these data: pairs of what it is and its value, sorted, none twice."""
    found = {(PLAYER, str(data[name])) for name in ("player", "key") if data.get(name)}
    players = data.get("players")
    if isinstance(players, Mapping):
        found.update((PLAYER, str(key)) for key in players.values())
    clauses = {*_listed(data, "clauses"), *([str(data["clause"])] if data.get("clause") else ())}
    found.update((CLAUSE, clause) for clause in clauses)
    found.update((UNDER, above) for clause in clauses for above in _above(clause))
    found.update((KIND, kind) for kind in _listed(data, "kinds"))
    texts = (text for name in _TEXTS if name in data for text in _strings(data[name]))
    words = sorted({word for text in texts for word in words_of(text)})
    found.update((WORD, word) for word in words[:_MOST])
    return sorted({(what, value[:_LONGEST_VALUE]) for what, value in found})


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: in lower case, long ones cut."""
    return [word[:_LONGEST] for word in _WORDS.findall(text.casefold())]


def _above(clause: str) -> Iterator[str]:
    """A clause and all that it lies below: 4.9.8, 4.9, 4."""
    while clause:
        yield clause
        clause = clause.rpartition(".")[0]


def _listed(data: Mapping[str, Any], name: str) -> Iterator[str]:
    told = data.get(name)
    return (str(item) for item in told) if isinstance(told, (list, tuple)) else iter(())


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _strings(part)
