"""A warm ruling against the number of rules in the book, 50 to 1,000; draws ``bench/rules.svg``.

The rules are those of the larger rulebook, what the story can touch first; past its end others are repeated under new
ids. So the work of the ruling stays what it is, and only the size of the book around it grows.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from engine.pool import experta_pool
from engine.ruling import decide
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.reader import load_incident
from knowledge.loading import load
from knowledge.model import Rule, Rulebook

HERE = Path(__file__).parent
STORY = HERE.parent / "examples" / "short-all-in.yaml"
SIZES = (50, 100, 200, 300, 400, 500, 600, 700, 800, 900, 1000)
RUNS = 100
WIDTH, HEIGHT, LEFT, BOTTOM = 640, 320, 60, 40


def sized(book: Rulebook, first: tuple[Rule, ...], size: int) -> Rulebook:
    """The book cut down or filled up to ``size`` rules, those of ``first`` kept as long as there is room."""
    touched = {rule.id for rule in first}
    rest = [rule for rule in book.rules if rule.id not in touched]
    rules = [*first, *rest][:size]
    while len(rules) < size:
        rules.extend(rule._replace(id=f"{rule.id}-{len(rules)}") for rule in rest[: size - len(rules)])
    in_order = tuple(sorted(rules, key=lambda rule: rule.stage))
    return book._replace(rules=in_order, hash=f"{book.hash}-{size}")


def measure(book: Rulebook, incident: Incident, vocabulary: Vocabulary) -> float:
    """Median milliseconds of a warm ruling."""
    pool, times = experta_pool(), []
    decide(incident, book, vocabulary, pool)
    for _ in range(RUNS):
        start = perf_counter()
        decide(incident, book, vocabulary, pool)
        times.append((perf_counter() - start) * 1000)
    return median(times)


def chart(points: list[tuple[int, float]]) -> str:
    """The points as a line on one SVG chart."""
    top = max(ms for _, ms in points) * 1.2

    def at(size: int, ms: float) -> str:
        x = LEFT + (WIDTH - LEFT - 20) * size / SIZES[-1]
        return f"{x:.1f},{HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 20) * ms / top:.1f}"

    line = " ".join(at(size, ms) for size, ms in points)
    marks = "".join(
        f'<text x="{at(size, 0).split(",")[0]}" y="{HEIGHT - 20}" text-anchor="middle">{size}</text>'
        for size in (*SIZES[1::2], SIZES[-1])
    )
    scale = "".join(
        f'<text x="{LEFT - 8}" y="{at(0, ms).split(",")[1]}" text-anchor="end">{ms:.0f} ms</text>'
        for ms in (0.0, top / 2, top)
    )
    axes = f'<path d="M{LEFT},20V{HEIGHT - BOTTOM}H{WIDTH - 20}" fill="none" stroke="#888"/>'
    curve = f'<polyline points="{line}" fill="none" stroke="#06c" stroke-width="2"/>'
    title = f'<text x="{LEFT}" y="14">warm ruling by number of rules in the book</text>'
    size = f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="11"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return f"{head}{title}{axes}{scale}{marks}{curve}</svg>\n"


def main() -> int:
    """Prints the table and draws the chart."""
    book, vocabulary = load("bpt")
    incident = load_incident(STORY)
    first = decide(incident, book, vocabulary, experta_pool()).trace.considered
    print(f"warm ruling, {STORY.stem}, {len(first)} rules touched, Python {sys.version.split()[0]}, {RUNS} runs each")
    points = [(size, measure(sized(book, first, size), incident, vocabulary)) for size in SIZES]
    print(f"{'rules':>6} {'median ms':>10}")
    for size, ms in points:
        print(f"{size:6} {ms:10.2f}")
    (HERE / "rules.svg").write_text(chart(points), encoding="utf-8")
    print("drawn: bench/rules.svg")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
