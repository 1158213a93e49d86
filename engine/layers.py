"""What the layer below would have said: asked only where regulations of a house or an event took part in a ruling.

Whether they took part is seen from the trace, without ruling again: a rule of theirs fired or waits, a clause of theirs
is cited, a parameter that they set anew makes a difference, or a rule that they replaced or repealed asks for facts
that the story has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.arbitration import Verdict
from engine.evaluate import find, group
from engine.facts import Match
from engine.outcomes import carrying, cited
from engine.readings import plays_otherwise
from engine.ruling import Below, Ruling, decide
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.opening import betting_rules
from knowledge.loading import load
from knowledge.model import Layer, Rulebook

_MOST = 32
_books: dict[tuple[str, str], Rulebook] = {}


def with_below(ruling: Ruling, make: MakeMatcher, chosen: Mapping[str, str] | None = None) -> Ruling:
    """The ruling together with what lies below the uppermost regulations that took part, and so on downwards.

    ``chosen``: the readings that the event has fixed; a book below without such a reading keeps its own. Raises Faults
    when a book below does not load any more.
    """
    for n, layer in enumerate(ruling.rulebook.layers):
        if not layer.kind:
            return ruling
        if not _touched(ruling, layer):
            continue
        book = _loaded(ruling.rulebook, n + 1)
        readings = {clause: name for clause, name in (chosen or {}).items() if book.has_reading(clause, name)}
        lower = decide(ruling.incident, book, ruling.vocabulary, make, readings)
        clauses = tuple(dict.fromkeys(_clauses(ruling, layer, lower)))
        if clauses:
            return ruling._replace(below=Below(layer, clauses, with_below(lower, make, chosen)))
    return ruling


def _loaded(book: Rulebook, n: int) -> Rulebook:
    """The book below, remembered for each state of the one above."""
    key = (book.hash, book.layers[n].folder)
    if key not in _books:
        if len(_books) >= _MOST:
            _books.pop(next(iter(_books)))
        _books[key] = load(book.layers[n].folder)[0]
    return _books[key]


# -- whether they took part -----------------------------------------------------------------------------------------


def _touched(ruling: Ruling, layer: Layer) -> bool:
    """Whether regulations may have taken part; when in doubt they may."""
    book, trace = ruling.rulebook, ruling.trace
    if any(match.rule.book == layer.book for match in _matches(trace)) or any(_own(book, trace, layer)):
        return True
    if any(_parameters(ruling, layer)):
        return True
    told = {fact.type for fact in trace.facts}
    return any(told.issuperset(types) for types in layer.displaced)


def _matches(trace: Trace) -> Iterator[Match]:
    """All matches of a trace, whatever became of them."""
    for verdict in trace.verdicts:
        yield from carrying(verdict)
        for defeat in verdict.defeats:
            yield from (defeat.winner, defeat.loser)
        for side in verdict.sides:
            yield from side
        yield from (*verdict.pending, *verdict.idle)


def _own(book: Rulebook, trace: Trace, layer: Layer) -> Iterator[str]:
    """The clauses of a layer on which the ruling rests."""
    return (clause for clause in cited(trace, book) if book.clauses[clause].book == layer.book)


def _parameters(ruling: Ruling, layer: Layer) -> Iterator[str]:
    """The clauses of the parameters whose value below would have made a difference."""
    book, trace = ruling.rulebook, ruling.trace
    memory = group(trace.facts)
    for name, (value, reading) in layer.former.items():
        if book.parameters[name].book != layer.book:
            continue  # a layer above has set it anew
        before = trace.readings.get(reading) if reading else value
        if before is None:  # it hung on a reading that is no longer there
            yield book.parameters[name].clause
            continue
        below = _values(trace, name, int(before) if book.parameters[name].kind == "number" else before)
        users = [rule for rule in trace.considered if name in rule.parameters]
        if plays_otherwise(trace, betting_rules(below, ruling.vocabulary.customs)) or any(
            [match.outcome for match in find(rule, memory, trace.parameters)]
            != [match.outcome for match in find(rule, memory, below)]
            for rule in users
        ):
            yield book.parameters[name].clause


def _values(trace: Trace, name: str, value: Any) -> dict[str, Any]:
    """The parameters in force with another value for one of them."""
    values = {**trace.parameters, name: value}
    if isinstance(value, tuple):
        values[name + ".num"], values[name + ".den"] = value
    return values


# -- by which clauses -----------------------------------------------------------------------------------------------


def _clauses(ruling: Ruling, layer: Layer, lower: Ruling) -> Iterable[str]:
    """The clauses of a layer that made the ruling: those cited, those of parameters that made a difference, those that
    repealed what decides below, and those of rules that put a rule below aside or took its place.
    """
    book, trace = ruling.rulebook, ruling.trace
    yield from _own(book, trace, layer)
    yield from (defeat.clause for verdict in trace.verdicts for defeat in verdict.defeats if _is(defeat.winner, layer))
    yield from (match.rule.clause for verdict in trace.verdicts for match in _waiting(verdict) if _is(match, layer))
    yield from _parameters(ruling, layer)
    decided = {match.rule.id for match in _matches(lower.trace)}
    yield from (clause for rule, clause in layer.repeals.items() if rule in decided)
    now = {rule.id: rule.clause for rule in book.rules if rule.book == layer.book}
    yield from (now[rule] for rule in sorted(decided & now.keys()))


def _is(match: Match, layer: Layer) -> bool:
    return match.rule.book == layer.book


def _waiting(verdict: Verdict) -> Iterator[Match]:
    """The matches that keep a verdict open: on its sides, or pending."""
    yield from verdict.pending
    for side in verdict.sides:
        yield from side


__all__ = ["with_below"]
