"""What a rulebook explains about itself: overlaps and gaps that the static checks find and that are meant to be there.

They stand in ``rulebook.yaml`` under ``explained``. Nothing of it is looked at when an incident is ruled; only
``floorcall rulebook check`` reads it, and says so when nothing is left to explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from facts.lexicon import SlotSpec, Vocabulary
from facts.records import NamedTuple
from facts.yamlnodes import Field, MapNode, Node, ScalarNode, closest, compose, read_text
from knowledge.expressions import Tree, kind_of, names
from knowledge.model import Pattern, Rulebook, Slot, Text
from knowledge.raw import BookReader, RawPattern
from knowledge.rulereading import RuleReader, parsed, texts

HEAD = "rulebook.yaml"
_KEYS = ("overlap", "overlaps", "gap", "gaps", "why")
_GAP_KEYS = ("event", "where", "table", "if")


class ExplainedOverlap(NamedTuple):
    """Two rules that may answer differently without a relation. ``own``: told in the book itself, not in one below."""

    rules: frozenset[str]
    why: Text
    file: str
    line: int
    own: bool


class ExplainedGap(NamedTuple):
    """Facts about an event, and of the table, that no rule need answer. ``test``: what else must hold, over slots."""

    event: str
    patterns: tuple[Pattern, ...]
    test: Tree | None
    why: Text
    file: str
    line: int
    own: bool


class Explained(NamedTuple):
    """All that a book and those below it explain."""

    overlaps: tuple[ExplainedOverlap, ...]
    gaps: tuple[ExplainedGap, ...]


def explained_in(folders: Sequence[str], book: Rulebook, vocabulary: Vocabulary) -> Explained:
    """What the rulebook folders explain, the book itself first. Raises Faults with all that does not fit in its own
    part; of the books below only what still applies is taken.
    """
    overlaps: list[ExplainedOverlap] = []
    gaps: list[ExplainedGap] = []
    for i, folder in enumerate(folders):
        reader = BookReader(str(Path(folder) / HEAD))
        entries = _Entries(reader, book, vocabulary, own=i == 0)
        for item in _listed(reader):
            entries.read(item)
        if i == 0:
            reader.raise_if_any()
        overlaps.extend(entries.overlaps)
        gaps.extend(entries.gaps)
    return Explained(tuple(overlaps), tuple(gaps))


def _listed(reader: BookReader) -> list[Node]:
    text = read_text(reader.file, reader)
    reader.lines = (text or "").splitlines()
    node = None if text is None else compose(text, reader)
    for key, value in node.pairs if isinstance(node, MapNode) else ():
        if isinstance(key, ScalarNode) and key.text == "explained":
            return reader.items(value, "explained")
    return []


class _Entries:
    """The entries of one file."""

    def __init__(self, reader: BookReader, book: Rulebook, vocabulary: Vocabulary, own: bool) -> None:
        self.reader = reader
        self.rules = {rule.id: rule for rule in book.rules}
        self.parameters = _kinds(book)
        self.vocabulary = vocabulary
        self.own = own
        self.overlaps: list[ExplainedOverlap] = []
        self.gaps: list[ExplainedGap] = []

    def read(self, item: Node) -> None:
        """One entry: what is explained, and why."""
        fields = self.reader.fields(item, "explained", _KEYS)
        if isinstance(item, MapNode) and "why" not in fields:
            self.reader.fault(item, "explained: 'why' is missing", "why: {en: …, ru: …}")
        if isinstance(item, MapNode) and len(fields) < 2:
            self.reader.fault(item, "explained: say what", "overlap: [rule, rule], or gap: {event: …, where: {…}}")
        why = texts(self.reader, fields["why"].value, "explained, why") if "why" in fields else {}
        for node in self._nodes(fields, "overlap", "overlaps"):
            self._overlap(node, why)
        for node in self._nodes(fields, "gap", "gaps"):
            self._gap(node, why)

    def _nodes(self, fields: Mapping[str, Field], one: str, several: str) -> Iterator[Node]:
        if one in fields:
            yield fields[one].value
        if several in fields:
            yield from self.reader.items(fields[several].value, f"explained, {several}")

    def _overlap(self, node: Node, why: Text) -> None:
        named = self.reader.texts(node, "explained, overlap")
        if len(named) < 2:
            self.reader.fault(node, "explained, overlap: two rules or more are needed", "[rule, rule]")
        for item in named:
            if item.text not in self.rules:
                hint = closest(item.text, self.rules)
                self.reader.fault(item, f"explained, overlap: there is no rule {item.text}", hint)
        for item in named[1:]:
            pair = frozenset((named[0].text, item.text))
            if pair <= self.rules.keys():
                place = self.reader.file, item.line, self.own
                self.overlaps.append(ExplainedOverlap(pair, why, *place))

    def _gap(self, node: Node, why: Text) -> None:
        before = len(self.reader.faults)
        fields = self.reader.fields(node, "explained, gap", _GAP_KEYS)
        if "event" not in fields:
            self.reader.fault(node, "explained, gap: 'event' is missing")
            return
        event = self.reader.word(fields["event"].value, "explained, gap, event", self.vocabulary.events)
        if event is None:
            return
        told = [(event, fields.get("where")), ("table", fields.get("table"))]
        patterns = tuple(self._pattern(type, field) for type, field in told if field is not None)
        test = self._test(fields["if"].value, event) if "if" in fields else None
        if len(self.reader.faults) == before:
            self.gaps.append(ExplainedGap(event, patterns, test, why, self.reader.file, node.line, self.own))

    def _pattern(self, type: str, field: Field) -> Pattern:
        raw: RawPattern = RuleReader(self.reader).pattern(type, Field(field.key, field.value), absent=False)
        specs = self.vocabulary.slots_of(type)
        slots = []
        for slot in raw.slots:
            if slot.name not in specs:
                self.reader.fault(slot.key, f"{type} has no slot '{slot.name}'", closest(slot.name, specs))
            elif slot.kind == "bind":
                self.reader.fault(slot.node, f"{slot.name}: only words can stand here", "compare in an 'if'")
            else:
                values = tuple(self._value(node, specs[slot.name]) for node in slot.values)
                slots.append(Slot(slot.name, slot.kind, values, ""))
        return Pattern(type, tuple(slots), False)

    def _value(self, node: ScalarNode, spec: SlotSpec) -> Any:
        text = node.text
        if spec.kind == "flag":
            return self.reader.flag(node, spec.name)
        if spec.kind == "number":
            return self.reader.whole(node, spec.name)
        if spec.domain and text not in spec.domain:
            self.reader.fault(node, f"{spec.name} cannot be '{text}'", closest(text, spec.domain))
        return text

    def _test(self, node: Node, event: str) -> Tree | None:
        tree = parsed(self.reader, node, "explained, gap, if")
        if tree is None:
            return None
        kinds = {name: spec.kind for type in ("table", event) for name, spec in self.vocabulary.slots_of(type).items()}
        for name in names(tree, "var"):
            if name not in kinds:
                message = f"neither {event} nor the table has a slot '{name}'"
                self.reader.fault_at_word(node, f"${name}", message, closest(name, kinds))
        for name in names(tree, "param"):
            if name not in self.parameters:
                message = f"there is no parameter @{name}"
                self.reader.fault_at_word(node, f"@{name}", message, closest(name, self.parameters))
        try:
            if kind_of(tree, kinds, self.parameters) not in ("flag", "any"):
                self.reader.fault(node, "explained, gap, if: something that holds or does not is wanted")
        except TypeError as error:
            self.reader.fault(node, f"explained, gap, if: {error}")
        return tree


def _kinds(book: Rulebook) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, parameter in book.parameters.items():
        if parameter.kind == "pair":
            found.update({f"{name}.num": "number", f"{name}.den": "number"})
        else:
            found[name] = parameter.kind
    return found
