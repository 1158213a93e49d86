"""``floorcall quiz export``: items as files for other programs and for paper."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, BinaryIO

from cli.codes import OK
from cli.output import Screen, prepared
from facts.faults import Fault, Faults

BOOK = "bfsp"
COUNT = 200
SEED = 1

ABOUT = """Writes questions on the cases of a rulebook, drawn anew and ruled by the engine, as a file: an Anki package,
Moodle XML, GIFT, CSV, sheets to print with a key behind them (PDF), or JSON. No two questions are alike; the same seed
gives the same ones. Without --out the file goes to standard output, as JSON unless --format says otherwise."""

EXAMPLES = """examples:
  floorcall quiz export --rulebook bfsp --count 20
  floorcall quiz export --rulebook bfsp --count 200 --out bfsp.apkg
  floorcall quiz export --rulebook bpt --lang ru --count 40 --out bpt.xml
  floorcall quiz export --clause 4.12 --kind counts-as --format gift
  floorcall quiz export --misconception any --count 50 --out mistakes.apkg
  floorcall quiz export --level dealer --count 30 --seed 7 --out sheet.pdf

The ending of the file says the format (.apkg .xml .gift .csv .pdf .json) unless --format does. An Anki package that is
imported again updates the cards that are there; another seed gives them other stories. JSON follows
'floorcall schema items'."""

INSTALL = "pip install 'floorcall[training]'"


def export_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz export``."""
    from cli.arguments import add_engine, add_language, add_looks, choice, whole
    from cli.quiz import add_filters
    from training.exports import FORMATS

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("--rulebook", metavar="BOOK", default=BOOK, help=f"a rulebook, by id or by its folder ({BOOK})")
    choice(parser, "--format", FORMATS, "the kind of file (that of the ending of --out, else json)", None)
    parser.add_argument("--count", type=whole(1), metavar="N", default=COUNT, help=f"how many questions ({COUNT})")
    parser.add_argument("--seed", type=whole(0), metavar="N", default=SEED, help=f"draw the same questions ({SEED})")
    add_filters(parser)
    parser.add_argument("--out", metavar="FILE", help="write there, under another name until all of it is there")
    add_engine(parser)
    add_language(parser)
    add_looks(parser)


def export(arguments: Any, screen: Screen) -> int:
    """Makes the items and writes them. Raises Faults: nothing fits, a package is missing, a file cannot be written."""
    from time import time

    from training.exports import collection, render

    form = _format(arguments)
    _check_ready(form)
    desk = _desk(arguments)
    if arguments.clause:
        _check_clause(desk.rulebook, arguments.clause)
    if arguments.misconception:
        from training.misconception import check_known

        check_known(arguments.misconception)
    with _draft(arguments.out) as file:
        items = _made(desk, arguments, screen.language)
        if not items:
            raise Faults([_nothing(desk.rulebook.id, arguments)])
        told = collection(items, desk.rulebook, screen.language, arguments.seed)
        data = render(told, form, time())
        if file is not None:
            _put(data, file, arguments.out)
    _report(len(items), arguments, screen)
    if file is None:
        _print(told, form, data, screen)
    return OK


def _format(arguments: Any) -> str:
    """The format that is asked for. Raises Faults with all that stands against it."""
    from training.exports import BINARY, ENDINGS

    out, form = arguments.out, arguments.format
    if form is None and out is not None:
        ending = os.path.splitext(out)[1].lower()
        form = ENDINGS.get(ending)
        if form is None:
            known = " ".join(ENDINGS)
            raise Faults([Fault(out, 0, 0, "this ending says no format", f"--format, or one of {known}")])
    form = form or "json"
    if out is None and form in BINARY:
        raise Faults([Fault(f"--format {form}", 0, 0, "this is no text that could be printed", "--out FILE")])
    return str(form)


def _desk(arguments: Any) -> Any:
    from cli.engines import pool
    from training.desk import Desk

    return Desk(arguments.rulebook, pool(arguments.engine) if arguments.engine else None)


def _check_clause(book: Any, clause: str) -> None:
    """Raises Faults where the rulebook has no such clause or section."""
    from cli.bookdata import clauses_named

    clauses_named(clause, book)


def _made(desk: Any, arguments: Any, language: str) -> list[Any]:
    """The items that fit, as many as are asked for or as there are, with a bar on a terminal while they are made."""
    from cli.progress import Bar
    from training import items

    bar = Bar(arguments.count)
    found: list[Any] = []
    try:
        for item in items.make(
            arguments.rulebook,
            language=language,
            seed=arguments.seed,
            count=arguments.count,
            kinds=arguments.kind or None,
            clause=arguments.clause,
            level=arguments.level,
            complexity=int(arguments.complexity) if arguments.complexity else None,
            misconception=arguments.misconception,
            desk=desk,
        ):
            found.append(item)
            bar.step()
    finally:
        bar.clear()
    return found


def _nothing(book: str, arguments: Any) -> Fault:
    """What is said when no item fits, with the filters as they were typed."""
    told = [
        f"--{name} {value}"
        for name in ("clause", "level", "complexity", "misconception")
        if (value := getattr(arguments, name))
    ]
    filters = " ".join([*told, *(f"--kind {kind}" for kind in arguments.kind)])
    if not filters:
        return Fault(book, 0, 0, "its cases give no question")
    return Fault(book, 0, 0, f"no question fits {filters}", "leave one out")


def _check_ready(form: str) -> None:
    """Raises Faults where the package that a format needs is not installed."""
    from training.exports import Missing, ready

    try:
        ready(form)
    except Missing as missing:
        raise Faults([Fault(f"--format {form}", 0, 0, f"{missing} is not installed", INSTALL)]) from None


@contextmanager
def _draft(path: str | None) -> Iterator[BinaryIO | None]:
    """A file that gets its name only when all of it is there; None without a name. Raises Faults before anything is
    made where it cannot be written.
    """
    if path is None:
        yield None
        return
    draft = f"{path}.{os.getpid()}.part"
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(0, "it is a folder")
        stream = open(draft, "wb")  # noqa: SIM115  (closed below, before it gets its name)
    except (OSError, ValueError) as error:
        raise _unwritten(path, error) from None
    try:
        yield stream
        try:
            stream.close()
            os.replace(draft, path)
        except OSError as error:
            raise _unwritten(path, error) from None
    finally:
        with suppress(OSError):
            stream.close()
        with suppress(OSError):
            os.unlink(draft)


def _put(data: bytes, file: BinaryIO, path: str) -> None:
    """Writes all of it. Raises Faults where there is no room."""
    try:
        file.write(data)
        file.flush()
    except OSError as error:
        raise _unwritten(path, error) from None


def _unwritten(path: str, error: Exception) -> Faults:
    reason = getattr(error, "strerror", None) or str(error)
    return Faults([Fault(path, 0, 0, f"it cannot be written: {reason}")])


def _report(count: int, arguments: Any, screen: Screen) -> None:
    """How many there are: beside the file when one was written, else on stderr and only when they are fewer."""
    from cli.faults import shown_path
    from training.exports.words import say

    key = "items" if count == arguments.count else "items-fewer"
    text = say(key, screen.language, count=count, asked=arguments.count)
    if arguments.out is not None:
        screen.line(f"{shown_path(arguments.out)}: {text}")
    elif key == "items-fewer":
        print(text, file=prepared(sys.stderr))


def _print(told: Any, form: str, data: bytes, screen: Screen) -> None:
    """The file on standard output, where letters that it cannot show are escaped (JSON) or replaced."""
    if form == "json":
        from training.exports.data import as_data

        screen.json(as_data(told))
        return
    buffer = getattr(screen.out, "buffer", None)
    screen.flush()
    if buffer is None:
        screen.out.write(data.decode("utf-8-sig"))
    else:
        buffer.write(data)
        buffer.flush()


__all__ = ["export", "export_arguments"]
