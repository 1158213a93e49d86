"""Reads one hand in the open PHH notation (a TOML file): a story as it stands, up to an irregular act and on.

Nothing is repaired or left out. A board card that comes before the betting round is over becomes the event of that
name; an act out of turn or below the minimum stays what was written, and the rulebook reads it. Amounts of the notation
are street totals, as ours. Faults are only what cannot be: unknown fields and acts, impossible amounts, a card twice.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from facts.faults import Faults, nearest
from facts.incident import Incident, Place
from facts.incident_keys import LONGEST_SEAT, MOST_SEATS
from facts.lexicon import Vocabulary
from facts.opening import betting_rules
from facts.phh_story import Teller
from facts.records import NamedTuple
from facts.yamlnodes import Collector, decode, read_text

MAX_BYTES = 1_000_000


class Variant(NamedTuple):
    """A game of the notation. ``high_low``: half of the pot goes to the low hand, which is not computed here."""

    game: str
    structure: str
    high_low: bool = False


VARIANTS: Mapping[str, Variant] = {
    "FT": Variant("holdem", "limit"),
    "NT": Variant("holdem", "no-limit"),
    "PO": Variant("omaha", "pot-limit"),
    "FO/8": Variant("omaha", "limit", high_low=True),
}
_FIELDS = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
_SIZES = {"limit": ("small_bet", "big_bet"), "no-limit": ("min_bet",), "pot-limit": ("min_bet",)}
_SIZE_FIELDS = ("min_bet", "small_bet", "big_bet", "bring_in")
_ABOUT_THE_EVENT = ("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time")
_ABOUT_THE_HAND = ("time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level", "table", "seats")
_ABOUT_THE_PLAYERS = ("seat_count", "players", "finishing_stacks", "winnings", "time_limit", "time_banks")
_ABOUT_MONEY = ("currency", "currency_symbol", "rake", "rake_percentage", "ante_trimming_status")
_OTHER = (*_SIZE_FIELDS, *_ABOUT_THE_EVENT, *_ABOUT_THE_HAND, *_ABOUT_THE_PLAYERS, *_ABOUT_MONEY)
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")
_END = "(at end of document)"


def read_history(text: str | bytes, file: str, vocabulary: Vocabulary) -> Incident:
    """The incident told by a hand in PHH notation; each act has the place of its line.

    Custom field ``_rulebook``: the rulebook to rule by. Raises ``Faults`` with everything that is wrong.
    """
    reader = _Reader(file, vocabulary)
    told = decode(text, reader, MAX_BYTES) if isinstance(text, bytes) else text
    incident = reader.incident(told) if told is not None else None
    reader.raise_if_any()
    if incident is None:
        raise Faults(reader.faults)
    return incident


def load_history(path: str | Path, vocabulary: Vocabulary) -> Incident:
    """The incident told by a PHH file; a file that is missing or cannot be read is a fault too. Raises ``Faults``."""
    collector = Collector(str(path))
    text = read_text(path, collector, MAX_BYTES)
    collector.raise_if_any()
    return read_history(text or "", str(path), vocabulary)


class _Reader(Collector):
    """One file: its fields by name, and where each stands."""

    def __init__(self, file: str, vocabulary: Vocabulary) -> None:
        super().__init__(file)
        self.vocabulary = vocabulary
        self.lines: list[str] = []
        self.fields: dict[str, Any] = {}

    def incident(self, text: str) -> Incident | None:
        """The story, or None with faults."""
        self.lines = text.splitlines()
        try:
            self.fields = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            self._not_toml(str(error))
            return None
        self._names()
        variant = self._variant()
        antes, blinds = self._amounts("antes"), self._amounts("blinds_or_straddles")
        stacks = self._amounts("starting_stacks", untold=True)
        seats = self._seats(len(stacks)) if stacks else ()
        for name, told in (("antes", antes), ("blinds_or_straddles", blinds)):
            if told and stacks and len(told) != len(stacks):
                self._fault(name, f"{name}: {len(told)} amounts for {len(stacks)} players", "one for each player")
        sizes = self._sizes(variant)
        places = self._places()
        if not seats or not places:
            return None
        # the acts are read for their faults even where the head has some
        found = variant or VARIANTS["NT"]
        antes, blinds = ((*told, *(0,) * len(seats))[: len(seats)] for told in (antes, blinds))
        head = self._head(found, seats, antes, blinds, stacks, sizes)
        rules = betting_rules({}, self.vocabulary.customs)
        teller = Teller(self, head, rules, posted=_posted(seats, blinds), high_low=found.high_low)
        return teller.told(self.fields["actions"], places)

    def _not_toml(self, message: str) -> None:
        place = _PLACE.search(message)
        bare = _PLACE.sub("", message).replace(_END, "").strip().rstrip(".")
        end = (max(1, len(self.lines)), len(self.lines[-1]) + 1 if self.lines else 1)
        at = (int(place[1]), int(place[2])) if place else end
        self.fault_at(*at, f"no TOML: {bare[:1].lower()}{bare[1:]}", "a hand in PHH notation is a TOML file")

    def place_of(self, name: str) -> Place:
        """Where a field stands; the first line when it is missing."""
        for number, line in enumerate(self.lines, 1):
            if re.match(rf"\s*[\"']?{re.escape(name)}[\"']?\s*=", line):
                return Place(number, len(line) - len(line.lstrip()) + 1)
        return Place(1, 1)

    def _fault(self, name: str, message: str, hint: str = "") -> None:
        self.fault_at(*self.place_of(name), message, hint)

    def _names(self) -> None:
        known = (*_FIELDS, *_OTHER)
        for name, value in self.fields.items():
            if isinstance(value, dict):
                self._fault(name, f"section [{name}]: one file holds one hand", "put each hand in a file of its own")
            elif name not in known and not name.startswith("_"):
                self._fault(name, f"unknown field '{name}'", nearest(name, known))
        for name in _FIELDS:
            if name not in self.fields:
                self._fault(name, f"field '{name}' is missing", "PHH asks for it in every hand")

    def _variant(self) -> Variant | None:
        code = self.fields.get("variant")
        if code is None:
            return None
        if not isinstance(code, str) or code not in VARIANTS:
            self._fault("variant", f"variant: {code!r} is not replayed", f"one of {', '.join(VARIANTS)}")
            return None
        return VARIANTS[code]

    def whole(self, name: str, value: Any, place: Place | None = None) -> int | None:
        """Whole chips, or None with a fault."""
        at = place or self.place_of(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0 or value != value:
            self.fault_at(*at, f"{name}: {value!r} is no number of chips")
        elif not math.isinf(value) and value == int(value):
            return int(value)
        else:
            self.fault_at(*at, f"{name}: {value} is not whole", "give every amount in the smallest unit, such as cents")
        return None

    def _amounts(self, name: str, untold: bool = False) -> tuple[int | None, ...]:
        told = self.fields.get(name)
        if told is None:
            return ()
        if not isinstance(told, list) or not told:
            self._fault(name, f"{name}: a list of amounts is expected", "one for each player")
            return ()
        return tuple(None if untold and v == math.inf else self.whole(name, v) for v in told)

    def _sizes(self, variant: Variant | None) -> dict[str, int]:
        sizes: dict[str, int] = {}
        for name in _SIZES[variant.structure] if variant else ():
            if name not in self.fields:
                self._fault(name, f"field '{name}' is missing", f"the bets of {self.fields['variant']} need it")
            elif (size := self.whole(name, self.fields[name])) is not None:
                sizes[name] = size
        return sizes

    def _seats(self, number: int) -> tuple[str, ...]:
        """The players by name where each has one of his own, else ``p1``, ``p2`` as the acts call them."""
        if not 2 <= number <= max(MOST_SEATS.values()):
            self._fault(
                "starting_stacks", f"starting_stacks: {number} players", "two play at least; one deck serves 22"
            )
            return ()
        names = self.fields.get("players")
        if names is None:
            return tuple(f"p{n}" for n in range(1, number + 1))
        if not isinstance(names, list) or len(names) != number:
            self._fault("players", f"players: {number} names are expected", "one for each player")
            return ()
        told = tuple(str(name).strip() for name in names)
        fit = all(name and len(name) <= LONGEST_SEAT and name.isprintable() and name != "event" for name in told)
        if not fit or len(set(told)) < number:
            return tuple(f"p{n}" for n in range(1, number + 1))
        return told

    def _head(
        self,
        variant: Variant,
        seats: tuple[str, ...],
        antes: Sequence[int | None],
        blinds: Sequence[int | None],
        stacks: Sequence[int | None],
        sizes: Mapping[str, int],
    ) -> Incident:
        """Everything but the acts. Of two players the forced bets are listed the other way round."""
        turn = -1 if len(seats) == 2 else 1
        paid = [min(ante or 0, math.inf if s is None else s) for ante, s in zip(antes[::turn], stacks, strict=True)]
        left = {n: int(s - p) for n, s, p in zip(seats, stacks, paid, strict=True) if s is not None}
        stakes = {"sb": blinds[0], "bb": blinds[1]} if all(blinds[:2]) else {"bb": max(b or 0 for b in blinds)}
        if len(set(antes)) == 1 and antes[0]:
            stakes["ante"] = antes[0]
        if variant.structure == "limit":
            stakes |= {name: sizes.get(told, 0) for name, told in (("low", "small_bet"), ("high", "big_bet"))}
        told = self.fields.get("_rulebook")
        return Incident(
            seats=seats,
            game=variant.game,
            structure=variant.structure,
            street="preflop",
            stakes={name: chips for name, chips in stakes.items() if chips},
            stacks=left,
            pot=int(sum(paid)),
            dead_small_blind=len(seats) > 2 and not blinds[0] and bool(blinds[1]),
            rulebook=told if isinstance(told, str) else None,
            file=self.file,
        )

    def _places(self) -> tuple[Place, ...]:
        """Where the acts stand; the line of the field for all where they cannot be told apart."""
        told = self.fields.get("actions")
        if told is None:
            return ()
        if not isinstance(told, list) or not all(isinstance(item, str) for item in told):
            self._fault("actions", "actions: a list of texts is expected", 'such as ["p1 cbr 300", "p2 f"]')
            return ()
        field = self.place_of("actions")
        found = _strings("\n".join(self.lines[field.line - 1 :]), field.line)
        return tuple(found) if len(found) == len(told) else (field,) * len(told)


_STRING = re.compile(r"\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'|#[^\n]*|\]", re.DOTALL)


def _strings(text: str, line: int) -> list[Place]:
    """Where the texts of the list stand that begins ``text``, in line ``line`` of the file."""
    found: list[Place] = []
    for piece in _STRING.finditer(text, text.index("[") if "[" in text else 0):
        if piece[0] == "]":
            break
        if piece[0][0] != "#":
            above = text[: piece.start()]
            found.append(Place(line + above.count("\n"), piece.start() - (above.rfind("\n") + 1) + 1))
    return found


def _posted(seats: Sequence[str], blinds: Sequence[int | None]) -> tuple[tuple[str, int], ...]:
    """The forced bets to tell one by one: none where two blinds are all there is, for those follow from the stakes."""
    if len(seats) == 2 or not any(blinds[2:]):
        return ()
    return tuple((name, chips) for name, chips in zip(seats, blinds, strict=True) if chips)
