"""What questions about a ruling cost from a cold start, in processor time, against a plain ruling on the same story.

Processor time of a process of its own: on a machine that does other things too it says more than the clock does.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from bench.common import Table, machine, middle, show

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
CALLS: tuple[tuple[str, ...], ...] = (
    ("rule",),
    ("why",),
    ("why-not", "raise"),
    ("requires", "raise"),
    ("nearest",),
    ("what-if", "pot=12345"),
)
RUNS = 3


def spent(words: Sequence[str]) -> float:
    """Milliseconds of processor time that a call takes, the least of some runs."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "cli.main", *words], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(found) * 1000


def main() -> None:
    """Prints the table: least, middling and greatest over the examples."""
    rows = []
    for verb, *rest in CALLS:
        taken = sorted(spent([verb, str(path), *rest]) for path in EXAMPLES)
        rows.append([verb, *(f"{value:.0f}" for value in (taken[0], middle(taken), taken[-1]))])
    title = f"{machine()['python']}; {len(EXAMPLES)} examples, cold start, ms of processor time"
    show(Table(title, ("", "least", "middling", "greatest"), rows))


if __name__ == "__main__":
    main()
