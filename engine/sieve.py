"""Which of some rules the facts of a story could fit at all, told by bits: most rules are ruled out without a search.

A bit stands for a pattern of a rule with its conditions on single slots. It is refuted when every fact of its type
refutes one of these conditions, or when there is no such fact; an alternative with a refuted pattern matches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.facts import Fact
from knowledge.model import Condition, Rule

_Test = tuple[str, bool, tuple[Any, ...]]
"""A condition on a slot: its name, and whether the value has to be one of these or must be none of them."""
_MOST_VALUES = 4096


class Sieve:
    """Knows the patterns of the rules that were added to it; these have to live as long as it does."""

    def __init__(self) -> None:
        self._bits: dict[tuple[str, tuple[_Test, ...]], int] = {}
        self._of_type: dict[str, int] = {}
        self._tests: dict[str, dict[str, list[tuple[int, bool, tuple[Any, ...]]]]] = {}
        self._needs: dict[int, tuple[int, ...]] = {}
        self._refuting: dict[tuple[str, str, Any], int] = {}

    def add(self, rule: Rule) -> None:
        """Makes the patterns of a rule known; whether it is refuted can be asked from now on."""
        self._needs[id(rule)] = tuple([self._mask(_patterns(condition)) for condition in rule.conditions])

    def _mask(self, patterns: Sequence[tuple[str, tuple[_Test, ...]]]) -> int:
        mask = 0
        for key in patterns:
            bit = self._bits.get(key)
            if bit is None:
                kind, tests = key
                bit = self._bits[key] = 1 << len(self._bits)
                self._of_type[kind] = self._of_type.get(kind, 0) | bit
                slots = self._tests.setdefault(kind, {})
                for name, wanted, values in tests:
                    slots.setdefault(name, []).append((bit, wanted, values))
                self._refuting.clear()
            mask |= bit
        return mask

    def refuted(
        self, memory: Mapping[str, Sequence[Fact]], before: Mapping[str, int] | None = None, changed: str = ""
    ) -> Mapping[str, int]:
        """By type of fact the bits of the patterns that no fact of ``memory`` fits; no two types share a bit.

        ``before``: what it was until facts of the type ``changed`` were put in the place of others.
        """
        if before is not None:
            return {**before, changed: self._refuted(changed, memory.get(changed, ()))}
        return {
            kind: self._refuted(kind, memory[kind]) if kind in memory else all for kind, all in self._of_type.items()
        }

    def _refuted(self, kind: str, facts: Sequence[Fact]) -> int:
        common, tests = self._of_type.get(kind, 0), self._tests.get(kind, {})
        for fact in facts:
            mask, slots = 0, fact.slots
            for name in tests:
                value = slots.get(name)
                if value is not None:
                    bits = self._refuting.get((kind, name, value))
                    mask |= self._refutes(kind, name, value) if bits is None else bits
            common &= mask
            if not common:
                break
        return common

    def _refutes(self, kind: str, name: str, value: Any) -> int:
        mask = 0
        for bit, wanted, values in self._tests[kind][name]:
            if (value in values) is not wanted:
                mask |= bit
        if len(self._refuting) >= _MOST_VALUES:
            self._refuting.clear()
        self._refuting[kind, name, value] = mask
        return mask

    def lets_through(self, rule: Rule, refuted: int) -> bool:
        """Whether an alternative of ``rule``, which was added, is left when the bits ``refuted`` are."""
        for need in self._needs[id(rule)]:  # noqa: SIM110  (a generator would cost more than what it goes through)
            if not need & refuted:
                return True
        return False


def _patterns(condition: Condition) -> tuple[tuple[str, tuple[_Test, ...]], ...]:
    """The patterns of an alternative for facts that must be there, each with its conditions on single slots."""
    return tuple(
        [
            (p.type, tuple([(s.name, s.kind == "is", s.values) for s in p.slots if s.kind in ("is", "not")]))
            for p in condition.patterns
            if not p.absent
        ]
    )


__all__ = ["Sieve"]
