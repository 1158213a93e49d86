"""What the table replay has worked out so far, in one line: the price to call, the full raise, half of it."""

from __future__ import annotations

from ask.words import say
from engine.ruling import Ruling
from explain.wording import Wording
from facts.derivations import min_to
from facts.table import Table


def computed(ruling: Ruling, language: str) -> str:
    """The line about whom the irregular act or the next turn belongs to; empty where nothing is known of a price."""
    table, seat = _moment(ruling)
    if table is None or seat < 0 or table.unsized or not table.seats:
        return ""
    number = Wording(language, ruling.vocabulary, grouped=True).number
    name, owed, least = table.seats[seat].name, table.owed(seat), min_to(table)
    full = (table.full if table.opened else None) or table.unit
    parts = []
    if owed:
        parts.append(say(language, "echo", seat=name, owed=number(owed), to=number(table.seats[seat].put + owed)))
    elif table.opened and full:
        parts.append(say(language, "echo-free", seat=name))
    if full and table.structure:
        half = f"{number(full // 2)}½" if full % 2 else number(full // 2)
        if table.opened and least is not None:
            parts.append(say(language, "echo-full", full=number(full), least=number(least), half=half))
        elif not table.opened:
            parts.append(say(language, "echo-bet", full=number(full), half=half))
    return " ".join(parts)


def _moment(ruling: Ruling) -> tuple[Table | None, int]:
    """The table on which the last act that had to be read was made, else how it stands now; whose turn it is there."""
    trace = ruling.trace
    if trace.missing or trace.over:
        return None, -1
    read = [step for step in trace.steps if not step.plain]
    if read:
        before = read[-1].before
        return before, before.index(read[-1].act.seat)
    return (trace.table, trace.table.turn) if trace.order else (None, -1)


__all__ = ["computed"]
