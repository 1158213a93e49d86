"""One story examined: every engine must give the same bytes, and one property after the other must hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ruling import Ruling
from facts.incident import Incident
from facts.records import NamedTuple
from facts.writer import write_incident
from soak.dice import Dice
from soak.engines import Engine
from soak.properties import PROPERTIES, unfit
from soak.shrinking import MOST, shrunk
from soak.stories import Story

FILE, CRASH, ENGINES = "file", "crash", "engines"
"""What can be wrong beside a property: the file does not read back, a ruling ends in an error, engines differ."""

_VARIANTS = 2


class Wrong(NamedTuple):
    """Something that is wrong with the ruling on a story. ``what``: FILE, CRASH, ENGINES or the name of a property.

    ``detail``: the place in which two things differ, with both. ``told``: the file of the smallest story that shows it.
    """

    seed: int
    number: int
    book: str
    what: str
    detail: str
    told: str


class Examined(NamedTuple):
    """What came of a story: the status of its ruling, and what is wrong with it."""

    status: str
    wrong: tuple[Wrong, ...]


Find = Callable[[Incident], str]
"""What is wrong with a story in one respect; empty when nothing is."""


def examine(story: Story, engines: Sequence[Engine], properties: Sequence[str], most: int = MOST) -> Examined:
    """Rules on a story with every engine, and looks at one property, in turn by its number.

    ``most``: how many smaller stories are tried where something is wrong; none with 0.
    """
    found: list[Wrong] = []
    if not story.told_alike:
        found.append(_wrong(story, FILE, "its file reads back to another story", story.written))
    status, detail = _ruled(engines, story.incident, story.book)
    if detail:
        what, first = detail
        found.append(_smallest(story, what, first, lambda incident: _said(engines, incident, story.book, what), most))
    elif properties:
        name = properties[story.number % len(properties)]
        seen = broken(name, story.incident, story.book, engines[0], Dice(story.seed, story.number, name))
        if seen:
            anew = Dice(story.seed, story.number, name)
            find: Find = lambda incident: broken(name, incident, story.book, engines[0], anew, all_of_them=True)  # noqa: E731
            found.append(_smallest(story, name, seen, find, most))
    return Examined(status, tuple(found))


def broken(name: str, incident: Incident, book: str, engine: Engine, dice: Dice, all_of_them: bool = False) -> str:
    """What of a property does not hold for a story, or nothing. ``all_of_them``: every variant of it, not a few."""
    variants = list(PROPERTIES[name](incident, book))
    few = variants if all_of_them else dice.some(variants, _VARIANTS) or variants[:1]
    known: dict[int, Ruling] = {}  # the story itself is ruled once for all of them

    def rule(told: Incident) -> Ruling:
        if id(told) not in known:
            known[id(told)] = engine.ruling(told, book)
        return known[id(told)]

    for variant in few:
        try:
            told = unfit(variant, rule)
        except Exception as error:
            told = _crashed(engine, error)
        if told:
            return f"{variant.what}: {told}"
    return ""


def _ruled(engines: Sequence[Engine], incident: Incident, book: str) -> tuple[str, tuple[str, str] | None]:
    """The status of the ruling, and what is wrong about it as kind and detail."""
    answers: list[tuple[bytes, str]] = []
    for engine in engines:
        try:
            answers.append(engine.answer(incident, book))
        except Exception as error:
            return CRASH, (CRASH, _crashed(engine, error))
    first, status = answers[0]
    for engine, (told, _) in zip(engines[1:], answers[1:], strict=True):
        if told != first:
            return status, (ENGINES, f"{engines[0].name} {_around(first, told)}, {engine.name} {_around(told, first)}")
    return status, None


def _said(engines: Sequence[Engine], incident: Incident, book: str, what: str) -> str:
    """The detail of one kind of fault of a ruling; empty when there is none of that kind."""
    _, detail = _ruled(engines, incident, book)
    return detail[1] if detail and detail[0] == what else ""


def _crashed(engine: Engine, error: Exception) -> str:
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{place.tb_lineno})" if place else ""
    return f"{engine.name}: {type(error).__name__}: {error}{where}"


def _around(told: bytes, other: bytes) -> str:
    """The part of an answer around the first place in which another differs."""
    at = next((n for n, (a, b) in enumerate(zip(told, other, strict=False)) if a != b), min(len(told), len(other)))
    return repr(told[max(0, at - 40) : at + 40].decode(errors="replace"))


def _smallest(story: Story, what: str, detail: str, find: Find, most: int) -> Wrong:
    """What is wrong, with the smallest story that shows it."""
    incident = shrunk(story.incident, lambda smaller: bool(find(smaller)), most) if most else story.incident
    return _wrong(story, what, find(incident) or detail, incident)


def _wrong(story: Story, what: str, detail: str, incident: Incident) -> Wrong:
    told = write_incident(incident._replace(rulebook=story.book))
    return Wrong(story.seed, story.number, story.book, what, " ".join(detail.split()), told)


__all__ = ["CRASH", "ENGINES", "FILE", "Examined", "Wrong", "broken", "examine"]
