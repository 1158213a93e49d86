"""What each import adds to ``floorcall rule`` from a cold start, module by module, in processor time.

``python -m bench.bench_imports [words of a command]``. Processor time of this process alone, the least of several runs,
so that a busy machine does not show. ``own`` is the module itself, ``with`` also what it is the first to bring along.
What must not be imported at all is kept in tests/cli/test_light.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMAND = ("rule", "examples/short-all-in.yaml")
RUNS = 15
SHOWN = 40

PROGRAM = """
import sys
from time import thread_time
import _frozen_importlib as machinery
find, within, found = machinery._find_and_load, [], []
def timed(name, import_):
    if name in sys.modules:
        return find(name, import_)
    begun = thread_time()
    within.append(0.0)
    try:
        return find(name, import_)
    finally:
        taken, inner = thread_time() - begun, within.pop()
        found.append((name, taken - inner, taken))
        if within:
            within[-1] += taken
machinery._find_and_load = timed
begun = thread_time()
import os
out = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
from cli.main import main
main(sys.argv[1:])
whole = thread_time() - begun
import json
os.write(out, json.dumps([whole, found]).encode())
"""


def run(words: list[str], environment: dict[str, str]) -> tuple[float, dict[str, tuple[float, float]]]:
    """Seconds of one call, and by module its own and those with what it brought along."""
    command = [sys.executable, "-c", PROGRAM, *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    whole, found = json.loads(done.stdout)
    return whole, {name: (own, taken) for name, own, taken in found}


def main() -> int:
    """Prints the table, the dearest module first."""
    words = sys.argv[1:] or list(COMMAND)
    # A machine that forbids byte code would have every module compiled anew at each start; nobody runs a command so.
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")}
    environment["PYTHONPATH"] = str(ROOT)
    run(words, environment)
    runs = [run(words, environment) for _ in range(RUNS)]
    names = set().union(*(found for _, found in runs))
    least = {
        name: tuple(min(found[name][i] for _, found in runs if name in found) * 1000 for i in (0, 1)) for name in names
    }
    whole = min(taken for taken, _ in runs) * 1000
    total = sum(own for own, _ in least.values())
    print(f"floorcall {' '.join(words)}: {whole:.1f} ms of processor time, {total:.1f} in {len(least)} imports")
    print(f"{'own ms':>8} {'with ms':>8}  module")
    for name, (own, taken) in sorted(least.items(), key=lambda row: -row[1][0])[:SHOWN]:
        print(f"{own:8.2f} {taken:8.2f}  {name}")
    rooms: dict[str, float] = {}
    for name, (own, _) in least.items():
        rooms[name.partition(".")[0]] = rooms.get(name.partition(".")[0], 0.0) + own
    print(
        "by package: " + ", ".join(f"{room} {ms:.1f}" for room, ms in sorted(rooms.items(), key=lambda r: -r[1])[:12])
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
