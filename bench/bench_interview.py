"""How many questions an interview needs: on cases of every rulebook, with facts left out and answered from the case.

``--every N`` takes every N-th case (10), ``--book`` one rulebook; ``--all`` shows each interview that ended otherwise
than the whole case, or asked in vain.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time

from bench.common import Table, machine, show
from bench.interviews import Desk, Place, Result, as_people_leave_out, interview, readings_of, removable
from engine.pool import experta_pool
from knowledge.casefiles import cases_of
from knowledge.casemodel import Case
from knowledge.loading import installed, load

WAYS = ("one fact", "two facts", "as people do")
SEED = 20


def left_out(way: str, case: Case, desk: Desk, chance: Random) -> Iterator[tuple[Place, ...]]:
    """The facts to leave out of a case: each singly, some pairs, or once as people leave them out."""
    places = removable(case.incident, desk.vocabulary)
    if way == "one fact":
        yield from ((place,) for place in places)
    elif way == "two facts" and len(places) > 1:
        yield from (tuple(chance.sample(places, 2)) for _ in range(2))
    elif way == "as people do":
        yield as_people_leave_out(case.incident, desk.vocabulary, chance)


def measure(book: str, way: str, every: int) -> tuple[list[Result], list[float]]:
    """The interviews on every so many-th case of a book, and the processor's milliseconds for each step."""
    desk, chance = Desk(*load(book), experta_pool()), Random(SEED)
    results, steps = [], []
    for case in list(cases_of(desk.book, desk.vocabulary))[::every]:
        whole = desk.rule(case.incident, readings_of(case))
        for places in filter(None, left_out(way, case, desk, chance)):
            start = process_time()
            results.append(interview(desk, case, places, whole))
            steps.append((process_time() - start) * 1000 / (len(results[-1].asked) + 1))
    return results, steps


def at(values: list[float] | list[int], share: float) -> float:
    """The value below which a share of all lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def main() -> int:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=10)
    parser.add_argument("--book", action="append")
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    title = (
        f"questions until nothing left to ask changes the ruling, {machine()['python']}, every {options.every}. case"
    )
    rows = []
    for book in options.book or installed():
        for way in WAYS:
            results, steps = measure(book, way, options.every)
            if not results:
                continue
            asked = [len(result.asked) for result in results]
            unlike = [result for result in results if not result.alike]
            idle = [result for result in results if result.idle]
            counts = [f"{at(asked, share):.0f}" for share in (0.5, 0.9, 1)]
            times = [f"{at(steps, share):.0f}" for share in (0.5, 0.9)]
            rows.append([f"{book}, {way}", str(len(results)), *counts, str(len(unlike)), str(len(idle)), *times])
            if options.all:
                for result in (*unlike, *idle):
                    print(f"  {result.case} without {result.left_out}: {result.asked} in vain: {result.idle}")
    head = ("cases of", "interviews", "median", "p90", "most", "unlike", "in vain", "step ms", "p90 ms")
    show(Table(title, head, rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
