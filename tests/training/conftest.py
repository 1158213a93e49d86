"""What the tests of the training room share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from training.database import Database


@pytest.fixture(autouse=True)
def closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Lets go of the databases that a test opened and forgot: Python 3.13 complains about one that is left open."""
    made: list[Database] = []
    really = Database.open

    def recording(*args: Any, **more: Any) -> Database:
        made.append(really(*args, **more))
        return made[-1]

    monkeypatch.setattr(Database, "open", recording)
    yield
    for database in made:
        database.close()
