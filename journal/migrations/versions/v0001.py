"""The chain: events, entries that are only ever added, the long part of incidents, and persons beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables, and the triggers that let the database itself refuse what a journal never does."""
    key = sa.String().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "events",
        sa.Column("id", key, primary_key=True),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("head", key, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column("event", key, sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", key, nullable=False),
        sa.Column("at", key, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("about", sa.Integer),
        sa.Column("at_table", key, nullable=False),
        sa.Column("hand", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("body", key, nullable=False),
        sa.Column("previous", key, nullable=False),
        sa.Column("digest", key, nullable=False),
        sa.ForeignKeyConstraint(["event", "about"], ["entries.event", "entries.number"]),
    )
    for name, column in (("kind", "kind"), ("table", "at_table"), ("time", "at"), ("about", "about")):
        op.create_index(f"entries_by_{name}", "entries", ["event", column, "number"])
    op.create_table(
        "bodies",
        sa.Column("event", key, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
    )
    op.create_table(
        "persons",
        sa.Column("event", key, sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("key", key, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("salt", key, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("details", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["event", "number"], ["entries.event", "entries.number"]),
    )
    for statement in SQLITE if op.get_context().dialect.name == "sqlite" else POSTGRESQL:
        op.execute(sa.text(statement))


# An entry is the next one of its event and follows its last digest; the head only moves to the entry just written.
SQLITE = (
    *(
        f"CREATE TRIGGER {table}_keep_{what.lower()} BEFORE {what} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END"
        for table in ("entries", "bodies")
        for what in ("UPDATE", "DELETE")
    ),
    "CREATE TRIGGER events_keep_delete BEFORE DELETE ON events "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END",
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries WHEN NOT EXISTS (SELECT 1 FROM events "
    "WHERE id = NEW.event AND entries + 1 = NEW.number AND head = NEW.previous) "
    "BEGIN SELECT RAISE(ABORT, 'an entry has to follow the last one'); END",
    "CREATE TRIGGER events_move BEFORE UPDATE ON events WHEN NEW.id <> OLD.id OR NEW.entries <> OLD.entries + 1 "
    "OR NOT EXISTS (SELECT 1 FROM entries WHERE event = NEW.id AND number = NEW.entries AND digest = NEW.head) "
    "BEGIN SELECT RAISE(ABORT, 'a journal is never changed'); END",
    "CREATE TRIGGER bodies_once BEFORE INSERT ON bodies WHEN NOT EXISTS (SELECT 1 FROM events JOIN entries "
    "ON event = id AND number = events.entries + 1 WHERE event = NEW.event AND number = NEW.number) "
    "BEGIN SELECT RAISE(ABORT, 'a body comes with its entry'); END",
)

POSTGRESQL = (
    "CREATE FUNCTION journal_keep() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'a journal is never changed'; END $$",
    *(
        f"CREATE TRIGGER {table}_keep BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION journal_keep()"
        for table in ("entries", "bodies")
    ),
    "CREATE TRIGGER events_keep BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION journal_keep()",
    *(
        f"CREATE TRIGGER {table}_whole BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION journal_keep()"
        for table in ("events", "entries", "bodies")
    ),
    "CREATE FUNCTION journal_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NOT EXISTS (SELECT 1 FROM events e WHERE e.id = NEW.event AND e.entries + 1 = NEW.number "
    "AND e.head = NEW.previous) THEN RAISE EXCEPTION 'an entry has to follow the last one'; END IF; "
    "RETURN NEW; END $$",
    "CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION journal_follow()",
    "CREATE FUNCTION journal_move() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NEW.id <> OLD.id OR NEW.entries <> OLD.entries + 1 OR NOT EXISTS (SELECT 1 FROM entries e "
    "WHERE e.event = NEW.id AND e.number = NEW.entries AND e.digest = NEW.head) "
    "THEN RAISE EXCEPTION 'a journal is never changed'; END IF; RETURN NEW; END $$",
    "CREATE TRIGGER events_move BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION journal_move()",
    "CREATE FUNCTION journal_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "IF NOT EXISTS (SELECT 1 FROM events e JOIN entries n ON n.event = e.id AND n.number = e.entries + 1 "
    "WHERE n.event = NEW.event AND n.number = NEW.number) "
    "THEN RAISE EXCEPTION 'a body comes with its entry'; END IF; RETURN NEW; END $$",
    "CREATE TRIGGER bodies_once BEFORE INSERT ON bodies FOR EACH ROW EXECUTE FUNCTION journal_once()",
)
