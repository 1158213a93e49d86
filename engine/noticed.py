"""What follows from the story about the moment at which an event was told, for the slots of it that nobody told.

The vocabulary says which: a slot with ``derive`` takes one of the values below. None leaves the slot unknown, so that
it is asked for where it matters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.plain import with_chips
from facts.award import LAST
from facts.incident import Act, Event
from facts.lexicon import FactType, SlotSpec
from facts.records import NamedTuple
from facts.table import Table


class Stand(NamedTuple):
    """How the story stood when an event was told. ``street``: as told or taken for granted, ``street_told`` which;
    ``acts``: (seat, what he did) on the street so far, forced bets included; ``begun``: whether any act was told or
    done before; ``open``: whether a seat had a choice that an irregular act left open. ``behind``: by seat the acts
    told out of turn while it was skipped. ``button``: who has it, None where nobody told it.
    """

    street: str | None
    street_told: bool
    acts: tuple[tuple[int, str], ...]
    begun: bool
    table: Table
    open: bool
    behind: Mapping[str, Sequence[Act]]
    game: str | None
    button: str | None

    def tells_bets(self) -> bool:
        """Whether the story tells how the betting went, so that what it does not tell did not happen."""
        return self.begun or self.street == "showdown"

    def by_choice(self) -> list[int]:
        """Seats of the acts of this street that were no forced bets, one entry for each act."""
        return [i for i, kind in self.acts if kind not in ("post", "bring-in")]


_WAGERS = ("call", "bet", "raise", "short")
Derive = Callable[[Stand, Event, SlotSpec], Any]


def noticed(spec: FactType, event: Event, stand: Stand | None) -> dict[str, Any]:
    """The slots of an event that the story itself tells, but for those that were told with it."""
    if stand is None or not stand.table.seats:
        return {}
    found: dict[str, Any] = {}
    for slot in spec.slots.values():
        if slot.derive and event.slots.get(slot.name) is None:
            value = _DERIVE[slot.derive](stand, event, slot)
            if value is not None:
                found[slot.name] = value
    return found


def _index(stand: Stand, event: Event) -> int | None:
    """Which seat the event is about."""
    names = [seat.name for seat in stand.table.seats]
    seat = event.slots.get("seat")
    return names.index(seat) if isinstance(seat, str) and seat in names else None


def _moment(stand: Stand, event: Event, slot: SlotSpec) -> str | None:
    if not stand.street_told:
        return None
    before, during, after = slot.domain
    return after if stand.street not in ("preflop", "third") else during if stand.by_choice() else before


def _acted(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    i = _index(stand, event)
    return None if i is None else i in stand.by_choice()


def _acts(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    return len(stand.by_choice()) if stand.begun else None


def _acts_with_chips(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    return sum(kind in _WAGERS for _, kind in stand.acts) if stand.begun else None


def _behind(stand: Stand, event: Event) -> Sequence[Act] | None:
    return stand.behind.get(str(event.slots.get("seat")))


def _acts_behind(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    acts = _behind(stand, event)
    return None if acts is None else len(acts)


def _chips_behind(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    acts = _behind(stand, event)
    return None if acts is None else sum(map(with_chips, acts))


def _uncalled(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    """Chips that the seat put in by choice above what any other seat has put in on the street."""
    i = _index(stand, event)
    if i is None or not stand.tells_bets():
        return None
    if i not in stand.by_choice():
        return 0
    if stand.table.unsized:  # it hangs on a size that nobody told
        return None
    seats = stand.table.seats
    return max(0, seats[i].put - max((seat.put for j, seat in enumerate(seats) if j != i), default=0))


def _button(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    """Whether the seat has the button."""
    return None if stand.button is None or _index(stand, event) is None else event.slots["seat"] == stand.button


def _any_all_in(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    return stand.table.all_ins() > 0 if stand.tells_bets() else None


def _able(stand: Stand, event: Event, slot: SlotSpec) -> int | None:
    return stand.table.live() - stand.table.all_ins() if stand.tells_bets() else None


def _closed(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    return stand.table.closed() and not stand.open if stand.tells_bets() else None


def _faces_bet(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    i = _index(stand, event)
    return None if i is None or not stand.tells_bets() else stand.table.owed(i) > 0


def _last_round(stand: Stand, event: Event, slot: SlotSpec) -> bool | None:
    return stand.street == LAST.get(stand.game or "") if stand.begun and stand.street_told else None


_DERIVE: Mapping[str, Derive] = {
    "moment": _moment,
    "acted": _acted,
    "acts": _acts,
    "acts-with-chips": _acts_with_chips,
    "acts-behind": _acts_behind,
    "chips-behind": _chips_behind,
    "uncalled": _uncalled,
    "button": _button,
    "all-in": _any_all_in,
    "able": _able,
    "closed": _closed,
    "faces-bet": _faces_bet,
    "last-round": _last_round,
}
DERIVED = tuple(_DERIVE)
"""What ``derive`` of a slot can be."""
