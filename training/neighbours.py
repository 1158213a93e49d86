"""Wrong options that need no second ruling: what lies beside the right one.

A clause beside the clause that decides, a question beside the one to be asked, another value that the rulebook knows
for the same finding, the choices of a player less or more one. Each is wrong by what the ruling says, never by chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from engine.ruling import Question, Ruling, cited
from explain.options import options, sentence
from explain.view import View
from facts.incident import Act, Incident, numbered
from knowledge.model import Clause
from training.item import Option
from training.questions import HEADLINE, Asked, chips, clause_option, clauses, settled, valued
from training.redrawn import amounts_in
from training.texts import Texts, words

_MANY = 12
_ENCODED = "encoded"


def beside(view: View, asked: Asked, texts: Texts, dice: Random) -> Iterator[Option]:
    """Wrong options to a question that a ruling answers, the nearest first. Their texts may agree with each other, or
    with the key: the one who takes them looks at that.
    """
    if asked.topic == HEADLINE:
        yield from (_option(clause_option(view, name, texts), "clause") for name in clauses_beside(view, asked, dice))
    elif asked.topic == "settles":
        yield from (_option(text, "value") for text in _other_acts(view, asked, texts, dice))
    elif asked.topic == "returned":
        yield from (_option(chips(amount, texts), "value") for amount in _other_amounts(view, asked, dice))
    elif asked.topic == "options":
        yield from (_option(text, "value") for text in _other_choices(view, asked, dice))
    else:
        yield from (_option(text, "value") for text in _other_values(view, asked, texts, dice))


def _option(text: str, what: str) -> Option:
    return Option(text, False, "", "", what)


# -- clauses --------------------------------------------------------------------------------------------------------


def clauses_beside(view: View, asked: Asked, dice: Random) -> list[str]:
    """Clauses near the deciding one that the ruling does not rest on: of its kind, and with as long a title."""
    book, deciding = view.rulebook, clauses(view, asked)[0]
    used = {
        *cited(view.trace, book),
        *clauses(view, asked),
        *(clause for v in view.ordered for clause in view.clauses_behind(v)),
    }
    own = book.clauses[deciding]
    titles = {one.title.get("en") for name in used if (one := book.clauses.get(name)) is not None}
    found = [
        one
        for name, one in book.clauses.items()
        if one.status == _ENCODED and not _related(name, used) and one.title.get("en") not in titles
    ]
    found.sort(key=lambda one: _distance(one, own))
    near = found[:_MANY]
    dice.shuffle(near)
    return [one.id for one in near]


def _related(name: str, used: set[str]) -> bool:
    """Whether a clause is one that the ruling rests on, or a part of one, or has one as its part."""
    return any(name == one or name.startswith(f"{one}.") or one.startswith(f"{name}.") for one in used)


def _distance(one: Clause, own: Clause) -> tuple[bool, bool, int]:
    length = abs(len(one.title.get("en", "")) - len(own.title.get("en", "")))
    return one.kind != own.kind, length > 12, abs(one.line - own.line) + (0 if one.file == own.file else 10_000)


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
    found: list[dict[str, Any]] = [{"as": "fold"}]
    if table.level > seat.put:
        found.append({"as": "call", "to": table.level})
    else:
        found.append({"as": "check"})
    raised = "raise" if table.opened else "bet"
    if to > table.level:
        found.append({"as": raised, "to": to})
    least = table.min_raise_to() if callable(getattr(table, "min_raise_to", None)) else None
    if least is not None:
        found.append({"as": raised, "to": least})
        found.append({"choice": "complete-or-fold", "complete_to": least})
    found.append({"choice": "again"})
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
    if entry["may_not"]:
        found.append({**entry, "may_not": []})
    told = [sentence(view, one).rstrip(".") for one in found]
    dice.shuffle(told)
    return told


__all__ = ["beside", "clauses_beside", "questions_beside"]
