"""The journal of an event as text for other programs: lines of JSON, and CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from io import StringIO
from typing import Any

from journal.chain import canonical
from journal.reading import Reader
from journal.records import Entry

COLUMNS = (
    *("event", "number", "kind", "at", "by", "about", "table", "hand", "players", "player", "status", "text"),
    *("reason", "type", "rounds", "hands", "clauses", "kinds", "rulebook", "edition", "digest"),
)
# What a spreadsheet takes for the beginning of a formula, also behind what it does not show.
_UNSEEN = " \u00a0\ufeff\u200b\u200e\u200f\u202a\u202b\u202d\u202e"
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%", "＝", "＋", "－", "＠")


def json_lines(reader: Reader, event: str, brief: bool = False) -> Iterator[str]:
    """Each entry on a line, canonical; its incident and rulings are its ``content``, unless it shall be ``brief``."""
    for entry in reader.entries(event):
        told: dict[str, Any] = entry._asdict() | {"at": _time(entry)}
        if entry.body and not brief:
            body = reader.body(event, entry.number)
            text = body.text.decode("utf-8", "replace")
            told["content"] = {"text": text, "rulings": body.rulings}
        yield canonical(told)


def csv_lines(reader: Reader, event: str, language: str = "en") -> Iterator[str]:
    """A head and one row for each entry, without line ends. Texts come in a language where they have it."""
    yield _line(COLUMNS)
    for entry in reader.entries(event):
        yield _line(_row(entry, language))


def cell(value: object) -> str:
    """A value as a spreadsheet shows it and does not reckon with it: what would begin a formula is quoted."""
    told = "" if value is None else str(value)
    if isinstance(value, int) or not told.lstrip(_UNSEEN).startswith(_FORMULA):
        return told
    return "'" + told


def _line(row: Any) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="").writerow([cell(value) for value in row])
    return out.getvalue()


def _time(entry: Entry) -> str:
    return entry.at.isoformat().replace("+00:00", "Z")


def _row(entry: Entry, language: str) -> list[object]:
    data = entry.data
    players = data.get("players")
    seated = ", ".join(f"{seat}={key}" for seat, key in players.items()) if isinstance(players, Mapping) else ""
    texts = (data.get(name) for name in ("headline", "text", "instead", "name"))
    text = next((told for told in texts if told), "")
    book = data.get("rulebook")
    book = book if isinstance(book, Mapping) else {"id": book or ""}
    told = {
        **{
            name: getattr(entry, name) for name in ("event", "number", "kind", "by", "about", "table", "hand", "digest")
        },
        **{name: data.get(name) for name in ("status", "reason", "type", "rounds", "hands")},
        "at": _time(entry),
        "players": seated,
        "player": data.get("player") or data.get("key"),
        "text": _text(text, language),
        "clauses": " ".join(data.get("clauses") or ()),
        "kinds": " ".join(data.get("kinds") or ()),
        "rulebook": book["id"],
        "edition": _text(book.get("edition", ""), language),
    }
    return [told[name] for name in COLUMNS]


def _text(told: Any, language: str) -> str:
    if isinstance(told, Mapping):
        told = told.get(language) or next(iter(told.values()), "")
    return str(told)
