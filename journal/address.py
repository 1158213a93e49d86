"""Where the journal lies: a URL or a path, FLOORCALL_DATABASE, or a file in the user's data folder."""

from __future__ import annotations

import os

from facts.records import NamedTuple
from journal.faults import missing, refuse

VARIABLE = "FLOORCALL_DATABASE"
FILE = "journal.sqlite"


class Address(NamedTuple):
    """A place of a journal. ``path``: of the SQLite file, empty for PostgreSQL; ``url``: for SQLAlchemy.

    ``shown``: as it is named to people, without a password. ``usual``: the one of the data folder.
    """

    path: str
    url: str
    shown: str
    usual: bool = False


def address_of(told: str = "") -> Address:
    """The place that is told, else that of FLOORCALL_DATABASE, else the usual one. Raises Faults for what is none."""
    name = told or os.environ.get(VARIABLE, "")
    if not name:
        path = os.path.join(data_folder(), FILE)
        return Address(path, "", path, usual=True)
    scheme, found, rest = name.partition("://")
    if not found:
        return Address(name, "", name)
    scheme = scheme.lower()
    if scheme == "sqlite":
        from urllib.parse import unquote  # late, as whatever only some addresses need

        path = unquote(rest.removeprefix("/"))  # three slashes: from here; four: from the root
        if not path:
            refuse(name, "the address names no file", "such as sqlite:///spring-open.sqlite")
        return Address(path, "", path)
    if scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        return Address("", f"postgresql+psycopg://{rest}", f"postgresql://{_without_password(rest)}")
    refuse(f"{scheme}://", "a journal lies in SQLite or in PostgreSQL", "a path, sqlite:///… or postgresql://…")


def data_folder() -> str:
    """Where the data of this user lie. Raises Faults when the package that knows is not there."""
    try:
        from platformdirs import user_data_dir
    except ImportError:
        raise missing(FILE, "platformdirs") from None
    return user_data_dir("floorcall", appauthor=False)


def _without_password(rest: str) -> str:
    person, found, place = rest.rpartition("@")
    return f"{person.partition(':')[0]}{found}{place}".partition("?")[0]


__all__ = ["VARIABLE", "Address", "address_of", "data_folder"]
