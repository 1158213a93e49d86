"""``floorcall find`` from a cold start as a whole process, with and without the index that is kept."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).parent.parent
TEXT = "dealer put out the turn before the button acted"
RUNS = 21
RUNS_WITHOUT_INDEX = 3


def seconds(command: list[str], environment: dict[str, str]) -> float:
    """Wall time of one process."""
    start = perf_counter()
    subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> int:
    """Runs the commands in turn, so that a machine that drifts drifts for all, and prints medians and the ratio."""
    command = Path(sys.executable).with_name("floorcall")  # the installed command, as a person starts it
    start = [sys.executable, str(command)] if command.exists() else [sys.executable, "-m", "cli.main"]
    plain = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
    with tempfile.TemporaryDirectory() as cache:
        warm = {**plain, "FLOORCALL_CACHE": cache}
        rows = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "rule, for comparison": [*start, "rule", str(ROOT / "examples" / "short-all-in.yaml")],
            "find, as JSON": [*start, "find", TEXT, "--format", "json"],
            "find, three with rulings": [*start, "find", TEXT],
            "find, taking one": [*start, "find", TEXT, "--take", "1"],
        }
        for command_line in rows.values():
            seconds(command_line, warm)
        taken: dict[str, list[float]] = {name: [] for name in rows}
        for _ in range(RUNS):
            for name, command_line in rows.items():
                taken[name].append(seconds(command_line, warm) * 1000)
    anew = {**plain, "FLOORCALL_CACHE": os.devnull}
    taken["find, index built anew"] = [seconds(rows["find, as JSON"], anew) * 1000 for _ in range(RUNS_WITHOUT_INDEX)]
    bare = median(taken["python -c pass"])
    print(f"cold start, Python {sys.version.split()[0]}, {RUNS} runs in turn")
    for name, values in taken.items():
        print(f"{name:26} {median(values):8.1f} ms  (least {min(values):7.1f})  x{median(values) / bare:5.1f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
