"""A report as plain data: which entries it is about, its sheets, and the notes at its end.

The same journal gives the same report, byte for byte: a report bears the time of the last entry that it knows, not that
of its making.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facts.faults import Fault, Faults
from journal.records import Entry
from journal.reports import single, whole
from journal.reports.blocks import SCHEMA, languages_in
from journal.reports.chronicle import Case, Chronicle, Penalty, Source, body_of
from journal.reports.incident import Telling
from journal.reports.law import Law
from journal.reports.tongue import Tongue

KINDS = ("ruling", "notice", "protocol", "statistics", "disqualification")
"""The kinds of reports."""

_MOST_NAMED = 12
Tick = Callable[[int, int], None]


def make(
    journal: Source,
    event: str,
    kind: str,
    language: str,
    entry: int | None = None,
    tick: Tick = lambda done, of: None,
) -> dict[str, Any]:
    """A report of one of :data:`KINDS` in one of :data:`journal.reports.tongue.LANGUAGES`.

    ``entry``: the incident, or anything that is about it; without it the only one that there is. ``tick(done, of)``
    tells how far it is. Raises Faults when the event or the entry is not there, or it has to be said which one.
    """
    chronicle = Chronicle.read(journal, event)
    tongue = Tongue(language, chronicle.event.time_zone)
    if kind in ("protocol", "statistics"):
        law = Law(chronicle.event.rulebook or _usual(chronicle))
        sheets = (
            whole.protocol(chronicle, law, tongue, tick)
            if kind == "protocol"
            else whole.statistics(chronicle, journal.bodies(event), law, tongue, tick)
        )
        extra = [tongue.text("line.several")] if kind == "statistics" else []
        return _report(kind, chronicle, tongue, sheets, "", extra)
    if kind == "disqualification":
        return _disqualification(journal, chronicle, tongue, entry)
    case = _case(chronicle, _asked(chronicle, kind, entry, [case.entry for case in chronicle.cases]))
    told = _telling(journal, chronicle, case, tongue)
    if kind == "ruling":
        sheets = single.ruling(told)
    else:
        about = [penalty for penalty in case.penalties if penalty.entry.number == entry]
        sheets = single.notice(told, tuple(about) or case.penalties)
    return _report(kind, chronicle, tongue, sheets, f"-{entry or case.entry.number}", [])


def _disqualification(journal: Source, chronicle: Chronicle, tongue: Tongue, entry: int | None) -> dict[str, Any]:
    """Of one entry, or of everybody who was disqualified from the event."""
    found = list(chronicle.disqualifications)
    if entry is not None:
        case = _case(chronicle, chronicle.entry(entry))
        found = [p for p in case.penalties if p in found and entry in (p.entry.number, case.entry.number)]
        if not found:
            known = _named([penalty.entry for penalty in chronicle.disqualifications])
            raise _fault(chronicle, f"entry {entry} is no disqualification", known or "there is none in this event")
    sheets = [
        single.disqualification(_telling(journal, chronicle, _case(chronicle, penalty.entry), tongue), penalty)
        for penalty in found
    ]
    nobody = [single.none_disqualified(chronicle, tongue)]
    return _report("disqualification", chronicle, tongue, sheets or nobody, f"-{entry}" if entry else "", [])


def _telling(journal: Source, chronicle: Chronicle, case: Case, tongue: Tongue) -> Telling:
    told = case.data.get("rulebook")
    law = Law(str(told.get("id") or "") if isinstance(told, dict) else chronicle.event.rulebook)
    return Telling(chronicle, case, body_of(journal, case), law, tongue)


def _usual(chronicle: Chronicle) -> str:
    """The rulebook of the first incident, where the event names none."""
    for case in chronicle.cases:
        told = case.data.get("rulebook")
        if isinstance(told, dict) and told.get("id"):
            return str(told["id"])
    return ""


def _asked(chronicle: Chronicle, kind: str, entry: int | None, known: Sequence[Entry]) -> Entry:
    if entry is not None:
        return chronicle.entry(entry)
    if len(known) == 1:
        return known[0]
    if not known:
        raise _fault(chronicle, "no incident is on record", "floorcall log add EVENT FILE writes one down")
    raise _fault(chronicle, f"a {kind} is about one incident: which one is not said", _named(known))


def _case(chronicle: Chronicle, entry: Entry) -> Case:
    case = chronicle.case(entry)
    if case is None:
        known = _named([other.entry for other in chronicle.cases])
        raise _fault(chronicle, f"entry {entry.number} ({entry.kind}) is about no incident", known)
    return case


def _named(entries: Sequence[Entry]) -> str:
    """The last of some entries, as a hint."""
    numbers = [str(entry.number) for entry in entries[-_MOST_NAMED:]]
    return f"--entry N: {'… ' if len(entries) > _MOST_NAMED else ''}{', '.join(numbers)}" if numbers else ""


def _fault(chronicle: Chronicle, message: str, hint: str) -> Faults:
    return Faults([Fault(chronicle.event.id, 0, 0, message, hint)])


def _report(
    kind: str, chronicle: Chronicle, tongue: Tongue, sheets: list[dict[str, Any]], which: str, extra: list[str]
) -> dict[str, Any]:
    last = chronicle.last
    notes = [
        *extra,
        tongue.text("line.made", entry=tongue.number(last.number), when=tongue.moment(last.at)),
        tongue.text("line.zone", zone=tongue.zone),
        *(
            tongue.text("line.mark", lang=other, name=tongue.text(f"language.{other}"))
            for other in languages_in(sheets)
            if tongue.knows(f"language.{other}")
        ),
    ]
    return {
        "schema": SCHEMA,
        "kind": kind,
        "language": tongue.language,
        "title": tongue.text(f"title.{kind}"),
        "wide": kind == "protocol",
        "name": f"{chronicle.event.id}-{kind}{which}.{tongue.language}",
        "sheets": sheets,
        "notes": notes,
        "digest": {"label": tongue.text("head.digest"), "text": last.digest},
        "texts": {"page": tongue.text("line.page"), "sign": tongue.text("sign.name")},
        "at": int(last.at.timestamp()),
    }


__all__ = ["KINDS", "Case", "Penalty", "make"]
