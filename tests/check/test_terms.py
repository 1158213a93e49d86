"""The solver reckons like the engine."""

from __future__ import annotations

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from check.atoms import text
from check.terms import SEATS, Outside, Term, Words, is_linear, translate
from facts.lexicon import vocabulary
from knowledge.expressions import evaluate, parse

EXPRESSIONS = (
    "$a + 2 * $b - @p",
    "max($a, $b) - min($a, $b)",
    "$a // 3 * 3",
    "-$a // 2",
    "($a - $b) // @p",
    "$a > $b and not ($a == @p) or $flag",
    "$a * @p >= $b * 2",
    "$word == 'fold'",
    "$flag != ($a < $b)",
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
@given(
    a=st.integers(0, 500),
    b=st.integers(0, 500),
    p=st.integers(1, 9),
    flag=st.booleans(),
    word=st.sampled_from(["fold", "call"]),
)
def test_an_expression_has_the_same_value(expression: str, a: int, b: int, p: int, flag: bool, word: str) -> None:
    tree, words = parse(expression), Words()
    values = {"a": a, "b": b, "flag": flag, "word": word}
    terms = {name: words.term(value) for name, value in values.items()}
    found = z3.simplify(translate(tree, terms, {"p": words.term(p)}, words).value)
    expected = evaluate(tree, values, {"p": p})
    if isinstance(expected, bool):
        assert z3.is_true(found) == expected
    else:
        assert found.as_long() == expected


def test_a_product_of_two_amounts_is_the_same_wherever_it_stands() -> None:
    words = Words()
    terms = {name: Term(z3.Int(name), "number") for name in ("a", "b")}
    apart = [translate(parse(one), terms, {}, words).value for one in ("$a * $b > 7", "$b * $a <= 7")]
    solver = z3.Solver()
    solver.add(apart)
    assert solver.check() == z3.unsat
    assert not is_linear(parse("$a * $b"))
    assert not is_linear(parse("7 // $a"))
    assert is_linear(parse("(@p + 1) * $a // 3"))


def test_what_cannot_be_asked_is_outside() -> None:
    with pytest.raises(Outside):
        translate(("unknown",), {}, {}, Words())


def test_a_slot_holds_what_its_domain_lists() -> None:
    words, specs = Words(), vocabulary().facts["table"].slots
    for name, value, fits in (("structure", "limit", True), ("structure", "flop", False), ("level", -1, False)):
        variable, domain = words.variable(name, specs[name])
        solver = z3.Solver()
        solver.add(domain, variable.value == words.term(value).value)
        assert (solver.check() == z3.sat) == fits


def test_names_come_back_from_their_numbers() -> None:
    words = Words()
    assert [words.name(words.number(name)) for name in SEATS] == list(SEATS)
    assert words.name(10**6) is None


@pytest.mark.parametrize(
    "expression", ["$a >= 4", "max($a, @p) == 3", "not ($a == 1)", "$a - ($b + 1) < 2", "$w == 'x' and true"]
)
def test_an_expression_is_written_as_it_is_read(expression: str) -> None:
    slots = {"a": "a", "b": "b", "w": "w"}
    assert parse(text(parse(expression), slots)) == parse(expression)
