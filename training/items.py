"""Items made from the cases of a rulebook: the story redrawn, ruled, told and asked about.

The same book, seed and language give the same items; an id and a seed give the same item again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from facts.records import NamedTuple
from training.desk import BLOCK, Desk
from training.family import item_of
from training.item import KINDS, MISTAKEN, Item
from training.redrawn import people
from training.shelf import Told

_MOST_VARIANTS = 50
_SHARE = 1.4
# A round that brings fewer new stories for a case than this is a poor one.
_POOR = 0.5
_SPACE = re.compile(r"\W+")


def make(
    book: str,
    *,
    language: str = "en",
    seed: int = 1,
    count: int | None = None,
    kinds: Sequence[str] | None = None,
    clause: str | None = None,
    case: str | None = None,
    level: str | None = None,
    complexity: int | None = None,
    misconception: str | None = None,
    desk: Desk | None = None,
) -> Iterator[Item]:
    """Items of a rulebook, no two alike, as many as there are or as ``count`` says; those of one story stand apart, and
    no kind has much more than its share as long as there are others.

    ``clause`` (with all its parts), ``case``, ``level``, ``complexity`` and ``misconception`` (by id, or ANY) narrow
    them. ``desk``: one of that book, open already. Raises Faults when the rulebook cannot be read, ValueError for
    an unknown language.
    """
    desk = desk or Desk(book)
    wanted = tuple(kind for kind in kinds or KINDS if misconception is None or kind in MISTAKEN)
    making = _Making(desk, language, seed, count, _Wish(clause, level, complexity, misconception))
    for cases in _cases(desk, seed, clause, case, misconception) if wanted else ():
        for number in range(1, _MOST_VARIANTS + 1):
            before = making.total
            yield from making.round(number, cases, wanted)
            if making.total == before or making.done:  # another round would bring nothing either
                break


class _Wish(NamedTuple):
    """What an item has to be; None asks for nothing."""

    clause: str | None
    level: str | None
    complexity: int | None
    misconception: str | None

    def fits(self, item: Item) -> bool:
        """Whether an item is one that is asked for."""
        return (
            self.level in (None, item.level)
            and self.complexity in (None, item.complexity)
            and (self.clause is None or any(belongs(name, self.clause) for name in item.clauses))
            and (self.misconception is None or item.holds(self.misconception))
        )


class _Making:
    """Items as they are made: how many of each kind there are, and what no further one may be like."""

    def __init__(self, desk: Desk, language: str, seed: int, count: int | None, wish: _Wish) -> None:
        self._of = desk, language, seed
        self._count = count
        self._wish = wish
        self._made: Counter[str] = Counter()
        self._seen: set[str] = set()
        # Stories and kinds that gave an item. Where few are asked for, what gave none at first is not tried again.
        self._fruitful: set[tuple[str, str]] = set()

    @property
    def total(self) -> int:
        """How many there are."""
        return self._made.total()

    @property
    def done(self) -> bool:
        """Whether there are as many as were asked for."""
        return self._count is not None and self.total >= self._count

    def round(self, number: int, cases: Sequence[Told], kinds: Sequence[str]) -> Iterator[Item]:
        """Each case drawn anew once for each kind; variant ``number`` of each, as far as it is asked for and new."""
        desk, language, seed = self._of
        before, retellings = self.total, list[Item]()
        narrow = number > 1 and any(wish is not None for wish in self._wish)
        for one, kind in _shared(_turns(cases, kinds), self._made, kinds):
            if self.done:
                return
            if narrow and (one.id, kind) not in self._fruitful:
                continue
            item = item_of(desk, one, kind, language, seed, number)
            if item is None or not self._wish.fits(item):
                continue
            self._fruitful.add((one.id, kind))
            if (told := retold(item, desk)) in self._seen:
                retellings.append(item)
            elif self._is_new(item, desk):
                self._seen.add(told)
                yield item
        if self.total - before <= len(cases) * _POOR:  # little else is left: stories again, with other wrong options
            for item in retellings:
                if not self.done and self._is_new(item, desk):
                    yield item

    def _is_new(self, item: Item, desk: Desk) -> bool:
        """Whether an item is like none before it; it is counted then."""
        names = likeness(item, desk)
        if not self._seen.isdisjoint(names):
            return False
        self._seen.update(names)
        self._made[item.kind] += 1
        return True


def again(id: str, seed: int, language: str, *, desk: Desk | None = None) -> Item:
    """The item with this id made again. KeyError when the rulebook has no such item any more."""
    parts = id.split("/")
    if len(parts) != 4 or parts[2] not in KINDS or not parts[3].isdecimal():
        raise KeyError(id)
    book, case, kind, number = parts
    desk = desk or Desk(book)
    item = item_of(desk, desk.cases[case], kind, language, seed, int(number)) if case in desk.cases else None
    if item is None:
        raise KeyError(id)
    return item


def belongs(clause: str, to: str) -> bool:
    """Whether a clause is another one or a part of it: 4.12.p1 of 4.12, 53-A of 53."""
    return clause.startswith(to) and not clause[len(to) : len(to) + 1].isalnum()


def likeness(item: Item, desk: Desk) -> tuple[str, str]:
    """What two items that are alike have in common: the question with the same options, or all of it, the story too,
    told of other players. Case, spacing and the order of the options count for nothing.
    """
    options = "\n".join(sorted(option.text for option in item.options))
    return _plain(f"{item.question}\n{options}"), retold(item, desk, options)


def retold(item: Item, desk: Desk, options: str = "") -> str:
    """The story and the question, whoever the players are; ``options`` are looked at as well."""
    whole = "\n".join((item.story, item.question, options))
    for n, name in enumerate(people(item.incident, desk.vocabulary)):
        whole = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"#{n}", whole)
    return _plain(whole)


def _plain(text: str) -> str:
    return _SPACE.sub(" ", text).strip().casefold()


def _cases(desk: Desk, seed: int, clause: str | None, case: str | None, misconception: str | None) -> list[list[Told]]:
    """The cases in the order drawn. Those that name the clause asked for, or one that refutes the misconception, stand
    apart: the others are looked through only when these give too little.
    """
    cases = [one for one in desk.cases.values() if case in (None, one.id)]
    Random(f"cases of {desk.rulebook.id} {seed}").shuffle(cases)
    refuting = frozenset[str]() if misconception is None else desk.refuting(misconception)
    if clause is None and not refuting:
        return [cases]
    near, far = list[Told](), list[Told]()
    for one in cases:
        named = clause is None or any(belongs(name, clause) for name in one.clauses)
        (near if named and (not refuting or not refuting.isdisjoint(one.clauses)) else far).append(one)
    return [group for group in (near, far) if group]


def _turns(cases: Sequence[Told], kinds: Sequence[str]) -> Iterator[tuple[Told, str]]:
    """Every case with every kind: block by block, so that the items of one story stand apart and kinds take turns."""
    for start in range(0, len(cases), BLOCK):
        block = cases[start : start + BLOCK]
        for shift in range(len(kinds)):
            for n, one in enumerate(block, start):
                yield one, kinds[(n + shift) % len(kinds)]


def _shared(turns: Iterator[tuple[Told, str]], made: Counter[str], kinds: Sequence[str]) -> Iterator[tuple[Told, str]]:
    """The turns, those of a kind that has had more than its share put off to the end; ``made`` is counted meanwhile."""
    later = []
    for turn in turns:
        if made[turn[1]] * len(kinds) > _SHARE * (made.total() + len(kinds)):
            later.append(turn)
        else:
            yield turn
    yield from later


__all__ = ["again", "belongs", "likeness", "make", "retold"]
