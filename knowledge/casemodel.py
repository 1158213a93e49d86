"""A case: an incident together with the ruling that is expected of it, as immutable values.

A case says what comes out and which clauses must stand behind it. Everything that is expected carries its place in the
file, so that a mismatch can point at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from facts.incident import Incident, Place, Value
from knowledge.model import Rulebook

SHOWS = ("decides", "defeated", "fails-by-one", "below", "on", "above")
"""What a case can show about a rule: it decides, is defeated, fails by one condition, or a side of its threshold."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name (clause, rule, seat, slot) and where it stands."""

    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class Names:
    """A list of names that is expected as a whole, and where it stands."""

    names: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Claim:
    """What is expected of one topic and subject.

    ``subject``: as written, a seat or ``act 3`` for topics about acts. ``slots``: expected values, others are not
    looked at. ``status``: settled, open, conflict, or none (nothing was settled about it); then ``slots`` is empty.
    """

    topic: str
    subject: str
    status: str
    slots: Mapping[str, Value]
    place: Place


@dataclass(frozen=True, slots=True)
class Option:
    """What is expected of one act of a seat. ``values``: chips (to, min, max, or_to, forfeits, takes_back) or name."""

    seat: str
    act: str
    allowed: bool
    values: Mapping[str, int | str]
    place: Place


@dataclass(frozen=True, slots=True)
class Returned:
    """Whole chips that come back to ``seat`` at once."""

    seat: str
    chips: int
    place: Place


@dataclass(frozen=True, slots=True)
class Left:
    """That a finding is left to somebody: ``by`` may decide it otherwise (an office, or ``nobody``)."""

    topic: str
    subject: str
    by: str
    place: Place


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that the ruling must ask: ``slot``, of ``subject`` when named, and what each answer leads to."""

    subject: str
    slot: str
    answers: tuple[tuple[Value, Expected], ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Otherwise:
    """What another reading of a clause would give."""

    clause: str
    reading: str
    expected: Expected
    place: Place


@dataclass(frozen=True, slots=True)
class Expected:
    """One ``expect`` block. None means that the key was left out and nothing is expected of it; a status left out is
    one that needs nothing more: determined, on assumptions or not. ``unanswered``: events that no clause speaks of;
    ``in_pot``: all chips put in when the story ends, those of earlier streets included.
    """

    place: Place
    status: str | None = None
    claims: tuple[Claim, ...] = ()
    options: tuple[Option, ...] = ()
    returned: tuple[Returned, ...] = ()
    order: Names | None = None
    defeated: tuple[Named, ...] = ()
    decided_by: tuple[Named, ...] = ()
    assumptions: Names | None = None
    taken_from: Names | None = None
    questions: tuple[Asked, ...] | None = None
    otherwise: tuple[Otherwise, ...] = ()
    discretion: tuple[Left, ...] = ()
    unanswered: Names | None = None
    in_pot: int | None = None


@dataclass(frozen=True, slots=True)
class Continuation:
    """The story gone on: the incident with further acts at its end, and what is expected then."""

    incident: Incident
    expected: Expected
    place: Place


@dataclass(frozen=True, slots=True)
class Shown:
    """That the case shows something about a rule: one of :data:`SHOWS`."""

    rule: str
    what: str
    place: Place


@dataclass(frozen=True, slots=True)
class Under:
    """How a case stands under a book that extends its own. ``clauses``: those behind it there (empty: the same ones);
    ``status``: of the whole ruling there, None where it is the same. ``place``: where the book is named, when
    it is read from a file.
    """

    clauses: tuple[Named, ...] = ()
    status: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """One case. ``clauses``: each must stand behind something expected. ``readings``: fixed here, by clause.

    ``holds_under``: the books extending its own under which it comes out alike.
    """

    id: str
    file: str
    place: Place
    incident: Incident
    expected: Expected
    clauses: tuple[Named, ...] = ()
    readings: Mapping[str, Named] | None = None
    then: tuple[Continuation, ...] = ()
    shows: tuple[Shown, ...] = ()
    title: Mapping[str, str] | None = None
    note: str = ""
    source_example: bool = False
    holds_under: Mapping[str, Under] | None = None

    def under(self, book: Rulebook) -> Case:
        """The case as it stands under a book that extends its own: the same outcome, by that book's clauses.

        What only the own book can say is not expected there: what it assumes or borrows, and a reading of a clause that
        has none there. What it shows of a rule it shows there too, if the rule is kept as it was.
        """
        own = len(book.lineage) - 1
        kept = {rule.id for rule in book.rules if rule.layer < own}
        there = (self.holds_under or {}).get(book.id, Under())
        expected = _carried(self.expected, book)
        if there.status is not None:
            expected = replace(expected, status=there.status)
        then = tuple(replace(step, expected=_carried(step.expected, book)) for step in self.then)
        shows = tuple(one for one in self.shows if one.rule in kept)
        return replace(self, expected=expected, clauses=there.clauses or self.clauses, then=then, shows=shows)


def _carried(expected: Expected, book: Rulebook) -> Expected:
    """What is expected, less what the own book alone assumes."""
    status = None if expected.status == "determined on assumptions" else expected.status
    otherwise = tuple(other for other in expected.otherwise if _can_be_read(book, other))
    return replace(expected, status=status, assumptions=None, taken_from=None, otherwise=otherwise)


def _can_be_read(book: Rulebook, other: Otherwise) -> bool:
    clause = book.clauses.get(other.clause)
    return clause is not None and clause.readings is not None and other.reading in clause.readings.options


__all__ = [
    "SHOWS",
    "Asked",
    "Case",
    "Claim",
    "Continuation",
    "Expected",
    "Left",
    "Named",
    "Names",
    "Option",
    "Otherwise",
    "Returned",
    "Shown",
    "Under",
]
