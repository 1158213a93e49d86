"""Items made from the cases of a rulebook: the story redrawn, ruled, told and asked about.

The same book, seed and language give the same items; an id and a seed give the same item again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

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
    cases = _cases(desk, seed, clause, case, misconception) if wanted else []
    made: Counter[str] = Counter()
    seen: set[str] = set()
    for number in range(1, _MOST_VARIANTS + 1):
        before, retellings = made.total(), []
        for one, kind in _shared(_turns(cases, wanted), made, wanted):
            if count is not None and made.total() >= count:
                return
            item = item_of(desk, one, kind, language, seed, number)
            if item is None or level not in (None, item.level) or complexity not in (None, item.complexity):
                continue
            if clause is not None and not any(belongs(name, clause) for name in item.clauses):
                continue
            if misconception is not None and not item.holds(misconception):
                continue
            if (told := retold(item, desk)) in seen:
                retellings.append(item)
            elif seen.isdisjoint(names := likeness(item, desk)):
                seen.update((told, *names))
                made[kind] += 1
                yield item
        if made.total() - before > len(cases) * _POOR:
            continue
        for item in retellings:  # little else is left: a story comes again with other wrong options
            if count is not None and made.total() >= count:
                return
            if seen.isdisjoint(names := likeness(item, desk)):
                seen.update(names)
                made[item.kind] += 1
                yield item
        if made.total() == before:  # another round would bring nothing either
            return


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


def _cases(desk: Desk, seed: int, clause: str | None, case: str | None, misconception: str | None) -> list[Told]:
    """The cases in the order drawn; those that name the clause asked for, or one that refutes the misconception, come
    first.
    """
    cases = [one for one in desk.cases.values() if case in (None, one.id)]
    Random(f"cases of {desk.rulebook.id} {seed}").shuffle(cases)
    if clause is not None:
        cases.sort(key=lambda one: not any(belongs(name, clause) for name in one.clauses))
    refuting = desk.refuting(misconception or "")
    if refuting:
        cases.sort(key=lambda one: refuting.isdisjoint(one.clauses))
    return cases


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
