"""What installed rulebooks cost: a ruling by one while one to five are installed, and a comparison under one to five.

For each number a copy of the program is laid out with so many rulebooks, and a process of each is kept; they rule in
turn on the same incident. All rulebooks share one vocabulary, which is in every copy.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from bench.common import EXAMPLES, ROOT, Data, Options, Table, alone, environment, in_turn, middle, ratio, say
from bench.engines import engines, pool_of
from engine.comparison import compare
from explain.comparetext import to_text
from facts.reader import load_incident
from knowledge.loading import installed, load

STORIES = ("short-all-in", "four-card-flop", "what-did-he-say")
STORY = STORIES[0]
FIRST = "bfsp"
ROOMS = ("facts", "knowledge", "engine", "explain", "cli")
# Rules as often as it is told to and gives the microseconds of one ruling; an empty line ends it.
WORKER = """
import sys, time, inspect
import floorcall
incident = floorcall.load_incident(sys.argv[1])
more = {"engine": sys.argv[2]} if "engine" in inspect.signature(floorcall.rule).parameters else {}
floorcall.rule(incident, sys.argv[3], **more)
print(len(floorcall.rulebooks()), flush=True)
for line in sys.stdin:
    start = time.perf_counter()
    for _ in range(int(line)):
        floorcall.as_json(floorcall.rule(incident, sys.argv[3], **more))
    print((time.perf_counter() - start) / int(line) * 1e6, flush=True)
"""


def books() -> list[str]:
    """The installed rulebooks, that of the measured ruling first; one that extends another comes after it."""
    return [
        FIRST,
        *sorted((name for name in installed() if name != FIRST), key=lambda name: len(load(name)[0].lineage)),
    ]


def laid_out(folder: Path, names: list[str]) -> Path:
    """A copy of the program with only these rulebooks."""
    for room in ROOMS:
        unwanted = [name for name in installed() if name not in names] if room == "knowledge" else []
        leave_out = shutil.ignore_patterns("__pycache__", "cases", *unwanted)
        shutil.copytree(ROOT / room, folder / room, ignore=leave_out)
    shutil.copy(ROOT / "floorcall.py", folder)
    return folder


def measure(options: Options) -> Data:
    """The ruling by number of rulebooks installed, warm and from a cold start; comparisons by number of rulebooks."""
    names = books()
    found: Data = {"book": FIRST, "story": STORY, "books": names, "figures": []}
    with tempfile.TemporaryDirectory() as folder:
        copies = {n: laid_out(Path(folder, str(n)), names[:n]) for n in range(1, len(names) + 1)}
        for engine in engines():
            warm = _warm(copies, engine, options)
            cold = _cold(copies, engine, Path(folder, "cache"), options)
            for n in copies:
                figures = {"warm": middle(warm[n]) / 1000, "warm times": ratio(warm[n], warm[1])}
                figures |= {"cold": middle(cold[n]), "cold times": ratio(cold[n], cold[1])}
                found["figures"].append({"engine": engine, "installed": n, **figures})
    return {**found, "comparisons": [_compared(story, names, options) for story in STORIES]}


def _warm(copies: dict[int, Path], engine: str, options: Options) -> dict[int, list[float]]:
    call = [sys.executable, "-c", WORKER, str(EXAMPLES / f"{STORY}.yaml"), engine, FIRST]
    workers = {}
    for n, place in copies.items():
        variables = environment(PYTHONPATH=str(place))
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        worker = workers[n] = subprocess.Popen(call, cwd=place, env=variables, text=True, **pipes)  # type: ignore[call-overload]
        if int(worker.stdout.readline()) != n:
            raise SystemExit(f"the copy with {n} rulebooks holds another number of them")
    taken: dict[int, list[float]] = {n: [] for n in workers}
    for run in range(options.of(25, 6)):
        say(f"{engine} with 1 to {len(copies)} rulebooks installed, round {run + 1}")
        for n, worker in workers.items():
            worker.stdin.write("5\n")
            worker.stdin.flush()
            taken[n].append(float(worker.stdout.readline()))
    for worker in workers.values():
        worker.communicate()
    return taken


def _cold(copies: dict[int, Path], engine: str, cache: Path, options: Options) -> dict[int, list[float]]:
    taken: dict[int, list[float]] = {n: [] for n in copies}
    for run in range(options.of(11, 3) + 1):
        say(f"cold start, {engine}, with 1 to {len(copies)} rulebooks installed, round {run}")
        for n, place in copies.items():
            variables = environment(PYTHONPATH=str(place), FLOORCALL_CACHE=str(cache / str(n)), FLOORCALL_ENGINE=engine)
            call = [sys.executable, "-m", "cli.main", "rule", str(EXAMPLES / f"{STORY}.yaml"), "--rulebook", FIRST]
            start = perf_counter()
            subprocess.run(call, cwd=place, env=variables, stdout=subprocess.DEVNULL, check=True)
            if run:
                taken[n].append((perf_counter() - start) * 1000)
    return taken


def _compared(story: str, names: list[str], options: Options) -> Data:
    """Milliseconds of a warm comparison under the first rulebook, under the first two ..., and of its text."""
    say(f"comparison of {story}")
    loaded = [load(name) for name in names]
    vocabulary, pool = loaded[0][1], pool_of(engines()[-1])
    found = [book for book, _ in loaded]
    incident = load_incident(EXAMPLES / f"{story}.yaml", vocabulary.events)
    whole = compare(incident, found, vocabulary, pool)
    calls: dict[str, tuple[Callable[[], object], int]] = {
        str(n): (partial(compare, incident, found[:n], vocabulary, pool), 1) for n in range(1, len(found) + 1)
    }
    taken = in_turn({**calls, "text": (partial(to_text, whole), 1)}, options.of(15, 3))
    return {"story": story, **{name: middle(values) / 1000 for name, values in taken.items()}}


def tables(found: Data) -> list[Table]:
    """Rulings by the number of rulebooks installed, then comparisons."""
    rows = [
        [f"{f['installed']}, {f['engine']}", f"{f['warm']:.2f}", f"x {f['warm times']:.2f}", f"{f['cold']:.0f}",
         f"x {f['cold times']:.2f}"]
        for f in found["figures"]
    ]  # fmt: skip
    title = f"explained ruling by {found['book']}, {found['story']}, by the number of rulebooks installed, ms"
    columns = [name for name in found["comparisons"][0] if name != "story"]
    compared = [[told["story"], *(f"{told[name]:.1f}" for name in columns)] for told in found["comparisons"]]
    second = f"warm comparison, ms by number of rulebooks ({', '.join(found['books'])}), and its text"
    return [
        Table(title, ("installed", "warm", "to one", "cold start", "to one"), rows),
        Table(second, ("incident", *columns), compared),
    ]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
