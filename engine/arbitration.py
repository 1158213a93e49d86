"""Generic arbitration: from what the rules proposed for one topic and subject to what is settled. No poker here.

An exception defeats the rule that it names, an upper layer defeats a lower one that disagrees, agreeing proposals
merge, and disagreeing ones without a relation stay open as a conflict. A pending rule keeps a topic open only when
some way of its coming true would change the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from engine.facts import Match
from facts.records import NamedTuple

SETTLED, OPEN, CONFLICT, NONE = "settled", "open", "conflict", "none"
# With more pending rules than this on one subject, each is tried alone and with all the others instead of in every
# combination.
_ALL_SUBSETS = 4


class Defeat(NamedTuple):
    """``loser`` was put aside by ``winner`` under ``relation`` (overrides, restricts, reinstates, layer), standing in
    ``clause``.
    """

    loser: Match
    winner: Match
    relation: str
    clause: str


class Verdict(NamedTuple):
    """What arbitration makes of one topic and subject.

    ``values``: the settled outcome (empty unless settled). ``by``: the matches that carry it, modifiers last.
    ``sides``: the disagreeing groups of a conflict. ``pending``: the matches that keep it open, or that were pending
    without mattering.
    """

    topic: str
    subject: str
    status: str
    values: Mapping[str, Any]
    by: tuple[Match, ...]
    defeats: tuple[Defeat, ...]
    sides: tuple[tuple[Match, ...], ...]
    pending: tuple[Match, ...]
    idle: tuple[Match, ...]
    inherited: Verdict | None


def settle(topic: str, subject: str, matches: Sequence[Match], inherited: Verdict | None = None) -> Verdict:
    """The verdict on one topic and subject. ``inherited``: the finding that carries over where no rule answers."""
    if len(matches) == 1 and _stands_alone(matches[0]):
        return Verdict(topic, subject, SETTLED, dict(matches[0].outcome), (matches[0],), (), (), (), (), None)
    unique = _unique(matches)
    fired = [m for m in unique if not m.unknown]
    now = _resolve(topic, subject, fired, inherited)
    if len(fired) == len(unique):
        return now
    pending = [m for m in unique if m.unknown]
    losers = {id(defeat.loser) for defeat in now.defeats}
    standing = [m for m in fired if id(m) not in losers]
    live = [q for q in pending if not any(attacks(m, q) for m in standing)]
    mattering = _mattering(topic, subject, fired, live, inherited, now)
    idle = tuple(q for q in pending if not any(q is m for m in mattering))
    if mattering:
        return now._replace(status=OPEN, pending=tuple(mattering), idle=idle)
    return now._replace(idle=idle)


def _stands_alone(match: Match) -> bool:
    """Whether the only match about a subject settles it: it fired, proposes something, changes no other proposal."""
    return not match.unknown and bool(match.outcome) and not match.rule.modifies


def _unique(matches: Sequence[Match]) -> list[Match]:
    """One match for each rule, outcome and set of unknowns, in a fixed order whatever order the engine fired them
    in.
    """
    if len(matches) < 2:
        return list(matches)
    by_rule = {match.rule.id: match for match in matches}
    if len(by_rule) == len(matches):
        return [by_rule[name] for name in sorted(by_rule)]
    seen: dict[Any, Match] = {}
    for match in matches:
        key = (match.rule.id, tuple(sorted(match.outcome.items(), key=str)), tuple(sorted(match.unknown)))
        kept = seen.get(key)
        if kept is None or _order(match) < _order(kept):
            seen[key] = match
    return sorted(seen.values(), key=_order)


def _order(match: Match) -> tuple[Any, ...]:
    """By rule, then by the facts as the story brings them: the names of players must not decide what is listed first.

    What only a rule on facts without a number leaves equal is told apart by its words.
    """
    numbers = tuple(fact.number for fact in match.facts)
    return match.rule.id, numbers, str(sorted(match.outcome.items(), key=str)), str(match.unknown)


def attacks(a: Match, b: Match) -> tuple[str, str] | None:
    """The relation and clause under which ``a`` defeats ``b``; None when it does not."""
    written = _written(a, b)
    if written is not None:
        return written
    if a.rule.layer > b.rule.layer and not _compatible(a.outcome, b.outcome) and not a.rule.modifies:
        # What a lower layer excepts from a rule by name stays excepted when an upper one puts the rule otherwise.
        return None if _written(b, a) else ("layer", a.rule.clause)
    return None


def _written(a: Match, b: Match) -> tuple[str, str] | None:
    """The relation by which ``a`` names ``b`` as defeated."""
    for relation in a.rule.relations:
        if relation.kind in ("overrides", "restricts") and relation.rule == b.rule.id:
            return relation.kind, relation.clause
        if relation.kind == "reinstates" and relation.against == b.rule.id:
            return relation.kind, relation.clause
    return None


def _defeats(fired: Sequence[Match]) -> tuple[Defeat, ...]:
    """Who is put aside by whom, attackers decided before those they attack; the relations hold no cycle (checked at
    load).
    """
    if len(fired) < 2 or _peaceful(fired):
        return ()
    status: dict[int, bool] = {}
    found: list[Defeat] = []

    def alive(i: int, path: tuple[int, ...]) -> bool:
        if i not in status:
            status[i] = True
            for j, attacker in enumerate(fired):
                hit = None if j == i or j in path else attacks(attacker, fired[i])
                if hit and alive(j, (*path, i)):
                    status[i] = False
                    found.append(Defeat(fired[i], attacker, *hit))
        return status[i]

    for i in range(len(fired)):
        alive(i, ())
    return tuple(sorted(found, key=lambda d: (d.loser.rule.id, d.winner.rule.id)))


def _peaceful(fired: Sequence[Match]) -> bool:
    """Whether nobody can defeat anybody: all are of one layer, and no rule names another as defeated."""
    layer = fired[0].rule.layer
    for match in fired:
        if match.rule.layer != layer:
            return False
        for relation in match.rule.relations:
            if relation.kind != "modifies":
                return False
    return True


def _resolve(topic: str, subject: str, fired: Sequence[Match], inherited: Verdict | None) -> Verdict:
    defeats = _defeats(fired)
    losers = {id(d.loser) for d in defeats}
    standing = [m for m in fired if id(m) not in losers] if losers else fired
    bases: list[Match] = []
    changes: list[Match] = []
    for match in standing:
        if match.rule.modifies:
            changes.append(match)
        elif match.outcome:
            bases.append(match)
    groups = _groups(bases)
    empty = Verdict(topic, subject, NONE, {}, (), defeats, (), (), (), inherited)
    if len(groups) > 1:
        return empty._replace(status=CONFLICT, sides=tuple(tuple(g) for g in groups))
    if groups:
        values: dict[str, Any] = {}
        for match in groups[0]:
            values.update(match.outcome)
        by = tuple(groups[0])
        base_ids = {m.rule.id for m in by}
    elif inherited is not None and inherited.status == SETTLED:
        values, by, base_ids = dict(inherited.values), (), {inherited.topic}
    else:
        return empty
    if not changes:
        return Verdict(topic, subject, SETTLED, values, by, defeats, (), (), (), None if bases else inherited)
    base_ids |= {topic}
    used = [m for m in changes if any(r.kind == "modifies" and r.rule in base_ids for r in m.rule.relations)]
    for slot in sorted({slot for m in used for slot in m.outcome}):
        new = {m.outcome[slot] for m in used if slot in m.outcome}
        if len(new) > 1:
            return empty._replace(status=CONFLICT, sides=tuple((m,) for m in used if slot in m.outcome))
        values[slot] = new.pop()
    kept = None if bases else inherited
    return empty._replace(status=SETTLED, values=values, by=(*by, *used), inherited=kept)


def _compatible(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    for slot, value in a.items():  # noqa: SIM110  (a generator would cost more than what it goes through)
        if slot in b and b[slot] != value:
            return False
    return True


def _groups(bases: Sequence[Match]) -> list[list[Match]]:
    """Proposals that agree, together."""
    groups: list[list[Match]] = []
    for match in bases:
        for members in groups:
            if all(_compatible(match.outcome, other.outcome) for other in members):
                members.append(match)
                break
        else:
            groups.append([match])
    return groups


def _mattering(
    topic: str, subject: str, fired: list[Match], pending: list[Match], inherited: Verdict | None, now: Verdict
) -> list[Match]:
    """The pending matches whose coming true would change the outcome, whatever the other pending ones turn out to
    be.
    """
    known: dict[frozenset[int], Verdict] = {frozenset(): now}

    def resolved(subset: frozenset[int]) -> Verdict:
        if subset not in known:
            known[subset] = _resolve(topic, subject, [*fired, *(pending[i] for i in sorted(subset))], inherited)
        return known[subset]

    return [
        q
        for i, q in enumerate(pending)
        if any(_differs(resolved(s), resolved(s | {i})) for s in _others(i, len(pending)))
    ]


def _others(i: int, n: int) -> Iterator[frozenset[int]]:
    """Sets of pending matches without number ``i``: all of them while they are few, else none and all."""
    rest = [j for j in range(n) if j != i]
    sizes = range(n) if n <= _ALL_SUBSETS else (0, n - 1)
    for size in sizes:
        for subset in combinations(rest, size):
            yield frozenset(subset)


def _differs(a: Verdict, b: Verdict) -> bool:
    return (a.status, a.values, _vague(a)) != (b.status, b.values, _vague(b))


def _vague(verdict: Verdict) -> frozenset[tuple[str, str]]:
    """The values that cannot be computed yet, by rule: two unknown values are the same only where one rule gives
    them.
    """
    empty = [slot for slot, value in verdict.values.items() if value is None]
    if not empty:
        return frozenset()
    return frozenset(
        (m.rule.id, slot) for m in verdict.by for slot in empty if slot in m.outcome and m.outcome[slot] is None
    )
