"""What can be wrong with a journal, said in a sentence with a way out."""

from __future__ import annotations

from typing import NoReturn

from facts.faults import Fault, Faults

INSTALL = "pip install 'floorcall[journal]'"

# What SQLite says, in parts of its messages, and what that means to whoever writes a journal.
_SQLITE = (
    ("locked", "another program is writing to the journal and does not let go of it", "try again"),
    ("busy", "another program is writing to the journal and does not let go of it", "try again"),
    ("full", "the disk is full: nothing of this was written", "make room and enter it again"),
    ("readonly", "the journal cannot be written: its file or its folder is read-only", ""),
    ("read-only", "the journal cannot be written: its file or its folder is read-only", ""),
    ("unable to open", "the journal cannot be opened: its file or its folder may not be read or written", ""),
    ("not a database", "this file is no journal", "name another with --database"),
    ("malformed", "the file of the journal is damaged", "go on with a copy of it"),
    ("disk i/o error", "the disk does not take or give the journal: nothing of this was written", ""),
)


def refuse(shown: str, message: str, hint: str = "") -> NoReturn:
    """Raises one fault of a journal."""
    raise Faults([Fault(shown, 0, 0, message, hint)]) from None


def of_sqlite(shown: str, error: Exception) -> Faults:
    """What an error of SQLite means."""
    told = str(error)
    for part, message, hint in _SQLITE:
        if part in told.lower():
            return Faults([Fault(shown, 0, 0, message, hint)])
    return Faults([Fault(shown, 0, 0, f"the database refused: {told}")])


def missing(shown: str, package: str) -> Faults:
    """That a package of the extra is not installed."""
    return Faults([Fault(shown, 0, 0, f"the journal needs {package}, which is not installed", INSTALL)])
