"""What is written to a journal is what is read from it, in both databases."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from facts.faults import Faults
from journal.records import Draft, PlayerRecord, Query
from journal.store import Journal
from tests.journal.made import INCIDENT, OPENED, PENALTY, SPRING, TEXT

QUARTER_PAST = datetime(2025, 11, 30, 19, 15, tzinfo=UTC)


def refusal(call: Any, *arguments: Any) -> str:
    """What a call is refused with."""
    with pytest.raises(Faults) as found:
        call(*arguments)
    return str(found.value)


def test_an_event_is_read_as_it_was_opened(journal: Journal) -> None:
    assert journal.events() == (SPRING,)
    assert journal.event("spring") == SPRING
    first = journal.entry("spring", 1)
    assert (first.kind, first.at, first.by, first.previous) == ("opened", OPENED, "Petrova", "")


def test_entries_are_read_as_they_were_written(journal: Journal) -> None:
    incident, penalty = journal.append("spring", INCIDENT, PENALTY)
    assert journal.entry("spring", 2) == incident
    assert (incident.data, incident.table, incident.hand, incident.at) == (INCIDENT.data, "5", "212", INCIDENT.at)
    assert (penalty.number, penalty.about, penalty.previous) == (3, 2, incident.digest)
    assert journal.body("spring", 2) == INCIDENT.body
    assert journal.body("spring", 2).text == TEXT
    assert list(journal.bodies("spring")) == [(2, INCIDENT.body)]
    assert datetime.now(UTC) - penalty.at < timedelta(minutes=5)


def test_entries_are_chosen(journal: Journal) -> None:
    journal.append("spring", INCIDENT, PENALTY, Draft("note", {"text": "x"}), INCIDENT)

    def numbers(*kinds: str, **wanted: Any) -> list[int]:
        return [entry.number for entry in journal.entries("spring", *kinds, **wanted)]

    assert numbers() == [1, 2, 3, 4, 5]
    assert numbers("incident", "note") == [2, 4, 5]
    assert numbers("penalty") == [3]
    assert numbers(player="17") == [2, 3, 5]
    assert numbers("incident", player="17", clause="4.9.80") == [2, 5]
    assert numbers("incident", clause="7.1.12") == []
    assert numbers(about=2) == [3]
    assert numbers("incident", about=2) == []
    assert numbers(after=3) == [4, 5]
    assert list(journal.entries("none")) == []


def test_many_entries_are_read_in_pieces(journal: Journal) -> None:
    journal.append("spring", *(Draft("note", {"text": str(n), "player": "17"}) for n in range(1100)))
    assert [entry.number for entry in journal.entries("spring")] == list(range(1, 1102))
    assert [entry.number for entry in journal.entries("spring", "note", player="17")] == list(range(2, 1102))


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        (Query(), [1, 2, 3, 4, 5]),
        (Query(event="spring", kinds=("penalty", "note")), [3, 4]),
        (Query(player="17"), [2, 3, 5]),
        (Query(player="ivan petrov"), [2, 3, 5]),
        (Query(player="Ivanov"), [2]),
        (Query(table="5"), [2]),
        (Query(clause="4.9.8"), [2]),
        (Query(clause="4.9.80"), [2]),
        (Query(clause="4.9"), [2]),
        (Query(clause="4"), [2]),
        (Query(clause="7.1.12", player="17"), [3]),
        (Query(happened="early-turn"), [2]),
        (Query(text="олл КОЛЛ"), [2]),
        (Query(text="camera all"), [2]),
        (Query(text="camera warning"), []),
        (Query(text="100% 'or' 1=1"), []),
        (Query(about=2), [3]),
        (Query(since=QUARTER_PAST, until=QUARTER_PAST + timedelta(minutes=1)), [2]),
        (Query(until=QUARTER_PAST), [1]),
        (Query(limit=2), [4, 5]),
        (Query(limit=1, player="17", kinds=("incident", "penalty")), [3]),
        (Query(after=3), [4, 5]),
    ],
)
def test_a_search_finds(journal: Journal, query: Query, numbers: list[int]) -> None:
    journal.append("spring", INCIDENT, PENALTY, Draft("note", {"text": "100 % sure"}))
    with journal.writing("spring") as pen:
        pen.player_told("17", "Ivan Petrov", {})
    assert [entry.number for entry in journal.search(query)] == numbers


def test_a_search_goes_through_all_events(journal: Journal) -> None:
    journal.new_event(SPRING._replace(id="autumn", opened=OPENED + timedelta(days=90)))
    journal.append("autumn", INCIDENT)
    journal.append("spring", INCIDENT)
    found = journal.search(Query(happened="all-in"))
    assert [(entry.event, entry.number) for entry in found] == [("spring", 2), ("autumn", 2)]
    assert [entry.event for entry in journal.search(Query(happened="all-in", limit=1))] == ["autumn"]


def fail_after_writing(journal: Journal) -> None:
    with journal.writing("spring") as pen:
        pen.append(INCIDENT)
        assert pen.body("spring", 2) == INCIDENT.body
        pen.player_told("17", "Ivan", {})
        raise ZeroDivisionError


def test_an_exception_leaves_no_trace(journal: Journal) -> None:
    before = list(journal.entries("spring"))
    with pytest.raises(ZeroDivisionError):
        fail_after_writing(journal)
    assert list(journal.entries("spring")) == before
    assert journal.players("spring") == ()
    assert journal.append("spring", PENALTY._replace(about=None))[0].number == 2
    assert journal.verify("spring").broken == ()


def test_players_are_kept_beside_the_chain_and_can_be_erased(journal: Journal) -> None:
    journal.append("spring", INCIDENT)
    with journal.writing("spring") as pen:
        pen.player_told("17", "Ivan Petrov", {"club": "Sofia"})
        pen.player_told("17", "Ivan Petroff", {"club": "Sofia"})
        pen.player_told("9", "Ann", {})
    ivan = PlayerRecord("17", "Ivan Petroff", {"club": "Sofia"}, False)
    ann, other = PlayerRecord("9", "Ann", {}, False), PlayerRecord("Ivanov", "", {}, False)
    assert journal.players("spring") == (ann, ivan, other)
    assert journal.player("spring", "17") == ivan
    entry = journal.erase_player("spring", "17", "he asked for it", "Petrova")
    assert (entry.kind, entry.data) == ("erased", {"key": "17", "reason": "he asked for it"})
    gone = PlayerRecord("17", "", {}, True)
    assert journal.players("spring") == (ann, gone, other)
    assert journal.player("spring", "17") == gone
    assert journal.search(Query(player="petroff")) == []
    assert journal.verify("spring").broken == ()
    assert "nothing personal is kept" in refusal(journal.erase_player, "spring", "17", "again")
    assert "Petroff" not in str([entry.data for entry in journal.entries("spring")])


def test_erased_bytes_are_gone_from_the_file(file: str) -> None:
    with Journal.open(file, create=True) as journal:
        journal.new_event(SPRING)
        with journal.writing("spring") as pen:
            pen.player_told("17", "Wolfeschlegelstein", {})
        journal.erase_player("spring", "17", "he asked for it")
        for name in (file, file + "-wal"):
            with open(name, "rb") as stream:
                assert b"Wolfeschlegelstein" not in stream.read()


HOSTILE = (
    "'; DROP TABLE entries; --",
    '<script>alert("x")</script>',
    '=HYPERLINK("x")',
    "\u202eevil\u202c \u200f",
    "a\0b\x1b[31m\x07",
    "\ud800 half a pair",
    "{{ 7*7 }} {% raw %} $name %(a)s \\",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_players_are_called_is_data(journal: Journal, text: str) -> None:
    draft = Draft("note", {"text": text, "player": text, text: {"deep": [text]}}, table=text, hand=text, by=text)
    (written,) = journal.append("spring", draft)
    assert journal.entry("spring", 2) == written
    safe = written.data["player"]
    if text.isprintable():
        assert safe == text
    with journal.writing("spring") as pen:
        pen.player_told(text, text, {text: text})
    assert journal.player("spring", safe).name == safe
    assert [entry.number for entry in journal.search(Query(player=safe, table=safe))] == [2]
    assert [entry.number for entry in journal.search(Query(text=text, kinds=("note",)))] == [2]
    assert journal.verify("spring").broken == ()


def test_long_texts_are_kept_and_long_keys_refused(journal: Journal) -> None:
    long = "".join(chr(0x4E00 + n * 7919 % 20000) for n in range(50_000))  # nothing that compresses
    (written,) = journal.append("spring", Draft("note", {"text": long}, hand=long, by=long))
    assert journal.entry("spring", 2) == written
    assert (written.data["text"], written.hand, written.by) == (long, long, long)
    with journal.writing("spring") as pen:
        pen.player_told("17", long, {"born": long})
    assert journal.player("spring", "17").name == long
    key = long[:200]
    journal.append("spring", Draft("note", {"text": "", "player": key}, table=key))
    assert [entry.number for entry in journal.search(Query(player=key, table=key))] == [4]
    assert "201 letters long" in refusal(journal.append, "spring", Draft("note", {"text": ""}, table=long[:201]))
    assert "201 letters long" in refusal(journal.append, "spring", Draft("note", {"player": long[:201]}))
    assert journal.size("spring") == 4


def test_what_is_not_there_is_said_with_the_nearest(journal: Journal) -> None:
    assert "there is no event sprong" in refusal(journal.event, "sprong")
    assert "did you mean spring?" in refusal(journal.append, "sprong", INCIDENT)
    assert "has no entry 7" in refusal(journal.entry, "spring", 7)
    assert "has no entry 99999999999999999999" in refusal(journal.entry, "spring", 99999999999999999999)
    assert "its kind is opened" in refusal(journal.body, "spring", 1)
    assert "has no entry 9" in refusal(journal.append, "spring", PENALTY._replace(about=9))
    assert "there is an event spring already" in refusal(journal.new_event, SPRING)
    for name in ("", "a b", "-x", "a/b", "x" * 61, "a\nb", "it's"):
        assert "is no id of an event" in refusal(journal.new_event, SPRING._replace(id=name))


def test_what_is_no_entry_is_a_mistake_of_the_program(journal: Journal) -> None:
    with pytest.raises(ValueError, match="no kind"):
        journal.append("spring", Draft("gossip", {}))
    with pytest.raises(TypeError, match="float"):
        journal.append("spring", Draft("note", {"text": 1.5}))
    with pytest.raises(ValueError, match="zone"):
        journal.append("spring", Draft("note", {"text": ""}, at=datetime(2026, 1, 1)))
    assert journal.size("spring") == 1
