"""What every player with a decision may do, in the order to act: as data, and as phrases that are read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.arbitration import OPEN, SETTLED, Verdict
from engine.outcomes import without_amount
from explain.view import View
from facts.deriving import stack_of
from facts.table import NO_LIMIT

Option = dict[str, Any]
# The order in which a dealer reads the choices out.
_ORDER = ("may-fold", "may-check", "may-call", "may-bring-in", "may-complete", "may-stay", "may-bet", "may-raise")


def options(view: View) -> list[Option]:
    """One entry for each seat with a decision. ``to``, ``min``, ``max``, ``or_to``: street totals, the last the only
    other size than ``min``. ``more``: the chips to add.
    """
    if view.options is None:
        view.options = _options(view)
    return view.options


def _options(view: View) -> list[Option]:
    found = []
    for seat in view.trace.order:
        verdicts = [v for topic in _ORDER if (v := view.verdicts.get((topic, seat))) is not None]
        acts = [act for v in verdicts if v.status == SETTLED and v.values.get("allowed") for act in _known(view, v)]
        barred = [_barred(view, v) for v in verdicts if v.status == SETTLED and v.values.get("allowed") is False]
        acts += [_unsized(view, v) for v in verdicts if v.status == OPEN and view.size_open(v)]
        open_acts = [view.topic(v).act for v in verdicts if v.status == OPEN and not view.size_open(v)]
        if acts or barred or open_acts:
            found.append({"seat": seat, "acts": acts, "may_not": barred, "open": open_acts})
    return found


def _known(view: View, verdict: Verdict) -> list[Option]:
    """What a verdict allows; no language changes it."""
    kept = view.known.acts.get(id(verdict))
    if kept is None:
        kept = view.known.acts[id(verdict)] = (verdict, list(_acts(view, verdict)))
    return kept[1]


def _acts(view: View, verdict: Verdict) -> Iterator[Option]:
    act = view.topic(verdict).act
    values = verdict.values
    clauses = view.clauses_behind(verdict)
    if act in ("bet", "raise"):
        yield _wager(view, verdict, act, clauses)
        return
    entry: Option = {"act": act}
    if values.get("to") is not None:
        stack = _stack(view, verdict.subject)
        entry["to"] = values["to"] if stack is None else min(values["to"], stack)
        entry["more"] = max(0, entry["to"] - _in_front(view, verdict.subject))
    if act in ("call", "stay") and values.get("to") == _stack(view, verdict.subject):
        entry["all_in"] = True
    entry.update({name: values[name] for name in ("forfeits", "takes_back") if values.get(name)})
    yield {**entry, "clauses": clauses}


def _unsized(view: View, verdict: Verdict) -> Option:
    """A choice that is there whatever it takes; nobody told the amounts that its size follows from."""
    act = view.topic(verdict).act
    bounds = {"min": None, "max": None} if act in ("bet", "raise") else {}
    return {"act": act, **bounds, "clauses": list(view.clauses(without_amount(verdict).by[0]))}


def _wager(view: View, verdict: Verdict, act: str, clauses: list[str]) -> Option:
    """A bet or raise with its bounds; the whole stack instead when it is known and does not reach the least one."""
    seat = verdict.subject
    least, stack = verdict.values.get("min"), _stack(view, seat)
    if stack is not None and only_all_in(view, verdict):
        return {"act": "all-in", "to": stack, "more": stack - _in_front(view, seat), "clauses": clauses}
    most = view.trace.table.max_raise_to(view.trace.table.index(seat))
    entry: Option = {"act": act, "min": least, "max": most}
    other = verdict.values.get("or_to")
    if other is not None and least is not None and most is not None and least < most:
        entry["or_to"] = min(other, most)
    if verdict.values.get("name"):
        entry["name"] = verdict.values["name"]
    return {**entry, "clauses": clauses}


def only_all_in(view: View, verdict: Verdict) -> bool:
    """Whether the stack of a player who may bet or raise is known and does not reach the least one."""
    least, stack = verdict.values.get("min"), _stack(view, verdict.subject)
    return bool(verdict.values.get("allowed")) and least is not None and stack is not None and stack < least


def short_stack(view: View, verdict: Verdict) -> str:
    """The sentence about a player who can only go all-in."""
    seat = verdict.subject
    return view.wording.say("option", "all-in-only", seat=seat, stack=_stack(view, seat), min=verdict.values["min"])


def _barred(view: View, verdict: Verdict) -> Option:
    return {
        "act": view.topic(verdict).act,
        "clauses": view.clauses_behind(verdict),
        "text": view.sentence(verdict),
    }


def _in_front(view: View, seat: str) -> int:
    """Chips that a seat has already put in, those of an insufficient wager included."""
    choice = view.trace.choices.get(seat)
    lying = choice.chips if choice is not None and choice.how == "complete-or-fold" else 0
    table = view.trace.table
    return table.seats[table.index(seat)].put + lying


def _stack(view: View, seat: str) -> int | None:
    table = view.trace.table
    return stack_of(table.seats[table.index(seat)])


def chips(view: View, found: list[Option]) -> dict[str, Any]:
    """What comes back at once, what a fold costs or brings back, what completing costs, pots, and who takes what."""
    folds = {
        entry["seat"]: {name: act[name] for name in ("forfeits", "takes_back") if name in act}
        for entry in found
        for act in entry["acts"]
        if act["act"] == "fold"
    }
    return {
        "returned": view.trace.given_back(),
        "if_folds": {seat: what for seat, what in folds.items() if what},
        "to_complete": {
            entry["seat"]: {"to": act["to"], "more": act["more"]}
            for entry in found
            for act in entry["acts"]
            if act["act"] == "complete" and "to" in act  # what completing comes to may be all that is not known
        },
        "pots": [_pot(view, v) for v in view.ordered if v.topic == "pots" and v.status == SETTLED],
        "awarded": _awarded(view),
    }


def _awarded(view: View) -> dict[str, int]:
    """What each player takes from all pots together; nothing of a pot whose size or winner is open."""
    awards = [v.values for v in view.ordered if v.topic == "award" and v.status == SETTLED]
    if not awards:
        return {}
    from facts.award import payouts  # late: most rulings give no pot away

    return payouts(awards)


def _pot(view: View, verdict: Verdict) -> dict[str, Any]:
    return {
        "name": verdict.subject,
        "amount": verdict.values["amount"],
        "eligible": list(verdict.values["eligible"]),
        "clauses": view.clauses_behind(verdict),
        "text": view.sentence(verdict),
    }


# -- phrases --------------------------------------------------------------------------------------------------------


def phrases(view: View, entry: Mapping[str, Any]) -> list[str]:
    """The choices of one seat, each as a few words: "call 70 more", "raise to at least 130", "no raise"."""
    say = view.wording
    found = [phrase(view, act) for act in entry["acts"]]
    found += [say.say("option", "open", name=say.label("acts", act)) for act in entry["open"]]
    return found + [say.say("option", "not", name=say.label("acts", bar["act"])) for bar in entry["may_not"]]


def phrase(view: View, act: Mapping[str, Any]) -> str:
    """One choice in a few words."""
    key, values = _pattern(act, view.trace.table.structure), dict(act)
    if act["act"] == "raise":
        values["name"] = view.wording.label("acts", act.get("name", "raise"))
    return view.wording.say("option", key, **values)


def _pattern(act: Mapping[str, Any], structure: str) -> str:
    name = str(act["act"])
    if name in ("bet", "raise"):
        return name + _bounds(act, structure)
    if name == "fold":
        return "fold-forfeits" if "forfeits" in act else "fold-takes-back" if "takes_back" in act else "fold"
    if name in ("call", "complete", "stay") and "to" not in act:
        return f"{name}-unsized"
    if name == "call":
        if act["more"] == 0:
            return "call-in"
        return "call-all-in" if act.get("all_in") else "call" if act["more"] == act["to"] else "call-more"
    return name


def _bounds(act: Mapping[str, Any], structure: str) -> str:
    """Without a limit by the rules only the stack bounds a wager, and that everybody sees."""
    if act["min"] is None:
        return ""
    if "or_to" in act:
        return "-either"
    if act["max"] is None or structure == NO_LIMIT:
        return "-least"
    return "-exact" if act["max"] <= act["min"] else "-range"


def line(view: View, seat: str, acts: Sequence[str]) -> str:
    """One seat with choices in a few words each."""
    say = view.wording
    return say.say("option", "line", seat=seat, acts=say.label("option", "joined").join(acts))


def sentence(view: View, entry: Mapping[str, Any]) -> str:
    """One seat with all its choices as a sentence for the player himself."""
    say = view.wording
    may = [phrase(view, act) for act in entry["acts"]]
    barred = [say.label("acts", bar["act"]) for bar in entry["may_not"]]
    acts = say.listed(may, "list-or")
    if not barred:
        return say.say("option", "may", seat=entry["seat"], acts=acts)
    return say.say("option", "may-but", seat=entry["seat"], acts=acts, **{"not": say.listed(barred, "list-or")})
