"""Facts and matches as the engine sees them: small, compared by identity, the same for every adapter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.records import NamedTuple
from knowledge.model import Rule


class Fact:
    """One fact in working memory. ``slots`` holds values; None is unknown. ``defaults``: slots filled by a declared
    default. ``settled``: it is a finding, so that a slot without a value is not unknown but simply not part of it, and
    there is nobody to ask. ``number``: where it stands among the facts of its story, which come act by act and seat by
    seat; whatever has to be listed is listed by it and never by the names of players.
    """

    __slots__ = ("defaults", "key", "number", "settled", "slots", "type")

    def __init__(
        self,
        type: str,
        key: str,
        slots: Mapping[str, Any],
        defaults: frozenset[str] = frozenset(),
        settled: bool = False,
        number: int = 0,
    ) -> None:
        self.type = type
        self.key = key
        self.slots = slots
        self.defaults = defaults
        self.settled = settled
        self.number = number

    def __repr__(self) -> str:
        return f"{self.type}({self.key})"


class Match(NamedTuple):
    """A rule whose conditions no fact refutes. ``unknown``: the (fact, slot) pairs that are needed and not known.

    With no unknown slot the rule fires; with some it is pending. ``values``: bound variables and lets. ``used``: the
    pairs consulted. ``outcome``: proposed values; None stands for one that cannot be computed yet.
    """

    rule: Rule
    subject: str
    values: Mapping[str, Any]
    facts: tuple[Fact, ...]
    unknown: tuple[tuple[str, str, str], ...]
    outcome: Mapping[str, Any]

    @property
    def fired(self) -> bool:
        """Whether every condition holds for certain."""
        return not self.unknown
