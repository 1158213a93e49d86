"""What the benchmarks share: options, measuring in turn, small tables, a line about the machine."""

from __future__ import annotations

import argparse
import gc
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
WORKLOADS = Path(__file__).parent / "workloads"
EXAMPLES = ROOT / "examples"
# A machine that forbids byte code would compile every module anew at each start; nobody runs a command so.
HINDERING = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "FLOORCALL_ENGINE")
Data = dict[str, Any]


class Options(NamedTuple):
    """How much to measure. ``quick``: a quarter of the rounds. ``long``: also what takes many minutes."""

    quick: bool = False
    long: bool = False

    def of(self, rounds: int, quick: int) -> int:
        """The number for a whole run or for a quick one."""
        return quick if self.quick else rounds


class Table(NamedTuple):
    """A table to print, with a line above it."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


def machine() -> Data:
    """What a figure says little without."""
    return {
        "cores": os.cpu_count(),
        "processor": _processor(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()


def environment(**more: str) -> dict[str, str]:
    """The environment for a process that is measured."""
    return {**{name: value for name, value in os.environ.items() if name not in HINDERING}, **more}


def command() -> list[str]:
    """The installed command, as a person starts it; without one the module that it calls."""
    found = Path(sys.executable).with_name("floorcall")
    return [sys.executable, str(found)] if found.exists() else [sys.executable, "-m", "cli.main"]


@contextmanager
def own_cache() -> Iterator[None]:
    """Compiled rulebooks in a folder of their own: books cut for a benchmark do not push out those of the user."""
    before = os.environ.get("FLOORCALL_CACHE")
    with TemporaryDirectory() as folder:
        os.environ["FLOORCALL_CACHE"] = folder
        try:
            yield
        finally:
            del os.environ["FLOORCALL_CACHE"]
            if before is not None:
                os.environ["FLOORCALL_CACHE"] = before


@contextmanager
def no_collector() -> Iterator[None]:
    """The garbage collector waits meanwhile."""
    collecting = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def in_turn(calls: Mapping[str, tuple[Callable[[], object], int]], runs: int) -> dict[str, list[float]]:
    """Microseconds per call, one value for each run. ``calls``: what to call, and how often in one run.

    All are measured in every run, one after the other, so that a machine that drifts drifts for all of them and their
    ratios hold. Many short runs are better than a few long ones: those in which the machine did something else then
    fall out of the median. The garbage collector waits meanwhile; one uncounted run comes first.
    """
    taken: dict[str, list[float]] = {name: [] for name in calls}
    with no_collector():
        for run in range(runs + 1):
            for name, (call, times) in calls.items():
                start = perf_counter()
                for _ in range(times):
                    call()
                if run:
                    taken[name].append((perf_counter() - start) / times * 1e6)
            if run % 20 == 0:
                gc.collect()
    return taken


def once(call: Callable[[], object]) -> float:
    """Microseconds of one call."""
    start = perf_counter()
    call()
    return (perf_counter() - start) * 1e6


def middle(values: Sequence[float]) -> float:
    """The median: what a run usually takes."""
    return median(values)


def undisturbed(values: Sequence[float]) -> float:
    """The 10th percentile: what a run takes when the machine does nothing else."""
    return sorted(values)[len(values) // 10]


def highest(values: Sequence[float]) -> float:
    """The 99th percentile."""
    return sorted(values)[min(len(values) - 1, int(len(values) * 0.99))]


def ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    """How many times as long: the median of the ratios of each round, so that a machine that drifts does not matter."""
    return median(one / other for one, other in zip(slow, fast, strict=True))


def show(table: Table) -> None:
    """Prints a table: the first column to the left, the others to the right."""
    print(table.title)
    widths = [max(len(row[k]) for row in (table.head, *table.rows)) for k in range(len(table.head))]
    for row in (table.head, *table.rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
    print(flush=True)


def say(text: str) -> None:
    """How far a run is: one line that the next overwrites on a terminal, nothing where nobody looks."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def alone(measure: Callable[[Options], Data], tables: Callable[[Data], list[Table]]) -> int:
    """Runs one benchmark from the command line and prints its tables."""
    options = parsed(argparse.ArgumentParser(description=sys.modules["__main__"].__doc__))
    with own_cache():
        found = measure(options)
    say("")
    told = machine()
    print(f"{told['cores']} cores, {told['processor']}, {told['python']}\n")
    for table in tables(found):
        show(table)
    return 0


def parsed(parser: argparse.ArgumentParser) -> Options:
    """The options that every benchmark takes."""
    parser.add_argument("--quick", action="store_true", help="fewer rounds: two minutes for all")
    parser.add_argument("--long", action="store_true", help="also what takes many minutes: a million incidents")
    told = parser.parse_args()
    return Options(told.quick, told.long)
