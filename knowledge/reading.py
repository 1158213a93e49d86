"""Reading the YAML of one rulebook folder into values, every fault of every file collected with its place.

This module knows the shape of the files. Whether names fit together (clauses, topics, variables, relations) is checked
afterwards, in ``knowledge.checking`` and ``knowledge.assembly``, when all files are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from facts.faults import nearest
from facts.incident_keys import GAMES, STRUCTURES
from facts.lexicon import vocabulary
from facts.yamlnodes import Field, ListNode, MapNode, Node, NodeReader, ScalarNode, compose, plain, read_text
from knowledge.model import Clause, Parameter, Reading, Repeats
from knowledge.raw import LANGUAGES, SPOKEN, BookReader, Named, RawBook, RawHead, RawRule, RawText
from knowledge.rulereading import RuleReader, need, texts

STATUSES = ("encoded", "not computable", "out of scope")
LAYERS = ("house", "event")
COUNTED_OVER = ("event",)
CLAUSE_KEYS = (
    *("clause", "section", "title", "gist", "kind", "status", "why", "taken_from", "readings", "depends_on"),
    *("games", "structures", "repeats"),
)
BOOK_KEYS = (
    *("rulebook", "name", "edition", "cites", "authority", "languages", "layer", "extends", "unforeseen"),
    *("official", "incomplete", "parameters", "derivations", "repeal", "explained"),
)
_NOT_READ = (".yml", ".json")


def read_book(folder: Path) -> RawBook:
    """Reads rulebook.yaml, clauses/ and rules/ of a folder. Faults stay with the readers: the caller adds its own."""
    head_reader = BookReader(str(folder / "rulebook.yaml"))
    head = _read_head(folder, head_reader)
    readers: dict[str, BookReader] = {}
    clauses: list[Clause] = []
    depends: list[Named] = []
    rules: list[RawRule] = []
    for path in _files(folder / "clauses", head_reader):
        reader, items = _open(path, readers, head)
        clauses.extend(c for item in items if (c := _clause(reader, item, head.id, depends)) is not None)
    for path in _files(folder / "rules", head_reader):
        reader, items = _open(path, readers, head)
        rules.extend(r for item in items if (r := RuleReader(reader).rule(item)) is not None)
    told: list[RawText] = []
    for path in _files(folder / "texts", head_reader):
        reader, items = _open(path, readers, head)
        told.extend(t for item in items if (t := _told(reader, item, path.stem.rpartition(".")[2])) is not None)
    return RawBook(head, tuple(clauses), tuple(depends), tuple(rules), tuple(told), head_reader, readers)


def _told(reader: BookReader, node: Node, language: str) -> RawText | None:
    """Title and gist of a clause in the language that ends the name of the file (``lt.yaml``, ``5.03-button.lt.yaml``):
    texts beside the clauses, for any layer below.
    """
    fields = reader.fields(node, "text", ("clause", "title", "gist"))
    wanted = [key for key in ("clause", "title", "gist") if key in fields]
    parts = {key: reader.text(fields[key].value, f"text, {key}") or "" for key in wanted}
    for key in ("clause", "title", "gist"):
        if not parts.get(key):
            reader.fault(node, f"text: '{key}' is missing")
            return None
    return RawText(parts["clause"], language, parts["title"], parts["gist"], fields["clause"].value, reader)


def _files(folder: Path, reader: NodeReader) -> list[Path]:
    """The YAML files of a folder in the order of their names; what looks like one and is not read is a fault."""
    if not folder.is_dir():
        return []
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in _NOT_READ:
            reader.fault(None, f"{folder.name}/{path.name} is not read", f"name it {path.stem}.yaml")
    return sorted(folder.glob("*.yaml"))


def _open(path: Path, readers: dict[str, BookReader], head: RawHead) -> tuple[BookReader, list[Node]]:
    reader = readers[str(path)] = BookReader(str(path), languages=head.languages)
    node = _compose(path, reader)
    return reader, [] if node is None else reader.items(node, path.name)


def _compose(path: Path, reader: BookReader) -> Node | None:
    text = read_text(path, reader)
    if text is None:
        return None
    reader.lines = text.splitlines()
    return compose(text, reader)


# -- rulebook.yaml --------------------------------------------------------------------------------------------------


def _read_head(folder: Path, reader: BookReader) -> RawHead:
    node = _compose(folder / "rulebook.yaml", reader)
    fields = {} if node is None else reader.fields(node, "rulebook", BOOK_KEYS)
    book = "" if node is None else need(reader, node, fields, "rulebook", "rulebook")
    reader.languages = _languages(reader, fields.get("languages"))
    told = {name: _head_texts(reader, fields, name) for name in ("name", "edition", "authority", "incomplete")}
    for needed in ("name", "edition"):
        if node is not None and needed not in fields:
            reader.fault(node, f"rulebook: '{needed}' is missing", f"{needed}: {{en: …, ru: …}}")
    parameters, nodes = _parameters(reader, fields.get("parameters"), book or folder.name)
    layer = _layer(reader, fields)
    repeals = list(_repeals(reader, fields.get("repeal"), layer is not None))
    return RawHead(
        book or folder.name,
        told["name"],
        told["edition"],
        _text(reader, fields, "cites") or (book or folder.name).upper(),
        told["authority"],
        reader.languages,
        _named(reader, fields.get("extends"), "extends"),
        _named(reader, fields.get("unforeseen"), "unforeseen"),
        _named(reader, fields.get("official"), "official"),
        told["incomplete"],
        tuple(parameters),
        nodes,
        _derivations(reader, fields.get("derivations")),
        tuple(named for clauses, _, _ in repeals for named in clauses),
        tuple(named for _, rules, _ in repeals for named in rules),
        layer,
        tuple(named for _, _, named in repeals if named is not None),
    )


def _layer(reader: BookReader, fields: Mapping[str, Field]) -> Named | None:
    """Whether these are regulations of a house or an event, which lie over a rulebook."""
    named = _named(reader, fields.get("layer"), "layer")
    kind = None if named is None else reader.word(named.node, "layer", LAYERS)
    if named is None or kind is None:
        return None
    if _named(reader, fields.get("extends"), "extends") is None:
        reader.fault(named.node, "a layer lies over a rulebook: 'extends' is missing", "extends: tda")
    return named._replace(name=kind)


_Repeal = tuple[tuple[Named, ...], tuple[Named, ...], Named | None]


def _repeals(reader: BookReader, field: Field | None, cited: bool) -> Iterator[_Repeal]:
    """Clauses and rules that are taken away, and the clause that does so; ``cited``: there must be one."""
    if field is None:
        return
    several = isinstance(field.value, ListNode)
    for node in reader.items(field.value, "repeal") if several else [field.value]:
        entry = Field(field.key, node)
        told = _map(reader, entry, "repeal", ("clauses", "rules", "clause"))
        clause = _named(reader, told.get("clause"), "repeal, clause")
        if cited and told and clause is None:
            reader.fault(node, "repeal: 'clause' is missing: which house rule repeals this?", "clause: H-1")
        of = "" if clause is None else clause.name
        rules = _names(reader, told.get("rules"), "repeal, rules", of)
        yield _names(reader, told.get("clauses"), "repeal, clauses"), rules, clause


def _head_texts(reader: BookReader, fields: Mapping[str, Field], name: str) -> dict[str, str]:
    return texts(reader, fields[name].value, name) if name in fields else {}


def _text(reader: NodeReader, fields: Mapping[str, Field], name: str) -> str:
    return reader.text(fields[name].value, name) or "" if name in fields else ""


def _map(reader: NodeReader, field: Field | None, what: str, allowed: Iterable[str] | None = None) -> dict[str, Field]:
    """The mapping behind an optional key; an empty one says nothing."""
    if field is None or (isinstance(field.value, ScalarNode) and field.value.is_null):
        return {}
    return reader.fields(field.value, what, allowed)


def _named(reader: NodeReader, field: Field | None, what: str) -> Named | None:
    if field is None or (isinstance(field.value, ScalarNode) and field.value.is_null):
        return None
    name = reader.text(field.value, what)
    return Named(name, field.value) if name else None


def _names(reader: NodeReader, field: Field | None, what: str, of: str = "") -> tuple[Named, ...]:
    if field is None:
        return ()
    return tuple(Named(item.text, item, of) for item in reader.texts(field.value, what))


def _languages(reader: NodeReader, field: Field | None) -> tuple[str, ...]:
    if field is None:
        return SPOKEN
    found = [reader.word(item, "languages", LANGUAGES) for item in reader.texts(field.value, "languages")]
    return tuple(language for language in found if language) or SPOKEN


def _derivations(reader: NodeReader, field: Field | None) -> tuple[Named, ...]:
    """What the replay derives, with the clauses behind it: ``of`` is the code, ``name`` a clause."""
    found: list[Named] = []
    for code, entry in _map(reader, field, "derivations").items():
        what = f"derivation {code}"
        if isinstance(entry.value, ListNode):
            found.extend(_names(reader, entry, what, code))
        elif clause := reader.text(entry.value, what, "a clause or a list of clauses"):
            found.append(Named(clause, entry.value, code))
        elif isinstance(entry.value, ScalarNode):
            reader.fault(entry.value, f"{what}: a clause is missing")
    return tuple(found)


def _parameters(
    reader: BookReader, field: Field | None, book: str
) -> tuple[list[Parameter], dict[str, Mapping[str, Node]]]:
    parameters: list[Parameter] = []
    nodes: dict[str, Mapping[str, Node]] = {}
    for name, entry in _map(reader, field, "parameters").items():
        what = f"parameter {name}"
        fields = reader.fields(entry.value, what, ("value", "reading", "clause", "title"))
        nodes[name] = {"": entry.key, **{key: one.value for key, one in fields.items()}}
        parameter = _parameter(reader, name, entry, fields)
        if parameter is not None:
            parameters.append(parameter._replace(book=book))
    return parameters, nodes


def _parameter(reader: BookReader, name: str, entry: Field, fields: Mapping[str, Field]) -> Parameter | None:
    what = f"parameter {name}"
    clause = need(reader, entry.key, fields, "clause", what)
    title = texts(reader, fields["title"].value, what) if "title" in fields else {}
    if ("value" in fields) == ("reading" in fields):
        reader.fault(entry.key, f"{what}: give either 'value' or 'reading'")
        return None
    if "reading" in fields:
        return Parameter(name, None, "word", clause, need(reader, entry.key, fields, "reading", what), title)
    value, kind = _value(fields["value"].value)
    if not kind:
        message = f"{what}: a value is a whole number, a word or a pair [numerator, denominator]"
        reader.fault(fields["value"].value, message)
        return None
    if kind == "pair" and value[1] == 0:
        reader.fault(fields["value"].value, f"{what}: the denominator is zero")
    return Parameter(name, value, kind, clause, "", title)


def _value(node: Node) -> tuple[Any, str]:
    """A parameter's value and its kind; an empty kind means that it is none."""
    value = plain(node)
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return tuple(value), "pair"
    if isinstance(value, int) and not isinstance(value, bool):
        return value, "number"
    return (value, "word") if isinstance(value, str) else (None, "")


# -- clauses --------------------------------------------------------------------------------------------------------


def _clause(reader: BookReader, node: Node, book: str, depends: list[Named]) -> Clause | None:
    fields = reader.fields(node, "clause", CLAUSE_KEYS)
    name = need(reader, node, fields, "clause", "clause") if isinstance(node, MapNode) else ""
    if not name:
        return None
    what = f"clause {name}"
    status = _status(reader, node, fields, what)
    why = texts(reader, fields["why"].value, f"{what}, why") if "why" in fields else {}
    if status in STATUSES[1:] and not why:
        reader.fault(node, f"{what}: '{status}' needs the reason in 'why'")
    for needed in ("title", "gist"):
        if needed not in fields:
            reader.fault(node, f"{what}: '{needed}' is missing")
    for key, domain in (("games", GAMES), ("structures", STRUCTURES)):
        for item in reader.texts(fields[key].value, f"{what}, {key}") if key in fields else ():
            reader.word(item, f"{what}, {key}", domain)
    lender, lent = _taken(reader, fields.get("taken_from"), what)
    needs = _names(reader, fields.get("depends_on"), f"{what}, depends_on", name)
    depends.extend(needs)
    repeats = _repeats(reader, fields.get("repeats"), name, depends)
    return Clause(
        name,
        book,
        _text(reader, fields, "section") or name,
        texts(reader, fields["title"].value, f"{what}, title") if "title" in fields else {},
        texts(reader, fields["gist"].value, f"{what}, gist") if "gist" in fields else {},
        _text(reader, fields, "kind"),
        status or "encoded",
        why,
        lender,
        lent,
        tuple(need.name for need in needs),
        _readings(reader, fields["readings"].value, name) if "readings" in fields else None,
        reader.file,
        node.line,
        repeats,
    )


def _status(reader: NodeReader, node: Node, fields: Mapping[str, Field], what: str) -> str | None:
    if "status" not in fields or (isinstance(value := fields["status"].value, ScalarNode) and value.is_null):
        reader.fault(node, f"{what}: 'status' is missing", "one of " + ", ".join(STATUSES))
        return None
    return reader.word(value, f"{what}, status", STATUSES)


def _taken(reader: BookReader, field: Field | None, what: str) -> tuple[str, dict[str, str]]:
    """The book that lends a clause, and why."""
    what = f"{what}, taken_from"
    taken = _map(reader, field, what, ("book", "why"))
    if field is None:
        return "", {}
    lender = need(reader, field.key, taken, "book", what)
    if "why" not in taken:
        reader.fault(field.key, f"{what}: 'why' is missing")
    return lender, texts(reader, taken["why"].value, what) if "why" in taken else {}


def _repeats(reader: BookReader, field: Field | None, clause: str, depends: list[Named]) -> Repeats | None:
    """What a clause counts where its answer hangs on how often it happened; by default the breaches of itself."""
    if field is None:
        return None
    what = f"clause {clause}, repeats"
    told = _map(reader, field, what, ("over", "clauses", "same"))
    over = need(reader, field.key, told, "over", what)
    if over:
        reader.word(told["over"].value, f"{what}, over", COUNTED_OVER)
    counted = _names(reader, told.get("clauses"), f"{what}, clauses", clause)
    depends.extend(counted)
    alike = _names(reader, told.get("same"), f"{what}, same", clause)
    slots = {slot for event in vocabulary().events.values() for slot in event.slots} if alike else set()
    for named in alike:
        if named.name not in slots:
            reader.fault(named.node, f"{what}, same: no event has a slot '{named.name}'", nearest(named.name, slots))
    if counted and alike:
        reader.fault(field.key, f"{what}: give either 'clauses' or 'same'")
    clauses = tuple(named.name for named in counted) or (() if alike else (clause,))
    return Repeats(over, clauses, tuple(named.name for named in alike))


def _readings(reader: BookReader, node: Node, clause: str) -> Reading | None:
    what = f"readings of {clause}"
    fields = reader.fields(node, what, ("default", "by", "options"))
    default = need(reader, node, fields, "default", what)
    by = need(reader, node, fields, "by", what)
    options = {}
    for name, field in _map(reader, fields.get("options"), f"{what}, options").items():
        options[name] = texts(reader, field.value, f"{what}, {name}")
    if len(options) < 2:
        where = fields["options"].value if "options" in fields else node
        reader.fault(where, f"{what}: two options or more are needed")
    elif default and default not in options:
        message = f"{what}: the default '{default}' is none of the options"
        reader.fault(fields["default"].value, message, reader.near(default, options))
    return Reading(clause, default, by, options) if default in options else None
