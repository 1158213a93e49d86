"""Compiled rulebooks on disk: written whole or not at all, trusted only after their digest was checked."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from facts import lexicon
from knowledge.model import (
    Clause,
    Condition,
    Discretion,
    Parameter,
    Pattern,
    Reading,
    Relation,
    Rule,
    Rulebook,
    Slot,
)

try:  # hashlib would load OpenSSL with it: three milliseconds of every start
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

# Raised whenever the shape of compiled data changes; it is part of the name, so that old files are simply not found.
FORMAT = "4"
_SIZE = 16
_MOST_KEPT = 32
_ENDING = ".rulebook"


def cache_folder() -> str | None:
    """Where compiled rulebooks are kept: ``FLOORCALL_CACHE``, else the user's cache folder; None when there is none."""
    own = os.environ.get("FLOORCALL_CACHE")
    if own:
        return own
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if base and os.path.isabs(base):
        return os.path.join(base, "floorcall")
    home = os.path.expanduser("~")
    return os.path.join(home, ".cache", "floorcall") if os.path.isabs(home) else None


def digest_of(lineage: Iterable[str | os.PathLike[str]]) -> str:
    """Digest of the vocabulary and of all files of the given rulebook folders, by content."""
    state = blake2b(digest_size=_SIZE)
    for name in lexicon.files():
        _feed(state, os.path.join(lexicon.FOLDER, name), name)
    for folder in lineage:
        state.update(str(folder).encode("utf-8", "surrogateescape"))
        _feed(state, os.path.join(folder, "rulebook.yaml"), "rulebook.yaml")
        for part in ("clauses", "rules", "texts"):
            for path in sorted(_files(os.path.join(folder, part))):
                _feed(state, path, f"{part}/{os.path.basename(path)}")
    return state.hexdigest()


def _files(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries]
    except OSError:
        return []


def _feed(state: Any, path: str, name: str) -> None:
    try:
        with open(path, "rb", buffering=0) as stream:
            data = stream.read()
    except OSError:
        data = b""
    state.update(f"\0{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
    state.update(data)


def _stamp() -> str:
    """Names this Python and this state of the loader: what another one compiled is never read."""
    state = blake2b(f"{FORMAT} {sys.version_info[:2]} {marshal.version}".encode(), digest_size=4)
    for folder in (os.path.dirname(__file__), os.path.dirname(lexicon.FOLDER)):
        for path in sorted(_files(folder)):
            if path.endswith(".py"):
                told = os.stat(path)
                state.update(f"{os.path.basename(path)} {told.st_size} {told.st_mtime_ns}\0".encode())
    return state.hexdigest()


def _named(digest: str) -> str:
    return f"{digest}.{_stamp()}{_ENDING}"


def _seal(payload: bytes, name: str) -> bytes:
    return blake2b(payload, digest_size=_SIZE, key=name.encode()[:64]).digest()


def fetch(digest: str) -> dict[str, Any] | None:
    """The compiled data for a digest, or None when there is none that can be trusted."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        name = _named(digest)
        with open(os.path.join(folder, name), "rb") as stream:
            raw = stream.read()
    except OSError:
        return None
    payload = raw[_SIZE:]
    if _seal(payload, name) != raw[:_SIZE]:
        return None
    try:
        data = marshal.loads(payload)
    except (ValueError, EOFError, TypeError):
        return None
    return data if isinstance(data, dict) and "book" in data and "vocabulary" in data else None


def keep(digest: str, data: dict[str, Any]) -> bool:
    """Writes compiled data beside its place and moves it there; False when that cannot be (which harms nothing)."""
    folder = cache_folder()
    if folder is None:
        return False
    payload = marshal.dumps(_plain(data, {}))
    draft = os.path.join(folder, f"{digest}.{os.getpid()}.tmp")
    try:
        name = _named(digest)
        os.makedirs(folder, exist_ok=True)
        with open(draft, "wb") as stream:
            stream.write(_seal(payload, name) + payload)
        os.replace(draft, os.path.join(folder, name))
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        return False
    _tidy(folder)
    return True


def _tidy(folder: str) -> None:
    """Removes the oldest files: every change of a rulebook leaves one behind."""
    with suppress(OSError):
        with os.scandir(folder) as entries:
            kept = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(_ENDING))
        for _, path in kept[:-_MOST_KEPT]:
            os.unlink(path)


def _plain(value: Any, seen: dict[Any, Any]) -> Any:
    """Tuples, lists, dicts and scalars only, for marshal stores nothing else.

    Equal texts and tuples become one object, which marshal writes once: the same words come hundreds of times.
    """
    if isinstance(value, str):
        return seen.setdefault(value, value)
    if isinstance(value, tuple):
        parts = tuple(_plain(part, seen) for part in value)
        # By identity, for the parts are one object each already; by type, for true is not 1.
        known = tuple((type(part), id(part) if isinstance(part, str | tuple) else part) for part in parts)
        try:
            return seen.setdefault(known, parts)
        except TypeError:  # it holds a list or a dict
            return parts
    if isinstance(value, list):
        return [_plain(part, seen) for part in value]
    if isinstance(value, dict):
        return {_plain(key, seen): _plain(part, seen) for key, part in value.items()}
    return value


# Making a value from its tuple without asking for each field by name takes half the time of calling its class.
_make = tuple.__new__
_CONDITIONS, _RELATIONS, _DISCRETION = (Rule._fields.index(name) for name in ("conditions", "relations", "discretion"))
_READINGS = Clause._fields.index("readings")


def revive(data: Any) -> Rulebook:
    """The rulebook from its plain data."""
    book = Rulebook(*data)
    return book._replace(
        clauses={name: _clause(raw) for name, raw in book.clauses.items()},
        parameters={name: Parameter(*raw) for name, raw in book.parameters.items()},
        rules=tuple(map(_rule, book.rules)),
    )


def _clause(raw: Any) -> Clause:
    if len(raw) != len(Clause._fields):
        raise ValueError("a clause of another shape")
    told = raw[_READINGS]
    if told is None:
        return _make(Clause, raw)
    return _make(Clause, (*raw[:_READINGS], Reading(*told), *raw[_READINGS + 1 :]))


def _rule(raw: Any) -> Rule:
    if len(raw) != len(Rule._fields):
        raise ValueError("a rule of another shape")
    fields = list(raw)
    fields[_CONDITIONS] = tuple(
        Condition(tuple(_pattern(part) for part in patterns), tests) for patterns, tests in raw[_CONDITIONS]
    )
    fields[_RELATIONS] = tuple(Relation(*part) for part in raw[_RELATIONS])
    if raw[_DISCRETION] is not None:
        fields[_DISCRETION] = Discretion(*raw[_DISCRETION])
    return _make(Rule, fields)


def _pattern(raw: Any) -> Pattern:
    type, slots, absent = raw
    return Pattern(type, tuple(_make(Slot, slot) for slot in slots), absent)


__all__ = ["FORMAT", "blake2b", "cache_folder", "digest_of", "fetch", "keep", "revive"]
