"""Answers to questions about a ruling, as plain data and as text: why, why not, what it takes, what if, the nearest.

The data is published (docs/verbs.schema.json, ``explain.verbschema``); the text shows what stands in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine.arbitration import SETTLED
from engine.comparison import versions
from engine.goals import Goal
from engine.outcomes import cited
from engine.ruling import Ruling
from engine.search import Found
from engine.trace import Trace
from engine.trials import Trials, is_open
from explain.compare import Side, brief, row_data, sides
from explain.comparetext import beside, parts_named
from explain.layout import Row, Section, lay_out
from explain.outlook import differences, question_data
from explain.proof import main_findings, proof, proof_section
from explain.refusal import distance, instead, is_met, refusal
from explain.view import View
from explain.wording import Wording
from facts.addresses import NOT_TOLD, Change
from knowledge.model import Clause, Rule

WHY, WHY_NOT, REQUIRES, WHAT_IF, NEAREST = SCHEMAS = (
    "floorcall.why/1",
    "floorcall.why-not/1",
    "floorcall.requires/1",
    "floorcall.what-if/1",
    "floorcall.nearest/1",
)
Data = dict[str, Any]
_MOST_RULES, _MOST_TEXT, _MOST_SENTENCES, _MOST_CLAUSES = 10, 3, 3, 3


class Page:
    """How an answer is printed."""

    def __init__(self, width: int = 80, colour: bool = False) -> None:
        self.width = width
        self.colour = colour


def view_of(ruling: Ruling, language: str, grouped: bool = False) -> View:
    """A ruling in one language. Raises ValueError for a language that is not spoken."""
    return View.of(ruling, Wording(language, ruling.vocabulary, grouped))


def _head(view: View, schema: str, status: str) -> Data:
    return {
        "schema": schema,
        "rulebook": view.rulebook.id,
        "language": view.wording.language,
        "status": status,
        "disputed": [dispute.fact for dispute in view.incident.disputes],
    }


def notice(view: View, data: Data, page: Page) -> str:
    """That disputed facts count as not told in an answer; empty where nothing is disputed."""
    if not data["disputed"]:
        return ""
    text = view.wording.say("dispute", "also", facts=", ".join(data["disputed"]))
    return lay_out([_section(view, "dispute", [Row(text)])], page.width, page.colour)


def _section(view: View, key: str, rows: Iterable[Row]) -> Section:
    return Section(view.wording.label("verb-sections", key), list(rows))


# -- why ------------------------------------------------------------------------------------------------------------


def why(view: View, ruling: Ruling, goal: Goal | None, depth: int) -> Data:
    """The proof of what was asked about, or of the whole ruling. ``depth``: levels below each finding, 0 all."""
    found = list(goal.carried(view.trace, view.incident)) if goal is not None else main_findings(view)
    data = _head(view, WHY, ruling.status)
    return data | {"asked": goal.text if goal is not None else None, "findings": proof(view, found, depth)}


def why_text(view: View, data: Data, page: Page) -> str:
    """The proof as text."""
    if data["findings"]:
        label = view.wording.label("verb-sections", "why")
        return lay_out([proof_section(view, data["findings"], label)], page.width, page.colour)
    key = "not-so" if data["asked"] else "nothing"
    text = view.wording.say("proof", key, what=data["asked"] or "")
    return lay_out([_section(view, "why", [Row(text)])], page.width, page.colour)


# -- why not --------------------------------------------------------------------------------------------------------


def why_not(
    view: View, ruling: Ruling, asked: str, rules: Sequence[Rule], goal: Goal | None, clauses: Sequence[Clause] = ()
) -> Data:
    """What keeps rules, or an outcome, from deciding; those that came nearest first.

    ``goal``: the outcome that was asked about; ``clauses``: those that were, with their rules in ``rules``.
    """
    who = goal.who if goal is not None else ""
    found = sorted((refusal(view, ruling, rule, who) for rule in rules), key=distance)
    if goal is not None:
        found = [one for one in found if one["fate"] not in ("applies", "agrees")] or found
    kind = "outcome" if goal is not None else "clause" if clauses else "rule"
    holds = goal.reached(view.trace, view.incident) if goal is not None else False
    return _head(view, WHY_NOT, ruling.status) | {
        "asked": asked,
        "kind": kind,
        "holds": holds or any(one["fate"] in ("applies", "agrees") for one in found if goal is None),
        "instead": instead(view, goal) if goal is not None else [],
        "clauses": [_clause(view, clause) for clause in clauses],
        "rules": [{k: v for k, v in one.items() if k != "looks_at"} for one in found[:_MOST_RULES]],
    }


def _clause(view: View, clause: Clause) -> Data:
    """A clause with what stands on it beside rules: the numbers that it sets."""
    say, numbers = view.wording, []
    for name, parameter in view.rulebook.parameters.items():
        if parameter.clause == clause.id:
            value = view.trace.parameters.get(name)
            shown = "/".join(map(str, value)) if isinstance(value, tuple) else say.plain(value)
            numbers.append({"parameter": name, "title": say.of(parameter.title) or name, "value": shown})
    return {
        "clause": clause.id,
        "title": say.of(clause.title),
        "status": clause.status,
        "why": say.of(clause.why) if clause.why else "",
        "numbers": numbers,
    }


def why_not_text(view: View, data: Data, page: Page) -> str:
    """What keeps it from deciding, as text: of an outcome the rules that came nearest."""
    say = view.wording
    rows = [row for clause in data["clauses"] for row in _clause_rows(view, clause, bool(data["rules"]))]
    if data["holds"] and data["kind"] == "outcome":
        rows.append(Row(say.label("refusal", "holds-chips")))
    elif not data["rules"] and data["kind"] == "outcome":
        rows.append(Row(say.say("refusal", "no-rule", what=data["asked"])))
    shown = data["rules"] if data["kind"] == "clause" else data["rules"][:_MOST_TEXT]
    if data["kind"] == "outcome":
        met = [one for one in data["rules"] if is_met(one)]
        shown = [] if data["holds"] else met or [one for one in shown if one["fate"] == "failed"] or shown
    for one in shown:
        failing = one["fate"] == "failed"
        key = "closest" if data["kind"] == "outcome" else "rule-fails"
        head = say.say("refusal", key, title=one["title"], rule=one["rule"], failed=one["text"])
        rows.append(Row(head if failing else one["text"], [one["clause"]]))
        rows += [Row(condition["text"], deeper=1) for condition in one["conditions"]]
    found = [Row(one["text"], one["clauses"][:1]) for one in data["instead"]]
    return lay_out([_section(view, "instead", found), _section(view, "why-not", rows)], page.width, page.colour)


def _clause_rows(view: View, clause: Data, has_rules: bool) -> list[Row]:
    say, rows = view.wording, []
    if clause["status"] != "encoded":
        status = say.label("statuses-of-clauses", clause["status"])
        rows.append(Row(say.say("refusal", "status", status=status, why=clause["why"]), [clause["clause"]]))
    for number in clause["numbers"]:
        rows.append(Row(say.say("refusal", "number", title=number["title"], value=number["value"]), [clause["clause"]]))
    if not rows and not has_rules:
        rows.append(Row(say.label("refusal", "no-rule-clause"), [clause["clause"]]))
    return rows


# -- changes --------------------------------------------------------------------------------------------------------


def _changes(trials: Trials, changes: Sequence[Change]) -> list[Data]:
    return [{"fact": str(c.address), "value": c.value, "told": trials.story.told_instead(c.address)} for c in changes]


def _worded(view: View, change: Data) -> str:
    """A change as it can be typed, with what is told now."""
    say, told = view.wording, change["told"]
    if "question" in change:
        return say.say("verbs", "answer", question=change["question"], answer=change["value"])
    values = {"fact": change["fact"], "value": change["value"], "told": told}
    if change["value"] == NOT_TOLD:
        return say.say("verbs", "not-told" if "." in change["fact"] else "gone", **values)
    return say.say("verbs", "told-none" if told is None else "told-now", **values)


def _outcome(view: View, trials: Trials, found: Found) -> Data:
    """A set of changes with what the ruling then says and the clauses that then decide."""
    then = changed_view(view, trials, found)
    return {
        "changes": _changes(trials, found.changes),
        "then": differences(view, then)[:_MOST_SENTENCES],
        "clauses": _deciding(view, then),
    }


def _answered(view: View, ruling: Ruling, wanted: Callable[[Trace], bool]) -> list[Data]:
    """The answers to open questions after which a ruling is as wanted."""
    found = []
    for question in ruling.questions:
        told = question_data(view, question)
        for answer, said in zip(question.answers, told["answers"], strict=True):
            if wanted(answer.trace):
                then = view.other(answer.trace)
                value = view.wording.listed(said["said"], "list-or")
                change = {"fact": told["id"], "value": value, "told": None, "question": told["question"]}
                found.append(
                    {
                        "changes": [change],
                        "then": said["leads_to"]["text"][:_MOST_SENTENCES],
                        "clauses": _deciding(view, then),
                    }
                )
    return found


def changed_view(view: View, trials: Trials, found: Found) -> View:
    """The changed story in the language of a view."""
    incident = trials.story.changed(found.changes)
    return View(incident, view.rulebook, view.vocabulary, found.trace, view.wording)


def _deciding(view: View, then: View) -> list[str]:
    """The clauses behind what is found otherwise: of the finding that says most first."""
    new = [v for v in then.ordered if v.status == SETTLED and not _stands(view.trace, v)]
    first = [v for v in new if not then.topic(v).routine and then.topic(v).stage > 1] or new
    clauses = dict.fromkeys(clause for v in first for clause in then.clauses_behind(v)[:1])
    return list(clauses)[:_MOST_CLAUSES]


def _stands(trace: Trace, verdict: Any) -> bool:
    return any(
        (v.topic, v.subject, v.status) == (verdict.topic, verdict.subject, SETTLED) and v.values == verdict.values
        for v in trace.verdicts
    )


def _rows(view: View, found: Sequence[Data]) -> list[Row]:
    say, rows = view.wording, []
    for n, one in enumerate(found, 1):
        text = _joined(view, [_worded(view, change) for change in one["changes"]])
        rows.append(Row(text, head=str(n)))
        first, *more = one["then"] or [say.label("reading", "elsewhere")]
        rows.append(Row(say.say("verbs", "then", text=first), one["clauses"], deeper=2))
        rows += [Row(text, deeper=2) for text in more]
    return rows


def _joined(view: View, texts: Sequence[str]) -> str:
    text = texts[0]
    for more in texts[1:]:
        text = view.wording.say("verbs", "joined", first=text, last=more)
    return text


# -- requires, nearest ----------------------------------------------------------------------------------------------


def requires(view: View, ruling: Ruling, trials: Trials, goal: Goal, found: Sequence[Found]) -> Data:
    """The smallest sets of changes that lead to an outcome; none where it is reached already."""
    holds = goal.reached(view.trace, view.incident)
    told = [view.sentence(v) for v in goal.carried(view.trace, view.incident)] if holds else []
    answers = [] if holds else _answered(view, ruling, lambda then: goal.reached(then, view.incident))
    return _head(view, REQUIRES, ruling.status) | {
        "outcome": goal.text,
        "holds": holds,
        "because": list(dict.fromkeys(text for text in told if text)),
        "sets": [*answers, *(_outcome(view, trials, one) for one in found)],
        "tried": trials.made,
    }


def requires_text(view: View, data: Data, page: Page, most: int) -> str:
    """The sets as text. ``most``: how many facts a set could have."""
    say = view.wording
    if data["holds"]:
        told = data["because"]
        rows = [Row(say.say("verbs", "holds", text=text)) for text in told] or [Row(say.label("verbs", "holds-bare"))]
    else:
        rows = _rows(view, data["sets"]) or [Row(say.say("verbs", "none", facts=most, tried=data["tried"]))]
    return lay_out([_section(view, "requires", rows)], page.width, page.colour)


def nearest(view: View, ruling: Ruling, trials: Trials, found: Sequence[Found]) -> Data:
    """The smallest changes that flip a ruling, the smallest first."""
    waits = is_open(view.trace, view.vocabulary)
    answers = _answered(view, ruling, lambda then: not is_open(then, view.vocabulary)) if waits else []
    return _head(view, NEAREST, ruling.status) | {
        "open": waits,
        "flips": answers or [one for one in (_outcome(view, trials, each) for each in found) if one["then"]],
        "tried": trials.made,
    }


def nearest_text(view: View, data: Data, page: Page, most: int) -> str:
    """The smallest change, then others as text."""
    say = view.wording
    rows = _rows(view, data["flips"] if data["open"] else data["flips"][:_MOST_TEXT])
    if not rows:
        rows = [Row(say.say("verbs", "none-flips", facts=most, tried=data["tried"]))]
    elif data["open"]:
        rows = [Row(say.label("verbs", "hangs")), *rows]
    return lay_out([_section(view, "nearest", rows)], page.width, page.colour)


# -- what if --------------------------------------------------------------------------------------------------------


def compared(view: View, before: Ruling, after: Ruling) -> list[Side]:
    """The rulings before and after a change side by side."""
    say = view.wording
    labels = (say.label("verbs", "before"), say.label("verbs", "after"))
    both = versions(list(zip(labels, (before, after), strict=True)))
    return sides(both, say.language, say.grouped)


def what_if(view: View, before: Ruling, after: Ruling, trials: Trials, changes: Sequence[Change]) -> Data:
    """What changes in the ruling when facts change."""
    first, second = compared(view, before, after)
    then = View.of(after, view.wording)
    return _head(view, WHAT_IF, before.status) | {
        "changes": _changes(trials, changes),
        "same": not second.compared.differs,
        "differs": list(second.compared.differs),
        "new": differences(view, then),
        "gone": differences(then, view),
        "clauses": _deciding(view, then),
        "before": _side(first, view),
        "after": _side(second, view),
    }


def _side(side: Side, view: View) -> Data:
    return row_data(side) | {"rulebook": view.rulebook.id}


def what_if_text(view: View, data: Data, before: Ruling, after: Ruling, page: Page) -> str:
    """The change, then both rulings side by side; where they are the same that is all that is said."""
    say = view.wording
    first = _joined(view, [_worded(view, change) for change in data["changes"]])
    if data["same"]:
        old, new = (cited(r.trace, r.rulebook) for r in (before, after))
        added = [view.cite(clause) for clause in new if clause not in old]
        same = say.say("verbs", "same-but", clauses=", ".join(added)) if added else say.label("verbs", "same")
        return lay_out([_section(view, "what-if", [Row(first), Row(same)])], page.width, page.colour)
    parts = say.say("verbs", "changes", parts=parts_named(say, data["differs"]))
    above = lay_out([_section(view, "what-if", [Row(first), Row(parts)])], page.width, page.colour)
    return (
        above
        + "\n"
        + beside([brief(side) for side in compared(view, before, after)], [], page.width, page.colour, "story")
    )


__all__ = [
    "SCHEMAS",
    "Page",
    "nearest",
    "nearest_text",
    "notice",
    "requires",
    "requires_text",
    "view_of",
    "what_if",
    "what_if_text",
    "why",
    "why_not",
    "why_not_text",
    "why_text",
]
