"""Journals to test with: in an SQLite file, and in PostgreSQL where a server can be started."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from journal.store import Journal
from tests.journal.made import SPRING
from tests.journal.servers import postgres


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    """Makes databases in a PostgreSQL server that all tests share."""
    with postgres() as make:
        yield make


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No journal of the user, no words of his in English."""
    monkeypatch.delenv("FLOORCALL_DATABASE", raising=False)
    monkeypatch.delenv("FLOORCALL_DEBUG", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """The path of a journal that is not there yet."""
    return str(tmp_path / "journal.sqlite")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, file: str) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return file
    make: Callable[[], str] = request.getfixturevalue("new_database")
    return make()


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with one event, made once."""
    path = tmp_path_factory.mktemp("journal") / "journal.sqlite"
    with Journal.open(str(path), create=True) as journal:
        journal.new_event(SPRING, "Petrova")
    return path


@pytest.fixture
def journal(address: str, opened: Path) -> Iterator[Journal]:
    """An open journal with one event."""
    if "://" not in address:
        shutil.copyfile(opened, address)
    with Journal.open(address, create=True) as journal:
        if not journal.events():
            journal.new_event(SPRING, "Petrova")
        yield journal
