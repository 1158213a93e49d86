"""The tables of the training database, as the steps that lead from one format to the next.

``PRAGMA user_version`` says how many steps were taken. A step that was published is never changed; a new one is added.
"""

from __future__ import annotations

APPLICATION = 0x464C4354
"""Marks the file as ours (``PRAGMA application_id``): FLCT."""

_FIRST = """
CREATE TABLE trainee (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    plain TEXT NOT NULL UNIQUE,         -- the name as it is compared
    since TEXT NOT NULL
);
CREATE TABLE member (
    trainee INTEGER NOT NULL REFERENCES trainee (id),
    team TEXT NOT NULL,
    plain TEXT NOT NULL,
    PRIMARY KEY (trainee, plain)
) WITHOUT ROWID;
CREATE TABLE sitting (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,           -- the same in a copy of this database
    trainee INTEGER NOT NULL REFERENCES trainee (id),
    kind TEXT NOT NULL CHECK (kind IN ('quiz', 'exam')),
    plan TEXT NOT NULL,                 -- JSON
    seed INTEGER NOT NULL,
    begun TEXT NOT NULL,
    deadline TEXT,
    ended TEXT
);
CREATE INDEX sitting_of_trainee ON sitting (trainee, begun);
CREATE TABLE question (
    id INTEGER PRIMARY KEY,
    sitting INTEGER NOT NULL REFERENCES sitting (id),
    position INTEGER NOT NULL CHECK (position > 0),
    item TEXT NOT NULL,
    rulebook TEXT NOT NULL,
    story TEXT NOT NULL,                -- the case
    kind TEXT NOT NULL,
    topic TEXT NOT NULL,
    shown TEXT NOT NULL,                -- JSON: all that was shown
    asked TEXT NOT NULL,
    answered TEXT,
    chosen TEXT,                        -- JSON: indexes of options
    correct INTEGER CHECK (correct IN (0, 1)),
    seconds REAL,
    rating INTEGER CHECK (rating BETWEEN 1 AND 4),
    misconception TEXT,
    UNIQUE (sitting, position)
);
CREATE INDEX question_of_topic ON question (rulebook, topic);
CREATE TABLE card (
    trainee INTEGER NOT NULL REFERENCES trainee (id),
    rulebook TEXT NOT NULL,
    topic TEXT NOT NULL,
    state INTEGER NOT NULL CHECK (state IN (1, 2, 3)),
    step INTEGER,
    stability REAL NOT NULL,
    difficulty REAL NOT NULL,
    due TEXT NOT NULL,
    last TEXT NOT NULL,
    answers INTEGER NOT NULL,
    lapses INTEGER NOT NULL,
    PRIMARY KEY (trainee, rulebook, topic)
) WITHOUT ROWID;
CREATE INDEX card_due ON card (trainee, due);
"""

STEPS: tuple[str, ...] = (_FIRST,)
"""SQL of each step; the first one makes the tables."""

__all__ = ["APPLICATION", "STEPS"]
