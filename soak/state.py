"""How far a run has come, in one file that is replaced as a whole: a run that was broken off counts nothing twice."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from facts.records import NamedTuple
from soak.examining import Wrong

_VERSION = 1
_ROOT = Path(__file__).parent.parent
_ROOMS = ("facts", "knowledge", "engine", "explain", "soak")


class Plan(NamedTuple):
    """What is run. Two runs with another plan do not add up. ``code``: a hash of everything that a ruling hangs on."""

    seed: int
    engines: tuple[str, ...]
    properties: tuple[str, ...]
    code: str


class State(NamedTuple):
    """Stories below number ``next`` are done. ``counts``: by what is counted and its names; ``seconds``: of work."""

    plan: Plan
    next: int = 0
    seconds: float = 0.0
    counts: Mapping[str, Mapping[str, int]] = {}
    wrong: tuple[Wrong, ...] = ()


class Unreadable(ValueError):
    """A file of a run that cannot be read; the message says why."""


def fingerprint(rooms: tuple[str, ...] = _ROOMS) -> str:
    """A hash of all files that stories and rulings come from: what was found with others proves nothing of these."""
    digest = sha256()
    for room in rooms:
        for path in sorted((_ROOT / room).rglob("*")):
            if path.suffix in (".py", ".yaml"):
                digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def load(path: Path) -> State | None:
    """The state in a file; None when there is no file. Raises Unreadable."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        if data["version"] != _VERSION:
            raise Unreadable(f"{path}: it was written by another version")
        plan = data["plan"]
        return State(
            Plan(plan["seed"], tuple(plan["engines"]), tuple(plan["properties"]), plan["code"]),
            int(data["next"]),
            float(data["seconds"]),
            {name: {str(k): int(v) for k, v in told.items()} for name, told in data["counts"].items()},
            tuple(Wrong(*one) for one in data["wrong"]),
        )
    except FileNotFoundError:
        return None
    except Unreadable:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{path}: no state of a run ({type(error).__name__}: {error})") from error


def save(path: Path, state: State) -> None:
    """Puts the state in place of the one before, whole or not at all."""
    data: dict[str, Any] = {"version": _VERSION, **state._asdict(), "plan": state.plan._asdict()}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as file:
        json.dump(data, file, ensure_ascii=False, indent=1)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def added(state: State, counts: Mapping[str, Mapping[str, int]], wrong: tuple[Wrong, ...], upto: int) -> State:
    """The state after a block of stories that ends below ``upto``."""
    total = {name: dict(told) for name, told in state.counts.items()}
    for name, told in counts.items():
        into = total.setdefault(name, {})
        for key, number in told.items():
            into[key] = into.get(key, 0) + number
    return state._replace(next=upto, counts=total, wrong=(*state.wrong, *wrong))
