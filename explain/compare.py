"""One incident under several rulebooks as plain data: the published contract ``floorcall.compare/1``
(docs/compare.schema.json).

Every book's answer is told part by part (``engine.comparison.CELLS``), in the words of its ruling. Text and Markdown
show the same parts (``explain.comparetext``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.comparison import ASKS, BACK, CONDUCT, NEXT, OUTCOME, STEPS, Compared, Comparison
from engine.ruling import DISCRETION, Question
from explain.data import Data, data_of
from explain.headline import decided, headlines
from explain.layout import Row
from explain.options import line, phrases
from explain.text import JUDGE, sections, status
from explain.view import View
from explain.wording import Wording
from facts.records import NamedTuple

SCHEMA = "floorcall.compare/1"


class Part(NamedTuple):
    """One part of an answer: which of ``CELLS`` it is, and its rows as a judge reads them."""

    cell: str
    rows: tuple[Row, ...]


class Side(NamedTuple):
    """One book's answer in one language.

    ``parts``: what it says, without the empty ones; ``clauses``: those that decide it, the most telling first.
    """

    compared: Compared
    view: View
    data: Data
    parts: tuple[Part, ...]
    clauses: tuple[str, ...]


def sides(comparison: Comparison, language: str, grouped: bool = False) -> list[Side]:
    """The answers in the order of the books. Raises ValueError for a language that is not spoken."""
    return [_side(row, language, grouped) for row in comparison.rows]


def comparison_data(comparison: Comparison, language: str = "en", left_out: Mapping[str, int] | None = None) -> Data:
    """The comparison as JSON-ready data. ``left_out``: books that could not be read, with the number of their faults.

    Amounts are whole chips, as in a ruling. Raises ValueError for a language that is not spoken.
    """
    found = sides(comparison, language)
    first = found[0].compared.rulebook.id
    return {
        "schema": SCHEMA,
        "language": language,
        "reference": first,
        "alike": [side.compared.rulebook.id for side in found[1:] if not side.compared.differs],
        "rows": [row_data(side) for side in found],
        "left_out": [{"rulebook": book, "faults": faults} for book, faults in (left_out or {}).items()],
    }


def row_data(side: Side) -> Data:
    """One answer part by part, as JSON-ready data."""
    compared, view, data = side.compared, side.view, side.data
    book, told = compared.rulebook, {part.cell: part.rows for part in side.parts}
    return {
        "rulebook": book.id,
        "name": view.wording.of(book.name),
        "edition": data["edition"],
        "layers": list(book.lineage),
        "status": data["status"],
        "silent": compared.silent,
        "names_game": compared.names_game,
        "differs": list(compared.differs),
        "differs_for": list(compared.seats),
        "outcome": [_line(row) for row in told.get(OUTCOME, ())],
        "returned": data["chips"]["returned"],
        "options": [{**entry, "text": _options(view, entry)} for entry in data["options"]],
        "steps": [_line(row) for row in told.get(STEPS, ())],
        "conduct": [_line(row) for row in told.get(CONDUCT, ())],
        "questions": [question for question in data["questions"] if question["matters"]],
        "discretion": [found["discretion"] for found in data["findings"] if "discretion" in found],
        "clauses": [_citation(view, clause) for clause in side.clauses],
    }


def _line(row: Row) -> Data:
    return {"text": row.text, "clauses": list(row.clauses)}


def _citation(view: View, clause: str) -> Data:
    title = view.wording.of(view.rulebook.clauses[clause].title)
    return {"clause": clause, "cite": view.cite(clause), "title": title}


# -- part by part ---------------------------------------------------------------------------------------------------


def _side(compared: Compared, language: str, grouped: bool) -> Side:
    ruling = compared.ruling
    view = View.of(ruling, Wording(language, ruling.vocabulary, grouped))
    data = data_of(view, ruling)
    rows = _rows(view, data, compared)
    clauses = dict.fromkeys(clause for _, row in rows for clause in row.clauses)
    known = tuple(clause for clause in clauses if clause in view.rulebook.clauses)
    cells = dict.fromkeys(cell for cell, _ in rows)
    parts = (Part(cell, tuple(row for where, row in rows if where == cell)) for cell in cells)
    return Side(compared, view, data, tuple(parts), known)


def _rows(view: View, data: Data, compared: Compared) -> list[tuple[str, Row]]:
    """All rows of an answer, each with the part that it belongs to."""
    rows = {section.label: section.rows for section in sections(view, data, JUDGE, compared.ruling)}

    def section(key: str) -> Iterable[Row]:
        return rows.get(view.wording.label("sections", key), ())

    said = headlines(view)
    back = data["chips"]["returned"].items()
    found = [(OUTCOME, Row(told.text, told.clauses[:1])) for told in said if not told.apart]
    found += [(BACK, Row(view.wording.say("chips", "back-sentence", seat=s, amount=n))) for s, n in back]
    answered = {told["question"]: _answered(view, asked) for told, asked in _asked(data, compared)}
    found += [(ASKS, row._replace(clauses=answered.get(row.text, ()))) for row in section("ask")]
    found += [(NEXT, _choices(view, entry)) for entry in data["options"]]
    found += [(STEPS, _step(row)) for row in section("steps")]
    found += [(CONDUCT, Row(told.text, told.clauses[:1])) for told in said if told.apart]
    return [*found, *((CONDUCT, row) for row in section("sanction"))]


def brief(side: Side) -> Side:
    """The answer with of each question only what its answers come to first: beside another, more hides what differs."""

    def told(part: Part) -> Part:
        return part._replace(rows=tuple(row for row in part.rows if row.head != " ")) if part.cell == ASKS else part

    return side._replace(parts=tuple(map(told, side.parts)))


def _step(row: Row) -> Row:
    """A step with its number before it, as the options have their player."""
    number, _, text = row.text.partition("  ")
    return row._replace(text=text, head=number) if number.isdigit() and text else row


def _choices(view: View, entry: Mapping[str, Any]) -> Row:
    joined = view.wording.label("option", "joined").join(phrases(view, entry))
    return Row(joined, list(dict.fromkeys(_behind(view, entry))), entry["seat"])


def _options(view: View, entry: Mapping[str, Any]) -> str:
    return line(view, entry["seat"], phrases(view, entry))


def _behind(view: View, entry: Mapping[str, Any]) -> Iterator[str]:
    """The clauses that decide what is open to a player: those that keep him from something, those of the sizes."""
    for barred in entry["may_not"]:
        yield from barred["clauses"][:1]
    offered = any(act["act"] in ("bet", "raise", "all-in") for act in entry["acts"])
    for derived in view.trace.sizes.get(entry["seat"], ()) if offered else ():
        if derived.code not in view.vocabulary.quiet:
            yield from view.derivation_clauses(derived.code)[:1]


def _asked(data: Data, compared: Compared) -> Iterable[tuple[Data, Question]]:
    """The questions as data and as they are."""
    return zip(data["questions"], compared.ruling.questions, strict=True)


def _answered(view: View, question: Question) -> list[str]:
    """The clauses that decide where the answers to a question lead."""
    traces = (answer.trace for answer in question.answers)
    lines = (told for trace in traces for told in decided(view.other(trace), with_open=False))
    return list(dict.fromkeys(clause for told in lines for clause in told.clauses[:1]))


def status_text(side: Side) -> str:
    """Who may decide, and within which range; empty where that is not left to anybody, or said with the act."""
    ranged = any("discretion" in finding for finding in side.data["findings"])
    if side.data["status"] != DISCRETION or (side.view.trace.open_acts and not ranged):
        return ""
    return status(side.view, side.compared.ruling, side.data)


__all__ = ["SCHEMA", "Part", "Side", "brief", "comparison_data", "sides", "status_text"]
