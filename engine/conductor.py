"""One pass through an incident: acts are ruled one after another, the table moves on between them, the late stages
run at the end.

``conduct`` answers for one set of readings and assumed answers. What an open question leads to, and what another
reading would give, is found by conducting again (``engine.ruling``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.effects import Settled, change_of, effect_of
from engine.facts import Fact
from engine.moments import (
    chips_back,
    closing_facts,
    deciding,
    event_facts,
    hand_is_over,
    known_event,
    seats_out,
    with_deemed_checks,
)
from engine.noticed import Stand
from engine.parking import Parked, as_carried_out, as_seen, summary
from engine.plain import acts_after, kind_of, plain
from engine.returns import Story, of_the_deal, uncalled
from engine.trace import Back, Step, Trace
from engine.workspace import Answers, Ground, MakeMatcher, Workspace
from facts.award import with_contributions
from facts.derivations import derive_hands, derive_measure, derive_sizes, derive_step
from facts.deriving import Choice, Turn, act_slots, all_in, chips_put, place_slots, seat_slots
from facts.incident import Act, Event, Incident, Words
from facts.lexicon import Vocabulary
from facts.opening import first_turn, missing, posts_due, unit_for
from facts.table import Table
from facts.unsized import posted, size_is_missing, sized, wager, with_blinds
from knowledge.model import Rulebook


def conduct(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    readings: Mapping[str, str],
    answers: Answers,
    make: MakeMatcher,
    ground: Ground | None = None,
) -> Trace:
    """The trace of an incident under ``readings``, with ``answers`` standing in for what nobody told; ``ground``: where
    it is known already.
    """
    work = Workspace(incident, rulebook, vocabulary, readings, answers, make, ground)
    return _Conductor(work, readings).whole()


class _Conductor:
    """The pass itself: it holds what moves (the table, parked acts, open choices); ``work`` holds what the engine
    knows.
    """

    def __init__(self, work: Workspace, readings: Mapping[str, str]) -> None:
        self.work = work
        self.readings = readings
        self.told = incident = work.incident
        self.table = with_contributions(incident, work.opening.turn_from(first_turn(incident, work.rules)))
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
        self.returned: tuple[Back, ...] = ()

    # -- the story --------------------------------------------------------------------------------------------------

    def whole(self) -> Trace:
        """Goes through the timeline, settles what is still parked, then runs the late stages."""
        if unknown := missing(self.work.incident):
            self.missing.append(("table", "table", unknown))
            return self._trace()
        for i, chips in posts_due(self.work.incident, self.work.rules):
            self._move(i, "post", chips)
        self.table = with_blinds(self.table, self.told, self.work.answers.get(("table", "table", "big_blind")))
        for entry in self.work.incident.timeline:
            if isinstance(entry, Act):
                self._act(entry)
            else:
                self._event(entry)
            if self.open:
                break
        for parked in list(self.parked):
            if self.open:
                break
            self._settle_parked(parked)
        self._end()
        return self._trace()

    def _event(self, event: Event) -> None:
        """Keeps how the story stood when an event was told; deals a street, or tells the acts that follow."""
        name, stand = f"event {len(self.stood) + 1}", self._stand()
        self.stood[name] = stand
        if event.type == "dealt":
            self._deal(event)
        elif self.work.vocabulary.facts[event.type].known_to_acts:
            self.work.engine().add(known_event(self.work, name, event, stand))

    def _stand(self) -> Stand:
        behind = {
            seat.name: [parked.act for parked in self.parked if i in parked.skipped]
            for i, seat in enumerate(self.table.seats)
        }
        work, unclear = self.work, bool(self.choices or self.parked)
        street, game = work.incident.street, work.incident.game
        done, button = tuple(self.done), self.told.button
        return Stand(street, work.street_told, done, bool(self.steps), self.table, unclear, behind, game, button)

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
        i, answer = self.table.index(act.seat), self.work.answers.get(("act", f"act {self.number}", "to"))
        if act.does == "post":
            total, mark = posted(self.table, act, self.number, self.work.incident, answer)
            self._move(i, "post", total, act, mark)
            return
        act = sized(self.table, act, answer)
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

    def _move(self, i: int, kind: str, total: int | None, act: Act | None = None, mark: int = 0) -> None:
        """Applies an agreed act; ``mark`` is that of a forced bet whose size nobody told."""
        before = self.table
        self.table = before.after(i, kind, total)._replace(unsized=before.unsized or mark)
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
        told = Settled(i, act, settles, binding, self.work.accepted(number))
        verdicts = tuple(v for (_, subject), v in self.work.verdicts.items() if subject == fact.key)
        before, returned = self.table, 0
        if early:
            self._wait(number, told)
        else:
            returned = self._apply(number, told, turn)
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

    def _wait(self, number: int, told: Settled) -> None:
        """An act out of turn before the turn has come: the skipped players act as if it were not there."""
        if told.how == "released":
            return  # he has all his chips back and his turn still comes
        self.waiting.add(told.i)
        if (choice := change_of(self.table, told)) is not None:
            self.choices[told.i] = choice
        elif told.how is None:
            self.undecided.append(number)

    def _apply(self, number: int, told: Settled, turn: Turn) -> int:
        """Moves the table by what was settled about an act; gives the chips that come back at once."""
        effect = effect_of(self.table, told, turn.in_turn)
        self.table = effect.table
        if effect.open:
            self.open.append(number)
        if effect.choice is not None:
            self.choices[told.i] = effect.choice
        if effect.done:
            self._count(told.i, effect.done)
        return effect.returned

    # -- the end of the story ---------------------------------------------------------------------------------------

    def _end(self) -> None:
        phases = self.work.considered.phases
        if not phases & {"hands", "end"}:
            return
        self._show_table()
        self._add(event_facts(self.work, self.stood))
        if "place" in self.work.present:
            self._add(("place", slots) for slots in place_slots(self.told, self.table))
        if "hands" in phases:
            self.work.run("hands")
            self._leave_dead_hands()
            self._give_back()
            self._move_on(with_deemed_checks(self.work.verdicts, self.table))
        self._add(self._late_facts())
        self.work.run("end", routine=not self._over())

    def _give_back(self) -> None:
        """Chips that go back because of what was found about hands and the deal, before the pots are told."""
        verdicts = tuple(self.work.verdicts.values())
        story = Story(self.told, self.table, self.steps, self.choices)
        table, self.returned = uncalled(verdicts, story)
        if self._over():
            self.returned = of_the_deal(verdicts, story)
        else:
            self._move_on(table)

    def _move_on(self, table: Table) -> None:
        """Shows the table as it turned out."""
        if table != self.table:
            self.table = table
            self._show_table()

    def _show_table(self) -> None:
        acts = sum(kind not in ("post", "bring-in") for _, kind in self.done)
        self.work.show_table(self.table, self.wagers, self.shorts, bool(self.choices), acts)

    def _add(self, facts: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        for type, slots in facts:
            self.work.engine().add(self.work.fact(type, slots))

    def _leave_dead_hands(self) -> None:
        """Takes the players whose hands were found dead out of the hand, before anybody is told what he may do."""
        table = self.table
        for i in seats_out(self.work.verdicts, self.work.vocabulary, table):
            self.choices.pop(i, None)
            table = table.without(i)
        self._move_on(table)

    def _over(self) -> bool:
        return hand_is_over(self.work.verdicts, self.work.vocabulary)

    def _late_facts(self) -> Iterable[tuple[str, Mapping[str, Any]]]:
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
        return deciding(self.table, self.choices, self.waiting)

    def _with_change(self, step: Step) -> Step:
        """The step with the chips that go back because a request for them was granted; it then settles at nothing."""
        i = self.table.index(step.act.seat)
        choice = self.choices.get(i)
        taken = choice is not None and choice.how == "change" and i in self.waiting
        if choice is None or not taken or step.plain or not chips_back(self.work, step.act.seat):
            return step
        return step._replace(returned=choice.chips)

    def _trace(self) -> Trace:
        order = [] if self.open or self.missing or self._over() else self._deciding()
        names = self.table.seats
        return Trace(
            tuple(sorted((self._with_change(step) for step in self.steps), key=lambda step: step.number)),
            tuple(self.work.verdicts.values()),
            tuple(self.work.facts),
            self.work.considered.rules,
            self.table,
            {names[i].name: choice for i, choice in self.choices.items()},
            {names[i].name: derive_sizes(self.table, i, self.work.incident) for i in order},
            derive_hands(self.work.incident),
            tuple(names[i].name for i in order),
            (*self.open, *self.undecided),
            tuple(self.missing),
            self.work.unanswered(),
            self.readings,
            self.work.parameters,
            self.returned,
            self._over(),
        )


__all__ = ["conduct"]
