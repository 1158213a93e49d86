"""A warm explained ruling: the ruling with its whole trace, as JSON and as text, over all incidents of a workload, by
the largest rulebook for betting and errors (tda) and by the federation's (bfsp).

Every incident is ruled once before it is measured. Its figure is the median of the rounds; the table gives median and
99th percentile over the incidents.
"""

from __future__ import annotations

import json
from time import perf_counter

import floorcall
from bench.common import Data, Options, Table, alone, highest, middle, no_collector, say
from bench.engines import engines, ruled
from bench.workloads import digest, incidents
from explain.text import to_text

BOOKS = ("tda", "bfsp")
WORKLOADS = ("betting", "everything")
STEPS = ("ruling", "json", "text")


def _micros(incident: floorcall.Incident, book: str, engine: str) -> tuple[float, float, float]:
    """Microseconds of the ruling, of its trace as JSON, of its text."""
    start = perf_counter()
    ruling = ruled(incident, book, engine)
    one = perf_counter()
    json.dumps(floorcall.as_json(ruling))
    two = perf_counter()
    to_text(ruling, "en", "judge", 80, False)
    return (one - start) * 1e6, (two - one) * 1e6, (perf_counter() - two) * 1e6


def measure(options: Options) -> Data:
    """Microseconds by workload, rulebook and engine."""
    rounds, size = options.of(3, 1), options.of(500, 40)
    found: Data = {"rounds": rounds, "figures": []}
    for workload in WORKLOADS:
        told = incidents(workload)[:size]
        for book in BOOKS:
            say(f"warm ruling, {workload} by {book}")
            with no_collector():
                found["figures"] += _over(told, book, rounds, {"workload": workload, "digest": digest(workload)})
    return found


def _over(told: list[floorcall.Incident], book: str, rounds: int, about: Data) -> list[Data]:
    taken: dict[str, list[tuple[float, ...]]] = {engine: [] for engine in engines()}
    for incident in told:
        for engine in engines():  # what was built for another incident may have been put away: warm it here
            _micros(incident, book, engine)
        runs: dict[str, list[tuple[float, ...]]] = {engine: [] for engine in engines()}
        for _ in range(rounds):
            for engine in engines():
                runs[engine].append(_micros(incident, book, engine))
        for engine in engines():
            taken[engine].append(tuple(middle(values) for values in zip(*runs[engine], strict=True)))
    return [_summed({**about, "book": book, "engine": engine}, values) for engine, values in taken.items()]


def _summed(about: Data, values: list[tuple[float, ...]]) -> Data:
    columns = dict(zip(STEPS, zip(*values, strict=True), strict=True))
    explained = [ruling + trace for ruling, trace in zip(columns["ruling"], columns["json"], strict=True)]
    figures = {name: {"median": middle(column), "p99": highest(column)} for name, column in columns.items()}
    return {
        **about,
        "incidents": len(values),
        **figures,
        "explained": {"median": middle(explained), "p99": highest(explained)},
    }


def tables(found: Data) -> list[Table]:
    """One row for each workload, rulebook and engine."""
    rows = [
        [
            f"{f['workload']}, {f['book']}, {f['engine']}",
            *(f"{f[step]['median'] / 1000:.2f}" for step in STEPS),
            *(f"{f['explained'][which] / 1000:.2f}" for which in ("median", "p99")),
        ]
        for f in found["figures"]
    ]
    head = ("workload, rulebook, engine", "ruling", "JSON", "text", "ruling + JSON", "p99")
    return [Table(f"warm explained ruling, ms over {found['figures'][0]['incidents']} incidents", head, rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
