"""A run over many stories on several processes: block by block in order, so that it can be broken off at any moment."""

from __future__ import annotations

import gc
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from time import monotonic

from facts.records import NamedTuple
from soak.engines import Engine, engine_of
from soak.examining import Wrong, examine
from soak.state import Plan, State, added, save
from soak.stories import story

BLOCK = 20
"""Stories that are counted together: what a run that is broken off may have to do again."""

ENOUGH = 25
"""So many wrong rulings are enough to look at; then a run ends."""

_SAVE_EVERY = 2.0  # seconds


class Block(NamedTuple):
    """What came of some stories. ``end``: number of the first one after them."""

    end: int
    status: dict[str, int]
    kind: dict[str, int]
    book: dict[str, int]
    wrong: tuple[Wrong, ...]


def examined(first: int, end: int, seed: int, engines: Sequence[Engine], properties: Sequence[str]) -> Block:
    """Examines the stories from number ``first`` on, below ``end``."""
    status: Counter[str] = Counter()
    kind: Counter[str] = Counter()
    book: Counter[str] = Counter()
    wrong: list[Wrong] = []
    for number in range(first, end):
        told = story(seed, number)
        result = examine(told, engines, properties)
        status[result.status] += 1
        kind[told.kind] += 1
        book[told.book] += 1
        wrong.extend(result.wrong)
    return Block(end, dict(status), dict(kind), dict(book), tuple(wrong))


def run(
    state: State, count: int, jobs: int, path: Path | None, step: Callable[[State], None] = lambda state: None
) -> State:
    """The state when ``count`` stories are done, or :data:`ENOUGH` of them were wrong.

    ``path``: where the state is kept meanwhile. ``step`` is shown every new state. What KeyboardInterrupt ends is
    saved first; BrokenProcessPool tells that a process died, which an engine must never make it do.
    """
    saved = monotonic()
    before, begun = state.seconds, saved
    try:
        for block in _blocks(state.plan, state.next, count, jobs):
            counts = {"status": block.status, "kind": block.kind, "book": block.book}
            state = added(state, counts, block.wrong, block.end)
            state = state._replace(seconds=before + monotonic() - begun)
            if path is not None and (block.wrong or monotonic() - saved > _SAVE_EVERY):
                save(path, state)
                saved = monotonic()
            step(state)
            if len(state.wrong) >= ENOUGH:
                break
    finally:
        if path is not None:
            save(path, state)
    return state


def _blocks(plan: Plan, first: int, count: int, jobs: int) -> Iterator[Block]:
    """The blocks in their order. No more wait at a time than the processes can take up at once."""
    pieces = _pieces(first, count)
    if jobs == 1:
        engines = [engine_of(name) for name in plan.engines]
        yield from (examined(*piece, plan.seed, engines, plan.properties) for piece in pieces)
        return
    # a fresh interpreter each: no engine of this process is copied into another one half-way through something
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (plan.engines,)) as pool:
        waiting: deque[Future[Block]] = deque()
        try:
            while True:
                while len(waiting) < 2 * jobs and (piece := next(pieces, None)) is not None:
                    waiting.append(pool.submit(_work, *piece, plan.seed, plan.properties))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


@contextmanager
def stoppable() -> Iterator[None]:
    """Takes Ctrl-C and SIGTERM for a wish to break off: KeyboardInterrupt, also in a job that a shell has put into the
    background and that would not hear Ctrl-C.
    """

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _pieces(first: int, count: int) -> Iterator[tuple[int, int]]:
    return ((at, min(at + BLOCK, count)) for at in range(first, count, BLOCK))


_engines: list[Engine] = []
# Networks of many rulebooks stay in memory: looking through them as often as usual would take a third of the time.
_SELDOM = (50_000, 50, 50)


def _begin(names: tuple[str, ...]) -> None:
    """What a process does first. Ctrl-C reaches all of them; the one that gives out the work ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.set_threshold(*_SELDOM)
    _engines[:] = [engine_of(name) for name in names]


def _work(first: int, end: int, seed: int, properties: tuple[str, ...]) -> Block:
    return examined(first, end, seed, _engines, properties)
