"""Reads an incident file: a story told in YAML or JSON becomes an immutable ``Incident``, or a list of all its faults.

What happened at the table is recorded, never judged: a bet below the minimum, an act out of turn or a fifth raise is
the very subject of a ruling. Faults are only what cannot be: unknown names, impossible amounts, contradictions. What
was not told stays None.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from facts.faults import Faults
from facts.fronts import Fronts
from facts.incident import Incident
from facts.incident_keys import (
    ALL_STREETS,
    INCIDENT_KEYS,
    MOST_SEATS,
    STAKE_KEYS,
    STREETS,
    Events,
    EventSpecs,
    Key,
)
from facts.lexicon import vocabulary
from facts.plainyaml import read_plainly
from facts.reader_actions import ActionReader
from facts.yamlnodes import Collector, Field, ListNode, MapNode, Node, ScalarNode, compose, decode, read_text

if TYPE_CHECKING:
    from pathlib import Path

    from facts.lexicon import Vocabulary

HISTORY = ".phh"
"""How the name of a hand in PHH notation ends."""

MAX_BYTES = 1_000_000
MAX_NODES = 20_000
MAX_DEPTH = 12

_KEYS: Mapping[str, Key] = {key.name: key for key in INCIDENT_KEYS}
_STAKES: Mapping[str, Key] = {key.name: key for key in STAKE_KEYS}
_SIMPLE = frozenset({"word", "chips", "count", "flag", "seat", "text"})


def read_incident(text: str | bytes, file: str = "<incident>", vocabulary: Events = None) -> Incident:
    """The incident told by ``text`` (YAML, or JSON).

    ``file`` names the source in faults. ``vocabulary`` describes the events (``lexicon.Vocabulary.events``), or gives
    them when the first one is told; None means that of this package. Raises ``Faults`` with everything that is wrong,
    each fault with its line and column.
    """
    reader = ActionReader(file, _asked(vocabulary))
    told = decode(text, reader, MAX_BYTES) if isinstance(text, bytes) else text
    root = None if told is None else read_plainly(told)
    if root is not None:
        try:
            return incident_from_node(root, file, vocabulary)
        except Faults:
            root = None  # read again by the parser proper, so that nobody has to rely on the places of this one
    if told is not None:
        root = compose(told, reader, max_nodes=MAX_NODES, max_depth=MAX_DEPTH, max_bytes=MAX_BYTES)
    incident = _incident(root, reader) if root is not None else None
    reader.raise_if_any()
    assert incident is not None  # a text without a tree always leaves a fault
    return incident


def read_story(text: str | bytes, file: str, vocabulary: Vocabulary) -> Incident:
    """The incident in a file of either notation: a hand in PHH where the name ends so, else ours. Raises ``Faults``."""
    if file.lower().endswith(HISTORY):
        from facts.phh import read_history  # late: few stories come so

        return read_history(text, file, vocabulary)
    return read_incident(text, file, vocabulary.events)


def _asked(vocabulary: Events) -> Callable[[], EventSpecs]:
    if vocabulary is None:
        return default_events
    return vocabulary if callable(vocabulary) else lambda: vocabulary


def incident_from_node(root: Node, file: str, vocabulary: Events = None) -> Incident:
    """The incident in a node that is part of a larger file (a case). Raises ``Faults`` as :func:`read_incident`
    does.
    """
    reader = ActionReader(file, _asked(vocabulary))
    incident = _incident(root, reader)
    reader.raise_if_any()
    return incident


def load_incident(path: str | Path, vocabulary: Events = None) -> Incident:
    """The incident in a file; a file that is missing or cannot be read is a fault too. Raises ``Faults``."""
    collector = Collector(str(path))
    text = read_text(path, collector, MAX_BYTES)
    collector.raise_if_any()
    return read_incident(text or "", str(path), vocabulary)


@cache
def default_events() -> EventSpecs:
    """The event vocabulary of this package, read once. Raises ``Faults`` when its file is broken."""
    return vocabulary().events


def _incident(root: Node, reader: ActionReader) -> Incident:
    fields = reader.fields(root, "incident", _KEYS)
    _read_seats(root, fields, reader)
    simple = _simple(fields, reader)
    stacks: dict[str, int] = {}
    if "stacks" in fields:
        for seat, node in reader.by_seat(fields["stacks"].value, "stacks"):
            stack = reader.chips(node, f"stacks {seat}")
            if stack is not None:
                stacks[seat] = stack
                reader.stack_lines[seat] = node.line
    board = reader.table_cards(fields["board"].value, "board") if "board" in fields else ()
    cards = _seat_cards(fields, "hands", reader)
    up_cards = _seat_cards(fields, "up_cards", reader)
    fronts = Fronts(reader.seats, simple.get("button"), simple.get("street"))
    acts = reader.timeline(fields["actions"].value, stacks, fronts) if "actions" in fields else ()
    events = reader.events(fields["events"].value) if "events" in fields else ()
    _check_table(fields, simple, reader)
    incident = Incident(
        seats=reader.seats,
        stakes=_stakes(fields["stakes"].value, reader) if "stakes" in fields else {},
        stacks=stacks,
        timeline=acts + events,
        board=board,
        cards=cards,
        up_cards=up_cards,
        file=reader.file,
        **simple,
    )
    if "disputed" not in fields or reader.faults:
        return incident
    from facts.disputes import read_disputes  # late: in most stories nothing is disputed

    return incident._replace(disputes=read_disputes(root, fields["disputed"].value, incident, reader))


def _read_seats(root: Node, fields: Mapping[str, Field], reader: ActionReader) -> None:
    if "seats" in fields:
        before = len(reader.faults)
        if not reader.new_seats(fields["seats"].value) and len(reader.faults) == before:
            reader.fault(fields["seats"].value, "seats: nobody sits at the table", "name the players clockwise")
    elif (fields or not reader.faults) and not _only_events(fields):
        reader.fault(root, "seats are missing", "seats: [A, B, C] names the players clockwise, the button last")


def _only_events(fields: Mapping[str, Field]) -> bool:
    """Whether the story is told without anybody acting: a fault of the dealer, a question; nobody need be seated."""
    told = [item for key in ("actions", "events") if key in fields for item in _items(fields[key].value)]
    return bool(told) and all(_is_event(item) for item in told)


def _items(node: Node) -> list[Node]:
    return node.items if isinstance(node, ListNode) else []


def _is_event(node: Node) -> bool:
    """Whether an entry of the timeline is an event: those need no players at the table."""
    return isinstance(node, MapNode) and any(
        isinstance(key, ScalarNode) and key.text == "event" for key, _ in node.pairs
    )


def _simple(fields: Mapping[str, Field], reader: ActionReader) -> dict[str, Any]:
    """The keys whose value stands for itself, by the name they have in ``Incident``; empty ones are left out."""
    found: dict[str, Any] = {}
    for key in INCIDENT_KEYS:
        if key.kind in _SIMPLE and key.name in fields:
            value = reader.value(fields[key.name].value, key.name, key.kind, key.domain, key.least)
            if value is not None and key.name != "$schema":
                found[key.name] = value
    return found


def _seat_cards(fields: Mapping[str, Field], name: str, reader: ActionReader) -> dict[str, tuple[str, ...]]:
    if name not in fields:
        return {}
    by_seat = reader.by_seat(fields[name].value, name)
    told = {seat: reader.table_cards(node, f"{name} {seat}") for seat, node in by_seat}
    return {seat: cards for seat, cards in told.items() if cards}


def _stakes(node: Node, reader: ActionReader) -> dict[str, int]:
    fields = reader.fields(node, "stakes", _STAKES)
    stakes: dict[str, int] = {}
    for key in STAKE_KEYS:
        if key.name in fields:
            amount = reader.chips(fields[key.name].value, f"stakes {key.name}", key.least)
            if amount is not None:
                stakes[key.name] = amount
    for lower, higher in (("sb", "bb"), ("low", "high")):
        if lower in stakes and higher in stakes and stakes[lower] > stakes[higher]:
            told = f"stakes: {lower} {stakes[lower]} is more than {higher} {stakes[higher]}"
            reader.fault(fields[lower].value, told, "are they the wrong way round?")
    return stakes


def _check_table(fields: Mapping[str, Field], simple: Mapping[str, Any], reader: ActionReader) -> None:
    """What the game makes impossible: more players than cards, a street of another game."""
    game, street = simple.get("game"), simple.get("street")
    most = MOST_SEATS.get(game or "", max(MOST_SEATS.values()))
    if len(reader.seats) > most:
        message = f"seats: {len(reader.seats)} players; the deck serves at most {most}{f' in {game}' if game else ''}"
        reader.fault(fields["seats"].value, message, "correct the seats or the game")
    if game and street and street != ALL_STREETS[-1] and street not in STREETS[game]:
        names = ", ".join(STREETS[game])
        reader.fault(fields["street"].value, f"street: {game} has no {street}", f"one of {names}, {ALL_STREETS[-1]}")
