"""A journal in an SQLite file, spoken to directly: SQLAlchemy has written the statements beforehand.

Importing SQLAlchemy takes longer than a ruling; here nothing needs it but a search.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from journal.address import Address
from journal.chain import plain
from journal.faults import of_sqlite
from journal.sqlite_statements import STATEMENTS

if TYPE_CHECKING:
    from sqlalchemy import Select

    from journal.wire import Row

WAITS = 10.0
"""Seconds that a writer waits for another one."""
_PAUSE = 0.01


class SqliteWire:
    """See :class:`journal.wire.Wire`. Opening creates the file where it is not there."""

    def __init__(self, address: Address) -> None:
        self.shown = address.shown
        try:
            self._connection = sqlite3.connect(address.path, timeout=WAITS, isolation_level=None)
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None
        try:
            self._prepare(address.path)
        except sqlite3.Error as error:
            self._connection.close()
            raise of_sqlite(self.shown, error) from None

    def _prepare(self, path: str) -> None:
        """What was acknowledged has to survive a loss of power: FULL syncs the log at every commit."""
        run = self._connection.execute
        run("PRAGMA synchronous=FULL")
        run("PRAGMA foreign_keys=ON")
        run("PRAGMA secure_delete=ON")
        if run("PRAGMA journal_mode").fetchone()[0] != "wal" and os.access(path, os.W_OK):
            self._write_ahead()

    def _write_ahead(self) -> None:
        """Sets the log that is written ahead. For this SQLite itself does not wait for other programs."""
        end = monotonic() + WAITS
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError as error:
                if monotonic() > end or not (error.sqlite_errorname or "").startswith("SQLITE_BUSY"):
                    raise
            sleep(_PAUSE)

    def version(self) -> str | None:
        """See Wire."""
        told = self._version()
        if told:
            return told
        (tables,) = self._run("SELECT count(*) FROM sqlite_master", {}).fetchone()
        return self._version() if tables else ""  # once more: another program may just have made them

    def _version(self) -> str | None:
        """The version that the tables tell; None where they tell none."""
        try:
            return str(self._connection.execute(STATEMENTS["version"]).fetchone()[0])
        except sqlite3.OperationalError as error:
            if "no such table" not in str(error):
                raise of_sqlite(self.shown, error) from None
            return None
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None
        except TypeError:  # the table of versions is there and empty
            return None

    def rows(self, name: str, /, **values: Any) -> Sequence[Row]:
        """See Wire."""
        return self._run(STATEMENTS[name], plain(values)).fetchall()

    def stream(self, name: str, /, **values: Any) -> Iterator[Row]:
        """See Wire."""
        try:
            yield from self._run(STATEMENTS[name], values)
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None

    def chosen(self, statement: Select[Any]) -> Sequence[Row]:
        """See Wire."""
        from sqlalchemy.dialects import sqlite

        told = statement.compile(dialect=sqlite.dialect(paramstyle="named"))
        return self._run(str(told), told.params).fetchall()

    def run(self, name: str, /, **values: Any) -> None:
        """See Wire."""
        self._run(STATEMENTS[name], values)

    def run_many(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """See Wire."""
        try:
            self._connection.executemany(STATEMENTS[name], rows)
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None

    def begin(self) -> None:
        """See Wire. Nobody else can begin one before this ends."""
        self._run("BEGIN IMMEDIATE", {})

    def commit(self) -> None:
        """See Wire."""
        self._run("COMMIT", {})

    def rollback(self) -> None:
        """See Wire."""
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            return

    def wipe(self) -> None:
        """See Wire: deleted bytes are written over, and none of them stay behind in the log."""
        try:
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None

    def close(self) -> None:
        """See Wire."""
        try:
            self._connection.close()
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None

    def _run(self, sql: str, values: Mapping[str, Any]) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise of_sqlite(self.shown, error) from None
