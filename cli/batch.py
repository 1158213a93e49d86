"""``floorcall batch``: rulings on a file of incidents, one to a line, in their order."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from typing import Any, BinaryIO

from cli.codes import FAILED, OK
from cli.output import Screen
from facts.faults import Fault, Faults

FORMATS = ("json", "summary")
_READ = 1 << 16
_MOST_LINES = 64
_LONGEST = 1_000_001  # of a longer line no more is kept than what shows that it is too long

ABOUT = """Rules on many incidents. FILE holds one to a line, as JSON with the keys of an incident file and, if you
like, an id. One line of JSON comes out for each, in the same order, while the file is read. '-' reads standard input.

A line with faults is reported and left out; the exit code is then 1."""

EXAMPLES = """examples:
  floorcall batch examples/batch.jsonl
  floorcall batch archive.jsonl --jobs 2 --out rulings.jsonl
  floorcall batch archive.jsonl --format summary
  floorcall batch archive.jsonl --rulebook bfsp --against bpt
  zcat archive.jsonl.gz | floorcall batch - | head

With --against each incident is ruled under both books, and only those come out whose ruling differs: what a changed
rulebook changes in an archive.

What comes out follows 'floorcall schema batch'. The rulebook is that of --rulebook, else of the event file, else the
incident's own, else bfsp."""


def batch_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall batch``."""
    from cli.arguments import add_engine, add_language, add_looks, add_readings, choice, whole

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("file", metavar="FILE", help="incidents as lines of JSON, or - for standard input")
    parser.add_argument("--jobs", type=whole(1), metavar="N", help="processes that rule (one for each processor)")
    parser.add_argument("--rulebook", metavar="BOOK", help="a rulebook, by id or by its folder")
    parser.add_argument("--against", metavar="BOOK", help="only incidents that this rulebook rules otherwise")
    add_readings(parser)
    choice(parser, "--format", FORMATS, "rulings as lines of JSON, or how many there are of each kind (json)", "json")
    parser.add_argument("--out", metavar="FILE", help="write there, under another name until all of it is there")
    add_engine(parser)
    add_language(parser)
    add_looks(parser)


def batch(arguments: Any, screen: Screen) -> int:
    """Rules on every line. Raises Faults when the file cannot be read or holds nothing, or a rulebook does not fit."""
    from cli.batchwork import Desk

    task = _task(arguments, screen.language)
    Desk(task).prepare()  # so that a fault of a rulebook is said once, before the file is touched
    with _opened(arguments.file, task.file) as source:
        return _ruled(source, task, arguments, screen)


def _ruled(source: BinaryIO, task: Any, arguments: Any, screen: Screen) -> int:
    from cli.workers import in_order, processors

    total = _size(source)
    tally = _Tally(task, total, quiet=arguments.out is None and arguments.format == "json" and _seen(sys.stdout))
    with _Breaks() as breaks, closing(_Sink(arguments.out, screen)) as sink:
        jobs = arguments.jobs or processors()
        try:
            with closing(in_order(task, _pieces(source), jobs if not total or total > _READ else 1)) as results:
                for done in results:
                    with breaks.held_back():
                        tally.add(done, sink, arguments.colour)
        finally:
            tally.clear()
        if not tally.lines:
            raise Faults([Fault(task.file, 0, 0, "it holds no incident: nothing was ruled on")])
        if arguments.format == "summary":
            from cli.batchviews import summary

            summary(tally.counts, task, screen, sink.text)
        sink.finish()
    from cli.batchviews import notes

    notes(tally.counts, tally.skipped, task, screen)
    return FAILED if tally.skipped else OK


def _task(arguments: Any, language: str) -> Any:
    from cli.batchwork import Task
    from cli.rule import STDIN

    own = arguments.rulebook or ""
    fixed: tuple[Any, ...] = ()
    if arguments.event or arguments.reading:
        from cli.regulations import from_options, read_event

        if arguments.event:
            event = read_event(arguments.event)
            own, fixed = own or event.rulebook, event.readings
        fixed += from_options(arguments.reading)
    file = STDIN if arguments.file == "-" else arguments.file
    return Task(file, own, arguments.against or "", fixed, language, arguments.format == "summary", arguments.engine)


def _opened(name: str, file: str) -> AbstractContextManager[BinaryIO]:
    """The file, or standard input, which stays open. Raises Faults when it cannot be read."""
    if name == "-":
        from io import BytesIO

        return nullcontext(BytesIO() if sys.stdin is None else sys.stdin.buffer)
    try:
        return open(name, "rb", buffering=_READ)
    except (OSError, ValueError):
        from cli.rule import read_bytes

        read_bytes(name)  # says what is wrong with it
        raise Faults([Fault(file, 0, 0, "the file cannot be read")]) from None


def _size(source: BinaryIO) -> int:
    """Bytes of a file; 0 where they cannot be known beforehand."""
    try:
        told = os.fstat(source.fileno())
    except (OSError, ValueError, AttributeError):
        return 0
    return told.st_size if stat.S_ISREG(told.st_mode) else 0


def _pieces(source: BinaryIO) -> Iterator[tuple[Any, bool]]:
    """The lines in pieces, each with whether more is at hand; of a line that is too long only the beginning."""
    from cli.batchwork import Piece

    read = getattr(source, "read1", source.read)
    number, rest = 1, b""
    while data := read(_READ):
        more = len(data) >= _READ // 4
        *lines, rest = (rest + data).split(b"\n") if b"\n" in data else (_cut(rest + data),)
        rest = _cut(rest)
        for at in range(0, len(lines), _MOST_LINES):
            part = tuple(map(_cut, lines[at : at + _MOST_LINES]))
            yield Piece(number, part, sum(map(len, part)) + len(part)), more or at + _MOST_LINES < len(lines)
            number += len(part)
    if rest:
        yield Piece(number, (rest,), len(rest)), False


def _cut(line: bytes) -> bytes:
    return line[:_LONGEST]


def _seen(stream: Any) -> bool:
    from cli.output import is_terminal

    return is_terminal(stream)


class _Tally:
    """What has come out so far: it prints, reports, counts, and draws the bar."""

    def __init__(self, task: Any, total: int, quiet: bool) -> None:
        from cli.batchviews import Share

        self.counts: Counter[Any] = Counter()
        self.skipped = 0
        self._texts = {task.file: ""}  # the file is not read again to show a line of it: it may be as long as a year
        self._bar = Share(total, quiet)

    @property
    def lines(self) -> int:
        """Lines that held something."""
        from cli.batchwork import RULED

        return int(self.counts[RULED,]) + self.skipped

    def add(self, done: Any, sink: _Sink, colour: str) -> None:
        """Prints what came of a piece."""
        if done.faults:
            from cli.faults import report

            self._bar.clear()
            for faults in done.faults:
                report(faults, self._texts, colour)
        sink.write(done.out)
        self.counts.update(done.counts)
        self.skipped += len(done.faults)
        self._bar.step(done.size, self.lines)

    def clear(self) -> None:
        """Takes the bar away."""
        self._bar.clear()


class _Sink:
    """Where the lines go: standard output, or a file that has its name only when it is complete."""

    def __init__(self, path: str | None, screen: Screen) -> None:
        self._path = path
        self._screen = screen
        self._draft = f"{path}.part"
        self._file: BinaryIO | None = None
        self._begun = False
        if path is not None:
            try:
                self._file = open(self._draft, "wb")  # noqa: SIM115  (closed in finish or close)
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or str(error)
                raise Faults([Fault(path, 0, 0, f"it cannot be written: {reason}")]) from None

    def write(self, data: bytes) -> None:
        """Whole lines, written out at once."""
        if not data:
            return
        if self._file is not None:
            self._begun = True
            self._file.write(data)
            return
        buffer = getattr(self._screen.out, "buffer", None)
        if buffer is None:
            self._screen.out.write(data.decode("utf-8", "replace"))
        else:
            self._screen.out.flush()
            buffer.write(data)
            buffer.flush()

    def text(self, text: str) -> None:
        """One line of text."""
        if self._file is None:
            self._screen.line(text)
        else:
            self._file.write(f"{text}\n".encode("utf-8", "replace"))

    def finish(self) -> None:
        """Gives the file its name."""
        if self._file is not None and self._path is not None:
            self._file.close()
            os.replace(self._draft, self._path)
            self._file = None

    def close(self) -> None:
        """Closes a file that is not complete; it keeps the name of a draft, and is taken away if nothing is in it."""
        if self._file is None:
            return
        self._file.close()
        if self._begun:
            print(f"floorcall batch: what is done so far is in {self._draft}", file=sys.stderr)
        else:
            os.unlink(self._draft)


class _Breaks:
    """Lets an interruption from the keyboard wait while a line is printed, so that only whole lines come out."""

    def __init__(self) -> None:
        self._held = False
        self._pending = False
        self._before: Any = None

    def __enter__(self) -> _Breaks:
        try:
            self._before = signal.signal(signal.SIGINT, self._told)
        except ValueError:  # not the main thread: nobody interrupts it
            self._before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _told(self, *_: object) -> None:
        if not self._held:
            raise KeyboardInterrupt
        self._pending = True

    def held_back(self) -> _Held:
        """A block that is not interrupted; what came meanwhile comes at its end."""
        return _Held(self)


class _Held:
    def __init__(self, breaks: _Breaks) -> None:
        self._breaks = breaks

    def __enter__(self) -> None:
        self._breaks._held = True

    def __exit__(self, kind: object, *_: object) -> None:
        self._breaks._held = False
        if self._breaks._pending and kind is None:
            raise KeyboardInterrupt


__all__ = ["batch", "batch_arguments"]
