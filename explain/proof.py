"""Why: the proof of a finding, down to what was told, taken for granted or worked out by the replay of the table.

A finding stands on rules with their clauses; a rule on facts and on earlier findings; a fact was told, is a default, or
follows from acts before it. What an exception put aside stands beside the finding that it lost to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.arbitration import CONFLICT, NONE, OPEN, SETTLED, Verdict
from engine.facts import Fact, Match
from engine.trace import Step
from explain.layout import Row, Section
from explain.view import View, lost
from facts.derivations import Derived, derive_sizes
from facts.incident import numbered
from knowledge.model import Condition, Pattern

Data = dict[str, Any]
_KEYS = ("id", "of", "seat")
# The wager before that a value follows from: the last full one, or the last that lifted the price.
_BY_FULL = ("needed", "full", "min_to", "unit", "faces_full")
_BY_LEVEL = ("level", "owed", "opened", "call_to", "faces", "max_to", "blind_only", "raises_before")
_BY_OWN = ("acted", "wagered", "prior")
_ORDER = (
    "in_turn",
    "skipped_did",
    "next_acted",
    "acts_after",
    "chips_after",
    "street_over",
    "to_act",
    "first",
    "closed",
)


def proof(view: View, verdicts: Iterable[Verdict], depth: int = 0) -> list[Data]:
    """The proofs of some findings as plain data. ``depth``: how many levels are told below each, 0 all of them."""
    teller = _Teller(view, depth)
    return [teller.finding(verdict, 1) for verdict in verdicts]


def main_findings(view: View) -> list[Verdict]:
    """The findings that make the ruling: what was decided, and where nothing was, what is open to the players."""
    found = [v for v in view.ordered if v.status != NONE]
    open_ones = [v for v in found if v.status != SETTLED and not view.topic(v).routine]
    decided = [v for v in found if view.topic(v).stage > 1 and v.topic != "announce" and _is_telling(view, v)]
    return [*(v for v in open_ones if v not in decided), *decided] or found


def _is_telling(view: View, verdict: Verdict) -> bool:
    """Whether a finding was decided about this incident; that somebody may act is told where he is kept from it."""
    if not view.topic(verdict).routine:
        return True
    return bool(view.topic(verdict).act) and (verdict.values.get("allowed") is False or bool(lost(verdict)))


def proof_section(view: View, nodes: Sequence[Data], label: str) -> Section:
    """The proofs as rows, each level indented below what it proves."""
    return Section(label, [row for node in nodes for row in _rows(view, node, 0)])


def _rows(view: View, node: Data, deeper: int) -> Iterator[Row]:
    yield Row(node["text"], node["clauses"][:1], deeper=deeper)
    for below in node["because"]:
        yield from _rows(view, below, deeper + 1)


class _Teller:
    """Walks from a finding downwards. A finding that was told already is named, not told again."""

    def __init__(self, view: View, depth: int) -> None:
        self.view = view
        self.depth = depth
        self.told: set[tuple[str, str]] = set()
        self._events = {name: event.slots for name, event in numbered(view.incident)}

    # -- findings ---------------------------------------------------------------------------------------------------

    def finding(self, verdict: Verdict, level: int) -> Data:
        """The proof of one finding."""
        view, name = self.view, (verdict.topic, verdict.subject)
        head: Data = {"kind": "finding", "topic": verdict.topic, "subject": verdict.subject, "status": verdict.status}
        if verdict.status != SETTLED:
            return self._unsettled(verdict, head, level)
        text = view.sentence(verdict) or _named(view, verdict)
        clauses = list(view.clauses_behind(verdict))
        rules = [match.rule.id for match in view.told(verdict, inherited=True)]
        head |= {"text": text, "clauses": clauses, "rules": rules}
        if name in self.told:
            return head | {"text": self._again(text), "because": []}
        self.told.add(name)
        return head | {"because": self._below(level, lambda: self._grounds(verdict, level))}

    def _below(self, level: int, more: Any) -> list[Data]:
        """What lies below, down to the depth that was asked for."""
        if self.depth and level >= self.depth:
            text = self.view.wording.say("proof", "deeper", depth=self.depth + 1)
            return [_leaf("more", text)]
        return list(more())

    def _grounds(self, verdict: Verdict, level: int) -> Iterator[Data]:
        view = self.view
        seen: set[str] = set()
        for match in view.told(verdict, inherited=True):
            for node in self._of_match(match, verdict, level):
                if node["text"] not in seen:
                    seen.add(node["text"])
                    yield node
        yield from self._defeats(verdict)

    def _defeats(self, verdict: Verdict) -> Iterator[Data]:
        view, say = self.view, self.view.wording
        told: set[str] = set()
        for defeat in lost(verdict):
            relation = say.label("relations", defeat.relation)
            claim = say.says(defeat.loser).rstrip(".") or defeat.loser.rule.id
            values = {"claim": claim, "clause": defeat.loser.rule.clause, "by": defeat.winner.rule.clause}
            text = say.say("proof", "aside", **values, relation=relation)
            if text not in told:
                told.add(text)
                yield _leaf("defeated", text, view.clauses(defeat.winner)) | {"rule": defeat.loser.rule.id}

    def _unsettled(self, verdict: Verdict, head: Data, level: int) -> Data:
        view, say = self.view, self.view.wording
        values = {"title": view.capital(say.of(view.topic(verdict).title)), "subject": view.subject(verdict.subject)}
        matches = (*verdict.pending, *(match for side in verdict.sides for match in side))
        clauses = list(dict.fromkeys(match.rule.clause for match in matches))
        key = "open" if verdict.status == OPEN else "conflict"
        below: list[Data] = []
        if verdict.status == CONFLICT:
            below = [
                _leaf("side", say.say("proof", "side", text=say.says(m)), view.clauses(m)) | {"rule": m.rule.id}
                for side in verdict.sides
                for m in side
            ]
        questions = dict.fromkeys(view.question(place) for match in verdict.pending for place in match.unknown)
        below += [_leaf("unknown", say.say("proof", "unknown", question=question)) for question in questions]
        return head | {"text": say.say("proof", key, **values), "clauses": clauses, "rules": [], "because": below}

    # -- facts ------------------------------------------------------------------------------------------------------

    def _of_match(self, match: Match, verdict: Verdict, level: int) -> Iterator[Data]:
        for pattern, fact in _pairs(match):
            if fact.type in self.view.vocabulary.topics:
                earlier = self.view.verdicts.get((fact.type, fact.key))
                if earlier is not None:
                    yield self.finding(earlier, level + 1)
            else:
                yield from self._of_fact(fact, [slot.name for slot in pattern.slots], level)

    def _of_fact(self, fact: Fact, slots: Sequence[str], level: int) -> Iterator[Data]:
        view, specs = self.view, self.view.vocabulary.slots_of(fact.type)
        given = self._events.get(fact.key)
        step = view.step(fact.key) if fact.type == "act" else None
        as_told: list[str] = []
        for slot in slots:
            spec = specs.get(slot)
            if spec is None or slot in _KEYS or fact.slots.get(slot) in (None, "", "none", "nothing"):
                continue
            text = view.wording.statement(fact, slot)
            if not text or (fact.slots[slot] == 0 and not isinstance(fact.slots[slot], bool)):
                continue
            if slot in fact.defaults:
                yield _leaf("default", self._assumed(text, spec.confirm))
            elif given is not None and slot not in given:
                yield _leaf("derived", view.wording.say("proof", "derived", text=text))
            elif spec.derived or fact.type == "seat":
                yield self._derived(fact, slot, text, level)
            else:
                as_told.append(text)
        if fact.type == "shown-hand" and fact.key in view.incident.cards:
            yield self._hand(fact.key)
        if step is not None:
            yield self._act(step)
        elif as_told:
            for text in as_told:
                yield _leaf("told", view.wording.say("proof", "told", text=text))

    def _assumed(self, text: str, confirm: str) -> str:
        say = self.view.wording
        who = say.official(confirm) if confirm else ""
        return say.say("proof", "assumed-ask", text=text, who=who) if who else say.say("proof", "assumed", text=text)

    def _hand(self, seat: str) -> Data:
        """The cards of a player with the hand that they make."""
        cards = " ".join(self.view.incident.cards[seat])
        values = {"seat": seat, "cards": cards, "hand": self.view.hand(seat)}
        return _leaf("told", self.view.wording.say("proof", "hand", **values))

    def _act(self, step: Step) -> Data:
        """An act as it was told, by its number."""
        say = self.view.wording
        text = self.view.act(step)
        named = say.say("act", "numbered", number=step.number, act=text) if step.number else text
        return _leaf("told", say.say("proof", "told", text=named))

    def _derived(self, fact: Fact, slot: str, text: str, level: int) -> Data:
        """A value that the replay worked out, with the acts that it follows from."""
        text = self.view.wording.say("proof", "derived", text=text)
        sizes = list(self._sizes(fact, slot))
        below = self._below(level + 1, lambda: [*sizes, *self._sources(fact, slot, level + 2)])
        clauses = sizes[0]["clauses"] if sizes else []
        return {"kind": "derived", "text": text, "clauses": clauses, "because": below}

    def _sizes(self, fact: Fact, slot: str) -> Iterator[Data]:
        """How the least and the greatest wager of a seat, or of the one who acted, come about."""
        lead, trace = {"min_to": "min-", "max_to": "max-"}.get(slot), self.view.trace
        if lead is None:
            return
        found = trace.sizes.get(fact.key, ()) if fact.type == "seat" else ()
        step = self.view.step(fact.key)
        if step is not None:
            table = step.before
            found = derive_sizes(table, table.index(step.act.seat), self.view.incident)
        for derived in found:
            if derived.code.startswith(lead):
                yield self._reckoned(derived)

    def _reckoned(self, derived: Derived) -> Data:
        clauses = self.view.derivation_clauses(derived.code)
        return {"kind": "derived", "text": self.view.wording.derived(derived), "clauses": list(clauses), "because": []}

    def _sources(self, fact: Fact, slot: str, level: int) -> Iterator[Data]:
        steps = self._before(fact)
        if slot in _BY_FULL or slot in _BY_LEVEL:
            rose = [s for s in steps if _rose(s, slot in _BY_FULL)]
            if rose:
                yield from self._wager(rose[-1], level)
        elif slot in _BY_OWN:
            who = fact.key if fact.type == "seat" else str(fact.slots.get("seat"))
            yield from (self._act(s) for s in steps if s.act.seat == who and s.number)
        elif slot in _ORDER and fact.type in ("act", "seat", "table"):
            yield _leaf("told", self.view.wording.say("proof", "order"))

    def _before(self, fact: Fact) -> list[Step]:
        """The acts before the one that a fact is about, in their order; for anything else all of them."""
        steps = sorted(self.view.trace.steps, key=lambda s: s.number)
        step = self.view.step(fact.key)
        return [s for s in steps if step is None or s.number < step.number]

    def _wager(self, step: Step, level: int) -> Iterator[Data]:
        """What a wager before did to the price: worked out where it was agreed, found where it had to be read."""
        if not step.plain:
            verdict = self.view.verdicts.get(("settles", f"act {step.number}"))
            if verdict is not None:
                yield self.finding(verdict, level)
            return
        again = ("step", str(step.number)) in self.told
        self.told.add(("step", str(step.number)))
        for derived in step.derived:
            node = self._reckoned(derived)
            if again:
                yield node | {"text": self._again(node["text"])}
            else:
                yield node | {"because": [self._act(step)] if step.number else []}
        if not step.derived and step.number:
            yield self._act(step)

    def _again(self, text: str) -> str:
        return self.view.wording.say("proof", "again", text=text.rstrip("."))


def _rose(step: Step, full: bool) -> bool:
    return step.after.fulls > step.before.fulls if full else step.after.level > step.before.level


def _leaf(kind: str, text: str, clauses: Sequence[str] = ()) -> Data:
    return {"kind": kind, "text": text, "clauses": list(clauses), "because": []}


def _named(view: View, verdict: Verdict) -> str:
    """A finding without a sentence, by its title and values."""
    say, topic = view.wording, view.topic(verdict)
    values = [say.value(topic.slots.get(name), value) for name, value in verdict.values.items() if value is not None]
    return say.say("cite", "finding", title=say.of(topic.title), values=", ".join(values))


def _pairs(match: Match) -> Iterator[tuple[Pattern, Fact]]:
    """The facts of a match, each with the pattern that it fits."""
    condition = next((c for c in match.rule.conditions if _fits(c, match.facts)), match.rule.conditions[0])
    return zip((p for p in condition.patterns if not p.absent), match.facts, strict=False)


def _fits(condition: Condition, facts: Sequence[Fact]) -> bool:
    return [p.type for p in condition.patterns if not p.absent] == [fact.type for fact in facts]


def height(nodes: Iterable[Mapping[str, Any]]) -> int:
    """How many levels some proofs have."""
    return max((1 + height(node["because"]) for node in nodes), default=0)


__all__ = ["height", "main_findings", "proof", "proof_section"]
