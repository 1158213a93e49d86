"""Peak resident memory: of one ruling as a process, of many different ones in one process, and of ``floorcall batch``
by the length of its file.

A small process starts what is measured and asks the system for the peak; the size of all processes of a batch together
is looked at ten times a second (shared pages counted once, where /proc tells).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.bench_batch import BOOK, has_command, lines
from bench.common import ROOT, Data, Options, Table, alone, command, environment, say
from bench.engines import engines

# Run by a bare Python: a process inherits the peak of the one that starts it.
WATCH = """
import os, sys, time
out = os.open(os.devnull, os.O_WRONLY)
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, out, 1)])

def children(of):
    found = [of]
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as stream:
                    parent = int(stream.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if parent == of and int(name) != of:
                found += children(int(name))
    return found

def together():
    total = 0
    for each in children(pid):
        try:
            with open(f"/proc/{each}/smaps_rollup") as stream:
                total += next(int(line.split()[1]) for line in stream if line.startswith("Pss:"))
        except (OSError, StopIteration, ValueError):
            continue
    return total

peak = 0
while True:
    ended, status, usage = os.wait4(pid, os.WNOHANG)
    if ended:
        break
    if os.path.isdir("/proc"):
        peak = max(peak, together())
    time.sleep(0.1)
unit = 1 if sys.platform == "darwin" else 1024
print(usage.ru_maxrss * unit, peak * 1024, os.waitstatus_to_exitcode(status))
"""
MANY = """
import json, sys
import floorcall
from bench.engines import explained
for line in open(sys.argv[1], encoding="utf-8"):
    json.dumps(explained(floorcall.read_incident(line), sys.argv[2], sys.argv[3]))
"""
MIB = 1024 * 1024


def peak(call: list[str], variables: dict[str, str]) -> tuple[float, float]:
    """MiB: the largest process of ``call``, and all its processes together (0 where the system does not tell)."""
    watch = [sys.executable, "-S", "-E", "-c", WATCH, *call]
    done = subprocess.run(watch, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    largest, together, status = (int(word) for word in done.stdout.split())
    if status:
        raise SystemExit(f"{' '.join(call)} ended with {status}: {done.stderr}")
    return largest / MIB, together / MIB


def measure(options: Options) -> Data:
    """MiB by what ran and engine."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "incidents.jsonl")
        for engine in engines():
            variables = environment(FLOORCALL_ENGINE=engine)
            say(f"memory, {engine}")
            one = peak([*command(), "rule", "examples/short-all-in.yaml"], variables)
            figures.append({"what": "floorcall rule", "engine": engine, "largest": one[0], "together": one[0]})
            count = options.of(500, 100)
            file.write_text("".join(lines(count)), encoding="utf-8")
            many = peak([sys.executable, "-c", MANY, str(file), BOOK, engine], variables)
            what = f"{count} different incidents in one process"
            figures.append({"what": what, "engine": engine, "largest": many[0], "together": many[0]})
            figures += _batches(file, engine, variables, options) if has_command() else []
    return {"book": BOOK, "figures": figures}


def _batches(file: Path, engine: str, variables: dict[str, str], options: Options) -> list[Data]:
    found, jobs = [], os.cpu_count() or 1
    for count in (options.of(1000, 100), options.of(4000, 400), *((1_000_000,) if options.long else ())):
        say(f"memory, {engine}, batch of {count}")
        with file.open("w", encoding="utf-8") as stream:
            stream.writelines(lines(count))
        call = [*command(), "batch", str(file), "--rulebook", BOOK, "--jobs", str(jobs)]
        largest, together = peak(call, variables)
        what = f"floorcall batch --jobs {jobs}, {count} lines"
        found.append({"what": what, "engine": engine, "largest": largest, "together": together})
    return found


def tables(found: Data) -> list[Table]:
    """One row for each process."""
    rows = [
        [f"{f['what']}, {f['engine']}", f"{f['largest']:.0f}", f"{f['together']:.0f}" if f["together"] else "-"]
        for f in found["figures"]
    ]
    return [Table("peak resident memory, MiB", ("", "largest process", "all together"), rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
