"""The engines that can be measured here: experta always, CLIPS where its adapter and clipspy are there."""

from __future__ import annotations

import inspect
from functools import cache
from importlib import import_module
from typing import Any

import floorcall
from engine.workspace import MakeMatcher


@cache
def engines() -> tuple[str, ...]:
    """Names of the engines that answer."""
    return ("experta", "clips") if _has_clips() else ("experta",)


def _has_clips() -> bool:
    try:
        import_module("clips")
        return "engine" in inspect.signature(floorcall.rule).parameters and pool_of("clips") is not None
    except (ImportError, LookupError):
        return False


def why_no_clips() -> str:
    """What is missing; empty when nothing is."""
    if "clips" in engines():
        return ""
    if "engine" not in inspect.signature(floorcall.rule).parameters:
        return "this version has no CLIPS adapter"
    return "clipspy is not installed, or has no wheel for this Python"


def pool_of(engine: str) -> MakeMatcher:
    """A new pool of warm engines. Raises LookupError for one that is not here."""
    made: Any = import_module("engine.pool")
    make = getattr(made, f"{engine}_pool", None)
    if make is None:
        raise LookupError(engine)
    pool: MakeMatcher = make()
    return pool


def explained(incident: floorcall.Incident, book: str, engine: str) -> dict[str, Any]:
    """The ruling with its whole trace as plain data."""
    return floorcall.as_json(ruled(incident, book, engine))


def ruled(incident: floorcall.Incident, book: str, engine: str) -> floorcall.Ruling:
    """The ruling."""
    if engine == "experta" and "engine" not in inspect.signature(floorcall.rule).parameters:
        return floorcall.rule(incident, book)
    rule: Any = floorcall.rule
    found: floorcall.Ruling = rule(incident, book, engine=engine)
    return found
