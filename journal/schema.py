"""The version of a journal's tables, and the way from an older one to the current one (Alembic)."""

from __future__ import annotations

import os
from typing import Any

from facts.faults import Faults
from journal.address import Address
from journal.faults import missing, of_sqlite, refuse

VERSIONS = ("0001", "0002")
"""All that there were, oldest first; the last is what this program writes."""

CURRENT = VERSIONS[-1]
_FOLDER = os.path.join(os.path.dirname(__file__), "migrations")
_LOCK = 0x666C6F6F72  # "floor": of two programs that find an old journal one waits for the other


def check(version: str | None, shown: str) -> bool:
    """Whether tables of this version have to be brought up to date; empty: there are none. Raises Faults for a version
    of a newer program, and for tables that are no journal (None).
    """
    if version is None:
        refuse(shown, "this database holds something else than a journal", "name another with --database")
    if version and version not in VERSIONS:
        refuse(
            shown,
            f"this journal was written by a newer floorcall (its version is {version}, this program knows {CURRENT})",
            "update floorcall; nothing was changed",
        )
    return version != CURRENT


def upgrade(address: Address, to: str = "head") -> None:
    """Brings tables up to date, all of it or nothing. Raises Faults when that cannot be written."""
    try:
        import alembic  # noqa: F401
        import sqlalchemy
    except ImportError as error:
        raise missing(address.shown, "Alembic" if error.name == "alembic" else "SQLAlchemy") from None
    try:
        engine = _sqlite(address.path) if address.path else _postgres(address)
        try:
            with engine.begin() as connection:
                _run(connection, to)
        finally:
            engine.dispose()
    except sqlalchemy.exc.SQLAlchemyError as error:
        raise _told(address, error) from None


def _run(connection: Any, to: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", _FOLDER.replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def _sqlite(path: str) -> Any:
    """An engine whose transactions are those of SQLite: tables too are made in them, whole or not at all."""
    import sqlite3

    from sqlalchemy import create_engine, event

    from journal.sqlite import WAITS

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=WAITS, isolation_level=None)

    engine = create_engine("sqlite://", creator=connect)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def _postgres(address: Address) -> Any:
    from sqlalchemy import event

    from journal.postgres import engine_of

    engine = engine_of(address)

    @event.listens_for(engine, "begin")
    def begin(connection: Any) -> None:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")

    return engine


def _told(address: Address, error: Any) -> Faults:
    if address.path:
        return of_sqlite(address.shown, getattr(error, "orig", None) or error)
    from journal.postgres import of_postgres

    return of_postgres(address.shown, error)
