"""What a question to the solver is made of: facts that may be there, and alternatives of rules about them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from check.terms import Term
from facts.records import NamedTuple
from knowledge.model import Condition, Pattern, Rule

Place = tuple[str, str]
"""A figure by its name, and one of its slots."""

ACT = "act 1"


class Key(NamedTuple):
    """What tells a figure from others of its type: a name for people and caches, and the term of its key slot."""

    name: str
    term: Term


class Figure(NamedTuple):
    """One fact that may be there. ``exists``: the flag that says whether it is."""

    name: str
    type: str
    key: Key
    exists: Any


class Absence(NamedTuple):
    """A fact that may not be there while ``guard`` holds."""

    guard: Any
    pattern: Pattern
    values: Mapping[str, Term]


class Branch(NamedTuple):
    """One alternative of a rule: when it fires, as a formula, and what it then proposes.

    ``loose``: what of it the solver cannot be asked, as codes of ``findings.Reason``; the formula then says less.
    """

    rule: Rule
    condition: Condition
    formula: Any
    subject: Term
    outcome: Mapping[str, Term | None]
    places: frozenset[Place]
    absences: tuple[Absence, ...]
    loose: tuple[str, ...]
