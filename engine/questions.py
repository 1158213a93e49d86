"""Which question stands behind an unknown slot, and which answers to it are worth trying."""

from __future__ import annotations

from typing import Any

from engine.trace import Trace
from facts.incident import Act, Incident
from facts.lexicon import Vocabulary

Root = tuple[str, str, str]
# Slots of the table and of seats that follow from something simpler that somebody could tell.
_BLIND = ("table", "table", "big_blind")
_POT = ("table", "table", "pot")
_STRUCTURE = ("table", "table", "structure")
_BEHIND = {
    "min_to": _BLIND,
    "needed": _BLIND,
    "unit": _BLIND,
    "full": _BLIND,
    "max_to": _POT,
    "raises_used_up": _STRUCTURE,
    "raises_left": _STRUCTURE,
}
_MOST_AMOUNTS = 10


def root_of(place: Root, trace: Trace) -> Root:
    """The slot to ask about: a derived slot is unknown because something that could be told was not."""
    kind, _, slot = place
    if slot in _BEHIND and kind in ("act", "seat", "table"):
        return _STRUCTURE if not trace.table.structure else _BEHIND[slot]
    return place


def candidates(root: Root, vocabulary: Vocabulary, incident: Incident, trace: Trace) -> tuple[Any, ...]:
    """Answers to try: the whole domain of a word or flag, first or repeated for a count, thresholds for an amount of
    chips.
    """
    spec = vocabulary.facts[root[0]].slots[root[2]]
    if spec.domain:
        return _plausible(root, spec.domain, trace)
    if spec.type == "flag":
        return (True, False)
    if spec.type == "count":
        return (1, 2)
    if spec.type == "chips":
        return _amounts(incident, trace)
    return ()


def _plausible(root: Root, domain: tuple[str, ...], trace: Trace) -> tuple[str, ...]:
    """A word that could not have been said in this place (a bet over a bet, a call of nothing) is not worth a
    branch.
    """
    if root[2] != "declared":
        return domain
    fact = next((f for f in trace.facts if (f.type, f.key) == root[:2]), None)
    opened = fact is not None and fact.slots.get("opened")
    unlikely = {"bet"} if opened else {"call", "raise", "reraise", "cap"}
    return tuple(word for word in domain if word not in unlikely | {"check", "fold"})


def _amounts(incident: Incident, trace: Trace) -> tuple[int, ...]:
    """Amounts around which an unknown amount could tip the ruling: each number of the story, and one chip more."""
    told: set[int] = {1, *incident.stakes.values()}
    for entry in incident.timeline:
        if isinstance(entry, Act):
            told.update(total for total in (entry.to, sum(chip for m in entry.motions or () for chip in m)) if total)
    for step in trace.steps:
        told.update({step.before.level, step.before.full})
    tried = sorted({value for amount in told for value in (amount, amount + 1) if value > 0})
    return tuple(tried[:_MOST_AMOUNTS])
