"""One incident on one line of JSON, as programs write them: read without places, and once more with them where it has
faults.
"""

from __future__ import annotations

import json
from typing import Any

from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.incident_keys import Events
from facts.reader import MAX_BYTES, MAX_DEPTH, MAX_NODES, incident_from_node
from facts.records import NamedTuple
from facts.yamlnodes import UNPRINTABLE, Collector, ListNode, MapNode, Node, ScalarNode, compose, decode, walk

# A longer line is read the slow way, which counts values and looks at how deep they lie.
_SHORT = 50_000


class Told(NamedTuple):
    """What a line tells. ``id``: by which its writer knows the incident, None where none was given."""

    id: str | int | None
    incident: Incident


def read_line(data: bytes, file: str, number: int, vocabulary: Events = None) -> Told:
    """The incident on line ``number`` (from 1) of ``file``: the keys of an incident file, and ``id``.

    Raises Faults with everything that is wrong on the line, each with its column.
    """
    if len(data) > MAX_BYTES:
        raise Faults([Fault(file, number, 1, f"the line is longer than {MAX_BYTES} bytes")])
    root = _quick(data, number)
    if root is not None:
        try:
            return _told(root, file, vocabulary)
        except Faults:
            pass  # said below, with places
    return _slow(data, file, number, vocabulary)


def _quick(data: bytes, number: int) -> Node | None:
    """The tree of a line, every place in it (``number``, 1); None for what has to be looked at closely."""
    if len(data) > _SHORT or b"\\u" in data:
        return None
    try:
        text = data.decode("utf-8")
        if UNPRINTABLE.search(text):
            return None

        def bare(raw: str) -> ScalarNode:
            return ScalarNode(raw, number, 1)

        def pairs(found: list[tuple[str, Any]]) -> MapNode:
            return MapNode(number, 1, [(ScalarNode(key, number, 1, False), node(value)) for key, value in found])

        def node(value: Any) -> Node:
            kind = type(value)
            if kind is str:
                return ScalarNode(value, number, 1, False)
            if kind is list:
                return ListNode(number, 1, [node(item) for item in value])
            if kind is bool or value is None:
                return bare("null" if value is None else "true" if value else "false")
            made: Node = value  # numbers and mappings are nodes already
            return made

        read = json.loads(text, object_pairs_hook=pairs, parse_int=bare, parse_float=bare, parse_constant=bare)
        found = node(read)
    except (ValueError, RecursionError):
        return None
    return found if _depth(found) <= MAX_DEPTH else None


def _depth(root: Node) -> int:
    """How deep lists and mappings lie in each other."""
    deep, level = 0, [root]
    while level := [node for node in level if not isinstance(node, ScalarNode)]:
        deep += 1
        inner: list[Node] = []
        for node in level:
            inner.extend(node.items if isinstance(node, ListNode) else [value for _, value in node.pairs])
        level = inner
    return deep


def _told(root: Node, file: str, vocabulary: Events) -> Told:
    collector = Collector(file)
    if not isinstance(root, MapNode):
        collector.fault(root, "a line holds one incident", '{"seats": ["A", "B"], ...}')
        collector.raise_if_any()
        raise AssertionError  # not reached
    at = next((n for n, (key, _) in enumerate(root.pairs) if isinstance(key, ScalarNode) and key.text == "id"), None)
    if at is None:
        return Told(None, incident_from_node(root, file, vocabulary))
    name = _name(root.pairs[at][1], collector)
    rest = MapNode(root.line, root.column, [*root.pairs[:at], *root.pairs[at + 1 :]])
    try:
        told = Told(name, incident_from_node(rest, file, vocabulary))
    except Faults as found:
        raise Faults((*collector.faults, *found.faults)) from None
    collector.raise_if_any()
    return told


def _name(node: Node, collector: Collector) -> str | int | None:
    if isinstance(node, ScalarNode):
        if node.is_null:
            return None
        if not node.plain:
            return node.text
        if node.text.removeprefix("-").isdecimal() and len(node.text) < 20:
            return int(node.text)
    collector.fault(node, "id: expected a text or a whole number")
    return None


def _slow(data: bytes, file: str, number: int, vocabulary: Events) -> Told:
    """The line read with places; what is wrong comes out with its column."""
    collector = Collector(file)
    try:
        text = decode(data, collector, MAX_BYTES)
        collector.raise_if_any()
        assert text is not None  # else there was a fault
        _sound(text, file)
        root = compose(text, collector, max_nodes=MAX_NODES, max_depth=MAX_DEPTH, max_bytes=MAX_BYTES)
        collector.raise_if_any()
        assert root is not None
        for node in walk(root):  # a line is a text of its own to the parser
            node.line = number
        return _told(root, file, vocabulary)
    except Faults as found:
        raise Faults([fault._replace(line=number, column=max(1, fault.column)) for fault in found.faults]) from None


def _sound(text: str, file: str) -> None:
    """Raises Faults when a text is no JSON; an incident file may also be YAML, a line of many may not."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        message = f"the JSON is broken here: {error.msg[:1].lower()}{error.msg[1:]}"
        raise Faults([Fault(file, 1, error.colno, message, "one incident as JSON on one line")]) from None
    except RecursionError:
        raise Faults([Fault(file, 1, 1, "too deeply nested")]) from None


__all__ = ["Told", "read_line"]
