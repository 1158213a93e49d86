"""Laying the layers of a rulebook over each other, then checking and linking the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from facts.faults import Fault, Faults
from facts.incident_keys import STRUCTURES
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from facts.yamlnodes import closest
from knowledge.checking import Linker
from knowledge.layering import changes, check_order
from knowledge.model import Clause, Layer, Parameter, Rule, Rulebook, outline_of
from knowledge.raw import BookReader, Named, RawBook, RawRule
from knowledge.reading import read_book
from knowledge.relations import circles
from knowledge.store import Digests

# Who decides what a book leaves open, where it names nobody.
OFFICIAL = "head-judge"


class _Placed(NamedTuple):
    """A rule with the layer that it comes from."""

    raw: RawRule
    reader: BookReader
    book: str
    layer: int


class _Repealed(NamedTuple):
    """Where something was repealed: the reader of the head, the name there, the number of the layer from below."""

    reader: BookReader
    named: Named
    layer: int


class _Whole:
    """Everything that the layers say together, upper ones over lower ones. ``layers``: what each changed, the uppermost
    first; ``order``: their ids from below.
    """

    def __init__(self, books: Sequence[RawBook], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.clauses: dict[str, Clause] = {}
        self.parameters: dict[str, Parameter] = {}
        self.rules: dict[str, _Placed] = {}
        self.repealed: dict[str, _Repealed] = {}
        self.used: set[str] = set()
        self.order = tuple(book.head.id for book in reversed(books))
        self.layers: tuple[Layer, ...] = ()
        for layer, book in enumerate(reversed(books)):
            self.layers = (changes(book, self.rules, self.parameters), *self.layers)
            self._lay(book, layer)
        self._own(books[0].head.id)
        for layer, book in enumerate(reversed(books)):
            self._tell(book, layer)

    def _own(self, book: str) -> None:
        """What a book below borrowed from this very one is no longer borrowed here."""
        for name, clause in self.clauses.items():
            if clause.taken_from == book:
                self.clauses[name] = clause._replace(book=book, taken_from="", taken_why={})

    def _tell(self, book: RawBook, layer: int) -> None:
        """Adds the texts in further languages that a layer brings for its own clauses and those below; what a layer
        above it took away or put otherwise needs none.
        """
        for text in book.texts:
            clause = self.clauses.get(text.clause)
            gone = self.repealed.get(f"clause {text.clause}")
            if clause is None:
                if gone is not None and gone.layer > layer:
                    continue
                text.reader.fault(text.node, f"there is no clause {text.clause}", closest(text.clause, self.clauses))
                continue
            if clause.book in self.order[layer + 1 :]:
                continue
            title, gist = {**clause.title, text.language: text.title}, {**clause.gist, text.language: text.gist}
            self.clauses[text.clause] = clause._replace(title=title, gist=gist)

    def _lay(self, book: RawBook, layer: int) -> None:
        _repeated(book)
        self._repeal(book, layer)
        self.clauses.update((clause.id, clause) for clause in book.clauses)
        self._set_parameters(book)
        for rule in book.rules:
            self.rules[rule.id] = _Placed(rule, book.readers[rule.file], book.head.id, layer)

    def _set_parameters(self, book: RawBook) -> None:
        for parameter in book.head.parameters:
            kind, below = self.kind(parameter), self.parameters.get(parameter.name)
            if below is None or self.kind(below) == kind:
                self.parameters[parameter.name] = parameter
                continue
            node = book.head.parameter_nodes[parameter.name][""]
            message = f"parameter {parameter.name} is a {kind}, below it was a {self.kind(below)}"
            book.head_reader.fault(node, message)

    def kind(self, parameter: Parameter) -> str:
        """The kind of value that a parameter has; one that hangs on readings is a number where all of them are."""
        clause = self.clauses.get(parameter.reading)
        options = clause.readings.options if clause is not None and clause.readings is not None else ()
        return "number" if options and all(name.isdecimal() for name in options) else parameter.kind

    def typed(self) -> dict[str, Parameter]:
        """The parameters with the kinds of their values."""
        return {name: one._replace(kind=self.kind(one)) for name, one in self.parameters.items()}

    def _repeal(self, book: RawBook, layer: int) -> None:
        tables: tuple[tuple[str, tuple[Named, ...], dict[str, Any]], ...] = (
            ("clause", book.head.repealed_clauses, self.clauses),
            ("rule", book.head.repealed_rules, self.rules),
        )
        for kind, names, table in tables:
            for named in names:
                self.repealed[f"{kind} {named.name}"] = _Repealed(book.head_reader, named, layer)
                if table.pop(named.name, None) is None:
                    hint = closest(named.name, table)
                    book.head_reader.fault(named.node, f"repeals {kind} {named.name}, which is not there", hint)

    def check_names(self, books: Sequence[RawBook]) -> None:
        """What heads and clauses name, against the whole; what an upper layer replaced is no longer asked."""
        derived: set[str] = set()
        unforeseen = False
        for layer, book in reversed(list(enumerate(reversed(books)))):
            for parameter in book.head.parameters:
                in_force = self.parameters.get(parameter.name) is parameter
                if in_force:
                    self._check_parameter(parameter, book, layer)
            for named in book.head.derivations:
                if named.of not in derived:
                    self._check_derivation(named, book.head_reader, layer)
            derived.update(named.of for named in book.head.derivations)
            self._check_depends(book, layer)
            for named in book.head.repealing:
                self._check_clause(book.head_reader, named, "repeal: there is no clause", layer)
            if book.head.unforeseen is not None and not unforeseen:
                unforeseen = True
                self._check_clause(book.head_reader, book.head.unforeseen, "unforeseen: there is no clause", layer)
        for book in books:
            self._check_official(book)

    def _check_official(self, book: RawBook) -> None:
        """Who decides must be somebody of whom a rule could say that he decides."""
        named, topics = book.head.official, self.vocabulary.topics.values()
        known = sorted({word for topic in topics if "by" in topic.slots for word in topic.slots["by"].domain})
        if named is not None and named.name not in known:
            book.head_reader.fault(named.node, f"official: nobody is called '{named.name}'", closest(named.name, known))

    def _check_derivation(self, named: Named, reader: BookReader, layer: int) -> None:
        code, _, structure = named.of.partition("/")
        if code not in self.vocabulary.derivations or (structure and structure not in STRUCTURES):
            known = (*self.vocabulary.derivations, *(f"{code}/{name}" for name in STRUCTURES))
            reader.fault(named.node, f"derivations: the table replay has no '{named.of}'", closest(named.of, known))
        self._check_clause(reader, named, f"derivation {named.of}: there is no clause", layer)

    def _check_depends(self, book: RawBook, layer: int) -> None:
        files = {clause.id: clause.file for clause in book.clauses if self.clauses.get(clause.id) is clause}
        for named in book.depends:
            if named.of in files and f"clause {named.name}" not in self.repealed:
                where = f"clause {named.of} depends on a missing"
                self._check_clause(book.readers[files[named.of]], named, where, layer)

    def _check_clause(self, reader: BookReader, named: Named, what: str, layer: int) -> None:
        """A clause that is not there is a fault where it is named, or where a layer above took it away."""
        gone = self.repealed.get(f"clause {named.name}")
        if named.name in self.clauses:
            return
        if gone is not None and gone.layer > layer:
            message = f"repeals clause {named.name}, which {self.order[layer]} needs ({what.partition(':')[0]})"
            gone.reader.fault(gone.named.node, message, "set that anew too, with a clause of your own")
        else:
            reader.fault(named.node, f"{what} {named.name}", closest(named.name, self.clauses))

    def _check_parameter(self, parameter: Parameter, book: RawBook, layer: int) -> None:
        nodes, reader, what = book.head.parameter_nodes[parameter.name], book.head_reader, f"parameter {parameter.name}"
        if parameter.clause:
            named = Named(parameter.clause, nodes["clause"])
            self._check_clause(reader, named, f"{what}: there is no clause", layer)
        if parameter.reading:
            clause = self.clauses.get(parameter.reading)
            if clause is None or clause.readings is None:
                hint = closest(parameter.reading, [c.id for c in self.clauses.values() if c.readings])
                reader.fault(nodes["reading"], f"{what}: clause {parameter.reading} has no readings", hint)

    def link(self) -> list[Rule]:
        """The rules that can run; faults stay with the readers."""
        topics = {name: placed.raw.topic for name, placed in self.rules.items()}
        repealed = [name.removeprefix("rule ") for name in self.repealed if name.startswith("rule ")]
        linker = Linker(self.vocabulary, self.clauses, self.typed(), topics, repealed)
        found = [linker.link(*placed) for placed in self.rules.values() if not self._homeless(placed)]
        self.used = linker.used
        return [rule for rule in found if rule is not None]

    def _homeless(self, placed: _Placed) -> bool:
        """Whether a rule of a lower layer lost a clause; the fault belongs to the layer that repealed it."""
        raw = placed.raw
        cited = (raw.clause, *(item.text for item in raw.also), *(part.relation.clause for part in raw.relations))
        lost = [c for c in dict.fromkeys(cited) if c not in self.clauses and f"clause {c}" in self.repealed]
        for clause in lost:
            reader, named, _ = self.repealed[f"clause {clause}"]
            message = f"repeals clause {clause}, on which rule {raw.id} still stands"
            reader.fault(named.node, message, "repeal or replace that rule too")
        return bool(lost)

    def check_use(self, books: Sequence[RawBook]) -> None:
        """A parameter that neither the replay nor any rule asks for would be ignored in silence."""
        wanted = _replayed(self.vocabulary.customs)
        wanted.update((name, ()) for name in self.used if name not in wanted)
        for book in books:
            for parameter in book.head.parameters:
                kinds = wanted.get(parameter.name)
                node = book.head.parameter_nodes[parameter.name][""]
                if kinds is None:
                    hint = closest(parameter.name, wanted)
                    book.head_reader.fault(node, f"parameter {parameter.name} is used nowhere", hint)
                elif kinds and self.kind(parameter) not in kinds:
                    book.head_reader.fault(node, f"parameter {parameter.name} must be a {kinds[0]}")


def assemble(lineage: Sequence[Path], vocabulary: Vocabulary, digests: Digests) -> Rulebook:
    """The rulebook of ``lineage[0]`` over those it extends. Raises Faults with everything that is wrong in any."""
    books = [read_book(folder) for folder in lineage]
    _check_lineage(books, lineage)
    check_order(books)
    whole = _Whole(books, vocabulary)
    whole.check_names(books)
    rules = whole.link()
    whole.check_use(books)
    faults = [fault for book in books for fault in book.faults()] or list(_circle_faults(rules))
    if faults:
        raise Faults(dict.fromkeys(faults))
    head = books[0].head
    ordered = tuple(sorted(rules, key=lambda rule: (rule.stage, rule.id)))
    return Rulebook(
        head.id,
        head.name,
        head.edition,
        head.cites,
        head.authority,
        head.languages,
        tuple(book.head.id for book in books),
        whole.clauses,
        whole.typed(),
        ordered,
        next((book.head.unforeseen.name for book in books if book.head.unforeseen), ""),
        next((book.head.official.name for book in books if book.head.official), OFFICIAL),
        next((book.head.incomplete for book in books if book.head.incomplete), {}),
        _derivations(books),
        digests.hash,
        digests.content,
        str(lineage[0]),
        tuple(map(outline_of, ordered)),
        {clause.id: clause.readings.default for clause in whole.clauses.values() if clause.readings},
        tuple(layer._replace(folder=str(folder)) for layer, folder in zip(whole.layers, lineage, strict=True)),
    )


def _derivations(books: Sequence[RawBook]) -> dict[str, tuple[str, ...]]:
    """The clauses behind each code; an upper layer replaces all that a lower one names for it."""
    found: dict[str, tuple[str, ...]] = {}
    for book in reversed(books):
        own: dict[str, tuple[str, ...]] = {}
        for named in book.head.derivations:
            own[named.of] = (*own.get(named.of, ()), named.name)
        found.update(own)
    return found


def _check_lineage(books: Sequence[RawBook], lineage: Sequence[Path]) -> None:
    """The quick look at ``extends`` that found the layers saw the same as the reader proper."""
    for i, book in enumerate(books):
        named = book.head.extends
        if named is not None and i + 1 == len(lineage):
            book.head_reader.fault(named.node, "'extends' must stand on a line of its own", "extends: " + named.name)


def _repeated(book: RawBook) -> None:
    for kind, items in (("clause", book.clauses), ("rule", book.rules)):
        first: dict[str, Clause | RawRule] = {}
        for item in items:
            where = first.setdefault(item.id, item)
            if where is not item:
                place = f"first in {Path(where.file).name}, line {where.line}"
                book.readers[item.file].fault_at(item.line, 3, f"{kind} {item.id} stands twice", place)


def _replayed(customs: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The parameters that the table replay asks for, with the kinds of value that it takes."""
    return {name: (_kind(value),) for name, value in customs.items()}


def _kind(value: Any) -> str:
    return "pair" if isinstance(value, tuple) else "number" if isinstance(value, int) else "word"


def _circle_faults(rules: Sequence[Rule]) -> Iterator[Fault]:
    for circle in circles(rules):
        path = " -> ".join(rule.id for rule in (*circle, circle[0]))
        yield Fault(circle[0].file, circle[0].line, 3, f"the relations run in a circle: {path}", "take one of them out")
