"""The chapter on zen-engine: seven decision tables of the JSON Decision Model, first hit, one after the other."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

from bench.chapter import OUTCOME, Chapter, Facts, Fixed, Row, Table
from bench.peers.expressions import Style, flat, value, written

NAME = "zen-engine"
PACKAGE = "zen-engine"
HOLDS = "all {rules} rules as rows of 7 decision tables; exceptions as the order of rows"
LACKS = "no joins over several facts, no unknown, no defeat (a row that lost is not seen), no citations"
STYLE = Style(
    place=flat,
    word=lambda word: f"'{word}'",
    true="true",
    false="false",
    least="min([{}, {}])",
    one_of=lambda place, told: f"{place} in [{', '.join(told)}]",
)


class Peer:
    """Answers from the facts of one act."""

    def __init__(self, held: Chapter) -> None:
        import zen

        nodes = [_table(number, table) for number, table in enumerate(held.tables)]
        names = ["in", *(node["id"] for node in nodes), "out"]
        edges = [
            {"id": f"edge{n}", "type": "edge", "sourceId": one, "targetId": other}
            for n, (one, other) in enumerate(pairwise(names))
        ]
        ends = [{"id": "in", "type": "inputNode", "name": "in"}, {"id": "out", "type": "outputNode", "name": "out"}]
        place = {"position": {"x": 0, "y": 0}}
        graph = {"nodes": [{**node, **place} for node in (*ends, *nodes)], "edges": edges}
        self.decision = zen.ZenEngine().create_decision(json.dumps(graph))

    def __call__(self, facts: Facts) -> dict[str, Any]:
        """The outcome: as, to, choice, complete_to."""
        told = {f"{name}_{slot}": value for name, slots in facts.items() for slot, value in slots.items()}
        found = self.decision.evaluate(told)["result"]
        return {slot: found[f"settles_{slot}"] for slot in OUTCOME}


def _table(number: int, table: Table) -> dict[str, Any]:
    """A column for every value that has a condition of its own, one for the tests; an empty cell asks nothing."""
    paths = sorted({fixed.path for row in table.rows for fixed in row.fixed})
    inputs = [{"id": f"i{n}", "name": path, "field": flat(path)} for n, path in enumerate(paths)]
    inputs.append({"id": "tests", "name": "tests", "field": ""})
    slots = [slot for slot, _ in table.rows[-1].outcome]
    outputs = [{"id": f"o{n}", "name": slot, "field": flat(f"{table.name}.{slot}")} for n, slot in enumerate(slots)]
    content = {
        "hitPolicy": "first",
        "passThrough": True,
        "inputs": inputs,
        "outputs": outputs,
        "rules": [_row(n, row, paths, slots) for n, row in enumerate(table.rows)],
    }
    return {"id": f"table{number}", "type": "decisionTableNode", "name": table.name, "content": content}


def _row(number: int, row: Row, paths: list[str], slots: list[str]) -> dict[str, str]:
    cells = {f"i{n}": "" for n in range(len(paths))}
    for fixed in row.fixed:
        cell, more = f"i{paths.index(fixed.path)}", _cell(fixed)
        cells[cell] = f"{cells[cell]} and {more}" if cells[cell] else more
    told = dict(row.outcome)
    results = {f"o{n}": written(told[slot], STYLE) for n, slot in enumerate(slots)}
    tests = " and ".join(written(test, STYLE) for test in row.tests)
    return {"_id": f"{number} {row.rule}", **cells, "tests": tests, **results}


def _cell(fixed: Fixed) -> str:
    told = [value(each, STYLE) for each in fixed.values]
    if fixed.holds:
        return ", ".join(told) if len(told) > 1 else told[0]
    return " and ".join(f"!= {each}" for each in told)
