"""The tables of the journal, as the newest migration leaves them, and every fixed statement on them.

SQLAlchemy writes all SQL here. What is needed on the way of a ruling at the table is kept as text for SQLite in
``journal/sqlite_statements.py`` (``python -m journal.tables`` writes it anew), so that logging a ruling in a file does
not wait for SQLAlchemy to be imported.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    and_,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.sql import ClauseElement, ColumnElement

METADATA = MetaData()
# Compared by their code points in every database, so that ranges of clauses and of times mean the same everywhere.
_KEY = String().with_variant(String(collation="C"), "postgresql")

EVENTS = Table(
    "events",
    METADATA,
    Column("id", _KEY, primary_key=True),
    Column("entries", Integer, nullable=False),  # how many there are ...
    Column("head", _KEY, nullable=False),  # ... and the digest of the last
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("event", _KEY, ForeignKey("events.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", _KEY, nullable=False),
    Column("at", _KEY, nullable=False),  # 2026-11-30T10:19:00.000000Z
    Column("by", Text, nullable=False),
    Column("about", Integer),
    Column("at_table", _KEY, nullable=False),
    Column("hand", Text, nullable=False),
    Column("data", Text, nullable=False),  # canonical JSON
    Column("body", _KEY, nullable=False),
    Column("previous", _KEY, nullable=False),
    Column("digest", _KEY, nullable=False),
    ForeignKeyConstraint(["event", "about"], ["entries.event", "entries.number"]),
    Index("entries_by_kind", "event", "kind", "number"),
    Index("entries_by_table", "event", "at_table", "number"),
    Index("entries_by_time", "event", "at", "number"),
    Index("entries_by_about", "event", "about", "number"),
)

BODIES = Table(
    "bodies",
    METADATA,
    Column("event", _KEY, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("content", LargeBinary, nullable=False),  # compressed
    ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
)

MARKS = Table(
    "marks",
    METADATA,
    Column("event", _KEY, primary_key=True),
    Column("what", _KEY, primary_key=True),  # player, clause, under, kind, word
    Column("value", _KEY, primary_key=True),
    Column("number", Integer, primary_key=True),
    ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
    sqlite_with_rowid=False,
)

PERSONS = Table(
    "persons",
    METADATA,
    Column("event", _KEY, ForeignKey("events.id"), primary_key=True),
    Column("key", _KEY, primary_key=True),
    Column("number", Integer, nullable=False),  # the entry that proves it
    Column("salt", _KEY, nullable=False),
    Column("name", Text, nullable=False),
    Column("details", Text, nullable=False),  # canonical JSON
    ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
)

MOST = 500
"""Entries that are read in one go."""
_FIRST: ColumnElement[int] = literal_column("1")

_OF_EVENT = ENTRIES.c.event == bindparam("event")


def _row(table: Table) -> Any:
    return insert(table).values({column.name: bindparam(column.name) for column in table.c})


def _entries(*conditions: Any) -> Any:
    below = ENTRIES.c.number > bindparam("after")
    return (
        select(ENTRIES)
        .where(_OF_EVENT, below, *conditions)
        .order_by(ENTRIES.c.number)
        .limit(literal_column(str(MOST)))
        .offset(literal_column("0"))
    )


def statements() -> dict[str, ClauseElement]:
    """Every fixed statement by its name."""
    head = select(EVENTS.c.entries, EVENTS.c.head).where(EVENTS.c.id == bindparam("event"))
    own = PERSONS.c.event == bindparam("event")
    of_mark = and_(
        MARKS.c.event == bindparam("event"),
        MARKS.c.what == bindparam("what"),
        MARKS.c.value == bindparam("value"),
        MARKS.c.number > bindparam("after"),
    )
    by_mark = select(ENTRIES).join(MARKS, and_(MARKS.c.event == ENTRIES.c.event, MARKS.c.number == ENTRIES.c.number))
    bodies = select(BODIES.c.number, BODIES.c.content).where(BODIES.c.event == bindparam("event"))
    persons = select(PERSONS.c.key, PERSONS.c.number, PERSONS.c.salt, PERSONS.c.name, PERSONS.c.details)
    marks = select(MARKS.c.number, MARKS.c.what, MARKS.c.value).where(MARKS.c.event == bindparam("event"))
    next_value = select(func.min(MARKS.c.value)).where(
        MARKS.c.event == bindparam("event"), MARKS.c.what == bindparam("what")
    )
    return {
        "version": select(text("version_num")).select_from(text("journal_version")),
        "events": select(ENTRIES)
        .join(EVENTS, and_(EVENTS.c.id == ENTRIES.c.event, ENTRIES.c.number == _FIRST))
        .order_by(ENTRIES.c.at, ENTRIES.c.event),
        "event_ids": select(EVENTS.c.id).order_by(EVENTS.c.id),
        "head": head,
        "lock": head.with_for_update(),  # SQLite locks everything at the beginning of a transaction
        "add_event": _row(EVENTS),
        "move_head": update(EVENTS)
        .where(EVENTS.c.id == bindparam("event"))
        .values(entries=bindparam("number"), head=bindparam("digest")),
        "add_entry": _row(ENTRIES),
        "add_body": _row(BODIES),
        "add_mark": _row(MARKS),
        "entry": select(ENTRIES).where(_OF_EVENT, ENTRIES.c.number == bindparam("number")),
        "entries": _entries(),
        "entries_of_kind": _entries(ENTRIES.c.kind == bindparam("kind")),
        "entries_about": _entries(ENTRIES.c.about == bindparam("about")),
        "entries_marked": by_mark.where(of_mark)
        .order_by(MARKS.c.number)
        .limit(literal_column(str(MOST)))
        .offset(literal_column("0")),
        "body": bodies.where(BODIES.c.number == bindparam("number")),
        "bodies": bodies.where(BODIES.c.number > bindparam("after"))
        .order_by(BODIES.c.number)
        .limit(literal_column("50"))
        .offset(literal_column("0")),
        "count_marked": select(func.count()).select_from(
            select(MARKS.c.number)
            .where(
                MARKS.c.event == bindparam("event"),
                MARKS.c.what == bindparam("what"),
                MARKS.c.value == bindparam("value"),
            )
            .limit(literal_column("5000"))
            .offset(literal_column("0"))
            .subquery()
        ),
        "value_from": next_value.where(MARKS.c.value >= bindparam("value")),
        "value_after": next_value.where(MARKS.c.value > bindparam("value")),
        "values_marked": select(MARKS.c.value)
        .where(MARKS.c.event == bindparam("event"), MARKS.c.what == bindparam("what"))
        .distinct(),
        "marks": marks,
        "persons": persons.where(own),
        "person": persons.where(own, PERSONS.c.key == bindparam("key")),
        "add_person": _row(PERSONS),
        "drop_person": delete(PERSONS).where(own, PERSONS.c.key == bindparam("key")),
    }


def compiled_for_sqlite() -> dict[str, str]:
    """The statements as SQLite takes them, with named parameters."""
    from sqlalchemy.dialects import sqlite

    dialect = sqlite.dialect(paramstyle="named")
    return {
        name: " ".join(str(told.compile(dialect=dialect, compile_kwargs={"render_postcompile": True})).split())
        for name, told in statements().items()
    }


def module_for_sqlite() -> str:
    """The text of ``journal/sqlite_statements.py``."""
    lines = [f"    {name!r}: {sql!r},\n" for name, sql in compiled_for_sqlite().items()]
    about = '"""The statements of ``journal.tables`` for SQLite. Written by ``python -m journal.tables``."""\n\n'
    return about + "# fmt: off\n# ruff: noqa: E501\nSTATEMENTS = {\n" + "".join(lines) + "}\n"


if __name__ == "__main__":
    from pathlib import Path

    Path(__file__).with_name("sqlite_statements.py").write_text(module_for_sqlite(), encoding="utf-8")
