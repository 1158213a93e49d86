"""A rulebook as somebody sees it who holds a misconception: the book with a small layer over it.

All misconceptions about a book are laid over it together, so that one network of the engine and one index of rules
serve them all. Which of them is held is told as the reading of a clause is: a rule of a misconception lives only while
that is held, a rule that it does away with only while it is not. The whole is kept compiled beside the rulebooks.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from os.path import basename, dirname, join
from typing import Any

from engine.arbitration import Verdict
from engine.conductor import conduct
from engine.evaluate import find
from engine.facts import Fact
from engine.outcomes import carrying, memory_of, status_of
from engine.parameters import parameters_of
from engine.ruling import Ruling
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge import store
from knowledge.model import Rulebook
from knowledge.packing import pack, plain, unpack
from training.misconception import FOLDER, files

HELD, NOT_HELD = "held", "not held"
_ENDING = ".misled"
_NEEDS = ("book", "vocabulary", "beliefs")
# What was laid out by another state of these is never read.
_SOURCES = ("believing.py", "misconception.py", "misled.py")
_MOST_BOOKS = 16
_known: dict[tuple[str, str], Misled] = {}


class Belief(NamedTuple):
    """A misconception as far as one book is concerned.

    ``clauses``: those of the book that refute it. ``parameters``: the values that it sets; ``repealed`` and ``rules``:
    ids of rules of the book that it does away with, and numbers of its own among the rules of the book laid out.
    """

    id: str
    title: Mapping[str, str]
    tempting: Mapping[str, str]
    games: tuple[str, ...]
    structures: tuple[str, ...]
    streets: tuple[str, ...]
    clauses: tuple[str, ...]
    parameters: Mapping[str, Any]
    repealed: tuple[str, ...]
    rules: tuple[int, ...]


class Misled(NamedTuple):
    """A rulebook with all misconceptions about it laid over it. ``book``: its rules and theirs; ``beliefs``: by id."""

    book: Rulebook
    beliefs: Mapping[str, Belief]

    def readings(self, belief: str, others: Mapping[str, str]) -> dict[str, str]:
        """The readings in force while one misconception is held; ``others``: those of the book's own clauses."""
        told = {name: NOT_HELD for name, one in self.beliefs.items() if one.repealed}
        return {**others, **told, belief: HELD}

    def under(self, belief: str) -> Rulebook:
        """The book with the values that a misconception sets; only to be asked under its ``readings``."""
        values = self.beliefs[belief].parameters
        if not values:
            return self.book
        changed = {
            name: self.book.parameters[name]._replace(value=value, reading="", clause=belief)
            for name, value in values.items()
        }
        return self.book._replace(parameters={**self.book.parameters, **changed})


def misled(book: Rulebook, vocabulary: Vocabulary, folder: str = FOLDER) -> Misled:
    """The book with the misconceptions of ``folder`` over it, from the store where it is kept there.

    Raises Faults with everything in them that does not fit the book; over regulations of a house or an event what does
    not fit is left out, for they may have changed what a misconception speaks of.
    """
    known = _known.get((book.hash, folder))
    if known is None:
        if len(_known) >= _MOST_BOOKS:
            _known.pop(next(iter(_known)))
        known = _known[(book.hash, folder)] = _fetched(book, folder) or _made(book, vocabulary, folder)
    return known


def _digest(book: Rulebook, folder: str) -> str:
    state = store.blake2b(f"{book.hash}\0".encode(), digest_size=16)
    for name in _SOURCES:
        told = os.stat(join(dirname(__file__), name))
        state.update(f"{name} {told.st_size} {told.st_mtime_ns}\0".encode())
    for path in files(folder):
        store.feed(state, str(path), basename(path))
    return str(state.hexdigest())


def _fetched(book: Rulebook, folder: str) -> Misled | None:
    data = store.fetch(_digest(book, folder), _ENDING, _NEEDS)
    if data is None:
        return None
    try:
        laid, _ = unpack(data)
        return Misled(laid, {name: Belief(*raw) for name, raw in data["beliefs"].items()})
    except (TypeError, ValueError, LookupError, AttributeError):
        return None  # sound, yet of another shape: it is made anew


def _made(book: Rulebook, vocabulary: Vocabulary, folder: str) -> Misled:
    from training.believing import lay  # late: what is kept needs no reader

    digest = _digest(book, folder)
    laid = lay(book, vocabulary, digest, folder)
    beliefs = {name: plain(tuple(one)) for name, one in laid.beliefs.items()}
    store.keep(digest, {**pack(laid.book, vocabulary), "beliefs": beliefs}, _ENDING)
    return laid


# -- what a believer would rule --------------------------------------------------------------------------------------


def beliefs_touching(ruling: Ruling, laid: Misled) -> Iterator[Belief]:
    """The misconceptions that could turn a ruling: one of their rules would fire or wait, a rule that they do away with
    took part, or a value that they set would move the table.
    """
    memory = memory_of(ruling.trace)
    table = memory["table"][-1].slots if "table" in memory else {}
    where = [table.get(name) for name in ("game", "structure", "street")]
    taking_part = {match.rule.id for verdict in ruling.trace.verdicts for match in carrying(verdict)}
    taking_part |= {defeat.winner.rule.id for verdict in ruling.trace.verdicts for defeat in verdict.defeats}
    for one in laid.beliefs.values():
        wanted = (one.games, one.structures, one.streets)
        if all(not there or told in there for there, told in zip(wanted, where, strict=True)) and (
            not taking_part.isdisjoint(one.repealed)
            or _touched(one, laid, memory, ruling.trace.parameters)
            or _moved(one, laid, ruling.trace, ruling.vocabulary)
        ):
            yield one


def _touched(one: Belief, laid: Misled, memory: Mapping[str, Sequence[Fact]], parameters: Mapping[str, Any]) -> bool:
    """Whether a rule of a misconception would fire or wait."""
    near = (n for n in one.rules if any(memory.keys() >= set(wants) for wants in laid.book.outlines[n].wants))
    return any(next(find(laid.book.rules[n], memory, parameters), None) is not None for n in near)


def _moved(one: Belief, laid: Misled, trace: Trace, vocabulary: Vocabulary) -> bool:
    """Whether the values that a misconception sets could move the table or a rule that took part."""
    if not one.parameters:
        return False
    parameters = parameters_of(laid.under(one.id), vocabulary, laid.readings(one.id, trace.readings))
    used = {name.removesuffix(".num").removesuffix(".den") for rule in trace.considered for name in rule.parameters}
    return not used.isdisjoint(one.parameters) or parameters.betting != trace.table.rules


def believed(ruling: Ruling, laid: Misled, belief: str, make: MakeMatcher) -> Ruling:
    """The ruling on the same story by somebody who holds a misconception; its questions are not looked into."""
    readings = laid.readings(belief, ruling.trace.readings)
    book, words = laid.under(belief), ruling.vocabulary
    trace = conduct(ruling.incident, book, words, readings, {}, make)
    trace = trace._replace(verdicts=tuple(_whole(verdict, words) for verdict in trace.verdicts))
    return Ruling(ruling.incident, book, words, status_of(trace, words), trace, (), (), ())


def _whole(verdict: Verdict, vocabulary: Vocabulary) -> Verdict:
    """A finding with one player as a list where players are wanted: a rule can name one, not make a list of him."""
    slots = vocabulary.topics[verdict.topic].slots
    single = {
        name: (value,) for name, value in verdict.values.items() if type(value) is str and slots[name].type == "seats"
    }
    return verdict._replace(values={**verdict.values, **single}) if single else verdict


__all__ = ["HELD", "NOT_HELD", "Belief", "Misled", "beliefs_touching", "believed", "misled"]
