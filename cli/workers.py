"""Several processes that work through pieces of a file and give back what comes of them in the order of the file.

No more than a few pieces are on their way at a time, however long the file is.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

from cli.batchwork import Desk, Done, Piece, Task

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

# Pieces on their way for each worker: those that are worked on, those that wait to be printed.
_WINDOW = 4


class WorkerDied(RuntimeError):
    """A worker ended before its work was done; nobody here told it to."""


def processors() -> int:
    """How many processors this process may use."""
    asked = getattr(os, "sched_getaffinity", None)
    return len(asked(0)) if asked is not None else os.cpu_count() or 1


def in_order(task: Task, pieces: Iterator[tuple[Piece, bool]], jobs: int) -> Generator[Done, None, None]:
    """What comes of the pieces, in their order. ``pieces``: each with whether the source has more at hand; before
    one waits for a source that is slow, everything is given back that can be. ``jobs``: processes, 1 is this one.
    """
    if jobs == 1:
        desk = Desk(task)
        yield from (desk(piece) for piece, _ in pieces)
        return
    crew = _Crew(task, jobs)
    try:
        yield from crew.results(pieces)
    finally:
        crew.dismiss()


class _Crew:
    """Workers, each at the other end of a pipe, started once."""

    def __init__(self, task: Task, jobs: int) -> None:
        from multiprocessing import get_context  # late: one process alone needs nothing of it

        # On Linux a worker is a copy of this process, rulebooks included; nothing has started a thread here.
        context: Any = get_context("fork" if sys.platform == "linux" else "spawn")
        self._workers: list[Any] = []
        self._idle: list[Connection] = []
        self._busy: dict[Connection, int] = {}  # by pipe the number of the piece
        self._most = _WINDOW * jobs
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_work, args=(theirs, task), daemon=True)
            worker.start()
            theirs.close()
            self._workers.append(worker)
            self._idle.append(ours)

    def results(self, pieces: Iterator[tuple[Piece, bool]]) -> Iterator[Done]:
        """See ``in_order``."""
        sent = given = 0
        done: dict[int, Done] = {}
        ended = False
        while True:
            while self._idle and not ended and sent - given < self._most:
                following = next(pieces, None)
                if following is None:
                    ended = True
                    break
                piece, more = following
                pipe = self._idle.pop()
                self._busy[pipe] = sent
                _send(pipe, piece)
                sent += 1
                while not more and self._busy:
                    done.update(self._received())
                while given in done:
                    yield done.pop(given)
                    given += 1
            if not self._busy:
                return
            done.update(self._received())
            while given in done:
                yield done.pop(given)
                given += 1

    def _received(self) -> dict[int, Done]:
        from multiprocessing.connection import wait

        found: dict[int, Done] = {}
        ready: list[Any] = wait(list(self._busy))
        for pipe in ready:
            try:
                told = pipe.recv()
            except (EOFError, OSError):
                raise WorkerDied("a worker process has died") from None
            if isinstance(told, str):
                raise WorkerDied(told)
            found[self._busy.pop(pipe)] = told
            self._idle.append(pipe)
        return found

    def dismiss(self) -> None:
        """Ends the workers: those that wait by themselves, the others at once."""
        for pipe in (*self._idle, *self._busy):
            pipe.close()
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.join()


def _send(pipe: Connection, piece: Piece) -> None:
    try:
        pipe.send(piece)
    except OSError:
        raise WorkerDied("a worker process has died") from None


def _work(pipe: Connection, task: Task) -> None:
    """The life of a worker: pieces in, what comes of them out, until the pipe is closed."""
    import gc

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the keyboard reaches all of us; the first process says what happens
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    desk = Desk(task)
    desk.prepare()
    gc.freeze()  # the rulebooks stay; looking through them for garbage again and again would take a tenth of the time
    gc.set_threshold(20_000)
    while True:
        try:
            piece = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            told: Any = desk(piece)
        except Exception:  # said by the first process, which ends the others
            from traceback import format_exc

            told = format_exc()
        try:
            pipe.send(told)
        except OSError:
            return


__all__ = ["WorkerDied", "in_order", "processors"]
