"""What was irregular in a story, read off the trace: acts that the table did not allow, each with what it met.

No rule is applied here. The sizes are those of the replay, so they follow the parameters of the rulebook; what an
irregular act comes to is for the ruling to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.plain import plain
from engine.trace import Step, Trace
from facts.derivations import min_to
from facts.incident import Act, Event, Incident, Place
from facts.records import NamedTuple
from facts.table import Table


class Irregular(NamedTuple):
    """One irregularity. ``kind``: ``out-of-turn``, ``not-in-hand``, ``bet-stands``, ``nothing-to-call``,
    ``below-least``, ``above-most``, ``not-open``, ``no-raises-left``, ``not-allowed``, or ``event``. ``told``: the act
    or the event; ``number`` of an act from 1, of an event 0. ``values``: whole chips, street totals.
    """

    kind: str
    told: Act | Event
    number: int
    values: dict[str, Any]

    @property
    def place(self) -> Place:
        """Where it stands in its file."""
        return self.told.place


def irregularities(incident: Incident, trace: Trace) -> tuple[Irregular, ...]:
    """All irregular acts of a story and the events that tell of mistakes, in the order in which they were told."""
    steps = {step.number: step for step in trace.steps}
    found: list[Irregular] = []
    number = 0
    for entry in incident.timeline:
        if isinstance(entry, Event):
            if entry.type not in ("dealt", "showdown-begins"):
                found.append(Irregular("event", entry, 0, dict(entry.slots)))
            continue
        number += 1
        step = steps.get(number)
        if step is not None and not step.plain:
            found.extend(Irregular(kind, entry, number, values) for kind, values in _kinds(step))
    return tuple(found)


def _kinds(step: Step) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was wrong with an act that the table did not allow as it was told."""
    table, act = step.before, step.act
    i = table.index(act.seat)
    seat, to = table.seats[i], act.to
    values = {"seat": act.seat, "to": to, "level": table.level}
    if seat.folded or (seat.all_in and not seat.put):
        yield "not-in-hand", values
        return
    if not step.in_turn:
        yield "out-of-turn", values | {"turn": table.seats[table.turn].name if table.turn >= 0 else ""}
    sized = [*_sized(table, act, i)]
    yield from ((kind, values | more) for kind, more in sized)
    if step.in_turn and not sized and act.does != "all-in" and not plain(table, act, i, str(act.does), "none"):
        yield "not-allowed", values


def _sized(table: Table, act: Act, i: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was wrong with the kind or the size of an act, whosever turn it was."""
    does, to, owed = act.does, act.to, table.owed(i)
    if does == "check" and owed:
        yield "bet-stands", {"owed": owed}
    elif does == "call" and not owed:
        yield "nothing-to-call", {}
    elif does in ("bet", "raise", "reraise", "cap", "complete", "all-in") and to is not None and to > table.level:
        least, most = min_to(table), table.max_raise_to(i)
        if least is not None and to < least and does != "all-in":  # with his last chips he may go below it
            yield "below-least", {"least": least}
        if most is not None and to > most:
            yield "above-most", {"most": most}
        if table.opened and not table.faces_full(i):
            yield "not-open", {"owed": owed}
        if table.opened and table.raises_left() == 0:
            yield "no-raises-left", {}
    elif does in ("bet", "raise") and to is not None and to <= table.level:
        yield "below-least", {"least": min_to(table)}
