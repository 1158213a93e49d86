"""A rulebook as written: what one folder says, with the nodes that faults will point at, before anything is linked."""

from __future__ import annotations

from collections.abc import Mapping

from facts.faults import Fault
from facts.records import NamedTuple
from facts.yamlnodes import Collector, Field, Node, NodeReader, ScalarNode
from knowledge.expressions import Tree
from knowledge.model import Clause, Discretion, Parameter, Relation

LANGUAGES = ("en", "ru", "lt", "bg")
"""The languages in which a book may say something."""
SPOKEN = ("en", "ru")
"""Those in which it must say everything when it names none itself."""


class BookReader(NodeReader):
    """A reader that also knows the text, so that a fault inside a value points at the very character.

    ``languages``: those in which the book must say everything.
    """

    def __init__(self, file: str, text: str = "", languages: tuple[str, ...] = SPOKEN) -> None:
        super().__init__(file)
        self.lines = text.splitlines()
        self.languages = languages

    def fault_inside(self, node: Node, offset: int, message: str, hint: str = "") -> None:
        """A fault ``offset`` characters into the text of ``node``; at its beginning when that is folded or escaped."""
        self.fault_at(node.line, self._column(node, offset), message, hint)

    def fault_at_word(self, node: Node, word: str, message: str, hint: str = "") -> None:
        """A fault where ``word`` first stands in the text that begins at ``node``; at the node when it is not found."""
        line, start = node.line, node.column - 1
        while line <= min(len(self.lines), node.line + 40):
            at = self.lines[line - 1].find(word, start)
            if at >= 0:
                self.fault_at(line, at + 1, message, hint)
                return
            line, start = line + 1, 0
        self.fault(node, message, hint)

    def _column(self, node: Node, offset: int) -> int:
        if not isinstance(node, ScalarNode) or node.line > len(self.lines):
            return node.column
        line = self.lines[node.line - 1]
        for begins in (node.column - 1, node.column):  # plain, or behind a quote
            if line.startswith(node.text[: offset + 1], begins):
                return begins + 1 + offset
        return node.column


class RawSlot(NamedTuple):
    """A slot condition as written: ``is``/``not`` with values, or a variable (``bind``)."""

    name: str
    kind: str
    values: tuple[ScalarNode, ...]
    variable: str
    key: Node
    node: Node


class RawPattern(NamedTuple):
    """A pattern as written."""

    type: str
    slots: tuple[RawSlot, ...]
    absent: bool
    node: Node


class RawTest(NamedTuple):
    """An ``if`` as written."""

    tree: Tree
    node: Node


class RawValue(NamedTuple):
    """A name with what it is given: an entry of ``let`` or ``propose``."""

    name: str
    key: Node
    node: Node


class RawRelation(NamedTuple):
    """A relation with the places of the names in it."""

    relation: Relation
    node: Node
    against: Node
    clause: Node


RawConditions = tuple[tuple[RawPattern | RawTest, ...], ...]


class RawRule(NamedTuple):
    """A rule as written. ``nodes``: the value of each key, and the whole rule under the empty name."""

    id: str
    clause: str
    also: tuple[ScalarNode, ...]
    topic: str
    subject: str
    reading: tuple[tuple[str, str, Field], ...]
    conditions: RawConditions
    let: tuple[RawValue, ...]
    propose: tuple[RawValue, ...]
    relations: tuple[RawRelation, ...]
    discretion: Discretion | None
    says: Mapping[str, str]
    file: str
    line: int
    nodes: Mapping[str, Node]

    def node(self, key: str) -> Node:
        """The node of a key, or of the whole rule where the key is missing."""
        return self.nodes.get(key, self.nodes[""])


class Named(NamedTuple):
    """A name that stands somewhere outside the rules and must fit something: the file keeps its place."""

    name: str
    node: Node
    of: str = ""


class RawHead(NamedTuple):
    """What ``rulebook.yaml`` says. The ``Named`` parts are checked when all layers are read.

    ``of`` a repealed rule is the clause that repeals it; ``repealing`` has those clauses at their places.
    """

    id: str
    name: Mapping[str, str]
    edition: Mapping[str, str]
    cites: str
    authority: Mapping[str, str]
    languages: tuple[str, ...]
    extends: Named | None
    unforeseen: Named | None
    official: Named | None
    incomplete: Mapping[str, str]
    parameters: tuple[Parameter, ...]
    parameter_nodes: Mapping[str, Mapping[str, Node]]
    derivations: tuple[Named, ...]
    repealed_clauses: tuple[Named, ...]
    repealed_rules: tuple[Named, ...]
    layer: Named | None
    repealing: tuple[Named, ...]


class RawText(NamedTuple):
    """A clause in another language, as a file of ``texts/`` has it."""

    clause: str
    language: str
    title: str
    gist: str
    node: Node
    reader: BookReader


class RawBook(NamedTuple):
    """Everything that one folder says, before layers are laid over each other.

    ``depends``: the clauses that clauses depend on (``of``). ``readers``: by file, ``rulebook.yaml`` apart.
    """

    head: RawHead
    clauses: tuple[Clause, ...]
    depends: tuple[Named, ...]
    rules: tuple[RawRule, ...]
    texts: tuple[RawText, ...]
    head_reader: BookReader
    readers: Mapping[str, BookReader]

    def faults(self) -> list[Fault]:
        """All faults of all files so far."""
        return [fault for reader in self.collectors() for fault in reader.faults]

    def collectors(self) -> tuple[Collector, ...]:
        """The readers of all files, that of ``rulebook.yaml`` first."""
        return (self.head_reader, *self.readers.values())
