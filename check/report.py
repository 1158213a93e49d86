"""The whole of the static checks: run, set against what the book explains, told as data (docs/check.schema.json)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import z3

from check.confirm import Bench
from check.findings import CONFIRMED, Gap, Outcome, Overlap, Reason, Silence
from check.gaps import Region, event_kinds, gaps, has_gap
from check.laws import laws
from check.overlaps import overlaps, pairs
from check.terms import translate
from check.world import World
from facts.records import NamedTuple
from facts.writer import write_incident
from knowledge.explained import Explained, ExplainedGap, ExplainedOverlap
from knowledge.model import Rulebook

PARTS = ("overlaps", "gaps")
Tick = Callable[[], None]


class Checked(NamedTuple):
    """What the checks found. ``overlaps`` and ``silence`` are None where they were not asked for; ``stale``: what the
    book explains although nothing is there to explain.
    """

    overlaps: Outcome | None
    silence: Silence | None
    explained: Explained
    stale: tuple[ExplainedOverlap | ExplainedGap, ...]

    @property
    def unexplained(self) -> int:
        """How many confirmed overlaps and how many gaps the book does not explain."""
        open_pairs = [one for one in self._confirmed() if not why_of(one, self.explained)]
        return len(open_pairs) + (len(self.silence.gaps) if self.silence else 0)

    def _confirmed(self) -> list[Overlap]:
        return [one for one in (self.overlaps.overlaps if self.overlaps else ()) if one.status == CONFIRMED]


def steps(world: World, parts: Sequence[str]) -> int:
    """How many steps a check takes, for a bar."""
    many = sum(1 for _ in pairs(world)) if "overlaps" in parts else 0
    return many + (len(event_kinds(world)) if "gaps" in parts else 0)


def world_of(bench: Bench) -> World:
    """The facts that the rules of a book speak of."""
    return World(bench.book, bench.vocabulary, laws())


def check(world: World, bench: Bench, explained: Explained, parts: Sequence[str], tick: Tick) -> Checked:
    """Looks for overlaps and gaps. ``tick`` is called after each step."""
    found = overlaps(world, bench, tick) if "overlaps" in parts else None
    regions: dict[str, list[Region]] = {}
    for told in explained.gaps:
        regions.setdefault(told.event, []).append(region(told))
    silence = gaps(world, bench, regions, tick) if "gaps" in parts else None
    stale: list[ExplainedOverlap | ExplainedGap] = []
    if found is not None:
        known = {frozenset(one.rules) for one in found.overlaps}
        stale.extend(one for one in explained.overlaps if one.own and one.rules not in known)
    if silence is not None:
        stale.extend(one for one in explained.gaps if one.own and not has_gap(world, bench, one.event, region(one)))
    return Checked(found, silence, explained, tuple(stale))


def region(told: ExplainedGap) -> Region:
    """The facts that an explanation covers, as a formula."""

    def formula(world: World, event: str) -> Any:
        parts: list[Any] = []
        figures = {event: world.figure(event, world.event(event, 1)), "table": world.figure("table", world.table)}
        for pattern in told.patterns:
            parts.extend(world.match(pattern.slots, figures[pattern.type], {}))
        if told.test is not None:
            slots = {
                name: world.slot(figures[type], name)
                for type in ("table", event)
                for name in world.vocabulary.slots_of(type)
            }
            parts.append(translate(told.test, slots, world.parameters, world.words).value)
        return z3.And(parts) if parts else z3.BoolVal(True)

    return formula


def why_of(overlap: Overlap, explained: Explained) -> Mapping[str, str]:
    """Why a book lets two rules overlap; empty where it does not say."""
    return next((one.why for one in explained.overlaps if one.rules == frozenset(overlap.rules)), {})


# -- as data --------------------------------------------------------------------------------------------------------


def as_data(checked: Checked, book: Rulebook, language: str) -> dict[str, Any]:
    """The findings as JSON data, texts in one language."""
    outcome, silence = checked.overlaps, checked.silence
    clauses = {rule.id: rule.clause for rule in book.rules}
    return {
        "overlaps": None
        if outcome is None
        else {
            "tally": outcome.tally._asdict(),
            "found": [_overlap(one, clauses, checked.explained, language) for one in outcome.overlaps],
        },
        "gaps": None
        if silence is None
        else {
            "events": silence.events,
            "found": [_gap(one) for one in silence.gaps],
            "explained": [
                {"event": one.event, "why": _text(one.why, language), "file": one.file, "line": one.line}
                for one in checked.explained.gaps
            ],
            "not_looked_at": {event: _reasons(reasons) for event, reasons in silence.undecided.items()},
        },
        "stale": [_stale(one) for one in checked.stale],
        "unexplained": checked.unexplained,
    }


def _overlap(one: Overlap, clauses: Mapping[str, str], explained: Explained, language: str) -> dict[str, Any]:
    return {
        "topic": one.topic,
        "rules": [{"rule": rule, "clause": clauses[rule]} for rule in one.rules],
        "status": one.status,
        "readings": dict(one.readings),
        "reasons": _reasons(one.why),
        "incident": write_incident(one.incident) if one.incident is not None else None,
        "explained": _text(why_of(one, explained), language) or None,
    }


def _reasons(reasons: Sequence[Reason]) -> list[dict[str, Any]]:
    return [{"reason": reason.code, "rules": list(reason.rules)} for reason in reasons]


def _gap(one: Gap) -> dict[str, Any]:
    return {
        "event": one.event,
        "topics": list(one.topics),
        "where": {slot: list(values) for slot, values in one.where.items()},
        "table": {slot: list(values) for slot, values in one.table.items()},
        "if": list(one.tests),
        "incident": write_incident(one.incident),
    }


def _stale(one: ExplainedOverlap | ExplainedGap) -> dict[str, Any]:
    if isinstance(one, ExplainedOverlap):
        return {"overlap": sorted(one.rules), "gap": None, "file": one.file, "line": one.line}
    return {"overlap": None, "gap": one.event, "file": one.file, "line": one.line}


def _text(told: Mapping[str, str], language: str) -> str:
    return told.get(language) or next(iter(told.values()), "")
