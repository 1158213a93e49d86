"""A ruling from a cold start as a whole process, with and without the compiled rulebook, beside a bare Python; and
where the imports of such a start go.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from time import perf_counter

from bench.common import EXAMPLES, ROOT, Data, Options, Table, alone, command, environment, middle, ratio, say
from bench.engines import engines

INCIDENT = EXAMPLES / "short-all-in.yaml"
BARE = "python -c pass"
OWN = ("knowledge", "facts", "engine", "explain", "cli")
OTHERS = ("experta", "yaml", "clips", "jinja2")
LINE = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| +(\S+)")


def _seconds(call: list[str], variables: dict[str, str]) -> float:
    """Wall time of one process."""
    start = perf_counter()
    subprocess.run(call, cwd=ROOT, env=variables, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def _commands(cache: str) -> dict[str, tuple[list[str], dict[str, str]]]:
    rule = [*command(), "rule", str(INCIDENT)]
    found = {BARE: ([sys.executable, "-c", "pass"], environment())}
    found["floorcall --version"] = ([*command(), "--version"], environment())
    for engine in engines():
        kept, none = (environment(FLOORCALL_CACHE=place, FLOORCALL_ENGINE=engine) for place in (cache, os.devnull))
        found[f"rule, {engine}"] = (rule, kept)
        found[f"rule, {engine}, nothing compiled"] = (rule, none)
    return found


def measure(options: Options) -> Data:
    """Milliseconds of each command, in turn, and the milliseconds of imports by package."""
    runs = options.of(21, 7)
    with tempfile.TemporaryDirectory() as cache:
        rows = _commands(cache)
        for call, variables in rows.values():
            _seconds(call, variables)
        taken: dict[str, list[float]] = {name: [] for name in rows}
        for run in range(runs):
            say(f"cold start, round {run + 1} of {runs}")
            for name, (call, variables) in rows.items():
                # what compiles everything takes long: a few runs say it
                if "nothing" not in name or run < 5:
                    taken[name].append(_seconds(call, variables) * 1000)
        imports = {engine: _imports(rows[f"rule, {engine}"]) for engine in engines()}
    bare = taken[BARE]
    found = {
        name: {"ms": middle(values), "times": ratio(values, bare[: len(values)]), "runs": len(values)}
        for name, values in taken.items()
    }
    return {"incident": INCIDENT.name, "commands": found, "imports": imports}


def _imports(told: tuple[list[str], dict[str, str]]) -> dict[str, float]:
    """Milliseconds that importing takes by package, as Python itself measures it (which slows it down)."""
    (python, *rest), variables = told
    call = [python, "-X", "importtime", *rest]
    done = subprocess.run(call, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    found: Counter[str] = Counter()
    for micros, name in LINE.findall(done.stderr):
        top = name.partition(".")[0]
        kind = "floorcall" if top in OWN else top if top in OTHERS else "the standard library and what those bring"
        found[kind] += int(micros)
    return {kind: micros / 1000 for kind, micros in found.most_common()}


def tables(found: Data) -> list[Table]:
    """The commands, then the imports."""
    rows = [[name, f"{told['ms']:.1f}", f"x {told['times']:.1f}"] for name, told in found["commands"].items()]
    shown = [Table(f"cold start, {found['incident']}, medians", ("process", "ms", "bare Python"), rows)]
    for engine, imports in found["imports"].items():
        shown.append(
            Table(f"imports of a start on {engine}", ("package", "ms"), [[n, f"{v:.1f}"] for n, v in imports.items()])
        )
    return shown


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
