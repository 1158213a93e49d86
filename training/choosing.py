"""Which question comes next: what is due first, in another story than before; then what was never asked.

Cases are drawn, not items: only the item that is shown is made, and a few that turn out to be about something else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain, islice
from random import Random

from facts.faults import Fault, Faults, nearest
from knowledge.uses import find_clauses
from training.desk import Desk
from training.family import item_of
from training.item import KINDS, MISTAKEN, Item
from training.records import EXAM, Asked, Card, Question, Sitting
from training.store import Store

# How many stories are tried for a topic that is due, and how many known topics are looked at while a new one is sought.
_TRIED = 12
_RESERVE = 8
# How many of the topics that are due, and how many stories of each, are tried for a first question at once.
_AT_ONCE_CARDS = 3
_AT_ONCE_STORIES = 2
# How many cases that do not name the clause that is asked for may turn out to rest on it all the same.
_UNNAMED = 40
AT_ONCE = ("which-clause", "first-question", "order-steps")
"""Kinds whose wrong options need no other rulebook: making one takes half the time."""

Key = tuple[str, str]
"""Rulebook and topic: what a card is about."""

Tick = Callable[[int, int], None]


def unseen(done: int, of: int) -> None:
    """Nobody looks at how far it is."""


class Source:
    """A rulebook that questions are taken from, with the cases that a plan allows."""

    def __init__(self, desk: Desk, clause: str, misconception: str = "") -> None:
        self.desk = desk
        self.wanted = _wanted(desk, clause)
        # Clauses that refute the misconception asked for: cases that name one are tried first.
        self.refuting = desk.refuting(misconception)
        # Cases that gave no item that fits the plan; they are not tried again.
        self.dead: set[str] = set()

    @property
    def id(self) -> str:
        """The rulebook."""
        return self.desk.rulebook.id

    def names(self, case: str) -> tuple[str, ...]:
        """The clauses that the file of a case names."""
        return tuple(str(getattr(clause, "name", clause)) for clause in self.desk.cases[case].clauses)

    def shuffled(self, seed: int) -> list[str]:
        """The cases in an order that the seed draws, those that name the wanted clauses first."""
        cases = list(self.desk.cases)
        Random(f"cases of {self.id} {seed}").shuffle(cases)
        if self.refuting:
            cases.sort(key=lambda case: self.refuting.isdisjoint(self.names(case)))
        if not self.wanted:
            return cases
        naming = [case for case in cases if not self.wanted.isdisjoint(self.names(case))]
        return [*naming, *[case for case in cases if case not in set(naming)][:_UNNAMED]]


def _wanted(desk: Desk, clause: str) -> frozenset[str]:
    """The clauses that a filter names, none where there is no filter. Raises Faults when the rulebook has none."""
    if not clause:
        return frozenset()
    found = find_clauses(desk.rulebook, clause)
    if not found:
        known = {name for one in desk.rulebook.clauses.values() for name in (one.id, one.section)}
        raise Faults([Fault(desk.rulebook.id, 0, 0, f"there is no clause {clause}", nearest(clause, known))])
    return frozenset(one.id for one in found)


class Chooser:
    """Chooses the questions of one sitting. Opens a rulebook when a question of it is needed.

    Raises Faults from everywhere: a rulebook that cannot be read, a clause that it does not have.
    """

    def __init__(
        self, store: Store, sitting: Sitting, open_desk: Callable[[str], Desk] = Desk, tick: Tick = unseen
    ) -> None:
        """``tick``: told how many cases have been tried for a question, and of how many."""
        self.store = store
        self._tick = tick
        self._tried = 0
        self.sitting = sitting
        self.plan = sitting.plan
        self._open = open_desk
        self._sources: dict[str, Source] = {}

    def next(self, asked: Sequence[Asked], at: datetime) -> Question | None:
        """The question after those that were asked; None when nothing fits the plan."""
        position = len(asked) + 1
        self._tried = 0
        if self.sitting.kind == EXAM:
            # an exam hangs on its seed alone, so that a class can take the same one
            found = self._unknown(asked, position, ())
        else:
            cards = self.store.cards(self.sitting.trainee)
            found = self._due(cards, position, at)
            if found is None and not self.plan.due_only:
                found = self._unknown(asked, position, cards)
        return None if found is None else Question.of(found)

    def source(self, rulebook: str) -> Source:
        """A rulebook of the plan, by the name that the plan has for it."""
        if rulebook not in self._sources:
            self._sources[rulebook] = Source(self._open(rulebook), self.plan.clause, self.plan.misconception)
        return self._sources[rulebook]

    def desk_of(self, rulebook: str) -> Desk:
        """The desk of a rulebook by its id, which the plan may call otherwise (by its folder)."""
        for name in self.plan.rulebooks:
            if self.source(name).id == rulebook:
                return self.source(name).desk
        return self._open(rulebook)

    # -- what is due ------------------------------------------------------------------------------------------------

    def _due(self, cards: Sequence[Card], position: int, at: datetime) -> Item | None:
        """An item about what is due and waits longest."""
        due = [card for card in cards if card.due <= at]
        if not due:
            return None
        by_id = {self.source(name).id: self.source(name) for name in self.plan.rulebooks}
        found = None
        if position == 1 and not self.plan.kinds:  # somebody waits for it: one of the first that is made at once
            found = self._first_due(due[:_AT_ONCE_CARDS], by_id, position, AT_ONCE, _AT_ONCE_STORIES)
        return found or self._first_due(due, by_id, position)

    def _first_due(
        self,
        due: Sequence[Card],
        by_id: Mapping[str, Source],
        position: int,
        only: Sequence[str] = KINDS,
        most: int | None = None,
    ) -> Item | None:
        for card in due:
            source = by_id.get(card.rulebook)
            if source is not None and (not source.wanted or card.topic in source.wanted):
                found = self._about(source, card.topic, position, only, most)
                if found is not None:
                    return found
        return None

    def _about(self, source: Source, topic: str, position: int, only: Sequence[str], most: int | None) -> Item | None:
        """An item about a topic, in a story that the trainee has not had about it, or had longest ago; ``most`` stories
        are tried, None: all.
        """
        had = self.store.stories(self.sitting.trainee, source.id, topic)
        last = had[0] if had else ("", "")
        told = list(dict.fromkeys(case for case, _ in reversed(had)))
        cases = source.desk.cases
        known = [case for case in self.store.cases_on(source.id, topic) if case in cases]
        naming = [case for case in source.shuffled(self.sitting.seed + position) if topic in source.names(case)[:1]]
        fresh = [case for case in dict.fromkeys((*known, *naming)) if case not in told]
        # A kind that led to the topic before is likely to do so again; the others are tried after it.
        likely = [kind for kind in KINDS if any(kind == before for _, before in had)]
        stories = [*fresh[:_TRIED], *(case for case in told if case in cases)]
        for case in stories[:most]:
            same: Item | None = None
            for item in self._items(source, case, position, likely, only):
                if _key(item) == (source.id, topic):
                    if (item.case, item.kind) != last:
                        return item
                    same = item
            if same is not None:
                return same
        return None

    # -- what is new ------------------------------------------------------------------------------------------------

    def _unknown(self, asked: Sequence[Asked], position: int, cards: Sequence[Card]) -> Item | None:
        """An item about something without a card, else about the card that is due first; a case that this sitting has
        not had, else any.
        """
        names = self.plan.rulebooks
        turn = [*names[(position - 1) % len(names) :], *names[: (position - 1) % len(names)]]
        due = {(card.rulebook, card.topic): card.due for card in cards}
        used = {(one.question.rulebook, one.question.case) for one in asked}
        if position == 1 and not self.plan.kinds and not self.plan.misconception:
            found = self._at_once(self.source(turn[0]), due)
            if found is not None:
                return found
        for again in (False, True):
            for name in turn:
                source = self.source(name)
                order = self._order(source, used, due, again)
                found = self._first(source, order, position, due)
                if found is not None:
                    return found
        return None

    def _at_once(self, source: Source, due: dict[Key, datetime]) -> Item | None:
        """The first question of a sitting, for which somebody waits: of a kind that is made at once."""
        for case in islice(self._order(source, set(), due, False), _TRIED):
            for item in self._items(source, case, 1, only=AT_ONCE):
                if _key(item) not in due:
                    return item
        return None

    def _order(self, source: Source, used: set[Key], due: dict[Key, datetime], again: bool) -> Iterator[str]:
        """The cases to try: those that this sitting has not had, or has had; those that name what has a card last."""
        cases = [
            case
            for case in source.shuffled(self.sitting.seed)
            if case not in source.dead and ((source.id, case) in used) == again
        ]
        known = [case for case in cases if any((source.id, clause) in due for clause in source.names(case)[:1])]
        kept = set(known)
        return chain((case for case in cases if case not in kept), known)

    def _first(self, source: Source, cases: Iterator[str], position: int, due: dict[Key, datetime]) -> Item | None:
        reserve: list[Item] = []
        for case in cases:
            found = list(islice(self._fresh(source, case, position, due), 1))
            if found and _key(found[0]) not in due:
                return found[0]
            reserve += found
            if len(reserve) >= _RESERVE:
                break
        return min(reserve, key=lambda item: due[_key(item)], default=None)

    def _fresh(self, source: Source, case: str, position: int, due: dict[Key, datetime]) -> Iterator[Item]:
        """The items of a case without a card, then one that has a card; no more of them is made than is taken."""
        known: list[Item] = []
        any_fits = False
        for item in self._items(source, case, position):
            any_fits = True
            if _key(item) not in due:
                yield item
            elif not known:
                known.append(item)
        if not any_fits:
            source.dead.add(case)
        yield from known

    # -- items ------------------------------------------------------------------------------------------------------

    def _items(
        self, source: Source, case: str, position: int, first: Sequence[str] = (), only: Sequence[str] = KINDS
    ) -> Iterator[Item]:
        """The items of a case that fit the plan, drawn anew at every position, their kinds in a drawn order, some of
        them ``first``.
        """
        plan = self.plan
        self._tried += 1
        self._tick(self._tried, sum(len(one.desk.cases) for one in self._sources.values()))
        seed = self.sitting.seed + position
        kinds = [kind for kind in plan.kinds or only if not plan.misconception or kind in MISTAKEN]
        Random(f"kinds of {case} {seed}").shuffle(kinds)
        if first:
            kinds.sort(key=lambda kind: kind not in first)
        told = source.desk.cases[case]
        drawn = (item_of(source.desk, told, kind, plan.language, seed, 1) for kind in kinds)
        return (item for item in drawn if item is not None and self._fits(item, source.wanted))

    def _fits(self, item: Item, wanted: frozenset[str]) -> bool:
        plan = self.plan
        return (
            plan.level in ("", item.level)
            and plan.complexity in (0, item.complexity)
            and (not plan.misconception or item.holds(plan.misconception))
            and (not wanted or not wanted.isdisjoint(item.clauses))
        )


def _key(item: Item) -> Key:
    return item.rulebook, Question.of(item).topic


__all__ = ["Chooser", "Source"]
