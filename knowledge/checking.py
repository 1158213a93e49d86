"""Checking and linking: from rules as written to rules that can run. Nothing that does not fit is loaded.

No citation, no load: a clause that does not exist, an unknown fact, slot, word or topic, a variable that nothing
binds, a relation to a missing rule. Each is a fault with file, line, column and the nearest valid name, and all are
found at once.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from facts.lexicon import SlotSpec, Topic, Vocabulary
from facts.yamlnodes import FLAGS, Node, ScalarNode, closest
from knowledge.expressions import Tree, kind_of, names
from knowledge.model import Clause, Condition, Parameter, Pattern, Rule, Slot
from knowledge.raw import BookReader, RawPattern, RawRelation, RawRule, RawSlot, RawTest, RawValue
from knowledge.rulereading import parsed

_PLACEHOLDER = re.compile(r"\$([A-Za-z_]\w*)")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_NAME = re.compile(r"[A-Za-z_]\w*")


class Linker:
    """Turns the raw rules of one book into rules, given everything they may name.

    ``rules``: the topic of each rule. ``repealed``: rules that an upper layer took out; a relation to one is void.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        clauses: Mapping[str, Clause],
        parameters: Mapping[str, Parameter],
        rules: Mapping[str, str],
        repealed: Collection[str] = (),
    ) -> None:
        self.vocabulary = vocabulary
        self.clauses = clauses
        self.parameter_kinds = _parameter_kinds(parameters)
        self.rules = rules
        self.repealed = repealed
        self.used: set[str] = set()

    def link(self, raw: RawRule, reader: BookReader, book: str, layer: int) -> Rule | None:
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

    def __init__(self, linker: Linker, raw: RawRule, reader: BookReader) -> None:
        self.linker = linker
        self.raw = raw
        self.reader = reader
        self.kinds: dict[str, str] = {}
        self.partly: set[str] = set()
        self.used: set[str] = set()

    def fault(self, node: Node, message: str, hint: str = "") -> None:
        self.reader.fault(node, f"rule {self.raw.id}: {message}", hint)

    def fault_at_word(self, node: Node, word: str, message: str, hint: str = "") -> None:
        self.reader.fault_at_word(node, word, f"rule {self.raw.id}: {message}", hint)

    def rule(self, book: str, layer: int) -> Rule | None:
        before = len(self.reader.faults)
        raw = self.raw
        topic = self.topic()
        self.citations()
        conditions = self.conditions(topic)
        let = tuple(self.named(value) for value in raw.let)
        propose = tuple(self.proposal(value, topic.slots) for value in raw.propose) if topic is not None else ()
        self.subject(topic)
        self.says()
        self.relations(topic)
        self.reading()
        if topic is None or len(self.reader.faults) > before:
            return None
        return Rule(
            raw.id,
            book,
            layer,
            raw.clause,
            tuple(item.text for item in raw.also),
            raw.topic,
            topic.stage,
            raw.subject.lstrip("$"),
            tuple((clause, name) for clause, name, _ in raw.reading),
            conditions,
            let,
            propose,
            tuple(item.relation for item in raw.relations if not self.void(item)),
            tuple(sorted(self.used)),
            raw.discretion,
            raw.says,
            raw.file,
            raw.line,
        )

    def topic(self) -> Topic | None:
        topics = self.linker.vocabulary.topics
        if self.raw.topic and self.raw.topic not in topics:
            self.fault(self.raw.node("topic"), f"unknown topic '{self.raw.topic}'", closest(self.raw.topic, topics))
        return topics.get(self.raw.topic)

    # -- clauses ----------------------------------------------------------------------------------------------------

    def citations(self) -> None:
        own = self.raw.clause
        if own:
            self.cited(own, self.raw.node("clause"))
        for item in self.raw.also:
            self.cited(item.text, item)
        for part in self.raw.relations:
            if part.relation.clause != own:
                self.cited(part.relation.clause, part.clause)

    def cited(self, name: str, node: Node) -> None:
        clause = self.linker.clauses.get(name)
        if clause is None:
            self.fault(node, f"there is no clause {name}", closest(name, self.linker.clauses))
        elif clause.status != "encoded":
            self.fault(node, f"clause {name} is marked '{clause.status}', yet a rule stands on it")

    def reading(self) -> None:
        with_readings = {c.id: c.readings for c in self.linker.clauses.values() if c.readings}
        for clause, name, field in self.raw.reading:
            if clause not in with_readings:
                self.fault(field.key, f"clause {clause} has no readings", closest(clause, with_readings))
            elif name and name not in (options := with_readings[clause].options):
                self.fault(field.value, f"clause {clause} has no reading '{name}'", closest(name, options))

    # -- conditions -------------------------------------------------------------------------------------------------

    def conditions(self, topic: Topic | None) -> tuple[Condition, ...]:
        """All alternatives. What follows them (let, propose, says) may use only what every one of them binds."""
        stage = topic.stage if topic is not None else len(self.linker.vocabulary.stages)
        bound: list[dict[str, str]] = []
        found: list[Condition] = []
        for row in self.raw.conditions:
            kinds: dict[str, str] = {}
            found.append(self.condition(row, kinds, stage))
            bound.append(kinds)
        if bound:
            self.kinds = {name: kind for name, kind in bound[0].items() if all(name in other for other in bound)}
            self.partly = {name for kinds in bound for name in kinds} - set(self.kinds)
        return tuple(found)

    def condition(self, row: Sequence[RawPattern | RawTest], kinds: dict[str, str], stage: int) -> Condition:
        patterns: list[Pattern] = []
        tests: list[Tree] = []
        for item in sorted(row, key=lambda part: isinstance(part, RawPattern) and part.absent):
            if isinstance(item, RawPattern):
                patterns.append(self.pattern(item, kinds, stage))
        for item in row:
            if isinstance(item, RawTest):
                self.variables(item.tree, item.node, kinds)
                self.typed(item.tree, item.node, "flag", kinds)
                tests.append(item.tree)
        if not any(isinstance(item, RawPattern) and not item.absent for item in row):
            self.fault(self.raw.node("when"), "at least one condition must ask for a fact")
        return Condition(tuple(patterns), tuple(tests))

    def pattern(self, raw: RawPattern, kinds: dict[str, str], stage: int) -> Pattern:
        vocabulary = self.linker.vocabulary
        if raw.type not in vocabulary.types():
            self.fault(raw.node, f"unknown fact '{raw.type}'", closest(raw.type, vocabulary.types()))
            for slot in raw.slots:  # so that its variables are not reported too
                if slot.kind == "bind":
                    kinds.setdefault(slot.variable, "any")
            return Pattern(raw.type, (), raw.absent)
        if raw.type in vocabulary.topics and vocabulary.topics[raw.type].stage >= stage:
            self.fault(raw.node, f"the finding '{raw.type}' is settled no earlier than the rule itself")
        specs = vocabulary.slots_of(raw.type)
        slots = [self.slot(slot, raw, specs, kinds) for slot in raw.slots]
        return Pattern(raw.type, tuple(slot for slot in slots if slot is not None), raw.absent)

    def slot(
        self, raw: RawSlot, pattern: RawPattern, specs: Mapping[str, SlotSpec], kinds: dict[str, str]
    ) -> Slot | None:
        name = raw.variable
        if raw.name not in specs:
            self.fault(raw.key, f"{pattern.type} has no slot '{raw.name}'", closest(raw.name, specs))
            if raw.kind == "bind":
                kinds.setdefault(name, "any")
            return None
        spec = specs[raw.name]
        if raw.kind != "bind":
            return Slot(raw.name, raw.kind, tuple(self.value(node, spec) for node in raw.values), "")
        if not _NAME.fullmatch(name):
            self.fault(raw.node, f"'${name}' is no variable", "a $ and letters")
        elif name in kinds:
            if "any" not in (kinds[name], spec.kind) and kinds[name] != spec.kind:
                self.fault(raw.node, f"${name} was bound to a {kinds[name]}, {raw.name} is a {spec.kind}")
            return Slot(raw.name, "same", (), name)
        elif pattern.absent:
            self.fault(raw.node, f"${name} is bound nowhere else; an absent fact binds nothing", closest(name, kinds))
        else:
            kinds[name] = spec.kind
            return Slot(raw.name, "bind", (), name)
        return None

    def value(self, node: ScalarNode, spec: SlotSpec) -> Any:
        text = node.text
        if text.startswith(("$", "@")):
            self.fault(node, f"{spec.name}: only words can stand in a list or behind 'not'", "compare in an 'if'")
        elif spec.type == "flag":
            if text.lower() not in FLAGS:
                self.fault(node, f"{spec.name} is yes or no, not '{text}'")
            return FLAGS.get(text.lower())
        elif spec.kind == "number":
            if _NUMBER.fullmatch(text):
                return int(text)
            self.fault(node, f"{spec.name} is a whole number, not '{text}'")
        elif spec.domain and text not in spec.domain:
            self.fault(node, f"{spec.name} cannot be '{text}'", closest(text, spec.domain))
        return text

    # -- expressions ------------------------------------------------------------------------------------------------

    def variables(self, tree: Tree, node: Node, bound: Iterable[str]) -> None:
        known = set(bound)
        for name in names(tree, "var"):
            if name not in known:
                self.fault_at_word(node, f"${name}", self.unbound(name), closest(name, known))
        parameters = self.linker.parameter_kinds
        for name in names(tree, "param"):
            if name not in parameters:
                self.fault_at_word(node, f"@{name}", f"there is no parameter @{name}", closest(name, parameters))
            self.used.add(name.removesuffix(".num").removesuffix(".den"))
        self.linker.used |= self.used

    def unbound(self, name: str) -> str:
        return f"${name} is bound in some alternatives only" if name in self.partly else f"${name} is bound nowhere"

    def typed(self, tree: Tree, node: Node, wanted: str, kinds: Mapping[str, str]) -> None:
        kind = self.kind(tree, node, kinds)
        if kind not in (wanted, "any"):
            self.fault(node, f"a {wanted} is wanted here, not a {kind}")

    def kind(self, tree: Tree, node: Node, kinds: Mapping[str, str]) -> str:
        try:
            return kind_of(tree, kinds, self.linker.parameter_kinds)
        except TypeError as error:
            self.fault(node, str(error))
            return "any"

    def named(self, value: RawValue) -> tuple[str, Tree]:
        name = value.name.lstrip("$")
        if not _NAME.fullmatch(name):
            self.fault(value.key, f"'{value.name}' is no variable", "a name of letters")
        elif name in self.kinds:
            self.fault(value.key, f"${name} has a value already")
        tree = parsed(self.reader, value.node, f"rule {self.raw.id}, let")
        if tree is None:
            self.kinds.setdefault(name, "any")
            return name, ("unknown",)
        self.variables(tree, value.node, self.kinds)
        self.kinds[name] = self.kind(tree, value.node, self.kinds)
        return name, tree

    def proposal(self, value: RawValue, specs: Mapping[str, SlotSpec]) -> tuple[str, Tree]:
        name, node = value.name, value.node
        empty: Tree = ("unknown",)
        if name not in specs:
            self.fault(value.key, f"topic {self.raw.topic} has no slot '{name}'", closest(name, specs))
            return name, empty
        spec = specs[name]
        if spec.type == "steps":
            return name, ("word", self.steps(node))
        word = isinstance(node, ScalarNode) and not node.text.startswith(("$", "@"))
        if word and spec.kind != "number" and isinstance(node, ScalarNode):
            if node.is_null:
                self.fault(value.key, f"propose: '{name}' is given nothing")
                return name, empty
            return name, ("flag" if spec.type == "flag" else "word", self.value(node, spec))
        tree = parsed(self.reader, node, f"rule {self.raw.id}, propose")
        if tree is None:
            return name, empty
        self.variables(tree, node, self.kinds)
        self.typed(tree, node, spec.kind, self.kinds)
        return name, tree

    def steps(self, node: Node) -> tuple[str, ...]:
        """The steps of a procedure: words of the vocabulary, with ``@clause`` where one stands in another clause."""
        found: list[str] = []
        for item in self.reader.texts(node, f"rule {self.raw.id}, steps"):
            word, _, clause = item.text.partition("@")
            if word not in self.linker.vocabulary.steps:
                self.fault(item, f"unknown step '{word}'", closest(word, self.linker.vocabulary.steps))
            if clause and clause not in self.linker.clauses:
                self.fault(item, f"there is no clause {clause}", closest(clause, self.linker.clauses))
            found.append(item.text)
        return tuple(found)

    # -- what is said, about what, and against which rules ----------------------------------------------------------

    def subject(self, topic: Topic | None) -> None:
        subject = self.raw.subject
        node = self.raw.node("of")
        if not subject:
            kind = topic.subject if topic is not None else "act"
            self.fault(node, "'of' is missing: which subject is the answer about?", f"for instance of: ${kind}")
        elif subject.startswith("$"):
            if subject[1:] not in self.kinds:
                self.fault(node, self.unbound(subject[1:]), closest(subject[1:], self.kinds))
        elif subject in self.kinds:
            self.fault(node, f"'{subject}' is a word here", f"did you mean ${subject}?")

    def says(self) -> None:
        """The names in what is read out: the sentence, and the range that is left to an official."""
        left = self.raw.discretion
        for key, texts in (("says", self.raw.says), ("discretion", left.range if left is not None else {})):
            for language, text in texts.items():
                for name in _PLACEHOLDER.findall(text):
                    if name not in self.kinds:
                        message = f"{key} ({language}): {self.unbound(name)}"
                        self.fault_at_word(self.raw.node(key), f"${name}", message, closest(name, self.kinds))

    def void(self, part: RawRelation) -> bool:
        """Whether a relation names a rule that an upper layer took out."""
        gone = {part.relation.rule, part.relation.against} - {""} - set(self.linker.rules)
        return bool(gone & set(self.linker.repealed))

    def relations(self, topic: Topic | None) -> None:
        for part in self.raw.relations:
            if self.void(part):
                continue
            self.related(part.relation.rule, part.node, part, topic)
            if part.relation.against:
                self.related(part.relation.against, part.against, part, topic)

    def related(self, name: str, node: Node, part: RawRelation, topic: Topic | None) -> None:
        """A relation works between answers to the same question only; a modifier may also name the topic."""
        kind = part.relation.kind
        topics = {topic.name, topic.inherits} - {""} if topic is not None and kind == "modifies" else set()
        if name in topics:
            return
        if name not in self.linker.rules:
            valid = (*topics, *self.linker.rules)
            self.fault(node, f"{kind} the rule '{name}', which does not exist", closest(name, valid))
        elif topic is not None and (other := self.linker.rules[name]) != topic.name:
            self.fault(node, f"{kind} the rule '{name}', which answers another question ({other})")
