"""The reports about one incident: the ruling, the player's notice, the disqualification for the federation."""

from __future__ import annotations

from typing import Any

from journal.reports import blocks, choices
from journal.reports.blocks import own
from journal.reports.chronicle import Chronicle, Penalty
from journal.reports.incident import Telling, penalty_table
from journal.reports.plain import line, name
from journal.reports.tongue import Tongue

_PARTS = (
    *("happened", "facts", "disputes", "assumptions", "questions", "rules", "decision", "reasoning"),
    *("defeated", "options", "remedy", "sanction", "official", "protest"),
)


def ruling(told: Telling) -> list[dict[str, Any]]:
    """The whole ruling, on one sheet."""
    say = told.tongue
    parts = [blocks.section(part, say.text(f"section.{part}"), getattr(told, part)()) for part in _PARTS]
    parts.append(_signed(told, "official", "head", "player"))
    parts.append(blocks.section("entered", say.text("section.entered"), told.words()))
    return [blocks.sheet(say.text("title.ruling"), _subtitle(told), told.head(), parts)]


def _subtitle(told: Telling) -> str:
    return line(told.chronicle.event.name or told.chronicle.event.id)


def _signed(told: Telling, *roles: str) -> dict[str, Any]:
    say, by = told.tongue, line(told.case.entry.by)
    rows = [(say.text(f"sign.{role}"), by if role == "official" else "") for role in roles]
    return blocks.section("signatures", say.text("section.signatures"), [blocks.sign(rows)])


def notice(told: Telling, penalties: tuple[Penalty, ...]) -> list[dict[str, Any]]:
    """A sheet for each player who was punished; without any, for each who was named, else one for all."""
    if penalties:
        return [_notice(told, penalty.data.get("player"), (penalty,)) for penalty in penalties]
    return [_notice(told, key, ()) for key in dict.fromkeys(told.seats.values()) or (None,)]


def _notice(told: Telling, key: object, penalties: tuple[Penalty, ...]) -> dict[str, Any]:
    say, case, event = told.tongue, told.case, told.chronicle.event
    who = told.chronicle.called(key) if key else say.text("head.player")
    table = case.table
    hello = say.text("line.notice", player=who, table=table) if table else say.text("line.notice-bare", player=who)
    seat = _seat(told, key, penalties)
    done = told.did(seat)
    what = [choices.penalty(penalty.data, say) for penalty in penalties]
    decided = [blocks.text(own(hello)), *(told.official() if case.overridden else told.headline())]
    sanction = [blocks.text(own(_capital(text) + "."), strong=True) for text in what]
    if what and not case.overridden:
        sanction = [*told.sanctioned(seat), *sanction]
    head = blocks.pairs(
        [
            (say.text("head.event"), own(line(event.name or event.id))),
            (say.text("head.when"), own(say.moment(case.entry.at))),
            (say.text("head.table"), own(table)),
            (say.text("head.hand"), own(case.hand)),
            (say.text("head.seat"), own(seat)),
            (say.text("head.official"), own(line(case.entry.by))),
            (say.text("head.entry"), own(say.number(case.entry.number))),
        ]
    )
    parts = [
        blocks.section("did", say.text("section.did" if told.names(seat) else "section.happened"), done),
        blocks.section("decision", say.text("section.decision"), decided),
        blocks.section("sanction", say.text("section.sanction"), sanction),
        blocks.section("rules", say.text("section.why"), told.rules(told.deciding())),
        blocks.section("protest", say.text("section.do"), told.protest()),
        _signed(told, "official", "player"),
    ]
    return blocks.sheet(say.text("title.notice"), who, head, parts)


def _seat(told: Telling, key: object, penalties: tuple[Penalty, ...]) -> str:
    """Where a player sat: by his penalty, else by the incident."""
    named = [line(penalty.data.get("seat") or "") for penalty in penalties]
    return next((seat for seat in (*named, *(seat for seat, who in told.seats.items() if who == key)) if seat), "")


def disqualification(told: Telling, penalty: Penalty) -> dict[str, Any]:
    """The record of a disqualification, as the federation gets it."""
    say, chronicle = told.tongue, told.chronicle
    player = chronicle.player(penalty.data.get("player") or penalty.data.get("seat") or "")
    details = [(name(key, 60), own(line(value))) for key, value in player.details.items()]
    erased = own(say.text("line.erased") if player.erased else "")
    rows = [(say.text("head.player"), own(chronicle.called(player.key))), *details, ("—", erased)]
    sanction = [
        blocks.text(own(_capital(choices.penalty(penalty.data, say)) + "."), strong=True),
        *told.sanction(),
    ]
    earlier = [
        other
        for other in chronicle.penalties
        if other.entry.number < penalty.entry.number and str(other.data.get("player")) == player.key
    ]
    before = (
        [penalty_table(chronicle, earlier, told.law, say)] if earlier else [blocks.text(own(say.text("line.none")))]
    )
    parts = [
        blocks.section("player", say.text("section.player"), [blocks.pairs(rows)]),
        blocks.section("happened", say.text("section.happened"), told.happened()),
        blocks.section("sanction", say.text("section.sanction"), sanction),
        *(
            blocks.section(part, say.text(f"section.{part}"), getattr(told, part)())
            for part in ("facts", "disputes", "rules", "decision", "reasoning", "official")
        ),
        blocks.section("earlier", say.text("section.earlier"), before),
        blocks.section("protest", say.text("section.protest"), told.protest()),
        _signed(told, "official", "head", "received"),
        blocks.section("entered", say.text("section.entered"), told.words()),
    ]
    return blocks.sheet(say.text("title.disqualification"), chronicle.called(player.key), told.head(), parts)


def none_disqualified(chronicle: Chronicle, tongue: Tongue) -> dict[str, Any]:
    """The sheet of an event from which nobody was disqualified."""
    head = blocks.pairs([(tongue.text("head.event"), own(line(chronicle.event.name or chronicle.event.id)))])
    nothing = [blocks.text(own(tongue.text("line.none")))]
    part = blocks.section("disqualifications", tongue.text("section.disqualifications"), nothing)
    return blocks.sheet(tongue.text("title.disqualification"), "", head, [part])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
