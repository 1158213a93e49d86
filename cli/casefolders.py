"""Which cases are run against which rulebook, and running them with a bar on the terminal when it takes long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cli.progress import Bar
from facts.faults import Fault, Faults, nearest
from facts.records import NamedTuple

BOOK = "bfsp"
_HEAD = "rulebook.yaml"


class Batch(NamedTuple):
    """Cases with the rulebook that they are run against."""

    book: Any
    vocabulary: Any
    cases: tuple[Any, ...]


def batches(folders: Sequence[str], rulebook: str | None) -> list[Batch]:
    """The cases of the folders, or of the rulebook where none is named. Raises Faults with all of all folders.

    A rulebook folder stands for its own cases. Any other folder holds cases, which are run against ``rulebook``, else
    against the rulebook that the folder lies in, else against bfsp.
    """
    if not folders:
        from knowledge.loading import folder_of

        folders = [str(folder_of(rulebook or BOOK))]
    found: list[Batch] = []
    faults: list[Fault] = []
    for folder in folders:
        try:
            found.append(_batch(Path(folder), rulebook))
        except Faults as wrong:
            faults.extend(wrong.faults)
    if faults:
        raise Faults(dict.fromkeys(faults))
    return found


def _batch(folder: Path, rulebook: str | None) -> Batch:
    from knowledge.casefiles import cases_of, read_cases
    from knowledge.loading import load

    if not folder.is_dir():
        hint = "the folder that holds it" if folder.is_file() else ""
        raise Faults([Fault(str(folder), 0, 0, "there is no such folder", hint)])
    home = next((path for path in (folder, *folder.resolve().parents) if (path / _HEAD).is_file()), None)
    book, vocabulary = load(rulebook or home or BOOK)
    own = (folder / _HEAD).is_file() and str(folder.resolve()) == book.folder
    cases = cases_of(book, vocabulary) if own else read_cases(_inner(folder), vocabulary)
    return Batch(book, vocabulary, tuple(cases))


def _inner(folder: Path) -> Path:
    return folder / "cases" if (folder / _HEAD).is_file() else folder


def _faults_of_hands(case: Any) -> list[Fault]:
    """The cards of a case that make no hand. The error that is being handled goes on when there are none."""
    from cli.hands import wrong_hands

    faults = [
        Fault(case.file, case.place.line, case.place.column, f"case {case.id}: {key}: {message}")
        for incident in (case.incident, *(step.incident for step in case.then))
        for key, message in wrong_hands(incident)
    ]
    if not faults:
        raise
    return faults


def only(found: Sequence[Batch], patterns: Sequence[str]) -> list[Batch]:
    """The batches with the cases whose id fits one of some patterns (``allin-*``); all of them without a pattern."""
    if not patterns:
        return list(found)
    from fnmatch import fnmatchcase

    kept = [
        batch._replace(cases=tuple(c for c in batch.cases if any(fnmatchcase(c.id, p) for p in patterns)))
        for batch in found
    ]
    if not any(batch.cases for batch in kept):
        known = [case.id for batch in found for case in batch.cases]
        hint = nearest(patterns[0], known) if len(known) else ""
        raise Faults([Fault("--only " + " ".join(patterns), 0, 0, "no case has such a name: nothing was run", hint)])
    return kept


def results(found: Sequence[Batch], engine: str | None = None) -> Iterator[tuple[Batch, Any]]:
    """Runs the cases one after another, each with its batch. Raises Faults, at the end, for cards that make no hand.

    ``engine``: the kind that rules, the fastest when None; Faults when it is not there.
    """
    from cli.engines import pool
    from engine.casework import run_case

    engines = pool(engine)
    bar = Bar(sum(len(batch.cases) for batch in found))
    faults: list[Fault] = []
    try:
        for batch in found:
            for case in batch.cases:
                try:
                    result = run_case(case, batch.book, batch.vocabulary, engines)
                except ValueError:
                    faults.extend(_faults_of_hands(case))
                    continue
                finally:
                    bar.step()
                yield batch, result
    finally:
        bar.clear()
    if faults:
        raise Faults(dict.fromkeys(faults))
