"""Facts behind a ruling, sorted: what was told or counted, and what the replay of the table came to from it.

A ruling keeps its facts as sentences. By the patterns of the vocabulary it is found which slot a sentence is about;
``facts.yaml`` says where it belongs. A sentence that is about nothing known counts as told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from os.path import dirname, join

from explain.texts import chosen, compiled, unmarked
from facts.lexicon import FactType, Vocabulary
from facts.patterns import Late

_FILE = join(dirname(__file__), "facts.yaml")
_NAME = Late(r"\$[A-Za-z_]\w*")

FOUND, FOLLOWS, LEFT_OUT = PLACES = ("found", "follows", "left_out")
"""Where a fact stands in a report: among those that were found, among what follows from them, or nowhere."""


def sorted_facts(
    facts: Iterable[str], language: str, vocabulary: Vocabulary, events: frozenset[str], above: bool
) -> dict[str, list[str]]:
    """The facts by :data:`PLACES`, each once. ``language``: theirs; ``events``: the types of events that were told;
    ``above``: what stands at the head of the story is told already.
    """
    places: dict[str, list[str]] = {place: [] for place in PLACES}
    patterns = list(_patterns(vocabulary, language, events))
    for fact in dict.fromkeys(facts):
        bare, other = unmarked(fact)
        known = patterns if not other else list(_patterns(vocabulary, other, events))
        places[_place(_about(bare, known), vocabulary.facts, above)].append(fact)
    return places


def _place(about: tuple[str, str] | None, types: Mapping[str, FactType], above: bool) -> str:
    if about is None or types[about[0]].event:
        return FOUND
    name, whole = ".".join(about), f"{about[0]}.*"
    if name in _sorted("told_above"):
        return LEFT_OUT if above else FOUND
    if name in _sorted("found") or not types[about[0]].slots[about[1]].derived:
        return FOUND
    return LEFT_OUT if {name, whole} & _sorted("left_out") else FOLLOWS


@cache
def _sorted(place: str) -> frozenset[str]:
    return frozenset(compiled([_FILE])[0][place])


def _patterns(
    vocabulary: Vocabulary, language: str, events: frozenset[str]
) -> Iterator[tuple[tuple[str, str], list[str], int]]:
    """Each statement cut at its names, with the slot that it is about and how many letters of it are fixed."""
    for type in vocabulary.facts.values():
        if type.event and type.name not in events:
            continue
        for slot in type.slots.values():
            for text in (slot.statement, slot.negation):
                if text:
                    parts = _NAME.split(text.get(chosen(text, language), ""))
                    yield (type.name, slot.name), parts, sum(map(len, parts))


def _about(fact: str, patterns: Iterable[tuple[tuple[str, str], list[str], int]]) -> tuple[str, str] | None:
    """The slot whose statement this is; of several the one that fixes most letters, an event before the table."""
    best: tuple[str, str] | None = None
    most = 0
    for about, parts, fixed in patterns:
        if fixed >= most and fixed and _fits(fact, parts):
            best, most = about, fixed
    return best


def _fits(fact: str, parts: list[str]) -> bool:
    if not fact.startswith(parts[0]) or not fact.endswith(parts[-1]):
        return False
    if len(parts) == 1:
        return fact == parts[0]
    at = len(parts[0])
    for part in parts[1:-1]:
        at = fact.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return at <= len(fact) - len(parts[-1])


__all__ = ["FOLLOWS", "FOUND", "LEFT_OUT", "PLACES", "sorted_facts"]
