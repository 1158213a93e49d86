"""The file of the training database: opened, migrated, shared, and refused in a sentence."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from facts.faults import Faults
from training.database import Database, default_path
from training.migrations import APPLICATION, STEPS


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a database may be made."""
    return tmp_path / "deep" / "training.sqlite3"


def refused(path: Path, **more: object) -> str:
    """What is said about a file that cannot be used."""
    with pytest.raises(Faults) as found:
        Database.open(str(path), wait=0.05, **more)  # type: ignore[arg-type]
    (fault,) = found.value.faults
    assert fault.file == str(path)
    return fault.message


def test_a_new_database_has_its_stamp_its_format_and_a_log_beside_it(file: Path) -> None:
    database = Database.open(str(file))
    assert database.rows("PRAGMA application_id") == [(APPLICATION,)]
    assert database.rows("PRAGMA user_version") == [(len(STEPS),)]
    assert database.rows("PRAGMA journal_mode") == [("wal",)]
    assert database.rows("PRAGMA synchronous") == [(2,)]


def test_opening_it_again_changes_nothing(file: Path) -> None:
    first = Database.open(str(file))
    first.run("INSERT INTO trainee (name, plain, since) VALUES ('Anna', 'anna', 'x')")
    first.close()
    assert Database.open(str(file)).rows("SELECT name FROM trainee") == [("Anna",)]


def test_a_transaction_is_kept_whole_or_not_at_all(file: Path) -> None:
    database = Database.open(str(file))

    def half_done() -> None:
        with database.writing():
            database.run("INSERT INTO trainee (name, plain, since) VALUES ('Anna', 'anna', 'x')")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half_done()
    assert database.rows("SELECT name FROM trainee") == []


def test_an_older_format_is_brought_up_to_date_with_everything_in_it(file: Path) -> None:
    first = Database.open(str(file))
    first.run("INSERT INTO trainee (name, plain, since) VALUES ('Anna', 'anna', 'x')")
    first.close()
    steps = (*STEPS, "ALTER TABLE trainee ADD COLUMN place TEXT; UPDATE trainee SET place = 'Minsk'")
    later = Database.open(str(file), steps=steps)
    assert later.rows("SELECT name, place FROM trainee") == [("Anna", "Minsk")]
    assert later.rows("PRAGMA user_version") == [(len(steps),)]


def test_a_step_that_fails_leaves_the_format_as_it_was(file: Path) -> None:
    Database.open(str(file)).close()
    steps = (*STEPS, "ALTER TABLE trainee ADD COLUMN place TEXT; UPDATE nowhere SET a = 1")
    assert "cannot be used" in refused(file, steps=steps)
    after = Database.open(str(file))
    assert after.rows("PRAGMA user_version") == [(len(STEPS),)]
    assert [row[1] for row in after.rows("PRAGMA table_info(trainee)")] == ["id", "name", "plain", "since"]


def test_a_later_format_is_left_alone(file: Path) -> None:
    database = Database.open(str(file))
    database.run("PRAGMA user_version = 99")
    database.close()
    before = file.read_bytes()
    assert refused(file) == "this training database has format 99, from a later floorcall; this one knows 1"
    assert file.read_bytes() == before


def test_what_is_no_database_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("These are my notes about the game of last night.\n" * 30, encoding="utf-8")
    assert refused(text) == "this is no database"
    assert text.read_text(encoding="utf-8").startswith("These are my notes")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    before = other.read_bytes()
    assert refused(other) == "this is a database of another program"
    assert other.read_bytes() == before


def test_a_damaged_database_is_told(file: Path) -> None:
    database = Database.open(str(file))
    for number in range(2000):
        database.run("INSERT INTO trainee (name, plain, since) VALUES (?, ?, 'x')", (str(number), str(number)))
    database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(Faults) as found:
        Database.open(str(file)).rows("SELECT * FROM trainee")
    assert found.value.faults[0].message == "the training database is damaged"


def test_a_folder_and_a_place_below_a_file_are_told(tmp_path: Path) -> None:
    assert refused(tmp_path) == "this is a folder, not a training database"
    (tmp_path / "file").write_text("x")
    assert "the folder of the training database cannot be made" in refused(tmp_path / "file" / "x.sqlite3")


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    file = tmp_path / "training.sqlite3"
    (tmp_path / "training.sqlite3-journal").mkdir()  # what SQLite must write beside it is in the way, even for root
    assert "the training database cannot be" in refused(file)


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_not_be_written_is_told(file: Path) -> None:
    Database.open(str(file)).close()
    file.chmod(0o400)
    with pytest.raises(Faults) as found:
        Database.open(str(file)).run("DELETE FROM trainee")
    assert "cannot be written" in found.value.faults[0].message


def test_a_database_that_another_program_holds_is_told_after_a_while(file: Path) -> None:
    held, other = Database.open(str(file)), Database.open(str(file), wait=0.05)
    with held.writing(), pytest.raises(Faults) as found, other.writing():
        pass
    assert found.value.faults[0].message == "another program holds the training database"
    with other.writing():  # and then it works again
        other.run("DELETE FROM trainee")


def test_two_programs_that_make_it_at_once_make_it_once(file: Path) -> None:
    told: list[object] = []
    ready = threading.Barrier(4)

    def make() -> None:
        ready.wait()
        try:
            database = Database.open(str(file))
            told.append(database.rows("SELECT count(*) FROM trainee"))
            database.close()
        except Faults as found:
            told.append(found)

    threads = [threading.Thread(target=make) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [[(0,)]] * 4


def test_one_that_is_made_while_it_is_looked_at_is_no_other_program_s(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Database.rows

    def rows(self: Database, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        if "sqlite_master" in statement:
            monkeypatch.setattr(Database, "rows", real)
            with suppress(Faults):
                Database.open(str(file), wait=0.05).close()  # as another program would
        return real(self, statement, values)

    monkeypatch.setattr(Database, "rows", rows)
    with closing(Database.open(str(file))) as database:
        assert database.rows("SELECT count(*) FROM trainee") == [(0,)]


def test_looking_makes_nothing_and_changes_nothing(file: Path) -> None:
    assert refused(file, reading=True) == "there is no such training database"
    assert not file.exists()
    Database.open(str(file)).close()
    looking = Database.open(str(file), reading=True)
    with pytest.raises(Faults) as found:
        looking.run("DELETE FROM trainee")
    assert "cannot be written" in found.value.faults[0].message


def test_a_name_with_letters_that_mean_something_in_an_address_can_be_looked_into(tmp_path: Path) -> None:
    file = tmp_path / "50% of #1? ж.sqlite3"
    Database.open(str(file)).close()
    assert Database.open(str(file), reading=True).rows("SELECT count(*) FROM trainee") == [(0,)]


def test_where_it_lies_unless_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("FLOORCALL_TRAINING", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_path() == str(tmp_path / "floorcall" / "training.sqlite3")
    monkeypatch.setenv("FLOORCALL_TRAINING", "here.sqlite3")
    assert default_path() == "here.sqlite3"
    monkeypatch.delenv("FLOORCALL_TRAINING")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path().endswith("training.sqlite3")
    assert os.path.isabs(default_path())
