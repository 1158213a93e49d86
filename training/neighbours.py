"""Wrong options that need no second ruling: what lies beside the right one.

A clause beside the clause that decides, a question beside the one to be asked, a value that a mistake leads to
(:mod:`training.tempting`). Each is wrong by what the ruling says, never by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from random import Random
from typing import Any

from engine.ruling import Question, Ruling, cited
from explain.view import View
from facts.incident import Act, Incident, numbered
from facts.memo import ByIdentity
from knowledge.model import Clause, Rulebook
from training.item import Option
from training.questions import HEADLINE, Asked, clause_option, clauses, reason
from training.tempting import values_beside
from training.texts import Texts, words

_MANY = 8
_LONGER = 20
_ENCODED = "encoded"


def beside(view: View, asked: Asked, texts: Texts, dice: Random) -> Iterator[Option]:
    """Wrong options to a question that a ruling answers, the nearest first, each with why it is tempting and the clause
    that refutes it. Their texts may agree with each other, or with the key: the one who takes them looks at that.
    """
    stands = clauses(view, asked)[0]
    right: dict[str, Any] = {"right": view.cite(stands)}
    if asked.topic == HEADLINE:
        for name in clauses_beside(view, asked, dice):
            key = (
                "clause-of-topic" if _topics(view.rulebook)(name) & _topics(view.rulebook)(stands) else "clause-beside"
            )
            why = texts.say(
                "why", key, cite=view.cite(name), gist=_gist(view, name), right_gist=_gist(view, stands), **right
            )
            yield Option(clause_option(view, name, texts), False, why, stands, "clause")
        return
    told = reason(view, asked)
    for near in values_beside(view, asked, texts, dice):
        tempting = texts.say(near.group, near.mistake, **near.values)
        why = texts.say("why", "value", tempting=tempting, reason=told, **right)
        yield Option(near.text, False, why, stands, "value")


def _gist(view: View, clause: str) -> str:
    return view.wording.of(view.rulebook.clauses[clause].gist)


# -- clauses --------------------------------------------------------------------------------------------------------


def clauses_beside(view: View, asked: Asked, dice: Random, fewest: int = 0) -> list[str]:
    """Clauses near the deciding one that the ruling does not rest on: such as answer the same question elsewhere, of
    its kind, and with as long a title. Each stands in a section of its own, as the book is cited.
    Where these are less than ``fewest``, others of the book come with them.
    """
    book, stands = view.rulebook, clauses(view, asked)
    used = {*cited(view.trace, book), *stands}
    used.update(clause for verdict in view.ordered for clause in view.clauses_behind(verdict))
    # What the story touches and what answers the same question as the deciding clause could be defended beside it.
    topics = _topics(book)(stands[0])
    used.update(rule.clause for rule in view.trace.considered if rule.topic in topics)
    whole = {above for name in used for above in _above(name)}
    titles = {one.title.get("en") for name in used if (one := book.clauses.get(name)) is not None}
    sections = {view.cite(name) for name in used}
    near: list[str] = []
    for one, is_near in _near(book)(stands[0]):
        if not is_near and len(near) >= fewest:
            break
        if one.id in whole or not used.isdisjoint(_above(one.id)):
            continue
        if view.cite(one.id) in sections or one.title.get("en") in titles:
            continue
        near.append(one.id)
        titles.add(one.title.get("en"))
        sections.add(view.cite(one.id))
        if len(near) == _MANY:
            break
    dice.shuffle(near)
    return near


@lru_cache(maxsize=4096)
def _above(name: str) -> tuple[str, ...]:
    """A clause and those that it is a part of: 4.12.p1, 4.12, 4."""
    parts = name.split(".")
    return tuple(".".join(parts[:n]) for n in range(len(parts), 0, -1))


# By rulebook, and in it by clause, the other clauses with the nearest first.
_near: ByIdentity[Rulebook, Callable[[str], tuple[tuple[Clause, bool], ...]]] = ByIdentity(
    lambda book: cache(lambda deciding: _by_distance(book, deciding))
)


def _by_distance(book: Rulebook, deciding: str) -> tuple[tuple[Clause, bool], ...]:
    """Each with whether it stands near or answers the same question: the others nobody would take for it."""
    own, topics = book.clauses[deciding], _topics(book)
    found = []
    for one in book.clauses.values():
        far, other = not _stands_near(one, own), topics(one.id).isdisjoint(topics(deciding))
        if one.status == _ENCODED:
            found.append((far + other, other, *_distance(one, own), one))
    return tuple((row[-1], row[0] < 2) for row in sorted(found, key=lambda row: row[:-1]))


def _stands_near(one: Clause, own: Clause) -> bool:
    return one.file == own.file or one.id.partition(".")[0] == own.id.partition(".")[0]


def _distance(one: Clause, own: Clause) -> tuple[bool, bool, int]:
    """Near are clauses of one kind, those whose title is about as long, and those that stand side by side."""
    length = abs(len(one.title.get("en", "")) - len(own.title.get("en", "")))
    return one.kind != own.kind, length > _LONGER, abs(one.line - own.line)


# By rulebook, and in it by clause, what its rules answer.
_topics: ByIdentity[Rulebook, Callable[[str], frozenset[str]]] = ByIdentity(lambda book: _topics_of(book).__getitem__)


def _topics_of(book: Rulebook) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {name: set() for name in book.clauses}
    for rule in book.rules:
        if rule.topic not in words()["broad"]:
            found.setdefault(rule.clause, set()).add(rule.topic)
    return {name: frozenset(topics) for name, topics in found.items()}


# -- questions ------------------------------------------------------------------------------------------------------


def questions_beside(view: View, ruling: Ruling, first: Question, dice: Random) -> list[tuple[str, bool]]:
    """Questions that need not be asked, those about the same act or event first: the text, and whether the story
    answers it already. The others change nothing, whatever the answer is.
    """
    waits = {(q.type, q.key, q.slot) for q in ruling.questions}
    waits.update(place for verdict in view.ordered for match in verdict.pending for place in match.unknown)
    told = set(_told(view.incident))
    found: dict[str, tuple[bool, bool, bool]] = {}
    for fact in view.trace.facts:
        if fact.type in view.vocabulary.topics or fact.type not in ("table", "act", first.type):
            continue
        near = (fact.type, fact.key) == (first.type, first.key)
        for slot, spec in view.vocabulary.slots_of(fact.type).items():
            place = (fact.type, fact.key, slot)
            if not spec.question or spec.derived or place in waits or not (near or place in told):
                continue
            if place in told or fact.slots.get(slot) is None:
                found.setdefault(view.question(place), (fact.type == "table", not near, place not in told))
    texts = [text for text in found if "$" not in text]
    dice.shuffle(texts)
    texts.sort(key=lambda text: found[text])
    return [(text, not found[text][-1]) for text in texts]


def _told(incident: Incident) -> Iterator[tuple[str, str, str]]:
    """The places that the story itself fills, as the engine names them."""
    for name in ("game", "structure", "street", "pot", "min_chip", "players"):
        if getattr(incident, name) is not None:
            yield "table", "table", name
    if "bb" in incident.stakes:
        yield "table", "table", "big_blind"
    for name, event in numbered(incident):
        yield from ((event.type, name, slot) for slot, value in event.slots.items() if value is not None)
    for n, act in enumerate((entry for entry in incident.timeline if isinstance(entry, Act)), 1):
        if act.words is not None:
            yield "act", f"act {n}", "declared"
        if act.prompted is not None:
            yield "act", f"act {n}", "prompted"
        yield from (("act", f"act {n}", slot) for slot, value in act.extra.items() if value is not None)


__all__ = ["beside", "clauses_beside", "questions_beside"]
