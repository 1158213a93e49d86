"""Laying the layers of a rulebook over each other, then checking and linking the whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from facts.faults import Fault, Faults
from facts.lexicon import Vocabulary
from facts.yamlnodes import NodeReader, closest
from knowledge.checking import Linker, circles
from knowledge.model import Clause, Parameter, Rule, Rulebook
from knowledge.reading import RawBook, RawRule, read_book


def assemble(lineage: Sequence[Path], vocabulary: Vocabulary, digest: str) -> Rulebook:
    """The rulebook of ``lineage[0]`` over those it extends. Raises Faults with everything that is wrong in any of them."""
    books = [read_book(folder) for folder in lineage]
    faults: list[Fault] = [fault for book in books for fault in book.faults]
    clauses: dict[str, Clause] = {}
    parameters: dict[str, Parameter] = {}
    raw: dict[str, tuple[RawRule, NodeReader, str, int]] = {}
    for layer, book in enumerate(reversed(books)):
        name = str(book.head.get("rulebook") or lineage[0].name)
        faults.extend(_repeated(book))
        faults.extend(_repeal(book, clauses, raw, lineage[len(books) - 1 - layer]))
        clauses.update((clause.id, clause) for clause in book.clauses)
        parameters.update((parameter.name, parameter) for parameter in book.parameters)
        raw.update((rule.id, (rule, book.readers[rule.file], name, layer)) for rule in book.rules)
    faults.extend(_parameter_faults(clauses, parameters, lineage[0]))
    faults.extend(_clause_faults(clauses))
    linker = Linker(vocabulary, clauses, parameters, raw)
    known = {reader: len(reader.faults) for _, reader, _, _ in raw.values()}
    rules = [linked for rule, reader, name, layer in raw.values() if (linked := linker.link(rule, reader, name, layer))]
    for reader, count in known.items():
        faults.extend(reader.faults[count:])
    if not faults:
        faults.extend(_circle_faults(rules))
    if faults:
        raise Faults(dict.fromkeys(faults))
    head = books[0].head
    return Rulebook(
        str(head["rulebook"]),
        head.get("name") or {},
        head.get("edition") or {},
        str(head.get("cites") or str(head["rulebook"]).upper()),
        head.get("authority") or {},
        tuple(str(language) for language in head.get("languages") or ("en", "ru")),
        tuple(str(book.head.get("rulebook")) for book in books),
        clauses,
        parameters,
        tuple(sorted(rules, key=lambda rule: (rule.stage, rule.id))),
        next((str(b.head["unforeseen"]) for b in books if b.head.get("unforeseen")), ""),
        {code: str(clause) for b in reversed(books) for code, clause in (b.head.get("derivations") or {}).items()},
        digest,
        str(lineage[0]),
    )


def _repeated(book: RawBook) -> Iterable[Fault]:
    for kind, items in (("clause", book.clauses), ("rule", book.rules)):
        first: dict[str, Clause | RawRule] = {}
        for item in items:
            if item.id in first:
                where = first[item.id]
                yield Fault(item.file, item.line, 1, f"{kind} {item.id} stands twice", f"first in {where.file}, line {where.line}")
            first.setdefault(item.id, item)


def _repeal(
    book: RawBook, clauses: dict[str, Clause], raw: dict[str, tuple[RawRule, NodeReader, str, int]], folder: Path
) -> Iterable[Fault]:
    repeal = book.head.get("repeal") or {}
    file = str(folder / "rulebook.yaml")
    for name in repeal.get("clauses", ()):
        if clauses.pop(str(name), None) is None:
            yield Fault(file, 0, 0, f"repeals clause {name}, which is not there", closest(str(name), clauses))
    for name in repeal.get("rules", ()):
        if raw.pop(str(name), None) is None:
            yield Fault(file, 0, 0, f"repeals rule {name}, which is not there", closest(str(name), raw))


def _parameter_faults(clauses: dict[str, Clause], parameters: dict[str, Parameter], folder: Path) -> Iterable[Fault]:
    file = str(folder / "rulebook.yaml")
    for parameter in parameters.values():
        if parameter.clause not in clauses:
            yield Fault(file, 0, 0, f"parameter {parameter.name}: there is no clause {parameter.clause}", closest(parameter.clause, clauses))
        if parameter.reading and (parameter.reading not in clauses or clauses[parameter.reading].readings is None):
            yield Fault(file, 0, 0, f"parameter {parameter.name}: clause {parameter.reading} has no readings")


def _clause_faults(clauses: dict[str, Clause]) -> Iterable[Fault]:
    for clause in clauses.values():
        for name in clause.depends_on:
            if name not in clauses:
                yield Fault(clause.file, clause.line, 1, f"clause {clause.id} depends on {name}, which is not there", closest(name, clauses))


def _circle_faults(rules: Sequence[Rule]) -> Iterable[Fault]:
    for circle in circles(rules):
        path = " -> ".join(rule.id for rule in (*circle, circle[0]))
        yield Fault(circle[0].file, circle[0].line, 1, f"the relations run in a circle: {path}")
