"""The chapter on experta as its manual shows it: Fact classes, methods under @Rule with MATCH, TEST, NOT and salience,
``reset()``, ``declare()`` and ``run()`` for every incident.

Exceptions are what experta has for them: a higher salience, and a guard that nothing has answered the question yet.
"""

from __future__ import annotations

from typing import Any

from bench.chapter import OUTCOME, Chapter, Facts, Fixed, Row, Table, paths_of
from bench.peers.expressions import by_keyword, flat, function
from engine.experta_compat import experta

NAME = "plain experta"
PACKAGE = "experta"
HOLDS = "all {rules} rules; exceptions as salience and a guard"
LACKS = "no unknown, no reason why a rule lost, no trace, no citations"


class Peer:
    """Answers from the facts of one act."""

    def __init__(self, held: Chapter) -> None:
        self.kinds = {name: type(flat(name).title(), (experta.Fact,), {}) for name in _names(held)}
        count = sum(len(table.rows) for table in held.tables)
        methods: dict[str, Any] = {}
        for table in held.tables:
            for row in table.rows:
                method = self._method(table, row, salience=count - len(methods))
                methods[f"rule_{len(methods)}"] = method
        self.engine = type("Chapter", (experta.KnowledgeEngine,), methods)()

    def _method(self, table: Table, row: Row, salience: int) -> Any:
        kind, give = self.kinds[table.name], by_keyword(*(tree for _, tree in row.outcome))
        slots = [slot for slot, _ in row.outcome]

        def answer(engine: Any, **values: Any) -> None:
            engine.declare(kind(**dict(zip(slots, give(**values), strict=True))))

        patterns = [self._pattern(name, row) for name in self.kinds if _looked_at(name, row)]
        tests = [experta.TEST(function(tree)) for tree in row.tests]
        return experta.Rule(*patterns, *tests, experta.NOT(kind()), salience=salience)(answer)

    def _pattern(self, name: str, row: Row) -> Any:
        wanted: dict[str, Any] = {}
        for path in sorted(paths_of(row)):
            fact, _, slot = path.partition(".")
            if fact == name:
                wanted[slot] = getattr(experta.MATCH, flat(path))
        for fixed in row.fixed:
            fact, _, slot = fixed.path.partition(".")
            if fact == name:
                wanted[slot] = wanted[slot] & _constraint(fixed) if _is_used(fixed.path, row) else _constraint(fixed)
        return self.kinds[name](**wanted)

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        engine = self.engine
        engine.reset()
        for name, slots in facts.items():
            engine.declare(self.kinds[name](**slots))
        engine.run()
        found = next(fact for fact in engine.facts.values() if type(fact) is self.kinds["settles"])
        return {slot: found[slot] for slot in OUTCOME}


def _names(held: Chapter) -> list[str]:
    return [*held.slots, *(table.name for table in held.tables)]


def _looked_at(name: str, row: Row) -> bool:
    return any(path.partition(".")[0] == name for path in paths_of(row))


def _is_used(path: str, row: Row) -> bool:
    """Whether a value with a condition of its own is also asked for elsewhere in the row."""
    return path in paths_of(row._replace(fixed=()))


def _constraint(fixed: Fixed) -> Any:
    constraint: Any = None
    for value in fixed.values:
        one = experta.L(value)
        constraint = one if constraint is None else constraint | one
    return constraint if fixed.holds else ~constraint
