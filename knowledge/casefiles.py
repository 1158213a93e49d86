"""Reads the cases of a folder: YAML lists of cases become immutable ``Case`` values, or a list of all their faults.

What an incident, a topic or a slot may be called comes from the vocabulary. Whether a clause, a rule or a reading
exists hangs on the rulebook and is told when the case is run (``engine.casework``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from facts.faults import Fault, Faults, nearest
from facts.incident import Act, Event, Incident, Value
from facts.lexicon import SlotSpec, Vocabulary
from facts.reader import incident_from_node
from facts.reader_values import ValueReader, place
from facts.yamlnodes import FLAGS, Field, ListNode, MapNode, Node, ScalarNode, compose, describe, read_text, short
from knowledge.casemodel import (
    SHOWS,
    Asked,
    Case,
    Claim,
    Continuation,
    Expected,
    Left,
    Named,
    Names,
    Option,
    Otherwise,
    Returned,
    Shown,
    Under,
)
from knowledge.loading import heirs_of
from knowledge.model import Rulebook

STATUSES = ("determined", "determined on assumptions", "needs facts", "conflict", "discretion")
CASE_KEYS = (
    *("case", "title", "source_example", "shows", "clauses", "readings", "note", "incident", "expect", "then"),
    "holds_under",
)
# Keys of an expect block beside the topics. What rests on a whole ruling cannot be expected of a branch of it.
BLOCK_KEYS = ("status", "returned", "in_pot", "options", "order", "defeated", "decided_by", "discretion", "unanswered")
WHOLE_KEYS = ("assumptions", "taken_from", "questions", "otherwise")
VERDICTS = ("open", "conflict", "none")
_ACTS: Mapping[str, tuple[str, ...]] = {
    "fold": ("forfeits", "takes_back"),
    "check": (),
    "call": ("to",),
    "bring-in": ("to",),
    "complete": ("to",),
    "stay": ("to",),
    "bet": ("min", "max", "or_to", "name"),
    "raise": ("min", "max", "or_to", "name"),
}
_T = TypeVar("_T")


def read_cases(folder: Path, vocabulary: Vocabulary) -> tuple[Case, ...]:
    """The cases in all ``*.yaml`` of ``folder``, in the order of files and then of each file.

    Raises ``Faults`` with everything that is wrong in any of the files; a folder without cases is a fault too.
    """
    faults: list[Fault] = []
    cases: list[Case] = []
    paths = sorted(folder.glob("*.yaml"))
    if not paths:
        faults.append(Fault(str(folder), 0, 0, "there are no cases here", "cases are read from the *.yaml of a folder"))
    for path in paths:
        reader = _CaseReader(str(path), vocabulary)
        cases.extend(reader.cases(path))
        faults.extend(dict.fromkeys(reader.faults))
    faults.extend(_told_twice(cases))
    faults.extend(_no_heirs(cases, folder.parent))
    if faults:
        raise Faults(faults)
    return tuple(cases)


def cases_of(rulebook: Rulebook, vocabulary: Vocabulary) -> tuple[Case, ...]:
    """The cases of a rulebook: its own, and those of the books it extends that say that they hold under it.

    An own case replaces one of the same id below. Raises ``Faults``.
    """
    found: dict[str, Case] = {}
    # Regulations have cases of their own only: no book below knows what lies over it.
    for layer in rulebook.layers[:1] if rulebook.layered else reversed(rulebook.layers):
        book, folder = layer.book, Path(layer.folder) / "cases"
        for case in read_cases(folder, vocabulary) if any(folder.glob("*.yaml")) else ():
            if book == rulebook.id:
                found[case.id] = case
            elif rulebook.id in (case.holds_under or {}):
                found[case.id] = case.under(rulebook)
    return tuple(found.values())


def _told_twice(cases: list[Case]) -> list[Fault]:
    first: dict[str, Case] = {}
    found: list[Fault] = []
    for case in cases:
        other = first.setdefault(case.id, case)
        if other is not case:
            hint = f"first in {Path(other.file).name}, line {other.place.line}"
            found.append(Fault(case.file, case.place.line, case.place.column, f"case '{case.id}' stands twice", hint))
    return found


def _no_heirs(cases: list[Case], home: Path) -> list[Fault]:
    """Books named under ``holds_under`` that do not extend the one in ``home``: such a case would be run nowhere."""
    named = [
        (case, book, under.place or case.place) for case in cases for book, under in (case.holds_under or {}).items()
    ]
    heirs = heirs_of(home) if named else ()
    found: list[Fault] = []
    for case, book, where in named:
        if book not in heirs:
            message = f"holds_under: '{short(book)}' is no rulebook that extends {home.name}"
            found.append(Fault(case.file, where.line, where.column, message, nearest(book, heirs)))
    return found


class _CaseReader(ValueReader):
    """Reads one file. ``seats`` and ``timeline`` are those of the case at hand."""

    def __init__(self, file: str, vocabulary: Vocabulary) -> None:
        super().__init__(file)
        self.vocabulary = vocabulary
        self.timeline: tuple[Act | Event, ...] = ()

    def cases(self, path: Path) -> list[Case]:
        text = read_text(path, self)
        root = compose(text, self) if text is not None else None
        items = self.items(root, "cases") if root is not None else []
        return [case for item in items if (case := self._case(item)) is not None]

    def _case(self, node: Node) -> Case | None:
        fields = self.fields(node, "case", CASE_KEYS)
        for key in ("case", "incident", "expect"):
            if key not in fields and isinstance(node, MapNode):
                self.fault(node, f"case: '{key}' is missing", "a case has an id, an incident and what is expected")
        name = self._read(fields, "case", self.text)
        if name is None or "incident" not in fields or "expect" not in fields:
            return None
        self.told_cards = {}
        told = fields["incident"].value
        incident = self._incident(told)
        self.seats = incident.seats if incident is not None else self._seats(told)
        self.timeline = incident.timeline if incident is not None else ()
        clauses = self._read(fields, "clauses", self._named) or ()
        readings = self._read(fields, "readings", self._readings) or {}
        expected = self._expected(fields["expect"].value)
        then = self._continuations(fields["then"].value, told) if "then" in fields else ()
        shows = self._shows(fields["shows"].value) if "shows" in fields else ()
        title = self._read(fields, "title", self._title)
        note = self._read(fields, "note", self.text) or ""
        example = self._read(fields, "source_example", self.flag) or False
        under = self._under(fields["holds_under"].value) if "holds_under" in fields else None
        if incident is None:
            return None
        where = place(fields["case"].value)
        return Case(
            name, self.file, where, incident, expected, clauses, readings, then, shows, title, note, example, under
        )  # fmt: skip

    def _under(self, node: Node) -> dict[str, Under]:
        """Other books under which the case holds: a list of them, or a mapping with what is of another kind there: the
        clauses, or both clauses and status.
        """
        if not isinstance(node, MapNode):
            return {item.text: Under(place=place(item)) for item in self.texts(node, "holds_under")}
        return {book: self._there(field, book) for book, field in self.fields(node, "holds_under").items()}

    def _there(self, field: Field, book: str) -> Under:
        where = place(field.key)
        if not isinstance(field.value, MapNode):
            return Under(self._named(field.value, f"holds_under {book}"), place=where)
        told = self.fields(field.value, f"holds_under {book}", ("clauses", "status"))
        return Under(self._read(told, "clauses", self._named) or (), self._read(told, "status", self._status), where)

    def _status(self, node: Node, what: str) -> str | None:
        return self.word(node, what, STATUSES)

    def _read(self, fields: Mapping[str, Field], key: str, read: Callable[[Node, str], _T]) -> _T | None:
        return read(fields[key].value, key) if key in fields else None

    def _incident(self, node: Node) -> Incident | None:
        try:
            return incident_from_node(node, self.file, self.vocabulary.events)
        except Faults as found:
            self.faults.extend(found.faults)
            return None

    def _seats(self, told: Node) -> tuple[str, ...]:
        """The seats of an incident that has faults, so that those of what is expected are found as well."""
        scratch = ValueReader(self.file)
        fields = scratch.fields(told, "incident")
        seats = scratch.new_seats(fields["seats"].value) if "seats" in fields else ()
        return () if scratch.faults else seats

    def _title(self, node: Node, what: str) -> dict[str, str]:
        fields = self.fields(node, what, ("en", "ru"))
        texts = {key: self.text(field.value, f"{what} {key}") for key, field in fields.items()}
        return {key: text for key, text in texts.items() if text is not None}

    def _named(self, node: Node, what: str) -> tuple[Named, ...]:
        return tuple(Named(item.text.strip(), place(item)) for item in self.texts(node, what))

    def _names(self, node: Node, what: str) -> Names:
        return Names(tuple(named.name for named in self._named(node, what)), place(node))

    def _readings(self, node: Node, what: str) -> dict[str, Named]:
        found: dict[str, Named] = {}
        for clause, field in self.fields(node, what).items():
            name = self.text(field.value, f"{what} {clause}")
            if name is not None:
                found[clause] = Named(name, place(field.value))
        return found

    def _shows(self, node: Node) -> tuple[Shown, ...]:
        found: list[Shown] = []
        for rule, (key, value) in self.fields(node, "shows").items():
            for item in value.items if isinstance(value, ListNode) else [value]:
                what = self.word(item, f"shows {rule}", SHOWS)
                if what is not None:
                    found.append(Shown(rule, what, place(key)))
        return tuple(found)

    # -- the story goes on ------------------------------------------------------------------------------------------

    def _continuations(self, node: Node, told: Node) -> tuple[Continuation, ...]:
        found: list[Continuation] = []
        for item in self.items(node, "then"):
            fields = self.fields(item, "then", ("acts", "expect"))
            if "acts" not in fields or "expect" not in fields:
                if isinstance(item, MapNode):
                    self.fault(item, "then: needs acts and expect")
                continue
            incident = self._incident(self._longer(told, self.items(fields["acts"].value, "then acts")))
            expected = self._expected(fields["expect"].value)
            if incident is not None:
                found.append(Continuation(incident, expected, place(item)))
        return tuple(found)

    def _longer(self, told: Node, acts: list[Node]) -> Node:
        """The incident as told with more acts at the end of its timeline, as a new node."""
        if not isinstance(told, MapNode):
            return told
        before = self.fields(told, "incident").get("actions")
        items = before.value.items if before is not None and isinstance(before.value, ListNode) else []
        where = before.value if before is not None else told
        key = ScalarNode("actions", where.line, where.column)
        kept = [pair for pair in told.pairs if not (isinstance(pair[0], ScalarNode) and pair[0].text == "actions")]
        actions = ListNode(where.line, where.column, [*items, *acts])
        return MapNode(told.line, told.column, [*kept, (key, actions)])

    # -- what is expected -------------------------------------------------------------------------------------------

    def _expected(self, node: Node, branch: bool = False) -> Expected:
        fields = self.fields(node, "expect", (*BLOCK_KEYS, *WHOLE_KEYS, *self.vocabulary.topics))
        for name in [name for name in fields if branch and name in WHOLE_KEYS]:
            message = f"expect: '{name}' cannot be expected of an answer or of another reading"
            self.fault(fields.pop(name).key, message, "it belongs to the whole ruling")
        claims = [
            claim
            for topic, field in fields.items()
            if topic in self.vocabulary.topics
            for claim in self._claims(topic, field.value)
        ]
        questions = self._questions(fields["questions"].value) if "questions" in fields else None
        return Expected(
            place(node),
            self._read(fields, "status", self._status),
            tuple(claims),
            tuple(self._options(fields["options"].value)) if "options" in fields else (),
            tuple(self._returned(fields["returned"].value)) if "returned" in fields else (),
            self._order(fields["order"].value) if "order" in fields else None,
            self._read(fields, "defeated", self._named) or (),
            self._read(fields, "decided_by", self._named) or (),
            self._read(fields, "assumptions", self._names),
            self._read(fields, "taken_from", self._names),
            questions,
            tuple(self._otherwise(fields["otherwise"].value)) if "otherwise" in fields else (),
            tuple(self._left(fields["discretion"].value)) if "discretion" in fields else (),
            self._read(fields, "unanswered", self._names),
            self._read(fields, "in_pot", self.chips),
        )

    def _left(self, node: Node) -> list[Left]:
        """Findings that somebody may decide otherwise: `sanction P2: judge`."""
        found: list[Left] = []
        for told, (key, value) in self.fields(node, "discretion").items():
            topic, _, subject = told.partition(" ")
            by = self.text(value, f"discretion {told}")
            if topic not in self.vocabulary.topics:
                hint = self.near(topic, sorted(self.vocabulary.topics))
                self.fault(key, f"discretion: '{short(topic)}' is no topic", hint or "write a topic and its subject")
            elif by is not None:
                self._check_subject(topic, subject, key)
                found.append(Left(topic, subject, by, place(key)))
        return found

    def _order(self, node: Node) -> Names:
        return Names(self.seat_list(node, "order") or (), place(node))

    def _returned(self, node: Node) -> list[Returned]:
        told = [(seat, value, self.chips(value, f"returned {seat}")) for seat, value in self.by_seat(node, "returned")]
        return [Returned(seat, chips, place(value)) for seat, value, chips in told if chips is not None]

    def _claims(self, topic: str, node: Node) -> list[Claim]:
        found: list[Claim] = []
        for subject, (key, value) in self.fields(node, topic).items():
            self._check_subject(topic, subject, key)
            if isinstance(value, ScalarNode):
                status = self.word(value, f"{topic} {subject}", VERDICTS)
                if status is not None:
                    found.append(Claim(topic, subject, status, {}, place(key)))
                continue
            specs = self.vocabulary.topics[topic].slots
            slots: dict[str, Value] = {}
            for slot, field in self.fields(value, f"{topic} {subject}", specs).items():
                slots[slot] = self._value(field.value, f"{topic} {subject} {slot}", specs[slot])
            found.append(Claim(topic, subject, "settled", slots, place(key)))
        return found

    def _value(self, node: Node, what: str, spec: SlotSpec) -> Value:
        domain = tuple(self.vocabulary.steps) if spec.type == "steps" else spec.domain
        return self.value(node, what, spec.type, domain)

    def _check_subject(self, topic: str, subject: str, key: ScalarNode) -> None:
        kind = self.vocabulary.topics[topic].subject
        numbered = subject.startswith(("act ", "event "))  # an act's topic may also be about an event
        if kind == "seat" or (kind == "act" and not numbered):
            self.known_seat(key, subject, topic)
        elif kind in ("act", "event"):
            if kind == "event" and subject == "table":
                return  # a procedure may follow from how the table stands, without anything told beside the acts
            if not subject.partition(" ")[2].isdigit() or (kind == "event" and not subject.startswith("event ")):
                self.fault(key, f"{topic}: '{short(subject)}' is no {kind}", f"write `{kind} 1`")
        elif kind == "table" and subject != "table":
            self.fault(key, f"{topic}: '{short(subject)}' is not the table", "write `table`")

    def _options(self, node: Node) -> list[Option]:
        found: list[Option] = []
        for seat, acts in self.by_seat(node, "options"):
            for act, (key, value) in self.fields(acts, f"options {seat}", _ACTS).items():
                option = self._option(seat, act, key, value)
                if option is not None:
                    found.append(option)
        return found

    def _option(self, seat: str, act: str, key: ScalarNode, node: Node) -> Option | None:
        what = f"options {seat} {act}"
        if isinstance(node, ScalarNode) and node.text.strip().lower() in FLAGS:
            return Option(seat, act, FLAGS[node.text.strip().lower()], {}, place(key))
        allowed = _ACTS[act]
        if isinstance(node, ScalarNode):
            if not allowed or act == "fold":
                self.fault(node, f"{what}: {describe(node)} is neither yes nor no")
                return None
            chips = self.chips(node, what)
            return None if chips is None else Option(seat, act, True, {allowed[0]: chips}, place(key))
        values: dict[str, int | str] = {}
        for name, field in self.fields(node, what, allowed).items():
            value = (self.text if name == "name" else self.chips)(field.value, f"{what} {name}")
            if value is not None:
                values[name] = value
        return Option(seat, act, True, values, place(key))

    def _questions(self, node: Node) -> tuple[Asked, ...]:
        found: list[Asked] = []
        for asked, (key, value) in self.fields(node, "questions").items():
            subject, _, slot = asked.rpartition(" ")
            spec = self._slot(subject, slot, key)
            answers: list[tuple[Value, Expected]] = []
            for answer, field in self.fields(value, f"questions {asked}").items():
                told = self._value(field.key, f"questions {asked}", spec) if spec is not None else answer
                answers.append((told, self._expected(field.value, branch=True)))
            found.append(Asked(subject, slot, tuple(answers), place(key)))
        return tuple(found)

    def _slot(self, subject: str, slot: str, key: ScalarNode) -> SlotSpec | None:
        """The slot that is asked about: of the event where the subject is one, else of the first fact that has it."""
        events = [entry for entry in self.timeline if isinstance(entry, Event)]
        number = int(subject[6:]) if subject.startswith("event ") and subject[6:].isdigit() else 0
        mine = [self.vocabulary.facts[events[number - 1].type]] if 0 < number <= len(events) else []
        facts = (*mine, *self.vocabulary.facts.values())
        found = next((fact.slots[slot] for fact in facts if slot in fact.slots), None)
        if found is None:
            known = sorted({name for fact in facts for name in fact.slots})
            self.fault(key, f"questions: unknown slot '{short(slot)}'", self.near(slot, known))
        return found

    def _otherwise(self, node: Node) -> list[Otherwise]:
        return [
            Otherwise(clause, reading, self._expected(block.value, branch=True), place(block.key))
            for clause, field in self.fields(node, "otherwise").items()
            for reading, block in self.fields(field.value, f"otherwise {clause}").items()
        ]
