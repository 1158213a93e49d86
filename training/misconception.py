"""Misconceptions as data: what people hold to be the rule, written as a small layer over the books in which it is not.

A file of ``training/misconceptions`` holds one misconception: how it is called, why it is tempting, the books that
refute it with the clauses that do, what it changes there, and cases of those books whose ruling it turns. It is
checked as a rulebook is: whatever does not fit is a fault with its place, and all faults are found at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os.path import dirname, join
from pathlib import Path
from typing import Any

from facts.faults import Fault, Faults, nearest
from facts.incident_keys import ALL_STREETS, GAMES, STRUCTURES
from facts.records import NamedTuple
from facts.yamlnodes import FLAGS, Field, MapNode, Node, ScalarNode, compose, plain, read_text
from knowledge.raw import BookReader, Named, RawRule
from knowledge.rulereading import RuleReader, need, texts
from training.item import ANY

FOLDER = join(dirname(__file__), "misconceptions")
KEYS = ("misconception", "title", "tempting", "where", "books", "parameters", "repeal", "rules", "shown_by")
BOOK_KEYS = ("refuted_by", "parameters", "repeal", "rules", "shown_by")
_NOT_READ = (".yml", ".json")


class Setting(NamedTuple):
    """A parameter that a misconception sets: its value as an int, a word or a pair, and where it stands."""

    name: str
    value: Any
    node: Node


class Turned(NamedTuple):
    """A story whose ruling the misconception turns: a case of the book, or an incident told here.

    ``case``: its id, None where ``incident`` is told; then that is its node. ``leads_to``: topic, subject and the
    values that come out under the misconception and not under the book.
    """

    case: Named | None
    incident: Node | None
    leads_to: tuple[tuple[Named, Named, Mapping[str, Any]], ...]
    node: Node


class Against(NamedTuple):
    """One book that refutes the misconception. ``clauses``: those that do; ``parameters``, ``repealed`` and ``rules``:
    what the misconception changes of this book.
    """

    book: Named
    clauses: tuple[Named, ...]
    parameters: tuple[Setting, ...]
    repealed: tuple[Named, ...]
    rules: tuple[RawRule, ...]
    turned: tuple[Turned, ...]


class Misconception(NamedTuple):
    """One misconception as written. ``title`` and ``tempting``: by language. ``games``, ``structures``, ``streets``:
    where it can come up at all; empty for everywhere. ``books``: those that refute it, by id.
    """

    id: str
    title: Mapping[str, str]
    tempting: Mapping[str, str]
    games: tuple[str, ...]
    structures: tuple[str, ...]
    streets: tuple[str, ...]
    books: Mapping[str, Against]
    reader: BookReader
    node: Node


def files(folder: str = FOLDER) -> tuple[Path, ...]:
    """The files in which misconceptions are written, by name."""
    return tuple(sorted(Path(folder).glob("*.yaml")))


def check_known(id: str) -> None:
    """Raises Faults for what is neither the id of a misconception nor ``any``."""
    known = [path.stem for path in files()]
    if id not in (ANY, *known):
        raise Faults([Fault(f"--misconception {id}", 0, 0, "there is no such misconception", nearest(id, known))])


def read_misconceptions(folder: str = FOLDER) -> tuple[Misconception, ...]:
    """The misconceptions of a folder, by id, read but not yet laid over any book. Raises Faults with all there are."""
    faults: list[Fault] = []
    found: list[Misconception] = []
    for path in sorted(Path(folder).iterdir()) if Path(folder).is_dir() else ():
        if path.suffix.lower() in _NOT_READ:
            faults.append(Fault(str(path), 0, 0, f"{path.name} is not read", f"name it {path.stem}.yaml"))
    for path in files(folder):
        reader = BookReader(str(path))
        text = read_text(path, reader)
        node = None
        if text is not None:
            reader.lines = text.splitlines()
            node = compose(text, reader)
        told = None if node is None else _Reading(reader).misconception(node, path.stem)
        if told is not None:
            found.append(told)
        faults.extend(reader.faults)
    if faults:
        raise Faults(dict.fromkeys(faults))
    return tuple(found)


class _Rules(RuleReader):
    """Reads the rules of a misconception: it is no law, so it stands on no clause but on itself."""

    def __init__(self, reader: BookReader, of: str) -> None:
        super().__init__(reader)
        self.of = of

    def clause(self, node: Node, fields: Mapping[str, Field]) -> str:
        """The misconception itself."""
        if "clause" in fields:
            self.reader.fault(fields["clause"].key, f"{self.what}: a misconception stands on no clause", "leave it out")
        return self.of


class _Reading:
    """Reads one file."""

    def __init__(self, reader: BookReader) -> None:
        self.reader = reader

    def misconception(self, node: Node, stem: str) -> Misconception | None:
        """The misconception; None when it has no name to speak of."""
        reader = self.reader
        fields = reader.fields(node, "misconception", KEYS)
        name = need(reader, node, fields, "misconception", "misconception") if isinstance(node, MapNode) else ""
        if not name:
            return None
        if name != stem:
            reader.fault(fields["misconception"].value, f"misconception {name} stands in {stem}.yaml", f"{name}.yaml")
        for needed in ("title", "tempting", "books"):
            if needed not in fields:
                reader.fault(node, f"misconception {name}: '{needed}' is missing")
        told = {key: texts(reader, fields[key].value, key) for key in ("title", "tempting") if key in fields}
        games, structures, streets = self._where(fields.get("where"))
        books = self._books(fields, name)
        return Misconception(
            name, told.get("title", {}), told.get("tempting", {}), games, structures, streets, books, reader, node
        )

    def _where(self, field: Field | None) -> Iterator[tuple[str, ...]]:
        domains = {"games": GAMES, "structures": STRUCTURES, "streets": ALL_STREETS}
        told = {} if field is None else self.reader.fields(field.value, "where", domains)
        for key, domain in domains.items():
            nodes = self.reader.texts(told[key].value, f"where, {key}") if key in told else []
            yield tuple(word for item in nodes if (word := self.reader.word(item, f"where, {key}", domain)))

    def _books(self, fields: Mapping[str, Field], name: str) -> dict[str, Against]:
        """What each book says against it; what stands beside ``books`` is changed in all of them."""
        common = self._changes(fields, name)
        told_once = tuple(self._turned(fields, name))
        found: dict[str, Against] = {}
        told = self.reader.fields(fields["books"].value, "books") if "books" in fields else {}
        if "books" in fields and not told:
            self.reader.fault(fields["books"].key, f"misconception {name}: no book refutes it")
        for book, field in told.items():
            what = f"books, {book}"
            inner = self.reader.fields(field.value, what, BOOK_KEYS)
            own = self._changes(inner, name)
            parameters, repealed, rules = (a + b for a, b in zip(common, own, strict=True))
            clauses = self._named(inner, "refuted_by", what)
            turned = (*told_once, *self._turned(inner, what))
            if not clauses:
                self.reader.fault(field.key, f"{what}: which clause refutes it? 'refuted_by' is missing")
            if not turned:
                self.reader.fault(field.key, f"{what}: which case shows it? 'shown_by' is missing")
            if not (parameters or repealed or rules):
                self.reader.fault(field.key, f"{what}: it changes nothing", "give 'rules', 'parameters' or 'repeal'")
            found[book] = Against(Named(book, field.key), clauses, parameters, repealed, rules, turned)
        return found

    def _named(self, fields: Mapping[str, Field], key: str, what: str) -> tuple[Named, ...]:
        nodes = self.reader.texts(fields[key].value, f"{what}, {key}") if key in fields else ()
        return tuple(Named(node.text.strip(), node) for node in nodes)

    def _changes(self, fields: Mapping[str, Field], of: str) -> tuple[Any, Any, Any]:
        parameters = tuple(self._parameters(fields["parameters"].value)) if "parameters" in fields else ()
        items = self.reader.items(fields["rules"].value, "rules") if "rules" in fields else []
        rules = tuple(rule for item in items if (rule := _Rules(self.reader, of).rule(item)) is not None)
        return parameters, self._named(fields, "repeal", "misconception"), rules

    def _parameters(self, node: Node) -> Iterator[Setting]:
        for name, field in self.reader.fields(node, "parameters").items():
            value = plain(field.value)
            if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value) and value[1]:
                value = tuple(value)
            if isinstance(value, bool) or not isinstance(value, int | str | tuple):
                message = f"parameter {name}: a value is a whole number, a word or a pair [numerator, denominator]"
                self.reader.fault(field.value, message)
                continue
            yield Setting(name, value, field.key)

    def _turned(self, fields: Mapping[str, Field], of: str) -> Iterator[Turned]:
        what = f"{of}, shown_by"
        for node in self.reader.items(fields["shown_by"].value, what) if "shown_by" in fields else ():
            told = self.reader.fields(node, what, ("case", "incident", "leads_to"))
            if ("case" in told) == ("incident" in told):
                self.reader.fault(node, f"{what}: give either 'case' or 'incident'")
                continue
            leads = tuple(self._leads(told["leads_to"].value, what)) if "leads_to" in told else ()
            if not leads:
                self.reader.fault(node, f"{what}: 'leads_to' is missing", "leads_to: {settles: {act 1: {as: raise}}}")
            case = self.reader.text(told["case"].value, f"{what}, case") if "case" in told else None
            named = None if case is None else Named(case, told["case"].value)
            yield Turned(named, told["incident"].value if "incident" in told else None, leads, node)

    def _leads(self, node: Node, what: str) -> Iterator[tuple[Named, Named, Mapping[str, Any]]]:
        for topic, by_subject in self.reader.fields(node, what).items():
            for subject, slots in self.reader.fields(by_subject.value, f"{what}, {topic}").items():
                told = self.reader.fields(slots.value, f"{what}, {topic} {subject}")
                values = {slot: _value(one.value) for slot, one in told.items()}
                yield Named(topic, by_subject.key), Named(subject, slots.key), values


def _value(node: Node) -> Any:
    """A value of a finding: a flag, a whole number, a word or a list of words."""
    if isinstance(node, ScalarNode) and node.text.strip().lower() in FLAGS:
        return FLAGS[node.text.strip().lower()]
    value = plain(node)
    return tuple(map(str, value)) if isinstance(value, list) else value


__all__ = ["FOLDER", "Against", "Misconception", "Setting", "Turned", "check_known", "files", "read_misconceptions"]
