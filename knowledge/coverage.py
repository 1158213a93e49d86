"""Which clauses are carried out by what, and what the cases show about each: decided, put aside, just not applied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from facts.records import NamedTuple
from knowledge.casemodel import SHOWS, Case
from knowledge.model import Clause, Rulebook
from knowledge.uses import Uses, uses_of

# Clauses of these kinds say what a word means; nothing in play is decided by them alone.
NOT_NORMATIVE = ("definition", "equipment")
LACKS = ("carrier", "case", "limit")
"""What a clause may lack: something that carries it out, a case where it decides, one where it yields or just fails."""


class Covered(NamedTuple):
    """What is known about one clause. ``lacks``: some of ``LACKS``.

    ``decides``: cases that assert something behind which the clause stands. ``shown`` has the keys of ``SHOWS``.
    """

    clause: Clause
    uses: Uses
    decides: tuple[str, ...]
    shown: Mapping[str, tuple[str, ...]]
    lacks: tuple[str, ...]


def coverage(book: Rulebook, cases: Iterable[Case]) -> tuple[Covered, ...]:
    """Every clause of the book; of regulations over a rulebook only those that they state themselves, for the book
    below has cases of its own. ``cases``: those that came out as they expect.
    """
    told = tuple(cases)
    by_rule = shown_by_rule(book, told)
    found: list[Covered] = []
    for name, uses in uses_of(book).items():
        if book.layered and book.clauses[name].book != book.id:
            continue
        decides = tuple(case.id for case in told if any(named.name == name for named in case.clauses))
        shown = {
            what: tuple(dict.fromkeys(case for rule in uses.rules for case in by_rule.get(rule.id, {}).get(what, ())))
            for what in SHOWS
        }
        clause = book.clauses[name]
        found.append(Covered(clause, uses, decides, shown, _lacks(clause, uses, decides, shown)))
    return tuple(found)


def shown_by_rule(book: Rulebook, cases: Iterable[Case]) -> dict[str, dict[str, tuple[str, ...]]]:
    """For each rule the cases that show something about it, by what they show."""
    rules = (rule for rule in book.rules if not book.layered or rule.book == book.id)
    found: dict[str, dict[str, tuple[str, ...]]] = {rule.id: dict.fromkeys(SHOWS, ()) for rule in rules}
    for case in cases:
        shown = {(one.rule, one.what) for one in case.shows}
        blocks = (case.expected, *(step.expected for step in case.then))
        shown |= {(named.name, "defeated") for block in blocks for named in block.defeated}
        shown |= {(named.name, "decides") for block in blocks for named in block.decided_by}
        for rule, what in sorted(shown):
            if rule in found:
                found[rule][what] = (*found[rule][what], case.id)
    return found


def _lacks(
    clause: Clause, uses: Uses, decides: tuple[str, ...], shown: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    if clause.status != "encoded" or clause.kind in NOT_NORMATIVE:
        return ()
    if not uses.anything:
        return ("carrier",)
    lacks = [] if decides else ["case"]
    if uses.rules and not shown["defeated"] and not shown["fails-by-one"]:
        lacks.append("limit")
    return tuple(lacks)


__all__ = ["LACKS", "NOT_NORMATIVE", "Covered", "coverage", "shown_by_rule"]
