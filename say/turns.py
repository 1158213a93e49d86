"""What was said about whose turn it is, against the order of the acts: where they differ, it is asked."""

from __future__ import annotations

from facts.fronts import Fronts
from facts.incident import Incident
from say.drafts import ActDraft, Draft, EventDraft, Span
from say.seating import Seating
from say.troubles import Choice, Trouble


def turn_troubles(draft: Draft, seating: Seating, incident: Incident | None) -> list[Trouble]:
    """Questions about ``C to act`` and ``out of turn`` that contradict what was told before."""
    if incident is None or not seating.seats:
        return []
    acts = iter([told for told in incident.timeline if hasattr(told, "seat")])
    fronts = Fronts(seating.seats, incident.button, incident.street)
    found: list[Trouble] = []
    for told in draft.timeline:
        if isinstance(told, EventDraft):
            fronts.disturb()
            continue
        name = seating.name(told.seat)
        due = fronts.expected if fronts.orderly else None
        if told.to_act and due is not None and due != name:
            found.append(_not_due(told, name, due))
        if told.out_of_turn is not None and (due == name or len(seating.seats) == 1):
            found.append(_was_due(told, name, seating))
        if told.happened:
            fronts.needs(next(acts))  # type: ignore[arg-type]
    return found


def _not_due(act: ActDraft, name: str, due: str) -> Trouble:
    start = act.span.start
    choices = (
        Choice(f"{due} {{verb.fold}}; ", "folded", {"seat": due}),
        Choice(f"{{seat-skipped}} {due}; ", "skipped", {"seat": due}),
    )
    return Trouble(Span(start, start), "whose-turn", {"seat": name, "due": due}, choices)


def _was_due(act: ActDraft, name: str, seating: Seating) -> Trouble:
    """Somebody was to act before him: one who is not named, or one of those who are."""
    start = act.span.start
    others = [seat for seat in seating.seats if seat != name]
    between = _letter_before(name, others)
    rows = [[*others, between, name]] if between else []
    rows += [[*others[:at], name, *others[at:]] for at in range(1, len(others) + 1)]
    rows = [row for row in rows if row != list(seating.seats)]
    choices = tuple(Choice(f"{{key.seats}} {' '.join(row)}; ") for row in rows[:3])
    if not choices:
        choices = (Choice(f"{{key.seats}} X {name}; "),)
    return Trouble(Span(start, start), "in-turn", {"seat": name}, choices)


def _letter_before(name: str, others: list[str]) -> str:
    """The letter before that of a player, when nobody is called so."""
    before = chr(ord(name) - 1) if len(name) == 1 else "X"
    return before if before.isalpha() and before not in others else ""
