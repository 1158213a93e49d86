"""Laying misconceptions over a rulebook: names are linked and checked against the book, as those of a layer are."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from facts.faults import Fault, Faults
from facts.lexicon import Vocabulary
from facts.reader import incident_from_node
from facts.yamlnodes import Node, closest
from knowledge.casefiles import cases_of
from knowledge.checking import Linker
from knowledge.loading import installed, load
from knowledge.model import Clause, Rule, Rulebook, outline_of
from training.misconception import FOLDER, Against, Misconception, Setting, read_misconceptions
from training.misled import HELD, NOT_HELD, Belief, Misled


def lay(book: Rulebook, vocabulary: Vocabulary, digest: str, folder: str = FOLDER) -> Misled:
    """The book with all misconceptions of ``folder`` that it refutes; ``digest`` names the whole. Raises Faults."""
    refuted = [(one, against) for one in read_misconceptions(folder) if (against := against_of(one, book)) is not None]
    faults: list[Fault] = []
    laid: list[tuple[Misconception, Against, tuple[Rule, ...]]] = []
    for one, against in refuted:
        found, rules = _linked(one, against, book, vocabulary)
        if not found:
            laid.append((one, against, rules))
        elif not book.layered:
            faults.extend(found)
    if faults:
        raise Faults(dict.fromkeys(faults))
    return _whole(book, laid, digest)


def against_of(one: Misconception, book: Rulebook) -> Against | None:
    """What a book says against a misconception; regulations say what the rulebook below them says."""
    if not book.layered:
        return one.books.get(book.id)
    below = (layer.book for layer in book.layers if not layer.kind)
    return one.books.get(next(below, ""))


def _whole(book: Rulebook, laid: list[tuple[Misconception, Against, tuple[Rule, ...]]], digest: str) -> Misled:
    """Everything in one book. A rule of the book that some misconceptions do away with lives while none is held."""
    by: dict[str, tuple[tuple[str, str], ...]] = {}
    for one, against, _ in laid:
        for named in against.repealed:
            by[named.name] = (*by.get(named.name, ()), (one.id, NOT_HELD))
    own = [rule._replace(reading=(*rule.reading, *by.get(rule.id, ()))) for rule in book.rules]
    rules = sorted([*own, *(rule for _, _, new in laid for rule in new)], key=lambda rule: (rule.stage, rule.id))
    numbers: dict[str, list[int]] = {}
    for n, rule in enumerate(rules):
        numbers.setdefault(rule.book, []).append(n)
    clauses = {**book.clauses, **{one.id: _clause(one) for one, _, _ in laid}}
    beliefs = {one.id: _belief(one, against, tuple(numbers.get(one.id, ()))) for one, against, _ in laid}
    outlines = tuple(map(outline_of, rules))
    return Misled(book._replace(clauses=clauses, rules=tuple(rules), outlines=outlines, hash=digest), beliefs)


def _clause(one: Misconception) -> Clause:
    """A misconception in the place of a clause, so that what it leads to can be told like any other ruling."""
    kind = "misconception"
    return Clause(
        one.id, one.id, one.id, one.title, one.title, kind, "encoded", {}, "", {}, (), None, one.reader.file, 1
    )


def _belief(one: Misconception, against: Against, rules: tuple[int, ...]) -> Belief:
    return Belief(
        one.id,
        one.title,
        one.tempting,
        one.games,
        one.structures,
        one.streets,
        tuple(named.name for named in against.clauses),
        {setting.name: setting.value for setting in against.parameters},
        tuple(named.name for named in against.repealed),
        rules,
    )


def _linked(
    one: Misconception, against: Against, book: Rulebook, vocabulary: Vocabulary
) -> tuple[list[Fault], tuple[Rule, ...]]:
    """The rules of a misconception that can run, and what in it does not fit the book."""
    reader = one.reader
    before = len(reader.faults)
    if one.id in book.clauses:
        reader.fault(one.node, f"{book.id} has a clause named {one.id}", "name the misconception otherwise")
    for named in against.clauses:
        if named.name not in book.clauses:
            reader.fault(named.node, f"{book.id} has no clause {named.name}", closest(named.name, book.clauses))
    topics = {rule.id: rule.topic for rule in book.rules}
    for named in against.repealed:
        if named.name not in topics:
            reader.fault(named.node, f"{book.id} has no rule {named.name}", closest(named.name, topics))
    for setting in against.parameters:
        _check_parameter(one, setting, book)
    gone = {named.name for named in against.repealed}
    left = {name: topic for name, topic in topics.items() if name not in gone}
    linker = Linker(vocabulary, {**book.clauses, one.id: _clause(one)}, dict(book.parameters), left, gone)
    rules: list[Rule] = []
    for raw in against.rules:
        rule = linker.link(raw, reader, one.id, len(book.lineage))
        if rule is not None:
            rules.append(rule._replace(id=f"{one.id}/{rule.id}", reading=(*rule.reading, (one.id, HELD))))
    faults = reader.faults[before:]
    del reader.faults[before:]  # what does not fit this book says nothing about the others
    return faults, tuple(rules)


def _check_parameter(one: Misconception, setting: Setting, book: Rulebook) -> None:
    known = book.parameters.get(setting.name)
    if known is None:
        hint = closest(setting.name, book.parameters)
        one.reader.fault(setting.node, f"{book.id} has no parameter {setting.name}", hint)
        return
    kind = "pair" if isinstance(setting.value, tuple) else "number" if isinstance(setting.value, int) else "word"
    if kind != known.kind:
        message = f"parameter {setting.name} is a {kind}, in {book.id} it is a {known.kind}"
        one.reader.fault(setting.node, message)


# -- the check of the whole ------------------------------------------------------------------------------------------


def check(folder: str = FOLDER) -> tuple[Misconception, ...]:
    """The misconceptions of a folder, after each was laid over every book that it names. Raises Faults with all."""
    found = read_misconceptions(folder)
    faults: list[Fault] = []
    cases: dict[str, set[str]] = {}
    for one in found:
        for name, against in one.books.items():
            if name not in installed():
                hint = closest(name, installed())
                faults.append(_at(one.reader.file, against.book.node, f"there is no rulebook {name}", hint))
                continue
            book, vocabulary = load(name)
            faults.extend(_linked(one, against, book, vocabulary)[0])
            if name not in cases:
                cases[name] = {case.id for case in cases_of(book, vocabulary)}
            faults.extend(_wrong_stories(one, against, vocabulary, cases[name]))
    if faults:
        raise Faults(dict.fromkeys(faults))
    return found


def _wrong_stories(
    one: Misconception, against: Against, vocabulary: Vocabulary, cases: Collection[str]
) -> Iterator[Fault]:
    """What does not fit in ``shown_by``: cases that the book does not have, incidents, topics and slots."""
    file = one.reader.file
    for turned in against.turned:
        if turned.case is not None and turned.case.name not in cases:
            message = f"{against.book.name} has no case {turned.case.name}"
            yield _at(file, turned.case.node, message, closest(turned.case.name, cases))
        if turned.incident is not None:
            try:
                incident_from_node(turned.incident, file, vocabulary.events)
            except Faults as found:
                yield from found.faults
        for topic, subject, values in turned.leads_to:
            if topic.name not in vocabulary.topics:
                yield _at(file, topic.node, f"unknown topic '{topic.name}'", closest(topic.name, vocabulary.topics))
                continue
            slots = vocabulary.topics[topic.name].slots
            for slot in values:
                if slot not in slots:
                    message = f"topic {topic.name} has no slot '{slot}'"
                    yield _at(file, subject.node, message, closest(slot, slots))


def _at(file: str, node: Node, message: str, hint: str) -> Fault:
    return Fault(file, node.line, node.column, message, hint)


__all__ = ["against_of", "check", "lay"]
