"""One chapter of a rulebook in a form that other programs can hold: what an act counts as, and to how much.

The chapter is made from the compiled rules of bfsp, under its default readings, without the rules of stud alone: what
was heard, which chips count, how the act reads, what it settles at. Our arbitration is taken out of it: each table
lists its rows with exceptions before the rules they defeat, and the first row that fits answers; rules that only modify
an answer make a table of their own behind it; a last row carries on what stood before. A row that defeats another only
on paper is still a row: the number of rules is that of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from knowledge.expressions import Tree, evaluate
from knowledge.loading import load
from knowledge.model import Condition, Pattern, Rule, Rulebook

BOOK = "bfsp"
OTHER_GAMES = ("stud7",)
# What a finding holds where no rule gave it anything.
EMPTY: dict[str, dict[str, Any]] = {
    "heard": {"there": False, "word": ""},
    "accepted": {"there": False, "chips": 0, "put": 0, "smallest": 0},
    "reads-as": {"there": False, "as": "", "to": 0},
    "settles": {"there": False, "as": "", "to": 0, "choice": "none", "complete_to": 0},
}
# by topic the tables that answer it one after the other: the base, then what modifies it by the slots that it changes
TABLES: dict[str, tuple[tuple[str, frozenset[str]], ...]] = {
    "heard": (("heard", frozenset()),),
    "accepted": (("accepted", frozenset()),),
    "reads-as": (("reads", frozenset()), ("reads_as", frozenset({"to"}))),
    "settles": (("base", frozenset()), ("sized", frozenset({"as", "to"})), ("settles", frozenset({"as"}))),
}
TOLD = ("act", "table")
Facts = Mapping[str, Mapping[str, Any]]


class Fixed(NamedTuple):
    """A condition on one value: it is (``holds``) or is not among ``values``."""

    path: str
    holds: bool
    values: tuple[Any, ...]


class Row(NamedTuple):
    """One row: all of ``fixed`` and ``tests`` must hold, then ``outcome`` gives a value for every slot of the table.

    A value is named by its place: ``("var", "act.owed")``. ``rule``: the id of the rule it was made from; a row that
    only carries on has none. ``pattern``: what the rule looks at, for programs that match facts instead of values.
    """

    rule: str
    fixed: tuple[Fixed, ...]
    tests: tuple[Tree, ...]
    outcome: tuple[tuple[str, Tree], ...]


class Table(NamedTuple):
    """The rows that answer one question, first match first. ``before``: the table whose finding it carries on."""

    name: str
    before: str
    rows: tuple[Row, ...]


class Chapter(NamedTuple):
    """All tables in order, and the slots of the told facts that their rows look at."""

    tables: tuple[Table, ...]
    slots: Mapping[str, tuple[str, ...]]

    def rules(self) -> tuple[str, ...]:
        """The ids of the rules that it holds."""
        return tuple(dict.fromkeys(row.rule for table in self.tables for row in table.rows if row.rule))


@cache
def chapter() -> Chapter:
    """The chapter of the installed rulebook."""
    book, _ = load(BOOK)
    rules = rules_of(book)
    tables: list[Table] = []
    for topic, parts in TABLES.items():
        before = {"settles": "reads_as"}.get(topic, "")
        for name, changed in parts:
            rows = [row for rule in rules if _belongs(rule, topic, changed) for row in _rows(rule, name, before, book)]
            tables.append(Table(name, before, (*rows, _carried(name, before, topic))))
            before = name
    return Chapter(tuple(tables), _slots(tables))


def rules_of(book: Rulebook) -> list[Rule]:
    """The rules of the chapter, exceptions before what they defeat."""
    chosen = [rule for rule in book.rules if rule.topic in TABLES and _alive(rule, book) and not _elsewhere(rule)]
    return list(_exceptions_first(chosen))


def _alive(rule: Rule, book: Rulebook) -> bool:
    return all(any(pair == (clause, book.defaults[clause]) for pair in rule.reading) for clause, _ in rule.reading)


def _elsewhere(rule: Rule) -> bool:
    """Whether a rule speaks of another game only."""
    slots = [slot for condition in rule.conditions for p in condition.patterns for slot in p.slots]
    return any(s.name == "game" and s.kind == "is" and set(s.values) <= set(OTHER_GAMES) for s in slots)


def _exceptions_first(rules: Sequence[Rule]) -> Iterator[Rule]:
    known = {rule.id: rule for rule in rules}
    above: dict[str, list[str]] = {rule.id: [] for rule in rules}
    for rule in rules:
        for relation in rule.relations:
            beaten = relation.against if relation.kind == "reinstates" else relation.rule
            if relation.kind != "modifies" and beaten in above:
                above[beaten].append(rule.id)
    done: set[str] = set()

    def tell(name: str) -> Iterator[Rule]:
        if name in done:
            return
        done.add(name)
        for other in above[name]:
            yield from tell(other)
        yield known[name]

    for rule in rules:
        yield from tell(rule.id)


def _belongs(rule: Rule, topic: str, changed: frozenset[str]) -> bool:
    own = frozenset(name for name, _ in rule.propose) if rule.modifies else frozenset()
    return rule.topic == topic and own == changed


def _rows(rule: Rule, name: str, before: str, book: Rulebook) -> Iterator[Row]:
    for condition in rule.conditions:
        yield _row(rule, condition, name, before, book)


def _row(rule: Rule, condition: Condition, name: str, before: str, book: Rulebook) -> Row:
    if any(pattern.absent for pattern in condition.patterns):
        raise ValueError(f"{rule.id}: a table of rows cannot hold an absent pattern")
    places: dict[str, Tree] = {}
    fixed: list[Fixed] = []
    for pattern in condition.patterns:
        fixed.extend(_fixed(pattern, places, rule))
    values = book.values(book.readings())
    for variable, tree in rule.let:
        places[variable] = _put(tree, places, values)
    told = {slot: _put(tree, places, values) for slot, tree in rule.propose}
    if rule.modifies:
        fixed.append(Fixed(f"{before}.there", True, (True,)))
        rest: dict[str, Tree] = {slot: ("var", f"{before}.{slot}") for slot in _empty(name)}
    else:
        rest = {slot: _constant(value) for slot, value in _empty(name).items()}
    outcome = {**rest, **told, "there": ("flag", True)}
    tests = tuple(part for tree in condition.tests for part in _parts(_put(tree, places, values)))
    return Row(rule.id, tuple(dict.fromkeys(fixed)), tests, tuple(outcome.items()))


def _fixed(pattern: Pattern, places: dict[str, Tree], rule: Rule) -> Iterator[Fixed]:
    where = {"reads-as": "reads_as"}.get(pattern.type, pattern.type)
    if pattern.type in TABLES:
        yield Fixed(f"{where}.there", True, (True,))
    for slot in pattern.slots:
        path = f"{where}.{slot.name}"
        if slot.kind == "bind":
            places[slot.variable] = ("var", path)
        elif slot.kind == "same":
            if slot.name != "of":
                raise ValueError(f"{rule.id}: a table of rows cannot join by {slot.name}")
        else:
            yield Fixed(path, slot.kind == "is", slot.values)


def _put(tree: Tree, places: Mapping[str, Tree], parameters: Mapping[str, Any]) -> Tree:
    """The tree with places for variables and numbers for parameters."""
    if tree[0] == "var":
        return places[tree[1]]
    if tree[0] == "param":
        return _constant(parameters[tree[1]])
    return (tree[0], *(_put(part, places, parameters) if isinstance(part, tuple) else part for part in tree[1:]))


def _parts(tree: Tree) -> Iterator[Tree]:
    if tree[0] == "and":
        yield from _parts(tree[1])
        yield from _parts(tree[2])
    else:
        yield tree


def _constant(value: Any) -> Tree:
    return ("flag" if isinstance(value, bool) else "num" if isinstance(value, int) else "word", value)


def _empty(name: str) -> dict[str, Any]:
    return EMPTY[topic_of(name)]


def topic_of(name: str) -> str:
    """The topic that a table answers."""
    return next(topic for topic, parts in TABLES.items() if any(name == part for part, _ in parts))


def _carried(name: str, before: str, topic: str) -> Row:
    """The last row: what stood before, or nothing."""
    kept = EMPTY[topic_of(before)] if before else {}
    outcome = {
        slot: ("var", f"{before}.{slot}") if slot in kept else _constant(value) for slot, value in EMPTY[topic].items()
    }
    return Row("", (), (), tuple(outcome.items()))


def _slots(tables: Iterable[Table]) -> dict[str, tuple[str, ...]]:
    paths = {path for table in tables for row in table.rows for path in paths_of(row)}
    return {fact: tuple(sorted(path.split(".")[1] for path in paths if path.startswith(f"{fact}."))) for fact in TOLD}


def paths_of(row: Row) -> set[str]:
    """The places that a row looks at."""
    found = {fixed.path for fixed in row.fixed}
    trees = [*row.tests, *(tree for _, tree in row.outcome)]
    while trees:
        tree = trees.pop()
        if tree[0] == "var":
            found.add(tree[1])
        else:
            trees.extend(part for part in tree[1:] if isinstance(part, tuple))
    return found


def first_match(held: Chapter, facts: Facts) -> dict[str, Any]:
    """The outcome by a plain walk through the tables: what every program that holds the chapter must come to."""
    values = {f"{fact}.{slot}": value for fact, slots in facts.items() for slot, value in slots.items()}
    for table in held.tables:
        row = next(row for row in table.rows if _fits(row, values))
        found = {slot: evaluate(tree, values, {}) for slot, tree in row.outcome}
        values.update({f"{table.name}.{slot}": value for slot, value in found.items()})
    return {slot: values[f"settles.{slot}"] for slot in OUTCOME}


OUTCOME = ("as", "to", "choice", "complete_to")


def _fits(row: Row, values: Mapping[str, Any]) -> bool:
    return all((values[f.path] in f.values) is f.holds for f in row.fixed) and all(
        evaluate(test, values, {}) is True for test in row.tests
    )
