"""A story whose facts can be changed one by one: the tree of an incident file together with the incident read from it.

A change is made in the tree and the whole is read again, so that whatever a file may hold a change may hold, and what a
file may not hold is refused with the words of the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facts.addresses import ACT, EVENT, NOT_TOLD, SEAT, STAKES, Address, Change
from facts.amounts import NotUnderstood
from facts.faults import Fault, Faults
from facts.incident import Incident
from facts.incident_keys import Events, EventSpecs
from facts.reader import MAX_BYTES, MAX_DEPTH, MAX_NODES, default_events, incident_from_node
from facts.yamlnodes import Collector, ListNode, MapNode, Node, ScalarNode, compose, decode

# Facts of an act of which one rules the other out: who spoke was not silent, and chips are told in one way.
_EXCLUDES = {
    "says": ("silent",),
    "silent": ("says", "said_when"),
    "chips": ("motions", "columns"),
    "motions": ("chips", "columns"),
    "columns": ("chips", "motions"),
}


_ALL_IN = ("all-in", "all in", "allin")


class Story:
    """An incident with the tree that it was read from."""

    def __init__(self, root: Node, incident: Incident, vocabulary: Events) -> None:
        self.root = root
        self.incident = incident
        self._vocabulary = vocabulary

    @property
    def events(self) -> EventSpecs:
        """The event types that can be told."""
        if self._vocabulary is None:
            return default_events()
        return self._vocabulary() if callable(self._vocabulary) else self._vocabulary

    @classmethod
    def read(cls, text: str | bytes, file: str, vocabulary: Events) -> Story:
        """The story in a text. Raises Faults as ``read_incident`` does."""
        collector = Collector(file)
        told = decode(text, collector, MAX_BYTES) if isinstance(text, bytes) else text
        root = None
        if told is not None:
            root = compose(told, collector, max_nodes=MAX_NODES, max_depth=MAX_DEPTH, max_bytes=MAX_BYTES)
        collector.raise_if_any()
        assert root is not None  # a text without a tree always leaves a fault
        return cls(root, incident_from_node(root, file, vocabulary), vocabulary)

    @classmethod
    def of(cls, incident: Incident, vocabulary: Events) -> Story:
        """The story of an incident that no file tells."""
        from facts.writer import write_incident  # late: most stories come from a file

        return cls.read(write_incident(incident), incident.file, vocabulary)

    def told(self, address: Address) -> str | None:
        """What is told about a fact, as one would type it; None when nothing is."""
        node = node_at(self.root, address)
        return None if node is None else flow(node)

    def told_instead(self, address: Address) -> str | None:
        """What is told about a fact, or about one that it rules out: who was silent did not speak."""
        told = self.told(address)
        for other in excluded(address) if told is None else ():
            if told is None and (found := self.told(other)) is not None:
                told = f"{other.key}={found}"
        return told

    def changed(self, changes: Sequence[Change]) -> Incident:
        """The incident with facts changed, read anew.

        Raises Faults that name the changes when the story cannot be told so.
        """
        root = without_disputes(self.root)
        faults: list[Fault] = []
        for change in changes:
            collector = Collector(str(change))
            value = None if change.value == NOT_TOLD else compose(change.value, collector)
            faults += [fault._replace(line=0, column=0) for fault in collector.faults]
            if not collector.faults:
                root = with_node(root, change.address, value)
        if faults:
            raise Faults(faults)
        name = ", ".join(str(change) for change in changes)
        try:
            found = incident_from_node(root, name, self._vocabulary)
        except Faults as wrong:
            raise Faults(fault._replace(line=0, column=0) for fault in wrong.faults) from None
        return found._replace(file=self.incident.file)


def without_disputes(root: Node) -> Node:
    """The tree of an incident without the versions of what is disputed."""
    return _put(root, "disputed", None) if isinstance(root, MapNode) else root


def excluded(address: Address) -> tuple[Address, ...]:
    """The facts that a fact rules out: who was silent did not speak."""
    keys = _EXCLUDES.get(address.key, ()) if address.of == ACT else ()
    return tuple(address._replace(key=key) for key in keys)


def node_at(root: Node, address: Address) -> Node | None:
    """What tells a fact; None when nothing does."""
    node = _value_at(root, address)
    return None if node is None or (isinstance(node, ScalarNode) and node.is_null) else node


def with_node(root: Node, address: Address, value: Node | None) -> Node:
    """The tree of an incident with another value for one fact, None: without it. ``root`` stays as it is."""
    assert isinstance(root, MapNode)  # it was read as an incident
    if address.of == ACT or address.of == EVENT:
        return _in_timeline(root, address, value)
    if address.of == SEAT:
        below = _map_at(root, address.stored)
        changed = _put(root, address.stored, _put(below, address.seat, value))
        return _with_all_ins(changed, address.seat, value) if address.key == "stack" else changed
    if address.of == STAKES:
        return _put(root, "stakes", _put(_map_at(root, "stakes"), address.key, value))
    return _put(root, address.key, value)


def _with_all_ins(root: MapNode, seat: str, stack: Node | None) -> MapNode:
    """The tree with the agreed all-ins of a seat as large as its other stack: who is all-in puts in what he has."""
    told = _get(root, "actions")
    if not isinstance(told, ListNode) or not isinstance(stack, ScalarNode):
        return root
    items = [_all_in(item, seat, stack) for item in told.items]
    return _put(root, "actions", ListNode(told.line, told.column, items))


def _all_in(item: Node, seat: str, stack: ScalarNode) -> Node:
    value = _get(item, seat)
    does = _get(value, "does") if isinstance(value, MapNode) else value
    if not isinstance(does, ScalarNode) or not isinstance(item, MapNode):
        return item
    word, _, amount = does.text.strip().rpartition(" ")
    if word.strip().lower() not in _ALL_IN or not amount[:1].isdigit():
        return item
    sized = ScalarNode(f"{word} {stack.text}", does.line, does.column)
    return _put(item, seat, _put(value, "does", sized) if isinstance(value, MapNode) else sized)


def flow(node: Node) -> str:
    """A node on one line, as it would be typed."""
    if isinstance(node, ScalarNode):
        quoted = not node.plain and (node.text in ("", NOT_TOLD) or set(node.text) & set(",:[]{}#'\""))
        return "'" + node.text.replace("'", "''") + "'" if quoted else node.text
    if isinstance(node, ListNode):
        return f"[{', '.join(map(flow, node.items))}]"
    return "{" + ", ".join(f"{flow(key)}: {flow(value)}" for key, value in node.pairs) + "}"


def _map_at(root: MapNode, key: str) -> MapNode:
    node = _get(root, key)
    return node if isinstance(node, MapNode) else MapNode(root.line, root.column)


def _get(node: Node | None, key: str) -> Node | None:
    if not isinstance(node, MapNode):
        return None
    return next((value for name, value in node.pairs if isinstance(name, ScalarNode) and name.text == key), None)


def _put(node: MapNode, key: str, value: Node | None, without: Iterable[str] = ()) -> MapNode:
    """A mapping with another value for one key; with None, without it."""
    gone = {*without, *([key] if value is None else [])}
    pairs = [(k, v) for k, v in node.pairs if not (isinstance(k, ScalarNode) and k.text in gone)]
    if value is not None:
        at = next((n for n, (k, _) in enumerate(pairs) if isinstance(k, ScalarNode) and k.text == key), None)
        if at is None:
            pairs.append((ScalarNode(key, value.line, value.column), value))
        else:
            pairs[at] = (pairs[at][0], value)
    return MapNode(node.line, node.column, pairs)


def _place(root: Node, address: Address) -> tuple[str, int] | None:
    """Under which key of the file an act or event stands, and as which item."""
    count = 0
    for key in ("actions", "events"):
        told = _get(root, key)
        for n, item in enumerate(told.items if isinstance(told, ListNode) else ()):
            if (_get(item, "event") is not None) == (address.of == EVENT):
                count += 1
                if count == address.number:
                    return key, n
    return None


def _in_timeline(root: MapNode, address: Address, value: Node | None) -> Node:
    found = _place(root, address)
    if found is None:
        raise NotUnderstood(f"the story has no {address.of} {address.number}")
    key, n = found
    told = _get(root, key)
    assert isinstance(told, ListNode)
    item = told.items[n]
    assert isinstance(item, MapNode)
    new = _event(item, address.key, value) if address.of == EVENT else _act(item, address.key, value)
    items = [*told.items[:n], *([new] if new is not None else []), *told.items[n + 1 :]]
    return _put(root, key, ListNode(told.line, told.column, items) if items else None)


def _event(item: MapNode, slot: str, value: Node | None) -> MapNode | None:
    if slot:
        return _put(item, slot, value)
    return value if isinstance(value, MapNode) else None


def _act(item: MapNode, key: str, value: Node | None) -> MapNode | None:
    """An act with one of its facts changed; as a whole it is told by a word, or by a mapping."""
    (seat, told), *_ = item.pairs
    if not key:
        return None if value is None else MapNode(item.line, item.column, [(seat, value)])
    detail = told if isinstance(told, MapNode) else _agreed(told)
    return MapNode(item.line, item.column, [(seat, _put(detail, key, value, _EXCLUDES.get(key, ())))])


def _agreed(told: Node) -> MapNode:
    """``raise 600`` as the mapping ``{does: raise 600}``."""
    bare = isinstance(told, ScalarNode) and told.is_null
    pairs: list[tuple[Node, Node]] = [] if bare else [(ScalarNode("does", told.line, told.column), told)]
    return MapNode(told.line, told.column, pairs)


def _value_at(root: Node, address: Address) -> Node | None:
    if address.of == SEAT:
        return _get(_get(root, address.stored), address.seat)
    if address.of == STAKES:
        return _get(_get(root, "stakes"), address.key)
    if address.of not in (ACT, EVENT):
        return _get(root, address.key)
    found = _place(root, address)
    if found is None:
        return None
    told = _get(root, found[0])
    assert isinstance(told, ListNode)
    item = told.items[found[1]]
    if address.of == EVENT:
        return _get(item, address.key) if address.key else item
    assert isinstance(item, MapNode)
    act = item.pairs[0][1]
    if not address.key:
        return act
    return _get(act if isinstance(act, MapNode) else _agreed(act), address.key)
