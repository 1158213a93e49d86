"""A made-up event in memory: what a journal holds, without a database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import floorcall
from journal.records import Body, Draft, Entry, EventRecord, PlayerRecord
from journal.store import Journal

ROOT = Path(__file__).resolve().parents[3]
EVENT = EventRecord(
    "spring", "Spring Open 2027", "bfsp", "Vilnius", "Klubas „Žvėrynas“", "Europe/Vilnius",
    datetime(2027, 3, 12, 15, 0, tzinfo=UTC),
)  # fmt: skip
PLAYERS = {"17": "Ivan Ivanov", "22": "Žydrūnė Šimkutė", "31": "Георги Щърбанов", "8": ""}
OUT_OF_TURN = ROOT / "tests" / "explain" / "incidents" / "out-of-turn-again.yaml"
SHORT_ALL_IN = ROOT / "examples" / "short-all-in.yaml"
EARLY_TURN = ROOT / "examples" / "early-turn.yaml"


class Paper:
    """A journal on paper: entries are added in their order."""

    def __init__(self, event: EventRecord = EVENT, players: Mapping[str, str] | None = None) -> None:
        self.record = event
        self.people = [PlayerRecord(key, name, {}, False) for key, name in (players or PLAYERS).items()]
        self.found: list[Entry] = []
        self.kept: dict[int, Body] = {}
        self.write("opened", {"name": event.name})

    def write(self, kind: str, data: Mapping[str, Any], about: int | None = None, **more: Any) -> int:
        """Adds an entry and gives its number."""
        number = len(self.found) + 1
        at = more.pop("at", self.record.opened + timedelta(minutes=7 * number))
        told = {"by": "A. Petrov", "table": "", "hand": "", "body": "", **more}
        entry = Entry(
            event=self.record.id, number=number, kind=kind, at=at, about=about, data=data,
            previous=f"{number - 1:064x}", digest=f"{number:064x}", **told,
        )  # fmt: skip
        self.found.append(entry)
        return number

    def incident(self, file: Path, players: Mapping[str, str], book: str = "bfsp", **more: Any) -> int:
        """Rules on an incident and writes it down."""
        text, rulings = ruled(file, book)
        first = rulings["en"]
        data = {
            "format": "yaml",
            "file": file.name,
            "players": dict(players),
            "rulebook": {"id": book, "edition": "", "digest": ""},
            "status": first["status"],
            "headline": {language: told["ruling"][0]["text"] for language, told in rulings.items()},
            "clauses": list(dict.fromkeys(c for line in first["ruling"] for c in line["clauses"])),
            "kinds": [event for event in ("board-during-round",) if event in text] or ["bet"],
            **more.pop("data", {}),
        }
        number = self.write("incident", data, **more)
        self.kept[number] = Body(text.encode(), rulings)
        return number

    def event(self, event: str) -> EventRecord:
        return self.record

    def entries(self, event: str) -> Iterator[Entry]:
        return iter(self.found)

    def body(self, event: str, number: int) -> Body:
        return self.kept[number]

    def bodies(self, event: str) -> Iterator[tuple[int, Body]]:
        return iter(self.kept.items())

    def players(self, event: str) -> tuple[PlayerRecord, ...]:
        return tuple(self.people)


@cache
def ruled(file: Path, book: str) -> tuple[str, Mapping[str, Any]]:
    """The text of an incident and its ruling in every language."""
    ruling = floorcall.rule(floorcall.load_incident(file), book)
    return file.read_text(encoding="utf-8"), {lang: floorcall.as_json(ruling, lang) for lang in ("en", "ru")}


PENALTY = {
    "player": "22", "seat": "B", "type": "sit-out", "rounds": 1, "rounds_max": 2, "by": "judge", "hands": 9,
    "occasion": 2, "clause": "7.1.12", "clauses": ["7.1.12"],
}  # fmt: skip


def spring() -> Paper:
    """An event with an incident of every sort: entry 2 plain, 3 punished, 5 overridden, 8 a disqualification."""
    paper = Paper()
    seats = {"A": "17", "B": "22", "C": "31"}
    paper.incident(SHORT_ALL_IN, seats, table="4", hand="112")  # 2
    paper.incident(OUT_OF_TURN, seats, table="4", hand="113")  # 3
    paper.write("penalty", PENALTY, about=3)  # 4
    paper.incident(EARLY_TURN, {"A": "17", "B": "8"}, table="11", hand="40")  # 5
    paper.write(
        "decision",
        {
            "accepted": False,
            "standard": "The early turn is put back and the round is finished.",
            "instead": "The hand is void, every player takes his chips back.",
            "reason": "The stub was mixed with the muck before anybody noticed.",
            "sanction": None,
        },
        about=5,
        by="M. Kazlauskas",
    )  # 6
    paper.write("decision", {"accepted": True}, about=2)  # 7
    paper.incident(OUT_OF_TURN, {"A": "31", "B": "17"}, table="2", hand="9", at=EVENT.opened + timedelta(days=1))  # 8
    paper.write(
        "penalty",
        {**PENALTY, "player": "17", "type": "disqualified-event", "rounds": None, "rounds_max": None, "hands": None,
         "occasion": 3},
        about=8,
    )  # fmt: skip  # 9
    paper.write("served", {"hands": 4}, about=4)  # 10
    paper.write(
        "protest",
        {
            "player": "17",
            "text": "I did not act out of turn; the dealer pointed at me.",
            "filed": "2027-03-14T10:05:00+00:00",
            "received_by": "M. Kazlauskas",
            "received": "2027-03-14T10:20:00+00:00",
        },
        about=8,
    )  # 11
    paper.write("correction", {"values": {"table": "12"}, "reason": "The table was noted wrongly."}, about=5)  # 12
    return paper


def kept(paper: Paper, path: Path) -> None:
    """Writes an event on paper into a real journal."""
    with Journal.open(str(path), create=True) as journal:
        journal.new_event(paper.record)
        with journal.writing(paper.record.id) as pen:
            for player in paper.people:
                pen.player_told(player.key, player.name, player.details)
            shift = pen.size(paper.record.id) - 1
            for entry in paper.found[1:]:
                about = None if entry.about is None else entry.about + shift
                body = paper.kept.get(entry.number)
                pen.append(Draft(entry.kind, entry.data, about, entry.table, entry.hand, entry.by, entry.at, body))
