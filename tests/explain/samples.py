"""The incidents of these tests, each ruled on once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import floorcall
from engine.ruling import Ruling
from explain.data import as_data

FOLDER = Path(__file__).with_name("incidents")
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
FILES = {
    **{path.stem: path for path in sorted(FOLDER.glob("*.yaml"))},
    **{f"example {path.stem}": path for path in sorted(EXAMPLES.glob("*.yaml"))},
}
NAMES = tuple(FILES)
LANGUAGES = ("en", "ru")


@cache
def ruling(name: str) -> Ruling:
    """The ruling on one of the incidents, under the rulebook that it names."""
    incident = floorcall.load_incident(FILES[name])
    return floorcall.rule(incident, incident.rulebook or "bfsp")


def data(name: str, language: str = "en") -> dict[str, Any]:
    """Its plain data."""
    return as_data(ruling(name), language)


def through_json(value: dict[str, Any]) -> Any:
    """What a program at the other end of a pipe would get."""
    return json.loads(json.dumps(value, ensure_ascii=False))


def seat(found: dict[str, Any], name: str) -> dict[str, Any]:
    """The choices of one seat by act."""
    entry = next(entry for entry in found["options"] if entry["seat"] == name)
    return {act["act"]: act for act in entry["acts"]}


def barred(found: dict[str, Any], name: str) -> list[str]:
    """The acts that a clause keeps one seat from."""
    entry = next(entry for entry in found["options"] if entry["seat"] == name)
    return [bar["act"] for bar in entry["may_not"]]


def reasons(found: dict[str, Any]) -> str:
    """All reasons in one text."""
    return " ".join(line["text"] for line in found["reasoning"])
