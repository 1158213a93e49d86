"""What an event has fixed: its rulebook and its readings, from an event file and from the command line."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from facts.faults import Fault, Faults
from facts.records import NamedTuple
from knowledge.model import Rulebook

EVENT_KEYS = ("rulebook", "readings", "note")
OPTION = "--reading"


class Fixed(NamedTuple):
    """A reading that was chosen, and where that was said (line 0: on the command line)."""

    clause: str
    name: str
    file: str
    clause_at: tuple[int, int]
    name_at: tuple[int, int]


class Regulations(NamedTuple):
    """What an event says. ``rulebook``: an id or a folder, empty when it does not say."""

    rulebook: str = ""
    readings: tuple[Fixed, ...] = ()


def read_event(path: str) -> Regulations:
    """An event file. Raises Faults with everything that is wrong in it."""
    from facts.yamlnodes import NodeReader, ScalarNode, compose, read_text

    reader = NodeReader(path)
    text = read_text(path, reader)
    node = None if text is None else compose(text, reader)
    fields = {} if node is None else reader.fields(node, "event", EVENT_KEYS)
    book = reader.text(fields["rulebook"].value, "rulebook") or "" if "rulebook" in fields else ""
    readings: list[Fixed] = []
    if "readings" in fields:
        for clause, field in reader.fields(fields["readings"].value, "readings").items():
            name, at = reader.text(field.value, f"reading of {clause}"), field.value
            if name:
                readings.append(Fixed(clause, name, path, _place(field.key), _place(at)))
            elif isinstance(at, ScalarNode):
                reader.fault(at, f"reading of {clause}: the name is missing")
    reader.raise_if_any()
    return Regulations(_beside(path, book), tuple(readings))


def _place(node: object) -> tuple[int, int]:
    return getattr(node, "line", 0), getattr(node, "column", 0)


def _beside(path: str, book: str) -> str:
    """A rulebook folder is named from where the file lies; anything else is an id."""
    near = os.path.join(os.path.dirname(path), book)
    return near if book and os.path.isfile(os.path.join(near, "rulebook.yaml")) else book


def from_options(options: Iterable[str]) -> tuple[Fixed, ...]:
    """The readings of ``--reading CLAUSE=NAME``. Raises Faults when one has another form."""
    found: list[Fixed] = []
    faults: list[Fault] = []
    for option in options:
        clause, sign, name = option.partition("=")
        if clause.strip() and name.strip():
            found.append(Fixed(clause.strip(), name.strip(), OPTION, (0, 0), (0, 0)))
        else:
            said = "'=' is missing" if not sign else "a name is missing"
            faults.append(Fault(f"{OPTION} {option}", 0, 0, said, "CLAUSE=NAME, such as 4.14.3=single-step"))
    if faults:
        raise Faults(faults)
    return tuple(found)


def in_force(book: Rulebook, fixed: Sequence[Fixed]) -> dict[str, str]:
    """The chosen readings by clause; of two for one clause the later counts. Raises Faults for unknown names."""
    chosen: dict[str, str] = {}
    faults: list[Fault] = []
    for item in fixed:
        fault = _fault_of(book, item)
        if fault is not None:
            faults.append(fault)
        else:
            chosen[item.clause] = item.name
    if faults:
        raise Faults(faults)
    return chosen


def _fault_of(book: Rulebook, item: Fixed) -> Fault | None:
    from facts.yamlnodes import closest  # late: it is wanted only when readings are chosen

    clause = book.clauses.get(item.clause)
    if clause is not None and clause.readings is not None and item.name in clause.readings.options:
        return None
    if clause is None:
        message, at = f"{book.id} has no clause {item.clause}", item.clause_at
        hint = closest(item.clause, [c.id for c in book.clauses.values() if c.readings] or book.clauses)
    elif clause.readings is None:
        message, at, hint = f"clause {item.clause} of {book.id} is read in one way only", item.clause_at, ""
    else:
        message, at = f"clause {item.clause} has no reading '{item.name}'", item.name_at
        hint = closest(item.name, clause.readings.options)
    return Fault(item.file, *at, message, hint)
