"""A ruling from a cold start as a whole process, with and without the compiled rulebook, beside a bare Python."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parent.parent
INCIDENT = ROOT / "examples" / "short-all-in.yaml"
RUNS = 21


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Wall time of one process."""
    start = perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> int:
    """Runs the commands in turn, so that a machine that drifts drifts for all, and prints medians and the ratio."""
    command = Path(sys.executable).with_name("floorcall")  # the installed command, as a person starts it
    start = [sys.executable, str(command)] if command.exists() else [sys.executable, "-m", "cli.main"]
    rule = [*start, "rule", str(INCIDENT)]
    # A machine that forbids byte code would have every module compiled anew at each start; nobody runs a command so.
    plain = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
    with tempfile.TemporaryDirectory() as cache:
        warm = {**plain, "FLOORCALL_CACHE": cache}
        cold = {**plain, "FLOORCALL_CACHE": os.devnull}
        rows = {
            "python -c pass": ([sys.executable, "-c", "pass"], warm),
            "rule, compiled rulebook": (rule, warm),
            "rule, from the YAML": (rule, cold),
        }
        for command, environment in rows.values():
            seconds(command, environment)
        taken: dict[str, list[float]] = {name: [] for name in rows}
        for _ in range(RUNS):
            for name, (command, environment) in rows.items():
                taken[name].append(seconds(command, environment) * 1000)
    bare = median(taken["python -c pass"])
    print(f"cold start, Python {sys.version.split()[0]}, {RUNS} runs in turn")
    for name, values in taken.items():
        print(f"{name:26} {median(values):8.1f} ms   x{median(values) / bare:5.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
