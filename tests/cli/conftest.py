"""What holds for the tests of the command line: English, no colour, 80 columns, cache and training database of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

OWN = ("FLOORCALL_RULEBOOKS", "FLOORCALL_DEBUG", "NO_COLOR", "COLUMNS", "LC_MESSAGES", "LANGUAGE", "PYTHONIOENCODING")


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder for all these tests together, so that rulebooks are compiled once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path) -> None:
    """The environment of a plain terminal, whatever the machine has."""
    for name in OWN:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FLOORCALL_CACHE", str(cache))
    monkeypatch.setenv("FLOORCALL_TRAINING", str(tmp_path / "training.sqlite3"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("TERM", "xterm")
