"""The ruling: what was settled, how sure it is, which questions matter and where their answers lead, which readings
it hangs on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.arbitration import Verdict
from engine.assumptions import borrowed, defaults
from engine.conductor import conduct
from engine.outcomes import (
    ASSUMING,
    CONFLICTING,
    DETERMINED,
    DISCRETION,
    NEEDS,
    Alternative,
    Answer,
    Assumption,
    Question,
    carrying,
    cited,
    clauses_of,
    holds_up,
    is_apart,
    outcome,
    status_of,
)
from engine.questions import questions_of
from engine.readings import alternatives_of
from engine.sizes import certain_findings
from engine.trace import Trace
from engine.workspace import Answers, Ground, MakeMatcher, ground_of
from facts.incident import Incident
from facts.lexicon import Vocabulary
from facts.records import NamedTuple
from knowledge.model import Layer, Rulebook

if TYPE_CHECKING:
    from engine.disputes import Disputed


class Below(NamedTuple):
    """What the layer below says, where regulations took part. ``layer``: those regulations, one of the rulebook's.

    ``clauses``: those of that layer that took part; ``ruling``: on the same story, by what lies below it.
    """

    layer: Layer
    clauses: tuple[str, ...]
    ruling: Ruling


class Ruling(NamedTuple):
    """The ruling on one incident; ``explain`` turns it into text, JSON or Markdown.

    ``below``: None unless asked for (``engine.layers``), and where no regulations took part. ``disputed``: None unless
    asked for (``engine.disputes``), and where nothing is disputed.
    """

    incident: Incident
    rulebook: Rulebook
    vocabulary: Vocabulary
    status: str
    trace: Trace
    questions: tuple[Question, ...]
    alternatives: tuple[Alternative, ...]
    assumptions: tuple[Assumption, ...]
    below: Below | None = None
    disputed: Disputed | None = None

    def verdict(self, topic: str, subject: str) -> Verdict | None:
        """The verdict on one topic and subject, or None when nothing was said about it."""
        return next((v for v in self.trace.verdicts if (v.topic, v.subject) == (topic, subject)), None)


def _by(rulebook: Rulebook, clause: str) -> str:
    readings = rulebook.clauses[clause].readings
    return readings.by if readings else ""


def _standing(
    found: Iterator[Assumption], questions: Sequence[Question], vocabulary: Vocabulary
) -> Iterator[Assumption]:
    """The defaults that still matter once an open question is answered, whatever the answer is."""
    answers = [answer for q in questions if q.matters and not q.apart for answer in q.answers]
    if not answers:
        yield from found
        return
    listed = list(found)
    left = {(a.kind, a.subject) for a in listed}
    for answer in answers:
        if not left:
            break
        left -= {(a.kind, a.subject) for a in defaults(answer.trace, vocabulary)}
    yield from (a for a in listed if (a.kind, a.subject) not in left)


def _same_anyhow(trace: Trace, questions: Sequence[Question], vocabulary: Vocabulary) -> Trace:
    """The trace with the play settled, where no answer to a question about it changes anything in it.

    What such an answer does change in the sanctions stays open.
    """
    if any(q.matters for q in questions if not q.apart) or not holds_up(trace, vocabulary):
        return trace
    then = [answer.trace for question in questions for answer in question.answers]
    settled = next((other for other in then if not holds_up(other, vocabulary)), trace)
    apart = [v for v in trace.verdicts if is_apart(v.topic, vocabulary)]
    told = {(v.topic, v.subject) for v in apart}
    said = [{(v.topic, v.subject): (v.status, v.values) for v in other.verdicts} for other in then]
    # what the play brings about in the sanctions whatever the answer is waited for the play to be settled
    for v in settled.verdicts:
        name = (v.topic, v.subject)
        if (
            is_apart(v.topic, vocabulary)
            and name not in told
            and all(one.get(name) == said[0].get(name) for one in said)
        ):
            apart.append(v)
    play = (v for v in settled.verdicts if not is_apart(v.topic, vocabulary))
    return settled._replace(verdicts=(*play, *apart))


def decide(
    incident: Incident,
    rulebook: Rulebook,
    vocabulary: Vocabulary,
    make: MakeMatcher,
    chosen: Mapping[str, str] | None = None,
) -> Ruling:
    """The ruling on ``incident``. ``chosen``: readings that the event has fixed, clause id to name (KeyError when
    unknown).
    """
    readings = rulebook.readings(chosen)

    def run(answers: Answers, other: Mapping[str, str] = readings) -> Trace:
        ground = None
        if other is readings:  # most passes differ in an answer that the beginning of the story does not hang on
            told = tuple([(place, value) for place, value in answers.items() if place[0] == "table"])
            ground = grounds.get(told)
            if ground is None:
                ground = grounds[told] = ground_of(incident, rulebook, vocabulary, readings, answers)
        found = conduct(incident, rulebook, vocabulary, other, answers, make, ground)
        return found._replace(sizes_open=certain) if certain else found

    grounds: dict[Any, Ground] = {}
    certain: frozenset[tuple[str, str]] = frozenset()
    trace = run({})
    if holds_up(trace, vocabulary):
        certain = certain_findings(trace, vocabulary, incident, run)
        trace = trace._replace(sizes_open=certain)
    questions = tuple(questions_of(trace, vocabulary, incident, run))
    trace = _same_anyhow(trace, questions, vocabulary)
    alternatives = tuple(
        alternatives_of(trace, rulebook, readings, chosen or {}, lambda other: run({}, other), vocabulary)
    )
    assumptions = (
        *_standing(defaults(trace, vocabulary), questions, vocabulary),
        *(
            Assumption("reading", (a.clause,), a.chosen, _by(rulebook, a.clause), a.apart)
            for a in alternatives
            if not a.explicit
        ),
        *borrowed(trace, rulebook, vocabulary),
    )
    status = status_of(trace, vocabulary, assumptions)
    return Ruling(
        incident, rulebook, vocabulary, status, trace, questions, alternatives, tuple(dict.fromkeys(assumptions))
    )


__all__ = [
    "ASSUMING",
    "CONFLICTING",
    "DETERMINED",
    "DISCRETION",
    "NEEDS",
    "Alternative",
    "Answer",
    "Assumption",
    "Below",
    "Question",
    "Ruling",
    "carrying",
    "cited",
    "clauses_of",
    "decide",
    "outcome",
    "status_of",
]
