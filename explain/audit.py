"""For the auditor: every rule that was considered with what became of it, every fact, the parameters and readings in
force.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.arbitration import OPEN, Verdict
from engine.evaluate import group
from engine.facts import Fact, Match
from engine.misses import Miss
from explain.layout import Row, Section
from explain.view import View, lost
from explain.whynot import first_miss, unparse
from knowledge.expressions import Tree, names
from knowledge.model import Pattern, Rule, Slot

# Slots that name a fact or what a finding is about: the name already says it.
_KEYS = ("id", "of")


def audit(view: View) -> list[Section]:
    """The sections that only an auditor reads."""
    say = view.wording
    return [
        Section(say.label("sections", "rules"), list(_rules(view))),
        Section(say.label("sections", "facts"), list(_facts(view))),
        Section(say.label("sections", "parameters"), list(_parameters(view))),
        Section(say.label("sections", "readings"), list(_readings(view))),
    ]


# -- rules ----------------------------------------------------------------------------------------------------------


def _rules(view: View) -> Iterator[Row]:
    """Each rule in the order of the rulebook, with each of its matches, or where it fails."""
    memory = group(view.trace.facts)
    fates = list(_fates(view))
    for rule in view.trace.considered:
        found = [(match, fate, more) for match, fate, more in fates if match.rule.id == rule.id]
        if not found:
            yield _row(view, rule, "failed", _missed(view, first_miss(rule, memory, view.trace.parameters)))
        for match, fate, more in found:
            yield _row(view, rule, fate, _conditions(view, match, more))


def _row(view: View, rule: Rule, fate: str, what: str) -> Row:
    label = view.wording.label("fates", fate)
    text = view.wording.say("audit", "rule", rule=rule.id, clause=rule.clause, fate=label, what=what)
    return Row(text.removesuffix(": "))


def _fates(view: View) -> Iterator[tuple[Match, str, str]]:
    for verdict in view.ordered:
        yield from _own(view, verdict)


def _own(view: View, verdict: Verdict) -> Iterator[tuple[Match, str, str]]:
    for match in verdict.by:
        told = view.told(verdict)
        yield match, "fired" if match in told else "agrees", ""
    for side in verdict.sides:
        for match in side:
            yield match, "disagrees", ""
    for defeat in lost(verdict):
        if defeat not in verdict.defeats:
            continue
        relation = view.wording.label("relations", defeat.relation)
        by = {"rule": defeat.winner.rule.id, "relation": relation, "clause": defeat.clause}
        yield defeat.loser, "defeated", view.wording.say("audit", "by", **by)
        if not defeat.winner.outcome:
            yield defeat.winner, "fired", ""
    for match in verdict.pending:
        yield match, "pending" if verdict.status == OPEN else "idle", _asks(view, match)
    for match in verdict.idle:
        yield match, "idle", _asks(view, match)


def _asks(view: View, match: Match) -> str:
    places = ", ".join(f"{key}.{slot}" for _, key, slot in match.unknown)
    return view.wording.say("audit", "asks", places=places)


def _conditions(view: View, match: Match, more: str) -> str:
    """Each condition of a match with its value, then its tests and what they looked at."""
    say, rule = view.wording, match.rule
    condition = next((c for c in rule.conditions if _fits(c.patterns, match.facts)), rule.conditions[0])
    patterns = [p for p in condition.patterns if not p.absent]
    parts = [_looked(view, pattern, fact) for pattern, fact in zip(patterns, match.facts, strict=False)]
    parts += [_tested(view, test, match.values) for test in condition.tests]
    what = "; ".join([*parts, *([more] if more else [])])
    return say.say("audit", "for", subject=match.subject, what=what)


def _fits(patterns: Sequence[Pattern], facts: Sequence[Fact]) -> bool:
    return [p.type for p in patterns if not p.absent] == [fact.type for fact in facts]


def _looked(view: View, pattern: Pattern, fact: Fact) -> str:
    slots = {slot.name: fact.slots.get(slot.name) for slot in pattern.slots if slot.name not in _KEYS}
    return say_name(fact) + (f": {_assigned(view, slots)}" if slots else "")


def say_name(fact: Fact) -> str:
    """A fact by type and key, without saying "act" twice."""
    return fact.key if fact.key.split(" ")[0] == fact.type else f"{fact.type} {fact.key}"


def _assigned(view: View, values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} = {view.wording.plain(value)}" for name, value in values.items())


def _tested(view: View, test: Tree, bound: Mapping[str, Any]) -> str:
    """A comparison with the values of its variables and parameters."""
    values = {name: bound.get(name) for name in names(test, "var")}
    values |= {f"@{name}": view.trace.parameters.get(name) for name in names(test, "param")}
    return view.wording.say("audit", "test", test=unparse(test), values=_assigned(view, values))


def _missed(view: View, miss: Miss | None) -> str:
    """The condition at which a rule fails."""
    say = view.wording
    if miss is None:
        return ""
    if miss.test is not None:
        return _tested(view, miss.test, miss.values)
    assert miss.pattern is not None
    if miss.fact is None:
        return say.say("audit", "missing", type=miss.pattern.type)
    if miss.slot is None:
        return say.say("audit", "present", fact=say_name(miss.fact))
    value = say.plain(miss.fact.slots.get(miss.slot.name))
    values = {"fact": say_name(miss.fact), "slot": miss.slot.name, "value": value}
    return say.say("audit", "wrong", **values, wanted=_wanted(view, miss.slot, miss.values))


def _wanted(view: View, slot: Slot, bound: Mapping[str, Any]) -> str:
    say = view.wording
    if slot.kind == "same":
        return say.plain(bound.get(slot.variable))
    options = say.listed([say.plain(value) for value in slot.values], "list-or")
    return say.say("audit", "unlike", value=options) if slot.kind == "not" else options


# -- facts, parameters, readings ------------------------------------------------------------------------------------


def _facts(view: View) -> Iterator[Row]:
    """Each fact with its known slots, then what nobody knows and what was taken for granted."""
    say = view.wording
    for fact in view.trace.facts:
        known = {name: value for name, value in fact.slots.items() if value is not None and name not in _KEYS}
        yield Row(_assigned(view, known), head=say_name(fact))
        unknown = [name for name, value in fact.slots.items() if value is None]
        if unknown:
            yield Row(say.say("audit", "unknown", slots=", ".join(unknown)), deeper=1)
        if fact.defaults:
            yield Row(say.say("audit", "taken", slots=", ".join(sorted(fact.defaults))), deeper=1)


def _parameters(view: View) -> Iterator[Row]:
    for name, parameter in sorted(view.rulebook.parameters.items()):
        value = view.trace.parameters.get(name)
        shown = "/".join(map(str, value)) if isinstance(value, tuple) else view.wording.plain(value)
        yield Row(f"{name} = {shown}", [parameter.clause])
    for name, value in sorted(view.vocabulary.customs.items()):
        if name not in view.rulebook.parameters:
            shown = "/".join(map(str, value)) if isinstance(value, tuple) else view.wording.plain(value)
            yield Row(view.wording.say("audit", "custom", name=name, value=shown))


def _readings(view: View) -> Iterator[Row]:
    for clause, name in sorted(view.trace.readings.items()):
        yield Row(f"{clause} = {name}")
