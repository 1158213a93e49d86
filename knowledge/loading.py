"""Loading a rulebook: found by id, read, laid over what it extends, checked, linked, and kept compiled.

A compiled rulebook is one file in the user's cache folder, named by the digest of everything it was made from. It is
only ever a shortcut: missing, stale, damaged, written by another version or not writable, the YAML is read instead.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

from facts.faults import Fault, Faults, nearest
from facts.lexicon import Vocabulary, from_data
from knowledge import store
from knowledge.model import Clause, Parameter, Rule, Rulebook

HOME = Path(__file__).parent
HEAD = "rulebook.yaml"


def installed() -> tuple[str, ...]:
    """Ids of the rulebooks of this release and of those in ``FLOORCALL_RULEBOOKS`` (folders, separated like PATH)."""
    return tuple(sorted(_folders()))


def _folders() -> dict[str, Path]:
    roots = [HOME, *(Path(p) for p in os.environ.get("FLOORCALL_RULEBOOKS", "").split(os.pathsep) if p)]
    found: dict[str, Path] = {}
    for root in roots:
        if (root / HEAD).is_file():
            found[root.resolve().name] = root
        elif root.is_dir():
            found.update((p.parent.name, p.parent) for p in sorted(root.glob(f"*/{HEAD}")))
    return found


def folder_of(book: str | Path) -> Path:
    """Folder of a rulebook named by id or by path. Raises Faults with the nearest id when there is none."""
    path = Path(book)
    if path.name == HEAD and path.is_file():
        return path.parent.resolve()
    if (path / HEAD).is_file():
        return path.resolve()
    folders = _folders()
    if str(book) in folders:
        return folders[str(book)].resolve()
    if path.is_dir():
        raise Faults([Fault(str(book), 0, 0, f"this folder is no rulebook: it holds no {HEAD}")])
    raise Faults([Fault(str(book), 0, 0, "there is no such rulebook", nearest(str(book), folders))])


def load_rulebook(book: str | Path) -> Rulebook:
    """The rulebook named by id (``bfsp``) or by the path of its folder, checked and linked.

    Raises Faults with every fault of every file when something in it does not fit.
    """
    return load(book)[0]


def load(book: str | Path) -> tuple[Rulebook, Vocabulary]:
    """The rulebook together with the vocabulary that it was checked against. Raises Faults."""
    lineage = _lineage(folder_of(book))
    digest = store.digest_of(lineage)
    data = store.fetch(digest)
    if data is not None:
        try:
            return _revived(data)
        except (TypeError, ValueError, LookupError, AttributeError):
            pass  # sound, yet of another shape: it is made anew
    data = compile_book(lineage, digest)
    store.keep(digest, data)
    return _revived(data)


def load_fresh(book: str | Path) -> tuple[Rulebook, Vocabulary]:
    """Like ``load``, but from the YAML whatever is kept; nothing is kept either. Raises Faults."""
    lineage = _lineage(folder_of(book))
    return _revived(compile_book(lineage, store.digest_of(lineage)))


def _revived(data: dict[str, Any]) -> tuple[Rulebook, Vocabulary]:
    return store.revive(data["book"]), from_data(data["vocabulary"])


class _Extends(NamedTuple):
    """What ``extends`` says in a head, and where; no name when it says nothing."""

    name: str = ""
    line: int = 0
    column: int = 0


def _lineage(folder: Path) -> list[Path]:
    """The folder and those that it extends, itself first. Only the heads are looked at, for a fast start."""
    chain = [folder]
    while (parent := _parent(chain[-1])).name:
        head = str(chain[-1] / HEAD)
        following = _beside(chain[-1], parent)
        if following in chain:
            message = f"the rulebooks extend each other in a circle: {parent.name}"
            raise Faults([Fault(head, parent.line, parent.column, message)])
        chain.append(following)
    return chain


def _parent(folder: Path) -> _Extends:
    """``extends`` as typed, read without a YAML parser; the reader proper looks at it again."""
    try:
        lines = (folder / HEAD).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return _Extends()
    for number, line in enumerate(lines, 1):
        if line.startswith("extends:"):
            value = line.partition(":")[2].partition(" #")[0].strip().strip("'\"")
            return _Extends() if value in ("", "null", "~") else _Extends(value, number, line.index(value, 8) + 1)
    return _Extends()


def _beside(folder: Path, parent: _Extends) -> Path:
    near = folder.parent / parent.name
    if (near / HEAD).is_file():
        return near.resolve()
    try:
        return folder_of(parent.name)
    except Faults as missing:
        (fault,) = missing.faults
        message = f"extends {parent.name}: {fault.message}"
        raise Faults([Fault(str(folder / HEAD), parent.line, parent.column, message, fault.hint)]) from None


def compile_book(lineage: list[Path], digest: str) -> dict[str, Any]:
    """Reads, layers, checks and links; the result is plain data. Raises Faults."""
    from facts.lexicon import as_data, read_files
    from knowledge.assembly import assemble  # late: a stored rulebook needs none of the readers

    files = read_files()
    vocabulary = from_data(as_data(files))
    return {"book": assemble(lineage, vocabulary, digest), "vocabulary": as_data(files)}


__all__ = [
    "Clause",
    "Parameter",
    "Rule",
    "Rulebook",
    "compile_book",
    "folder_of",
    "installed",
    "load",
    "load_fresh",
    "load_rulebook",
]
