"""Chance that always falls the same way: what the generator throws, by seed and number of the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeVar

_One = TypeVar("_One")


class Dice:
    """Throws for one story. The same seed and number throw the same on every machine and every Python."""

    def __init__(self, seed: int, number: int, what: str = "story") -> None:
        self.random = Random(f"{what} {number} of {seed}")

    def likely(self, percent: int) -> bool:
        """Whether something happens that happens so often in a hundred times."""
        return self.random.randrange(100) < percent

    def one(self, of: Sequence[_One]) -> _One:
        """One of several, each as likely as the other."""
        return of[self.random.randrange(len(of))]

    def weighed(self, weights: Mapping[_One, int]) -> _One:
        """One of several by their weights."""
        thrown = self.random.randrange(sum(weights.values()))
        for name, weight in weights.items():
            thrown -= weight
            if thrown < 0:
                return name
        raise AssertionError("weights sum up to what was thrown below")

    def number(self, low: int, high: int) -> int:
        """A whole number, both ends included."""
        return self.random.randint(low, high)

    def some(self, of: Sequence[_One], most: int) -> list[_One]:
        """None to ``most`` different ones, in the order in which they come in ``of``."""
        count = self.number(0, min(most, len(of)))
        return [of[i] for i in sorted(self.random.sample(range(len(of)), count))]

    def shuffled(self, of: Sequence[_One]) -> list[_One]:
        """All of them in another order."""
        mixed = list(of)
        self.random.shuffle(mixed)
        return mixed
