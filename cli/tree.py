"""The tree of commands as argument parsers: one command at a time for a call, all of them for completion."""

from __future__ import annotations

from cli.arguments import Parser
from cli.commands import ABOUT, EPILOG, TREE, function_of, is_group, itself

TYPE_CHECKING = False  # see cli.main
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from cli.commands import Command


def parser_of(command: Command, name: str) -> Parser:
    """The parser of one command, which is called ``name``."""
    parser = Parser(prog=name)
    function_of(command, "_arguments")(parser)
    if below := _below(command):
        parser.usage = parser.format_usage().removeprefix("usage: ").rstrip() + f"\n       {name} COMMAND ..."
        parser.epilog = f"commands:\n{below}\n\n{parser.epilog}"
    return parser


def _below(command: Command) -> str:
    """The commands beneath one that is a group as well, for its help."""
    group = next((entry for entry in TREE.values() if itself(entry) == command), None)
    if group is None or not isinstance(group[1], dict):
        return ""
    width = max(map(len, group[1])) + 2
    return "\n".join(f"  {word:{width}}{entry[2]}" for word, entry in group[1].items())


def group_parser(name: str, tree: dict[str, Any], about: str | None, epilog: str | None) -> Parser:
    """A parser that knows the commands of a group by name and help, for the help of the group."""
    parser = Parser(prog=name, description=about, epilog=epilog)
    if name == "floorcall":
        parser.add_argument("--version", action="store_true", help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for word, entry in tree.items():
        commands.add_parser(word, help=entry[0] if is_group(entry) else entry[2])
    return parser


def whole_parser() -> Parser:
    """The parser of everything, with the arguments of all commands."""
    parser = Parser(prog="floorcall", description=ABOUT, epilog=EPILOG)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    _fill(parser, TREE)
    return parser


def _fill(parser: argparse.ArgumentParser, tree: dict[str, Any]) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for word, entry in tree.items():
        if is_group(entry):
            group = commands.add_parser(word, help=entry[0])
            if (own := itself(entry)) is not None:
                function_of(own, "_arguments")(group)
            _fill(group, entry[1])
        else:
            function_of(entry, "_arguments")(commands.add_parser(word, help=entry[2]))
