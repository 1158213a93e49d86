"""The ruling as text for a tired person at a noisy table: the answer first, then the reasons, each with its clause.

Four readers of one ruling. A player gets two or three sentences; a judge the whole answer; a trainer also what is
tempting and wrong, and how the clauses could be read otherwise; an auditor every rule that was considered, with each
condition and its value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.arbitration import SETTLED
from engine.outcomes import is_beside_play
from engine.ruling import DISCRETION, NEEDS, Ruling
from explain.asking import answers_of, asked, asked_beside_sanctions, branches_of
from explain.data import Teller
from explain.layout import NARROWEST, Row, Section, lay_out, wrap
from explain.options import phrases, sentence
from explain.view import View
from explain.wording import ending

PLAYER, JUDGE, TRAINER, AUDITOR = AUDIENCES = ("player", "judge", "trainer", "auditor")
_SENTENCES = 3
_TEMPTING_FACTS = 3


def to_text(
    ruling: Ruling,
    language: str = "en",
    audience: str = "judge",
    width: int = 80,
    colour: bool = False,
    teller: Teller | None = None,
) -> str:
    """The ruling as text, ending in a line break.

    ``audience``: player, judge, trainer or auditor. ``width``: columns, at least 40 are used. ``colour``: with ANSI
    codes. ``teller``: one that has told the ruling before. Raises ValueError for a language or an audience that there
    is not.
    """
    if audience not in AUDIENCES:
        raise ValueError(f"no audience {audience}: one of {', '.join(AUDIENCES)}")
    teller = teller or Teller(ruling)
    view, data = teller.view(language, grouped=True), teller.data(language, grouped=True)
    if audience == PLAYER:
        return "\n".join(wrap(for_player(view, data), max(NARROWEST, width), max(NARROWEST, width))) + "\n"
    text = lay_out(sections(view, data, audience, ruling), width, colour)
    if data.get("disputes", {}).get("matters"):
        from explain.disputes import side_by_side  # late: in most stories nothing is disputed

        return text + "\n" + side_by_side(view, ruling, width, colour)
    return text


def sections(view: View, data: Mapping[str, Any], audience: str, ruling: Ruling) -> list[Section]:
    """The sections for judge, trainer or auditor in their order; a ruling that needs facts leads with the question."""
    disputed = []
    if "disputes" in data:
        from explain.disputes import dispute_sections  # late: in most stories nothing is disputed

        disputed = dispute_sections(view, data["disputes"])
        if data["disputes"]["matters"]:
            return disputed
    every = audience != JUDGE
    questions = _section(view, "ask", asked(view, data))
    standing = status(view, ruling, data)
    answers = _answers_first(view, data, questions, standing)
    first = [_section(view, "ruling", answers), _section(view, "status", [Row(standing)])]
    needs, steps = data["status"] == NEEDS, _steps(view, data["procedure"])
    found = [
        *disputed,
        *([questions, *first] if needs else first),
        _section(view, "next", _next(view, data)),
        _section(view, "back", _back(view, data)),
        _section(view, "pots", [Row(pot["text"], pot["clauses"][:1]) for pot in data["chips"]["pots"]]),
        _section(view, "announce", [Row(s["text"], s["clauses"][:1]) for s in data["procedure"] if "act" in s]),
        _section(view, "steps", steps),
        _section(view, "sanction", _sanctions(view, data, [*questions.rows, *answers], standing)),
        _section(view, "why", _reasons(data, steps, every)),
        _section(view, "defeated", [] if audience == TRAINER else _not_applied(view, data)),
        _section(view, "tempting", _tempting(view, data) if audience == TRAINER else []),
        _section(view, "layer", [Row(layer["text"]) for layer in data["layers"]]),
        _section(view, "assumed", _assumed(view, data)),
        _section(view, "reading", _readings(view, data, every)),
        *([] if needs else [questions]),
    ]
    if every:
        found.append(_section(view, "clauses", [Row(c["gist"], head=c["clause"]) for c in data["citations"]]))
    found.append(_section(view, "note", [Row(data["incomplete"])] if "incomplete" in data else []))
    if audience == AUDITOR:
        from explain.audit import audit  # late: only an auditor pays for it

        found.extend(audit(view))
    return found


def _section(view: View, key: str, rows: Iterable[Row]) -> Section:
    return Section(view.wording.label("sections", key), list(rows))


def _answers_first(view: View, data: Mapping[str, Any], questions: Section, standing: str) -> list[Row]:
    """The sentences of the ruling; what has to be asked stands under its own head if there is one.

    ``standing``: the status in words; a range that it names is not told again.
    """
    say = view.wording
    put = {say.say("headline", "unknown", question=question) for question in _open_questions(data)}
    ranges = {found["text"]: found["discretion"] for found in data["findings"] if _left_apart(view, found)}
    rows = []
    for line in data["ruling"]:
        text = _with_range(view, line["text"], ranges.get(line["text"]), standing)
        if not questions.rows or line["text"] not in put:
            rows.append(Row(text, _cited(view, line["clauses"])))
    return rows


def _with_range(view: View, text: str, left: Mapping[str, Any] | None, standing: str) -> str:
    """A sentence with who may decide otherwise and how, unless the status has named that already."""
    if not left or left["range"] in standing:
        return text
    official = view.wording.official(left["by"])
    return view.wording.say("sanction", "range", text=text, official=official, range=left["range"])


def _open_questions(data: Mapping[str, Any]) -> Iterator[str]:
    for pending in data["pending"]:
        yield from (place["question"] for place in pending["unknown"])
    yield from (question["question"] for question in data["questions"])


def _left_apart(view: View, found: Mapping[str, Any]) -> bool:
    """Whether somebody may decide a finding on conduct or rights otherwise, and the status does not say so."""
    return "discretion" in found and _apart(view, found["topic"]) and not is_beside_play(view.trace, view.vocabulary)


def _steps(view: View, procedure: list[dict[str, Any]]) -> list[Row]:
    """The steps of procedures, numbered as the dealer does them; without any, which card becomes which."""
    steps = [step for step in procedure if "act" not in step]
    if steps:
        return [Row(step["text"], step["clauses"][:1], head=str(n)) for n, step in enumerate(steps, 1)]
    cards = [v for v in view.ordered if view.topic(v).subject == "position" and v.status == SETTLED]
    return [Row(view.sentence(v), view.clauses_behind(v)[:1]) for v in cards]


def _cited(view: View, clauses: list[str]) -> list[str]:
    return [view.cite(clauses[0])] if clauses else []


# -- the answer -----------------------------------------------------------------------------------------------------


def status(view: View, ruling: Ruling, data: Mapping[str, Any]) -> str:
    """The status in words; for discretion also who decides, and what."""
    say = view.wording
    if ruling.status != DISCRETION:
        text, waits = say.label("statuses", ruling.status), ruling.status != NEEDS and view.open_questions(apart=True)
        return say.say("status", "beside-open", status=text) if waits else text
    texts = [
        say.say("status", "discretion", official=say.official(by), range="; ".join(_longest(told)))
        for by, told in _left_to(view, data).items()
    ]
    trace, book = ruling.trace, ruling.rulebook
    if not texts or trace.open_acts or trace.unanswered:
        key, official = "unforeseen" if book.unforeseen else "unforeseen-nobody", say.official(book.official)
        texts.append(say.say("status", key, official=official, cite=view.cite(book.unforeseen)))
    return "; ".join(texts)


def _left_to(view: View, data: Mapping[str, Any]) -> dict[str, list[str]]:
    """Who may decide what the status speaks of otherwise, each with the ranges."""
    beside = is_beside_play(view.trace, view.vocabulary)
    ranges: dict[str, list[str]] = {}
    for finding in data["findings"]:
        found = finding.get("discretion")
        if found and (beside or not _apart(view, finding["topic"])):
            ranges.setdefault(found["by"], []).append(found["range"])
    return ranges


def _longest(told: list[str]) -> list[str]:
    """Each text once, and none that another one begins with."""
    texts = list(dict.fromkeys(told))
    return [text for text in texts if not any(other != text and other.startswith(text) for other in texts)]


def _apart(view: View, topic: str) -> bool:
    return view.vocabulary.stages[view.vocabulary.topics[topic].stage].apart


def _next(view: View, data: Mapping[str, Any]) -> list[Row]:
    """The choices of every seat that has one; why another has none stands among the reasons."""
    able = (entry for entry in data["options"] if entry["acts"] or entry["open"])
    return [Row(_choices(view, entry), head=entry["seat"]) for entry in able]


def _choices(view: View, entry: Mapping[str, Any]) -> str:
    return view.wording.label("option", "joined").join(phrases(view, entry))


def _back(view: View, data: Mapping[str, Any]) -> list[Row]:
    say = view.wording
    returned = data["chips"]["returned"]
    return [Row(say.say("chips", "back", seat=seat, amount=amount)) for seat, amount in returned.items()]


def _sanctions(view: View, data: Mapping[str, Any], above: list[Row], standing: str) -> list[Row]:
    """Settled sanctions with the range they may be given in; open ones with the question that decides.

    ``above``: the rows of question and ruling, which are not repeated; ``standing``: the status in words.
    """
    rows, say, put = [], view.wording, {row.text for row in above if not row.head}
    for found in data["sanctions"]:
        text, settled = found["text"], found["status"] == "settled"
        if settled:
            text = _with_range(view, text, found.get("discretion"), standing)
        else:
            asked_already = text in put or say.say("headline", "unknown", question=text) in put
            key = "untold" if not text else "waits" if asked_already else "open"
            text = say.say("sanction", key, seat=found["seat"], question=text)
        if text not in put:
            rows.append(Row(text, found["clauses"][:1]))
        rows.extend([] if settled else branches_of(view, data, found))
    beside = [v for v in view.ordered if view.topic(v).told == "sanction" and v.status == SETTLED]
    told = {view.sentence(v): view.clauses_behind(v)[:1] for v in beside}
    return [*rows, *(Row(text, clauses) for text, clauses in told.items()), *asked_beside_sanctions(view, data)]


def _about(found: Mapping[str, Any]) -> str:
    """How the ids of the questions about a sanction begin."""
    return f"act {found['act']}." if "act" in found else f"event {found['event']}."


# -- the reasons ----------------------------------------------------------------------------------------------------


def _reasons(data: Mapping[str, Any], steps: list[Row], every: bool) -> list[Row]:
    """The reasons, without what already stands above them word for word."""
    announced = (step for step in data["procedure"] if "act" in step)
    shown = (*data["ruling"], *data["sanctions"], *data["chips"]["pots"], *announced)
    above = [*(entry["text"] for entry in shown), *(row.text for row in steps)]
    lines = [line for line in data["reasoning"] if not any(line["text"] in text for text in above)]
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
        rows.append(text)
    return [Row(text) for text in dict.fromkeys(rows)]


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
    say, told = view.wording, []
    for entry in data["assumptions"]:
        if entry["kind"] == "default":
            who = say.official(entry["confirm"])
            told.append(say.say("assumed", "confirm" if who else "plain", text=entry["text"], who=who))
        elif entry["kind"] == "taken-from":
            told.append(entry["text"])
    return [Row(text) for text in dict.fromkeys(told)]


def _readings(view: View, data: Mapping[str, Any], every: bool) -> list[Row]:
    say, rows = view.wording, []
    for reading in data["readings"]:
        who = say.official(reading["by"])
        key = "fixed" if reading["fixed"] else "chosen"
        rows.append(Row(say.say("reading", key, clause=reading["clause"], name=reading["chosen"], who=who)))
        if every:
            rows.append(Row(reading["meaning"], deeper=1))
        for other in reading["others"]:
            differs = ending(text if text.endswith((".", "?")) else f"{text}." for text in other["differs"])
            rows.append(Row(say.say("reading", "other", name=other["name"], differs=differs), deeper=1))
            if every:
                rows.append(Row(other["meaning"], deeper=2))
    return rows


# -- the player ----------------------------------------------------------------------------------------------------


def for_player(view: View, data: Mapping[str, Any]) -> str:
    """Two or three sentences without clauses or ids."""
    say = view.wording
    if data.get("disputes", {}).get("matters"):
        return say.label("dispute", "player")
    asked = [q for q in data["questions"] if q["matters"]]  # those about the play come first
    if data["status"] == NEEDS and asked:
        question = asked[0]
        answers = [
            say.say("ask", "player-answer", answer=said, text=view.lower(texts[0]))
            for said, texts in answers_of(view, question)
        ]
        return ending([say.say("ask", "player", question=question["question"]), *answers])
    found = [line["text"] for line in data["ruling"]][:2]
    returned = data["chips"]["returned"]
    found += [say.say("chips", "back-sentence", seat=seat, amount=amount) for seat, amount in returned.items()]
    found += [sentence(view, entry) for entry in data["options"] if entry["acts"]]
    left = sorted(_left_to(view, data)) if data["status"] == DISCRETION else ()
    return ending([*found[:_SENTENCES], *(say.say("status", "player", official=say.official(by)) for by in left)])
