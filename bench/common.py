"""What the benchmarks share: a line about the machine, measuring in turn, a small table."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

WORKLOADS = Path(__file__).parent / "workloads"


def machine() -> str:
    """Cores and Python version: what a figure says little without."""
    return f"{os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}"


def in_turn(calls: Mapping[str, tuple[Callable[[], object], int]], runs: int) -> dict[str, list[float]]:
    """Microseconds per call, one value for each run. ``calls``: what to call, and how often in one run.

    All are measured in every run, one after the other, so that a machine that drifts drifts for all of them and their
    ratios hold. Many short runs are better than a few long ones: those in which the machine did something else then
    fall out of the median. The garbage collector waits meanwhile; one uncounted run comes first.
    """
    taken: dict[str, list[float]] = {name: [] for name in calls}
    collecting = gc.isenabled()
    gc.disable()
    try:
        for run in range(runs + 1):
            for name, (call, times) in calls.items():
                start = perf_counter()
                for _ in range(times):
                    call()
                if run:
                    taken[name].append((perf_counter() - start) / times * 1e6)
            if run % 20 == 0:
                gc.collect()
    finally:
        if collecting:
            gc.enable()
    return taken


def middle(values: Sequence[float]) -> float:
    """The median: what a run usually takes."""
    return median(values)


def undisturbed(values: Sequence[float]) -> float:
    """The 10th percentile: what a run takes when the machine does nothing else."""
    return sorted(values)[len(values) // 10]


def show(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table: the first column to the left, the others to the right."""
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]
    for row in (head, *rows):
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join([row[0].ljust(widths[0]), *cells[1:]]))
