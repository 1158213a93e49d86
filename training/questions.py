"""What can be asked about a ruling, and what a ruling answers to it, in words.

The answer to one question is worded by the same code for every ruling: for the right one and for that of a
misconception, another edition or a changed fact. So options are alike in form, and two that say the same are the same
text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.arbitration import SETTLED, Verdict
from engine.ruling import Ruling
from explain.data import discretion
from explain.headline import headlines
from explain.options import options, sentence
from explain.view import View
from explain.wording import Wording, capital
from facts.records import NamedTuple
from training.texts import Texts, words

FEWEST_STEPS, MOST_STEPS = 3, 7
"""How many steps can be put in order: two are a guess, and nobody keeps eight in his head."""
HEADLINE, QUESTION = "headline", "question"
_FREED = ("free", "released", "change")


class Asked(NamedTuple):
    """One question about a story. ``kind``: one of the kinds of items; ``topic`` and ``subject`` name what is asked
    about as the engine knows it (``settles`` of ``act 2``), ``slot`` the part of the finding.

    Topic ``headline``: the sentence of the ruling with the number ``subject``, from 0; ``question``: the question that
    the ruling asks first; ``options``: what a seat may do; ``returned``: the chips that come back to a seat.
    """

    kind: str
    topic: str
    subject: str
    slot: str = ""


def looked_at(ruling: Ruling, language: str) -> tuple[View, Texts]:
    """A ruling in a language, and the texts in which it is asked about."""
    wording = Wording(language, ruling.vocabulary, grouped=True)
    return View.of(ruling, wording), Texts(wording)


# -- what can be asked ----------------------------------------------------------------------------------------------


def askable(view: View, kinds: tuple[str, ...], asking: Ruling | None = None) -> Iterator[Asked]:
    """The questions of some kinds that a ruling answers, in its reading order. ``asking``: the ruling, where it needs
    facts; then only the first question can be asked about.
    """
    if asking is not None:
        if "first-question" in kinds and any(q.matters for q in asking.questions):
            yield Asked("first-question", QUESTION, "0")
        return
    for kind in kinds:
        if kind == "reading":
            found = (*_of_kind(view, "counts-as"), *_of_kind(view, "comes-back"))
            yield from (asked._replace(kind=kind) for asked in found)
        else:
            yield from _of_kind(view, kind)


def _of_kind(view: View, kind: str) -> Iterator[Asked]:
    yield from _SPECIAL[kind](view) if kind in _SPECIAL else ()
    for verdict in view.ordered:
        if verdict.status != SETTLED or discretion(view, verdict) is not None:
            continue
        for slot in verdict.values:
            entry = _entry(verdict.topic, slot)
            if entry is None or entry["kind"] != kind or verdict.values[slot] is None:
                continue
            if not any(view.settled(other, verdict.subject) for other in entry.get("unless", ())):
                yield Asked(kind, verdict.topic, verdict.subject, slot)


def _acts(view: View) -> Iterator[Asked]:
    for step in () if view.trace.over else view.read:
        verdict = view.settled("settles", f"act {step.number}")
        alone = verdict is not None and verdict.values.get("as") == "all-in"  # a book that calls it no more than that
        if step.number and step.act.does != "fold" and not alone:
            yield Asked("counts-as", "settles", f"act {step.number}")


def _back(view: View) -> Iterator[Asked]:
    moved = {step.act.seat for step in view.read if step.act.motions or not step.in_turn}
    for seat in dict.fromkeys((*view.trace.given_back(), *(seat for seat in view.incident.seats if seat in moved))):
        if not view.trace.open_acts:
            yield Asked("comes-back", "returned", seat)


def _choices(view: View) -> Iterator[Asked]:
    """What the next to act may do, and whoever is barred from something."""
    found = [entry for entry in options(view) if not entry["open"]]
    for n, entry in enumerate(found):
        if (n == 0 or entry["may_not"]) and not any(None in act.values() for act in entry["acts"]):
            yield Asked("may-do", "options", entry["seat"])


def _steps(view: View) -> Iterator[Asked]:
    for verdict in view.ordered:
        if verdict.topic == "procedure" and verdict.status == SETTLED and discretion(view, verdict) is None:
            steps = [str(step).partition("@")[0] for step in verdict.values.get("steps") or ()]
            untimed = not words()["untimed"].keys().isdisjoint(steps)
            if FEWEST_STEPS <= len(set(steps)) == len(steps) <= MOST_STEPS and not untimed:
                yield Asked("order-steps", "procedure", verdict.subject, "steps")


def _deciding(view: View) -> Iterator[Asked]:
    """The sentences of the ruling that tell more than where the play stands, or who has the better hand: for that the
    list of hands as a whole stands, not one clause. None whose clause stands behind an earlier one too.
    """
    routine = {view.sentence(v) for v in view.ordered if v.status == SETTLED and view.topic(v).routine}
    hands = {clause for v in view.ordered if v.topic == "best-hand" for clause in view.clauses_behind(v)}
    for n, line in enumerate(headlines(view)):
        if line.clauses and line.text not in routine and line.clauses[0] not in hands:
            hands.add(line.clauses[0])
            yield Asked("which-clause", HEADLINE, str(n))


_SPECIAL: Mapping[str, Callable[[View], Iterator[Asked]]] = {
    "counts-as": _acts,
    "comes-back": _back,
    "may-do": _choices,
    "order-steps": _steps,
    "which-clause": _deciding,
}


def _entry(topic: str, slot: str) -> Mapping[str, Any] | None:
    found: Mapping[str, Any] | None = words()["asked"].get(f"{topic}.{slot}")
    return found


# -- the question ---------------------------------------------------------------------------------------------------


def question(view: View, asked: Asked, texts: Texts, claim: str = "") -> str:
    """The question as it is put. ``claim``: what somebody says, where it is asked whether that is right."""
    if asked.kind == "reading":
        about = question(view, asked._replace(kind=_plain_kind(asked)), texts)
        return texts.say("ask", "reading", about=about, claim=claim)
    entry = _entry(asked.topic, asked.slot)
    if entry is not None:
        seat = view.seat_of(asked.subject) or asked.subject  # one whom only an event names is no seat of the table
        values = {"seat": seat, "act": view.subject(asked.subject), "subject": view.wording.word(asked.subject)}
        return texts.wording.fill(texts.wording.of(entry["question"]), values)
    if asked.kind == "which-clause":
        return texts.say("ask", "which-clause", text=headlines(view)[int(asked.subject)].text)
    return texts.say("ask", asked.kind, act=view.lower(view.subject(asked.subject)), seat=asked.subject)


def _plain_kind(asked: Asked) -> str:
    if asked.topic == "settles":
        return "counts-as"
    return "comes-back" if asked.topic == "returned" else str((_entry(asked.topic, asked.slot) or {})["kind"])


# -- the answer -----------------------------------------------------------------------------------------------------


def answer(view: View, asked: Asked, texts: Texts) -> str | None:
    """What a ruling answers, as the text of an option; None where it leaves that open or says nothing about it.

    Of the kind ``order-steps``, whose options are the steps, and of ``first-question``, see :func:`steps` and
    ``Ruling.questions``.
    """
    if asked.topic == "settles":
        return _counts_as(view, asked, texts)
    if asked.topic == "returned":
        return chips(view.trace.given_back().get(asked.subject, 0), texts) if not view.trace.open_acts else None
    if asked.topic == "options":
        entry = next((entry for entry in options(view) if entry["seat"] == asked.subject), None)
        return None if entry is None or entry["open"] else choices(view, entry)
    if asked.topic == HEADLINE:
        behind = clauses(view, asked)
        return clause_option(view, behind[0], texts) if behind else None
    verdict = view.settled(asked.topic, asked.subject)
    return None if verdict is None else valued(asked, verdict.values.get(asked.slot), view, texts)


def valued(asked: Asked, value: Any, view: View, texts: Texts) -> str | None:
    """One value of the slot asked about as the text of an option; None where it has none."""
    entry = _entry(asked.topic, asked.slot)
    if entry is None or value is None:
        return None
    if entry["values"] == "chips":
        return chips(value, texts) if type(value) is int else None
    if entry["values"] == "seats":
        return str(value)
    text = entry["values"].get(value)
    return None if text is None else texts.wording.of(text)


def choices(view: View, entry: Mapping[str, Any]) -> str:
    """All that a seat may do; what it may not do goes without saying where everything is named."""
    return sentence(view, {**entry, "may_not": []}).rstrip(".")


def as_good(view: View, asked: Asked, texts: Texts) -> Iterator[str]:
    """Answers that say no more and no less than the right one, or nearly so: none of them is wrong beside it."""
    if asked.topic == "settles":
        step = view.step(asked.subject)
        if step is not None and (step.act.does == "all-in" or (step.act.words and step.act.words.word == "all-in")):
            for verdict in behind(view, asked):
                to = verdict.values.get("to")
                yield texts.say("settles", "all-in-bare" if to is None else "all-in", to=to)
            if step.act.to is not None:
                yield texts.say("settles", "all-in", to=step.act.to)
        return
    entry, found = _entry(asked.topic, asked.slot), view.settled(asked.topic, asked.subject)
    right = found.values.get(asked.slot) if found is not None else None
    for group in (entry or {}).get("near", ()):
        if right in group:
            yield from (text for value in group if (text := valued(asked, value, view, texts)) is not None)


def chips(amount: int, texts: Texts) -> str:
    """An amount as an option."""
    return texts.say("chips-back", "amount" if amount else "none", chips=amount)


def clause_option(view: View, clause: str, texts: Texts) -> str:
    """A clause as an option: where it stands and what it is called."""
    title = view.wording.of(view.rulebook.clauses[clause].title)
    return texts.say("clause", "option", cite=view.cite(clause), title=title)


def steps(view: View, asked: Asked) -> tuple[str, ...]:
    """The steps of a procedure in their order."""
    verdict = view.settled(asked.topic, asked.subject)
    names = [str(step).partition("@")[0] for step in (verdict.values.get("steps") or ())] if verdict else []
    return tuple(capital(view.wording.of(view.vocabulary.steps[name])) for name in names)


def clauses(view: View, asked: Asked) -> tuple[str, ...]:
    """The clauses behind the answer, the deciding one first."""
    if asked.topic == HEADLINE:
        lines = headlines(view)
        return tuple(lines[int(asked.subject)].clauses) if int(asked.subject) < len(lines) else ()
    return tuple(dict.fromkeys(clause for verdict in behind(view, asked) for clause in view.clauses_behind(verdict)))


def behind(view: View, asked: Asked) -> list[Verdict]:
    """The findings that the answer is made of, the one asked about first."""
    if asked.topic == "settles":
        names = [("binding", asked.subject), (asked.topic, asked.subject)]
        found = [verdict for name in names if (verdict := view.settled(*name)) is not None]
        return found if freed(view, asked) else found[::-1]
    if asked.topic == "options":
        return [v for v in view.ordered if v.subject == asked.subject and v.status == SETTLED and view.topic(v).act]
    if asked.topic == "returned":
        acts = {f"act {step.number}" for step in view.trace.steps if step.act.seat == asked.subject}
        given = [back.verdict for back in view.trace.returned if back.seat == asked.subject]
        loose = any(freed(view, asked._replace(subject=act)) for act in acts)
        topics = ("binding", "settles", "accepted") if loose else ("settles", "binding", "accepted")
        read = [v for topic in topics for v in view.ordered if v.topic == topic and v.subject in acts]
        return [*given, *(verdict for verdict in read if verdict.status == SETTLED)]
    verdict = view.settled(asked.topic, asked.subject)
    return [] if verdict is None else [verdict]


def reason(view: View, asked: Asked) -> str:
    """What stands behind the answer, in the sentences of the rules."""
    if asked.topic == HEADLINE:
        stands = clauses(view, asked)[0]
        return view.wording.of(view.rulebook.clauses[stands].gist)
    told = [view.sentence(verdict) for verdict in behind(view, asked)]
    return " ".join(dict.fromkeys(told if asked.topic == "options" else told[:1]))


# -- what an act counts as ------------------------------------------------------------------------------------------


def freed(view: View, asked: Asked) -> str:
    """How an act that binds nobody leaves its player: free, released or change; empty where it does bind."""
    binding = view.settled("binding", asked.subject)
    how = str(binding.values.get("how")) if binding is not None else ""
    return how if how in _FREED else ""


def _counts_as(view: View, asked: Asked, texts: Texts) -> str | None:
    how, step = freed(view, asked), view.step(asked.subject)
    if how:
        bare = how == "free" and (step is None or not (step.act.motions or step.act.to))
        return texts.say("settles", f"{how}-bare" if bare else how)
    verdict = view.verdicts.get((asked.topic, asked.subject))
    if verdict is None or verdict.status != SETTLED:
        return None
    return settled(dict(verdict.values), texts)


def settled(values: Mapping[str, Any], texts: Texts) -> str | None:
    """What an act counts as, from the values of the finding; None where that has no wording."""
    if values.get("choice") == "again":
        return texts.say("settles", "again")
    if values.get("choice") == "complete-or-fold":
        return texts.say("settles", "incomplete", **values) if values.get("complete_to") is not None else None
    name = str(values.get("as"))
    bare = values.get("to") is None and texts.has("settles", f"{name}-bare")
    key = f"{name}-bare" if bare else name
    return texts.say("settles", key, **values) if texts.has("settles", key) else None


__all__ = [
    "Asked",
    "answer",
    "as_good",
    "askable",
    "behind",
    "chips",
    "choices",
    "clause_option",
    "clauses",
    "freed",
    "looked_at",
    "question",
    "reason",
    "settled",
    "steps",
    "valued",
]
