"""One pass through an incident: acts are ruled one after another, the table moves on between them, the late stages run at the end.

``conduct`` answers for one set of readings and assumed answers. What an open question leads to, and what another reading would give, is
found by conducting again (``engine.ruling``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from engine.arbitration import NONE, OPEN, SETTLED, Verdict, settle
from engine.facts import Fact, Match
from facts.deriving import (
    Choice,
    Derived,
    Turn,
    act_slots,
    betting_rules,
    chips_put,
    derive_sizes,
    derive_step,
    first_turn,
    opening,
    posts_due,
    seat_slots,
    stack_of,
    table_slots,
)
from facts.incident import Act, Event, Incident
from facts.lexicon import Vocabulary
from facts.table import Table
from knowledge.loading import relevant_rules
from knowledge.model import Rule, Rulebook

Answers = Mapping[tuple[str, str, str], Any]


class Matcher(Protocol):
    """What an engine adapter offers: working memory, and stages that fire and are settled."""

    def clear(self) -> None:
        """Empties working memory."""

    def add(self, fact: Fact) -> None:
        """Puts a fact into working memory."""

    def remove(self, fact: Fact) -> None:
        """Takes a fact out of working memory."""

    def run(self, phase: str, settle: Any) -> None:
        """Fires the stages of a phase; ``settle(stage)`` gives the findings after each."""

    def matches(self, stage: int) -> list[Match]:
        """What fired in a stage since it was last asked."""


class MakeMatcher(Protocol):
    """Makes a matcher for some rules, or hands out a warm one."""

    def __call__(self, rules: Sequence[Rule], stages: Sequence[str], parameters: Mapping[str, Any], key: Any) -> Matcher:
        """A matcher with empty working memory."""


class Step(NamedTuple):
    """One act in the trace. ``number`` counts acts from 1; ``plain``: agreed and regular, so nothing had to be read.

    ``before`` is the table on which it was read, ``verdicts`` what was settled about it, ``derived`` what an agreed act did.
    """

    number: int
    act: Act
    plain: bool
    in_turn: bool
    before: Table
    after: Table
    verdicts: tuple[Verdict, ...]
    derived: tuple[Derived, ...]
    returned: int
    forfeited: int


class Trace(NamedTuple):
    """Everything that one pass found. ``table``: as the settled acts left it. ``choices``: decisions that acts left open, by seat.

    ``facts``: all facts that were in working memory. ``considered``: the rules that the story could touch.
    """

    steps: tuple[Step, ...]
    verdicts: tuple[Verdict, ...]
    facts: tuple[Fact, ...]
    considered: tuple[Rule, ...]
    table: Table
    choices: Mapping[str, Choice]
    sizes: Mapping[str, tuple[Derived, ...]]
    order: tuple[str, ...]
    open_acts: tuple[int, ...]
    readings: Mapping[str, str]
    parameters: Mapping[str, Any]


class _Parked(NamedTuple):
    """An act out of turn that waits for its turn."""

    number: int
    act: Act
    skipped: tuple[int, ...]
    at: int


def conduct(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    readings: Mapping[str, str],
    answers: Answers,
    make: MakeMatcher,
) -> Trace:
    """The trace of an incident under ``readings``, with ``answers`` standing in for what nobody told."""
    return _Conductor(incident, rulebook, vocabulary, readings, answers, make).whole()


class _Conductor:
    def __init__(
        self,
        incident: Incident,
        rulebook: Rulebook,
        vocabulary: Vocabulary,
        readings: Mapping[str, str],
        answers: Answers,
        make: MakeMatcher,
    ) -> None:
        self.answers = answers
        self.vocabulary = vocabulary
        self.readings = readings
        self.parameters = rulebook.values(readings)
        self.defaults: dict[str, frozenset[str]] = {}
        self.incident = self._answered(incident)
        self.table = opening(self.incident, betting_rules(self.parameters))._replace(turn=first_turn(self.incident))
        self.steps: list[Step] = []
        self.verdicts: dict[tuple[str, str], Verdict] = {}
        self.facts: list[Fact] = []
        self.parked: list[_Parked] = []
        self.done: list[tuple[int, int, str]] = []  # (number, seat, what he did) of the acts on the table, in their order
        self.choices: dict[int, Choice] = {}
        self.open: list[int] = []
        self.number = 0
        self.wagers = 0
        self.table_fact: Fact | None = None
        self.considered = relevant_rules(rulebook, vocabulary, self._present(), readings)
        self.matcher: Matcher | None = None
        self.make = make
        self.key = (rulebook.hash, tuple(sorted(readings.items())))

    # -- what is known beforehand -----------------------------------------------------------------------------------

    def _answered(self, incident: Incident) -> Incident:
        """The incident with answers about the table put in, then the defaults that the vocabulary declares."""
        told = {name: getattr(incident, name) for name in ("game", "structure", "street", "pot")}
        told.update({name: self.answers[("table", "table", name)] for name in told if ("table", "table", name) in self.answers})
        slots = self.vocabulary.facts["table"].slots
        used = frozenset(name for name, value in told.items() if value is None and slots[name].default is not None)
        told.update({name: slots[name].default for name in used})
        self.defaults["table"] = used
        stakes = dict(incident.stakes)
        if ("table", "table", "big_blind") in self.answers:
            stakes["bb"] = self.answers[("table", "table", "big_blind")]
        return replace(incident, stakes=stakes, **told)

    def _present(self) -> dict[str, list[dict[str, Any]]]:
        """Fact types of the story with the slots that no later step can change; used only to leave out rules."""
        incident = self.incident
        present: dict[str, list[dict[str, Any]]] = {
            "table": [{"structure": incident.structure, "game": incident.game, "street": incident.street}],
            "seat": [{}] if len(incident.seats) > 1 and incident.street != "showdown" else [],
        }
        for entry in incident.timeline:
            if isinstance(entry, Event):
                present.setdefault(entry.type, []).append(dict(entry.slots))
            elif entry.does != "post":
                told = act_slots(entry, self.table, 0, Turn(0, True, None, None))
                present.setdefault("act", []).append({name: told[name] for name in _FIXED})
        if len(incident.cards) > 1:
            present["hand"] = [{}]
        if len(incident.up_cards) > 1:
            present["up-cards"] = [{}]
        if incident.stacks:
            present["pot"] = [{}]
        return present

    def _fact(self, type: str, slots: Mapping[str, Any]) -> Fact:
        """A fact with answers and defaults filled in where nothing was told."""
        spec = self.vocabulary.facts[type]
        key = str(slots[spec.key])
        filled = dict(slots)
        used = set(self.defaults.get(type, frozenset()))
        for name in spec.slots:
            if filled.get(name) is None:
                if (type, key, name) in self.answers:
                    filled[name] = self.answers[(type, key, name)]
                elif spec.slots[name].default is not None:
                    filled[name] = spec.slots[name].default
                    used.add(name)
        fact = Fact(type, key, filled, frozenset(used))
        self.facts.append(fact)
        return fact

    # -- the story --------------------------------------------------------------------------------------------------

    def whole(self) -> Trace:
        """Goes through the timeline, settles what is still parked, then runs the late stages."""
        for i, chips in posts_due(self.incident):
            self._move(i, "post", chips)
        for entry in self.incident.timeline:
            if isinstance(entry, Act):
                self._act(entry)
            if self.open:
                break
        for parked in list(self.parked):
            if self.open:
                break
            self._settle_parked(parked)
        self._end()
        return self._trace()

    def _act(self, act: Act) -> None:
        self.number += 1
        i = self.table.index(act.seat)
        if act.does == "post":
            self._move(i, "post", act.to, act)
            return
        in_turn = self.table.turn == i or self.table.turn < 0
        if not in_turn:
            skipped = tuple(j for j in self.table.order() if j != i and self._before(j, i) and not self._is_parked(j))
            self.parked.append(_Parked(self.number, act, skipped, len(self.done)))
            return
        if self._plain(act, i):
            self._move(i, _KINDS.get(str(act.does), str(act.does)), act.to, act)
        else:
            self._rule_act(self.number, act, Turn(self.number, True, None, None))
        self._unpark()

    def _before(self, j: int, i: int) -> bool:
        n, turn = len(self.table.seats), self.table.turn
        return (j - turn) % n < (i - turn) % n

    def _is_parked(self, i: int) -> bool:
        return any(self.table.index(parked.act.seat) == i for parked in self.parked)

    def _unpark(self) -> None:
        """Settles a parked act whose turn has come."""
        while not self.open and self.table.turn not in self.choices:
            due = [p for p in self.parked if self.table.index(p.act.seat) == self.table.turn]
            if not due:
                return
            self._settle_parked(due[0])

    def _settle_parked(self, parked: _Parked) -> None:
        self.parked.remove(parked)
        since = [(seat, what) for _, seat, what in self.done[parked.at :]]
        acts = [what for seat, what in since if seat in parked.skipped]
        waiting = any(self.table.must_act(j) and j not in {seat for seat, _ in since} for j in parked.skipped)
        i = self.table.index(parked.act.seat)
        behind = {seat for seat, _ in since} | {self.table.index(p.act.seat) for p in self.parked if p.number > parked.number}
        next_acted = bool(behind - set(parked.skipped) - {i})
        turn = Turn(parked.number, False, _summary(acts, waiting), next_acted)
        self._rule_act(parked.number, parked.act, turn)

    def _plain(self, act: Act, i: int) -> bool:
        """Whether an act is told as agreed and is one that the table allows, so that it needs no reading."""
        if act.words or act.motions is not None or act.gesture or self.table.turn < 0:
            return False
        table, to, does = self.table, act.to, act.does
        if does == "fold":
            return True
        if does == "check":
            return table.owed(i) == 0
        if does == "call":
            return table.owed(i) > 0 and (to is None or to == table.level)
        least, most = (table.min_raise_to() if table.opened else table.unit), table.max_raise_to(i)
        if to is None or not table.structure or (least is not None and to < least) or (most is not None and to > most):
            return False
        if does == "bet":
            return not table.opened
        seat = table.seats[i]
        barred = (seat.wagered and table.fulls <= seat.seen_full) or table.raises_left() == 0
        return does in ("raise", "reraise", "cap", "complete") and table.opened and not barred

    def _move(self, i: int, kind: str, total: int | None, act: Act | None = None) -> None:
        """Applies an agreed act."""
        before = self.table
        self.table = before.after(i, kind, total)
        self._count(i, kind)
        derived = derive_step(before, self.table, i)
        name = before.seats[i].name
        told = act or Act(name, kind, total)
        step = Step(self.number, told, True, True, before, self.table, (), (derived,) if derived else (), 0, 0)
        self.steps.append(step)

    def _count(self, i: int, kind: str) -> None:
        self.done.append((self.number, i, kind))
        if kind in ("call", "bet", "raise", "short"):
            self.wagers += 1

    # -- reading one act --------------------------------------------------------------------------------------------

    def _engine(self) -> Matcher:
        if self.matcher is None:
            stages = [stage.phase for stage in self.vocabulary.stages]
            self.matcher = self.make(self.considered, stages, self.parameters, self.key)
        return self.matcher

    def _show_table(self) -> None:
        """Replaces the table fact by the table as it is now."""
        engine = self._engine()
        if self.table_fact is not None:
            engine.remove(self.table_fact)  # it stays in the trace: earlier acts were read on it
        self.table_fact = self._fact("table", table_slots(self.incident, self.table, self.wagers))
        engine.add(self.table_fact)

    def _rule_act(self, number: int, act: Act, turn: Turn) -> None:
        """The early stages for one act, then its effect on the table."""
        i = self.table.index(act.seat)
        self._show_table()
        fact = self._fact("act", act_slots(act, self.table, i, turn))
        self._engine().add(fact)
        self._engine().run("act", lambda stage: self._settle(stage, fact.key))
        found = {topic: self.verdicts.get((topic, fact.key)) for topic in ("settles", "binding")}
        verdicts = tuple(v for (_, subject), v in self.verdicts.items() if subject == fact.key)
        before = self.table
        returned, forfeited = self._apply(number, i, act, turn, found["settles"], found["binding"])
        self.steps.append(Step(number, act, False, turn.in_turn, before, self.table, verdicts, (), returned, forfeited))

    def _settle(self, stage: int, subject: str | None = None) -> list[Fact]:
        """Arbitration after a stage: the verdicts, and the findings that go back into working memory."""
        groups: dict[tuple[str, str], list[Match]] = {}
        for match in self._engine().matches(stage):
            groups.setdefault((match.rule.topic, match.subject), []).append(match)
        for name, topic in self.vocabulary.topics.items():
            if topic.stage == stage and topic.inherits and subject is not None:
                groups.setdefault((name, subject), [])
        found: list[Fact] = []
        for key in sorted(groups):
            topic = self.vocabulary.topics[key[0]]
            inherited = self.verdicts.get((topic.inherits, key[1])) if topic.inherits else None
            if key in self.verdicts or (not groups[key] and inherited is None):
                continue
            verdict = settle(key[0], key[1], groups[key], inherited)
            self.verdicts[key] = verdict
            if verdict.status == SETTLED:
                fact = Fact(key[0], key[1], {"of": key[1], **verdict.values})
                self.facts.append(fact)
                found.append(fact)
        return found

    def _apply(
        self, number: int, i: int, act: Act, turn: Turn, settles: Verdict | None, binding: Verdict | None
    ) -> tuple[int, int]:
        """Moves the table by what was settled about an act; gives back (chips returned, chips forfeited)."""
        how = "stands" if turn.in_turn else self._binding(number, binding)
        ready = how is not None and settles is not None and settles.status == SETTLED
        if not ready or settles is None:
            if how not in ("free", "change"):
                self.open.append(number)
            return 0, 0
        values = settles.values
        kind, to = str(values.get("as")), values.get("to")
        if how in ("free", "change"):
            chips = self._chips_of(act, i, kind, to)
            self.choices[i] = Choice(str(how), kind, None, chips)
            self.table = self.table.with_chips(i, chips)
            return 0, 0
        if values.get("choice"):
            return self._leave_open(i, act, kind, to, values), 0
        return self._take(i, act, kind, to), 0

    def _binding(self, number: int, binding: Verdict | None) -> str | None:
        if binding is None or binding.status != SETTLED:
            return None
        return str(binding.values.get("how"))

    def _chips_of(self, act: Act, i: int, kind: str, to: Any) -> int:
        """Chips that an act out of turn has put in front of the player."""
        if kind in ("check", "fold", "none") or to is None:
            return 0
        accepted = self.verdicts.get(("accepted", f"act {self._number_of(act)}"))
        if accepted is not None and accepted.status == SETTLED:
            return int(accepted.values["put"])
        return max(0, int(to) - self.table.seats[i].put)

    def _number_of(self, act: Act) -> int:
        acts = [entry for entry in self.incident.timeline if isinstance(entry, Act)]
        return next(n for n, entry in enumerate(acts, 1) if entry is act)

    def _leave_open(self, i: int, act: Act, kind: str, to: Any, values: Mapping[str, Any]) -> int:
        """An insufficient wager, or an act that must be made again: the seat keeps its decision."""
        accepted = self.verdicts.get(("accepted", f"act {self._number_of(act)}"))
        chips = 0
        if values["choice"] == "complete-or-fold":
            chips = int(accepted.values["put"]) if accepted and accepted.status == SETTLED else int(to) - self.table.seats[i].put
        self.choices[i] = Choice(str(values["choice"]), kind, values.get("complete_to"), chips)
        self.table = self.table._replace(turn=i)
        return max(0, chips_put(act) - chips)

    def _take(self, i: int, act: Act, kind: str, to: Any) -> int:
        """A settled act on the table; the rest of the chips pushed comes back."""
        before = self.table.seats[i].put
        if kind == "none":
            return chips_put(act)
        if kind == "call" and to is not None and to > self.table.level:
            kind = "short"
        elif kind == "bet" and not self.table.opened and self.table.is_full(int(to)) is False:
            kind = "short"
        total = None if to is None or kind in ("check", "fold") else int(to)
        stack = stack_of(self.table.seats[i])
        if total is not None and stack is not None:
            total = min(total, stack)
        if kind not in ("check", "fold", "call", "bet", "raise", "short"):
            self.open.append(self.number)
            return 0
        self.table = self.table.after(i, kind, total)
        self._count(i, kind)
        added = self.table.seats[i].put - before
        return self._rest(act, before, added, to)

    def _rest(self, act: Act, before: int, added: int, to: Any) -> int:
        """What comes back: what was put (or told as put) minus what it settles at. Never a rule of its own."""
        pushed = chips_put(act) if act.motions is not None else max(0, (act.to or 0) - before)
        return max(0, pushed - added)

    # -- the end of the story ---------------------------------------------------------------------------------------

    def _end(self) -> None:
        if not any(rule.stage > 2 for rule in self.considered):
            return
        self._show_table()
        engine = self._engine()
        for type, slots in self._late_facts():
            engine.add(self._fact(type, slots))
        engine.run("end", lambda stage: self._settle(stage))

    def _late_facts(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        if not self.open and self.incident.street != "showdown":
            for i in self._deciding():
                yield "seat", seat_slots(self.table, i, self.choices.get(i))
        events = [entry for entry in self.incident.timeline if isinstance(entry, Event)]
        for n, event in enumerate(events, 1):
            if event.type in self.vocabulary.facts:
                yield event.type, {"id": f"event {n}", **event.slots}
        if len(self.incident.cards) > 1 or len(self.incident.up_cards) > 1:
            from engine.showdown import hand_slots, up_card_slots  # late: only a showdown pays for the hand reader

            yield from (("hand", slots) for slots in hand_slots(self.incident))
            yield from (("up-cards", slots) for slots in up_card_slots(self.incident))
        if any(seat.all_in for seat in self.table.seats):
            from facts.pots import pot_slots

            yield from (("pot", slots) for slots in pot_slots(self.table))

    def _deciding(self) -> list[int]:
        """Seats with a decision, in the order in which they act; an open choice comes at its seat's turn."""
        n, table = len(self.table.seats), self.table
        start = table.turn
        if start < 0 or (self.choices and not any(j in self.choices for j in table.order())):
            start = min(self.choices, default=0) if start < 0 else start
        return [j for k in range(n) if table.must_act(j := (start + k) % n) or j in self.choices]

    def _trace(self) -> Trace:
        deciding = [] if self.open else self._deciding()
        names = self.table.seats
        return Trace(
            tuple(sorted(self.steps, key=lambda step: step.number)),
            tuple(self.verdicts.values()),
            tuple(self.facts),
            self.considered,
            self.table,
            {names[i].name: choice for i, choice in self.choices.items()},
            {names[i].name: derive_sizes(self.table, i) for i in deciding},
            tuple(names[i].name for i in deciding),
            tuple(self.open),
            self.readings,
            self.parameters,
        )


# What is told about an act and no later step can change; only this may leave out rules.
_FIXED = ("declared", "when", "amount", "does", "motions", "gesture", "handful", "kept_back")
_KINDS = {"reraise": "raise", "cap": "raise", "complete": "raise", "bring-in": "bet"}


def _summary(acts: Sequence[str], waiting: bool) -> str | None:
    """What the skipped players did, the strongest act first; None while one who could still wager has not acted."""
    if any(what in ("bet", "raise", "short") for what in acts):
        return "wager"
    if waiting:
        return None
    return "call" if "call" in acts else "check-or-fold"


__all__ = ["NONE", "OPEN", "Trace", "conduct"]
