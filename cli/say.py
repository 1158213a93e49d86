"""``floorcall say``: a story typed in a line or two, shown back as it was understood, then ruled on or written down."""

from __future__ import annotations

import os
import sys
from typing import Any

from cli.codes import BAD_INPUT, FAILED, OK
from cli.output import Screen, is_terminal
from cli.rule import DEFAULTS as OF_RULE
from cli.rule import STDIN, read_bytes, read_stdin
from facts.faults import Fault, Faults

TARGETS = ("yaml", "json", "shorthand")
TYPED = "<say>"
_INCIDENTS = (".yaml", ".yml", ".json")
_ENDINGS = {".yaml": "yaml", ".yml": "yaml", ".json": "json"}

DEFAULTS: dict[str, Any] = {**OF_RULE, "source": None, "to": None, "out": None}

ABOUT = """Rules on a story in shorthand: typed as words of the command line, from a file, or from standard input (-).

What was understood is shown before the ruling. What can be read in two ways is asked: on a terminal at once, over a
pipe with the spellings that answer it, and then the exit code is 2."""

EXAMPLES = """examples:
  floorcall say "NL 100/200, flop pot 600; A bets 300; B all in 450; C to act"
  floorcall say "NL 100/200 flop; A bets 300; B silent 1x500" --rulebook tda --lang ru
  floorcall say story.txt --to yaml --out incident.yaml
  floorcall say --from incident.yaml --to shorthand
  echo "flop; A bets 300; turn early" | floorcall say -

docs/shorthand.md shows on one page what can be typed."""


def say_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall say``."""
    from cli.arguments import choice
    from cli.rule import rule_arguments

    class _Options:
        """Takes over the options of ``rule``, not its files."""

        def add_argument(self, *names: str, **more: Any) -> None:
            if names[0].startswith("-"):
                parser.add_argument(*names, **more)

        def set_defaults(self, **_: Any) -> None:
            return

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.set_defaults(**DEFAULTS)
    rule_arguments(_Options())
    parser.add_argument("story", nargs="*", metavar="STORY", help="the story, a file with it, or - for standard input")
    about = "start from this file: an incident (.yaml, .json) or a story"
    parser.add_argument("--from", dest="source", metavar="FILE", help=about)
    choice(parser, "--to", TARGETS, "write the incident so and do not rule", None)
    parser.add_argument(
        "--out", metavar="FILE", help="write the incident into a new file (form: --to, else its ending)"
    )


def say(arguments: Any, screen: Screen) -> int:
    """Reads the story, shows it back, and rules or writes. Raises Faults for what is no story at all."""
    from cli.rule import Desk

    desk = Desk(arguments)
    try:
        return _say(desk, arguments, screen)
    finally:
        desk.close()


def _say(desk: Any, arguments: Any, screen: Screen) -> int:
    told = _Told(arguments)
    loaded = desk.load(desk.own)
    if told.incident_file:
        from facts.reader import read_incident

        incident = read_incident(told.data, told.name, loaded.vocabulary.events)
        return _go_on(incident, None, told, desk, arguments, screen)
    text = told.data.decode("utf-8", "replace").removeprefix("\ufeff").rstrip("\n")
    understood = _understood(text, told.name, loaded.vocabulary, arguments, screen)
    if understood.incident is None:
        return _not_understood(understood, arguments, screen)
    if understood.text != text:  # with the answers: what is logged has to say what was ruled on
        told.data = understood.text.encode("utf-8", "surrogateescape")
    return _go_on(understood.incident, understood, told, desk, arguments, screen)


class _Told:
    """What was given: the bytes, where they come from, and whether they are an incident file."""

    def __init__(self, arguments: Any) -> None:
        words = list(arguments.story)
        if bool(words) == bool(arguments.source):
            hint = 'such as floorcall say "NL 100/200 flop; A bets 300; B silent 1x500"'
            told = "a story, or --from FILE, not both" if words else "nothing is told"
            raise Faults([Fault(TYPED, 0, 0, told, hint)])
        single = arguments.source or (words[0] if len(words) == 1 else "")
        self.name = TYPED
        if single == "-":
            self.name, self.data = STDIN, read_stdin()
        elif arguments.source or os.path.isfile(single):
            self.name, self.data = single, read_bytes(single)
        else:
            self.data = " ".join(words).encode("utf-8", "surrogateescape")
        self.incident_file = self.name.lower().endswith(_INCIDENTS)


def _understood(text: str, name: str, vocabulary: Any, arguments: Any, screen: Screen) -> Any:
    """The story as it is read; on a terminal its questions are asked."""
    from say import read_shorthand

    understood = read_shorthand(text, vocabulary, name, screen.language)
    if arguments.format == "text" and name != STDIN and is_terminal(sys.stdin) and is_terminal(sys.stdout):
        from cli.saying import ask

        while understood.questions and not understood.faults:
            answered = ask(understood, screen)
            if answered is None:
                break
            understood = read_shorthand(answered, vocabulary, name, screen.language)
    return understood


def _not_understood(understood: Any, arguments: Any, screen: Screen) -> int:
    from cli.saying import as_data, show_questions, show_typed, show_understood

    if arguments.format == "json":
        screen.json(as_data(understood, screen.language, None))
    else:
        show_understood(understood, screen, arguments.format)
    screen.flush()
    show_questions(understood, screen.language, arguments.colour)
    if understood.faults:
        from cli.faults import report

        name = understood.faults[0].file
        report(understood.faults, {name: understood.text}, arguments.colour)
    show_typed(understood, screen.language)
    return BAD_INPUT


def _go_on(incident: Any, understood: Any, told: _Told, desk: Any, arguments: Any, screen: Screen) -> int:
    """What was understood stands: it is written, or ruled on, or both."""
    status = OK
    if arguments.to or arguments.out:
        status = _write(incident, understood, desk.load(desk.own).vocabulary, arguments, screen)
        if arguments.to:
            return status
    loaded = desk.load(desk.own)
    if not desk.own and incident.rulebook:
        loaded = desk.load(incident.rulebook)
    if understood is not None and arguments.format != "json":
        from cli.saying import show_understood

        show_understood(understood, screen, arguments.format)
        screen.flush()
    from cli.rule import Told, as_text

    ruling = desk.ruling(Told(told.data, told.name, incident, loaded), "" if understood is None else "shorthand")
    if arguments.format == "json":
        from cli.saying import as_data

        screen.json(as_data(understood, screen.language, ruling, incident))
    else:
        screen.line(as_text(ruling, arguments, screen).rstrip("\n"))
    desk.acknowledge(arguments, screen)
    return status


def _write(incident: Any, understood: Any, vocabulary: Any, arguments: Any, screen: Screen) -> int:
    """The incident in another form, on the screen or in a new file; what the form cannot hold is told."""
    target = arguments.to or _ENDINGS.get(os.path.splitext(arguments.out)[1].lower(), "shorthand")
    left_out: tuple[str, ...] = ()
    if target == "shorthand":
        from say import write_shorthand

        written = write_shorthand(incident, vocabulary, screen.language)
        text, left_out = written.text + "\n", written.left_out
    else:
        from cli.saying import as_file

        text = as_file(incident, target)
    if understood is not None and arguments.to and arguments.format == "text":
        from cli.output import prepared, terminal_width, wants_colour
        from cli.saying import show_understood

        out = prepared(sys.stderr)
        beside = Screen(out, screen.language, terminal_width(out), wants_colour(out, arguments.colour))
        show_understood(understood, beside, "text")
        beside.flush()
    if arguments.out:
        _into_file(arguments.out, text)
    else:
        screen.line(text.rstrip("\n"))
    if left_out:
        from cli.saying import show_left_out

        screen.flush()
        show_left_out(left_out, screen.language)
    return FAILED if left_out else OK


def _into_file(name: str, text: str) -> None:
    """A new file; one that is there is left alone."""
    hint = "give another name with --out"
    try:
        with open(name, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise Faults([Fault(name, 0, 0, "this file is there already", hint)]) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise Faults([Fault(name, 0, 0, f"the file cannot be written: {reason}", hint)]) from None


__all__ = ["DEFAULTS", "say", "say_arguments"]
