"""The ruling as text for a tired person at a noisy table: the answer first, then the reasons, each with its clause.

Four readers of one ruling. A player gets two or three sentences; a judge the whole answer; a trainer also what is
tempting and wrong, and how the clauses could be read otherwise; an auditor every rule that was considered, with each
condition and its value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.arbitration import SETTLED
from engine.ruling import DISCRETION, NEEDS, Ruling
from explain.data import as_data
from explain.layout import NARROWEST, Row, Section, lay_out, wrap
from explain.options import phrases, sentence
from explain.view import View
from explain.wording import Wording, ending

PLAYER, JUDGE, TRAINER, AUDITOR = AUDIENCES = ("player", "judge", "trainer", "auditor")
_SENTENCES = 3
_TEMPTING_FACTS = 3
_NUMBER = re.compile(r"\d+")


def to_text(
    ruling: Ruling, language: str = "en", audience: str = "judge", width: int = 80, colour: bool = False
) -> str:
    """The ruling as text, ending in a line break.

    ``audience``: player, judge, trainer or auditor. ``width``: columns, at least 40 are used. ``colour``: with ANSI
    codes. Raises ValueError for a language or an audience that there is not.
    """
    if audience not in AUDIENCES:
        raise ValueError(f"no audience {audience}: one of {', '.join(AUDIENCES)}")
    view = View.of(ruling, Wording(language, ruling.vocabulary, grouped=True))
    data = as_data(ruling, language, grouped=True)
    if audience == PLAYER:
        return "\n".join(wrap(for_player(view, data), max(NARROWEST, width), max(NARROWEST, width))) + "\n"
    return lay_out(sections(view, data, audience, ruling), width, colour)


def sections(view: View, data: Mapping[str, Any], audience: str, ruling: Ruling) -> list[Section]:
    """The sections for judge, trainer or auditor in their order; a ruling that needs facts leads with the question."""
    every = audience != JUDGE
    asked = _section(view, "ask", _asked(view, data, "play"))
    first = [
        _section(view, "ruling", [Row(line["text"], _cited(view, line["clauses"])) for line in data["ruling"]]),
        _section(view, "status", [Row(status(view, ruling, data))]),
    ]
    needs = data["status"] == NEEDS
    found = [
        *([asked, *first] if needs else first),
        _section(view, "next", [Row(_choices(view, entry), head=entry["seat"]) for entry in data["options"]]),
        _section(view, "back", _back(view, data)),
        _section(view, "pots", [Row(pot["text"], pot["clauses"][:1]) for pot in data["chips"]["pots"]]),
        _section(view, "announce", [Row(s["text"], s["clauses"][:1]) for s in data["procedure"] if "act" in s]),
        _section(view, "steps", [*_steps(data["procedure"]), *_cards(view)]),
        _section(view, "sanction", _sanctions(view, data)),
        _section(view, "why", _reasons(view, data, every)),
        _section(view, "defeated", [] if audience == TRAINER else _not_applied(view, data)),
        _section(view, "tempting", _tempting(view, data) if audience == TRAINER else []),
        _section(view, "assumed", _assumed(view, data)),
        _section(view, "reading", _readings(view, data, every)),
        *([] if needs else [asked]),
    ]
    if every:
        found.append(_section(view, "clauses", [Row(c["gist"], head=c["clause"]) for c in data["citations"]]))
    if audience == AUDITOR:
        from explain.audit import audit  # late: only an auditor pays for it

        found.extend(audit(view))
    return found


def _section(view: View, key: str, rows: Iterable[Row]) -> Section:
    return Section(view.wording.label("sections", key), list(rows))


def _steps(procedure: list[dict[str, Any]]) -> list[Row]:
    """The steps of procedures, numbered as the dealer does them."""
    steps = [step for step in procedure if "act" not in step]
    return [Row(f"{n}  {step['text']}", step["clauses"][:1]) for n, step in enumerate(steps, 1)]


def _cards(view: View) -> list[Row]:
    """Which card becomes which."""
    cards = [v for v in view.ordered if view.topic(v).subject == "position" and v.status == SETTLED]
    return [Row(view.sentence(v), view.clauses_behind(v)[:1]) for v in cards]


def _cited(view: View, clauses: list[str]) -> list[str]:
    return [view.cite(clauses[0])] if clauses else []


# -- the answer -----------------------------------------------------------------------------------------------------


def status(view: View, ruling: Ruling, data: Mapping[str, Any]) -> str:
    """The status in words; for discretion also who decides, and what."""
    say = view.wording
    if ruling.status != DISCRETION:
        return say.label("statuses", ruling.status)
    left = [finding for finding in data["findings"] if finding.get("discretion")]
    play = [finding for finding in left if not _apart(view, finding["topic"])]
    silent = bool(ruling.trace.open_acts or ruling.trace.unanswered)
    open_to = (
        say.say("status", "discretion", official=say.official(found["by"]), range=found["range"])
        for found in (finding["discretion"] for finding in (play if silent else play or left))
    )
    texts = _longest(list(dict.fromkeys(open_to)))
    if not texts or silent:
        official = say.official("head-judge")
        texts.append(say.say("status", "unforeseen", official=official, cite=view.cite(ruling.rulebook.unforeseen)))
    return "; ".join(texts)


def _longest(texts: list[str]) -> list[str]:
    """Without what another text begins with."""
    return [text for text in texts if not any(other != text and other.startswith(text) for other in texts)]


def _apart(view: View, topic: str) -> bool:
    return view.vocabulary.stages[view.vocabulary.topics[topic].stage].apart


def _choices(view: View, entry: Mapping[str, Any]) -> str:
    return view.wording.label("option", "joined").join(phrases(view, entry))


def _back(view: View, data: Mapping[str, Any]) -> list[Row]:
    say = view.wording
    returned = data["chips"]["returned"]
    return [Row(say.say("chips", "back", seat=seat, amount=amount)) for seat, amount in returned.items()]


def _sanctions(view: View, data: Mapping[str, Any]) -> list[Row]:
    """Settled sanctions with the range they may be given in; open ones with the question that decides."""
    rows, say = [], view.wording
    for found in data["sanctions"]:
        text, told = found["text"], found.get("discretion")
        if found["status"] != "settled":
            text = say.say("sanction", "open" if text else "untold", seat=found["seat"], question=text)
        elif told:
            official = say.official(told["by"])
            text = say.say("sanction", "range", text=text, official=official, range=told["range"])
        rows.append(Row(text, found["clauses"][:1]))
        if found["status"] != "settled":
            about = f"act {found['act']}." if "act" in found else f"event {found['event']}."
            rows.extend(_asked(view, data, "sanction", about))
    beside = [v for v in view.ordered if view.topic(v).told == "sanction" and v.status == SETTLED]
    told = {view.sentence(v): view.clauses_behind(v)[:1] for v in beside}
    return [*rows, *(Row(text, clauses) for text, clauses in told.items())]


# -- the reasons ----------------------------------------------------------------------------------------------------


def _reasons(view: View, data: Mapping[str, Any], every: bool) -> list[Row]:
    """The reasons, without what already stands above them word for word."""
    shown = (*data["ruling"], *data["sanctions"], *data["chips"]["pots"])
    above = {entry["text"] for entry in shown} | {row.text for row in _cards(view)}
    ends = tuple(line["text"] for line in data["ruling"])
    lines = [
        line
        for line in data["reasoning"]
        if line["text"] not in above and not any(text.endswith(f". {line['text']}") for text in ends)
    ]
    return [
        Row(line["text"], line["clauses"] if every else line["clauses"][:1], head=str(n))
        for n, line in enumerate(lines, 1)
    ]


def _not_applied(view: View, data: Mapping[str, Any]) -> list[Row]:
    """One row for a rule and what put it aside, whatever number of seats it concerns."""
    say, rows = view.wording, []
    for same in _alike(data["defeated"]):
        one, others = same[0], list(dict.fromkeys(entry["subject"] for entry in same[1:]))
        relation = say.label("relations", one["relation"])
        claim, clause = one["claim"].rstrip("."), one["clauses"][0]
        text = say.say("defeated", "line", clause=clause, claim=claim, by=one["by_clause"], relation=relation)
        if others:
            text = say.say("defeated", "also", text=text, seats=[view.subject(subject) for subject in others])
        rows.append(Row(text))
    return rows


def _tempting(view: View, data: Mapping[str, Any]) -> list[Row]:
    say, rows = view.wording, []
    for same in _alike(data["defeated"]):
        one = same[0]
        facts = "; ".join(one["facts"][:_TEMPTING_FACTS])
        key = "tempting" if facts else "tempting-bare"
        claim, clause = one["claim"].rstrip("."), one["clauses"][0]
        rows.append(Row(say.say("defeated", key, claim=claim, clause=clause, facts=facts)))
        rows.append(Row(say.say("defeated", "refuted", by=one["by_clause"], reason=one["reason"]), deeper=1))
    return rows


def _alike(entries: Iterable[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The entries by rule and what put it aside; where two say the same about one subject, the more telling alone."""
    groups: dict[tuple[str, str, str], list[Mapping[str, Any]]] = {}
    shown: list[Mapping[str, Any]] = []
    for entry in entries:
        if not any(_same_claim(earlier, entry) for earlier in shown):
            shown.append(entry)
            groups.setdefault((entry["rule"], entry["by"], entry["relation"]), []).append(entry)
    return list(groups.values())


def _same_claim(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if any(one[name] != other[name] for name in ("topic", "subject", "by")):
        return False
    return all(other["values"].get(name, value) == value for name, value in one["values"].items())


def _assumed(view: View, data: Mapping[str, Any]) -> list[Row]:
    say, rows = view.wording, []
    for entry in data["assumptions"]:
        if entry["kind"] == "default":
            who = say.official(entry["confirm"])
            text = say.say("assumed", "confirm" if who else "plain", text=entry["text"], who=who)
            rows.append(Row(text))
        elif entry["kind"] == "taken-from":
            rows.append(Row(entry["text"]))
    return rows


def _readings(view: View, data: Mapping[str, Any], every: bool) -> list[Row]:
    say, rows = view.wording, []
    for reading in data["readings"]:
        who = say.official(reading["by"])
        key = "fixed" if reading["fixed"] else "chosen"
        rows.append(Row(say.say("reading", key, clause=reading["clause"], name=reading["chosen"], who=who)))
        if every:
            rows.append(Row(reading["meaning"], deeper=1))
        for other in reading["others"]:
            differs = ending(other["differs"])
            rows.append(Row(say.say("reading", "other", name=other["name"], differs=differs), deeper=1))
            if every:
                rows.append(Row(other["meaning"], deeper=2))
    return rows


# -- what has to be asked -------------------------------------------------------------------------------------------


def _asked(view: View, data: Mapping[str, Any], what: str, of: str = "") -> list[Row]:
    """Questions that matter, each with what its answers lead to; ``of``: only those about one subject."""
    say, rows = view.wording, []
    for question in data["questions"]:
        if question["for"] != what or not question["matters"] or not question["id"].startswith(of):
            continue
        rows += [] if what == "sanction" else [Row(question["question"])]
        # an only answer leads to the next question, whatever it is
        for said, texts in _answers(view, question) if len(question["answers"]) > 1 else ():
            text = say.say("ask", "answer", answer=said, text=view.lower(texts[0]))
            rows.append(Row(text, head="–", deeper=1))
            rows += [Row(text, head=" ", deeper=1) for text in texts[1:]]
    return rows


def _answers(view: View, question: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    """Each answer in words with what it leads to. Amounts that were tried and lead to the same but for the numbers are
    told as a range, by its last one.
    """
    say = view.wording
    found: list[tuple[list[Mapping[str, Any]], list[str] | None, list[str]]] = []
    for answer in question["answers"]:
        texts = answer["leads_to"]["text"] or [say.label("ask", "none")]
        kind = [_NUMBER.sub("#", text) for text in texts] if _is_amount(answer["values"]) else None
        if kind and found and found[-1][1] == kind:
            found[-1] = ([*found[-1][0], answer], kind, texts)
        else:
            found.append(([answer], kind, texts))
    return [(_said(view, answers), texts) for answers, _, texts in found]


def _said(view: View, answers: list[Mapping[str, Any]]) -> str:
    say = view.wording
    if len(answers) == 1:
        return say.label("language", "list-either").join(answers[0]["said"])
    values = sorted(value for answer in answers for value in answer["values"])
    return say.say("ask", "range", first=values[0], last=answers[-1]["values"][0])


def _is_amount(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def for_player(view: View, data: Mapping[str, Any]) -> str:
    """Two or three sentences without clauses or ids."""
    say = view.wording
    asked = [q for q in data["questions"] if q["for"] == "play" and q["matters"]]
    if data["status"] == NEEDS and asked:
        question = asked[0]
        answers = [
            say.say("ask", "player-answer", answer=said, text=view.lower(texts[0]))
            for said, texts in _answers(view, question)
        ]
        return ending([say.say("ask", "player", question=question["question"]), *answers])
    found = [line["text"] for line in data["ruling"]][:2]
    returned = data["chips"]["returned"]
    found += [say.say("chips", "back-sentence", seat=seat, amount=amount) for seat, amount in returned.items()]
    found += [sentence(view, entry) for entry in data["options"] if entry["acts"]]
    return ending(found[:_SENTENCES])
