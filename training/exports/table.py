"""Items as CSV: a row each, for a spreadsheet. A cell that a spreadsheet would take for a formula begins with ``'``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from training.exports.collection import Collection
from training.exports.words import letter
from training.item import Item

_HEAD = ("id", "rulebook", "case", "kind", "level", "complexity", "language", "seed", "story", "question")
_TAIL = ("ruling", "reasoning", "clauses")
# Spreadsheets also take the wide forms of these signs, and look behind blanks.
_FORMULA = tuple("=+-@|%\uff1d\uff0b\uff0d\uff20")


def written(told: Collection, _now: float) -> bytes:
    """A collection as a file: RFC 4180, UTF-8 with a mark by which spreadsheets know it.

    ``key`` holds the letters of the right options, in their right order where they have one.
    """
    most = max((len(item.options) for item in told.items), default=0)
    letters = [letter(at, "en").lower() for at in range(most)]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow([*_HEAD, *(f"option_{at}" for at in letters), "key", *(f"why_{at}" for at in letters), *_TAIL])
    for item in told.items:
        table.writerow([_cell(value) for value in _row(item, told, most)])
    return out.getvalue().encode("utf-8-sig")


def _row(item: Item, told: Collection, most: int) -> Iterator[object]:
    yield from (item.id, item.rulebook, item.case, item.kind, item.level, item.complexity, item.language, item.seed)
    yield from (item.story, item.question)
    missing = [""] * (most - len(item.options))
    yield from (*(option.text for option in item.options), *missing)
    yield " ".join(letter(at, "en") for at in item.answer)
    yield from (*(told.why(option) for option in item.options), *missing)
    yield from (item.ruling, "\n".join(item.reasoning), "; ".join(told.cites_of(item)))


def _cell(value: object) -> object:
    if isinstance(value, str) and value.lstrip().startswith(_FORMULA):
        return f"'{value}"
    return value


__all__ = ["written"]
