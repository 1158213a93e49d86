"""A PostgreSQL server for the tests, where one can be started: in a folder of its own, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_USERS = ("postgres", "nobody")


@contextmanager
def postgres() -> Iterator[Callable[[], str]]:
    """A running server, as a function that makes a new database and gives its URL. Skips where there is none."""
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    initdb, server = shutil.which("initdb"), shutil.which("postgres")
    if initdb is None or server is None:
        pytest.skip("there is no PostgreSQL server here")
    folder = Path(tempfile.mkdtemp(prefix="fc-"))
    run = _as_user(folder)
    process = None
    try:
        made = subprocess.run(
            [initdb, "-D", folder / "data", "-U", "floor", "--auth=trust", "--no-sync", "-E", "UTF8"],
            capture_output=True,
            cwd=folder,
            check=False,
            **run,
        )
        if made.returncode:
            pytest.skip(f"initdb fails: {made.stderr.decode(errors='replace').strip()[-200:]}")
        process = subprocess.Popen(
            [server, "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            **run,
        )
        _wait(psycopg, folder, process)
        yield lambda: _database(psycopg, folder)
    finally:
        if process is not None:
            process.terminate()
            process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _as_user(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then another user is taken, and owns the folder."""
    if os.geteuid() != 0:
        return {}
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next((known[name] for name in _USERS if name in known), None)
    if user is None:
        pytest.skip("PostgreSQL does not run as root, and there is no user to start it as")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _wait(psycopg: Any, folder: Path, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        try:
            psycopg.connect(host=str(folder), user="floor", dbname="postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.2)
    pytest.skip("the PostgreSQL server does not start")


def _database(psycopg: Any, folder: Path) -> str:
    with psycopg.connect(host=str(folder), user="floor", dbname="postgres", autocommit=True) as connection:
        (number,) = connection.execute("SELECT count(*) FROM pg_database").fetchone()
        connection.execute(f"CREATE DATABASE journal{number}")
    return f"postgresql://floor@/journal{number}?host={folder}"
