"""A journal in PostgreSQL, through SQLAlchemy and psycopg."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Engine, Select, create_engine, inspect
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from facts.faults import Fault, Faults
from journal.address import Address
from journal.chain import plain
from journal.faults import missing, refuse
from journal.tables import statements
from journal.wire import Row

_named = cache(statements)
_LOCK_NOT_AVAILABLE = "55P03"
_DISK_FULL = "53100"
# A commit that is acknowledged is on the disk, whatever the server usually does; a writer waits as long as in SQLite.
_OPTIONS = "-c synchronous_commit=on -c lock_timeout=10s"


def engine_of(address: Address) -> Engine:
    """The engine for a server. Raises Faults for an address that is none, or without the driver."""
    try:
        return create_engine(address.url, connect_args={"options": _OPTIONS, "connect_timeout": 10})
    except (ArgumentError, ValueError) as error:
        refuse(address.shown, f"this is no address of a database: {error}", "postgresql://USER@HOST/DATABASE")
    except ImportError:
        raise missing(address.shown, "psycopg") from None


def of_postgres(shown: str, error: SQLAlchemyError) -> Faults:
    """What an error of the server means."""
    cause = getattr(error, "orig", None) or error
    state = getattr(cause, "sqlstate", None)
    if state == _LOCK_NOT_AVAILABLE:
        told, hint = "another program is writing to the journal and does not let go of it", "try again"
    elif state == _DISK_FULL:
        told, hint = "the disk is full: nothing of this was written", "make room and enter it again"
    elif isinstance(error, DBAPIError) and (error.connection_invalidated or state is None):
        first = (str(cause).strip().splitlines() or ["no reason told"])[0]
        told, hint = f"the server cannot be reached: {first}", ""
    else:
        told, hint = f"the database refused: {(str(cause).splitlines() or [''])[0]}", ""
    return Faults([Fault(shown, 0, 0, told, hint)])


class PostgresWire:
    """See :class:`journal.wire.Wire`."""

    def __init__(self, address: Address) -> None:
        self.shown = address.shown
        self._engine = engine_of(address)
        try:
            self._connection = self._engine.connect()
        except SQLAlchemyError as error:
            raise of_postgres(self.shown, error) from None
        self._writing = False

    def version(self) -> str | None:
        """See Wire."""
        try:
            names = inspect(self._connection).get_table_names()
        except SQLAlchemyError as error:
            raise of_postgres(self.shown, error) from None
        finally:
            self._settle()
        if "journal_version" not in names:
            return None if names else ""
        found = self.rows("version")
        return str(found[0][0]) if found else None

    def rows(self, name: str, /, **values: Any) -> Sequence[Row]:
        """See Wire."""
        return self._found(_named()[name], plain(values))

    def stream(self, name: str, /, **values: Any) -> Iterator[Row]:
        """See Wire."""
        try:
            yield from self._execute(_named()[name], values, {"yield_per": 1000})
        except SQLAlchemyError as error:
            raise of_postgres(self.shown, error) from None
        finally:
            self._settle()

    def chosen(self, statement: Select[Any]) -> Sequence[Row]:
        """See Wire."""
        return self._found(statement, {})

    def run(self, name: str, /, **values: Any) -> None:
        """See Wire."""
        self._execute(_named()[name], values)

    def run_many(self, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
        """See Wire."""
        if rows:
            self._execute(_named()[name], list(rows))

    def begin(self) -> None:
        """See Wire. Writers of one event wait for each other at its row (``lock``)."""
        self._settle()
        self._writing = True

    def commit(self) -> None:
        """See Wire."""
        try:
            self._connection.commit()
        except SQLAlchemyError as error:
            raise of_postgres(self.shown, error) from None
        self._writing = False

    def rollback(self) -> None:
        """See Wire."""
        self._writing = False
        self._settle()

    def wipe(self) -> None:
        """See Wire: the server takes away what was deleted when it vacuums."""

    def close(self) -> None:
        """See Wire."""
        self._settle()
        self._connection.close()
        self._engine.dispose()

    def _found(self, statement: Any, values: Any) -> Sequence[Row]:
        try:
            found: Sequence[Row] = self._execute(statement, values).fetchall()
            return found
        finally:
            self._settle()

    def _execute(self, statement: Any, values: Any, options: Any = None) -> Any:
        try:
            return self._connection.execute(statement, values, execution_options=options)
        except SQLAlchemyError as error:
            raise of_postgres(self.shown, error) from None

    def _settle(self) -> None:
        """Ends the transaction in which something was only read."""
        if self._writing:
            return
        try:
            self._connection.rollback()
        except SQLAlchemyError:
            return
