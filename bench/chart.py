"""Lines on one SVG chart, both axes logarithmic: what takes longer with the size rises, what does not stays flat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 340, 70, 190, 34, 50
COLOURS = ("#0066cc", "#228833", "#cc3311", "#ee7733", "#888888")


class _Axis(NamedTuple):
    """From values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = (log10(value) - log10(self.low)) / (log10(self.high) - log10(self.low))
        return self.start + share * (self.end - self.start)


def chart(title: str, across: str, sizes: Sequence[int], series: Mapping[str, Sequence[float]]) -> str:
    """The chart as a file. ``across``: what the sizes count; ``series``: milliseconds at each size by name."""
    values = [value for line in series.values() for value in line]
    x = _Axis(min(sizes), max(sizes), LEFT, WIDTH - RIGHT)
    y = _Axis(10 ** floor(log10(min(values))), 10 ** ceil(log10(max(values))), HEIGHT - BOTTOM, TOP)
    parts = [*_frame(title, across, x, y, sizes), *_lines(x, y, sizes, series)]
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="11" fill="#666"'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>', *parts, "</svg>", ""])


def _frame(title: str, across: str, x: _Axis, y: _Axis, sizes: Sequence[int]) -> Iterator[str]:
    yield f'<text x="{LEFT}" y="16" font-size="13">{title}</text>'
    power = y.low
    while power <= y.high:
        at = y.at(power)
        yield f'<path d="M{x.start},{at:.1f}H{x.end}" stroke="#888" stroke-opacity="0.3"/>'
        yield f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{power:g} ms</text>'
        power *= 10
    last = -100.0
    for size in sizes:
        if (at := x.at(size)) - last >= 30:
            yield f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{size}</text>'
            last = at
    yield f'<text x="{(x.start + x.end) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">{across}</text>'


def _lines(x: _Axis, y: _Axis, sizes: Sequence[int], series: Mapping[str, Sequence[float]]) -> Iterator[str]:
    free = float(TOP)
    for colour, (name, line) in zip(COLOURS, sorted(series.items(), key=lambda told: -told[1][-1]), strict=False):
        points = " ".join(f"{x.at(size):.1f},{y.at(value):.1f}" for size, value in zip(sizes, line, strict=True))
        yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        free = max(free, y.at(line[-1]))  # the names stand at the ends of their lines, never on each other
        yield f'<text x="{x.end + 8}" y="{free + 4:.1f}" fill="{colour}">{name}</text>'
        free += 14
