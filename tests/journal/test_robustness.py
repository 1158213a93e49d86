"""What was acknowledged is there, what was not leaves no trace, whatever happens to program, disk and file."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from facts.faults import Faults
from journal import sqlite
from journal.records import Body, Draft
from journal.sqlite import SqliteWire
from journal.store import Journal
from tests.journal.made import INCIDENT, PENALTY, SPRING

NOBODY = 65534
NOTE = Draft("note", {"text": "x"})


@pytest.fixture
def begun(file: str, opened: Path) -> str:
    """A journal with an event, closed."""
    shutil.copyfile(opened, file)
    return file


def in_a_process(work: Callable[[], None]) -> int:
    """Starts a process that does some work and ends, and gives its id."""
    child = os.fork()
    if child:
        return child
    try:
        work()
        os._exit(0)
    except BaseException:
        import traceback

        traceback.print_exc()
        os._exit(1)


def ended(child: int) -> int:
    """How a process ended: its exit code, or the signal that killed it below zero."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def intact(file: str, entries: int) -> bool:
    """Whether a journal is whole and holds so many entries."""
    with Journal.open(file) as journal:
        found = journal.verify("spring")
    return found.broken == () and found.entries == entries


def refusal(call: Callable[[], object]) -> str:
    """The one sentence that a call is refused with."""
    with pytest.raises(Faults) as found:
        call()
    (fault,) = found.value.faults
    return str(fault)


# -- two writers ----------------------------------------------------------------------------------------------------


def test_two_writers_at_once_lose_nothing(address: str) -> None:
    with Journal.open(address, create=True) as journal:
        journal.new_event(SPRING)

    def write(name: str) -> Callable[[], None]:
        def work() -> None:
            with Journal.open(address) as journal:
                for n in range(20):
                    with journal.writing("spring") as pen:
                        size = pen.size("spring")
                        entry = pen.append(Draft("note", {"text": f"{name} {n}"}))
                        assert (entry.number, pen.size("spring")) == (size + 1, size + 1)

        return work

    children = [in_a_process(write(name)) for name in ("one", "two")]
    assert [ended(child) for child in children] == [0, 0]
    with Journal.open(address) as journal:
        told = [entry.data["text"] for entry in journal.entries("spring", "note")]
        assert journal.verify("spring").broken == ()
    for name in ("one", "two"):
        assert [text for text in told if text.startswith(name)] == [f"{name} {n}" for n in range(20)]


def test_two_programs_that_begin_a_journal_at_once_both_succeed(file: str) -> None:
    def begin(name: str) -> Callable[[], None]:
        def work() -> None:
            with Journal.open(file, create=True) as journal:
                journal.new_event(SPRING._replace(id=name))

        return work

    children = [in_a_process(begin(name)) for name in ("one", "two")]
    assert [ended(child) for child in children] == [0, 0]
    with Journal.open(file) as journal:
        assert sorted(event.id for event in journal.events()) == ["one", "two"]


def test_a_journal_is_read_while_somebody_writes(begun: str) -> None:
    with Journal.open(begun) as writer, Journal.open(begun) as reader:
        with writer.writing("spring") as pen:
            pen.append(NOTE)
            assert reader.size("spring") == 1
        assert reader.size("spring") == 2


# -- a process that is killed ---------------------------------------------------------------------------------------


def test_a_process_killed_at_any_statement_leaves_all_or_nothing(begun: str) -> None:
    killed_at = 0
    while True:
        killed_at += 1

        def work(at: int = killed_at) -> None:
            journal = Journal.open(begun)
            left = at

            def statement(_: str) -> None:
                nonlocal left
                left -= 1
                if left == 0:
                    os.kill(os.getpid(), signal.SIGKILL)

            wire = journal._wire
            assert isinstance(wire, SqliteWire)
            wire._connection.set_trace_callback(statement)
            journal.append("spring", INCIDENT, PENALTY)
            os._exit(0)

        status = ended(in_a_process(work))
        if status == 0:
            break
        assert status == -signal.SIGKILL
        assert intact(begun, 1), f"killed at statement {killed_at}"
    assert killed_at > 20  # the last of them was COMMIT
    assert intact(begun, 3)


def test_what_was_acknowledged_survives_a_kill_at_any_moment(begun: str) -> None:
    kept = 1
    for n in range(8):
        out, into = os.pipe()

        def work(into: int = into) -> None:
            with Journal.open(begun) as journal:
                while True:
                    (entry,) = journal.append("spring", INCIDENT)
                    os.write(into, struct.pack("i", entry.number))

        child = in_a_process(work)
        os.close(into)
        acknowledged = [struct.unpack("i", os.read(out, 4))[0] for _ in range(2 + n % 3)]
        os.kill(child, signal.SIGKILL)
        assert ended(child) == -signal.SIGKILL
        while rest := os.read(out, 4):
            acknowledged.append(struct.unpack("i", rest)[0])
        os.close(out)
        with Journal.open(begun) as journal:
            found = journal.verify("spring")
            assert found.broken == ()
            assert acknowledged == list(range(kept + 1, acknowledged[-1] + 1))
            assert found.entries in (acknowledged[-1], acknowledged[-1] + 1)  # the last may have been kept, unheard
            kept = found.entries


def test_one_that_is_made_while_it_is_looked_at_is_a_journal(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real = SqliteWire._run

    def run(self: SqliteWire, sql: str, values: Mapping[str, Any]) -> sqlite3.Cursor:
        if "sqlite_master" in sql:
            monkeypatch.setattr(SqliteWire, "_run", real)
            Journal.open(file, create=True).close()  # as another program would
        return real(self, sql, values)

    monkeypatch.setattr(SqliteWire, "_run", run)
    with Journal.open(file, create=True) as journal:
        assert not journal.came_from
        journal.new_event(SPRING)
    assert intact(file, 1)


# -- a full disk ----------------------------------------------------------------------------------------------------


def random_body(size: int) -> Body:
    return Body(os.urandom(size), {})


def test_a_full_database_refuses_and_keeps_what_it_had(begun: str) -> None:
    with Journal.open(begun) as journal:
        wire = journal._wire
        assert isinstance(wire, SqliteWire)
        (pages,) = wire._connection.execute("PRAGMA page_count").fetchone()
        wire._connection.execute(f"PRAGMA max_page_count={pages + 8}")
        told = refusal(lambda: journal.append("spring", INCIDENT._replace(body=random_body(200_000))))
        assert "the disk is full: nothing of this was written (make room and enter it again)" in told
        assert journal.verify("spring").entries == 1
        journal.append("spring", NOTE)
    assert intact(begun, 2)


def test_a_full_disk_refuses_and_keeps_what_was_acknowledged(begun: str) -> None:
    """The kernel itself refuses: no file of the process may grow any more."""
    out, into = os.pipe()

    def work() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        journal = Journal.open(begun)
        journal.append("spring", NOTE)
        size = os.path.getsize(begun + "-wal")
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, size + 20_000))
        told = refusal(lambda: journal.append("spring", INCIDENT._replace(body=random_body(200_000))))
        os.write(into, told.encode())
        os._exit(0)

    assert ended(in_a_process(work)) == 0
    told = os.read(out, 10_000).decode()
    for end in (out, into):
        os.close(end)
    assert "nothing of this was written" in told
    assert intact(begun, 2)


# -- a file that cannot be used -------------------------------------------------------------------------------------


def test_a_locked_journal_is_said_to_be_locked(begun: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "WAITS", 0.05)
    with closing(sqlite3.connect(begun, isolation_level=None)) as other, Journal.open(begun) as journal:
        other.execute("BEGIN IMMEDIATE")
        told = refusal(lambda: journal.append("spring", NOTE))
        assert "another program is writing to the journal and does not let go of it (try again)" in told
        assert journal.size("spring") == 1
        other.execute("ROLLBACK")
        journal.append("spring", NOTE)
    assert intact(begun, 2)


def test_a_locked_event_in_postgresql_is_said_to_be_locked(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setattr("journal.postgres._OPTIONS", "-c lock_timeout=50ms")
    address = new_database()
    with Journal.open(address, create=True) as journal:
        journal.new_event(SPRING)
        with psycopg.connect(address) as other:
            other.execute("SELECT * FROM events FOR UPDATE")
            assert "another program is writing to the journal" in refusal(lambda: journal.append("spring", NOTE))
        assert journal.append("spring", NOTE)[0].number == 2


@pytest.mark.parametrize(
    "content", [b"structure: no-limit\n" * 100, b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_file_that_is_no_database_is_left_alone(file: str, content: bytes) -> None:
    Path(file).write_bytes(content)
    for create in (False, True):
        told = refusal(partial(Journal.open, file, create))
        assert file in told
        assert "this file is no journal" in told or "damaged" in told
    assert Path(file).read_bytes() == content


def test_a_damaged_file_is_said_to_be_damaged(begun: str) -> None:
    with Journal.open(begun) as journal:
        for _ in range(30):
            journal.append("spring", INCIDENT)
    with open(begun, "r+b") as stream:
        stream.seek(8192)
        stream.write(b"\xff" * (os.path.getsize(begun) - 8192))
    with pytest.raises(Faults, match="damaged"), Journal.open(begun) as journal:
        journal.verify("spring")


def test_places_where_no_journal_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "missing" / "j.sqlite", tmp_path / "file" / "j.sqlite"):
        assert "there is no such folder to put a journal in" in refusal(
            lambda p=path: Journal.open(str(p), create=True)
        )
    assert "this is a folder" in refusal(lambda: Journal.open(str(tmp_path), create=True))
    assert "the address names no file" in refusal(lambda: Journal.open("sqlite://"))
    assert "a journal lies in SQLite or in PostgreSQL" in refusal(lambda: Journal.open("mysql://root@x/y"))


def as_nobody(work: Callable[[], None]) -> int:
    """Does some work as a user without rights, and gives how that ended."""

    def without_rights() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        work()

    return ended(in_a_process(without_rights))


def test_a_journal_that_cannot_be_written_is_said_to_be_so(begun: str, tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if os.stat(folder).st_uid == os.geteuid():
            folder.chmod(0o755)
    tmp_path.chmod(0o555)
    os.chmod(begun, 0o444)

    def work() -> None:
        assert "cannot be opened" in refusal(lambda: Journal.open(str(tmp_path / "other.sqlite"), create=True))

        def write() -> None:
            with Journal.open(begun) as journal:
                journal.append("spring", NOTE)

        told = refusal(write)
        assert "cannot be written" in told or "cannot be opened" in told

    try:
        assert as_nobody(work) == 0
    finally:
        tmp_path.chmod(0o755)
    os.chmod(begun, 0o644)
    assert intact(begun, 1)


# -- a server that cannot be reached ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["postgresql://ann:s3cret@127.0.0.1:1/journal", "postgresql://ann:s3cret@/journal?host=nowhere"]
)
def test_a_server_that_is_not_there(address: str) -> None:
    told = refusal(lambda: Journal.open(address))
    assert "the server cannot be reached" in told
    assert "s3cret" not in told


def test_an_address_of_a_server_that_is_none() -> None:
    assert "this is no address of a database" in refusal(lambda: Journal.open("postgresql://ann@x:port/journal"))


def test_a_server_without_its_driver_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    told = refusal(lambda: Journal.open("postgresql://ann@localhost/journal"))
    assert "the journal needs psycopg, which is not installed (pip install 'floorcall[journal]')" in told
