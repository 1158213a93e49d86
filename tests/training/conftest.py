"""What the tests of the training room share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.training.asking import OPEN


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """Lets go of the databases that a test opened: a Python of today complains about one that is left open."""
    yield
    while OPEN:
        OPEN.pop().close()
