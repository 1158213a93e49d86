"""Reading the YAML of one rulebook folder into values, every fault of every file collected with its place.

This module knows the shape of the files. Whether names fit together (clauses, topics, variables, relations) is checked afterwards, in
``knowledge.checking``, when all files are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from facts.faults import Fault
from facts.yamlnodes import Field, ListNode, MapNode, Node, NodeReader, ScalarNode, compose, plain, read_text
from knowledge.expressions import ExpressionError, Tree, parse
from knowledge.model import Clause, Discretion, Parameter, Reading, Relation

STATUSES = ("encoded", "not computable", "out of scope")
RULE_KEYS = (
    *("rule", "clause", "also", "topic", "of", "reading", "overrides", "restricts", "reinstates", "modifies"),
    *("when", "let", "propose", "discretion", "says"),
)
CLAUSE_KEYS = (
    *("clause", "section", "title", "gist", "kind", "status", "why", "taken_from", "readings", "depends_on"),
    *("games", "structures"),
)
BOOK_KEYS = (
    *("rulebook", "name", "edition", "cites", "authority", "languages", "extends", "layer", "unforeseen"),
    *("parameters", "derivations", "repeal"),
)


class RawSlot(NamedTuple):
    """A slot condition as written: ``is``/``not`` with values, or a variable."""

    name: str
    kind: str
    values: tuple[Any, ...]
    variable: str
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


class RawRule(NamedTuple):
    """A rule as written, with the nodes that faults will point at."""

    id: str
    clause: str
    also: tuple[str, ...]
    topic: str
    subject: str
    reading: tuple[tuple[str, str], ...]
    conditions: tuple[tuple[RawPattern | RawTest, ...], ...]
    let: tuple[tuple[str, Tree], ...]
    propose: tuple[tuple[str, Any, Node], ...]
    relations: tuple[Relation, ...]
    discretion: Discretion | None
    says: Mapping[str, str]
    file: str
    line: int
    nodes: Mapping[str, Node]


class RawBook(NamedTuple):
    """Everything that one folder says, before layers are laid over each other."""

    head: Mapping[str, Any]
    clauses: tuple[Clause, ...]
    rules: tuple[RawRule, ...]
    parameters: tuple[Parameter, ...]
    faults: tuple[Fault, ...]
    readers: Mapping[str, NodeReader]


def read_book(folder: Path) -> RawBook:
    """Reads rulebook.yaml, clauses/ and rules/ of a folder. Faults are returned, not raised: the caller adds its own."""
    readers: dict[str, NodeReader] = {}
    head, parameters = _read_head(folder / "rulebook.yaml", readers)
    book = str(head.get("rulebook") or folder.name)
    clauses: list[Clause] = []
    rules: list[RawRule] = []
    for path in sorted((folder / "clauses").glob("*.yaml")):
        reader, items = _open(path, readers)
        clauses.extend(c for item in items if (c := _clause(reader, item, book)) is not None)
    for path in sorted((folder / "rules").glob("*.yaml")):
        reader, items = _open(path, readers)
        rules.extend(r for item in items if (r := RuleReader(reader).rule(item)) is not None)
    faults = tuple(fault for reader in readers.values() for fault in reader.faults)
    return RawBook(head, tuple(clauses), tuple(rules), tuple(parameters), faults, readers)


def _open(path: Path, readers: dict[str, NodeReader]) -> tuple[NodeReader, list[Node]]:
    reader = readers[str(path)] = NodeReader(str(path))
    text = read_text(path, reader)
    node = None if text is None else compose(text, reader)
    return reader, [] if node is None else reader.items(node, path.name)


def _texts(reader: NodeReader, node: Node | None, what: str, needed: tuple[str, ...] = ("en", "ru")) -> dict[str, str]:
    if node is None:
        return {}
    fields = reader.fields(node, what)
    found = {name: text for name, field in fields.items() if (text := reader.text(field.value, f"{what}, {name}"))}
    for language in needed:
        if language not in found:
            reader.fault(node, f"{what}: the text in '{language}' is missing")
    return found


def _need(reader: NodeReader, node: Node, fields: Mapping[str, Field], name: str, what: str) -> str:
    if name not in fields:
        reader.fault(node, f"{what}: '{name}' is missing")
        return ""
    return reader.text(fields[name].value, name) or ""


def _words(reader: NodeReader, field: Field | None, what: str) -> tuple[str, ...]:
    return () if field is None else tuple(item.text for item in reader.texts(field.value, what))


def _read_head(path: Path, readers: dict[str, NodeReader]) -> tuple[dict[str, Any], list[Parameter]]:
    reader = readers[str(path)] = NodeReader(str(path))
    text = read_text(path, reader)
    node = None if text is None else compose(text, reader)
    if node is None:
        return {}, []
    fields = reader.fields(node, "rulebook", BOOK_KEYS)
    head: dict[str, Any] = {name: plain(field.value) for name, field in fields.items() if name != "parameters"}
    head["rulebook"] = _need(reader, node, fields, "rulebook", "rulebook")
    for name in ("name", "edition", "authority"):
        head[name] = _texts(reader, fields[name].value, name) if name in fields else {}
    parameters = []
    if "parameters" in fields:
        for name, field in reader.fields(fields["parameters"].value, "parameters").items():
            parameter = _parameter(reader, name, field)
            if parameter is not None:
                parameters.append(parameter)
    return head, parameters


def _parameter(reader: NodeReader, name: str, field: Field) -> Parameter | None:
    what = f"parameter {name}"
    fields = reader.fields(field.value, what, ("value", "reading", "clause", "title"))
    clause = _need(reader, field.key, fields, "clause", what)
    title = _texts(reader, fields["title"].value if "title" in fields else None, what)
    if ("value" in fields) == ("reading" in fields):
        reader.fault(field.key, f"{what}: give either 'value' or 'reading'")
        return None
    if "reading" in fields:
        return Parameter(name, None, "word", clause, reader.text(fields["reading"].value, what) or "", title)
    value = plain(fields["value"].value)
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return Parameter(name, tuple(value), "pair", clause, "", title)
    if isinstance(value, int) and not isinstance(value, bool):
        return Parameter(name, value, "number", clause, "", title)
    if isinstance(value, str):
        return Parameter(name, value, "word", clause, "", title)
    reader.fault(fields["value"].value, f"{what}: a value is a whole number, a word or a pair [numerator, denominator]")
    return None


def _clause(reader: NodeReader, node: Node, book: str) -> Clause | None:
    fields = reader.fields(node, "clause", CLAUSE_KEYS)
    name = _need(reader, node, fields, "clause", "clause")
    if not name:
        return None
    what = f"clause {name}"

    def value(key: str) -> Node | None:
        return fields[key].value if key in fields else None

    status = reader.word(fields["status"].value, what, STATUSES) if "status" in fields else None
    if "status" not in fields:
        reader.fault(node, f"{what}: 'status' is missing", "one of " + ", ".join(STATUSES))
    why = _texts(reader, value("why"), f"{what}, why")
    if status in STATUSES[1:] and not why:
        reader.fault(node, f"{what}: '{status}' needs the reason in 'why'")
    for needed in ("title", "gist"):
        if needed not in fields:
            reader.fault(node, f"{what}: '{needed}' is missing")
    taken = reader.fields(fields["taken_from"].value, what, ("book", "why")) if "taken_from" in fields else {}
    return Clause(
        name,
        book,
        reader.text(fields["section"].value, what) or name if "section" in fields else name,
        _texts(reader, value("title"), f"{what}, title"),
        _texts(reader, value("gist"), f"{what}, gist"),
        reader.text(fields["kind"].value, what) or "" if "kind" in fields else "",
        status or "encoded",
        why,
        reader.text(taken["book"].value, what) or "" if "book" in taken else "",
        _texts(reader, taken["why"].value, f"{what}, taken_from") if "why" in taken else {},
        _words(reader, fields.get("depends_on"), f"{what}, depends_on"),
        _readings(reader, fields["readings"].value, name) if "readings" in fields else None,
        reader.file,
        node.line,
    )


def _readings(reader: NodeReader, node: Node, clause: str) -> Reading | None:
    what = f"readings of {clause}"
    fields = reader.fields(node, what, ("default", "by", "options"))
    default = _need(reader, node, fields, "default", what)
    by = _need(reader, node, fields, "by", what)
    options = {}
    if "options" in fields:
        for name, field in reader.fields(fields["options"].value, what).items():
            options[name] = _texts(reader, field.value, f"{what}, {name}")
    if default not in options:
        reader.fault(node, f"{what}: the default '{default}' is none of the options", "one of " + ", ".join(options))
        return None
    return Reading(clause, default, by, options)


class RuleReader:
    """Reads one rule."""

    def __init__(self, reader: NodeReader) -> None:
        self.reader = reader
        self.what = "rule"

    def rule(self, node: Node) -> RawRule | None:
        """The rule as written, or None when it has no name to speak of."""
        reader = self.reader
        fields = reader.fields(node, "rule", RULE_KEYS)
        name = _need(reader, node, fields, "rule", "rule")
        if not name:
            return None
        self.what = f"rule {name}"
        clause = _need(reader, node, fields, "clause", self.what)
        topic = _need(reader, node, fields, "topic", self.what)
        if not clause:
            reader.fault(node, f"{self.what}: no citation, no rule", "name the clause that says so")
        for needed in ("when", "says"):
            if needed not in fields:
                reader.fault(node, f"{self.what}: '{needed}' is missing")
        relations = self.relations(fields, clause)
        if "propose" not in fields and not any(r.kind in ("restricts", "reinstates") for r in relations):
            reader.fault(node, f"{self.what}: 'propose' is missing")
        return RawRule(
            name,
            clause,
            _words(reader, fields.get("also"), f"{self.what}, also"),
            topic,
            self.variable(fields.get("of")),
            self.reading(fields.get("reading")),
            self.when(fields["when"].value) if "when" in fields else ((),),
            self.let(fields.get("let")),
            self.propose(fields.get("propose")),
            relations,
            self.discretion(fields.get("discretion")),
            _texts(reader, fields["says"].value if "says" in fields else None, f"{self.what}, says"),
            reader.file,
            node.line,
            {"": node, **{key: field.value for key, field in fields.items()}},
        )

    def variable(self, field: Field | None) -> str:
        """The subject: a variable, or a fixed word such as ``table``."""
        if field is None:
            return ""
        return (self.reader.text(field.value, f"{self.what}, of") or "").strip()

    def reading(self, field: Field | None) -> tuple[tuple[str, str], ...]:
        """Under which readings the rule is alive."""
        if field is None:
            return ()
        found = self.reader.fields(field.value, f"{self.what}, reading")
        return tuple((clause, self.reader.text(f.value, self.what) or "") for clause, f in found.items())

    def relations(self, fields: Mapping[str, Field], clause: str) -> tuple[Relation, ...]:
        """The relations to other rules; each stands in the rule's own clause unless it names another."""
        found: list[Relation] = []
        for kind in ("overrides", "restricts", "reinstates", "modifies"):
            if kind not in fields:
                continue
            node = fields[kind].value
            for item in self.reader.items(node, f"{self.what}, {kind}"):
                relation = self.relation(kind, item, clause)
                if relation is not None:
                    found.append(relation)
        return tuple(found)

    def relation(self, kind: str, item: Node, clause: str) -> Relation | None:
        """One relation: a rule's name, or a mapping with rule, against and clause."""
        what = f"{self.what}, {kind}"
        if isinstance(item, ScalarNode):
            name = self.reader.text(item, what) or ""
            if kind == "reinstates":
                self.reader.fault(item, f"{what}: say against which rule", "{rule: …, against: …}")
                return None
            return Relation(kind, name, "", clause)
        fields = self.reader.fields(item, what, ("rule", "against", "clause"))
        name = _need(self.reader, item, fields, "rule", what)
        against = _need(self.reader, item, fields, "against", what) if kind == "reinstates" else ""
        own = self.reader.text(fields["clause"].value, what) if "clause" in fields else None
        return Relation(kind, name, against, own or clause)

    def discretion(self, field: Field | None) -> Discretion | None:
        """Who may decide otherwise, and within which range."""
        if field is None:
            return None
        fields = self.reader.fields(field.value, f"{self.what}, discretion", ("by", "range"))
        by = _need(self.reader, field.key, fields, "by", f"{self.what}, discretion")
        return Discretion(by, _texts(self.reader, fields["range"].value if "range" in fields else None, self.what))

    def let(self, field: Field | None) -> tuple[tuple[str, Tree], ...]:
        """Names for values computed from what was bound."""
        if field is None:
            return ()
        found = []
        for name, entry in self.reader.fields(field.value, f"{self.what}, let").items():
            tree = self.expression(entry.value)
            if tree is not None:
                found.append((name.lstrip("$"), tree))
        return tuple(found)

    def propose(self, field: Field | None) -> tuple[tuple[str, Any, Node], ...]:
        """Proposed values; what they mean depends on the topic's slots and is settled when those are known."""
        if field is None:
            return ()
        found = self.reader.fields(field.value, f"{self.what}, propose")
        return tuple((name, self.reader.text(f.value, self.what), f.value) for name, f in found.items())

    def expression(self, node: Node) -> Tree | None:
        """A text as an expression, with the fault at the character where it breaks."""
        text = self.reader.text(node, self.what)
        if text is None:
            return None
        try:
            return parse(text)
        except ExpressionError as error:
            self.reader.fault_at(node.line, node.column + error.offset, f"{self.what}: {error}")
            return None

    def when(self, node: Node) -> tuple[tuple[RawPattern | RawTest, ...], ...]:
        """The alternatives of a ``when``: ``any`` is multiplied out."""
        rows: list[tuple[RawPattern | RawTest, ...]] = [()]
        for item in self.reader.items(node, f"{self.what}, when"):
            choices = self.condition(item)
            rows = [(*row, *choice) for row in rows for choice in choices]
        return tuple(rows)

    def condition(self, item: Node) -> tuple[tuple[RawPattern | RawTest, ...], ...]:
        """One entry of a ``when`` as alternatives of conditions."""
        if not isinstance(item, MapNode) or len(item.pairs) != 1:
            self.reader.fault(item, f"{self.what}: a condition is one mapping", "{act: {…}}, {if: …}, {none: …} or {any: […]}")
            return ((),)
        (name, field), *_ = self.reader.fields(item, self.what).items() or (("", None),)
        if field is None:
            return ((),)
        if name == "if":
            tree = self.expression(field.value)
            return (() if tree is None else (RawTest(tree, field.value),),)
        if name == "any":
            return tuple(row for part in self.reader.items(field.value, f"{self.what}, any") for row in self.branch(part))
        if name == "none":
            inner = self.reader.fields(field.value, f"{self.what}, none")
            return (tuple(self.pattern(kind, f, absent=True) for kind, f in inner.items()),)
        return ((self.pattern(name, field, absent=False),),)

    def branch(self, part: Node) -> tuple[tuple[RawPattern | RawTest, ...], ...]:
        """One branch of an ``any``: a condition or a list of them."""
        return self.when(part) if isinstance(part, ListNode) else self.condition(part)

    def pattern(self, name: str, field: Field, absent: bool) -> RawPattern:
        """A pattern over one fact type or topic."""
        slots = []
        for slot, entry in self.reader.fields(field.value, f"{self.what}, {name}").items():
            slots.append(self.slot(slot, entry.value))
        return RawPattern(name, tuple(slots), absent, field.key)

    def slot(self, name: str, node: Node) -> RawSlot:
        """A slot condition: a value, a list of values, ``{not: …}`` or a variable."""
        if isinstance(node, MapNode):
            inner = self.reader.fields(node, f"{self.what}, {name}", ("not",))
            return RawSlot(name, "not", self.values(inner["not"].value) if "not" in inner else (), "", node)
        if isinstance(node, ScalarNode) and node.text.startswith("$"):
            return RawSlot(name, "bind", (), node.text[1:], node)
        return RawSlot(name, "is", self.values(node), "", node)

    def values(self, node: Node) -> tuple[Any, ...]:
        """One value or several, as written."""
        items = node.items if isinstance(node, ListNode) else [node]
        return tuple(item.text for item in items if self.reader.text_node(item, self.what) and isinstance(item, ScalarNode))
