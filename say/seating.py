"""Who sits where: names, letters, numbers and positions of one story brought together, clockwise from the button."""

from __future__ import annotations

from collections.abc import Iterable

from facts.patterns import Late
from facts.records import NamedTuple
from say.drafts import ActDraft, Draft, EventDraft, SeatRef, Span
from say.tokens import alike, folded
from say.troubles import Choice, Trouble

POSITIONS = ("SB", "BB", "UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO", "BTN")
"""Positions clockwise from the first seat after the button."""

_BLINDS = ("SB", "BB")
_LATE = ("HJ", "CO", "BTN")
_POSITION_NAMES = {
    "button": "BTN", "btn": "BTN", "баттон": "BTN", "sb": "SB", "bb": "BB", "utg": "UTG", "co": "CO", "hj": "HJ",
    "mp": "MP", "lj": "LJ", "мб": "SB", "бб": "BB", "cutoff": "CO", "hijack": "HJ",
}  # fmt: skip
_NUMBERED = Late(r"(?:seat|place|s|p|место|бокс|#)?[\s#]*(\d+)")


class Seating(NamedTuple):
    """``seats`` clockwise, ``button`` where it was told; ``implied``: nobody listed them, the order is supposed."""

    seats: tuple[str, ...]
    button: str | None
    implied: bool
    by_position: dict[str, str]
    letters: dict[str, str]

    def name(self, seat: SeatRef) -> str:
        """The one name of a player, however he was called."""
        if seat.kind == "position":
            return self.by_position.get(seat.name, seat.name)
        if seat.kind == "number":
            digits = seat.name.removeprefix("#")
            fits = [name for name in self.seats if _number(name) == digits]
            return fits[0] if len(fits) == 1 else seat.name
        return self.letters.get(alike(seat.name), seat.name)


def seated(draft: Draft) -> tuple[Seating, list[Trouble]]:
    """The table of a story, and what has to be asked about it."""
    letters: dict[str, str] = {}
    for seat in (*draft.seats, *draft.mentioned, *_in_events(draft)):
        if seat.kind not in ("position", "number"):
            letters.setdefault(alike(seat.name), seat.name)
    aliases = {where.name: letters.get(alike(who.name), who.name) for who, where in draft.aliases}
    if draft.seats:
        names = tuple(dict.fromkeys(seat.name for seat in draft.seats))
        found = Seating(names, None, False, {}, letters)
        button = _button(draft, found, aliases)
        return found._replace(button=button, by_position={**_positions(names, button), **aliases}), []
    acts = any(isinstance(told, ActDraft) for told in draft.timeline)
    if not (acts or draft.cards or not draft.timeline):
        found = Seating((), None, False, aliases, letters)
        return found._replace(button=_button(draft, found, aliases)), []
    return _implied(draft, letters, aliases)


def _button(draft: Draft, found: Seating, aliases: dict[str, str]) -> str | None:
    told = draft.seat_words.get("button")
    if told is not None:
        return found._replace(by_position=aliases).name(told)
    return aliases.get("BTN")


def _positions(names: tuple[str, ...], button: str | None) -> dict[str, str]:
    """The player in each position: by his name when that is one, else by the order from the button."""
    named = {_POSITION_NAMES[folded(name)]: name for name in names if folded(name) in _POSITION_NAMES}
    named |= {position: name for name in names for position in POSITIONS if folded(name) == folded(position)}
    if len(names) < 2 or (button or names[-1]) not in names:
        return named
    at = names.index(button or named.get("BTN") or names[-1])
    ring = names[at + 1 :] + names[: at + 1]
    if len(ring) == 2:
        return {"SB": ring[1], "BTN": ring[1], "BB": ring[0], **named}
    counted = dict(zip(("SB", "BB", "UTG"), ring, strict=False))
    late = dict(zip(("BTN", "CO", "HJ", "LJ"), reversed(ring[3:] if len(ring) > 3 else ring[2:]), strict=False))
    return {**counted, **late, "BTN": ring[-1], **named}


def _number(name: str) -> str:
    match = _NUMBERED.fullmatch(folded(name))
    return match.group(1) if match else ""


def _in_events(draft: Draft) -> Iterable[SeatRef]:
    for told in draft.timeline:
        if isinstance(told, EventDraft):
            for value in told.slots.values():
                if isinstance(value, SeatRef):
                    yield value
                elif isinstance(value, list):
                    yield from (part for part in value if isinstance(part, SeatRef))


def _mentioned(draft: Draft, letters: dict[str, str], aliases: dict[str, str]) -> dict[str, SeatRef]:
    """The players in the order in which they are first named."""
    found: dict[str, SeatRef] = {}
    for seat in (*draft.mentioned, *_in_events(draft)):
        name = letters.get(alike(seat.name), seat.name)
        name = aliases.get(seat.name, name) if seat.kind == "position" else name
        found.setdefault(name, seat)
    return found


def _implied(draft: Draft, letters: dict[str, str], aliases: dict[str, str]) -> tuple[Seating, list[Trouble]]:
    """The seats where nobody listed them: positions in their order, letters by the alphabet, numbers counted."""
    told = _mentioned(draft, letters, aliases)
    place = {name: position for position, name in aliases.items()}
    place |= {name: name for name, seat in told.items() if seat.kind == "position" and name not in place}
    before_flop = _before_the_flop(draft)
    alone = draft.words.get("began_with")
    if place and before_flop and not (alone is not None and alone.value == "2"):
        for blind in _BLINDS:
            if blind not in place.values():
                place[blind] = blind
    names = [*dict.fromkeys([*told, *place])]
    ordered = _ordered(names, told, place)
    by_position = {position: name for name, position in place.items()}
    found = Seating(tuple(ordered), None, True, by_position, letters)
    button = _button(draft, found, aliases)
    if button in ordered:
        at = ordered.index(button or "")
        found = found._replace(seats=tuple(ordered[at + 1 :] + ordered[: at + 1]))
    found = found._replace(button=button)
    if button or place or not before_flop or not ordered:
        return found, []
    return found, [_who_is_in_the_blinds(draft, ordered)]


def _before_the_flop(draft: Draft) -> bool:
    street, game = draft.words.get("street"), draft.words.get("game")
    if street is not None:
        return street.value == "preflop"
    return not (game is not None and game.value == "stud7") and bool(draft.pair or "bb" in draft.stakes)


def _ordered(names: list[str], told: dict[str, SeatRef], place: dict[str, str]) -> list[str]:
    front = [name for blind in _BLINDS for name in names if place.get(name) == blind]
    back = [name for late in _LATE for name in names if place.get(name) == late]
    middle = [name for name in names if name not in front and name not in back]
    if all(name in place for name in middle):
        middle.sort(key=lambda name: POSITIONS.index(place[name]))
    elif all(name in told and told[name].kind == "letter" for name in middle):
        middle.sort()
    elif all(name in told and told[name].kind == "number" for name in middle):
        first = middle[0]
        middle.sort(key=lambda name: int(_number(name) or 0))
        at = middle.index(first)
        middle = middle[at:] + middle[:at]
    return [*front, *middle, *back]


def _who_is_in_the_blinds(draft: Draft, ordered: list[str]) -> Trouble:
    """Before the flop the order alone does not tell who has the blinds."""
    first = next((told.span for told in draft.timeline if isinstance(told, ActDraft)), Span(0, 0))
    shown = " ".join(_spelled(name) for name in ordered)
    choices: tuple[Choice, ...] = (Choice(f"{{key.seats}} SB BB {shown}; ", "blinds-others", {"seats": shown}),)
    if len(ordered) > 1:
        these = {"sb": ordered[0], "bb": ordered[1]}
        choices += (Choice(f"{{key.seats}} {shown}; ", "blinds-these", these),)
    return Trouble(Span(first.start, first.start), "blinds", {"first": ordered[0]}, choices)


def _spelled(name: str) -> str:
    return name if name.isalnum() or name.startswith("#") else '"' + name.replace('"', '""') + '"'
