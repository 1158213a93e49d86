"""One chapter of a rulebook on our engines and on other programs, side by side: the same acts, the same rules as far as
each can hold them, in turn.

Before anything is measured, every program must give what the rulebook gives on every act of the workload; one that does
not stops the run. Facts are given ready-made to all of them; the last rows are whole explained rulings of the same
incidents, from the story on.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from platform import python_version
from typing import Any

import floorcall
from bench.chapter import BOOK, chapter
from bench.common import Data, Options, Table, alone, middle, no_collector, once, ratio, say
from bench.engines import engines, explained, why_no_clips
from bench.peers import ours
from bench.workloads import digest, lines_of

PEERS = ("ifchain", "zen", "rule_engine", "business", "durable", "plain_experta")
REFERENCE = "plain experta"
Ask = Callable[[Any], object]


class WrongAnswer(Exception):
    """A program answers otherwise than the rulebook; its time would mean nothing."""


def peers() -> tuple[dict[str, tuple[Ask, Data]], list[Data]]:
    """The programs that run here, each with what is told about it; and those that do not, with the reason."""
    held = chapter()
    there: dict[str, tuple[Ask, Data]] = {}
    missing: list[Data] = []
    for engine in engines():
        told = {"holds": ours.HOLDS.format(rules=len(held.rules())), "lacks": ours.LACKS, "version": ""}
        there[f"floorcall on {engine}"] = (ours.Peer(held, engine), told)
    if reason := why_no_clips():
        missing.append({"name": "floorcall on clips", "reason": reason})
    for name in PEERS:
        module = import_module(f"bench.peers.{name}")
        try:
            number = version(module.PACKAGE) if module.PACKAGE else ""
        except PackageNotFoundError:
            missing.append({"name": module.NAME, "reason": "is not installed"})
            continue
        try:
            peer = module.Peer(held)
        except ImportError as fault:  # of its own code; paths of this machine are nobody's business
            why = re.sub(r"\S*[/\\]\S*\s*", "", str(fault))
            reason = f"{number} does not load on Python {python_version()}: {why}"
            missing.append({"name": module.NAME, "reason": reason})
            continue
        figures = peer.holds() if hasattr(peer, "holds") else {}
        holds = module.HOLDS.format(rules=len(held.rules()), **figures)
        there[module.NAME] = (peer, {"holds": holds, "lacks": module.LACKS, "version": number})
    return there, missing


def check(there: dict[str, tuple[Ask, Data]], lines: list[Data]) -> None:
    """Raises WrongAnswer with the first act that a program answers otherwise."""
    for name, (ask, _) in there.items():
        say(f"peers, checking {name}")
        for line in lines:
            found = ask(line["facts"])
            if found != line["outcome"]:
                told = json.dumps(line["incident"])
                raise WrongAnswer(f"{name} answers {found} instead of {line['outcome']} to {told}")


def measure(options: Options) -> Data:
    """Microseconds an act, by program."""
    lines = lines_of("sizing")
    there, missing = peers()
    check(there, lines)
    some = lines[: options.of(150, 30)]
    calls: dict[str, Callable[[], object]] = {name: _all(ask, some) for name, (ask, _) in there.items()}
    told = [floorcall.read_incident(json.dumps(line["incident"])) for line in some]
    for engine in engines():
        calls[f"whole ruling on {engine}"] = _all(partial(explained, book=BOOK, engine=engine), told, "")
    taken = _rounds(calls, options.of(7, 3), len(some))
    figures = [
        {"name": name, "micros": middle(values), "times": ratio(taken[REFERENCE], values), **_about(there, name)}
        for name, values in taken.items()
    ]
    return {
        "rules": len(chapter().rules()),
        "acts": len(some),
        "checked": len(lines),
        "digest": digest("sizing"),
        "figures": figures,
        "missing": missing,
    }


def _about(there: dict[str, tuple[Ask, Data]], name: str) -> Data:
    whole = {
        "holds": "the whole rulebook, from the story on: replay, readings, questions, options of every player",
        "lacks": "",
        "version": "",
    }
    return there[name][1] if name in there else whole


def _all(ask: Ask, some: list[Any], key: str = "facts") -> Callable[[], object]:
    given = [one[key] for one in some] if key else some
    return lambda: [ask(one) for one in given]


def _rounds(calls: dict[str, Callable[[], object]], rounds: int, count: int) -> dict[str, list[float]]:
    taken: dict[str, list[float]] = {name: [] for name in calls}
    with no_collector():
        for run in range(rounds + 1):
            for name, call in calls.items():
                say(f"peers, round {run} of {rounds}: {name}")
                micros = once(call) / count
                if run:  # the first only warms
                    taken[name].append(micros)
            gc.collect()
    return taken


def tables(found: Data) -> list[Table]:
    """The programs by speed."""
    figures = sorted(found["figures"], key=lambda figure: figure["micros"])
    rows = [
        [f"{figure['name']} {figure['version']}".strip(), f"{figure['micros']:.0f}", f"x {figure['times']:.1f}"]
        for figure in figures
    ]
    rows += [[missing["name"], missing["reason"], ""] for missing in found["missing"]]
    title = f"one act, {found['rules']} rules, microseconds over {found['acts']} acts; all agree on {found['checked']}"
    return [Table(title, ("program", "us", f"faster than {REFERENCE}"), rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
