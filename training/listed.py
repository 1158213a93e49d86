"""The misconceptions as a list: for docs/misconceptions.md and for ``floorcall quiz misconceptions``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.records import NamedTuple
from training.misconception import FOLDER, Misconception, read_misconceptions


class Refutation(NamedTuple):
    """One book against a misconception. ``clauses``: those that refute it; ``cases``: ids of cases whose ruling it
    turns, empty where the misconception tells a story of its own.
    """

    book: str
    clauses: tuple[str, ...]
    cases: tuple[str, ...]


class Listed(NamedTuple):
    """One misconception. ``title`` and ``tempting`` in one language."""

    id: str
    title: str
    tempting: str
    refuted: tuple[Refutation, ...]


def listed(language: str = "en", books: Sequence[str] = (), folder: str = FOLDER) -> Iterator[Listed]:
    """All misconceptions, or those that one of ``books`` refutes, by id. Raises Faults; KeyError for a language in
    which none is told.
    """
    for one in read_misconceptions(folder):
        refuted = tuple(_refutations(one, books))
        if refuted:
            yield Listed(one.id, one.title[language], one.tempting[language], refuted)


def _refutations(one: Misconception, books: Sequence[str]) -> Iterator[Refutation]:
    for name, against in one.books.items():
        if not books or name in books:
            cases = tuple(turned.case.name for turned in against.turned if turned.case is not None)
            yield Refutation(name, tuple(named.name for named in against.clauses), cases)


def as_markdown(language: str = "en") -> str:
    """The list as it stands in docs/misconceptions.md."""
    lines = []
    for one in listed(language):
        told = "; ".join(f"{refuted.book} {', '.join(refuted.clauses)}" for refuted in one.refuted)
        lines.append(f"- **{one.title}** (`{one.id}`). {one.tempting} *Refuted by:* {told}.")
    return "\n".join(lines)


__all__ = ["Listed", "Refutation", "as_markdown", "listed"]
