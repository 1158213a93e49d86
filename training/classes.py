"""What a trainer sees of a class: its weak clauses, the hardest stories, its misconceptions, and who is due.

A class is a group of one database, or everybody in one or several databases: each trainer's laptop may hold its own.
Whoever has the same name in several of them is the same person; an answer that stands in two copies counts once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from facts.records import NamedTuple
from training.records import Card
from training.schedule import reviewed_later
from training.stats import Mistake, due_counts, mistakes, weakness
from training.store import Answer, Store

Key = Callable[[Answer], tuple[str, str, str]]


class Member(NamedTuple):
    """One of the class: answers, right ones, what is due now and within a week, when the last answer was given."""

    name: str
    answers: int
    right: int
    due_now: int
    due_week: int
    last: datetime | None


class Weak(NamedTuple):
    """A clause or a story of a rulebook as the class knows it: ``wrong_by`` names those who last had it wrong."""

    rulebook: str
    name: str
    kind: str
    answers: int
    right: int
    wrong_by: tuple[str, ...]


class ClassStand(NamedTuple):
    """Everything about a class. ``clauses`` and ``items``: the weakest first, those that nobody had wrong left out."""

    team: str
    at: datetime
    members: tuple[Member, ...]
    clauses: tuple[Weak, ...]
    items: tuple[Weak, ...]
    misconceptions: tuple[Mistake, ...]


def stand(stores: Sequence[Store], team: str, at: datetime) -> ClassStand:
    """How a class stands; ``team`` is empty for everybody. Raises Faults when a database does not let it."""
    names: dict[str, str] = {}
    answers: dict[tuple[str, int], Answer] = {}
    cards: dict[str, dict[tuple[str, str], Card]] = {}
    for store in stores:
        trainees = store.trainees(team)
        for trainee in trainees:
            plain = trainee.name.casefold()
            names.setdefault(plain, trainee.name)
            mine = cards.setdefault(plain, {})
            for card in store.cards(trainee):
                key = (card.rulebook, card.topic)
                mine[key] = reviewed_later(mine.get(key), card)
        for one in store.answers(trainees):
            answers[one.sitting, one.position] = one._replace(trainee=names[one.trainee.casefold()])
    told = sorted(answers.values(), key=lambda one: (one.answered, one.sitting, one.position))
    members = (_member(names[plain], told, cards[plain].values(), at) for plain in sorted(names))
    return ClassStand(
        team,
        at,
        tuple(members),
        _weak(told, lambda one: (one.rulebook, one.topic, "")),
        _weak(told, lambda one: (one.rulebook, one.case, one.kind)),
        mistakes(told),
    )


def _member(name: str, answers: Sequence[Answer], cards: Iterable[Card], at: datetime) -> Member:
    mine = [one for one in answers if one.trainee == name]
    now, day, week = due_counts(cards, at)
    last = mine[-1].answered if mine else None
    return Member(name, len(mine), sum(one.right for one in mine), now, now + day + week, last)


def _weak(answers: Iterable[Answer], key: Key) -> tuple[Weak, ...]:
    by_key: dict[tuple[str, str, str], list[Answer]] = {}
    for one in answers:
        by_key.setdefault(key(one), []).append(one)
    found = []
    for named, given in by_key.items():
        last = {one.trainee: one.right for one in given}
        wrong_by = tuple(sorted(name for name, right in last.items() if not right))
        found.append(Weak(*named, len(given), sum(one.right for one in given), wrong_by))
    weak = (one for one in found if one.right < one.answers)
    return tuple(sorted(weak, key=lambda one: (weakness(one.answers, one.right), one.rulebook, one.name, one.kind)))


__all__ = ["ClassStand", "Member", "Weak", "stand"]
