"""The file of the training database: where it lies, opening it, transactions, and a sentence for whatever goes wrong.

SQLite by the standard library: SQLAlchemy alone would take longer to import than the first question may take.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from facts.faults import Fault, Faults
from training.migrations import APPLICATION, STEPS

if TYPE_CHECKING:
    import sqlite3

VARIABLE = "FLOORCALL_TRAINING"
_NAME = "training.sqlite3"
_WAIT = 5.0  # seconds that another program may hold the database
_PAUSE = 0.01


def default_path() -> str:
    """Where the database is: FLOORCALL_TRAINING, else ``training.sqlite3`` in the user's data folder. Raises Faults
    when the package that knows that folder is not installed.
    """
    if own := os.environ.get(VARIABLE):
        return own
    base = os.environ.get("XDG_DATA_HOME")
    if base and os.path.isabs(base):
        return os.path.join(base, "floorcall", _NAME)
    try:
        from platformdirs import user_data_dir  # late: a variable that says where saves the import
    except ImportError:
        message = "the user's data folder is found by the package platformdirs"
        hint = "pip install 'floorcall[training]', or say where with --database"
        raise Faults([Fault("floorcall quiz", 0, 0, message, hint)]) from None

    return os.path.join(user_data_dir("floorcall", appauthor=False), _NAME)


class Database:
    """An open database. Every method that reads or writes raises Faults when the file does not let it."""

    def __init__(self, path: str, connection: sqlite3.Connection, wait: float = _WAIT) -> None:
        self.path = path
        self._connection = connection
        self._wait = wait

    @classmethod
    def open(cls, path: str, *, reading: bool = False, wait: float = _WAIT, steps: Sequence[str] = STEPS) -> Database:
        """Opens a database, makes it where there is none, and brings its tables up to date.

        ``reading``: only to look into it; then it must be there and is left as it is. ``wait``: seconds that another
        program may hold it. Raises Faults: no database, one of another program or of a later floorcall, locked, not
        writable.
        """
        try:
            import sqlite3
        except ImportError:
            raise Faults([Fault(path, 0, 0, "this Python was built without SQLite", "install one with it")]) from None
        absent = not os.path.exists(path)
        if absent and reading:
            raise Faults([Fault(path, 0, 0, "there is no such training database")])
        if absent:
            _make_folder(path)
        if os.path.isdir(path):
            raise Faults([Fault(path, 0, 0, "this is a folder, not a training database", "name a file in it")])
        # sqlite3 takes a URI to open for reading only; a name may hold characters that mean something in one
        told = f"file:{_quoted(path)}?mode=ro" if reading else path
        try:
            connection = sqlite3.connect(told, timeout=wait, isolation_level=None, uri=reading)
        except sqlite3.Error as error:
            raise _faults(path, error) from None
        opened = cls(path, connection, wait)
        try:
            opened._prepare(reading, steps)
        except BaseException:
            opened.close()
            raise
        return opened

    def _prepare(self, reading: bool, steps: Sequence[str]) -> None:
        self.run("PRAGMA foreign_keys = ON")
        mine, version = self._stamps(steps)
        if not mine and reading:
            raise Faults([Fault(self.path, 0, 0, "this training database is empty")])
        if version < len(steps) and reading:
            hint = "floorcall quiz stats --database FILE brings it up to date"
            raise Faults([Fault(self.path, 0, 0, "this training database has an older format", hint)])
        if reading:
            return
        # FULL: an answer that was acknowledged outlives a power cut, not only a killed program
        self.run("PRAGMA synchronous = FULL")
        if version < len(steps):
            self._write_ahead()
            self._migrate(steps)

    def _write_ahead(self) -> None:
        """Sets the log that is written ahead. For this SQLite itself does not wait for other programs."""
        import sqlite3

        end = monotonic() + self._wait
        while True:
            try:
                self._connection.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.Error as error:
                if monotonic() > end or not (getattr(error, "sqlite_errorname", "") or "").startswith("SQLITE_BUSY"):
                    raise _faults(self.path, error) from None
            sleep(_PAUSE)

    def _stamps(self, steps: Sequence[str]) -> tuple[bool, int]:
        """Whether the file holds a training database, and of which format. Raises Faults for any other."""
        application, version = self._marks()
        if application != APPLICATION:
            ((tables,),) = self.rows("SELECT count(*) FROM sqlite_master")
            application, version = self._marks()  # once more: another program may just have made it
        if application != APPLICATION:
            if tables or application:
                message = "this is a database of another program"
                raise Faults([Fault(self.path, 0, 0, message, "name another file with --database")])
            return False, 0
        if version > len(steps):
            message = (
                f"this training database has format {version}, from a later floorcall; this one knows {len(steps)}"
            )
            raise Faults([Fault(self.path, 0, 0, message, "update floorcall, or name another file with --database")])
        return True, version

    def _marks(self) -> tuple[int, int]:
        ((application,),) = self.rows("PRAGMA application_id")
        ((version,),) = self.rows("PRAGMA user_version")
        return application, version

    def _migrate(self, steps: Sequence[str]) -> None:
        """Takes the steps that are missing, all or none; another program may have been faster."""
        with self.writing():
            _, version = self._stamps(steps)
            for step in steps[version:]:
                for statement in _statements(step):
                    self.run(statement)
            self.run(f"PRAGMA application_id = {APPLICATION}")
            self.run(f"PRAGMA user_version = {len(steps)}")

    @contextmanager
    def writing(self) -> Iterator[None]:
        """A transaction: all that is written in it is kept, or nothing of it. Nobody else writes meanwhile."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            with suppress(Exception):
                self._connection.execute("ROLLBACK")
            raise

    def run(self, statement: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        """Runs one statement."""
        import sqlite3

        try:
            return self._connection.execute(statement, values)
        except sqlite3.Error as error:
            raise _faults(self.path, error) from None

    def rows(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        """All rows that a query gives."""
        import sqlite3

        try:
            return self._connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise _faults(self.path, error) from None

    def close(self) -> None:
        """Closes the file; whatever was acknowledged is in it."""
        with suppress(Exception):
            self._connection.close()


def _make_folder(path: str) -> None:
    try:
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Faults([Fault(path, 0, 0, f"the folder of the training database cannot be made: {reason}")]) from None


def _quoted(path: str) -> str:
    """A path as it stands in a URI of SQLite."""
    plain = os.path.abspath(path).replace(os.sep, "/")
    for letter in "%?#":
        plain = plain.replace(letter, f"%{ord(letter):02X}")
    return plain if plain.startswith("/") else f"/{plain}"


def _statements(step: str) -> list[str]:
    """The statements of a step; none of them holds a semicolon inside."""
    return [part for part in step.split(";") if part.strip()]


# What SQLite reports, by the name of its error without details; each with the way out.
_SAID = {
    "SQLITE_NOTADB": ("this is no database", "name another file with --database"),
    "SQLITE_CORRUPT": ("the training database is damaged", "go on with a copy, or name another file with --database"),
    "SQLITE_BUSY": ("another program holds the training database", "try again when it is done"),
    "SQLITE_LOCKED": ("another program holds the training database", "try again when it is done"),
    "SQLITE_READONLY": ("the training database cannot be written", "see to its permissions, or use --database"),
    "SQLITE_CANTOPEN": ("the training database cannot be opened", "see to its permissions, or use --database"),
    "SQLITE_PERM": ("the training database cannot be opened", "see to its permissions, or use --database"),
    "SQLITE_FULL": ("the disk is full, so the training database cannot be written", "make room and go on"),
    "SQLITE_IOERR": ("the training database cannot be read or written", "see to the disk"),
}


def _faults(path: str, error: sqlite3.Error) -> Faults:
    name = getattr(error, "sqlite_errorname", "") or ""
    kind = next((known for known in _SAID if name == known or name.startswith(f"{known}_")), "")
    message, hint = _SAID.get(kind, (f"the training database cannot be used: {error}", ""))
    return Faults([Fault(path, 0, 0, message, hint)])


__all__ = ["VARIABLE", "Database", "default_path"]
