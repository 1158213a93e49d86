"""The chapter on rule-engine: every row one expression that matches or not, its outcomes expressions of the same
language.

It tells of one rule whether it matches; the walk through the tables is ours.
"""

from __future__ import annotations

from typing import Any

from bench.chapter import OUTCOME, Chapter, Facts, Row
from bench.peers.expressions import Style, condition, flat, written

NAME = "rule-engine"
PACKAGE = "rule-engine"
HOLDS = "all {rules} rules as expressions; the loop over tables and rows is Python"
LACKS = "no chaining, no order of rules, no facts, no unknown, no defeat, no trace, no citations"
STYLE = Style(
    place=flat,
    word=lambda word: f'"{word}"',
    true="true",
    false="false",
    least="$min([{}, {}])",
    one_of=lambda place, told: f"{place} in [{', '.join(told)}]",
)


class Peer:
    """Answers from the facts of one act."""

    def __init__(self, held: Chapter) -> None:
        import rule_engine

        context = rule_engine.Context(resolver=rule_engine.resolve_item)

        def rule(text: str) -> Any:
            return rule_engine.Rule(text, context=context)

        self.tables = [
            [
                (
                    rule(_condition(row)),
                    [(flat(f"{table.name}.{slot}"), rule(written(tree, STYLE))) for slot, tree in row.outcome],
                )
                for row in table.rows
            ]
            for table in held.tables
        ]

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        values = {f"{name}_{slot}": value for name, slots in facts.items() for slot, value in slots.items()}
        for rows in self.tables:
            outcome = next(outcome for matches, outcome in rows if matches.matches(values))
            values.update({name: tree.evaluate(values) for name, tree in outcome})
        return {slot: values[f"settles_{slot}"] for slot in OUTCOME}


def _condition(row: Row) -> str:
    parts = [condition(fixed, STYLE) for fixed in row.fixed] + [written(test, STYLE) for test in row.tests]
    return " and ".join(parts) or "true"
