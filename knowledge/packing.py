"""A rulebook and its vocabulary as bytes, and back: each rule, clause and fact type by itself, so that a story brings
back only what it touches.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from typing import Any

from facts.lazily import Lazy, LazyRow
from facts.lexicon import FactType, SlotSpec, Stage, Topic, Vocabulary
from knowledge.model import (
    Clause,
    Condition,
    Discretion,
    Layer,
    Outline,
    Parameter,
    Pattern,
    Reading,
    Relation,
    Repeats,
    Rule,
    Rulebook,
    Slot,
)

Packed = dict[str, Any]
_BY_NAME = ("facts", "topics", "derivations", "steps")

# Making a value from its tuple without asking for each field by name takes half the time of calling its class.
_make = tuple.__new__


def pack(book: Rulebook, vocabulary: Vocabulary) -> Packed:
    """Plain data that marshal can store."""
    told, words = book._asdict(), vocabulary._asdict()
    told["rules"] = tuple(map(_bytes, book.rules))
    for values, name in ((told, "clauses"), *((words, name) for name in _BY_NAME)):
        values[name] = {key: _bytes(value) for key, value in values[name].items()}
    return {"book": plain(tuple(told.values())), "vocabulary": plain(tuple(words.values()))}


def unpack(data: Packed) -> tuple[Rulebook, Vocabulary]:
    """The values again. Raises TypeError, ValueError, LookupError or AttributeError for data of another shape."""
    book, words = Rulebook(*data["book"]), Vocabulary(*data["vocabulary"])
    return (
        book._replace(
            clauses=_lazy(book.clauses, _clause),
            parameters={name: Parameter(*raw) for name, raw in book.parameters.items()},
            rules=LazyRow(book.rules, _from_bytes(_rule)),
            outlines=tuple([_make(Outline, raw) for raw in book.outlines]),
            layers=tuple([Layer(*raw) for raw in book.layers]),
        ),
        words._replace(
            facts=_lazy(words.facts, _fact_type),
            topics=_lazy(words.topics, _topic),
            stages=tuple([Stage(*raw) for raw in words.stages]),
            derivations=_lazy(words.derivations, _as_it_is),
            steps=_lazy(words.steps, _as_it_is),
        ),
    )


def _bytes(value: Any) -> bytes:
    return marshal.dumps(plain(value))


def _from_bytes(make: Callable[[Any], Any]) -> Callable[[bytes], Any]:
    return lambda raw: make(marshal.loads(raw))


def _lazy(raw: Any, make: Callable[[Any], Any]) -> Lazy[Any]:
    return Lazy(dict(raw.items()), _from_bytes(make))


def plain(value: Any) -> Any:
    """The same as tuples, lists, dicts and scalars only, for marshal stores nothing else."""
    if isinstance(value, tuple):
        return tuple([plain(part) for part in value])
    if isinstance(value, frozenset):
        return frozenset(value)
    if isinstance(value, list):
        return [plain(part) for part in value]
    if hasattr(value, "items"):
        return {key: plain(part) for key, part in value.items()}
    return value


def _as_it_is(raw: Any) -> Any:
    return raw


# -- the values -------------------------------------------------------------------------------------------------------

_CONDITIONS, _RELATIONS, _DISCRETION = (Rule._fields.index(name) for name in ("conditions", "relations", "discretion"))
_READINGS, _REPEATS = (Clause._fields.index(name) for name in ("readings", "repeats"))
_FACT_SLOTS, _TOPIC_SLOTS = (kind._fields.index("slots") for kind in (FactType, Topic))


def _clause(raw: Any) -> Clause:
    if raw[_READINGS] is None and raw[_REPEATS] is None:
        return _make(Clause, raw)
    fields = list(raw)
    for at, make in ((_READINGS, Reading), (_REPEATS, Repeats)):
        if raw[at] is not None:
            fields[at] = make(*raw[at])
    return _make(Clause, fields)


def _rule(raw: Any) -> Rule:
    fields = list(raw)
    fields[_CONDITIONS] = tuple(
        [Condition(tuple([_pattern(part) for part in patterns]), tests) for patterns, tests in raw[_CONDITIONS]]
    )
    fields[_RELATIONS] = tuple([Relation(*part) for part in raw[_RELATIONS]])
    if raw[_DISCRETION] is not None:
        fields[_DISCRETION] = Discretion(*raw[_DISCRETION])
    return _make(Rule, fields)


def _pattern(raw: Any) -> Pattern:
    type, slots, absent = raw
    return Pattern(type, tuple([_make(Slot, slot) for slot in slots]), absent)


def _fact_type(raw: Any) -> FactType:
    return _make(FactType, _with_slots(raw, _FACT_SLOTS))


def _topic(raw: Any) -> Topic:
    return _make(Topic, _with_slots(raw, _TOPIC_SLOTS))


def _with_slots(raw: Any, at: int) -> tuple[Any, ...]:
    slots = {name: _make(SlotSpec, slot) for name, slot in raw[at].items()}
    return (*raw[:at], slots, *raw[at + 1 :])


__all__ = ["Packed", "pack", "plain", "unpack"]
