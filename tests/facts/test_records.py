"""Records are named tuples: the same as those of the standard library in all that is used of them."""

from __future__ import annotations

import copy
import pickle
import typing
from typing import Any

import pytest

from facts.records import NamedTuple


class Ours(NamedTuple):
    """Three fields."""

    name: str
    chips: int
    rest: tuple[int, ...] = ()

    @property
    def rich(self) -> bool:
        """Whether there are many chips."""
        return self.chips > 100

    def more(self, chips: int) -> Ours:
        """The same with more."""
        return self._replace(chips=self.chips + chips)


class Theirs(typing.NamedTuple):
    """Three fields."""

    name: str
    chips: int
    rest: tuple[int, ...] = ()


class Nothing(NamedTuple):
    """No field."""


def both(*values: Any, **named: Any) -> list[Any]:
    """What each makes of some arguments: a value as a tuple, or the message of the error."""
    found: list[Any] = []
    for kind in (Ours, Theirs):
        try:
            found.append(tuple(kind(*values, **named)))
        except TypeError as error:
            found.append(str(error).replace("Theirs", "Ours"))
    return found


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (("A", 1), {}),
        (("A", 1, (2,)), {}),
        (("A",), {"chips": 5}),
        ((), {"chips": 5, "name": "B", "rest": (1,)}),
        (("A",), {}),
        ((), {}),
        (("A", 1, (), 4), {}),
        (("A", 1), {"chips": 2}),
        (("A", 1), {"other": 2}),
    ],
)
def test_a_value_is_made_in_the_same_ways(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    for _ in range(20):  # the constructor becomes another one on the way
        ours, theirs = both(*values, **named)
        assert ours == theirs


def test_many_values_are_like_few() -> None:
    class Fresh(NamedTuple):
        a: int
        b: int = 2

    assert [Fresh(n, n + 1) for n in range(50)] == [(n, n + 1) for n in range(50)]
    assert [Fresh(n) for n in range(50)] == [(n, 2) for n in range(50)]


def test_what_a_named_tuple_offers() -> None:
    ours, theirs = Ours("A", 1), Theirs("A", 1)
    assert ours == theirs == ("A", 1, ())
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert (ours._fields, ours._asdict(), Ours._field_defaults) == (theirs._fields, theirs._asdict(), {"rest": ()})
    assert type(ours._replace(chips=2)) is Ours
    assert ours._replace(chips=2) == theirs._replace(chips=2)
    assert Ours._make(["B", 3, (4,)]) == Theirs._make(["B", 3, (4,)])
    assert Ours.__match_args__ == Theirs.__match_args__
    assert hash(ours) == hash(theirs)
    assert (ours.more(200).rich, ours.rich) == (True, False)
    assert Nothing() == ()
    assert repr(Nothing()) == "Nothing()"


def test_a_value_can_be_copied_and_pickled_and_not_changed() -> None:
    ours = Ours("A", 1, (2,))
    for again in (copy.copy(ours), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert (again, type(again)) == (ours, Ours)
    with pytest.raises(AttributeError):
        ours.chips = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        ours.colour = "red"  # type: ignore[attr-defined]
    assert not hasattr(ours, "__dict__")


def test_wrong_fields_are_said() -> None:
    for make in (Ours, Theirs):
        with pytest.raises((TypeError, ValueError), match="colour"):  # which one hangs on the version of Python
            make("A", 1)._replace(colour="red")  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="Expected 3 arguments, got 1"):
            make._make(["A"])


def test_a_value_can_be_matched() -> None:
    match Ours("A", 1):
        case Ours(name, chips):
            assert (name, chips) == ("A", 1)


def test_a_class_below_a_record_is_an_ordinary_class() -> None:
    class Below(Ours):
        def twice(self) -> int:
            return self.chips * 2

    assert Below("A", 4).twice() == 8
    assert Below("A", 4) == Ours("A", 4)
