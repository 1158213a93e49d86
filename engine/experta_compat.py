"""The one place that imports experta.

experta 1.9.4 pins frozendict 1.2, which still looks for ``collections.Mapping``; Python 3.10 took that name away. It
is put back for the import and removed again, so that nothing else in the process sees it. experta also calls
``logging.basicConfig`` when it is imported, which would take the root logger from the program that uses us; that is
undone too.
"""

from __future__ import annotations

import collections
import collections.abc
import logging

_missing = not hasattr(collections, "Mapping")
_handlers = list(logging.getLogger().handlers)
if _missing:
    collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]
try:
    import experta
    from experta.abstract import Strategy
    from experta.agenda import Agenda
    from experta.factlist import FactList
    from experta.matchers.rete import ReteMatcher
    from experta.matchers.rete.nodes import (
        ConflictSetNode,
        FeatureTesterNode,
        NotNode,
        OrdinaryMatchNode,
        WhereNode,
    )
finally:
    if _missing:
        del collections.Mapping  # type: ignore[attr-defined]
    for _handler in list(logging.getLogger().handlers):
        if _handler not in _handlers:
            logging.getLogger().removeHandler(_handler)

__all__ = [
    "Agenda",
    "ConflictSetNode",
    "FactList",
    "FeatureTesterNode",
    "NotNode",
    "OrdinaryMatchNode",
    "ReteMatcher",
    "Strategy",
    "WhereNode",
    "experta",
]
