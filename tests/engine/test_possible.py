"""Tests in CLIPS are false exactly where Python refutes them, and never for less."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.clips_compat import clips
from engine.clips_program import LARGEST
from engine.possible import possible, variables
from knowledge.expressions import Tree, evaluate, parse

LIB, FFI = clips().lib, clips().ffi
ENVIRONMENT = LIB.CreateEnvironment()
VALUES = (None, 0, 1, 2, 3, 7, 100, -1, -7, LARGEST, -LARGEST)
NAMES = ("a", "b", "c")


def refuted(test: Tree, values: dict[str, Any]) -> bool:
    """Whether CLIPS finds the expression for ``test`` false with ``values`` put in."""
    text = possible(test, {name: f"?{name}" for name in values}, _word)
    if text is None:
        return False
    found = FFI.new("CLIPSValue *")
    told = " ".join("u" if value is None else str(value) for value in values.values())
    function = f"(deffunction f ({' '.join(f'?{name}' for name in values)}) {text})"
    assert LIB.Build(ENVIRONMENT, function.encode()) == LIB.BE_NO_ERROR, text
    assert LIB.Eval(ENVIRONMENT, f"(f {told})".encode(), found) == LIB.EE_NO_ERROR, text
    return bool(FFI.string(found.lexemeValue.contents) == b"FALSE")


def _word(value: Any) -> str:
    return str(int(value)) if isinstance(value, int) else f"s-{value}"


class Maker:
    """Makes tests by chance, always the same for a seed."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)

    def number(self, depth: int) -> Tree:
        if depth == 0 or self.pick.random() < 0.3:
            return self.pick.choice((("var", self.pick.choice(NAMES)), ("num", self.pick.choice((0, 1, 3, 100)))))
        op = self.pick.choice(("+", "-", "*", "//", "min", "max"))
        right: Tree = ("num", self.pick.choice((1, 2, 3))) if op == "//" else self.number(depth - 1)
        return (op, self.number(depth - 1), right)

    def test(self, depth: int) -> Tree:
        if depth and self.pick.random() < 0.6:
            op = self.pick.choice(("and", "or", "not"))
            return (op, *(self.test(depth - 1) for _ in range(1 if op == "not" else 2)))
        if self.pick.random() < 0.1:
            return ("flag", self.pick.random() < 0.5)
        op = self.pick.choice(("==", "!=", "<", "<=", ">", ">="))
        return (op, self.number(2), self.number(2))

    def values(self) -> dict[str, Any]:
        return {name: self.pick.choice(VALUES) for name in NAMES}


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_refuted_that_may_hold(seed: int) -> None:
    maker = Maker(seed)
    for _ in range(50):
        test, values = maker.test(3), maker.values()
        if refuted(test, values):
            assert evaluate(test, values, {}) is False, (test, values)


@pytest.mark.parametrize("seed", range(40))
def test_what_cannot_hold_is_refuted_where_clips_can_reckon_it(seed: int) -> None:
    """Where every part can be said in CLIPS, and no variable stands twice, its answer is Python's."""
    maker = Maker(seed)
    for _ in range(50):
        op = maker.pick.choice(("==", "!=", "<", "<=", ">", ">="))
        both = maker.pick.choice(("and", "or"))
        one: Tree = (op, ("+", ("var", "a"), ("num", 1)), ("*", ("var", "b"), ("num", 2)))
        other: Tree = (op, ("//", ("var", "c"), ("num", 3)), ("num", 2))
        test: Tree = maker.pick.choice(((both, one, other), ("not", (both, one, ("not", other)))))
        values = maker.values()
        assert refuted(test, values) is (evaluate(test, values, {}) is False), (test, values)


@pytest.mark.parametrize("by", [1, 2, 3, 7])
def test_division_goes_downwards(by: int) -> None:
    for put in range(-15, 16):
        for result in range(-16, 16):
            test: Tree = ("==", ("//", ("var", "a"), ("num", by)), ("+", ("var", "b"), ("num", 0)))
            assert refuted(test, {"a": put, "b": result}) is (put // by != result)


@pytest.mark.parametrize(
    "text",
    [
        "$a > @limit",  # changes from reading to reading
        "$a // $b > 1",  # by nothing at all it is unknown
        "$a // 0 > 1",
        "$a * $b * $c > 1",  # could be too big
        "$a",  # a flag by itself
        "not $a",
        "unknown",
        "$nobody == 3",
        "$a == 3 or $b > @limit",
    ],
)
def test_what_clips_cannot_say_is_left_to_python(text: str) -> None:
    assert possible(parse(text), {name: f"?{name}" for name in NAMES}, _word) is None


def test_a_part_that_clips_can_say_is_said() -> None:
    assert possible(parse("$a > 1 and $b > @limit"), {"a": "?a", "b": "?b"}, _word) == possible(
        parse("$a > 1"), {"a": "?a"}, _word
    )
    assert variables([parse("$a > 1 and $b > @limit"), parse("$c == 'x'")]) == {"a", "c"}


@pytest.mark.parametrize(("told", "holds"), [("'x'", True), ("'y'", False), ("3", False), ("true", False)])
def test_words_flags_and_numbers_are_equal_or_not(told: str, holds: bool) -> None:
    assert refuted(parse(f"'x' == {told}"), {}) is not holds
    assert refuted(parse(f"'x' != {told}"), {}) is holds
