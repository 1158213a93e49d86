"""``floorcall quiz export`` from a cold start as a whole process: 200 items in each format, and the writing alone.

Beside the time on the clock stands that of the processor: on a machine that does other things too it says more.
"""

from __future__ import annotations

import resource
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time

from bench.common import ROOT, Data, Options, Table, alone, command, environment, middle, say
from training.exports import ENDINGS, collection, render

BOOK, COUNT = "bfsp", 200
AT_MOST = 6.0
"""Seconds that an Anki package of 200 items may take."""


def measure(options: Options) -> Data:
    """Seconds of whole processes by format, all formats in turn, and of the writer alone, with the size of the file."""
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(FLOORCALL_CACHE=f"{folder}/cache", LC_ALL="C.UTF-8")
        calls = {form: _call(form, Path(folder, f"items{ending}")) for ending, form in ENDINGS.items()}
        _spent(calls["csv"], variables)  # compiles the rulebook, which is done once
        found: dict[str, list[tuple[float, float]]] = {}
        for run in range(options.of(5, 1)):
            for form, call in calls.items():
                say(f"{form}, round {run + 1}")
                found.setdefault(form, []).append(_spent(call, variables))
        sizes = {form: Path(call[-1]).stat().st_size for form, call in calls.items()}
    writing = _writing()
    whole = {
        form: {
            "seconds": middle([clock for clock, _ in taken]),
            "processor": middle([processor for _, processor in taken]),
            "writing": writing[form],
            "bytes": sizes[form],
        }
        for form, taken in found.items()
    }
    return {"formats": whole, "at_most": AT_MOST, "count": COUNT}


def _call(form: str, path: Path) -> list[str]:
    named = ["--rulebook", BOOK, "--count", str(COUNT), "--format", form, "--out", str(path)]
    return [*command(), "quiz", "export", *named]


def _spent(call: Sequence[str], variables: dict[str, str]) -> tuple[float, float]:
    """Seconds of a process: on the clock, and of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    subprocess.run(call, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, check=True)
    clock, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _writing() -> dict[str, float]:
    """Seconds of the processor that each writer takes when the items are there."""
    from training.desk import Desk
    from training.items import make

    desk = Desk(BOOK)
    told = collection(make(BOOK, count=COUNT, desk=desk), desk.rulebook, "en", 1)
    taken = {}
    for form in ENDINGS.values():
        start = process_time()
        render(told, form, 1.0)
        taken[form] = process_time() - start
    return taken


def tables(found: Data) -> list[Table]:
    """One row for each format."""
    rows = [
        [form, f"{told['seconds']:.1f}", f"{told['processor']:.1f}", f"{told['writing']:.2f}", str(told["bytes"])]
        for form, told in found["formats"].items()
    ]
    title = f"{found['count']} items of {BOOK} in a file; an Anki package may take {found['at_most']:.0f} s"
    return [Table(title, ("format", "s, whole", "s, processor", "of it writing", "bytes"), rows)]


def main() -> int:
    """Measures and prints the table."""
    return alone(measure, tables)


if __name__ == "__main__":
    raise SystemExit(main())
