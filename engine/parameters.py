"""The values of a rulebook's parameters under some readings, for rules and for the table; remembered from call to call,
because each pass of each ruling asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.bettingrules import BettingRules
from facts.lexicon import Vocabulary
from facts.opening import betting_rules
from facts.records import NamedTuple
from knowledge.model import Rulebook

_MOST = 256
_known: dict[tuple[Any, ...], Parameters] = {}


class Parameters(NamedTuple):
    """``values``: by name, as rules use them; ``betting``: those by which the table is replayed."""

    values: Mapping[str, Any]
    betting: BettingRules


def parameters_of(rulebook: Rulebook, vocabulary: Vocabulary, readings: Mapping[str, str]) -> Parameters:
    """The parameters of a rulebook under ``readings``, one for each clause that has several."""
    key = (rulebook.hash, *readings.items())
    found = _known.get(key)
    if found is None:
        if len(_known) >= _MOST:
            _known.clear()
        values = rulebook.values(readings)
        found = _known[key] = Parameters(values, betting_rules(values, vocabulary.customs))
    return found


__all__ = ["Parameters", "parameters_of"]
