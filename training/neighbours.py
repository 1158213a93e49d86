"""Wrong options that need no second ruling: what lies beside the right one.

A clause beside the clause that decides, a question beside the one to be asked, another value that the rulebook knows
for the same finding, the choices of a player less or more one. Each is wrong by what the ruling says, never by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any

from engine.ruling import Question, Ruling, cited
from explain.options import options
from explain.view import View
from facts.incident import Act, Incident, numbered
from facts.memo import ByIdentity
from knowledge.model import Clause, Rulebook
from training.item import Option
from training.questions import HEADLINE, Asked, chips, choices, clause_option, clauses, settled, valued
from training.redrawn import amounts_in
from training.texts import Texts, words

_MANY = 8
_LONGER = 20
_ENCODED = "encoded"


def beside(view: View, asked: Asked, texts: Texts, dice: Random) -> Iterator[Option]:
    """Wrong options to a question that a ruling answers, the nearest first. Their texts may agree with each other, or
    with the key: the one who takes them looks at that.
    """
    if asked.topic == HEADLINE:
        right = clauses(view, asked)[0]
        for name in clauses_beside(view, asked, dice):
            told = {"cite": view.cite(name), "gist": _gist(view, name)}
            why = texts.say("why", "clause-beside", **told, right=view.cite(right), right_gist=_gist(view, right))
            yield _option(clause_option(view, name, texts), "clause")._replace(why=why)
    elif asked.topic == "settles":
        yield from (_option(text, "value") for text in _other_acts(view, asked, texts, dice))
    elif asked.topic == "returned":
        yield from (_option(chips(amount, texts), "value") for amount in _other_amounts(view, asked, dice))
    elif asked.topic == "options":
        yield from (_option(text, "value") for text in _other_choices(view, asked, dice))
    else:
        yield from (_option(text, "value") for text in _other_values(view, asked, texts, dice))


def _gist(view: View, clause: str) -> str:
    return view.wording.of(view.rulebook.clauses[clause].gist)


def _option(text: str, what: str) -> Option:
    return Option(text, False, "", "", what)


# -- clauses --------------------------------------------------------------------------------------------------------


def clauses_beside(view: View, asked: Asked, dice: Random) -> list[str]:
    """Clauses near the deciding one that the ruling does not rest on: of its kind, and with as long a title."""
    book, stands = view.rulebook, clauses(view, asked)
    used = {*cited(view.trace, book), *stands}
    used.update(clause for verdict in view.ordered for clause in view.clauses_behind(verdict))
    whole = {above for name in used for above in _above(name)}
    titles = {one.title.get("en") for name in used if (one := book.clauses.get(name)) is not None}
    near: list[str] = []
    for one in _near(book)(stands[0]):
        related = one.id in whole or not used.isdisjoint(_above(one.id))
        if not related and one.title.get("en") not in titles:
            near.append(one.id)
            titles.add(one.title.get("en"))
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
_near: ByIdentity[Rulebook, Callable[[str], tuple[Clause, ...]]] = ByIdentity(
    lambda book: cache(lambda deciding: _by_distance(book, deciding))
)


def _by_distance(book: Rulebook, deciding: str) -> tuple[Clause, ...]:
    own = book.clauses[deciding]
    found = [one for one in book.clauses.values() if one.status == _ENCODED]
    return tuple(sorted(found, key=lambda one: _distance(one, own)))


def _distance(one: Clause, own: Clause) -> tuple[int, bool, int]:
    """Near are clauses of one file, then of one chapter, then of one kind; and those whose title is about as long."""
    chapter = one.id.partition(".")[0] != own.id.partition(".")[0]
    length = abs(len(one.title.get("en", "")) - len(own.title.get("en", "")))
    return (one.file != own.file) + chapter + (one.kind != own.kind), length > _LONGER, abs(one.line - own.line)


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


# -- values ---------------------------------------------------------------------------------------------------------


def _other_values(view: View, asked: Asked, texts: Texts, dice: Random) -> list[str]:
    """The other values of a slot: all that the rulebook's rules can give, or all seats, or other amounts."""
    verdict = view.settled(asked.topic, asked.subject)
    entry: Mapping[str, Any] = words()["asked"][f"{asked.topic}.{asked.slot}"]
    right = verdict.values.get(asked.slot) if verdict is not None else None
    if entry["values"] == "seats":
        found: list[Any] = [seat for seat in view.incident.seats if seat != right]
    elif entry["values"] == "chips":
        found = _amounts_near(int(right or 0), _amounts(view)) if type(right) is int else []
    else:
        found = [value for value in _proposed(view, asked) if value != right and value in entry["values"]]
    dice.shuffle(found)
    return [text for value in found if (text := valued(asked, value, view, texts)) is not None]


def _proposed(view: View, asked: Asked) -> list[Any]:
    """The values that rules of the book give a slot outright."""
    found: dict[Any, None] = {}
    for rule in view.rulebook.rules:
        if rule.topic == asked.topic:
            for name, tree in rule.propose:
                if name == asked.slot and len(tree) > 1 and isinstance(tree[1], str):
                    found[tree[1]] = None
    return list(found)


def _amounts(view: View) -> list[int]:
    """The amounts that the story itself puts into one's head."""
    return amounts_in(view.incident, view.vocabulary)


def _amounts_near(right: int, told: Sequence[int]) -> list[int]:
    near = dict.fromkeys([*told, *(a - b for a in told for b in told if a > b), right * 2, right // 2])
    return [amount for amount in near if amount > 0 and amount != right and amount <= max(right * 4, *told, 0)]


def _other_amounts(view: View, asked: Asked, dice: Random) -> list[int]:
    right = view.trace.given_back().get(asked.subject, 0)
    steps = [step for step in view.read if step.act.seat == asked.subject]
    put = [sum(chip for motion in step.act.motions or () for chip in motion) or step.act.to or 0 for step in steps]
    levels = [step.before.level for step in steps]
    found = [*put, *(p - level for p in put for level in levels), *levels, 0]
    near = list(dict.fromkeys(amount for amount in found if amount >= 0 and amount != right))
    dice.shuffle(near)
    return near


def _other_acts(view: View, asked: Asked, texts: Texts, dice: Random) -> list[str]:
    """What else the act might be taken for, at the sizes that the table makes near."""
    step = view.step(asked.subject)
    if step is None:
        return []
    table, act = step.before, step.act
    seat = table.seats[table.index(act.seat)]
    pushed = sum(chip for motion in act.motions or () for chip in motion)
    to = seat.put + pushed if pushed else act.to or (act.words.amount if act.words else None) or 0
    found: list[dict[str, Any]] = []
    raised, least = "raise" if table.opened else "bet", table.min_raise_to()
    if table.level > seat.put:
        found.append({"as": "call", "to": table.level})
    elif not pushed and act.does != "all-in":
        found.append({"as": "check"})
    if to:
        found.append({"as": raised, "to": to})
    if act.does == "all-in":
        found.append({"as": "call", "to": to})
        least = table.level
    elif least is not None:
        found.append({"as": raised, "to": least})
    if least:
        found.append({"choice": "complete-or-fold", "complete_to": max(least, table.level)})
    found.append({"choice": "again"})
    if act.words is not None and act.words.word in ("check", "fold"):
        found.append({"as": "fold"})
    told = [text for values in found if (text := settled(values, texts)) is not None]
    dice.shuffle(told)
    return told


def _other_choices(view: View, asked: Asked, dice: Random) -> list[str]:
    """The choices of the player less one, or with a wager twice or half as high."""
    entry = next(entry for entry in options(view) if entry["seat"] == asked.subject)
    found: list[dict[str, Any]] = []
    for n, act in enumerate(entry["acts"]):
        before, after = entry["acts"][:n], entry["acts"][n + 1 :]
        if before or after:
            found.append({**entry, "acts": [*before, *after]})
        if act.get("min") is not None and "or_to" not in act:
            for least in (act["min"] * 2, act["min"] + act["min"] // 2):
                if act.get("max") is None or least < act["max"]:
                    found.append(
                        {**entry, "acts": [*entry["acts"][:n], {**act, "min": least}, *entry["acts"][n + 1 :]]}
                    )
    told = [choices(view, one) for one in found]
    dice.shuffle(told)
    key = len(choices(view, entry))
    return sorted(told, key=lambda text: abs(len(text) - key) > key // 4)  # those of about the same length first


__all__ = ["beside", "clauses_beside", "questions_beside"]
