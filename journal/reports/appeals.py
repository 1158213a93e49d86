"""What a report says about protests: who may file one and how, then those that were filed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from journal.reports import blocks
from journal.reports.blocks import Block, own
from journal.reports.chronicle import Chronicle, Protest
from journal.reports.law import Law
from journal.reports.plain import line
from journal.reports.tongue import Said, Tongue


def right_of_protest(law: Law, tongue: Tongue) -> list[Block]:
    """What the rules say about protests, clause by clause."""
    told = [(Said(text=line(said["text"]), lang=said["lang"]), cite) for cite, said in law.appeals(tongue)]
    return [blocks.items(told)] if told else [blocks.text(own(tongue.text("line.no-right")))]


def protests(chronicle: Chronicle, found: Iterable[Protest], law: Law, tongue: Tongue) -> list[Block]:
    """Each protest with what became of it; what the rules say about several of them is said once."""
    told: list[Block] = []
    for protest in found:
        for block in _protest(chronicle, protest, law, tongue):
            if block["block"] != "items" or block not in told:
                told.append(block)
    return told


def _protest(chronicle: Chronicle, protest: Protest, law: Law, tongue: Tongue) -> Iterator[Block]:
    data, decision = protest.data, protest.decision
    who = chronicle.called(data.get("player") or "")
    number = tongue.number(protest.entry.number)
    title = tongue.text("line.protest", player=who, entry=protest.entry.about or "", number=number)
    ruled = data.get("ruled") or {}
    outcome = tongue.text("line.protest-open" if ruled.get("allowed") is not False else "line.not-admitted")
    due = _due(data, law, tongue) if decision is None else ""
    if decision is not None:
        key = f"outcome.{decision.data.get('outcome')}"
        outcome = tongue.text(key) if tongue.knows(key) else line(decision.data.get("outcome") or "")
    filed = moment(data.get("filed"), tongue) or tongue.moment(protest.entry.at)
    by = line(data.get("received_by") or "")
    yield blocks.text(own(title), strong=True)
    yield blocks.pairs(
        [
            (tongue.text("head.text"), own(line(data.get("text") or ""))),
            (tongue.text("head.filed"), own(tongue.text("line.received", when=filed, by=by) if by else filed)),
            (tongue.text("head.outcome"), own(tongue.text("line.due", outcome=outcome, due=due) if due else outcome)),
            (tongue.text("head.reason"), own(line(decision.data.get("text") or "") if decision else "")),
        ]
    )
    said = tongue.chosen(ruled.get("text") or {})
    if said:
        cites = ", ".join(law.cite(clause) for clause in (ruled.get("clauses") or ())[:3])
        yield blocks.items([(tongue.said(line(text), said), cites) for text in ruled["text"][said]])


def _due(data: Mapping[str, Any], law: Law, tongue: Tongue) -> str:
    """Until when a protest that was received has to be decided."""
    from datetime import datetime, timedelta

    try:
        received = datetime.fromisoformat(str(data.get("received") or ""))
    except ValueError:
        return ""
    if received.tzinfo is None or law.term is None:
        return ""
    days, clause = law.term
    last = tongue.local(received).date() + timedelta(days=days)
    return tongue.text("line.term", date=tongue.date(last), days=tongue.count("days", days), clause=clause)


def moment(told: object, tongue: Tongue) -> str:
    """A moment that an entry tells as ISO 8601; what is none comes out as it was told, nothing where none was told."""
    from datetime import datetime

    if not told:
        return ""
    try:
        at = datetime.fromisoformat(str(told))
    except ValueError:
        return line(told)
    return tongue.moment(at) if at.tzinfo else tongue.date(at.date())


__all__ = ["moment", "protests", "right_of_protest"]
