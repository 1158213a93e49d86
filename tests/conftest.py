"""What holds for all tests.

Property tests are deterministic: profile ``ci`` derives its examples from the test itself, keeps no database and has no
deadline, so a run says the same everywhere. To look further: ``make test ARGS=--hypothesis-profile=deep``.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, database=None, max_examples=100, print_blob=False)
settings.register_profile("deep", derandomize=False, deadline=None, database=None, max_examples=2000, print_blob=True)
settings.load_profile("ci")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the repository."""
    return Path(__file__).resolve().parent.parent
