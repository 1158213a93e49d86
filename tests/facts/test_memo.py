"""Memos by identity."""

from __future__ import annotations

from facts.memo import ByIdentity


def test_each_value_is_made_once_and_equal_ones_are_kept_apart() -> None:
    made: list[list[int]] = []

    def length(key: list[int]) -> int:
        made.append(key)
        return len(key)

    memo, one, other = ByIdentity(length), [1], [1]
    assert [memo(one), memo(one), memo(other), memo(one)] == [1, 1, 1, 1]
    assert len(made) == 2


def test_it_is_bounded_and_never_answers_for_another() -> None:
    memo = ByIdentity[list[int], int](sum, most=3)
    for n in range(100):
        assert memo([n]) == n  # the addresses of lists that nobody holds any more are used again
    assert len(memo._known) <= 3
