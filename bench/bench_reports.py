"""Reports from a cold start: one page in each format, and the protocol of an event with 2,000 incidents."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

import floorcall
from bench.common import EXAMPLES, ROOT, command, environment
from journal.incidents import Ruled, drafts
from journal.records import EventRecord
from journal.store import Journal

EVENT = EventRecord("spring", "Spring Open", "bfsp", "Vilnius", "", "Europe/Vilnius", datetime(2027, 3, 12, tzinfo=UTC))
STORIES = ("short-all-in.yaml", "bet-out-of-turn.yaml", "oversized-chip.yaml", "string-bet.yaml", "half-a-raise.yaml")
INCIDENTS = 2000
RUNS = 15
RUNS_OF_ALL = 3
PLAYERS = 300


def filled(path: str, incidents: int) -> int:
    """Writes an event with so many incidents; gives the number of the last incident."""
    last = 0
    with Journal.open(path, create=True) as journal:
        journal.new_event(EVENT)
        told = [(EXAMPLES / name).read_bytes() for name in STORIES]
        rulings = [floorcall.rule(floorcall.load_incident(EXAMPLES / name), "bfsp") for name in STORIES]
        with journal.writing(EVENT.id) as pen:
            for key in range(1, PLAYERS):
                pen.player_told(str(key), f"Name Surname-{key}", {})
            for n in range(incidents):
                which = n % len(STORIES)
                seats = rulings[which].incident.seats
                players = {seat: str(1 + (7 * n + 13 * i) % (PLAYERS - 1)) for i, seat in enumerate(seats)}
                at = EVENT.opened + timedelta(minutes=2 * n)
                ruled = Ruled(told[which], STORIES[which], "yaml", rulings[which], players, {}, {}, "", "")
                entries = [pen.append(draft) for draft in drafts(ruled, str(1 + n % 40), str(n), "Petrova", at)]
                last = entries[0].number
    return last


def seconds(words: list[str], variables: dict[str, str]) -> float:
    """Wall time of one report as a whole process."""
    start = perf_counter()
    call = [*command(), "report", *words]
    subprocess.run(call, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> int:
    """Runs the reports in turn, so that a machine that drifts drifts for all, and prints medians."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "journal.sqlite")
        last = filled(path, INCIDENTS)
        variables = environment(FLOORCALL_DATABASE=path, FLOORCALL_CACHE=str(Path(folder) / "cache"))
        one = ["notice", "spring", "--entry", str(last), "--lang", "lt", "--out", str(Path(folder) / "one")]
        rows = {f"notice, one page, {name}": [*one, "--format", name] for name in ("pdf", "html", "markdown", "docx")}
        whole = {
            f"{kind}, {INCIDENTS} incidents, pdf": [
                kind,
                "spring",
                "--format",
                "pdf",
                "--out",
                str(Path(folder) / kind),
            ]
            for kind in ("protocol", "statistics")
        }
        print(f"cold start, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}")
        for runs, told in ((RUNS, rows), (RUNS_OF_ALL, whole)):
            taken: dict[str, list[float]] = {name: [] for name in told}
            for run in range(-1, runs):
                for name, words in told.items():
                    took = seconds(words, variables)
                    if run >= 0:  # the first run may have to compile the rulebook
                        taken[name].append(took * 1000)
            for name, values in taken.items():
                print(f"{name:34} {median(values):8.0f} ms  (least {min(values):6.0f}, of {len(values)})")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
