"""Compiled rulebooks on disk: written whole or not at all, trusted only after their digest was checked."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
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

# Raised whenever the shape of compiled data changes; it is part of the digest, so that old files are simply not found.
FORMAT = "1"
_SIZE = 16


def cache_folder() -> Path:
    """Where compiled rulebooks are kept: ``FLOORCALL_CACHE``, else the user's cache folder."""
    own = os.environ.get("FLOORCALL_CACHE")
    if own:
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".cache") / "floorcall"


def digest_of(lineage: Iterable[Path]) -> str:
    """Digest of the vocabulary and of all files of the given rulebook folders, by content; also names this Python and format."""
    state = blake2b(digest_size=_SIZE)
    state.update(f"{FORMAT} {sys.version_info[:2]} {marshal.version}".encode())
    for name in lexicon.FILES:
        _feed(state, lexicon.FOLDER / name, name)
    for folder in lineage:
        state.update(str(folder).encode())
        _feed(state, folder / "rulebook.yaml", "rulebook.yaml")
        for part in ("clauses", "rules"):
            for path in sorted(_yaml_files(folder / part)):
                _feed(state, Path(path), f"{part}/{os.path.basename(path)}")
    return state.hexdigest()


def _yaml_files(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries if entry.name.endswith(".yaml")]
    except OSError:
        return []


def _feed(state: Any, path: Path, name: str) -> None:
    try:
        with open(path, "rb", buffering=0) as stream:
            data = stream.read()
    except OSError:
        data = b""
    state.update(f"\0{name}\0{len(data)}\0".encode())
    state.update(data)


def fetch(digest: str) -> dict[str, Any] | None:
    """The compiled data for a digest, or None when there is none that can be trusted."""
    try:
        raw = (cache_folder() / f"{digest}.rulebook").read_bytes()
    except (OSError, RuntimeError):
        return None
    seal, payload = raw[:_SIZE], raw[_SIZE:]
    if blake2b(payload, digest_size=_SIZE, key=digest.encode()).digest() != seal:
        return None
    try:
        data = marshal.loads(payload)
    except (ValueError, EOFError, TypeError):
        return None
    return data if isinstance(data, dict) and "book" in data and "vocabulary" in data else None


def keep(digest: str, data: dict[str, Any]) -> bool:
    """Writes compiled data beside its place and moves it there; False when the folder cannot be written (which harms nothing)."""
    payload = marshal.dumps(_plain(data))
    seal = blake2b(payload, digest_size=_SIZE, key=digest.encode()).digest()
    folder = cache_folder()
    draft = folder / f"{digest}.{os.getpid()}.tmp"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(seal + payload)
        os.replace(draft, folder / f"{digest}.rulebook")
    except OSError:
        draft.unlink(missing_ok=True) if draft.parent.is_dir() else None
        return False
    return True


def _plain(value: Any) -> Any:
    """Tuples, lists, dicts and scalars only: marshal stores nothing else."""
    if isinstance(value, tuple):
        return tuple(_plain(part) for part in value)
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    return value


def revive(data: Any) -> Rulebook:
    """The rulebook from its plain data."""
    book = Rulebook(*data)
    return book._replace(
        clauses={name: _clause(raw) for name, raw in book.clauses.items()},
        parameters={name: Parameter(*raw) for name, raw in book.parameters.items()},
        rules=tuple(_rule(raw) for raw in book.rules),
    )


def _clause(raw: Any) -> Clause:
    clause = Clause(*raw)
    return clause if clause.readings is None else clause._replace(readings=Reading(*clause.readings))


def _rule(raw: Any) -> Rule:
    rule = Rule(*raw)
    return rule._replace(
        conditions=tuple(
            Condition(tuple(Pattern(p[0], tuple(Slot(*s) for s in p[1]), p[2]) for p in patterns), tests)
            for patterns, tests in rule.conditions
        ),
        relations=tuple(Relation(*part) for part in rule.relations),
        discretion=None if rule.discretion is None else Discretion(*rule.discretion),
    )
