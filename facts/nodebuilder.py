"""Builds the node tree of ``facts.yamlnodes`` from the events of the YAML parser or the tokens of JSON, in limits."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

from facts.faults import Fault
from facts.patterns import Late
from facts.yamlnodes import UNPRINTABLE, Collector, ListNode, MapNode, Node, ScalarNode
from facts.yamlparser import yaml

_TOKEN = Late(r"""[ \t\r\n]*(?:([{}\[\],:])|("(?:[^"\\]|\\.)*")|([^\s{}\[\],:"]+))""", re.DOTALL)
_JSON_START = Late(r"""\s*[{\[]\s*["{\[]""")
# What the two YAML parsers say (their wordings differ) and what a person can do about it. "context" blames the place
# where the unfinished thing begins instead of the place where the parser gave up.
_PROBLEMS: tuple[tuple[str, str, str, bool], ...] = (
    ("mapping values are not allowed", "a ':' where none can stand", "check the indentation, or quote the text", False),
    ("tab character", "a tab where only spaces can stand", "indent with spaces", False),
    ("cannot start any token", "a value cannot begin with this character", "quote the text", False),
    ("expected node content", "a value is missing here", "", False),
    ("expected the node content", "a value is missing here", "", False),
    ("unexpected end of stream", "the quote that opens here is never closed", "", True),
    ("',' or ']'", "the list is not closed, or a ',' is missing before this", "", False),
    ("',' or '}'", "the mapping is not closed, or a ',' is missing before this", "", False),
    ("expected '-' indicator", "this line does not belong to what stands above it", "check the indentation", False),
    ("expected key", "this line does not belong to what stands above it", "check the indentation", False),
    ("expected <block end>", "this line does not belong to what stands above it", "check the indentation", False),
    ("could not find expected ':'", "a ':' is missing, or this line is indented wrongly", "", False),
    ("maximum nesting depth", "too deeply nested", "", False),
)


class _Stop(Exception):
    """The building ended early; the reason is in the collector."""


class _Builder:
    """Puts nodes together; both parsers drive it."""

    def __init__(self, collector: Collector, max_nodes: int, max_depth: int) -> None:
        self.collector = collector
        self.max_nodes = max_nodes
        self.max_depth = max_depth
        self.root: Node | None = None
        self.count = 0
        self.open: list[tuple[ListNode | MapNode, str | None, int]] = []
        self.keys: list[Node | None] = []
        self.anchors: dict[str, tuple[Node, int]] = {}

    def scalar(self, node: ScalarNode, anchor: str | None = None) -> None:
        self._count(1, node)
        if not node.plain and (bad := UNPRINTABLE.search(node.text)):
            message = f"an escape brings in the character U+{ord(bad.group()):04X}"
            self.collector.fault(node, message, "leave it out")
        if anchor:
            self.anchors[anchor] = (node, 1)
        self._place(node)

    def begin(self, node: ListNode | MapNode, anchor: str | None = None) -> None:
        self._count(1, node)
        if len(self.open) >= self.max_depth:
            self.stop(node.line, node.column, f"nested more than {self.max_depth} levels deep")
        self.open.append((node, anchor, self.count))
        self.keys.append(None)

    def end(self) -> None:
        node, anchor, count = self.open.pop()
        self.keys.pop()
        if anchor:
            self.anchors[anchor] = (node, self.count - count + 1)
        self._place(node)

    def alias(self, name: str, line: int, column: int) -> None:
        if name not in self.anchors:
            self.stop(line, column, f"there is no anchor '{name}' before this")
        node, size = self.anchors[name]
        self._count(size, ScalarNode(name, line, column))
        self._place(node)

    def stop(self, line: int, column: int, message: str) -> None:
        self.collector.fault_at(line, column, message)
        raise _Stop

    def _count(self, number: int, node: Node) -> None:
        self.count += number
        if self.count > self.max_nodes:
            self.stop(node.line, node.column, f"more than {self.max_nodes} values in one file, aliases counted in full")

    def _place(self, node: Node) -> None:
        if not self.open:
            self.root = node
            return
        parent = self.open[-1][0]
        if isinstance(parent, ListNode):
            parent.items.append(node)
            return
        key = self.keys[-1]
        if key is None:
            self.keys[-1] = node
        else:
            parent.pairs.append((key, node))
            self.keys[-1] = None


def build(text: str, collector: Collector, max_nodes: int, max_depth: int) -> Node | None:
    """The node tree of a text; None when it is empty or broken, faults in ``collector``.

    Strict JSON has its own short path, because YAML of one parser or the other stumbles over its tabs, its escaped
    surrogates and a ':' on a line of its own. What only begins like JSON is read as YAML.
    """
    broken: Fault | None = None
    if text.lstrip()[:1] in ("{", "["):
        broken = _json_fault(text, collector.file)
        if broken is None:
            builder = _Builder(collector, max_nodes, max_depth)
            return _run(builder, lambda: _from_json(text, builder))
    mine = Collector(collector.file)
    builder = _Builder(mine, max_nodes, max_depth)
    node = _run(builder, lambda: _from_yaml(text, builder))
    if mine.faults and broken is not None and _JSON_START.match(text):
        mine.faults[:] = [broken]  # quoted keys: the author meant JSON, and its parser points at the right place
    collector.faults.extend(mine.faults)
    return None if mine.faults else node


def _run(builder: _Builder, drive: Any) -> Node | None:
    try:
        drive()
    except _Stop:
        return None
    return builder.root


def _json_fault(text: str, file: str) -> Fault | None:
    """What is wrong with the text as JSON, None when it is sound."""
    import json  # late: incidents are mostly YAML

    try:
        json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except json.JSONDecodeError as error:
        message = f"the JSON is broken here: {error.msg[:1].lower()}{error.msg[1:]}"
        return Fault(file, error.lineno, error.colno, message)
    except RecursionError:
        return Fault(file, 1, 1, "too deeply nested")
    return None


def _from_json(text: str, builder: _Builder) -> None:
    """Drive the builder with sound JSON."""
    import json

    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    position = 0
    while match := _TOKEN.match(text, position):
        position = match.end()
        mark, quoted, bare = match.groups()
        index = match.start(match.lastindex or 0)
        line = bisect_right(starts, index)
        column = index - starts[line - 1] + 1
        if quoted is not None:
            builder.scalar(ScalarNode(json.loads(quoted), line, column, plain=False))
        elif bare is not None:
            builder.scalar(ScalarNode(bare, line, column))
        elif mark == "{":
            builder.begin(MapNode(line, column))
        elif mark == "[":
            builder.begin(ListNode(line, column))
        elif mark in "}]":
            builder.end()


def _from_yaml(text: str, builder: _Builder) -> None:
    """Drive the builder with the events of the YAML parser, the C one when it is there."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        _drive(loader, builder)
    except yaml.MarkedYAMLError as error:
        _syntax_fault(error, text, builder.collector)
    except yaml.YAMLError as error:
        builder.collector.fault_at(1, 1, f"this is not YAML: {error}")
    except RecursionError:
        builder.collector.fault_at(1, 1, "too deeply nested")
    finally:
        loader.dispose()


def _drive(loader: Any, builder: _Builder) -> None:
    documents = 0
    while True:
        event = loader.get_event()
        kind = type(event)
        mark = event.start_mark
        line, column = mark.line + 1, mark.column + 1
        if kind is yaml.ScalarEvent:
            _no_tag(event, builder.collector, line, column)
            builder.scalar(ScalarNode(event.value, line, column, not event.style), event.anchor)
        elif kind is yaml.MappingStartEvent:
            _no_tag(event, builder.collector, line, column)
            builder.begin(MapNode(line, column), event.anchor)
        elif kind is yaml.SequenceStartEvent:
            _no_tag(event, builder.collector, line, column)
            builder.begin(ListNode(line, column), event.anchor)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            builder.end()
        elif kind is yaml.AliasEvent:
            builder.alias(event.anchor, line, column)
        elif kind is yaml.DocumentStartEvent:
            documents += 1
            if documents > 1:
                builder.stop(line, column, "a second document begins here; a file holds one")
        elif kind is yaml.StreamEndEvent:
            return


def _no_tag(event: Any, collector: Collector, line: int, column: int) -> None:
    if event.tag is not None:
        collector.fault_at(line, column, "tags (!) have no meaning here", "leave it out, or quote the text")


def _syntax_fault(error: yaml.MarkedYAMLError, text: str, collector: Collector) -> None:
    """Say a syntax error in the words of the person who typed the file."""
    problem = str(error.problem or error.context or "this is not YAML")
    if error.problem_mark is not None and text[error.problem_mark.index : error.problem_mark.index + 1] == "\t":
        problem = "tab character"
    opened: Any = error.context_mark
    mark: Any = error.problem_mark or opened
    hint = ""
    message = f"this is not YAML: {problem}"
    for fragment, said, remedy, at_context in _PROBLEMS:
        if fragment in problem:
            message, hint = said, remedy
            if at_context and opened is not None:
                mark = opened
            elif opened is not None and not hint and opened.index != mark.index:
                hint = f"opened at line {opened.line + 1}, column {opened.column + 1}"
            break
    line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
    collector.fault_at(line, column, message, hint)
