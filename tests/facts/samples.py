"""The incident files of these tests and the small event vocabulary they are told in."""

from __future__ import annotations

from pathlib import Path

from facts.reader import load_events

FOLDER = Path(__file__).with_name("incidents")
EVENTS = load_events(FOLDER / "events.yaml")
GOOD = sorted((FOLDER / "good").iterdir())
BAD = sorted((FOLDER / "bad").iterdir())


def name(path: Path) -> str:
    """A short test id."""
    return path.name
