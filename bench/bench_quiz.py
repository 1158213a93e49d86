"""``floorcall quiz`` from a cold start as a whole process: until its first question stands on the screen, for somebody
new, for somebody to whom something is due, and for a sitting that goes on.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

from bench.common import ROOT, Data, Options, Table, alone, command, environment, middle, ratio, say, undisturbed

BARE = "python -c pass"
AT_MOST = 250.0
"""Milliseconds that the first question may take."""

_PROMPT = b"> "


def first_question(call: Sequence[str], variables: dict[str, str]) -> float:
    """Seconds until a process shows its first prompt; then its input ends."""
    start = perf_counter()
    with subprocess.Popen(call, cwd=ROOT, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(_PROMPT):
            piece = process.stdout.read1()
            if not piece:
                raise RuntimeError(f"no question: {shown.decode()}")
            shown += piece
        taken = perf_counter() - start
        process.stdin.close()
        process.stdout.read()
    return taken


def _bare() -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], cwd=ROOT, env=environment(), check=True)
    return perf_counter() - start


def _answered(file: Path, variables: dict[str, str]) -> None:
    """A database with ten answers, all of them due: their cards are set back by a year."""
    import sqlite3

    call = [*command(), "quiz", "--count", "10", "--seed", "1", "--database", str(file)]
    subprocess.run(call, cwd=ROOT, env=variables, input=b"0\n" * 10, stdout=subprocess.DEVNULL, check=True)
    then = datetime.now(UTC).replace(year=datetime.now(UTC).year - 1, day=1).isoformat(timespec="microseconds")
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE card SET due = ?, last = ?", (then, then))
    connection.close()


def measure(options: Options) -> Data:
    """Milliseconds until the first question, one value for each run, all kinds in turn."""
    taken: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        variables = environment(FLOORCALL_CACHE=f"{folder}/cache", LC_ALL="C.UTF-8")
        due, waiting = Path(folder, "due.sqlite3"), Path(folder, "waiting.sqlite3")
        _answered(due, variables)
        quiz = [*command(), "quiz", "--seed", "2", "--count", "20", "--database"]
        first_question([*quiz, str(waiting)], variables)
        calls = {
            "somebody new": lambda run: [*quiz, f"{folder}/new-{run}.sqlite3"],
            "something is due": lambda run: [*quiz, str(due)],
            "a sitting goes on": lambda run: [*command(), "quiz", "--resume", "--database", str(waiting)],
        }
        for run in range(options.of(21, 7)):
            say(f"first question, round {run + 1}")
            taken.setdefault(BARE, []).append(_bare() * 1000)
            for name, call in calls.items():
                taken.setdefault(name, []).append(first_question(call(run), variables) * 1000)
    bare = taken[BARE]
    found = {
        name: {"ms": middle(values), "least": undisturbed(values), "times": ratio(values, bare)}
        for name, values in taken.items()
    }
    return {"commands": found, "at_most": AT_MOST}


def tables(found: Data) -> list[Table]:
    """The starts, the first row being a Python that does nothing."""
    rows = [
        [name, f"{told['ms']:.0f}", f"{told['least']:.0f}", f"x {told['times']:.1f}"]
        for name, told in found["commands"].items()
    ]
    title = f"floorcall quiz until the first question, at most {found['at_most']:.0f} ms"
    return [Table(title, ("process", "ms, median", "10th percentile", "bare Python"), rows)]


def main() -> int:
    """Measures and prints the table."""
    return alone(measure, tables)


if __name__ == "__main__":
    raise SystemExit(main())
