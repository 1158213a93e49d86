"""Which question comes next: one whose answer can change the ruling, the most informative first.

The engine has conducted every answer worth trying (``engine.questions``), so that the choice needs no rules of its own:
a question is worth the more the fewer are left on average once it is answered, and the more evenly its answers part.
Defaults are asked for last, and only those under which another answer would change what is ruled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from math import log2
from typing import Any, NamedTuple

from ask.known import BUTTON, Root, place_of, tellable
from engine.arbitration import OPEN
from engine.conductor import conduct
from engine.outcomes import Answer, Question, holds_up, is_apart, outcome, status_of
from engine.questions import STRUCTURE, candidates, root_of
from engine.ruling import Ruling
from engine.trace import Trace
from engine.workspace import MakeMatcher
from facts.incident_keys import ALL_STREETS, STREETS
from facts.lexicon import Vocabulary
from facts.unsized import root as size_of

Run = Callable[[Mapping[Root, Any]], Trace]
_TABLE = ("table", "table")
_STREET: Root = ("table", "table", "street")
_GAME: Root = ("table", "table", "game")
_MOST_TRIES = 12
_MOST_ROUNDS = 3
_WAGERS = ("may-bet", "may-raise", "may-complete")


class Choice(NamedTuple):
    """A question worth asking. ``assumed``: what is taken for granted as long as nobody says otherwise, else None."""

    question: Question
    assumed: Any = None

    @property
    def root(self) -> Root:
        """What the question is about, as the engine names it."""
        return (self.question.type, self.question.key, self.question.slot)


def next_question(ruling: Ruling, aside: Collection[Root], make: MakeMatcher) -> Choice | None:
    """The question to ask now, None when nothing that is left to ask could change the ruling.

    ``aside``: what has been asked and nobody knows. ``make``: makes engines (``engine.pool``).
    """
    street = next(_confirmations(ruling, aside, make, (_STREET,)), None)
    if street is not None:  # who acts first hangs on it, and with that what else has to be asked
        return street
    open_ones = [question for question in ruling.questions if _may_ask(ruling, _root(question), aside)]
    if (button := _button(open_ones, ruling, make)) is not None:
        return button
    open_ones = [question for question in open_ones if place_of(_root(question)) != BUTTON]
    waits = holds_up(ruling.trace, ruling.vocabulary)
    for apart in (False, True):
        found = [question for question in open_ones if question.apart == apart]
        parting = [question for question in found if len(question.answers) > 1]
        if parting:
            return Choice(min(parting, key=lambda question: _worth(question, ruling)))
        if apart or waits:
            leading = next(_leading(found, aside, ruling, make), None)
            if leading is not None:
                return leading
    play = [question for question in open_ones if not question.apart and not waits]
    later = (_sizes(ruling, aside, make), _leading(play, aside, ruling, make), _confirmations(ruling, aside, make))
    return next(chain(*later), None)


def runner(ruling: Ruling, make: MakeMatcher) -> Run:
    """Conducts the story of a ruling again, with answers to what nobody told or what was taken for granted."""

    # what leads to the same whatever it is must not stand in the way of what does not: any answer to it will do
    same = {_root(q): q.answers[0].values[0] for q in ruling.questions if len(q.answers) == 1 and not q.apart}

    def run(answers: Mapping[Root, Any]) -> Trace:
        vocabulary, readings = ruling.vocabulary, ruling.trace.readings
        return conduct(ruling.incident, ruling.rulebook, vocabulary, readings, {**same, **answers}, make)

    return run


def said(trace: Trace, vocabulary: Vocabulary, apart: bool) -> dict[tuple[str, str], Any]:
    """What a ruling says to people: its outcome, without chips that do not come back and the greatest wager of those
    who may make none.
    """
    found = outcome(trace, vocabulary, apart)
    able = {seat for topic, seat in found if topic in _WAGERS}
    return {
        key: value
        for key, value in found.items()
        if (key[0] != "maximum" or key[1] in able) and (key[0] != "returned" or value)
    }


def _root(question: Question) -> Root:
    return question.type, question.key, question.slot


def _may_ask(ruling: Ruling, root: Root, aside: Collection[Root]) -> bool:
    return place_of(root) not in aside and tellable(ruling.incident, root, ruling.vocabulary.events)


def _worth(question: Question, ruling: Ruling) -> tuple[float, float, int, Root]:
    """The smaller the better: how many questions are left on average, then how evenly the answers part."""
    shares = _shares(question)
    left = sum(share * len(_open_roots(answer.trace, ruling)) for share, answer in shares)
    evenly = -sum(share * log2(share) for share, _ in shares)
    return (left, -evenly, -len(question.rules), _root(question))


def _shares(question: Question) -> list[tuple[float, Answer]]:
    """Each outcome with its share: half by the answers that lead there, half alike, for nobody knows how likely an
    answer is.
    """
    tried = sum(len(answer.values) for answer in question.answers)
    alike = 1 / len(question.answers)
    return [((len(answer.values) / tried + alike) / 2, answer) for answer in question.answers]


def _open_roots(trace: Trace, ruling: Ruling) -> set[Root]:
    """What would still be asked about the play."""
    found = set(trace.missing)
    for verdict in trace.verdicts:
        if (verdict.topic, verdict.subject) in trace.sizes_open or is_apart(verdict.topic, ruling.vocabulary):
            continue
        for match in verdict.pending if verdict.status == OPEN else ():
            found |= {root_of(place, trace) for place in match.unknown}
    return found


def _button(questions: list[Question], ruling: Ruling, make: MakeMatcher) -> Choice | None:
    """Who has the button, asked once where the place of any seat hangs on it."""
    found = next((question for question in questions if place_of(_root(question)) == BUTTON), None)
    if found is None:
        return None

    def run(answers: Mapping[Root, Any]) -> Trace:
        incident = ruling.incident._replace(button=next(iter(answers.values())))
        return conduct(incident, ruling.rulebook, ruling.vocabulary, ruling.trace.readings, {}, make)

    root = ("place", found.key, "next")
    answers = _outcomes(root, ruling.incident.seats, ruling, run, found.apart)
    return Choice(Question(*root, found.rules, tuple(answers), found.apart, True)) if len(answers) > 1 else None


def _leading(questions: list[Question], aside: Collection[Root], ruling: Ruling, make: MakeMatcher) -> Iterator[Choice]:
    """The questions whose answers all leave the same open, but which change the ruling together with another one."""
    run = runner(ruling, make)
    return (Choice(question) for question in questions if _leads_on(question, aside, ruling, run))


def _leads_on(question: Question, aside: Collection[Root], ruling: Ruling, run: Run) -> bool:
    """Whether the ruling can differ by the answer once everything else is answered, by amounts small, middling and
    great.
    """
    if not question.answers:  # a name or a list, which nobody can try
        return True
    root, vocabulary = _root(question), ruling.vocabulary
    own = _few(tuple(dict.fromkeys(value for answer in question.answers for value in answer.values)))
    for pick in (_first, _middle, _last):
        ends = [_answered({root: value}, aside, ruling, run, pick) for value in own]
        seen = [said(end, vocabulary, question.apart) for end in ends]
        if any(one != seen[0] for one in seen[1:]):
            return True
    return False


def _answered(
    answers: Mapping[Root, Any],
    aside: Collection[Root],
    ruling: Ruling,
    run: Run,
    pick: Callable[[Sequence[Any]], Any],
) -> Trace:
    """The story with an answer to whatever else is open; one answer may bring up the next question."""
    known = dict(answers)
    trace = run(known)
    for _ in range(_MOST_ROUNDS):
        wanted = [root for root in _open_roots(trace, ruling) - known.keys() if place_of(root) not in aside]
        tried = {root: candidates(root, ruling.vocabulary, ruling.incident, trace) for root in sorted(wanted)}
        new = {root: pick(values) for root, values in tried.items() if values}
        if not new:
            break
        known |= new
        trace = run(known)
    return trace


def _first(values: Sequence[Any]) -> Any:
    return values[0]


def _middle(values: Sequence[Any]) -> Any:
    return values[len(values) // 2]


def _last(values: Sequence[Any]) -> Any:
    return values[-1]


def _few(values: tuple[Any, ...]) -> list[Any]:
    """The least, a middling and the greatest of some values; of words all."""
    if len(values) <= 3 or not all(type(value) is int for value in values):
        return list(values[:_MOST_TRIES])
    return [values[0], values[len(values) // 2], values[-1]]


def _sizes(ruling: Ruling, aside: Collection[Root], make: MakeMatcher) -> Iterator[Choice]:
    """Amounts that nothing hangs on but the figures in what players may do: "raise to at least how much?"."""
    run = runner(ruling, make)
    trace = run({}) if ruling.trace.missing else ruling.trace
    left = trace.sizes_open if not ruling.trace.missing else {(v.topic, v.subject) for v in trace.verdicts}
    waiting = [v for v in trace.verdicts if (v.topic, v.subject) in left and v.status == OPEN]
    roots = {root_of(place, trace): match.rule.id for v in waiting for match in v.pending for place in match.unknown}
    # what the replay reckons with itself, so that no rule asks for it: the pot and the greatest raise in pot-limit
    roots |= {(*_TABLE, slot): "" for slot in ("structure", "pot") if getattr(ruling.incident, slot) is None}
    if sized := size_of(trace.table, "level"):
        roots.setdefault(sized, "")
    for root in sorted(roots, key=lambda root: (root != STRUCTURE, root)):
        if _may_ask(ruling, root, aside):
            answers = tuple(_outcomes(root, _few(_tried(root, ruling)), ruling, run, apart=False))
            question = Question(*root, (roots[root],) if roots[root] else (), answers, False, True)
            if len(answers) > 1 or (answers and _leads_on(question, aside, ruling, run)):
                yield Choice(question)


def _confirmations(
    ruling: Ruling, aside: Collection[Root], make: MakeMatcher, only: Collection[Root] = ()
) -> Iterator[Choice]:
    """Defaults on which the ruling hangs: what was taken for granted, and what it would be otherwise. ``only``: those
    that are looked at, all of them where there are none.
    """
    run = runner(ruling, make)
    for root, assumed, first in _defaults(ruling):
        if not _may_ask(ruling, root, aside) or (only and root not in only):
            continue
        values = (assumed, *(value for value in _tried(root, ruling) if value != assumed))
        for apart in dict.fromkeys((first, True)):
            answers = _outcomes(root, values, ruling, run, apart)
            if len(answers) > 1:
                yield Choice(Question(*root, (), tuple(answers), apart, True), assumed)
                break


def _defaults(ruling: Ruling) -> Iterator[tuple[Root, Any, bool]]:
    """What was taken for granted, with its value and whether only conduct and rights rest on it; the game last."""
    listed = {a.subject: (a.value, a.apart) for a in ruling.assumptions if a.kind == "default"}
    table = next((fact for fact in ruling.trace.facts if fact.type == "table"), None)
    for root in (_STREET, _GAME):  # the replay of the table goes by these itself, so that no rule need ask for them
        if table is not None and root[2] in table.defaults:
            listed.setdefault(root, (table.slots[root[2]], False))
    for (kind, key, slot), (value, apart) in sorted(listed.items(), key=lambda told: told[0] == _GAME):
        yield (kind, key, slot), value, apart


def _tried(root: Root, ruling: Ruling) -> tuple[Any, ...]:
    """The answers worth trying: streets of the game, games that have the street, a board and blinds if these are
    told.
    """
    found = candidates(root, ruling.vocabulary, ruling.incident, ruling.trace)
    incident = ruling.incident
    if root == _STREET:
        streets = STREETS.get(incident.game or "holdem", ())
        return tuple(value for value in found if value in streets or value == ALL_STREETS[-1])
    if root == _GAME:
        blinds = bool(incident.board or incident.button) or not {"sb", "bb"}.isdisjoint(incident.stakes)
        with_board = blinds or incident.street in STREETS["holdem"]
        in_stud = incident.street in STREETS["stud7"] or bool(incident.up_cards)
        return tuple(value for value in found if not (with_board if value == "stud7" else in_stud))
    return found


def _outcomes(root: Root, values: Sequence[Any], ruling: Ruling, run: Run, apart: bool) -> list[Answer]:
    """The values by the outcome that each leads to; one that cannot be in this story is left out."""
    groups: list[tuple[list[Any], Any, Trace]] = []
    for value in values:
        try:
            trace = run({root: value})
        except ValueError:  # cards that the game does not have
            continue
        what = said(trace, ruling.vocabulary, apart)
        same = next((values for values, known, _ in groups if known == what), None)
        if same is None:
            groups.append(([value], what, trace))
        else:
            same.append(value)
    return [Answer(tuple(values), status_of(trace, ruling.vocabulary), trace) for values, _, trace in groups]


__all__ = ["Choice", "next_question", "runner", "said"]
