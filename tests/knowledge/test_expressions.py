"""The expression language: grammar, three-valued logic, types, and places of faults."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.expressions import ExpressionError, evaluate, kind_of, names, parse

VALUES: dict[str, Any] = {"a": 7, "b": 2, "word": "raise", "flag": True, "no": False, "gap": None}


def value(text: str, **parameters: Any) -> Any:
    return evaluate(parse(text), VALUES, parameters)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("$a // $b", 3),
        ("-$a + 10", 3),
        ("10 - 4 - 3", 3),
        ("min($a, $b) + max(1, 4)", 6),
        ("$a > $b and $b >= 2", True),
        ("not $a == 7 or $flag", True),
        ("$word == 'raise'", True),
        ("$word != 'call'", True),
        ("true and not false", True),
        ("@share * 2", 10),
    ],
)
def test_values(text: str, expected: Any) -> None:
    assert value(text, share=5) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$gap", None),
        ("$gap + 1", None),
        ("$gap > 3", None),
        ("$gap == $gap", None),
        ("not ($gap > 3)", None),
        ("$no and $gap > 3", False),
        ("$gap > 3 and $no", False),
        ("$flag or $gap > 3", True),
        ("$gap > 3 or $flag", True),
        ("$gap > 3 or $no", None),
        ("$flag and $gap > 3", None),
        ("$nowhere", None),
        ("$a // 0", None),
        ("unknown", None),
    ],
)
def test_unknown_stays_unknown_unless_the_other_side_settles_it(text: str, expected: Any) -> None:
    assert value(text) is expected


@pytest.mark.parametrize(
    ("text", "offset"),
    [("$a +", 4), ("1 + ) 2", 4), ("$a ; $b", 3), ("min(1 2)", 6), ("", 0), ("1 2", 2), ("(1", 2), ("import os", 0)],
)
def test_a_fault_knows_its_place(text: str, offset: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize("text", ["__import__('os')", "$a.__class__", "lambda: 1", "[1, 2]", "a()", "1 if $a else 2"])
def test_nothing_of_python_gets_through(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("$word + 1", "needs a number"),
        ("$a and $flag", "needs a flag"),
        ("$a == $word", "compares a number with a word"),
        ("not $a", "needs a flag"),
        ("$word < 'x'", "needs a number"),
    ],
)
def test_types_are_checked_before_anything_runs(text: str, complaint: str) -> None:
    with pytest.raises(TypeError, match=complaint):
        kind_of(parse(text), {"a": "number", "word": "word", "flag": "flag"}, {})


def test_names_are_found_once_and_sorted() -> None:
    assert names(parse("$b + $a + min($b, @p)"), "var") == ("a", "b")
    assert names(parse("$b + @q.num + @p"), "param") == ("p", "q.num")


LOGIC = st.recursive(
    st.sampled_from(["$x", "$y", "true", "false"]),
    lambda inner: st.one_of(
        inner.map(lambda t: f"(not {t})"),
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
    ),
    max_leaves=8,
)


@given(LOGIC)
def test_an_unknown_is_settled_only_when_every_answer_agrees(text: str) -> None:
    """If an expression has a value while something is unknown, every way of learning it gives that value."""
    tree = parse(text)
    for x, y in product([True, False, None], repeat=2):
        now = evaluate(tree, {"x": x, "y": y}, {})
        if now is None:
            continue
        for full_x, full_y in product([True, False] if x is None else [x], [True, False] if y is None else [y]):
            assert evaluate(tree, {"x": full_x, "y": full_y}, {}) is now
