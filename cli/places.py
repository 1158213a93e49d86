"""Where a key stands in a file: looked up only when there is something to say about it."""

from __future__ import annotations


def place_of_key(text: bytes, key: str) -> tuple[int, int]:
    """Line and column of the value of a top key, counted from 1; 0 and 0 when it cannot be found."""
    from facts.yamlnodes import Collector, MapNode, ScalarNode, compose, decode

    collector = Collector("")
    told = decode(text, collector)
    node = None if told is None else compose(told, collector)
    if isinstance(node, MapNode):
        for name, value in node.pairs:
            if isinstance(name, ScalarNode) and name.text == key:
                return value.line, value.column
    return 0, 0
