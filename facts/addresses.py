"""Names for the facts of an incident: ``pot``, ``stakes.bb``, ``A.stack``, ``act2.chips``, ``event1.street``.

A name is short enough to be typed and says where in an incident file a fact stands; ``docs/verbs.md`` has the grammar.
Whoever changes one fact, asks about it or tells two versions of it names it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from facts.amounts import NotUnderstood
from facts.incident import Act, Event, Incident, numbered
from facts.incident_keys import ACT_KEYS, INCIDENT_KEYS, STAKE_KEYS, EventSpecs, Key, told_slots
from facts.patterns import Late
from facts.records import NamedTuple
from facts.yamlnodes import closest, short

TABLE, STAKES, SEAT, ACT, EVENT = "table", "stakes", "seat", "act", "event"
NOT_TOLD = "-"
"""The value of a fact that is not told; of a whole act or event, that it did not happen."""

_SIMPLE = ("word", "chips", "count", "flag", "seat", "cards")
_TABLE: Mapping[str, Key] = {key.name: key for key in INCIDENT_KEYS if key.kind in _SIMPLE}
_STAKES: Mapping[str, Key] = {key.name: key for key in STAKE_KEYS}
_ACT: Mapping[str, Key] = {key.name: key for key in ACT_KEYS}
# What belongs to a seat, with the key of the file that tells it.
_SEAT = {"stack": "stacks", "hand": "hands", "up_cards": "up_cards"}
_ALIASES = {"words": "says", "said": "says", "act": "does", "cards": "hand", "when": "said_when"}
_NUMBERED = Late(r"(act|event) ?([0-9]{1,4})(?:[. ](.+))?")
_PARTS = Late(r"[. ]")


class Address(NamedTuple):
    """Where one fact stands. ``of``: table, stakes, seat, act or event.

    ``seat``: of a seat its name. ``number``: of an act or event its place among the acts or events, from 1. ``key``:
    the key or slot; empty for an act or event as a whole.
    """

    of: str
    key: str
    number: int = 0
    seat: str = ""

    def __str__(self) -> str:
        if self.of == TABLE:
            return self.key
        if self.of == STAKES:
            return f"stakes.{self.key}"
        if self.of == SEAT:
            return f"{self.seat}.{self.key}"
        return f"{self.of}{self.number}" + (f".{self.key}" if self.key else "")

    @property
    def stored(self) -> str:
        """The key of the incident file that holds what belongs to a seat: ``stacks``, ``hands``, ``up_cards``."""
        return _SEAT[self.key]


class Change(NamedTuple):
    """A fact and the value it is given, as it would be typed in a file; ``-``: it is not told."""

    address: Address
    value: str

    def __str__(self) -> str:
        return f"{self.address}={self.value}"


def parse_address(text: str, incident: Incident, events: EventSpecs) -> Address:
    """The fact that ``text`` names in ``incident``; ``events`` are the event types that can be told.

    Raises NotUnderstood with the nearest name for what names nothing in this story.
    """
    bare = " ".join(text.split())
    if match := _NUMBERED.fullmatch(bare):
        return _in_timeline(match.group(1), int(match.group(2)), match.group(3) or "", incident, events)
    if bare in _TABLE:
        return Address(TABLE, bare)
    if bare in _STAKES:
        return Address(STAKES, bare)
    first, rest = _divided(bare, ("stakes", *_SEAT.values(), *incident.seats, *_types(incident)))
    if first == "stakes":
        return Address(STAKES, _key(rest, _STAKES, bare, "stakes."))
    if first in _SEAT.values() and first not in incident.seats:
        return Address(SEAT, next(key for key, told in _SEAT.items() if told == first), 0, _seat(rest, incident))
    if first in incident.seats:
        return _of_seat(first, rest, incident)
    if first:
        return _of_type(first, rest, incident, events)
    raise _unknown(bare, incident, events)


def parse_change(text: str, incident: Incident, events: EventSpecs) -> Change:
    """A fact with its new value: ``act2.says=raise to 600``, or in words ``act 2 says raise to 600``.

    The value is kept as it was typed. Raises NotUnderstood for a fact that there is not, or without a value.
    """
    name, equals, value = text.partition("=")
    if equals:
        address = parse_address(name, incident, events)
        if not value.strip():
            raise NotUnderstood(f"{name.strip()}: the value is missing", f"{name.strip()}={NOT_TOLD}: it is not told")
        return Change(address, value.strip())
    words = text.split()
    for n in range(len(words) - 1, 0, -1):
        try:
            return Change(parse_address(" ".join(words[:n]), incident, events), " ".join(words[n:]))
        except NotUnderstood:
            continue
    parse_address(text, incident, events)  # raises where not even the fact is known
    raise NotUnderstood(f"{text.strip()}: the value is missing", f"{text.strip()}={NOT_TOLD}: it is not told")


def addresses(incident: Incident, events: EventSpecs) -> Iterator[Address]:
    """All facts that can be named in a story, told or not, in the order of an incident file."""
    yield from (Address(TABLE, name) for name in _TABLE)
    yield from (Address(STAKES, name) for name in _STAKES)
    yield from (Address(SEAT, key, 0, seat) for key in _SEAT for seat in incident.seats)
    for number, _ in enumerate(_acts(incident), 1):
        yield from (Address(ACT, key, number) for key in ("", *_ACT))
    for number, (_, event) in enumerate(numbered(incident), 1):
        slots = told_slots(events[event.type]) if event.type in events else {}
        yield from (Address(EVENT, key, number) for key in ("", *slots))


def _acts(incident: Incident) -> list[Act]:
    return [entry for entry in incident.timeline if isinstance(entry, Act)]


def _types(incident: Incident) -> list[str]:
    return [entry.type for entry in incident.timeline if isinstance(entry, Event)]


def _divided(text: str, heads: Iterable[str]) -> tuple[str, str]:
    """A text after the longest of some names that it begins with; two empty ones where it begins with none."""
    fits = [head for head in heads if text.startswith(head) and _PARTS.match(text[len(head) : len(head) + 1] or "x")]
    first = max(fits, key=len, default="")
    return first, text[len(first) + 1 :].strip() if first else ""


def _key(name: str, known: Iterable[str], text: str, lead: str) -> str:
    valid = tuple(known)
    key = name if name in valid else _ALIASES.get(name, name)
    if key in valid:
        return key
    hint = closest(name, valid).replace("mean ", f"mean {lead}")
    raise NotUnderstood(f"{short(text)}: '{short(name)}' is no fact here", hint)


def _seat(name: str, incident: Incident) -> str:
    if name in incident.seats:
        return name
    raise NotUnderstood(f"there is no seat '{short(name)}'", closest(name, incident.seats))


def _in_timeline(of: str, number: int, key: str, incident: Incident, events: EventSpecs) -> Address:
    told = _acts(incident) if of == ACT else _types(incident)
    if not 1 <= number <= len(told):
        hint = f"{of}1 to {of}{len(told)}" if len(told) > 1 else f"{of}1" if told else ""
        raise NotUnderstood(f"the story has no {of} {number}", hint)
    if of == ACT:
        known: Iterable[str] = _ACT
    else:
        known = told_slots(events[_types(incident)[number - 1]])
    return Address(of, _key(key, known, f"{of}{number}.{key}", f"{of}{number}.") if key else "", number)


def _of_seat(seat: str, rest: str, incident: Incident) -> Address:
    """What belongs to a seat, or to the one act that it made."""
    key = _key(rest, (*_SEAT, *_ACT, *_SEAT.values()), f"{seat}.{rest}", f"{seat}.")
    if key in _SEAT.values() and key not in _SEAT:
        key = next(name for name, told in _SEAT.items() if told == key)
    if key in _SEAT:
        return Address(SEAT, key, 0, seat)
    made = [number for number, act in enumerate(_acts(incident), 1) if act.seat == seat]
    if len(made) == 1:
        return Address(ACT, key, made[0])
    which = " or ".join(f"act{number}.{key}" for number in made)
    raise NotUnderstood(f"{seat} made {len(made)} acts", f"say {which}" if made else "")


def _of_type(type: str, rest: str, incident: Incident, events: EventSpecs) -> Address:
    """A slot of the one event of its type."""
    found = [number for number, name in enumerate(_types(incident), 1) if name == type]
    if len(found) > 1:
        raise NotUnderstood(f"{type} is told {len(found)} times", " or ".join(f"event{number}" for number in found))
    return _in_timeline(EVENT, found[0], rest, incident, events)


def _unknown(text: str, incident: Incident, events: EventSpecs) -> NotUnderstood:
    names = (str(address) for address in addresses(incident, events))
    return NotUnderstood(f"'{short(text)}' is no fact of this story", closest(text, names))
