"""Writes an incident as a file that reads back to the same incident: the canonical form, one line for each act."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TypeVar

from facts.incident import Act, Event, Incident, Place, Value, Words
from facts.incident_keys import ACT_EXTRA_KEYS, STAKE_KEYS, Key
from facts.yamlnodes import NULLS, UNPRINTABLE

_Told = TypeVar("_Told")

# What may stand without quotes anywhere, also inside [] and {}: anything else is quoted.
_BARE = re.compile(r"[^\W_](?:[\w.'+-]| (?=[^\W_]))*")


def write_incident(incident: Incident) -> str:
    """Canonical YAML text. ``read_incident`` makes of it an incident that differs in places and file name only.

    Chips are grouped in the order in which they were told; events that a file told at its end stand in the timeline.
    """
    lines = [f"{key}: {_text(value)}" for key, value in _head(incident) if value is not None]
    if incident.seats:
        lines.append(f"seats: {_list(map(_text, incident.seats))}")
    lines += [f"{key}: {_text(value)}" for key, value in _numbers(incident) if value is not None]
    if incident.stakes:
        lines.append(f"stakes: {_map({name: str(amount) for name, amount in _in_order(incident.stakes, STAKE_KEYS)})}")
    if incident.stacks:
        lines.append(f"stacks: {_map({seat: str(chips) for seat, chips in incident.stacks.items()})}")
    if incident.board:
        lines.append(f"board: {' '.join(incident.board)}")
    for key, by_seat in (("hands", incident.cards), ("up_cards", incident.up_cards)):
        if by_seat:
            lines.append(f"{key}: {_map({seat: ' '.join(cards) for seat, cards in by_seat.items()})}")
    if incident.timeline:
        lines.append("actions:")
        lines += [f"  - {_event(told) if isinstance(told, Event) else _act(told)}" for told in incident.timeline]
    return "\n".join(lines) + "\n"


def unplaced(incident: Incident) -> Incident:
    """The incident without line numbers and file name: two stories are the same when these are equal."""
    timeline = tuple(told._replace(place=Place()) for told in incident.timeline)
    return incident._replace(timeline=timeline, file="<incident>")


def _head(incident: Incident) -> tuple[tuple[str, Value], ...]:
    return (
        ("rulebook", incident.rulebook),
        ("note", incident.note or None),
        ("game", incident.game),
        ("structure", incident.structure),
        ("street", incident.street),
    )


def _numbers(incident: Incident) -> tuple[tuple[str, Value], ...]:
    return (
        ("button", incident.button),
        ("began_with", incident.began_with),
        ("begins", incident.begins),
        ("pot", incident.pot),
        ("min_chip", incident.min_chip),
        ("dead_small_blind", incident.dead_small_blind or None),
    )


def _in_order(told: Mapping[str, _Told], keys: Iterable[Key]) -> Iterable[tuple[str, _Told]]:
    """The pairs in the order of a key table; names that it does not know come last."""
    order = [key.name for key in keys]
    return sorted(told.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order))


def _act(act: Act) -> str:
    told: dict[str, str] = {}
    if act.does is not None:
        told["does"] = act.does if act.to is None else f"{act.does} {act.to}"
    if act.motions is not None:
        told.update(_chips(act.motions, act.handful))
    if act.words is not None:
        told["says"] = _spoken(act.words)
        if act.words.when != "before":
            told["said_when"] = act.words.when
    if act.picked_up is not None:
        told["picked_up"] = str(act.picked_up)
    extra = _in_order(act.extra, ACT_EXTRA_KEYS)
    for name, value in (("gesture", act.gesture), ("prompted", act.prompted), *extra):
        if value is not None:
            told[name] = _text(value)
    short = told["does"] if set(told) == {"does"} else _map(told)
    return f"{_text(act.seat)}: {short}"


def _chips(motions: tuple[tuple[int, ...], ...], handful: bool) -> dict[str, str]:
    if len(motions) == 1 and not handful:
        return {"chips": _denominations(motions[0])}
    return {"columns" if handful else "motions": _list(map(_denominations, motions))}


def _denominations(chips: tuple[int, ...]) -> str:
    runs = [(chip, len(list(run))) for chip, run in groupby(chips)]
    told = [str(chip) if number == 1 else f"{number}x{chip}" for chip, number in runs]
    return told[0] if len(told) == 1 else _list(told)


def _spoken(words: Words) -> str:
    if words.amount is None:
        return words.word
    return f"{words.word} {words.means + ' ' if words.means else ''}{words.amount}"


def _event(event: Event) -> str:
    slots = {name: _text(value) for name, value in event.slots.items() if value is not None}
    return _map({"event": _text(event.type), **slots})


def _text(value: Value) -> str:
    """A scalar, or a list of words, as YAML."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, tuple):
        return _list(map(_text, value))
    word = "" if value is None else value
    if _BARE.fullmatch(word) and word not in NULLS:
        return word
    quoted = json.dumps(word, ensure_ascii=False)
    return UNPRINTABLE.sub(lambda match: f"\\u{ord(match.group()):04x}", quoted)


def _list(items: Iterable[str]) -> str:
    return f"[{', '.join(items)}]"


def _map(pairs: Mapping[str, str]) -> str:
    return "{" + ", ".join(f"{_text(key)}: {value}" for key, value in pairs.items()) + "}"
