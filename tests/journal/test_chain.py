"""Verification finds any change, deletion, insertion or other order, and says where; the database refuses them too."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from journal import chain, marks
from journal.records import Draft, Entry
from journal.rows import entry_of, row_of, stamp
from journal.store import Journal
from tests.journal.made import INCIDENT, PENALTY, SPRING

Change = Callable[[sqlite3.Connection], object]


@pytest.fixture
def told(file: str, opened: Path) -> str:
    """A journal of seven entries."""
    shutil.copyfile(opened, file)
    with Journal.open(file) as journal:
        journal.append("spring", INCIDENT, PENALTY, Draft("note", {"text": "one"}), Draft("note", {"text": "two"}))
        with journal.writing("spring") as pen:
            pen.player_told("17", "Ivan", {"club": "Sofia"})
            pen.player_told("9", "Ann", {})
    return file


def tampered(file: str, change: Change) -> list[tuple[int, str]]:
    """What verification says after somebody changed the file past the journal and its triggers."""
    with closing(sqlite3.connect(file)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        change(connection)
        connection.commit()
    with Journal.open(file) as journal:
        return [(broken.number, broken.what) for broken in journal.verify("spring").broken]


def sql(*statements: str) -> Change:
    """A change by SQL."""

    def change(connection: sqlite3.Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return change


def swap(connection: sqlite3.Connection) -> None:
    """Two entries change places, everything else of them stays."""
    for before, after in ((4, 99), (5, 4), (99, 5)):
        connection.execute("UPDATE marks SET number = ? WHERE number = ?", (after, before))
        connection.execute("UPDATE entries SET number = ? WHERE number = ?", (after, before))


def forge(connection: sqlite3.Connection) -> None:
    """An entry more at the end, with a right digest, that the journal did not count."""
    (row,) = connection.execute("SELECT * FROM entries WHERE number = 7").fetchall()
    last = entry_of(row)
    entry = last._replace(number=8, kind="note", data={"text": "x"}, previous=last.digest)
    put(connection, entry)


def put(connection: sqlite3.Connection, entry: Entry) -> None:
    at = stamp(entry.at)
    row = row_of(entry._replace(digest=chain.digest_of_entry(entry, at)), at)
    names = ", ".join(f'"{name}"' for name in row)
    values = ", ".join(f":{name}" for name in row)
    connection.execute(f"INSERT INTO entries ({names}) VALUES ({values})", row)
    for what, value in marks.marks_of(entry.data):
        connection.execute("INSERT INTO marks VALUES (?, ?, ?, ?)", (entry.event, what, value, entry.number))


@pytest.mark.parametrize(
    ("change", "first", "said"),
    [
        (sql('UPDATE entries SET data = \'{"text":"won"}\' WHERE number = 4'), 4, "it was changed"),
        (sql("UPDATE entries SET data = data || ' ' WHERE number = 4"), 4, "it was changed"),
        (sql("UPDATE entries SET data = '{' WHERE number = 4"), 4, "it was changed"),
        (sql("UPDATE entries SET at = '2020-01-01T00:00:00.000000Z' WHERE number = 4"), 4, "it was changed"),
        (sql("UPDATE entries SET at = 'noon' WHERE number = 4"), 4, "it was changed"),
        (sql("UPDATE entries SET \"by\" = 'Other' WHERE number = 2"), 2, "it was changed"),
        (sql("UPDATE entries SET about = NULL WHERE number = 3"), 3, "it was changed"),
        (sql("UPDATE entries SET kind = 'note' WHERE number = 3"), 3, "it was changed"),
        (sql("DELETE FROM entries WHERE number = 4"), 4, "the index finds it"),
        (sql("DELETE FROM entries WHERE number = 4", "DELETE FROM marks WHERE number = 4"), 5, "entry 4 is missing"),
        (sql("DELETE FROM entries WHERE number IN (3, 4)", "DELETE FROM marks WHERE number IN (3, 4)"), 5, "missing"),
        (sql("DELETE FROM entries WHERE number = 7", "DELETE FROM marks WHERE number = 7"), 7, "details of player 9"),
        (sql("DELETE FROM entries"), 0, ""),
        (swap, 4, "it does not follow"),
        (forge, 8, "another one as the last"),
        (sql("UPDATE bodies SET content = x'00'"), 2, "its incident or its ruling was changed"),
        (sql("DELETE FROM bodies"), 2, "its incident and its ruling are missing"),
        (sql("INSERT INTO bodies VALUES ('spring', 4, x'00')"), 4, "where none belongs"),
        (sql("DELETE FROM marks WHERE number = 2 AND value = '17'"), 2, "the index does not find it"),
        (sql("INSERT INTO marks VALUES ('spring', 'player', '18', 2)"), 2, "the index does not find it"),
        (sql("INSERT INTO marks VALUES ('spring', 'player', '18', 20)"), 20, "it is not there"),
        (sql("UPDATE persons SET name = 'Iwan' WHERE key = '17'"), 6, "the details of player 17 were changed"),
        (sql("UPDATE persons SET salt = 'x' WHERE key = '17'"), 6, "the details of player 17 were changed"),
        (sql("UPDATE persons SET details = '[' WHERE key = '17'"), 6, "the details of player 17 were changed"),
        (sql("DELETE FROM persons WHERE key = '17'"), 6, "nobody erased them"),
        (sql("UPDATE persons SET key = '18' WHERE key = '17'"), 6, "that no entry proves"),
        (sql("UPDATE events SET entries = 8"), 8, "missing: the journal counted 8 entries"),
        (sql("UPDATE events SET head = 'x'"), 7, "another one as the last"),
    ],
)
def test_a_change_is_found_and_placed(told: str, change: Change, first: int, said: str) -> None:
    found = tampered(told, change)
    assert found
    if said:
        assert found[0][0] == first
        assert said in " ".join(what for number, what in found if number == first)


def test_a_whole_chain_is_whole(told: str) -> None:
    assert tampered(told, sql()) == []


def test_a_chain_that_was_made_anew_is_found_by_a_digest_that_was_noted_down(told: str) -> None:
    with Journal.open(told) as journal:
        noted = (7, journal.entry("spring", 7).digest[:12])
        assert journal.verify("spring", [noted]).broken == ()

    def rewrite(connection: sqlite3.Connection) -> None:
        rows = connection.execute("SELECT * FROM entries ORDER BY number").fetchall()
        connection.execute("DELETE FROM entries")
        connection.execute("DELETE FROM marks")
        previous = ""
        for entry in map(entry_of, rows):
            changed = {"text": "won"} if entry.number == 4 else entry.data
            put(connection, entry._replace(data=changed, previous=previous))
            ((previous,),) = connection.execute("SELECT digest FROM entries WHERE number = ?", (entry.number,))
        connection.execute("UPDATE events SET head = ?", (previous,))

    assert tampered(told, rewrite) == []
    with Journal.open(told) as journal:
        (broken,) = journal.verify("spring", [noted]).broken
        assert (broken.number, broken.what) == (7, "its digest is not the one that was noted down")
        (broken,) = journal.verify("spring", [(70, "abc")]).broken
        assert (broken.number, broken.what) == (70, "it was noted down with its digest, and is not there")


def test_the_digest_can_be_made_by_anybody() -> None:
    """Pinned: the chain of a journal stays what it is, whatever the program becomes."""
    entry = Entry("e", 1, "note", SPRING.opened, "", None, "", "", {"text": "é"}, "", "", "")
    expected = '{"about":null,"at":"2025-11-30T18:00:00.000000Z","body":"","by":"","data":{"text":"é"},"event":"e",'
    expected += '"hand":"","kind":"note","number":1,"previous":"","table":""}'
    from hashlib import blake2b

    digest = blake2b(expected.encode(), digest_size=32).hexdigest()
    assert chain.digest_of_entry(entry, stamp(entry.at)) == digest


REFUSED = (
    "UPDATE entries SET data = '{}' WHERE number = 2",
    "DELETE FROM entries WHERE number = 3",
    "DELETE FROM entries",
    "UPDATE bodies SET number = 2",
    "DELETE FROM bodies",
    "DELETE FROM events",
    "UPDATE events SET entries = 1",
    "UPDATE events SET entries = entries + 1",
    "UPDATE events SET id = 'other'",
    "INSERT INTO entries SELECT * FROM entries WHERE number = 2",
    "INSERT INTO bodies SELECT event, 1, content FROM bodies",
)


@pytest.mark.parametrize("statement", REFUSED)
def test_the_database_itself_refuses(journal: Journal, address: str, statement: str) -> None:
    journal.append("spring", INCIDENT, PENALTY)
    before = list(journal.entries("spring"))
    with pytest.raises(Exception, match=r"never changed|follow the last|comes with its entry|UNIQUE|foreign key"):
        run(address, statement)
    assert list(journal.entries("spring")) == before
    assert journal.verify("spring").broken == ()


def test_sqlite_does_not_replace_an_entry(told: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="follow the last"):
        run(told, "INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE number = 2")


def test_postgresql_does_not_empty_a_table(new_database: Callable[[], str]) -> None:
    address = new_database()
    with Journal.open(address, create=True) as journal:
        journal.new_event(SPRING)
        with pytest.raises(Exception, match="never changed"):
            run(address, "TRUNCATE entries CASCADE")
        assert journal.size("spring") == 1


def run(address: str, statement: str) -> None:
    """Runs SQL past the journal."""
    if "://" not in address:
        with closing(sqlite3.connect(address)) as connection:
            connection.execute(statement)
            connection.commit()
        return
    import psycopg

    with psycopg.connect(address) as connection:
        connection.execute(statement.encode())
