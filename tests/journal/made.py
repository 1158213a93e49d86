"""Made-up events and entries."""

from __future__ import annotations

from datetime import UTC, datetime

from journal.records import Body, Draft, EventRecord

OPENED = datetime(2025, 11, 30, 18, 0, tzinfo=UTC)
SPRING = EventRecord("spring", "Spring Open", "bfsp", "Sofia", "Federation", "Europe/Sofia", OPENED)
TEXT = b"structure: no-limit\nseats: [A, B]\r\n" + b"\xef\xbb\xbf\xff"
"""Not even UTF-8: what was entered is kept byte for byte."""

INCIDENT = Draft(
    "incident",
    {
        "players": {"A": "17", "C": "Ivanov"},
        "clauses": ["4.9.8.p4", "4.9.80"],
        "kinds": ["all-in", "early-turn"],
        "headline": {"en": "C's all-in of 90 counts as a call.", "ru": "Олл-ин игрока C: это колл."},
        "note": "the camera saw it",
    },
    table="5",
    hand="212",
    by="Petrova",
    at=datetime(2025, 11, 30, 19, 15, tzinfo=UTC),
    body=Body(TEXT, {"en": {"status": "determined", "n": 1}, "ru": {"status": "determined", "n": 1}}),
)
PENALTY = Draft("penalty", {"player": "17", "clause": "7.1.12", "type": "warning", "text": {"en": "A warning."}}, -1)
