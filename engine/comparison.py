"""One incident under several rulebooks: the rulings side by side, and in which parts each differs from the first.

Rulings are compared by what they say, never by their wording: what an act counts as, what comes back, who may do what,
which steps, which sanctions, and where the answers to open questions lead. The clauses behind it differ from book to
book and are no difference; nor is what the dealer announces, which only repeats what an act counts as.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.arbitration import CONFLICT, OPEN, SETTLED
from engine.flips import unnumbered
from engine.outcomes import ASSUMING, DETERMINED, is_apart, is_silent, outcome, play_of
from engine.ruling import Ruling, decide
from engine.trace import Step, Trace
from engine.workspace import MakeMatcher
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.opening import from_the_button
from facts.records import NamedTuple
from knowledge.model import Rulebook

STATUS, OUTCOME, BACK, ASKS, NEXT, STEPS, CONDUCT = CELLS = (
    "status",
    "outcome",
    "back",
    "asks",
    "next",
    "steps",
    "conduct",
)
# Told apart from the act it is about, or only repeating it.
_NOT_COMPARED = ("announce",)
# How a book calls a raise is no difference; its size is.
_NAMES = ("name",)
NO, PARTLY, WHOLLY = SILENCES = ("no", "partly", "wholly")
_UNSAID = (OPEN, "silent", "unanswered")
Cells = Mapping[str, Any]


class Compared(NamedTuple):
    """One rulebook's answer.

    ``differs``: the parts that differ from the first book's, in the order of ``CELLS``; empty for the first itself.
    ``seats``: the players whose options differ. ``silent``: whether the book decides nothing: NO, PARTLY (on a part
    of the incident) or WHOLLY. ``names_game``: some rule of the book names the game that is played; where none does,
    only its general rules were applied.
    """

    rulebook: Rulebook
    ruling: Ruling
    differs: tuple[str, ...]
    seats: tuple[str, ...]
    silent: str
    names_game: bool


class Comparison(NamedTuple):
    """One incident under several rulebooks, in the order asked for. The first is the one that others differ from."""

    incident: Incident
    rows: tuple[Compared, ...]


def compare(
    incident: Incident,
    books: Sequence[Rulebook],
    vocabulary: Vocabulary,
    make: MakeMatcher,
    readings: Mapping[str, Mapping[str, str]] | None = None,
) -> Comparison:
    """Rules on ``incident`` under each of ``books`` (at least one).

    ``readings``: by the id of a book the readings that are fixed for it, clause id to name. Raises KeyError for a
    reading that does not exist, ValueError when the cards make no hand, and when facts are disputed: books are compared
    on one story.
    """
    if incident.disputes:
        raise ValueError("disputed: " + ", ".join(dispute.fact for dispute in incident.disputes))
    chosen = readings or {}
    rulings = [decide(incident, book, vocabulary, make, chosen.get(book.id)) for book in books]
    said = [_cells(ruling) for ruling in rulings]
    rows = (_row(ruling, said[0], cells) for ruling, cells in zip(rulings, said, strict=True))
    return Comparison(incident, tuple(rows))


def versions(rulings: Sequence[tuple[str, Ruling]]) -> Comparison:
    """Rulings on versions of one story side by side, each under its label; what differs from the first is told.

    A label stands in the place of the id of the rulebook.
    """
    labelled = [ruling._replace(rulebook=ruling.rulebook._replace(id=label)) for label, ruling in rulings]
    said = [_cells(ruling) for ruling in labelled]
    rows = (_row(ruling, said[0], cells) for ruling, cells in zip(labelled, said, strict=True))
    return Comparison(labelled[0].incident, tuple(rows))


def differing(first: Ruling, other: Ruling) -> tuple[str, ...]:
    """The parts in which two rulings differ, in the order of ``CELLS``."""
    one, then = _cells(first), _cells(other)
    return tuple(cell for cell in CELLS if one[cell] != then[cell])


def _row(ruling: Ruling, first: Cells, cells: Cells) -> Compared:
    differs = tuple(cell for cell in CELLS if first[cell] != cells[cell])
    one, other = first[NEXT], cells[NEXT]
    unlike = {seat for topic, seat in {**one, **other} if one.get((topic, seat)) != other.get((topic, seat))}
    seats = tuple(seat for seat in from_the_button(ruling.incident) if seat in unlike)
    named = names_game(ruling.rulebook, ruling.incident, ruling.vocabulary)
    return Compared(ruling.rulebook, ruling, differs, seats, cells[STATUS][1], named)


def names_game(book: Rulebook, incident: Incident, vocabulary: Vocabulary) -> bool:
    """Whether some rule of a book names the game of an incident; a game that nobody told is the usual one."""
    usual = vocabulary.facts["table"].slots["game"].default
    game = incident.game or usual
    return game == usual or any(
        slot.name == "game" and slot.kind == "is" and game in slot.values
        for rule in book.rules
        for condition in rule.conditions
        for pattern in condition.patterns
        for slot in pattern.slots
    )


# -- what a ruling says, part by part -------------------------------------------------------------------------------


def _cells(ruling: Ruling) -> Cells:
    """What a ruling says as plain values by part. To rest on assumptions is as good as to rest on none."""
    status = DETERMINED if ruling.status == ASSUMING else ruling.status
    said = said_in(ruling.trace, ruling.vocabulary)
    return {STATUS: (status, _silence(ruling, said)), ASKS: _asks(ruling), **said}


def _silence(ruling: Ruling, said: Cells) -> str:
    if not is_silent(ruling.trace, play_of(ruling.trace, ruling.vocabulary)):
        return NO
    decided = said[STEPS] or said[CONDUCT] or any(found not in _UNSAID for found in said[OUTCOME].values())
    return PARTLY if decided else WHOLLY


def _asks(ruling: Ruling) -> Any:
    """By question about the play, and by answer: what it would lead to in the play."""
    return {
        (question.type, question.key, question.slot): {
            value: said_in(answer.trace, ruling.vocabulary) | {CONDUCT: None}
            for answer in question.answers
            for value in answer.values
        }
        for question in ruling.questions
        if question.matters and not question.apart
    }


def said_in(trace: Trace, vocabulary: Vocabulary) -> dict[str, Any]:
    """What a pass through a story says as plain values by part, its status and its questions left aside."""
    found: dict[str, Any] = {cell: {} for cell in (OUTCOME, BACK, NEXT, STEPS, CONDUCT)}
    for step in trace.steps:
        if not step.plain:
            found[OUTCOME][f"act {step.number}"] = _act(trace, step)
        if step.returned:
            found[BACK][step.act.seat] = found[BACK].get(step.act.seat, 0) + step.returned
    found[OUTCOME].update((name, "unanswered") for name in trace.unanswered)
    for apart in (False, True):
        for key, value in outcome(trace, vocabulary, apart).items():
            cell = _cell_of(key, value, vocabulary)
            if cell:
                found[cell][key] = _told(value)
    _bound(found[NEXT], trace)
    return found


def _cell_of(key: tuple[str, str], value: Any, vocabulary: Vocabulary) -> str:
    """The part that a finding belongs to; empty for what is read out with another finding or nowhere."""
    name, _ = key
    topic = vocabulary.topics.get(name)
    if topic is None or name in _NOT_COMPARED:
        return ""
    if topic.act:
        return NEXT
    if name == "procedure" or topic.subject == "position":
        return "" if value == OPEN else STEPS  # the question about it is asked
    if vocabulary.stages[topic.stage].phase == "act" or topic.routine:
        return ""  # told with the act; or where the play stands, which the other parts show
    if topic.told:
        return CONDUCT if topic.told == "sanction" else ""
    return CONDUCT if is_apart(name, vocabulary) else OUTCOME


def _told(value: Any) -> Any:
    """A finding without its empty slots and mere names; its steps without the clauses that order them."""
    found = unnumbered(value)
    if not isinstance(found, dict):
        return found
    return {slot: part for slot, part in found.items() if part is not None and slot not in _NAMES}


def _bound(found: dict[Any, Any], trace: Trace) -> None:
    """Adds what bounds the wagers that are offered."""
    for _, seat in [key for key in found if key[0] in ("may-bet", "may-raise")]:
        found[("maximum", seat)] = trace.table.max_raise_to(trace.table.index(seat))


def _act(trace: Trace, step: Step) -> Any:
    """What an act comes to."""
    findings = {verdict.topic: verdict for verdict in step.verdicts}
    if any(verdict.status == CONFLICT for verdict in step.verdicts):
        return CONFLICT
    if step.number in trace.open_acts:
        return OPEN if any(verdict.status == OPEN for verdict in step.verdicts) else "silent"
    binding, settles = findings.get("binding"), findings.get("settles")
    how = binding.values.get("how") if binding is not None and binding.status == SETTLED else "stands"
    if how not in (None, "stands"):
        return how
    return tuple(sorted(_told(dict(settles.values)).items())) if settles is not None else None


__all__ = ["CELLS", "SILENCES", "Compared", "Comparison", "compare", "differing", "names_game", "said_in", "versions"]
