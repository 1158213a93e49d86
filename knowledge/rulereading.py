"""Reading one rule as written: its keys, conditions and values, each with its place. What they mean comes later."""

from __future__ import annotations

from collections.abc import Mapping

from facts.yamlnodes import Field, ListNode, MapNode, Node, NodeReader, ScalarNode
from knowledge.expressions import ExpressionError, Tree, parse
from knowledge.model import Discretion, Relation
from knowledge.raw import (
    LANGUAGES,
    BookReader,
    RawConditions,
    RawPattern,
    RawRelation,
    RawRule,
    RawSlot,
    RawTest,
    RawValue,
)

RELATIONS = ("overrides", "restricts", "reinstates", "modifies")
RULE_KEYS = (
    *("rule", "clause", "also", "topic", "of", "reading", *RELATIONS),
    *("when", "let", "propose", "discretion", "says"),
)
MOST_ALTERNATIVES = 64
_FORMS = "{act: {…}}, {if: …}, {none: …} or {any: […]}"


def need(reader: NodeReader, node: Node, fields: Mapping[str, Field], name: str, what: str) -> str:
    """The text of a key that must be there and must say something; empty with a fault when it does not."""
    value = fields[name].value if name in fields else None
    if value is None or (isinstance(value, ScalarNode) and value.is_null):
        reader.fault(value or node, f"{what}: '{name}' is missing")
        return ""
    return reader.text(value, f"{what}, {name}") or ""


def texts(reader: BookReader, node: Node, what: str) -> dict[str, str]:
    """A text in every language that the rulebook speaks; a missing one is a fault, a further one is not."""
    needed = reader.languages
    if not isinstance(node, MapNode):
        reader.fault(node, f"{what}: expected a text in each language", "{" + ": …, ".join(needed) + ": …}")
        return {}
    fields = reader.fields(node, what, LANGUAGES)
    found = {name: text for name, field in fields.items() if (text := reader.text(field.value, f"{what}, {name}"))}
    for language in needed:
        if language not in found:
            reader.fault(node, f"{what}: the text in '{language}' is missing")
    return found


def parsed(reader: BookReader, node: Node, what: str) -> Tree | None:
    """The text of a node as an expression, or None with a fault at the character where it breaks."""
    text = reader.text(node, what)
    if text is None:
        if isinstance(node, ScalarNode):
            reader.fault(node, f"{what}: an expression is missing")
        return None
    try:
        return parse(text)
    except ExpressionError as error:
        reader.fault_inside(node, error.offset, f"{what}: {error}")
    except RecursionError:
        reader.fault(node, f"{what}: the expression is nested too deeply")
    return None


class RuleReader:
    """Reads one rule."""

    def __init__(self, reader: BookReader) -> None:
        self.reader = reader
        self.what = "rule"

    def rule(self, node: Node) -> RawRule | None:
        """The rule as written, or None when it has no name to speak of."""
        reader = self.reader
        fields = reader.fields(node, "rule", RULE_KEYS)
        name = need(reader, node, fields, "rule", "rule") if isinstance(node, MapNode) else ""
        if not name:
            return None
        self.what = f"rule {name}"
        clause = self.clause(node, fields)
        topic = need(reader, node, fields, "topic", self.what)
        for needed in ("when", "says"):
            if needed not in fields:
                reader.fault(node, f"{self.what}: '{needed}' is missing")
        relations = self.relations(fields, clause)
        if "propose" not in fields and not any(r.relation.kind in ("restricts", "reinstates") for r in relations):
            reader.fault(node, f"{self.what}: 'propose' is missing")
        return RawRule(
            name,
            clause,
            tuple(reader.texts(fields["also"].value, f"{self.what}, also")) if "also" in fields else (),
            topic,
            self.subject(fields.get("of")),
            self.reading(fields.get("reading")),
            self.when(fields["when"].value) if "when" in fields else (),
            self.values(fields.get("let"), "let"),
            self.values(fields.get("propose"), "propose"),
            relations,
            self.discretion(fields.get("discretion")),
            texts(reader, fields["says"].value, f"{self.what}, says") if "says" in fields else {},
            reader.file,
            node.line,
            {"": node, **{key: field.value for key, field in fields.items()}},
        )

    def clause(self, node: Node, fields: Mapping[str, Field]) -> str:
        """The clause that the rule stands on. No citation, no rule."""
        value = fields["clause"].value if "clause" in fields else None
        if value is None or (isinstance(value, ScalarNode) and value.is_null):
            message = f"{self.what}: no citation, no rule: 'clause' is missing"
            self.reader.fault(value or node, message, "name the clause that says so")
            return ""
        return self.reader.text(value, f"{self.what}, clause") or ""

    def subject(self, field: Field | None) -> str:
        """The subject: a variable, or a fixed word such as ``table``."""
        return "" if field is None else self.reader.text(field.value, f"{self.what}, of") or ""

    def reading(self, field: Field | None) -> tuple[tuple[str, str, Field], ...]:
        """Under which readings the rule is alive."""
        if field is None:
            return ()
        found = self.reader.fields(field.value, f"{self.what}, reading")
        return tuple(
            (clause, self.reader.text(node, self.what) or "", Field(f.key, node))
            for clause, f in found.items()
            for node in (f.value.items if isinstance(f.value, ListNode) else [f.value])
        )

    def relations(self, fields: Mapping[str, Field], clause: str) -> tuple[RawRelation, ...]:
        """The relations to other rules; each stands in the rule's own clause unless it names another."""
        found = [
            self.relation(kind, item, clause)
            for kind in RELATIONS
            if kind in fields
            for item in self.reader.items(fields[kind].value, f"{self.what}, {kind}")
        ]
        return tuple(relation for relation in found if relation is not None)

    def relation(self, kind: str, item: Node, clause: str) -> RawRelation | None:
        """One relation: a rule's name, or a mapping with rule, against and clause."""
        what = f"{self.what}, {kind}"
        if not isinstance(item, MapNode):
            name = self.reader.text(item, what, "the name of a rule") or ""
            if kind == "reinstates":
                self.reader.fault(item, f"{what}: say against which rule", "{rule: …, against: …}")
                return None
            return RawRelation(Relation(kind, name, "", clause), item, item, item) if name else None
        allowed = ("rule", "against", "clause") if kind == "reinstates" else ("rule", "clause")
        fields = self.reader.fields(item, what, allowed)
        name = need(self.reader, item, fields, "rule", what)
        against = need(self.reader, item, fields, "against", what) if kind == "reinstates" else ""
        own = self.reader.text(fields["clause"].value, what) if "clause" in fields else None
        places = [fields[key].value if key in fields else item for key in ("rule", "against", "clause")]
        return RawRelation(Relation(kind, name, against, own or clause), *places) if name else None

    def discretion(self, field: Field | None) -> Discretion | None:
        """Who may decide otherwise, and within which range."""
        if field is None:
            return None
        what = f"{self.what}, discretion"
        fields = self.reader.fields(field.value, what, ("by", "range"))
        by = need(self.reader, field.key, fields, "by", what)
        return Discretion(by, texts(self.reader, fields["range"].value, f"{what}, range") if "range" in fields else {})

    def values(self, field: Field | None, key: str) -> tuple[RawValue, ...]:
        """Names with what they are given; what it means is settled when variables and slots are known."""
        if field is None:
            return ()
        found = self.reader.fields(field.value, f"{self.what}, {key}")
        return tuple(RawValue(name, entry.key, entry.value) for name, entry in found.items())

    def when(self, node: Node) -> RawConditions:
        """The alternatives of a ``when``: ``any`` is multiplied out."""
        rows: RawConditions = ((),)
        for item in self.reader.items(node, f"{self.what}, when"):
            choices = self.condition(item)
            if len(rows) * len(choices) > MOST_ALTERNATIVES:
                message = f"{self.what}: more than {MOST_ALTERNATIVES} alternatives, all 'any' multiplied"
                self.reader.fault(item, message, "make several rules of it")
                return rows
            rows = tuple((*row, *choice) for row in rows for choice in choices)
        return rows

    def condition(self, item: Node) -> RawConditions:
        """One entry of a ``when`` as alternatives of conditions."""
        if not isinstance(item, MapNode) or len(item.pairs) != 1:
            self.reader.fault(item, f"{self.what}: a condition is a mapping with one key", _FORMS)
            return ((),)
        for name, field in self.reader.fields(item, self.what).items():
            if name == "if":
                tree = parsed(self.reader, field.value, self.what)
                return (() if tree is None else (RawTest(tree, field.value),),)
            if name == "any":
                branches = self.reader.items(field.value, f"{self.what}, any")
                if not branches:
                    self.reader.fault(field.key, f"{self.what}: 'any' has no branch")
                return tuple(row for part in branches for row in self.branch(part)) or ((),)
            if name == "none":
                inner = self.reader.fields(field.value, f"{self.what}, none")
                return (tuple(self.pattern(kind, f, absent=True) for kind, f in inner.items()),)
            return ((self.pattern(name, field, absent=False),),)
        return ((),)

    def branch(self, part: Node) -> RawConditions:
        """One branch of an ``any``: a condition or a list of them."""
        return self.when(part) if isinstance(part, ListNode) else self.condition(part)

    def pattern(self, name: str, field: Field, absent: bool) -> RawPattern:
        """A pattern over one fact type or topic."""
        fields = self.reader.fields(field.value, f"{self.what}, {name}")
        slots = (self.slot(slot, entry) for slot, entry in fields.items())
        return RawPattern(name, tuple(slots), absent, field.key)

    def slot(self, name: str, entry: Field) -> RawSlot:
        """A slot condition: a value, a list of values, ``{not: …}`` or a variable."""
        node, what = entry.value, f"{self.what}, {name}"
        if isinstance(node, MapNode):
            inner = self.reader.fields(node, what, ("not",))
            if not inner:
                self.reader.fault(node, f"{what}: a value is missing", "a word, a list, {not: …} or $name")
            values = self.words(inner["not"].value, what) if "not" in inner else ()
            return RawSlot(name, "not", values, "", entry.key, node)
        if isinstance(node, ScalarNode) and node.text.startswith("$"):
            return RawSlot(name, "bind", (), node.text[1:], entry.key, node)
        return RawSlot(name, "is", self.words(node, what), "", entry.key, node)

    def words(self, node: Node, what: str) -> tuple[ScalarNode, ...]:
        """One value or several, as written."""
        if isinstance(node, ListNode):
            if not node.items:
                self.reader.fault(node, f"{what}: the list of values is empty")
            return tuple(self.reader.texts(node, what))
        if self.reader.text_node(node, what) and isinstance(node, ScalarNode):
            return (node,)
        return ()
