"""A journal for tests of the law: incidents are counted, ruled and entered as a log does, without a command."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine.arbitration import SETTLED
from engine.ruling import Ruling, decide
from facts.reader import read_story
from journal.offences import with_occasions
from journal.records import Body, Draft, EventRecord
from journal.store import Journal
from knowledge.loading import load

EVENT = "spring"
TABLE = "{game: holdem, structure: no-limit, stakes: {sb: 50, bb: 100}, street: flop, pot: 400, players: 8"


def early(seat: str = "C", **more: str) -> str:
    """A player bets out of turn, unprompted."""
    told = "".join(f", {name}: {value}" for name, value in more.items())
    acts = f"[{{{seat}: {{does: bet 200, prompted: nobody{told}}}}}, {{A: check}}, {{B: check}}]"
    return f"{TABLE}, seats: [A, B, C, D], actions: {acts}}}"


def offence(what: str, seat: str = "A", **more: str) -> str:
    """A player breaks the discipline."""
    told = "".join(f", {name}: {value}" for name, value in more.items())
    return f"{TABLE}, seats: [A, B, C, D], events: [{{event: offence, seat: {seat}, what: {what}{told}}}]}}"


def opened(path: Any, rulebook: str = "bfsp", event: str = EVENT) -> Journal:
    """A journal with one event."""
    journal = Journal.open(str(path), create=True)
    journal.new_event(EventRecord(event, "Spring", rulebook, "", "", "UTC", datetime(2026, 11, 1, 9, tzinfo=UTC)))
    return journal


def ruled(journal: Journal, text: str, players: Mapping[str, str], make: Any, event: str = EVENT) -> Ruling:
    """The ruling on a story with what the journal counts; nothing is entered."""
    book, vocabulary = load(journal.event(event).rulebook)
    incident = read_story(text.encode(), "told", vocabulary)
    filled, _ = with_occasions(incident, book, vocabulary, journal, event, players)
    return decide(filled, book, vocabulary, make)


def entered(
    journal: Journal, text: str, players: Mapping[str, str], make: Any, event: str = EVENT, at: datetime | None = None
) -> tuple[int, Ruling]:
    """Enters an incident, with one penalty for each sanction that is settled; its number and its ruling."""
    from explain.data import as_data

    book, vocabulary = load(journal.event(event).rulebook)
    incident = read_story(text.encode(), "told", vocabulary)
    with journal.writing(event) as pen:
        filled, occasions = with_occasions(incident, book, vocabulary, pen, event, players)
        ruling = decide(filled, book, vocabulary, make)
        rulings = {language: as_data(ruling, language) for language in ("en", "ru")}
        told = {"id": book.id, "edition": dict(book.edition), "digest": book.content}
        data = {
            "format": "yaml",
            "file": "told",
            "players": dict(players),
            "rulebook": told,
            "readings": {},
            "occasions": occasions,
        }
        entry = pen.append(Draft("incident", data, at=at, body=Body(text.encode(), rulings)))
        for verdict in ruling.trace.verdicts:
            if verdict.topic == "sanction" and verdict.status == SETTLED and verdict.values["type"] != "none":
                seat = seat_of(ruling, verdict.subject)
                given = {name: verdict.values.get(name) for name in ("type", "rounds", "by")}
                clause = verdict.by[0].rule.clause
                hands = ruling.verdict("hands-missed", verdict.subject)
                missed = hands.values.get("hands") if hands is not None else None
                given |= {"player": players.get(seat, ""), "seat": seat, "clause": clause, "hands": missed, "text": {}}
                pen.append(Draft("penalty", given, about=entry.number, at=at))
    return entry.number, ruling


def seat_of(ruling: Ruling, subject: str) -> str:
    """The seat that an act or event is of."""
    from explain.view import View
    from explain.wording import Wording

    return View.of(ruling, Wording("en", ruling.vocabulary)).seat_of(subject)


def sanction(ruling: Ruling, subject: str = "act 1") -> Mapping[str, Any]:
    """The sanction of a subject, empty where none is settled."""
    verdict = ruling.verdict("sanction", subject)
    return verdict.values if verdict is not None and verdict.status == SETTLED else {}


def reasons(ruling: Ruling, language: str = "en") -> list[str]:
    """The reasons of a ruling."""
    from explain.data import as_data

    return [line["text"] for line in as_data(ruling, language)["reasoning"]]
