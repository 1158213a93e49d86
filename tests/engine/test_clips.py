"""CLIPS where it is another world than Python: what a value is, what a text may hold, how far numbers go."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.clips_program import LARGEST
from engine.evaluate import find, group
from engine.facts import Fact
from knowledge.expressions import parse
from knowledge.model import Condition, Pattern, Rule, Slot
from tests.engine.building import fact, pattern, rule
from tests.engine.engines import KINDS, engine, fire, shape

ODD_TEXTS = (
    *('"', "\\", '\\"', "a\nb", "a\tb", "; no comment", "(", ")", "?x", "$?x", "&", "|", "~", "<-", "=>", "'", ""),
    *("nil", "crlf", "TRUE", "FALSE", "u", "m", "o", "s0", "d1", "t0", "f-1", "12", "-3", "1.5", "[x]", "*", "and"),
    *("Юрий", "李", "é", "e\u0301", "\u202e", "\x00", "\x00x", "\udc80", " ", "a b", "🂡", "x" * 5000),
)
BIG = (2**30, 2**30 + 1, 2**31, 2**62, 2**63 - 1, 2**63, 2**64, 10**30, -(2**63), -(2**63) - 1, -(10**30))


def held(kind: str, condition: Condition, *facts: Fact) -> list[Any]:
    """What a rule with one condition makes of some facts; the same as plain search, or the test ends."""
    one = rule("one", conditions=(condition,))
    machine = engine(kind, (one,))
    for told in facts:
        machine.add(told)
    found = shape(fire(machine))
    assert found == shape(list(find(one, group(facts), {})))
    return found


def wants(*patterns: Pattern, test: str = "") -> Condition:
    return Condition(patterns, (parse(test),) if test else ())


def is_(type: str, slot: str, *values: Any) -> Pattern:
    return Pattern(type, (Slot(slot, "is", values, ""),), False)


# -- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("text", ODD_TEXTS)
def test_any_text_is_itself_and_no_other(kind: str, text: str) -> None:
    others = [other for other in ODD_TEXTS if other != text]
    facts = [fact("act", f"act {i}", said=said) for i, said in enumerate((text, *others))]
    assert [row[2] for row in held(kind, wants(is_("act", "said", text)), *facts)] == [("act 0",)]


@pytest.mark.parametrize("kind", KINDS)
def test_any_text_joins_with_itself_only(kind: str) -> None:
    acts = [fact("act", f"act {i}", seat=text) for i, text in enumerate(ODD_TEXTS)]
    seats = [fact("seat", f"seat {i}", id=text) for i, text in enumerate(ODD_TEXTS)]
    rows = held(kind, wants(pattern("act", seat="$who"), pattern("seat", id="same:who")), *acts, *seats)
    assert sorted(row[2] for row in rows) == sorted((f"act {i}", f"seat {i}") for i in range(len(ODD_TEXTS)))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("asked", "told", "holds"),
    [
        (True, True, True),
        (True, 1, True),
        (1, True, True),
        (False, 0, True),
        (0, False, True),
        (True, 2, False),
        (True, "True", False),
        (1, "1", False),
        ("TRUE", True, False),
        (False, "", False),
        (0, "0", False),
        (("A", "B"), ("A", "B"), True),
        (("A", "B"), ("B", "A"), False),
        (("A",), "A", False),
        ((), False, False),
        ((1, True), (True, 1), True),
        (-5, -5, True),
        (-5, 5, False),
    ],
)
def test_values_are_equal_as_in_python(kind: str, asked: Any, told: Any, holds: bool) -> None:
    one = is_("act", "said", asked)
    none = one._replace(slots=(one.slots[0]._replace(kind="not"),))
    absent = one._replace(absent=True)
    act, other = fact("act", "act 1", said=told), fact("seat", "A", id=asked)
    both = (pattern("seat", id="$x"), pattern("act", said="same:x"))
    assert bool(held(kind, Condition((one,), ()), act)) is holds
    assert bool(held(kind, Condition((none,), ()), act)) is not holds
    assert bool(held(kind, Condition((pattern("seat", id="$x"), absent), ()), act, other)) is not holds
    assert bool(held(kind, Condition(both, ()), act, other)) is holds


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("flag", [True, False])
def test_a_flag_that_is_asked_for_either_way(kind: str, flag: bool) -> None:
    """Its slot has a default in CLIPS; what is neither of both must not be taken for it."""
    either = (wants(pattern("act", silent=True)), wants(pattern("act", silent=False)))
    rules = tuple(rule(f"{i}", conditions=(condition,)) for i, condition in enumerate(either))
    for told in (flag, None, 7, "yes"):
        machine = engine(kind, rules)
        act = fact("act", "act 1", silent=told)
        machine.add(act)
        assert shape(fire(machine)) == shape([m for one in rules for m in find(one, group([act]), {})])


@pytest.mark.parametrize("kind", KINDS)
def test_two_facts_that_say_the_same_are_two(kind: str) -> None:
    twice = [fact("act", f"act {i}", said="raise", silent=True) for i in range(2)]
    seats = [fact("seat", "A", id="A"), fact("seat", "A again", id="A")]
    rows = held(kind, wants(pattern("act", said="raise"), pattern("seat", id="$who")), *twice, *seats)
    assert len(rows) == 4


@pytest.mark.parametrize("kind", KINDS)
def test_a_fact_that_goes_leaves_the_names_of_the_others_alone(kind: str) -> None:
    one = rule("one", conditions=(wants(pattern("act", said="raise")),))
    machine = engine(kind, (one,))
    acts = [fact("act", f"act {i}", said="raise") for i in range(4)]
    for act in acts[:3]:
        machine.add(act)
    machine.remove(acts[1])
    machine.add(acts[3])
    assert [match.facts[0].key for match in sorted(fire(machine), key=str)] == ["act 0", "act 2", "act 3"]


# -- numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chips", BIG)
def test_no_number_is_too_big_to_be_told_apart(kind: str, chips: int) -> None:
    facts = [fact("act", f"act {i}", put=put) for i, put in enumerate((chips, *(b for b in BIG if b != chips), 1, 0))]
    assert [row[2] for row in held(kind, wants(pattern("act", put=chips)), *facts)] == [("act 0",)]
    again = [fact("pot", f"pot {i}", chips=put) for i, put in enumerate((chips - 1, chips, chips + 1))]
    rows = held(kind, wants(pattern("act", put="$put"), pattern("pot", chips="same:put")), facts[0], *again)
    assert [row[2] for row in rows] == [("act 0", "pot 1")]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("chips", BIG)
@pytest.mark.parametrize(
    "test",
    [
        "$put > $owed",
        "$put < $owed",
        "$put + 1 > $put",
        "$put * $put * $put > 0",
        "$put * 2 == $put + $put",
        "$put * $put >= $owed * $owed",
        "$put == $owed + 1",
        "$put - $owed != 0",
        "$put // 2 <= $put",
        "min($put, $owed) == $owed",
        "max($put, $owed) * 1000000000 > 0",
    ],
)
def test_no_number_wraps(kind: str, chips: int, test: str) -> None:
    for put, owed in ((chips, 1), (1, chips), (chips, chips - 1), (chips, chips), (LARGEST, LARGEST)):
        held(kind, wants(pattern("act", put="$put", owed="$owed"), test=test), fact("act", "act 1", put=put, owed=owed))


# -- whole programs ---------------------------------------------------------------------------------------------------

SLOTS = {
    "act": ("id", "seat", "said", "put", "owed", "silent"),
    "seat": ("id", "chips", "acted"),
    "found": ("of", "by"),
}
VALUES: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("id", "seat", "of", "by"), ("A", "B", "act 1", None)),
    "said": ("none", "raise", "", None),
    **dict.fromkeys(("put", "owed", "chips"), (0, 1, 100, 200, -3, LARGEST, LARGEST + 1, 2**63, None)),
    **dict.fromkeys(("silent", "acted"), (True, False, None)),
}
TESTS = (
    *("$put > $owed", "$put - $owed >= 100", "not ($put == $owed)", "$put != 100 and $owed < 200", "$put == unknown"),
    *("$put * $put > $owed or $said == 'none'", "$seat == $id", "$silent", "not $silent", "$put // 3 > $owed // 0"),
    *("$put >= @limit", "$put < @limit or not ($owed <= 1)", "$put + $owed * 2 == @limit", "$chips > min($put, $owed)"),
)


class Maker:
    """Makes rules and facts by chance, always the same for a seed."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)

    def pattern(self, bound: set[str], absent: bool) -> Pattern:
        kind = self.pick.choice(tuple(SLOTS))
        slots, own = [], set(bound)
        for name in self.pick.sample(SLOTS[kind], self.pick.randint(0, len(SLOTS[kind]))):
            how = self.pick.choice(("is", "not", "bind", "bind", "same"))
            known = [v for v in VALUES[name] if v is not None]
            if how in ("is", "not"):
                slots.append(Slot(name, how, tuple(self.pick.sample(known, self.pick.randint(1, 2))), ""))
            elif how == "bind" and not absent and name not in own:
                slots.append(Slot(name, "bind", (), name))
                own.add(name)
            elif how == "same" and own:
                slots.append(Slot(name, "same", (), self.pick.choice(sorted(own))))
        if not absent:
            bound |= own
        return Pattern(kind, tuple(slots), absent)

    def rule(self, number: int) -> Rule:
        conditions = []
        for _ in range(self.pick.randint(1, 2)):
            bound: set[str] = set()
            patterns = [self.pattern(bound, absent=i > 0 and self.pick.random() < 0.3) for i in range(3)]
            tests = [parse(text) for text in TESTS if self.pick.random() < 0.15]
            conditions.append(Condition(tuple(patterns[: self.pick.randint(1, 3)]), tuple(tests)))
        made = rule(f"rule {number}", conditions=tuple(conditions), subject="id")
        return made._replace(stage=self.pick.choice((0, 1, 2)))

    def fact(self, number: int) -> Fact:
        kind = self.pick.choice(tuple(SLOTS))
        slots = {name: self.pick.choice(VALUES[name]) for name in SLOTS[kind] if self.pick.random() < 0.9}
        return Fact(kind, f"{kind} {number}", slots, settled=kind == "found" or self.pick.random() < 0.1)


def story(kind: str, seed: int) -> list[Any]:
    """What comes up, stage by stage, while facts come, go and are revised."""
    maker = Maker(seed)
    machine = engine(
        kind, [maker.rule(i) for i in range(maker.pick.randint(1, 6))], {"limit": maker.pick.choice((1, 200))}
    )
    facts = [maker.fact(i) for i in range(maker.pick.randint(2, 7))]
    log: list[Any] = []

    def settle(stage: int) -> list[Fact]:
        try:
            log.append((stage, shape(machine.matches(stage))))
        except TypeError as error:  # a word was compared with a number: the same on both
            log.append((stage, str(error)))
        return [maker.fact(100 + len(log))] if maker.pick.random() < 0.3 else []

    for told in facts:
        machine.add(told)
    for phase in ("act", "act", "act", "end"):
        try:
            machine.run(phase, settle)
        except TypeError:
            log.append((phase, "words are no numbers"))
            return log
        if facts and maker.pick.random() < 0.7:
            machine.remove(facts.pop(maker.pick.randrange(len(facts))))
        machine.add(maker.fact(len(log)))
    return log


@pytest.mark.parametrize("seed", range(400))
def test_both_engines_say_the_same_whatever_comes_and_goes(seed: int) -> None:
    assert story("clips", seed) == story("experta", seed)


def test_the_stories_are_worth_the_comparison() -> None:
    """Most of them end regularly, and something comes up in them."""
    told = [story("clips", seed) for seed in range(100)]
    assert sum(len(log) == 7 for log in told) > 80
    assert sum(any(found for _, found in log) for log in told) > 50


def test_a_cleared_engine_remembers_nothing() -> None:
    one = rule("one", conditions=(wants(pattern("act", seat="$who"), pattern("seat", id="same:who")),))
    machine = engine("clips", (one,))
    for i in range(3 * 4096):
        if i % 1000 == 0:
            machine.clear()
        machine.add(fact("act", f"act {i}", seat=f"player {i}"))
    machine.clear()
    act, seat = fact("act", "act 1", seat="player 5"), fact("seat", "A", id="player 5")
    for told in (act, seat, fact("seat", "B", id="player 6")):
        machine.add(told)
    assert [match.facts for match in fire(machine)] == [(act, seat)]


def test_a_network_that_is_no_longer_needed_goes_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    machine = engine("clips", (rule("one", conditions=(wants(pattern("act", id="$act")),)),))
    machine.add(fact("act", "act 1", id="A"))
    fire(machine)
    del machine
    assert capfd.readouterr() == ("", "")
