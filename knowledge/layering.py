"""What a layer changes of those below it, and that layers lie in order: an event over a house over a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Protocol

from knowledge.model import Layer, Parameter
from knowledge.raw import RawBook, RawPattern, RawRule

_ORDER = ("", "house", "event")


class _Placed(Protocol):
    """A rule of a layer below."""

    @property
    def raw(self) -> RawRule:
        """The rule as written."""


def changes(book: RawBook, rules: Mapping[str, _Placed], parameters: Mapping[str, Parameter]) -> Layer:
    """What a book changes of the ``rules`` and ``parameters`` below it; nothing is noted of an edition."""
    head = book.head
    kind = "" if head.layer is None else head.layer.name
    plain = Layer(head.id, kind, head.name, head.cites, "", (), {}, {})
    if not kind:
        return plain
    repealed = {named.name: named.of for named in head.repealed_rules}
    gone = (rules[name].raw for name in (*repealed, *(rule.id for rule in book.rules)) if name in rules)
    below = {name: parameters[name] for name in (one.name for one in head.parameters) if name in parameters}
    return plain._replace(
        displaced=tuple(dict.fromkeys(types for raw in gone for types in _asked(raw))),
        former={name: (one.value, one.reading) for name, one in below.items()},
        repeals=repealed,
    )


def _asked(raw: RawRule) -> Iterable[tuple[str, ...]]:
    """The fact types that each alternative of a rule wants."""
    for row in raw.conditions:
        yield tuple(sorted({part.type for part in row if isinstance(part, RawPattern) and not part.absent}))


def check_order(books: Sequence[RawBook]) -> None:
    """A fault for each book that lies under one over which it belongs."""
    for upper, lower in pairwise(books):
        above, below = upper.head.layer, lower.head.layer
        kinds = ["" if named is None else named.name for named in (above, below)]
        if _ORDER.index(kinds[0]) < _ORDER.index(kinds[1]):
            node = above.node if above is not None else upper.head.extends.node if upper.head.extends else None
            what = f"layer {kinds[0]}" if above is not None else "a rulebook"
            message = f"{what} cannot lie over the {kinds[1]} layer {lower.head.id}"
            upper.head_reader.fault(node, message, "an event lies over a house, a house over a rulebook")


__all__ = ["changes", "check_order"]
