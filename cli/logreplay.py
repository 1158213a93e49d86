"""``floorcall log replay``: every incident of an event ruled again, by the rules of then or by others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.codes import FAILED, OK
from cli.output import RULED, Screen

_REPLAY = """examples:
  floorcall log replay spring-open
  floorcall log replay spring-open --rulebook bpt
  floorcall log replay spring-open --rulebook house/ --format json

With the rulebook of then every ruling has to come out the same to the byte, in every language; the exit code is 1 when
one does not. With --rulebook it is told which rulings would differ under another one, and the clauses behind; that is
no failure. The occasions of offences are then counted anew, for its clauses may count something else."""


def replay_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log replay``."""
    from cli.arguments import add_engine, add_format, add_language, add_looks
    from cli.logoptions import add_database

    parser.description, parser.epilog = "Rules on every incident of an event again and compares.", _REPLAY
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("--rulebook", metavar="BOOK", default="", help="another rulebook, by id or by its folder")
    add_database(parser)
    add_engine(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def replay(arguments: Any, screen: Screen) -> int:
    """Prints what differs. Raises Faults for an event or a rulebook that is not there."""
    from cli.engines import pool
    from cli.log import upgraded
    from cli.logviews import contract
    from cli.progress import Bar
    from journal.replay import incidents, replay_data, replayed
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event).id
        bar, found = Bar(incidents(journal, event)), []
        try:
            for one in replayed(journal, event, pool(arguments.engine), arguments.rulebook, screen.language):
                found.append(one)
                bar.step()
        finally:
            bar.clear()
        data = replay_data(event, arguments.rulebook, found)
        if arguments.format == "json":
            screen.json(contract(journal, **data))
        else:
            _print(data, screen)
    failed = data["counts"]["same"] != data["incidents"] and not arguments.rulebook
    return FAILED if failed else OK


def _print(data: Mapping[str, Any], screen: Screen) -> None:
    from cli.faults import printable
    from cli.tables import paragraph
    from cli.words import law_word as word
    from cli.words import log_word as entry_word

    language = screen.language
    for one in data["rulings"]:
        if one["state"] == "same":
            continue
        head = f"{entry_word('entry', language)} {one['entry']}"
        screen.line(f"{screen.styled(head, 'bold')}  {screen.styled(word(one['state'], language), 'yellow')}")
        for side in ("then", "now"):
            clauses = " ".join(one[f"clauses_{side}"])
            said = printable(" ".join(one[side]))
            if said or clauses:
                paragraph(
                    "  ".join(p for p in (f"{word(side, language)}: {said}".rstrip(), clauses) if p), screen, "  "
                )
        if one["paths"]:
            paragraph(f"{word('paths', language)} {' '.join(one['paths'])}", screen, "  ")
        if one["fault"]:
            paragraph(printable(one["fault"]), screen, "  ")
        if one["readings_dropped"]:
            paragraph(f"{word('dropped', language)}: {' '.join(one['readings_dropped'])}", screen, "  ")
    _sum(data, screen)


def _sum(data: Mapping[str, Any], screen: Screen) -> None:
    from cli.faults import printable
    from cli.tables import paragraph
    from cli.words import law_word as word

    language, n, counts = screen.language, data["incidents"], data["counts"]
    if not n:
        screen.line(word("replay-none", language, event=printable(data["event"])))
    elif counts["same"] == n:
        screen.line(word("replay-same", language, n=n))
    else:
        paragraph(word("replay-sum", language, n=n, **counts), screen)
    if data["changed_rulebook"] and counts["same"] != n:
        screen.line(word("replay-changed", language, n=data["changed_rulebook"]))
