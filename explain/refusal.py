"""Why not: what keeps a rule, a clause or an outcome from deciding, with the value that was met and the one needed.

A rule may be defeated, wait for an answer, belong to a reading that is not in force, speak of what was not told, or
fail in some of its conditions; then the way of putting facts to it is told in which the fewest fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.arbitration import OPEN, SETTLED, Verdict
from engine.changes import tipping, type_is_amount
from engine.evaluate import group
from engine.facts import Fact, Match
from engine.goals import Goal
from engine.misses import Attempt, Miss, nearest_attempt
from engine.ruling import Ruling, carrying
from explain.view import View, lost
from explain.whynot import unparse
from facts.lexicon import SlotSpec
from knowledge.expressions import Tree, evaluate, names
from knowledge.model import Rule

Data = dict[str, Any]
_MOST_MISSES = 8
# What is told of an act or a finding; a comparison is put right there before it is put right in what follows from acts.
_TOLD_FIRST = ("put", "to", "amount", "chips", "first_put", "two_put", "count", "number")
_COMPARE = ("==", "!=", "<", "<=", ">", ">=")


def refusal(view: View, ruling: Ruling, rule: Rule, who: str = "") -> Data:
    """Why one rule does not decide. ``who``: only about this subject or seat; empty for any.

    ``fate``: applies, agrees, defeated, disagrees, pending, idle, reading, untouched, failed.
    """
    base: Data = {"rule": rule.id, "clause": rule.clause, "topic": rule.topic, "title": _title(view, rule)}
    base["looks_at"] = max(sum(len(p.slots) for p in c.patterns) + len(c.tests) for c in rule.conditions)
    for fate, text, more in _met(view, rule, who):
        return base | {"fate": fate, "text": text, "failing": 0, "conditions": [], **more}
    for clause, name in rule.reading:
        now = view.trace.readings.get(clause)
        if (clause, now) not in rule.reading:
            say = view.wording
            text = say.say("refusal", "reading", name=name, clause=clause, now=str(now))
            return base | {"fate": "reading", "text": text, "failing": 0, "conditions": []}
    return base | _failed(view, rule, who)


def distance(found: Data) -> tuple[int, int, int, int]:
    """How near a rule came: those that met everything first, then by the number of failing conditions; of equal ones
    that which looks at more.

    A rule for another game, or for acts that are told in the other way, as seen or as agreed, is far whatever its
    number.
    """
    order = ("applies", "agrees", "defeated", "disagrees", "pending", "idle", "failed", "reading", "untouched")
    return order.index(found["fate"]), sum(map(_is_far, found["conditions"])), found["failing"], -found["looks_at"]


def is_met(found: Data) -> bool:
    """Whether all conditions of a rule hold, or may hold: something else keeps it from deciding."""
    return found["fate"] in ("applies", "agrees", "defeated", "disagrees", "pending")


def _is_far(condition: Data) -> bool:
    fact, slot, met = condition["fact"], condition["slot"], condition["met"]
    if fact == "table":
        return slot in (None, "game", "structure", "street")
    if fact in ("heard", "accepted"):
        return slot is None and condition["key"] is None
    return bool(fact == "act" and slot == "does" and met == "nothing")


def _title(view: View, rule: Rule) -> str:
    return view.wording.of(view.rulebook.clauses[rule.clause].title)


# -- rules whose conditions hold ------------------------------------------------------------------------------------


def _met(view: View, rule: Rule, who: str) -> Iterator[tuple[str, str, Data]]:
    """What became of a rule whose conditions hold, or may hold."""
    say = view.wording
    verdicts = [v for v in view.ordered if who in ("", v.subject, view.seat_of(v.subject))]
    for verdict in verdicts:
        for match in (m for m in carrying(verdict) if m.rule.id == rule.id):
            told = view.told(verdict, inherited=True)
            text = say.says(match) or _title(view, rule)
            if match in told or not told:
                yield "applies", say.say("refusal", "applies", text=text), _about(verdict)
            else:
                by = told[0].rule.clause
                yield "agrees", say.say("refusal", "agrees", by=by, text=text), _about(verdict)
    for verdict in verdicts:
        for defeat in (d for d in lost(verdict) if d.loser.rule.id == rule.id):
            relation = say.label("relations", defeat.relation)
            winner, clause = defeat.winner, defeat.clause or defeat.winner.rule.clause
            values = {"claim": say.says(defeat.loser).rstrip("."), "by": winner.rule.clause, "relation": relation}
            text = say.say("refusal", "defeated", **values, clause=clause, reason=say.says(winner))
            more = {"by": winner.rule.id, "by_clause": winner.rule.clause, "relation": defeat.relation, "under": clause}
            yield "defeated", text.strip(), {**_about(verdict), **more}
    for verdict in verdicts:
        if any(m.rule.id == rule.id for side in verdict.sides for m in side):
            yield "disagrees", say.say("refusal", "disagrees"), _about(verdict)
        for match in (m for m in (*verdict.pending, *verdict.idle) if m.rule.id == rule.id):
            waits = verdict.status == OPEN and match in verdict.pending
            key = "pending" if waits else "idle"
            yield key, say.say("refusal", key, question=_questions(view, match)), _about(verdict)


def _about(verdict: Verdict) -> Data:
    return {"subject": verdict.subject}


def _questions(view: View, match: Match) -> str:
    return " ".join(dict.fromkeys(view.question(place) for place in match.unknown))


# -- rules that fail ------------------------------------------------------------------------------------------------


def _failed(view: View, rule: Rule, who: str) -> Data:
    memory = group(view.trace.facts)
    for name in ("act", "seat") if who else ():
        if about := [f for f in memory.get(name, ()) if who in (f.key, f.slots.get("seat"), f.slots.get("id"))]:
            memory[name] = about
    attempt = nearest_attempt(rule, memory, view.trace.parameters, _MOST_MISSES)
    if attempt is None or not attempt.facts:
        return {"fate": "untouched", "text": _untouched(view, rule), "failing": _MOST_MISSES + 1, "conditions": []}
    if not attempt.misses:  # it holds, but for somebody else
        text = view.wording.say("refusal", "no-subject", who=view.subject(who))
        return {"fate": "untouched", "text": text, "failing": _MOST_MISSES + 1, "conditions": []}
    told = [_condition(view, miss, attempt) for miss in attempt.misses]
    text = view.wording.say("refusal", "fails", number=len(told))
    return {"fate": "failed", "text": text, "failing": len(told), "conditions": told}


def _untouched(view: View, rule: Rule) -> str:
    say, there = view.wording, {fact.type for fact in view.trace.facts}
    types = [p.type for c in rule.conditions for p in c.patterns if not p.absent and p.type not in there]
    events = [name for name in types if name in view.vocabulary.facts]
    if not events:
        return say.say("refusal", "untouched-words")
    return say.say("refusal", "untouched", what=say.of(view.vocabulary.facts[events[0]].title))


def _condition(view: View, miss: Miss, attempt: Attempt) -> Data:
    """One condition that fails, in words and for programs."""
    if miss.test is not None:
        return _comparison(view, miss.test, attempt)
    assert miss.pattern is not None
    if miss.fact is None:
        return _absent(view, miss)
    if miss.slot is None:
        text = view.wording.say("refusal", "present", what=_fact_title(view, miss.fact.type))
        return {"fact": miss.fact.type, "key": miss.fact.key, "slot": None, "met": None, "needed": None, "text": text}
    return _slot(view, miss)


def _fact_title(view: View, type: str) -> str:
    known = view.vocabulary.facts.get(type) or view.vocabulary.topics[type]
    return view.wording.of(known.title)


def _absent(view: View, miss: Miss) -> Data:
    """A fact or a finding that is not there, with the values that it would have to have."""
    assert miss.pattern is not None
    say, pattern = view.wording, miss.pattern
    specs = view.vocabulary.slots_of(pattern.type)
    values = [_options(view, specs.get(s.name), s.values) for s in pattern.slots if s.kind == "is" and s.values]
    title = _fact_title(view, pattern.type)
    what = say.say("cite", "finding", title=title, values=", ".join(values)) if values else title
    head = {"fact": pattern.type, "slot": None, "met": None, "needed": values or None}
    waits = next((v for v in view.ordered if v.topic == pattern.type and v.status == OPEN and v.pending), None)
    if waits is not None:
        text = say.say("refusal", "unknown", question=_questions(view, waits.pending[0]), needed=what)
        return head | {"key": waits.subject, "text": text}
    key = "missing-found" if pattern.type in view.vocabulary.topics else "missing"
    return head | {"key": None, "text": say.say("refusal", key, what=what)}


def _slot(view: View, miss: Miss) -> Data:
    assert miss.fact is not None
    assert miss.slot is not None
    say, fact, slot = view.wording, miss.fact, miss.slot
    value = fact.slots.get(slot.name)
    wanted = (miss.values.get(slot.variable),) if slot.kind == "same" else slot.values
    needed = _needed(view, fact, slot.name, wanted, slot.kind == "not")
    head = {"fact": fact.type, "key": fact.key, "slot": slot.name, "met": _plain(value)}
    head["needed"] = {"not": [_plain(v) for v in wanted]} if slot.kind == "not" else [_plain(v) for v in wanted]
    if miss.unknown:
        question = view.question((fact.type, fact.key, slot.name))
        return head | {"text": say.say("refusal", "unknown", question=question, needed=needed)}
    return head | {"text": say.say("refusal", "met", met=_said(view, fact, slot.name, value), needed=needed)}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _said(view: View, fact: Fact, slot: str, value: Any) -> str:
    """What a slot holds, or would hold, in a sentence; of a finding its title and the value."""
    say = view.wording
    if fact.type in view.vocabulary.topics:
        spec = view.vocabulary.topics[fact.type].slots.get(slot)
        return _found(view, fact.type, slot, say.value(spec, value))
    other = Fact(fact.type, fact.key, {**fact.slots, slot: value})
    spec = view.vocabulary.slots_of(fact.type).get(slot)
    text = say.statement(other, slot)
    if not text and value is False:
        yes = say.statement(Fact(fact.type, fact.key, {**fact.slots, slot: True}), slot)
        text = say.say("refusal", "no", text=yes) if yes else ""
    if value == "":
        return say.label("refusal", "none")
    return text or say.say("refusal", "value", name=slot, value=say.value(spec, value))


def _found(view: View, topic: str, slot: str, value: str) -> str:
    """A value in a finding, under the title of its topic; amounts say what they are."""
    title = view.wording.of(view.vocabulary.topics[topic].title)
    known = slot in view.wording.texts["slots-of-findings"]
    told = view.wording.say("slots-of-findings", slot, value=value) if known else value
    return view.wording.say("refusal", "value", name=title, value=told)


def _needed(view: View, fact: Fact, slot: str, wanted: Sequence[Any], unlike: bool) -> str:
    """What a slot would have to hold."""
    spec = view.vocabulary.slots_of(fact.type).get(slot)
    if unlike:
        others = [v for v in (spec.domain if spec is not None else ()) if v not in wanted]
        if spec is not None and spec.type == "flag" and len(wanted) == 1:
            return _said(view, fact, slot, not wanted[0])
        if 0 < len(others) <= 3:
            return _needed(view, fact, slot, others, unlike=False)
        return view.wording.say("refusal", "other", value=_options(view, spec, wanted))
    if len(wanted) == 1:
        return _said(view, fact, slot, wanted[0])
    return _said_of(view, fact, slot, _options(view, spec, wanted))


def _said_of(view: View, fact: Fact, slot: str, value: str) -> str:
    """What a slot would hold, with a value that is worded already."""
    say, spec = view.wording, view.vocabulary.slots_of(fact.type).get(slot)
    if fact.type in view.vocabulary.topics:
        return _found(view, fact.type, slot, value)
    if spec is None or not spec.statement:
        return say.say("refusal", "value", name=slot, value=value)
    known = {name: told for name, told in fact.slots.items() if isinstance(told, str)}
    return say.fill(say.of(spec.statement), {**known, "value": value})


def _options(view: View, spec: SlotSpec | None, values: Sequence[Any]) -> str:
    return view.wording.listed([view.wording.value(spec, value) for value in values], "list-or")


# -- comparisons ----------------------------------------------------------------------------------------------------


def _comparison(view: View, test: Tree, attempt: Attempt) -> Data:
    """A comparison that fails: the value of one variable that it met, and the one that would make it true."""
    say, parameters = view.wording, view.trace.parameters
    values = {name: _plain(attempt.bound.get(name)) for name in names(test, "var")}
    head: Data = {"test": unparse(test), "values": values}
    for name in sorted(dict.fromkeys(names(test, "var")), key=lambda n: _rank(n, attempt)):
        place, now = attempt.source.get(name), attempt.bound.get(name)
        fact = _fact_at(attempt, place)
        if place is None or fact is None:
            continue
        where = {"fact": place[0], "key": place[1], "slot": place[2], "met": _plain(now)}
        if now is None:
            question = view.question(place)
            needed = say.label("refusal", "any")
            return (
                where | {"needed": None, "text": say.say("refusal", "unknown", question=question, needed=needed)} | head
            )

        def holds(value: Any, name: str = name) -> bool:
            return evaluate(test, {**attempt.bound, name: value}, parameters) is True

        found = _mending(view, fact, place[2], now, holds)
        if found is not None:
            wanted, needed = found
            text = say.say("refusal", "met", met=_said(view, fact, place[2], now), needed=needed)
            return where | {"needed": wanted, "text": text} | head
    text = say.say("audit", "test", test=head["test"], values=", ".join(f"{k} = {v}" for k, v in values.items()))
    return {"fact": None, "key": None, "slot": None, "met": None, "needed": None, "text": text} | head


def _rank(name: str, attempt: Attempt) -> int:
    slot = attempt.source.get(name, ("", "", ""))[2]
    return _TOLD_FIRST.index(slot) if slot in _TOLD_FIRST else len(_TOLD_FIRST)


def _fact_at(attempt: Attempt, place: tuple[str, str, str] | None) -> Fact | None:
    return next((f for f in attempt.facts if place is not None and (f.type, f.key) == place[:2]), None)


def _mending(view: View, fact: Fact, slot: str, now: Any, holds: Any) -> tuple[Any, str] | None:
    """The value that a comparison needs there, as data and in words; None when none makes it true."""
    if type_is_amount(now):
        found = list(tipping(now, holds))
        if not found:
            return None
        value = found[0]
        beyond = value + 1 if value > now else value - 1
        key = "" if not holds(beyond) else "at-least" if value > now else "at-most"
        said = view.wording.plain(value)
        return {"value": value, "bound": key or "exactly"}, _said_of(
            view, fact, slot, view.wording.say("refusal", key, value=said) if key else said
        )
    spec = view.vocabulary.slots_of(fact.type).get(slot)
    options = [True, False] if isinstance(now, bool) else list(spec.domain if spec is not None else ())
    fits = [value for value in options if value != now and holds(value)]
    return ([_plain(v) for v in fits], _needed(view, fact, slot, fits, unlike=False)) if fits else None


# -- outcomes -------------------------------------------------------------------------------------------------------


def instead(view: View, goal: Goal) -> list[Data]:
    """What was found in the place of an outcome."""
    found: dict[str, Data] = {}
    for verdict in goal.instead(view.trace, view.incident):
        if verdict.status == SETTLED and verdict.topic in {wanted.topic for wanted in goal.ways}:
            text = view.sentence(verdict)
            if text:
                clauses = view.clauses_behind(verdict)
                found.setdefault(
                    text, {"topic": verdict.topic, "subject": verdict.subject, "text": text, "clauses": clauses}
                )
    return list(found.values())


__all__ = ["distance", "instead", "is_met", "refusal"]
