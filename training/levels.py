"""Who should know the answer to an item, and how tangled its story is; both from ``levels.yaml``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from os.path import dirname, join
from typing import Any

from engine.arbitration import Verdict
from engine.outcomes import carrying
from engine.ruling import Ruling
from explain.texts import compiled
from explain.view import lost
from facts.incident import Event
from knowledge.model import Rule

FILE = join(dirname(__file__), "levels.yaml")


@cache
def table() -> Mapping[str, Any]:
    """The content of the file."""
    content: Mapping[str, Any] = compiled([FILE])[0]
    return content


def level_of(kind: str, clause_kind: str) -> str:
    """The level for a kind of item about a kind of clause, one of ``training.item.LEVELS``."""
    names: list[str] = table()["levels"]
    told = [table()["kinds"].get(kind), table()["clauses"].get(clause_kind)]
    return names[max((names.index(entry["level"]) for entry in told if entry), default=0)]


def complexity_of(ruling: Ruling, behind: Sequence[Verdict], clauses: Sequence[str]) -> int:
    """From 1 to 5. ``behind``: the findings that the answer is made of; ``clauses``: those that it rests on."""
    counted = points(ruling, behind, clauses)
    weights: Mapping[str, Mapping[str, int]] = table()["complexity"]
    total = sum(weight["points"] * max(0, counted[name] - weight["above"]) for name, weight in weights.items())
    thresholds: list[int] = table()["thresholds"]
    return 1 + sum(total >= least for least in thresholds)


def points(ruling: Ruling, behind: Sequence[Verdict], clauses: Sequence[str]) -> dict[str, int]:
    """What is counted, by the names of the table."""
    trace = ruling.trace
    matches = [match for verdict in behind for match in carrying(verdict)]
    return {
        "acts": sum(1 for step in trace.steps if step.number),
        "read-acts": sum(1 for step in trace.steps if not step.plain),
        "events": sum(1 for entry in ruling.incident.timeline if isinstance(entry, Event)),
        "early": sum(1 for step in trace.steps if not step.in_turn),
        "defeats": sum(len(lost(verdict)) for verdict in behind),
        "clauses": len(clauses),
        "conditions": max((_looked_at(match.rule) for match in matches), default=0),
        "readings": len(ruling.alternatives),
        "short": int(trace.table.opened and trace.table.level > trace.table.base > 0),
    }


def _looked_at(rule: Rule) -> int:
    """Conditions of the longest alternative of a rule."""
    return max(
        (
            sum(len(pattern.slots) for pattern in condition.patterns) + len(condition.tests)
            for condition in rule.conditions
        ),
        default=0,
    )


__all__ = ["complexity_of", "level_of", "points", "table"]
