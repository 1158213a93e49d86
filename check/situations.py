"""The stories that the checks try a finding in (``situations.yaml``), with the facts that the engine derives in each.

A rule speaks of the price, of who has acted, of a short all-in. Whether such a table can be is not asked of the solver:
the table is taken from a story that the engine has replayed, and only what is *told* about the act or event is left
open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from os.path import dirname, join
from typing import Any

from engine.conductor import conduct
from engine.facts import Fact
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.faults import Faults
from facts.incident import Act, Event, Incident, Words
from facts.incident_keys import STRUCTURES
from facts.lexicon import Vocabulary
from facts.reader import incident_from_node
from facts.records import NamedTuple
from facts.yamlnodes import Collector, ListNode, MapNode, Node, NodeReader, ScalarNode, compose, read_text
from knowledge.model import Rulebook

FILE = join(dirname(__file__), "situations.yaml")
Slots = Mapping[str, Any]


class Situation(NamedTuple):
    """A story that stops before something happens. ``next``: whose act is looked at, empty where it is no act;
    ``then``: what is told after that act.
    """

    name: str
    incident: Incident
    next: str
    then: tuple[Act | Event, ...]


class Scene(NamedTuple):
    """A situation as one rulebook sees it. ``act``: the derived slots of the act that is looked at, ``table`` the table
    on which it is read; ``facts``: by type, the facts at the end of the story without that act.
    """

    situation: Situation
    act: Slots
    table: Slots
    facts: Mapping[str, Sequence[Slots]]


@cache
def situations() -> tuple[Situation, ...]:
    """All situations of this release. Raises Faults when the file is broken."""
    reader = NodeReader(FILE)
    text = read_text(FILE, reader)
    node = None if text is None else compose(text, Collector(FILE))
    found = [one for item in (reader.items(node, "situations") if node else ()) for one in _read(item, reader)]
    reader.raise_if_any()
    return tuple(found)


def _read(node: Node, reader: NodeReader) -> list[Situation]:
    fields = {name: field.value for name, field in reader.fields(node, "situation").items()}
    told = fields["incident"]
    assert isinstance(told, MapNode)
    named = [item.text for item in reader.texts(fields["structures"], "structures")] if "structures" in fields else [""]
    return [_one(fields, told, structure, reader) for structure in named]


def _one(fields: Mapping[str, Node], told: MapNode, structure: str, reader: NodeReader) -> Situation:
    pairs = list(told.pairs)
    if structure:
        pairs.insert(0, (ScalarNode("structure", told.line, told.column), ScalarNode(structure, told.line, 1)))
    whole = MapNode(told.line, told.column, pairs)
    incident = incident_from_node(whole, FILE)
    after = fields.get("then")
    then: tuple[Act | Event, ...] = ()
    if isinstance(after, ListNode):
        story = [(key, value) for key, value in pairs if getattr(key, "text", "") != "actions"]
        story.append((ScalarNode("actions", told.line, 1), after))
        then = incident_from_node(MapNode(told.line, told.column, story), FILE).timeline
    name = reader.text(fields["situation"], "situation") or ""
    next = reader.text(fields["next"], "next") or "" if "next" in fields else ""
    return Situation(f"{name}/{structure}" if structure else name, incident, next, then)


def scene(
    situation: Situation, book: Rulebook, vocabulary: Vocabulary, readings: Mapping[str, str], pool: MakeMatcher
) -> Scene:
    """The situation with the facts that hold in it under a rulebook."""
    act: Slots = {}
    table: Slots = {}
    if situation.next:
        silent = Act(situation.next, words=Words("nothing"), motions=((1,),))
        trace = _conducted(with_entry(situation, silent), book, vocabulary, readings, pool)
        number = f"act {number_of(situation)}"
        act, table = _moment(trace, number) if trace else ({}, {})
    trace = _conducted(situation.incident, book, vocabulary, readings, pool)
    return Scene(situation, act, table, _by_type(trace.facts if trace else ()))


def _conducted(
    incident: Incident, book: Rulebook, vocabulary: Vocabulary, readings: Mapping[str, str], pool: MakeMatcher
) -> Trace | None:
    try:
        return conduct(incident, book, vocabulary, readings, {}, pool)
    except (Faults, ValueError):
        return None


def number_of(situation: Situation) -> int:
    """The number of the act that is looked at."""
    return sum(isinstance(entry, Act) for entry in situation.incident.timeline) + 1


def with_entry(situation: Situation, *entries: Act | Event) -> Incident:
    """The story with something told where it stopped, and what comes after it."""
    timeline = (*situation.incident.timeline, *entries, *situation.then)
    return situation.incident._replace(timeline=timeline)


def _moment(trace: Trace, number: str) -> tuple[Slots, Slots]:
    """The slots of an act, and those of the table as it stood then."""
    table: Slots = {}
    for fact in trace.facts:
        if fact.type == "table":
            table = fact.slots
        if fact.type == "act" and fact.key == number:
            return fact.slots, table
    return {}, {}


def _by_type(facts: Sequence[Fact]) -> dict[str, list[Slots]]:
    """The facts by type; of the table only the last."""
    found: dict[str, list[Slots]] = {}
    for fact in facts:
        if fact.type == "table":
            found["table"] = [fact.slots]
        else:
            found.setdefault(fact.type, []).append(fact.slots)
    return found


__all__ = ["STRUCTURES", "Scene", "Situation", "number_of", "scene", "situations", "with_entry"]
