"""Where interviews are kept: one file each, written anew after every answer and moved into its place at once."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import Any

from facts.faults import Fault, Faults

_MOST_KEPT = 30
_MOST_BYTES = 2_000_000
_ENDING = ".json"
_BEGIN = "ask-"


def state_folder() -> str:
    """The folder for interviews that are not finished: FLOORCALL_STATE, else that of the user."""
    own = os.environ.get("FLOORCALL_STATE")
    if own:
        return own
    base = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    if base and os.path.isabs(base):
        return os.path.join(base, "floorcall")
    return os.path.join(os.path.expanduser("~"), ".local", "state", "floorcall")


def new_file() -> str:
    """A name for a new interview in the state folder; later ones sort behind earlier ones."""
    from time import gmtime, strftime, time_ns

    stamp = strftime("%Y%m%d-%H%M%S", gmtime())
    return os.path.join(state_folder(), f"{_BEGIN}{stamp}-{time_ns() % 10**9:09}{_ENDING}")


def latest() -> str | None:
    """The last interview in the state folder that is not finished; None when there is none."""
    for path in reversed(_files()):
        with suppress(Faults):
            data = load(path)
            if isinstance(data, dict) and not data.get("finished"):
                return path
    return None


def load(path: str) -> Any:
    """The content of a session file. Raises Faults when it cannot be read."""
    try:
        with open(path, "rb") as stream:
            raw = stream.read(_MOST_BYTES)
        return json.loads(raw)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Faults([Fault(path, 0, 0, f"the interview cannot be read: {reason}")]) from None
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        raise Faults([Fault(path, line, column, "this is no interview", "begin a new one")]) from None


def save(path: str, data: Any) -> str:
    """Writes an interview beside its place and moves it there; gives the reason when that cannot be, else nothing."""
    draft = f"{path}.{os.getpid()}.tmp"
    try:
        if folder := os.path.dirname(path):
            os.makedirs(folder, exist_ok=True)
        with open(draft, "w", encoding="utf-8") as stream:
            json.dump(data, stream, ensure_ascii=True, indent=1)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, path)
    except OSError as error:
        with suppress(OSError):
            os.unlink(draft)
        return error.strerror or str(error)
    return ""


def tidy() -> None:
    """Removes the oldest interviews of the state folder, finished ones first."""
    paths = _files()
    if len(paths) <= _MOST_KEPT:
        return
    done = [path for path in paths if _is_finished(path)]
    for path in [*done, *(path for path in paths if path not in done)][: len(paths) - _MOST_KEPT]:
        with suppress(OSError):
            os.unlink(path)


def _is_finished(path: str) -> bool:
    with suppress(Faults):
        data = load(path)
        return isinstance(data, dict) and data.get("finished") is True
    return False


def _files() -> list[str]:
    try:
        with os.scandir(state_folder()) as entries:
            names = [entry.path for entry in entries if entry.name.startswith(_BEGIN) and entry.name.endswith(_ENDING)]
    except OSError:
        return []
    return sorted(names)


__all__ = ["latest", "load", "new_file", "save", "state_folder", "tidy"]
