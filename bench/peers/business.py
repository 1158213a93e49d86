"""The chapter on business-rules: conditions as data, variables and actions as methods, run_all for every table.

A condition compares one variable with a constant, so that every test between two values is a variable of its own, and
every outcome an action in Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.chapter import OUTCOME, Chapter, Facts, Fixed, Row, Table
from bench.peers.expressions import by_keyword, flat

NAME = "business-rules"
PACKAGE = "business-rules"
HOLDS = "all {rules} rules; {computed} tests and all outcomes are Python behind them; exceptions as the order"
LACKS = "no comparison of two values, no arithmetic, no facts, no unknown, no defeat, no trace, no citations"


class Peer:
    """Answers from the facts of one act."""

    def __init__(self, held: Chapter) -> None:
        from business_rules import actions, engine, variables

        self.run = engine.run_all
        self.tests: dict[str, Callable[..., Any]] = {}
        self.tables = [(table.name, [self._rule(n, row) for n, row in enumerate(table.rows)]) for table in held.tables]
        self.outcomes = {table.name: _outcomes(table) for table in held.tables}
        self.values: dict[str, Any] = {}
        self.variables = type("Variables", (variables.BaseVariables,), self._variables(variables, held))()
        answer = actions.rule_action(params={"row": "numeric"})(_answering(self))
        self.actions = type("Actions", (actions.BaseActions,), {"answer": answer})()
        self.now = ""

    def holds(self) -> dict[str, int]:
        """What to fill into HOLDS."""
        return {"computed": len(self.tests)}

    def _rule(self, number: int, row: Row) -> dict[str, Any]:
        wanted = [part for fixed in row.fixed for part in _conditions(fixed)]
        for test in row.tests:
            name = f"test_{len(self.tests)}"
            self.tests[name] = by_keyword(test)
            wanted.append({"name": name, "operator": "is_true", "value": True})
        wanted = wanted or [{"name": "always", "operator": "is_true", "value": True}]
        return {"conditions": {"all": wanted}, "actions": [{"name": "answer", "params": {"row": number}}]}

    def _variables(self, kinds: Any, held: Chapter) -> dict[str, Any]:
        """A method for every value and for every test."""
        made: dict[str, Any] = {"always": kinds.boolean_rule_variable()(lambda _: True)}
        for path in sorted(_places(held)):
            made[flat(path)] = _kind(kinds, held, path)(_getting(self, flat(path)))
        for name, test in self.tests.items():
            made[name] = kinds.boolean_rule_variable()(_testing(self, test))
        return made

    def answer(self, row: int) -> None:
        """Called by the action: the outcome of a row of the table at hand."""
        slots, give = self.outcomes[self.now][row]
        found = give(**self.values)
        self.values.update({f"{flat(self.now)}_{slot}": value for slot, value in zip(slots, found, strict=True)})

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        self.values = {f"{name}_{slot}": value for name, slots in facts.items() for slot, value in slots.items()}
        for name, rules in self.tables:
            self.now = name
            self.run(rules, self.variables, self.actions, stop_on_first_trigger=True)
        return {slot: self.values[f"settles_{slot}"] for slot in OUTCOME}


def _outcomes(table: Table) -> list[tuple[list[str], Any]]:
    return [([slot for slot, _ in row.outcome], by_keyword(*(tree for _, tree in row.outcome))) for row in table.rows]


def _conditions(fixed: Fixed) -> list[dict[str, Any]]:
    name = flat(fixed.path)
    if isinstance(fixed.values[0], bool):
        return [{"name": name, "operator": "is_true" if fixed.values[0] is fixed.holds else "is_false", "value": True}]
    if fixed.holds:
        equal = [{"name": name, "operator": "equal_to", "value": value} for value in fixed.values]
        return equal if len(equal) == 1 else [{"any": equal}]
    parts = [  # it knows no "is not"
        {"any": [{"name": name, "operator": op, "value": value} for op in ("less_than", "greater_than")]}
        for value in fixed.values
    ]
    return parts


def _places(held: Chapter) -> set[str]:
    return {fixed.path for table in held.tables for row in table.rows for fixed in row.fixed}


def _kind(kinds: Any, held: Chapter, path: str) -> Any:
    """What kind of variable a place is: seen from the constants it is compared with."""
    told = [f.values[0] for table in held.tables for row in table.rows for f in row.fixed if f.path == path]
    if isinstance(told[0], bool):
        return kinds.boolean_rule_variable()
    return kinds.numeric_rule_variable() if isinstance(told[0], int) else kinds.string_rule_variable()


def _answering(peer: Peer) -> Callable[..., None]:
    return lambda _, row: peer.answer(row)


def _getting(peer: Peer, name: str) -> Callable[[Any], Any]:
    return lambda _: peer.values[name]


def _testing(peer: Peer, test: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda _: test(**peer.values)[0]
