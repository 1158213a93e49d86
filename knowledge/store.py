"""Compiled rulebooks on disk: written whole or not at all, trusted only after their digest was checked."""

from __future__ import annotations

import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from facts import lexicon
from facts.records import NamedTuple

try:  # hashlib would load OpenSSL with it: three milliseconds of every start
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

# Raised whenever the shape of compiled data changes; it is part of the name, so that old files are simply not found.
FORMAT = "5"
_SIZE = 16
_MOST_KEPT = 32
_ENDING = ".rulebook"
_NEEDS = ("book", "vocabulary")


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


class Digests(NamedTuple):
    """Of a rulebook. ``content``: of the vocabulary and all its files, the same wherever they lie; ``hash``: of the
    content and the folders, which are part of what is kept.
    """

    content: str
    hash: str


def digests_of(lineage: Sequence[str | os.PathLike[str]]) -> Digests:
    """Digests of a rulebook by the folders that it stands on, itself first."""
    state = blake2b(digest_size=_SIZE)
    for name in lexicon.files():
        feed(state, os.path.join(lexicon.FOLDER, name), name)
    for number, folder in enumerate(lineage):
        state.update(f"\0{number}\0".encode())
        feed(state, os.path.join(folder, "rulebook.yaml"), "rulebook.yaml")
        for part in ("clauses", "rules", "texts"):
            for path in sorted(_files(os.path.join(folder, part))):
                feed(state, path, f"{part}/{os.path.basename(path)}")
    content = state.hexdigest()
    for folder in lineage:
        state.update(f"\0{folder}".encode("utf-8", "surrogateescape"))
    return Digests(content, state.hexdigest())


def _files(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.path for entry in entries]
    except OSError:
        return []


def feed(state: Any, path: str, name: str) -> None:
    """Adds a file, by its name and content, to a digest; a file that cannot be read counts as an empty one."""
    try:
        with open(path, "rb", buffering=0) as stream:
            data = stream.read()
    except OSError:
        data = b""
    state.update(f"\0{name}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
    state.update(data)


@cache
def _stamp(form: str) -> str:
    """Names this Python, a form of the data and the loader as it was when first asked: what another one compiled is
    never read.
    """
    state = blake2b(f"{form} {sys.version_info[:2]} {marshal.version}".encode(), digest_size=4)
    for folder in (os.path.dirname(__file__), os.path.dirname(lexicon.FOLDER)):
        for path in sorted(_files(folder)):
            if path.endswith(".py"):
                told = os.stat(path)
                state.update(f"{os.path.basename(path)} {told.st_size} {told.st_mtime_ns}\0".encode())
    return state.hexdigest()


def _named(digest: str, ending: str = _ENDING) -> str:
    return f"{digest}.{_stamp(FORMAT)}{ending}"


def seal(payload: bytes, name: str) -> bytes:
    """The digest over what a file holds, bound to the name of the file."""
    return blake2b(payload, digest_size=_SIZE, key=name.encode()[:64]).digest()


def fetch(digest: str, ending: str = _ENDING, needs: tuple[str, ...] = _NEEDS) -> dict[str, Any] | None:
    """The compiled data for a digest, or None when there is none that can be trusted.

    ``ending`` tells sorts of data apart (rulebooks, unless told otherwise), ``needs`` the keys that such data have.
    """
    folder = cache_folder()
    if folder is None:
        return None
    try:
        name = _named(digest, ending)
        path = os.path.join(folder, name)
        with open(path, "rb") as stream:
            raw = stream.read()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # so that the files removed are those that nobody uses, not the first ones written
    payload = raw[_SIZE:]
    if seal(payload, name) != raw[:_SIZE]:
        return None
    try:
        data = marshal.loads(payload)
    except (ValueError, EOFError, TypeError):
        return None
    return data if isinstance(data, dict) and all(key in data for key in needs) else None


def keep(digest: str, data: dict[str, Any], ending: str = _ENDING, most: int = 0) -> bool:
    """Writes compiled data beside its place and moves it there; False when that cannot be (which harms nothing).

    Of each sort (``ending``) the ``most`` newest files are kept; 0 stands for the usual number.
    """
    folder = cache_folder()
    if folder is None:
        return False
    payload = marshal.dumps(data)
    draft = os.path.join(folder, f"{digest}.{os.getpid()}.tmp")
    try:
        name = _named(digest, ending)
        os.makedirs(folder, exist_ok=True)
        with open(draft, "wb") as stream:
            stream.write(seal(payload, name) + payload)
        os.replace(draft, os.path.join(folder, name))
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        return False
    tidy(folder, ending, most or _MOST_KEPT)
    return True


def tidy(folder: str, ending: str, most: int = _MOST_KEPT) -> None:
    """Removes the oldest files of one kind: every change of a rulebook leaves one behind."""
    with suppress(OSError):
        with os.scandir(folder) as entries:
            kept = sorted((entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(ending))
        for _, path in kept[:-most]:
            os.unlink(path)


__all__ = ["FORMAT", "Digests", "blake2b", "cache_folder", "digests_of", "feed", "fetch", "keep", "seal", "tidy"]
