"""What a report is made of: sheets, sections and blocks, as plain data that every format can set.

A report is ``{schema, kind, language, title, name, wide, sheets, notes, digest, texts, at}``. ``wide``: its pages lie
on their side; ``notes``: what stands below all of it; ``digest``: of the journal, ``{label, text}``; ``at``: the time
of the last entry in seconds since 1970. A sheet ``{title, subtitle, head, sections}`` begins a page; ``head`` is a
block of pairs; a section is ``{id, title, blocks}``. A block has a ``block``:

text      {said, strong}: a paragraph
pairs     {rows: [{label, said}]}: what is told under a name
items     {items: [{said, note}], ordered}: a list; ``note``: the clauses behind it
table     {caption, columns: [{title, side, room}], rows: [[said]]}; ``side``: start or end, where numbers stand;
          ``room``: its share of the width, 0 for as narrow as it may be, in every column 0 where nobody says
bars      {caption, columns, rows: [{label, count, shown, share, part}]}: a chart that is a table as well; ``part``:
          the length of the bar, from 0 to 1000 for the greatest count
verbatim  {text}: as it was typed
sign      {rows: [{role, name}]}: places for signatures

Every text is a :data:`journal.reports.tongue.Said`; labels, titles and captions are in the language of the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from explain.texts import marks
from journal.reports.tongue import Said

Block = dict[str, Any]
SCHEMA = "floorcall.report/1"


def own(text: str) -> Said:
    """A text in the language of the report, or one that is in none: a name, a number."""
    return {"text": text, "lang": ""}


def text(said: Said, strong: bool = False) -> Block:
    """A paragraph."""
    return {"block": "text", "said": said, "strong": strong}


def pairs(rows: Iterable[tuple[str, Said]]) -> Block:
    """What is told under a name; what is empty is left out."""
    return {"block": "pairs", "rows": [{"label": label, "said": said} for label, said in rows if said["text"]]}


def items(told: Iterable[tuple[Said, str]], ordered: bool = False) -> Block:
    """A list, each with what it rests on."""
    return {"block": "items", "items": [{"said": said, "note": note} for said, note in told], "ordered": ordered}


def table(
    caption: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[Said]],
    ends: Sequence[int] = (),
    room: Sequence[int] = (),
) -> Block:
    """A table. ``ends``: columns that hold numbers; ``room``: how the columns share the width."""
    heads = [
        {"title": title, "side": "end" if n in ends else "start", "room": room[n] if room else 0}
        for n, title in enumerate(columns)
    ]
    return {"block": "table", "caption": caption, "columns": heads, "rows": [list(row) for row in rows]}


def bars(caption: str, columns: Sequence[str], rows: Iterable[tuple[Said, int, str, str]]) -> Block:
    """A chart with its numbers. Columns: of the label, the chart, the count, the share."""
    told = list(rows)
    most = max((count for _, count, _, _ in told), default=0)
    return {
        "block": "bars",
        "caption": caption,
        "columns": list(columns),
        "rows": [
            {
                "label": label,
                "count": count,
                "shown": shown,
                "share": share,
                "part": round(1000 * count / most) if most else 0,
            }
            for label, count, shown, share in told
        ],
    }


def verbatim(typed: str) -> Block:
    """What was typed, line by line."""
    return {"block": "verbatim", "text": typed}


def sign(rows: Iterable[tuple[str, str]]) -> Block:
    """Places for signatures: who signs, and the name where it is known."""
    return {"block": "sign", "rows": [{"role": role, "name": name} for role, name in rows]}


def section(id: str, title: str, blocks: Iterable[Block]) -> dict[str, Any]:
    """A part of a sheet under its own heading."""
    return {"id": id, "title": title, "blocks": list(blocks)}


def sheet(title: str, subtitle: str, head: Block, sections: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """What begins on a page of its own."""
    told = [part for part in sections if part["blocks"]]
    return {"title": title, "subtitle": subtitle, "head": head, "sections": told}


def languages_in(value: Any) -> list[str]:
    """The other languages that texts are in, in the order in which they come up."""
    found: dict[str, None] = {}
    _collect(value, found)
    return list(found)


def _collect(value: Any, found: dict[str, None]) -> None:
    if isinstance(value, dict):
        if value.get("lang"):
            found[value["lang"]] = None
        if isinstance(value.get("text"), str):
            found.update(dict.fromkeys(marks(value["text"])))
        for part in value.values():
            if isinstance(part, dict | list):
                _collect(part, found)
    elif isinstance(value, list):
        for part in value:
            _collect(part, found)
