"""A warm explained ruling: median and 99th percentile for every example, with what limits it."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import floorcall
from explain.text import to_text

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.yaml"))
RUNS = 200


def measure(path: Path) -> tuple[float, float, float]:
    """Milliseconds: median of a ruling with its text, 99th percentile, and median of the text alone."""
    incident = floorcall.load_incident(path)
    floorcall.rule(incident)
    whole, text = [], []
    for _ in range(RUNS):
        start = perf_counter()
        ruling = floorcall.rule(incident)
        middle = perf_counter()
        to_text(ruling, "en", "judge", 80, False)
        end = perf_counter()
        whole.append((end - start) * 1000)
        text.append((end - middle) * 1000)
    return median(whole), sorted(whole)[int(RUNS * 0.99)], median(text)


def main() -> int:
    """Prints the table."""
    print(f"warm explained ruling, experta, Python {sys.version.split()[0]}, {RUNS} runs each")
    print(f"{'incident':26} {'median ms':>10} {'p99 ms':>8} {'text ms':>8}")
    for path in EXAMPLES:
        middle, high, text = measure(path)
        print(f"{path.stem:26} {middle:10.2f} {high:8.2f} {text:8.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
