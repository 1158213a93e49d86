"""``floorcall find``: from free text to the cases that tell the same kind of incident, and to one's own."""

from __future__ import annotations

import sys
from typing import Any

from cli.codes import OK
from cli.output import Screen, is_terminal
from facts.faults import Fault, Faults, nearest

TOP = 3
MOST = 10
_LONGEST = 4_000
_PLACE = "find"

ABOUT = """Finds the cases that tell what a text tells, and how they are ruled on. The text may be English, Russian,
Lithuanian or Bulgarian, as people tell it; '-' reads it from standard input."""

EXAMPLES = """examples:
  floorcall find "dealer put out the turn before the button acted"
  floorcall find "folds before his turn and wants the cards back" --rulebook bfsp
  floorcall find "trys kortos, jau vienas palygino" --top 5
  floorcall find "seat 4 drops two 500s over a bet of 700, silent" --take 1 --to incident.yaml
  floorcall find "four cards on the flop" --take four-card-flop-ru
  floorcall find "one chip of 5000, no word" --format json

--take starts an incident from a case, by its number in the list or by its id: what the text states is put in where its
place is sure, every other line is marked as the precedent's, to be confirmed. On a terminal, --to alone asks which."""


def find_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall find``."""
    from cli.arguments import add_format, add_language, add_looks, whole

    parser.description, parser.epilog = ABOUT, EXAMPLES
    parser.add_argument("text", nargs="+", metavar="TEXT", help="what happened, in a few words; - for standard input")
    about = "only the cases of this rulebook, by id or by its folder (all that are installed)"
    parser.add_argument("--rulebook", metavar="BOOK", help=about)
    about = f"how many cases at most ({TOP}; {MOST} with JSON)"
    parser.add_argument("--top", type=whole(1), metavar="N", help=about)
    parser.add_argument("--take", metavar="ID|N", help="start an incident from this case")
    parser.add_argument("--to", metavar="FILE", help="where the incident is written (standard output)")
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def find(arguments: Any, screen: Screen) -> int:
    """Finds, shows, and starts an incident. Raises Faults for an empty text, an unknown case, a file that is there."""
    from precedents.search import find as search

    text = _text(arguments.text)
    index, allowed = _index(arguments.rulebook)
    wanted = arguments.top or (MOST if arguments.format == "json" else TOP)
    taking = arguments.take is not None
    number = int(arguments.take) if taking and arguments.take.isdecimal() else 0
    found = search(text, index, max(wanted, number), allowed)
    if taking:
        return _take(_chosen(arguments.take, found, index, allowed), text, index, arguments, screen)
    if arguments.format == "json":
        screen.json(_as_data(text, found, index, arguments))
        return OK
    from cli.findviews import print_found

    print_found(text, found, arguments.rulebook, screen)
    if arguments.to and found.matches:
        return _ask(text, found, index, arguments, screen)
    return OK


def _text(words: list[str]) -> str:
    """The text as it was told. Raises Faults when there is none, or much more than anybody tells."""
    if words == ["-"]:
        from cli.rule import read_stdin

        words = [read_stdin().decode("utf-8-sig", "replace")]
    text = " ".join(" ".join(words).split())
    if not any(letter.isalpha() for letter in text):
        raise Faults([Fault(_PLACE, 0, 0, "there is no text to look for", "tell in a few words what happened")])
    if len(text) > _LONGEST:
        hint = "tell what happened in a few sentences"
        raise Faults([Fault(_PLACE, 0, 0, f"the text has {len(text)} characters, the most is {_LONGEST}", hint)])
    return text


def _index(rulebook: str | None) -> tuple[Any, Any]:
    """The index, and which of its cases belong to the rulebook: all of them where none is named. Raises Faults."""
    from knowledge.loading import folder_of, installed, lineage_of
    from precedents.index import index_of

    folders = [str(folder_of(book)) for book in installed()]
    if rulebook is None:
        return index_of(folders, _watch), lambda precedent: True
    lineage = lineage_of(rulebook)
    known = all(folder in folders for folder in lineage)
    return index_of(folders if known else lineage, _watch), _holding(rulebook)


def _holding(rulebook: str) -> Any:
    """Which cases count for a rulebook: its own, and those of a book below that hold under it.

    Regulations change what is ruled, not what happens: theirs and those of the rulebook below are ruled on by them.
    """
    from knowledge.loading import load

    layers = load(rulebook)[0].layers
    base = next(layer.book for layer in layers if not layer.kind)
    own = {layer.book for layer in layers if layer.kind} | {base}
    lineage = {layer.book for layer in layers}
    return lambda one: one.rulebook in own or (one.rulebook in lineage and base in one.under)


def _watch(steps: int) -> Any:
    """A bar on the terminal while the index is built."""
    from cli.progress import Bar

    bar = Bar(steps)

    def step() -> None:
        bar.step()
        if bar.done >= steps:
            bar.clear()

    return step


# -- taking one -------------------------------------------------------------------------------------------------------


def _chosen(wish: str, found: Any, index: Any, allowed: Any) -> Any:
    """The case that was chosen, by its number in the list or by its id. Raises Faults when there is none."""
    if wish.isdecimal():
        number = int(wish)
        if 1 <= number <= len(found.matches):
            return found.matches[number - 1].precedent
        message = f"there is no case {number} in the list" if found.matches else "the text matches no case"
        raise Faults([Fault("--take " + wish, 0, 0, message, f"1 to {len(found.matches)}" if found.matches else "")])
    listed = [one for match in found.matches for one in (match.precedent, *match.also)]
    everything = (index.precedent(n) for n in range(len(index)))
    for precedent in (*listed, *(one for one in everything if allowed(one))):
        if precedent.id == wish:
            return precedent
    hint = nearest(wish, [one.id for one in listed]) if listed else ""
    raise Faults([Fault("--take " + wish, 0, 0, "there is no case of this name", hint)])


def _take(precedent: Any, text: str, index: Any, arguments: Any, screen: Screen) -> int:
    """Starts an incident from a case and writes it."""
    from knowledge.loading import load
    from precedents.starting import start
    from precedents.stated import stated

    events = load(precedent.rulebook)[1].events
    started = start(precedent, text, stated(text, index.lexicon), screen.language, events)
    if arguments.to in (None, "-") and arguments.format != "json":
        screen.out.write(started.text)
        return OK
    if arguments.to not in (None, "-"):
        _write(arguments.to, started.text)
    if arguments.format == "json":
        from precedents.data import started_as_data

        screen.json(started_as_data(precedent, started, arguments.to))
        return OK
    from cli.findviews import print_started

    print_started(precedent, started, arguments.to, screen)
    return OK


def _write(name: str, text: str) -> None:
    """Writes a file that is not there yet. Raises Faults when it is, or cannot be written."""
    try:
        with open(name, "x", encoding="utf-8") as stream:
            stream.write(text)
    except FileExistsError:
        raise Faults(
            [Fault(name, 0, 0, "this file is there already", "nothing is overwritten: name another")]
        ) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Faults([Fault(name, 0, 0, f"cannot be written: {reason}")]) from None


def _ask(text: str, found: Any, index: Any, arguments: Any, screen: Screen) -> int:
    """Asks on a terminal which case to start from; elsewhere it has to be said. Raises Faults."""
    from cli.words import word

    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise Faults(
            [Fault("--to " + arguments.to, 0, 0, "which case to start from is not said", "give --take as well")]
        )
    screen.out.write(f"\n{word('which-case', screen.language)} (1-{len(found.matches)}): ")
    screen.flush()
    answer = sys.stdin.readline().strip()
    if not answer:
        return OK
    return _take(_chosen(answer, found, index, lambda _: True), text, index, arguments, screen)


def _as_data(text: str, found: Any, index: Any, arguments: Any) -> dict[str, Any]:
    from precedents.data import as_data
    from precedents.stated import stated

    return as_data(text, arguments.rulebook, found, stated(text, index.lexicon))


__all__ = ["find", "find_arguments"]
