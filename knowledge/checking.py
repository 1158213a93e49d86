"""Checking and linking: from rules as written to rules that can run. Nothing that does not fit is loaded.

No citation, no load: a clause that does not exist, an unknown fact, slot, word or topic, a variable that nothing binds, a relation to a
missing rule, a circle of relations. Each is a fault with file, line, column and the nearest valid name, and all are found at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from facts.lexicon import SlotSpec, Vocabulary
from facts.yamlnodes import FLAGS, Node, NodeReader, closest
from knowledge.expressions import ExpressionError, Tree, kind_of, names, parse
from knowledge.model import Clause, Condition, Parameter, Pattern, Rule, Slot
from knowledge.reading import RawPattern, RawRule, RawTest

_PLACEHOLDER = re.compile(r"\$([A-Za-z_]\w*)")
_KINDS = {"number": "number", "word": "word", "pair": "pair"}


class Linker:
    """Turns the raw rules of one book into rules, given everything they may name."""

    def __init__(
        self, vocabulary: Vocabulary, clauses: Mapping[str, Clause], parameters: Mapping[str, Parameter], rules: Iterable[str]
    ) -> None:
        self.vocabulary = vocabulary
        self.clauses = clauses
        self.parameters = parameters
        self.parameter_kinds = _parameter_kinds(parameters)
        self.rule_ids = set(rules)

    def link(self, raw: RawRule, reader: NodeReader, book: str, layer: int) -> Rule | None:
        """The rule that can run, or None when something in it does not fit (the faults are with the reader)."""
        return _Link(self, raw, reader).rule(book, layer)


def _parameter_kinds(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    kinds: dict[str, str] = {}
    for name, parameter in parameters.items():
        if parameter.kind == "pair":
            kinds[name + ".num"] = kinds[name + ".den"] = "number"
        else:
            kinds[name] = parameter.kind
    return kinds


class _Link:
    """One rule on its way."""

    def __init__(self, linker: Linker, raw: RawRule, reader: NodeReader) -> None:
        self.linker = linker
        self.raw = raw
        self.reader = reader
        self.kinds: dict[str, str] = {}
        self.used: set[str] = set()

    def fault(self, node: Node, message: str, hint: str = "") -> None:
        self.reader.fault(node, f"rule {self.raw.id}: {message}", hint)

    def rule(self, book: str, layer: int) -> Rule | None:
        before = len(self.reader.faults)
        raw, vocabulary = self.raw, self.linker.vocabulary
        self.cited((raw.clause, *raw.also, *(r.clause for r in raw.relations)))
        if raw.topic not in vocabulary.topics:
            self.fault(raw.nodes.get("topic", raw.nodes[""]), f"unknown topic '{raw.topic}'", closest(raw.topic, vocabulary.topics))
            return None
        topic = vocabulary.topics[raw.topic]
        conditions = tuple(self.condition(row, topic.stage) for row in raw.conditions)
        let = tuple(self.named(name, tree) for name, tree in raw.let)
        propose = tuple(self.proposal(name, text, node, topic.slots) for name, text, node in raw.propose)
        self.subject()
        self.says()
        self.relations()
        self.reading()
        if len(self.reader.faults) > before:
            return None
        return Rule(
            raw.id,
            book,
            layer,
            raw.clause,
            raw.also,
            raw.topic,
            topic.stage,
            raw.subject.lstrip("$"),
            raw.reading,
            conditions,
            let,
            propose,
            raw.relations,
            tuple(sorted(self.used)),
            raw.discretion,
            raw.says,
            raw.file,
            raw.line,
        )

    def cited(self, clauses: Sequence[str]) -> None:
        for clause in dict.fromkeys(clauses):
            node = self.raw.nodes.get("clause", self.raw.nodes[""])
            if clause and clause not in self.linker.clauses:
                self.fault(node, f"there is no clause {clause}", closest(clause, self.linker.clauses))
            elif clause and self.linker.clauses[clause].status != "encoded":
                self.fault(node, f"clause {clause} is marked '{self.linker.clauses[clause].status}', yet a rule stands on it")

    def condition(self, row: Sequence[RawPattern | RawTest], stage: int) -> Condition:
        bound: set[str] = set()
        patterns: list[Pattern] = []
        tests: list[Tree] = []
        for item in sorted(row, key=lambda part: isinstance(part, RawPattern) and part.absent):
            if isinstance(item, RawPattern):
                patterns.append(self.pattern(item, bound, stage))
        for item in row:
            if isinstance(item, RawTest):
                self.variables(item.tree, item.node, bound)
                self.typed(item.tree, item.node, "flag")
                tests.append(item.tree)
        if not any(not pattern.absent for pattern in patterns):
            self.fault(self.raw.nodes["when"], "at least one condition must ask for a fact")
        return Condition(tuple(patterns), tuple(tests))

    def pattern(self, raw: RawPattern, bound: set[str], stage: int) -> Pattern:
        vocabulary = self.linker.vocabulary
        if raw.type not in vocabulary.types():
            self.fault(raw.node, f"unknown fact '{raw.type}'", closest(raw.type, vocabulary.types()))
            return Pattern(raw.type, (), raw.absent)
        if raw.type in vocabulary.topics and vocabulary.topics[raw.type].stage >= stage:
            self.fault(raw.node, f"the finding '{raw.type}' is settled no earlier than the rule itself")
        specs = vocabulary.slots_of(raw.type)
        slots: list[Slot] = []
        for slot in raw.slots:
            if slot.name not in specs:
                self.fault(slot.node, f"{raw.type} has no slot '{slot.name}'", closest(slot.name, specs))
                continue
            if slot.kind != "bind":
                values = tuple(self.value(text, specs[slot.name], slot.node) for text in slot.values)
                slots.append(Slot(slot.name, slot.kind, values, ""))
            elif slot.variable in bound:
                slots.append(Slot(slot.name, "same", (), slot.variable))
            elif raw.absent:
                self.fault(slot.node, f"${slot.variable} is bound nowhere else; an absent fact binds nothing")
            else:
                bound.add(slot.variable)
                self.kinds[slot.variable] = specs[slot.name].kind
                slots.append(Slot(slot.name, "bind", (), slot.variable))
        return Pattern(raw.type, tuple(slots), raw.absent)

    def value(self, text: str, spec: SlotSpec, node: Node) -> Any:
        if spec.type == "flag":
            if text.lower() not in FLAGS:
                self.fault(node, f"{spec.name} is yes or no, not '{text}'")
            return FLAGS.get(text.lower())
        if spec.kind == "number":
            if not text.lstrip("-").isdigit():
                self.fault(node, f"{spec.name} is a whole number, not '{text}'")
                return None
            return int(text)
        if spec.domain and text not in spec.domain:
            self.fault(node, f"{spec.name} cannot be '{text}'", closest(text, spec.domain))
        return text

    def variables(self, tree: Tree, node: Node, bound: Iterable[str]) -> None:
        known = set(bound)
        for name in names(tree, "var"):
            if name not in known:
                self.fault(node, f"${name} is bound nowhere", closest(name, known))
        for name in names(tree, "param"):
            if name not in self.linker.parameter_kinds:
                self.fault(node, f"there is no parameter @{name}", closest(name, self.linker.parameter_kinds))
            self.used.add(name.removesuffix(".num").removesuffix(".den"))

    def typed(self, tree: Tree, node: Node, wanted: str) -> None:
        try:
            kind = kind_of(tree, self.kinds, self.linker.parameter_kinds)
        except TypeError as error:
            self.fault(node, str(error))
            return
        if kind not in (wanted, "any"):
            self.fault(node, f"a {wanted} is wanted here, not a {kind}")

    def named(self, name: str, tree: Tree) -> tuple[str, Tree]:
        node = self.raw.nodes["let"]
        self.variables(tree, node, self.kinds)
        try:
            self.kinds[name] = kind_of(tree, self.kinds, self.linker.parameter_kinds)
        except TypeError as error:
            self.fault(node, f"{name}: {error}")
        return name, tree

    def proposal(self, name: str, text: str | None, node: Node, specs: Mapping[str, SlotSpec]) -> tuple[str, Tree]:
        empty: Tree = ("unknown",)
        if name not in specs:
            self.fault(node, f"topic {self.raw.topic} has no slot '{name}'", closest(name, specs))
            return name, empty
        spec = specs[name]
        if text is None:
            return name, empty
        if spec.kind != "number" and not text.startswith(("$", "@")):
            value = self.value(text, spec, node)
            return name, ("flag", value) if spec.type == "flag" else ("word", value)
        try:
            tree = parse(text)
        except ExpressionError as error:
            self.reader.fault_at(node.line, node.column + error.offset, f"rule {self.raw.id}: {error}")
            return name, empty
        self.variables(tree, node, self.kinds)
        self.typed(tree, node, spec.kind)
        return name, tree

    def subject(self) -> None:
        subject = self.raw.subject
        node = self.raw.nodes.get("of", self.raw.nodes[""])
        if not subject:
            self.fault(node, "'of' is missing: which subject is the answer about?", "for instance of: $act")
        elif subject.startswith("$") and subject[1:] not in self.kinds:
            self.fault(node, f"{subject} is bound nowhere", closest(subject[1:], self.kinds))

    def says(self) -> None:
        for language, text in self.raw.says.items():
            for name in _PLACEHOLDER.findall(text):
                if name not in self.kinds:
                    node = self.raw.nodes["says"]
                    self.fault(node, f"says ({language}): ${name} is bound nowhere", closest(name, self.kinds))

    def relations(self) -> None:
        for relation in self.raw.relations:
            node = self.raw.nodes[relation.kind]
            valid = self.linker.rule_ids
            if relation.kind == "modifies":
                topic = self.linker.vocabulary.topics[self.raw.topic]
                valid = valid | {topic.name, topic.inherits}
            for name in (relation.rule, relation.against):
                if name and name not in valid:
                    self.fault(node, f"{relation.kind} the rule '{name}', which does not exist", closest(name, valid))

    def reading(self) -> None:
        for clause, name in self.raw.reading:
            node = self.raw.nodes["reading"]
            known = {c.id: c.readings for c in self.linker.clauses.values() if c.readings}
            if clause not in known:
                self.fault(node, f"clause {clause} has no readings", closest(clause, known))
            else:
                readings = known[clause]
                if readings is not None and name not in readings.options:
                    self.fault(node, f"clause {clause} has no reading '{name}'", closest(name, readings.options))


def circles(rules: Sequence[Rule]) -> list[tuple[Rule, ...]]:
    """Circles among the relations that defeat: each as the rules on it, first one first."""
    attacks: dict[str, list[str]] = {}
    by_id = {rule.id: rule for rule in rules}
    for rule in rules:
        for relation in rule.relations:
            target = relation.against or relation.rule
            if relation.kind != "modifies" and target in by_id:
                attacks.setdefault(rule.id, []).append(target)
    found: list[tuple[Rule, ...]] = []
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = path[path.index(name) :]
            if not any({rule.id for rule in known} == set(circle) for known in found):
                found.append(tuple(by_id[part] for part in circle))
            return
        if name in done:
            return
        for target in attacks.get(name, ()):
            visit(target, (*path, name))
        done.add(name)

    for name in sorted(attacks):
        visit(name, ())
    return found
