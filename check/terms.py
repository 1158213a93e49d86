"""The solver's side of the rule language: a slot is a variable, a word is a number that stands for it.

Chips and counts are whole numbers, flags are true or false, and everything that is compared by its name only (words,
seats, acts, cards) is one whole number for each name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import z3

from facts.lexicon import SlotSpec
from facts.records import NamedTuple
from knowledge.expressions import Tree

SEATS = ("A", "B", "C", "D")
"""The players of every incident that is looked at: enough for a button, two blinds and one more."""

_FIRST_OPAQUE = 1_000_000


class Outside(Exception):
    """Something that the solver cannot be asked: the sentence says what."""


class Term(NamedTuple):
    """A value for the solver. ``kind``: number, flag or word, as in the expressions of rules."""

    value: Any
    kind: str


class Words:
    """The number of each name, given when it is first met, and the names back from the numbers."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._names: list[str] = []

    def number(self, name: str) -> int:
        """The number that stands for ``name``."""
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = len(self._names)
            self._names.append(name)
        return found

    def name(self, number: int) -> str | None:
        """The name behind a number; None for a value that has none (cards, several seats)."""
        return self._names[number] if 0 <= number < len(self._names) else None

    def term(self, value: Any) -> Term:
        """The term of a value as it stands in a rule: a number, a flag or a word."""
        if isinstance(value, bool):
            return Term(z3.BoolVal(value), "flag")
        if isinstance(value, int):
            return Term(z3.IntVal(value), "number")
        return Term(z3.IntVal(self.number(str(value))), "word")

    def variable(self, name: str, spec: SlotSpec, beside: str | None = None) -> tuple[Term, Any]:
        """The variable of a slot, and what holds of it whatever happens: its domain and the value ``beside`` it."""
        if spec.kind == "flag":
            return Term(z3.Bool(name), "flag"), None
        value = z3.Int(name)
        if spec.kind == "number":
            return Term(value, "number"), value >= 0
        names = SEATS if spec.type == "seat" else spec.domain
        if names:
            names = names if beside is None else (*names, beside)
            return Term(value, "word"), z3.Or([value == self.number(word) for word in names])
        if spec.type in ("seats", "cards"):
            return Term(value, "word"), value >= _FIRST_OPAQUE
        return Term(value, "word"), value >= 0


_PRODUCT = z3.Function("product", z3.IntSort(), z3.IntSort(), z3.IntSort())
_QUOTIENT = z3.Function("quotient", z3.IntSort(), z3.IntSort(), z3.IntSort())


def is_linear(tree: Tree) -> bool:
    """Whether an expression multiplies and divides by numbers and parameters only.

    Another product or quotient is some number to the solver, the same one for the same amounts.
    """
    if tree[0] == "*" and not (_constant(tree[1]) or _constant(tree[2])):
        return False
    if tree[0] == "//" and not _constant(tree[2]):
        return False
    return all(is_linear(part) for part in tree[1:] if isinstance(part, tuple) and part and isinstance(part[0], str))


def _constant(tree: Tree) -> bool:
    return tree[0] in ("num", "param") or (tree[0] in ("+", "-", "*") and all(_constant(part) for part in tree[1:]))


def translate(tree: Tree, variables: Mapping[str, Term], parameters: Mapping[str, Term], words: Words) -> Term:
    """The term of an expression of a rule, its variables and parameters put in. Raises Outside."""
    op = tree[0]
    if op == "var":
        return variables[tree[1]]
    if op == "param":
        return parameters[tree[1]]
    if op in ("num", "word", "flag"):
        if isinstance(tree[1], tuple):
            raise Outside("a list of steps is no value to compute with")
        return words.term(tree[1])
    if op == "unknown":
        raise Outside("an unknown value")
    parts = [translate(part, variables, parameters, words) for part in tree[1:]]
    values = [part.value for part in parts]
    if op in ("==", "!="):
        if parts[0].kind != parts[1].kind:
            raise Outside(f"{op} between a {parts[0].kind} and a {parts[1].kind}")
        return Term(values[0] == values[1] if op == "==" else values[0] != values[1], "flag")
    if op in _FLAGS:
        return Term(_FLAGS[op](*values), "flag")
    return Term(_NUMBERS[op](*values), "number")


def _multiplied(left: Any, right: Any) -> Any:
    if any(z3.is_int_value(z3.simplify(value)) for value in (left, right)):
        return left * right
    return _PRODUCT(*sorted((left, right), key=lambda value: str(value.sexpr())))


def _divided(left: Any, right: Any) -> Any:
    """Division downwards; the solver's own agrees with it where the divisor is a number above zero."""
    divisor = z3.simplify(right)
    if z3.is_int_value(divisor) and divisor.as_long() > 0:
        return left / divisor
    return _QUOTIENT(left, right)


_FLAGS: dict[str, Callable[..., Any]] = {
    "and": lambda a, b: z3.And(a, b),
    "or": lambda a, b: z3.Or(a, b),
    "not": lambda a: z3.Not(a),
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_NUMBERS: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": _multiplied,
    "//": _divided,
    "min": lambda a, b: z3.If(a < b, a, b),
    "max": lambda a, b: z3.If(a > b, a, b),
}
