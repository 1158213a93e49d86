"""The entry point of ``floorcall``: finds the command, calls it, and turns whatever happens into an exit code."""

from __future__ import annotations

import os
import sys

from cli import codes
from cli.commands import ABOUT, EPILOG, TREE, function_of, is_group, itself

TYPE_CHECKING = False  # as typing has it; importing typing costs a third of ``floorcall --version``
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import SimpleNamespace
    from typing import Any, NoReturn

    from cli.commands import Command

_HELP = ("-h", "--help")
_GARBAGE = 100_000


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command line ``argv`` (that of the process when None) and gives the exit code; never raises."""
    words = [str(word) for word in (sys.argv[1:] if argv is None else argv)]
    try:
        status = _guarded(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        _let_go()
        return codes.CLOSED_PIPE
    except KeyboardInterrupt:
        _say("interrupted")
        return codes.INTERRUPTED
    except Exception as error:  # the last resort: a person at a table gets a sentence
        return _internal(error)


def _guarded(words: list[str]) -> int:
    try:
        return _run(words)
    except SystemExit as told:  # argparse ends so: help, or something that it did not understand
        return told.code if isinstance(told.code, int) else codes.OK if told.code is None else codes.BAD_INPUT


def _run(words: list[str]) -> int:
    if words[:1] == ["--version"]:
        from cli.version import VERSION

        print(f"floorcall {VERSION}")
        return codes.OK
    found = _find(words)
    if isinstance(found, int):
        return found
    command, name, rest = found
    arguments = _plain(name, rest) or _parsed(command, name, rest)
    return _called(command, arguments)


def _find(words: list[str]) -> tuple[Command, str, list[str]] | int:
    """The command that the first words name, with the words that are left; an exit code where there is none."""
    tree: dict[str, Any] = TREE
    name, own = "floorcall", None
    for i, word in enumerate(words):
        if own is not None and word.startswith("-"):
            return own, name, words[i:]
        if word in _HELP:
            return _help(name, tree, codes.OK)
        if word.startswith("-") or word not in tree:
            return _unknown(name, word, tree)
        name = f"{name} {word}"
        if not is_group(tree[word]):
            return tree[word], name, words[i + 1 :]
        own, tree = itself(tree[word]), tree[word][1]
    return _help(name, tree, codes.BAD_INPUT) if own is None else (own, name, [])


def _help(name: str, tree: dict[str, Any], status: int) -> int:
    from cli.tree import group_parser

    about, epilog = (ABOUT, EPILOG) if name == "floorcall" else (None, None)
    text = group_parser(name, tree, about, epilog).format_help()
    print(text, end="", file=sys.stdout if status == codes.OK else sys.stderr)
    return status


def _unknown(name: str, word: str, tree: dict[str, Any]) -> int:
    from cli.arguments import unknown

    kind = "option" if word.startswith("-") else "command"
    print(f"{name}: {kind} {unknown(word, [*tree, '--help'])}\n{name} --help tells more.", file=sys.stderr)
    return codes.BAD_INPUT


def _plain(name: str, rest: list[str]) -> SimpleNamespace | None:
    """The arguments of the commonest calls, ``floorcall rule FILE`` and ``floorcall say STORY``, without waiting for an
    argument parser.
    """
    known = ("floorcall rule", "floorcall say")
    if name == "floorcall rule" and "--log" in rest:
        return _logged(rest)
    if name not in known or not rest or any(word.startswith("-") and word != "-" for word in rest):
        return None
    from types import SimpleNamespace

    if name == "floorcall say":
        from cli.say import DEFAULTS as OF_SAY

        return SimpleNamespace(**OF_SAY, story=rest)
    from cli.rule import DEFAULTS

    return SimpleNamespace(**DEFAULTS, files=rest)


def _logged(rest: list[str]) -> SimpleNamespace | None:
    """The same for ``floorcall rule FILE --log EVENT`` with who sat where."""
    from types import SimpleNamespace

    from cli.logoptions import quick
    from cli.rule import DEFAULTS

    told = quick(rest)
    return None if told is None else SimpleNamespace(**{**DEFAULTS, **told})


def _parsed(command: Command, name: str, rest: list[str]) -> Any:
    from cli.tree import parser_of

    return parser_of(command, name).parse_intermixed_args(rest)


def _called(command: Command, arguments: Any) -> int:
    from cli.output import Screen
    from facts.faults import Faults

    screen = Screen.of(arguments)
    try:
        return int(function_of(command)(arguments, screen))
    except Faults as found:
        screen.flush()
        from cli.faults import as_data, report

        report(found.faults, colour=getattr(arguments, "colour", "auto"))
        if getattr(arguments, "format", "") == "json":
            screen.json(as_data(found.faults))
        return codes.BAD_INPUT


def _let_go() -> None:
    """Points stdout elsewhere, so that nothing complains when the program ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def _say(text: str) -> None:
    try:
        print(f"floorcall: {text}", file=sys.stderr)
    except OSError:
        return


def _internal(error: Exception) -> int:
    if os.environ.get("FLOORCALL_DEBUG") == "1":
        import traceback

        traceback.print_exc()
    if isinstance(error, OSError):
        _let_go()
    trace, place = error.__traceback__, ""
    while trace is not None:
        code = trace.tb_frame.f_code
        place = f" in {code.co_name} ({os.path.basename(code.co_filename)}:{trace.tb_lineno})"
        trace = trace.tb_next
    _say(f"internal error: {type(error).__name__}: {error}{place}. FLOORCALL_DEBUG=1 shows the whole way there.")
    return codes.INTERNAL


def script() -> NoReturn:
    """The entry point of the process, made for one short answer.

    Looking for garbage every few hundred objects, and taking everything apart at the end, would be a fifth of the time
    that a ruling at the table takes.
    """
    import gc

    gc.set_threshold(_GARBAGE)
    status = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            status = status or codes.INTERNAL
    os._exit(status)


if __name__ == "__main__":
    script()
