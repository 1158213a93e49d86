"""What always holds of derived facts, and of what can be told: facts/vocabulary/laws.yaml.

A law is no rule of poker. It says how the slots of facts hang together whoever writes the rulebook, so that the solver
does not look at tables that cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from os.path import join
from typing import Any

from facts.lexicon import FOLDER
from facts.records import NamedTuple
from facts.yamlnodes import FLAGS, Collector, compose, plain, read_text
from knowledge.expressions import Tree, parse
from knowledge.model import Pattern, Slot

FILE = join(FOLDER, "laws.yaml")


class Law(NamedTuple):
    """``then`` holds wherever facts fit the ``patterns``. ``means``: what it says, by language."""

    patterns: tuple[Pattern, ...]
    then: Tree
    means: Mapping[str, str]


class Laws(NamedTuple):
    """All laws, and the values that a slot may have ``beside`` its domain, by type and slot."""

    laws: tuple[Law, ...]
    beside: Mapping[str, Mapping[str, str]]


@cache
def laws() -> Laws:
    """The laws of this release. Raises Faults when the file is broken."""
    collector = Collector(FILE)
    text = read_text(FILE, collector)
    node = None if text is None else compose(text, collector)
    collector.raise_if_any()
    data: Any = plain(node) if node is not None else {}
    return Laws(tuple(_law(raw) for raw in data["laws"]), data["beside"])


def _law(raw: Mapping[str, Any]) -> Law:
    bound: set[str] = set()
    patterns = tuple(
        Pattern(type, tuple(_slot(name, value, bound) for name, value in slots.items()), False)
        for one in raw["of"]
        for type, slots in one.items()
    )
    return Law(patterns, parse(raw["then"]), raw["means"])


def _slot(name: str, value: Any, bound: set[str]) -> Slot:
    if isinstance(value, str) and value.startswith("$"):
        kind = "same" if value in bound else "bind"
        bound.add(value)
        return Slot(name, kind, (), value[1:])
    if isinstance(value, dict):
        return Slot(name, "not", _listed(value["not"]), "")
    return Slot(name, "is", _listed(value), "")


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(FLAGS.get(one, one) for one in (value if isinstance(value, list) else [value]))
