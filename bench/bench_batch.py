"""Many incidents: explained rulings a second, in one process and by ``floorcall batch`` with one job and with one a
core.

One process reads a line, rules, and writes the trace as JSON; that is the figure per core without what the command
adds. The lines are those of the workload again and again, so that engines are warm as they would be in a long file.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

import floorcall
from bench.common import ROOT, Data, Options, Table, alone, command, environment, middle, no_collector, say
from bench.engines import engines, explained
from bench.workloads import digest, path_of
from cli.commands import TREE

BOOK = "tda"
WORKLOAD = "betting"


def has_command() -> bool:
    """Whether this version has ``floorcall batch``."""
    return "batch" in TREE


def lines(count: int) -> Iterator[str]:
    """Lines of the workload, from the first again after the last."""
    return islice(cycle(path_of(WORKLOAD).read_text(encoding="utf-8").splitlines(keepends=True)), count)


def _seconds_of(told: list[str], engine: str) -> float:
    start = perf_counter()
    for line in told:
        json.dumps(explained(floorcall.read_incident(line), BOOK, engine))
    return perf_counter() - start


def _by_command(count: int, engine: str, jobs: int) -> float:
    """Seconds of the command on a file of ``count`` lines."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "incidents.jsonl")
        file.write_text("".join(lines(count)), encoding="utf-8")
        call = [*command(), "batch", str(file), "--rulebook", BOOK, "--jobs", str(jobs)]
        start = perf_counter()
        with Path(folder, "out").open("wb") as out:
            subprocess.run(call, cwd=ROOT, env=environment(FLOORCALL_ENGINE=engine), stdout=out, check=True)
        return perf_counter() - start


def measure(options: Options) -> Data:
    """Rulings a second by engine: of one process, and of the command by the number of jobs."""
    cores = os.cpu_count() or 1
    found: Data = {"book": BOOK, "workload": WORKLOAD, "digest": digest(WORKLOAD), "cores": cores, "figures": []}
    found["command"] = has_command()
    seconds = options.of(10, 2)
    for engine in engines():
        say(f"batch, {engine}, one process")
        told = list(lines(options.of(500, 100)))
        _seconds_of(told, engine)
        with no_collector():
            rates = [len(part) / _seconds_of(part, engine) for part in _parts(told, 5)]
        one = middle(rates)
        found["figures"].append({"engine": engine, "process": one, "jobs": {}})
        for jobs in sorted({1, cores}) if has_command() else ():
            count = int(one * seconds * jobs)
            say(f"batch, {engine}, {jobs} jobs, {count} incidents")
            found["figures"][-1]["jobs"][str(jobs)] = count / _by_command(count, engine, jobs)
    return found


def _parts(told: list[str], count: int) -> list[list[str]]:
    return [told[n::count] for n in range(count)]


def tables(found: Data) -> list[Table]:
    """One row for each engine."""
    jobs = sorted({jobs for f in found["figures"] for jobs in f["jobs"]}, key=int)
    rows = [
        [
            f["engine"],
            f"{f['process']:.0f}",
            *(f"{f['jobs'][n]:.0f}" for n in jobs),
            *(f"{f['jobs'][n] / int(n):.0f}" for n in jobs),
        ]
        for f in found["figures"]
    ]
    head = ("engine", "one process", *(f"--jobs {n}" for n in jobs), *(f"a core, --jobs {n}" for n in jobs))
    title = f"explained rulings a second, {found['workload']} by {found['book']}"
    return [Table(title if found["command"] else f"{title} (this version has no batch command)", head, rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
