"""The texts of this room (``texts/*.yaml``) and of the hand reader (``hands.yaml``), read once and then kept compiled.

A plain ruling must not parse YAML for its labels: that would cost more than the rest of the explanation. So the content
is kept in the store of the knowledge room under a digest of the files; missing, stale or damaged, the YAML is read.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cache
from os import listdir
from os.path import basename, dirname, join
from typing import Any

from facts.lexicon import FOLDER as VOCABULARY
from knowledge import store
from knowledge.store import blake2b

FOLDER = join(dirname(__file__), "texts")
# Part of the digest: raised when the shape of what is kept changes.
_FORMAT = "explain 1"

Texts = Mapping[str, Mapping[str, Mapping[str, str]]]


@cache
def texts() -> Texts:
    """All labels, patterns and words: group, then key, then language."""
    found: dict[str, Any] = {}
    names = sorted(name for name in listdir(FOLDER) if name.endswith(".yaml"))
    for content in compiled([join(FOLDER, name) for name in names]):
        for group, entries in content.items():
            found.setdefault(group, {}).update(entries)
    return found


@cache
def hand_texts() -> Mapping[str, Any]:
    """The wording of hands; only a showdown asks for it."""
    content: Mapping[str, Any] = compiled([join(VOCABULARY, "hands.yaml")])[0]
    return content


@cache
def languages() -> tuple[str, ...]:
    """The languages in which everything can be said, sorted: those that every text has."""
    entries = (entry for group in texts().values() for entry in group.values())
    first = next(entries)
    common = set(first)
    for entry in entries:
        common &= set(entry)
    return tuple(sorted(common))


def compiled(paths: Sequence[str]) -> list[Any]:
    """The plain content of YAML files, from the store when they have not changed. OSError when one cannot be read."""
    raw = [_bytes(path) for path in paths]
    digest = _digest(paths, raw)
    kept = store.fetch(digest)
    if kept is not None:
        content: list[Any] = kept["vocabulary"]
        return content
    from facts.yamlparser import yaml  # late: what is kept compiled needs no parser

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    content = [yaml.load(data, Loader=loader) for data in raw]
    store.keep(digest, {"book": None, "vocabulary": content})  # the store wants both keys; no rulebook comes along here
    return content


def _bytes(path: str) -> bytes:
    with open(path, "rb") as stream:
        return stream.read()


def _digest(paths: Sequence[str], raw: Sequence[bytes]) -> str:
    state = blake2b(digest_size=16)
    state.update(f"{_FORMAT} {store.FORMAT} {sys.version_info[:2]}".encode())
    for path, data in zip(paths, raw, strict=True):
        state.update(f"\0{basename(path)}\0{len(data)}\0".encode())
        state.update(data)
    return state.hexdigest()
