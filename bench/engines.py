"""The engines that can be measured here: experta always, CLIPS where its adapter and clipspy are there."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from typing import Any

import floorcall
from engine.workspace import MakeMatcher, Matcher
from facts.lexicon import Vocabulary
from knowledge.model import Rule, Rulebook, outline_of


@cache
def engines() -> tuple[str, ...]:
    """Names of the engines that answer."""
    return ("experta",) if why_no_clips() else ("experta", "clips")


@cache
def why_no_clips() -> str:
    """What is missing for CLIPS; empty when nothing is."""
    if "engine" not in _ARGUMENTS:
        return "this version has no CLIPS adapter"
    try:
        pool_of("clips")
    except Exception as fault:  # whatever keeps it from being loaded here
        return str(fault)
    return ""


def pool_of(engine: str) -> MakeMatcher:
    """A new pool of warm engines."""
    made: Any = import_module("engine.pool")
    pool: MakeMatcher = getattr(made, f"{engine}_pool")()
    return pool


def with_rules(book: Rulebook, rules: Sequence[Rule]) -> Rulebook:
    """The book with other rules, by stage, under a digest of its own: engines are kept by digest."""
    in_order = tuple(sorted(rules, key=lambda rule: (rule.stage, rule.id)))
    told = "\0".join([book.hash, *(rule.id for rule in in_order)])
    digest = blake2b(told.encode(), digest_size=16).hexdigest()
    return book._replace(rules=in_order, outlines=tuple(map(outline_of, in_order)), hash=digest)


def matcher_of(pool: MakeMatcher, book: Rulebook, words: Vocabulary, parameters: Mapping[str, Any]) -> Matcher:
    """An engine with all rules of ``book`` and empty working memory."""
    make: Any = pool
    # pools before the CLIPS adapter were told the digest only
    named = book if "rulebook" in inspect.signature(make.__call__).parameters else book.hash
    matcher: Matcher = make(book.rules, [stage.phase for stage in words.stages], parameters, named)
    return matcher


def explained(incident: floorcall.Incident, book: str, engine: str) -> dict[str, Any]:
    """The ruling with its whole trace as plain data."""
    return floorcall.as_json(ruled(incident, book, engine))


def ruled(incident: floorcall.Incident, book: str, engine: str) -> floorcall.Ruling:
    """The ruling."""
    rule: Any = floorcall.rule
    more = {"engine": engine} if "engine" in _ARGUMENTS else {}
    found: floorcall.Ruling = rule(incident, book, **more)
    return found


_ARGUMENTS = frozenset(inspect.signature(floorcall.rule).parameters)
