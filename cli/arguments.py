"""Parsers for the command line: the standard ones, made to start fast and to name the nearest valid word."""

from __future__ import annotations

import argparse
import sys

from cli.codes import BAD_INPUT
from cli.output import LANGUAGES, terminal_width

TYPE_CHECKING = False  # see cli.main
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, NoReturn

FORMATS = ("text", "json")
COLOURS = ("auto", "always", "never")


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal; examples stay as they are typed."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=min(100, terminal_width(sys.stdout)) - 2)


class Parser(argparse.ArgumentParser):
    """An argument parser without abbreviations; what it does not understand ends with exit code 2."""

    def __init__(self, **more: Any) -> None:
        super().__init__(formatter_class=_Formatter, allow_abbrev=False, **more)

    def error(self, message: str) -> NoReturn:
        """Says what is wrong and where help is, without the whole usage."""
        print(f"{self.prog}: {message}\n{self.prog} --help tells more.", file=sys.stderr)
        raise SystemExit(BAD_INPUT)


def one_of(words: Sequence[str]) -> Callable[[str], str]:
    """A type of argument: one of ``words``; the nearest one is named when it is none."""

    def word(text: str) -> str:
        if text not in words:
            raise argparse.ArgumentTypeError(unknown(text, words))
        return text

    return word


def unknown(text: str, words: Iterable[str]) -> str:
    """What is said about a word that is not known."""
    from facts.faults import nearest

    hint = nearest(text, words)
    return f"'{text}' is not known" + (f" ({hint})" if hint else "")


def whole(least: int) -> Callable[[str], int]:
    """A type of argument: a whole number, not below ``least``."""

    def number(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number of {least} or more")
        return int(text)

    return number


def choice(parser: argparse.ArgumentParser, name: str, words: Sequence[str], about: str, default: str | None) -> None:
    """Adds an option that takes one of some words."""
    shown = "{" + ",".join(words) + "}"
    parser.add_argument(name, type=one_of(words), choices=words, metavar=shown, default=default, help=about)


def add_format(parser: argparse.ArgumentParser, formats: Sequence[str] = FORMATS) -> None:
    """Adds ``--format``."""
    choice(parser, "--format", formats, "how the answer is printed (text)", "text")


def add_language(parser: argparse.ArgumentParser, languages: Sequence[str] = LANGUAGES) -> None:
    """Adds ``--lang``. ``languages``: those that the command speaks; the terminal's counts if it is one of them."""
    parser.set_defaults(languages=tuple(languages))
    choice(parser, "--lang", languages, "the language (that of the terminal: LC_ALL, LC_MESSAGES, LANG)", None)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Adds ``--engine``."""
    from engine.pool import ENGINES

    about = "the engine that applies the rules (the fastest that is there); no ruling depends on it"
    choice(parser, "--engine", ENGINES, about, None)


def add_readings(parser: argparse.ArgumentParser) -> None:
    """Adds ``--reading`` and ``--event``: how an event reads the clauses."""
    about = "read a clause so (again for other clauses)"
    parser.add_argument("--reading", action="append", default=[], metavar="CLAUSE=NAME", help=about)
    parser.add_argument("--event", metavar="FILE", help="a file with the readings and the rulebook of an event")


def add_looks(parser: argparse.ArgumentParser) -> None:
    """Adds ``--colour`` and ``--width``."""
    choice(parser, "--colour", COLOURS, "colours: auto is yes on a terminal, unless NO_COLOR is set", "auto")
    parser.add_argument("--width", type=whole(20), metavar="N", help="columns of the text (those of the terminal)")
