"""``floorcall report``: reports on an event from its journal."""

from __future__ import annotations

import os
from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen, language_of
from cli.progress import Bar

KINDS = ("ruling", "notice", "protocol", "statistics", "disqualification")
FORMATS = ("markdown", "html", "pdf", "docx")
LANGUAGES = RULED
_TEXT = ("markdown", "html")

ABOUT = """Writes a report from the journal of an event:

  ruling            one incident: facts, rules, decision, reasoning, options, remedy, sanction, protest, signatures
  notice            what a player is told about it, short
  protocol          the whole event: incidents, penalties, disqualifications, protests
  statistics        how many incidents by kind, table, dealer error, clause and hour
  disqualification  the record of a disqualification for the federation

Markdown and HTML come out on the screen unless --out is given; PDF and DOCX are written to a file, which is told. The
same journal gives the same file, byte for byte."""

EXAMPLES = """examples:
  floorcall report ruling spring --entry 3
  floorcall report notice spring --entry 4 --lang lt --format pdf
  floorcall report protocol spring --lang bg --format docx --out protocol.docx
  floorcall report statistics spring --format html --out statistics.html
  floorcall report disqualification spring --lang ru --format pdf --templates house/

A house sets its reports itself with templates of its own: docs/reports.md tells how."""


def report_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall report``."""
    from cli.arguments import choice, one_of, whole
    from cli.logoptions import add_database

    parser.description, parser.epilog = ABOUT, EXAMPLES
    shown = "{" + ",".join(KINDS) + "}"
    parser.add_argument("kind", type=one_of(KINDS), choices=KINDS, metavar=shown, help="what kind of report")
    parser.add_argument("event", metavar="EVENT", help="the event")
    parser.add_argument("--entry", type=whole(1), metavar="N", help="the incident, or an entry about it")
    choice(parser, "--format", FORMATS, "the format (markdown)", "markdown")
    choice(parser, "--lang", LANGUAGES, "the language (that of the terminal: LC_ALL, LC_MESSAGES, LANG)", None)
    parser.add_argument("--out", metavar="FILE", help="write there, - for standard output; it is whole or not there")
    about = "the templates of a house (FLOORCALL_TEMPLATES)"
    parser.add_argument("--templates", metavar="FOLDER", help=about)
    add_database(parser)


def report(arguments: Any, screen: Screen) -> int:
    """Makes the report and puts it where it belongs. Raises Faults."""
    from journal.reports.house import folder_of
    from journal.reports.making import make
    from journal.reports.setting import keep, name_of, set_as
    from journal.store import Journal

    folder = folder_of(arguments.templates)
    bar = Bar()
    try:
        with _present(arguments.format), Journal.open(arguments.database or "") as journal:
            made = make(journal, arguments.event, arguments.kind, _language(arguments), arguments.entry, bar.tick)
        bar.last()
        data = set_as(made, arguments.format, folder)
    finally:
        bar.clear()
    if arguments.out == "-" or (arguments.out is None and arguments.format in _TEXT):
        _print(data, screen)
        return OK
    path = arguments.out or name_of(made, arguments.format)
    keep(data, path)
    from cli.faults import printable

    screen.line(printable(path))
    return OK


def _language(arguments: Any) -> str:
    """The language that was asked for, else that of the terminal, else English."""
    return arguments.lang or language_of(os.environ, LANGUAGES)


class _present:  # noqa: N801  (reads as what it makes sure of)
    """Says in one sentence that a package of the extra is missing."""

    def __init__(self, format: str) -> None:
        self._format = format

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: object, *_: object) -> None:
        if isinstance(error, ImportError) and (error.name or "").partition(".")[0] in ("babel", "jinja2", "sqlalchemy"):
            from facts.faults import Fault, Faults

            told = f"a report needs {error.name}, which is not installed"
            raise Faults([Fault("floorcall report", 0, 0, told, "pip install 'floorcall[journal]'")]) from None


def _print(data: bytes, screen: Screen) -> None:
    buffer = getattr(screen.out, "buffer", None)
    if buffer is None:
        screen.out.write(data.decode("utf-8", "replace"))
        return
    screen.flush()
    buffer.write(data)
    buffer.flush()
