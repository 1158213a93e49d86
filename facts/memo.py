"""Tables of what was worked out about long-lived values, such as the rules of a rulebook, found again by identity.

Hashing a rule means hashing everything in it; its address is enough as long as the rule lives, so the table keeps it
alive. The tables are bounded: one that is full starts anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
_MOST = 20_000


class ByIdentity(Generic[Key, Value]):
    """What ``make`` gives for a value, made once for each."""

    __slots__ = ("_known", "_make", "_most")

    def __init__(self, make: Callable[[Key], Value], most: int = _MOST) -> None:
        self._make = make
        self._most = most
        self._known: dict[int, tuple[Key, Value]] = {}

    def __call__(self, key: Key) -> Value:
        found = self._known.get(id(key))
        if found is not None:
            return found[1]
        if len(self._known) >= self._most:
            self._known.clear()
        made = self._make(key)
        self._known[id(key)] = (key, made)  # the key is kept, so that its address cannot go to another
        return made


__all__ = ["ByIdentity"]
