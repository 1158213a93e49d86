"""Values beside the right one that somebody could take for it: what was swapped, and why that is tempting.

Each is made by one mistake that people make (the whole bet in place of what is missing, the raise by in place of to, a
choice left out, the next seat), and named after it; the sentence for it stands in ``words/temptations.yaml``. A value
that no mistake leads to is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.trace import Step
from explain.options import options
from explain.view import View
from facts.incident import Incident
from facts.records import NamedTuple
from facts.table import POT_LIMIT
from training.questions import Asked, chips, choices, freed, settled, valued
from training.redrawn import amounts_in
from training.texts import Texts, words

_MOST_SHARES = 4


class Near(NamedTuple):
    """A wrong value. ``text``: as an option; ``mistake``: what leads to it, a key of the texts ``group``, which are
    filled with ``values``.
    """

    text: str
    mistake: str
    values: Mapping[str, Any] = {}
    group: str = "temptation"


def values_beside(view: View, asked: Asked, texts: Texts, dice: Random) -> list[Near]:
    """The wrong values beside the answer to a question, the likeliest mistakes first. Some may say the same as each
    other, or as the key.
    """
    make: Callable[[View, Asked, Texts], Iterator[Near]] = _OF_TOPIC.get(asked.topic, _of_table)
    first: list[Near] = []
    last: list[Near] = []
    for near in make(view, asked, texts):
        (last if near.mistake in _LAST else first).append(near)
    dice.shuffle(first)
    dice.shuffle(last)
    last.sort(key=lambda near: _LAST.index(near.mistake))
    return [*first, *last]


# Mistakes that are offered only where nothing better is left, in this order.
_LAST = ("less-fold", "difference", "named", "act-anew", "not-at-all")


# -- what an act counts as ------------------------------------------------------------------------------------------


def _acts(view: View, asked: Asked, texts: Texts) -> Iterator[Near]:
    step = view.step(asked.subject)
    if step is None:
        return
    for values, mistake in _taken_for(view, asked, step):
        text = settled(values, texts)
        if text is not None:
            yield Near(text, mistake, values)


def _taken_for(view: View, asked: Asked, step: Step) -> Iterator[tuple[dict[str, Any], str]]:
    """What else an act might be taken for, at the sizes that the table makes near."""
    table, act = step.before, step.act
    put = table.seats[table.index(act.seat)].put
    pushed = sum(chip for motion in act.motions or () for chip in motion)
    said = act.words.amount if act.words else None
    to = put + pushed if pushed else act.to or said or 0
    raised, least = "raise" if table.opened else "bet", table.min_raise_to()
    word = act.words.word if act.words else None
    verdict = view.settled(asked.topic, asked.subject)
    right = str(verdict.values.get("as")) if verdict is not None else ""
    whole = act.does == "all-in"
    if table.level > put and not (0 < to < table.level and whole):
        short = 0 < to < table.level
        mistake = "call-meant" if short else "call-without-rest" if right == "call" else "call-plain"
        yield {"as": "call", "to": table.level}, mistake
    elif table.level <= put and not to and not whole:
        yield {"as": "check"}, "check-nothing-bet"
    if to > table.level:
        face = (
            "more-than-bet" if whole else "chips-at-face" if pushed else "act-at-face" if act.to else "number-at-face"
        )
        yield {"as": raised, "to": to}, face
        if whole and table.opened:
            yield {"as": "call", "to": to}, "call-no-full-raise"
    if (
        least is not None
        and not whole
        and (table.level < to < least or (word in ("raise", "reraise", "bet") and to < least))
    ):
        yield {"as": raised, "to": least}, "filled-up" if table.opened else "filled-up-bet"
    needed = least if least is not None and (to > table.level or word in ("raise", "reraise", "bet")) else table.level
    if needed and pushed and to < needed and not whole:
        yield {"choice": "complete-or-fold", "complete_to": needed}, "too-small"
    if word == "check" and table.level > put:
        yield {"as": "fold"}, "fold-out-of-checks"
    nothing = bool(freed(view, asked)) or right == "none" or (verdict is not None and "choice" in verdict.values)
    if not nothing:
        yield ({"choice": "again"}, "act-anew") if step.in_turn else ({"as": "none"}, "not-at-all")


# -- chips ----------------------------------------------------------------------------------------------------------


def _returned(view: View, asked: Asked, texts: Texts) -> Iterator[Near]:
    """What else might come back to a player of the chips that he put in."""
    for step in (step for step in view.read if step.act.seat == asked.subject):
        motions = [sum(motion) for motion in step.act.motions or ()]
        put = sum(motions) or step.act.to or 0
        level, least = step.before.level, step.before.min_raise_to()
        found = [(put, "all-of-it"), (put - level if level else 0, "over-the-bet"), (level, "the-bet")]
        if least is not None:
            found.append((put - least, "over-the-raise"))
        if len(motions) > 1:
            found += [(motions[0], "first-motion"), (put - motions[0], "later-motions")]
        yield from (Near(chips(n, texts), mistake) for n, mistake in found if 0 < n <= put)
    if view.trace.given_back().get(asked.subject, 0):
        yield Near(chips(0, texts), "stays-in")


def _amounts(view: View, asked: Asked, texts: Texts) -> Iterator[Near]:
    """Other amounts for a finding in chips: the whole in place of a part, another share, a difference."""
    verdict = view.settled(asked.topic, asked.subject)
    right = verdict.values.get(asked.slot) if verdict is not None else None
    if type(right) is not int:
        return
    told = [amount for amount in amounts_in(view.incident, view.vocabulary) if amount != view.incident.min_chip]
    most = max(right * 4, *told, 0)
    found = dict[int, tuple[str, dict[str, Any]]]()
    for amount, mistake, values in _reckoned(view, asked, right, told):
        if 0 < amount <= most and amount != right:
            found.setdefault(amount, (mistake, values))
    yield from (Near(chips(amount, texts), mistake, values) for amount, (mistake, values) in found.items())


def _reckoned(view: View, asked: Asked, right: int, told: list[int]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    incident, table = view.incident, view.trace.table
    if asked.topic == "must-add":
        yield table.level, "whole-bet", {}
        put = next((seat.put for seat in table.seats if seat.name == asked.subject), 0)
        yield put, "lies-there", {}
        pushed = [step.act.motions for step in view.read if step.act.seat == asked.subject and step.act.motions]
        if pushed:
            yield sum(chip for motion in pushed[-1] for chip in motion), "lies-there", {}
    if asked.topic.startswith("award"):
        yield from _shares(view, asked, right)
        return
    yield from ((amount, "whole-stack", {"seat": seat}) for seat, amount in incident.stacks.items())
    yield from ((amount, "named", {}) for amount in told)
    yield from ((a - b, "difference", {"more": a, "less": b}) for a in told for b in told if a > b)


def _shares(view: View, asked: Asked, right: int) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The pot as other numbers of players than the winners would share it, with the odd chips, or without the last
    bets; and everything that lies in the middle.
    """
    incident, verdict = view.incident, view.settled(asked.topic, asked.subject)
    values = verdict.values if verdict is not None else {}
    winners, odd = len(values.get("to") or ()), values.get("odd") or 0
    if not winners or type(odd) is not int:
        return
    whole = right * winners + odd
    middle = view.trace.table.chips_in() or 0
    if incident.pot and incident.pot < whole:
        yield incident.pot, "without-bets", {}
    yield whole, "whole-pot", {}
    if middle > whole:
        yield middle, "all-in-the-middle", {}
    if odd:
        yield right + odd, "with-odd-chips", {}
        if whole % winners == 0:
            yield whole // winners, "exact-share", {}
    for n in range(2, min(_MOST_SHARES, len(view.trace.table.holding())) + 1):
        share = whole // n
        yield share - share % (incident.min_chip or 1), "shared-by", {"number": n}


# -- choices --------------------------------------------------------------------------------------------------------


def _choices(view: View, asked: Asked, texts: Texts) -> Iterator[Near]:
    """The choices of the player with one left out, with one too many, or with another amount."""
    entry = next(entry for entry in options(view) if entry["seat"] == asked.subject)
    acts = entry["acts"]
    for n, act in enumerate(acts):
        others = [*acts[:n], *acts[n + 1 :]]
        if others and texts.has("temptation", f"less-{act['act']}"):
            yield Near(choices(view, {**entry, "acts": others}), f"less-{act['act']}")
        for changed, mistake in _resized(view, asked.subject, act):
            yield Near(choices(view, {**entry, "acts": [*acts[:n], changed, *acts[n + 1 :]]}), mistake)
    raising = _raise_barred(view, entry)
    if raising is not None:
        yield Near(choices(view, {**entry, "acts": [*acts, raising]}), "with-raise")


def _raise_barred(view: View, entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """The raise that a player might make if he were not barred from raising; None where he is not, or has no chips."""
    table = view.trace.table
    least, at = table.min_raise_to(), table.index(entry["seat"])
    acts, barred = {act["act"] for act in entry["acts"]}, {act["act"] for act in entry["may_not"]}
    if least is None or "raise" not in barred or not acts or acts & {"raise", "bet", "all-in"}:
        return None
    seat = table.seats[at]
    if seat.behind is not None and seat.put + seat.behind <= least:
        return None
    return {"act": "raise", "min": least, "max": table.max_raise_to(at), "clauses": []}


def _resized(view: View, seat: str, act: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    table = view.trace.table
    if act["act"] == "call" and act.get("more") and act["more"] < act["to"]:
        yield {**act, "more": act["to"]}, "call-whole"
    least, most = act.get("min"), act.get("max")
    if least is None or "or_to" in act or least == most:
        return
    if act["act"] == "raise":
        sizes = [(2 * table.level, "least-doubled"), (table.level + least, "least-on-top")]
        if table.big_blind is not None:
            sizes.append((table.level + table.big_blind, "least-by-blind"))
        for size, mistake in sizes:
            if size != least and table.level < size and (most is None or size < most):
                yield {**act, "min": size}, mistake
        owed = table.owed(table.index(seat))
        if most is not None and table.structure == POT_LIMIT and owed and most - owed > least:
            yield {**act, "max": most - owed}, "most-without-call"


# -- findings with a table of values --------------------------------------------------------------------------------


def _of_table(view: View, asked: Asked, texts: Texts) -> Iterator[Near]:
    entry: Mapping[str, Any] = words()["asked"][f"{asked.topic}.{asked.slot}"]
    if entry["values"] == "seats":
        yield from _seats(view, asked)
        return
    if entry["values"] == "chips":
        yield from _amounts(view, asked, texts)
        return
    verdict = view.settled(asked.topic, asked.subject)
    right = verdict.values.get(asked.slot) if verdict is not None else None
    for value in _proposed(view, asked):
        mistake = f"{asked.topic}.{asked.slot}.{value}"
        text = valued(asked, value, view, texts) if value != right else None
        if text is not None and texts.has("tempting-value", mistake):
            yield Near(text, mistake, group="tempting-value")


def _proposed(view: View, asked: Asked) -> list[Any]:
    """The values that rules of the book give a slot outright."""
    found: dict[Any, None] = {}
    for rule in view.rulebook.rules:
        if rule.topic == asked.topic:
            for name, tree in rule.propose:
                if name == asked.slot and len(tree) > 1 and isinstance(tree[1], str):
                    found[tree[1]] = None
    return list(found)


def _seats(view: View, asked: Asked) -> Iterator[Near]:
    """Other seats than the right one: on the button, the last to bet, one place off."""
    verdict = view.settled(asked.topic, asked.subject)
    right = verdict.values.get(asked.slot) if verdict is not None else None
    seats = view.incident.seats
    if right not in seats:
        return
    at = seats.index(right)
    found = {
        "seat-button": _button(view.incident),
        "seat-aggressor": next(
            (step.act.seat for step in reversed(list(view.read)) if step.act.does in ("bet", "raise")), None
        ),
        "seat-after": seats[(at + 1) % len(seats)],
        "seat-before": seats[at - 1],
    }
    taken = {right, None}
    for mistake, seat in found.items():
        if seat not in taken:
            taken.add(seat)
            yield Near(str(seat), mistake, {"seat": seat})


def _button(incident: Incident) -> str | None:
    """Who has the button: told, or else the last seat, for they are told from the left of it."""
    if incident.button is not None or incident.game == "stud7":
        return incident.button
    return incident.seats[-1] if incident.seats else None


_OF_TOPIC: Mapping[str, Callable[[View, Asked, Texts], Iterator[Near]]] = {
    "settles": _acts,
    "returned": _returned,
    "options": _choices,
}

__all__ = ["Near", "values_beside"]
