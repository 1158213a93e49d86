"""The closed expression language of rules: parsed once, checked against the vocabulary, three-valued, never Python's
eval.

Grammar, weakest first::

    or | and | not | comparison (== != < <= > >=) | + - | * // | -x | min(a, b) max(a, b) | ( ) |
    123 | 'word' | true | false | unknown | $variable | @parameter

A tree is plain nested tuples, so that it can be stored in the compiled rulebook: ``("num", 3)``, ``("var", "put")``,
``("param", "limit.raises")``, ``("+", a, b)`` ... An operand that is unknown (None) makes the result unknown, except
where the other operand settles it (``false and unknown`` is false, ``true or unknown`` is true). Money stays whole:
there is no division but ``//``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from facts.memo import ByIdentity
from facts.patterns import Late

Tree = tuple[Any, ...]

_TOKEN = Late(
    r"\s*(?:(?P<num>\d+)|(?P<var>\$[A-Za-z_]\w*)|(?P<param>@[A-Za-z_][\w.-]*)|(?P<word>'[^']*')"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<op>==|!=|<=|>=|//|[<>+\-*(),]))"
)
_COMPARE = ("==", "!=", "<", "<=", ">", ">=")


class ExpressionError(ValueError):
    """A text that is no expression; ``offset`` is the character where reading stopped, from 0."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def parse(text: str) -> Tree:
    """The tree of ``text``. Raises ExpressionError with the offset of the first fault."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, int]] = []
        at = 0
        while at < len(text.rstrip()):
            found = _TOKEN.match(text, at)
            if not found:
                bad = text[at:].strip()[:1]
                raise ExpressionError(f"unexpected character {bad!r}", at + len(text[at:]) - len(text[at:].lstrip()))
            kind = str(found.lastgroup)
            self.tokens.append((kind, found.group(kind), found.start(kind)))
            at = found.end()
        self.tokens.append(("end", "", len(text)))
        self.at = 0

    def whole(self) -> Tree:
        tree = self.either()
        kind, text, offset = self.tokens[self.at]
        if kind != "end":
            raise ExpressionError(f"unexpected {text!r}", offset)
        return tree

    def take(self, *texts: str) -> str | None:
        kind, text, _ = self.tokens[self.at]
        if kind in ("op", "name") and text in texts:
            self.at += 1
            return text
        return None

    def expect(self, text: str) -> None:
        if not self.take(text):
            _, found, offset = self.tokens[self.at]
            raise ExpressionError(f"expected {text!r}, found {found or 'the end'!r}", offset)

    def either(self) -> Tree:
        tree = self.both()
        while self.take("or"):
            tree = ("or", tree, self.both())
        return tree

    def both(self) -> Tree:
        tree = self.negation()
        while self.take("and"):
            tree = ("and", tree, self.negation())
        return tree

    def negation(self) -> Tree:
        return ("not", self.negation()) if self.take("not") else self.comparison()

    def comparison(self) -> Tree:
        tree = self.total()
        if op := self.take(*_COMPARE):
            return (op, tree, self.total())
        return tree

    def total(self) -> Tree:
        tree = self.product()
        while op := self.take("+", "-"):
            tree = (op, tree, self.product())
        return tree

    def product(self) -> Tree:
        tree = self.atom()
        while op := self.take("*", "//"):
            tree = (op, tree, self.atom())
        return tree

    def atom(self) -> Tree:
        if self.take("("):
            tree = self.either()
            self.expect(")")
            return tree
        if self.take("-"):
            return ("-", ("num", 0), self.atom())
        kind, text, offset = self.tokens[self.at]
        self.at += 1
        if kind == "num":
            return ("num", int(text))
        if kind in ("var", "param"):
            return (kind, text[1:])
        if kind == "word":
            return ("word", text[1:-1])
        if kind == "name" and text in ("true", "false"):
            return ("flag", text == "true")
        if kind == "name" and text == "unknown":
            return ("unknown",)
        if kind == "name" and text in ("min", "max"):
            self.expect("(")
            first = self.either()
            self.expect(",")
            second = self.either()
            self.expect(")")
            return (text, first, second)
        raise ExpressionError(f"expected a value, found {text or 'the end'!r}", offset)


def names(tree: Tree, kind: str) -> tuple[str, ...]:
    """Names of one kind (``var`` or ``param``) in a tree, sorted, each once."""
    found: set[str] = set()
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if node[0] == kind:
            found.add(node[1])
        else:
            stack.extend(part for part in node[1:] if isinstance(part, tuple))
    return tuple(sorted(found))


def numbers(tree: Tree) -> tuple[int, ...]:
    """The numbers that stand in a tree, ascending, each once."""
    found: set[int] = set()
    stack: list[Tree] = [tree]
    while stack:
        node = stack.pop()
        if node[0] == "num":
            found.add(node[1])
        else:
            stack.extend(part for part in node[1:] if isinstance(part, tuple))
    return tuple(sorted(found))


def evaluate(tree: Tree, values: Mapping[str, Any], parameters: Mapping[str, Any]) -> Any:
    """Value of a tree: an int, a word, a bool, or None for unknown. ``values`` are the bound variables."""
    return compiled(tree)(values, parameters)


Compiled = Callable[[Mapping[str, Any], Mapping[str, Any]], Any]
"""From the bound variables and the parameters to the value of a tree."""


def compiled(tree: Tree) -> Compiled:
    """The tree as a function that gives its value, made once for each tree."""
    return _functions(tree)


def _function(tree: Tree) -> Compiled:
    op, *parts = tree
    if op in ("num", "word", "flag", "unknown"):
        return _constant(parts[0] if parts else None)
    if op in ("var", "param"):
        return _looked_up(op == "var", parts[0])
    inner = [_function(part) for part in parts]
    if op == "not":
        return _negated(*inner)
    if op in ("and", "or"):
        return _joined(op == "or", *inner)
    return _computed(_BINARY[op], *inner)


_functions: ByIdentity[Tree, Compiled] = ByIdentity(_function)


def _constant(value: Any) -> Compiled:
    return lambda values, parameters: value


def _looked_up(variable: bool, name: str) -> Compiled:
    if variable:
        return lambda values, parameters: values.get(name)
    return lambda values, parameters: parameters.get(name)


def _negated(inner: Compiled) -> Compiled:
    def negated(values: Mapping[str, Any], parameters: Mapping[str, Any]) -> Any:
        held = inner(values, parameters)
        return None if held is None else not held

    return negated


def _joined(settling: bool, first: Compiled, second: Compiled) -> Compiled:
    """``and`` or ``or``; ``settling``: the value that settles it whatever the other operand is."""

    def joined(values: Mapping[str, Any], parameters: Mapping[str, Any]) -> Any:
        left = first(values, parameters)
        if left is settling:
            return settling
        right = second(values, parameters)
        if right is settling:
            return settling
        return None if left is None or right is None else not settling

    return joined


def _computed(operation: Callable[[Any, Any], Any], first: Compiled, second: Compiled) -> Compiled:
    def computed(values: Mapping[str, Any], parameters: Mapping[str, Any]) -> Any:
        left = first(values, parameters)
        if left is None:
            return None
        right = second(values, parameters)
        return None if right is None else operation(left, right)

    return computed


def _floor(left: int, right: int) -> int | None:
    return None if right == 0 else left // right


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _floor,
    "min": min,
    "max": max,
}


def kind_of(tree: Tree, variables: Mapping[str, str], parameters: Mapping[str, str]) -> str:
    """Type of a tree's value: ``number``, ``word``, ``flag`` or ``any`` (not known before run time).

    ``variables`` and ``parameters`` give the type of each name. Raises TypeError with a sentence when operands do not
    fit.
    """
    op = tree[0]
    if op in ("num", "word", "flag"):
        return {"num": "number", "word": "word", "flag": "flag"}[op]
    if op == "unknown":
        return "any"
    if op == "var":
        return variables.get(tree[1], "any")
    if op == "param":
        return parameters.get(tree[1], "any")
    kinds = [kind_of(part, variables, parameters) for part in tree[1:]]
    if op in ("and", "or", "not"):
        _require(op, kinds, "flag")
        return "flag"
    if op in ("==", "!="):
        if "any" not in kinds and kinds[0] != kinds[1]:
            raise TypeError(f"{op} compares a {kinds[0]} with a {kinds[1]}")
        return "flag"
    _require(op, kinds, "number")
    return "flag" if op in _COMPARE else "number"


def _require(op: str, kinds: list[str], wanted: str) -> None:
    for kind in kinds:
        if kind not in (wanted, "any"):
            raise TypeError(f"{op} needs a {wanted}, not a {kind}")
