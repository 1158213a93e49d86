"""Mappings and sequences whose values are made when they are first asked for.

A compiled rulebook holds hundreds of rules, clauses and fact types; one story touches a few of them. To the outside
they are as immutable as if everything had been made at once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar, overload

T = TypeVar("T")


class Lazy(Mapping[str, T]):
    """A mapping over ``raw`` whose values ``make`` builds, each once."""

    __slots__ = ("_made", "_make", "_raw")

    def __init__(self, raw: Mapping[str, Any], make: Callable[[Any], T]) -> None:
        self._raw = raw
        self._make = make
        self._made: dict[str, T] = {}

    def __getitem__(self, name: str) -> T:
        try:
            return self._made[name]
        except KeyError:
            made = self._made[name] = self._make(self._raw[name])
            return made

    def __contains__(self, name: object) -> bool:
        return name in self._raw

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)


class Chosen(Mapping[str, T]):
    """Those entries of ``whole`` whose names are in ``names``."""

    __slots__ = ("_names", "_whole")

    def __init__(self, whole: Mapping[str, T], names: Collection[str]) -> None:
        self._whole = whole
        self._names = names

    def __getitem__(self, name: str) -> T:
        if name not in self._names:
            raise KeyError(name)
        return self._whole[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._whole if name in self._names)

    def __len__(self) -> int:
        return len(self._names)


class LazyRow(Sequence[T]):
    """A sequence over ``raw`` whose items ``make`` builds, each once. Equal to any sequence of equal items."""

    __slots__ = ("_made", "_make", "_raw")

    def __init__(self, raw: Sequence[Any], make: Callable[[Any], T]) -> None:
        self._raw = raw
        self._make = make
        self._made: list[T | None] = [None] * len(raw)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            return tuple(self[i] for i in range(*at.indices(len(self))))
        made = self._made[at]
        if made is None:
            made = self._made[at] = self._make(self._raw[at])
        return made

    def __len__(self) -> int:
        return len(self._raw)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


__all__ = ["Chosen", "Lazy", "LazyRow"]
