"""``floorcall completion``: a script that lets a shell complete commands, options and file names."""

from __future__ import annotations

from typing import Any

from cli.codes import OK
from cli.output import Screen

SHELLS = ("bash", "zsh", "fish")
# How arguments that are rulebooks are called in the help.
BOOKS = ("BOOK", "OLD", "NEW", "BOOK,...")

EXAMPLES = """examples:
  floorcall completion bash > ~/.local/share/bash-completion/completions/floorcall
  floorcall completion zsh > ~/.zfunc/_floorcall      (with ~/.zfunc in fpath)
  floorcall completion fish > ~/.config/fish/completions/floorcall.fish"""


def completion_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall completion``."""
    from cli.arguments import one_of

    parser.description, parser.epilog = "Prints a completion script for a shell.", EXAMPLES
    parser.add_argument("shell", type=one_of(SHELLS), choices=SHELLS, metavar="{bash,zsh,fish}", help="the shell")


def completion(arguments: Any, screen: Screen) -> int:
    """Prints the script."""
    import shtab

    from cli.bookcompletion import books
    from cli.namecompletion import FACTS, MISCONCEPTIONS, OUTCOMES, facts, misconceptions, outcomes
    from cli.tree import whole_parser

    parser = whole_parser()
    by_name = dict.fromkeys(BOOKS, books()) | dict.fromkeys(OUTCOMES, outcomes()) | dict.fromkeys(FACTS, facts())
    by_name |= dict.fromkeys(MISCONCEPTIONS, misconceptions())
    _name_files(parser, by_name | {"FILE": shtab.FILE, "FOLDER": shtab.DIRECTORY})
    screen.line(shtab.complete(parser, arguments.shell))
    return OK


def _name_files(parser: Any, by_name: dict[str, Any]) -> None:
    """Tells which arguments are files, folders, rulebooks, outcomes or facts, by how the help calls them."""
    for action in parser._actions:
        if isinstance(action.choices, dict):
            for below in action.choices.values():
                _name_files(below, by_name)
        elif action.metavar in by_name:
            action.complete = by_name[action.metavar]
