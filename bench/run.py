"""Runs the benchmarks, prints their tables, writes the results file, the charts and the tables of docs/performance.md.

Without names all of them run, in about ten minutes; ``--quick`` takes two. Only a whole run that is not quick is kept,
unless ``--keep`` says otherwise; ``--report`` writes the page anew from the results that are kept.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from datetime import date
from importlib import import_module
from time import perf_counter
from typing import Any

from bench.common import ROOT, Data, Options, machine, own_cache, say, show
from bench.report import RESULTS, write_charts, write_page

NAMES = ("start", "ruling", "batch", "memory", "growth", "books", "plain", "peers", "replay")
# Each prints a table of its own when it is run alone; no target of the page hangs on them.
ALONE = ("imports", "find", "verbs", "interview", "exports", "quiz")


def _arguments(words: list[str] | None) -> argparse.Namespace:
    about = {name: (import_module(f"bench.bench_{name}").__doc__ or "").split("\n\n")[0] for name in NAMES}
    text = "\n".join(f"  {name:8} {' '.join(said.split())}" for name, said in about.items())
    examples = "examples:\n  make bench\n  make bench ARGS='--quick'\n  make bench ARGS='peers growth'"
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=(__doc__ or "").partition("\n")[0],
        epilog=f"benchmarks:\n{text}\n\n{examples}", formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("names", nargs="*", metavar="BENCHMARK", help="which ones; all when none is named")
    parser.add_argument("--quick", action="store_true", help="fewer rounds: two minutes for all")
    parser.add_argument("--long", action="store_true", help="also what takes many minutes: a million incidents")
    parser.add_argument("--keep", action="store_true", help="keep the results of a part or of a quick run as well")
    parser.add_argument("--report", action="store_true", help="measure nothing, write the page from the kept results")
    told = parser.parse_args(words)
    unknown = [name for name in told.names if name not in NAMES]
    if unknown:
        parser.error(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(NAMES)}")
    return told


def main(words: list[str] | None = None) -> int:
    """Runs what the command line asks for; returns the exit code."""
    told = _arguments(words)
    if told.report:
        return _reported(json.loads(RESULTS.read_text(encoding="utf-8")))
    options, names = Options(told.quick, told.long), told.names or list(NAMES)
    kept = _kept() if told.names else {}
    results: Data = {"benchmarks": kept}
    for number, name in enumerate(names, 1):
        print(f"[{number}/{len(names)}] {name} ...", file=sys.stderr, flush=True)
        start = perf_counter()
        about = _about(options)
        results["benchmarks"][name] = {"about": about, **_measured(name, options)}
        print(f"[{number}/{len(names)}] {name}: {perf_counter() - start:.0f} s", file=sys.stderr, flush=True)
    if not told.keep and (told.names or told.quick):
        print("not kept: --keep keeps the results of a part or of a quick run", file=sys.stderr)
        return 0
    RESULTS.parent.mkdir(exist_ok=True)
    results = _rounded(results)  # the page shows what is kept
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return _reported(results)


def _measured(name: str, options: Options) -> Data:
    module = import_module(f"bench.bench_{name}")
    with own_cache():
        found: Data = module.measure(options)
    say("")
    for table in module.tables(found):
        show(table)
    return found


def _kept() -> Data:
    """The results of the other benchmarks, where some are kept."""
    try:
        benchmarks: Data = json.loads(RESULTS.read_text(encoding="utf-8"))["benchmarks"]
    except (OSError, ValueError, KeyError):
        return {}
    return benchmarks


def _about(options: Options) -> Data:
    """Where, when and beside what other work a benchmark runs."""
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    today, commit = date.today().isoformat(), done.stdout.strip()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return {**machine(), "date": today, "commit": commit, "quick": options.quick, "load": load}


def _rounded(told: Any) -> Any:
    """Four digits say more than a measurement does."""
    if isinstance(told, float):
        return float(f"{told:.4g}")
    if isinstance(told, dict):
        return {key: _rounded(value) for key, value in told.items()}
    return [_rounded(value) for value in told] if isinstance(told, list) else told


def _reported(results: Data) -> int:
    written = [*write_charts(results), write_page(results)]
    print("written: " + ", ".join(str(path.relative_to(ROOT)) for path in (RESULTS, *written)), file=sys.stderr)
    return 0


__all__ = ["ALONE", "NAMES", "main"]
