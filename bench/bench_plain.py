"""Whole incidents by a whole rulebook: our engines beside plain experta with the same compiled rules, facts and
conductor.

Plain experta makes one pass and explains nothing. It is measured twice: with the whole rulebook in one engine, as its
manual shows it, and with only the rules that a story can touch, which is our doing. Both must come to our findings, on
incidents where nothing hangs on what nobody told, which experta does not know of.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import floorcall
from bench.common import Data, Options, Table, alone, middle, no_collector, once, ratio, say
from bench.engines import engines, explained, pool_of
from bench.peers.plain_matcher import PlainMatcher, whole_book
from bench.workloads import digest, incidents
from engine.conductor import conduct
from engine.pool import Pool
from engine.trace import Trace
from knowledge.loading import load

BOOK = "tda"
WHOLE, TOUCHED = "plain experta, whole rulebook", "plain experta, rules touched"


class WrongAnswer(Exception):
    """Plain experta comes to other findings; its time would mean nothing."""


def findings(trace: Trace) -> list[tuple[Any, ...]]:
    """What was found about what."""
    return [(v.topic, v.subject, v.status, dict(v.values)) for v in trace.verdicts]


def is_known(trace: Trace) -> bool:
    """Whether nothing hangs on what nobody told, and something was asked of the rules at all."""
    return bool(trace.verdicts) and not any(v.pending or v.idle for v in trace.verdicts)


def measure(options: Options) -> Data:
    """Milliseconds an incident, and how many times as long plain experta takes."""
    book, words = load(BOOK)
    readings = book.readings()
    pools: dict[str, Any] = {f"{engine}, one pass": pool_of(engine) for engine in engines()}
    pools |= {TOUCHED: Pool(PlainMatcher), WHOLE: whole_book(book, readings)}
    passes = {name: partial(conduct, rulebook=book, vocabulary=words, readings=readings, answers={}, make=pool)
              for name, pool in pools.items()}  # fmt: skip
    first = f"{engines()[0]}, one pass"
    told = [i for i in incidents("everything")[: options.of(120, 20)] if is_known(passes[first](i))]
    calls: dict[str, Callable[[floorcall.Incident], object]] = dict(passes)
    calls |= {f"{e}, explained": partial(explained, book=BOOK, engine=e) for e in engines()}
    taken: dict[str, list[float]] = {name: [] for name in calls}
    with no_collector():
        for n, incident in enumerate(told):
            say(f"against plain experta, incident {n + 1} of {len(told)}")
            _check(passes, incident, first)
            for name, call in calls.items():
                call(incident)
                taken[name].append(min(once(partial(call, incident)) for _ in range(2)))
    figures = [
        {"name": name, "ms": middle(values) / 1000, "whole": ratio(taken[WHOLE], values),
         "touched": ratio(taken[TOUCHED], values)}
        for name, values in taken.items()
    ]  # fmt: skip
    return {"book": BOOK, "rules": len(book.rules), "incidents": len(told), "digest": digest("everything"),
            "figures": figures}  # fmt: skip


def _check(passes: dict[str, Any], incident: floorcall.Incident, first: str) -> None:
    wanted = findings(passes[first](incident))
    for name, call in passes.items():
        found = findings(call(incident))
        if found != wanted:
            odd = [one for one in found if one not in wanted] or [one for one in wanted if one not in found]
            raise WrongAnswer(f"{name} differs in {odd} on {incident}")


def tables(found: Data) -> list[Table]:
    """One row for each way to rule."""
    rows = [[f["name"], f"{f['ms']:.2f}", f"x {f['whole']:.1f}", f"x {f['touched']:.1f}"] for f in found["figures"]]
    title = f"whole incidents by {found['book']} ({found['rules']} rules), ms over {found['incidents']} incidents"
    return [Table(title, ("", "ms", "faster than plain, whole", "than plain, touched"), rows)]


if __name__ == "__main__":
    raise SystemExit(alone(measure, tables))
