"""The smallest changes of a story that change its ruling, and the smallest that lead to a wanted outcome.

Breadth first by the number of facts changed. What is tried comes from the rules that nearly fire (which value would
their failing condition need?) and from the facts that stories most often get wrong; every result was ruled on. The
search is bounded by the number of stories, never by time, so that it gives the same answer on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any

from engine.changes import changes_for, everyday, remedies, to_amount, unit_of
from engine.comparison import said_in
from engine.evaluate import group
from engine.misses import Attempt, Miss, attempts
from engine.questions import candidates, root_of
from engine.trace import Trace
from engine.trials import Trials, gist, is_open
from facts.addresses import NOT_TOLD, Address, Change
from facts.amounts import NotUnderstood, parse_amount
from facts.records import NamedTuple
from knowledge.expressions import Tree, names
from knowledge.model import Rule

Goal = Callable[[Trace], bool]
Slots = Mapping[str, tuple[Any, ...]]
Known = dict[tuple[str, str, int], list[tuple[Change, ...]]]
MOST_SINGLE, MOST_SETS = 100, 80
"""How many stories are tried with one fact changed, and with several."""
_MOST_FOUND, _MOST_FACTS, _MOST_MENDED, _MOST_CHAINED = 5, 3, 4, 8
_RARE = ("game", "structure", "street", "board")
_MUCH_GREATER = 1.5  # a change that costs so much more than the least one is not worth telling beside it


class Found(NamedTuple):
    """Changes that were tried with success, and the pass through the story so changed."""

    changes: tuple[Change, ...]
    trace: Trace


def nearest(trials: Trials, trace: Trace) -> list[Found]:
    """The smallest changes that flip the ruling, the smallest first; changes of one fact, else of two.

    Each leads to another gist than those before it. ``trace``: the story as it was told, with nothing open: what an
    open story hangs on is asked in its questions.
    """
    vocabulary = trials.vocabulary
    now = gist(trace, vocabulary)

    def flips(then: Trace) -> bool:
        return _answers_all(then, trace) and not is_open(then, vocabulary) and gist(then, vocabulary) != now

    found = _singles(trials, trace, flips, _near_rules(trials, trace, 1))
    if not found:
        found = _sets(trials, trace, flips, _pairs(trials, trace, trace.considered, 2))
    chosen: list[Found] = []
    told = said_in(trace, vocabulary)
    for one in _not_much_greater(trials, found):
        if said_in(one.trace, vocabulary) != told and all(
            gist(one.trace, vocabulary) != gist(other.trace, vocabulary) for other in chosen
        ):
            chosen.append(one)
    return chosen[:_MOST_FOUND]


def required(
    trials: Trials, trace: Trace, goal: Goal, rules: Sequence[Rule], amounts: Iterable[int] = ()
) -> list[Found]:
    """The smallest sets of changes after which ``goal`` holds, each of another set of facts; all of one size.

    ``rules``: those that could bring it about; ``amounts``: totals that it speaks of. Empty when none was found within
    the bounds.
    """
    vocabulary = trials.vocabulary

    def reached(then: Trace) -> bool:
        return goal(then) and not is_open(then, vocabulary)

    aimed = list(_lacking(trials, trace, rules, _MOST_FACTS))
    first = [change for amount in amounts for change in to_amount(amount, trials.story.incident)]
    first += [changes[0] for changes in aimed if len(changes) == 1]
    found = _singles(trials, trace, reached, [*first, *_near_rules(trials, trace, 1)])
    if not found:
        sets = sorted((changes for changes in aimed if len(changes) > 1), key=len)
        found = _sets(trials, trace, reached, sets)
    if not found:
        useful = _useful(trials, trace, first)
        found = _sets(trials, trace, reached, [*_chained(trials, useful, rules), *combinations(useful, 2)])
    best: dict[frozenset[Address], Found] = {}
    found = [one for one in found if _answers_all(one.trace, trace)] or found
    for one in _not_much_greater(trials, found):
        best.setdefault(frozenset(change.address for change in one.changes), one)
    return list(best.values())[:_MOST_FOUND]


def _answers_all(then: Trace, trace: Trace) -> bool:
    """Whether the book is silent on nothing on which it speaks in the story as it was told."""
    return set(then.unanswered) <= set(trace.unanswered) and set(then.open_acts) <= set(trace.open_acts)


def _not_much_greater(trials: Trials, found: Sequence[Found]) -> list[Found]:
    costs = [sum(cost(trials, change) for change in one.changes) for one in found]
    return [one for one, much in zip(found, costs, strict=True) if much < min(costs) + _MUCH_GREATER]


def _useful(trials: Trials, trace: Trace, first: Sequence[Change]) -> list[Change]:
    """The single changes that change anything, to be combined."""
    now = gist(trace, trials.vocabulary)
    tried = list(dict.fromkeys([*first, *everyday(trials.story.incident, trials.vocabulary)]))[:40]
    found = []
    for change in tried:
        then = trials.trace([change])
        if then is not None and gist(then, trials.vocabulary) != now:
            found.append(change)
    return found


def _chained(trials: Trials, useful: Sequence[Change], rules: Sequence[Rule]) -> Iterator[tuple[Change, ...]]:
    """What the rules still lack after a first change: "raise" was said, and then the chips were too few."""
    for first in useful[:_MOST_CHAINED]:
        then = trials.trace([first])
        for changes in _lacking(trials, then, rules, 1) if then is not None else ():
            second = (_rounded(trials, changes[0]), changes[0])
            yield from ((first, one) for one in dict.fromkeys(second))


# -- one fact -------------------------------------------------------------------------------------------------------


def _singles(trials: Trials, trace: Trace, wanted: Goal, first: Iterable[Change]) -> list[Found]:
    """Successful changes of one fact, the smallest first; of amounts the least change that succeeds."""
    story, vocabulary = trials.story, trials.vocabulary
    pool = dict.fromkeys([*_answers(trials, trace), *everyday(story.incident, vocabulary), *first])
    tried = sorted((c for c in pool if _alters(trials, c)), key=lambda c: cost(trials, c))[:MOST_SINGLE]
    found: list[Found] = []
    for change in tried:
        rounded = _rounded(trials, change)
        for one in dict.fromkeys((rounded, change)):
            then = trials.trace([one])
            if then is not None and wanted(then):
                found.append(_least(trials, Found((one,), then), wanted))
                break
    return sorted(found, key=lambda one: sum(cost(trials, change) for change in one.changes))


def _alters(trials: Trials, change: Change) -> bool:
    told = trials.story.told(change.address)
    return told != change.value and not (told is None and change.value == NOT_TOLD)


def cost(trials: Trials, change: Change) -> float:
    """How great a change is: what is told wrong most easily costs least, of amounts the part by which it differs."""
    told = trials.story.told(change.address)
    weight = 3.0 if change.address.key in _RARE else 2.0 if not change.address.key else 1.0
    if told is None:
        return weight + (0.6 if change.address.of == "seat" else 0.5)
    old, new = _amount(told), _amount(change.value)
    if old is None or new is None or _frame(told) != _frame(change.value):
        return weight + (1.0 if change.address.key == "does" else 0.5)
    return weight + min(abs(new - old) / max(new, old, 1), 0.99)


def _answers(trials: Trials, trace: Trace) -> Iterator[Change]:
    """The answers to what the story leaves open."""
    incident, vocabulary = trials.story.incident, trials.vocabulary
    for verdict in trace.verdicts:
        for match in verdict.pending:
            for place in match.unknown:
                root = root_of(place, trace)
                for value in candidates(root, vocabulary, incident, trace):
                    yield from changes_for(root, value, incident, vocabulary)


def _near_rules(trials: Trials, trace: Trace, most: int) -> Iterator[Change]:
    """What the rules need that nearly fire."""
    for changes in _lacking(trials, trace, trace.considered, most):
        yield from changes


# -- amounts --------------------------------------------------------------------------------------------------------


def _amount(value: str) -> int | None:
    """The one amount in a value: ``raise to 600``, ``[500]``, ``300``."""
    digits = [part for part in value.replace("[", " ").replace("]", " ").replace(",", " ").split() if part[0].isdigit()]
    if len(digits) != 1:
        return None
    try:
        return parse_amount(digits[0])
    except NotUnderstood:
        return None


def _frame(value: str) -> str:
    """A value without its amount."""
    return " ".join(part for part in value.replace("[", " ").replace("]", " ").split() if not part[0].isdigit())


def _with_amount(change: Change, amount: int) -> Change:
    text = change.value
    start = next(n for n, letter in enumerate(text) if letter.isdigit())
    end = next((n for n in range(start, len(text)) if text[n] in " ],"), len(text))
    return Change(change.address, f"{text[:start]}{amount}{text[end:]}")


def _rounded(trials: Trials, change: Change) -> Change:
    """A change to an amount in the steps of the story, away from what is told."""
    told, new = trials.story.told(change.address), _amount(change.value)
    old = _amount(told) if told is not None else None
    unit = unit_of(trials.story.incident)
    if new is None or old is None or new % unit == 0:
        return change
    down = new // unit * unit
    return _with_amount(change, down if new < old and down > 0 else down + unit)


def _least(trials: Trials, found: Found, wanted: Goal) -> Found:
    """The least other amount that still succeeds, in the steps in which the story is told."""
    (change,) = found.changes
    told, far = trials.story.told(change.address), _amount(change.value)
    near = _amount(told) if told is not None else None
    if far is None or near is None or told is None or _frame(told) != _frame(change.value):
        return found
    unit = unit_of(trials.story.incident)
    steps = abs(far - near) // unit
    sign = 1 if far > near else -1
    low, best = 0, found
    while steps - low > 1:
        middle = (low + steps) // 2
        one = _with_amount(change, near + sign * middle * unit)
        then = trials.trace([one])
        if then is not None and wanted(then):
            steps, best = middle, Found((one,), then)
        else:
            low = middle
    return best


# -- several facts --------------------------------------------------------------------------------------------------


def _sets(trials: Trials, trace: Trace, wanted: Goal, sets: Iterable[Sequence[Change]]) -> list[Found]:
    """Successful changes of several facts; once some were found, no greater set is tried."""
    found: list[Found] = []
    tried = 0
    for changes in sets:
        if found and len(changes) > len(found[0].changes):
            break
        if len({change.address for change in changes}) < len(changes) or not all(_alters(trials, c) for c in changes):
            continue
        tried += 1
        if tried > MOST_SETS:
            break
        then = trials.trace(changes)
        if then is not None and wanted(then):
            found.append(Found(tuple(changes), then))
    return sorted(found, key=lambda one: sum(cost(trials, change) for change in one.changes))


def _pairs(trials: Trials, trace: Trace, rules: Sequence[Rule], most: int) -> Iterator[tuple[Change, ...]]:
    return (changes for changes in _lacking(trials, trace, rules, most) if len(changes) > 1)


def _lacking(
    trials: Trials, trace: Trace, rules: Iterable[Rule], most: int, deeper: int = 2, known: Known | None = None
) -> Iterator[tuple[Change, ...]]:
    """For each way in which a rule fails in at most ``most`` conditions: the sets of changes that could mend them all.

    Where a finding is not as a rule wants it, what the rules need that could find it so.
    """
    memory = group(trace.facts)
    mended: Known = {} if known is None else known
    seen: set[tuple[Change, ...]] = set()
    for rule in rules:
        for attempt in attempts(rule, memory, trace.parameters, most):
            if not attempt.misses:
                continue
            choices = [_mended(trials, trace, miss, attempt, most, deeper, mended) for miss in attempt.misses]
            for parts in product(*(options[: 2 * _MOST_MENDED] for options in choices)):
                changes = tuple(dict.fromkeys(change for part in parts for change in part))
                if 0 < len(changes) <= most and changes not in seen:
                    seen.add(changes)
                    yield changes


def _mended(
    trials: Trials, trace: Trace, miss: Miss, attempt: Attempt, most: int, deeper: int, known: Known
) -> Sequence[tuple[Change, ...]]:
    """The sets of changes that could make a failing condition hold."""
    story, vocabulary = trials.story.incident, trials.vocabulary
    direct = [(change,) for change in remedies(miss, attempt, trace.parameters, story, vocabulary)]
    found: list[tuple[Change, ...]] = [*direct]
    for type, slots in _findings(miss, attempt) if deeper else ():
        key = (type, str(sorted(slots.items())), deeper)
        if type in vocabulary.topics and (not direct or miss.test is not None):
            if key not in known:
                known[key] = []  # a rule may build on a topic that builds on its own
                rules = rules_for(trials, trace, {type: slots})
                below = _lacking(trials, trace, rules, max(1, most - 1), deeper - 1, known)
                known[key] = list(islice(below, _MOST_MENDED))
            found += known[key]
    return found


def _findings(miss: Miss, attempt: Attempt) -> Iterator[tuple[str, Slots]]:
    """The types of fact that would have to come out otherwise, with the values that they would have to have.

    Of a finding that must not be there, the rules that would take it away are not looked for.
    """
    if miss.test is not None:
        used = (attempt.source[name][0] for name in names(miss.test, "var") if name in attempt.source)
        yield from ((type, {}) for type in dict.fromkeys(used))
    elif miss.pattern is not None and (miss.fact is None or miss.slot is not None):
        yield miss.pattern.type, {s.name: s.values for s in miss.pattern.slots if s.kind == "is"}


def rules_for(trials: Trials, trace: Trace, wanted: Mapping[str, Slots], any_story: bool = False) -> Iterator[Rule]:
    """The rules of the book that could settle one of some topics so, in a story of these facts or in any."""
    book, topics = trials.rulebook, trials.vocabulary.topics
    there = set(trials.vocabulary.facts) if any_story else {fact.type for fact in trace.facts}
    for n, outline in enumerate(book.outlines):
        if outline.topic not in wanted or any(trace.readings.get(c) != name for c, name in outline.reading[:1]):
            continue
        if any(all(name in there or name in topics for name in wants) for wants in outline.wants):
            rule = book.rules[n]
            if could_say(rule, wanted[outline.topic]):
                yield rule


def could_say(rule: Rule, slots: Slots) -> bool:
    """Whether a rule proposes values for slots that could be the wanted ones; a computed value could be any."""
    proposed = dict(rule.propose)
    return all(name in proposed and _could_be(proposed[name], values) for name, values in slots.items())


def _could_be(tree: Tree, values: tuple[Any, ...]) -> bool:
    if tree[0] in ("word", "num", "flag"):
        return tree[1] in values
    return bool(names(tree, "var")) or tree[0] != "unknown"


__all__ = ["Found", "Goal", "nearest", "required", "rules_for"]
