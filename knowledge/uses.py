"""What stands on each clause of a rulebook: rules, parameters, derivations of the replay, other clauses."""

from __future__ import annotations

from collections.abc import Iterable

from facts.records import NamedTuple
from knowledge.model import Clause, Rule, Rulebook


class Uses(NamedTuple):
    """What stands on one clause.

    ``rules``: those whose own clause it is. ``also``: those that name it beside their own: as a further citation, as
    the clause of a relation, or as the clause that is read so. ``parameters`` and ``derivations``: names.
    ``needed_by``: clauses that depend on it.
    """

    rules: tuple[Rule, ...]
    also: tuple[Rule, ...]
    parameters: tuple[str, ...]
    derivations: tuple[str, ...]
    needed_by: tuple[str, ...]

    @property
    def anything(self) -> bool:
        """Whether a rule, a parameter or a derivation carries the clause out."""
        return bool(self.rules or self.also or self.parameters or self.derivations)


def uses_of(book: Rulebook) -> dict[str, Uses]:
    """What stands on each clause, by clause in the order of the rulebook."""
    return {name: _uses(name, book) for name in book.clauses}


def _uses(clause: str, book: Rulebook) -> Uses:
    own = tuple(rule for rule in book.rules if rule.clause == clause)
    return Uses(
        own,
        tuple(rule for rule in book.rules if rule.clause != clause and clause in _named(rule)),
        tuple(p.name for p in book.parameters.values() if clause in (p.clause, p.reading)),
        tuple(code for code, clauses in book.derivations.items() if clause in clauses),
        tuple(other.id for other in book.clauses.values() if clause in other.depends_on),
    )


def _named(rule: Rule) -> set[str]:
    return {*rule.also, *(relation.clause for relation in rule.relations), *(name for name, _ in rule.reading)}


def find_clauses(book: Rulebook, wanted: str) -> tuple[Clause, ...]:
    """The clause of this id, else all that lie below it (``4.9.8`` finds ``4.9.8.p4.e1``) or stand in the section."""
    if wanted in book.clauses:
        return (book.clauses[wanted],)
    below = wanted.rstrip(".") + "."
    return tuple(c for c in book.clauses.values() if c.id.startswith(below) or c.section == wanted.rstrip("."))


def by_section(clauses: Iterable[Clause]) -> dict[str, list[Clause]]:
    """Clauses under their sections, 4.9 before 4.10; within a section they keep the order in which they are written."""
    found: dict[str, list[Clause]] = {}
    for clause in sorted(clauses, key=lambda c: order_of(c.section)):
        found.setdefault(clause.section, []).append(clause)
    return found


def order_of(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names of clauses as people read them: numbers by value, a section before what lies below it."""
    parts: list[tuple[int, int, str]] = []
    for part in name.replace("-", ".").split("."):
        digits = part.lstrip("abcdefghijklmnopqrstuvwxyz")
        number = int(digits) if digits.isdecimal() else -1
        parts.append((0, number, "") if part.isdecimal() else (1, number, part.rstrip("0123456789")))
    return tuple(parts)


__all__ = ["Uses", "by_section", "find_clauses", "order_of", "uses_of"]
