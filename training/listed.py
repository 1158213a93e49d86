"""The misconceptions as a list: for docs/misconceptions.md and for ``floorcall quiz misconceptions``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from explain.shapes import Schema, a_list, a_text, an_object, texts
from facts.records import NamedTuple
from training.misconception import FOLDER, Misconception, read_misconceptions

MISCONCEPTIONS = "floorcall.misconceptions/1"


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


def as_data(found: Sequence[Listed], language: str) -> dict[str, Any]:
    """Misconceptions as JSON-ready data, by :func:`listed_schema`."""
    return {
        "schema": MISCONCEPTIONS,
        "language": language,
        "misconceptions": [
            {
                "id": one.id,
                "title": one.title,
                "tempting": one.tempting,
                "refuted": [
                    {"rulebook": by.book, "clauses": list(by.clauses), "cases": list(by.cases)} for by in one.refuted
                ],
            }
            for one in found
        ],
    }


def listed_schema() -> Schema:
    """The contract of ``floorcall quiz misconceptions --format json``."""
    refuted = an_object(
        {
            "rulebook": a_text(),
            "clauses": texts("Ids, the clause most to the point first"),
            "cases": texts("Ids of cases whose ruling it turns; empty where it tells a story of its own"),
        }
    )
    one = an_object(
        {
            "id": a_text(),
            "title": a_text("As somebody who holds it would put it"),
            "tempting": a_text("Why it looks right"),
            "refuted": a_list(refuted, "By rulebook"),
        }
    )
    return an_object(
        {
            "schema": {"const": MISCONCEPTIONS},
            "language": a_text("Of the texts"),
            "misconceptions": a_list(one, "By id"),
        }
    )


def as_markdown(language: str = "en") -> str:
    """The list as it stands in docs/misconceptions.md."""
    lines = []
    for one in listed(language):
        told = "; ".join(f"{refuted.book} {', '.join(refuted.clauses)}" for refuted in one.refuted)
        lines.append(f"- **{one.title}** (`{one.id}`). {one.tempting} *Refuted by:* {told}.")
    return "\n".join(lines)


__all__ = ["MISCONCEPTIONS", "Listed", "Refutation", "as_data", "as_markdown", "listed", "listed_schema"]
