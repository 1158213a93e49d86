"""What two rulebooks say differently, clause by clause: gone, new, or changed in what they say or in what carries them
out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.records import NamedTuple
from knowledge.model import Clause, Parameter, Rule, Rulebook
from knowledge.uses import find_clauses

KINDS = ("gone", "new", "changed")
# The parts of a clause that are compared; who lends it to whom, and where it stands in which file, is no difference.
_PARTS = ("title", "gist", "kind", "status", "readings", "repeats")


class Difference(NamedTuple):
    """One clause that differs. ``kind``: one of ``KINDS``; ``parts``: of a changed clause what differs (title, gist,
    kind, status, readings, repeats, rules, parameters). ``rules``: ids of the rules that differ. ``moved_to``: the
    number under which the later book has what stood here; ``moved_from``: the number that it had; empty where neither
    is known.
    """

    clause: str
    kind: str
    parts: tuple[str, ...]
    rules: tuple[str, ...]
    left: Clause | None
    right: Clause | None
    moved_to: str = ""
    moved_from: str = ""


def differences(left: Rulebook, right: Rulebook, wanted: str = "") -> tuple[Difference, ...]:
    """The clauses that differ, in the order of ``left``, then those that only ``right`` has.

    ``wanted``: only this clause or section; none when neither book has it.
    """
    asked = {clause.id for book in (left, right) for clause in find_clauses(book, wanted)} if wanted else None
    names = [name for name in dict.fromkeys((*left.clauses, *right.clauses)) if asked is None or name in asked]
    return tuple(_compare(names, left, right))


def _compare(names: list[str], left: Rulebook, right: Rulebook) -> Iterator[Difference]:
    laws = [_law(book) for book in (left, right)]
    moved = _moved(left, right)
    came = {later: earlier for earlier, later in moved.items()}
    for name in names:
        old, new = left.clauses.get(name), right.clauses.get(name)
        places = moved.get(name, ""), came.get(name, "")
        if old is None or new is None:
            yield Difference(name, "gone" if new is None else "new", (), (), old, new, *places)
            continue
        rules = _changed(*(law.get(name, ({}, {}))[0] for law in laws))
        values = _changed(*(law.get(name, ({}, {}))[1] for law in laws))
        parts = [part for part in _PARTS if not _same(getattr(old, part), getattr(new, part))]
        parts += (["rules"] if rules else []) + (["parameters"] if values else [])
        if parts:
            yield Difference(name, "changed", tuple(parts), rules, old, new, *places)


def _moved(left: Rulebook, right: Rulebook) -> dict[str, str]:
    """Where clauses went that stand under another number in ``right``: those whose title is found there once, at a
    number that had another title or none before.
    """
    places: dict[str, list[str]] = {}
    for name, clause in right.clauses.items():
        if name not in left.clauses or not _same(left.clauses[name].title, clause.title):
            places.setdefault(clause.title.get("en", ""), []).append(name)
    found: dict[str, str] = {}
    for name, clause in left.clauses.items():
        kept = name in right.clauses and _same(clause.title, right.clauses[name].title)
        there = places.get(clause.title.get("en", ""), [])
        if not kept and len(there) == 1:
            found[name] = there[0]
    return found


def _same(old: Any, new: Any) -> bool:
    """Whether a part is the same; of texts, in the languages that both books speak."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return all(old[language] == new[language] for language in old if language in new)
    return bool(old == new)


def _law(book: Rulebook) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """By clause: its rules and its parameters, without the layer and the file that they stand in."""
    found: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
    for rule in book.rules:
        found.setdefault(rule.clause, ({}, {}))[0][rule.id] = _bare(rule)
    for name, parameter in book.parameters.items():
        found.setdefault(parameter.clause, ({}, {}))[1][name] = _value(parameter)
    return found


def _bare(rule: Rule) -> Rule:
    return rule._replace(book="", layer=0, file="", line=0)


def _value(parameter: Parameter) -> tuple[Any, str]:
    return parameter.value, parameter.reading


def _changed(left: dict[str, Any], right: dict[str, Any]) -> tuple[str, ...]:
    return tuple(name for name in dict.fromkeys((*left, *right)) if left.get(name) != right.get(name))


__all__ = ["KINDS", "Difference", "differences"]
