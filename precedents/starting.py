"""Starts an incident from a precedent: what the text states is put in where its place is sure.

Nothing is guessed silently: every line that is written says whether it was told or is the precedent's, to be confirmed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from string import Template
from typing import Any

from facts.faults import Faults
from facts.incident import Incident
from facts.reader import read_incident
from facts.records import NamedTuple
from facts.writer import write_incident
from precedents.index import Precedent
from precedents.stated import Stated

_TEXTS = os.path.join(os.path.dirname(__file__), "texts.yaml")
_TIMELINE = ("actions", "events")
_PLAIN = ("street", "game", "structure", "pot")


class Started(NamedTuple):
    """An incident file as ``text``; ``told``: its lines with something from the text, ``confirm``: lines that are the
    precedent's alone, ``unplaced``: what was stated and has no sure place in it.
    """

    text: str
    told: tuple[str, ...]
    confirm: tuple[str, ...]
    unplaced: tuple[str, ...]


class _Draft:
    """The incident at work. ``marks``: what was told of a line, by its key, or by its number in the timeline."""

    def __init__(self, raw: dict[str, Any]) -> None:
        self.raw = raw
        self.marks: dict[str | int, list[str]] = {}
        self.unplaced: list[str] = []

    def mark(self, line: str | int, what: str) -> None:
        """Notes that a line holds something told."""
        self.marks.setdefault(line, []).append(what)

    def timeline(self) -> list[dict[str, Any]]:
        """Acts and events in the order in which they are written."""
        return [item for key in _TIMELINE for item in self.raw.get(key, ()) if isinstance(item, dict)]


def start(precedent: Precedent, text: str, told: Stated, language: str, events: Any = None) -> Started:
    """The incident of a precedent with what the text states. ``events``: the event types, see ``read_incident``."""
    draft = _Draft(json.loads(precedent.incident))
    for put in (_put_plain, _put_stakes, _put_acts, _put_chips, _put_cards, _put_words, _put_seat):
        _carefully(draft, put, told, events)
    incident = _read(draft.raw, events)._replace(note=" ".join(text.split()), rulebook=precedent.rulebook)
    return _written(incident, draft, precedent, language)


def _carefully(draft: _Draft, put: Callable[[_Draft, Stated], None], told: Stated, events: Any) -> None:
    """Puts something in; what makes the story unreadable is taken out again and told as unplaced."""
    before, marks = json.dumps(draft.raw), {line: list(what) for line, what in draft.marks.items()}
    put(draft, told)
    try:
        _read(draft.raw, events)
    except Faults:
        draft.unplaced += [what for line, new in draft.marks.items() for what in new[len(marks.get(line, ())) :]]
        draft.raw, draft.marks = json.loads(before), marks


def _read(raw: Mapping[str, Any], events: Any) -> Incident:
    return read_incident(json.dumps(raw, ensure_ascii=False), vocabulary=events)


# -- what is put where ------------------------------------------------------------------------------------------------


def _put_plain(draft: _Draft, told: Stated) -> None:
    """Street, game, structure and pot. A street that something happened with is not the one that was being played."""
    happened = {str(item.get("street")) for item in draft.timeline() if "event" in item}
    street = told.streets[0] if len(told.streets) == 1 else None
    if happened & set(told.streets):
        street = None
    elif street is None and told.streets:
        draft.unplaced.append(", ".join(told.streets))
    for key, value in zip(_PLAIN, (street, told.game, told.structure, told.pot), strict=True):
        if value is not None:
            draft.raw[key] = str(value)
            draft.mark(key, f"{key} {value}")


def _put_stakes(draft: _Draft, told: Stated) -> None:
    if not told.stakes:
        return
    limit = draft.raw.get("structure") == "limit"
    what = "/".join(map(str, told.stakes.values()))
    if limit != ("low" in told.stakes):
        draft.unplaced.append(what)
        return
    draft.raw["stakes"] = {**draft.raw.get("stakes", {}), **{name: str(chips) for name, chips in told.stakes.items()}}
    draft.mark("stakes", what)


def _put_acts(draft: _Draft, told: Stated) -> None:
    """An amount goes to the act of its sort when the text and the precedent both have just one."""
    for does in dict.fromkeys(act.does for act in told.acts):
        amounts = [act.amount for act in told.acts if act.does == does]
        places = [(n, seat) for n, seat, act in _agreed(draft) if act.split()[0] == does]
        if len(amounts) != 1 or len(places) != 1:
            draft.unplaced += [f"{does} {amount}" for amount in amounts]
            continue
        (n, seat), item = places[0], draft.timeline()[places[0][0]]
        told_as = f"{does} {amounts[0]}"
        if isinstance(item[seat], dict):
            item[seat]["does"] = told_as
        else:
            item[seat] = told_as
        draft.mark(n, told_as)
    draft.unplaced += [str(amount) for amount in told.amounts]


def _agreed(draft: _Draft) -> list[tuple[int, str, str]]:
    """The acts told as agreed: place, seat and what was done."""
    found = []
    for n, item in enumerate(draft.timeline()):
        for seat, how in item.items() if "event" not in item else ():
            does = how.get("does") if isinstance(how, dict) else how
            if isinstance(does, str) and does.split():
                found.append((n, seat, does))
    return found


def _described(draft: _Draft, key: str) -> list[tuple[int, dict[str, Any]]]:
    """The acts that are told with some key."""
    return [
        (n, how)
        for n, item in enumerate(draft.timeline())
        if "event" not in item
        for how in item.values()
        if isinstance(how, dict) and key in how
    ]


def _put_chips(draft: _Draft, told: Stated) -> None:
    shown = [f"{chips.number}x{chips.value}" for chips in told.chips]
    places = _described(draft, "chips")
    if len(shown) != 1 or len(places) != 1:
        draft.unplaced += shown
        return
    n, act = places[0]
    act["chips"] = shown
    draft.mark(n, shown[0])


def _put_cards(draft: _Draft, told: Stated) -> None:
    told_events = ((n, item) for n, item in enumerate(draft.timeline()) if "event" in item)
    places = [(n, item) for n, item in told_events if str(item.get("cards")).isdecimal()]
    if len(told.cards) != 1 or len(places) != 1:
        draft.unplaced += [f"cards: {count}" for count in told.cards]
        return
    n, item = places[0]
    item["cards"] = str(told.cards[0])
    draft.mark(n, f"cards: {told.cards[0]}")


def _put_words(draft: _Draft, told: Stated) -> None:
    """Words are the precedent's already, or they have no place: what somebody said changes what kind of case it is."""
    spoken = _described(draft, "says")
    for word in told.said:
        places = [n for n, act in spoken if str(act["says"]).split()[:1] == [word]]
        if len(places) == 1:
            draft.mark(places[0], f"says {word}")
        else:
            draft.unplaced.append(f"says {word}")
    silent = _described(draft, "silent")
    if told.silent and len(silent) == 1:
        draft.mark(silent[0][0], "silent")


def _put_seat(draft: _Draft, told: Stated) -> None:
    """The only seat that a text names is that of the player whom the precedent is about."""
    about = _about(draft)
    seats = [name for name in told.who if name.startswith("seat ")]
    if len(told.who) != 1 or len(seats) != 1 or about is None or seats[0] in draft.raw.get("seats", ()):
        draft.unplaced += told.who
        return
    before = draft.timeline()
    draft.raw = _renamed(draft.raw, about, seats[0])
    for n, (old, new) in enumerate(zip(before, draft.timeline(), strict=True)):
        if old != new:
            draft.mark(n, seats[0])
    draft.mark("seats", seats[0])


def _about(draft: _Draft) -> str | None:
    """The seat of the only player whom an event is about or whose act is described; None when there are several."""
    found = set()
    for item in draft.timeline():
        if "event" in item:
            found |= {str(item["seat"])} if "seat" in item else set()
        else:
            found |= {seat for seat, how in item.items() if isinstance(how, dict)}
    return found.pop() if len(found) == 1 else None


def _renamed(told: Any, old: str, new: str) -> Any:
    if isinstance(told, dict):
        return {(new if key == old else key): _renamed(value, old, new) for key, value in told.items()}
    if isinstance(told, list):
        return [_renamed(value, old, new) for value in told]
    return new if told == old else told


# -- how it is written ------------------------------------------------------------------------------------------------


def _written(incident: Incident, draft: _Draft, precedent: Precedent, language: str) -> Started:
    from precedents.yamlfiles import load

    texts: Mapping[str, Mapping[str, str]] = load(_TEXTS)

    def say(key: str, **values: str) -> str:
        return Template(texts[key][language]).substitute(values)

    title = precedent.title.get(language) or next(iter(precedent.title.values()), "")
    clauses = ", ".join(precedent.clauses)
    head = [say("started", case=precedent.id, book=precedent.rulebook, clauses=clauses, title=title), say("how")]
    unplaced = tuple(dict.fromkeys(draft.unplaced))
    head += [say("unplaced", what=what) for what in unplaced]
    lines = [f"# {line}" for line in head]
    told: list[str] = []
    confirm: list[str] = []
    entry = -1
    for line in write_incident(incident).splitlines():
        key: str | int = line.partition(":")[0]
        if line.startswith("  - "):
            entry += 1
            key = entry
        if key in ("note", "rulebook", "actions"):
            lines.append(line)
        elif key in draft.marks:
            whole = key in _PLAIN
            mark = say("told") if whole else say("partly", what=", ".join(dict.fromkeys(draft.marks[key])))
            lines.append(f"{line}  # {mark}")
            told.append(line.strip())
        else:
            lines.append(f"{line}  # {say('confirm')}")
            confirm.append(line.strip())
    return Started("\n".join(lines) + "\n", tuple(told), tuple(confirm), unplaced)


__all__ = ["Started", "start"]
