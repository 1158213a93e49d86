"""What people see of a batch: the share of the file that is done, how many rulings of each kind, what was left out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from cli.batchwork import CLAUSE, OTHERWISE, RULED, STATUS, Key, Task
from cli.output import Screen, prepared
from cli.progress import Bar
from cli.words import counted, word


class Share:
    """A bar by the bytes of the file, or the number of lines where its length is not known; ``quiet``: never."""

    def __init__(self, total: int, quiet: bool) -> None:
        self._total = total
        self._done = 0
        self._bar = Bar(quiet=quiet)

    def step(self, size: int, lines: int) -> None:
        """``size`` bytes more are done, ``lines`` lines by now."""
        self._done += size
        share = self._done / self._total if self._total else None
        self._bar.draw(share, str(lines) if share is None else f"{int(100 * min(1.0, share)):3}%  {lines}")

    def clear(self) -> None:
        """Takes the bar away."""
        self._bar.clear()


def summary(counts: Mapping[Key, int], task: Task, screen: Screen, line: Callable[[str], None]) -> None:
    """How many rulings of each status, and by which clause they are decided; the commonest first."""
    language = screen.language
    line(counted(counts.get((RULED,), 0), "incident", language))
    if task.against:
        _rows(word("under-the-first", language), _changes(counts, language), line)
        return
    _rows(word("status", language), _named(counts, STATUS, lambda key: _status(key, language)), line)
    nameless = word("no-clause", language)
    _rows(word("deciding-clause", language), _named(counts, CLAUSE, lambda key: key or nameless), line)


def _named(counts: Mapping[Key, int], kind: str, name: Callable[[str], str]) -> list[tuple[str, int]]:
    return [(name(key[1]), number) for key, number in counts.items() if key[0] == kind]


def _changes(counts: Mapping[Key, int], language: str) -> list[tuple[str, int]]:
    """The rulings that differ, by their status under the one book and under the other."""
    found = [(key[1:], number) for key, number in counts.items() if key[0] == OTHERWISE]
    return [(" → ".join(_status(status, language) for status in statuses), number) for statuses, number in found]


def _status(status: str, language: str) -> str:
    from explain.texts import texts

    told = texts()["statuses"].get(status, {})
    return told.get(language, status)


def _rows(title: str, rows: list[tuple[str, int]], line: Callable[[str], None]) -> None:
    if not rows:
        return
    line("")
    line(title)
    wide = max(len(str(number)) for _, number in rows)
    for name, number in sorted(rows, key=lambda row: (-row[1], row[0])):
        line(f"  {number:{wide}}  {name}")


def notes(counts: Mapping[Key, int], skipped: int, task: Task, screen: Screen) -> None:
    """What is not among the lines that came out, on stderr: lines left out, and how many are ruled otherwise."""
    language, ruled = screen.language, counts.get((RULED,), 0)
    screen.flush()
    out = prepared(sys.stderr)
    if task.against:
        otherwise = sum(number for key, number in counts.items() if key[0] == OTHERWISE)
        told = f"{counted(ruled, 'incident', language)}, {word('of-them', language)}"
        out.write(f"{told} {word('ruled-otherwise', language)} {task.against}: {otherwise}\n")
    if skipped:
        out.write(f"{counted(skipped, 'line', language)} {word('skipped', language)}\n")
    out.flush()


__all__ = ["Share", "notes", "summary"]
