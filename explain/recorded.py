"""Facts that were counted from the journal of an event, in words: which time it is, and by which entries."""

from __future__ import annotations

from explain.view import View
from facts.incident import Recorded, numbered


def recorded_text(view: View, told: Recorded) -> str:
    """What the journal says, with the entries that were counted and the clauses they were ruled by."""
    say, seat, value = view.wording, view.seat_of(told.subject), told.value
    cited = [_entry(view, number, clauses) for number, clauses in told.entries]
    kind = view.vocabulary.facts[fact_type(view, told)].slots[told.slot].recorded
    between = say.label("recorded", "between")
    if kind == "occasion" and isinstance(value, int):
        if value < 2:
            return say.say("recorded", "first", seat=seat)
        here = [say.label("recorded", "here")] if value > 1 + len(told.entries) else []
        word = say.label("recorded", f"nth-{value}")
        nth = say.say("recorded", "nth", n=value) if word == f"nth-{value}" else word
        return say.say("recorded", "again", seat=seat, nth=nth, entries=between.join([*dict.fromkeys(cited), *here]))
    if kind == "hands-left":
        return say.say("recorded", "hands", seat=seat, n=value, entries=between.join(cited))
    key = "last" if cited else "last-none"
    return say.say("recorded", key, seat=seat, entries=between.join(cited))


def _entry(view: View, number: int, clauses: tuple[str, ...]) -> str:
    """An entry of the journal with the clauses that it was ruled by; what an official gave stands on none."""
    if not clauses:
        return view.wording.say("recorded", "entry-alone", number=str(number))
    cited = view.wording.listed([view.cite(clause) for clause in clauses])
    return view.wording.say("recorded", "entry", number=str(number), clauses=cited)


def recorded_fact(view: View, told: Recorded) -> str:
    """The fact that was filled in, as the vocabulary says it."""
    fact = view.fact(fact_type(view, told), told.subject)
    return "" if fact is None else view.wording.statement(fact, told.slot)


def fact_type(view: View, told: Recorded) -> str:
    """The type of the fact that was filled in."""
    events = dict(numbered(view.incident))
    return events[told.subject].type if told.subject in events else "act"


__all__ = ["fact_type", "recorded_fact", "recorded_text"]
