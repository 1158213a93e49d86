"""The reports about a whole event: its protocol, and its statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Any

from journal.records import Body, Entry
from journal.reports import blocks, choices
from journal.reports.appeals import protests
from journal.reports.blocks import Block, own
from journal.reports.chronicle import Case, Chronicle, seats_of
from journal.reports.incident import penalty_table
from journal.reports.kinds import Kinds
from journal.reports.law import Law
from journal.reports.plain import line, name
from journal.reports.tongue import Said, Tongue

_MOST_ROWS = 25
_MOST_CLAUSES = 3
_ROOM = (0, 0, 0, 9, 3, 5)  # how the columns of the incidents share a page; 0: as narrow as what stands there
_CELL = 400  # letters of what somebody typed, in a cell of a table

_MORNING = 6  # the hour with which a day of play begins

Tick = Callable[[int, int], None]


def _head(chronicle: Chronicle, law: Law, say: Tongue) -> Block:
    event = chronicle.event
    return blocks.pairs(
        [
            (say.text("head.event"), own(line(event.name or event.id))),
            (say.text("head.place"), own(line(event.place))),
            (say.text("head.organiser"), own(line(event.organiser))),
            (say.text("head.dates"), own(_dates(chronicle, say))),
            (say.text("head.rulebook"), law.name(say)),
        ]
    )


def _dates(chronicle: Chronicle, say: Tongue) -> str:
    moments = [case.entry.at for case in chronicle.cases] or [chronicle.event.opened]
    days = sorted({say.local(at).date() for at in moments})
    if len(days) == 1:
        return say.date(days[0])
    return say.text("line.span", first=say.date(days[0]), last=say.date(days[-1]))


# -- protocol -------------------------------------------------------------------------------------------------------


def protocol(chronicle: Chronicle, law: Law, say: Tongue, tick: Tick = lambda done, of: None) -> list[dict[str, Any]]:
    """All incidents, penalties, disqualifications and protests of an event. ``tick(done, of)`` counts incidents."""
    parts = [
        blocks.section("summary", say.text("section.summary"), [_summary(chronicle, say)]),
        blocks.section("incidents", say.text("section.incidents"), _incidents(chronicle, law, say, tick)),
        blocks.section("overrides", say.text("section.overrides"), _overrides(chronicle, say)),
        *(
            blocks.section(part, say.text(f"section.{part}"), _punished(chronicle, found, law, say))
            for part, found in (("penalties", chronicle.penalties), ("disqualifications", chronicle.disqualifications))
        ),
        blocks.section("protests", say.text("section.protests"), _protested(chronicle, law, say)),
        blocks.section("corrections", say.text("section.corrections"), _corrections(chronicle, say)),
        blocks.section("signatures", say.text("section.signatures"), [_signed(say)]),
    ]
    event = chronicle.event
    return [blocks.sheet(say.text("title.protocol"), line(event.name or event.id), _head(chronicle, law, say), parts)]


def _signed(say: Tongue) -> Block:
    return blocks.sign([(say.text("sign.head"), ""), (say.text("sign.secretary"), "")])


def _summary(chronicle: Chronicle, say: Tongue) -> Block:
    tables = {case.table for case in chronicle.cases if case.table}
    found = (
        ("incidents", len(chronicle.cases)),
        ("tables", len(tables)),
        ("overridden", sum(case.overridden for case in chronicle.cases)),
        ("penalties", len(chronicle.penalties)),
        ("disqualifications", len(chronicle.disqualifications)),
        ("protests", len(chronicle.protests)),
    )
    return blocks.pairs([(say.text(f"head.{key}"), own(say.number(count))) for key, count in found])


def _incidents(chronicle: Chronicle, law: Law, say: Tongue, tick: Tick) -> list[Block]:
    if not chronicle.cases:
        return [blocks.text(own(say.text("line.no-incidents")))]
    columns = ("number", "time", "table", "decision", "clauses", "punished")
    heads = [say.text(f"head.{name}") for name in columns]
    days: dict[date, list[list[Said]]] = {}
    for done, case in enumerate(chronicle.cases, 1):
        days.setdefault(say.local(case.entry.at).date(), []).append(_row(chronicle, case, law, say))
        tick(done, len(chronicle.cases))
    return [blocks.table(say.date(day), heads, rows, (0,), _ROOM) for day, rows in days.items()]


def _row(chronicle: Chronicle, case: Case, law: Law, say: Tongue) -> list[Said]:
    entry = case.entry
    clauses = dict.fromkeys(law.cite(clause) for clause in case.data.get("clauses") or ())
    return [
        own(say.number(entry.number)),
        own(say.time(entry.at)),
        own(" / ".join(name(part, 40) for part in (case.table, case.hand) if part)),
        _decided(case, say),
        own(", ".join(list(clauses)[:_MOST_CLAUSES])),
        own(name("; ".join(_players(chronicle, case, say)), _CELL)),
    ]


def _players(chronicle: Chronicle, case: Case, say: Tongue) -> Iterator[str]:
    """Who was named in an incident, each with what was given to him; who was punished comes first."""
    given: dict[str, list[str]] = {}
    for penalty in case.penalties:
        player = str(penalty.data.get("player") or penalty.data.get("seat") or "")
        given.setdefault(player, []).append(choices.penalty(penalty.data, say))
    seats = {key: seat for seat, key in seats_of(case).items()}
    for player in dict.fromkeys((*given, *seats)):
        who = f"{seats[player]}: {chronicle.called(player)}" if player in seats else chronicle.called(player)
        yield f"{who} – {', '.join(given[player])}" if player in given else who


def _decided(case: Case, say: Tongue) -> Said:
    """What was decided: by the official where he departed from the ruling, else by the ruling."""
    if case.overridden and case.decision is not None:
        return own(name(f"* {case.decision.data.get('instead') or ''}", _CELL))
    found = say.pick(case.data.get("headline") or {})
    return say.said(name(found["text"], _CELL), found["lang"])


def _overrides(chronicle: Chronicle, say: Tongue) -> list[Block]:
    heads = [say.text(f"head.{name}") for name in ("incident", "standard", "instead", "reason", "official")]
    rows = [
        [
            own(say.number(case.entry.number)),
            *(own(name(case.decision.data.get(key) or "", _CELL)) for key in ("standard", "instead", "reason")),
            own(line(case.decision.by)),
        ]
        for case in chronicle.cases
        if case.overridden and case.decision is not None
    ]
    return [blocks.table(say.text("section.overrides"), heads, rows, ends=(0,))] if rows else _none(say)


def _punished(chronicle: Chronicle, found: Iterable[Any], law: Law, say: Tongue) -> list[Block]:
    given = list(found)
    return [penalty_table(chronicle, given, law, say)] if given else _none(say)


def _protested(chronicle: Chronicle, law: Law, say: Tongue) -> list[Block]:
    return protests(chronicle, chronicle.protests, law, say) or _none(say)


def _none(say: Tongue) -> list[Block]:
    return [blocks.text(own(say.text("line.none")))]


def _corrections(chronicle: Chronicle, say: Tongue) -> list[Block]:
    told = [(own(_correction(entry, say)), line(entry.by)) for entry in chronicle.of_kind("correction", "note")]
    return [blocks.items(told)] if told else []


def _correction(entry: Entry, say: Tongue) -> str:
    key = "line.corrected" if entry.kind == "correction" else "line.about-entry"
    about = f" ({say.text(key, entry=entry.about)})" if entry.about else ""
    told = entry.data.get("reason") if entry.kind == "correction" else entry.data.get("text")
    return f"{say.number(entry.number)}{about}: {line(told or '')}"


# -- statistics -----------------------------------------------------------------------------------------------------


def statistics(
    chronicle: Chronicle, bodies: Iterable[tuple[int, Body]], law: Law, say: Tongue, tick: Tick = lambda done, of: None
) -> list[dict[str, Any]]:
    """How many incidents there were of each kind, at each table, by each clause that decided, in each hour."""
    cases = chronicle.cases
    parts = [blocks.section("summary", say.text("section.summary"), [_summary(chronicle, say)])]
    if cases:
        parts += _charts(cases, dict(_decided_by(bodies, len(cases), tick)), law, say)
    else:
        nothing = [blocks.text(own(say.text("line.no-incidents")))]
        parts.append(blocks.section("incidents", say.text("section.incidents"), nothing))
    event = chronicle.event
    return [blocks.sheet(say.text("title.statistics"), line(event.name or event.id), _head(chronicle, law, say), parts)]


def _charts(
    cases: tuple[Case, ...], decided: dict[int, tuple[list[str], list[str]]], law: Law, say: Tongue
) -> Iterator[dict[str, Any]]:
    kinds = Kinds(say, law.vocabulary)
    by_case = [decided.get(case.entry.number, ([], [])) for case in cases]
    happened = [kinds.events(case) or acts for case, (acts, _) in zip(cases, by_case, strict=True)]
    yield _counted("kinds", "kind", ((kinds.title(kind) for kind in found) for found in happened), cases, say)
    yield _counted("tables", "table", ([own(_table(case, say))] for case in cases), cases, say, by_name=True)
    wrong = (kinds.errors(case) for case in cases)
    yield _counted("errors", "error", ((kinds.title(kind) for kind in found) for found in wrong), cases, say)
    yield _counted("clauses", "clause", (_clauses(clauses, law, say) for _, clauses in by_case), cases, say)
    yield _hours(cases, say)


def _decided_by(
    bodies: Iterable[tuple[int, Body]], of: int, tick: Tick
) -> Iterator[tuple[int, tuple[list[str], list[str]]]]:
    """By number of the entry what its acts count as, and the clauses behind the decision and the sanctions."""
    for done, (number, body) in enumerate(bodies, 1):
        told = next(iter(body.rulings.values()), {})
        lines = [*(told.get("ruling") or ()), *(told.get("sanctions") or ())]
        settled = (found["values"].get("as") for found in told.get("findings") or () if found["topic"] == "settles")
        acts = [act for act in settled if act]
        clauses = [clause for part in lines for clause in part["clauses"][:1]]
        yield number, (list(dict.fromkeys(map(str, acts))), list(dict.fromkeys(clauses)))
        tick(done, of)


def _table(case: Case, say: Tongue) -> str:
    return name(case.table, 60) or say.text("line.any-table")


def _clauses(clauses: Iterable[str], law: Law, say: Tongue) -> Iterator[Said]:
    for clause in clauses:
        title = law.title(clause, say)
        yield {"text": f"{law.cite(clause)} {title['text']}".strip(), "lang": title["lang"]}


def _counted(
    id: str, head: str, told: Iterable[Iterable[Said]], cases: tuple[Case, ...], say: Tongue, by_name: bool = False
) -> dict[str, Any]:
    """A chart of how many incidents each label stands for; the greatest first, what is many rows together.

    ``by_name``: in the order of the labels, table 2 before table 10; what has no number comes last.
    """
    labels: dict[str, Said] = {}
    counts: Counter[str] = Counter()
    for found in told:
        for said in {said["text"]: said for said in found}.values():
            labels[said["text"]] = said
            counts[said["text"]] += 1
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], _natural(pair[0])))
    shown = ranked[:_MOST_ROWS]
    if by_name:
        shown.sort(key=lambda pair: (not any(letter.isdecimal() for letter in pair[0]), _natural(pair[0])))
    rows = [(labels[label], count) for label, count in shown]
    rest = sum(count for _, count in ranked[_MOST_ROWS:])
    if rest:
        rows.append((own(say.text("line.others")), rest))
    title = say.text(f"section.{id}")
    if not rows:
        nothing = "line.no-errors" if id == "errors" else "line.none"
        return blocks.section(id, title, [blocks.text(own(say.text(nothing)))])
    return blocks.section(id, title, [_chart(title, head, rows, len(cases), say)])


def _chart(title: str, head: str, rows: Iterable[tuple[Said, int]], whole: int, say: Tongue) -> Block:
    heads = [say.text(f"head.{name}") for name in (head, "chart", "count", "share")]
    return blocks.bars(title, heads, [(said, n, say.number(n), say.percent(n, whole)) for said, n in rows])


def _hours(cases: tuple[Case, ...], say: Tongue) -> dict[str, Any]:
    """By hour of the day, the empty hours between the first and the last included."""
    counts = Counter(say.local(case.entry.at).hour for case in cases)
    span = _busy(sorted(counts))
    rows = [(own(f"{hour:02}:00"), counts[hour]) for hour in span]
    title = say.text("section.hours")
    return blocks.section("hours", title, [_chart(title, "hour", rows, len(cases), say)])


def _busy(hours: list[int]) -> list[int]:
    """The hours from the first to the last; the small hours of the night end the day before."""
    days = sorted((hour - _MORNING) % 24 for hour in hours)
    return [(_MORNING + n) % 24 for n in range(days[0], days[-1] + 1)] if days else []


def _natural(text: str) -> tuple[Any, ...]:
    """An order in which table 2 comes before table 10."""
    import re

    return tuple((1, int(part), "") if part.isdecimal() else (0, 0, part) for part in re.split(r"(\d+)", text))
