"""Reads the plain part of YAML in which incidents are written, without a YAML parser: importing one takes a tenth of
the time from a cold start to a ruling.

Block mappings and lists, flow mappings and lists on one line, words, numbers, simple quotes and comments. Of anything
else, and of anything that could be read in another way, this reader says that it is not sure; the parser proper reads
it then. It never reports a fault, and what it gives is what the parser gives (tested on every story that there is).
"""

from __future__ import annotations

from typing import NamedTuple

from facts.yamlnodes import ListNode, MapNode, Node, ScalarNode

_LONGEST = 20_000
_DEEPEST = 10


class _Unsure(Exception):
    """Something that only the parser proper should read."""


class _Line(NamedTuple):
    """A line that holds something: its number and column (from 1) and its text from there on, without blanks around."""

    number: int
    column: int
    text: str


def read_plainly(text: str) -> Node | None:
    """The tree of a text; None when only a YAML parser can tell."""
    if len(text) > _LONGEST or text[:1] in ("{", "[") or not text.replace("\n", "").isprintable():
        return None
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        content = line.strip(" ")
        if content and content[0] != "#":
            lines.append(_Line(number, len(line) - len(line.lstrip(" ")) + 1, content))
    try:
        reader = _Reader(lines)
        root = reader.block(0)
        return root if reader.at == len(lines) else None
    except (_Unsure, IndexError):
        return None


class _Reader:
    """Goes through the lines; ``at`` is the one that comes next."""

    def __init__(self, lines: list[_Line]) -> None:
        self.lines = lines
        self.at = 0

    def block(self, depth: int) -> Node:
        """The mapping or list that begins on this line and goes on at its column."""
        if depth > _DEEPEST:
            raise _Unsure
        line = self.lines[self.at]
        node = self._list(line, depth) if line.text.startswith("- ") else self._map(line, depth)
        if self.at < len(self.lines) and self.lines[self.at].column > line.column:
            raise _Unsure  # a value that goes on, or a wrong indentation
        return node

    def _list(self, first: _Line, depth: int) -> ListNode:
        items: list[Node] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.column != first.column or not line.text.startswith("- "):
                break
            inner = line.text[2:].lstrip(" ")
            held = _Line(line.number, line.column + len(line.text) - len(inner), inner)
            if inner.startswith("- "):
                raise _Unsure
            if _key_of(inner):
                self.lines[self.at] = held
                items.append(self.block(depth + 1))
            else:
                items.append(_value(held, 0))
                self.at += 1
                self._ends(line.column)
        return ListNode(first.number, first.column, items)

    def _map(self, first: _Line, depth: int) -> MapNode:
        pairs: list[tuple[Node, Node]] = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.column != first.column or line.text.startswith("- "):
                break
            key = _key_of(line.text)
            if not key:
                raise _Unsure
            name = ScalarNode(key, line.number, line.column)
            rest = line.text[len(key) + 1 :].lstrip(" ")
            self.at += 1
            if rest and rest[0] != "#":
                start = line.column + len(line.text) - len(rest)
                pairs.append((name, _value(_Line(line.number, start, rest), 0)))
                self._ends(line.column)
            else:
                pairs.append((name, self._below(line, depth)))
        return MapNode(first.number, first.column, pairs)

    def _below(self, line: _Line, depth: int) -> Node:
        """The value that stands under its key; a list may begin at the column of the key."""
        following = self.lines[self.at]
        if following.column > line.column or (following.column == line.column and following.text.startswith("- ")):
            return self.block(depth + 1)
        raise _Unsure

    def _ends(self, column: int) -> None:
        if self.at < len(self.lines) and self.lines[self.at].column > column:
            raise _Unsure


def _key_of(text: str) -> str:
    """The word before a colon at the beginning of a text; empty when there is none that is surely a key."""
    key, colon, rest = text.partition(":")
    return key if colon and rest[:1] in ("", " ") and key and _is_word(key) else ""


def _is_word(text: str) -> bool:
    return text[0].isalnum() and all(c.isalnum() or c in "_-." for c in text)


def _value(line: _Line, start: int) -> Node:
    """The value that the rest of a line is."""
    text = line.text
    if text[0] in "{[\"'":
        node, end = _flow(line, start, 0)
        rest = text[end:]
        if rest.strip(" ") and not (rest[0] == " " and rest.lstrip(" ")[0] == "#"):
            raise _Unsure
        return node
    text = text.partition(" #")[0].rstrip(" ")
    if not _begins_plainly(text) or ": " in text or text.endswith(":"):
        raise _Unsure
    return ScalarNode(text, line.number, line.column)


def _begins_plainly(text: str) -> bool:
    return text[0].isalnum() or (text[0] in "+-" and text[1].isalnum())


def _flow(line: _Line, at: int, depth: int) -> tuple[Node, int]:
    """A value inside or beginning brackets or quotes, and where it ends."""
    if depth > _DEEPEST:
        raise _Unsure
    text = line.text
    mark, column = text[at], line.column + at
    if mark in "\"'":
        end = text.index(mark, at + 1) if mark in text[at + 1 :] else 0
        inner = text[at + 1 : end]
        if not end or "\\" in inner or text[end + 1 : end + 2] == mark:
            raise _Unsure
        return ScalarNode(inner, line.number, column, False), end + 1
    if mark == "[":
        items: list[Node] = []
        at = _skip(text, at + 1)
        while text[at] != "]":
            item, at = _flow(line, at, depth + 1)
            items.append(item)
            at = _parted(text, at, "]")
        return ListNode(line.number, column, items), at + 1
    if mark == "{":
        pairs: list[tuple[Node, Node]] = []
        at = _skip(text, at + 1)
        while text[at] != "}":
            key, at = _flow(line, at, depth + 1)
            if not isinstance(key, ScalarNode) or text[at : at + 2] != ": ":
                raise _Unsure
            value, at = _flow(line, _skip(text, at + 1), depth + 1)
            pairs.append((key, value))
            at = _parted(text, at, "}")
        return MapNode(line.number, column, pairs), at + 1
    return _bare(line, at)


def _bare(line: _Line, at: int) -> tuple[Node, int]:
    """A word or number inside brackets."""
    text, end = line.text, at
    while text[end] not in ",[]{}:#\"'":
        end += 1
    if text[end] in "[{#\"'" or (text[end] == ":" and text[end + 1] != " "):
        raise _Unsure
    word = text[at:end].rstrip(" ")
    if not word or not _begins_plainly(word) or (text[end] == ":" and len(word) != end - at):
        raise _Unsure
    return ScalarNode(word, line.number, line.column + at), end


def _skip(text: str, at: int) -> int:
    while text[at] == " ":
        at += 1
    return at


def _parted(text: str, at: int, closing: str) -> int:
    """Where the next item begins, or the closing bracket stands."""
    at = _skip(text, at)
    if text[at] == ",":
        at = _skip(text, at + 1)
        if text[at] == closing:
            raise _Unsure
        return at
    if text[at] != closing:
        raise _Unsure
    return at


__all__ = ["read_plainly"]
