"""What the journal holds, as immutable values: events, players, entries, and what an entry is before it is written.

The chain of an event is its entries from 1 on, nothing left out; nothing in it is edited or deleted. What each kind of
entry tells in ``data``:

opened            {name, rulebook, place, organiser, time_zone}: the first entry of every event
incident          {format: yaml|json|shorthand|phh, file, players: {seat: key}, rulebook: {id, edition, digest}, engine,
                  version, readings: {clause: name}, status, headline: {language: text}, clauses, kinds, occasions};
                  its text as it was entered and its ruling in every language are the entry's Body
decision          about an incident: {accepted: bool, standard, instead, sanction: {...} | None, reason}
penalty           about an incident: {player, seat, type, rounds, rounds_max, by, hands, occasion, clause, clauses,
                  text}
served            about a penalty: {hands}
lifted            about a penalty: {how: forgiven | overturned, reason}
protest           about a penalty or an incident: {player, text, filed, received_by, received, facts, ruled}
protest-decision  about a protest: {outcome: upheld | rejected, text, decided_by}
player            {key, commitment}: name and details lie beside the chain, which only holds what proves them
erased            {key, reason}: name and details of a player are gone from then on
correction        about any entry: {values: {...}, reason}: what should have stood in its data
closed            {}: the event is over; what is entered later comes after it
note              about any entry or none: {text}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from facts.records import NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

KINDS = (
    *("opened", "incident", "decision", "penalty", "served", "lifted", "protest", "protest-decision"),
    *("player", "erased", "correction", "closed", "note"),
)
"""The kinds of entries, in the order of their life."""


class EventRecord(NamedTuple):
    """An event that has a journal: a tournament, a series, a night in a club.

    ``rulebook``: by which its incidents are ruled, an id or a folder; empty: that of each incident, else the usual one.
    ``time_zone``: an IANA name (``Europe/Sofia``), in which its times are shown; ``opened``: aware, in UTC.
    """

    id: str
    name: str
    rulebook: str
    place: str
    organiser: str
    time_zone: str
    opened: datetime


class PlayerRecord(NamedTuple):
    """A player of one event.

    ``key``: what the official types and what entries refer to, a number or a name. ``name`` and ``details`` are
    personal: empty where none were told, and once they are erased.
    """

    key: str
    name: str
    details: Mapping[str, str]
    erased: bool


class Entry(NamedTuple):
    """One entry of an event's chain.

    ``number`` counts from 1 in each event; ``at``: aware, in UTC; ``by``: the official, empty where nobody was named;
    ``about``: the number of the entry that this one is about. ``table`` and ``hand`` as they were told, else empty.
    ``body``: the digest of its :class:`Body`, empty where it has none. ``digest`` covers all of it and ``previous``,
    the digest of the entry before (empty for the first).
    """

    event: str
    number: int
    kind: str
    at: datetime
    by: str
    about: int | None
    table: str
    hand: str
    data: Mapping[str, Any]
    body: str
    previous: str
    digest: str


class Body(NamedTuple):
    """What is long about an incident: ``text`` as it was entered, byte for byte, and the ruling by language, each as
    ``explain.data.as_data`` gave it then.
    """

    text: bytes
    rulings: Mapping[str, Mapping[str, Any]]


class Draft(NamedTuple):
    """An entry that is about to be written. ``at`` None: now. ``about`` below 0 counts back from this entry (-1: the
    one just before it), so that several drafts of one transaction can be about each other.

    A search finds it by what its data tells: the players in ``players``, ``player`` and ``key``, the clauses in
    ``clauses`` and ``clause``, the kinds of acts and events in ``kinds``, and the words of its texts.
    """

    kind: str
    data: Mapping[str, Any]
    about: int | None = None
    table: str = ""
    hand: str = ""
    by: str = ""
    at: datetime | None = None
    body: Body | None = None


class Query(NamedTuple):
    """What to look for; None and empty ask for nothing. Everything that is given has to hold.

    ``kinds``: kinds of entries, any of them. ``player``: a key, or a name that the journal holds. ``clause``: an id;
    also finds what lies below it (``4.9`` finds 4.9.8). ``happened``: a kind of act or event. ``since``/``until``:
    aware; since is included, until is not. ``text``: words that all stand in it, by their beginnings.
    ``limit``: at most so many; ``after``: only numbers above it.
    """

    event: str = ""
    kinds: tuple[str, ...] = ()
    player: str = ""
    table: str = ""
    clause: str = ""
    happened: str = ""
    text: str = ""
    since: datetime | None = None
    until: datetime | None = None
    about: int | None = None
    after: int = 0
    limit: int | None = None


class Broken(NamedTuple):
    """One thing that is wrong in a chain. ``number``: the entry, 0 where it is the event as a whole; ``what``: in
    English, a sentence without its full stop.
    """

    event: str
    number: int
    what: str


class Verified(NamedTuple):
    """What verifying the chain of an event came to. ``entries``: how many there are; ``head``: the digest of the last,
    which proves all before it to whoever noted it down.
    """

    event: str
    entries: int
    head: str
    broken: tuple[Broken, ...]


__all__ = [
    "KINDS",
    "Body",
    "Broken",
    "Draft",
    "Entry",
    "EventRecord",
    "PlayerRecord",
    "Query",
    "Verified",
]
