"""The comparisons that the rules on an event make, as parts of a description: once as a formula, once as text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import z3

from check.terms import Outside, Term, translate
from check.world import Branch, World
from facts.records import NamedTuple
from knowledge.expressions import Tree, names
from knowledge.model import Condition

_COMPARE = ("==", "!=", "<", "<=", ">", ">=")


_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Atom(NamedTuple):
    """One comparison; ``text`` is written as in a rule, with slots for variables, ``opposite`` is its negation."""

    text: str
    opposite: str
    formula: Any


def atoms_of(world: World, branches: Sequence[Branch], figures: Collection[str]) -> tuple[Atom, ...]:
    """All comparisons of numbers in some rules that look at ``figures`` only, each once."""
    found: dict[str, Atom] = {}
    for branch in branches:
        for atom in _of(world, branch, figures):
            found.setdefault(str(z3.simplify(atom.formula)), atom)
    return tuple(found.values())


def _of(world: World, branch: Branch, figures: Collection[str]) -> Iterator[Atom]:
    slots, terms = _bound(world, branch.condition, figures)
    for test in branch.condition.tests:
        for tree in _comparisons(test):
            if not all(name in slots for name in names(tree, "var")) or not _numeric(tree, terms):
                continue
            try:
                opposite = text((_OPPOSITE[tree[0]], *tree[1:]), slots)
                yield Atom(text(tree, slots), opposite, translate(tree, terms, world.parameters, world.words).value)
            except Outside:
                continue
    for pattern in branch.condition.patterns:
        figure = _figure(world, pattern.type, figures)
        for slot in pattern.slots:
            if figure is not None and slot.kind in ("is", "not") and all(type(v) is int for v in slot.values):
                term = world.slot(world.figures[figure], slot.name)
                for value in slot.values:
                    yield Atom(f"${slot.name} == {value}", f"${slot.name} != {value}", term.value == value)


def _bound(world: World, condition: Condition, figures: Collection[str]) -> tuple[dict[str, str], dict[str, Term]]:
    """By variable the slot that it stands for, and its term."""
    slots: dict[str, str] = {}
    terms: dict[str, Term] = {}
    for pattern in condition.patterns:
        figure = _figure(world, pattern.type, figures)
        for slot in pattern.slots:
            if figure is not None and slot.kind == "bind":
                slots[slot.variable] = slot.name
                terms[slot.variable] = world.slot(world.figures[figure], slot.name)
    return slots, terms


def _figure(world: World, type: str, figures: Collection[str]) -> str | None:
    return next((name for name in figures if name in world.figures and world.figures[name].type == type), None)


def _comparisons(tree: Tree) -> Iterator[Tree]:
    if tree[0] in _COMPARE:
        yield tree
        return
    for part in tree[1:]:
        if isinstance(part, tuple):
            yield from _comparisons(part)


def _numeric(tree: Tree, terms: Mapping[str, Term]) -> bool:
    return all(terms[name].kind == "number" for name in names(tree, "var"))


def text(tree: Tree, slots: Mapping[str, str]) -> str:
    """An expression as it is written in a rule, its variables called by the slots that they stand for."""
    op = tree[0]
    if op == "var":
        return f"${slots[tree[1]]}"
    if op == "param":
        return f"@{tree[1]}"
    if op == "num":
        return str(tree[1])
    if op == "word":
        return f"'{tree[1]}'"
    if op == "flag":
        return "true" if tree[1] else "false"
    parts = [text(part, slots) for part in tree[1:]]
    if op in ("min", "max"):
        return f"{op}({parts[0]}, {parts[1]})"
    if op == "not":
        return f"not ({parts[0]})"
    left, right = (f"({part})" if " " in part and op not in _COMPARE else part for part in parts)
    return f"{left} {op} {right}"
