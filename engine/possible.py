"""A test as an expression of CLIPS that is false only where the test is refuted.

Three-valued logic turns into two plain ones that call each other: whether a tree may be true, and whether it may be
false. What CLIPS cannot say may be both: parameters, which change from reading to reading; flags by themselves;
numbers that could overflow. Python, which looks at every match again, decides it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.clips_program import LARGEST, UNKNOWN
from facts.records import NamedTuple
from knowledge.expressions import Tree

_BITS = LARGEST.bit_length() - 1
_MOST_BITS = 62  # of a number on the way; CLIPS has 63 and a sign
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_ATOMS = ("var", "num", "word", "flag")

Scope = Mapping[str, str]
Word = Callable[[Any], str]


def possible(test: Tree, scope: Scope, word: Word, wanted: bool = True) -> str | None:
    """The expression that says whether ``test`` may be ``wanted``; None where it always may.

    ``scope``: by variable its name in CLIPS, where KeyError stands for unknown. ``word``: the text of a constant.
    """
    op = test[0]
    if op == "not":
        return possible(test[1], scope, word, not wanted)
    if op in ("and", "or"):
        parts = [possible(part, scope, word, wanted) for part in test[1:]]
        if (op == "and") == wanted:
            told = [part for part in parts if part is not None]
            return _joined("and", told) if told else None
        return None if None in parts else _joined("or", [part for part in parts if part is not None])
    if op == "flag":
        return None if test[1] is wanted else "FALSE"
    if op in _OPPOSITE:
        return _compared(op if wanted else _OPPOSITE[op], test[1], test[2], scope, word)
    return None


def variables(tests: Iterable[Tree]) -> frozenset[str]:
    """The variables that stand in the expressions of some tests."""
    texts = (possible(test, _Every(), str) or "" for test in tests)
    words = (word.strip("()") for text in texts for word in text.split())
    return frozenset(word[1:] for word in words if word.startswith("?"))


class _Every(dict[str, str]):
    """A scope that has every variable."""

    def __missing__(self, name: str) -> str:
        return "?" + name


def _joined(op: str, parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"({op} {' '.join(parts)})"


def _compared(op: str, left: Tree, right: Tree, scope: Scope, word: Word) -> str | None:
    if op in ("==", "!=") and left[0] in _ATOMS and right[0] in _ATOMS:
        return _equal("eq" if op == "==" else "neq", (left, right), scope, word)
    one, other = _number(left, scope), _number(right, scope)
    if one is None or other is None:
        return None
    told = {"==": "=", "!=": "<>"}.get(op, op)
    unknown = [f"(not (integerp {name}))" for name in dict.fromkeys((*one.names, *other.names))]
    return _joined("or", [*unknown, f"({told} {one.text} {other.text})"])


def _equal(op: str, sides: tuple[Tree, Tree], scope: Scope, word: Word) -> str | None:
    """Values of any kind against each other: numbers, and the symbols that stand for all else."""
    try:
        texts = [scope[side[1]] if side[0] == "var" else word(side[1]) for side in sides]
    except KeyError:
        return None
    unknown = [f"(eq {text} {UNKNOWN})" for text, side in zip(texts, sides, strict=True) if side[0] == "var"]
    return _joined("or", [*unknown, f"({op} {' '.join(texts)})"])


class _Number(NamedTuple):
    """A sum or product in CLIPS. ``bits``: it lies within two to that power; ``names``: what has to be a number."""

    text: str
    bits: int
    names: tuple[str, ...]


def _number(tree: Tree, scope: Scope) -> _Number | None:
    """None where CLIPS cannot reckon it."""
    op = tree[0]
    if op == "num":
        return _Number(str(tree[1]), tree[1].bit_length(), ())
    if op == "var":
        try:
            return _Number(scope[tree[1]], _BITS, (scope[tree[1]],))
        except KeyError:
            return None
    if op not in ("+", "-", "*", "//", "min", "max"):
        return None
    left, right = _number(tree[1], scope), _number(tree[2], scope)
    if left is None or right is None:
        return None
    names, bits = (*left.names, *right.names), max(left.bits, right.bits) + 1
    text = f"({op} {left.text} {right.text})"
    if op == "*":
        bits = left.bits + right.bits
    elif op == "//":
        if tree[2][0] != "num" or tree[2][1] <= 0:
            return None  # by nothing at all it is unknown
        # CLIPS cuts off towards nought, Python downwards: the remainder is made positive and taken off first
        rest = f"(mod (+ (mod {left.text} {right.text}) {right.text}) {right.text})"
        text = f"(div (- {left.text} {rest}) {right.text})"
    return _Number(text, bits, names) if bits <= _MOST_BITS else None


__all__ = ["Scope", "Word", "possible", "variables"]
