"""A rulebook as immutable values: clauses, parameters, readings and rules, linked and checked.

The values are plain tuples all the way down, so that a compiled rulebook can be stored and brought back in a
millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from facts.records import NamedTuple
from knowledge.expressions import Tree

Text = Mapping[str, str]


class Reading(NamedTuple):
    """The ways in which one clause can be read. ``default`` is one of ``options``; ``by`` is the official who fixes
    it.
    """

    clause: str
    default: str
    by: str
    options: Mapping[str, Text]


class Repeats(NamedTuple):
    """What a clause with a scale for repeats counts. ``over``: the span, so far only ``event``.

    ``clauses``: the clauses whose breaches count, or, empty, ``same``: the slots in which an earlier event of the same
    type has to be alike.
    """

    over: str
    clauses: tuple[str, ...]
    same: tuple[str, ...]


class Clause(NamedTuple):
    """One clause. ``status``: encoded, not computable, out of scope (then ``why``). ``taken_from``: book it is
    borrowed from. ``repeats``: what it counts where its answer hangs on how often it happened.
    """

    id: str
    book: str
    section: str
    title: Text
    gist: Text
    kind: str
    status: str
    why: Text
    taken_from: str
    taken_why: Text
    depends_on: tuple[str, ...]
    readings: Reading | None
    file: str
    line: int
    repeats: Repeats | None = None


class Parameter(NamedTuple):
    """One value that a rulebook sets. ``value`` is an int, a word or a pair; with ``reading`` it is the name of the
    reading chosen, as an int where ``kind`` is ``number``. ``book``: the book of the lineage that sets it.
    """

    name: str
    value: Any
    kind: str
    clause: str
    reading: str
    title: Text
    book: str = ""


class Slot(NamedTuple):
    """One condition on a slot of a pattern. ``kind``: ``is`` (one of ``values``), ``not`` (none of them), ``bind``,
    ``same``.

    ``bind`` gives the value to ``variable``; ``same`` wants the value that an earlier pattern gave to it.
    """

    name: str
    kind: str
    values: tuple[Any, ...]
    variable: str


class Pattern(NamedTuple):
    """A condition on one fact: its type and the slots that matter. ``absent``: no such fact may exist."""

    type: str
    slots: tuple[Slot, ...]
    absent: bool


class Condition(NamedTuple):
    """One alternative of a rule's ``when``: patterns in order, then tests over what they bound."""

    patterns: tuple[Pattern, ...]
    tests: tuple[Tree, ...]


class Relation(NamedTuple):
    """What a rule does to another on the same subject: ``overrides``, ``restricts``, ``reinstates`` (``against``) or
    ``modifies``.
    """

    kind: str
    rule: str
    against: str
    clause: str


class Discretion(NamedTuple):
    """Who may decide, and within which range."""

    by: str
    range: Text


class Rule(NamedTuple):
    """One production rule: it proposes an answer to one topic about one subject."""

    id: str
    book: str
    layer: int
    clause: str
    also: tuple[str, ...]
    topic: str
    stage: int
    subject: str
    reading: tuple[tuple[str, str], ...]
    conditions: tuple[Condition, ...]
    let: tuple[tuple[str, Tree], ...]
    propose: tuple[tuple[str, Tree], ...]
    relations: tuple[Relation, ...]
    parameters: tuple[str, ...]
    discretion: Discretion | None
    says: Text
    file: str
    line: int

    @property
    def modifies(self) -> bool:
        """Whether the rule only changes a part of another proposal's outcome."""
        for relation in self.relations:  # noqa: SIM110  (asked of every match; most rules have no relation at all)
            if relation.kind == "modifies":
                return True
        return False


class Outline(NamedTuple):
    """What tells whether a story could touch a rule at all: the topic it answers, the readings it belongs to, and by
    alternative the types of fact that must be there.
    """

    topic: str
    reading: tuple[tuple[str, str], ...]
    wants: tuple[tuple[str, ...], ...]


def outline_of(rule: Rule) -> Outline:
    """The outline of a rule."""
    wants = tuple(tuple(p.type for p in condition.patterns if not p.absent) for condition in rule.conditions)
    return Outline(rule.topic, rule.reading, wants)


class Layer(NamedTuple):
    """One book of a lineage. ``kind``: ``event`` or ``house`` for regulations that lie over a rulebook, empty for the
    rulebook itself and the editions that it extends.

    What regulations changed is kept so that a ruling can tell at once whether they took part: ``displaced`` has, for
    each alternative of each rule that they replaced or repealed, the fact types that it asked for; ``former`` the value
    and the reading below of each parameter that they set anew; ``repeals`` the clause by which each rule was repealed.
    """

    book: str
    kind: str
    name: Text
    cites: str
    folder: str
    displaced: tuple[tuple[str, ...], ...]
    former: Mapping[str, tuple[Any, str]]
    repeals: Mapping[str, str]


class Rulebook(NamedTuple):
    """A whole rulebook after its layers were laid over each other.

    ``unforeseen``: the clause that gives the unforeseen case to ``official``; empty where the text gives it to nobody.
    ``incomplete``: what is at hand of a text that is not at hand as a whole; empty where all of it is.
    ``derivations``: the clause behind each kind of value that the table replay derives. ``lineage``: the books it
    stands on, itself first; ``layers`` says more about each. ``hash``: digest of everything it was read from, its
    folders included, ``content``: the same wherever the files lie. ``outlines``: of the rules, in their order.
    ``defaults``: by clause the reading in force where nobody chose another.
    """

    id: str
    name: Text
    edition: Text
    cites: str
    authority: Text
    languages: tuple[str, ...]
    lineage: tuple[str, ...]
    clauses: Mapping[str, Clause]
    parameters: Mapping[str, Parameter]
    rules: Sequence[Rule]
    unforeseen: str
    official: str
    incomplete: Text
    derivations: Mapping[str, tuple[str, ...]]
    hash: str
    content: str
    folder: str
    outlines: tuple[Outline, ...]
    defaults: Mapping[str, str]
    layers: tuple[Layer, ...] = ()

    @property
    def layered(self) -> bool:
        """Whether it is regulations of a house or an event over a rulebook."""
        return bool(self.layers) and bool(self.layers[0].kind)

    def cites_of(self, clause: Clause | None) -> str:
        """The short name under which a clause is cited: that of the regulations it stands in, else of the rulebook."""
        if not self.layered:
            return self.cites
        book = None if clause is None else clause.book
        own = next((layer for layer in self.layers if layer.kind and layer.book == book), None)
        return (own or next(layer for layer in self.layers if not layer.kind)).cites

    def readings(self, chosen: Mapping[str, str] | None = None) -> dict[str, str]:
        """The reading in force for each clause that has several. ``chosen`` maps clause ids to names.

        Raises KeyError (clause or name unknown) with the offending text.
        """
        force = dict(self.defaults)
        for clause, name in (chosen or {}).items():
            if clause not in force:
                raise KeyError(clause)
            reading = self.clauses[clause].readings
            if reading is None or name not in reading.options:
                raise KeyError(name)
            force[clause] = name
        return force

    def has_reading(self, clause: str, name: str) -> bool:
        """Whether a clause of this book can be read so."""
        told = self.clauses[clause].readings if clause in self.clauses else None
        return told is not None and name in told.options

    def derived_from(self, code: str, structure: str) -> tuple[str, ...]:
        """The clauses behind a value that the table replay derives, those of the betting structure first of all."""
        return self.derivations.get(f"{code}/{structure}") or self.derivations.get(code, ())

    def values(self, readings: Mapping[str, str]) -> dict[str, Any]:
        """Parameter values under ``readings``; a pair ``num/den`` also answers to ``name.num`` and ``name.den``."""
        values: dict[str, Any] = {}
        for parameter in self.parameters.values():
            value = readings[parameter.reading] if parameter.reading else parameter.value
            value = int(value) if parameter.kind == "number" else value
            values[parameter.name] = value
            if isinstance(value, tuple):
                values[parameter.name + ".num"], values[parameter.name + ".den"] = value
        return values
