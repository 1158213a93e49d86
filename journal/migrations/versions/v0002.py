"""What a search finds entries by: players, clauses, kinds of what happened, and words."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

from journal.marks import marks_of

revision = "0002"
down_revision = "0001"

_AT_ONCE = 500


def upgrade() -> None:
    """Makes the index and fills it from the entries that are there."""
    key = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    marks = op.create_table(
        "marks",
        sa.Column("event", key, primary_key=True),
        sa.Column("what", key, primary_key=True),
        sa.Column("value", key, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
        sqlite_with_rowid=False,
    )
    connection = op.get_bind()
    for event, count in connection.execute(sa.text("SELECT id, entries FROM events")).all():
        for after in range(0, count, _AT_ONCE):
            _fill(connection, marks, event, after)


def _fill(connection: sa.Connection, marks: sa.Table, event: str, after: int) -> None:
    wanted = sa.text("SELECT number, data FROM entries WHERE event = :event AND number > :after AND number <= :last")
    found = connection.execute(wanted, {"event": event, "after": after, "last": after + _AT_ONCE}).all()
    rows = [
        {"event": event, "what": what, "value": value, "number": number}
        for number, data in found
        for what, value in marks_of(json.loads(data))
    ]
    if rows:
        connection.execute(sa.insert(marks), rows)
