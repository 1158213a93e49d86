"""``floorcall log penalties``, ``served`` and ``lift``: what is open, what was served, what stands no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.codes import OK
from cli.output import RULED, Screen

_PENALTIES = """examples:
  floorcall log penalties spring-open
  floorcall log penalties spring-open --player 17 --all
  floorcall log penalties spring-open --format json

Rounds are counted in hands with the players who were at the table when the penalty was given, by the rulebook's own
rule. A ban for the season that another event of this journal holds on a player of the same name is told as well."""

_SERVED = """examples:
  floorcall log served spring-open 13 --hands 4
  floorcall log served spring-open 13 --hands 4 --by Petrova

N is the entry of the penalty: floorcall log penalties names it."""

_LIFT = """examples:
  floorcall log lift spring-open 13 --how forgiven --reason "a beginner, on the first day"
  floorcall log lift spring-open 12 --how overturned --reason "the camera shows another player"

N is the entry of a penalty, or of an incident with all that was given for it. What was lifted is not counted when the
same happens again."""

HOWS = ("forgiven", "overturned")


def penalties_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log penalties``."""
    parser.description, parser.epilog = "Lists the penalties that are not served yet.", _PENALTIES
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("--player", metavar="PLAYER", default="", help="only those of a player, by his key")
    parser.add_argument("--all", action="store_true", help="also those of which nothing is left")
    _looks(parser)


def served_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log served``."""
    from cli.arguments import whole

    parser.description, parser.epilog = "Says that hands of a penalty were missed.", _SERVED
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("entry", type=whole(1), metavar="N", help="the penalty, by the number of its entry")
    parser.add_argument("--hands", type=whole(1), required=True, metavar="H", help="how many hands were missed")
    _when(parser)
    _looks(parser)


def lift_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall log lift``."""
    from cli.arguments import one_of, whole

    parser.description, parser.epilog = "Says that a penalty stands no more, how and why.", _LIFT
    parser.add_argument("event", metavar="EVENT", help="the event, by its id")
    parser.add_argument("entry", type=whole(1), metavar="N", help="the penalty or the incident, by its entry")
    shown = "{" + ",".join(HOWS) + "}"
    parser.add_argument(
        "--how", type=one_of(HOWS), choices=HOWS, required=True, metavar=shown, help="how it was lifted"
    )
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why")
    _when(parser)
    _looks(parser)


def _when(parser: Any) -> None:
    from cli.logoptions import add_when

    add_when(parser)


def _looks(parser: Any) -> None:
    from cli.arguments import add_format, add_language, add_looks
    from cli.logoptions import add_database

    add_database(parser)
    add_format(parser)
    add_language(parser, RULED)
    add_looks(parser)


def penalties(arguments: Any, screen: Screen) -> int:
    """Prints what is open. Raises Faults for an event that is not there."""
    from cli.log import upgraded
    from cli.logviews import contract
    from journal.penalties import penalties_data
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event).id
        data = penalties_data(journal, event, arguments.player)
        if arguments.format == "json":
            screen.json(contract(journal, **data))
            return OK
        names = {player.key: player.name for player in journal.players(event)}
    _print(data, names, arguments.all, screen)
    return OK


def _print(data: Mapping[str, Any], names: Mapping[str, str], every: bool, screen: Screen) -> None:
    from cli.faults import printable
    from cli.tables import paragraph, table
    from cli.words import law_word as word

    language = screen.language
    found = [penalty for penalty in data["penalties"] if every or penalty["state"] == "open"]
    rest = len(data["penalties"]) - len(found)
    table([_row(penalty, names, screen) for penalty in found], screen)
    if not found:
        key = "none-open" if data["penalties"] else "no-penalties"
        screen.line(word(key, language, event=printable(data["event"])))
    if rest:
        screen.line(word("closed-left-out", language, n=rest))
    for ban in data["bans"]:
        told = {name: printable(str(value)) for name, value in ban.items()}
        name = printable(names.get(ban["player"], ""))
        paragraph(word("banned", language, **{**told, "name": name}), screen)


def _row(penalty: Mapping[str, Any], names: Mapping[str, str], screen: Screen) -> list[str]:
    from cli.faults import printable

    language = screen.language
    who = " ".join(part for part in (penalty["player"], names.get(penalty["player"], "")) if part)
    from cli.words import law_word as word

    told = "; ".join(_told(penalty, language))
    return [str(penalty["entry"]), printable(who) or word("nobody", language), told]


def _told(penalty: Mapping[str, Any], language: str) -> Iterator[str]:
    from cli.faults import printable
    from cli.words import law_word as word
    from explain.texts import texts

    state = word(penalty["state"], language)
    if penalty["state"] == "open":
        key = "left-unknown" if penalty["left"] is None else "left-of"
        state += ": " + word(key, language, **{name: penalty[name] for name in ("left", "hands", "rounds", "served")})
    yield state
    said = penalty["text"].get(language) or next(iter(penalty["text"].values()), "")
    if not said:
        known = texts()["words"].get(penalty["type"]) or {}
        said = known.get(language) or penalty["type"]
    yield " ".join(part for part in (printable(said), penalty["clause"]) if part)


def served(arguments: Any, screen: Screen) -> int:
    """Adds hands that were missed. Raises Faults where the penalty has fewer left."""
    from journal.penalties import served as draft

    return add(arguments, screen, lambda standing: [draft(standing, arguments.entry, arguments.hands)])


def lift(arguments: Any, screen: Screen) -> int:
    """Adds that a penalty stands no more."""
    from journal.penalties import lifted

    return add(arguments, screen, lambda standing: [lifted(standing, arguments.entry, arguments.how, arguments.reason)])


def add(arguments: Any, screen: Screen, drafts: Any) -> int:
    """Writes what ``drafts`` makes of the journal as it stands, in one transaction, and acknowledges it."""
    from cli.log import upgraded
    from cli.logviews import written
    from cli.logwriting import time_of
    from journal.standing import Standing
    from journal.store import Journal

    with Journal.open(arguments.database or "") as journal:
        upgraded(journal, screen)
        event = journal.event(arguments.event)
        at = time_of(arguments.at, event)
        with journal.writing(event.id) as pen:
            told = drafts(Standing(pen, event.id))
            entries = [pen.append(draft._replace(by=arguments.by or draft.by, at=at)) for draft in told]
        written(entries, journal, arguments, screen)
    return OK
