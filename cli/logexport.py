"""``floorcall log export``: the journal of an event as lines of JSON, or as a table for a spreadsheet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from cli.codes import OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults

FORMATS = ("jsonl", "csv")

_EXPORT = """examples:
  floorcall log export spring-open > spring-open.jsonl
  floorcall log export spring-open --format csv --out spring-open.csv
  floorcall log export spring-open --brief | head

A line of JSON holds an entry with all of it, incident and rulings included; --brief leaves those out. CSV has one row
for an entry, and nothing in it is taken for a formula by a spreadsheet."""


def export_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log export``."""
    from cli.arguments import add_language, add_looks, choice
    from cli.logoptions import add_database

    parser.description, parser.epilog = "Writes the journal of an event for other programs.", _EXPORT
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    choice(parser, "--format", FORMATS, "lines of JSON, or a table (jsonl)", "jsonl")
    parser.add_argument("--brief", action="store_true", help="without incidents and rulings")
    parser.add_argument("--out", metavar="FILE", help="write there, under another name until all of it is there")
    add_database(parser)
    add_language(parser, RULED)
    add_looks(parser)


def export(arguments: Any, screen: Screen) -> int:
    """Writes all entries in their order."""
    import sys

    from cli.log import upgraded
    from journal import export as forms
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        if arguments.format == "csv":
            lines = forms.csv_lines(journal, event.id, screen.language)
        else:
            lines = forms.json_lines(journal, event.id, brief=arguments.brief)
        if arguments.out is None:
            for line in lines:
                screen.line(line)
            return OK
        with _draft(arguments.out) as stream:
            for line in _with_bar(lines, journal.size(event.id)):
                stream.write(line + "\n")
    from cli.faults import shown_path
    from cli.words import log_word as word

    print(f"{event.id} {word('exported', screen.language)} {shown_path(arguments.out)}", file=sys.stderr)
    return OK


def _with_bar(lines: Iterator[str], total: int) -> Iterator[str]:
    from cli.progress import Bar

    bar = Bar(total)
    try:
        for line in lines:
            yield line
            bar.step()
    finally:
        bar.clear()


@contextmanager
def _draft(path: str) -> Iterator[TextIO]:
    """A file that has its name only when it is complete."""
    draft = f"{path}.part"
    try:
        with open(draft, "w", encoding="utf-8", newline="") as stream:
            yield stream
        os.replace(draft, path)
    except OSError as error:
        if os.path.exists(draft):
            os.unlink(draft)
        raise Faults([Fault(path, 0, 0, f"it cannot be written: {error.strerror or error}")]) from None
