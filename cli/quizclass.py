"""``floorcall quiz class``: what a trainer needs to know of a class: weak clauses, hard questions, who is due."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from cli.codes import OK
from cli.output import Screen
from cli.quiz import add_database
from cli.quizstats import SHOWN, day_of, looked_into
from cli.tables import table
from facts.faults import Fault, Faults, nearest
from training.classes import ClassStand, Weak, stand
from training.said import kind_said, mistake_said, say
from training.store import Store

EXAMPLES = """examples:
  floorcall quiz class
  floorcall quiz class --group "night shift"
  floorcall quiz class anna.sqlite3 boris.sqlite3
  floorcall quiz class --format json

A trainee belongs to a group as soon as he answers with floorcall quiz --group NAME. Several databases, one of each
trainee's machine, are read together and left as they are: the same name is the same person, and an answer that stands
in two copies counts once. The JSON follows floorcall schema quiz."""


def of_class_arguments(parser: Any) -> None:
    """Adds the arguments of ``floorcall quiz class``."""
    from cli.arguments import add_format, add_language, add_looks

    parser.description = "Shows a class: its weak clauses, the hardest questions, its misconceptions, and who is due."
    parser.epilog = EXAMPLES
    parser.add_argument("files", nargs="*", metavar="FILE", help="databases to read together, instead of one's own")
    parser.add_argument("--group", metavar="NAME", help="only those of a group (everybody)")
    add_database(parser)
    parser.add_argument("--all", action="store_true", help="every clause and question, not only the weakest")
    add_format(parser)
    add_language(parser)
    add_looks(parser)


def of_class(arguments: Any, screen: Screen) -> int:
    """Prints how a class stands. Raises Faults: a file that is no training database, a group that nobody is in."""
    from training import schedule

    stores = _stores(arguments)
    try:
        team = " ".join((arguments.group or "").split())
        if team:
            _known(team, stores)
        told = stand(stores, team, schedule.now())
    finally:
        for store in stores:
            store.close()
    if arguments.format == "json":
        from training.statschema import class_data

        screen.json(class_data(told, partial(mistake_said, language=screen.language)))
    elif not any(member.answers for member in told.members):
        screen.line(say(screen.language, "nobody", "quiz-stats"))
    else:
        _Views(screen, arguments).stand(told)
    return OK


def _stores(arguments: Any) -> list[Store]:
    """The databases that are meant. Raises Faults, with those of all files."""
    if not arguments.files:
        store = looked_into(arguments)
        return [] if store is None else [store]
    if arguments.database:
        hint = "name it among the files"
        raise Faults([Fault("--database", 0, 0, "files are named already", hint)])
    opened: list[Store] = []
    faults: list[Fault] = []
    for file in dict.fromkeys(arguments.files):
        try:
            opened.append(Store.open(file, reading=True))
        except Faults as found:
            faults.extend(found.faults)
    if faults:
        for store in opened:
            store.close()
        raise Faults(faults)
    return opened


def _known(team: str, stores: Sequence[Store]) -> None:
    teams = {name for store in stores for name in store.teams()}
    if team.casefold() not in {name.casefold() for name in teams}:
        hint = nearest(team, teams) or "floorcall quiz --group NAME puts a trainee into one"
        raise Faults([Fault("--group", 0, 0, f"nobody is in a group '{team}'", hint)])


class _Views:
    """How a class stands, as text."""

    def __init__(self, screen: Screen, arguments: Any) -> None:
        self.screen = screen
        self.language = screen.language
        self.most = None if arguments.all else SHOWN

    def stand(self, told: ClassStand) -> None:
        """All of it."""
        head = self._said("group", name=told.team) if told.team else self._said("everybody")
        self.screen.line(self.screen.styled(head, "bold"))
        self._members(told)
        self._weak("weak-clauses", "clause", told.clauses)
        self._weak("hard-items", "case", told.items)
        if not told.clauses:
            self.screen.line()
            self.screen.line(self._said("nothing-wrong"))
        if told.misconceptions:
            self._heading("misconceptions")
            rows = [(str(one.times), mistake_said(one.id, self.language)) for one in told.misconceptions[: self.most]]
            table([(self._said("times"), ""), *rows], self.screen, "  ", head=True)

    def _said(self, key: str, **values: Any) -> str:
        return say(self.language, key, "quiz-stats", **values)

    def _heading(self, key: str) -> None:
        self.screen.line()
        self.screen.line(self.screen.styled(self._said(key), "bold"))

    def _members(self, told: ClassStand) -> None:
        keys = ("trainee", "right", "due-now", "due-week", "last")
        rows = [tuple(self._said(key) for key in keys)]
        for one in told.members:
            last = self._said("never") if one.last is None else day_of(one.last)
            rows.append((one.name, f"{one.right}/{one.answers}", str(one.due_now), str(one.due_week), last))
        table(rows, self.screen, "  ", head=True)

    def _weak(self, heading: str, what: str, weak: Sequence[Weak]) -> None:
        if not weak:
            return
        self._heading(heading)
        rows = [(self._said(what), self._said("right"), self._said("wrong-by"))]
        for one in weak[: self.most]:
            kind = f", {kind_said(one.kind, self.language)}" if one.kind else ""
            rows.append((f"{one.rulebook} {one.name}{kind}", f"{one.right}/{one.answers}", ", ".join(one.wrong_by)))
        table(rows, self.screen, "  ", head=True)
        if len(weak) > len(rows) - 1:
            self.screen.line("  " + self._said("more", count=len(weak) - len(rows) + 1))


__all__ = ["of_class", "of_class_arguments"]
