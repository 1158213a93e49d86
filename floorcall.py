"""floorcall for other programs: load a rulebook, describe an incident, get a ruling.

>>> import floorcall
>>> incident = floorcall.read_incident('''
... structure: no-limit
... stakes: {sb: 50, bb: 100}
... street: flop
... seats: [A, B]
... actions:
...   - A: bet 200
...   - B: {chips: [500], silent: yes}
... ''')
>>> ruling = floorcall.rule(incident, "bfsp")
>>> ruling.verdict("settles", "act 2").values["as"]
'call'

Amounts are whole chips; ``to`` is always a street total. Everything here is immutable. Rulings are made in the
calling thread; each thread keeps its own warm engines.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any

from engine.arbitration import Verdict
from engine.comparison import Compared, Comparison
from engine.pool import VARIABLE, NoEngine, pool_of
from engine.ruling import Alternative, Answer, Assumption, Below, Question, Ruling, decide
from facts.faults import Fault, Faults
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import FactType, Vocabulary
from knowledge.loading import installed, load
from knowledge.model import Clause, Rulebook

__all__ = [
    "Act",
    "Alternative",
    "Answer",
    "Assumption",
    "Below",
    "Clause",
    "Compared",
    "Comparison",
    "Event",
    "Fault",
    "Faults",
    "Incident",
    "NoEngine",
    "Question",
    "Rulebook",
    "Ruling",
    "Verdict",
    "Words",
    "as_json",
    "compare",
    "load_incident",
    "load_rulebook",
    "read_incident",
    "rule",
    "rulebooks",
]

_thread = local()


@lru_cache(maxsize=32)
def _loaded(book: str) -> tuple[Rulebook, Vocabulary]:
    return load(book)


def _events() -> Mapping[str, FactType]:
    """What can be told beside acts; a compiled rulebook brings it along, which is faster than its own files."""
    return _loaded("bfsp")[1].events


def rulebooks() -> tuple[str, ...]:
    """Ids of the installed rulebooks, sorted."""
    return installed()


def load_rulebook(book: str | Path) -> Rulebook:
    """The rulebook named by id (``"bfsp"``) or by the path of its folder. Raises :class:`Faults` when something in it
    does not fit.
    """
    return _loaded(str(book))[0]


def read_incident(text: str, file: str = "<text>") -> Incident:
    """The incident in YAML or JSON ``text``; ``file`` names it in faults. Raises :class:`Faults` with every fault at
    once.
    """
    from facts.reader import read_incident as read

    return read(text, file, _events)


def load_incident(path: str | Path) -> Incident:
    """The incident in a file, or the hand in PHH notation where its name ends in ``.phh``. Raises :class:`Faults` with
    every fault at once.
    """
    from facts.reader import HISTORY
    from facts.reader import load_incident as load_file

    if not str(path).lower().endswith(HISTORY):
        return load_file(path, _events)
    from facts.phh import load_history

    return load_history(path, _loaded("bfsp")[1])


def rule(
    incident: Incident,
    rulebook: str | Path | Rulebook = "bfsp",
    readings: Mapping[str, str] | None = None,
    engine: str | None = None,
) -> Ruling:
    """The ruling on ``incident``.

    ``rulebook``: an id, a folder, or a loaded rulebook. ``readings``: clause id to the name of the reading that the
    event has fixed. ``engine``: ``clips`` or ``experta``, which rule alike; when None the one that FLOORCALL_ENGINE
    names, else the fastest that is there. Where regulations of a house or an event took part, ``below`` tells what the
    rulebook under them says; where facts are disputed, ``disputed`` has the ruling on each version. Raises
    :class:`Faults` when the rulebook does not fit, KeyError with the offending name when a reading does not exist,
    :class:`NoEngine` when the engine is not there.
    """
    loaded, vocabulary = _loaded(_named(rulebook))
    ruling = decide(incident, loaded, vocabulary, _pool(engine), readings)
    if incident.disputes:
        from engine.disputes import with_versions  # late: in most stories nothing is disputed

        return with_versions(ruling, _pool(engine), readings)
    if not loaded.layered:
        return ruling
    from engine.layers import with_below  # late: only regulations over a rulebook pay for it

    return with_below(ruling, _pool(engine), readings)


def compare(
    incident: Incident,
    rulebooks: Iterable[str | Path | Rulebook] | None = None,
    readings: Mapping[str, Mapping[str, str]] | None = None,
    engine: str | None = None,
) -> Comparison:
    """The rulings of several rulebooks on ``incident``, each with the parts in which it differs from the first.

    ``rulebooks``: ids, folders or loaded rulebooks, at least one; all installed ones when None, first that of the
    incident, else bfsp. ``readings``: by the id of a book the readings that are fixed for it. ``engine``: as for
    :func:`rule`. Raises :class:`Faults` when a rulebook does not fit, KeyError when a reading does not exist,
    ValueError when there is no rulebook or when facts are disputed, :class:`NoEngine` when the engine is not there.
    """
    from engine.comparison import compare as compared

    wanted = (incident.rulebook or "bfsp", *installed()) if rulebooks is None else rulebooks
    loaded = [_loaded(_named(book)) for book in wanted]
    if not loaded:
        raise ValueError("no rulebook to compare")
    books = {book.folder: book for book, _ in loaded}
    return compared(incident, tuple(books.values()), loaded[0][1], _pool(engine), readings)


def as_json(found: Ruling | Comparison, language: str = "en") -> dict[str, Any]:
    """A ruling as plain data by the published contract ``floorcall.ruling/3`` (docs/ruling.schema.json), a comparison
    by ``floorcall.compare/1`` (docs/compare.schema.json).
    """
    if isinstance(found, Comparison):
        from explain.compare import comparison_data

        return comparison_data(found, language)
    from explain.data import as_data

    return as_data(found, language)


def _named(book: str | Path | Rulebook) -> str:
    return book.folder if isinstance(book, Rulebook) else str(book)


def _pool(engine: str | None) -> Any:
    """The warm engines of this thread, of one kind."""
    if not hasattr(_thread, "pools"):
        _thread.pools = {}
    name = (engine, None if engine else os.environ.get(VARIABLE))
    if name not in _thread.pools:
        _thread.pools[name] = pool_of(engine)
    return _thread.pools[name]
