"""The incident files of these tests and the small event vocabulary they are told in."""

from __future__ import annotations

from pathlib import Path

import yaml

from facts.lexicon import as_data, from_data

FOLDER = Path(__file__).with_name("incidents")
_TOLD = yaml.safe_load((FOLDER / "events.yaml").read_text(encoding="utf-8"))
EVENTS = from_data(as_data({"events.yaml": _TOLD})).events
GOOD = sorted((FOLDER / "good").iterdir())
BAD = sorted((FOLDER / "bad").iterdir())


def name(path: Path) -> str:
    """A short test id."""
    return path.name
