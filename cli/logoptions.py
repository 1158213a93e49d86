"""The options by which something is written into a journal; here alone, so that ``--help`` needs no journal."""

from __future__ import annotations

TYPE_CHECKING = False  # see cli.main
if TYPE_CHECKING:
    from typing import Any


# Options of the commonest calls, each with a value that can be anything.
_VALUES = ("--log", "--database", "--players", "--table", "--hand", "--at", "--by")


def quick(words: list[str]) -> dict[str, Any] | None:
    """The files and options of ``rule FILE... --log EVENT``, as the argument parser gives them, without waiting for it;
    None where there is anything else.
    """
    found: dict[str, Any] = {**dict.fromkeys(name[2:] for name in _VALUES), "players": [], "rounds": None, "files": []}
    rest = iter(words)
    for word in rest:
        if word == "-" or not word.startswith("-"):
            found["files"].append(word)
            continue
        value = next(rest, "-")
        if word not in _VALUES or value.startswith("-"):
            return None
        if word == "--players":
            found["players"].append(value)
        else:
            found[word[2:]] = value
    return found if found["files"] and found["log"] else None


def log_arguments(parser: Any, rulings: bool = True) -> None:
    """Adds the options of an entry; with ``rulings`` also ``--log``, by which a ruling becomes one."""
    from cli.arguments import whole

    if rulings:
        parser.add_argument("--log", metavar="EVENT", help="write incident, ruling and penalties into its journal")
    add_database(parser)
    about = "who sits where, by number or name (again, or with commas)"
    parser.add_argument("--players", action="append", default=[], metavar="SEAT=PLAYER,...", help=about)
    parser.add_argument("--table", metavar="TABLE", help="the table, for the journal")
    parser.add_argument("--hand", metavar="HAND", help="the number of the hand, for the journal")
    about = "rounds that an official chose of a range (the least of it)"
    parser.add_argument("--rounds", type=whole(1), metavar="N", help=about)
    add_when(parser)


def add_database(parser: Any) -> None:
    """Adds ``--database``."""
    about = "the journal: a file or a URL (FLOORCALL_DATABASE, else a file in your data folder)"
    parser.add_argument("--database", metavar="URL", help=about)


def add_when(parser: Any) -> None:
    """Adds ``--at`` and ``--by``."""
    about = "when it was: 2026-11-30T21:15, in the time zone of the event (now)"
    parser.add_argument("--at", metavar="TIME", help=about)
    parser.add_argument("--by", metavar="OFFICIAL", help="the official who enters it")
