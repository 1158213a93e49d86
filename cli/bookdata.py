"""What is shown of rulebooks, as plain data: text and JSON both come from here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from cli.words import text
from facts.faults import Fault, Faults, nearest
from knowledge.model import Clause, Repeats, Rule, Rulebook
from knowledge.uses import Uses, find_clauses

Data = dict[str, Any]


def clauses_named(wanted: str, *books: Rulebook) -> tuple[Clause, ...]:
    """The clauses of some books that a clause id or a section names. Raises Faults when none of them has any."""
    found = tuple(clause for book in books for clause in find_clauses(book, wanted))
    if not found:
        known = {name for book in books for c in book.clauses.values() for name in (c.id, c.section)}
        where = ", ".join(book.id for book in books)
        raise Faults([Fault(where, 0, 0, f"there is no clause {wanted}", nearest(wanted, known))])
    return found


def head_data(book: Rulebook, language: str) -> Data:
    """Who says what in which edition."""
    return {
        "rulebook": book.id,
        "name": text(book.name, language),
        "edition": text(book.edition, language),
        "authority": text(book.authority, language),
        "cites": book.cites,
        "extends": list(book.lineage[1:]),
        "languages": list(book.languages),
        "folder": book.folder,
        "clauses": len(book.clauses),
        "rules": len(book.rules),
    }


def clause_data(clause: Clause, uses: Uses, cases: Sequence[Any], book: Rulebook, language: str) -> Data:
    """A clause with everything that stands on it."""
    return {
        "clause": clause.id,
        "section": clause.section,
        "title": text(clause.title, language),
        "gist": text(clause.gist, language),
        "kind": clause.kind,
        "status": clause.status,
        "why": text(clause.why, language),
        "book": clause.book,
        "taken_from": _taken(clause, language),
        "depends_on": list(clause.depends_on),
        "needed_by": list(uses.needed_by),
        "readings": _readings(clause, language),
        "repeats": None if clause.repeats is None else _repeats(clause.repeats),
        "rules": [_rule(rule, language) for rule in uses.rules],
        "also_cited_by": [_rule(rule, language) for rule in uses.also],
        "parameters": [{"name": name, "value": _value(book, name)} for name in uses.parameters],
        "derivations": list(uses.derivations),
        "cases": [{"case": case.id, "title": text(case.title or {}, language)} for case in cases],
        "file": clause.file,
        "line": clause.line,
    }


def _taken(clause: Clause, language: str) -> Data | None:
    return {"book": clause.taken_from, "why": text(clause.taken_why, language)} if clause.taken_from else None


def _readings(clause: Clause, language: str) -> Data | None:
    told = clause.readings
    if told is None:
        return None
    options = {name: text(option, language) for name, option in told.options.items()}
    return {"default": told.default, "by": told.by, "options": options}


def _repeats(told: Repeats) -> Data:
    return {"over": told.over, "clauses": list(told.clauses), "same": list(told.same)}


def _rule(rule: Rule, language: str) -> Data:
    return {
        "rule": rule.id,
        "topic": rule.topic,
        "clause": rule.clause,
        "says": text(rule.says, language),
        "file": rule.file,
        "line": rule.line,
    }


def _value(book: Rulebook, name: str) -> Any:
    parameter = book.parameters[name]
    if parameter.reading:
        return {"reading": parameter.reading}
    return list(parameter.value) if isinstance(parameter.value, tuple) else parameter.value


def cases_in(book: str | Path, vocabulary: Any) -> tuple[Any, ...]:
    """The cases that lie in a rulebook's folder; none when there are no such files. Raises Faults."""
    folder = Path(book) / "cases"
    if not any(folder.glob("*.yaml")):
        return ()
    from knowledge.casefiles import read_cases

    return tuple(read_cases(folder, vocabulary))


def cases_on(clause: str, cases: Iterable[Any]) -> list[Any]:
    """The cases that name a clause."""
    return [case for case in cases if any(named.name == clause for named in case.clauses)]
