"""Loading a rulebook: found by id, read, laid over what it extends, checked, linked, and kept compiled.

A compiled rulebook is one file in the user's cache folder, named by the digest of everything it was made from. It is only ever a
shortcut: missing, stale, damaged, written by another version or not writable, the YAML is read instead.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from facts.faults import Fault, Faults, nearest
from facts.lexicon import Vocabulary, from_data
from knowledge import store
from knowledge.model import Clause, Parameter, Rule, Rulebook

HOME = Path(__file__).parent


def installed() -> tuple[str, ...]:
    """Ids of the rulebooks that come with this release, and of those in ``FLOORCALL_RULEBOOKS`` (folders, separated like PATH)."""
    return tuple(sorted(_folders()))


def _folders() -> dict[str, Path]:
    roots = [HOME, *(Path(p) for p in os.environ.get("FLOORCALL_RULEBOOKS", "").split(os.pathsep) if p)]
    found: dict[str, Path] = {}
    for root in roots:
        if (root / "rulebook.yaml").is_file():
            found[root.name] = root
        elif root.is_dir():
            found.update((p.parent.name, p.parent) for p in sorted(root.glob("*/rulebook.yaml")))
    return found


def folder_of(book: str | Path) -> Path:
    """Folder of a rulebook named by id or by path. Raises Faults with the nearest id when there is none."""
    path = Path(book)
    if (path / "rulebook.yaml").is_file():
        return path.resolve()
    folders = _folders()
    if str(book) in folders:
        return folders[str(book)].resolve()
    raise Faults([Fault(str(book), 0, 0, "there is no such rulebook", nearest(str(book), folders))])


def load_rulebook(book: str | Path) -> Rulebook:
    """The rulebook named by id (``bfsp``) or by the path of its folder, checked and linked.

    Raises Faults with every fault of every file when something in it does not fit.
    """
    return load(book)[0]


def load(book: str | Path) -> tuple[Rulebook, Vocabulary]:
    """The rulebook together with the vocabulary that it was checked against."""
    lineage = _lineage(folder_of(book))
    digest = store.digest_of(lineage)
    data = store.fetch(digest)
    if data is None:
        data = compile_book(lineage, digest)
        store.keep(digest, data)
    return store.revive(data["book"]), from_data(data["vocabulary"])


def _lineage(folder: Path) -> list[Path]:
    """The folder and those that it extends, itself first. Only the heads are looked at, so that a stored rulebook starts fast."""
    chain = [folder]
    while parent := _parent(chain[-1]):
        following = _beside(chain[-1], parent)
        if following in chain:
            raise Faults([Fault(str(chain[-1] / "rulebook.yaml"), 0, 0, f"the rulebooks extend each other in a circle: {parent}")])
        chain.append(following)
    return chain


def _parent(folder: Path) -> str:
    """The value of ``extends`` as typed, read without a YAML parser; the reader proper looks at it again."""
    try:
        lines = (folder / "rulebook.yaml").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ""
    for line in lines:
        if line.startswith("extends:"):
            value = line.partition(":")[2].partition("#")[0].strip().strip("'\"")
            return "" if value in ("null", "~") else value
    return ""


def _beside(folder: Path, parent: str) -> Path:
    near = folder.parent / parent
    if (near / "rulebook.yaml").is_file():
        return near.resolve()
    return folder_of(parent)


def compile_book(lineage: list[Path], digest: str) -> dict[str, Any]:
    """Reads, layers, checks and links; the result is plain data. Raises Faults."""
    from facts.lexicon import as_data, read_files
    from knowledge.assembly import assemble  # late: a stored rulebook needs none of the readers

    files = read_files()
    vocabulary = from_data(as_data(files))
    return {"book": assemble(lineage, vocabulary, digest), "vocabulary": as_data(files)}


__all__ = ["Clause", "Parameter", "Rule", "Rulebook", "folder_of", "installed", "load", "load_rulebook"]
