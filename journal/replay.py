"""Replay: every incident of a journal ruled again, as it was entered and counted then.

With the rulebook of then the same bytes must come out. Under another one it is told which rulings would differ, and
which clauses are behind; the occasions are then counted anew, for its clauses may count something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.ruling import Ruling, decide
from engine.workspace import MakeMatcher
from explain.texts import texts
from facts.faults import Faults
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from journal import chain
from journal.counting import Given, Offence, again, counted
from journal.incidents import told_in
from journal.lawcontract import STATES_OF_REPLAY
from journal.reading import Reader
from journal.records import Body, Entry
from journal.standing import Standing
from journal.stories import story_of
from knowledge.loading import load
from knowledge.model import Rulebook

SAME, REASONS, DIFFERS, UNREADABLE = STATES = STATES_OF_REPLAY
"""What a ruling came to: the same; the same by other reasons or in other words; another one; or it could not be ruled.
"""
_MOST = 6


class Book(NamedTuple):
    """A rulebook with its vocabulary."""

    rulebook: Rulebook
    vocabulary: Vocabulary


class Replayed(NamedTuple):
    """One incident ruled again. ``state``: one of ``STATES``; ``changed``: whether the rulebook at hand is another.

    ``then``/``now``: what the rulings say by topic and subject, where they differ; ``clauses``: the clauses behind what
    differs, then and now; ``paths``: where else the data differ; ``fault``: why it could not be ruled; ``dropped``:
    readings of then that the rulebook does not know.
    """

    number: int
    state: str
    changed: bool
    then: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    clauses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    paths: tuple[str, ...] = ()
    fault: str = ""
    dropped: tuple[str, ...] = ()


def replayed(
    reader: Reader, event: str, make: MakeMatcher, rulebook: str = "", language: str = "en"
) -> Iterator[Replayed]:
    """Each incident of an event, ruled again, in the order of their entries.

    ``rulebook``: another one, by id or folder; empty: that of then. Raises Faults when that cannot be loaded.
    """
    work = _Replay(reader, event, make, load_book(rulebook) if rulebook else None, language)
    for number, body in reader.bodies(event):
        yield work.one(reader.entry(event, number), body)


def incidents(reader: Reader, event: str) -> int:
    """How many incidents an event has."""
    return sum(1 for _ in reader.entries(event, "incident"))


def load_book(name: str) -> Book:
    """A rulebook by its id or folder. Raises Faults."""
    return Book(*load(name))


class _Replay:
    """The incidents of one event in turn; what was counted so far is kept for the next."""

    def __init__(self, reader: Reader, event: str, make: MakeMatcher, other: Book | None, language: str) -> None:
        self.standing = Standing(reader, event, whole=True)
        self.own = reader.event(event).rulebook
        self.make = make
        self.other = other
        self.language = language
        self.books: dict[str, Book | None] = {}
        self.noted: list[tuple[int, Mapping[str, Any], Mapping[str, str]]] = []

    def one(self, entry: Entry, body: Body) -> Replayed:
        """One incident."""
        data = entry.data
        book = self.other or self._book(data["rulebook"], body)
        if book is None:
            name = data["rulebook"]["id"]
            return Replayed(entry.number, UNREADABLE, True, fault=f"the rulebook {name} is not here")
        changed = book.rulebook.content != data["rulebook"]["digest"]
        readings = {k: v for k, v in (data.get("readings") or {}).items() if book.rulebook.has_reading(k, v)}
        dropped = tuple(sorted(set(data.get("readings") or {}) - set(readings)))
        try:
            ruling = self._ruled(entry, body, book, readings)
        except (Faults, ValueError) as fault:
            told = "; ".join(one.message for one in fault.faults) if isinstance(fault, Faults) else str(fault)
            return Replayed(entry.number, UNREADABLE, changed, fault=told, dropped=dropped)
        now = chain.plain(told_in(ruling, tuple(body.rulings)))
        found = _compared(entry.number, changed, body.rulings, now, self.language, self.other is not None)
        return found._replace(dropped=dropped)

    def _ruled(self, entry: Entry, body: Body, book: Book, readings: Mapping[str, str]) -> Ruling:
        incident = story_of(entry.data, body, book.vocabulary)
        occasions = entry.data.get("occasions") or {}
        if self.other is None:
            return whole_ruling(again(incident, occasions), book, self.make, readings)
        players = dict(entry.data.get("players") or {})
        incident, noted = counted(
            incident, book.rulebook, book.vocabulary, self._earlier(entry.number), players, readings
        )
        self.noted.append((entry.number, noted, players))
        return whole_ruling(incident, book, self.make, readings)

    def _earlier(self, number: int) -> Callable[[str], list[Offence]]:
        """What stood when an incident was ruled, as the rulebook at hand counts it."""

        def earlier(player: str) -> list[Offence]:
            found = []
            for incident, noted, _ in self.noted:
                gone = self.standing.gone(self.standing.reader.entry(self.standing.event, incident), player)
                if gone is not None and gone < number:
                    continue
                for offence in noted.get("offences") or ():
                    if offence["player"] == player:
                        clauses, told = tuple(offence["clauses"]), offence.get("told") or {}
                        given = self._given(incident, player, number)
                        found.append(Offence(incident, player, offence["fact"], clauses, told, given))
            return found

        return earlier

    def _given(self, incident: int, player: str, before: int) -> Given | None:
        """What was given then; a replay gives nothing anew."""
        found = [p for p in self.standing.penalties_of(incident) if p.player == player and p.number < before]
        return Given(found[-1].number, found[-1].type, found[-1].rounds, found[-1].clause) if found else None

    def _book(self, told: Mapping[str, Any], body: Body) -> Book | None:
        """The rulebook of then: the one with its digest among those it may be found by, else the first of these."""
        key = f"{told['id']} {told['digest']}"
        if key not in self.books:
            found = []
            for name in dict.fromkeys((self.own, _named(body.text), told["id"])):
                try:
                    found += [load_book(name)] if name else []
                except Faults:
                    continue
            same = [book for book in found if book.rulebook.content == told["digest"]]
            alike = [book for book in found if book.rulebook.id == told["id"]]
            self.books[key] = next(iter([*same, *alike]), None)
        return self.books[key]


def _named(text: bytes) -> str:
    """The rulebook that a story names."""
    for line in text.splitlines():
        if line.startswith(b"rulebook:"):
            return line[9:].split(b" #")[0].strip().strip(b"'\"").decode("utf-8", "replace")
    return ""


def whole_ruling(incident: Incident, book: Book, make: MakeMatcher, readings: Mapping[str, str]) -> Ruling:
    """The ruling with all that ``floorcall rule`` says: each version of what is disputed, and what lies below."""
    ruling = decide(incident, book.rulebook, book.vocabulary, make, readings)
    if incident.disputes:
        from engine.disputes import with_versions  # late: in most stories nothing is disputed

        return with_versions(ruling, make, readings)
    if not book.rulebook.layered:
        return ruling
    from engine.layers import with_below  # late: only regulations over a rulebook pay for it

    return with_below(ruling, make, readings)


# -- comparing ------------------------------------------------------------------------------------------------------


def _compared(
    number: int, changed: bool, then: Mapping[str, Any], now: Mapping[str, Any], language: str, other: bool
) -> Replayed:
    """Two rulings in all languages; ``other``: by another rulebook, so that its name is no difference."""
    if chain.canonical(dict(then)) == chain.canonical(dict(now)):
        return Replayed(number, SAME, changed)
    first = language if language in then and language in now else next(iter(then))
    one, two = then[first], now[first]
    said = _said(one), _said(two)
    differing = [key for key in dict.fromkeys((*said[0], *said[1])) if said[0].get(key) != said[1].get(key)]
    if differing:
        texts = [_texts(data, differing) for data in (one, two)]
        behind = (_behind(one, differing), _behind(two, differing))
        return Replayed(number, DIFFERS, changed, texts[0], texts[1], behind)
    own, new = _cited(one), _cited(two)
    if other and own == new:
        return Replayed(number, SAME, changed)
    behind = (tuple(c for c in own if c not in new), tuple(c for c in new if c not in own))
    paths = () if other else tuple(_paths(dict(then), dict(now), ""))[:_MOST]
    return Replayed(number, REASONS, changed, clauses=behind, paths=paths)


Key = tuple[str, str]
_STATUS: Key = ("status", "")
# What the dealer says about an act follows from what the act is.
_FOLLOWS = ("announce",)


def _said(data: Mapping[str, Any]) -> dict[Key, Any]:
    """What a ruling says, by topic and subject, without the clauses and the words."""
    sure = data["status"].replace("determined on assumptions", "determined")
    found: dict[Key, Any] = {_STATUS: sure}
    for one in data["findings"]:
        if one["topic"] in _FOLLOWS:
            continue
        values = {slot: _bare(value) for slot, value in one["values"].items()}
        found[one["topic"], one["subject"]] = (one["status"], values)
    for option in data["options"]:
        acts = [{name: value for name, value in act.items() if name != "clauses"} for act in option.get("acts", ())]
        found["option", option["seat"]] = acts
    return found


def _bare(value: Any) -> Any:
    """Steps without the clauses that order them."""
    return [str(item).partition("@")[0] for item in value] if isinstance(value, list) else value


def _texts(data: Mapping[str, Any], keys: list[Key]) -> tuple[str, ...]:
    """The sentences of what differs."""
    found = [one["text"] for one in data["findings"] if (one["topic"], one["subject"]) in keys]
    found += [one.get("text", "") for one in data["options"] if ("option", one["seat"]) in keys]
    if not any(found) and _STATUS in keys:
        found = [*(line["text"] for line in data["ruling"]), _status(data)]
    return tuple(dict.fromkeys(text for text in found if text))


def _status(data: Mapping[str, Any]) -> str:
    """How sure a ruling is, in words; of what is left to somebody also within which range."""
    words = texts()["statuses"].get(data["status"]) or {}
    said = words.get(data["language"]) or str(data["status"])
    ranges = [one["discretion"]["range"] for one in data["findings"] if "discretion" in one]
    return ": ".join([said, *ranges[:1]])


def _behind(data: Mapping[str, Any], keys: list[Key]) -> tuple[str, ...]:
    """The clauses behind what differs."""
    parts = [*data["findings"], *(one for one in data["pending"] if one["matters"])]
    found = [c for one in parts if (one["topic"], one["subject"]) in keys for c in one["clauses"]]
    if not found:
        found = _cited(data)
    return tuple(dict.fromkeys(found))


def _cited(data: Mapping[str, Any]) -> list[str]:
    return [cited["clause"] for cited in data["citations"]]


def _paths(one: Any, two: Any, path: str) -> Iterator[str]:
    """Where two data differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for name in dict.fromkeys((*one, *two)):
            yield from _paths(one.get(name), two.get(name), f"{path}/{name}")
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for n, (left, right) in enumerate(zip(one, two, strict=True)):
            yield from _paths(left, right, f"{path}/{n}")
    elif one != two:
        yield path or "/"


def replay_data(event: str, rulebook: str, found: list[Replayed]) -> dict[str, Any]:
    """A whole replay as JSON-ready data. ``rulebook``: the other one, empty for those of then."""
    return {
        "event": event,
        "rulebook": rulebook or None,
        "incidents": len(found),
        "counts": {state: sum(1 for one in found if one.state == state) for state in STATES},
        "changed_rulebook": sum(1 for one in found if one.changed and not rulebook),
        "rulings": [
            {
                "entry": one.number,
                "state": one.state,
                "then": list(one.then),
                "now": list(one.now),
                "clauses_then": list(one.clauses[0]),
                "clauses_now": list(one.clauses[1]),
                "paths": list(one.paths),
                "fault": one.fault,
                "readings_dropped": list(one.dropped),
            }
            for one in found
            if one.state != SAME or one.dropped
        ],
    }


__all__ = ["STATES", "Replayed", "incidents", "replay_data", "replayed", "story_of"]
