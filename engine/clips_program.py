"""What CLIPS is given: constructs as texts, and how facts look there. Apart from what makes it, which a start with an
image on disk does not need.
"""

from __future__ import annotations

from typing import Any

from facts.records import NamedTuple

# Symbols: nobody told it; a finding does not say it; a value that no pattern asks for.
UNKNOWN, UNSAID, OTHER = "u", "m", "o"
LARGEST = 2**30  # beyond it whole numbers are told apart but not reckoned with, so that no test can overflow


def salience_of(stage: int) -> int:
    """The salience of the rules of a stage: below zero, which tells it from the number of a fact before it."""
    return -1 - stage


def stage_of(salience: int) -> int:
    """The stage of the rules with a salience."""
    return -1 - salience


class Closed(NamedTuple):
    """A slot that is only compared with constants. ``name``: in CLIPS; ``told``: the text of each constant.

    ``default`` is ``OTHER``, which stands for every value that is not listed; 0 where the slot is a flag.
    """

    slot: str
    name: str
    told: dict[Any, str]
    default: str


class Template(NamedTuple):
    """How facts of one type look in CLIPS. ``name``: of the deftemplate.

    ``open``: (slot, its name in CLIPS) of those that are compared with each other or reckoned with; 0 is the default.
    """

    name: str
    open: tuple[tuple[str, str], ...]
    closed: tuple[Closed, ...]


class Program(NamedTuple):
    """A whole set of rules. ``constructs``: texts of CLIPS. ``symbols``: by value of a constant its symbol.

    ``templates``: by type of fact; a type that no pattern asks for has none. ``rules``: ids in the order of the
    numbers in the names of the defrules, ``r<number>.<alternative>``.
    """

    constructs: tuple[str, ...]
    symbols: dict[Any, str]
    templates: dict[str, Template]
    rules: tuple[str, ...]


__all__ = ["LARGEST", "OTHER", "UNKNOWN", "UNSAID", "Closed", "Program", "Template", "salience_of", "stage_of"]
