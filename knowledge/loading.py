"""Loading a rulebook: found by id, read, laid over what it extends, checked, linked, and kept compiled.

A compiled rulebook is one file in the user's cache folder, named by the digest of everything it was made from. It is
only ever a shortcut: missing, stale, damaged, written by another version or not writable, the YAML is read instead.
"""

from __future__ import annotations

import os
from os.path import basename, dirname, isdir, isfile, join, realpath
from typing import TYPE_CHECKING, Any

from facts.faults import Fault, Faults, nearest
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge import store
from knowledge.model import Clause, Parameter, Rule, Rulebook
from knowledge.packing import pack, unpack

if TYPE_CHECKING:
    from pathlib import Path

HOME = dirname(__file__)
HEAD = "rulebook.yaml"


def installed() -> tuple[str, ...]:
    """Ids of the rulebooks of this release and of those in ``FLOORCALL_RULEBOOKS`` (folders, separated like PATH)."""
    return tuple(sorted(_folders()))


def _folders() -> dict[str, str]:
    roots = [HOME, *(root for root in os.environ.get("FLOORCALL_RULEBOOKS", "").split(os.pathsep) if root)]
    found: dict[str, str] = {}
    for root in roots:
        if isfile(join(root, HEAD)):
            found[basename(realpath(root))] = root
        elif isdir(root):
            inner = (join(root, name) for name in sorted(os.listdir(root)))
            found.update((basename(folder), folder) for folder in inner if isfile(join(folder, HEAD)))
    return found


def folder_of(book: str | Path) -> Path:
    """Folder of a rulebook named by id or by path. Raises Faults with the nearest id when there is none."""
    from pathlib import Path  # late: a ruling goes by plain texts

    return Path(_find(book))


def _find(book: str | Path) -> str:
    """The folder as an absolute path."""
    path = str(book)
    if basename(path) == HEAD and isfile(path):
        return realpath(dirname(path) or ".")
    if isfile(join(path, HEAD)):
        return realpath(path)
    folders = _folders()
    if path in folders:
        return realpath(folders[path])
    if isdir(path):
        raise Faults([Fault(path, 0, 0, f"this folder is no rulebook: it holds no {HEAD}")])
    raise Faults([Fault(path, 0, 0, "there is no such rulebook", nearest(path, folders))])


def heirs_of(folder: str | Path) -> tuple[str, ...]:
    """Ids of the rulebooks, installed or lying beside it, that extend the one in ``folder`` or one that does."""
    own = realpath(folder)
    try:
        beside = {name: join(dirname(own), name) for name in os.listdir(dirname(own))}
    except OSError:
        beside = {}
    known = {**{name: path for name, path in beside.items() if isfile(join(path, HEAD))}, **_folders()}
    return tuple(sorted(name for name, path in known.items() if own in _above(realpath(path))))


def _above(folder: str) -> list[str]:
    """The folders that a rulebook extends; none for one that extends what is not there."""
    try:
        return _lineage(folder)[1:]
    except Faults:
        return []


def load_rulebook(book: str | Path) -> Rulebook:
    """The rulebook named by id (``bfsp``) or by the path of its folder, checked and linked.

    Raises Faults with every fault of every file when something in it does not fit.
    """
    return load(book)[0]


def load(book: str | Path) -> tuple[Rulebook, Vocabulary]:
    """The rulebook together with the vocabulary that it was checked against. Raises Faults."""
    lineage = _lineage(_find(book))
    digests = store.digests_of(lineage)
    data = store.fetch(digests.hash)
    if data is not None:
        try:
            return unpack(data)
        except (TypeError, ValueError, LookupError, AttributeError):
            pass  # sound, yet of another shape: it is made anew
    data = compile_book(lineage, digests)
    store.keep(digests.hash, data)
    return unpack(data)


def load_fresh(book: str | Path) -> tuple[Rulebook, Vocabulary]:
    """Like ``load``, but from the YAML whatever is kept; nothing is kept either. Raises Faults."""
    lineage = _lineage(_find(book))
    return unpack(compile_book(lineage, store.digests_of(lineage)))


def lineage_of(book: str | Path) -> list[str]:
    """The folder of a rulebook and of those that it extends, itself first. Raises Faults."""
    return _lineage(_find(book))


class _Extends(NamedTuple):
    """What ``extends`` says in a head, and where; no name when it says nothing."""

    name: str = ""
    line: int = 0
    column: int = 0


def _lineage(folder: str) -> list[str]:
    """The folder and those that it extends, itself first. Only the heads are looked at, for a fast start."""
    chain = [folder]
    while (parent := _parent(chain[-1])).name:
        head = join(chain[-1], HEAD)
        following = _beside(chain[-1], parent)
        if following in chain:
            message = f"the rulebooks extend each other in a circle: {parent.name}"
            raise Faults([Fault(head, parent.line, parent.column, message)])
        chain.append(following)
    return chain


def _parent(folder: str) -> _Extends:
    """``extends`` as typed, read without a YAML parser; the reader proper looks at it again."""
    try:
        with open(join(folder, HEAD), encoding="utf-8") as stream:
            lines = stream.read().splitlines()
    except (OSError, UnicodeDecodeError):
        return _Extends()
    for number, line in enumerate(lines, 1):
        if line.startswith("extends:"):
            value = line.partition(":")[2].partition(" #")[0].strip().strip("'\"")
            return _Extends() if value in ("", "null", "~") else _Extends(value, number, line.index(value, 8) + 1)
    return _Extends()


def _beside(folder: str, parent: _Extends) -> str:
    near = join(dirname(folder), parent.name)
    if isfile(join(near, HEAD)):
        return realpath(near)
    try:
        return _find(parent.name)
    except Faults as missing:
        (fault,) = missing.faults
        message = f"extends {parent.name}: {fault.message}"
        raise Faults([Fault(join(folder, HEAD), parent.line, parent.column, message, fault.hint)]) from None


def compile_book(lineage: list[str], digests: store.Digests) -> dict[str, Any]:
    """Reads, layers, checks and links; the result is plain data. Raises Faults."""
    from pathlib import Path  # late, like the readers: a stored rulebook needs none of them

    from facts.lexicon import vocabulary
    from knowledge.assembly import assemble

    words = vocabulary()
    return pack(assemble([Path(folder) for folder in lineage], words, digests), words)


__all__ = [
    "Clause",
    "Parameter",
    "Rule",
    "Rulebook",
    "compile_book",
    "folder_of",
    "heirs_of",
    "installed",
    "lineage_of",
    "load",
    "load_fresh",
    "load_rulebook",
]
