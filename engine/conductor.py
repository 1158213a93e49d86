"""One pass through an incident: acts are ruled one after another, the table moves on between them, the late stages
run at the end.

``conduct`` answers for one set of readings and assumed answers. What an open question leads to, and what another
reading would give, is found by conducting again (``engine.ruling``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.arbitration import SETTLED, Verdict
from engine.facts import Fact
from engine.moments import Stand, chips_back, closing_facts, event_facts, hand_is_over, known_event, seats_out
from engine.parking import Parked, as_carried_out, as_seen, summary
from engine.plain import acts_after, kind_of, plain
from engine.trace import Step, Trace
from engine.workspace import Answers, MakeMatcher, Workspace
from facts.award import with_contributions
from facts.derivations import derive_hands, derive_measure, derive_sizes, derive_step
from facts.deriving import (
    Choice,
    Turn,
    act_slots,
    all_in,
    chips_left,
    chips_put,
    place_slots,
    seat_slots,
    stack_of,
    told_all_in,
)
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import Vocabulary
from facts.opening import first_turn, missing, posts_due, unit_for
from facts.table import Table
from facts.unsized import size_is_missing, sized, wager, with_blinds
from knowledge.model import Rulebook


def conduct(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    readings: Mapping[str, str],
    answers: Answers,
    make: MakeMatcher,
) -> Trace:
    """The trace of an incident under ``readings``, with ``answers`` standing in for what nobody told."""
    work = Workspace(incident, rulebook, vocabulary, readings, answers, make)
    return _Conductor(work, readings).whole()


class _Conductor:
    """The pass itself: it holds what moves (the table, parked acts, open choices); ``work`` holds what the engine
    knows.
    """

    def __init__(self, work: Workspace, readings: Mapping[str, str]) -> None:
        self.work = work
        self.readings = readings
        self.told = incident = work.incident
        self.table = with_contributions(incident, work.opening.turn_from(first_turn(incident)))
        self.steps: list[Step] = []
        self.parked: list[Parked] = []
        self.done: list[tuple[int, str]] = []  # (seat, what he did) of the acts on the table, in their order
        self.choices: dict[int, Choice] = {}
        self.open: list[int] = []
        self.undecided: list[int] = []  # acts out of turn that hang on what the skipped players will do
        self.waiting: set[int] = set()
        self.missing: list[tuple[str, str, str]] = []
        self.in_hand = 0  # chips that a player who changes his act has taken up again
        self.number = 0
        self.wagers = 0
        self.shorts = 0
        self.stood: dict[str, Stand] = {}
        self.after = acts_after(incident)

    # -- the story --------------------------------------------------------------------------------------------------

    def whole(self) -> Trace:
        """Goes through the timeline, settles what is still parked, then runs the late stages."""
        if unknown := missing(self.work.incident):
            self.missing.append(("table", "table", unknown))
            return self._trace()
        for i, chips in posts_due(self.work.incident):
            self._move(i, "post", chips)
        self.table = with_blinds(self.table, self.told, self.work.answers.get(("table", "table", "big_blind")))
        for entry in self.work.incident.timeline:
            if isinstance(entry, Act):
                self._act(entry)
            else:
                acted = frozenset(i for i, kind in self.done if kind != "post")
                self.stood[f"event {len(self.stood) + 1}"] = (self.work.incident.street, acted)
                if entry.type == "dealt":
                    self._deal(entry)
                elif self.work.vocabulary.facts[entry.type].known_to_acts:
                    behind = {self.table.seats[i].name: self._behind(i) for i in range(len(self.table.seats))}
                    self.work.engine().add(known_event(self.work, f"event {len(self.stood)}", entry, behind))
            if self.open:
                break
        for parked in list(self.parked):
            if self.open:
                break
            self._settle_parked(parked)
        self._end()
        return self._trace()

    def _behind(self, i: int) -> list[Act]:
        """Acts told behind a skipped player."""
        return [parked.act for parked in self.parked if i in parked.skipped]

    def _deal(self, event: Event) -> None:
        """The next street: what is still parked is settled, the bets go into the pot, stacks are carried on."""
        for parked in list(self.parked):
            self._settle_parked(parked)
        street = str(event.slots.get("street") or "")
        self.table = self.table.next_street(unit_for(self.told, street, self.work.rules))
        self.work.incident = self.work.incident._replace(street=street)
        self.done, self.choices, self.wagers, self.shorts = [], {}, 0, 0

    def _act(self, act: Act) -> None:
        self.number += 1
        i = self.table.index(act.seat)
        if act.does == "post":
            self._move(i, "post", act.to, act)
            return
        act = sized(self.table, act, self.work.answers.get(("act", f"act {self.number}", "to")))
        owed = self._put_right(i, act)
        in_turn = self.table.turn == i or self.table.turn < 0
        if not in_turn:
            skipped = tuple(j for j in self.table.order() if j != i and self._before(j, i) and not self._is_parked(j))
            self.parked.append(Parked(self.number, act, skipped, len(self.done), as_seen(self.table, self.parked)))
            return
        kind = kind_of(act, owed)
        if plain(self.table, act, i, kind, owed):
            self._move(i, kind, act.to, act)
        elif owed == "none" and size_is_missing(self.table, act):
            self._move_unsized(i, act)
        else:
            self._rule_act(self.number, act, Turn(self.number, True, None, None, owed), self.table)
        self._unpark()

    def _put_right(self, i: int, act: Act) -> str:
        """Closes an open choice of the seat that acts; gives what the earlier act counted as, or "none"."""
        choice = self.choices.pop(i, None)
        if choice is None:
            return "none"
        if act.does == "fold" and choice.how == "complete-or-fold":
            self.table = self.table.with_chips(i, choice.chips)  # they are given up
        elif choice.how == "change":
            self.table = self.table.with_chips(i, -choice.chips)  # they may be taken back, so he acts with them in hand
            self.in_hand = choice.chips
        return choice.counts_as if choice.how == "complete-or-fold" else "none"

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

    def _settle_parked(self, parked: Parked) -> None:
        self.parked.remove(parked)
        since = self.done[parked.at :]
        acts = [what for seat, what in since if seat in parked.skipped]
        waiting = any(self.table.must_act(j) and j not in {seat for seat, _ in since} for j in parked.skipped)
        i = self.table.index(parked.act.seat)
        behind = {seat for seat, _ in since} | {
            self.table.index(p.act.seat) for p in self.parked if p.number > parked.number
        }
        next_acted = bool(behind - set(parked.skipped) - {i})
        turn = Turn(parked.number, False, summary(acts, waiting), next_acted)
        answer = self.work.answers.get(("act", f"act {parked.number}", "skipped_did"))
        seen = as_carried_out(parked, self.table, waiting, answer)
        self._rule_act(parked.number, parked.act, turn, seen, early=waiting)

    def _move(self, i: int, kind: str, total: int | None, act: Act | None = None) -> None:
        """Applies an agreed act."""
        before = self.table
        self.table = before.after(i, kind, total)
        self._count(i, kind)
        derived = None if self.table.unsized else derive_step(before, self.table, i)
        name, added = before.seats[i].name, self.table.seats[i].put - before.seats[i].put
        told, back = act or Act(name, kind, total), max(0, self.in_hand - added)
        self.in_hand = 0
        self.steps.append(
            Step(self.number, told, True, True, before, self.table, (), (derived,) if derived else (), back)
        )

    def _move_unsized(self, i: int, act: Act) -> None:
        """Applies an agreed wager whose size nobody told."""
        before, self.table = self.table, wager(self.table, act, self.number)
        self._count(i, "raise" if before.opened else "bet")
        self.steps.append(Step(self.number, act, True, True, before, self.table, (), (), 0))

    def _count(self, i: int, kind: str) -> None:
        self.done.append((i, kind))
        if kind in ("call", "bet", "raise", "short"):
            self.wagers += 1
        self.shorts += kind == "short"

    # -- reading one act --------------------------------------------------------------------------------------------

    def _rule_act(self, number: int, act: Act, turn: Turn, seen: Table, early: bool = False) -> None:
        """The early stages for one act, then its effect on the table.

        ``seen``: the table on which the player acted. ``early``: players whom he skipped have not acted yet, so that
        nothing moves.
        """
        i = self.table.index(act.seat)
        act = self._with_words(number, act)
        self._show_table()
        turn = turn._replace(**self.after[number]._asdict())
        fact = self.work.fact("act", act_slots(act, seen, i, turn))
        self.work.engine().add(fact)
        self.work.run("act", fact.key, lambda found: self._heard(found, fact, act, seen, i))
        settles, binding = (self.work.verdicts.get((topic, fact.key)) for topic in ("settles", "binding"))
        verdicts = tuple(v for (_, subject), v in self.work.verdicts.items() if subject == fact.key)
        before, returned = self.table, 0
        if early:
            self._wait(number, i, act, settles, binding)
        else:
            returned = self._apply(number, i, act, turn, settles, binding)
        measure = derive_measure(seen, self.work.incident)
        self.steps.append(Step(number, act, False, turn.in_turn, before, self.table, verdicts, (), returned, measure))

    def _heard(self, found: Sequence[Fact], fact: Fact, act: Act, seen: Table, i: int) -> None:
        """Whether the act takes his last chips, told anew where not all chips or words of it count."""
        findings = {finding.type: finding for finding in found}
        put, word = (
            findings[topic].slots[slot] if topic in findings else None
            for topic, slot in (("accepted", "put"), ("heard", "word"))
        )
        deaf = act.words is not None and word == "nothing"
        if not deaf and (put is None or put == chips_put(act)):
            return
        last = all_in(act._replace(words=None) if deaf else act, seen, i, put)
        if last is not None and (last != fact.slots["all_in"] or "all_in" in fact.defaults):
            self.work.revise(fact, {"all_in": last})

    def _with_words(self, number: int, act: Act) -> Act:
        """The act with the words that an answer puts in; what he said also tells whether he is all-in, so it comes
        first.
        """
        word = self.work.answers.get(("act", f"act {number}", "declared"))
        return act if word is None or act.words is not None else act._replace(words=Words(str(word)))

    def _wait(self, number: int, i: int, act: Act, settles: Verdict | None, binding: Verdict | None) -> None:
        """An act out of turn before the turn has come: the skipped players act as if it were not there."""
        how = self._how(binding)
        if how == "released":
            return  # he has all his chips back and his turn still comes
        self.waiting.add(i)
        if how == "change" and settles is not None and settles.status == SETTLED:
            chips = self._chips_of(number, i, settles.values)
            self.choices[i] = Choice("change", str(settles.values.get("as")), None, chips)
        elif how is None:
            self.undecided.append(number)

    def _apply(
        self, number: int, i: int, act: Act, turn: Turn, settles: Verdict | None, binding: Verdict | None
    ) -> int:
        """Moves the table by what was settled about an act; gives the chips that come back at once."""
        how = "stands" if turn.in_turn else self._how(binding)
        if how is None or settles is None or settles.status != SETTLED:
            self.open.append(number)
            return 0
        if how == "released":
            return self._chips_of(number, i, settles.values)  # nothing of it stands: the seat simply has its turn
        if how in ("free", "change"):
            chips = self._chips_of(number, i, settles.values)
            self.choices[i] = Choice(how, str(settles.values.get("as")), None, chips)
            self.table = self._spent(self.table.with_chips(i, chips), i, act)
            return 0
        if settles.values.get("choice"):
            return self._leave_open(number, i, act, settles.values)
        return self._take(number, i, act, str(settles.values.get("as")), settles.values.get("to"))

    def _how(self, binding: Verdict | None) -> str | None:
        """Whether an act out of turn binds: stands, free, change; None while that is open."""
        if binding is None or binding.status != SETTLED:
            return None
        return str(binding.values.get("how"))

    def _chips_of(self, number: int, i: int, values: Mapping[str, Any]) -> int:
        """Chips that an act out of turn has put in front of the player."""
        to = values.get("to")
        if values.get("as") in ("check", "fold", "none") or to is None:
            return 0
        accepted = self.work.accepted(number)
        return accepted if accepted is not None else max(0, int(to) - self.table.seats[i].put)

    def _leave_open(self, number: int, i: int, act: Act, values: Mapping[str, Any]) -> int:
        """An insufficient wager, or an act that must be made again: the seat keeps its decision."""
        chips = 0
        if values["choice"] == "complete-or-fold":
            accepted = self.work.accepted(number)
            chips = accepted if accepted is not None else int(values["to"]) - self.table.seats[i].put
        self.choices[i] = Choice(str(values["choice"]), str(values.get("as")), values.get("complete_to"), chips)
        self.table = self.table._replace(turn=i)
        return max(0, chips_put(act) - chips)

    def _take(self, number: int, i: int, act: Act, kind: str, to: Any) -> int:
        """A settled act on the table; the rest of the chips pushed comes back."""
        before = self.table.seats[i].put
        if kind == "none":
            return chips_put(act)
        table = self.table
        kind = table.kind(kind, to)
        total = None if to is None or kind in ("check", "fold") else int(to)
        stack = stack_of(table.seats[i])
        if total is not None and stack is not None:
            total = min(total, stack)
        if kind not in ("check", "fold", "call", "bet", "raise", "short"):
            self.open.append(number)
            return 0
        self.table = table.after(i, kind, total)
        self._count(i, kind)
        added = self.table.seats[i].put - before
        if to is not None and self.table.seats[i].put == to:
            self.table = self._spent(self.table, i, act)
        # What comes back is what was put (or told as put) minus what it settles at, never a rule of its own.
        if act.extra.get("in_front") is not None:  # the chips of an earlier act may be worth more than it came to
            return max(0, sum(chips_left(act)) + chips_put(act) - self.table.seats[i].put)
        pushed = chips_put(act) if act.motions is not None else max(0, (act.to or 0) - before)
        return max(0, pushed - added)

    def _spent(self, table: Table, i: int, act: Act) -> Table:
        """The table with a seat out of chips whose stack nobody told, but whose act was told as all-in."""
        return table.all_in(i) if told_all_in(act) and table.seats[i].behind is None else table

    # -- the end of the story ---------------------------------------------------------------------------------------

    def _end(self) -> None:
        stages = self.work.vocabulary.stages
        phases = {stages[rule.stage].phase for rule in self.work.considered}
        if not phases & {"hands", "end"}:
            return
        self._show_table()
        self._add(event_facts(self.work, self.table, self.stood))
        if "hands" in phases:
            self.work.run("hands")
            self._leave_dead_hands()
        self._add(self._late_facts())
        self.work.run("end")

    def _show_table(self) -> None:
        acts = sum(kind not in ("post", "bring-in") for _, kind in self.done)
        self.work.show_table(self.table, self.wagers, self.shorts, bool(self.choices), acts)

    def _add(self, facts: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        for type, slots in facts:
            self.work.engine().add(self.work.fact(type, slots))

    def _leave_dead_hands(self) -> None:
        """Takes the players whose hands were found dead out of the hand, before anybody is told what he may do."""
        out = seats_out(self.work.verdicts, self.work.vocabulary, self.table)
        for i in out:
            self.choices.pop(i, None)
            self.table = self.table.without(i)
        if out:
            self._show_table()

    def _over(self) -> bool:
        return hand_is_over(self.work.verdicts, self.work.vocabulary)

    def _late_facts(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
        if "place" in self.work.present:
            yield from (("place", slots) for slots in place_slots(self.told))
        if self._over():
            return
        if "ofc-debt" in self.work.present:
            from engine.chinese import settle_debts  # late: only this game pays for it

            settle_debts(self.work)
        only_events = bool(self.told.timeline) and not any(isinstance(entry, Act) for entry in self.told.timeline)
        # who tells of an event alone, without the round or its format, does not ask what to bet
        told = self.work.street_told and self.told.structure and self.told.stakes
        aside = only_events and not told
        if not self.open and not aside and self.work.incident.street != "showdown":
            for i in self._deciding():
                yield "seat", seat_slots(self.table, i, self.choices.get(i))
        yield from closing_facts(self.work, self.told, self.table, self.steps, bool(self.open), self.choices.values())

    def _deciding(self) -> list[int]:
        """Seats with a decision, in the order in which they act; an open choice comes at its seat's turn."""
        held_up = [j for j, choice in self.choices.items() if choice.how in ("complete-or-fold", "again")]
        if held_up:
            return held_up  # nobody else can act before that is cleared up
        n, start = len(self.table.seats), self.table.turn
        if start < 0:
            start = min(self.choices, default=0)
        found: list[int] = []
        for j in ((start + k) % n for k in range(n)):
            if j in self.waiting and j not in self.choices:
                break  # what those behind may do hangs on an act that is still open
            if j in self.choices or self.table.must_act(j):
                found.append(j)
        return found

    def _with_change(self, step: Step) -> Step:
        """The step with the chips that go back because a request for them was granted; it then settles at nothing."""
        i = self.table.index(step.act.seat)
        choice = self.choices.get(i)
        taken = choice is not None and choice.how == "change" and i in self.waiting
        if choice is None or not taken or step.plain or not chips_back(self.work, step.act.seat):
            return step
        return step._replace(returned=choice.chips)

    def _trace(self) -> Trace:
        deciding = [] if self.open or self.missing or self._over() else self._deciding()
        names = self.table.seats
        return Trace(
            tuple(sorted((self._with_change(step) for step in self.steps), key=lambda step: step.number)),
            tuple(self.work.verdicts.values()),
            tuple(self.work.facts),
            self.work.considered,
            self.table,
            {names[i].name: choice for i, choice in self.choices.items()},
            {names[i].name: derive_sizes(self.table, i, self.work.incident) for i in deciding},
            derive_hands(self.work.incident),
            tuple(names[i].name for i in deciding),
            (*self.open, *self.undecided),
            tuple(self.missing),
            self.work.unanswered(),
            self.readings,
            self.work.parameters,
        )


__all__ = ["conduct"]
