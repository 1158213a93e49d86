"""``floorcall log accept`` and its neighbours: what officials decide and add. Nothing is edited, all of it is added."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen
from facts.faults import Fault, Faults

_ACCEPT = """examples:
  floorcall log accept spring-open 12 --by Petrova
  floorcall log accept spring-open 14 --sanction sit-out --rounds 2 --reason "the second time tonight"

Where the rulebook leaves a sanction to you, --sanction says which one you give."""

_OVERRIDE = """examples:
  floorcall log override spring-open 12 --instead "The raise stands." --reason "both players had agreed to it"
  floorcall log override spring-open 15 --instead "A warning." --sanction warning --reason "a beginner"

The ruling stays in the journal as the standard that was departed from. Penalties of the incident stand unless
--sanction names another one, or none."""

_NOTE = """examples:
  floorcall log note spring-open "the clock stood still from 21:05 to 21:12"
  floorcall log note spring-open --about 12 "camera 3 shows it too" --by Petrova"""

_CORRECT = """examples:
  floorcall log correct spring-open 12 --set table=7 --reason "typed wrong"
  floorcall log correct spring-open 13 --set player=21 --set seat=C --reason "it was the neighbour"

The old entry stays as it is; whoever reads it is told of the new one. Values are taken as JSON where they are JSON."""

_PLAYER = """examples:
  floorcall log player spring-open
  floorcall log player spring-open 17 --name "Ivan Petrov" --detail club=Sofia
  floorcall log player spring-open 17

Without --name it shows what is kept. Names and details lie beside the chain of entries, so that 'floorcall log erase'
can take them away and the chain stays whole. What you type as a player's number or name in --players stays for good."""

_ERASE = """examples:
  floorcall log erase spring-open 17 --reason "asked for by the player"

Takes the name and the details of a player away for good. The entries about the number stay."""


def accept_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log accept``."""
    parser.description, parser.epilog = "Says that the official took a ruling as it stands.", _ACCEPT
    _entry(parser, "an incident, by the number of its entry")
    parser.add_argument("--reason", metavar="TEXT", help="why, where there is something to say")
    _sanction(parser)
    _common(parser)


def override_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log override``."""
    parser.description = "Says that the official decided otherwise than the ruling, what, and why."
    parser.epilog = _OVERRIDE
    _entry(parser, "an incident, by the number of its entry")
    parser.add_argument("--instead", required=True, metavar="TEXT", help="what was decided")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    _sanction(parser)
    _common(parser)


def note_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log note``."""
    from cli.arguments import whole

    parser.description, parser.epilog = "Adds a note to the journal of an event.", _NOTE
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("text", metavar="TEXT", help="what is to be kept")
    parser.add_argument("--about", type=whole(1), metavar="N", help="the entry that it is about")
    _common(parser)


def correct_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log correct``."""
    parser.description, parser.epilog = "Says what should have stood in an entry.", _CORRECT
    _entry(parser, "the entry, by its number")
    about = "a value and what it should have been; may be given again"
    parser.add_argument("--set", action="append", required=True, metavar="NAME=VALUE", help=about)
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    _common(parser)


def player_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log player``."""
    parser.description, parser.epilog = "Shows the players of an event, or keeps the name of one.", _PLAYER
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("key", nargs="?", metavar="PLAYER", help="a player, by number or name as in --players")
    parser.add_argument("--name", metavar="NAME", help="the name to keep")
    about = "something else to keep; may be given again"
    parser.add_argument("--detail", action="append", default=[], metavar="NAME=VALUE", help=about)
    _common(parser)


def erase_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log erase``."""
    parser.description, parser.epilog = "Erases what is personal about a player.", _ERASE
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("key", metavar="PLAYER", help="a player, by number or name as in --players")
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    _common(parser)


def _entry(parser: Any, about: str) -> None:
    from cli.arguments import whole

    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("entry", type=whole(1), metavar="N", help=about)


def _sanction(parser: Any) -> None:
    from cli.arguments import whole

    parser.add_argument("--sanction", metavar="SANCTION", help="the sanction that is given, or none")
    parser.add_argument("--rounds", type=whole(1), metavar="N", help="rounds that it takes")
    parser.add_argument(
        "--hands", type=whole(1), metavar="N", help="hands that it takes (rounds, counted by the rulebook)"
    )
    parser.add_argument("--player", metavar="PLAYER", help="whom it is given to (those whom the ruling punishes)")


def _common(parser: Any) -> None:
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database, add_when

    add_when(parser)
    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def accept(arguments: Any, screen: Screen) -> int:
    """Adds a decision that follows the ruling."""
    return _decide(arguments, screen, accepted=True)


def override(arguments: Any, screen: Screen) -> int:
    """Adds a decision that departs from the ruling."""
    return _decide(arguments, screen, accepted=False)


def _decide(arguments: Any, screen: Screen, accepted: bool) -> int:
    from journal.decisions import Choice, decision
    from journal.records import Draft

    choice = Choice(arguments.sanction or "", arguments.rounds, arguments.hands, arguments.player or "")
    instead, reason = getattr(arguments, "instead", ""), arguments.reason or ""

    def drafts(pen: Any, event: Any, at: Any) -> Iterator[Draft]:
        told = decision(pen, event.id, arguments.entry, accepted, instead, reason, choice, screen.language)
        return (draft._replace(by=arguments.by or "", at=at) for draft in told)

    return _write(arguments, screen, drafts)


def note(arguments: Any, screen: Screen) -> int:
    """Adds a note."""
    from journal.records import Draft

    return _write(
        arguments,
        screen,
        lambda pen, event, at: [
            Draft("note", {"text": arguments.text}, about=arguments.about, by=arguments.by or "", at=at)
        ],
    )


def correct(arguments: Any, screen: Screen) -> int:
    """Adds a correction. Raises Faults for a value that the entry does not have."""
    from journal.decisions import correction

    values = dict(_pairs("--set", arguments.set))

    def drafts(pen: Any, event: Any, at: Any) -> list[Any]:
        told = correction(pen, event.id, arguments.entry, values, arguments.reason)
        return [told._replace(by=arguments.by or "", at=at)]

    return _write(arguments, screen, drafts)


def _pairs(option: str, told: list[str]) -> Iterator[tuple[str, str]]:
    for pair in told:
        name, sign, value = pair.partition("=")
        if not (sign and name.strip()):
            raise Faults([Fault(f"{option} {pair}", 0, 0, "'=' is missing", "NAME=VALUE, such as table=7")])
        yield name.strip(), value.strip()


def _write(arguments: Any, screen: Screen, drafts: Any) -> int:
    """Writes what ``drafts`` makes of the open event, all of it or nothing, and acknowledges it."""
    from cli.log import upgraded
    from cli.logviews import written
    from cli.logwriting import time_of
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        at = time_of(arguments.at, event)
        with journal.writing(event.id) as pen:
            entries = [pen.append(draft) for draft in drafts(pen, event, at)]
        written(entries, journal, arguments, screen)
    return OK


def player(arguments: Any, screen: Screen) -> int:
    """Keeps the name of a player, or shows what is kept."""
    from cli.log import upgraded
    from cli.logviews import players, written
    from journal.store import Journal

    details = dict(_pairs("--detail", arguments.detail))
    if (arguments.name or details) and not arguments.key:
        raise Faults([Fault("log player", 0, 0, "whose name is it?", "floorcall log player EVENT PLAYER --name NAME")])
    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        if arguments.name or details:
            with journal.writing(event.id) as pen:
                known = pen.player(event.id, arguments.key)
                name = known.name if arguments.name is None else arguments.name
                entry = pen.player_told(arguments.key, name, {**known.details, **details}, arguments.by or "")
            written([entry], journal, arguments, screen)
            return OK
        found = journal.players(event.id)
        if arguments.key:
            found = tuple(record for record in found if record.key == arguments.key)
            if not found:
                raise Faults([Fault(journal.shown, 0, 0, f"{event.id} has no player {arguments.key}")])
        players(found, journal, event.id, arguments, screen)
    return OK


def erase(arguments: Any, screen: Screen) -> int:
    """Erases the name and the details of a player."""
    from cli.log import upgraded
    from cli.logviews import written
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        entry = journal.erase_player(event.id, arguments.key, arguments.reason, arguments.by or "")
        written([entry], journal, arguments, screen)
    return OK
