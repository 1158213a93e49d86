"""The reasons of a ruling, one claim to a line, each with its clauses and the facts it stands on.

Order: act by act (the wager before it that set the price, which chips and words count, what the act reads as, what it
settles at, whether it binds), then the sizes that the players still to act are bound by, then what each of them may do
and why, then hands, the round and the pots, sanctions last. A line that says nothing new is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.arbitration import SETTLED, Verdict
from engine.facts import Match
from engine.trace import Step
from explain.options import only_all_in, short_stack
from explain.view import View
from facts.derivations import Derived
from facts.deriving import stack_of
from facts.records import NamedTuple

_NUMBER = re.compile(r"\d+")
# What a rule about an ordinary choice looks at; one that looks at more tells what the list of choices does not.
_ORDINARY = {
    *("id", "to_act", "first", "owed", "prior", "level", "call_to", "opened", "covers", "min_to", "max_to", "choice"),
    *("game", "structure", "street"),
}
_EVERYDAY = ("may-fold", "may-check", "may-call")
_ECHOES = ("answer",)
_RESULTS = ("wins", "ties", "loses")
_WHO = "\0"


class Line(NamedTuple):
    """One reason. ``seats``: whom it is about, none for the table. ``echo``: it may repeat what was said before."""

    text: str
    clauses: tuple[str, ...]
    facts: tuple[str, ...]
    seats: tuple[str, ...] = ()
    echo: bool = False


def reasons(view: View) -> list[Line]:
    """The lines in their order."""
    lines: list[Line] = []
    for line in _all(view):
        if not any(_covers(earlier, line) for earlier in lines):
            lines.append(line)
    return lines


def _all(view: View) -> Iterator[Line]:
    if not view.trace.over:
        yield from _acts(view)
        yield from _sizes(view)
    yield from _choices(view)
    yield from _late(view)
    yield from _recorded(view)
    yield from _of_topic(view, "sanction")


def _covers(earlier: Line, line: Line) -> bool:
    """Whether ``line`` repeats: word for word, or the same clause about the same seat with no new number."""
    if earlier.text == line.text:
        return True
    if not line.echo or line.clauses[:1] != earlier.clauses[:1] or not set(line.seats) <= set(earlier.seats):
        return False
    return set(_NUMBER.findall(line.text)) <= set(_NUMBER.findall(earlier.text)) and len(line.text) < len(earlier.text)


# -- acts -----------------------------------------------------------------------------------------------------------


def _acts(view: View) -> Iterator[Line]:
    needed = _price_setters(view)
    for step in sorted(view.trace.steps, key=_when):
        if step.plain:
            if id(step) in needed:
                yield from (_derivation(view, derived, step) for derived in step.derived if _is_law(view, derived))
        else:
            yield from _reading(view, step)


def _when(step: Step) -> tuple[int, int, int]:
    """The moment at which an act was settled: an act out of turn waits for the wagers before it."""
    return step.before.posts, step.before.fulls, step.number


def _price_setters(view: View) -> set[int]:
    """The agreed acts that set the last full wager before an act that was read, or before the choices that are open."""
    tables = [step.before for step in view.read]
    if view.trace.order:
        tables.append(view.trace.table)
    found = set()
    for table in tables:
        before = [s for s in view.trace.steps if s.plain and s.derived and _had(s, table.fulls, table.posts)]
        last = max(before, key=_when, default=None)
        if last is not None and (last.after.fulls == table.fulls):
            found.add(id(last))
        found.update(id(s) for s in before if any(d.code == "short-blind" for d in s.derived))
    return found


def _had(step: Step, fulls: int, posts: int) -> bool:
    return step.after.fulls <= fulls and step.after.posts <= posts


def _derivation(view: View, derived: Derived, step: Step | None = None) -> Line:
    if step is None:
        table = view.fact("table", "table")
        facts = [view.wording.statement(table, slot) for slot in ("level", "full")] if table is not None else []
    else:
        number = {"number": step.number, "act": view.act(step)}
        facts = [view.wording.say("act", "numbered", **number) if step.number else view.act(step)]
    text = view.wording.derived(derived)
    return Line(text, view.derivation_clauses(derived.code), tuple(fact for fact in facts if fact))


def _reading(view: View, step: Step) -> Iterator[Line]:
    subject = f"act {step.number}"
    for topic, telling in (("accepted", _chips_matter), ("heard", _words_matter), ("reads-as", _reading_matters)):
        verdict = view.settled(topic, subject)
        if verdict is not None and telling(step, verdict):
            yield from _lines(view, verdict)
    for topic in ("settles", "binding"):
        verdict = view.settled(topic, subject)
        if verdict is not None:
            yield from _lines(view, verdict)


def _chips_matter(step: Step, verdict: Verdict) -> bool:
    return len(step.act.motions or ()) > 1 or step.act.picked_up is not None


def _words_matter(step: Step, verdict: Verdict) -> bool:
    words = step.act.words
    return bool(verdict.defeats) or (words is not None and words.when not in ("before", "with"))


def _reading_matters(step: Step, verdict: Verdict) -> bool:
    """An act told as agreed was not read from chips or words."""
    return step.act.does is None or step.act.words is not None or step.act.motions is not None


def _lines(view: View, verdict: Verdict) -> Iterator[Line]:
    seat = view.seat_of(verdict.subject)
    for match in view.told(verdict):
        yield _line(view, match, view.wording.says(match), (seat,) if seat else (), verdict)


def _line(view: View, match: Match, text: str, seats: tuple[str, ...], verdict: Verdict) -> Line:
    """A line for a match; rules that agree with it lend their clauses."""
    agreeing = [m for m in verdict.by if m.rule.modifies == match.rule.modifies and match in verdict.by]
    clauses = dict.fromkeys(clause for m in (match, *agreeing) for clause in view.clauses(m))
    return Line(text, tuple(clauses), tuple(view.statements(match)), seats)


# -- sizes and choices ----------------------------------------------------------------------------------------------


def _sizes(view: View) -> Iterator[Line]:
    """How the least and the greatest wager come about, for the seats that may make one."""
    able = [seat for seat in view.trace.order if _may(view, seat)]
    spoken = {seat: [d for d in view.trace.sizes.get(seat, ()) if d.code not in view.vocabulary.quiet] for seat in able}
    rows = [(seat, d) for seat in able for d in spoken[seat] if _is_law(view, d) and _reaches(view, seat, d)]
    by_code: dict[str, dict[str, list[str]]] = {}
    for seat, derived in rows:
        by_code.setdefault(derived.code, {}).setdefault(view.wording.derived(derived), []).append(seat)
    for code, texts in by_code.items():
        for text, seats in texts.items():
            derived = next(d for _, d in rows if d.code == code and view.wording.derived(d) == text)
            line = _derivation(view, derived)
            if len(texts) > 1:
                line = line._replace(text=view.wording.say("language", "for-seat", seat=seats, text=view.lower(text)))
            yield line


def _is_law(view: View, derived: Derived) -> bool:
    """Whether the book has a clause for what the replay derived; a number without one is no law of this book."""
    return bool(view.derivation_clauses(derived.code))


def _may(view: View, seat: str) -> bool:
    return any(
        (verdict := view.settled(topic, seat)) is not None and verdict.values.get("allowed") is True
        for topic in ("may-raise", "may-bet")
    )


def _reaches(view: View, seat: str, derived: Derived) -> bool:
    """Whether a size matters to a seat: the greatest does not to one whose stack ends below it."""
    table, most = view.trace.table, derived.values.get("to")
    stack = stack_of(table.seats[table.index(seat)])
    return not derived.code.startswith("max-") or stack is None or most is None or stack >= most


def _choices(view: View) -> Iterator[Line]:
    wanted: list[tuple[str, Callable[[Verdict], bool]]] = [
        ("may-fold", _unusual),
        ("may-check", _unusual),
        ("may-call", _unusual),
        ("may-stay", _always),
        ("may-complete", _always),
        ("may-bet", _always),
        ("may-raise", _always),
    ]
    for topic, telling in wanted:
        found = [v for seat in view.trace.order if (v := view.settled(topic, seat)) is not None and telling(v)]
        short = [v for v in found if topic in ("may-bet", "may-raise") and only_all_in(view, v)]
        yield from _merged(view, [v for v in found if v not in short])
        for verdict in short:
            match = view.told(verdict, inherited=True)[0]
            yield _line(view, match, short_stack(view, verdict), (verdict.subject,), verdict)


def _always(verdict: Verdict) -> bool:
    return True


def _unusual(verdict: Verdict) -> bool:
    """Whether a choice comes with more than that it is there."""
    if verdict.defeats or len(verdict.by) > 1 or not verdict.values.get("allowed"):
        return True
    if set(verdict.values) == {"allowed"} and verdict.topic == "may-fold":
        return False
    return not all(_ordinary(match) for match in verdict.by)


def _ordinary(match: Match) -> bool:
    """Whether a rule looks at nothing special and also serves a player without an irregular act behind him."""
    slots = [s for c in match.rule.conditions for p in c.patterns for s in p.slots]
    if not {s.name for s in slots} <= _ORDINARY:
        return False
    return all("none" in s.values for s in slots if s.name == "choice" and s.kind == "is")


def _merged(view: View, verdicts: Sequence[Verdict]) -> Iterator[Line]:
    """One line for all seats of which the same sentence is true."""
    groups: dict[tuple[str, str], list[tuple[Verdict, Match]]] = {}
    for verdict in verdicts:
        for match in _worth_telling(view, verdict):
            key = (match.rule.id, view.wording.says(match, who=_WHO))
            groups.setdefault(key, []).append((verdict, match))
    for (_, claim), rows in groups.items():
        (verdict, match), others = rows[0], rows[1:]
        text = view.wording.says(match)
        if others and _WHO in claim:
            names = view.wording.listed([v.subject for v, _ in others])
            text = view.wording.say("language", "same-for", text=text, seats=names)
        seats = tuple(view.seat_of(v.subject) or v.subject for v, _ in rows)
        line = _line(view, match, text, seats, verdict)
        yield line._replace(echo=verdict.topic in _ECHOES or verdict.topic.startswith("may-"))


def _worth_telling(view: View, verdict: Verdict) -> list[Match]:
    """The matches that tell a verdict; that a fold or a call is possible goes without saying beside what is special."""
    told = view.told(verdict)
    special = [match for match in told if not _ordinary(match)]
    return special if special and verdict.topic in _EVERYDAY else told


# -- the rest -------------------------------------------------------------------------------------------------------


def _late(view: View) -> Iterator[Line]:
    """What was found when the story was told, topic by topic; choices and sanctions have their own place."""
    told = {verdict.topic for verdict in view.ordered}
    for name in (name for name in view.vocabulary.topics if name in told):
        topic = view.vocabulary.topics[name]
        if (
            view.vocabulary.stages[topic.stage].phase != "act"
            and not topic.act
            and "sanction" not in (name, topic.told)
        ):
            yield from _of_topic(view, name)


def _recorded(view: View) -> Iterator[Line]:
    """What was not told but counted from the journal of the event, with the entries that were counted."""
    if not view.incident.recorded:
        return
    from explain.recorded import recorded_fact, recorded_text  # late: only a ruling that is logged counts

    for told in view.incident.recorded:
        facts = tuple(fact for fact in (recorded_fact(view, told),) if fact)
        clauses = (told.clause,) if told.clause else ()
        yield Line(recorded_text(view, told), clauses, facts, (view.seat_of(told.subject),))


def _of_topic(view: View, topic: str) -> Iterator[Line]:
    found = [v for v in view.ordered if v.topic == topic and v.status == SETTLED]
    if topic != "best-hand":
        yield from _merged(view, found)
        return
    for verdict in sorted(found, key=lambda v: _RESULTS.index(str(v.values["result"]))):
        for line in _merged(view, [verdict]):
            hand = {"seat": verdict.subject, "hand": view.hand(verdict.subject)}
            yield line._replace(text=view.wording.say("headline", "held", **hand, text=line.text))
