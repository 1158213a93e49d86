"""The first sentences of a ruling: what every act that had to be read comes to, and what else was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.arbitration import CONFLICT, NONE, OPEN, SETTLED, Verdict
from engine.effects import Settled, chips_of
from engine.outcomes import is_beside_play, without_amount
from engine.trace import Step
from explain.view import View, strength
from facts.amounts import COUNTS_AS
from facts.deriving import chips_put
from facts.incident import numbered
from facts.records import NamedTuple


class Headline(NamedTuple):
    """One sentence and the clauses behind it. ``apart``: it is about conduct or rights, not about the play."""

    text: str
    clauses: list[str]
    apart: bool = False


# Topics with sections, or sentences, of their own; every other finding is told by the sentence of its rule.
_ELSEWHERE = ("announce", "best-hand", "pots", "procedure", "sanction")
_TOO_SMALL = ("undercall", "underbet", "under-raise")


def headlines(view: View) -> list[Headline]:
    """The sentences in reading order; never empty."""
    found = decided(view)
    for fallback in (_procedures, _penalties, _noticed):
        found = found or list(fallback(view))
    return found or [_regular(view)]


def _procedures(view: View) -> Iterator[Headline]:
    """Why the steps are taken, where nothing but steps was decided."""
    found = [v for v in view.ordered if v.topic == "procedure" and v.status == SETTLED]
    yield from _once(Headline(view.sentence(v), view.clauses_behind(v)) for v in found)


def _penalties(view: View) -> Iterator[Headline]:
    """The sanctions, where the incident was about nothing else."""
    if not view.trace.order and is_beside_play(view.trace, view.vocabulary):
        found = [v for v in view.ordered if v.topic == "sanction" and v.status == SETTLED]
        yield from _once(Headline(view.sentence(v), view.clauses_behind(v)) for v in found)


def _noticed(view: View) -> Iterator[Headline]:
    """What other findings build on, where nothing builds on it and nobody has to act."""
    for verdict in view.ordered if not view.trace.order else ():
        topic = view.topic(verdict)
        if verdict.status == SETTLED and topic.told not in ("", "sanction") and view.stage(verdict).phase != "act":
            yield Headline(view.sentence(verdict), view.clauses_behind(verdict))


def decided(view: View, with_open: bool = True) -> list[Headline]:
    """What was decided; ``with_open``: also which acts are not. In a hand that is void no act counts as anything."""
    read = () if view.trace.over else view.read
    acts = [(step.act.seat, line) for step in read for line in _act(view, step) if with_open or line.clauses]
    found = [*(line for _, line in acts), *_winners(view)]
    for verdict in view.ordered:
        late = _late(view, verdict, with_open)
        if verdict.topic != "answer" or not _told(acts, view.seat_of(verdict.subject), view.clauses_behind(verdict)):
            found.extend(late)
    return _once([*found, *_unanswered(view)])


def _once(found: Iterable[Headline]) -> list[Headline]:
    """Each sentence once, where it stands first."""
    return list({line.text: line for line in reversed(list(found))}.values())[::-1]


def _unanswered(view: View) -> Iterator[Headline]:
    """Reported events that no rule speaks of: saying nothing would sound like saying that nothing is wrong."""
    facts, say = view.vocabulary.facts, view.wording
    events = [event.type for name, event in numbered(view.incident) if name in view.trace.unanswered]
    titles = dict.fromkeys(say.of(facts[type].title) if type in facts else type for type in events)
    if titles:
        key = "unanswered-excerpt" if view.rulebook.incomplete else "unanswered"
        yield Headline(say.say("headline", key, what="; ".join(titles)), [])


def _told(acts: list[tuple[str, Headline]], seat: str, clauses: list[str]) -> bool:
    """Whether the answer to a request only repeats what was said about the act of the one who asks."""
    return any(who == seat and line.clauses[:1] == clauses[:1] for who, line in acts)


def _act(view: View, step: Step) -> Iterator[Headline]:
    subject, say = f"act {step.number}", view.wording
    settles, binding = view.verdicts.get(("settles", subject)), view.settled("binding", subject)
    about = [v for v in view.trace.verdicts if v.subject == subject and not view.apart(v)]
    act = view.act(step)
    if any(v.status == CONFLICT for v in about):
        return  # told below, with both sides
    if step.number in view.trace.open_acts:
        if any(v.status == OPEN for v in about):
            yield Headline(say.say("headline", "open", act=act), [])
        else:
            yield _silent(view, act)
        return
    how = binding.values.get("how") if binding is not None else "stands"
    if how in ("free", "change", "released") and binding is not None:
        yield Headline(_freed(view, step, act, str(how)), view.clauses_behind(binding))
        return
    if settles is not None and settles.status == SETTLED:
        deciding = [v for v in (_cut(view, step), binding, settles) if v is not None]
        clauses = dict.fromkeys(clause for v in deciding for clause in view.clauses_behind(v))
        yield Headline(_counts_as(view, step, act, settles.values), list(clauses))


def _cut(view: View, step: Step) -> Verdict | None:
    """The finding that only part of the chips count; it then decides more than what that part comes to."""
    accepted = view.settled("accepted", f"act {step.number}")
    return accepted if accepted is not None and accepted.values.get("put") != chips_put(step.act) else None


def _silent(view: View, act: str) -> Headline:
    """An act on which the book is silent: who decides, by the clause that says so if there is one."""
    official, clause = view.wording.official(view.rulebook.official), view.rulebook.unforeseen
    key = "silent" if clause else "silent-nobody"
    return Headline(view.wording.say("headline", key, act=act, official=official), [clause] if clause else [])


def _freed(view: View, step: Step, act: str, how: str) -> str:
    choice = view.trace.choices.get(step.act.seat)
    stay = 0
    if how == "free":  # while his turn has not come, the choice is not open yet, but the chips lie there
        stay = choice.chips if choice is not None else _in_front(view, step)
    key = "free-chips" if stay else "released-check" if how == "released" and not step.returned else how
    return view.wording.say("headline", key, act=act, seat=step.act.seat, chips=stay)


def _in_front(view: View, step: Step) -> int:
    """Chips that an act out of turn has put in front of its player."""
    name = f"act {step.number}"
    accepted = view.settled("accepted", name)
    put = int(accepted.values["put"]) if accepted is not None else None
    seat = step.before.index(step.act.seat)
    return chips_of(step.before, Settled(seat, step.act, view.settled("settles", name), None, put))


def _counts_as(view: View, step: Step, act: str, values: Any) -> str:
    say, kind, to = view.wording, str(values.get("as")), values.get("to")
    if kind == "none":
        return say.say("headline", "again" if values.get("choice") else "none", act=act, seat=step.act.seat)
    complete_to = values.get("complete_to")
    if complete_to is not None and kind not in _TOO_SMALL:
        return say.say("headline", "incomplete", act=act, seat=step.act.seat, complete_to=complete_to)
    if kind == "bet" and step.after.over_bring_in() and not step.before.over_bring_in():
        return say.say("headline", "bring-in", act=act, to=to)
    told = step.act.does if step.act.words is None and step.act.motions is None else None
    same_size = told not in (None, "check", "fold") and step.act.to in (to, None)
    if told and COUNTS_AS.get(told, told) == kind and (same_size or kind in ("check", "fold")):
        return say.say("headline", "same", act=act)
    key = f"{kind}-same" if same_size and kind in ("call", "bet", "raise") else kind
    return say.say("headline", key, act=act, seat=step.act.seat, to=to, complete_to=complete_to)


def _late(view: View, verdict: Verdict, with_open: bool) -> Iterator[Headline]:
    topic = view.topic(verdict)
    if topic.act or topic.told or topic.subject == "position" or topic.name in _ELSEWHERE:
        return
    if view.stage(verdict).phase == "act" and verdict.status != CONFLICT:
        return  # told with the act
    if verdict.topic == "first-to-act" and _round_is_closed(view):
        return  # nobody is
    say, clauses = view.wording, view.clauses_behind(verdict)
    if verdict.status == CONFLICT:
        yield _conflict(view, verdict)
    elif view.size_open(verdict):
        match = without_amount(verdict).by[0]
        yield Headline(say.says(match), list(view.clauses(match)))
    elif verdict.status == OPEN:
        if with_open and (not view.apart(verdict) or is_beside_play(view.trace, view.vocabulary)):
            for question in _asked(view, verdict):
                yield Headline(say.say("headline", "unknown", question=question), [], view.apart(verdict))
    elif verdict.status == SETTLED and verdict.topic == "hand":
        yield Headline(say.say("headline", str(verdict.values["status"]), seat=verdict.subject), clauses)
    elif verdict.status == SETTLED and verdict.topic == "deal":
        yield Headline(say.say("headline", f"deal-{verdict.values['status']}", text=view.sentence(verdict)), clauses)
    elif verdict.status == SETTLED:
        yield Headline(view.sentence(verdict), clauses, view.apart(verdict))


def _round_is_closed(view: View) -> bool:
    closed = view.settled("round", "table")
    return closed is not None and closed.values.get("closed") is True


def _asked(view: View, verdict: Verdict) -> list[str]:
    places = (place for match in verdict.pending for place in match.unknown)
    return list(dict.fromkeys(view.question(place) for place in places))


def _conflict(view: View, verdict: Verdict) -> Headline:
    say = view.wording
    matches = [max(side, key=strength) for side in verdict.sides]
    sides = " ".join(say.say("headline", "side", text=say.says(m), clause=m.rule.clause) for m in matches)
    topic = say.of(view.topic(verdict).title)
    text = say.say("headline", "conflict", topic=topic, subject=view.subject(verdict.subject), sides=sides)
    return Headline(
        text, list(dict.fromkeys(clause for m in matches for clause in view.clauses(m))), view.apart(verdict)
    )


def _winners(view: View) -> Iterator[Headline]:
    best = [v for v in view.ordered if v.topic == "best-hand" and v.status == SETTLED]
    for result in ("wins", "ties"):
        found = [v for v in best if v.values.get("result") == result]
        if found:
            seats = [v.subject for v in found]
            text = view.wording.say("headline", result, seats=seats, hand=view.hand(seats[0]))
            yield Headline(text, view.clauses_behind(found[0]))


def _regular(view: View) -> Headline:
    say, order = view.wording, view.trace.order
    if view.trace.missing:  # without it nobody can tell whether anything was irregular
        return Headline(say.say("headline", "unknown", question=view.question(view.trace.missing[0])), [])
    if view.open_questions():
        return Headline(say.say("headline", "unknown", question=view.open_questions()[0]), [])
    if view.open_questions(apart=True) and is_beside_play(view.trace, view.vocabulary):
        return Headline(say.say("headline", "unknown", question=view.open_questions(apart=True)[0]), [])
    judged = any(v.status != NONE and "sanction" in (v.topic, view.topic(v).told) for v in view.trace.verdicts)
    key = ("turn" if order else "nothing") + ("-beside" if judged else "")
    return Headline(say.say("headline", key, seat=order[0] if order else ""), [])
