"""Tables of an older version are brought up to date, whole or not at all; those of a newer one are left alone."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from facts.faults import Faults
from journal import schema, tables
from journal.address import address_of
from journal.records import Query
from journal.sqlite_statements import STATEMENTS
from journal.store import Journal
from tests.journal.made import INCIDENT, PENALTY, SPRING
from tests.journal.test_chain import run

ROOM = Path(schema.__file__).parent


def refusal(address: str, create: bool = False) -> str:
    """Why a journal is not opened."""
    with pytest.raises(Faults) as found:
        Journal.open(address, create)
    return str(found.value)


def older(address: str) -> None:
    """A journal of the first version, with entries."""
    with Journal.open(address, create=True) as journal:
        journal.new_event(SPRING)
        journal.append("spring", INCIDENT, PENALTY)
    run(address, "DROP TABLE marks")
    run(address, "UPDATE journal_version SET version_num = '0001'")


def test_an_older_one_is_brought_up_to_date_with_what_is_in_it(address: str) -> None:
    older(address)
    with Journal.open(address) as journal:
        assert journal.came_from == "0001"
        assert [entry.number for entry in journal.search(Query(player="17"))] == [2, 3]
        assert journal.verify("spring").broken == ()
        journal.append("spring", INCIDENT)
    with Journal.open(address) as journal:
        assert journal.came_from == ""
        assert journal.verify("spring").entries == 4


def test_an_upgrade_that_fails_leaves_the_older_one(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    older(file)

    def fail(data: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("journal.marks.marks_of", fail)
    with pytest.raises(ZeroDivisionError):
        Journal.open(file)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM journal_version").fetchall() == [("0001",)]
        assert connection.execute("SELECT name FROM sqlite_master WHERE name = 'marks'").fetchall() == []
    monkeypatch.undo()
    with Journal.open(file) as journal:
        assert journal.verify("spring").broken == ()


def test_a_newer_one_is_refused(address: str) -> None:
    with Journal.open(address, create=True) as journal:
        journal.new_event(SPRING)
    run(address, "UPDATE journal_version SET version_num = '0099'")
    told = refusal(address)
    assert "written by a newer floorcall (its version is 0099, this program knows" in told
    assert "update floorcall" in told


def test_other_tables_are_no_journal(address: str) -> None:
    run(address, "CREATE TABLE wine (year integer)")
    assert "holds something else than a journal" in refusal(address, create=True)
    run(address, "DROP TABLE wine")
    run(address, "CREATE TABLE journal_version (version_num text)")
    assert "holds something else than a journal" in refusal(address, create=True)


def test_an_empty_database_is_a_journal_only_when_one_is_asked_for(address: str) -> None:
    if "://" not in address:
        assert "there is no journal here yet (floorcall log new-event" in refusal(address)
        Path(address).touch()
    assert "there is no journal here yet (floorcall log new-event" in refusal(address)
    with Journal.open(address, create=True) as journal:
        assert journal.events() == ()


def test_the_versions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(ROOM / "migrations").replace("%", "%%"))
    script = ScriptDirectory.from_config(config)
    assert tuple(reversed([step.revision for step in script.walk_revisions()])) == schema.VERSIONS


def test_the_migrations_make_the_tables_that_the_statements_are_for(address: str) -> None:
    with Journal.open(address, create=True):
        pass
    place = address_of(address)
    engine = create_engine(place.url or f"sqlite:///{place.path}")
    try:
        with engine.connect() as connection:
            options: dict[str, Any] = {"version_table": "journal_version"}
            assert compare_metadata(MigrationContext.configure(connection, opts=options), tables.METADATA) == []
    finally:
        engine.dispose()


def test_the_statements_for_sqlite_are_those_that_sqlalchemy_writes() -> None:
    assert tables.compiled_for_sqlite() == STATEMENTS, "python -m journal.tables writes them anew"
    assert (ROOM / "sqlite_statements.py").read_text(encoding="utf-8") == tables.module_for_sqlite()


def test_the_file_is_safe_by_its_settings(file: str) -> None:
    with Journal.open(file, create=True) as journal:
        connection: sqlite3.Connection = journal._wire._connection  # type: ignore[attr-defined]
        told = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")}
        assert told == {"synchronous": 2, "journal_mode": "wal"}
        for name in ("foreign_keys", "secure_delete"):
            assert connection.execute(f"PRAGMA {name}").fetchone()[0] == 1
    assert not os.path.exists(file + "-wal")
