"""A bar while a run goes on, and what is told at its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import monotonic

from cli.output import is_terminal
from soak.state import State

_WIDTH = 30


class Bar:
    """A bar on stderr, on a terminal only: how far, how fast, how long still, how much is wrong."""

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.count = count
        self.begun = monotonic()
        self.wanted = is_terminal(sys.stderr)

    def step(self, state: State) -> None:
        """Shows how far a run has come."""
        if not self.wanted:
            return
        rate = (state.next - self.first) / max(monotonic() - self.begun, 0.001)
        left = clock((self.count - state.next) / rate) if rate else "?"
        full = _WIDTH * state.next // self.count
        wrong = f", {len(state.wrong)} wrong" if state.wrong else ""
        line = (
            f"[{'#' * full}{' ' * (_WIDTH - full)}] {state.next}/{self.count}, {rate:.0f} a second, {left} left{wrong}"
        )
        sys.stderr.write(f"\r{line}\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        """Takes the bar away."""
        if self.wanted:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def clock(seconds: float) -> str:
    """A time as hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def summary(state: State) -> Iterator[str]:
    """How many stories were ruled, of which kinds, how fast, and what was wrong."""
    rate = state.next / state.seconds if state.seconds else 0.0
    plan = state.plan
    yield f"{state.next} stories of seed {plan.seed} in {clock(state.seconds)}, {rate:.1f} a second"
    yield f"engines: {', '.join(plan.engines)}; properties: {', '.join(plan.properties) or 'none'}"
    for title in ("status", "kind", "book"):
        told = sorted(state.counts.get(title, {}).items(), key=lambda pair: (-pair[1], pair[0]))
        yield f"{title:>8}: " + " · ".join(f"{name} {number}" for name, number in told)
    for wrong in state.wrong:
        yield f"WRONG story {wrong.number} under {wrong.book}, {wrong.what}: {wrong.detail}"
    yield f"{len(state.wrong)} wrong" if state.wrong else "nothing wrong"
