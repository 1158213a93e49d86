"""The chapter on durable_rules: facts as JSON, when_all over several facts, pri for the order, a session for every
incident.

A test is written in its language where that has a form for it: one property against a sum or difference. What it cannot
say (products, a sum on the left, or between facts) is computed by the action that asserts the fact and stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from bench.chapter import OUTCOME, Chapter, Facts, Fixed, Row, Table, paths_of
from bench.peers.expressions import by_keyword, flat
from knowledge.expressions import Tree, names

NAME = "durable_rules"
PACKAGE = "durable_rules"
HOLDS = (
    "all {rules} rules; exceptions as priority and a look in Python at whether something has answered; "
    "{computed} of {tests} tests are computed in Python"
)
LACKS = "no unknown, no defeat, no trace, no citations; conditions are few forms, arithmetic has to go elsewhere"
_FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


class Peer:
    """Answers from the facts of one act; not for use by several threads."""

    def __init__(self, held: Chapter) -> None:
        from durable import engine, lang

        # Its threads look every 0.2 s for actions left over; now and then they take one from under a call (error 307).
        engine.Host._run = lambda host: None
        self.lang = lang
        self.order = [*held.slots, *(table.name for table in held.tables)]
        self.computed: dict[str, list[tuple[str, Any]]] = {name: [] for name in self.order}
        self.tests: set[Tree] = set()
        self.names: dict[Tree, str] = {}
        self.values: dict[str, Any] = {}
        self.number = 0
        with lang.ruleset("chapter"):
            number = 0
            for table, gate in zip(held.tables, ["table", *(t.name for t in held.tables)], strict=False):
                for row in table.rows:
                    number += 1
                    for one in _single(row):
                        self._rule(table, gate, one, number)

    def holds(self) -> dict[str, int]:
        """What to fill into HOLDS."""
        return {"computed": len(self.names), "tests": len(self.tests)}

    def _rule(self, table: Table, gate: str, row: Row, number: int) -> None:
        lang = self.lang
        looked_at = {path.partition(".")[0] for path in paths_of(row)} | {gate}
        aliases = [name for name in self.order if name in looked_at]
        patterns = {name: lang.m.kind == name for name in aliases}
        for fixed in row.fixed:
            fact, _, slot = fixed.path.partition(".")
            patterns[fact] = patterns[fact] & self._fixed(slot, fixed.holds, fixed.values)
        for test in row.tests:
            self.tests.add(test)
            fact = max({name.partition(".")[0] for name in names(test, "var")}, key=self.order.index)
            patterns[fact] = patterns[fact] & (self._native(test, fact) or self._computed(test, fact))
        told = [getattr(lang.c, flat(name)) << pattern for name, pattern in patterns.items()]
        give, slots = by_keyword(*(tree for _, tree in row.outcome)), [slot for slot, _ in row.outcome]

        def answer(c: Any) -> None:
            if f"{flat(table.name)}_there" in self.values:
                return  # none() would be the way to say it; in 2.0.28 it withdraws nothing that is already to be run
            found = dict(zip(slots, give(**self.values), strict=True))
            c.assert_fact(self._fact(table.name, found))

        lang.when_all(*told, lang.pri(number))(answer)

    def _fixed(self, slot: str, holds: bool, values: tuple[Any, ...]) -> Any:
        place = getattr(self.lang.m, slot)
        found: Any = None
        for value in values:
            one = place == value if holds else place != value
            found = one if found is None else found & one
        return found

    def _native(self, test: Tree, fact: str) -> Any:
        """The test as a condition on a property of ``fact``; None where there is no form for it."""
        op, left, right = (*test, None, None)[:3]
        if op not in _FLIPPED:
            return None
        if not _own(left, fact) and _own(right, fact):
            op, left, right = _FLIPPED[op], right, left
        if not _own(left, fact) or (other := self._simple(right, fact)) is None:
            return None
        place = getattr(self.lang.m, left[1].partition(".")[2])
        compare = {"==": place.__eq__, "!=": place.__ne__, "<": place.__lt__, "<=": place.__le__}
        return {**compare, ">": place.__gt__, ">=": place.__ge__}[op](other)

    def _simple(self, tree: Tree, fact: str) -> Any:
        if tree[0] in ("num", "word", "flag"):
            return tree[1]
        if tree[0] == "var":
            name, _, slot = tree[1].partition(".")
            return getattr(self.lang.m, slot) if name == fact else getattr(getattr(self.lang.c, flat(name)), slot)
        return None

    def _computed(self, test: Tree, fact: str) -> Any:
        if test not in self.names:
            self.names[test] = f"test_{len(self.names)}"
            self.computed[fact].append((self.names[test], by_keyword(test)))
        name = self.names[test]
        return getattr(self.lang.m, name) == True  # noqa: E712 - it builds a condition

    def _fact(self, name: str, slots: dict[str, Any]) -> dict[str, Any]:
        self.values.update({f"{flat(name)}_{slot}": value for slot, value in slots.items()})
        tests = {test: make(**self.values)[0] for test, make in self.computed[name]}
        return {"kind": name, **slots, **tests}

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        self.number += 1
        sid = str(self.number)
        self.values = {}
        self.lang.assert_facts("chapter", [{"sid": sid, **self._fact(name, dict(facts[name]))} for name in facts])
        self.lang.delete_state("chapter", sid)
        return {slot: self.values[f"settles_{slot}"] for slot in OUTCOME}


def _single(row: Row) -> Iterator[Row]:
    """The row once for every choice of one value each: in 2.0.28 an alternative beside a comparison with another fact
    lets everything through.
    """
    ways = [[Fixed(f.path, True, (v,)) for v in f.values] if f.holds else [f] for f in row.fixed]
    yield from (row._replace(fixed=fixed) for fixed in product(*ways))


def _own(tree: Tree | None, fact: str) -> bool:
    return tree is not None and tree[0] == "var" and tree[1].partition(".")[0] == fact
